"""What everyday English means of regions and bearings, for every theory that reads general English.

The labels of RCC8 are technical terms; the words are not. A statement or question with the property `everyday` says

- in, inside, within: a proper part, touching the edge from inside or not (TPP or NTPP); contains, encloses: the converse;
  What is so long that it is in two places (a river in two countries) is partly in each;
- outside: no inner point in common, touching or not (DC or EC);
- overlaps: interiors meet. Nobody says so of a hut and the park it stands in, so whoever states it of two things means that
  neither holds the other (PO), unless the story itself says that one is in the other, or in the same place. Asked or denied it is
  any meeting of interiors. A point overlaps a region that it is in, and another point in the same place.

North and south lie on the axis of above and below, as on a map that hangs on a wall, unless a story, or a question about it,
speaks of heights as well: then they lie on the axis of behind and in front, north behind, and there are three axes.

Whatever is taken so without having been said is told (`assumptions`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from qsr.errors import NotCovered
from qsr.logic import Relation, leaves
from qsr.relations import DIRECTIONS, EVERYDAY, OVERLAPPING, parts
from qsr.story import Question, Statement, Story

if TYPE_CHECKING:
    import networkx as nx

__all__ = ["Manner", "manners", "steady"]

_SHARING: Final = ("PO", "TPP", "NTPP", "TPPI", "NTPPI", "EQ")
#: What is partly in something does not hold it.
_PARTLY: Final = {"inside": ("PO", "TPP", "NTPP"), "contains": ("PO", "TPPI", "NTPPI")}
#: Interiors that meet where at least one of the two is a point.
_AT_A_POINT: Final = ("NTPP", "NTPPI", "EQ")
_IN: Final = frozenset({"inside", "inside and touching"})
_HOLDS: Final = frozenset({"contains", "contains and touches"})
_VERTICAL: Final = 1
_DEPTH: Final = 2
#: North and south in a story with heights.
_AWAY: Final = {"above": "behind", "below": "in front"}


class Manner:
    """How a story, with the question asked of it, means its words.

    Parameters
    ----------
    story, question
        The question may be None. Raises NotCovered where compass, heights and "behind" would need four axes.

    Attributes
    ----------
    labels_too
        Whether the labels of a question that names its words in no other way are everyday words as well.
    own_axis
        Whether north and south have an axis of their own.
    """

    def __init__(self, story: Story, question: Question | None) -> None:
        self.labels_too = any(name == "everyday" for one in story.statements for name, _ in one.properties)
        self.own_axis = _own_axis(story.statements, question)
        self._story = story
        #: Who is said to be partly in what, in either order.
        self._partly = {
            pair
            for one in story.statements
            if one.properties and one.property("everyday") == "partly"
            for pair in (one.args, one.args[::-1])
        }
        self._around: nx.DiGraph[int] | None = None

    def direction(self, relation: str, properties: Mapping[str, Any]) -> str:
        """Return a relation with its points of the compass on the axis where they lie."""
        if not self.own_axis or "compass" not in properties:
            return relation
        compass = properties["compass"]
        return "+".join(_AWAY.get(name, name) if name in compass else name for name in parts(relation))

    def topology(
        self, name: str, pair: tuple[int, int], properties: Mapping[str, Any], *, asked: bool, points: bool = False
    ) -> tuple[str, ...]:
        """Return the base relations that a label covers as an everyday word; none where it is meant as a term of RCC8.

        `points` tells that one of the pair is a point.
        """
        unsaid = asked and self.labels_too and name != OVERLAPPING
        if name not in EVERYDAY or not properties.get("everyday", unsaid):
            return ()
        if name != OVERLAPPING:
            return _PARTLY[name] if name in _PARTLY and pair in self._partly else EVERYDAY[name]
        if points:
            return _AT_A_POINT
        if asked or properties.get("negated") or self._one_holds_the_other(*pair):
            return _SHARING
        return EVERYDAY[name]

    def _one_holds_the_other(self, one: int, other: int) -> bool:
        import networkx as nx  # takes longer to import than most stories to solve

        if self._around is None:
            self._around = nx.DiGraph()
            for statement in self._story.statements:
                if len(statement.args) == 2 and not statement.property("negated"):
                    self._around.add_edges_from(_held(statement))
        around = self._around
        return one in around and other in around and (nx.has_path(around, one, other) or nx.has_path(around, other, one))

    def assumptions(self, question: Question, points: Iterable[int], extended: Iterable[int]) -> Iterator[str]:
        """Yield in words what was taken so: `points` and `extended` are what nobody declared to be the one or the other."""
        names = self._story.entities
        if dict(question.properties).get("named"):
            yield "only what the story names is looked at"
        if viewers := dict.fromkeys(who for one in self._story.statements for who in _viewer(one)):
            yield f"left, right, in front and behind are told as {' and '.join(names[who] for who in viewers)} had them"
        if found := ", ".join(names[entity] for entity in extended):
            yield f"taken to have an extent: {found}"
        said: tuple[Statement | Question, ...] = (*self._story.statements, question)
        overlapping = [one for one in said if _overlaps(one) and not dict(one.properties).get("negated")]
        single = set(points)
        for one in overlapping:
            pair = one.args
            if len(pair) == 2 and single.issuperset(pair):
                yield f"{names[pair[0]]} and {names[pair[1]]} are taken for points: to overlap is to be in the same place"
            elif one is not question and not single.intersection(pair) and not self._one_holds_the_other(pair[0], pair[1]):
                yield f"{names[pair[0]]} and {names[pair[1]]} overlap: neither is taken to hold the other"
        for statement in self._story.statements:
            if statement.properties and statement.property("everyday") == "partly":
                ((inner, outer),) = _held(statement)
                yield f"{names[inner]} is taken to be partly in {names[outer]}, since it is in another place as well"
        if self.own_axis:
            yield "north is taken to lie behind, south in front: the story speaks of heights as well"
        elif any(one.property("compass") for one in self._story.statements) and (question.form == "relation" or _mixes(said)):
            yield "as on a map: above is north, below south, left west, right east"


def manners(story: Story, question: Question) -> Iterator[tuple[Story, Question]]:
    """Yield a story and a question under each way in which a longer text may mean their words.

    Of a story to which statements are added, Manner changes its mind about these, and about nothing else:

    - that two things overlap: a further statement that one is in the other would turn off what is taken so. Such a statement
      is left out.
    - that something is "partly" in a place: a text's own reader leaves it out (`qsr.language.form.TextForm.part`).
    - north and south, which lie behind and in front as soon as heights are spoken of. Both are yielded: with heights on an axis
    of
      their own no statement may speak of depths, so that north and south take their place.
    - labels of a question that nobody put into words (`labels_too`): see `steady`.

    Raise NotCovered where somebody says what is a point and what has an extent: of a thing that is both a question means the
    whole, so that a further statement changes what is asked.
    """
    said: tuple[Statement | Question, ...] = (*story.statements, question)
    if any({"kinds", "objects"} & dict(one.properties).keys() for one in said):
        raise NotCovered("what is a point and what has an extent hangs on the whole text")
    kept = [one for one in story.statements if not _overlaps(one) or one.property("negated")]
    part = story.saying(kept, (question,))
    yield part, question
    depths = any(_axis(name) == _DEPTH for one in said for name in _names(one))
    if depths or Manner(story, question).own_axis or not any(map(_by_compass, said)):
        return
    turned = tuple(replace(one, relation=_turned(one.relation, one), properties=_without_compass(one)) for one in kept)
    labels = tuple(_turned(name, question) for name in question.candidates) if _by_compass(question) else question.candidates
    asked = replace(question, candidates=labels, properties=_without_compass(question))
    yield replace(part, statements=turned, questions=(asked,)), asked


def steady(story: Story, question: Question, labels: Sequence[str]) -> Question:
    """Return a question about those of its labels that mean the same beside any further statement; raise NotCovered if none does.

    As soon as one statement has an everyday word, labels that nobody put into words are everyday words as well.
    """
    formulas = [one for one in (*question.formulas, question.hypothesis) if one is not None]
    said = {name for formula in formulas for atom in leaves(formula) for name in parts(atom.relation)}
    kept = tuple(labels)
    if "everyday" not in dict(question.properties) and not Manner(story, None).labels_too:
        kept = tuple(name for name in labels if name == OVERLAPPING or name not in EVERYDAY)
        if not said.isdisjoint(EVERYDAY.keys() - {OVERLAPPING}) or (labels and not kept):
            raise NotCovered("what is asked may be meant in another way beside what is not understood")
    return replace(question, candidates=kept) if question.form == "relation" else question


def _viewer(said: Statement) -> Iterator[int]:
    """Yield who has it so in his view, where a statement is told as somebody's."""
    told = said.property("view")
    if isinstance(told, tuple) and told and told[0] >= 0:
        yield told[0]


