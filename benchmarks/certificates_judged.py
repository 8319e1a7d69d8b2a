"""Is a forged certificate true all the same? Judged for `benchmarks/certificates.py` by code that `qsr verify` does not run.

Labels, statuses and plans are compared with those of a certificate made afresh; cores are asked of the solver that made the
certificate, where `verify` asks another one; witnesses are measured by the evaluators below, which are written from the
meaning of the relations and share nothing with those of the package. Where a theory's witness only fixes headings or senses the
making solver judges it.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from qsr.certificates import certify
from qsr.certificates.checkers import checker_of, meaning_of
from qsr.certificates.format import told, told_core, told_question, witness_of
from qsr.certificates.sources import read_again
from qsr.errors import QsrError
from qsr.seats import Claim, Layout
from qsr.story import Question, Story, Witness
from qsr.theories.seating.relations import table

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
Holds = Callable[[Mapping[int, Any], str, Sequence[int], Mapping[str, Any]], bool]


def judged(certificate: Mapping[str, Any]) -> bool:
    """Tell whether everything that a certificate claims is so."""
    try:
        story = read_again(certificate["source"])
        settings = dict(certificate["theory"]["settings"])
        line = ", ".join((certificate["theory"]["name"], *(f"{key}: {value}" for key, value in settings.items())))
        fresh = certify(
            story,
            text=certificate["source"]["text"],
            theory=line,
            backend=certificate["backend"],
            options=dict(certificate["source"]["options"]) or None,
        )
    except QsrError:
        return False
    if fresh["theory"] != certificate["theory"] or any(certificate[key] != value for key, value in told(story).items()):
        return False
    if len(story.questions) != len(certificate["questions"]):
        return False
    meaning = meaning_of(certificate["theory"]["name"], settings, story)
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
    checker = checker_of(meaning, story, question, settings, [certificate["backend"]], None)

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
            if "witness" in claim:
                witness = witness_of(claim["witness"])
                if meaning in ("headings", "prepositions") or question.form == "path":
                    if checker.fault(witness, label, side == "holds"):
                        return False
                elif not _shows(meaning, settings, story, question, witness, label, side == "holds"):
                    return False
    return True


def _shows(
    meaning: str, settings: dict[str, str], story: Story, question: Question, witness: Witness, label: str, holds: bool
) -> bool:
    said = {**dict(story.settings), **settings}
    if len(witness.place) != len(story.entities):
        return False
    true = {"exact": _exact(said), "sound": _regions, "room": _room(said), "seating": _seats(said), "babi": _steps}[meaning]
    properties = dict(question.properties)
    wanted = (label != "no" or question.form != "yes_no") == holds

    def fits(kinds: Mapping[frozenset[int], str]) -> bool:
        known = {"kinds": kinds}
        if not all(
            true(witness.place, one.relation, one.args, {**dict(one.properties), **known, "premise": True})
            != bool(one.property("negated"))
            for one in story.statements
        ):
            return False
        if question.form == "options":
            claims = [Claim(*claim) for claim in dict(properties["claims"])[label]]
            return all(true(witness.place, one.relation, one.args, known) != one.denied for one in claims) == wanted
        asked = question.candidates[0] if question.form == "yes_no" else label
        kept = {key: value for key, value in properties.items() if key == "distance"}
        is_so = true(witness.place, asked, question.args, {**kept, **known}) != bool(properties.get("negated"))
        return is_so == wanted

    if meaning != "sound":
        return fits({})
    spoken = [*(one.args for one in story.statements if "near" in one.relation or "far" in one.relation), question.args]
    pairs = sorted({frozenset(pair) for pair in spoken}, key=sorted)
    base = {(x, y): _cells(witness.place[x], witness.place[y]) for x in witness.place for y in witness.place}
    return any(
        fits(dict(zip(pairs, kinds, strict=True)))
        for kinds in itertools.product(("neither", "near", "far"), repeat=len(pairs))
        if _vague(dict(zip(pairs, kinds, strict=True)), base)
    )


def _vague(kinds: Mapping[frozenset[int], str], base: Mapping[tuple[int, int], str]) -> bool:
    """Tell whether pairs can be near and far like that: what is far is apart, so are its parts, and equals go together."""
    for pair, kind in kinds.items():
        x, y = sorted(pair)
        if kind == "far" and base[x, y] != "DC":
            return False
        for other, its in kinds.items():
            for a, b in (sorted(other), sorted(other, reverse=True)):
                inside = {base[a, x], base[b, y]}
                if kind == "far" and its != "far" and inside <= {"EQ", "TPP", "NTPP"}:
                    return False
                if kind == "near" and its != "near" and inside == {"EQ"}:
                    return False
    return True


def _exact(settings: Mapping[str, str]) -> Holds:
    """SpaRC's property sets over points or boxes: one table for directions, base relations from the ends."""

    def true(place: Mapping[int, Any], relation: str, args: Sequence[int], properties: Mapping[str, Any]) -> bool:
        head, tail = ([end if isinstance(end, tuple) else (end, end) for end in place[entity]] for entity in (args[0], args[1]))
        points = all(start == end for start, end in (*head, *tail))
        premise = bool(properties.get("premise")) and not properties.get("negated")
        names = relation.split("+")
        stated = set()
        for name, distance in zip(names, properties.get("distance") or (None,) * len(names), strict=True):
            if name in AXES:
                axis, sign = AXES[name]
                low, high = (head[axis], tail[axis]) if sign < 0 else (tail[axis], head[axis])
                stated.add(axis)
                gap = high[0] - low[1]
                if premise and distance is None and settings.get("quantities") == "specified":
                    distance = 1
                if gap < 0 or (points and gap == 0) or distance not in (None, gap):
                    return False
            else:
                base = _boxes(head, tail)
                if base not in (TOUCHING if name == "touching" else (RCC[name],)):
                    return False
        if premise and stated and settings.get("relations") == "complete":
            for axis in set(range(len(head))) - stated:
                if head[axis][1] < tail[axis][0] or tail[axis][1] < head[axis][0]:
                    return False
        return True

    return true


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
            axis, sign = AXES[name]
            low, high = (head, tail) if sign < 0 else (tail, head)
            if max(box[axis][1] for box in low) > min(box[axis][0] for box in high):
                return False
            continue
        base = _cells(head, tail)
        if name in ("near", "far"):
            kind = "near" if base == "EQ" else properties["kinds"].get(frozenset(args), "neither")
            if kind != name:
                return False
        elif base not in (TOUCHING if name == "touching" else (RCC[name],)):
            return False
    return True


