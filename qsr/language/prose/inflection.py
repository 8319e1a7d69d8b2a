"""How adjectives and verbs of prose change: comparatives, participles, the past."""

from __future__ import annotations

from typing import Final

from qsr import resources

__all__ = ["degrees", "forms", "past", "pasts"]

_VOWELS: Final = frozenset("aeiou")


def degrees(adjective: str) -> tuple[str, str]:
    """Return comparative and superlative of a short adjective.

    >>> degrees("big"), degrees("pricey"), degrees("heavy"), degrees("late")
    (('bigger', 'biggest'), ('pricier', 'priciest'), ('heavier', 'heaviest'), ('later', 'latest'))
    """
    stem = adjective
    if stem.endswith("ey"):
        stem = f"{stem[:-2]}i"
    elif stem.endswith("y"):
        stem = f"{stem[:-1]}i"
    elif stem.endswith("e"):
        stem = stem[:-1]
    elif len(stem) > 2 and stem[-1] not in _VOWELS | set("wxy") and stem[-2] in _VOWELS and stem[-3] not in _VOWELS:
        stem += stem[-1]
    return f"{stem}er", f"{stem}est"


def forms(base: str) -> tuple[str, str]:
    """Return the third person and the present participle of a verb.

    >>> forms("lie"), forms("sit"), forms("nestle"), forms("perch"), forms("sleep")
    (('lies', 'lying'), ('sits', 'sitting'), ('nestles', 'nestling'), ('perches', 'perching'), ('sleeps', 'sleeping'))
    """
    third = f"{base}es" if base.endswith(("ch", "sh", "s", "x")) else f"{base}s"
    if base.endswith("y") and base[-2] not in _VOWELS:
        third = f"{base[:-1]}ies"
    if base.endswith("ie"):
        return third, f"{base[:-2]}ying"
    if base.endswith("e"):
        return third, f"{base[:-1]}ing"
    return third, f"{_stem(base)}ing"


def _stem(base: str) -> str:
    """Return a verb before an ending that begins with a vowel: "sitt", "dropp"."""
    doubled = (
        base[-1] not in "wxy" and base[-1] not in _VOWELS and base[-2] in _VOWELS and sum(one in _VOWELS for one in base) == 1
    )
    return base + base[-1] if doubled else base


def past(base: str) -> str:
    """Return the past of a verb.

    >>> past("sit"), past("carry"), past("open"), past("drop")
    ('sat', 'carried', 'opened', 'dropped')
    """
    return pasts(base)[0]


def pasts(base: str) -> tuple[str, ...]:
    """Return the past of a verb, its participle where that is another form, and other ways to write them.

    >>> pasts("get"), pasts("deliver")
    (('got', 'gotten'), ('delivered',))
    """
    return tuple(resources.table("verbs.toml")["forms"].get(base, _regular(base)).split())


def _regular(base: str) -> str:
    if base.endswith("e"):
        return f"{base}d"
    return f"{base[:-1]}ied" if base.endswith("y") and base[-2] not in _VOWELS else f"{_stem(base)}ed"
