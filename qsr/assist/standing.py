"""Whether the words of place of a paraphrase say what its sentence says, of the same things in the same roles."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from qsr.assist.alignment import Alignment, found, heads, is_pronominal, is_thing
from qsr.assist.found import Place, Shallow, Thing, Token, same
from qsr.assist.vocabulary import ARTICLES, BE, listed, section, senses
from qsr.assist.wordwise import view_of

__all__ = ["Standing"]


WEAK: Final = frozenset(("in", "on", "at", "to", "from", "with", "past", "along", "up", "down", "next"))

#: The words of place that a paraphrase may add of where the story is.
_PLAIN: Final = frozenset(("in", "on", "at", "to", "from"))
#: What a verb that is not listed may say of its subject and its object.
_ANY: Final = ("in", "on", "at")


class Standing(Alignment):
    """Words of place left over on one side, or turned round."""

    def unplaced(self) -> Iterator[str]:
        """Yield words of place of the paraphrase that nothing in the sentence says, or says of other things or the other way."""
        for place in self.paraphrase.places:
            fault = "" if place.derived else self._fault(place)
            if fault:
                yield fault
        said = {sense for place in self.sentence.places for sense in place.senses} | _senses_of(self.sentence.attributes)
        told = said | (_senses_of(self.before.attributes) if self.refers else frozenset())
        for token in self.paraphrase.attributes:
            if not _senses_of((token,)) & told:
                yield f"{token.text!r} is not in the sentence"

    def unsaid(self) -> Iterator[str]:
        """Yield words that name a side in the sentence, of which its paraphrase has none that says so."""
        reached = {sense for token in self.paraphrase.tokens if token.kind == "verb" for sense in _of_verb(token)}
        for place in self.sentence.places:
            own = place.senses & listed("sides")
            if place.derived or place.clause in self.droppable or place.senses & reached or self._is_kept(place):
                continue
            if not place.grounds and own & _senses_of(self.paraphrase.attributes):
                continue
            if not any(self._fits(other, place) for other in self.paraphrase.places):
                yield f"{place.text!r} of the sentence is not in the paraphrase"
        said = {sense for place in self.paraphrase.places for sense in place.senses} | _senses_of(self.paraphrase.attributes)
        for token in self.sentence.attributes:
            if token.clause not in self.droppable and not _senses_of((token,)) & said:
                yield f"{token.text!r} of the sentence is not in the paraphrase"

    def _is_kept(self, place: Place) -> bool:
        """Tell whether a word of place that names no side need not be found: what it takes is found, or is nothing at all."""
        before = self.sentence.tokens[place.start - 1] if place.start else None
        if place.text == "behind" and not place.grounds and before is not None and before.lemmas & {"leave", "stay", "remain"}:
            return True
        if place.senses & listed("sides") and not place.senses - listed("sides") - {"next"}:
            return False
        pronouns = [ground.head.lower in ("it", "them", "him", "her") for ground in place.grounds]
        if pronouns and all(pronouns) and not place.senses & {"with", "to", "from", "past"}:
            return False
        nouns = [ground.head for ground in place.grounds if ground.head.kind == "noun" and is_thing(ground.head)]
        senses_said = {sense for other in self.sentence.places for sense in other.senses}
        if any(other.senses & {"between"} for other in self.paraphrase.places):
            nouns = []
        if before is not None and before.lemmas & {"belong"}:
            return True
        if place.senses <= {"to", "from"} and nouns and {"to", "from"} <= senses_said:
            return not any(found(noun, self.paraphrase.tokens) for noun in nouns)
        return not place.grounds or any(
            found(ground.head, self.paraphrase.tokens) or not is_pronominal(ground) for ground in place.grounds
        )

    def _fault(self, place: Place) -> str:
        rivals = []
        if place.grounds and all(ground.head.lower in listed("time") or self.is_measure(ground.head) for ground in place.grounds):
            return ""
        turned = self._is_reversed(place)
        if self._is_view(place) or (place.senses <= WEAK and not place.grounds and not turned):
            return ""
        if not place.grounds and place.senses & _senses_of(self.sentence.attributes):
            return ""
        for other in self.sentence.places:
            if self._fits(place, other):
                return ""
            if (
                place.senses & other.senses
                or any(place.senses & _follows(sense) for sense in other.senses)
                or place.senses & _turned(other)
            ):
                rivals.append(other.text)
        if not turned and (self._told_before(place) or self._by_verb(place) or self._left_out(place) or self._is_bare(place)):
            return ""
        ground = " and ".join(thing.head.text for thing in place.grounds)
        figure = place.figures[0].head.text if place.figures else ""
        said = " ".join(word for word in (figure, place.text, ground) if word)
        if rivals or turned:
            return f"{said!r} is not how the sentence has it ({', '.join(dict.fromkeys(rivals)) or 'the other way'})"
        return "" if place.senses <= WEAK and not place.grounds else f"{said!r} is not in the sentence"

    def _is_reversed(self, place: Place) -> bool:
        """Tell whether a thing goes where the sentence has it come from, or the other way round."""
        own = {sense for other in self.sentence.places for sense in other.senses}
        verbs = {sense for token in self.sentence.tokens if token.kind == "verb" for sense in _of_verb(token)}
        pairs = (("to", "from"), ("from", "to"))
        for one, other in pairs:
            there = [
                place_
                for place_ in self.sentence.places
                if any(heads(ground, two) for ground in place.grounds for two in place_.grounds)
            ]
            senses_there = {sense for place_ in there for sense in place_.senses}
            if place.senses == {one} and other in senses_there and one not in senses_there:
                return True
        return any(one in place.senses and one not in own | verbs and other in own for one, other in pairs)

    def _is_view(self, place: Place) -> bool:
        """Tell whether a phrase says from where the rest is seen, and the sentence has a view too."""
        if not place.senses & {"from", "next", "in", "past"} or not view_of(self.sentence):
            return False
        around = {
            token.lower
            for token in self.paraphrase.tokens[max(0, place.start - 2) : place.end + 8]
            if token.clause == place.clause
        }
        return bool(around & {"seen", "viewed", "view", "viewpoint", "perspective"})

    def _fits(self, place: Place, other: Place) -> bool:
        """Tell whether a word of place of the paraphrase follows from one of the sentence: with the same things, or exchanged."""
        follows = (
            other.grounds
            or other.senses & listed("sides")
            or any(token.kind == "number" and token.clause == other.clause for token in self.sentence.tokens)
        )
        still = any(token.clause == other.clause and token.lemmas & listed("closed", "still") for token in self.sentence.tokens)
        if (
            other.text.lower() == "out of"
            and not still
            and place.senses & {"in", "on", "at"}
            and not place.senses & {"from", "outside"}
        ):
            return False
        said = any(sense in place.senses or (follows and place.senses & _follows(sense)) for sense in other.senses)
        if said and self._holds(place, other):
            return True
        if place.senses & _turned(other) and place.grounds and other.grounds and place.figures:
            figure, ground = place.figures[0], place.grounds[0]
            near = other.figures[:3]
            exactly = any(heads(figure, one) or (self.is_elided(one) and self.is_same(figure, one)) for one in other.grounds)
            if not exactly and any(heads(figure, one) for one in near):
                return False
            exactly = exactly or any(heads(figure, one) for one in self._wholes(other))
            taken = (*other.grounds, *self._wholes(other))
            if any(self.is_same(figure, one) for one in taken) and any(self.is_same(ground, one) for one in near):
                return exactly or any(heads(ground, one) for one in near)
        return False

    def _holds(self, place: Place, other: Place) -> bool:
        """Tell whether the things that a word of place takes and places are those of a word of the sentence."""
        grounds, figures = place.grounds, place.figures[:2]
        taken = (*other.grounds, *self._wholes(other))
        if taken:
            if not all(any(self.is_same(ground, one) for one in taken) for ground in grounds):
                return False
            # "It" in "the charger is in it" is not the charger.
            strictly = any(heads(ground, one) or self.is_elided(one) for ground in grounds for one in taken)
            itself = any(heads(ground, one) for ground in grounds for one in other.figures[:1])
            if not strictly and not self.is_elliptic() and itself:
                return False
            if not strictly and any(self._is_told_apart(figure, one) for figure in figures[:1] for one in taken):
                return False
        elif not place.senses & {"next", "opposite"} and any(
            heads(ground, one) for ground in grounds for one in other.figures[:1]
        ):
            return False
        if not taken and any(
            heads(ground, one) and ground.head.kind == "noun" for ground in grounds for one in self._governed(other)
        ):
            return False
        if not figures or not other.figures:
            return True
        if self.is_elliptic() and not any(self.is_named(figure) for figure in figures):
            return True
        if any(self.is_named(figure) for figure in figures) or (
            grounds and not any(heads(ground, one) for ground in grounds for one in taken)
        ):
            return any(self.is_same(figure, one) for figure in figures for one in other.figures)
        return True

    def _is_told_apart(self, thing: Thing, other: Thing) -> bool:
        """Tell whether "one" in the sentence is a thing of the paraphrase: "the black one" is the black suitcase."""
        before = self.sentence.tokens[other.start - 1] if other.start else None
        told = before is not None and (before.lower in listed("free", "telling") or before.kind in ("place", "adjective"))
        return bool(told) and other.head.lower in ("one", "ones") and any(same(before, word) for word in thing.words if before)

    def exchanged(self) -> Iterator[str]:
        """Yield subjects and objects of the paraphrase that the sentence has the other way round."""
        for position, verb in enumerate(self.paraphrase.tokens):
            if verb.kind != "verb" or verb.lower in BE or verb.lower.endswith("ing") or not position:
                continue
            if self.paraphrase.tokens[position - 1].lower in BE or self.sentence.has("except", "but"):
                continue
            subjects, objects = _around(self.paraphrase, position)
            for subject in subjects[-1:]:
                if self._is_done_to(subject, verb) or any(self._comes_first(one, subject, verb) for one in objects[:1]):
                    yield f"{subject.head.text!r} {verb.text} is the other way round in the sentence"

    def _is_done_to(self, subject: Thing, verb: Token) -> bool:
        """Tell whether the sentence has a subject of the paraphrase only as the object of the same verb."""
        for position, token in enumerate(self.sentence.tokens):
            if token.kind != "verb" or token.lemmas.isdisjoint(verb.lemmas) or not position:
                continue
            passive = self.sentence.tokens[position - 1].lower in BE
            before, behind = _around(self.sentence, position)
            if not passive and any(heads(subject, one) for one in behind[:1]) and not any(heads(subject, one) for one in before):
                return all(one.start > position for one in self.sentence.things if heads(subject, one))
        return False

    def _comes_first(self, thing: Thing, subject: Thing, verb: Token) -> bool:
        """Tell whether the sentence names an object before its subject, with no passive and no relation that says it so."""
        if self.sentence.has("by") or verb.lemmas & {"swap", "exchange", "share", "meet", "touch", "join", "change"}:
            return False
        first = [one.start for one in self.sentence.things if heads(thing, one)]
        second = [one.start for one in self.sentence.things if heads(subject, one)]
        if not first or not second or min(second) < max(first):
            return False
        return not any(heads(subject, ground) for place in self.sentence.places for ground in place.grounds)

    def _governed(self, place: Place) -> Iterator[Thing]:
        """Yield what other words of place take in the clause of one that takes nothing."""
        for other in self.sentence.places:
            if other is not place and other.clause == place.clause and not other.derived:
                yield from other.grounds

    def _is_taken(self, thing: Thing) -> bool:
        """Tell whether a thing that a paraphrase places is in the sentence only what a word of place takes."""
        named = [one for one in self.sentence.things if heads(thing, one)]
        taken = {
            ground.start for other in self.sentence.places for ground in other.grounds if not other.senses & {"with", "from"}
        }
        return bool(named) and all(one.start in taken for one in named)

    def _wholes(self, place: Place) -> Iterator[Thing]:
        """Yield that of which the thing is a part that a word of place takes: the fridge in "on the top shelf of the fridge"."""
        for ground in place.grounds:
            whole = place.senses & WEAK or self.sentence.tokens[ground.start - 1].lower in ("a", "an")
            if whole and ground.end < len(self.sentence.tokens) and self.sentence.tokens[ground.end].lower == "of":
                yield from [thing for thing in self.sentence.things if ground.end < thing.start <= ground.end + 3][:1]

    def _told_before(self, place: Place) -> bool:
        """Tell whether a phrase of place is how the story calls a thing that the sentence only refers to."""
        return self.refers and any(
            other.senses & place.senses
            and all(any(heads(one, two) for two in other.grounds) for one in place.grounds)
            and any(heads(one, two) for one in place.figures[:2] for two in other.figures[:2])
            for other in self.before.places
        )

    def _is_bare(self, place: Place) -> bool:
        """Tell whether a plain phrase takes what the sentence has with no word of place, behind what is placed: "has seat 2"."""
        if (
            not place.senses <= WEAK - {"from", "to"}
            or not place.grounds
            or not place.figures
            or self._is_taken(place.figures[0])
        ):
            return False
        governed = {ground.start for other in self.sentence.places for ground in other.grounds}
        for ground in place.grounds:
            named = [thing for thing in self.sentence.things if heads(ground, thing)]
            if not named or any(thing.start in governed for thing in named):
                return False
            if any(self.sentence.tokens[thing.end].lower in BE for thing in named if thing.end < len(self.sentence.tokens)):
                return False
            figures = [thing for thing in self.sentence.things if heads(place.figures[0], thing)]
            if not any(figure.start < named[-1].start for figure in figures) and (figures or not self.refers):
                return False
        return True

    def _left_out(self, place: Place) -> bool:
        """Tell whether a plain phrase adds where the story is, which the sentence leaves out, of a thing that it places."""
        if not self.refers or not place.senses <= _PLAIN or not place.grounds or not place.figures:
            return False
        if self._is_taken(place.figures[0]):
            return False
        if any(self.is_named(ground) or not found(ground.head, self.before.tokens) for ground in place.grounds):
            return False
        others = [
            other for other in self.paraphrase.places if other is not place and other.figures and other.clause != place.clause
        ]
        return not any(heads(other.figures[0], place.figures[0]) for other in others) and self.is_named(place.figures[0])

    def _by_verb(self, place: Place) -> bool:
        """Tell whether a verb of the sentence says a relation of its subject and object."""
        if not place.grounds:
            return any(
                sense in place.senses for token in self.sentence.tokens if token.kind == "verb" for sense in _of_verb(token)
            )
        if place.figures and self._is_taken(place.figures[0]):
            return False
        stated = [
            ground
            for other in self.sentence.places
            if not other.derived and "with" not in other.senses
            for ground in other.grounds
        ]
        plain = bool(place.senses & {"in", "on", "at"})
        if plain and any(heads(ground, other) for ground in place.grounds for other in stated):
            return False
        for position, token in enumerate(self.sentence.tokens):
            if token.kind != "verb":
                continue
            for sense in _signs(token) or _ANY:
                turned = sense.startswith("-")
                if sense.removeprefix("-") not in place.senses:
                    continue
                before = [thing for thing in self.sentence.things if thing.end <= position]
                behind = [thing for thing in self.sentence.things if thing.start > position]
                if position and self.sentence.tokens[position - 1].lower in BE and self.sentence.has("by"):
                    before, behind = behind, before
                grounds, figures = (before, behind) if turned else (behind, before)
                if self.sentence.has("each other", "one another"):
                    grounds = figures = [*before, *behind]
                if all(any(self.is_same(ground, other) for other in grounds) for ground in place.grounds) and any(
                    self.is_same(figure, other) or not self.is_named(figure)
                    for figure in place.figures[:2]
                    for other in (figures or behind)
                ):
                    return True
        return False


def _around(text: Shallow, position: int) -> tuple[list[Thing], list[Thing]]:
    """Return the things before a verb in its clause that no word of place takes, and the one right behind it."""
    clause = text.tokens[position].clause
    taken = {ground.start for place in text.places for ground in place.grounds}
    before = [
        thing
        for thing in text.things
        if thing.end <= position
        and text.tokens[thing.start].clause == clause
        and thing.start not in taken
        and thing.head.kind == "noun"
        and thing.head.lower not in ("first", "last")
    ]
    after = position + 1
    while after < len(text.tokens) and (text.tokens[after].lower in ARTICLES or text.tokens[after].kind == "filler"):
        after += 1
    behind = [thing for thing in text.things if thing.start == after and thing.start not in taken and thing.head.kind == "noun"]
    return before, behind


def _follows(sense: str) -> frozenset[str]:
    return frozenset(section("follows").get(sense, "").split())


def _senses_of(words: Iterable[Token]) -> frozenset[str]:
    return frozenset(sense for word in words for sense in senses().get(word.lower, ()))


def _turned(place: Place) -> frozenset[str]:
    """Return the senses that hold with the two things of a place exchanged."""
    return frozenset(turned for sense in place.senses for turned in section("converse").get(sense, "").split())


def _signs(verb: Token) -> list[str]:
    return [sign for lemma in verb.lemmas for sign in section("said").get(lemma, "").split()]


def _of_verb(verb: Token) -> Iterator[str]:
    for sign in _signs(verb):
        yield sign.removeprefix("-")
