"""What two premises say about a third: the defaults of `encodings/prepositions.lp` in plain Python, the default backend.

"X is p1 Y" and "Y is p2 Z" carry "X is p3 Z" in two ways: X inherits Y's relation to Z (p3 is p2), or X's own relation to Y
extends to Z (p3 is p1). Each pair of senses decides the question one way; the cheapest readings decide, and where those of both
answers cost the same the answer depends on the sense.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, NamedTuple

from qsr.theories.prepositions.lexicon import Senses, tables

__all__ = ["FAR", "Case", "Outcome", "Pair", "decide", "outcome_of", "pair_of"]

#: Senses that put the figure near the ground, and not in or on it or among its company.
_APART: Final = ("rear", "higher", "lower")
#: Further than any reading costs.
FAR: Final = 1000


class Case(NamedTuple):
    """A pair of premises and what is asked of them.

    Parameters
    ----------
    first, second, asked
        The three prepositions.
    one, two
        The senses of the first and the second premise, each with its cost.
    figure, middle, ground
        The kinds of X, Y and Z.
    """

    first: str
    second: str
    asked: str
    one: Senses
    two: Senses
    figure: str
    middle: str
    ground: str


class Pair(NamedTuple):
    """A sense for each premise, their cost together, whether the conclusion holds under them, and the rule."""

    one: str
    two: str
    cost: int
    holds: bool
    rule: str


@dataclass(frozen=True, slots=True)
class Outcome:
    """`value` is ``"yes"``, ``"no"`` or ``"depends"``; `winner` is the cheapest pair, `rival` the cheapest that disagrees."""

    value: str
    winner: Pair
    rival: Pair | None

    @property
    def doubt(self) -> tuple[int, int]:
        """How doubtful the answer is, less first: 0, 1 or 2, and within these the nearer another answer is, the more.

        Little doubt (0) is about a conclusion that fails, and about one that holds where no reading of the premises says
        otherwise; some (1) where it rests on company or on a part in something, which are often meant of more than a place. A
        conclusion that holds against another reading is weak (2). The order was chosen on development items
        (`benchmarks/prepositions_calibration.py` has the curve).
        """
        near = self.winner.cost - (FAR if self.rival is None else self.rival.cost)
        if self.winner.holds and self.rival is not None:
            return 2, near
        return int(self.winner.holds and self.winner.one in ("company", "participation")), near


def decide(case: Case) -> Outcome:
    """Return the answer of the cheapest readings."""
    return outcome_of(pair_of(case, one, two)._replace(cost=cost + other) for one, cost in case.one for two, other in case.two)


def outcome_of(pairs: Iterable[Pair]) -> Outcome:
    """Return what pairs of senses come to, at least one; those of the same cost are taken in the order of their senses."""
    ordered = sorted(pairs, key=lambda pair: (pair.cost, pair.one, pair.two))
    winner = ordered[0]
    rival = next((pair for pair in ordered if pair.holds != winner.holds), None)
    if rival is not None and rival.cost == winner.cost:
        return Outcome("depends", winner, rival)
    return Outcome("yes" if winner.holds else "no", winner, rival)


def pair_of(case: Case, one: str, two: str) -> Pair:
    """Return what a pair of senses says, at no cost."""
    holds, rule = _inherits(case, one, two) if case.asked == case.second else (False, "")
    if not holds and case.asked == case.first and case.first != case.second:
        holds, rule = _extends(case, one, two)
    return Pair(one, two, 0, holds, rule)


def _inherits(case: Case, one: str, two: str) -> tuple[bool, str]:
    """X has Y's relation to Z."""
    known = tables().composition
    senses, kinds, pair = known.senses, known.kinds, (case.first, case.second)
    if one == two and (one in senses["nested"] or (one in senses["transitive"] and case.first == case.second)):
        return True, "transitive"
    if one == "depiction" and case.middle in kinds["image"] and case.ground in kinds["record"] and two in senses["printed"]:
        return case.first == case.second, "printed"
    if case.ground in kinds["record"] and (one, two) in (("depiction", "depiction"), ("depiction", "part"), ("content", "part")):
        return True, "printed"
    if one in _APART and two in ("part", "depiction") and case.figure in kinds["printing"] and case.middle in kinds["printing"]:
        return True, "printed"
    if _is_subordinate(case, one, two):
        return True, "subordinate"
    if not _is_there(case, one):
        return False, "absent"
    if two in senses["physical"]:
        if pair in known.open_inherited:
            return (True, "spanned") if _is_spanned(case) else (False, "open")
        if one == "participation" and case.middle in kinds["staged"] and case.ground not in kinds["venue"]:
            return False, "copied"
        if one in senses["physical"] and pair in known.not_inherited and not _is_lining(case) and not _is_among(case):
            return False, "displaced"
        if one in _APART and two == "place" and case.middle in kinds["single"] and case.ground in kinds["operated"]:
            return False, "displaced"
        return True, "located"
    if two in senses["carried"]:
        buried = one == "higher" and two == "surroundings" and case.second == "under" and case.ground in kinds["covering"]
        return not buried, "carried" if not buried else "displaced"
    if two == "membership" and case.middle in kinds["conveying"] and case.ground in kinds["gathered"]:
        return one in senses["riding"], "travelling"
    if two == "travel":
        return one in senses["riding"] and case.middle in kinds["mobile"], "travelling"
    if two == "exposure":
        reached = (
            one not in ("participation", "rear", "higher")
            and case.figure in kinds["exposed"]
            and case.middle not in kinds["single"]
        )
        return reached, "exposed"
    if two == "time":
        return case.figure in kinds["timed"], "timed"
    if one == "part" and two in ("part", "depiction", "content"):
        return True, "part"
    if one == "participation" and two == "responsibility" and case.second == "with" and case.middle not in kinds["staged"]:
        # Who is at a meeting with somebody is with that person, and who is at a film with a star is not.
        return True, "carried"
    return False, "own"


