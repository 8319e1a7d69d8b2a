"""Spatial prepositions: does "X is in Z" follow from "X is in Y" and "Y is in Z"? English and Romanian.

Kinds of file, told apart by their first line. With a header: ``id``, ``lang``, ``premise1``, ``premise2``, ``conclusion``,
``holds`` (yes or no; further columns are not read, a missing ``id`` is the line). As published, without a header: eight
columns, an item whose answer is no and one whose answer is yes, each of two premises, a conclusion and the label in the
language; the items of a row are read and scored alone, for what one of them says about the other is no reasoning. And
SpaceNLI's: ``premises`` (with ``||`` between them), ``hypothesis``, ``label``, ``category``; ``???`` is no label. These
problems are read by `qsr.theories.locatives.text` and answered by the theory `locatives`: entailment, contradiction or neutral;
wordings that it does not know are not covered. A file of JSON objects with the columns of the first or the last kind as keys,
and a table (`.parquet`, `.csv`) with these columns, are read too: `qsr generate` writes the former.

An answer to the others is yes, no or depends: the senses are open. Depends is never right, but leaves the count of answers that
were given: coverage is the share of yes and no. Groups: the language, the class (congruent: the conclusion follows), the
preposition of the conclusion, and ``contains <preposition>`` for each that occurs; of SpaceNLI the label and the category.

Option of the reader: ``--baseline always-no``, ``bare-noun`` or ``conclusion`` guesses instead of reasoning
(`qsr.datasets.prepositions.baselines`).

Sources: Comsa and Narayanan, "A Benchmark for Reasoning with Spatial Prepositions", EMNLP 2023 (github google-research/language);
Abzianidze, Zwarts and Winter, "SpaceNLI: Evaluating the Consistency of Predicting Inferences in Space", 2023.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any, Final

from qsr.datasets.prepositions import baselines
from qsr.datasets.prepositions.answers import read_answer, read_label
from qsr.datasets.prepositions.files import LABELS, PAIR_LABELS, Entry, entries, is_pair
from qsr.datasets.protocol import BadRow, Item, Options, Reading, Row
from qsr.errors import ParseError
from qsr.story import Answer, Question, Story, Value
from qsr.theories.locatives import text as locatives
from qsr.theories.prepositions import text as prepositions

__all__ = ["Prepositions"]

_CLASS: Final = {"yes": "congruent", "no": "incongruent"}


class Prepositions:
    """Reader of files about spatial prepositions; see the module."""

    name = "prepositions"
    licence = "not stated; the benchmark's repository is Apache-2.0, SpaceNLI is MIT"
    reference = "Comsa and Narayanan, EMNLP 2023 (github google-research/language, spatial_prep)"
    theory = "auto"
    #: Name of an option -> its values, the default first; any text where there are none.
    options: Final[Mapping[str, tuple[str, ...]]] = {"baseline": ("none", *baselines.NAMES)}
    about: Final = {"baseline": "answer by a guess in place of the theory"}

    def rows(self, path: Path, options: Options) -> Iterator[Row | BadRow]:
        """Stream the items of a file; raise DatasetError for a file of another kind."""
        return entries(path)

    def item(self, row: Row, options: Options) -> Item | BadRow:
        """Read one item; its label goes into the item and never into the story."""
        entry: Entry = row.payload
        if entry.kind == "spacenli":
            return _pair(row, entry)
        gold = LABELS.get(entry.label)
        groups = _known_groups(entry, gold)
        try:
            story = prepositions.read(entry.premises, entry.conclusion, entry.language or None, file=row.file)
        except ParseError as error:
            return BadRow(row.id, row.file, row.line, f"{error.message}: {_fault(error)}", unread=True, gold=gold, groups=groups)
        groups = _groups(story, gold)
        return Item(row.id, story, story.questions[-1], gold, groups, file=row.file, line=row.line)

    def native(self, item: Item, answer: Answer) -> Value | None:
        """Return yes, no or depends, of a pair entailment, contradiction or neutral; None where the story is not covered."""
        if is_pair(item):
            if answer.status == "ambiguous":
                return "neutral"
            return PAIR_LABELS.get(str(answer.value)) if answer.status == "determined" else None
        if answer.status == "ambiguous":
            return "depends"
        held = answer.entailed & {"yes", "no"} if answer.status == "determined" else frozenset()
        return next(iter(held)) if len(held) == 1 else None

    def extract(self, item: Item, text: str) -> Reading:
        """Read a model's answer in English or Romanian."""
        return read_label(text) if is_pair(item) else read_answer(text)

    def packed(self, payload: Any) -> tuple[str, Any]:
        """Return the kind of an entry, and the entry as plain data."""
        return ("preposition", asdict(payload)) if isinstance(payload, Entry) else ("", payload)

    def unpacked(self, kind: str, payload: Any) -> Entry:
        """Return the entry that `packed` was given."""
        return Entry(**{**payload, "premises": tuple(payload["premises"])})

    def baseline(self, options: Options) -> str:
        """Return the chosen baseline."""
        name = options.get("baseline", "none")
        return "" if name == "none" else name

    def guess(self, item: Item, options: Options) -> Value | None:
        """Return what the chosen baseline answers, None for an item that was not read."""
        return self.guesses(item).get(self.baseline(options))

    def guesses(self, item: Item) -> Mapping[str, Value | None]:
        """Return what every baseline answers; the one that learns has seen all items of the file but this row's."""
        return baselines.guesses(item)

    def labels(self, value: Value) -> frozenset[str]:
        """Return what an answer claims: yes or no; neutral claims that neither can be known."""
        if not isinstance(value, str):
            return frozenset()
        return frozenset({{label: name for name, label in PAIR_LABELS.items()}.get(value, value)})


def _known_groups(entry: Entry, gold: str | None) -> tuple[str, ...]:
    return tuple(name for name in (entry.language, _CLASS.get(gold or "")) if name)


def _groups(story: Story, gold: str | None) -> tuple[str, ...]:
    asked = story.questions[-1]
    language, (wanted,) = str(dict(asked.properties)["language"]), asked.candidates
    present = sorted({one.relation for one in story.statements} | {wanted})
    kind = (_CLASS[gold],) if gold else ()
    return (language, *kind, wanted, *(f"contains {name}" for name in present))


def _pair(row: Row, entry: Entry) -> Item:
    gold = entry.label if entry.label in (*PAIR_LABELS.values(), "neutral") else None
    groups = tuple(f"spacenli {name}" for name in (entry.label, entry.category) if name)
    try:
        story = locatives.read(entry.premises, entry.conclusion, file=row.file)
    except ParseError as error:
        story = _unread(entry, row.file, f"{error.message.removeprefix('not covered: ')}: {_fault(error)}")
    groups += () if story.unread else ("spacenli read",)
    return Item(row.id, story, story.questions[-1], gold, groups, file=row.file, line=row.line)


def _unread(entry: Entry, file: str, reason: str) -> Story:
    text = "\n".join((*entry.premises, entry.conclusion))
    question = Question(0, "yes_no", (), (), entry.conclusion)
    return Story((), (), (question,), text, (("theory", "locatives"),), file, (((0, len(text)), reason),))


def _fault(error: ParseError) -> str:
    return " ".join(error.text[error.start : error.end].split())[:80]
