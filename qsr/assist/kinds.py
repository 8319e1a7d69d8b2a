"""What each word of a sentence is, by tables and by its place: noun, verb, number, word of place, or nothing much.

Contractions are written out, and an owner's mark is a word of its own.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Final

from qsr.assist.vocabulary import (
    ARTICLES,
    BE,
    SUBJECTS,
    function_words,
    is_noun,
    lemmas,
    listed,
    other_verbs,
    pairs,
    section,
    senses,
    verb_forms,
)

__all__ = ["LONGEST", "split", "words_of"]


_TOKEN: Final = re.compile(r"\d+(?:[.,:/]\d+)*(?:st|nd|rd|th|am|pm|%)?|[^\W\d_]+(?:['’][^\W\d_]+)*['’]?|[^\w\s]")

LONGEST: Final = 5

_UNCHANGED: Final = listed("closed", "unchanged")

_CONTRACTED: Final = {"re": "are", "ve": "have", "ll": "will", "m": "am", "d": "would"}

_IRREGULAR_NOT: Final = {"can't": "can", "won't": "will", "shan't": "shall", "ain't": "is"}

_LEFT: Final = listed("closed", "left")
_ADJECTIVES: Final = listed("closed", "adjectives")


def split(text: str) -> list[str]:
    """Return the words and signs, idioms and contractions written out, an owner's mark as a word of its own."""
    text = _idioms().sub(lambda match: section("idioms")[match.group().lower()], text)
    text = re.sub(r"\b(Mr|Mrs|Ms|Dr|St|Prof)\.", r"\1", text)
    raw = _TOKEN.findall(re.sub(r"(?<=\w)-(?=\w)", " ", text.replace("’", "'")))
    out: list[str] = []
    for place, word in enumerate(raw):
        lower = word.lower()
        if lower.endswith("n't"):
            out += [_IRREGULAR_NOT.get(lower, word[:-3]), "not"]
        elif lower == "cannot":
            out += ["can", "not"]
        elif lower.endswith("'s"):
            out += [word[:-2], "'s" if _owns(lower, raw[place + 1 : place + 4], out) else "is"]
        elif lower.endswith("'") and len(lower) > 2:
            out += [word[:-1], "'s"]
        elif "'" in lower and lower.rpartition("'")[2] in _CONTRACTED:
            head, _, tail = word.rpartition("'")
            out += [head, _CONTRACTED[tail.lower()]]
        else:
            out.append(word)
    return [word for word in out if word]


def _owns(word: str, after: list[str], before: list[str]) -> bool:
    """Tell whether "'s" shows an owner and no verb: "the baker's son", and "the flour's in the tin"."""
    if word[:-2] in SUBJECTS | {"here", "where", "that", "what", "let", "everyone", "nobody", "everything"} or not after:
        return not after and word[:-2] not in SUBJECTS
    following = after[0].lower()
    if not following[0].isalnum():
        return following[0] in ".,;:!?'" or following[0] == "-"
    if following in senses() and not ({"left", "right", "front", "back", "top", "bottom", "middle", "end"} & {following}):
        return False
    if following in ARTICLES | SUBJECTS | BE | {
        "not",
        "been",
        "got",
        "gone",
        "just",
        "still",
        "now",
        "always",
        "never",
        "also",
        "too",
        "only",
    }:
        return following == "own"
    if following.isdigit():
        return False
    if following in ("and", "or", "but", "than"):
        return True
    if following.endswith("ing") and len(following) > 5 and not is_noun(following):
        return False
    if (
        following == "left"
        and after[1:]
        and after[1].lower() in ARTICLES | {"on", "in", "at", "behind", "by", "over", "for", "out"}
    ):
        return bool(before) and before[-1].lower() in ("on", "to", "at")
    forms = lemmas(following)
    past = following.endswith("ed") or following in pairs("irregular", "forms")
    return not (past and bool(forms & verb_forms())) or (is_noun(following) and following in ("left", "back"))


def words_of(words: list[str]) -> tuple[list[str], dict[int, tuple[int, frozenset[str]]]]:
    """Return the kind of each word, and the words of place: where they begin -> where they end, and their senses."""
    lower = [word.lower() for word in words]
    kinds = [""] * len(words)
    places: dict[int, tuple[int, frozenset[str]]] = {}
    position = 0
    known = senses()
    while position < len(words):
        for size in range(min(LONGEST, len(words) - position), 0, -1):
            phrase = " ".join(lower[position : position + size])
            if phrase in known and (size > 1 or _is_place(lower, position)):
                kinds[position : position + size] = ["place"] * size
                places[position] = (position + size, known[phrase])
                position += size
                break
        else:
            kinds[position] = _kind(words, lower, position, kinds)
            position += 1
    return kinds, places


