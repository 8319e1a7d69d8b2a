"""Is a forged certificate true all the same? Judged for `certificates_forging.py` by code that `qsr verify` does not run.

Labels, statuses and plans are compared with those of a certificate made afresh; cores are asked of the solver that made the
certificate, where `verify` asks another one; witnesses are measured by the evaluators below, which are written from the
meaning of the relations and share nothing with those of the package. Where a theory's witness only fixes headings or senses the
making solver judges it.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Any

from arrangements_drawn import claims_of, things_on, true
from qsr import theories
from qsr.certificates import certify
from qsr.certificates.checkers import checker_of, meaning_of
from qsr.certificates.format import told, told_core, told_question
from qsr.certificates.sources import read_again
from qsr.errors import QsrError
from qsr.seats import Claim, Layout
from qsr.story import Question, Story, Witness
from qsr.theories.seating.relations import table
from qsr.theories.witnesses import witness_of

AXES = {"left": (0, -1), "right": (0, 1), "below": (1, -1), "above": (1, 1), "behind": (2, -1), "in front": (2, 1)}
RCC = {
    "outside": "DC",
    "outside and touching": "EC",
    "partially overlapping": "PO",
    "inside and touching": "TPP",
    "inside": "NTPP",
    "contains and touches": "TPPI",
    "contains": "NTPPI",
    "overlapping": "EQ",
}
TOUCHING = ("EC", "TPP", "TPPI")
Region = tuple[tuple[tuple[Fraction, Fraction], ...], ...]
Holds = Callable[[Mapping[int, Any], str, Sequence[int], Mapping[str, Any]], bool]


def judged(certificate: Mapping[str, Any]) -> bool:
    """Tell whether everything that a certificate claims is so; what cannot be told is not."""
    try:
        return _judged(certificate)
    except QsrError:
        return False


def _judged(certificate: Mapping[str, Any]) -> bool:
    story = read_again(certificate["source"], certificate["theory"]["name"])
    settings = dict(certificate["theory"]["settings"])
    fresh = certify(
        story,
        text=certificate["source"]["text"],
        theory=", ".join((certificate["theory"]["name"], *(f"{key}: {value}" for key, value in settings.items()))),
        backend=certificate["backend"],
        options=dict(certificate["source"]["options"]) or None,
    )
    same = fresh["theory"] == certificate["theory"] and len(story.questions) == len(certificate["questions"])
    if not same or any(certificate[key] != value for key, value in told(story).items()):
        return False
    meaning = meaning_of(theories.get(certificate["theory"]["name"], settings), story).name
    return all(
        _question(meaning, settings, certificate, story, question, entry, anew)
        for question, entry, anew in zip(story.questions, certificate["questions"], fresh["questions"], strict=True)
    )


def _question(
    meaning: str,
    settings: dict[str, str],
    certificate: Mapping[str, Any],
    story: Story,
    question: Question,
    entry: Mapping[str, Any],
    anew: Mapping[str, Any],
) -> bool:
    same = all(entry.get(key) == anew.get(key) for key in (*told_question(question), "status", "possible", "entailed", "reason"))
    if not same or entry.keys() != anew.keys():
        return False
    if "plan" in entry:
        return bool(entry["plan"]["energy"] == anew["plan"]["energy"]) and _worth(
            story, settings, entry["plan"]["actions"]
        ) == Fraction(entry["plan"]["energy"])
    if entry["status"] == "not_covered":
        return True
    checker = checker_of(theories.get(meaning, settings), story, question, settings, [certificate["backend"]], None)

    def core(said: Sequence[Mapping[str, Any]], label: str | None, holds: bool) -> bool:
        ids = [one["id"] for one in said]
        if list(said) != told_core(story, ids) or checker.admits(ids, label, holds):
            return False
        return all(checker.admits([other for other in ids if other != id_], label, holds) for id_ in ids)

    if entry["status"] == "inconsistent":
        return core(entry["core"], None, True)
    if entry["labels"].keys() != anew["labels"].keys():
        return False
    for label, sides in entry["labels"].items():
        if sides.keys() != anew["labels"][label].keys():
            return False
        for side, claim in sides.items():
            if ("core" in claim) != ("core" in anew["labels"][label][side]):
                return False
            if "core" in claim and not core(claim["core"], label, side == "holds"):
                return False
            if _frame(claim) != _frame(anew["labels"][label][side]):
                return False
            if "witness" in claim:
                witness = witness_of(claim["witness"])
                if meaning == "arrangement":
                    if not _ordered(story, question, witness, label, side == "holds"):
                        return False
                elif meaning in ("headings", "prepositions", "change") or question.form == "path":
                    if checker.fault(witness, label, side == "holds"):
                        return False
                elif not _shows(meaning, settings, story, question, witness, label, side == "holds"):
                    return False
    return True


def _ordered(story: Story, question: Question, witness: Witness, label: str, holds: bool) -> bool:
    """Places in orders: each is a world of all things that are spoken of on an axis, and what is said is true of it."""
    claims = claims_of(story, question)
    supposed = () if question.hypothesis is None else (question.hypothesis,)
    said = [*(one.formula for one in story.statements), *supposed]
    world = {axis: dict(at) for axis, at in witness.axes().items()}  # type: ignore[attr-defined]
    if set(world) != set(things_on([*said, *claims.values()])) or witness.size or witness.layout:
        return False
    if any(set(at) != things_on([*said, *claims.values()])[axis] for axis, at in world.items()):
        return False
    if any(len(dict(pairs)) < len(pairs) for pairs in witness.place.values()):
        return False
    yes_no = question.form == "yes_no"
    claim = claims["yes" if yes_no else label]
    return all(true(one, world) for one in said) and true(claim, world) == ((not yes_no or label == "yes") == holds)


def _frame(claim: Mapping[str, Any]) -> list[Any]:
    """Return what a witness says beside its places; nothing where the claim has no witness."""
    return [claim.get("witness", {}).get(key) for key in ("kind", "size", "layout")]


def _shows(
    meaning: str, settings: dict[str, str], story: Story, question: Question, witness: Witness, label: str, holds: bool
) -> bool:
    said = {**dict(story.settings), **settings}
    if meaning == "exact":
        return _shown_exactly(said, story, question, witness, label, holds)
    if len(witness.place) != len(story.entities):
        return False
    if meaning == "sound" and any(start >= end for region in witness.place.values() for box in region for start, end in box):
        return False
    true = {"sound": _regions, "room": _room(said), "seating": _seats(said), "babi": _steps}[meaning]
    properties = dict(question.properties)
    wanted = (label != "no" or question.form != "yes_no") == holds

    def fits(kinds: Mapping[frozenset[int], str]) -> bool:
        known = {"kinds": kinds}
        if not all(
            true(witness.place, one.relation, one.args, _worded(story, one, {**dict(one.properties), **known, "premise": True}))
            != bool(one.property("negated"))
            for one in story.statements
        ):
            return False
        if question.form == "options":
            claims = [Claim(*claim) for claim in dict(properties["claims"])[label]]
            return all(true(witness.place, one.relation, one.args, known) != one.denied for one in claims) == wanted
        asked = question.candidates[0] if question.form == "yes_no" else label
        kept = {key: value for key, value in properties.items() if key == "distance"}
        worded = _worded(story, question, {**properties, **kept, **known})
        is_so = true(
            witness.place, asked, question.args, {**kept, **known, "worded": worded["worded"], "away": worded["away"]}
        ) != bool(properties.get("negated"))
        return is_so == wanted

    if meaning != "sound":
        return fits({})
    spoken = [*(one.args for one in story.statements if "near" in one.relation or "far" in one.relation), question.args]
    pairs = sorted({frozenset(pair) for pair in spoken}, key=sorted)
    every = {"neither", "near", "far"}
    open_to = dict.fromkeys(pairs, every)
    for one in story.statements:
        if frozenset(one.args) in open_to and not one.property("negated"):
            open_to[frozenset(one.args)] = open_to[frozenset(one.args)] & (set(one.relation.split("+")) & every or every)
    choices = itertools.product(*(sorted(open_to[pair]) for pair in pairs))
    return any(_vague(kinds, witness.place) and fits(kinds) for kinds in (dict(zip(pairs, one, strict=True)) for one in choices))


def _vague(kinds: Mapping[frozenset[int], str], place: Mapping[int, Any]) -> bool:
    """Tell whether pairs can be near and far like that: what is far is apart, so are its parts, and equals go together."""
    for pair, kind in kinds.items():
        x, y = sorted(pair)
        if kind == "far" and _cells(place[x], place[y]) != "DC":
            return False
        for other, its in kinds.items():
            same = {"EQ", "TPP", "NTPP"} if kind == "far" else {"EQ"}
            for a, b in (sorted(other), sorted(other, reverse=True)) if kind not in ("neither", its) else ():
                if _cells(place[a], place[x]) in same and _cells(place[b], place[y]) in same:
                    return False
    return True


def _shown_exactly(said: Mapping[str, str], story: Story, question: Question, witness: Witness, label: str, holds: bool) -> bool:
    """Points and boxes, each entity in the shape that the story gives it; a point in a box where it is taken for both."""
    solid, spot = _spots(said, story, question)
    place = {at: [end if isinstance(end, tuple) else (end, end) for end in shown] for at, shown in witness.place.items()}
    spots = {spot(entity, kind) for entity in range(len(story.entities)) for kind in ("points", "extended")}
    if set(place) != spots or len({len(shown) for shown in place.values()}) != 1:
        return False
    for at, shown in place.items():
        if any(start >= end if at in solid else start != end for start, end in shown):
            return False
        owner = next(entity for entity in range(len(story.entities)) if at in (spot(entity, "points"), entity))
        if at != owner and not all(b[0] < a[0] < b[1] for a, b in zip(shown, place[owner], strict=True)):
            return False

    def true(relation: str, args: Sequence[int], properties: Mapping[str, Any], usual: Sequence[str | None]) -> bool:
        treated = [
            kind or properties.get("objects") or usual[entity]
            for entity, kind in zip(args, properties.get("kinds") or (None, None), strict=True)
        ]
        head, tail = (place[spot(entity, kind)] for entity, kind in zip(args, treated, strict=True))
        return _exact({**said, **properties}, head, tail, relation, properties)

    usual = _usual(said, story, question)
    if not all(
        true(one.relation, one.args, _worded(story, one, {**dict(one.properties), "premise": True}), usual)
        != bool(one.property("negated"))
        for one in story.statements
    ):
        return False
    properties, is_asked = _worded(story, question, dict(question.properties)), question.form == "yes_no"
    wanted = (label != "no" or not is_asked) == holds
    asked = question.candidates[0] if is_asked else label
    return (true(asked, question.args, properties, [None] * len(story.entities)) != bool(properties.get("negated"))) == wanted


#: Where north and south lie in a story of general English that speaks of heights as well.
_AWAY = {"above": "behind", "below": "in front"}


def _usual(said: Mapping[str, str], story: Story, question: Question) -> list[str]:
    """Return what entities are where nothing is said: as set; else boxes as soon as something needs one, before that points."""
    kind = said.get("objects", "points")
    for one in (*story.statements, question) if "objects" not in said else ():
        names = one.candidates if isinstance(one, Question) else (one.relation,)
        kinds = [of or dict(one.properties).get("objects") for of in dict(one.properties).get("kinds") or (None, None)]
        free = [story.entities[entity] for entity, of in zip(one.args, kinds, strict=True) if of != "points"]
        for name in itertools.chain.from_iterable(part.split("+") for part in names):
            loose = name in ("overlapping", "outside") and dict(one.properties).get("everyday")
            loose = loose and said.get("relations") != "complete" and said.get("quantities") != "specified"
            needed = name == "touching" or (name in RCC and name not in ("outside", "overlapping"))
            if (free and needed) or (loose and free):
                kind = "extended"
    return [kind] * len(story.entities)


def _worded(story: Story, one: Any, properties: Mapping[str, Any]) -> dict[str, Any]:
    """Return properties with the base relations that an everyday word of a statement or a question covers."""
    if isinstance(one, Question):
        loosely = properties.get("everyday", any("everyday" in dict(each.properties) for each in story.statements))
        meeting = bool(properties.get("everyday"))
    else:
        loosely = meeting = bool(properties.get("everyday"))
    found = {"inside": "TPP NTPP", "contains": "TPPI NTPPI", "outside": "DC EC"} if loosely else {}
    pairs = [each.args for each in story.statements if each.property("everyday") == "partly"]
    if loosely and (one.args in pairs or one.args[::-1] in pairs):
        found |= {"inside": "PO TPP NTPP", "contains": "PO TPPI NTPPI"}
    if meeting:
        plainly = not isinstance(one, Question) and not properties.get("negated") and not _nested(story, *one.args)
        found["overlapping"] = "PO" if plainly else "PO EQ TPP NTPP TPPI NTPPI"
    vertical = [
        (name, name in each.property("compass", ()))
        for each in story.statements
        for name in each.relation.split("+")
        if name in ("above", "below")
    ]
    both = {bearing for _, bearing in vertical} == {True, False}
    return {**properties, "worded": found, "away": properties.get("compass", ()) if both else ()}


def _nested(story: Story, one: int, other: int) -> bool:
    """Tell whether the story says that one of two is in the other, or in the same place, perhaps by way of others."""
    pairs = set()
    for each in story.statements:
        if not each.property("negated"):
            if each.relation.startswith("inside"):
                pairs.add(each.args)
            elif each.relation.startswith("contains"):
                pairs.add(each.args[::-1])
            elif each.relation == "overlapping" and not each.property("everyday"):
                pairs |= {each.args, each.args[::-1]}
    while more := {(a, d) for a, b in pairs for c, d in pairs if b == c} - pairs:
        pairs |= more
    return (one, other) in pairs or (other, one) in pairs


def _covered(name: str, properties: Mapping[str, Any], *, point: bool) -> tuple[str, ...]:
    worded = properties.get("worded", {}).get(name)
    if worded is None:
        return tuple(TOUCHING) if name == "touching" else (RCC[name],)
    return ("EQ", "NTPP", "NTPPI") if point and name == "overlapping" else tuple(worded.split())


def _spots(said: Mapping[str, str], story: Story, question: Question) -> tuple[set[int], Callable[[int, str | None], int]]:
    """Return which entities are boxes, and at which place of a witness an entity is, taken as a point or as a box."""
    usual = _usual(said, story, question)
    taken: dict[str, set[int]] = {"points": set(), "extended": set()}
    asked: dict[str, set[int]] = {kind: set() for kind in taken}
    for one in (*story.statements, question):
        properties, of_question = dict(one.properties), isinstance(one, Question)
        for entity, kind in zip(one.args, properties.get("kinds") or (None, None), strict=True):
            treated = kind or properties.get("objects") or (None if of_question else usual[entity])
            if treated:
                (asked if of_question else taken)[treated].add(entity)
    both = sorted(taken["points"] & taken["extended"])
    solid = taken["extended"] | asked["extended"]
    both += sorted((solid & (taken["points"] | asked["points"])) - set(both))
    solid |= {entity for entity, kind in enumerate(usual) if kind == "extended"} - (taken["points"] | asked["points"])

    def spot(entity: int, kind: str | None) -> int:
        return len(usual) + both.index(entity) if kind == "points" and entity in both else entity

    return solid, spot


def _exact(settings: Mapping[str, Any], head: Any, tail: Any, relation: str, properties: Mapping[str, Any]) -> bool:
    """SpaRC's property sets over points or boxes: one table for directions, base relations from the ends."""
    points = all(start == end for start, end in (*head, *tail))
    premise = bool(properties.get("premise")) and not properties.get("negated")
    names = relation.split("+")
    stated = set()
    for name, distance in zip(names, properties.get("distance") or (None,) * len(names), strict=True):
        if name in AXES:
            axis, sign = AXES[_AWAY.get(name, name) if name in properties.get("away", ()) else name]
            low, high = (head[axis], tail[axis]) if sign < 0 else (tail[axis], head[axis])
            stated.add(axis)
            gap = high[0] - low[1]
            if premise and distance is None and settings.get("quantities") == "specified":
                distance = 1
            if gap < 0 or (points and gap == 0) or distance not in (None, gap):
                return False
        else:
            base = _boxes(head, tail)
            point = any(all(start == end for start, end in one) for one in (head, tail))
            if base not in _covered(name, properties, point=point):
                return False
    if premise and stated and settings.get("relations") == "complete":
        for axis in set(range(len(head))) - stated:
            if head[axis][1] < tail[axis][0] or tail[axis][1] < head[axis][0]:
                return False
    return True


