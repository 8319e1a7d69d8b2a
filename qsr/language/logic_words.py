"""Logic words in a sentence about places: what denies, leaves open, conditions, counts or weighs a claim.

A reader that makes a claim of every sentence has to refuse such a word by name: "No cat is in the box" is not about a cat. What a
word is its place tells: within a noun phrase a homonym is a noun or an adjective ("the trash can", "the last page"), words that
open a modifier behind its head leave the claim as it is ("the man without a hat"), and what is part of a fixed phrase belongs to
that ("in no time"). After Quirk, Greenbaum, Leech and Svartvik, "A Comprehensive Grammar of the English Language", 1985,
chapters 8 (disjuncts, subjuncts) and 10 (scope of negation); GALR, 2005, for Romanian.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import Final, NamedTuple

from qsr.language.function_words import FunctionWord, classes, found, listed
from qsr.story import Span

__all__ = ["CLAUSAL", "LOGICAL", "logic_word"]

#: Classes whose words change a claim wherever they stand.
LOGICAL: Final = ("denial", "choice", "condition", "modality", "quantity", "exception")
#: Classes whose words change it where they open a phrase or stand at the verb.
CLAUSAL: Final = ("stance", "approximation", "time", "connective")


def logic_word(
    sentence: str,
    phrases: Sequence[Span],
    language: str = "en",
    *,
    harmless: Collection[str] = (),
    modifiers: Collection[str] = (),
    fixed: Callable[[FunctionWord], bool] = lambda _: False,
) -> FunctionWord | None:
    """Return the first word of a sentence that its reader has no meaning for, None where there is none.

    Parameters
    ----------
    sentence, phrases
        The text, and where in it the noun phrases stand.
    language
        ``"en"`` or ``"ro"``.
    harmless
        Adverbs at the verb that leave the claim as it is.
    modifiers
        Words that open a modifier behind the head of a noun phrase.
    fixed
        Whether a word is part of a fixed phrase.

    Examples
    --------
    >>> logic_word("Almost every can is in the bin", [(0, 16), (23, 30)]).text
    'Almost'
    >>> logic_word("the trash can is in the bin", [(0, 13), (20, 27)])
    """
    for word in found(sentence, *LOGICAL, *CLAUSAL, language=language):
        inside = next((span for span in phrases if span[0] <= word.start < span[1]), None)
        if inside is None:
            overlooked = word.text.lower() in harmless
        else:
            place = _Place(sentence[inside[0] : word.start].lower().split(), sentence[word.end : inside[1]], inside == phrases[0])
            overlooked = _is_open(word, place, language, harmless, modifiers)
        if not overlooked and not fixed(word):
            return word
    return None


class _Place(NamedTuple):
    """Where a word stands in its noun phrase: what is before it, what follows, and whether the phrase is what is located."""

    before: list[str]
    rest: str
    located: bool


def _is_open(word: FunctionWord, place: _Place, language: str, harmless: Collection[str], modifiers: Collection[str]) -> bool:
    """Tell whether a word leaves the claim alone in its noun phrase: as a noun, an adjective, or what modifies one of these."""
    text, following = word.text.lower(), place.rest.split()[0] if place.rest.split() else ""
    ends = place.located and not following
    if text in modifiers and place.before and "choice" not in word.classes:
        return True
    if text in listed("homonyms", language):
        if language == "ro":
            # Adjectives follow their noun, and an adverb of the same form stands before it or at the verb.
            return bool(place.before) and not ends
        goes_on = following.lower() in listed("determiners", language) or place.rest.startswith(",")
        if place.before and "condition" not in word.classes and "exception" not in word.classes:
            return not goes_on
        return not goes_on and not following[:1].isupper() and (bool(place.before) or not classes(following, language))
    if word.classes.intersection(LOGICAL) or not place.before:
        return False
    if ends:
        return text in harmless
    # "A nearly empty box" is a box; "the box perhaps" is not one for sure.
    return not word.classes.intersection(("stance", "approximation")) or place.before[-1] in listed("determiners", language)
