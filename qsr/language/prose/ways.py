"""Places that are joined one to the next: a ring or a line of them, or passages to the left and to the right.

Each joint is a statement ``walk:way`` with its direction: clockwise from one place of a ring to the next, on from one of a line,
left where the left passage leads. Who goes that way comes from place to place, and nobody needs to know how far they are apart.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Final

from qsr.language.prose.along import length_of
from qsr.story import Statement

__all__ = ["CLOCKWISE", "ON", "WAY", "Ways", "is_joint"]

WAY: Final = "way"
CLOCKWISE, ON = "clockwise", "on"
_BACK: Final = {CLOCKWISE: "anticlockwise", ON: "back", "left": "back", "right": "back"}
_OPPOSITE: Final = ((CLOCKWISE, "anticlockwise"), ("anticlockwise", CLOCKWISE), (ON, "back"), ("back", ON))
#: Who goes one of these comes to what is next there.
_PASSAGES: Final = ("left", "right", "back")
#: Units that are no places.
_LENGTHS: Final = ("m", "unit", "step", "pace", "stride")
#: Steps beyond which nobody is followed.
_MOST: Final = 1000


def is_joint(statement: Statement) -> bool:
    """Tell whether a statement says that two places are joined."""
    return statement.compound is None and statement.relation.startswith(f"walk:{WAY}:")


class Ways:
    """The joints of a story.

    Parameters
    ----------
    statements
        Of the story; others than joints are passed over.
    """

    def __init__(self, statements: Iterable[Statement]) -> None:
        self._next: dict[str, dict[int, int]] = {}
        for one in filter(is_joint, statements):
            start, end = one.args
            way = str(one.relation).split(":")[2]
            self._next.setdefault(way, {})[start] = end
            self._next.setdefault(_BACK[way], {})[end] = start

    @property
    def places(self) -> frozenset[int]:
        """All that is joined to something."""
        return frozenset(place for joints in self._next.values() for place in (*joints, *joints.values()))

    def leads(self, places: Iterable[int], way: str, unit: str) -> bool:
        """Tell whether who is at one of some places, and goes that way, in this unit, goes from place to place."""
        here = set(places)
        return bool(here) and here <= self.places and way in self._next and (unit not in _LENGTHS or way in _PASSAGES)

    def meant(self, way: str, last: str) -> str:
        """Return which way somebody goes who goes on, or back, and went that way last; nothing where he went none.

        >>> Ways([]).meant("back", "clockwise"), Ways([]).meant("ahead", "")
        ('anticlockwise', 'on')
        """
        if way in ("ahead", ""):
            return last or ON
        return next((one for one, other in _OPPOSITE if other == last), way) if way == "back" and last else way

    def hop(self, places: Iterable[int], way: str, length: str) -> tuple[frozenset[int], tuple[int, ...]]:
        """Return where somebody may be who has gone so many places a way, from one of some, and what he has surely passed.

        Where a way ends he is nowhere, and an unknown number of places leads to any that lies that way.
        """
        joints, here = self._next[way], frozenset(places)
        counts = (1,) if way in _PASSAGES and not length else self._counts(length)
        found: set[int] = set()
        passed: list[int] = []
        for step in range(1, (max(counts) if counts else len(self.places)) + 1):
            here = frozenset(joints[one] for one in here if one in joints)
            if not counts or step in counts:
                found |= here
            if len(here) == 1 and counts and step < min(counts):
                passed += here
        return frozenset(found), tuple(passed)

    @staticmethod
    def _counts(length: str) -> tuple[int, ...]:
        """Return how many places a length may be; none where it has no bound."""
        ranges = length_of(length).ranges
        if any(one.high is None for one in ranges):
            return ()
        counts = {number for one in ranges for number in range(1, min(_MOST, int(one.high or 0)) + 1)}
        return tuple(n for n in sorted(counts) if any((one.low or Fraction(0)) <= n <= (one.high or 0) for one in ranges))
