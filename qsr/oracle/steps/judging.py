"""Does a claim follow, from a story or from other claims? Everything that asks a theory stands here."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, Final, Self

from qsr import theories
from qsr.logic import Relation
from qsr.oracle.steps.model import Claim
from qsr.relations import DIRECTIONS, join, parts
from qsr.settings import PROPERTY_SETS
from qsr.story import Question, Statement, Story
from qsr.theories import parse_settings
from qsr.theories.protocol import Limits, Session

__all__ = ["ENTAILED", "StepTheory", "own_theory"]

ENTAILED: Final = "entailed"
_WORDS: Final = {"yes": ENTAILED, "no": "contradicted"}
_GRID: Final = {"objects": "points", "relations": "complete"}


@dataclass(frozen=True, slots=True)
class StepTheory:
    """What decides the steps.

    Parameters
    ----------
    support
        A session whose "yes" means that a claim follows.
    contradiction
        A session whose "no" means that a claim contradicts the story, where that of `support` means only that it derives nothing;
        None where `support` itself is one.
    settings
        What wins over the settings of a story.
    """

    support: Session
    contradiction: Session | None
    settings: Mapping[str, str]

    @classmethod
    def open(cls, theory: str, limits: Limits | None = None) -> Self:
        """Open the theory for steps under a theory of answers: ``"exact, objects: points"``, ``"paper-ps3"``, ``"spartun"``.

        The paper's sets 2 to 4 are decided exactly, over the whole story. Under SpaRTUN's rules a step follows where they derive
        it or the sound meaning of the relations entails it, and only the latter contradicts one. For the theory ``paper`` see
        `own_theory`. Raise UnknownName for an unknown theory and ParseError for settings that are none.
        """
        settings = parse_settings(theory)
        name = settings.pop("theory", theories.GENERAL)
        if other := theories.trait(name, "compared_with"):
            sound = theories.get(other, settings).open(None, limits)
            return cls(theories.get(name, settings).open(None, limits), sound, settings)
        if theories.trait(name, "derivation"):
            name, settings = theories.GENERAL, {**dict(PROPERTY_SETS[theories.trait(name, "property_set")]), **settings}
        return cls(theories.get(name, settings).open(None, limits), None, settings)

    def close(self) -> None:
        """Close the sessions."""
        self.support.close()
        if self.contradiction is not None:
            self.contradiction.close()

    def prepared(self, story: Story) -> Story:
        """Return the story with the settings under which its steps are read."""
        return replace(story, settings=tuple({**dict(story.settings), **self.settings}.items()))

    def judge(self, story: Story, claim: Claim) -> tuple[str, str]:
        """Return ``"entailed"``, ``"unsupported"``, ``"contradicted"`` or ``"undecided"``, with the reason of the last.

        In a story of points, complete relations and specified quantities a sentence gives both coordinates of the head: axes
        that it does not name are level.
        """
        if not claim.labels:
            return self._nothing_follows(story, claim)
        word, reason = self._holds(story, claim)
        if word == ENTAILED and _on_a_grid(story) and not claim.partial:
            named = {DIRECTIONS[label][0] for label in claim.labels if label in DIRECTIONS}
            directions = tuple(label for label, (axis, _) in DIRECTIONS.items() if axis not in named and axis < 2)
            if named and directions:
                levels = self.support.answer(story, Question(0, "relation", (claim.head, claim.tail), directions))
                word = "contradicted" if levels.entailed else "unsupported" if levels.possible else word
        return word, reason

    def follows_from(self, story: Story, claim: Claim, premises: Iterable[Claim]) -> bool:
        """Tell whether a claim follows from others about entities of the story, as statements or by labels alone."""
        known = tuple(premises)
        for alone in (False, True):
            statements = [statement for premise in known for statement in self._statements(story, premise, alone=alone)]
            if self.judge(story.saying(statements), claim)[0] == ENTAILED:
                return True
        return False

    def _statements(self, story: Story, claim: Claim, *, alone: bool) -> list[Statement]:
        """Return a claim as statements: its directions as one, each other label as one."""
        lengths = _lengths(story, claim)
        directions = [label for label in claim.labels if label in DIRECTIONS]
        relations = [*([join(directions)] if directions else []), *(label for label in claim.labels if label not in DIRECTIONS)]
        found = []
        for relation in relations:
            properties: dict[str, Any] = {}
            distances = tuple(lengths.get(label) for label in parts(relation))
            if self.contradiction is None:
                if any(distance is not None for distance in distances):
                    properties["distance"] = distances
                if (alone or claim.partial) and not _on_a_grid(story):
                    properties["relations"] = "incomplete"
                if not claim.measured:
                    properties["quantities"] = "unspecified"
            found.append(
                Statement(0, Relation.of(relation), (claim.head, claim.tail), properties=tuple(sorted(properties.items())))
            )
        return found

    def _holds(self, story: Story, claim: Claim) -> tuple[str, str]:
        relation = join(claim.labels)
        lengths = _lengths(story, claim)
        distances = tuple(lengths.get(label) for label in parts(relation))
        properties = (("distance", distances),) if any(distance is not None for distance in distances) else ()
        question = Question(0, "yes_no", (claim.head, claim.tail), (relation,), properties=properties)
        answer = self.support.answer(story, question)
        if self.contradiction is None:
            if answer.status not in ("determined", "ambiguous"):
                return "undecided", answer.reason or answer.status
            return _WORDS.get(str(answer.value), "unsupported"), ""
        if answer.status != "determined":
            return "undecided", answer.reason or answer.status
        if answer.value == "yes":
            return ENTAILED, ""
        second = self.contradiction.answer(story, question)
        if second.status not in ("determined", "ambiguous"):
            return "unsupported", ""
        return _WORDS.get(str(second.value), "unsupported"), ""

    def _nothing_follows(self, story: Story, claim: Claim) -> tuple[str, str]:
        answer = self.support.answer(story, Question(0, "relation", (claim.head, claim.tail)))
        if answer.status not in ("determined", "ambiguous"):
            return "undecided", answer.reason or answer.status
        return ("contradicted", "") if answer.entailed else (ENTAILED, "")


def own_theory(theory: str, story: Story) -> str:
    """Return the theory for the steps of one story where answers are judged by `theory`.

    It is the same one, but for ``paper``, which leaves the property set to the story: then it is the first set, or one for the
    exact theory.

    >>> own_theory("paper", Story(settings=(("objects", "points"), ("relations", "complete"), ("quantities", "specified"))))
    'exact, objects: points, relations: complete, quantities: specified'
    """
    settings = parse_settings(theory)
    if not theories.trait(settings.get("theory"), "by_property_set"):
        return theory
    said = {**dict(story.settings), **settings}
    found = {name: said[name] for name in ("objects", "relations", "quantities") if name in said}
    if tuple(found.items()) == PROPERTY_SETS[theories.set_by_rules()]:
        return theories.of_property_set(theories.set_by_rules())
    return ", ".join((theories.GENERAL, *(f"{name}: {value}" for name, value in found.items())))


def _lengths(story: Story, claim: Claim) -> dict[str, Fraction | None]:
    """Return the distance of each direction of a claim, with the unit that is understood where quantities are specified."""
    unit = Fraction(1) if claim.measured and dict(story.settings).get("quantities") == "specified" else None
    return {label: (unit if length is None else length) for label, length in claim.lengths().items() if label in DIRECTIONS}


def _on_a_grid(story: Story) -> bool:
    given = dict(story.settings)
    return given.get("quantities") == "specified" and all(
        given.get(key, "points" if key == "objects" else "") == _GRID[key] for key in _GRID
    )