def _is_place(lower: list[str], position: int) -> bool:
    """Tell whether a word that may be a word of place is one here: "left the hall", "right behind", "after Malmö" are none."""
    word = lower[position]
    before = lower[position - 1] if position else ""
    after = lower[position + 1] if position + 1 < len(lower) else ""
    if word == "left":
        if after in ARTICLES and before not in ("on", "to", "from"):
            return False
        if before in ("and", "or", ","):
            return "right" in lower[max(0, position - 3) : position] or after in ("of", "hand")
        return before in _LEFT or after in ("of", "hand", "to") or (not before and after not in ARTICLES)
    if word == "right":
        return (
            after not in senses()
            and after not in ("now", "away", "then", "round", "there", "here", "through", "up", "by", "where")
            and before not in ("all", "that's")
        )
    if word in ("back",) and before not in ARTICLES | {"in", "at", "to", "far", "very", "from", "of"}:
        return False
    if word in ("after", "before", "till", "until", "past", "for", "over", "like"):
        return word in ("past", "over") or after in ARTICLES or after[:1].isalpha()
    if word in ("first", "last"):
        return before in ARTICLES | {"'s"} and after.isalnum() and after not in BE
    return True


def _kind(words: list[str], lower: list[str], position: int, kinds: list[str]) -> str:
    word, text = lower[position], words[position]
    if not word[0].isalnum():
        return "owner" if word == "'s" else "sign"
    if word[0].isdigit() or (
        word in pairs("numbers")
        and word not in ("both", "either", "neither", "twice", "twin", "twins", "half", "quarter", "pair", "couple", "pairs")
    ):
        return "number"
    if word in ("has", "have", "had", "having"):
        after = lower[position + 1] if position + 1 < len(lower) else ""
        if (
            after in ARTICLES
            or after in pairs("numbers")
            or after.isdigit()
            or (after[:1].isalpha() and is_noun(after) and after not in function_words())
        ):
            return "verb"
    if (
        word in listed("closed", "nouns_too")
        and position
        and lower[position - 1] in ARTICLES
        and not _noun_follows(lower, position)
    ):
        return "noun"
    if text == "A" and position and kinds[position - 1] == "noun":
        return "noun"
    if word in function_words():
        return "function"
    before = lower[position - 1] if position else ""
    if word in listed("connectives", "if") or word in (
        "and",
        "or",
        "but",
        "because",
        "since",
        "as",
        "while",
        "whereas",
        "cos",
        "coz",
        "then",
    ):
        return "function"
    if text[0].isupper() and position and words[position - 1] not in ".!?:":
        return "noun"
    starts = text[0].isupper() and not is_noun(word) and word not in listed("free", "filler") and not word.endswith("ly")
    named = position + 1 < len(words) and (
        lower[position + 1] in BE or lower[position + 1] == "'s" or words[position + 1][0].isupper()
    )
    if (starts or (named and text[0].isupper())) and not lemmas(word) & (verb_forms() | other_verbs()):
        return "noun"
    previous = kinds[position - 1] if position else ""
    forms = lemmas(word)
    taken = previous == "place" and before in listed("closed", "prepositions") and before != "to"
    if taken and is_noun(word) and not word.endswith("ing") and word not in listed("free", "filler"):
        return "noun"
    if not _after_determiner(lower, kinds, position) and word not in listed("free", "filler"):
        known = bool(forms & verb_forms())
        if known or forms & other_verbs():
            if is_noun(word) and _is_subject(lower, kinds, position):
                return "noun"
            if known or previous in ("noun", "function", "filler", "") or before in ("'s",) or not is_noun(word):
                return "verb"
    if _looks_verbal(lower, kinds, position):
        return "verb"
    if word in listed("free", "telling") and _noun_follows(lower, position):
        return "adjective"
    if word in listed("free", "filler"):
        return "adjective" if _noun_follows(lower, position) else "filler"
    if not is_noun(word) and _after_determiner(lower, kinds, position) and not _noun_follows(lower, position):
        return "noun"
    if not is_noun(word) or (previous == "filler" and not _noun_follows(lower, position) and before in listed("free", "filler")):
        return "adjective" if _noun_follows(lower, position) else "other"
    return "noun"


