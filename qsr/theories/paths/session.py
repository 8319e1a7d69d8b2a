"""Sessions that answer from one path between the entities of the question.

Shared by the compat theories: which path is taken, how an answer is put into words, and what stands behind an exclusion. What
the path means, and whether the whole story fits a grid, is asked of a `Reasoner`, of which there is one per backend.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import islice, pairwise
from typing import Protocol

from qsr.errors import LimitReached, NotCovered
from qsr.relations import OVERLAPPING, converse, parts
from qsr.story import MARKS, Answer, Question, Story, Value, Witness
from qsr.theories.answers import answered
from qsr.theories.paths.links import Link, Links, shortest_path, unit, words
from qsr.theories.paths.models import Models

__all__ = ["PathSession", "Read", "Reasoner", "path_links", "uncovered_question"]

PLANE = ("left", "right", "above", "below", OVERLAPPING)
SPACE = ("left", "right", "above", "below", "behind", "in front", OVERLAPPING)
_YES_NO = frozenset({"yes", "no"})
_EITHER = {label: frozenset({label}) for label in ("yes", "no")}
_NOTHING: frozenset[str] = frozenset()


class Reasoner(Protocol):
    """One backend of a theory that answers from paths."""

    def read(self, story: Story) -> Links:
        """Read the statements as the theory means them."""

    def compose(self, story: Story, links: Links, path: list[Link]) -> frozenset[str]:
        """Return the labels that the links of a path give; raise LimitReached where a limit cuts the work short."""

    def conflict(self, story: Story, links: Links) -> tuple[int, ...]:
        """Return a minimal inconsistent set of statements, ascending, or nothing where there is none to be found."""


def path_links(links: Links, head: int, tail: int) -> list[Link] | None:
    """Return the links of the shortest path from head to tail, each seen from the side of the head."""
    path = shortest_path(links.near, head, tail)
    return None if path is None else [links.near[a][b] for a, b in pairwise(path)]


def uncovered_question(question: Question, forms: tuple[str, ...]) -> str:
    """Return why a theory of directions has no answer to the question; empty where it has one."""
    if question.form not in forms:
        return f"not covered: a question of form {question.form!r}"
    if len(question.args) != 2:
        return "not covered: a question that is not about two entities"
    if more := [name for name, _ in question.properties if name not in MARKS]:
        return f"not covered: the question's {', '.join(more)}"
    if question.form == "yes_no" and len(question.candidates) != 1:
        return "not covered: a yes/no question that does not ask one relation"
    if question.form in ("relation", "yes_no"):
        for candidate in question.candidates:
            if unit(candidate) is None:
                return f"not covered: the label {candidate!r}"
    return ""


@lru_cache(maxsize=4096)
def _holding(labels: frozenset[str], candidates: tuple[str, ...]) -> frozenset[str]:
    """Return the candidates all of whose parts are among the labels."""
    return frozenset(candidate for candidate in candidates if labels.issuperset(parts(candidate)))


@dataclass(slots=True)
class Read:
    """What one story comes to, kept while questions about it follow one another."""

    story: Story
    links: Links
    conflict: tuple[int, ...]
    remark: str


class PathSession:
    """Answers from the shortest path, under one theory and one backend.

    Parameters
    ----------
    theory, fingerprint
        What every answer carries.
    reasoner
        The backend.
    models
        How the theory places entities, for witnesses.
    """

    forms: tuple[str, ...] = ("relation", "yes_no")

    def __init__(self, theory: str, fingerprint: str, reasoner: Reasoner, models: Models) -> None:
        self._theory = theory
        self._fingerprint = fingerprint
        self._reasoner = reasoner
        self._models = models
        self._last: Read | None = None

    def answer(self, story: Story, question: Question) -> Answer:
        """Return the composed labels, or whether the one asked label is among them.

        Status inconsistent comes with the path's answer as `value`: the published method looks at the path alone. Where
        nothing connects the two entities every label is possible and `value` is the empty set (``"unknown"`` for yes/no).
        """
        fault = uncovered_question(question, self.forms)
        if fault:
            return self._answer("not_covered", None, fault)
        try:
            read = self._read(story)
            if read.links.uncovered:
                return self._answer("not_covered", None, read.links.uncovered)
            return self._answer_covered(story, question, read)
        except LimitReached as limit:
            return self._answer("unknown", None, str(limit), undecided=self._candidates(story, question))

    def _answer_covered(self, story: Story, question: Question, read: Read) -> Answer:
        labels = self._labels(story, question, read.links)
        value: str | frozenset[str]
        if question.form == "yes_no":
            value = "unknown" if labels is None else "yes" if _holding(labels, question.candidates) else "no"
            decided = _EITHER.get(value, _NOTHING)
        else:
            value = labels or _NOTHING
            if question.candidates:
                value = _holding(value, question.candidates)
            decided = value
        if read.conflict:
            return self._answer("inconsistent", value, read.remark)
        if labels is None:
            reason = self._unconnected(story, question, read)
            return self._answer("ambiguous", value, reason, possible=self._candidates(story, question))
        return self._answer("determined", value, read.remark, decided, decided)

    def _unconnected(self, story: Story, question: Question, read: Read) -> str:
        head, tail = (story.entities[entity] for entity in question.args)
        return f"the text does not connect {head} and {tail}{'; ' if read.remark else ''}{read.remark}"

    def witness(self, story: Story, question: Question | None = None, candidate: str | None = None) -> Witness | None:
        """Return a model of the whole story in which the candidate holds.

        None where the candidate is not possible, and also, for a theory that does not check the whole story, where the
        statements off the path leave no model at all.
        """
        links = self._covered(story).links
        if question is None or candidate is None:
            return self._models.find(story, links)
        answer = answered(self.answer(story, question), candidate, self._candidates(story, question))
        if candidate not in answer.possible:
            return None
        head, tail = question.args
        if answer.status != "determined":
            return self._models.find(story, links, (head, tail, self._asked(question, candidate)))
        # What the path gives holds in every model; what it merely does not give may hold in some.
        if candidate == "no" and self._allows(story, question, "yes"):
            return self._models.without(story, links, (head, tail, question.candidates[0]))
        return self._models.find(story, links)

    def core(self, story: Story, question: Question | None = None, candidate: str | None = None) -> tuple[int, ...] | None:
        """Return the statements of the path where it excludes the candidate, and a conflict where the story has one.

        Without any one of its statements the path no longer connects head and tail, so the set is minimal. It is empty where the
        path does not give the candidate and does not exclude it either.
        """
        read = self._covered(story)
        if question is None or candidate is None:
            return read.conflict or None
        answer = answered(self.answer(story, question), candidate, self._candidates(story, question))
        if candidate in answer.possible:
            return None
        if read.conflict or self._allows(story, question, candidate):
            return read.conflict
        return tuple(sorted(statement for statement, _ in path_links(read.links, *question.args) or ()))

    def _allows(self, story: Story, question: Question, candidate: str) -> bool:
        """Tell whether a candidate that the path does not give is left open by it, all other statements set aside."""
        if question.form == "path" or candidate == "no":
            return False
        links = self._read(story).links
        head, tail = question.args
        path = {statement: links.forward[statement] for statement, _ in path_links(links, head, tail) or ()}
        return self._models.allows(story, replace(links, forward=path), (head, tail, self._asked(question, candidate)))

    def worlds(self, story: Story, limit: int | None = None) -> Iterator[Witness]:
        """Yield models that differ in a direction between two entities, at most `limit` of them."""
        yield from islice(self._models.worlds(story, self._covered(story).links), limit)

    def close(self) -> None:
        """Forget the last story; there is no solver to let go of."""
        self._last = None

    def _read(self, story: Story) -> Read:
        if self._last is None or self._last.story is not story:
            links = self._reasoner.read(story)
            conflict = () if links.uncovered else self._reasoner.conflict(story, links)
            self._last = Read(story, links, conflict, self._remark(story, links, conflict))
        return self._last

    def _covered(self, story: Story) -> Read:
        read = self._read(story)
        if read.links.uncovered:
            raise NotCovered(read.links.uncovered)
        return read

    def _remark(self, story: Story, links: Links, conflict: tuple[int, ...]) -> str:
        remarks = []
        if conflict:
            remarks.append(
                f"these statements contradict each other: {'; '.join(words(story, statement) for statement in conflict)}"
            )
        remarks += [f"{words(story, statement)} relates an entity to itself and asserts nothing" for statement in links.loops]
        return "; ".join(remarks)

    def _labels(self, story: Story, question: Question, links: Links) -> frozenset[str] | None:
        head, tail = question.args
        path = path_links(links, head, tail)
        return None if path is None else self._reasoner.compose(story, links, path)

    def _candidates(self, story: Story, question: Question) -> frozenset[str]:
        if question.form == "yes_no":
            return _YES_NO
        if question.candidates:
            return frozenset(question.candidates)
        deep = any("behind" in parts(said.relation) or "in front" in parts(said.relation) for said in story.statements)
        return frozenset(SPACE if deep else PLANE)

    def _asked(self, question: Question, candidate: str) -> str:
        """Return the label that a model must show for the candidate to hold in it."""
        if question.form != "yes_no":
            return candidate
        asked = question.candidates[0]
        if candidate == "yes":
            return asked
        return "left" if asked == OVERLAPPING else converse(asked)

    def _answer(
        self,
        status: str,
        value: Value | None,
        reason: str = "",
        possible: frozenset[str] = _NOTHING,
        entailed: frozenset[str] = _NOTHING,
        undecided: frozenset[str] = _NOTHING,
    ) -> Answer:
        return Answer(status, self._theory, value, reason, possible, entailed, undecided, self._fingerprint)