def _names(said: Statement | Question) -> tuple[str, ...]:
    relations = (said.relation,) if isinstance(said, Statement) else said.candidates
    return tuple(name for relation in relations for name in parts(relation))


def _by_compass(said: Statement | Question) -> bool:
    return any(_axis(name) == _VERTICAL for name in dict(said.properties).get("compass", ()))


def _turned(relation: str, said: Statement | Question) -> Relation:
    compass = dict(said.properties).get("compass", ())
    return Relation.of("+".join(_AWAY.get(name, name) if name in compass else name for name in parts(relation)))


def _without_compass(said: Statement | Question) -> tuple[tuple[str, Any], ...]:
    return tuple(pair for pair in said.properties if pair[0] != "compass")


def _mixes(said: Iterable[Statement | Question]) -> bool:
    """Tell whether some speak of left and right, and some of west and east."""
    found = set()
    for one in said:
        compass = dict(one.properties).get("compass", ())
        for relation in (one.relation,) if isinstance(one, Statement) else one.candidates:
            found |= {name in compass for name in parts(relation) if name in ("left", "right")}
    return len(found) > 1


def _overlaps(said: Statement | Question) -> bool:
    relation = said.relation if isinstance(said, Statement) else "".join(said.candidates[:1])
    return relation == OVERLAPPING and dict(said.properties).get("everyday") is True


