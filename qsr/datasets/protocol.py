"""What a data set is: rows of a file made into items, and answers in the benchmark's own form.

Every data set is a `Dataset`. The other protocols here and in `qsr.datasets.hooks` are what a data set may bring beside, so
that no other module need name it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Protocol, TypeAlias, runtime_checkable

from qsr.story import Answer, Question, Story, Value

if TYPE_CHECKING:
    from qsr.theories.protocol import Limits

__all__ = [
    "SWITCH",
    "AnyAnswer",
    "AnyText",
    "Auditable",
    "BadRow",
    "Baseline",
    "Compared",
    "Dataset",
    "Detailed",
    "Divisible",
    "Item",
    "Numbered",
    "Options",
    "OwnStatus",
    "PartlyRight",
    "Portable",
    "Prompted",
    "Reading",
    "Repairable",
    "Row",
]

#: Options of a reader, as the command line gives them: ``{"reading": "literal"}``.
Options: TypeAlias = Mapping[str, str]
#: The values of an option that is off unless it is named: on the command line it takes no value.
SWITCH: Final = ("no", "yes")


@dataclass(frozen=True, slots=True)
class Row:
    """One raw row, cheap to make and to send to another process: `payload` is what `Dataset.item` parses."""

    id: str
    file: str
    line: int
    payload: Any


@dataclass(frozen=True, slots=True)
class Item:
    """One question with its story.

    `gold` is the label in the benchmark's own form (None where the file has none); it never reaches a theory. `groups`
    names the groups whose scores the item enters. `defective` says what is broken in the item's text where the
    data are at fault. `given` is a model's answer that stood in the row itself. `label_set` holds all labels that an
    answer, which is then a set, may take, and over which scores are averaged; it is empty where the data set has no such list.
    `extraction` names the way in which answers to the item are read, where the data set has several. `choices` are the options
    that the item offers, each a letter and its text, where it offers any.
    """

    id: str
    story: Story
    question: Question
    gold: Value | None = None
    groups: tuple[str, ...] = ()
    defective: str = ""
    given: str | None = None
    file: str = ""
    line: int = 0
    label_set: tuple[str, ...] = ()
    extraction: str = ""
    choices: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class BadRow:
    """A row that gave no item. `unread` tells text that was not understood from a row that is broken as data.

    An unread row is an unanswered item: `gold`, `groups` and `label_set`, as in `Item`, let it count where the reader knows them;
    `sentences` are those that were not understood.
    """

    id: str
    file: str
    line: int
    error: str
    unread: bool = False
    gold: Value | None = None
    groups: tuple[str, ...] = ()
    label_set: tuple[str, ...] = ()
    sentences: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Reading:
    """What was read from a model's free-form answer.

    `value` is None where nothing was found; `rule` names how it was found; `ambiguous` is set where the text could be
    read in another way; `abstained` where it says that the answer cannot be known. `denied` holds the relations that the text
    says do not hold, one of several parts ("below+left") denied as a whole.
    """

    value: Value | None
    rule: str
    ambiguous: bool = False
    abstained: bool = False
    denied: frozenset[str] = frozenset()


@runtime_checkable
class Dataset(Protocol):
    """A reader of one benchmark's files."""

    @property
    def name(self) -> str:
        """The name under which the registry knows it."""

    @property
    def licence(self) -> str:
        """The licence of the published data."""

    @property
    def reference(self) -> str:
        """The publication that the data come from."""

    @property
    def theory(self) -> str:
        """The theory that answers it by default."""

    @property
    def options(self) -> Mapping[str, tuple[str, ...]]:
        """Options of the reader: name -> the values it takes, the default first; no values where any text is one."""

    def rows(self, path: Path, options: Options) -> Iterator[Row | BadRow]:
        """Stream the raw rows of a file; raise DatasetError where the file as a whole is not of this benchmark."""

    def item(self, row: Row, options: Options) -> Item | BadRow:
        """Parse one row."""

    def native(self, item: Item, answer: Answer) -> Value | None:
        """Project an answer to the benchmark's own form; None where the story does not determine one."""

    def extract(self, item: Item, text: str) -> Reading:
        """Read a model's free-form answer."""


