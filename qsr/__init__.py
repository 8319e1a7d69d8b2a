"""Qualitative spatial reasoning for language: every consistent answer, with a witness and a reason.

Examples
--------
>>> import qsr
>>> story = qsr.parse("The cup is left of the pen. The pen is left of the box.")
>>> answer = qsr.solve(story, "Where is the cup relative to the box?")
>>> sorted(answer.entailed)
['left']
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from qsr.errors import (
    BackendUnavailable,
    DatasetError,
    LimitReached,
    NotCovered,
    ParseError,
    QsrError,
    UnknownName,
    UnsupportedQuestion,
)
from qsr.story import Answer, Plan, Question, Statement, Story, Verdict, Witness

if TYPE_CHECKING:
    from qsr import calculi as calculi
    from qsr import certificates as certificates
    from qsr import datasets as datasets
    from qsr import explain as explain
    from qsr import repair as repair
    from qsr import theories as theories
    from qsr.api import check, judge, parse, repairs, scenarios, solve, why, why_not, witness
    from qsr.calculi import Network
    from qsr.certificates import certify, verify
    from qsr.theories.protocol import Limits

    __version__: str

__all__ = [
    "Answer",
    "BackendUnavailable",
    "DatasetError",
    "LimitReached",
    "Limits",
    "Network",
    "NotCovered",
    "ParseError",
    "Plan",
    "QsrError",
    "Question",
    "Statement",
    "Story",
    "UnknownName",
    "UnsupportedQuestion",
    "Verdict",
    "Witness",
    "calculi",
    "certificates",
    "certify",
    "check",
    "datasets",
    "explain",
    "judge",
    "parse",
    "repair",
    "repairs",
    "scenarios",
    "solve",
    "theories",
    "verify",
    "why",
    "why_not",
    "witness",
]

# Grammars and solvers take longer to import than most programs need: each name is fetched when it is first used.
_LAZY = {
    "Limits": "qsr.theories.protocol",
    "Network": "qsr.calculi",
    "certify": "qsr.certificates",
    "check": "qsr.api",
    "judge": "qsr.api",
    "parse": "qsr.api",
    "repairs": "qsr.api",
    "scenarios": "qsr.api",
    "solve": "qsr.api",
    "verify": "qsr.certificates",
    "why": "qsr.api",
    "why_not": "qsr.api",
    "witness": "qsr.api",
}
_ROOMS = ("calculi", "certificates", "datasets", "explain", "repair", "theories")


def _version() -> str:
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version("qsr")
    except PackageNotFoundError:  # a checkout that is not installed
        return "0+unknown"


def __getattr__(name: str) -> Any:
    if name == "__version__":
        return _version()
    if name in _ROOMS:
        return import_module(f"qsr.{name}")
    if name in _LAZY:
        value = getattr(import_module(_LAZY[name]), name)
        globals()[name] = value
        return value
    raise AttributeError(f"module 'qsr' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *_LAZY, *_ROOMS})
