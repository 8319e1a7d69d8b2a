"""What general English may not leave unsaid: words that the grammar reads over and whose meaning no theory has.

The grammar lets through what data sets write without meaning anything by it ("slightly", "with a small gap", "in the upper left
corner of" for a mere direction). Who writes a story of his own means such a word. So here each of them is either harmless,
because what is asserted stays true without it, or refused by name. The decision rests on the kinds and words of the tokens and on
what the sentence says, never on which entities it names, so that it can be kept with the shape of a sentence.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, Protocol

from lark import Token

from qsr import relations
from qsr.language import function_words, kinds, words
from qsr.story import MARKS

__all__ = ["everyday", "fault", "has_a_front", "plain"]

_ENTITIES: Final = frozenset({"NAME", "CAPITAL_A", "QUOTED", "NOUN_PHRASE", "PRONOUN"})
_DIRECTIONS: Final = frozenset({"DIAGONAL", "VERTICAL", "HORIZONTAL", "DEPTH", "COMPASS"})
#: Kinds of things with a left and a right of their own.
_FRONTED: Final = frozenset({"person", "performer", "role", "animal", "vehicle"})
_NEXT_TO_IT: Final = "says that nothing lies between, which is not covered; leave it out, or say how far it is"
_PART: Final = "is a part of it, or a place beside it? Write 'inside' or 'to the left of', 'above', 'north of' ..."
#: Kinds of tokens that are refused wherever they stand.
_REFUSED: Final = {
    "_GAP": "a gap without a size is not covered; say how far it is, or leave it out",
    "_ANGLE": "an angle is not covered; leave it out",
    "_OFF_CENTRE": "how far off the centre? Write 'above and to the left of' ...",
}


class _Said(Protocol):
    """What a sentence or a question says, as far as it matters here."""

    @property
    def relation(self) -> str: ...

    @property
    def properties(self) -> tuple[tuple[str, Any], ...]: ...


def plain(properties: tuple[tuple[str, Any], ...]) -> tuple[tuple[str, Any], ...]:
    """Return what a data set's sentence says: the properties without the marks of general English."""
    return tuple(pair for pair in properties if pair[0] not in MARKS and pair[0] != "unsure") if properties else properties


def everyday(said: _Said, tokens: Sequence[Token], *, asked: bool) -> tuple[tuple[str, Any], ...]:
    """Return the properties of a fact of general English: "right above" is straight above.

    A question says by an empty `compass` that its words are heights; one about a label, which nobody put into words, has none.
    """
    properties = {name: value for name, value in said.properties if name != "unsure"}
    if relations.is_directional(said.relation) and any(t.type == "_ADVERB" and t.lower() == "right" for t in tokens):
        properties["relations"] = "complete"
    if asked and not {"above", "below"}.isdisjoint(relations.parts(said.relation)):
        properties.setdefault("compass", ())
    return tuple(sorted(properties.items()))


def fault(tokens: Sequence[Token], said: Sequence[_Said], *, asked: bool) -> str:
    """Say which word of a sentence or question general English gives no meaning, and what to write; the empty string if none."""
    weak = asked or any(name == "negated" for fact in said for name, _ in fact.properties)
    unsure = next((str(value) for fact in said for name, value in fact.properties if name == "unsure"), "")
    if unsure:
        return unsure
    if asked and any(name == "relations" for fact in said for name, _ in fact.properties):
        return "whether something is exactly so, and no further to any other side, cannot be asked; ask for the direction alone"
    for place, token in enumerate(tokens):
        found = _fault(tokens, place, said, weak)
        if found:
            return f"{_quoted(token)}: {found}"
    return "" if asked else _list_fault(tokens)


def _list_fault(tokens: Sequence[Token]) -> str:
    """Say why it is open of which things of a list a sentence speaks."""
    kinds = [token.type for token in tokens]
    if kinds[0] == "_BOTH" and not {"NOT_BE", "DO_NOT"}.isdisjoint(kinds):
        return "is that denied of both, or only of both together? Deny one at a time"
    begin = next((place + 1 for place, kind in enumerate(kinds) if kind == "_THERE_IS" or kinds[:place] == ["_THERE"]), 0)
    end = begin
    while end + 2 < len(kinds) and kinds[end] in _ENTITIES and kinds[end + 1] == "_AND" and kinds[end + 2] in _ENTITIES:
        end += 2
    if begin and (end > begin or _is_list(kinds[end:])):
        return "are all of these there, or only the last? Say it of one thing at a time"
    return ""


def _is_list(kinds: Sequence[str]) -> bool:
    """Tell whether the last things of a sentence are a list."""
    ending = [kind for kind in kinds[-4:] if kind != "_STOP"][-3:]
    return len(ending) == 3 and ending[0] in _ENTITIES and ending[1] == "_AND" and ending[2] in _ENTITIES


