"""What the clauses of `grammars/headings.toml` mean: a method for each of its names."""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction
from typing import Final, TypeAlias

from qsr.logic import Relation
from qsr.seats import COMPASS
from qsr.theories.headings.text.body import Body
from qsr.theories.headings.text.scene import Fault, Scene
from qsr.theories.headings.text.words import coordinates, names_of, number, point

__all__ = ["Clauses", "compass_point"]

_Match: TypeAlias = "re.Match[str]"

_SIDES: Final = {"左": 270, "右": 90, "前": 0, "后": 180}
_MARKS: Final = {"N": "北", "E": "东", "S": "南", "W": "西", "NE": "东北", "SE": "东南", "SW": "西南", "NW": "西北"}
_METRES: Final = {
    "厘米": Fraction(1, 100),
    "米": Fraction(1),
    "里": Fraction(500),
    "千米": Fraction(1000),
    "公里": Fraction(1000),
}
_GROUPS: Final = {"两人": 2, "二人": 2, "三人": 3}
_STEP: Final = 15


class Clauses:
    """Reads clauses into a scene."""

    def __init__(self) -> None:
        self.scene = Scene()
        self.ordered: int | None = None
        #: Everybody named, in order; for "both" and "all three".
        self._people: list[str] = []
        #: A compass in a train: the passenger and how the seat is turned, the marks that are named rightly.
        self._passenger = ""
        self._seat = 0
        self._marks: dict[str, str] = {}
        self._laid = False
        self._first = ""
        #: Mirrors: which hand was raised last, whether it is the image that was described, and what points where.
        self._raised: tuple[str, str] = ("", "")
        self._where = "real"
        self.pointers: dict[tuple[str, str, str], list[int]] = {}
        self.body = Body(self.scene)

    def take(self, does: str, found: _Match) -> None:
        """Take in one clause; raise Fault where its words do not go together."""
        if does != "nothing":
            method: Callable[[_Match], None] = getattr(self.body if hasattr(self.body, does) else self, does)
            method(found)
        elif "xs" in found.groupdict():
            self._names(found)

    def image(self, entity: int) -> int:
        """Return what the mirror shows of an entity, or what it shows where the entity is in the mirror."""
        if "镜子" not in self.scene.now:
            raise Fault("a mirror that faces somewhere was expected")
        for one in self.scene.statements:
            if one.relation == "image" and entity in one.args[:2]:
                return one.args[0] + one.args[1] - entity
        shown = self.scene.entity(f"镜子中的{self.scene.entities[entity]}")
        self.scene.say("image", shown, entity, self.scene.now["镜子"])
        return shown

    # ------------------------------------------------------------ helpers

    def _names(self, found: _Match) -> list[str]:
        words = found.groupdict().get("xs")
        names = names_of(words) if words else None
        if names and len(set(names)) < len(names):
            raise Fault("different names were expected")
        people = next((size for word, size in _GROUPS.items() if word in found[0] and word not in (words or "")), None)
        if people is not None and names is None:
            names = self._group(people)
        if people is not None and names is not None and len(names) != people:
            raise Fault(f"{people} names were expected")
        about = self.scene.about(names)
        for name in about:
            self.scene.thing(name)
            if name not in self._people:
                self._people.append(name)
        return about

    def _known(self, found: _Match) -> None:
        """Raise Fault where a name is new: who turns or walks on has been spoken of, and a new name is some other word."""
        words = found.groupdict().get("xs")
        for name in names_of(words) if words else ():
            self.scene.known(name)

    def _group(self, size: int) -> list[str]:
        if len(self._people) != size:
            raise Fault(f"{size} people were expected to have been named")
        return list(self._people)

    def _one(self, found: _Match) -> str:
        words = found.groupdict().get("x")
        names = self.scene.about([words] if words else None)
        if len(names) != 1:
            raise Fault("one name was expected")
        self.scene.thing(names[0])
        return names[0]

    def _angle(self, found: _Match) -> int:
        turn, words = found["turn"], found.groupdict().get("angle")
        if turn in ("身", "后"):
            if words and number(words) != 180:
                raise Fault("a turn to the back was expected to be one of 180 degrees")
            return 180
        angle = Fraction(90) if not words else number(words)
        if angle is None or angle % _STEP or not 0 < angle < 360:
            raise Fault(f"an angle in multiples of {_STEP} degrees was expected")
        return int(angle) if turn == "右" else 360 - int(angle)

    def _turn(self, names: list[str], angle: int) -> None:
        for name in names:
            before, after = self.scene.renewed(name)
            self.scene.say(Relation("turned", angle), after, before)
            self.scene.stay(before, after)

    def _heads(self, name: str, relation: Relation, *others: int) -> None:
        """Say once which way something heads."""
        entity = self.scene.thing(name)
        if self.scene.is_headed(entity):
            raise Fault(f"one way was expected for {name!r} to face, and it has been said before")
        self.scene.say(relation, entity, *others)

    # ------------------------------------------------------------ facing and turning

    def pair(self, found: _Match) -> None:
        """Read that X and Y face each other, or stand back to back."""
        names = self._names(found)
        if len(names) != 2:
            raise Fault("two names were expected")
        one, other = (self.scene.thing(name) for name in names)
        self.scene.say(_gaze(found), one, other)
        self.scene.say(_gaze(found), other, one)

    def beside(self, found: _Match) -> None:
        """Read that X stands on a side of Y, as Y sees it."""
        x, y = self.scene.thing(self._one(found)), self.scene.thing(found["y"])
        self._person(found["x"], found["y"])
        self.scene.say(Relation("lies", _SIDES[found["side"]]), x, y)

    def faces(self, found: _Match) -> None:
        """Read that one or more face a compass point."""
        for name in self._names(found):
            self._heads(name, Relation("heads", _degrees(found["to"])))

    def order(self, found: _Match) -> None:
        """Read that an order to turn is given; somebody has to obey it."""
        if self.ordered is not None:
            raise Fault("the order before this one was expected to be obeyed first")
        self.ordered = self._angle(found)

    def obey(self, found: _Match) -> None:
        """Read that those named carry out the order."""
        if self.ordered is None:
            raise Fault("an order was expected to have been given")
        self._known(found)
        self._turn(self._names(found), self.ordered)
        self.ordered = None

    def turns(self, found: _Match) -> None:
        """Read that those named turn, a quarter where no angle is said."""
        self._known(found)
        self._turn(self._names(found), self._angle(found))

    def _person(self, *names: str) -> None:
        self._people += [name for name in names if name not in self._people]

    # ------------------------------------------------------------ a compass in a train

    def aboard(self, found: _Match) -> None:
        """Read that X sits in a train: facing the way it goes, unless the text says otherwise."""
        self._passenger = self._one(found)
        self.scene.thing("列车")
        if found["way"]:
            self._seat = 180 if "背" in found["way"] else 0

    def seated(self, found: _Match) -> None:
        """Read the way the seat faces."""
        if found["x"] not in (None, self._passenger):
            raise Fault("the seat of the passenger was expected")
        self._seat = 180 if "背" in found["way"] else 0

    def dial(self, found: _Match) -> None:
        """Read the marks of the compass, each with its name in words."""
        marks = re.findall("([NESW]{1,2})（([东南西北]+)）", found["marks"])
        if len(marks) != 4:
            raise Fault("four marks were expected")
        self._marks.update(marks)

    def _mark(self, mark: str) -> int:
        """Return the entity of a mark; a dial that gives it another name than its letters say is not to be relied on."""
        if self._marks.get(mark) != _MARKS[mark]:
            raise Fault(f"the dial was expected to have a mark {mark}（{_MARKS[mark]}）")
        is_new = f"{mark}刻度" not in self.scene.now
        entity = self.scene.thing(f"{mark}刻度")
        self._first = self._first or mark
        if is_new and mark != self._first:
            angle = _degrees(_MARKS[mark]) - _degrees(_MARKS[self._first])
            self.scene.say(Relation("turned", angle % 360), entity, self.scene.now[f"{self._first}刻度"])
        return entity

    def lays(self, found: _Match) -> None:
        """Read that one mark is laid towards the train's front, or as the passenger sees it."""
        if not self._passenger or self._laid or found.groupdict().get("x") not in (None, self._passenger):
            raise Fault("a passenger with one compass was expected")
        mark, to = self._mark(found["mark"]), found["to"]
        self._laid = True
        frame = self.scene.now["列车"]
        if "自己" in found[0]:
            frame = self.scene.thing(self._passenger)
            self.scene.say(Relation("turned", self._seat), frame, self.scene.now["列车"])
        angle = 180 if to == "自己" else _SIDES.get(to.lstrip("正")[0], 0)
        self.scene.say(Relation("turned", angle), mark, frame)

    def clock(self, found: _Match) -> None:
        """Read that one mark is an hour of the dial as a clock."""
        self.scene.say(Relation("turned", -_hour(found) % 360), self.scene.thing("表盘12点"), self._mark(found["mark"]))

    def needle(self, found: _Match) -> None:
        """Read that the needle points north, or south."""
        self.scene.say(Relation("heads", _degrees(found["to"])), self.scene.thing("红色指针"))

    def reading(self, found: _Match) -> None:
        """Read where on the dial the needle points."""
        needle = self.scene.known("红色指针")
        if "hour" in found.groupdict():
            self.scene.say(Relation("turned", _hour(found) % 360), needle, self.scene.known("表盘12点"))
        else:
            self.scene.say("turned:0", needle, self._mark(found["mark"]))

    # ------------------------------------------------------------ mirrors

    def mirror(self, found: _Match) -> None:
        """Read that the mirror faces a compass point."""
        self._heads("镜子", Relation("heads", _degrees(found["to"])))

    def before_mirror(self, found: _Match) -> None:
        """Read that X stands before the mirror, facing it or not."""
        name, way = self._one(found), found.groupdict().get("way")
        if way:
            self._heads(name, Relation("turned", 0 if "背" in way else 180), self.scene.thing("镜子"))

    def seen(self, found: _Match) -> None:
        """Read that the mirror shows X with a hand up; what follows is about the image."""
        self.raises(found)
        self._where = "mirror"

    def raises(self, found: _Match) -> None:
        """Read that X raises a hand."""
        self._raised, self._where = (self._one(found), found["side"]), "real"

    def points(self, found: _Match) -> None:
        """Read that a hand points somewhere, or to several compass points in turn."""
        groups, name = found.groupdict(), self._one(found)
        side = groups.get("side")
        raised = self._raised[1] if self._raised[0] == name else ""
        key = (self._where, name, side or raised)
        if key in self.pointers:
            raise Fault("a hand was expected to point once")
        several = groups.get("several")
        wanted = several.split("、") if several else [groups.get("to") or ""]
        if groups.get("count") and number(groups["count"]) != len(wanted):
            raise Fault(f"{groups['count']} directions were expected")
        self.pointers[key] = []
        for one in wanted:
            pointer = self.scene.entity(f"{name}的手指")
            if one:
                self.scene.say(Relation("heads", _degrees(one)), pointer)
            else:
                if self._where == "mirror":
                    raise Fault("a direction was expected")
                self.scene.say("turned:180", pointer, self.scene.known("镜子"))
            self.pointers[key].append(pointer)

    def drives(self, found: _Match) -> None:
        """Read that something moves from one side to the opposite one."""
        start, end = _degrees(found["from"]), _degrees(found["to"])
        if (start - end) % 360 != 180:
            raise Fault("a way from one side to the opposite one was expected")
        self._heads(self._one(found), Relation("heads", end))

    # ------------------------------------------------------------ the globe

    def two_places(self, found: _Match) -> None:
        """Read two places and their coordinates."""
        kind = found["kind"] if found["kind"] == "地" else ""
        for name, words in ((found["x"], found["first"]), (found["y"], found["second"])):
            self._at(name + kind, words)

    def place(self, found: _Match) -> None:
        """Read a place and its coordinates."""
        self._at(found["x"], found["first"])

    def _at(self, name: str, words: str) -> None:
        place = coordinates(words)
        if place is None:
            raise Fault(f"a latitude and a longitude were expected, not {words!r}")
        if name in self.scene.now:
            raise Fault(f"{name!r} was expected to be placed once")
        self.scene.say("at", self.scene.thing(name), latitude=place[0], longitude=place[1])

    # ------------------------------------------------------------ walks

    def walks(self, found: _Match) -> None:
        """Read that walkers go a distance, ahead or by the compass, maybe to a place with a name."""
        groups = found.groupdict()
        size, end = number(found["far"]), groups.get("end")
        if size is None or not size or found["unit"] not in _METRES:
            raise Fault("a distance in metres or kilometres was expected")
        far = size * _METRES[found["unit"]]
        if not groups.get("p"):
            self._known(found)
        for name in self._names(found):
            entity, start = self.scene.thing(name), groups.get("p")
            if start and not self.scene.is_placed(entity):
                self.scene.spots.setdefault(start, self.scene.entity(start))
                self.scene.stay(self.scene.spots[start], entity)
            elif start and self.scene.spots.get(start) != entity:
                raise Fault(f"{name!r} was expected to be somewhere else than at {start!r}")
            if not self.scene.is_placed(entity):
                raise Fault(f"it was expected to be said from where {name!r} sets out")
            if not groups.get("to") and not self.scene.is_headed(entity):
                raise Fault(f"it was expected to be said where {name!r} heads")
            before, after = self.scene.renewed(name)
            if groups.get("to"):
                angle = _degrees(groups["to"])
                self.scene.say(Relation("heads", angle), after)
                self.scene.say(Relation("bearing", angle), after, before, distance=far)
            else:
                self.scene.say("turned:0", after, before)
                self.scene.say("lies:0", after, before, distance=far)
            if end:
                if end in self.scene.spots or end in self.scene.now:
                    raise Fault(f"a new place was expected, not {end!r}: walks that close are not read")
                self.scene.spots[end] = after


def compass_point(words: str) -> tuple[str, bool]:
    """Return a compass point and whether it is said to be due; raise Fault for what is none."""
    found = point(words)
    if found is None:
        raise Fault(f"a compass point was expected, not {words!r}")
    return found


def _degrees(words: str) -> int:
    return COMPASS[compass_point(words)[0]]


def _gaze(found: _Match) -> str:
    return "looks away" if "背" in found["way"] else "looks at"


def _hour(found: _Match) -> int:
    hour = number(found["hour"])
    if hour is None or hour.denominator != 1 or not 1 <= hour <= 12:
        raise Fault("an hour from 1 to 12 was expected")
    return int(hour) * 30
