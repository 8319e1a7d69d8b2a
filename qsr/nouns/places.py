"""Kinds of places: which can overlap, and which may lie in which.

The table is `grammars/places.toml`; what it does not list is looked up among the nouns of this package.
"""

from __future__ import annotations

from functools import cache, lru_cache, partial
from typing import Final

from qsr import resources
from qsr.nouns import lexicon
from qsr.nouns.phrases import NounPhrase, analyse

__all__ = ["TABLES", "is_solid", "kinds", "may_hold", "may_share"]

_TABLE: Final = "places.toml"
#: All files that places are known by, in `grammars/`.
TABLES: Final = (_TABLE, *lexicon.FILES)
#: The longest noun of several words in the table.
_LONGEST: Final = 3


_table: Final = partial(resources.table, _TABLE)


@cache
def _nouns(code: str) -> dict[str, frozenset[str]]:
    found: dict[str, set[str]] = {}
    for kind, words in _table()[code].items():
        for word in words.split() if isinstance(words, str) else ():
            found.setdefault(word, set()).add(kind)
    return {word: frozenset(own) for word, own in found.items()}


@cache
def _names(code: str) -> dict[str, str]:
    return {name: kind for kind, names in _table()[code]["names"].items() for name in names.split()}


@lru_cache(maxsize=4096)
def kinds(text: str, code: str = "en") -> frozenset[str]:
    """Return the kinds of places that a noun phrase may name; none for what can overlap anything.

    >>> sorted(kinds("the old kitchen")), sorted(kinds("Norway")), sorted(kinds("the fog")), sorted(kinds("Lyon"))
    (['room'], ['country'], ['wide'], ['place'])
    """
    phrase = analyse(text, code)
    name = _name(phrase, code)
    if name:
        return frozenset((name,))
    if phrase.article == "name":
        return frozenset()
    words = phrase.words if code == "en" else phrase.words[:1]
    for size in range(min(_LONGEST, len(words)), 0, -1):
        for last in dict.fromkeys((words[-1], phrase.head)):
            found = _nouns(code).get("_".join((*words[len(words) - size : -1], last)))
            if found:
                return found
    found = _nouns(code).get(phrase.head)
    if found:
        return found
    kind, _ = phrase.kinds[0]
    return frozenset((_table()["lexicon"][kind],)) if phrase.head and kind in _table()["lexicon"] else frozenset()


def _name(phrase: NounPhrase, code: str) -> str:
    """Return what a name is the name of: a continent, a country or another place; empty for what is no name of a place."""
    known = _names(code).get("_".join(phrase.words), "")
    kind = phrase.kinds[0][0]
    if known:
        return known if phrase.text.rpartition(" ")[2][:1].isupper() else ""
    named = phrase.article == "name" or (phrase.article == "bare" and phrase.text[:1].isupper() and phrase.head in phrase.words)
    return "place" if named and kind == "region" and phrase.head not in _nouns(code) else ""


def is_solid(own: frozenset[str]) -> bool:
    """Tell whether a thing of these kinds cannot overlap another one without being in it or holding it.

    >>> is_solid(kinds("the drawer")), is_solid(kinds("the park")), is_solid(frozenset())
    (True, False, False)
    """
    return bool(own) and own <= set(_table()["kinds"]["solid"])


def may_hold(one: frozenset[str], other: frozenset[str]) -> bool:
    """Tell whether a thing of the other kinds may lie in one of these.

    >>> may_hold(kinds("the drawer"), kinds("the sink")), may_hold(kinds("the drawer"), kinds("the box"))
    (False, True)
    """
    within = _table()["within"]
    return not other <= set(within) or any(own in within[kind] for kind in other for own in one)


def may_share(one: frozenset[str], other: frozenset[str]) -> bool:
    """Tell whether a thing may be in a place of these and in one of those kinds: they overlap, or the one lies in the other.

    >>> may_share(kinds("the kitchen"), kinds("the house")), may_share(kinds("the kitchen"), kinds("the garden"))
    (True, False)
    """
    within = _table()["within"]
    known = [own & set(within) | own & {"continent"} for own in (one, other)]
    if not all(known):
        return True
    names = {"continent", "country", "place"}
    return any(
        (first in names) != (second in names) or second in within.get(first, ()) or first in within.get(second, ())
        for first in known[0]
        for second in known[1]
    )