@runtime_checkable
class Auditable(Dataset, Protocol):
    """A data set whose labels can be compared with what the text says, and rewritten."""

    def labels(self, value: Value) -> frozenset[str]:
        """Return the candidates that a native label stands for."""

    def rewrite(self, path: Path, target: Path, labels: Mapping[str, Value | None], options: Options) -> None:
        """Copy a file with other labels where those of the options stand: id -> new label, or None to leave the item out."""


@runtime_checkable
class PartlyRight(Dataset, Protocol):
    """A data set whose answers can be right without being complete."""

    def holds(self, value: Value, native: Value) -> bool:
        """Tell whether an answer is right where the text's own answer is `native`, even if it does not say all of it."""


@runtime_checkable
class OwnStatus(Dataset, Protocol):
    """A data set with names of its own for the status of an answer."""

    def status(self, item: Item, answer: Answer) -> str:
        """Return the benchmark's own word for what `Answer.status` says."""


@runtime_checkable
class AnyAnswer(Dataset, Protocol):
    """A data set that reads answers of other JSON types than texts, too."""

    def read_answer(self, item: Item, answer: Any) -> Reading:
        """Read an answer as it was decoded from JSON; whatever it is, nothing is raised."""


@runtime_checkable
class Detailed(Dataset, Protocol):
    """A data set whose lines of predictions say more of an answer than `answer` holds."""

    def details(self, item: Item, value: Value | None) -> Mapping[str, Any]:
        """Return further entries of a line, as JSON takes them; an entry `answer` stands for the answer itself."""

    def restored(self, item: Item, line: Mapping[str, Any]) -> Value | None:
        """Return the answer that a line with these entries holds."""


@runtime_checkable
class AnyText(Dataset, Protocol):
    """A data set of texts that nobody wrote for it: what it takes them for is told, and the sentences that are not understood."""

    def told(self, answer: Answer) -> Mapping[str, Any]:
        """Return the entries of a line that say how an answer came about, as JSON takes them."""

    def contradiction(self, item: Item) -> Value | None:
        """Return what an item is answered with where its story contradicts itself; None where answers have no form for that."""


@runtime_checkable
class Repairable(Dataset, Protocol):
    """A data set that can mend conditions which contradict each other."""

    def repairs(self, item: Item, options: Options, limits: Limits) -> Sequence[tuple[tuple[str, ...], Story]] | None:
        """Return the least repairs, each the words that it changes and the mended story; None where the options want none.

        Raise LimitReached where the search takes longer than it may.
        """


@runtime_checkable
class Numbered(Dataset, Protocol):
    """A data set some of whose groups are numbers."""

    @property
    def numbers(self) -> str:
        """What the numbers count, such as ``"hops"``."""


@runtime_checkable
class Divisible(Dataset, Protocol):
    """A data set some of whose files are rows that each stand for themselves."""

    @property
    def divisible(self) -> Sequence[str]:
        """Suffixes of the files whose rows are those of `qsr.datasets.forms.row_files.file_rows`, whatever stands before them."""


@runtime_checkable
class Portable(Dataset, Protocol):
    """A data set whose rows have payloads that JSON has no form for."""

    def packed(self, payload: Any) -> tuple[str, Any]:
        """Return the kind of a payload (empty where it is plain data already) and the payload as plain data."""

    def unpacked(self, kind: str, payload: Any) -> Any:
        """Return the payload that `packed` was given; raise KeyError or TypeError for what it did not make."""


@runtime_checkable
class Prompted(Dataset, Protocol):
    """A data set with words of its own for what a prompt puts to a language model."""

    def places(self, item: Item) -> Mapping[str, str]:
        """Return what is filled in for ``{story}``, ``{question}``, ``{labels}``, ``{options}`` and ``{rules}``."""


@runtime_checkable
class Compared(Dataset, Protocol):
    """A data set whose scores do not stand alone: what guesses that rest on no theory reach is counted beside them."""

    def guesses(self, item: Item) -> Mapping[str, Value | None]:
        """Return what each baseline answers, None where it has no answer."""


@runtime_checkable
class Baseline(Dataset, Protocol):
    """A data set that comes with baselines: guesses that rest on no theory, which its options choose."""

    def baseline(self, options: Options) -> str:
        """Return the name of the chosen baseline, or an empty string where none is."""

    def guess(self, item: Item, options: Options) -> Value | None:
        """Return what the chosen baseline answers, None where it has no answer."""