def _fault(tokens: Sequence[Token], place: int, said: Sequence[_Said], weak: bool) -> str:
    token, text = tokens[place], " ".join(tokens[place].lower().split())
    kind = token.type
    if kind in _REFUSED:
        return _REFUSED[kind]
    if kind == "_ADVERB":
        if place and tokens[place - 1].type == "_ALL":
            return "is all of it there, or is it all right? Leave it out"
        return _adverb(text, said, weak)
    if kind == "_AND" and text.endswith("then"):
        return "first one and then the other is a telling in time, or an order; say what is where at one moment"
    if kind == "_TOO" and _ends_a_list(tokens, place):
        return "which of the two does it go with? Say it in two sentences"
    if kind == "_RELATIVE" and ("seen" in text or text.startswith("from")):
        return "a point of view is not covered; say what is where in itself"
    if kind == "PREPOSITION" and text in words.table()["parts"]["words"]:
        return _PART
    if (
        kind == "_HAS"
        and place + 1 < len(tokens)
        and tokens[place + 1].type == "NOUN_PHRASE"
        and tokens[place + 1].endswith("ed")
    ):
        return "what does it have, or what did it do?"
    if kind == "PREPOSITION" and text in words.table()["heights"]["words"]:
        return "is it further up, or taller? Write 'above', or 'taller than'"
    if kind in _DIRECTIONS:
        if text in ("left", "right") and _is_bare_to(tokens, place):
            return "is that where it is, or what is done with it? Write 'to the left of'"
        return _side(tokens, place)
    return ""


def _is_bare_to(tokens: Sequence[Token], place: int) -> bool:
    """Tell whether a side has no "to the" before it and "to" behind it: "left to Bob"."""
    leads = place > 0 and tokens[place - 1].type in ("_LEAD", "_LEAD_ITS", "_POSSESSIVE")
    return not leads and place + 1 < len(tokens) and tokens[place + 1].type == "_TO"


def _adverb(text: str, said: Sequence[_Said], weak: bool) -> str:
    if text in words.adverbs("adjacent"):
        return _NEXT_TO_IT
    if text in words.adverbs("diagonal"):
        one = any(len(relations.parts(fact.relation)) < 2 for fact in said)
        return "goes with two directions, as in 'above and to the left of'" if one else ""
    if weak and text == "right":
        return "whether something is just there, and no further to any other side, cannot be asked or denied"
    # Slightly left is left; but what is not slightly left may be far left.
    return "how much is that? Ask, or deny, the place without it" if weak else ""


def _ends_a_list(tokens: Sequence[Token], place: int) -> bool:
    """Tell whether "too" stands behind the second or a later thing of a list: "the plate and the fork too"."""
    before = [token.type for token in tokens[max(0, place - 3) : place]]
    if before and before[-1] == "_AND":
        before = [token.type for token in tokens[max(0, place - 4) : place - 1]]
    return len(before) == 3 and before[0] in _ENTITIES and before[1] == "_AND" and before[2] in _ENTITIES


def _side(tokens: Sequence[Token], place: int) -> str:
    """Say why a side is not a direction: "in the north of the park", "at the bottom of the lake", "on the left side of it"."""
    nouns = []
    after = place + 1
    while after < len(tokens) and tokens[after].type == "_SIDE_NOUN":
        nouns.append(tokens[after].lower())
        after += 1
    before = tokens[place - 1] if place else None
    lead = " ".join(before.lower().split()) if before is not None else ""
    owned = before is not None and before.type == "_POSSESSIVE"
    if owned:
        lead = next(
            (t.lower() for t in reversed(tokens[: place - 1]) if t.type in ("_AT", "_IN", "_TO", "_BE", "_PARTICIPLE")), ""
        )
    if owned and place > 1 and has_a_front(tokens[place - 2].lower().split()[-1]):
        return "is that as they see it themselves? Say to the left of, or to the right of"
    if "immediate" in lead:
        return _NEXT_TO_IT
    if not owned and before is not None and before.type not in ("_LEAD", "_LEAD_ITS"):
        return ""
    if any("corner" in noun for noun in nouns):
        return _PART
    of = owned or (before is not None and before.type == "_LEAD_ITS") or (after < len(tokens) and tokens[after].type == "_OF")
    of = of or any(token.type == "_HAS" for token in tokens)  # "the kitchen has a window on the left": in it, or beside it?
    first = lead.split()[0] if lead else ""
    if lead == "in" and tokens[place].type == "DEPTH":
        return ""  # "in front of", "in back of"
    if not of and tokens[place].type == "COMPASS" and first in ("on", "at", "in"):
        return _PART
    if not of or first in ("to", "toward", "towards", "the", ""):
        return ""
    # "On the left of the box" is beside it; "on its top", "in its left" and "on the left side of it" may be parts of it.
    beside = first in ("on", "at") and tokens[place].type == "HORIZONTAL" and not nouns
    beside = beside and (owned or before is None or before.type == "_LEAD_ITS" or not any(one.type == "_HAS" for one in tokens))
    return "" if beside or any(noun in ("position", "direction") for noun in nouns) else _PART


def has_a_front(noun: str) -> bool:
    """Tell whether what a noun or a name names has a left of its own: a person, a car."""
    return noun in function_words.listed("given_names") or not _FRONTED.isdisjoint(kinds.kinds(noun))


def _quoted(token: Token) -> str:
    return repr(" ".join(token.split()))