def _boxes(head: Sequence[tuple[Fraction, Fraction]], tail: Sequence[tuple[Fraction, Fraction]]) -> str:
    """RCC8 from the intersection of the two boxes: empty, flat, or one of them."""
    common = [(max(a[0], b[0]), min(a[1], b[1])) for a, b in zip(head, tail, strict=True)]
    if any(start > end for start, end in common):
        return "DC"
    if list(head) == list(tail):
        return "EQ"
    for one, other, suffix in ((head, tail, ""), (tail, head, "I")):
        if common == list(one):
            deep = all(a[0] != b[0] and a[1] != b[1] for a, b in zip(one, other, strict=True))
            return ("NTPP" if deep else "TPP") + suffix
    return "EC" if any(start == end for start, end in common) else "PO"


def _regions(place: Mapping[int, Any], relation: str, args: Sequence[int], properties: Mapping[str, Any]) -> bool:
    """Regions as sets of cells between all their coordinates; near and far as `kinds` has them."""
    head, tail = place[args[0]], place[args[1]]
    for name in relation.split("+"):
        if name in AXES:
            axis, sign = AXES[_AWAY.get(name, name) if name in properties.get("away", ()) else name]
            low, high = (head, tail) if sign < 0 else (tail, head)
            if max(box[axis][1] for box in low) > min(box[axis][0] for box in high):
                return False
            continue
        base = _cells(head, tail)
        if name in ("near", "far"):
            kind = "near" if base == "EQ" else properties["kinds"].get(frozenset(args), "neither")
            if kind != name:
                return False
        elif base not in _covered(name, properties, point=False):
            return False
    return True


