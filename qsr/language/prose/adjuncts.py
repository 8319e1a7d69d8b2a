"""Parts of a sentence that say why, what for, or what the teller thinks of the rest: nothing of where anything is.

They are classes of words (`[adjuncts]` in `grammars/prose.toml`), in every place where such a part may stand: before a sentence,
between commas in it, in brackets, behind a dash, at its end. What a sentence says without them is the same. A clause of reason
tells something that is so, and is told beside the rest; one of purpose tells nothing.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import cache, partial
from itertools import chain, combinations, islice
from typing import Final, NamedTuple

from qsr import resources
from qsr.errors import ParseError
from qsr.language import kinds
from qsr.language.moments import happens
from qsr.language.prose import asides, verbs
from qsr.language.prose.announcing import as_there
from qsr.language.prose.context import Context
from qsr.language.prose.entries import expanded
from qsr.language.prose.lexicon import is_nowhere, is_quality, is_state, is_time, turns_round
from qsr.language.prose.relatives import apart, beside
from qsr.language.prose.remarks import classes, is_hedged
from qsr.language.prose.tokens import Word, tokens
from qsr.story import Span, Statement

__all__ = ["Adjunct", "Rest", "adjuncts", "asked_without", "is_idle", "told_without", "without"]

_table: Final = partial(resources.table, "prose.toml")
#: Classes of tokens that begin a place.
_LEADING: Final = frozenset({"IN", "ON", "AT", "BY", "TO", "FROM", "TO_WHERE", "OUT_OF", "AGAINST"})
#: Behind what "to" begins no purpose, and what a clause before it is about that tells a wish.
_NO_AIM: Final = re.compile(
    r"(?:next|close|near|nearer|nearest|closer|closest|opposite|adjacent|parallel|due|door|way|path|road|up|down|back|on|in|over|how|where|"
    r"what|relative|according|tied|attached|fixed|leads?|runs?|goes|able|want(?:s|ed)?|like[sd]?|need(?:s|ed)?|ha[sd]|have|used|going|"
    r"c[ao]mes?|g[eo]ts?|beg[aiu]ns?|start\w*|continue\w*|left|leaves?|free|happen\w*|decide\w*|bound|hope\w*|promise\w*|plan\w*|"
    r"allowed|sent|tr(?:y|ies|ied)|seem(?:s|ed)?|appear(?:s|ed)?|told|asked|about|easy|hard|difficult|impossible|supposed|said|meant)\s*$",
    re.IGNORECASE,
)


class Adjunct(NamedTuple):
    """Where an adjunct stands in its sentence, whether it is passed over, and where a clause in it begins that is told beside."""

    start: int
    end: int
    passed: bool = True
    clause: int = -1


class Rest(NamedTuple):
    """A sentence with blanks for some of its adjuncts, what of these is passed over, and those clauses that are told beside."""

    text: str
    passed: tuple[Span, ...]
    clauses: tuple[Adjunct, ...] = ()


def without(text: str) -> Iterator[Rest]:
    """Yield a sentence without some of its adjuncts, and without a part that places nothing, the smallest ones first."""
    if (shown := as_there(text)) is not None:
        yield Rest(shown, ())
        yield from _without(shown)
    marked = list(apart(text))
    yield from (Rest(one, ()) for one in marked)
    for one in (text, *marked[:1]):
        yield from _without(one)


def _without(text: str) -> Iterator[Rest]:
    found = adjuncts(text)
    sizes = range(1, len(found) + 1) if len(found) <= _FEW else (1, len(found))
    for some in chain.from_iterable(combinations(found, size) for size in sizes):
        passed = tuple((one.start, one.end) for one in some if one.passed and one.clause < 0)
        yield Rest(_blank(text, some), passed, tuple(one for one in some if one.clause >= 0))
    for some in ((), tuple(found)) if found else ((),):
        rest = _blank(text, some)
        passed = tuple((one.start, one.end) for one in some if one.passed and one.clause < 0)
        clauses = tuple(one for one in some if one.clause >= 0)
        yield from (Rest(_blank(rest, [part]), (*passed, part), clauses) for part in asides.parts(rest))


def told_without(
    read: Callable[..., tuple[list[Statement], Context]], text: str, context: Context, first: int, span: Span, known: int
) -> Iterator[tuple[list[Statement], Context]]:
    """Yield what a sentence says without some of its adjuncts, and the context behind it, as `read` has them."""
    for rest in without(text):
        context.entities.forget(known)
        with suppress(ParseError):
            found, after = read(rest.text, context, first, span)
            passed = list(rest.passed)
            for whole, end, _, start in rest.clauses:
                named = len(context.entities.names)
                try:
                    more, beside = read(f"{' ' * start}{text[start:end]}", after, first + len(found), span)
                except ParseError:
                    context.entities.forget(named)
                    if not is_idle(text[start:end]):
                        raise
                    passed.append((whole, end))
                else:
                    if any(map(happens, more)):
                        raise ParseError("did that happen before? Tell it before the rest", text, start, end)
                    found, after = found + more, replace(beside, general=(*after.general, *beside.general))
            yield found, replace(after, passed=(*context.passed, *((span[0] + i, span[0] + j) for i, j in passed)))


def asked_without(text: str) -> Iterator[str]:
    """Yield a question without what joins it to those before and without comments, and with clauses that tell things apart."""
    some = [one for one in adjuncts(text) if not one.passed]
    if some:
        yield _blank(text, some)
    for marked in islice(apart(text), 1):
        yield _blank(marked, some)


def _blank(text: str, parts: Iterable[Adjunct | Span]) -> str:
    for start, end, *_ in parts:
        text = f"{text[:start]}{' ' * (end - start)}{text[end:]}"
    return text


def adjuncts(text: str) -> list[Adjunct]:
    """Return the adjuncts of a sentence, none of which overlaps another.

    >>> text = "And the jars, of course, are on the shelf because of the mice (a nuisance)."
    >>> [text[one.start : one.end] for one in adjuncts(text)]
    ['And', ', of course,', ' because of the mice', ' (a nuisance)']
    """
    found: list[Adjunct] = []
    for one in _found(text):
        behind = [other.start for other in found if other.end >= one.end and other.start > max(one.clause, one.start)]
        if behind and one.start:
            one = one._replace(end=min(behind))
        if one.start < one.end and all(one.end <= other.start or other.end <= one.start for other in found):
            found.append(one)
    return sorted(found)


def _found(text: str) -> Iterator[Adjunct]:
    at = 0
    while match := _opening().match(text, at):
        yield Adjunct(at, match.end(), passed=False)
        at = match.end()
    yield from (Adjunct(*match.span(), passed=False) for match in _between().finditer(text))
    yield from (Adjunct(*match.span()) for match in _BESIDE.finditer(text) if _is_comment(match["said"] or match["behind"] or ""))
    for match in _clauses().finditer(text):
        aim = match["aim"] is not None
        comma = text.find(",", match.end())
        meant = (
            _MODAL.search(text, match.end())
            if aim and match["aim"].lower() == "so that"
            else not aim or is_idle(text[match.end() :])
        )
        if not meant:
            continue
        end = comma + 1 if not match.start() else comma if aim and comma > 0 else _stop(text)
        if end:
            yield Adjunct(match.start(), end, clause=-1 if aim else match.end())
    yield from (Adjunct(*span) for span in beside(text))
    for match in _phrases().finditer(text):
        end = match.end() if match["np"] is None else _end_of_phrase(text, match.end())
        if end:
            yield Adjunct(match.start(), end + (not match.start() and text[end : end + 1] == ","))
    for match in _AIM.finditer(text):
        if match["verb"].lower() in _bases() and not _NO_AIM.search(text[: match.start()]):
            yield Adjunct(*match.span())
    for match in _STATE.finditer(text):
        said = [one for one in _WORD.findall(match["said"]) if one not in _BESIDE_STATE]
        if "half" in match["said"].split() or (
            said and all(is_quality(one) or is_state(one) or one.endswith("ly") for one in said)
        ):
            yield Adjunct(*match.span())


def _stop(text: str) -> int:
    return len(text.rstrip().rstrip(".!"))


def is_idle(clause: str) -> bool:
    """Tell whether a clause that is told beside another says nothing of where anything is, or what is so no longer.

    >>> [is_idle(text) for text in ("it is too heavy for the shelf", "it was moved to the hall", "my aunt likes it there")]
    [True, False, True]
    """
    if is_hedged(clause):
        return False
    try:
        said = tokens(clause)
    except ParseError:
        return False
    return not any(_tells(said, place) for place in range(len(said)))


def _tells(said: Sequence[Word], place: int) -> bool:
    """Tell whether a word says where something is, or what is otherwise now."""
    word, small = said[place], said[place].lower()
    if word.type in _LEADING:
        head = next((one.lower() for one in said[place + 1 :] if one.type in ("WORD", "NAME") and kinds.is_noun(one.lower())), "")
        return bool(head) and not (is_nowhere(head) or is_time(head))
    if small in _QUIET:
        return False
    return word.type in classes("placing") or turns_round(small) or small in verbs.acting()


def _end_of_phrase(text: str, start: int) -> int:
    """Return where the noun phrase ends that begins at a place, 0 where none does: "the old lady's wish"."""
    match = _NP.match(text, start)
    if match is None:
        return 0
    noun = match["noun"].lower()
    return match.end() if kinds.is_noun(noun) or match["noun"][0].isupper() or noun in ("it", "them", "that", "this") else 0


def _is_comment(said: str) -> bool:
    """Tell whether words beside a sentence name or praise what it speaks of, and have neither verb nor place."""
    try:
        found = tokens(said)
    except ParseError:
        return False
    told = classes("placing") | classes("finite") | (_LEADING - {"FROM"}) | _NO_COMMENT
    plain = not any(word.type in told and not (word.type == "NAME" and word is found[-1]) for word in found)
    nouns = any(kinds.is_noun(word.lower()) or is_quality(word.lower()) for word in found)
    return plain and nouns and not is_hedged(said)


@cache
def _listed(name: str) -> str:
    every = sorted((one for phrase in _table()["adjuncts"][name] for one in expanded(phrase)), key=len, reverse=True)
    return "(?:" + "|".join(re.escape(one.strip()).replace(r"\ ", r"\s+") for one in every) + ")"


@cache
def _opening() -> re.Pattern[str]:
    """Return what finds an opener: a joining word, a comment with its comma, "we know that"."""
    openers = (
        rf"{_listed('joining')}(?:\s*,|(?=\s))|{_listed('comments')}\s*,|{_listed('telling')}(?=\s)|{_listed('announcing')}\s*:"
    )
    return re.compile(rf"\s*(?:{openers})", re.IGNORECASE)


@cache
def _between() -> re.Pattern[str]:
    """Return what finds a comment between commas, or behind one at the end."""
    return re.compile(rf",\s+{_listed('comments')}(?:,|(?=\s*[.!;]|\s*$))", re.IGNORECASE)


@cache
def _clauses() -> re.Pattern[str]:
    reasons = rf"(?:^|,?\s+)(?:(?P<aim>{_listed('purposes')})|{_listed('reasons')})\s+(?!(?:of|to)\b)(?=\w)"
    return re.compile(rf"{reasons}|,\s+(?:{_listed('results')}|as|for)\s+(?={_SUBJECT})", re.IGNORECASE)


@cache
def _phrases() -> re.Pattern[str]:
    ends = r"(?=\s*(?:[.,;!(]|$|\s(?:and|but)\s))"
    return re.compile(rf"(?:^|,?\s+)(?:(?P<np>{_listed('reasons_of')}\s+)|{_listed('fixed')}{ends})", re.IGNORECASE)


@cache
def _bases() -> frozenset[str]:
    """Return verbs of what something is for: "to catch the light"."""
    listed = set(_table()["times"]["aims"].split()) | set(_table()["adjuncts"]["aims"].split())
    return frozenset(listed | {form for form, letters in verbs.inert().items() if "B" in letters and " " not in form})


#: What is meant to be so need not be.
_MODAL: Final = re.compile(
    r"\b(?:can|could|will|would|may|might|cannot|won't|can't|do not|does not|don't|doesn't)\b|n't\b", re.IGNORECASE
)
_NO_COMMENT: Final = frozenset({"NUMBER", "AND", "OR", "NAME", "NOT", "NO", "PRONOUN", "SPEAKER"})
#: With how many adjuncts any of them are left out, and not only one or all.
_FEW: Final = 3
_WORD: Final = re.compile(r"[\w'-]+")
#: Words of a clause that tells why which say nothing of where, in it.
_QUIET: Final = frozenset(
    [
        "too",
        "there",
        "free",
        "full",
        "new",
        "just",
        "other",
        "others",
        "so",
        "such",
        "more",
        "most",
        "all",
        "every",
        "each",
        "both",
        "only",
    ]
)
_SUBJECT: Final = (
    r"(?:it|he|she|they|we|i|you|there|the|my|our|his|her|its|their|that|this|nobody|everybody|everyone|no one|people)\b"
)
#: What is put in brackets or behind a dash.
_BESIDE: Final = re.compile(r"\s*\((?P<said>[^()]*)\)|\s+[-–—]+\s+(?P<behind>[^-–—.!]*)(?=[.!]?\s*$)")
_AIM: Final = re.compile(
    r",?\s+(?:just |only |mainly |in order |so as )?(?:not )?to (?P<verb>[a-z]+)\b(?:(?! and | but )[^,;.!])*"
    r"(?=\s*[.!,;]|\s*$| and | but )"
)
#: How something is, behind a comma at the end: "half empty".
_STATE: Final = re.compile(r",\s+(?P<said>[a-z][a-z-]+(?: (?:and )?[a-z-]+){0,3})(?=\s*[.!]?\s*$)")
_BESIDE_STATE: Final = frozenset({"and", "half", "quite", "very", "still", "rather", "too", "all", "wide", "a", "bit", "little"})
_NP: Final = re.compile(
    r"(?:(?:the|a|an|my|our|his|her|its|their|this|that|all|some|any|bad|good|your) )?(?:[\w-]+(?:'s)? ){0,3}?(?P<noun>[\w-]+)"
    r"(?=\s*(?:[.,;!(]|$)| and | but | in | on )",
    re.IGNORECASE,
)
