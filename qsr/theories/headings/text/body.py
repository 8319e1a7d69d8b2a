"""A body at exercise: how high its parts are when it stands or lies, and lifts its legs.

The parts hang on the hips in an upright plane. Legs are straight and of one length, the trunk is straight, and of arms nothing is
known, so that hands are not read.
"""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Final, TypeAlias

from qsr.logic import Relation
from qsr.theories.headings.text.scene import Fault, Scene

__all__ = ["Body"]

_Match: TypeAlias = "re.Match[str]"

#: Parts of the trunk and what each is next to, away from the hips.
_TRUNK: Final = (("腰部", "臀部"), ("胸部", "腰部"), ("肩部", "胸部"), ("头部", "肩部"))
_OTHER: Final = {"左": "右", "右": "左"}


class Body:
    """Reads the clauses about one body into a scene."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        #: Lying or standing, and the way its trunk and its legs hold, in degrees from straight up.
        self._posture = ""
        self._owner = ""
        self._trunk = 0
        self._legs: dict[str, int] = {}

    def poses(self, found: _Match) -> None:
        """Read that the body stands or lies."""
        if self._posture:
            raise Fault("one body was expected, in one posture")
        self._owner = found["x"]
        self._posture = "standing" if "站" in found["way"] else "lying"
        rest = 180 if self._posture == "standing" else 90
        self._trunk, self._legs = (0 if rest == 180 else 90), dict.fromkeys("左右", rest)

    def lifts(self, found: _Match) -> None:
        """Read that it lifts a leg, or both, level or upright."""
        if not self._posture or found["first"] != found["side"]:
            raise Fault("the same leg of a body in a known posture was expected")
        if self._posture == "standing" and (found["side"] == "双" or self._legs[_OTHER[found["side"]]] != 180):
            raise Fault("who stands was expected to lift one leg at most")
        if self._posture == "lying" and found["way"] == "平行":
            raise Fault("a lifted leg of someone lying was expected not to be level")
        for side in "左右" if found["side"] == "双" else found["side"]:
            self._legs[side] = 90 if found["way"] == "平行" else 0

    def at_hips(self, part: str) -> bool:
        """Tell whether a part of the body is about as high as the hips of an upright trunk."""
        return self._trunk == 0 and (part in ("腰部", "臀部") or self._legs.get(part[0]) == 90)

    def check(self, owner: str | None) -> None:
        """Raise Fault where the body of somebody else is asked about."""
        if owner not in (None, self._owner):
            raise Fault(f"the body of {self._owner!r} was expected")

    def part(self, part: str) -> list[int]:
        """Return a part of the body, or both of a pair, hung on the hips; the legs are of one length and straight."""
        if not self._posture:
            raise Fault("the posture of a body was expected")
        if "臀部" not in self.scene.now:
            self.scene.thing("臀部")
            for one, other in _TRUNK:
                self.scene.say(Relation("raised", self._trunk), self.scene.thing(one), self.scene.thing(other))
            for side, angle in self._legs.items():
                for one, other in ((f"{side}膝", "臀部"), (f"{side}脚", f"{side}膝")):
                    self.scene.say(
                        Relation("raised", angle), self.scene.thing(one), self.scene.thing(other), distance=Fraction(1)
                    )
        return [self.scene.known(name) for name in (("左脚", "右脚") if part == "双脚" else (part,))]
