"""English sentences about seats, from the table that they are read by."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import product
from typing import Any, Final, NamedTuple

from qsr.seats import COMPASS, Claim, Layout, parts
from qsr.theories.seating.text.bearings import bearing_of, compass_words
from qsr.theories.seating.text.english_meaning import singles_out
from qsr.theories.seating.text.english_names import quoted
from qsr.theories.seating.text.english_table import Element, Frame, fits, frames, nouns, number_word, spelled, table

__all__ = ["lead_ins", "name_pools", "wordings"]

_SLOT: Final = re.compile(r"\{(\w+)(?:([+-])(\w+))?\}")
_PLAIN_NAME: Final = re.compile(r"[^\W_][\w'’-]*(?: [\w'’-]+)*")
#: How many phrases of the first of two composed relations, and of each of several joined claims, are used.
_FEW: Final = 3
#: Slot -> noun, and whether it is of one, of as many as the number says, or always of several.
_NOUNS: Final = {
    "seat": ("seat", "one"),
    "seats": ("seat", "agrees"),
    "layer": ("layer", "one"),
    "layers": ("layer", "agrees"),
    "all layers": ("layer", "several"),
    "people": ("person", "agrees"),
}


class _Said(NamedTuple):
    """A phrase with its slots filled save for {X} and {Y}, and whether it denies its relation by itself."""

    form: str
    text: str
    denied: bool


# ---------------------------------------------------------------- relations


def wordings(claims: Sequence[Claim], names: Sequence[str], layout: Layout) -> tuple[str, ...]:
    """Return sentences that say all claims, without a full stop; none where English has no words for them in the layout.

    Of one claim these are all sentences there are; several are said as in "X faces south and sits next to Y" where they share
    their subject. A name may be ``"()"``, a blank. Names that begin with a small letter have "the" before them.

    >>> wordings([Claim("opposite", (0, 1))], ("Ann", "Bo"), Layout.parse("ring 6 inward"))[:2]
    ('Ann sits opposite Bo', 'Ann is opposite Bo')
    >>> wordings([Claim("above", (0, 1))], ("Ann", "Bo"), Layout.parse("ring 6 inward"))
    ()
    >>> claims = Claim("faces:south", (0,)), Claim("adjacent", (0, 1))
    >>> wordings(claims, ("Ann", "Bo"), Layout.parse("ring 6 inward from 0"))[0]
    'Ann faces south and sits next to Bo'
    """
    if len(claims) == 1:
        (claim,) = claims
        return tuple(_capital(_open(text, claim.args, names)) for text in _templates(claim.relation, claim.denied, layout))
    ways = [
        [text for text in _templates(one.relation, one.denied, layout) if not text.startswith("{X} and ")][: 2 * _FEW]
        for one in claims
    ]
    found: dict[str, None] = {}
    for chosen in product(*ways):
        shared = len({one.args[0] for one in claims}) == 1 and all(text.startswith("{X} ") for text in chosen)
        filled = [_open(text, one.args, names) for text, one in zip(chosen, claims, strict=True)]
        if shared:
            subject = len(_named(names[claims[0].args[0]])) + 1
            text = " and ".join([filled[0], *(text[subject:] for text in filled[1:])])
        else:
            text = ", and ".join(filled)
        found[_capital(text)] = None
    return tuple(found)


@lru_cache(maxsize=4096)
def _templates(relation: str, denied: bool, layout: Layout) -> tuple[str, ...]:
    """Return sentences with {X} and {Y} left open."""
    composed = parts(relation)
    if len(composed) == 2:
        return tuple(dict.fromkeys(_composed(*composed, denied, layout)))
    return tuple(dict.fromkeys(sentence for said in _phrases(relation, layout) for sentence in _sentence(said, denied, layout)))


def _sentence(said: _Said, denied: bool, layout: Layout) -> Iterator[str]:
    """Yield the sentences of a phrase that state its relation, or deny it."""
    form = said.form.removesuffix(" denied")
    if form in ("two", "noun", "one"):
        yield from (f"{{X}} {verb} {said.text}" for verb in _verbs(layout, denied != said.denied, many=False))
    elif form == "pair":
        yield from (f"{{X}} and {{Y}} {verb} {said.text}" for verb in _verbs(layout, denied != said.denied, many=True))
    elif (form != said.form) == (denied != said.denied):
        yield {"act": "{X} ", "act_two": "{X} ", "act_pair": "{X} and {Y} "}.get(form, "") + said.text


def _composed(first: str, second: str, denied: bool, layout: Layout) -> Iterator[str]:
    ones = [said for said in _phrases(first, layout) if said.form in ("two", "noun") and not said.denied]
    others = [said.text for said in _phrases(second, layout) if said.form in ("two", "noun") and not said.denied]
    single = singles_out(first) and (not denied or layout.kind == "ring")
    verb = "is not" if denied and single else "is"
    lead = "the place" if single else "no place" if denied else "some place"
    for one in (*ones[:_FEW], *(said for said in ones[_FEW:] if single and said.form == "noun")):
        # What stands behind "Y" in a phrase is about the first name here, and about the second one in the other.
        place = one.text.replace("{Y}", "{X}")
        start = place if one.form == "noun" and single else f"{lead} {place}"
        if one.form == "two" or single:
            yield from (f"{start} {verb} {other}" for other in others)


def _verbs(layout: Layout, denied: bool, *, many: bool) -> list[str]:
    verbs = table()["verbs"]
    row = verbs["denied" if denied else "affirmed"]
    return [row[at][many] for at in verbs["written"][layout.kind]]


@lru_cache(maxsize=4096)
def _phrases(relation: str, layout: Layout) -> tuple[_Said, ...]:
    """Return all phrases for a relation that is not composed."""
    known = f"from left:{relation.removeprefix('column:')}" if relation.startswith("column:") else relation
    found: dict[_Said, None] = {}
    for frame in frames():
        if frame.read_only or not fits(frame.kinds, layout, counted=False):
            continue
        slots = _slots(frame, known, layout)
        if slots is None:
            continue
        for elements in frame.say:
            found[_Said(frame.form, _words(elements, slots, layout), frame.denied)] = None
        for elements in frame.deny:
            found[_Said(f"{frame.form} denied", _words(elements, slots, layout), frame.denied)] = None
    return tuple(found)


@lru_cache(maxsize=512)
def _shape(means: str) -> re.Pattern[str]:
    pattern, position = "", 0
    for slot in _SLOT.finditer(means):
        name = slot[3] if slot[1] == "top" else slot[1]
        values = (
            "[0-9]+" if name in ("count", "ordinal") else "|".join(sorted(_values(name), key=lambda value: (-len(value), value)))
        )
        pattern += re.escape(means[position : slot.start()]) + f"(?P<{name}>{values})"
        position = slot.end()
    return re.compile(pattern + re.escape(means[position:]))


def _values(slot: str) -> Sequence[str]:
    return tuple(table()[slot].values()) if slot == "rise" else tuple(table()[slot])


def _slots(frame: Frame, relation: str, layout: Layout) -> Mapping[str, str] | None:
    """Return the values of a frame's slots for which it means the relation; None where it means another."""
    found = _shape(frame.means).fullmatch(relation)
    if found is None:
        return None
    slots = dict(found.groupdict())
    for slot in _SLOT.finditer(frame.means):
        if slot[2] is not None:
            name, number = (slot[3], slots[slot[3]]) if slot[1] == "top" else (slot[1], slots[slot[1]])
            change = int(number)
            change = layout.counts[0] + 1 - change if slot[1] == "top" else change - int(f"{slot[2]}{slot[3]}")
            slots[name] = str(change)
    # Nobody says "no seats to the left", or "the zeroth"; only nothing between two is said.
    least = 0 if frame.means == "between:{count}" else 1
    if any(int(slots[name]) < least for name in ("count", "ordinal") if name in slots):
        return None
    return slots


