"""What is asked of a puzzle: what could, must and cannot be, whole orders and lists, how many, each also under a supposition."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Final

from qsr.errors import ParseError
from qsr.language.puzzles.clauses import clause
from qsr.language.puzzles.tokens import pieces, tokens
from qsr.language.puzzles.world import Axis, World, conjunction, pattern
from qsr.logic import And, Atom, Formula, Not
from qsr.resources import table
from qsr.story import Question

__all__ = ["asked"]

Said = Formula[Atom]
_YES_NO: Final = re.compile(r"(?P<may>could|can|may|might|must|will|is|are|does|do|did|was|were|has|have) (?P<rest>.+)")
_EXCEPTED: Final = {"could": "cannot", "cannot": "could", "must": "could not"}
#: What an order or a list is called.
_ORDER: Final = re.compile(
    r"\b(?:order|ordering|seating|sequence|schedule|ranking|arrangement|assignment|list|listing|program|lineup|placement)\b"
)
_LISTS: Final = re.compile(r"\b(?:list|order|complete|schedule|assignment)\b")
_FROM: Final = re.compile(r"\bfrom (?:the )?(.+?) (?:to|through) (?:the )?(.+?)(?: \w+)?$")
_ACCEPTABLE: Final = re.compile(r"\bis an? (?:acceptable|possible|permissible|allowable|valid|admissible|permitted) ")


def asked(world: World, question: str, options: Sequence[str]) -> tuple[Question, str]:
    """Return what is asked, and its kind; raise ParseError for what is not understood."""
    said = " ".join(question.split()).rstrip(" ?.:")
    fault: ParseError | None = None
    for supposed, rest in _suppositions(said):
        try:
            hypothesis = clause(world, supposed) if supposed else None
            return _asked(world, question, rest.strip(" ,"), options, hypothesis)
        except ParseError as error:
            fault = error if fault is None or not supposed else fault
    raise ParseError(fault.message if fault else "not understood", question, 0, len(question))


def _suppositions(said: str) -> Iterator[tuple[str, str]]:
    """Yield what may be supposed, nothing where nothing is, and what is asked then."""
    if re.match(r"(?:if|suppose(?: that)?|assume(?: that)?) ", said, re.IGNORECASE):
        body = re.sub(r"\A(?:if|suppose(?: that)?|assume(?: that)?) ", "", said, flags=re.IGNORECASE)
        for hit in reversed([*re.finditer(r"[,.;:] (?:then,? )?", body)]):
            yield body[: hit.start()], body[hit.end() :]
        return
    for hit in re.finditer(r",? (?:if|given that|when) ", said):
        yield said[hit.end() :], said[: hit.start()]
    yield "", said


def _may(found: re.Match[str]) -> str:
    return "must" if found["may"] == "must" else "cannot" if "not" in found["may"] else "could"


def _mood(found: re.Match[str]) -> str:
    may = _may(found)
    return _EXCEPTED[may] if found["but"] else may


def _asked(world: World, text: str, rest: str, options: Sequence[str], hypothesis: Said | None) -> tuple[Question, str]:
    lowered = rest[:1].lower() + rest[1:]
    plain = re.sub(r"\b(CANNOT|EXCEPT|COULD|MUST|NOT)\b", lambda one: one[0].lower(), lowered)
    plain = _ACCEPTABLE.sub("could be a ", plain)

    def of(formulas: Sequence[Said], mood: str) -> tuple[Question, str]:
        if mood == "could not":
            formulas, mood = [Not(one) for one in formulas], "could"
        return Question(
            0, "options", (), tuple(options), text, formulas=tuple(formulas), hypothesis=hypothesis, mood=mood
        ), "options"

    if found := pattern("ways").fullmatch(plain):
        rest_ = found["rest"] or ""
        if (
            options
            or _mentioned_in(world, rest_)
            or re.search(r"\b(?:that|who|which|with|without|including|containing)\b", rest_)
        ):
            raise ParseError("a number among options, or of some arrangements")
        if found["noun"] and world.phrases.get((found["noun"].lower(),), ("",))[0] in ("SK", "TK"):
            raise ParseError("how many of these are that?")
        atoms = [world.at(one, slot) for axis in world.axes for one in world.things for slot in axis.everywhere]
        names = tuple(map(str, range(len(atoms))))
        one = Question(0, "how_many", (), names, text, formulas=tuple(atoms), hypothesis=hypothesis, mood="arrangements")
        return one, "how_many"
    if found := pattern("most").fullmatch(plain):
        formulas = [_of(world, one, found["rest"]) for one in _kind(world, found["kind"])]
        if _mentioned(world, found["rest"]) and re.search(r"\b(?:same|with|together|share|as)\b", found["rest"]):
            raise ParseError("is that one counted itself?")
        side = (
            "at most"
            if "most" in (found["side"] or "") or (found["end"] or "") in ("maximum", "greatest", "largest")
            else "at least"
        )
        return Question(0, "how_many", (), (), text, formulas=tuple(formulas), hypothesis=hypothesis), side
    if found := pattern("places").fullmatch(plain):
        axis = _axis(world, found["kind"])
        said = [_at_place(world, axis, slot, found["rest"]) for slot in axis.slots]
        names = tuple(world.entities[slot] for slot in axis.slots)
        return Question(0, "which", (), names, text, formulas=tuple(said), hypothesis=hypothesis, mood="could"), "how many could"
    if (found := pattern("place_list").fullmatch(plain)) and options:
        axis = _axis(world, found["kind"])
        said = [_at_place(world, axis, slot, f"{found['rest']} {found['verb']}") for slot in axis.slots]
        names = tuple(_as_told(world, slot, options) for slot in axis.slots)
        may = "must" if found["may"] == "must" else "could"
        return Question(0, "which", (), names, text, formulas=tuple(said), hypothesis=hypothesis, mood=may), "list"
    for form, kind in ((pattern("asked_list"), "list"), (pattern("many"), "how many could")):
        if found := form.fullmatch(plain):
            itself = _mentioned(world, found["rest"])
            where = _axis_of(world, found["kind"])
            things = where.slots if where else [one for one in _kind(world, found["kind"]) if one not in itself]
            names = tuple(_as_told(world, one, options) if where else world.entities[one] for one in things)
            called = [_slot_words(world, where, one) if where else world.entities[one] for one in things]
            formulas = [_of_text(world, one, found["rest"]) for one in called]
            may = "must" if found["may"] == "must" else "could"
            if "not" in found["may"] or (kind != "list" and found["may"] == "must"):
                raise ParseError("a list of those who cannot")
            return Question(0, "which", (), names, text, formulas=tuple(formulas), hypothesis=hypothesis, mood=may), kind
    if (found := pattern("places_named").fullmatch(plain)) and (line := _axis_of(world, found["kind"])):
        slots = _options_of(world, line, options) if options else line.slots
        denied = " not " in found["rest"]
        said = [_at_place(world, line, slot, found["rest"].replace(" not ", " ")) for slot in slots]
        if options:
            return of(said, {"must": "cannot", "could": "could not", "cannot": "could"}[_may(found)] if denied else _may(found))
        if not denied and "not" not in found["may"]:
            names = tuple(world.entities[slot] for slot in slots)
            return Question(0, "which", (), names, text, formulas=tuple(said), hypothesis=hypothesis, mood=_may(found)), "which"
    if options:
        if found := pattern("true").fullmatch(plain):
            formulas = [clause(world, one.rstrip(" .")) for one in options]
            return of([Not(one) for one in formulas] if found["what"] == "false" else formulas, _mood(found))
        if found := pattern("pairs").fullmatch(plain):
            both = "both " if found["both"] else ""
            return of([_of_text(world, one.strip(" ."), f"{both}{found['rest']}") for one in options], _may(found))
        single = not _LISTS.search(plain) and all(_is_thing(world, one) for one in options)
        if (found := pattern("whole").fullmatch(plain)) and not (single and pattern("named").fullmatch(plain)):
            verb = found["rest"].split()[0]
            done = verb.endswith("ed") or verb in table("puzzles.toml")["irregular"]
            if single or (done and (verb,) not in world.phrases):
                raise ParseError("only these, or others as well?")  # "could be displayed"
            try:
                return of([_whole(world, found["rest"], one) for one in options], _mood(found))
            except ParseError:
                if not pattern("named").fullmatch(plain):
                    raise
        if found := pattern("named").fullmatch(plain):
            things = [_thing(world, one) for one in options] if single or len(world.axes) < 2 else _named_places(world, options)
            return of([_of(world, one, found["rest"]) for one in things], _mood(found))
        raise ParseError("such a question of a puzzle is not read")
    if found := pattern("named").fullmatch(plain):
        if "not" in found["may"]:
            raise ParseError("ask who could, or must")
        names = tuple(world.entities[one] for one in world.things)
        formulas = [_of(world, one, found["rest"]) for one in world.things]
        mood = "must" if found["may"] == "must" else "could"
        return Question(0, "which", (), names, text, formulas=tuple(formulas), hypothesis=hypothesis, mood=mood), "which"
    if found := _YES_NO.fullmatch(plain):
        mood = {"could": "could", "can": "could", "may": "could", "might": "could", "must": "necessary"}.get(found["may"], "must")
        said_ = _with_verb(world, found["rest"])
        return Question(0, "yes_no", (), ("holds",), text, formulas=(said_,), hypothesis=hypothesis, mood=mood), "yes_no"
    raise ParseError("such a question of a puzzle is not read")


def _of_text(world: World, subject: str, rest: str) -> Said:
    """Return what a predicate says of who stands in front of it; "are" may be left out."""
    try:
        return clause(world, f"{subject} {rest}")
    except ParseError:
        return clause(world, f"{subject} {'are' if ' and ' in subject else 'is'} {rest}")


def _mentioned_in(world: World, text: str) -> bool:
    """Tell whether a thing is named."""
    found = [word.lower() for word, *_ in pieces(text)]
    keys = [tuple(found[at : at + length]) for at in range(len(found)) for length in (1, 2, 3)]
    return any(world.phrases.get(key, ("",))[0] == "T" for key in keys)


def _with_verb(world: World, text: str) -> Said:
    """Return what a clause says whose verb may stand in front of it."""
    fault: ParseError
    try:
        return clause(world, text)
    except ParseError as error:
        fault = error
    parts = text.split()
    for at in range(1, min(6, len(parts))):
        try:
            return clause(world, " ".join((*parts[:at], "is", *parts[at:])))
        except ParseError:
            continue
    raise fault


def _of(world: World, thing: int, rest: str) -> Said:
    """Return that something is so of a thing."""
    called = world.entities[thing]
    rest = rest.strip()
    found = tokens(world, rest) if world.chooses else []
    if len(rest.split()) > 1 and found and all(one.type in ("HE", "V") for one in found):
        return world.chosen(thing)  # "can she keep"
    try:
        return clause(world, f"{called} {rest}")
    except ParseError:
        return clause(world, f"{called} is {rest}")


def _thing(world: World, text: str) -> int:
    found = tokens(world, text.strip(" ."))
    things = [one for one in found if one.type == "T"]
    if len(things) != 1 or any(one.type not in ("T", "V") for one in found):
        raise ParseError(f"{text!r} is none of the things")
    return int(things[0].value)


def _is_thing(world: World, text: str) -> bool:
    try:
        _thing(world, text)
    except ParseError:
        return False
    return True


def _kind(world: World, text: str) -> Sequence[int]:
    """Return the things of a kind: "the six programs", "novelists"."""
    found = [one for one in tokens(world, text) if one.type not in ("N", "OF", "V")]
    if len(found) != 1 or not found[0].type.startswith("TK"):
        raise ParseError(f"{text!r} are none of the things")
    return tuple(found[0].value)


def _mentioned(world: World, text: str) -> frozenset[int]:
    """Return the things that a predicate speaks of: nobody is asked to be at the place of himself."""
    return frozenset(one.value for one in tokens(world, text) if one.type == "T")


def _axis_of(world: World, noun: str) -> Axis | None:
    try:
        return _axis(world, noun)
    except ParseError:
        return None


def _axis(world: World, noun: str) -> Axis:
    said = tokens(world, noun)
    found = [one for one in said if one.type in ("SK", "SKS")]
    if len(found) != 1 or any(one.type.startswith("T") for one in said):
        raise ParseError(f"{noun!r} are none of the places")
    return world.called(found[0].value)


def _at_place(world: World, axis: Axis, slot: int, rest: str) -> Said:
    """Return that something is at a place; the words are a thing with a verb, or with none."""
    place = _slot_words(world, axis, slot)
    try:
        return clause(world, f"{rest} {place}")
    except ParseError:
        return clause(world, f"{re.sub(r' (?:be|have been|have)$', '', rest)} is {place}")


def _options_of(world: World, axis: Axis, options: Sequence[str]) -> list[int]:
    """Return the places that options call, one each."""
    found = [[one.value for one in tokens(world, option.strip(" .")) if one.type not in ("SK", "V")] for option in options]
    if any(len(one) != 1 or one[0] not in axis.slots for one in found):
        raise ParseError("each option is one place")
    return [one for (one,) in found]


def _named_places(world: World, options: Sequence[str]) -> list[int]:
    """Return the places of one kind that options name, where these have no order."""
    found = [[one.value for one in tokens(world, option.strip(" .")) if one.type == "S"] for option in options]
    axes = {world.axis(one) for places in found for one in places}
    if any(len(one) != 1 for one in found) or len(axes) != 1 or next(iter(axes)).ordered:
        raise ParseError("who is asked for?")
    return [one for (one,) in found]


def _as_told(world: World, slot: int, options: Sequence[str]) -> str:
    """Return the words for a place that the options use."""
    forms = [" ".join(form) for form, value in world.phrases.items() if value == ("S", slot)]
    items = {one.strip(" .").lower() for option in options for one in re.split(r",\s*(?:and\s+)?|\s+and\s+", option)}
    return next((form for form in forms if form in items), world.entities[slot])


def _slot_words(world: World, axis: Axis, slot: int) -> str:
    return next(" ".join(form) for form, (kind, value) in world.phrases.items() if kind == "S" and value == slot)


def _listed(world: World, text: str) -> list[int]:
    """Return the things of a list, and nothing but a list."""
    found = tokens(world, text.strip(" ."))
    if any(one.type not in ("T", "COMMA", "AND", "V", "SK", "TK", "SKS", "TKS") for one in found):
        raise ParseError(f"{text!r} is no list of things")
    return [one.value for one in found if one.type == "T"]


def _kinds_in(world: World, text: str) -> set[tuple[int, ...]]:
    """Return the kinds of things that words of a text call."""
    found = [world.phrases.get((word.lower(),), ("", ())) for word, *_ in pieces(text)]
    return {tuple(which) for name, which in found if name == "TK"}


def _exactly(who: Sequence[int], things: Sequence[int], holds: Callable[[int], Said]) -> Said:
    return conjunction([holds(one) if one in things else Not(holds(one)) for one in who])


def _whole(world: World, asks: str, option: str) -> Said:
    """Return what a whole arrangement says: an order, who is where, or who is chosen."""
    if ":" in option:
        parts = [piece.split(":") for piece in re.split(r";\s*", option.strip(" ."))]
        if any(len(one) != 2 for one in parts):
            raise ParseError("an assignment has a colon behind each place")
        said, placed, slots = [], [], []
        if all(_is_thing(world, name) for name, _ in parts):
            return _assigned(world, parts)
        for name, who in parts:
            named = [one.value for one in tokens(world, name) if one.type == "S"]
            if len(named) != 1:
                raise ParseError(f"{name!r} is none of the places")
            slots.append(named[0])
            here = _listed(world, who)
            placed += here
            said += [world.at(one, named[0]) for one in here]
        axis = world.axis(slots[0])
        if set(slots) != set(axis.slots) or (sorted(placed) != sorted(world.things) and axis.out is None):
            raise ParseError("an assignment names all places and things")
        if axis.out is not None:
            said += [world.at(one, axis.out) for one in world.things if one not in placed]
        return conjunction(said)
    told = [one for one in tokens(world, option.strip(" .")) if one.type not in ("COMMA", "AND", "V", "SK", "TK", "SKS", "TKS")]
    if len(told) == len(world.people) > 2 and all(one.type == "S" for one in told) and not world.pairs:
        ranks = [one for one in world.axes if one.ordered and one.full]
        if not ranks or not _ORDER.search(asks):
            raise ParseError("whose places are these?")
        pairs = list(zip(ranks[0].slots, (one.value for one in told), strict=True))
        return conjunction([world.linked(one, other) for one, other in pairs])
    things = _listed(world, option)
    kinds = _kinds_in(world, re.sub(_FROM, "", asks)) - {tuple(world.people)}
    if len(kinds) > 1 or not all(one in kind for kind in kinds for one in things):
        raise ParseError("of which kind is that a list?")
    who = next(iter(kinds), world.things)
    if len(set(things)) != len(things) or not things:
        raise ParseError("a list of different things was expected")
    ordered = [one for one in world.axes if one.ordered]
    named = _slots_of(world, re.sub(_FROM, "", asks))
    in_order = re.search(r"\bin that order\b|\b(?:1|one) (?:up )?(?:to|through) \w+", asks)
    if in_order and ordered and ordered[0].full and not re.search(r"\bdown\b", asks) and len(things) == len(ordered[0].slots):
        return And(tuple(world.at(one, slot) for one, slot in zip(things, ordered[0].slots, strict=True)))
    if ordered and ordered[0].full and _ORDER.search(asks) and not (named and not _FROM.search(asks)):
        axis = ordered[0]
        if len(things) != len(axis.slots):
            raise ParseError("an order has all things")
        line = axis.slots[::-1] if _turned(world, axis, asks) else axis.slots
        return And(tuple(world.at(one, slot) for one, slot in zip(things, line, strict=True)))
    if any(one.out is not None for one in world.axes) and not ordered and not world.pairs:
        return _exactly(who, things, world.chosen)
    if world.pairs:
        return _listed_pairs(world, asks, things)
    if len(named) == 1:
        return _exactly(who, things, lambda one: world.at(one, named[0]))
    raise ParseError("of which places is that a list?")


def _listed_pairs(world: World, asks: str, things: Sequence[int]) -> Said:
    """Return that a list is that of all with whom one thing goes."""
    (one, *others) = _mentioned(world, asks) or (None,)
    if one is None or others:
        raise ParseError("whose list is that?")
    near = [other for pair in world.pairs for other in pair if one in pair and other != one]
    if not set(things) <= set(near):
        raise ParseError("which of them are these?")
    return conjunction([world.linked(one, other) if other in things else Not(world.linked(one, other)) for other in near])


def _assigned(world: World, parts: Sequence[Sequence[str]]) -> Said:
    """Return who is where: "Ann: Rome; Bo: Paris"."""
    said, placed = [], []
    for name, where in parts:
        thing = _thing(world, name)
        slots = [one.value for one in tokens(world, where) if one.type == "S"]
        if not slots or len({world.axis(one).name for one in slots}) < len(slots):
            raise ParseError(f"{where!r} is no place")
        placed.append(thing)
        said += [world.linked(thing, slot) for slot in slots]
    if sorted(placed) != sorted(world.people):
        raise ParseError("an assignment names all things")
    return conjunction(said)


def _slots_of(world: World, text: str) -> list[int]:
    try:
        return list(dict.fromkeys(one.value for one in tokens(world, text) if one.type == "S"))
    except ParseError:
        words = text.split()
        found: list[int] = []
        for length in (3, 2, 1):
            for at in range(len(words) - length + 1):
                hit = world.phrases.get(tuple(one.lower().strip(",") for one in words[at : at + length]))
                if hit is not None and hit[0] == "S":
                    found.append(hit[1])
        return list(dict.fromkeys(found))


def _turned(world: World, axis: Axis, asks: str) -> bool:
    """Tell whether an order is told from its last place; raise ParseError where that is not known."""
    hit = _FROM.search(asks)
    if hit is None:
        return False
    ends = [_slots_of(world, one) for one in hit.groups()]
    if ends[0] and ends[0][0] == axis.slots[0]:
        return False
    if ends[0] and ends[0][0] == axis.slots[-1]:
        return True
    known = {
        "left": "across",
        "west": "across",
        "bottom": "up",
        "lowest": "up",
        "earliest": "time",
        "first": "time",
        "beginning": "time",
    }
    far = {"right": "across", "east": "across", "top": "up", "highest": "up", "latest": "time", "last": "time"}
    first = hit[1].split()[0].lower()
    for ends_, turned in ((known, False), (far, True)):
        if first in ends_ and ends_[first] in dict(axis.looks):
            return turned if dict(axis.looks)[ends_[first]] else not turned
    raise ParseError("from which end is that order told?")
