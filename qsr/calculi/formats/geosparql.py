"""Names of topological relations in GeoSPARQL [1]_, read as labels of RCC8.

The standard has three families: RCC8's own (``rcc8dc`` ...), Egenhofer's (``ehMeet`` ...) and that of Simple Features
(``sfTouches`` ...). Between regions the first two name the same eight relations; those of Simple Features are unions of them.
The names are used here for what they say about regions; the patterns of the standard's intersection matrices, which
miss some pairs of regions, play no part.

References
----------
.. [1] Open Geospatial Consortium (2024), OGC GeoSPARQL 1.1, document 22-047r1.
"""

from __future__ import annotations

from typing import Final

from qsr.errors import UnknownName

__all__ = ["FAMILIES", "iri", "relations"]

_NAMESPACE: Final = "http://www.opengis.net/ont/geosparql#"
_PREFIX: Final = "geo:"
_RCC8: Final = ("DC", "EC", "PO", "TPP", "NTPP", "TPPI", "NTPPI", "EQ")
_EGENHOFER: Final = ("Disjoint", "Meet", "Overlap", "CoveredBy", "Inside", "Covers", "Contains", "Equals")
_SIMPLE_FEATURES: Final = {
    "sfEquals": ("EQ",),
    "sfDisjoint": ("DC",),
    "sfIntersects": _RCC8[1:],
    "sfTouches": ("EC",),
    "sfWithin": ("TPP", "NTPP", "EQ"),
    "sfContains": ("TPPI", "NTPPI", "EQ"),
    "sfOverlaps": ("PO",),
}
_MEANINGS: Final = {
    **{f"rcc8{name.lower()}": (name,) for name in _RCC8},
    **{f"eh{other}": (name,) for other, name in zip(_EGENHOFER, _RCC8, strict=True)},
    **_SIMPLE_FEATURES,
}
_FOLDED: Final = {name.casefold(): meaning for name, meaning in _MEANINGS.items()}
#: How the names of each family begin.
FAMILIES: Final = ("rcc8", "eh", "sf")


def relations(name: str) -> frozenset[str]:
    """Return the base relations of RCC8 that a name stands for; the name may be a full IRI or begin with ``geo:``.

    Raise UnknownName for any other. ``sfCrosses`` is one: no two regions cross.

    >>> sorted(relations("geo:sfWithin"))
    ['EQ', 'NTPP', 'TPP']
    """
    short = name.removeprefix(_NAMESPACE).removeprefix(_PREFIX)
    if (found := _FOLDED.get(short.casefold())) is None:
        raise UnknownName("topological relation of GeoSPARQL", name, list(_MEANINGS))
    return frozenset(found)


def iri(relation: str, family: str = "rcc8") -> str:
    """Return the IRI of a base relation of RCC8 in a family of names that has one of its own for it.

    Raise UnknownName for a family or a relation that there is not, and where the family has no name for the relation
    alone, as ``sf`` for parts.

    >>> iri("NTPP", "eh")
    'http://www.opengis.net/ont/geosparql#ehInside'
    """
    if family not in FAMILIES:
        raise UnknownName("family of names in GeoSPARQL", family, list(FAMILIES))
    named = {meaning[0]: name for name, meaning in _MEANINGS.items() if name.startswith(family) and len(meaning) == 1}
    if relation not in named:
        raise UnknownName(f"relation of RCC8 with a name in {family}", relation, [name for name in _RCC8 if name in named])
    return _NAMESPACE + named[relation]
