"""What prose claims, before anybody knows who is meant: formulas over claims about mentions, and questions."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, TypeAlias, cast

from qsr.language.parts import Mention
from qsr.logic import And, Count, Formula, Or, mapped

__all__ = [
    "Asked",
    "Claim",
    "Declared",
    "Group",
    "Rank",
    "Said",
    "Saying",
    "Says",
    "Thing",
    "changed",
    "conjuncts",
    "joined",
    "over",
    "owned",
]


@dataclass(frozen=True, slots=True)
class Claim:
    """A relation, as the label of a `qsr.logic.Relation`, of two mentions; `properties` as in `qsr.story.Statement`."""

    relation: str
    head: Mention
    tail: Mention
    properties: tuple[tuple[str, Any], ...] = ()


@dataclass(frozen=True, slots=True)
class Rank:
    """A thing is in the k-th place among the things that the story declares, counted from one end.

    `relation` is the label of what holds between something and what comes later; `kind` the noun that it is said to be one of.
    """

    relation: str
    head: Mention
    place: int
    from_end: bool
    kind: str = ""


Saying: TypeAlias = "Formula[Claim | Rank]"
#: What is said of a thing.
Says: TypeAlias = Callable[[Mention], "Saying"]


@dataclass(frozen=True, slots=True)
class Thing:
    """A noun phrase, and what its relative clause says."""

    mention: Mention
    said: tuple[Saying, ...] = ()


@dataclass(frozen=True, slots=True)
class Group:
    """Several things of which all, some, exactly one (`low` = `high` = 1), none, or so many are meant."""

    things: tuple[Thing, ...]
    low: int
    high: int
    #: Whether the words count or choose, so that the group is no list.
    counted: bool = False

    @property
    def mentions(self) -> Iterator[Mention]:
        """The mentions, in order."""
        return (thing.mention for thing in self.things)


@dataclass(frozen=True, slots=True)
class Declared:
    """There are so many things of a kind, namely these (none where they are not named here)."""

    kind: str
    things: tuple[Mention, ...]


@dataclass(frozen=True, slots=True)
class Said:
    """A sentence: what it claims, conjunct by conjunct, and what it declares."""

    claims: tuple[Saying, ...] = ()
    declared: Declared | None = None
    #: Mentions of which the sentence says only that they are there.
    mentioned: tuple[Mention, ...] = field(default=())
    #: ``"past"`` or ``"present"`` where its verbs say so.
    tense: str = ""


@dataclass(frozen=True, slots=True)
class Asked:
    """A question.

    `form` as in `qsr.story.Question`; `claim` is what is asked, over `PLACEHOLDER` for the things that are looked for; `kind` the
    words that they have to be; `args` are head and tail of a question for a relation and `candidates` its labels.
    """

    form: str
    claim: Saying | None = None
    kind: str = ""
    args: tuple[Mention, ...] = ()
    candidates: tuple[str, ...] = ()
    supposed: tuple[Saying, ...] = ()
    #: ``"could"`` or ``"must"`` where the question says so.
    mood: str = ""


def joined(said: Sequence[Saying]) -> Saying:
    """Return that all of it holds."""
    return said[0] if len(said) == 1 else And(tuple(said))


def over(group: Group, says: Says) -> Saying:
    """Return what is said of a group: of all of it, of some, of so many."""
    said = [says(mention) for mention in group.mentions]
    if not group.counted:
        return joined(said)
    if (group.low, group.high) == (1, len(said)):
        return Or(tuple(said))
    return Count(tuple(said), group.low, group.high)


def conjuncts(said: Saying) -> Iterator[Saying]:
    """Yield what holds together, one by one."""
    if isinstance(said, And):
        for part in said.parts:
            yield from conjuncts(part)
    else:
        yield said


def changed(said: Saying, change: Callable[[Claim | Rank], Claim | Rank]) -> Saying:
    """Return a formula with its claims changed."""
    return cast("Saying", mapped(said, cast("Callable[[object], Any]", change)))


def owned(said: Saying, owner: Mention) -> Saying:
    """Return a claim with its "it" taken for the owner."""
    if isinstance(said, (Claim, Rank)):
        if isinstance(said, Claim) and said.tail.kind == "pronoun":
            return replace(said, tail=owner)
        return said
    return mapped(said, lambda claim: owned(claim, owner))  # type: ignore[arg-type]