def _is_spanned(case: Case) -> bool:
    """Tell whether the one thing is so wide, or the other so near to it, that X lies between Y and Z or with Y in Z's reach."""
    kinds = tables().composition.kinds
    if (case.first, case.second) == ("above", "under"):
        gallery = case.ground in kinds["storey"] and case.middle in kinds["furnishing"]
        return (gallery or case.ground in kinds["overarching"]) and case.figure not in kinds["airborne"]
    return all(
        kind in kinds[name]
        for kind, name in ((case.figure, "sheltered"), (case.middle, "sheltering"), (case.ground, "extensive"))
    )


def _is_lining(case: Case) -> bool:
    """Tell whether X is above Y along what Y is on: a street, a storey, a page, or a thing with marks and parts on it."""
    kinds = tables().composition.kinds
    if (case.first, case.second) != ("above", "on"):
        return False
    along = case.ground in kinds["lined"] and case.figure in kinds["fixture"]
    inside = case.ground in kinds["storey"] and case.figure not in kinds["airborne"]
    printed = case.figure in kinds["printing"] and case.middle in kinds["printing"]
    return along or inside or printed or (case.figure in kinds["mark"] and case.middle in kinds["marked"])


def _is_among(case: Case) -> bool:
    """Tell whether X stands behind or under a thing of its own sort that stands with others or is kept by somebody."""
    kinds = tables().composition.kinds
    if case.first not in ("behind", "under") or case.second != "with":
        return False
    herd = case.figure in kinds["herded"] and case.middle in kinds["herded"] and case.ground in kinds["gathered"]
    stored = case.ground in kinds["goods"] or case.ground in kinds["keeper"]
    return herd or (stored and all(kind in kinds["goods"] for kind in (case.figure, case.middle)))


def _is_subordinate(case: Case, one: str, two: str) -> bool:
    """Tell whether X shares the place of Y in an order of persons: a member's superior, an officer's unit, a band's company."""
    kinds = tables().composition.kinds
    if (one, two, case.second) == ("membership", "rank", "under"):
        return case.figure in kinds["serving"]
    if (one, two, case.first, case.second) == ("rank", "higher", "above", "above"):
        # Whom a superior's subordinate is above is below in rank as well.
        return case.middle in kinds["single"] and case.ground in kinds["single"]
    if case.second != "with" or two not in ("allegiance", "membership", "company"):
        return False
    body = case.ground in kinds["body"]
    signed = one == "membership" and two == "allegiance" and case.middle in kinds["gathered"]
    return body and (signed or (one, case.first) == ("rank", "under"))


def _is_there(case: Case, one: str) -> bool:
    """Tell whether X is where Y is, by the sense of the first premise."""
    senses, kinds = tables().composition.senses, tables().composition.kinds
    if one in senses["physical"] or one in senses["present"]:
        return True
    if one == "surroundings" and case.first == case.second == "under" and case.ground in kinds["covering"]:
        return True
    if one == "activity":
        # Who is busy at a thing is in the room or place where the thing is: the croupier at the roulette wheel.
        return case.first == "at" and case.middle in kinds["played"] and case.ground in kinds["venue"]
    return (one == "membership" and case.middle in kinds["gathered"]) or (one == "travel" and case.middle in kinds["happening"])


def _extends(case: Case, one: str, two: str) -> tuple[bool, str]:
    """X's relation to Y holds to Z as well."""
    known = tables().composition
    if one not in known.senses["physical"] and one not in ("participation", "surroundings"):
        return False, "absent"
    if two not in known.senses["physical"]:
        return False, "own"
    kinds = known.kinds
    below = case.first == "under" and case.second in ("in", "on") and case.figure in kinds["buried"]
    holds = case.ground in known.extended.get((case.first, case.second), frozenset()) or (
        below and case.middle in kinds["standing"] and case.ground in kinds["level"]
    )
    return holds, "extended" if holds else "displaced"
