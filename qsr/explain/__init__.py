"""Reasoning paths: how an answer follows from the sentences of a story, step by step, each step checked by a second solver.

Rizvi, Zhu and Gurevych, "SpaRC and SpaRP", Findings of ACL 2024, give answers with a path of entities from the head of the
question to its tail and a sentence for each fact, each converse and each merge. `derivation_of` finds one for an answer under the
theory that gave it, `derive` under one of the four property sets of the paper; `sentences` says it, `verify` checks it, and
`compare` shows where the published rules of property set 1 and the meaning of the relations disagree.

A step says no more than what follows. Under sets 3 and 4 the labels of a merge say less than the links that it merges: A left of
B, B above C gives no label under set 4, and yet C left of D then puts A left of D. The merge after it rests on more steps than
"the last merge and this link": on the latest merge from which it does follow and on every link after that one.
"""

from __future__ import annotations

from typing import Final

from qsr import settings
from qsr.explain.choice import derivation_of, derive
from qsr.explain.comparison import Difference, compare
from qsr.explain.verification import unsound, verify
from qsr.explain.wording import conclusion, sentences
from qsr.theories.derivations import Derivation, Step, spoken

__all__ = [
    "PROPERTY_SETS",
    "Derivation",
    "Difference",
    "Step",
    "compare",
    "conclusion",
    "derivation_of",
    "derive",
    "sentences",
    "spoken",
    "unsound",
    "verify",
]

#: The names of the four combinations of SpaRC's properties that its paper studies.
PROPERTY_SETS: Final = tuple(settings.PROPERTY_SETS)
