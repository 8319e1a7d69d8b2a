"""How the evaluation of SpaRP finds labels in a model's text, with its faults; not a way to read answers.

What follows the last "answer is" is put in lower case. Labels are looked for as plain substrings, the longest first, and each
one found is deleted; synonyms are looked for in what is left. So "not left" gives left, "none of the above" gives above,
"following" gives below (it holds "low"), "contains, touching" gives two labels, "within", "top" and "bottom" give
nothing. `qsr.datasets.free_text.label_lists` is the reader that makes none of these mistakes.

Source: Rizvi, Zhu and Gurevych, "SpaRC and SpaRP", Findings of ACL 2024. "low" and "touching" are known by the faults they cause;
the other synonyms are assumed.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from qsr import relations

__all__ = ["paper_labels"]

_SYNONYMS: Final[dict[str, str]] = {
    "front": "in front",
    "touching": "outside and touching",
    "overlap": relations.OVERLAPPING,
    "upper": "above",
    "low": "below",
}


def paper_labels(text: str, choices: Sequence[str]) -> frozenset[str]:
    """Return the choices that the procedure finds in a text; the empty set where it finds none.

    >>> sorted(paper_labels("Hence, the answer is none of the above.", ["above", "left"]))
    ['above']
    """
    rest = text.lower().rpartition("answer is")[2]
    found = set()
    for label in sorted(choices, key=len, reverse=True):
        if label in rest:
            found.add(label)
            rest = rest.replace(label, "")
    found.update(label for word, label in _SYNONYMS.items() if label in choices and word in rest)
    return frozenset(found)
