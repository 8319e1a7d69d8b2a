"""What is seen: claims, and questions, as their viewer has them, and on the axes of the story."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Final, TypeVar, cast

from qsr.errors import ParseError
from qsr.language import words
from qsr.language.kinds import kinds
from qsr.language.parts import Mention
from qsr.language.prose.claims import (
    PLACEHOLDER,
    Asked,
    Claim,
    Rank,
    Said,
    Saying,
    changed,
    conjuncts,
    every_leaf,
    joined,
)
from qsr.language.prose.lexicon import is_nowhere, is_side, is_somebody, is_time, looks
from qsr.language.prose.places import AT
from qsr.language.prose.tokens import tokens
from qsr.language.prose.viewers import BACK, CLOCK, SEES, Viewer, by_quarters, is_sided, sides_of_viewer, slot_of
from qsr.language.prose.viewers import facing as ways_of_looking
from qsr.language.prose.views import BEARINGS, VIEW, Frames, is_viewed, is_way, raw
from qsr.language.shapes import sentences
from qsr.language.words import head_of
from qsr.logic import And, Relation
from qsr.relations import EVENTS, OF_A_THIRD
from qsr.story import Statement, Story

if TYPE_CHECKING:
    from qsr.language.prose.reference import Context, Resolved

__all__ = [
    "check_moves",
    "faced",
    "facing",
    "framed",
    "heading",
    "in_one",
    "is_undecided",
    "of_sides",
    "seen",
    "standing",
    "stands_open",
    "turned",
    "unfaced",
]

T = TypeVar("T", Said, Asked)
#: A side of something as a place: "left of corridor".
_PART: Final = re.compile(r"(left|right) of (.+)")
#: What is so where something else is supposed.
_SUPPOSING: Final = re.compile(r"\b(?:if|when|once|as soon as)\b", re.IGNORECASE)
_WILL: Final = re.compile(r"\b(?:will|would) ((?:(?:the|my|your|his|her|our|their) )?(?:[\w'-]+ ){0,3}?[\w'-]+) be\b")
#: A side alone, by its name.
_AN_END: Final = re.compile(r"(?:far |very )?(left|right)")


def as_seen(said: Saying, viewer: Mention, *, bare: bool) -> Saying:
    """Return what is said with its left, right, in front and behind as somebody has them, unless it names another.

    `bare` means its bare sides alone: "on the left".
    """

    def seen(claim: Claim | Rank) -> Saying:
        if not isinstance(claim, Claim) or claim.third is not None:
            return claim
        if claim.relation == AT and claim.tail.kind == "common":
            part = _PART.fullmatch(claim.tail.name)
            if end := _AN_END.fullmatch(claim.tail.name):
                return Claim(end.group(1), claim.head, viewer, (), viewer)
            if part:
                name = f"middle of {part.group(2)}"
                ways = [Claim(part.group(1), claim.head, viewer, (), viewer)] if is_way(part.group(2)) else []
                middle = Mention("common", words.noun_key(f"{part.group(2)}'s middle"), name, True, claim.tail.span)
                return joined([Claim(part.group(1), claim.head, middle, (), viewer), *ways])
        if not bare and is_sided(claim.relation) and "compass" not in dict(claim.properties) and claim.head.kind != "person":
            return replace(claim, third=viewer)
        return claim

    return changed(said, seen)


def facing(said: Saying) -> Saying:
    """Return what is said of who sits opposite somebody: they face each other."""
    across = [leaf for leaf in every_leaf(said) if isinstance(leaf, Claim) and leaf.relation == "named:opposite:mutual"]
    across = [leaf for leaf in across if leaf.tail.kind in ("person", "pronoun") or _may_be_somebody(leaf.tail.name)]
    pairs = [pair for leaf in across for pair in ((leaf.head, leaf.tail), (leaf.tail, leaf.head))]
    return joined([said, *(Claim("named:face", *pair) for pair in pairs)])


def _may_be_somebody(name: str) -> bool:
    return is_somebody(name) or (name[0].isupper() and not kinds(head_of(name)))


def _is_idea(name: str) -> bool:
    return is_nowhere(head_of(name)) and not is_side(name.partition(" of ")[0])


def seen(said: T, context: Context) -> T:
    """Return a sentence or question as its viewer has it; without one, only its bare sides, as who looked before has them."""
    stance = said.notes.stance
    viewer = stance.viewer
    for _, thing in stance.slots:
        if thing is not None and thing.kind == "common" and (is_time(head_of(thing.name)) or _is_idea(thing.name)):
            raise ParseError(f"can somebody look at {thing.name!r}, or from there?", "", *thing.span)
    bare = viewer is None
    if viewer is None:
        if not context.viewers:
            return said
        viewer = Mention("person", "one", "you", True, (-3, -3))

    def plain(leaf: Claim | Rank) -> Claim | Rank:
        # A place in a row is that of the row itself, as whoever looked before has it.
        kept = isinstance(leaf, Claim) or leaf.otherwise is None or (bare and context.row is not None)
        return leaf if kept else cast("Claim", cast("Rank", leaf).otherwise)

    def change(part: Saying) -> Saying:
        return as_seen(changed(part, plain), viewer, bare=bare)

    if isinstance(said, Asked):
        return replace(said, claim=said.claim and change(said.claim), supposed=tuple(map(change, said.supposed)))
    faced: list[Mention] = [thing for slot, thing in stance.slots if slot == "face" and thing is not None]
    facing: list[Saying] = [Claim("named:face", viewer, thing) for thing in faced if viewer.kind == "person"]
    return replace(said, claims=(*facing, *map(change, said.claims)))


def turned(said: Saying, turn: int, viewer: Mention | None) -> Saying:
    """Return what is said of the sides of somebody who has turned by so many quarters, as of where he looked before."""

    def back(claim: Claim | Rank) -> Claim | Rank:
        third = claim.third if isinstance(claim, Claim) and claim.relation not in OF_A_THIRD else None
        if isinstance(claim, Claim) and third is not None and (third.kind in ("person", "pronoun") or third == viewer):
            return replace(claim, relation=by_quarters(claim.relation, turn))
        return claim

    return changed(said, back) if turn else said


def of_sides(asked: Asked, frames: Frames, entity: Callable[[Mention], int]) -> Asked:
    """Return a question for the side of a viewer, or for the side of a thing as somebody has it, with what its answers claim."""
    viewer = asked.notes.stance.viewer
    if asked.form == "where" and asked.notes.stance.slots and viewer is not None:
        return _sided(asked, asked.args[0], viewer, viewer, CLOCK)
    if asked.form == "relation" and asked.claim is None and viewer is not None:
        thing, landmark = asked.args
        return _sided(asked, thing, landmark, viewer, asked.candidates or CLOCK)
    if asked.form != "side":
        return asked
    thing, landmark = asked.args
    own = landmark.kind == "person" or frames.looks(entity(landmark))
    if viewer is None and not own:
        return asked
    sides = CLOCK if own and frames.has_depths(entity(thing)) else ("left", "right")
    return _sided(asked, thing, landmark, viewer if viewer is not None else landmark, sides)


def faced(supposed: Iterable[Saying], known: Resolved, told: Sequence[Statement]) -> Iterator[Statement]:
    """Yield who is supposed to face what, as statements; who sees things beside one who faces him looks at that one."""
    for one in supposed:
        for leaf in conjuncts(one):
            if isinstance(leaf, Claim) and (looks(leaf.relation) or leaf.relation == BACK):
                yield Statement(0, Relation.of(leaf.relation), (known.entity(leaf.head), known.entity(leaf.tail)))
            elif isinstance(leaf, Claim) and leaf.relation == SEES:
                who = known.entity(leaf.head)
                looking = [one.args for one in told if one.relation in ways_of_looking()]
                before = {one for one, other in looking if other == who}
                if len(before) == 1 and all(one != who for one, _ in looking):
                    yield Statement(0, Relation("named", "face"), (who, before.pop()))


def check_moves(claims: Sequence[Saying], told: Sequence[Statement], known: Resolved) -> None:
    """Raise ParseError where somebody goes away on whose left something is: his left is elsewhere then."""
    leaves_ = [leaf for claim in claims for leaf in every_leaf(claim) if isinstance(leaf, Claim)]
    seen_by = {one.args[2] for one in told if one.relation.name == VIEW}
    seen_by |= {known.entity(leaf.third) for leaf in leaves_ if leaf.third is not None and leaf.relation not in EVENTS}
    gone = {one.args[0] for one in told if one.relation in EVENTS}
    gone |= {one for leaf in leaves_ if leaf.relation in EVENTS for one in known.members(leaf.head)}
    if seen_by & gone:
        raise ParseError("where does he stand then? On whose left something is may not go away", "", -1, -1)


def unfaced(supposed: Saying) -> Saying:
    """Return what is supposed without who faces what, on which nothing hangs but left and right."""
    kept = [
        one
        for one in conjuncts(supposed)
        if not isinstance(one, Claim) or not (looks(one.relation) or one.relation in (BACK, SEES))
    ]
    return joined(kept)


def in_one(text: str) -> str:
    """Return a question behind a sentence that supposes something as one sentence.

    >>> in_one("You turn round. Is the cup on your left?")
    'When you turn round, is the cup on your left?'
    >>> in_one("If I turn round, on which side of me will the old café be?")
    'If I turn round, on which side of me is the old café?'
    """
    if _SUPPOSING.search(text):
        text = _WILL.sub(r"is \1", text)
    spans = sentences(text)
    if len(spans) != 2:
        return text
    lead, ask = (text[start:end] for start, end in spans)
    words_of = tokens(lead)
    begins = words_of[0].type in ("NAME", "WORD") or lead.startswith("I ")
    lead = lead.rstrip(" .!")
    lead = lead if begins else lead[0].lower() + lead[1:]
    turns = any(word.type == "TURNS" for word in words_of)
    return f"{'When' if turns else 'If'} {lead}, {ask[0].lower()}{ask[1:]}"


def _sided(asked: Asked, thing: Mention, landmark: Mention, viewer: Mention, sides: Sequence[str]) -> Asked:
    own = landmark == viewer
    claims = tuple(Claim(sides_of_viewer(side) if own else side, thing, landmark, (), viewer) for side in sides)
    return replace(asked, form="relation", claim=And(claims), args=(thing, landmark), candidates=tuple(sides))


def stands_open(frames: Frames, viewers: Sequence[Viewer]) -> bool:
    """Tell whether the places of those who look, and what they look at, may hang together in ways that nobody decides here."""
    placed = any({"at", "face"} <= {slot for slot, _ in one.slots} for one in viewers)
    return placed or frames.is_open


def is_undecided(story: Story) -> bool:
    """Tell whether a story may contradict itself by where those stand who look, which nobody decides here."""
    viewers = () if story.referents is None else story.referents.viewers
    told = raw(story.statements)
    return is_viewed(told) and stands_open(Frames(told, story.entities), viewers)


def heading(asked: Asked, frames: Frames, entity: Callable[[Mention], int], names: Sequence[str]) -> Asked:
    """Return a question for which way something faces as one for what it faces, or which point of the compass."""
    (thing,) = asked.args
    faced = [] if frames.bearing(entity(thing)) else frames.faced(entity(thing))
    among = [Mention("entity", str(one), names[one], True, (-4 - one, -4)) for one in faced]
    among = among or [Mention("name", name, name, True, (-4 - place, -5)) for place, name in enumerate(BEARINGS)]
    return replace(asked, form="which", claim=Claim("named:face", thing, PLACEHOLDER), args=(), among=tuple(among))


def framed(said: Saying, frames: Frames, entity: Callable[[Mention], int]) -> Saying:
    """Return what is asked on the axes of the story."""

    def meant(claim: Claim | Rank) -> Claim | Rank:
        if isinstance(claim, Claim) and "compass" in dict(claim.properties) and frames.hides_compass:
            return Claim(f"named:compass {claim.relation}".replace("+", " "), claim.head, claim.tail)
        if not isinstance(claim, Claim) or not is_sided(claim.relation) or "compass" in dict(claim.properties):
            return claim
        tail = -1 if claim.tail.kind == "placeholder" else entity(claim.tail)
        viewer = None if claim.third is None else entity(claim.third)
        if viewer is not None and viewer == tail and (across := frames.across(viewer)) is not None:
            # On the left of who looks at somebody is what is left of that one as he has it.
            found = frames.meant(claim.relation, viewer, across)
            pair_of = Mention("entity", str(across), claim.tail.name, True, (-6, across))
            claim = replace(claim, tail=pair_of)
        else:
            found = frames.meant(claim.relation, viewer, tail)
        pair = (claim.tail, claim.head) if found.swapped else (claim.head, claim.tail)
        compass = (("compass", found.compass),) if found.compass else ()
        return Claim(found.relation, *pair, tuple(sorted((*claim.properties, *compass))))

    return changed(said, meant)


def standing(said: Said, known: Resolved) -> tuple[Viewer, ...]:
    """Return the speakers and listeners with how a sentence says that they stand."""
    slots: dict[int, list[tuple[str, int]]] = {}
    for claim in said.claims:
        if isinstance(claim, Claim) and claim.head.kind == "person" and claim.third is None:
            slots.setdefault(known.entity(claim.head), []).append((slot_of(claim.relation), known.entity(claim.tail)))
    return tuple(one._replace(slots=(*one.slots, *slots.get(one.entity, ()))) for one in known.viewers)
