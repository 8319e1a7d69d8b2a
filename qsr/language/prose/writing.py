"""Formulas into plain English: what a sentence was understood to say."""

from __future__ import annotations

from collections.abc import Sequence

from qsr.language.prose.lexicon import comparative
from qsr.language.verbalise import noun_phrase, verbalise
from qsr.logic import And, Atom, Count, Formula, If, Not, Or

__all__ = ["written"]

_IN = {"inside", "inside and touching"}


def written(formula: Formula[Atom], names: Sequence[str]) -> str:
    """Return a sentence that says a formula; raise KeyError or ValueError for a relation without words.

    >>> from qsr.logic import Relation
    >>> before, left = Atom(Relation("before", "age"), (0, 1)), Atom(Relation("left"), (1, 0))
    >>> written(If(before, Not(left)), ["mare", "mule"])
    'If the mare is older than the mule, then the mule is not to the left of the mare.'
    >>> written(Count((before, left), 1, 1), ["mare", "mule"])
    'Either the mare is older than the mule or the mule is to the left of the mare, but not both.'
    """
    said = _clause(formula, names)
    return f"{said[0].upper()}{said[1:]}."


def _clause(formula: Formula[Atom], names: Sequence[str]) -> str:
    if isinstance(formula, Atom):
        return _atom(formula, names, negated=False)
    if isinstance(formula, Not):
        return (
            _atom(formula.part, names, negated=True) if isinstance(formula.part, Atom) else f"not: {_clause(formula.part, names)}"
        )
    if isinstance(formula, If):
        return f"if {_clause(formula.condition, names)}, then {_clause(formula.consequence, names)}"
    if isinstance(formula, Or) and _is_in(formula):
        head, tail = formula.parts[0].args  # type: ignore[union-attr]
        return f"{noun_phrase(names[head])} is in {noun_phrase(names[tail])}"
    parts = [_clause(part, names) for part in formula.parts]
    if isinstance(formula, And):
        return " and ".join(parts)
    if isinstance(formula, Or):
        return f"either {' or '.join(parts)}"
    return _counted(formula, parts)


def _counted(count: Count[Atom], parts: Sequence[str]) -> str:
    high = len(parts) if count.high is None else count.high
    if (count.low, high, len(parts)) == (1, 1, 2):
        return f"either {' or '.join(parts)}, but not both"
    if high == 0:
        return f"none of these: {'; '.join(parts)}"
    many = f"exactly {high}" if count.low == high else f"at least {count.low}" if high == len(parts) else f"at most {high}"
    if 0 < count.low < high < len(parts):
        many = f"{count.low} to {high}"
    return f"{many} of these: {'; '.join(parts)}"


def _is_in(formula: Or[Atom]) -> bool:
    atoms = [part for part in formula.parts if isinstance(part, Atom)]
    return (
        len(atoms) == len(formula.parts) and {atom.relation for atom in atoms} == _IN and len({atom.args for atom in atoms}) == 1
    )


def _atom(atom: Atom, names: Sequence[str], *, negated: bool) -> str:
    head, tail = (names[entity] for entity in atom.args)
    if atom.relation.name == "before":
        word, earlier = comparative(str(atom.relation.parameters[0]))
        one, other = (head, tail) if earlier else (tail, head)
        return f"{noun_phrase(one)} {'is not' if negated else 'is'} {word} than {noun_phrase(other)}"
    sentence = verbalise(atom.relation, head, tail, (("negated", True),) if negated else ())
    return f"{sentence[0].lower()}{sentence[1:-1]}" if sentence.startswith("The ") else sentence[:-1]
