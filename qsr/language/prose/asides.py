"""Sentences, and parts of sentences, that say nothing of where, in which order, when or how many: they are passed over.

A sentence is passed over where all of it has a form that is known to place nothing. Its verbs are inert
(`grammars/verbs.toml`), or "be" with an adjective of a state; beside them stand noun phrases, times and adverbs, no word of
place or order, and none that may turn round what other sentences say. Every word has to have its part in that: what is not
known forbids passing over.

The form is a regular expression over classes of words, a letter each. A word may be of several classes ("film", "last").
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import pairwise, takewhile
from typing import Final

from qsr.errors import ParseError
from qsr.language import function_words, kinds
from qsr.language.prose import verbs
from qsr.language.prose.lexicon import adjectives, is_about_text, is_function_word, is_quality, is_time, turns_round
from qsr.language.prose.tokens import Word, tokens

__all__ = ["is_about_nothing", "is_aside", "is_beside"]

#: Classes of function words that may turn round what is said.
_TURNING: Final = frozenset({"denial", "condition", "exception", "modality", "choice"})
#: Parts of a sentence over the letters.
_OF: Final = "(?:D|Q)*(?:A,?|Nz?|M+z)*N|M+|PQ?|Q"
_NP: Final = f"(?:(?:{_OF})(?:o(?:{_OF}))*)"
_AMOUNT: Final = "(?:(?:#|D|Q)*A*(?:U|T))"
_TIME: Final = "(?:(?:i|f)?(?:D|Q)*A*#?A*T|i#|f#T)"
_OBJECT: Final = f"(?:{_NP}(?:(?:,|c|,c){_NP})*|{_NP}?tB{_NP}?|u{_NP})"
_STATE: Final = f"R*S(?:(?:,|c|,c)R*S)*(?:(?:o|u){_NP}|tB{_NP}?)?"
_BESIDE: Final = f"(?:{_TIME}|R|Q)*"
_VP: Final = f"""(?:bn?{_STATE}|bn?R*D?A+T|bn?R*G{_OBJECT}?|bn?R*E(?:y{_NP})?|(?:d|m)n?R*B{_OBJECT}?|mn?R*b{_STATE}
    |hn?R*E{_OBJECT}?|(?:(?:b|d|m|h)n?)?R*l(?:A*N)?|R*V{_OBJECT}?|R*V{_STATE}|R*V{_AMOUNT}|R*K{_NP}?{_AMOUNT}(?:tB{_OBJECT}?)?){_BESIDE}"""
_CLAUSE: Final = f"(?:(?:R|{_TIME}),?)*(?:{_NP}(?:(?:,|c|,c){_NP})*{_VP}|Zh(?:E|W){_NP}?{_BESIDE})"
_UNSURE: Final = f"{_NP}R*(?:(?:d|m)n?R*k|bn?R*k|k)(?:ga*|w(?:{_VP}|{_NP}b)|j(?:{_CLAUSE}|A?{_NP}b)?)"
_SENTENCE: Final = f"(?:{_CLAUSE}(?:,?(?:c|s|,c)(?:{_CLAUSE}|{_VP}))*|{_UNSURE}).?"


def is_about_nothing(text: str) -> bool:
    """Tell whether nothing in a sentence places, moves, orders or counts a thing, whatever it speaks of.

    >>> [is_about_nothing(text) for text in ("It took all afternoon.", "They are very heavy.", "Nobody knows who has the key.")]
    [True, True, True]
    >>> [is_about_nothing(text) for text in ("It took all the cups.", "They are gone.", "Forget the red one.")]
    [False, False, False]
    """
    try:
        return _matches(tokens(text), _SENTENCE)
    except ParseError:
        return False


def is_beside(text: str) -> bool:
    """Tell whether what is said before a sentence that places nothing may still be meant by "it" and "they" after it.

    >>> is_beside("They are heavy."), is_beside("Tom likes them.")
    (True, False)
    """
    if not is_about_nothing(text):
        return False
    letters = ["b", *map(_letters, tokens(text))]
    return not any(_is_noun(before, found) for before, found in pairwise(letters))


def is_aside(text: str, names: Iterable[str]) -> bool:
    """Tell whether a sentence that was not read says nothing of where anything is.

    All of it is of a form that places nothing; or it is about the text itself and repeats or denies nothing, or an exclamation,
    and speaks of none of the things with these names. Of anything else that is not understood nobody can tell.

    >>> [is_aside(text, ["cup"]) for text in ("What a day!", "The clues are consistent.", "The clues are wrong.")]
    [True, True, False]
    """
    try:
        words = tokens(text)
    except ParseError:
        return False
    if _matches(words, _SENTENCE):
        return True
    known = {part for name in names for part in name.lower().split()}
    if any(word.lower() in known or turns_round(word.lower()) for word in words):
        return False
    if words[0].type == "WHAT" and words[1].type == "INDEFINITE":
        return {word.type for word in words[2:]} <= {"WORD", "STOP"}
    subject = [word for word in takewhile(lambda word: word.type in ("THE", "INDEFINITE", "WORD"), words) if word.type == "WORD"]
    return bool(subject) and is_about_text(subject[-1].lower()) and all(_is_idle(word) for word in words)


def _is_noun(before: str, found: str) -> bool:
    """Tell whether a word may be a noun there: "love" is none in "we love", "to love"."""
    if "T" in found or {"N", "M"}.isdisjoint(found):
        return False
    return "M" in found or {*found}.isdisjoint("VBGESR") or {*before}.isdisjoint("PtRb")


def _is_idle(word: Word) -> bool:
    """Tell whether a word leaves alone what a sentence about the text says: no name, no clause of its own, no denial."""
    if word.type == "FUNCTION":
        return not function_words.classes(word.lower()) & _TURNING
    return verbs.token("idle", word.type) != ""


def _matches(said: Sequence[Word], form: str) -> bool:
    """Tell whether words, each of one or more classes, have a form over these."""
    letters = list(_classes(said))
    places = [chr(0x4E00 + place) for place in range(len(letters))]

    def one_of(match: re.Match[str]) -> str:
        signs = "".join(sign for sign, has in zip(places, letters, strict=True) if match.group() in has)
        return f"[{signs}]" if signs else "(?!)"

    return re.fullmatch(re.sub(r"[A-Za-z#.,]", one_of, "".join(form.split())), "".join(places)) is not None


def _classes(said: Sequence[Word]) -> Iterator[str]:
    """Yield the classes of each word; those of a verb in two words once, and those of "I have" one by one."""
    at = 0
    while at < len(said):
        small = said[at].lower()
        phrasal = verbs.inert().get(f"{small} {said[at + 1].lower()}", "") if at + 1 < len(said) else ""
        if phrasal:
            yield phrasal
        elif said[at].type == "FINDS":
            _, _, rest = small.partition(" ")
            yield "aP"
            yield from _classes(tokens(rest))
        else:
            yield _letters(said[at])
        at += 2 if phrasal else 1


def _letters(word: Word) -> str:
    """Return the classes of a word."""
    small = " ".join(word.lower().split())
    found = "" if word.type in ("STOP", "COMMA", "AND", "BUT") else "a"
    if word.type != "NAME" and (verbs.forbids(small) or turns_round(small)):
        return found
    found += verbs.token("letters", word.type) + {"am": "b", "that": "D"}.get(small, "")
    if word.type == "NAME" and is_time(small):
        found += "T"
    if verbs.token("open", word.type):
        found += verbs.inert().get(small, "") + _beside(small) + _described(small)
        if small.endswith("ed") and small not in verbs.inert():
            found += "W"
    return found


@cache
def _beside(small: str) -> str:
    kinds_of = {
        "R": "adverbs",
        "P": "persons",
        "m": "modals",
        "c": "joints",
        "g": "whether",
        "w": "asking",
        "j": "asking_how",
        "k": "unsure",
        "K": "took",
    }
    found = "".join(letter for letter, kind in kinds_of.items() if small in verbs.beside(kind))
    unsure = function_words.classes(small) & {"stance", "exception", "approximation", "condition"}
    if small.endswith("ly") and not unsure and is_function_word(small):
        found += "R"
    return found + {"about": "u", "nobody": "Z", "by": "y"}.get(small, "")


@cache
def _described(small: str) -> str:
    """Return what a word is as a noun or an adjective."""
    found = "S" if is_quality(small) else ""
    if found or small in adjectives() or kinds.kinds(small) == ["colour"]:
        found += "A"
    if is_time(small) and small not in verbs.acting():
        return found + "T"
    forms = {small, *kinds.singulars(small)}
    if forms & verbs.beside("amounts"):
        found += "U"
    return found + ("N" if kinds.is_noun(small) and small not in verbs.acting() else "")
