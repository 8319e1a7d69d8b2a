"""A question with options, and conditions from which its answer follows.

Every option claims the same of another name. It is right where its claim holds in every layout that satisfies the conditions
("must") and wrong where it holds in none ("never"); an option that would hold in some of them only is not offered. The option
"none of the above" is right where all others are wrong.

Conditions are chosen one by one: as long as some layout satisfies them and refutes what they should settle, a true one that this
layout breaks is added; then those that are not needed are taken out, and distractors, true as well, are mixed in.
The difficulty is the least number of conditions that still settle every option, the right ones and the wrong ones.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Final, TypeAlias

from qsr.datasets.space2024.generator.difficulty import smallest
from qsr.datasets.space2024.generator.reasoning import Reasoner
from qsr.datasets.space2024.generator.scenes import Condition, Places, Scene, every, family, holds, relations
from qsr.seats import Claim, Layout
from qsr.theories.seating.relations import converse, table

__all__ = ["Asked", "Facts", "Problem", "asked", "chosen", "core", "with_distractors"]

#: Options of a question, as in the published items.
_OPTIONS: Final = 4
_FEWEST_NAMES: Final = 2
_QUESTION_DRAWS: Final = 60
#: Conditions after which a draw is given up.
_MOST_CONDITIONS: Final = 24
#: Shares of conditions that say two things in one clause, and that deny something, where the language can; and shares of
#: questions that ask of whom something is not true, where one option is right and where several are.
_JOINT, _DENIED, _DENIED_ONE, _DENIED_SEVERAL = 0.06, 0.1, 0.15, 0.35
#: What goes together in one clause, by `family`: two things about the same pair, or one about the pair and one about its first.
_TOGETHER: Final = {
    "straight above": ("layers",),
    "straight below": ("layers",),
    "upper sideways": ("layers",),
    "lower sideways": ("layers",),
    "layer": ("column", "end"),
    "faces": ("sideways", "adjacent"),
}

#: Tells whether the language has words for a clause.
Sayable: TypeAlias = Callable[[Condition], bool]


@dataclass(frozen=True, slots=True)
class Asked:
    """A question with a blank.

    Parameters
    ----------
    claim
        What is claimed, of any name in place of the blank.
    blank
        Which of the claim's arguments is blank.
    offered
        The names of the options, in order.
    right
        Those of them of which the claim holds.
    none
        Whether "none of the above" is the last option.
    """

    claim: Claim
    blank: int
    offered: tuple[int, ...]
    right: frozenset[int]
    none: bool

    def option(self, name: int) -> Claim:
        """Return what an option claims."""
        args = tuple(name if at == self.blank else arg for at, arg in enumerate(self.claim.args))
        return self.claim._replace(args=args)

    @property
    def letters(self) -> tuple[str, ...]:
        """The letters of all options."""
        return tuple("ABCDEFGHIJ"[: len(self.offered) + self.none])

    @property
    def answer(self) -> tuple[str, ...]:
        """The letters of the right options."""
        found = tuple(letter for letter, name in zip(self.letters, self.offered, strict=False) if name in self.right)
        return found or self.letters[-1:]


@dataclass(frozen=True, slots=True)
class Problem:
    """A scene, the conditions that a text says of it, a question; `distractors` tells which conditions were mixed in."""

    scene: Scene
    conditions: tuple[Condition, ...]
    asked: Asked
    distractors: frozenset[int] = frozenset()


class Facts:
    """True claims, by what kind of thing they say, so that no kind crowds out another."""

    def __init__(self, scene: Scene, claims: Sequence[Claim], sayable: Sayable) -> None:
        self._scene, self._sayable = scene, sayable
        self._groups: dict[tuple[bool, str], list[Claim]] = {}
        for claim in claims:
            self._groups.setdefault((claim.denied, family(claim)), []).append(claim)

    def without(self, question: Asked) -> Facts:
        """Return the facts less those that say what an option claims, in other words or the other way round."""
        layout = self._scene.layout
        said = [question.option(name) for name in question.offered]
        same = {_meaning(layout, claim) for claim in said} | {_meaning(layout, claim, turned=True) for claim in said}
        kept = [claim for group in self._groups.values() for claim in group if _meaning(layout, claim) not in same]
        return Facts(self._scene, kept, self._sayable)

    def breaking(self, random: Random, places: Places | None, said: Collection[Condition]) -> Condition | None:
        """Return a fact that a layout breaks (any, where none is given) and that has not been said; None where there is none."""
        denied = random.random() < _DENIED
        # Claims about a place next to somebody are the most, and harder to follow than the others.
        groups = sorted(self._groups, key=lambda group: (group[0] != denied, random.random() + (group[1] == "composed") / 2))
        for group in groups:
            claims = self._groups[group]
            for claim in random.sample(claims, len(claims)):
                new = (claim,) not in said and (places is None or not holds(self._scene.layout, claim, places))
                if new and self._sayable((claim,)):
                    return self._joined(random, claim) if random.random() < _JOINT else (claim,)
        return None

    def _joined(self, random: Random, claim: Claim) -> Condition:
        """Return a clause that says something further with the claim, where there is something that goes with it."""
        others = [
            one
            for kind in _TOGETHER.get(family(claim), ())
            for one in self._groups.get((False, kind), ())
            if one.args[:1] == claim.args[:1] and (len(claim.args) == 1 or one.args == claim.args)
        ]
        if claim.denied or not others:
            return (claim,)
        pair = (claim, random.choice(others))
        return pair if self._sayable(pair) else (claim,)


def _meaning(layout: Layout, claim: Claim, *, turned: bool = False) -> tuple[object, ...]:
    rows = table(layout, claim.relation).rows
    return (claim.args[::-1], converse(rows), claim.denied) if turned else (claim.args, rows, claim.denied)


def asked(random: Random, scene: Scene, sayable: Sayable, several: bool, none: str) -> Asked | None:
    """Draw a question about a scene; None where it has none of the kind.

    Parameters
    ----------
    sayable
        Tells whether the language has words for a clause.
    several
        Whether more than one option is right.
    none
        ``"no"``, ``"offered"`` or ``"right"``: whether there is an option "none of the above", and whether it is right.
    """
    groups: dict[str, list[Claim]] = {}
    for relation in relations(scene.layout):
        claim = Claim(relation, (0, 1)[: table(scene.layout, relation).arity])
        groups.setdefault(family(claim), []).append(claim)
    wanted = _OPTIONS - (none != "no")
    for _ in range(_QUESTION_DRAWS):
        claim = random.choice(groups[random.choice(sorted(groups))])
        claim = claim._replace(denied=random.random() < (_DENIED_SEVERAL if several else _DENIED_ONE))
        if not sayable((claim,)):
            continue
        blank = random.randrange(len(claim.args))
        other = random.randrange(len(scene.names))
        names = [name for name in range(len(scene.names)) if len(claim.args) == 1 or name != other]
        found = Asked(claim._replace(args=(other,) * len(claim.args)), blank, (), frozenset(), none != "no")
        right = [name for name in names if holds(scene.layout, found.option(name), scene.places)]
        wrong = [name for name in names if name not in right]
        if none == "right":
            taken: list[int] = []
        elif several:
            most = min(len(right), wanted)
            taken = random.sample(right, random.randint(2, most)) if most >= 2 else []
        else:
            taken = random.sample(right, min(len(right), 1))
        others = random.sample(wrong, min(len(wrong), wanted - len(taken)))
        if bool(taken) == (none == "right") or len(taken) + len(others) < _FEWEST_NAMES:
            continue
        offered = [*taken, *others]
        random.shuffle(offered)
        return replace(found, offered=tuple(offered), right=frozenset(taken))
    return None


def _against(reasoner: Reasoner, scene: Scene, question: Asked, conditions: Sequence[Condition]) -> Places | None:
    """Return a layout that satisfies the conditions and takes an option the wrong way."""
    for name in question.offered:
        claim = question.option(name)
        refuting = claim._replace(denied=not claim.denied) if name in question.right else claim
        found = reasoner.layout(scene, conditions, refuting)
        if found is not None:
            return found
    return None


def chosen(random: Random, facts: Facts, scene: Scene, question: Asked, reasoner: Reasoner, *, unique: bool) -> Problem | str:
    """Return a problem whose conditions settle the question, or the whole scene; none of them can be left out.

    Returns the reason, in words, where there are no such conditions.
    """

    def against(conditions: Sequence[Condition]) -> Places | None:
        if unique:
            return reasoner.unlike(scene, conditions)
        return _against(reasoner, scene, question, conditions)

    said: list[Condition] = []
    while (other := against(said)) is not None:
        further = facts.breaking(random, other, said)
        if further is None:
            return "no sentence tells two layouts apart"
        said.append(further)
        if len(said) > _MOST_CONDITIONS:
            return f"more than {_MOST_CONDITIONS} conditions"
    for condition in random.sample(said, len(said)):
        fewer = [one for one in said if one != condition]
        if against(fewer) is None:
            said = fewer
    if _against(reasoner, scene, question, said) is not None:
        # A rotation may decide what a compass is needed for: the scene is settled, and yet the question is not.
        return "an option is right in some of the layouts only"
    random.shuffle(said)
    return Problem(scene, tuple(said), question)


def with_distractors(random: Random, problem: Problem, facts: Facts, number: int) -> Problem | str:
    """Return the problem with so many further conditions, all true, that its answer does not need."""
    added: list[Condition] = []
    while len(added) < number:
        further = facts.breaking(random, None, [*problem.conditions, *added])
        if further is None:
            return "nothing further can be said"
        added.append(further)
    mixed = [(condition, False) for condition in problem.conditions] + [(condition, True) for condition in added]
    random.shuffle(mixed)
    distractors = frozenset(at for at, (_, is_added) in enumerate(mixed) if is_added)
    return replace(problem, conditions=tuple(condition for condition, _ in mixed), distractors=distractors)


def core(problem: Problem, reasoner: Reasoner) -> tuple[int, ...]:
    """Return a smallest set of the problem's conditions that settles every option; its size is the difficulty."""
    scene, conditions = problem.scene, problem.conditions

    def refuting(taken: Collection[int]) -> Places | None:
        return _against(reasoner, scene, problem.asked, [conditions[at] for at in sorted(taken)])

    def broken(places: Places) -> list[int]:
        return [at for at, condition in enumerate(conditions) if not every(scene.layout, condition, places)]

    found = smallest(len(conditions), refuting, broken)
    if found is None:
        raise ValueError("the conditions do not settle the question")
    return found
