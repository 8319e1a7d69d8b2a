"""Formulas into plain English: what a sentence was understood to say."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, cast

from qsr.language import words
from qsr.language.prose.entries import weather
from qsr.language.prose.lexicon import by_name, comparative
from qsr.language.prose.viewers import is_speaker, sides_of_viewer
from qsr.language.verbalise import noun_phrase, verbalise
from qsr.logic import And, Atom, Count, Formula, If, Not, Or, parts_of
from qsr.relations import CALLED, EVERYDAY, OVERLAPPING, parts
from qsr.story import Statement

__all__ = ["as_told", "written"]

#: What everyday words mean, as sets of relations -> the word.
_WORDS: Final = {frozenset(CALLED[base] for base in bases): word for word, bases in EVERYDAY.items() if word != OVERLAPPING}


def written(formula: Formula[Atom], names: Sequence[str]) -> str:
    """Return a sentence that says a formula, and is read as it; raise KeyError or ValueError for what has no words.

    What an everyday word means otherwise ("inside", touching the edge or not) has none on its own.

    >>> from qsr.logic import Relation
    >>> before, left = Atom(Relation("before", "age"), (0, 1)), Atom(Relation("left"), (1, 0))
    >>> written(If(before, Not(left)), ["mare", "mule"])
    'If the mare is older than the mule, then the mule is not to the left of the mare.'
    >>> written(Count((before, left), 1, 1), ["mare", "mule"])
    'Exactly 1 of these: (the mare is older than the mule), (the mule is to the left of the mare).'
    """
    said = _clause(formula, names)
    return f"{said[0].upper()}{said[1:]}."


def as_told(statement: Statement, names: Sequence[str]) -> str | None:
    """Return in words what is told as somebody has it, or of a speaker; None where it is neither, or is no plain claim.

    >>> from qsr.logic import Relation
    >>> told = Statement(0, Relation("behind"), (0, 1), (0, 0), (("view", (1, "behind", False)),))
    >>> as_told(told, ["oak", "me"])
    'The oak is in front of me.'
    """
    told = statement.property("view")
    if statement.compound is not None or len(statement.args) != 2 or (told is None and not any(map(is_speaker, names))):
        return None
    head, tail = (names[entity] for entity in (statement.args[::-1] if told and told[2] else statement.args))
    if told is None:
        if not (is_speaker(head) or is_speaker(tail)) or statement.properties or statement.relation.name != "named":
            return None
        said = f"{by_name(statement.relation, negated=False)} {_called(tail)}"
    else:
        viewer, label, _ = told
        own = viewer >= 0 and names[viewer] == tail
        sides = (words.phrase(part) for part in parts(sides_of_viewer(label) if own else label))
        eyes = "" if own or viewer < 0 else f", seen from {_called(names[viewer])}'s side"
        denied = "not " if statement.property("negated") else ""
        said = f"is {denied}{' and '.join(sides)} {_called(tail)}{eyes}"
    sentence = _agreeing(f"{_called(head)} {said}.")
    return f"{sentence[0].upper()}{sentence[1:]}"


def _called(name: str) -> str:
    return name if is_speaker(name) else noun_phrase(name)


def _agreeing(sentence: str) -> str:
    """Return a sentence with its verb for the person: I am, you are."""
    for person, subject, verb in (("me", "I", "am"), ("you", "you", "are"), ("us", "we", "are")):
        if sentence.startswith(f"{person} is "):
            return f"{subject} {verb} {sentence[len(person) + 4 :]}"
        if sentence.startswith(f"{person} "):
            verb, _, rest = sentence[len(person) + 1 :].partition(" ")
            return f"{subject} {verb.removesuffix('s')} {rest}"
    return sentence


def _clause(formula: Formula[Atom], names: Sequence[str]) -> str:
    plain = _plain(formula, names)
    if plain:
        return plain
    if isinstance(formula, Not):
        return f"it is not so that {_group(formula.part, names)}"
    if isinstance(formula, If):
        condition, consequence = (_plain(part, names) or _group(part, names) for part in parts_of(formula) or ())
        return f"if {condition}, then {consequence}"
    parts: Sequence[Formula[Atom]] = parts_of(formula) or ()
    if not parts:
        raise ValueError("nothing is said")
    if isinstance(formula, Or) and len(parts) == 2 and all(_plain(part, names) for part in parts):
        return f"either {' or '.join(_plain(part, names) for part in parts)}"
    return f"{_many(formula)} of these: {', '.join(_group(part, names) for part in parts)}"


def _group(formula: Formula[Atom], names: Sequence[str]) -> str:
    return f"({_clause(formula, names)})"


def _many(formula: Formula[Atom]) -> str:
    if not isinstance(formula, Count):
        return "all" if isinstance(formula, And) else "some"
    if formula.high is None:
        return f"at least {formula.low}"
    if formula.low == formula.high:
        return f"exactly {formula.low}"
    return f"{formula.low} to {formula.high}" if formula.low else f"at most {formula.high}"


def _plain(formula: Formula[Atom], names: Sequence[str]) -> str:
    """Return the clause of a relation or its denial; nothing for anything else."""
    inner = formula.part if isinstance(formula, Not) else formula
    negated = inner is not formula
    if isinstance(inner, Or) and all(isinstance(part, Atom) for part in inner.parts):
        atoms = cast("tuple[Atom, ...]", inner.parts)
        word = _WORDS.get(frozenset(str(atom.relation) for atom in atoms))
        return _said(word, atoms[0].args, names, negated) if word and len({atom.args for atom in atoms}) == 1 else ""
    if not isinstance(inner, Atom):
        return ""
    if inner.relation in EVERYDAY:
        raise ValueError(f"{inner.relation!r} alone has no word of its own")
    return _said(inner.relation, inner.args, names, negated)


def _said(relation: str, args: Sequence[int], names: Sequence[str], negated: bool) -> str:
    name, _, axis = relation.partition(":")
    if name == "state":
        return weather(axis, negated=negated) or f"{noun_phrase(names[args[0]])} is {'not ' if negated else ''}{axis}"
    head, tail = (names[entity] for entity in args)
    if name == "before":
        word, earlier = comparative(axis)
        one, other = (head, tail) if earlier else (tail, head)
        return f"{noun_phrase(one)} {'is not' if negated else 'is'} {word} than {noun_phrase(other)}"
    if name == "named":
        return f"{noun_phrase(head)} {by_name(relation, negated=negated)} {noun_phrase(tail)}"
    sentence = verbalise(relation, head, tail, (("negated", True),) if negated else ())
    return f"{sentence[0].lower()}{sentence[1:-1]}" if sentence.startswith("The ") else sentence[:-1]
