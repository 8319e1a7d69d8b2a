"""Stories and questions as bonds: tables of pairs of places, each about two names."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final, NamedTuple, TypeAlias

from qsr.errors import NotCovered
from qsr.seats import Claim, Layout
from qsr.settings import Setting
from qsr.story import Question, Statement, Story
from qsr.theories.answers import quote
from qsr.theories.seating.relations import MOST_PLACES, complement, relation_names, table

__all__ = ["SETTINGS", "Asked", "Bond", "Bonds", "asked", "bonds", "claim_of", "labels", "layout_of", "none_of", "read"]

#: What a statement may say beside its relation; "negated" alone is about the relation.
_KNOWN: Final = frozenset({"negated"})
#: There is no default: the value is an example.
SETTINGS: Final[Mapping[str, Setting]] = {
    "layout": Setting(("ring 6 inward",), "KIND SIZE [VIEW] [from BEARING]", lambda value: Layout.parse(value) is not None)
}


class Bond(NamedTuple):
    """Two names and the places they may take together; of one name, where both names are the same.

    `rows` has for each place of `one` the places of `other`, as bits.
    """

    rows: tuple[int, ...]
    one: int
    other: int

    def holds(self, places: Mapping[int, int] | list[int] | tuple[int, ...]) -> bool:
        """Tell whether the bond holds where every name has its place."""
        return bool(self.rows[places[self.one]] >> places[self.other] & 1)


#: Bonds that hold together.
Bonds: TypeAlias = tuple[Bond, ...]


@dataclass(frozen=True, slots=True)
class Asked:
    """What a question asks: the bonds of each candidate, and which candidates say that none of the others holds."""

    candidates: Mapping[str, Bonds]
    none: tuple[str, ...] = ()


def layout_of(story: Story, settings: Mapping[str, str]) -> Layout:
    """Return the layout of a story, over which that of `settings` wins; raise NotCovered where there is none of fit size."""
    said = {**dict(story.settings), **settings}.get("layout")
    layout = None if said is None else Layout.parse(said)
    if layout is None:
        fault = "no layout is set" if said is None else f"{said!r} is no layout"
        raise NotCovered(f"{fault}; expected layout: {SETTINGS['layout'].form}, such as {SETTINGS['layout'].values[0]!r}")
    if layout.places > MOST_PLACES:
        raise NotCovered(f"the layout {str(layout)!r} has more than {MOST_PLACES} places")
    return layout


def claim_of(statement: Statement) -> Claim:
    """Return what a statement says, without its words."""
    return Claim(statement.relation, statement.args, bool(statement.property("negated")))


def bonds(layout: Layout, claims: Iterable[Claim], names: int) -> Bonds:
    """Return the bonds of claims about so many names; raise NotCovered where one has no meaning."""
    return tuple(_bond(layout, claim, names) for claim in claims)


def _bond(layout: Layout, claim: Claim, names: int) -> Bond:
    known = table(layout, claim.relation)
    if len(claim.args) != known.arity:
        one, many = ("one name", "two names")[known.arity - 1], len(claim.args)
        raise NotCovered(f"the relation {claim.relation!r} is about {one}, not {many}")
    if not all(0 <= name < names for name in claim.args):
        raise NotCovered(f"the relation {claim.relation!r} is about a name that the story does not have")
    rows = complement(known.rows) if claim.denied else known.rows
    return Bond(rows, claim.args[0], claim.args[-1])


def read(story: Story, layout: Layout) -> tuple[Bond, ...]:
    """Return the bond of each statement; raise NotCovered with its words where one has no meaning."""
    found = []
    for statement in story.statements:
        unread = sorted(name for name, value in statement.properties if name not in _KNOWN and value)
        try:
            if unread:
                raise NotCovered(f"the theory seating has no meaning for what is {unread[0]}")
            found.append(_bond(layout, claim_of(statement), len(story.entities)))
        except NotCovered as refusal:
            raise NotCovered(f"not covered: {refusal}, in {quote(story, statement.id)}") from None
    return tuple(found)


def labels(layout: Layout, question: Question) -> tuple[str, ...]:
    """Return the relations that a layout has of as many names as a question has, none of them composed."""
    return tuple(name for name in relation_names(layout) if table(layout, name).arity == len(question.args))


def none_of(question: Question) -> tuple[str, ...]:
    """Return the letters of the options that say that no other is right."""
    letters = dict(question.properties).get("none", ())
    return tuple(letter for letter in question.candidates if letter in letters)


def asked(story: Story, question: Question, layout: Layout) -> Asked:
    """Return what a question asks; raise NotCovered where some candidate has no meaning.

    Forms: ``"options"`` with properties `claims` and `none` (see `qsr.theories.seating.session`); ``"relation"`` with candidates,
    each a relation of the question's names, by default all that the layout has; ``"yes_no"`` with one.
    """
    names = len(story.entities)
    if question.form in ("relation", "yes_no"):
        if question.form == "yes_no" and len(question.candidates) != 1:
            raise NotCovered("a yes/no question asks about one relation")
        candidates = question.candidates or labels(layout, question)
        denied = bool(dict(question.properties).get("negated"))
        said = {name: (Claim(name, question.args, denied),) for name in candidates}
        return Asked({name: bonds(layout, claims, names) for name, claims in said.items()})
    if question.form != "options":
        raise NotCovered(f"the theory seating does not answer questions of the form {question.form!r}")
    properties = dict(question.properties)
    options = dict(properties.get("claims", ()))
    none = none_of(question)
    if not question.candidates or {*options, *none} != set(question.candidates) or options.keys() & set(none):
        raise NotCovered("a question with options needs claims for each of its candidates, save for those that say none")
    empty = [letter for letter, claims in options.items() if not claims]
    if empty:
        raise NotCovered(f"option {empty[0]} claims nothing")
    found = {}
    for letter in (letter for letter in question.candidates if letter not in none):
        try:
            found[letter] = bonds(layout, (Claim(*claim) for claim in options[letter]), names)
        except NotCovered as refusal:
            raise NotCovered(f"not covered: {refusal}, in option {letter}") from None
    return Asked(found, none)
