"""What a data set may bring to judge, count and audit by: files of answers, judges, scores, findings, views of a story."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Protocol, runtime_checkable

from qsr.datasets.protocol import AnyAnswer, Auditable, Dataset, Item, Options, Reading, Row
from qsr.pages import Block
from qsr.plain import plain_value
from qsr.story import Answer, Question, Story, Value, Verdict
from qsr.theories.evidence import Evidence
from qsr.theories.protocol import Limits, Session

__all__ = [
    "CLASSES",
    "NOTHING",
    "Answers",
    "AskedAgain",
    "Audited",
    "Described",
    "EveryItemCounts",
    "FileArgument",
    "Finding",
    "Judging",
    "ListsPossible",
    "OwnAnswers",
    "OwnCounts",
    "OwnJudge",
    "Scored",
    "Unsolvable",
    "Values",
    "Verdicts",
    "View",
]

#: Classes of findings; `qsr.oracle.audit` says what each means.
CLASSES: Final = ("contradicts", "inconsistent", "undetermined", "defective")
#: What stands for a file, and for what a judge compares with, where answers are compared with nothing.
NOTHING: Final = "none"


@dataclass(slots=True)
class Answers:
    """The answers of a file: id -> one value or several samples, as JSON has them; and the lines that are at fault."""

    found: dict[str, tuple[Any, ...]] = field(default_factory=dict)
    faults: list[dict[str, Any]] = field(default_factory=list)


@runtime_checkable
class Described(Dataset, Protocol):
    """A data set that says in its help what its options are about."""

    @property
    def about(self) -> Mapping[str, str]:
        """Name of an option -> what it is about; its values are told beside that."""


@runtime_checkable
class OwnAnswers(Dataset, Protocol):
    """A data set with forms of its own for files of answers."""

    def answers(self, file: str) -> Answers:
        """Read a file, or a folder of files; raise DatasetError where it cannot be opened, or is none."""

    def key(self, identity: str) -> str:
        """Return the key under which the answers to the item of an id stand."""


@runtime_checkable
class EveryItemCounts(AnyAnswer, Protocol):
    """A data set whose scores are over all items: one without an answer counts as wrong, and how answers were read is told."""

    @property
    def published(self) -> str:
        """The rule of readings in the published form; all others are malformed."""


@runtime_checkable
class AskedAgain(Dataset, Protocol):
    """A data set that asks some questions again, in other words or with options in another order."""

    def asked(self, item: Item) -> Hashable:
        """Return what a question asks, the same for all ways of asking it that are recognised."""


@runtime_checkable
class ListsPossible(Dataset, Protocol):
    """A data set whose labels list what the text leaves possible, and not what follows."""

    def word(self, item: Item, candidate: str) -> str:
        """Return a candidate in the words of the item's answers."""


@dataclass(frozen=True, slots=True)
class FileArgument:
    """An argument of `qsr check` and `qsr report` that names files for a data set's own judge.

    `title` is what a page calls them, `about` the line of help; `NOTHING` in the place of all files compares with nothing.
    """

    name: str
    title: str
    about: str


class OwnJudge(Protocol):
    """Judges the answers to the items of a data set, one after the other."""

    @property
    def source(self) -> str:
        """What answers are compared with; `NOTHING` where they are compared with nothing."""

    @property
    def files(self) -> Sequence[str]:
        """The files that the judge has read."""

    def marks(self, answers: Mapping[str, Sequence[Any]], *, evidence: bool) -> Sequence[str]:
        """Return what tells runs over other answers, or with other files, apart."""

    def scores(self, item: Item) -> bool:
        """Tell whether an item is scored under the options."""

    def verdict(self, item: Item, reading: Reading, solved: Callable[[], Answer], *, evidence: bool = True) -> Verdict:
        """Judge what was read from an answer; `solved` asks the theory. `Verdict.details` has all that is counted."""

    def fault(self, verdict: Verdict) -> tuple[str, float]:
        """Return what is wrong with an answer that is not known to be sound, in a word or two, and how much it weighs."""


class OwnCounts(Protocol):
    """Counts over verdicts of a data set's own judge, or over answers of a theory."""

    def merge(self, other: Any) -> None:
        """Add the counts of the piece of a run that comes next."""

    def report(self) -> dict[str, Any]:
        """Return the counts as plain data."""


class Verdicts(OwnCounts, Protocol):
    """Counts over verdicts."""

    def add(self, item: Item, verdict: Verdict) -> None:
        """Count one, in all groups of its item."""


