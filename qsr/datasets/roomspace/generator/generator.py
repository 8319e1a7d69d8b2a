"""The generator of RoomSpace items: from a request to verified lines."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Final

from qsr import theories
from qsr.datasets.roomspace.generator import houses, prompts, rows
from qsr.datasets.roomspace.generator.facts import altered
from qsr.datasets.roomspace.generator.options import STATUSES, Wanted, most_pairs
from qsr.datasets.roomspace.generator.rows import GRID_MODES, Draft
from qsr.datasets.roomspace.generator.scenes import Scene, draw, on_cells
from qsr.datasets.roomspace.generator.tables import Counts
from qsr.datasets.roomspace.generator.verify import Undecided, Verifier
from qsr.generate.frame import Frame, first_fitting
from qsr.generate.protocol import GenerationError, ImpossibleRequest, Line, Report
from qsr.story import Story

__all__ = ["Roomspace"]

#: Draws for one item with one setting, grid and number of objects, and with any, after which no further one is hoped for.
_SAME_DRAWS: Final = 40
_MOST_DRAWS: Final = 1200


class Roomspace(Frame[Wanted]):
    """New RoomSpace items, in rooms that are drawn or taken from ProcTHOR's files; see the package."""

    name = "roomspace"
    wanted = Wanted

    def lines(self, asked: Wanted, report: Report) -> Iterator[tuple[str, Line]]:
        """Yield rows or prompts, each with its split."""
        modes = tuple(dict.fromkeys((asked.mode, *GRID_MODES)))
        counts = Counts()
        style, question = asked.style or "bare", asked.question or "fr"
        with Verifier(modes) as verifier:
            maker = _Maker(asked, report, verifier, modes)
            for number, (split, status) in enumerate(_slots(asked)):
                line, seconds = maker.item(number, status)
                counts.add(line, seconds)
                yield split, (line if asked.form == "rows" else prompts.messages(line, asked.views[0], style, question))
        report.tables.update(counts.tables())


def _slots(asked: Wanted) -> Iterator[tuple[str, str]]:
    """Yield split and status for every item; balanced, two statuses differ by one item at most within a split."""
    random = Random(f"{asked.seed}/order")
    for name, count in asked.splits:
        statuses = [STATUSES[number % len(STATUSES)] if asked.balance else "" for number in range(count)]
        random.shuffle(statuses)
        for status in statuses:
            yield name, status


class _Maker:
    """Makes rows and verifies them; no description is made twice."""

    def __init__(self, asked: Wanted, report: Report, verifier: Verifier, modes: tuple[str, ...]) -> None:
        self._asked, self._report, self._verifier = asked, report, verifier
        self._sessions = {mode: theories.get("room", {"mode": mode}).open() for mode in modes}
        self._seen: set[object] = set()
        self._rooms = {
            sides: houses.scenes(asked.files, sides, self._objects()[0], report) for sides in asked.grids if asked.files
        }
        for sides, found in self._rooms.items():
            if not found:
                raise ImpossibleRequest(
                    f"no room of the files has {self._objects()[0]} objects or more (grid {sides[0]}x{sides[1]})"
                )

    def item(self, number: int, status: str) -> tuple[Line, float]:
        """Return a row of that status (of any, where it is empty) and the CPU seconds that its answer took."""
        asked = self._asked

        def drawn(attempt: int) -> tuple[Line, float] | str:
            outer = Random(f"{asked.seed}/{asked.mode}/{number}/{attempt // _SAME_DRAWS}")
            # Regions alone never contradict each other.
            setting = outer.choice([name for name in asked.settings if status != "no" or name != "Layout"])
            sides, objects = outer.choice(asked.grids), outer.choice(self._objects())
            random = Random(f"{asked.seed}/{asked.mode}/{number}/{attempt}/room")
            found = self._attempt(random, setting, sides, objects, status)
            if isinstance(found, str):
                return found
            identity = f"room-{asked.seed}-{number}_{found.grid}_n{objects}_m{found.requested}_{setting}"
            try:
                row = self._row(random, found, identity)
            except Undecided:
                return "a solver reached a limit"
            self._seen.add((found.scene.names, found.facts, found.grid))
            return row

        of_status = f" of status {status}" if status else ""
        missing = f"{_MOST_DRAWS} draws gave no {'further' if self._seen else ''} room{of_status}"
        return first_fitting(_MOST_DRAWS, self._report, drawn, missing)

    def _objects(self) -> list[int]:
        """Return the numbers of objects that leave enough pairs to describe."""
        first, last = self._asked.objects
        least = self._asked.pairs[0] if self._asked.pairs else 0
        return [count for count in range(first, last + 1) if most_pairs(count) >= least]

    def _attempt(self, random: Random, setting: str, sides: tuple[int, int], objects: int, status: str) -> Draft | str:
        scene = self._scene(random, sides, objects)
        if scene is None:
            return f"no room of the files has {objects} objects"
        low, high = self._asked.pairs or (objects - 1, most_pairs(objects))
        found = rows.draft(scene, setting, self._asked.mode, random.randint(low, min(high, most_pairs(objects))))
        reached = self._status(found)
        if status == "no" and reached != "no":
            facts, at = altered(random, found.facts)
            found = replace(found, facts=facts, altered=at)
            reached = self._status(found)
        if reached == "unknown":
            return "a solver reached a limit"
        if status and reached != status:
            return f"status {reached} where {status} was wanted"
        if (found.scene.names, found.facts, found.grid) in self._seen:
            return "the description was made already"
        return found

    def _scene(self, random: Random, sides: tuple[int, int], objects: int) -> Scene | None:
        asked = self._asked
        if not asked.files:
            return draw(random, asked.furniture, objects, sides, asked.continuous)
        fitting = [scene for scene in self._rooms[sides] if len(scene.names) >= objects]
        if not fitting:
            return None
        scene = houses.picked(random, random.choice(fitting), objects)
        return scene if asked.continuous else on_cells(scene)

    def _status(self, of: Draft) -> str:
        story = rows.story_of(of)
        answer = self._sessions[of.mode].answer(story, story.questions[0])
        return "unknown" if answer.undecided or answer.status == "unknown" else rows.status_of(answer.possible)

    def _row(self, random: Random, of: Draft, identity: str) -> tuple[Line, float]:
        views, story = self._asked.views, rows.story_of(of)
        # The relation of the yes/no question is drawn by what the facts say; the answers are those of the text.
        drawn = self._sessions["code"].answer(story, story.questions[0]).possible
        said, question = rows.texts(of, random, drawn)
        bare: Line = {"id": identity, "setting": of.setting, "grid": of.scene.sides, **said}
        read = rows.question_again(bare, rows.read_again(bare, views[0]), "question_fr")
        found, seconds = self._answers(read, identity, of.mode)
        line = rows.line(of, identity, said, question, found, views)
        self._verifier.check(line, of, found, views)
        return line, seconds

    def _answers(self, story: Story, identity: str, own: str) -> tuple[dict[str, frozenset[str]], float]:
        """Return the consistent relations by mode, and the CPU seconds of the item's own mode."""
        found, seconds = {}, 0.0
        for mode, session in self._sessions.items():
            start = time.process_time()
            answer = session.answer(story, story.questions[0])
            if mode == own:
                seconds = time.process_time() - start
            if answer.undecided or answer.status == "unknown":
                raise Undecided
            if answer.status == "not_covered":
                raise GenerationError(f"{identity}: mode {mode}: {answer.status}: {answer.reason}")
            found[mode] = answer.possible
        return found, seconds
