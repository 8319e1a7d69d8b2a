"""One tree of exceptions; where a Python user expects a built-in base, the class has it.

Nothing here is raised for an inconsistent story: that is a status of an `Answer`, not a failure.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

__all__ = [
    "AssistFailed",
    "BackendUnavailable",
    "CertificateError",
    "DatasetError",
    "LimitReached",
    "NotCovered",
    "OutputRefused",
    "ParseError",
    "QsrError",
    "UnknownName",
    "UnsupportedQuestion",
    "meant",
]

_LONGEST_MESSAGE: Final = 1_000
_MOST_LISTED: Final = 100


class QsrError(Exception):
    """Base of every exception that qsr raises on purpose."""


class ParseError(QsrError, ValueError):
    r"""Text that was not understood, or that has more than one reading.

    Parameters
    ----------
    message
        What is wrong and what was expected; of a very long one, the middle is left out.
    text
        The whole text, from which the line of the fault is shown.
    start, end
        Character offsets of the fault in `text`.
    file
        Name of the file the text came from, if any.

    Examples
    --------
    >>> print(ParseError("a relation was expected", "The cup.\nThe pen hums.", 17, 21, file="a.story"))
    a.story:2:9: a relation was expected
        The pen hums.
                ^^^^
    """

    def __init__(self, message: str, text: str = "", start: int = 0, end: int | None = None, *, file: str | None = None) -> None:
        super().__init__(message, text, start, end, file)
        # A message may quote the text, and a text may be one word of a megabyte.
        self.message = message if len(message) <= _LONGEST_MESSAGE else f"{message[:400]} … {message[-200:]}"
        self.text = text
        self.start = min(max(start, 0), len(text))
        self.end = self.start + 1 if end is None else max(end, self.start)
        self.file = file
        #: Further faults of the same text, where its reader went on.
        self.others: tuple[ParseError, ...] = ()

    @property
    def line(self) -> int:
        """Line of the fault, counted from 1."""
        return self.text.count("\n", 0, self.start) + 1

    @property
    def column(self) -> int:
        """Column of the fault in characters, counted from 1."""
        return self.start - (self.text.rfind("\n", 0, self.start) + 1) + 1

    @property
    def context(self) -> str:
        """The line of the fault (at most 60 characters either side) with carets under the fault."""
        begin = self.text.rfind("\n", 0, self.start) + 1
        stop = self.text.find("\n", self.start)
        stop = len(self.text) if stop < 0 else stop
        left, right = max(begin, self.start - 60), min(stop, self.start + 60)
        shown = "".join(c if c.isprintable() else " " for c in self.text[left:right])
        carets = "^" * max(1, min(self.end, right) - self.start)
        return f"    {shown}\n    {' ' * (self.start - left)}{carets}"

    def in_file(self, file: str) -> ParseError:
        """Return the same error with the name of its file."""
        found = type(self)(self.message, self.text, self.start, self.end, file=file)
        found.others = tuple(one.in_file(file) for one in self.others)
        return found

    def __str__(self) -> str:
        place = f"{self.file or '<text>'}:{self.line}:{self.column}"
        return f"{place}: {self.message}\n{self.context}" if self.text else f"{self.file or '<text>'}: {self.message}"


class UnsupportedQuestion(QsrError, ValueError):
    """A question of a form that the theory at hand does not answer."""


class NotCovered(UnsupportedQuestion):
    """A statement or a question that the theory gives no meaning; the message names it and says why.

    `qsr.solve` reports it as the status ``"not_covered"``. What has no status to report raises it: a witness, a core, worlds.
    """


class LimitReached(QsrError, TimeoutError):
    """A limit on time, memory or models was hit before the result was complete."""


class DatasetError(QsrError, ValueError):
    """A data file that cannot be read at all (single broken rows are `BadRow` values, not exceptions)."""


class OutputRefused(DatasetError, FileExistsError):
    """A file that is not written over: an input, one of another kind, or one that another run is writing."""


class UnknownName(QsrError, LookupError):
    """A theory, dataset, calculus or backend that no registry holds."""

    def __init__(self, kind: str, name: str, known: list[str]) -> None:
        super().__init__(kind, name, known)
        self.kind, self.name, self.known = kind, name, known

    def __str__(self) -> str:
        shown = self.name if len(self.name) <= 60 else self.name[:57] + "..."
        listed = ", ".join(self.known[:_MOST_LISTED])
        more = "" if len(self.known) <= _MOST_LISTED else f" and {len(self.known) - _MOST_LISTED} more"
        return f"unknown {self.kind} {shown!r}; one of: {listed}{more}{meant(self.name, self.known)}"


def meant(name: str, known: Iterable[str]) -> str:
    """Return a question for the known names that a misspelt one may stand for, to be put behind it; nothing where none is near.

    >>> meant("exat", ["exact", "sound"]), meant("kite", ["exact", "sound"])
    ('; did you mean exact?', '')
    """
    from difflib import get_close_matches  # an error is rare, and its import is not free

    near = get_close_matches(name[:60], known, n=2, cutoff=0.7)
    return f"; did you mean {' or '.join(near)}?" if near else ""


class BackendUnavailable(QsrError, RuntimeError):
    """A solver that the theory could use but that does not decide this story or is not installed."""


class AssistFailed(QsrError, ConnectionError):
    """A language model gave no reply that could be used: out of reach, refused, broken off, or not in the form asked for."""


class CertificateError(QsrError, ValueError):
    """What is read is no certificate, or one of another version or other encodings; nothing it says has been looked at."""