def _looks_verbal(lower: list[str], kinds: list[str], position: int) -> bool:
    """Tell whether a word that no table knows as a verb is one by its ending and its place: "the tiara reposes on"."""
    word, previous = lower[position], kinds[position - 1] if position else ""
    after = lower[position + 1] if position + 1 < len(lower) else "."
    if (
        word.endswith(("ed", "ing"))
        and len(word) > 4
        and after in senses()
        and (word.endswith("ed") or lower[position - 1] not in ARTICLES)
    ):
        return True
    if position and lower[position - 1] in BE and (word.endswith("ed") or word in pairs("irregular", "forms")):
        return True
    if _after_determiner(lower, kinds, position):
        return False
    if word.endswith(("ed", "ing")) and len(word) > 4 and not _noun_follows(lower, position):
        return True
    singular = (previous == "noun" or (position > 0 and lower[position - 1] == "one")) and not lower[position - 1].endswith("s")
    opens = after in ARTICLES or after in (".", ",") or _opens_place(after) or after in ("it", "him", "her", "them")
    return word.endswith("s") and not word.endswith("ss") and singular and opens and after not in ("of", "and")


@cache
def _idioms() -> re.Pattern[str]:
    phrases = sorted(section("idioms"), key=len, reverse=True)
    return re.compile(rf"\b(?:{'|'.join(phrases)})\b", re.IGNORECASE)


@cache
def _first_words() -> frozenset[str]:
    return frozenset(phrase.split()[0] for phrase in senses())


def _opens_place(word: str) -> bool:
    """Tell whether a word may begin a phrase of place."""
    return word in _first_words()


def _is_subject(lower: list[str], kinds: list[str], position: int) -> bool:
    """Tell whether a word that may be a noun or a verb is the noun before a verb: "the seat stands", "drawers are"."""
    before = lower[position - 1] if position else ""
    return _followed_by_verb(lower, position) and before not in SUBJECTS and before not in ("to", "not")


def _noun_follows(lower: list[str], position: int) -> bool:
    after = lower[position + 1] if position + 1 < len(lower) else ""
    if after in ("next", "close", "ahead") and lower[position + 2 : position + 3] in (["to"], ["of"]):
        return False
    return after[:1].isalpha() and after not in function_words() and after not in senses() and after not in BE


def _followed_by_verb(lower: list[str], position: int) -> bool:
    """Tell whether a verb follows a word at once, so that it is the noun before it: "the seat stands", "the drawers are"."""
    after, second = [*lower[position + 1 : position + 3], "", ""][:2]
    if second in BE and after.endswith("s") and is_noun(after) and after not in function_words():
        return True  # "rain jackets are"
    return after in BE or after == "'s"


def _after_determiner(lower: list[str], kinds: list[str], position: int) -> bool:
    """Tell whether a word stands in a noun phrase: behind an article, an owner, a number or an adjective."""
    before = position - 1
    while before >= 0 and kinds[before] in ("adjective", "filler") and lower[before] not in ("not", "just", "still"):
        before -= 1
    if before < 0:
        return False
    if kinds[before] == "noun" and before == position - 1:
        if lower[position + 1 : position + 2] and lower[position + 1] in ARTICLES:
            return False
        # A verb in the present has an ending behind one thing: "a small silver ring" has none.
        plain = (
            lower[position] not in _UNCHANGED
            and not (lower[position].endswith(("s", "ed", "ing")) and not lower[position].endswith("ss"))
            and lower[position] not in pairs("irregular", "forms")
        )
        after = lower[position + 1] if position + 1 < len(lower) else ""
        if _opens_place(after) and lower[position] in listed("verbs", "stay"):
            return False
        return plain and not lower[before].endswith("s") and is_noun(lower[position]) and _after_determiner(lower, kinds, before)
    if kinds[before] == "place":
        return lower[before] in _ADJECTIVES and before > 0 and lower[before - 1] in ARTICLES | {"'s"}
    if lower[before] in ("her", "this", "that", "these", "those", "all", "both", "no"):
        return is_noun(lower[position]) and lower[position] not in pairs("irregular", "forms")
    if kinds[before] == "number":
        # What two or more do has no ending, and what two or more are has one: "all three lie", "three drawers".
        return lower[position].endswith("s") or lower[before] in ("one", "1") or not lemmas(lower[position]) & verb_forms()
    after = lower[position + 1] if position + 1 < len(lower) else ""
    if lower[before] == "'s" and _opens_place(after) and lemmas(lower[position]) & listed("verbs", "stay"):
        return False  # "the chemist's stands beside"
    return lower[before] in ARTICLES or lower[before] == "'s" or lower[before] in _ADJECTIVES