def _words(elements: Sequence[Element], slots: Mapping[str, str], layout: Layout) -> str:
    several = slots.get("count", "1") != "1"
    text = ""
    for element in elements:
        text += f"{'' if element.terminal == '_POSS' or not text else ' '}{_word(element, slots, layout, several=several)}"
    return text


def _word(element: Element, slots: Mapping[str, str], layout: Layout, *, several: bool) -> str:
    slot = element.slot
    if not slot:
        return element.text
    if slot in ("X", "Y"):
        return f"{{{slot}}}"
    if slot in ("are", "are not"):
        return ("are" if several else "is") + slot[3:]
    if slot in _NOUNS:
        noun, number = _NOUNS[slot]
        one, many = nouns(noun)
        # What somebody looks at is not called people.
        at = one.index("thing") if noun == "person" and layout.kind == "shelf" else 0
        return (many if number == "several" or (number == "agrees" and several) else one)[at]
    return spelled(slot, slots[slot]).replace("north ", "north-").replace("south ", "south-")


# ---------------------------------------------------------------- names


def _named(name: str) -> str:
    if quoted(name) != name:
        return quoted(name)
    return f"the {name}" if name[:1].islower() else name


def _open(text: str, args: Sequence[int], names: Sequence[str]) -> str:
    chosen = {"X": _named(names[args[0]]), "Y": _named(names[args[-1]])}
    return re.sub(r"\{([XY])\}", lambda slot: chosen[slot[1]], text)


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


