"""Reading the plan in a model's free-form answer.

A prompt of GRASP asks for a list, ``[STEP, STEP, ...]``. What answers hold instead is read by the first of these rules that finds
an action; its name is the `Reading.rule`:

``list``
    The last list in square brackets that has an action; a list inside a list is part of it. Comments in it are skipped.
``list without end``
    The same, where the last list is never closed: the answer was cut off.
``list per step``
    Each line of the plan shows its steps in brackets, as lists of a single action, or as lists in numbered lines of which one at
    least has a single action; together they are the plan. Other readings are so near that it always counts as ambiguous.
``code block``
    The last block between triple backquotes whose every line is made of actions.
``numbered lines``
    The last run of numbered lines with actions in capital letters; a run ends where the numbers begin anew. Runs that count
    from 1 without a gap and name an action in each line go before those that do not.
``bullets``
    Lines that begin with a bullet and an action.
``line``
    The last line that is made of nothing but actions, two at least.
``none``
    Nothing of all this: there is no plan.

Where an answer has several plans of the kind that was read and they differ, the reading is ambiguous. A member of a list that is
no action stays in the plan, in capital letters: it is a step that does nothing.

The paper's evaluation reads otherwise: all action words in capital letters, in the order of the text, the first 20 of them
(`read_capitals`). With it the row of GPT-3.5 in the paper's Table 2 comes out.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from qsr.datasets.grasp.actions import CAPITALS, action_of
from qsr.datasets.grasp.lists import Bracketed, bracketed, without_notes
from qsr.datasets.protocol import Reading
from qsr.theories.gridworld.simulate import ACTIONS

__all__ = ["EXTRACTIONS", "read_capitals", "read_plan"]

#: Ways to read an answer, the default first.
EXTRACTIONS: Final = ("last-list", "paper")
_PAPER_STEPS: Final = 20
_PAPER_WORD: Final = re.compile(rf"\b(?:{'|'.join(ACTIONS)})\b")
_BLOCK: Final = re.compile(r"```[^\n`]*\n(.*?)(?:```|\Z)", re.DOTALL)
_NUMBERED: Final = re.compile(
    r"^[ \t>]*(?:[-*•][ \t]+)?[*_#]*(?:steps?[ \t]+)?(?P<number>\d{1,3})(?:[ \t]*[-–][ \t]*(?P<to>\d{1,3}))?"
    r"[*_]*[ \t]*[.):][*_]*[ \t]*(?P<text>\S.*)$",
    re.IGNORECASE | re.MULTILINE,
)
_BULLET: Final = re.compile(r"^[ \t]*[-*•+][ \t]+(?P<text>\S.*)$", re.M)
#: What follows explains the step: a dash or colon behind the words.
_EXPLAINED: Final = re.compile(r"\s[-–—:]+\s|:\s|\s#|\s//")
_SEPARATORS: Final = re.compile(r"[\s,;|>→➔]+|->")
_MARKS: Final = re.compile(r"[`*\"']+")


def read_plan(text: str) -> Reading:
    r"""Return the plan of an answer, by the rules of the module.

    >>> read_plan("First UP, then home: [UP, TAKE, down, 'DROP'].").value
    ('UP', 'TAKE', 'DOWN', 'DROP')
    >>> read_plan("1. UP (to the energy)\n2. TAKE").rule
    'numbered lines'
    """
    for rule in (_lists, _code_blocks, _numbered_lines, _bullets, _bare_line):
        found = rule(text)
        if found is not None:
            return found
    return Reading(None, "none")


def read_capitals(text: str) -> Reading:
    """Return the plan that the paper's evaluation sees: the action words in capital letters, in order, at most 20.

    >>> read_capitals("I go LEFT. The plan: [LEFT, TAKE]").value
    ('LEFT', 'LEFT', 'TAKE')
    """
    words = tuple(_PAPER_WORD.findall(text)[:_PAPER_STEPS])
    return Reading(words, "capitals") if words else Reading(None, "none")


def _lists(text: str) -> Reading | None:
    found = [one for one in bracketed(text) if one.actions]
    if not found:
        empty = [one for one in bracketed(text) if one.empty]
        return Reading((), "list") if empty and not CAPITALS.search(text) else None
    steps = _list_per_step(text, found)
    if steps:
        return Reading(_joined(steps), "list per step", ambiguous=True)
    *others, last = found
    # Lists that together are the last one are its parts.
    differs = any(one.items != last.items for one in others) and _joined(others) != last.items
    return Reading(last.items, "list" if last.closed else "list without end", differs)


def _joined(lists: Iterable[Bracketed]) -> tuple[str, ...]:
    return tuple(item for one in lists for item in one.items)


def _list_per_step(text: str, found: Sequence[Bracketed]) -> Sequence[Bracketed]:
    """Return the lists that each hold the steps of one line of a plan, none where the last list is a plan of its own."""
    lines = [text.count("\n", 0, one.start) for one in found]
    if len(found) < 2 or len({*lines}) < len(lines):
        return ()
    if all(len(one.items) == 1 for one in found):
        return found
    numbers = [_number_before(text, one.start) for one in found]
    first = len(found) - 1
    while first > 0 and 0 < numbers[first - 1] < numbers[first]:
        first -= 1
    run = found[first:]
    # A single step is no plan, so lists of which one is a single step are not alternatives.
    return run if len(run) > 1 and any(len(one.items) == 1 for one in run) else ()


def _number_before(text: str, place: int) -> int:
    """Return the number that the line of a place begins with, 0 where it has none."""
    line = _NUMBERED.match(text, text.rfind("\n", 0, place) + 1)
    return int(line["number"]) if line else 0


def _code_blocks(text: str) -> Reading | None:
    plans = [plan for block in _BLOCK.finditer(text) if (plan := _block(block[1])) is not None]
    return _last(plans, "code block")


def _block(text: str) -> tuple[str, ...] | None:
    """Return the actions of a block, None where a line of it is something else."""
    plan: list[str] = []
    for line in text.splitlines():
        words = without_notes(re.sub(r"(?:#|//).*", "", line))
        words = re.sub(r"^\s*(?:\d{1,3}\s*[.):]|[-*•])\s*", "", words)
        found = _only_actions(words)
        if found is None:
            return None
        plan += found
    return tuple(plan) or None


def _only_actions(words: str) -> list[str] | None:
    """Return the actions of a text that is made of nothing else, none for an empty one; None for every other text."""
    pieces = [piece for piece in _SEPARATORS.split(_MARKS.sub("", words).strip(" .")) if piece]
    actions = [action_of(piece.strip(".")) for piece in pieces]
    return [action for action in actions if action is not None] if None not in actions else None


def _numbered_lines(text: str) -> Reading | None:
    runs = [_Run()]
    for line in _NUMBERED.finditer(text):
        number = int(line["number"])
        if number <= runs[-1].last:
            runs.append(_Run())
        runs[-1].add(number, int(line["to"] or number), list(_steps(line["text"])))
    whole = [tuple(run.plan) for run in runs if run.whole]
    if not any(whole):
        return _last([tuple(run.plan) for run in runs], "numbered lines")
    # A summary of the plan ("1-5. go left") stands beside it and is no other plan.
    return _last(whole, "numbered lines")


class _Run:
    """Lines whose numbers increase; it is whole where they count from 1 without a gap and each names its steps."""

    def __init__(self) -> None:
        self.plan: list[str] = []
        self.last = 0
        self.whole = True

    def add(self, number: int, to: int, steps: Sequence[str]) -> None:
        self.whole = self.whole and number == to == self.last + 1 and bool(steps)
        self.last = max(number, to)
        self.plan += steps


def _steps(words: str) -> Iterator[str]:
    """Yield the steps that a line of a plan names in capital letters, in front of what explains them."""
    plain = without_notes(_MARKS.sub("", words))
    explained = _EXPLAINED.search(plain)
    head = plain[: explained.start()] if explained else plain
    # "Move to the left: LEFT" names its step behind the colon.
    for part in (head, plain):
        found = [action_of(word) for word in CAPITALS.findall(part)]
        if found:
            yield from (action for action in found if action is not None)
            return


def _bullets(text: str) -> Reading | None:
    plan: list[str] = []
    for line in _BULLET.finditer(text):
        words = without_notes(_MARKS.sub("", line["text"])).strip()
        if CAPITALS.match(words):
            plan += _steps(words)
    return _last([tuple(plan)], "bullets")


def _bare_line(text: str) -> Reading | None:
    plans = []
    for line in text.splitlines():
        found = _only_actions(line.rpartition(":")[2])
        if found is not None and len(found) > 1:
            plans.append(tuple(found))
    return _last(plans, "line")


def _last(plans: Sequence[tuple[str, ...]], rule: str) -> Reading | None:
    """Return the last plan that has an action; it is ambiguous where another differs."""
    found = [plan for plan in plans if plan]
    if not found:
        return None
    return Reading(found[-1], rule, any(plan != found[-1] for plan in found))
