"""Sessions that answer from one path between the entities of the question.

Shared by the compat theories: which path is taken, how an answer is put into words, and what stands behind an exclusion. What
the path means, and whether the whole story fits a grid, is said once in plain Python and once by answer-set programs.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise

from qsr import theories
from qsr.errors import NotCovered
from qsr.relations import OVERLAPPING, parts
from qsr.settings import PROPERTY_SETS
from qsr.story import MARKS, Answer, Question, Statement, Story, Witness
from qsr.theories.answers import Answers, words
from qsr.theories.frame import DecidingSession
from qsr.theories.paths.clingo import composed
from qsr.theories.paths.grid import broken_cycle
from qsr.theories.paths.links import Link, Links, read_links, unit
from qsr.theories.paths.rules import PropertySet
from qsr.theories.protocol import Core, Limits, Session
from qsr.theories.shortest_path import shortest_path

__all__ = ["PathSession", "Read", "check_question", "directions_of", "path_links"]

PLANE = ("left", "right", "above", "below", OVERLAPPING)
SPACE = ("left", "right", "above", "below", "behind", "in front", OVERLAPPING)
_YES_NO = frozenset({"yes", "no"})
_EITHER = {label: frozenset({label}) for label in ("yes", "no")}
_NOTHING: frozenset[str] = frozenset()


def path_links(links: Links, head: int, tail: int) -> list[Link] | None:
    """Return the links of the shortest path from head to tail, each seen from the side of the head."""
    path = shortest_path(links.near, head, tail)
    return None if path is None else [links.near[a][b] for a, b in pairwise(path)]


def directions_of(story: Story) -> tuple[str, ...]:
    """Return the labels that a question without candidates asks about: those of depth where some statement speaks of it."""
    deep = any("behind" in parts(said.relation) or "in front" in parts(said.relation) for said in story.statements)
    return SPACE if deep else PLANE


def check_question(question: Question, forms: tuple[str, ...]) -> None:
    """Raise NotCovered for a question to which a theory of directions has no answer."""
    if question.form not in forms:
        raise NotCovered(f"not covered: a question of form {question.form!r}")
    if len(question.args) != 2:
        raise NotCovered("not covered: a question that is not about two entities")
    if more := [name for name, _ in question.properties if name not in MARKS]:
        raise NotCovered(f"not covered: the question's {', '.join(more)}")
    if question.form == "yes_no" and len(question.candidates) != 1:
        raise NotCovered("not covered: a yes/no question that does not ask one relation")
    for candidate in question.candidates:
        if question.form != "path" and unit(candidate) is None:
            raise NotCovered(f"not covered: the label {candidate!r}")


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


class PathSession(DecidingSession):
    """Answers from the shortest path, under one theory and one backend.

    They are the composed labels, or whether the one asked is among them. Status inconsistent comes with the path's answer as
    `value`: the published method looks at the path alone. Where nothing connects the two entities every label is possible and
    `value` is the empty set (``"unknown"`` for yes/no). Witnesses are models of the whole story, by the general theory under the
    settings of the property set.

    Parameters
    ----------
    rules
        What statements and paths mean.
    backend
        ``"direct"`` or ``"clingo"``.
    """

    forms: tuple[str, ...] = ("relation", "yes_no")

    def __init__(self, answers: Answers, rules: PropertySet, backend: str, limits: Limits) -> None:
        super().__init__(answers, limits)
        self._rules, self._direct = rules, backend == "direct"
        self._last: Read | None = None
        self._whole: Session | None = None

    def close(self) -> None:
        """Forget the last story, and let go of what makes models."""
        self._last = None
        if self._whole is not None:
            self._whole.close()
            self._whole = None

    def _decided(self, story: Story, question: Question) -> Answer:
        check_question(question, self.forms)
        return self._from_path(story, question, self._read(story))

    def _from_path(self, story: Story, question: Question, read: Read) -> Answer:
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
            return self._answers.plain("inconsistent", value, read.remark)
        if labels is None:
            reason = self._unconnected(story, question, read)
            return self._answers.plain("ambiguous", value, reason, possible=self._candidates(story, question))
        return self._answers.plain("determined", value, read.remark, decided, decided)

    def _unconnected(self, story: Story, question: Question, read: Read) -> str:
        head, tail = (story.entities[entity] for entity in question.args)
        return f"the text does not connect {head} and {tail}{'; ' if read.remark else ''}{read.remark}"

    def _covered(self, story: Story) -> None:
        self._read(story)

    def _shown(self, story: Story, question: Question | None, candidate: str | None) -> Witness | None:
        """Return a model of the whole story.

        None also, for a theory that does not check the whole story, where the statements off the path leave no model at all.
        """
        return self._model(story, self._read(story).links.forward, question, candidate)

    def _model(self, story: Story, kept: Iterable[int], question: Question | None, candidate: str | None) -> Witness | None:
        if question is not None:
            labels = (candidate,) if candidate is not None and question.form == "relation" else question.candidates
            question = replace(question, candidates=labels, properties=())
        return self._models().witness(self._meant(story, kept), question, candidate)

    def _models(self) -> Session:
        """Return a session of the general theory, which has the whole of the property set."""
        if self._whole is None:
            settings = dict(PROPERTY_SETS[self._rules.name])
            self._whole = theories.get(theories.GENERAL, settings).open(None if self._direct else "clingo", self._limits)
        return self._whole

    def _meant(self, story: Story, kept: Iterable[int]) -> Story:
        """Return a story of some statements as the property set takes them: their relations, on a grid with their distances."""
        statements = []
        for number, said in enumerate(story.statements[id_] for id_ in kept):
            distance = said.property("distance") if self._rules.on_grid else None
            properties = (("distance", distance),) if distance else ()
            statements.append(Statement(number, said.relation, said.args, properties=properties))
        return Story(story.entities, tuple(statements))

    def _conflict(self, story: Story) -> Core | None:
        found = self._read(story).conflict
        return Core.of(found) if found else None

    def _against(self, story: Story, question: Question, candidate: str) -> Core:
        """Return the statements of the path where it excludes the candidate, and a conflict where the story has one.

        Without any one of its statements the path no longer connects head and tail, so the set is minimal. What the path neither
        gives nor excludes is not derived.
        """
        read = self._read(story)
        if read.conflict:
            return Core.of(read.conflict)
        if self._allows(story, question, candidate):
            return Core(kind="not derived")
        return Core.of(statement for statement, _ in path_links(read.links, *question.args) or ())

    def _allows(self, story: Story, question: Question, candidate: str) -> bool:
        """Tell whether a candidate that the path does not give is left open by it, all other statements set aside."""
        if question.form == "path" or candidate == "no" or self._rules.on_grid:
            return False
        path = path_links(self._read(story).links, *question.args) or ()
        return self._model(story, sorted(statement for statement, _ in path), question, candidate) is not None

    def _worlds(self, story: Story, limit: int | None) -> Iterator[Witness]:
        """Yield models that differ in a direction between two entities."""
        return self._models().worlds(self._meant(story, self._read(story).links.forward), limit)

    def _read(self, story: Story) -> Read:
        """Return the story as links, read anew where it is not the last one; raise NotCovered."""
        if self._last is None or self._last.story is not story:
            links = read_links(story, self._rules.vectors)
            conflict = self._contradicting(story, links) if self._rules.on_grid else ()
            self._last = Read(story, links, conflict, self._remark(story, links, conflict))
        return self._last

    def _contradicting(self, story: Story, links: Links) -> tuple[int, ...]:
        """Return a minimal set of statements, ascending, that fits no grid; nothing where all of them fit one."""
        if self._direct:
            return broken_cycle(story, links)
        core = self._models().core(self._meant(story, links.forward))
        ids = tuple(links.forward)
        return () if core is None else tuple(ids[number] for number in core.statements)

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
        if path is None:
            return None
        if self._direct:
            return self._rules.merge([vector for _, vector in path])
        return composed(story, links, path, self._rules.name, self._limits)

    def _candidates(self, story: Story, question: Question) -> frozenset[str]:
        if question.form == "yes_no":
            return _YES_NO
        if question.candidates:
            return frozenset(question.candidates)
        return frozenset(directions_of(story))
