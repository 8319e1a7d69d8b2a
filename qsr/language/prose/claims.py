"""What prose claims, before anybody knows who is meant: formulas over claims about mentions, and questions."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any, Final, TypeAlias, cast

from qsr.language.parts import Mention
from qsr.logic import And, Count, Formula, If, Not, Or, leaves, mapped
from qsr.relations import EVENTS, STATE
from qsr.story import Span

__all__ = [
    "ELSE",
    "EVERYTHING",
    "KEEPS",
    "PLACEHOLDER",
    "RIVAL",
    "Asked",
    "Claim",
    "Declared",
    "Each",
    "Group",
    "Notes",
    "Phrase",
    "Rank",
    "Said",
    "Saying",
    "Says",
    "Stance",
    "Thing",
    "changed",
    "conjuncts",
    "crossed",
    "every_leaf",
    "instead",
    "joined",
    "of_two",
    "over",
    "owned",
    "said_of",
    "stateless",
]


#: The relation of somebody to what is kept somewhere.
KEEPS: Final = "named:keep"
#: Stands for what a question looks for.
PLACEHOLDER: Final = Mention("placeholder", "?", "?", True, (-1, -1))
#: Stands for each of the other things that a question names to choose from.
RIVAL: Final = Mention("placeholder", "the other", "the other", True, (-2, -2))
#: Stands for what was spoken of before: "nothing else".
ELSE: Final = Mention("placeholder", "else", "else", True, (-3, -3))
#: Words that a phrase hangs on which stands for all of a story: its persons, whatever it names, what is of a kind, what is no
#: exception.
EVERYTHING: Final = frozenset({"somebody", "anything", "any", "sort", "others"})


@dataclass(frozen=True, slots=True, eq=False)
class Phrase(Mention):
    """A noun phrase that means several things, or whose meaning hangs on what was said before.

    `word` is what it hangs on: a pronoun ("it", "they", "former"), "other", "one" or "kind"; `number` is how many the phrase says
    there are, 0 where it does not; `owner` whose it is, where a pronoun says so ("its door"); `but` what is none of these
    ("all the cups except the red one").
    """

    word: str = ""
    number: int = 0
    plural: bool = False
    owner: Mention | None = None
    but: tuple[Mention, ...] = ()


@dataclass(frozen=True, slots=True)
class Claim:
    """A relation, as the label of a `qsr.logic.Relation`, of two mentions; `properties` as in `qsr.story.Statement`.

    An event may be about a third: to whom something is given, where it is put. Of left, right, in front and behind a third is the
    viewer who has them so; "in front" is then nearer to him.
    """

    relation: str
    head: Mention
    tail: Mention
    properties: tuple[tuple[str, Any], ...] = ()
    third: Mention | None = None

    @property
    def mentions(self) -> tuple[Mention, ...]:
        """Whom and what the claim is about; of one thing alone, that."""
        if self.tail is self.head and self.relation in EVENTS:
            return (self.head,)
        return (self.head, self.tail) if self.third is None else (self.head, self.tail, self.third)


@dataclass(frozen=True, slots=True)
class Rank:
    """A thing is in the k-th place among the things that the story declares, counted from one end.

    `relation` is the label of what holds between something and what comes later; `kind` the noun that it is said to be one of.
    `landmark` is what their distance is taken from, `scope` where they all are, and `many` how
    many they are, if that is said.
    That of a state is so of the thing alone (`qsr.relations.STATE`).
    """

    relation: str
    head: Mention
    place: int
    from_end: bool
    kind: str = ""
    landmark: Mention | None = None
    scope: Mention | None = None
    many: int = 0
    #: What is said where there is no row, and whether that is so beside a long one, too: "on the left".
    otherwise: Claim | None = None
    loose: bool = False

    @property
    def is_state(self) -> bool:
        """Whether it is no place in an order, but a state."""
        return self.relation.startswith(STATE)

    @property
    def mentions(self) -> tuple[Mention, ...]:
        """Whom and what it is about."""
        return tuple(one for one in (self.head, self.landmark, self.scope) if one is not None)


@dataclass(frozen=True, slots=True)
class Each:
    """Of several things (`mention`) from `low` to `high` are as `said` has it of `one`.

    Bounds below zero count from all of them: from -1 to -1 is "all", up to -2 "all but one" at most; a fraction is a part.
    """

    mention: Mention
    one: Mention
    said: Saying
    low: int | Fraction = -1
    high: int | Fraction = -1
    #: Whether "they" are from then on those of which it was said: "two of the cups are blue".
    chosen: bool = False


Saying: TypeAlias = "Formula[Claim | Rank | Each]"
#: What is said of a thing.
Says: TypeAlias = Callable[[Mention], "Saying"]


@dataclass(frozen=True, slots=True)
class Thing:
    """A noun phrase."""

    mention: Mention


@dataclass(frozen=True, slots=True)
class Group:
    """Several things of which all, some, exactly one (`low` = `high` = 1), none, or so many are meant."""

    things: tuple[Thing, ...]
    low: int | Fraction
    high: int | Fraction
    #: Whether the words count or choose, so that the group is no list.
    counted: bool = False
    #: Whether the one thing of the group is a plural, of the things of which `low` and `high` speak, as in `Each`.
    of_plural: bool = False
    #: As in `Each`.
    chosen: bool = False
    #: What those have to be like: "everyone with a ticket".
    where: Says | None = None
    #: Whether it is said of nothing else.
    only: bool = False
    #: Whether it is said of each, so that "a key" is one of its own for each.
    each: bool = False

    @property
    def mentions(self) -> Iterator[Mention]:
        """The mentions, in order."""
        return (thing.mention for thing in self.things)


@dataclass(frozen=True, slots=True)
class Declared:
    """There are so many things of a kind, namely these (none where they are not named here); `phrase` is for all of them."""

    kind: str
    phrase: Phrase
    things: tuple[Mention, ...]


@dataclass(frozen=True, slots=True)
class Stance:
    """Whose eyes a sentence looks through, and how he stands: what he faces, enters or is at, each with the thing."""

    viewer: Mention | None = None
    slots: tuple[tuple[str, Mention | None], ...] = ()


@dataclass(frozen=True, slots=True)
class Notes:
    """What a sentence says of its noun phrases beside its claims.

    Parameters
    ----------
    told_apart
        Which of several things a phrase means: that of which this is so.
    same
        Pairs of phrases for one thing: "Tom, the postman,".
    together
        Lists of things, which "they" may mean.
    restricted
        What the words behind it may tell apart from others of its kind, what these say ("on the shelf below the jars"), and if
        they may as well be said of the subject.
    several
        Phrases for several things, and which they are: "two cats, Tom and Mia,".
    stance
        Who looks at it, where the sentence says so.
    """

    told_apart: tuple[tuple[Mention, Saying], ...] = ()
    same: tuple[tuple[Mention, Mention], ...] = ()
    together: tuple[tuple[Mention, ...], ...] = ()
    restricted: tuple[tuple[Mention, Saying | None, bool], ...] = ()
    several: tuple[tuple[Phrase, tuple[Mention, ...]], ...] = ()
    #: What is said to stand in a row, and the label of what comes first in it; none where it says no row.
    row: tuple[tuple[Mention, ...], str] | None = None
    stance: Stance = field(default=Stance())


@dataclass(frozen=True, slots=True)
class Said:
    """A sentence: what it claims, conjunct by conjunct, and what it declares."""

    claims: tuple[Saying, ...] = ()
    declared: Declared | None = None
    #: Mentions of which the sentence says only that they are there.
    mentioned: tuple[Mention, ...] = field(default=())
    #: ``"past"`` or ``"present"`` where its verbs say so, ``"telling"`` where it tells of events.
    tense: str = ""
    notes: Notes = field(default=Notes())
    #: Where the sentence turns from the past to the present, -1 where it does not.
    turns: int = -1
    otherwise: bool = False  # Where the condition of the sentence before does not hold.
    #: Whether it says when, so that "it" may be what was told of before.
    timed: bool = False


@dataclass(frozen=True, slots=True)
class Asked:
    """A question.

    `form` as in `qsr.story.Question`, or ``"some"`` and ``"none"`` of things that are looked for, ``"choice"`` of the parts of
    the claim, ``"side"`` and ``"direction"`` of one thing as from another; `claim` is what is asked, over `PLACEHOLDER` for the
    things that are looked for, None of the text as a whole; `kind` the words that they have to be; `args` are head and tail of a
    question for a relation, or what a question "where" is about, and `candidates` its labels.
    """

    form: str
    claim: Saying | None = None
    kind: str = ""
    args: tuple[Mention, ...] = ()
    candidates: tuple[str, ...] = ()
    supposed: tuple[Saying, ...] = ()
    #: ``"could"`` or ``"must"`` where the question says so.
    mood: str = ""
    #: Whether somebody is looked for, and how many the question says there are to choose from.
    person: bool = False
    many: int = 0
    #: Whether whose of these it is is asked.
    owned: bool = False
    #: The things to choose from, where the question names them; `claim` is then over `RIVAL` too, each of the others.
    among: tuple[Mention, ...] = ()
    #: Whether the question asks for what is so now.
    now: bool = False
    notes: Notes = field(default=Notes())


def joined(said: Sequence[Saying]) -> Saying:
    """Return that all of it holds."""
    return said[0] if len(said) == 1 else And(tuple(said))


def over(group: Group, says: Says) -> Saying:
    """Return what is said of a group: of all of it, of some, of so many, of all but some, of nothing else."""
    if group.only:
        return joined([over(replace(group, only=False), says), over(_others(group), says)])
    if group.of_plural:
        mention, where, none = group.things[0].mention, group.where, group.high == 0
        general = none or group.each or where is not None or (isinstance(mention, Phrase) and mention.word in EVERYTHING)

        def told(one: Mention) -> Saying:
            said = _of_any(says(one), known=none) if general else says(one)
            if where is None:
                return said
            fits = _of_any(where(one), known=True)
            return If(fits, said) if group.low == -1 else And((fits, said))

        found: list[Saying] = [said_of(mention, told, group.low, group.high, chosen=group.chosen)]
        but = [one for one in getattr(mention, "but", ()) if one is not ELSE]
        found += (says(one) if none else Not(says(one)) for one in but)
        return joined(found)
    said = [said_of(mention, says) for mention in group.mentions]
    if not group.counted:
        return joined(said)
    return Or(tuple(said)) if (group.low, group.high) == (1, len(said)) else Count(tuple(said), int(group.low), int(group.high))


def _others(group: Group) -> Group:
    """Return nothing but a group."""
    first = next(group.mentions)
    others = Phrase("common", "others", "others", True, first.span, word="others", plural=True, but=tuple(group.mentions))
    # It stands at the same place as what is excepted, which has one entity of its own there.
    return Group((Thing(replace(others, span=(first.span[0], first.span[0]))),), 0, 0, True, of_plural=True)


def _of_any(said: Saying, *, known: bool) -> Saying:
    """Return what is said of each of all, with "a ticket" for any ticket there is, if it is `known`, else for one of its own.

    Of one of its own the story says nothing that anybody could ask.
    """

    def leaf(one: Claim | Rank | Each) -> Saying:
        if isinstance(one, Each) and not known and not one.mention.definite and one.mention.kind == "common":
            return And(())  # two windows of its own
        new = [mention for mention in one.mentions if not mention.definite] if isinstance(one, Claim) else []
        if not new:
            return one
        if not known or len(new) > 1 or isinstance(new[0], Phrase):
            return Or(()) if known else And(())
        claim, (mention,) = cast("Claim", one), new
        every = Phrase("common", mention.key, mention.name, True, mention.span, word="any", plural=True)

        def of(each: Mention) -> Saying:
            return replace(claim, head=each) if claim.head is mention else replace(claim, tail=each)

        return said_of(every, of, 1, -1)

    return cast("Saying", mapped(said, cast("Callable[[object], Any]", leaf)))


def said_of(mention: Mention, says: Says, low: int | Fraction = -1, high: int | Fraction = -1, *, chosen: bool = False) -> Saying:
    """Return what is said of a mention: of each of the things that it means, or of so many, as in `Each`."""
    if not (isinstance(mention, Phrase) and mention.plural):
        return says(mention)
    said = says(one := Mention("member", f"one of {mention.key} {mention.span}", mention.name, True, mention.span))
    own = isinstance(said, Each) and not mention.definite and low == -1 and getattr(said.mention, "word", "") == "kind"
    return And(()) if own else Each(mention, one, said, low, high, chosen)  # on each shelf six jars of its own


def conjuncts(said: Saying) -> Iterator[Saying]:
    """Yield what holds together, one by one."""
    if isinstance(said, And):
        for part in said.parts:
            yield from conjuncts(part)
    else:
        yield said


def every_leaf(said: Saying) -> Iterator[Claim | Rank]:
    """Yield the claims of a formula, those about each of several things among them."""
    for leaf in cast("Iterator[Claim | Rank | Each]", leaves(said)):
        if isinstance(leaf, Each):
            yield from every_leaf(leaf.said)
        else:
            yield leaf


def crossed(claims: Iterable[Saying]) -> Mention | None:
    """Return so many things of which several others are said each, if there are such: "two hats hang on two pegs".

    Which of these is on which, and how many on each, is open; each may be left of all. What is between several is between all.
    """
    heads: dict[Span, set[Span]] = {}

    def walk(said: Saying, uncounted: frozenset[Span] = frozenset()) -> Mention | None:
        for leaf in cast("Iterator[Claim | Rank | Each]", leaves(said)):
            if not isinstance(leaf, Each):
                continue
            if isinstance(leaf.mention, Phrase) and leaf.mention.number > 1 and leaf.low == -1:
                of_these = [one for one in every_leaf(leaf.said) if isinstance(one, Claim) and one.head != one.tail == leaf.one]
                among = [one for one in of_these if not leaf.mention.definite or one.relation in ("on", "inside", "named:at")]
                found = [one.head for one in among if one.relation not in ("named:between", "named:among")]
                (spans := heads.setdefault(leaf.mention.span, set())).update(one.span for one in found)
                if len(spans) > 1 or any(one.kind == "member" and one.span not in uncounted for one in found):
                    return leaf.mention
            inner = walk(leaf.said, uncounted | ({leaf.one.span} if not getattr(leaf.mention, "number", 0) else set()))
            if inner is not None:
                return inner
        return None

    return next((found for claim in claims if (found := walk(claim)) is not None), None)


def changed(said: Saying, change: Callable[[Claim | Rank], Saying]) -> Saying:
    """Return a formula with its claims changed."""

    def leaf(one: Claim | Rank | Each) -> Saying:
        return replace(one, said=changed(one.said, change)) if isinstance(one, Each) else change(one)

    return cast("Saying", mapped(said, cast("Callable[[object], Any]", leaf)))


def owned(said: Saying, owner: Mention) -> Saying:
    """Return a claim with its "it" taken for the owner."""

    def taken(claim: Claim | Rank) -> Claim | Rank:
        return replace(claim, tail=owner) if isinstance(claim, Claim) and claim.tail.kind == "pronoun" else claim

    return changed(said, taken)


def of_two(claim: Claim, one: int, other: int) -> Claim:
    """Return what is said of two to each other, of one of them to the other."""
    head, tail = (Mention("entity", str(entity), claim.head.name, True, claim.head.span) for entity in (one, other))
    return replace(claim, head=head, tail=tail)


def instead(saying: Saying, mention: Mention, entity: int | Mention) -> Saying:
    """Return a claim with an entity, or another mention, in the place of a mention."""
    known = Mention("entity", str(entity), mention.name, True, mention.span) if isinstance(entity, int) else entity

    def other(one: Mention) -> Mention:
        return known if one.span == mention.span and one.key == mention.key else one

    def leaf(one: Claim | Rank | Each) -> Saying:
        if isinstance(one, Claim):
            return replace(one, head=other(one.head), tail=other(one.tail), third=one.third and other(one.third))
        if isinstance(one, Rank):
            landmark, scope = (one.landmark and other(one.landmark), one.scope and other(one.scope))
            otherwise = one.otherwise and cast("Claim", leaf(one.otherwise))
            return replace(one, head=other(one.head), landmark=landmark, scope=scope, otherwise=otherwise)
        return replace(one, mention=other(one.mention), said=instead(one.said, mention, entity))

    return cast("Saying", mapped(saying, cast("Callable[[object], Saying]", leaf)))


def stateless(said: Saying) -> Saying:
    """Return what is said without the states."""

    def leaf(one: Claim | Rank | Each) -> Saying:
        if isinstance(one, Each):
            return replace(one, said=stateless(one.said))
        return And(()) if one.relation.startswith(STATE) else one

    return cast("Saying", mapped(said, cast("Any", leaf)))
