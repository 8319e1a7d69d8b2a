"""What somebody sees, and who turns his face somewhere: "on his left he sees a mill", "its back is turned to the sea"."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any, Final

from lark import Token, v_args

from qsr.language.parts import Mention
from qsr.language.prose.claims import (
    PLACEHOLDER,
    Asked,
    Claim,
    Group,
    Saying,
    Thing,
    instead,
    joined,
    over,
)
from qsr.language.prose.lexicon import looks
from qsr.language.prose.persons import gender_of
from qsr.language.prose.phrases import span, speaker
from qsr.language.prose.places import Predicate
from qsr.language.prose.tokens import Word
from qsr.language.prose.viewers import BACK, SEES
from qsr.language.prose.viewing import Viewing

__all__ = ["Sights"]

#: What looks where somebody or something faces, and what looks the other way.
_FACES: Final = frozenset({"face", "front", "eyes", "gaze", "bow", "nose", "muzzle", "façade", "facade", "entrance"})
_BACKS: Final = frozenset({"back", "rear", "stern", "tail"})

#: Sides from which all of a scene is seen, by their names in a story.
_AROUND: Final = {"front": "front", "back": "behind", "rear": "behind", "behind": "behind"}


@v_args(inline=True)
class Sights(Viewing):
    """Makes claims of what is seen where."""

    def seen_from_a_side(self, *parts: Word) -> Token:
        """Read "seen from the front", "seen from behind": one stands on that side of all that is spoken of."""
        name = _AROUND.get(parts[-1].lower(), "")
        if not name:
            raise self.fault("what is left from there, and what right?", span(parts[-1]))
        self._slots.append(("at", Mention("common", name, name, True, span(parts[-1]))))
        return self.view()

    def sees_there(self, *parts: Any) -> Saying:
        """Read "on her right she sees a mill", "she sees a mill on her right": it is there, and she sees it."""
        who = next(part for part in parts if isinstance(part, Thing)).mention
        things = next(part for part in parts if isinstance(part, Group))
        places = [part for part in parts if isinstance(part, Predicate)]
        seen = over(things, partial(Claim, SEES, who))
        return joined([*(over(things, _as_his(place, who).says) for place in places), seen])

    def face_turned(self, *parts: Any) -> Saying:
        """Read "its face is turned to the east", "the statue's back is turned to the sea"."""
        nominal = next(part for part in parts if isinstance(part, Token) and part.type in ("NOMINAL", "SIDE"))
        relation = "named:face" if nominal.lower() in _FACES else BACK if nominal.lower() in _BACKS else ""
        if not relation:
            raise self.fault(f"which way does its {str(nominal)!r} make it look?", span(nominal))
        whose = next((part for part in parts if isinstance(part, Token) and part.type == "POSSESSIVE"), None)
        owner = self.somebody(whose) if whose is not None else next(part for part in parts if isinstance(part, Thing)).mention
        side = next((part for part in parts if isinstance(part, Word) and part.type == "SIDE" and part is not nominal), None)
        landmark = next((part for part in parts if isinstance(part, Group)), None)
        return self.related(relation, landmark or self.things(self.bearing(side)), False).says(owner)  # type: ignore[arg-type]

    def arrived(self, person: Token, *parts: Any) -> Saying:
        """Read "you come out of the station and have the square before you": so whoever looks stands from here on."""
        who = speaker(person)
        self._viewers.append(who)
        things = next((part for part in parts if isinstance(part, Group)), None)
        if things is None:
            return joined([])
        places = [part for part in parts if isinstance(part, Predicate)]
        return joined([over(things, place.says) for place in places])

    def comes_to(self, verb: Word, things: Group) -> Token:
        """Read "walk back to the house", "walk towards it": the one goes where he came out, the other looks there."""
        self._slots.append(("enter" if "back" in verb.lower().split() else "face", self._one(things)))
        return self.view()

    def coming_from(self, *parts: Any) -> Predicate:
        """Read "is running towards the goal from the other end": that he looks there is all that is said of where he is."""
        word = next(part for part in parts if isinstance(part, Word) and part.type == "NAMED")
        if not looks(str(word.meaning)):
            raise self.fault(f"{str(word)!r} cannot be read here", span(word))
        return self.related(str(word.meaning), next(part for part in parts if isinstance(part, Group)), False)

    # ------------------------------------------------------------ questions

    def side_seen(self, *parts: Any) -> Asked:
        """Read the question "on which side of that does she see it?", as she has it."""
        *landmark, who, thing = (part.mention for part in parts if isinstance(part, Thing))
        self._viewers.append(who)
        sight = Claim(SEES, who, thing)
        return Asked("side", args=(thing, *(landmark or [who])), candidates=self._offered(parts), supposed=(sight,))

    def seen_side(self, *parts: Any) -> Asked:
        """Read the question "does she see it on the left (or on the right)?"."""
        who, thing = (part.mention for part in parts if isinstance(part, Thing))
        sides = [str(part.meaning) for part in parts if isinstance(part, Word) and part.type == "SIDE"]
        if not set(sides) <= {"left", "right"}:
            raise self.fault("on which side of whom?")
        if len(sides) > 1:
            self._viewers.append(who)
            return Asked("side", args=(thing, who), candidates=tuple(sides), supposed=(Claim(SEES, who, thing),))
        return Asked("yes_no", Claim(sides[0], thing, who, (), who), supposed=(Claim(SEES, who, thing),))

    def side_had(self, *parts: Any) -> Asked:
        """Read the question "on which side does she have it?", which is her own side."""
        who, thing = (part.mention for part in parts if isinstance(part, Thing))
        return Asked("side", args=(thing, who), candidates=self._offered(parts))

    def had_on_side(self, *parts: Any) -> Asked:
        """Read the question "does she have it on her left?"."""
        _, thing = (part.mention for part in parts if isinstance(part, Thing))
        return Asked("yes_no", self._own_side(parts)(thing))

    def what_on_side(self, *parts: Any) -> Asked:
        """Read the question "what does she have on her left?"."""
        return replace(next(part for part in parts if isinstance(part, Asked)), claim=self._own_side(parts)(PLACEHOLDER))

    def _own_side(self, parts: tuple[Any, ...]) -> Callable[[Mention], Claim]:
        """Return that something is on the own side of who has it there."""
        who = next(part for part in parts if isinstance(part, Thing)).mention
        whose = next(part for part in parts if isinstance(part, Word) and part.type == "POSSESSIVE").lower()
        side = str(next(part for part in parts if isinstance(part, Word) and part.type == "SIDE").meaning)
        fits = {"his": ("he", ""), "her": ("she", ""), "its": ("it", ""), "their": ("",)}.get(whose, ())
        called = who.name.lower() if who.kind == "pronoun" else gender_of([who.name])
        if side not in ("left", "right") or called not in fits:
            raise self.fault("on whose side?")
        return lambda thing: Claim(side, thing, who, (), who)

    def how_far(self, *parts: Any) -> Asked:
        """Read the questions "how far is it from there?", "how many miles is it from here to there?"."""
        one, other = (part.mention for part in parts if isinstance(part, Thing))
        unit = next(
            (part.lower() for part in parts if isinstance(part, Token) and part.type in ("UNIT", "WORD", "NAMED_VERB")), ""
        )
        return Asked("far", args=(one, other), kind=unit)

    def _offered(self, parts: tuple[Any, ...]) -> tuple[str, ...]:
        """Return the sides that a question names to choose from, in the words of an answer."""
        raise NotImplementedError


def _as_his(place: Predicate, who: Mention) -> Predicate:
    """Return a place with whoever sees it for "his", which no sentence before need have spoken of."""
    own = place.tail
    word = getattr(own, "word", "")
    other = who.kind == "pronoun" and getattr(who, "word", "") != word
    if own is None or own.kind != "pronoun" or word == "it" or other or gender_of((who.name,)) not in ("", word):
        return place
    return place._replace(says=lambda head: instead(place.says(head), own, who), tail=who)
