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

from typing import TYPE_CHECKING

from qsr.lazy import fetching

if TYPE_CHECKING:
    from qsr import calculi as calculi
    from qsr import certificates as certificates
    from qsr import datasets as datasets
    from qsr import explain as explain
    from qsr import ray as ray
    from qsr import repair as repair
    from qsr import theories as theories
    from qsr.api import check, judge, parse, repairs, scenarios, solve, why, why_not, witness
    from qsr.calculi import Network
    from qsr.certificates import certify, verify
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
    from qsr.theories.protocol import Limits

__version__ = "0.1.0"

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
__getattr__ = fetching(
    __name__,
    {
        "qsr.api": "check judge parse repairs scenarios solve why why_not witness",
        "qsr.calculi": "",
        "qsr.calculi.network": "Network",
        "qsr.certificates": "",
        "qsr.certificates.make": "certify",
        "qsr.certificates.verification": "verify",
        "qsr.datasets": "",
        "qsr.errors": "BackendUnavailable DatasetError LimitReached NotCovered ParseError"
        " QsrError UnknownName UnsupportedQuestion",
        "qsr.explain": "",
        "qsr.ray": "",
        "qsr.repair": "",
        "qsr.story": "Answer Plan Question Statement Story Verdict Witness",
        "qsr.theories": "",
        "qsr.theories.protocol": "Limits",
    },
)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
