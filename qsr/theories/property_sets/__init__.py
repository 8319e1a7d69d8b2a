"""The exact theory: all eight property sets of SpaRC, and mixtures of them, over the whole story.

Rizvi, Zhu and Gurevych (Findings of ACL 2024) name six properties in three exclusive pairs: objects are points or extended,
relations are incomplete or complete (an axis that is not mentioned is level), quantities are specified or not. Positions are
rational numbers, on two axes or three:

- X left of Y: the x of a point X is smaller than that of Y; an extended X ends, on the x axis, where Y starts or before.
- specified: the distance between points, or the gap between the facing ends of extended objects (with `measured`:
  ``"centres"``, between their centres), is exactly the one stated, or one unit; the direction holds as well.
- complete: on axes that are not stated points are equal and extended objects overlap or touch.
- overlapping: the same position, or the same start and end, on every axis.

In an answer a label means the direction alone, whatever the other axes do. What sentences with a negation or with a distance
of their own mean is said in `qsr.theories.property_sets.claims`. Whether objects are points is one decision for the whole
story; the other properties may differ from sentence to sentence.

Backends: ``closure`` (difference constraints in Python), ``clingo`` (with clingo-dl) and ``z3``. ``auto``, the default, takes
the closure, clingo where a story denies many composites, and Z3 for distances between centres, which only Z3 expresses.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from qsr import resources
from qsr.errors import UnknownName
from qsr.story import Story, Witness
from qsr.theories.property_sets.arithmetic import holds
from qsr.theories.property_sets.claims import Space, read
from qsr.theories.property_sets.session import AUTO, ENGINES, PropertySetSession
from qsr.theories.protocol import Limits

__all__ = ["PropertySets"]

_ENCODING: Final = "property_sets.lp"


class PropertySets:
    """Every property set of SpaRC over the whole story: what is possible and what is entailed, exactly.

    Parameters
    ----------
    settings
        Keys and values of `qsr.theories.SETTINGS`; they win over those of a story.
    """

    name = "exact"
    backends = (AUTO, *ENGINES)

    def __init__(self, settings: Mapping[str, str]) -> None:
        self._settings = dict(settings)

    @property
    def fingerprint(self) -> str:
        """Hexadecimal digits that change with the encoding."""
        return resources.fingerprint(resources.encoding(_ENCODING))

    def open(self, backend: str | None = None, limits: Limits | None = None) -> PropertySetSession:
        """Return a session; raise UnknownName for a backend that is not among `backends`."""
        chosen = backend or AUTO
        if chosen not in self.backends:
            raise UnknownName("backend", chosen, list(self.backends))
        return PropertySetSession(self.name, self.fingerprint, self._settings, chosen, limits or Limits())

    def violated(self, story: Story, witness: Witness) -> tuple[int, ...]:
        """Return the ids of the statements that the witness breaks.

        Raises UnsupportedQuestion where a statement has no meaning in this theory, ValueError for a witness of another kind.
        """
        kinds = {"points": False, "boxes": True}
        if witness.kind not in kinds:
            raise ValueError(f"a witness of kind {witness.kind!r} does not belong to the exact theory")
        dimensions = max((len(place) for place in witness.place.values()), default=2)
        space = Space(kinds[witness.kind], dimensions)
        reading = read(story, space, self._settings)
        return tuple(number for number, claim in enumerate(reading.claims) if not holds(claim, space, witness.place))