# ---------------------------------------------------------------- layouts


def name_pools(layout: Layout) -> tuple[tuple[str, ...], ...]:
    """Return sets of names that go together, for who or what may be in such a layout.

    >>> [pool[0] for pool in name_pools(Layout.parse("shelf 2x2"))]
    ['red vase', 'fern']
    """
    return tuple(tuple(theme["names"]) for theme in table()["themes"] if fits(theme["kinds"], layout, counted=False))


def lead_ins(layout: Layout, names: Sequence[str]) -> tuple[str, ...]:
    """Return texts that bring in the names, at least two, and the layout; none where English has no words for it.

    >>> lead_ins(Layout.parse("ring 3 inward"), ("Ann", "Bo", "Cy"))[0]
    'Three friends, Ann, Bo and Cy, sit around a round table, all facing the centre.'
    """
    try:
        further = list(_further(layout, len(names)))
    except ValueError:
        return ()
    crowd = number_word(len(names))
    found: dict[str, None] = {}
    for theme in (theme for theme in table()["themes"] if fits(theme["kinds"], layout, counted=False)):
        for lead in (lead for lead in table()["leads"] if fits(lead["kinds"], layout, counted=False)):
            for text in lead["say"]:
                slots: dict[str, Any] = {
                    "crowd": crowd,
                    "Crowd": _capital(crowd),
                    "people": theme["people"],
                    "names": _listed(names),
                }
                slots |= {"first": number_word(layout.counts[0]), "second": number_word(layout.counts[-1])}
                found[" ".join([_capital(text.format(**slots)), *further])] = None
    return tuple(found) if len(names) > 1 else ()


def _further(layout: Layout, names: int) -> Iterator[str]:
    """Yield the sentences about empty places and the compass; raise ValueError where there is none."""
    texts: dict[str, str] = table()["further"]
    if layout.kind in ("ring", "row") and layout.places != names:
        yield texts["size"].format(size=number_word(layout.places))
    if layout.bearing is None:
        return
    bearing = layout.bearing
    if layout.kind == "ring":
        looks = compass_words(layout)
        try:
            known = bearing_of(looks, layout.places, layout.view)
        except ValueError:
            known = None
        if known == bearing and len(looks) > 1:
            yield texts["list"].format(list=_joined(looks))
        else:
            yield texts["degrees"].format(degrees=bearing)
    elif layout.kind == "rows":
        yield texts["axis"].format(axis=_exactly(bearing), looks=_exactly((bearing + 180) % 360))
    elif layout.view == "own":
        yield texts["looks"].format(looks=_exactly((bearing + 90) % 360))
    else:
        yield texts["end"].format(end=_exactly(bearing))


def _exactly(bearing: Fraction) -> str:
    found = next((name for name, degrees in COMPASS.items() if degrees == bearing), None)
    if found is None:
        raise ValueError(f"no word says the bearing {bearing}")
    return found


def _listed(names: Sequence[str]) -> str:
    """Return a list of names; one that has commas, signs or words of lists in it stands in quotation marks."""
    lists = table()["lists"]
    special = {
        "and",
        *lists["articles"],
        *lists["introduced"],
        *lists["scenery"],
        *lists["behind"],
        *table()["numbers"],
    }

    def written(name: str) -> str:
        plain = _PLAIN_NAME.fullmatch(name) and not special.intersection(name.lower().split()) and not name[0].isdigit()
        return _named(name) if plain else f"“{name}”"

    return _joined([written(name) for name in names])


def _joined(words: Sequence[str]) -> str:
    return ", ".join(words[:-1]) + f" and {words[-1]}"