def _cells(head: Any, tail: Any) -> str:
    lines = [sorted({end for box in (*head, *tail) for end in box[axis]}) for axis in range(len(head[0]))]
    # Twice the rank: even numbers are lines, odd ones the open spaces between them.
    spots = list(itertools.product(*(range(-1, 2 * len(line)) for line in lines)))

    def closed(region: Any) -> set[tuple[int, ...]]:
        boxes = [[tuple(2 * line.index(end) for end in side) for line, side in zip(lines, box, strict=True)] for box in region]
        return {spot for spot in spots if any(all(a <= at <= b for at, (a, b) in zip(spot, box, strict=True)) for box in boxes)}

    def inner(cells: set[tuple[int, ...]]) -> set[tuple[int, ...]]:
        def around(spot: tuple[int, ...]) -> Any:
            return itertools.product(*((at,) if at % 2 else (at - 1, at, at + 1) for at in spot))

        return {spot for spot in cells if all(near in cells for near in around(spot))}

    one, other = closed(head), closed(tail)
    if not one & other:
        return "DC"
    if one == other:
        return "EQ"
    if not inner(one) & inner(other):
        return "EC"
    if one <= other:
        return "NTPP" if one <= inner(other) else "TPP"
    if other <= one:
        return "NTPPI" if other <= inner(one) else "TPPI"
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
