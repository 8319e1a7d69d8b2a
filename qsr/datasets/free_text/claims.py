"""What a sentence firmly claims of one thing seen from another, and what it denies, among the directions or labels that it names.

The sentence is walked from left to right. A denial, a hedge, an approximation or a condition reaches over what is named behind
it until a new assertion begins; one with nothing behind it reaches back. What remains is a claim, or the claim that something
does not hold, where it is about the asked pair: a landmark or a subject that is neither of the two makes it a claim about
something else, and the two the other way round turn it.

A denial reaches from the negative word to the end of its clause: Quirk, Greenbaum, Leech and Svartvik (1985), A Comprehensive
Grammar of the English Language, 10.64.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from qsr import relations
from qsr.datasets.free_text.marks import FIRM, Mark, inside, is_partial, marks
from qsr.datasets.free_text.pair import Pair
from qsr.datasets.free_text.words import FILLERS

__all__ = ["Hit", "Weighed", "named", "weigh"]

_BOUNDARY: Final = re.compile(r"[;:()—]|\s-\s|(?<=\w)\.(?=\s|$)")
_COMMA: Final = re.compile(r",")
_OR: Final = re.compile(r"\bor\b", re.IGNORECASE)
#: A clause with a subject of its own, joined to what stands before it.
_NEW_CLAUSE: Final = re.compile(
    r"(?:[,;:]|\b(?:and|so|yet|then)\b)\s+(?:then |in fact |actually )?"
    r"(?=(?:it|he|she|they|(?:the|agent|object) [\w' ]{1,30}?|[A-Z]\w*)(?:'s| is| are| lies| sits| stands)\b)"
)
_SIGNS: Final = {
    "hedge": "hedged",
    "degree": "hedged",
    "abstention": "abstention",
    "approximation": "approximated",
    "condition": "conditional",
    "denial": "denied",
    "denial_of_a_phrase": "denied",
}
#: Before a mark that speaks of what follows: "left and, who knows, maybe above".
_FORWARD: Final = re.compile(r"\band\W*$")
_COPULA: Final = re.compile(r"\s*(?:is|are|would be|can be|does|must be|was)?\s*", re.IGNORECASE)


class Hit(NamedTuple):
    """A direction or label that a text names, as a relation of `qsr.relations`."""

    start: int
    end: int
    name: str


def named(plain: str, pattern: re.Pattern[str], meaning: Mapping[str, str]) -> list[Hit]:
    """Return what a plain text names, in order: each match of a pattern, and the relation that its words mean."""
    return [Hit(match.start(), match.end(), meaning[match.group().lower()]) for match in pattern.finditer(plain)]


@dataclass(slots=True)
class _Said:
    """A hit and what the words around it make of it; hits of one group stand under one denial."""

    hit: Hit
    sign: str
    group: int
    listed: bool = False  # behind a comma under a denial, which may end there


@dataclass(slots=True)
class Weighed:
    """What a sentence comes to: relations of the asked head to the asked tail.

    `claimed` and `denied` are firm; a denied relation of several parts is denied as a whole. `open` holds what is named without
    being claimed, `why` says in a word what keeps the sentence from claiming anything, `unsure` that it could be read otherwise.
    `taken_back` is set where it takes back what was said before, `plain` where no word of it marks a claim.
    """

    claimed: list[str] = field(default_factory=list)
    denied: list[str] = field(default_factory=list)
    open: list[str] = field(default_factory=list)
    why: str = ""
    unsure: bool = False
    taken_back: bool = False
    plain: bool = True


class _Walk:
    """The state of the walk through one sentence."""

    def __init__(self) -> None:
        self.said: list[_Said] = []
        self.sign = ""
        self.group = 0
        self.since = 0  # hits before the present mark
        self.start = 0  # hits before the present clause
        self.segment = 0  # hits before the present assertion, or before the last mark
        self.began = self.ended = 0  # where the present mark stands
        self.listed = self.short = False
        self.pending = ""  # a mark that has met no hit yet
        self.taken_back = self.correcting = self.unsure = False

    def restart(self) -> None:
        if self.sign != "conditional":
            self.sign = ""
        self.listed = self.short = False

    def mark(self, sign: str, short: bool) -> None:
        if sign == "denied":
            if self.sign == "denied" and self.since == len(self.said) and self.pending:
                self.sign = "denied twice"
            elif self.sign in ("", "denied", "approximated"):
                self.sign = "denied"
            self.group += 1
        elif self.sign != "conditional":
            self.sign = sign
        self.since, self.listed, self.short = len(self.said), False, short
        self.pending = self.sign

    def take_back(self) -> None:
        for said in self.said:
            said.sign = "taken back"


def weigh(plain: str, hits: Sequence[Hit], pair: Pair) -> Weighed:
    """Weigh what a plain sentence says of a pair; see the module.

    Parameters
    ----------
    plain
        A sentence as `plain_words` gives it.
    hits
        The directions or labels in it, in order.
    pair
        The asked pair, and the names of other things.
    """
    names = pair.spans(plain)
    found = list(marks(plain, names))
    swallowed = [(mark.start, mark.end) for mark in found if mark.kind == "affirmation"]
    hits = [hit for hit in hits if not inside(hit.start, hit.end, [*swallowed, *names])]
    found = [mark for mark in found if not inside(mark.start, mark.end, [(hit.start, hit.end) for hit in hits])]
    walk = _walked(plain, hits, found)
    weighed = _settled(plain, walk.said, pair)
    weighed.unsure = weighed.unsure or walk.unsure
    weighed.taken_back = walk.taken_back or walk.correcting
    weighed.plain = all(mark.kind in FIRM for mark in found) and not any(one.sign for one in walk.said)
    if not weighed.why and not weighed.claimed:
        weighed.why = next((_SIGNS[mark.kind] for mark in found if mark.kind in _SIGNS), "")
    if not weighed.claimed and any(mark.kind == "abstention" for mark in found):
        weighed.why = "abstention"
    return weighed


def _events(plain: str, hits: Sequence[Hit], found: Sequence[Mark]) -> Iterator[tuple[int, str, Hit | Mark | None]]:
    taken = [(mark.start, mark.end) for mark in found]
    events: list[tuple[int, int, str, Hit | Mark | None]] = [(hit.start, 3, "hit", hit) for hit in hits]
    events += [(mark.start, 2, mark.kind, mark) for mark in found]
    for kind, pattern, order in (("boundary", _BOUNDARY, 0), ("comma", _COMMA, 0), ("clause", _NEW_CLAUSE, 1), ("or", _OR, 2)):
        events += [
            (match.start(), order, kind, None)
            for match in pattern.finditer(plain)
            if not inside(match.start(), match.start() + 1, taken)
        ]
    for start, _, kind, what in sorted(events, key=lambda event: event[:2]):
        yield start, kind, what


def _walked(plain: str, hits: Sequence[Hit], found: Sequence[Mark]) -> _Walk:
    walk = _Walk()
    ors: list[int] = []
    for place, kind, what in _events(plain, hits, found):
        if isinstance(what, Hit):
            walk.said.append(_Said(what, walk.sign, walk.group, walk.listed and walk.sign == "denied"))
            walk.pending = ""
        elif kind in ("boundary", "clause", "restart"):
            _reach_back(plain, walk, place)
            walk.restart()
            walk.segment = len(walk.said)
            walk.start = len(walk.said) if kind != "restart" else walk.start
        elif kind == "comma":
            if walk.since < len(walk.said) or walk.short:
                if walk.short or walk.sign == "approximated":
                    walk.restart()
                elif walk.sign == "denied":
                    walk.listed = True
        elif kind == "or":
            if walk.sign == "denied":
                for said in walk.said[walk.since :]:
                    said.listed = False
                walk.listed = False
                walk.group += 1
            else:
                ors.append(place)
        elif kind in ("correction", "retraction"):
            walk.taken_back = walk.taken_back or kind == "retraction"
            if kind == "retraction" or any(hit.start > place for hit in hits):
                walk.take_back()
            walk.correcting = True
            walk.restart()
        elif kind == "denial_after":
            for said in walk.said[walk.start :]:
                said.sign = "denied" if said.sign == "" else "denied twice"
        elif isinstance(what, Mark) and kind in _SIGNS:
            behind = walk.said[-1] if walk.said else None
            if kind == "denial" and behind is not None and _denied_behind(plain, behind.hit, what, hits):
                behind.sign = "denied"
                continue
            forward = _FORWARD.search(plain, walk.said[-1].hit.end if walk.said else 0, walk.began)
            if not forward and not (walk.pending == "denied" and kind == "denial"):
                _reach_back(plain, walk, place)
            walk.mark(_SIGNS[kind], kind == "denial_of_a_phrase")
            walk.began, walk.ended = what.start, what.end
            if not any(hit.start > place for hit in hits):
                _reach_back(plain, walk, len(plain))
            walk.segment = len(walk.said)
    _reach_back(plain, walk, len(plain))
    _part_alternatives(plain, walk, ors)
    return walk


def _denied_behind(plain: str, hit: Hit, mark: Mark, hits: Sequence[Hit]) -> bool:
    """Tell whether a denial with nothing behind it denies what stands right before it: "left is not where it is"."""
    if any(other.start >= mark.end for other in hits):
        return False
    copula = plain[hit.end : mark.start]
    return copula.strip() != "" and _COPULA.fullmatch(copula) is not None


def _reach_back(plain: str, walk: _Walk, end: int) -> None:
    """Let a mark with no direction behind it say what it says of those before it: "left, perhaps"."""
    sign, walk.pending = walk.pending, ""
    if not sign or not walk.said:
        return
    if sign.startswith("denied"):
        if not plain[walk.ended : end].strip(" .,!;"):
            walk.take_back()  # "left, not": nothing is there to deny but what was said
        return
    if sign in ("hedged", "abstention") and is_partial(plain[walk.said[-1].hit.end : end]):
        return
    for said in walk.said[walk.segment :] or walk.said:
        said.sign = said.sign or sign


def _part_alternatives(plain: str, walk: _Walk, ors: Sequence[int]) -> None:
    """Mark what stands on the two sides of an "or" as alternatives, unless the two say the same."""
    runs = _runs(plain, walk.said)
    for place in ors:
        before = [run for run in runs if run[0].hit.start < place]
        after = [run for run in runs if run[0].hit.start > place]
        if not before:
            continue
        sides = [before[-1], *after[:1]]
        if any(said.sign == "denied" for side in sides for said in side):
            continue
        if len(sides) == 2 and _parts(sides[0]) == _parts(sides[1]):
            continue
        for said in (said for side in sides for said in side):
            said.sign = said.sign or "alternative"
    # "left, right, or above": what a comma joins to alternatives is one, too.
    for one, other in zip(reversed(runs[:-1]), reversed(runs[1:]), strict=True):
        if other[0].sign == "alternative" and one[-1].sign == "" and plain[one[-1].hit.end : other[0].hit.start].strip() == ",":
            for said in one:
                said.sign = "alternative"


def _parts(run: Sequence[_Said]) -> set[str]:
    return {part for said in run for part in relations.parts(said.hit.name)}


def _runs(plain: str, said: Sequence[_Said]) -> list[list[_Said]]:
    """Return the hits in runs that are said together: "below and to the left"."""
    runs: list[list[_Said]] = []
    for one in said:
        if runs and (one.sign, one.group) == (runs[-1][-1].sign, runs[-1][-1].group):
            between = plain[runs[-1][-1].hit.end : one.hit.start]
            if all(FILLERS.fullmatch(word) for word in re.findall(r"[\w']+|[,;.:]", between.lower())):
                runs[-1].append(one)
                continue
        runs.append([one])
    return runs


def _settled(plain: str, said: Sequence[_Said], pair: Pair) -> Weighed:
    """Return what the marked hits of a sentence claim and deny of the pair."""
    weighed = Weighed()
    runs = _runs(plain, said)
    ends = [(run[0].hit.start, run[-1].hit.end) for run in runs]
    for run, seen in zip(runs, pair.oriented(plain, ends), strict=True):
        sign, listed = run[0].sign, run[0].listed
        if seen is None:
            weighed.why = weighed.why or "another landmark"
            continue
        names = [relations.converse(one.hit.name) if seen.turned else one.hit.name for one in run]
        weighed.unsure = weighed.unsure or seen.unsure
        if sign == "" or (sign == "denied" and listed):
            weighed.claimed += names
            weighed.unsure = weighed.unsure or listed
        elif sign == "denied":
            weighed.denied.append(relations.join(part for name in names for part in relations.parts(name)))
        elif sign != "taken back":
            weighed.open += names
            weighed.why = sign
        else:
            weighed.why = weighed.why or sign
    return weighed
