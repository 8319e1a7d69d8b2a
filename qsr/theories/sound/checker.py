"""The theory `sound`: regions against formulas by geometry, near and far by trial, cores by the other solver."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, TypeAlias

from qsr.errors import NotCovered
from qsr.logic import Not, leaves, settled
from qsr.relations import DISTANCES
from qsr.story import Witness
from qsr.theories.checking import ByProblem, Loaded, Unchecked
from qsr.theories.everyday import Manner
from qsr.theories.frame import fetched
from qsr.theories.options import fault_of_options, question_of
from qsr.theories.sound.check import truth
from qsr.theories.sound.claims import Formula, Holds, asked, read
from qsr.theories.sound.geometry import Region, rcc8_of
from qsr.theories.sound.session import ENGINES, Engine
from qsr.witnesses import Regions

__all__ = ["SoundChecker", "satisfied"]

#: Trials of what is near and what is far before giving up.
_MOST_TRIALS: Final = 200_000
#: Boxes of one region that are measured; comparing two regions takes time with the product of theirs.
_MOST_BOXES: Final = 1000
#: Two classes of equal regions, the smaller number first.
_Pair: TypeAlias = tuple[int, int]


class SoundChecker(ByProblem[Formula]):
    """See `qsr.theories.checking.Checker`."""

    def prepare(self) -> None:
        """Read the story and the question again."""
        self._said = read(self.story, Manner(self.story, self.question))
        self._labelled(dict(self._asked()))

    def _asked(self) -> Iterator[tuple[str, Formula]]:
        if self.question.form != "options":
            yield from asked(self.story, self.question).items()
            return
        if fault := fault_of_options(self.question):
            raise NotCovered(fault)
        for letter in self.question.candidates:
            option = question_of(self.question, letter)
            if option is not None:
                yield letter, asked(self.story, option)["yes"]

    def fault(self, witness: Witness, label: str, holds: bool) -> str:
        """Measure the regions, and look for a choice of what is near and far that fits all statements and the label."""
        if not isinstance(witness, Regions) or witness.size or witness.layout:
            return f"a witness of kind {witness.kind!r} does not show regions"
        if sorted(witness.place) != list(range(len(self.story.entities))):
            return "it does not show exactly the entities of the story"
        if any(len(box) != 3 for region in witness.place.values() for box in region):
            return "regions have three dimensions"
        if any(len(region) > _MOST_BOXES for region in witness.place.values()):
            raise Unchecked(f"a region is made of more than {_MOST_BOXES} boxes")
        place = dict(witness.place)
        broken = [str(number) for number, said in enumerate(self._said) if truth(said, place) is False]
        if broken:
            return f"it breaks the statements {', '.join(broken)}"
        claim = self._claims[label] if self._wanted(label, holds) else Not(self._claims[label])
        if truth(claim, place) is False:
            return f"{label!r} does not {'hold' if holds else 'fail'} in it"
        if not satisfied([*self._said, claim], place):
            return "no choice of what is near and far fits the statements and the label together"
        return ""

    def _load(self, backend: str) -> Loaded[Formula]:
        engine: Engine = fetched(ENGINES[backend])(len(self.story.entities), list(self._said), 0)
        return engine.problem, lambda claim: engine.ask([claim])[0], lambda id_: id_


def satisfied(formulas: Sequence[Formula], place: Mapping[int, Region]) -> bool:
    """Tell whether some choice of near and far, for the pairs that formulas speak of, makes all of them true of the regions.

    Equal regions are near, and stand for one another; what is far is apart, and so are its parts far; nothing is both. Raise
    Unchecked where there are too many choices.
    """
    every = {atom for one in formulas for atom in leaves(one)}
    true = {atom: truth(atom, place) for atom in every if atom.label not in DISTANCES}
    vague = every - true.keys()
    spoken = sorted({entity for atom in vague for entity in (atom.head, atom.tail)})
    relation = {(x, y): rcc8_of(place[x], place[y]) for x in spoken for y in spoken}
    least = {x: next(y for y in spoken if relation[x, y] == "EQ") for x in spoken}

    def pair(x: int, y: int) -> _Pair:
        one, other = sorted((least[x], least[y]))
        return one, other

    pairs = sorted({pair(atom.head, atom.tail) for atom in vague})

    def is_part(one: _Pair, whole: _Pair) -> bool:
        inside = ("TPP", "NTPP", "EQ")
        return any(relation[one[0], x] in inside and relation[one[1], y] in inside for x, y in (whole, whole[::-1]))

    below = {whole: [one for one in pairs if one != whole and is_part(one, whole)] for whole in pairs}
    chosen: dict[_Pair, str] = {one: "near" for one in pairs if one[0] == one[1]}
    open_pairs = [one for one in pairs if one[0] != one[1]]
    trials = 0

    def value(atom: Holds) -> bool | None:
        if atom in true:
            return true[atom]
        kind = chosen.get(pair(atom.head, atom.tail))
        return None if kind is None else kind == atom.label

    def fits() -> bool:
        for whole, parts in below.items():
            if chosen.get(whole) == "far" and any(chosen.get(one, "far") != "far" for one in parts):
                return False
        return all(settled(one, value) is not False for one in formulas)

    def search(number: int) -> bool:
        nonlocal trials
        trials += 1
        if trials > _MOST_TRIALS:
            raise Unchecked("there are too many ways to say what is near and what is far")
        if not fits():
            return False
        if number == len(open_pairs):
            return True
        one = open_pairs[number]
        for kind in ("neither", "near", "far") if relation[one] == "DC" else ("neither", "near"):
            chosen[one] = kind
            if search(number + 1):
                return True
        del chosen[one]
        return False

    return search(0)