@lru_cache(maxsize=4096)
def _cells(head: Region, tail: Region) -> str:
    """RCC8 from the cells between all coordinates. Even numbers are lines, odd ones the open spaces between them."""
    if all(any(a[1] < b[0] or b[1] < a[0] for a, b in zip(one, two, strict=True)) for one in head for two in tail):
        return "DC"
    lines = [sorted({end for box in (*head, *tail) for end in box[axis]}) for axis in range(len(head[0]))]
    rank = [{at: 2 * number for number, at in enumerate(line)} for line in lines]

    def closed(region: Region) -> set[tuple[int, ...]]:
        boxes = [[range(known[a], known[b] + 1) for known, (a, b) in zip(rank, box, strict=True)] for box in region]
        return {spot for box in boxes for spot in itertools.product(*box)}

    def inner(cells: set[tuple[int, ...]]) -> set[tuple[int, ...]]:
        """Leave out, one axis after another, what is on a line and has not both sides in; corners are met on the way."""
        for axis in range(len(lines)):
            beside = [tuple(step if at == axis else 0 for at in range(len(lines))) for step in (-1, 1)]
            cells = {
                spot
                for spot in cells
                if spot[axis] % 2 or all(tuple(a + b for a, b in zip(spot, step, strict=True)) in cells for step in beside)
            }
        return cells

    one, other = closed(head), closed(tail)
    if not one & other:
        return "DC"
    if one == other:
        return "EQ"
    deep, other_deep = inner(one), inner(other)
    if not deep & other_deep:
        return "EC"
    if one <= other:
        return "NTPP" if one <= other_deep else "TPP"
    if other <= one:
        return "NTPPI" if other <= deep else "TPPI"
    return "PO"