@runtime_checkable
class Judging(AnyAnswer, OwnAnswers, Protocol):
    """A data set whose answers are carried out and scored, and not compared with candidates."""

    @property
    def files(self) -> Sequence[FileArgument]:
        """The arguments that name files for the judge."""

    def judge(self, options: Options, files: Mapping[str, Sequence[str]]) -> OwnJudge:
        """Return a judge; raise DatasetError where one of the files is none of its kind."""

    def verdicts(self) -> Verdicts:
        """Return counts over no verdict yet."""

    def screen(self, options: Options, report: Mapping[str, Any]) -> Iterator[Block]:
        """Yield what a terminal shows of a report: paragraphs are lines, and tables have columns."""

    def page(self, models: Sequence[tuple[str, Any]]) -> Iterator[Block]:
        """Yield what a page shows of each model's `verdicts`."""


class Values(OwnCounts, Protocol):
    """Counts over answers of a theory."""

    def add(self, item: Item, value: Value) -> None:
        """Count one, in all groups of its item."""


@runtime_checkable
class Scored(Dataset, Protocol):
    """A data set whose answers are worth more or less."""

    @property
    def worth(self) -> str:
        """The name of the table of what answers are worth."""

    def values(self) -> Values:
        """Return counts over no answer yet."""

    def lines(self, report: Mapping[str, Any]) -> Iterator[tuple[str, ...]]:
        """Yield the lines of the table, its head first."""


@runtime_checkable
class Unsolvable(Dataset, Protocol):
    """A data set with options for judging that no answers can be made under."""

    def unsolvable(self, options: Options) -> str:
        """Return why a theory cannot answer under the options; an empty string where it can."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One label that its text does not support; `kind` is one of `CLASSES`, or of the data set's own.

    `text_answer` is what the text says in the benchmark's form (None where it says nothing definite), `derivation`
    the sentences that show it, `reason` the finding in words; `correction` is the label that the text supports, None where it
    supports none. `evidence` is about single candidates, and `holds_in` names the settings in which the label would be right.
    """

    id: str
    file: str
    line: int
    kind: str
    label: Value | None
    text_answer: Value | None
    derivation: tuple[str, ...]
    reason: str
    defective: str = ""
    correction: Value | None = None
    evidence: tuple[Evidence, ...] = ()
    holds_in: tuple[str, ...] = ()

    @classmethod
    def of(cls, item: Item, value: Value | None, kind: str, statements: Iterable[int], reason: str) -> Finding:
        """Return one that quotes statements; a label that contradicts them is corrected to `value`, the text's own answer."""
        quotes = tuple(dict.fromkeys(item.story.quote(statement) for statement in statements))
        correction = value if kind == "contradicts" else None
        return cls(item.id, item.file, item.line, kind, item.gold, value, quotes, reason, item.defective, correction)

    def line_of_report(self) -> dict[str, Any]:
        """Return the finding as plain data, a line of the report."""
        more = {"evidence": [one.plain() for one in self.evidence], "holds_in": list(self.holds_in)}
        return {
            "id": self.id,
            "line": self.line,
            "class": self.kind,
            "label": plain_value(self.label),
            "text_answer": plain_value(self.text_answer),
            "derivation": list(self.derivation),
            "reason": self.reason,
            "defective": self.defective or None,
            **{name: part for name, part in more.items() if part},
        }


@runtime_checkable
class Audited(Auditable, Protocol):
    """A data set whose labels claim something else than that one answer follows, and which says itself what refutes them."""

    @property
    def classes(self) -> tuple[str, ...]:
        """All classes of findings."""

    def audit(
        self, session: Session, row: Row, item: Item, answer: Answer, limits: Limits, settings: Mapping[str, str]
    ) -> Finding | None:
        """Return what is wrong with the label of an item, None where nothing is; limits and settings are the session's."""


class View(Protocol):
    """A further look at story files, which `qsr solve` gives under an option of the view's name."""

    @property
    def option(self) -> Mapping[str, Any]:
        """How the option is declared, as argparse takes it."""

    def read(self, name: str, text: str, questions: Sequence[str], chosen: Any) -> Story:
        """Read a story with its questions; raise ParseError or DatasetError."""

    def seen(self, story: Story, question: Question, limits: Limits) -> dict[str, Any]:
        """Return what is seen, as plain data; `undecided` is not empty where a limit was hit."""

    def shown(self, seen: Mapping[str, Any]) -> Iterator[Block]:
        """Yield the same for a terminal."""
