"""The asked pair in a sentence: whether what is said is about it, and which of the two is located."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from qsr.datasets.free_text.words import DIRECTION, FILLERS, table
from qsr.language import function_words

__all__ = ["Pair", "Seen", "same_name"]

#: What stands right before a name that is the landmark although it comes first: "relative to Y, X is ...".
_LANDMARK_FIRST: Final = re.compile(
    r"\b(?:relative to|relation to|respect to|compared (?:to|with)|regarding|from)(?: the)?(?: agent| object)? $", re.IGNORECASE
)
_PART: Final = r"(?:\s+(?:hand|side|corner|edge|part|half|portion|end|direction|position|area|quadrant))*"
#: What leads from a direction to its landmark.
_LINK: Final = re.compile(
    rf"{_PART}\s*,?\s*(?:(?:when |as )?(?:seen |viewed |looked at ))?"
    r"(?:of|from|to|than|relative to|with respect to|in relation to|with regard to|compared (?:to|with))\s+",
    re.IGNORECASE,
)
_DETERMINERS: Final = re.compile(r"(?:(?:the|an?|this|that|these|those|both|said|agents?|objects?)\s+)*", re.IGNORECASE)
_OWNER: Final = re.compile(
    r"(?P<owner>(?:\w+ ){0,3}\w+)'s?(?: (?:far|near|immediate|own|direct|very|very own))*\s*$", re.IGNORECASE
)
_ITS: Final = re.compile(r"\b(?:its|his|her|their)\s*$", re.IGNORECASE)
_SUBJECT: Final = re.compile(
    r"(?:^|(?<=[\s,;:(]))(?:the|an?|this|that|my|your|our|another|every|each|some)\s+(?P<noun>(?:[\w']+\s+){1,4}?)"
    r"(?:is|are|was|were|lies?|sits?|stands?|hangs?|rests?|appears?|must|can|has|should|stays?|remains?)\b",
    re.IGNORECASE,
)


#: What says from where everything is seen.
_VIEW: Final = re.compile(
    r"\b(?:relative to|in relation to|with respect to|compared (?:to|with)|(?:seen|viewed|looked at|looking) from)"
    r" (?:the |an? )?(?=[a-z])",
    re.IGNORECASE,
)
_WORD: Final = re.compile(r"\s*([\w']+)")


class Seen(NamedTuple):
    """How what is said of a pair is to be read: the other way round, and whether that is unsure."""

    turned: bool
    unsure: bool


class _Name(NamedTuple):
    """Where a sentence has a name, and which: that of one of the pair, "it" for a pronoun or its like, or "" for another."""

    name: str
    start: int
    end: int


_IT: Final = "it"


def same_name(name: str, entity: str) -> bool:
    """Tell whether a name written by a model means an entity of the story."""
    return _bare(name) == _bare(entity)


def _bare(words: str) -> str:
    return re.sub(r"^(?:(?:the|an?|agent|object)\s+)+(?=\S)", "", words.strip(), flags=re.IGNORECASE).casefold()


class Pair:
    """Two asked names, and what else there is; see `qsr.datasets.free_text.claims`."""

    def __init__(self, head: str, tail: str, others: Sequence[str] = ()) -> None:
        self.head, self.tail = head, tail
        known = {name: name for name in others if name.strip() and not any(same_name(name, one) for one in (head, tail))}
        self._names = {**{_bare(name): "" for name in known}, _bare(tail): tail, _bare(head): head}
        self._pattern = _names_pattern(tuple(sorted({*map(_plain, known), _plain(head), _plain(tail)})))

    def mentions(self, text: str) -> Iterator[_Name]:
        """Yield where a text has names."""
        if self._pattern is not None:
            for match in self._pattern.finditer(text):
                yield _Name(self._names.get(_bare(match.group()), ""), match.start(), match.end())

    def spans(self, text: str) -> list[tuple[int, int]]:
        """Return where a text has names."""
        return [(one.start, one.end) for one in self.mentions(text)]

    def oriented(self, text: str, runs: Sequence[tuple[int, int]]) -> list[Seen | None]:
        """Return how the directions of a sentence are to be read, None for those that are not about the pair.

        Parameters
        ----------
        text
            A plain sentence.
        runs
            Where it names directions that are said together, in order.
        """
        return _Sentence(text, self, list(self.mentions(text))).seen(runs)


class _Sentence:
    """A sentence, and the names in it."""

    def __init__(self, text: str, pair: Pair, named: Sequence[_Name]) -> None:
        self.text, self.head, self.tail, self.named = text, pair.head, pair.tail, named
        self.starts = {one.start: one for one in named}
        self.ends = {one.end: one for one in named}
        self.subjects = list(_SUBJECT.finditer(text))

    def seen(self, runs: Sequence[tuple[int, int]]) -> list[Seen | None]:
        """See `Pair.oriented`."""
        if self._seen_from_elsewhere():
            return [None] * len(runs)
        landmarks = [self._landmark(*run) for run in runs]
        for place, one in enumerate(landmarks):
            if one is not None and one.name == _IT and place and (before := landmarks[place - 1]) is not None and not before.name:
                landmarks[place] = one._replace(name="")  # "left of the lamp and above it"
        spans = {(one.start, one.end) for one in landmarks if one is not None}
        free = [one for one in self.named if (one.start, one.end) not in spans]
        return [self._one(run, landmark, free) for run, landmark in zip(runs, landmarks, strict=True)]

    def _one(self, run: tuple[int, int], landmark: _Name | None, free: Sequence[_Name]) -> Seen | None:
        """Read one run by its landmark, and by the names that are the landmark of none."""
        before = [one.name for one in free if one.start < run[0]]
        if (landmark is not None and landmark.name == "") or before[-1:] == [""] or self._strange(run[0], free):
            return None
        different = self.head != self.tail
        if landmark is not None and landmark.name != _IT:
            return Seen(landmark.name == self.head and different, before[-1:] == [landmark.name])
        if landmark is not None and before:
            return Seen(before[-1] == self.tail and different, False)
        if not before:
            return Seen(False, False)  # a name behind it that is no landmark begins something else
        located, unsure = _located(self.text, [(one.start, one.name) for one in free if one.name], self.head, self.tail, *run)
        return Seen(located == self.tail and different, unsure)

    def _seen_from_elsewhere(self) -> bool:
        """Tell whether the sentence takes everything from another place: "relative to the lamp", "seen from C"."""
        for one in self.named:
            if not one.name and _LANDMARK_FIRST.search(self.text, max(0, one.start - 40), one.start):
                return True
        for match in _VIEW.finditer(self.text):
            words = _noun(self.text, match.end())[0]
            if words and match.end() not in self.starts and not _known(words):
                return True
        return False

    def _strange(self, start: int, free: Sequence[_Name]) -> bool:
        """Tell whether the clause before a direction has a subject of which nobody asked, such as "the lamp is"."""
        for match in reversed(self.subjects):
            if match.end() <= start:
                named = any(match.start() <= one.start < start for one in free)
                return not named and not _known(match["noun"].split())
        return False

    def _landmark(self, start: int, end: int) -> _Name | None:
        """Return what a direction is seen from where the sentence says so right beside it."""
        owner = _OWNER.search(self.text, max(0, start - 80), start)
        if owner is not None and owner["owner"].split()[-1].lower() not in ("it", "that", "there", "what", "he", "she"):
            own = self.ends.get(owner.end("owner"))
            return own or self._noun_at(owner.start("owner"), linked=True)
        if _ITS.search(self.text, max(0, start - 10), start):
            return _Name(_IT, start, start)
        link = _LINK.match(self.text, end)
        if link is not None:
            return self._noun_at(link.end(), linked=True)
        word = re.search(r"[\w']+$", self.text[start:end])
        if (word is not None and word.group().lower() in table()["sides"]["words"]) or not re.match(r"\s+\S", self.text[end:]):
            return None
        return self._noun_at(end + 1, linked=False)

    def _noun_at(self, start: int, *, linked: bool) -> _Name | None:
        """Return what stands for the landmark at a place; without a preposition only what looks like a noun does."""
        determiners = _DETERMINERS.match(self.text, start)
        first = start if determiners is None else determiners.end()
        one = self.starts.get(start) or self.starts.get(first)
        if one is not None:
            part = re.match(r"'s? (\w+)", self.text[one.end :])
            return one if part is None or DIRECTION.fullmatch(part.group(1)) else one._replace(name="")  # "of the box's lid"
        words, last = _noun(self.text, first)
        if not words:
            return _pronoun(self.text, first)
        if any(word.lower() in table()["anaphora"]["landmarks"] or word.isdigit() for word in words):
            return _Name(_IT, first, last)
        for name in (self.tail, self.head):
            lower = [word.lower() for word in words]
            if set(lower) <= set(_bare(name).split()) or " ".join(lower).endswith(" " + _bare(name)):
                return _Name(name, first, last)
        if not linked and first == start and not words[0][0].isupper():
            return None
        return _Name("", first, last)


def _known(words: Sequence[str]) -> bool:
    """Tell whether a noun is no name, but means the answer, the text, or one of the pair."""
    anaphora = {*table()["anaphora"]["subjects"], *table()["anaphora"]["landmarks"]}
    return any(word.lower() in anaphora or word.lower().removesuffix("s") in anaphora for word in words)


def _pronoun(text: str, place: int) -> _Name | None:
    match = re.compile(r"\w+").match(text, place)
    word = match.group().lower() if match is not None else ""
    if word in table()["anaphora"]["strangers"]:
        return _Name("", place, place)
    return _Name(_IT, place, place) if word in ("it", "that", "them", "this", "him", "her") else None


def _noun(text: str, start: int) -> tuple[list[str], int]:
    """Return the words of a noun, which end where a function word, a direction or a comma stands, and its end."""
    words: list[str] = []
    last = start
    for match in _WORD.finditer(text, start, start + 120):
        word = match.group(1)
        if match.start() != last or function_words.classes(word) or DIRECTION.fullmatch(word):
            break
        last = match.end()
        if not FILLERS.fullmatch(word.lower()):
            words.append(word)
    return words, last


def _plain(name: str) -> str:
    """Return a name as `plain_words` leaves it."""
    return re.sub(r"(?<=\w)[-_/](?=\w)", " ", re.sub(r"\s+", " ", name.strip()))


@lru_cache(maxsize=512)
def _names_pattern(names: tuple[str, ...]) -> re.Pattern[str] | None:
    # Single letters are names in capitals: "a" in a sentence is an article, not the entity A.
    known = sorted((name for name in names if name), key=len, reverse=True)
    ways = [re.escape(name) if len(name) == 1 else f"(?i:{re.escape(name)})" for name in known]
    return re.compile(r"(?<!\w)(?:" + "|".join(ways) + r")(?!\w)") if ways else None


def _located(text: str, names: Sequence[tuple[int, str]], head: str, tail: str, first: int, last: int) -> tuple[str, bool]:
    before = [(place, name) for place, name in names if place < first]
    after = [name for place, name in names if place >= last]
    other = {head: tail, tail: head}
    if not before:
        return (other[after[0]] if after else head), False
    if after:
        # "X is left of Y": the name nearest before the direction is located, the one after it is the landmark.
        return before[-1][1], after[0] == before[-1][1]
    if len({name for _, name in before}) == 1:
        seen_from = len(before) == 1 and _LANDMARK_FIRST.search(text[: before[0][0]]) is not None
        return (other[before[-1][1]] if seen_from else before[-1][1]), False
    # Both names come first: "the relation of X to Y is left" locates X, "relative to Y, X is left" too.
    place, name = before[-2]
    swapped = _LANDMARK_FIRST.search(text[:place]) is not None
    return (other[name] if swapped else name), name == before[-1][1]
