"""Remarks of people who write to each other: requests, thanks, headings, what somebody feels.

They say nothing of where anything is. A remark is passed over by its words, whatever its form: each of them is known to say
nothing of where, in which order, when or how many (`grammars/notes.toml`), or is a noun or a name of which nothing else in the
text speaks. What makes something else less than certain ("I think", "maybe", "unless") is no remark.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache, partial
from itertools import pairwise, takewhile
from typing import Final

from qsr import resources
from qsr.errors import ParseError
from qsr.language import function_words, kinds
from qsr.language.prose import verbs
from qsr.language.prose.lexicon import is_about_text, is_nowhere, is_quality, is_time, opposite, turns_round
from qsr.language.prose.times import without_times
from qsr.language.prose.tokens import Word, tokens

__all__ = ["classes", "is_hedged", "is_remark", "is_request", "listed", "spelt"]

_table: Final = partial(resources.table, "notes.toml")
_APOSTROPHES: Final = str.maketrans("’‘`´", "''''")
_CAPITALS: Final = re.compile(r"\b(?:NOT|DON'T|IS|ARE|NO|NEVER|VERY|RIGHT|LEFT|BEHIND|UNDER|ALL|NOW|ON|IN|THE|AND|PLEASE)\b")
_BE: Final = {"s": "is", "re": "are", "m": "am"}
_WORD: Final = re.compile(r"[^\W_]+(?:['’-][^\W_]+)*")
#: What may stand before what is no place: "in a hurry", "for tea".
_SHORT: Final = 4
_SIGNS: Final = frozenset({"STOP", "COMMA", "SEMICOLON"})
#: Kinds of nouns of which a heading is: a report, a plan, a match.
_ABSTRACT: Final = frozenset(
    {"communication", "activity", "event", "time", "cognition", "feeling", "text", "performance", "travel"}
)
_LEADING: Final = frozenset({"IN", "ON", "AT", "TO", "FROM"})
_POINTING: Final = frozenset({"this", "that", "these", "those"})
_PRONOUNS: Final = _POINTING | {"it", "he", "him", "she", "they", "them", "here", "there", "one", "ones"}
_DETERMINERS: Final = frozenset({"THE", "INDEFINITE", "POSSESSIVE"})
_BEING: Final = frozenset({"BE", "BE_NOT", "WAS", "APOSTROPHE_S", "BEEN"})
_BEFORE_NOUN: Final = frozenset({"THE", "INDEFINITE", "POSSESSIVE", "THIS", "WORD", "ANY", "SOME", "NAME"})


@cache
def listed(table: str, key: str) -> frozenset[str]:
    """Return the words, or phrases, of a list of `grammars/notes.toml`."""
    return frozenset(one.replace("_", " ") for one in _table()[table][key].split())


@cache
def classes(kind: str) -> frozenset[str]:
    """Return the classes of tokens of a kind."""
    return frozenset(_table()["tokens"][kind].split())


def spelt(text: str) -> str:
    """Return a sentence of a note in the usual spelling.

    >>> spelt("dont worry, we've NOT lost it!!")
    "don't worry, we have not lost it."
    """
    said = text.translate(_APOSTROPHES).strip()
    said = _CAPITALS.sub(lambda match: match.group().lower(), said)
    said = re.sub(r"[^\W_]+", lambda match: _short().get(match.group().lower(), match.group()), said)
    said = re.sub(r"\bi(?='(?:m|ve|ll|d)\b)", "I", said)
    said = re.sub(r"\b(I|you|we|they)'ve\b", r"\1 have", said, flags=re.IGNORECASE)
    said = re.sub(r"(?<=\w)'ll\b", " will", re.sub(r"(?<=\w)'d\b", " would", said))
    said = re.sub(r"(?<=\w)'(s|re|m) not\b", lambda match: f" {_BE[match.group(1)]} not", said)
    return re.sub(r"!+", ".", said)


@cache
def _short() -> dict[str, str]:
    found: dict[str, str] = _table()["short"]["words"]
    return found


def is_hedged(text: str) -> bool:
    """Tell whether something in a sentence makes the rest of it less than certain.

    >>> is_hedged("It's in the shed, I think."), is_hedged("It's in the shed, don't ask.")
    (True, False)
    """
    small = f" {' '.join(_words(text))} "
    return any(f" {one} " in small for one in listed("hedges", "words"))


def is_request(text: str) -> bool:
    """Tell whether somebody is told to do what changes nothing before it is done.

    >>> [is_request(one) for one in ("Please bring a coat.", "Don't touch it.", "Go past the bank.", "Book on the shelf.")]
    [True, True, False, False]
    """
    words = _words(text)
    softened = False
    while words and words[0] in ("please", "pls", "and", "but", "so", "just", "also", "do", "then", "kindly"):
        softened = words.pop(0) == "please" or softened
    denied = words[:1] in (["don't"], ["never"]) or words[:2] == ["do", "not"]
    asked = re.match(r"(?:can|could|will|would|can't) (?:you|somebody|someone|anyone) (?:please )?", " ".join(words))
    if denied or asked:
        words = words[len(asked.group().split()) if asked else 1 + (words[0] == "do") :]
        return bool(words) and words[0] not in ("think", "suppose", "believe", "see", "trust", "rely")
    if not words:
        return False
    first, following = words[0], words[1] if len(words) > 1 else ""
    if first not in listed("requests", "other") and " ".join(words[:2]) not in listed("requests", "other"):
        return False
    if first in listed("requests", "past_too"):
        return softened or "please" in words
    placed = function_words.classes(following) & {"preposition"} or following in ("is", "are", "was", "were", "has", "had", "'s")
    return not placed or not (kinds.is_noun(first) or is_quality(first))


def is_remark(text: str, others: Sequence[str], names: Sequence[str] = ()) -> bool:
    """Tell whether a sentence, or a part of one, is a remark beside the other sentences of its text.

    >>> is_remark("Sorry about the smell.", ["The cup is in the box."]), is_remark("The cup fell.", ["The cup is in the box."])
    (True, False)
    """
    said = spelt(text)
    try:
        plain, marks = without_times(said)
        words, every = [[word for word in tokens(one) if word.type not in _SIGNS] for one in (plain, said)]
    except ParseError:
        return False
    if re.match(r"(?:wait|no\W*$|no,.*\w)", said, re.IGNORECASE) and text.strip() not in ("No,", "no,"):
        return False  # that takes back what was said before
    spoken = _stems(" ".join(others))
    if is_request(said):
        return _tells_nothing(every)
    if is_hedged(text) or "until" in {one.kind for one in marks}:
        return False
    if _is_closing(every) or _is_heading(words):
        return True
    verbless = not any(verbs.token("finite", word.type) for word in words)
    if verbless and any(word.type == "NUMBER" for word in words):
        return False  # it says how many there are
    # "Doors open at seven", "ferry's at nine"
    scheduled = bool(marks) and every[0].type in ("WORD", "NAME") and words[-1:] and words[-1].type in _BEING
    if not words or (_is_elliptic(words) and not (scheduled and kinds.is_noun(words[0].lower()) and len(words) < _SHORT)):
        return False
    return all(_is_harmless(words, place, spoken) for place in range(len(words)))


def _is_elliptic(words: Sequence[Word]) -> bool:
    """Tell whether a sentence takes up what another says, "so is the pen", "Ann isn't"; or says where with no more than "is"."""
    behind = [word for word in words if word.lower() not in ("too", "also", "either", "as well", "though")]
    last = behind[-1].lower() if behind else ""
    taken_up = words[0].lower() in ("so", "not", "neither", "nor", "as", "like", "than") or words[0].type in (
        "NEITHER",
        "NOR",
        "NOT",
    )
    leading = _LEADING | {"WITH", "OF", "FOR", "BY"}
    placed = any(one.type in _BEING and other.type in leading for one, other in pairwise(words))
    return (
        taken_up
        or placed
        or not behind
        or behind[-1].type in _BEING | {"HAS", "HAD", "DO", "DO_NOT", "DID"}
        or last in ("not", "will", "can", "does")
    )


def _is_heading(words: Sequence[Word]) -> bool:
    """Tell whether a part of a note says what it is about: "Match report", "Shop plan for Monday", "For the file"."""
    kinds_of_words = {word.type for word in words}
    if kinds_of_words & (classes("placing") | {"NO", "NOT", "NUMBER"}) or any(verbs.token("finite", word.type) for word in words):
        return False
    small = [word.lower() for word in words[:2]]
    asked = small[:1] and small[0] in ("how", "what", "where", "when") and small[1:] == ["to"]
    if asked or small[:1] in (["for"], ["about"], ["re"], ["regarding"]) or (small[1:] == ["to"] and is_quality(small[0])):
        return True
    bare = words[1:] if words and words[0].type in ("THE", "INDEFINITE") else words
    phrase = list(takewhile(lambda word: word.type in ("WORD", "UNIT") or word is bare[0], bare))
    behind = {word.type for word in bare[len(phrase) : len(phrase) + 1]}
    return bool(phrase) and behind <= {"FOR", "WITH", "OF"} and bool(_ABSTRACT & set(kinds.kinds(phrase[-1].lower())))


def _is_closing(words: Sequence[Word]) -> bool:
    """Tell whether a note ends so: "back for tea", "see you at the match", "love, Tom"."""
    small = [word.lower() for word in words]
    begins = any(" ".join(small[:size]) in listed("interjections", "closing") for size in range(1, 5))
    back = (
        small[:1] != ["back"]
        or len(small) < 2
        or small[1] in ("by", "for", "at", "on", "in", "before", "after", "soon")
        or is_time(small[1])
    )
    told = any(verbs.token("finite", word.type) or word.type in ("SIDE", "PREPOSITION", "COLON", "NOT", "NO") for word in words)
    return begins and back and not told


def _tells_nothing(words: Sequence[Word]) -> bool:
    """Tell whether a request has no clause that says what is so."""
    finite = ("BE", "WAS", "HAS", "HAD", "REST", "BE_NOT", "COLON", "SEMICOLON", "OPEN")
    told = [place for place, word in enumerate(words) if place and (word.type in finite or _is_short_is(words, place))]
    return not any(not _is_under(words, place) for place in told)


def _is_short_is(words: Sequence[Word], place: int) -> bool:
    """Tell whether "'s" stands for "is" or "has", and not for whose something is."""
    if words[place].type != "APOSTROPHE_S" or not place:
        return False
    following = words[place + 1].lower() if place + 1 < len(words) else ""
    return words[place - 1].type in ("PRONOUN", "THERE", "WHO", "THIS", "NUMBER") or not kinds.is_noun(following)


def _is_under(words: Sequence[Word], place: int) -> bool:
    """Tell whether a verb stands in a clause that hangs on the request: "when you are done", "where it is"."""
    hanging = {"WHEN", "IF", "WHERE", "WHAT", "WHO", "WHICH", "WHETHER", "AS"}
    return any(
        word.type in hanging or word.lower() in ("why", "how", "until", "till", "before", "after") for word in words[:place]
    )


def _is_harmless(words: Sequence[Word], place: int, spoken: frozenset[str]) -> bool:
    """Tell whether a word says nothing of where anything is, and is no thing that is spoken of elsewhere."""
    word = words[place]
    small = word.lower()
    if word.type in classes("placing") or (
        small in _PRONOUNS and not _is_empty_it(words, place) and not _is_object(words, place)
    ):
        return False
    if word.type in _LEADING:
        head = next((one.lower() for one in words[place + 1 :] if one.type not in _BEFORE_NOUN or kinds.is_noun(one.lower())), "")
        return bool(head) and (is_nowhere(head) or is_time(head))
    if verbs.forbids(small) and small not in listed("harmless", "words"):
        return False
    if small in listed("harmless", "words") or small in listed("harmless", "verbs"):
        return True
    if opposite(small) or is_about_text(small) or turns_round(small) or small in verbs.acting():
        return False
    if _stems(small) & spoken:
        return False
    if word.type == "NUMBER":
        return place + 1 < len(words) and words[place + 1].type in ("WORD", "UNIT")
    if is_quality(small) or small in verbs.inert() or is_time(small) or small in listed("interjections", "ends"):
        return True
    if small.endswith("ed") and place and words[place - 1].type in _BEING and small not in verbs.acting():
        return True
    # What follows "we", or stands before "the", is a verb, whatever else it may be.
    before, after = words[place - 1].type if place else "", words[place + 1].type if place + 1 < len(words) else ""
    verb = before in classes("before_verbs") or after in _DETERMINERS
    return not verb and word.type in ("WORD", "NAME", "UNIT") and (kinds.is_noun(small) or word.type == "NAME")


def _is_object(words: Sequence[Word], place: int) -> bool:
    """Tell whether a pronoun stands for what somebody likes, misses or sees: "you can't miss it"."""
    before = words[place - 1].lower() if place else ""
    mine = words[0].type in ("SPEAKER", "EVERYBODY") and words[place].lower() in ("it", "them", "that", "this")
    return mine and (before in listed("harmless", "verbs") or before in verbs.inert())


def _is_empty_it(words: Sequence[Word], place: int) -> bool:
    """Tell whether "that" or "this" stands before its own noun: "that hat"."""
    return words[place].lower() in _POINTING and words[place].type == "THIS"


def _words(text: str) -> list[str]:
    return [word.lower().replace("’", "'") for word in _WORD.findall(text)]


@cache
def _stems(text: str) -> frozenset[str]:
    """Return the nouns and names of a text, in the singular."""
    found = {one for word in _words(text) for one in (word.partition("'")[0], *kinds.singulars(word.partition("'")[0]))}
    return frozenset(one for one in found if not function_words.classes(one) and one not in listed("harmless", "words"))
