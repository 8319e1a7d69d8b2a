"""The generator of seating problems: from a request to verified lines."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any, Final

from qsr.datasets.space2024.generator import problems, rows
from qsr.datasets.space2024.generator.options import Wanted
from qsr.datasets.space2024.generator.problems import Facts, Problem
from qsr.datasets.space2024.generator.reasoning import Reasoner
from qsr.datasets.space2024.generator.rows import Worded
from qsr.datasets.space2024.generator.scenes import Condition, draw, true_claims
from qsr.datasets.space2024.generator.tables import Counts
from qsr.datasets.space2024.generator.verify import Verifier
from qsr.generate.frame import Frame, first_fitting
from qsr.generate.protocol import Line, Report

__all__ = ["Space2024"]

#: Draws for one item after which no further one is hoped for.
_MOST_DRAWS: Final = 400
#: Of mixed items, the share with several right options, and the shares with "none of the above" as an option and as the answer.
_SEVERAL, _NONE, _NONE_RIGHT = 0.3, 0.85, 0.12


class Space2024(Frame[Wanted]):
    """New problems about seats; see the package."""

    name = "space2024"
    wanted = Wanted

    def lines(self, asked: Wanted, report: Report) -> Iterator[tuple[str, Line]]:
        """Yield rows, each followed by its variants, with their split."""
        counts = Counts()
        with Reasoner() as reasoner, Verifier(asked.wording.language) as verifier:
            maker = _Maker(asked, report, reasoner, verifier)
            splits = (split for split, count in asked.splits for _ in range(count))
            for number, split in enumerate(splits):
                for line in maker.group(number, split):
                    counts.add(line)
                    yield split, line
        report.tables.update(counts.tables())


class _Maker:
    """Makes rows and verifies them; no problem is made twice."""

    def __init__(self, asked: Wanted, report: Report, reasoner: Reasoner, verifier: Verifier) -> None:
        self._asked, self._report, self._reasoner, self._verifier = asked, report, reasoner, verifier
        self._seen: set[object] = set()

    def group(self, number: int, split: str) -> list[Line]:
        """Return a row and its variants."""
        asked = self._asked
        problem, core = self._problem(number)
        random = Random(f"{asked.seed}/{number}/words")
        words = rows.worded(random, problem, asked.wording)
        versions: list[tuple[str, Problem, Worded]] = [("original", problem, words)]
        for variant in asked.variants:
            changed, said = problem, words
            if variant == "reorder":
                changed = replace(problem, asked=replace(problem.asked, offered=_reordered(random, problem.asked.offered)))
            elif variant == "reword":
                said = rows.worded(random, problem, asked.wording, words)
            versions.append((variant, changed, said))
        kind = "m" if len(problem.asked.answer) > 1 else "s"
        known: dict[str, Any] = {
            "language": asked.language,
            "difficulty": len(core),
            "core": list(core),
            "unique": self._reasoner.unlike(problem.scene, problem.conditions) is None,
            "group": f"{split or 'gen'}-{asked.seed}-{number}",
        }
        found = []
        for variant, version, said in versions:
            ending = "" if variant == "original" else f"-{variant}"
            identity = f"4-{split or 'gen'}-{kind}-{asked.seed}.{number}{ending}"
            line = rows.line(identity, version, said, asked.wording, {**known, "variant": variant})
            self._verifier.check(line, version)
            found.append(line)
        return found

    def _problem(self, number: int) -> tuple[Problem, tuple[int, ...]]:
        def draw(attempt: int) -> tuple[Problem, tuple[int, ...]] | str:
            found = self._attempt(Random(f"{self._asked.seed}/{number}/{attempt}"))
            if isinstance(found, str):
                return found
            problem = found[0]
            identity = (problem.scene.layout, problem.scene.names, problem.conditions, problem.asked)
            if identity in self._seen:
                return "the problem was made already"
            self._seen.add(identity)
            return found

        missing = f"{_MOST_DRAWS} draws gave no {'further ' if self._seen else ''}problem of the kind asked for"
        return first_fitting(_MOST_DRAWS, self._report, draw, missing)

    def _attempt(self, random: Random) -> tuple[Problem, tuple[int, ...]] | str:
        asked = self._asked
        layout = random.choice(random.choice(random.choice(asked.layouts)))
        scene = draw(random, layout, random.choice(asked.wording.pools(layout)))
        several, none = self._form(random)

        def sayable(clause: Condition) -> bool:
            return asked.wording.has_words(clause, layout)

        question = problems.asked(random, scene, sayable, several, none)
        if question is None:
            return "the scene has no question of the kind"
        facts = Facts(scene, true_claims(scene), sayable).without(question)
        problem = problems.chosen(random, facts, scene, question, self._reasoner, unique=asked.until == "unique")
        if isinstance(problem, str):
            return problem
        problem = problems.with_distractors(random, problem, facts, random.randint(*asked.distractors))
        if isinstance(problem, str):
            return problem
        core = problems.core(problem, self._reasoner)
        if not core:
            return "the layout alone decides the question"
        if asked.difficulty is not None and not asked.difficulty[0] <= len(core) <= asked.difficulty[1]:
            return "another difficulty than asked for"
        return problem, core

    def _form(self, random: Random) -> tuple[bool, str]:
        """Return whether several options are right, and what becomes of "none of the above"."""
        asked = self._asked
        several = asked.answers == "multi" or (asked.answers == "mixed" and asked.none != "right" and random.random() < _SEVERAL)
        if asked.none != "mixed":
            return several, asked.none
        if not several and random.random() < _NONE_RIGHT:
            return several, "right"
        return several, "offered" if random.random() < _NONE else "no"


def _reordered(random: Random, offered: tuple[int, ...]) -> tuple[int, ...]:
    """Return the options in another order; "none of the above" stays behind them, where it makes sense."""
    found = offered
    while found == offered:
        found = tuple(random.sample(offered, len(offered)))
    return found
