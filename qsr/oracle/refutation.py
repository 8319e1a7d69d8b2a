"""What is wrong with an answer: which of its claims fail, and what shows it.

An answer is a set of claims. One that names labels or options claims that each of them holds in every model of the text and that
no other does, and what it denies it claims to be impossible; one that lists what a room leaves possible claims that each is
possible. Yes claims that the relation holds, no that it does not, a walk that none is shorter, and an abstention that the text
leaves the answer open. The first claim with words against it gives the evidence, the first that the text merely leaves open gives
the counterexample.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import Enum
from itertools import combinations
from typing import Final, NamedTuple, Protocol, runtime_checkable

from qsr import relations
from qsr.datasets.hooks import ListsPossible
from qsr.datasets.protocol import AnyText, Dataset, Item, Reading
from qsr.story import Answer, Value, Witness
from qsr.theories.evidence import Evidence, Maker
from qsr.theories.protocol import Session, Theory

__all__ = ["Refutation", "refute"]

#: With more options than this no set of them is looked for that an answer may stand for.
_MOST_OPTIONS: Final = 8
_YES_NO: Final = frozenset({"yes", "no"})


@runtime_checkable
class Labelling(Dataset, Protocol):
    """A data set whose answers stand for candidates."""

    def labels(self, value: Value) -> frozenset[str]:
        """Return the candidates that a native answer stands for."""


class Claim(Enum):
    """What a wrong answer says of a candidate."""

    HOLDS = "it holds in every model"
    LEFT_OUT = "it does not hold in every model"
    DENIED = "it is not so"
    POSSIBLE = "some model allows it"
    IMPOSSIBLE = "no model allows it"
    SHORTEST = "it is a shortest way"


class Wrong(NamedTuple):
    """One wrong claim."""

    candidate: str
    claim: Claim


@dataclass(frozen=True, slots=True)
class Refutation:
    """What shows that an answer is wrong; `words` say so for each claim, `notes` why something cannot be shown."""

    evidence: tuple[str, ...] = ()
    counterexample: Witness | None = None
    words: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()


def refute(
    session: Session,
    theory: Theory | None,
    item: Item,
    answer: Answer,
    native: Value | None,
    reading: Reading,
    dataset: Dataset | None = None,
) -> Refutation:
    """Return what shows that an answer is wrong.

    Parameters
    ----------
    session, theory
        What solves, and what names clauses within sentences, if anything does.
    item, answer, native
        The question, what the theory answers, and that in the benchmark's own form.
    reading
        What was read from the wrong answer.
    dataset
        The data set of the item, which says what its labels stand for; without one, labels stand for themselves, and an answer
        need not be complete.
    """
    maker = Maker(session, item.story, item.question, theory)
    if answer.status == "inconsistent":
        return _of_inconsistent(maker, item, native, dataset)
    if isinstance(dataset, AnyText) and reading.value is not None and reading.value == dataset.contradiction(item):
        shown = maker.consistent()
        return Refutation(
            counterexample=shown.layout, words=("the story has a model",), notes=(shown.note,) if shown.note else ()
        )
    found, words, notes = Refutation(), [], []
    for wrong in _wrong(item, answer, native, reading, dataset):
        words.append(_in_words(wrong, item, answer, dataset))
        if found.counterexample is not None if _left_open(wrong, answer) else found.evidence:
            continue
        against, model = _shown(maker, wrong, answer)
        if against is not None and not found.evidence:
            found = replace(found, evidence=against.sentences)
        if model is not None and found.counterexample is None:
            found = replace(found, counterexample=model.layout)
        notes += [one.note for one in (against, model) if one is not None and one.note]
    told = found.evidence or found.counterexample is not None
    return replace(found, words=tuple(filter(None, words)), notes=() if told else tuple(dict.fromkeys(notes)))


def _of_inconsistent(maker: Maker, item: Item, native: Value | None, dataset: Dataset | None) -> Refutation:
    """Return what the path of a contradictory story rests on; where the theory says nothing, what contradicts itself."""
    if native and dataset is not None:
        found = maker.deriving("", lambda part: dataset.native(item, part) == native)
    else:
        found = maker.contradiction()
    return Refutation() if found is None else Refutation(found.sentences, notes=(found.note,) if found.note else ())


def _left_open(wrong: Wrong, answer: Answer) -> bool:
    """Tell whether a model shows a claim to be wrong, and no words do."""
    return wrong.claim is Claim.IMPOSSIBLE or (wrong.claim is Claim.HOLDS and wrong.candidate in answer.possible)


def _shown(maker: Maker, wrong: Wrong, answer: Answer) -> tuple[Evidence | None, Evidence | None]:
    """Return the words against a claim, or else the model in which it fails."""
    candidate, claim = wrong
    if claim is Claim.IMPOSSIBLE:
        return None, maker.holding(candidate)
    if claim in (Claim.LEFT_OUT, Claim.DENIED):
        return maker.entailed(candidate), None
    # What is possible has no words against it; a walk that is no answer is none of the candidates.
    against = None if candidate in answer.possible else maker.excluded(candidate)
    if against is not None or claim is not Claim.HOLDS:
        return against, None
    return None, maker.failing(candidate)


def _wrong(item: Item, answer: Answer, native: Value | None, reading: Reading, dataset: Dataset | None) -> Iterator[Wrong]:
    """Yield the wrong claims of an answer to a consistent story, those that are made before those that are not."""
    form, value = item.question.form, reading.value
    # What a right answer claims, as candidates.
    own = None if native is None or dataset is None else _claimed(item, native, dataset)
    entailed = answer.entailed if own is None else own
    if form == "path":
        if isinstance(value, str):
            yield Wrong(value, Claim.SHORTEST)
        elif answer.possible:
            # No walk has no letters: what excludes it is the way that there is.
            yield Wrong("", Claim.SHORTEST)
        return
    claimed = None if value is None else _claimed(item, value, dataset)
    if not reading.abstained:
        yield from _denied(answer, reading, dataset)
    if value is None and reading.denied:
        return
    if isinstance(dataset, ListsPossible):
        yield from _wrong_of_list(item, answer, claimed)
    elif claimed is None:
        yield from (Wrong(one, Claim.LEFT_OUT) for one in sorted(entailed)[:1])
    else:
        yield from (Wrong(one, Claim.HOLDS) for one in sorted(claimed - entailed))
        if form != "yes_no" and dataset is not None:
            yield from (Wrong(one, Claim.LEFT_OUT) for one in sorted(entailed - claimed))


def _denied(answer: Answer, reading: Reading, dataset: Dataset | None) -> Iterator[Wrong]:
    """Yield what an answer denies though it follows or, where the answer is held to what it says, though it is possible."""
    for parts in map(relations.parts, sorted(reading.denied)):
        if answer.entailed.issuperset(parts):
            yield Wrong(parts[0], Claim.DENIED)
        elif dataset is None and answer.possible.issuperset(parts):
            yield Wrong(next(part for part in parts if part not in answer.entailed), Claim.IMPOSSIBLE)


def _wrong_of_list(item: Item, answer: Answer, claimed: frozenset[str] | None) -> Iterator[Wrong]:
    candidates, possible = claimed or frozenset(), answer.possible
    if item.question.form == "yes_no":
        candidates, possible = candidates & {"yes"}, possible & {"yes"}
    listed = sorted(candidates - possible - answer.undecided)
    yield from (Wrong(one, Claim.POSSIBLE) for one in listed)
    if not listed:
        yield from (Wrong(one, Claim.IMPOSSIBLE) for one in sorted(possible - candidates))


def _claimed(item: Item, value: Value, dataset: Dataset | None) -> frozenset[str] | None:
    """Return the candidates that an answer says hold; None for one that says that nobody can know."""
    if isinstance(dataset, Labelling):
        named = dataset.labels(value)
    else:
        named = (
            frozenset({value}) if isinstance(value, str) else frozenset(value if isinstance(value, (frozenset, tuple)) else ())
        )
    if item.question.form == "yes_no":
        return named if named <= _YES_NO else None
    known = item.question.candidates
    if item.question.form != "options" or named <= {*known}:
        return named
    return _standing_for(item, value, dataset)


def _standing_for(item: Item, value: Value, dataset: Dataset | None) -> frozenset[str] | None:
    """Return the options that a name such as "both of them" stands for: those of which the data set makes it."""
    known = item.question.candidates
    if dataset is None or len(known) > _MOST_OPTIONS:
        return None
    for size in range(len(known) + 1):
        for some in map(frozenset, combinations(known, size)):
            if dataset.native(item, Answer("determined", "", some, possible=some, entailed=some)) == value:
                return some
    return None


def _in_words(wrong: Wrong, item: Item, answer: Answer, dataset: Dataset | None) -> str:
    """Return what is wrong with a claim; nothing where the theory's own answer says it."""
    candidate, claim = wrong
    open_to_it = candidate in answer.possible
    word = dataset.word(item, candidate) if isinstance(dataset, ListsPossible) else candidate
    if item.question.form == "yes_no":
        # The yes or no of the theory says it, save where it has none.
        return f"{word} is possible and does not follow" if claim is Claim.HOLDS and open_to_it else ""
    if claim is Claim.SHORTEST:
        return ""
    if claim is Claim.HOLDS:
        return f"{word} is possible and does not follow" if open_to_it else f"{word} does not hold"
    return {
        Claim.LEFT_OUT: f"{word} follows and is missing",
        Claim.DENIED: f"{word} follows and is denied",
        Claim.POSSIBLE: f"{word} is impossible",
        Claim.IMPOSSIBLE: f"{word} is possible",
    }[claim]
