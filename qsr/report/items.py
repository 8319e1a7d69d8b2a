"""Every item of a run: what each answer came to, by which models are compared, and what the list of items shows of it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Final, NamedTuple
from zlib import crc32

from qsr.counts import Counts
from qsr.datasets.protocol import Item
from qsr.oracle.check import VerdictCounts
from qsr.pages import Items
from qsr.plain import in_words
from qsr.story import Story, Verdict

__all__ = [
    "LISTED",
    "NO_STEP",
    "NO_WRONG_STEP",
    "ONE",
    "OPEN",
    "SEVERAL",
    "Entries",
    "Entry",
    "Outcome",
    "listing",
    "outcome",
    "tally",
    "told",
]

#: How many items a report lists unless it is told otherwise.
LISTED: Final = 5000
#: Characters of a story, and of a reply, that are kept of an item in the list.
_LONGEST_STORY: Final = 20_000
_LONGEST_REPLY: Final = 4000

ONE: Final = "one answer is right"
SEVERAL: Final = "any of several answers is right"
OPEN: Final = "the text leaves the answer open"
NO_WRONG_STEP: Final[str] = "no wrong step"
NO_STEP: Final[str] = "no step at all"


class Outcome(NamedTuple):
    """What an answer came to.

    `sound` and `gold` are those of the verdict, `read` whether anything was read, `labelled` whether the item has a label.
    `answers` says how many answers the text makes right, empty where this verdict does not show it, `first` which step of the
    reasoning is the first wrong one, empty where nobody looked, and `story` tells the texts of items apart.
    """

    sound: bool | None
    gold: bool | None
    read: bool
    labelled: bool
    answers: str
    first: str
    story: int

    @property
    def counts(self) -> bool:
        """Whether the answer counts in a share of right ones: the text decides on it, or nobody can read it."""
        return self.sound is not None or not self.read


@lru_cache(maxsize=4096)
def _text(told: str) -> int:
    return crc32(told.encode("utf-8", "replace"))


def outcome(item: Item, verdict: Verdict, first: str = "", *, asked_of_text: bool = True) -> Outcome:
    """Return what an answer came to; `first` is as in `Outcome`. It is not known how many plans are right, which no text says."""
    answers = (ONE if len(verdict.right) == 1 else SEVERAL) if asked_of_text else ""
    if asked_of_text and not any(verdict.right):
        # Nothing right, or nothing but the empty set; of an answer that was not understood it is not known why.
        answers = OPEN if verdict.sound is not None else ""
    return Outcome(verdict.sound, verdict.gold, verdict.read, item.gold is not None, answers, first, _text(item.story.text))


def tally(outcomes: Iterable[Outcome]) -> VerdictCounts:
    """Return the counts of some answers; one that cannot be read counts as such only where that leaves it undecided."""
    counts = VerdictCounts()
    for one in outcomes:
        counts.both[one.sound, one.gold] += 1
        counts.labelled += one.labelled
        counts.unreadable += one.sound is None and not one.read
    return counts


@dataclass(frozen=True, slots=True)
class Entry:
    """One item, and what one model answered to it, as the list shows it; `said` is None where there is no answer."""

    groups: tuple[str, ...]
    story: str
    question: str
    options: str
    label: str | None
    right: str
    as_typed: bool
    said: tuple[str, str, str, str, str, str] | None

    @classmethod
    def of(cls, item: Item, verdict: Verdict | None, given: str = "", kind: str = "", first: str = "") -> Entry:
        """Return the entry of an item; `kind` says what is wrong with the answer, `first` which step is the first wrong one."""
        story = item.story
        said = None
        if verdict is not None:
            value = "" if verdict.value is None else cut(in_words(verdict.value), _LONGEST_REPLY)
            by_text = {True: "right", False: "wrong", None: "undecided" if verdict.read else "not readable"}[verdict.sound]
            said = (by_text, value, kind, verdict.reason, cut(given, _LONGEST_REPLY), first)
        return cls(
            item.groups,
            cut(story.text or told(story), _LONGEST_STORY),
            item.question.text,
            "; ".join(f"{letter}: {words}" for letter, words in item.choices),
            None if item.gold is None else in_words(item.gold),
            "" if verdict is None else " or ".join(map(in_words, verdict.right)),
            item.question.form == "plan",
            said,
        )


def told(story: Story) -> str:
    """Return a story without a text as names and relations, a line for each statement."""
    return "\n".join(
        " ".join((story.entities[one.args[0]], one.relation, *(story.entities[arg] for arg in one.args[1:])))
        for one in story.statements
    )


def cut(text: str, longest: int) -> str:
    """Return a text, or as much of it as has room, and how much is left out."""
    return text if len(text) <= longest else f"{text[:longest]} ... ({len(text) - longest} more characters)"


@dataclass
class Entries(Counts):
    """The first so many items of a run, by their ids, and how many there are."""

    most: int = LISTED
    first: dict[str, Entry] = field(default_factory=dict)
    count: int = 0

    def add(self, item: Item, *said: Any) -> None:
        """Take one item with what `Entry.of` wants to know of it."""
        self.count += 1
        if len(self.first) < self.most and item.id not in self.first:
            self.first[item.id] = Entry.of(item, *said)

    def merge(self, other: Entries) -> None:
        """Add those of the piece of a run that comes next."""
        self.count += other.count
        for identity, entry in other.first.items():
            if len(self.first) < self.most:
                self.first.setdefault(identity, entry)


def listing(models: Sequence[tuple[str, Entries]]) -> Items | None:
    """Return the list of items of several models, joined by their ids; None where none are to be listed."""
    whole: dict[str, list[Entry | None]] = {}
    for place, (_, entries) in enumerate(models):
        for identity, entry in entries.first.items():
            whole.setdefault(identity, [None] * len(models))[place] = entry
    if not whole:
        return None
    return Items(
        tuple(name for name, _ in models),
        tuple(_row(identity, entries) for identity, entries in whole.items()),
        max(entries.count for _, entries in models),
    )


def _row(identity: str, entries: Sequence[Entry | None]) -> Mapping[str, Any]:
    there = [entry for entry in entries if entry is not None]
    first = there[0]
    row: dict[str, Any] = {
        "id": identity,
        "groups": first.groups,
        "story": first.story,
        "question": first.question,
        "options": first.options,
        "label": first.label,
        "right": next((entry.right for entry in there if entry.right), ""),
        "said": [None if entry is None else entry.said for entry in entries],
    }
    return {**row, "typed": True} if first.as_typed else row
