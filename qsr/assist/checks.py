"""Whether a paraphrase says what its sentence says, found without any reading of the sentence: word by word.

The sentence is one that no grammar reads, so nothing here asks one. Each word that carries something has to be found again,
and what is placed must stand where it stood; what is left over, added or turned round is said in plain words, for whoever
tries again.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from qsr.assist.denying import Denying
from qsr.assist.ordering import Ordering
from qsr.assist.protocol import Check
from qsr.assist.shallow import analyse
from qsr.assist.standing import Standing
from qsr.assist.wordwise import Wordwise

__all__ = ["check"]


def check(sentence: str, paraphrase: str, before: str | Sequence[str] = "") -> tuple[Check, ...]:
    """Return what was checked of a paraphrase, and what was found.

    Parameters
    ----------
    sentence
        The sentence as it was written.
    paraphrase
        What it is said to mean; empty for "nothing of where anything is".
    before
        The story before the sentence, or its sentences, for what a pronoun stands for.

    Examples
    --------
    >>> check("To the left of the piano is a lamp.", "The piano is left of the lamp.")[-1].detail
    "'piano left lamp' is not how the sentence has it (left)"
    >>> all(one.passed for one in check("To the left of the piano is a lamp.", "The lamp is left of the piano."))
    True
    """
    story = before if isinstance(before, str) else " ".join(before)
    analysed = analyse(sentence), analyse(paraphrase), analyse(story)
    words, places = Wordwise(*analysed), Standing(*analysed)
    if not paraphrase.strip():
        return (_check("says nothing of place", "the sentence says something:", words.told()),)
    return (
        _check("nothing lost", "the paraphrase does not have", words.lost()),
        _check("nothing added", "the sentence does not have", words.added()),
        _check("numbers", "", words.numbers()),
        _check("denials", "", Denying(*analysed).denials()),
        _check("quantifiers", "", words.quantifiers()),
        _check("connectives", "", words.connectives()),
        _check("point of view", "", words.frames()),
        _check("order", "", Ordering(*analysed).order()),
        _check("words of place", "", places.unsaid()),
        _check("who stands where", "", (*places.unplaced(), *places.exchanged())),
    )


def _check(name: str, said: str, found: Iterable[str]) -> Check:
    left = list(dict.fromkeys(found))
    words = ", ".join(map(repr, left)) if said else "; ".join(left)
    return Check(name, not left, f"{said} {words}".strip() if left else "")