def _room(settings: Mapping[str, str]) -> Holds:
    """RoomSpace's codes in the three modes, as its semantics tell them."""
    mode = settings.get("mode", "code")
    width, length = map(int, settings.get("grid", "9x9").split("x"))
    sides: list[Fraction] = [Fraction(width), Fraction(length)]
    last = [side - 1 for side in sides]
    if mode == "real":
        sides = [side / max(width, length) for side in sides]
        last = sides
    unit = Fraction(1) if mode == "real" else Fraction(max(width, length) - (mode == "code"))
    steps = {"N": (0, 1), "S": (0, -1), "E": (1, 0), "W": (-1, 0), "O": (0, 0)}

    def true(place: Mapping[int, Any], relation: str, args: Sequence[int], _: Mapping[str, Any]) -> bool:
        for at in place.values():
            if any(not 0 <= one <= end for one, end in zip(at, last, strict=True)):
                return False
        x, y = place[args[0]]
        if relation == "TPP":
            return x in (0, last[0]) or y in (0, last[1])
        if relation == "NTPP":
            ends = sides if mode == "code" else last
            return bool(0 < x < ends[0] and 0 < y < ends[1])
        if relation.endswith("R") and not relation[-2:-1].isdigit() and not relation.startswith("FR"):
            third = [0 if 3 * at < side else 2 if 3 * at >= 2 * side else 1 for at, side in zip((x, y), sides, strict=True)]
            want = [1 + ("E" in relation) - ("W" in relation), 1 + ("N" in relation) - ("S" in relation)]
            return third == want
        apart = (x - place[args[1]][0], y - place[args[1]][1])
        if relation[-1].isdigit():
            squared = Fraction(apart[0] ** 2 + apart[1] ** 2) / unit**2
            low, high = {
                "CL2": (-1, Fraction(1, 4)),
                "FR2": (Fraction(1, 4), 9),
                "CL3": (-1, Fraction(2, 9)),
                "MD3": (Fraction(2, 9), Fraction(8, 9)),
                "FR3": (Fraction(8, 9), 9),
            }[relation]
            return low < squared <= high
        want = [sum(steps[letter][axis] for letter in relation) for axis in (0, 1)]
        return [(one > 0) - (one < 0) for one in apart] == want

    return true


