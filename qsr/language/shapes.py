"""Parse once, read often: what a sentence says, cached by its shape.

The grammar never looks at which noun phrase stands in a place, only that one stands there. So a sentence with its entities
masked is parsed once; the next sentence of that shape takes its facts from the first one's, with its own entities in the
places. Two caches hold the same knowledge: one keyed by the tokens (any text), one by the bare wording of texts whose
entities are single capitals or short names in capitals, which a regular expression can mask. Both are filled by the grammar
at run time.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from typing import Any, Final, TypeVar

from qsr.language import facts, grammar, unsaid
from qsr.language.parts import Mention, mention_of
from qsr.language.terminals import behind_a, capital_pattern, initials_pattern
from qsr.logic import Relation
from qsr.story import Question, Statement

__all__ = [
    "AskedShape",
    "Shape",
    "asked",
    "asked_by_wording",
    "by_wording",
    "learn_wording",
    "sentences",
    "stated",
    "together",
    "with_kinds",
    "wording",
]

K = TypeVar("K")
S = TypeVar("S")
T = TypeVar("T", Statement, Question)

_ENTITIES: Final = frozenset({"NAME", "CAPITAL_A", "QUOTED", "NOUN_PHRASE"})
#: A word in capitals; whether "A" is the article, and "NOT" no name, is looked at apart, since that takes time.
_CAPITALS: Final = re.compile(r"\b([A-Z]\b|[A-Z][A-Z\d]{1,5}\b)(?![-'’](?!s(?!\w))\w)")
#: The end of a sentence: a stop that is not inside a number or behind a title, before a space, the end, or a capital that follows
#: at once. A run of stops is looked at from its first one only, and a quotation from its last opening mark, so that the time is
#: linear in the text.
_END: Final = re.compile(
    r'"[^"\n]*"|“[^“”\n]*”|\b(?-i:Mrs?|Ms|Dr|Prof)\.(?=\s)|(?<!\bno)(?:(?<![.!?])|(?<=\bno[.!?]))[.!?]+(?=\s|$)|(?<=[a-z)])[.!?](?=[A-Z])',
    re.IGNORECASE,
)
#: More shapes than any benchmark has; a text with more of them starts the cache anew.
_CAPACITY: Final = 20_000

#: Relation, head and tail as slots (-1 for an "it" that an earlier sentence must explain), properties.
SlotFact = tuple[Relation, int, int, tuple[tuple[str, Any], ...]]


@dataclass(frozen=True, slots=True)
class Shape:
    """What all sentences of one shape say, about the entities in their slots; `kinds` is for the whole story.

    `facts` is what a data set's sentence says, `everyday` what the same words say in general English, and `fault` why they
    say nothing there.
    """

    facts: tuple[SlotFact, ...]
    slots: int
    kinds: tuple[tuple[int, str], ...] = ()
    everyday: tuple[SlotFact, ...] = ()
    fault: str = ""


@dataclass(frozen=True, slots=True)
class AskedShape:
    """What all questions of one shape ask: form, arguments as slots (-1 for "it"), relation and its properties.

    `properties`, `everyday` and `fault` as in `Shape`.
    """

    form: str
    args: tuple[int, ...]
    relation: str
    properties: tuple[tuple[str, Any], ...]
    everyday: tuple[tuple[str, Any], ...] = ()
    fault: str = ""


#: A sentence of a text: its offsets, what it says, and which of the text's names in capitals fill its slots.
Piece = tuple[int, int, Shape, tuple[int, ...]]

_by_wording: dict[str, tuple[Piece, ...]] = {}
_by_tokens: dict[tuple[Any, ...], Shape] = {}
_asked_by_wording: dict[str, AskedShape] = {}
_asked_by_tokens: dict[tuple[Any, ...], AskedShape] = {}


def _join_articles(pieces: list[str]) -> None:
    """Put each "A" that is an article back into the text around it."""
    for place in range(len(pieces) - 2, 0, -2):
        if pieces[place] == "A" and _is_article(pieces[place + 1]):
            pieces[place - 1 : place + 2] = ["".join(pieces[place - 1 : place + 2])]


@lru_cache(maxsize=_CAPACITY)
def _is_article(after: str) -> bool:
    return re.compile(behind_a()).match(after) is not None


@lru_cache(maxsize=_CAPACITY)
def _is_name(capitals: str) -> bool:
    return re.fullmatch(initials_pattern(), capitals) is not None


@cache
def _letter() -> re.Pattern[str]:
    return re.compile(f"(?<!\\w)({capital_pattern()}|{initials_pattern()})")


def wording(text: str) -> tuple[str, tuple[str, ...]]:
    """Return a text with its names in capitals masked, numbered by first appearance, and the names; a longer one has its length.

    >>> wording("X is above Y and to the left of Y."), wording("XD is NOT above Y.")
    (('{0} is above {1} and to the left of {1}.', ('X', 'Y')), ('{0:2} is NOT above {1}.', ('XD', 'Y')))
    """
    pieces = _CAPITALS.split(text)
    if "A" in pieces:
        _join_articles(pieces)
    if len(pieces) == 5 and pieces[1] != pieces[3] and len(pieces[1]) == 1 == len(pieces[3]):
        return f"{pieces[0]}{{0}}{pieces[2]}{{1}}{pieces[4]}", (pieces[1], pieces[3])  # the common case, written out for speed
    numbers: dict[str, int] = {}
    for position in range(1, len(pieces), 2):
        name = pieces[position]
        if len(name) == 1:
            pieces[position] = f"{{{numbers.setdefault(name, len(numbers))}}}"
        elif _is_name(name):
            pieces[position] = f"{{{numbers.setdefault(name, len(numbers))}:{len(name)}}}"
    return "".join(pieces), tuple(numbers)


def sentences(text: str) -> list[tuple[int, int]]:
    """Return start and end of each sentence, without the space around it.

    >>> [("A is left of B.The pen is 2.5 units up."[i:j]) for i, j in sentences("A is left of B.The pen is 2.5 units up.")]
    ['A is left of B.', 'The pen is 2.5 units up.']
    """
    spans, start = [], 0
    for match in _END.finditer(text):
        if match.group()[0] in ".!?":
            spans.append((start, match.end()))
            start = match.end()
    spans.append((start, len(text)))
    trimmed = [(i + len(text[i:j]) - len(text[i:j].lstrip()), i + len(text[i:j].rstrip())) for i, j in spans]
    return [(i, j) for i, j in trimmed if text[i:j].strip(".!? \n\t")]


def stated(text: str) -> tuple[Shape, Sequence[Mention]]:
    """Return what one sentence says and the mentions that fill its slots; raise ParseError where it cannot be read."""
    key, slots, _ = _masked(text)
    shape = _by_tokens.get(key)
    if shape is None:
        meaning = facts.sentence(text)
        tokens = grammar.tokens(text)
        placed = [(fact, Relation.of(fact.relation), _slot(fact.head, slots), _slot(fact.tail, slots)) for fact in meaning.facts]
        kinds = tuple((_slot(thing, slots), kind) for thing, kind in meaning.declared)
        shape = Shape(
            tuple((relation, head, tail, unsaid.plain(fact.properties)) for fact, relation, head, tail in placed),
            len(slots),
            kinds,
            tuple((relation, head, tail, unsaid.everyday(fact, tokens, asked=False)) for fact, relation, head, tail in placed),
            unsaid.fault(tokens, meaning.facts, asked=False),
        )
        _keep(_by_tokens, key, shape)
    return shape, slots


def asked(text: str) -> tuple[AskedShape, Sequence[Mention]]:
    """Return what a question asks and the mentions that fill its slots; raise ParseError where it cannot be read."""
    key, slots, letters = _masked(text)
    shape = _asked_by_tokens.get(key)
    if shape is None:
        fact = facts.question(text)
        tokens = grammar.tokens(text)
        args = tuple(_slot(mention, slots) for mention in fact.args)
        fault = unsaid.fault(tokens, [fact], asked=True)
        everyday = unsaid.everyday(fact, tokens, asked=True)
        shape = AskedShape(fact.form, args, fact.relation, unsaid.plain(fact.properties), everyday, fault)
        _keep(_asked_by_tokens, key, shape)
    if letters and -1 not in shape.args:
        _keep(_asked_by_wording, wording(text)[0], shape)
    return shape, slots


def _masked(text: str) -> tuple[tuple[Any, ...], list[Mention], bool]:
    """Return the key of a text's shape, its distinct mentions, and whether those are just its names in capitals."""
    tokens = grammar.tokens(text)
    slots: dict[Mention, int] = {}
    key: list[tuple[str, int | str]] = []
    spans = []
    for token in tokens:
        if token.type in _ENTITIES:
            mention = mention_of(token)
            key.append((token.type, slots.setdefault(mention, len(slots))))
            spans.append(mention.span)
        else:
            key.append((token.type, " ".join(token.lower().split())))
        if token.type == "_POSSESSIVE" and spans:
            # Whose left it is makes a difference (`qsr.language.unsaid`).
            key.append((token.type, int(unsaid.has_a_front(text[slice(*spans[-1])].lower().split()[-1]))))
    letters = spans == [match.span() for match in _letter().finditer(text)]
    return tuple(key), list(slots), letters


