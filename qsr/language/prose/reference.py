"""Who is meant in a sentence of prose: noun phrases, pronouns and several things at once, as entities of the story.

What a pronoun or "the other" hangs on is looked for in its own sentence before it and then in the sentence before, by what it
can be: he and she are persons, "it" is none, "they" are several things that were spoken of together. Where two remain, the
sentence is refused.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import cast

from qsr.errors import ParseError
from qsr.language import kinds
from qsr.language.parts import Mention
from qsr.language.prose.claims import EVERYTHING, Asked, Claim, Each, Phrase, Rank, Said, Saying, conjuncts, instead
from qsr.language.prose.context import Context
from qsr.language.prose.entering import Scene, can_do, doers, fact, mentions, onlookers, owners, related, themes
from qsr.language.prose.lexicon import gender, is_side, wholes
from qsr.language.prose.universal import all_of, choice, elsewhere, is_person
from qsr.language.prose.viewers import is_speaker, looking, may_look
from qsr.language.referents import Unclear
from qsr.language.words import head_of, noun_key
from qsr.logic import And, Count, Not, Or, mapped
from qsr.story import Span

__all__ = ["Resolved"]


class Resolved:
    """A sentence or question whose mentions are entities; raises ParseError where somebody or something is not clear.

    Parameters
    ----------
    said
        What the sentence says.
    context
        What it builds on; new entities are added to its entities.
    text
        The sentence.
    """

    def __init__(self, said: Said | Asked, context: Context, text: str) -> None:
        self._context, self._text = context, text
        self._entities = context.entities
        self._found: dict[Span, tuple[int, ...]] = {}
        self._mentioned = mentions(said)
        self._pairs = [pair for one, two in related(said) for pair in ((one, two), (two, one))]
        self._themes = sorted(themes(said, states=True), key=lambda one: one.span)
        timed = isinstance(said, Said) and (said.timed or said.turns >= 0)
        self._moving = {one.span for one in (self._themes if timed else themes(said, states=False))}
        self._doers = {one.span for one in doers(said)}
        self._apart = {mention.span: saying for mention, saying in said.notes.told_apart}
        told = [one for claim in getattr(said, "claims", ()) for one in conjuncts(claim)]
        self._chosen = {one.mention.span: one for one in told if isinstance(one, Each) and one.chosen}
        self._looking = {one.span for one in onlookers(said)}
        self._same = {other.span: one for one, other in said.notes.same}
        self._stance, self._asks = said.notes.stance, isinstance(said, Asked)
        #: As in `Context`; and by how many quarters the speaker or listener of this sentence is turned from where he stood.
        self.viewers, self.turn = context.viewers, 0
        kind, arranged = context.arranged
        self.scene = Scene(self.entity, context.entities.names, arranged, kind, context.told, context.resting)
        if isinstance(said, Said) and said.declared:
            self._head = head_of(said.declared.phrase.key)
        else:
            self._head = ""
        for mention in self._mentioned:
            self.members(mention)
        if self._stance.viewer is not None and self._stance.viewer.kind != "person" and self._stance.slots:
            self._viewer(self._stance.viewer)
        self._lists = said.notes.together
        new = [one for one in self._mentioned if not one.definite and not (isinstance(one, Phrase) and one.plural)]
        tails = {tail.span for _, tail in related(said)}
        #: As in `Context`.
        self.topic = self._found[new[0].span][0] if len(new) == 1 and new[0].span not in tails else -1

    # ------------------------------------------------------------ what is meant

    def entity(self, mention: Mention) -> int:
        """Return the one entity of a mention."""
        if mention.kind == "entity":
            return int(mention.key)
        members = self.members(mention)
        if len(members) > 1:
            raise self._fault(f"say it of one of {mention.name!r} at a time", mention)
        return members[0]

    def members(self, mention: Mention) -> tuple[int, ...]:
        """Return the entities of a mention."""
        if mention.span not in self._found:
            try:
                found = self._resolved(mention)
                each = self._chosen.get(mention.span)
                self._found[mention.span] = found if each is None else choice(each, found, self._found.values(), self._entities)
            except Unclear as error:
                raise self._fault(str(error), mention) from None
        return self._found[mention.span]

    def everything(self) -> tuple[int, ...]:
        """Return the entities of all mentions, in order."""
        found = [entity for one in self._mentioned for entity in self._found[one.span]]
        owning = (entity for entity in owners(found, self._entities.names) if self._gender(entity))
        return tuple(dict.fromkeys((*found, *owning)))

    def together(self) -> tuple[tuple[int, ...], ...]:
        """Return what the sentence speaks of together, as in `Context`."""
        lists = [tuple(one for mention in some for one in self.members(mention)) for some in self._lists]
        return tuple(dict.fromkeys((*lists, *(one for one in self._found.values() if len(one) > 1))))

    def opened(self, saying: Saying, *, certain: bool = True) -> Saying:
        """Return a claim with what is said of several things said of each, or of so many.

        Where it is `certain` that some of several are as it says and nothing tells these apart yet, the first of them are taken:
        it is the same story whichever they are.
        """
        if isinstance(saying, And):
            return And(tuple(self.opened(part, certain=certain) for part in saying.parts))
        if isinstance(saying, Each):
            return self._opened(saying, certain)
        if isinstance(saying, (Claim, Rank)):
            return saying
        return mapped(saying, cast("Callable[[object], Saying]", lambda leaf: self.opened(leaf, certain=False)))

    def _opened(self, each: Each, certain: bool) -> Saying:
        members = self.members(each.mention) or all_of(each, self, self._context.before, self._entities)
        low, high = (len(members) + 1 + bound if bound < 0 else bound for bound in (each.low, each.high))
        if (each.low, each.high) not in ((-1, -1), (0, 0)) and self._entities.is_open(members):
            raise self._fault(f"how many are {each.mention.name!r}? Say first how many there are", each.mention)
        if low > len(members) and not self.members(each.mention):
            return Or(())
        if low > len(members):
            raise self._fault(f"there are only {len(members)}", each.mention)
        # What is said holds a mention of one of them, which stands for each in turn.
        said = [self.opened(instead(each.said, each.one, member), certain=False) for member in members]
        if high == 0 and not self.members(each.mention):
            said = [elsewhere(one, member, each) for one, member in zip(said, members, strict=True)]
        if low >= len(said):
            return said[0] if len(said) == 1 else And(tuple(said))
        return And(tuple(Not(one) for one in said)) if high == 0 else Count(tuple(said), low, high)

    # ------------------------------------------------------------ how it is found

    def _resolved(self, mention: Mention) -> tuple[int, ...]:
        if isinstance(mention, Phrase) and mention.but and mention.word not in EVERYTHING:
            whole = self._resolved(replace(mention, but=()))
            but = {entity for one in mention.but for entity in self.members(one)}
            if whole and not but < set(whole):
                raise Unclear(f"is that one of {mention.name!r}?")
            return tuple(one for one in whole if one not in but)
        if mention.kind == "person":
            return (self._viewer(mention),)
        if mention.kind == "pronoun":
            return self._pronoun(mention)
        if isinstance(mention, Phrase):
            return self._phrase(mention)
        mention = self._with_noun(mention)
        if mention.span in self._same:
            return self._also(mention, self._same[mention.span])
        if mention.span in self._apart and mention.definite:
            return self._told_apart(mention, self._apart[mention.span])
        if mention.kind == "common" and mention.definite and not self._entities.candidates(mention):
            some = self._of_kind(mention)
            if some:
                names = " or ".join(repr(self._entities.names[one]) for one in some[:4])
                raise Unclear(f"is {mention.name!r} {names}, or another?")
        others = {self._found[two.span][0] for one, two in self._pairs if one.span == mention.span and self._found.get(two.span)}
        return (self._entities.resolve(mention, others),)

    def _phrase(self, phrase: Phrase) -> tuple[int, ...]:
        """Return what a phrase means that means several things, or hangs on others."""
        if phrase.word in EVERYTHING or (phrase.word == "kind" and not self._entities.candidates(phrase)):
            return ()
        if phrase.owner is not None:
            return self._owned(phrase, phrase.owner)
        if phrase.word == "other":
            return self._other(phrase)
        phrase = cast("Phrase", self._with_noun(phrase))
        if phrase.word == "one":
            return (self._one(phrase),)
        if phrase.word == "another":
            left = [one for one in self._entities.candidates(phrase) if self._entities.is_nameless(one)]
            # Where one of several was told apart, it is the next of these.
            is_next = bool(left) and len(left) < len(self._entities.group_of(left[0]))
            return (self._entities.single_out(left[0]) if is_next else self._entities.add(phrase.key, phrase.key),)
        if not phrase.definite:
            if phrase.number:
                return self._entities.enter_several(phrase.key, phrase.key, phrase.number)
            return self._collective(phrase)
        found = self._entities.all_of(phrase.key, phrase.number)
        if found and phrase.span in self._apart:
            raise Unclear(f"are these some of {phrase.name!r} of before, or others?")
        if found:
            return found
        found = self._of_kind(phrase)
        if phrase.number:
            if found and len(found) != phrase.number:
                raise Unclear(f"which are {phrase.name!r}?")
            return found or self._entities.enter_several(phrase.key, phrase.key, phrase.number)
        if found:
            raise Unclear(f"are {phrase.name!r} {' and '.join(repr(self._entities.names[one]) for one in found[:4])}?")
        return self._collective(phrase)

    def _of_kind(self, mention: Mention) -> tuple[int, ...]:
        """Return what was spoken of that a word for a whole kind may mean: "the two buildings", "the animal", "the girls"."""
        every = wholes().get(mention.key)
        if every is None:
            return ()
        related = {two.span for one, two in self._pairs if one.span == mention.span}
        beside = {entity for span in related for entity in self._found.get(span, ())}
        named = "person" in every
        return tuple(
            entity
            for entity, name in enumerate(self._entities.names)
            if entity not in beside
            and (not every or (named and is_person(name) is not False) or every.intersection(kinds.kinds(head_of(name))))
        )

    def _one(self, phrase: Phrase) -> int:
        """Return one of several that nothing tells apart yet, a new thing where there are none."""
        group = next((one for one in [self._entities.all_of(phrase.key)] if one), ()) if self._entities.candidates(phrase) else ()
        if not group:
            return self._entities.add(phrase.key, phrase.key)
        if group in self._found.values():
            raise Unclear(f"is {phrase.name!r} one of those, or one more?")
        if not all(map(self._entities.is_nameless, group)):
            raise Unclear(f"which {phrase.name!r} is that? Tell them apart")
        return self._entities.single_out(group[0])

    def _collective(self, phrase: Phrase) -> tuple[int, ...]:
        """Return the entity that stands for each of several things without a number."""
        if self._entities.candidates(phrase):
            raise Unclear(f"are these {phrase.name!r} others than those of before?")
        entity = self._entities.enter(noun_key(phrase.name), phrase.name)
        return self._entities.gather(phrase.key, (entity,), counted=False)

    def _owned(self, phrase: Phrase, owner: Mention) -> tuple[int, ...]:
        """Return what belongs to what a pronoun means: its door."""
        owners = self._pronoun(replace(owner, span=phrase.span), owned=True)
        if len(owners) > 1:
            raise Unclear("whose is which? Say it of one thing at a time")
        name = f"{self._entities.names[owners[0]]}'s {phrase.name}"
        known = self._entities.without_owner(phrase.key)
        if known:
            raise Unclear(f"is {name!r} {' or '.join(repr(self._entities.names[one]) for one in known[:4])} of before?")
        if phrase.plural:
            return self._phrase(
                replace(phrase, owner=None, word="", key=f"{self._entities.names[owners[0]].lower()}'s {phrase.key}", name=name)
            )
        return (self._entities.resolve(Mention("common", noun_key(name), name, True, phrase.span)),)

    def _also(self, mention: Mention, same: Mention) -> tuple[int, ...]:
        """Return what two phrases mean together."""
        entity = self.entity(same)
        self._entities.also_called(mention.key, entity)
        return (entity,)

    def _told_apart(self, mention: Mention, saying: Saying) -> tuple[int, ...]:
        """Return the thing of these words of which the story says what tells it apart; a new one where none has these words."""
        candidates = self._entities.candidates(mention)
        if not candidates:
            return (self._entities.resolve(mention),)
        fitting = [one for one in candidates if self._is_so(instead(saying, mention, one))]
        if len(fitting) != 1:
            names = " or ".join(repr(self._entities.names[one]) for one in (fitting or candidates)[:4])
            raise Unclear(f"is {mention.name!r} {names} of before? Nothing that was said tells")
        return (fitting[0],)

    def _is_so(self, saying: Saying) -> bool:
        """Tell whether a claim was said before in so many words."""
        if isinstance(saying, And):
            return all(map(self._is_so, saying.parts))
        if not isinstance(saying, Claim):
            return False
        known = fact(saying, self.scene)
        return any(
            (one.relation, one.args) == (known.relation, known.args) and not one.property("negated") for one in self._context.told
        )

    def _with_noun(self, mention: Mention) -> Mention:
        """Return a mention with its "one" replaced by the noun that it stands for: "the blue one" beside "the red cup"."""
        *described, last = mention.name.split()
        if last.lower() not in ("one", "ones") or mention.kind != "common" or mention.bare:
            return mention
        heads = {self._head} if self._head else self._heads(mention)
        known = [head for head in heads if self._entities.is_known(noun_key(" ".join((*described, head))))]
        meant = known if len(known) == 1 else list(heads)
        if len(meant) != 1:
            raise Unclear("which 'one' is meant?")
        name = " ".join((*described, meant[0]))
        return replace(mention, key=noun_key(name), name=name)

    def _heads(self, mention: Mention) -> set[str]:
        """Return the nouns for which "one" can stand: those of the sentence before it, else of the sentence before."""
        here = [one for one in self._mentioned if one.span < mention.span and one.kind == "common" and not one.bare]
        entities = [self._found[one.span][0] for one in here if one.span in self._found] or self._context.before
        heads = {head_of(self._entities.names[entity]) for entity in entities if self._entities.names[entity][0].islower()}
        described = [head_of(name) for entity in entities if len((name := self._entities.names[entity]).split()) > 1]
        return set(described) or heads

    def _viewer(self, mention: Mention) -> int:
        """Return the speaker or listener, in the stance that the sentence names."""
        turns = any(slot == "turn" for slot, _ in self._stance.slots)
        stance = [] if turns else [(slot, -1 if one is None else self.entity(one)) for slot, one in self._stance.slots]
        who = mention.key if mention.kind == "person" else self.entity(mention)
        self.viewers, self.turn = looking(who, stance, self.viewers, self._entities, turns=turns, asked=self._asks)
        return self.viewers[-1].entity

    # ------------------------------------------------------------ pronouns

    def _pronoun(self, pronoun: Mention, *, owned: bool = False) -> tuple[int, ...]:
        word = pronoun.word if isinstance(pronoun, Phrase) else "it"
        if word in ("former", "latter"):
            return self._of_two(pronoun, word)
        if word == "other":
            return self._other(cast("Phrase", pronoun))
        # What the pronoun's own claim relates it to is another thing; what is next to its own desk is not the desk.
        beside = set() if owned else {two.span for one, two in self._pairs if one.span == pronoun.span}
        present = [
            one for one in self._mentioned if one.span < pronoun.span and one.span not in beside and one.span in self._found
        ]
        others = {entity for span in beside for entity in self._found.get(span, ())}
        here = [one for one in dict.fromkeys(self._found[one.span] for one in present) if others.isdisjoint(one)]
        if word == "they":
            return self._they(cast("Phrase", pronoun), here)
        # What the sentence names again is not what it means by a pronoun.
        named = [one for one in self._mentioned if one.kind != "pronoun" and not isinstance(one, Phrase)]
        excluded = (
            {entity for one in named if one.span not in self._apart for entity in self.members(one)} if not owned else set()
        )
        before = [one for one in self._context.before if one not in excluded]
        single = [one[0] for one in here if len(one) == 1]
        if word in ("he", "she") and not any(self._gender(one) == word for one in single):
            # Nobody knows from a name alone whether it is hers.
            single, before = [*single, *before], []
        for entities in (single, before):
            fitting = [one for one in dict.fromkeys(entities) if self._fits(word, one)]
            if pronoun.span in self._doers:
                fitting = [one for one in fitting if can_do(self._entities.names[one])]
            if len(fitting) == 1:
                return (fitting[0],)
            if self._context.topic in fitting and not here:
                return (self._context.topic,)
            if (moved := self._moved(pronoun, fitting)) >= 0:
                return (moved,)
            if fitting:
                names = " or ".join(repr(self._entities.names[one]) for one in fitting[:4])
                raise Unclear(f"{word!r} could be {names}")
        raise Unclear(f"{word!r} refers to nothing before")

    def _moved(self, pronoun: Mention, fitting: Sequence[int]) -> int:
        """Return what was moved last before a pronoun that is moved as well, -1 where there is none: "took it, put it down"."""
        if pronoun.span in self._doers:
            return self._context.did if self._context.did in fitting else -1
        if pronoun.span not in self._moving:
            return -1
        before = [found[0] for one in self._themes if one.span < pronoun.span and (found := self._found.get(one.span))]
        return next((one for one in (*reversed(before), self._context.moved) if one in fitting), -1)

    @property
    def moved(self) -> int:
        """As in `Context`."""
        last = [found[0] for one in self._themes if (found := self._found.get(one.span))]
        return last[-1] if last and (self._moving or len(set(last)) == 1) else -1

    @property
    def did(self) -> int:
        """As in `Context`."""
        found = [self._found[span][0] for span in sorted(self._doers) if self._found.get(span)]
        return found[-1] if found else -1

    def _they(self, pronoun: Phrase, here: Iterable[tuple[int, ...]]) -> tuple[int, ...]:
        """Return the things that were spoken of together."""
        groups = [one for one in here if len(one) > 1 or self._entities.is_open(one)]
        groups = groups or [*self._context.together, *((one,) for one in self._context.before if self._entities.is_open((one,)))]
        if pronoun.span in self._looking:
            groups = [some for some in groups if all(may_look(self._entities.names[one]) for one in some)]
        found = [one for one in dict.fromkeys(groups) if pronoun.number in (0, len(one))]
        found = [one for one in found if not any(set(one) < set(other) for other in found)]
        if not found and pronoun.number in (0, len(set(self._context.before))) and len(set(self._context.before)) == 2:
            found = [tuple(dict.fromkeys(self._context.before))]
        if len(found) != 1:
            raise Unclear(f"who or what is meant by {pronoun.name!r}?")
        return found[0]

    def _of_two(self, pronoun: Mention, word: str) -> tuple[int, ...]:
        before = list(dict.fromkeys(self._context.before))
        lists = [one for one in self._context.together if len(one) == 2]
        before = list(lists[0]) if len(before) > 2 and len(lists) == 1 else before
        if len(before) != 2 or any(one.span < pronoun.span for one in self._mentioned if one.kind != "pronoun"):
            raise Unclear(f"'the {word}' of which two?")
        return (before[0 if word == "former" else 1],)

    def _other(self, phrase: Phrase) -> tuple[int, ...]:
        """Return those of several that were not spoken of just before."""
        here = [self._found[one.span] for one in self._mentioned if one.span < phrase.span and one.span in self._found]
        several = {one for some in self._context.together for one in some}
        last = [*self._context.together, *((one,) for one in self._context.before if one not in several)]
        spoken = [some for some in here if self._entities.group_of(some[0])] or last
        if phrase.kind == "pronoun":
            pools = {group for some in spoken if (group := self._entities.group_of(some[0])) and set(some) < set(group)}
            pool = pools.pop() if len(pools) == 1 else ()
        else:
            known = self._entities.candidates(phrase)
            if len(known) == 1 and (known[0],) in spoken and not phrase.plural:
                return (self._entities.add(phrase.key, phrase.key),)
            pool = self._entities.all_of(phrase.key) if len(known) > 1 else ()
        single = {one for some in spoken if set(some) < set(pool) for one in some}
        rest = tuple(one for one in pool if one not in single)
        if not pool or not rest or len(rest) == len(pool) or len(rest) != (phrase.number or (len(rest) if phrase.plural else 1)):
            raise Unclear(f"which is {phrase.name!r}?")
        return rest

    def _gender(self, entity: int) -> str:
        """Return the pronoun that a title or a noun of an entity asks for, if there is one."""
        called = (self._entities.names[entity], *self._entities.called(entity))
        return next(
            (found for one in called if (found := gender(one.split()[0].lower().rstrip(".")) or gender(head_of(one)))), ""
        )

    def _fits(self, word: str, entity: int) -> bool:
        """Tell whether a pronoun can mean an entity: persons are he or she, all else is "it"."""
        name, own = self._entities.names[entity], self._gender(entity)
        if self._entities.is_open((entity,)) or is_side(name.partition(" of ")[0]) or is_speaker(name):
            return False
        if own and word in ("he", "she"):
            return own == word
        person = True if own else is_person(name)
        return person is None or person == (word != "it")

    def _fault(self, message: str, mention: Mention) -> ParseError:
        return ParseError(message, self._text, *mention.span)