def _seats(settings: Mapping[str, str]) -> Holds:
    """Read the tables of pairs of places that the solvers read; `verify` looks from coordinates instead."""
    layout = Layout.parse(settings.get("layout", ""))

    def true(place: Mapping[int, Any], relation: str, args: Sequence[int], _: Mapping[str, Any]) -> bool:
        if layout is None or len(set(place.values())) < len(place) or not all(0 <= at < layout.places for at in place.values()):
            return False
        return table(layout, relation).holds(place[args[0]], place[args[-1]])

    return true


def _steps(place: Mapping[int, Any], relation: str, args: Sequence[int], properties: Mapping[str, Any]) -> bool:
    """BAbI's grid: a fact is one step, a question looks at its own axis."""
    apart = [a - b for a, b in zip(place[args[0]], place[args[1]], strict=True)]
    axis, sign = AXES[relation]
    if properties.get("premise"):
        return apart == [sign if number == axis else 0 for number in range(len(apart))]
    return bool(apart[axis] * sign > 0)


def _worth(story: Story, settings: Mapping[str, str], actions: Sequence[str]) -> Fraction:
    """Carry a plan out on the statements themselves."""
    said = {**dict(story.settings), **settings}
    held: dict[Any, int] = {}
    walls, at = set(), (0, 0)
    size = (0, 0)
    for one in story.statements:
        cell = one.property("cell")
        if one.relation == "energy":
            held[cell] = one.property("units", 1)
        elif one.relation == "obstacle":
            walls.add(cell)
        elif one.relation == "start":
            at = cell
        else:
            size = cell
    home, carried = at, 0
    for action in actions:
        if action == "TAKE":
            if held.get(at) and (said.get("carry", "none") == "none" or carried < int(said["carry"])):
                held[at] -= 1
                carried += 1
        elif action == "DROP":
            held[at] = held.get(at, 0) + carried
            carried = 0
        else:
            to = (at[0] + ("DOWN" in action) - ("UP" in action), at[1] + ("RIGHT" in action) - ("LEFT" in action))
            slanted = to[0] != at[0] and to[1] != at[1]
            if (
                0 <= to[0] < size[0]
                and 0 <= to[1] < size[1]
                and to not in walls
                and not (slanted and said.get("moves", "4") == "4")
            ):
                at = to
    return held.get(home, 0) - Fraction(said.get("cost", "0")) * len(actions)