def _slot(mention: Mention, slots: list[Mention]) -> int:
    return -1 if mention.kind == "pronoun" else slots.index(mention)


def by_wording(masked: str) -> tuple[Piece, ...] | None:
    """Return the sentences of a text whose entities are all names in capitals, if one of its wording was read before.

    All texts of one wording have their sentences at the same offsets, since it tells how long every name is.
    """
    return _by_wording.get(masked)


def asked_by_wording(masked: str) -> AskedShape | None:
    """Return the shape of a question of this wording, if one was read before."""
    return _asked_by_wording.get(masked)


def learn_wording(text: str) -> None:
    """Keep the sentences of a text that was just read, under its wording, where the wording masks just its entities."""
    masked, letters = wording(text)
    found: list[Piece] = []
    for start, end in sentences(text):
        if not _masked(text[start:end])[2]:
            return
        shape, mentions = stated(text[start:end])
        if any(-1 in fact[1:3] for fact in shape.facts):
            return
        found.append((start, end, shape, tuple(letters.index(mention.name) for mention in mentions)))
    _keep(_by_wording, masked, tuple(found))


def _keep(cache: dict[K, S], key: K, shape: S) -> None:
    if len(cache) >= _CAPACITY:
        cache.clear()
    cache[key] = shape


def together(shape: Shape, entities: Sequence[int]) -> tuple[tuple[int, ...], ...]:
    """Return the lists of a sentence: those of which it says the same of one thing."""
    lists: dict[tuple[object, ...], list[int]] = {}
    for relation, head, tail, _ in shape.facts:
        if head >= 0 and tail >= 0:
            lists.setdefault((relation, "of", tail), []).append(entities[head])
            lists.setdefault((relation, head), []).append(entities[tail])
    return tuple(dict.fromkeys(tuple(one) for one in lists.values() if len(one) > 1))


def with_kinds(said: T, declared: Mapping[int, str]) -> T:
    """Return a statement or question with what the whole story takes its entities for, where it does not say itself."""
    if declared.keys().isdisjoint(said.args):
        return said
    properties = dict(said.properties)
    own = properties.get("kinds", (None,) * len(said.args))
    properties["kinds"] = tuple(kind or declared.get(entity) for entity, kind in zip(said.args, own, strict=True))
    return replace(said, properties=tuple(sorted(properties.items())))


def own_kinds(statement: Statement) -> Iterator[tuple[int, str]]:
    """Yield which entities a statement treats as what."""
    for entity, kind in zip(statement.args, statement.property("kinds", ()), strict=False):
        if kind:
            yield entity, kind