def _held(statement: Statement) -> list[tuple[int, int]]:
    """Return who is in whom by a statement, as pairs; whoever is in the same place as another is in it."""
    one, other = statement.args
    if statement.relation in _IN:
        return [(one, other)]
    if statement.relation in _HOLDS:
        return [(other, one)]
    if statement.relation == OVERLAPPING and not statement.property("everyday"):
        return [(one, other), (other, one)]
    return []


def _own_axis(statements: Iterable[Statement], question: Question | None) -> bool:
    said: list[tuple[str, Any]] = [(one.relation, one.property("compass", ()) if one.properties else ()) for one in statements]
    depths = any(_axis(name) == _DEPTH for relation, _ in said for name in parts(relation))
    # A question about a label, which nobody put into words, has no `compass`: it means the axis on which the story has it.
    if question is not None and question.formulas:
        # All atoms of one question are meant alike: as points of the compass, where it says so, else as heights.
        bearings = dict(question.properties).get("compass", ())
        formulas = (*question.formulas, question.hypothesis)
        said += ((atom.relation, bearings) for formula in formulas if formula is not None for atom in leaves(formula))
    elif question is not None and question.form == "yes_no" and "compass" in dict(question.properties):
        said += ((relation, dict(question.properties)["compass"]) for relation in question.candidates)
    by_compass = {name in bearings for relation, bearings in said for name in parts(relation) if _axis(name) == _VERTICAL}
    if len(by_compass) > 1 and depths:
        raise NotCovered("north and south, above and below, behind and in front in one story are four axes")
    return len(by_compass) > 1


def _axis(name: str) -> int:
    return DIRECTIONS.get(name, (0, 0))[0]
