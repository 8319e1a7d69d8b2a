"""From a parse tree to what it says: predications of places, and questions.

The tree is walked once, bottom up; each method carries the name of the grammar rule it reads. What needs the whole
sentence (left-out landmarks, "it", diagonals said in two phrases) is settled afterwards, in `qsr.language.facts`.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any, Final

from lark import Token, Transformer, v_args
from lark.tree import Meta

from qsr import relations
from qsr.errors import ParseError
from qsr.language import words
from qsr.language.parts import Amount, Asked, Bearing, Kinds, Margin, Meaning, Mention, Part, Place, Predication, mention_of

__all__ = ["Interpreter"]

#: What "on the same ... " says about the axis on which the two may differ; None where it says nothing.
_LEVEL_AXES: Final = {"horizontal": 0, "vertical": 1, "level": 0, "height": 0, "row": 0, "column": 1}


@v_args(meta=True)
class Interpreter(Transformer[Token, Any]):
    """Turns the tree of a sentence into a `Meaning`, that of a question into `Asked`.

    Raises (wrapped by Lark in a VisitError) ParseError for what the grammar lets through but nobody can mean.
    """

    def __init__(self, text: str) -> None:
        super().__init__()
        self._text = text

    def _fault(self, message: str, span: tuple[int, int]) -> ParseError:
        return ParseError(message, self._text, *span)

    @staticmethod
    def _span(meta: Meta) -> tuple[int, int]:
        return (meta.start_pos, meta.end_pos) if not meta.empty else (0, 0)

    # ------------------------------------------------------------ sentences

    def sentence(self, meta: Meta, children: list[Any]) -> Meaning:
        kinds = () if isinstance(children[0], Part) else children.pop(0)
        return Meaning(tuple(children), kinds)

    def declared(self, meta: Meta, children: list[Any]) -> Meaning:
        return Meaning(declared=self.treatment(meta, children))

    def declared_plainly(self, meta: Meta, children: list[Any]) -> Meaning:
        return Meaning(declared=self.treated(meta, children))

    def treatment(self, meta: Meta, children: list[Any]) -> Kinds:
        return tuple(treated for group in children for treated in group)

    def treated(self, meta: Meta, children: list[Any]) -> Kinds:
        things, phrase = children
        kind, several = words.kind_of(phrase)
        if several != (len(things) > 1):
            raise self._fault("which things are treated so, one or several?", self._span(meta))
        if any(thing.kind == "pronoun" for thing in things):
            raise self._fault("name what is treated so", self._span(meta))
        return tuple((thing, kind) for thing in things)

    def refused(self, meta: Meta, children: list[Any]) -> Any:
        raise self._fault("a sentence was expected", self._span(meta))

    def part(self, meta: Meta, children: list[Any]) -> Part:
        *frame, predications = children
        return Part(predications, frame[0] if frame else None)

    def frame_relative(self, meta: Meta, children: list[Any]) -> Mention:
        mention: Mention = children[0]
        return mention

    frame_clock = frame_relative

    def located(self, meta: Meta, children: list[Any]) -> tuple[Predication, ...]:
        heads, *predicates = children
        return tuple(replace(predicate, heads=heads) for predicate in predicates)

    def located_as(self, meta: Meta, children: list[Any]) -> tuple[Predication, ...]:
        heads, phrase, *predicates = children
        kinds = self.treated(meta, [heads, phrase])
        return tuple(replace(predicate, heads=heads, kinds=kinds) for predicate in predicates)

    def as_located(self, meta: Meta, children: list[Any]) -> tuple[Predication, ...]:
        phrase, heads, *predicates = children
        return self.located_as(meta, [heads, phrase, *predicates])

    def lined_up(self, meta: Meta, children: list[Any]) -> tuple[Predication, ...]:
        heads, line, *arrangements = children
        if len(heads) < 2:
            raise self._fault("what stands in a line with what?", self._span(meta))
        inside = self._among(meta, heads, arrangements[0] if arrangements else ())
        return (Predication(heads, straight=True, axis=self._level_axis(line)), *inside)

    def side_by_side(self, meta: Meta, children: list[Any]) -> tuple[Predication, ...]:
        heads, arrangements = children
        return (Predication(heads), *self._among(meta, heads, arrangements))

    def _among(self, meta: Meta, heads: tuple[Mention, ...], arrangements: tuple[Predication, ...]) -> tuple[Predication, ...]:
        """Return the arrangements of things that were introduced together, if it is only those that they arrange.

        Else "next to each other" would be a statement of its own, and the rest another sentence.
        """
        for arrangement in arrangements:
            others = [mention for place in arrangement.places for mention in place.tails]
            if any(mention not in heads and mention.kind != "pronoun" for mention in (*arrangement.heads, *others)):
                raise self._fault("say in a sentence of its own what does not arrange these among themselves", self._span(meta))
        return arrangements

    def arranged(self, meta: Meta, children: list[Any]) -> tuple[Predication, ...]:
        heads, arrangements = children
        return (Predication(heads), *arrangements)

    def arrangements(self, meta: Meta, children: list[Any]) -> tuple[Predication, ...]:
        return tuple(children)

    def arrangement(self, meta: Meta, children: list[Any]) -> Predication:
        heads, places = children
        return Predication(heads, places)

    def _mutual(self, meta: Meta, heads: tuple[Mention, ...], category: str, text: str, negated: bool) -> tuple[Predication, ...]:
        label = words.label_of(category, text)
        if len(heads) < 2:
            raise self._fault("two things were expected in front of the verb", self._span(meta))
        if negated and len(heads) > 2:
            raise self._fault("which of them are not? Name two at a time", self._span(meta))
        if relations.CONVERSE.get(label, label) != label:
            raise self._fault("one of them and then the other was expected", self._span(meta))
        pairs = [(head, tail) for index, head in enumerate(heads) for tail in heads[index + 1 :]]
        everyday = words.is_everyday(text)
        return tuple(
            Predication((head,), (Place((label,), (tail,), everyday=everyday, span=self._span(meta)),), negated)
            for head, tail in pairs
        )

    def mutual(self, meta: Meta, children: list[Any]) -> tuple[Predication, ...]:
        return self._mutual(meta, children[0], "mutual", children[1], False)

    def mutual_not(self, meta: Meta, children: list[Any]) -> tuple[Predication, ...]:
        return self._mutual(meta, children[0], "mutual", children[2], True)

    def mutual_verb(self, meta: Meta, children: list[Any]) -> tuple[Predication, ...]:
        return self._mutual(meta, children[0], "verbs", children[1], False)

    def mutual_verb_not(self, meta: Meta, children: list[Any]) -> tuple[Predication, ...]:
        return self._mutual(meta, children[0], "verbs", children[2], True)

    def neither_subject(self, meta: Meta, children: list[Any]) -> tuple[Predication, ...]:
        *heads, places = children
        return (Predication(tuple(heads), places, negated=True),)

    def neither_place(self, meta: Meta, children: list[Any]) -> tuple[Predication, ...]:
        heads, *places = children
        return (Predication(heads, self.place_list(meta, places), negated=True, together=False),)

    def fronted(self, meta: Meta, children: list[Any]) -> tuple[Predication, ...]:
        places, heads = children
        return (Predication(heads, places),)

    def has(self, meta: Meta, children: list[Any]) -> tuple[Predication, ...]:
        owner, arrangements = children
        return tuple(replace(arrangement, default=owner) for arrangement in arrangements)

    def vp_be(self, meta: Meta, children: list[Any]) -> Predication:
        return Predication((), children[0])

    def vp_not(self, meta: Meta, children: list[Any]) -> Predication:
        return Predication((), children[1], negated=True)

    def vp_level(self, meta: Meta, children: list[Any]) -> Predication:
        return Predication((), straight=True, axis=self._level_axis(children[0]))

    def vp_there(self, meta: Meta, children: list[Any]) -> Predication:
        return Predication(())

    def vp_verb(self, meta: Meta, children: list[Any]) -> Predication:
        verb, tails = children
        place = Place((words.label_of("verbs", verb),), tails, everyday=words.is_everyday(verb), span=self._span(meta))
        return Predication((), (place,))

    def vp_verb_not(self, meta: Meta, children: list[Any]) -> Predication:
        return replace(self.vp_verb(meta, children[1:]), negated=True)

    # ------------------------------------------------------------ places

    def place_list(self, meta: Meta, children: list[Any]) -> tuple[Place, ...]:
        return tuple(place for group in children for place in group)

    def place(self, meta: Meta, children: list[Any]) -> tuple[Place, ...]:
        core = next(child for child in children if isinstance(child, Place))
        place, extra = replace(core, span=self._span(meta)), []
        for child in children:
            if isinstance(child, tuple) and child[0] == "amount":
                if place.amount is not None:
                    raise self._fault("two distances for one direction", self._span(meta))
                place = replace(place, amount=child[1])
            elif isinstance(child, tuple) and child[0] == "level":
                place = replace(place, straight=True, axis=child[1])
            elif isinstance(child, tuple) and child[0] == "margin":
                place = replace(place, margins=(*place.margins, child[1]))
            elif isinstance(child, tuple) and child[0] == "clock":
                place = self._with_clock(meta, place, child[1])
            elif isinstance(child, tuple) and child[0] == "direction":
                side, text = child[1]
                unsure = f"{text!r}: does that belong to what stands before it? Write 'and {text}' if it says a second place"
                extra.append(replace(_directed(side, core.tails), unsure=unsure, span=self._span(meta)))
            elif child == "straight":
                place = replace(place, straight=True)
            elif child == "measured":
                place = replace(place, measured=True)
            elif child == "far":
                place = replace(place, far=True)
        return (place, *extra)

    def _with_clock(self, meta: Meta, place: Place, hour: str) -> Place:
        labels = relations.parts(hour)
        if not set(place.labels) <= set(labels):
            raise self._fault(f"{' and '.join(place.labels)} is not where that hour is on a clock", self._span(meta))
        return replace(place, labels=labels)

    def amount(self, meta: Meta, children: list[Any]) -> tuple[str, Amount]:
        return "amount", words.amount_of(children[0])

    def level(self, meta: Meta, children: list[Any]) -> tuple[str, int | None]:
        return "level", self._level_axis(children[0])

    @staticmethod
    def _level_axis(text: str) -> int | None:
        found = [axis for word, axis in _LEVEL_AXES.items() if re.search(rf"\b{word}", text, re.IGNORECASE)]
        return found[0] if found else None

    def margin(self, meta: Meta, children: list[Any]) -> tuple[str, Margin]:
        amount, side, *owner = children
        if len(relations.parts(side)) > 1:
            raise self._fault("one side of a boundary was expected", self._span(meta))
        return "margin", (side, words.amount_of(amount), owner[0] if owner else None)

    def margin_of(self, meta: Meta, children: list[Any]) -> tuple[str, Margin]:
        amount, owner, side = children
        return self.margin(meta, [amount, side, owner])

    def straight(self, meta: Meta, children: list[Any]) -> str:
        return "straight"

    def measured(self, meta: Meta, children: list[Any]) -> str:
        return "measured"

    def far(self, meta: Meta, children: list[Any]) -> str:
        return "far"

    def nothing(self, meta: Meta, children: list[Any]) -> str:
        return "nothing"

    def after_clock(self, meta: Meta, children: list[Any]) -> tuple[str, str]:
        return "clock", self._clock(meta, children[0])

    def after_direction(self, meta: Meta, children: list[Any]) -> tuple[str, tuple[str, str]]:
        return "direction", (children[0], self._text[slice(*self._span(meta))].strip())

    def by_preposition(self, meta: Meta, children: list[Any]) -> Place:
        label = words.label_of("prepositions", children[0])
        return Place((label,), children[1] if len(children) > 1 else (), everyday=words.is_everyday(children[0]))

    def inside(self, meta: Meta, children: list[Any]) -> Place:
        return Place((words.label_of("prepositions", "in"),), children[0], everyday=words.is_everyday("in"))

    def by_direction(self, meta: Meta, children: list[Any]) -> Place:
        return _directed(children[0], children[1] if len(children) > 1 else ())

    def by_possessor(self, meta: Meta, children: list[Any]) -> Place:
        return _directed(children[1], (children[0],))

    by_angle = by_possessor

    def by_clock(self, meta: Meta, children: list[Any]) -> Place:
        return Place(relations.parts(self._clock(meta, children[0])), tuple(children[1:]))

    def by_clock_possessor(self, meta: Meta, children: list[Any]) -> Place:
        return Place(relations.parts(self._clock(meta, children[1])), (children[0],))

    def _clock(self, meta: Meta, text: str) -> str:
        relation = words.clock_of(text)
        if relation is None:
            raise self._fault("an hour of a clock was expected, 1 to 12, or two that follow each other", self._span(meta))
        return relation

    def direction(self, meta: Meta, children: list[Any]) -> str:
        token: Token = children[0]
        label = words.label_of(token.type.lower(), token)
        return Bearing(label) if words.is_compass(token) else label

    def landmark(self, meta: Meta, children: list[Any]) -> tuple[Mention, ...]:
        return children[0] if children else ()

    # ------------------------------------------------------------ noun phrases

    def np_list(self, meta: Meta, children: list[Any]) -> tuple[Mention, ...]:
        return tuple(children)

    def np(self, meta: Meta, children: list[Any]) -> Mention:
        mention = mention_of(children[0])
        if not mention.key:
            raise self._fault("a name was expected between the quotation marks", self._span(meta))
        return mention

    # ------------------------------------------------------------ questions

    def question(self, meta: Meta, children: list[Any]) -> Asked:
        asked: Asked = children[0]
        return asked

    def q_treated(self, meta: Meta, children: list[Any]) -> Asked:
        kinds, plain = children
        asked: Asked = replace(plain, kinds=kinds)
        return asked

    def q_where(self, meta: Meta, children: list[Any]) -> Asked:
        return Asked("relation", tuple(children))

    def q_where_framed(self, meta: Meta, children: list[Any]) -> Asked:
        return Asked("relation", (children[1], children[0]))

    q_side = q_where_framed

    def q_is(self, meta: Meta, children: list[Any]) -> Asked:
        return Asked("yes_no", part=Part((Predication((children[0],), children[1]),)))

    def q_is_framed(self, meta: Meta, children: list[Any]) -> Asked:
        return Asked("yes_no", part=Part((Predication((children[1],), children[2]),), children[0]))

    def q_mutual(self, meta: Meta, children: list[Any]) -> Asked:
        return Asked("yes_no", part=Part(self.mutual(meta, [tuple(children[:2]), children[2]])))

    def q_does(self, meta: Meta, children: list[Any]) -> Asked:
        head, verb, tail = children
        return Asked("yes_no", part=Part((replace(self.vp_verb(meta, [verb, (tail,)]), heads=(head,)),)))

    def q_do_mutual(self, meta: Meta, children: list[Any]) -> Asked:
        return Asked("yes_no", part=Part(self.mutual_verb(meta, [tuple(children[:2]), children[2]])))

    def q_path(self, meta: Meta, children: list[Any]) -> Asked:
        return Asked("path", tuple(children))


def _directed(direction: str, tails: tuple[Mention, ...]) -> Place:
    return Place(relations.parts(direction), tails, compass=isinstance(direction, Bearing))
