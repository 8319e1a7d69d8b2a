"""Theories: what the statements of a story mean. A theory is named, and may be set up: ``exact, objects: points``."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import Any, Final, cast

from qsr import settings as lines
from qsr.errors import UnknownName
from qsr.language.form import TextForm
from qsr.logic import leaves
from qsr.registry import Registry, fetched
from qsr.relations import DIRECTIONS, parts
from qsr.settings import Setting
from qsr.story import MARKS, Question, Statement, Story
from qsr.theories.protocol import Limits, Session, Theory

__all__ = [
    "AUTO",
    "GENERAL",
    "Limits",
    "Session",
    "Theory",
    "agreed",
    "by_meaning",
    "chosen",
    "expressing",
    "fitting",
    "general",
    "get",
    "is_named",
    "knowing",
    "known_settings",
    "names",
    "of",
    "of_property_set",
    "parse_settings",
    "set_by_rules",
    "settings_of",
    "text_form",
    "trait",
]

_registry: Registry[Theory] = Registry(
    "theory",
    "qsr.theories",
    {
        "exact": "qsr.theories.property_sets:PropertySets",
        "paper": "qsr.theories.paper:OwnPropertySet",
        "paper-ps1": "qsr.theories.spartun.theory:PaperPS1",
        "paper-ps2": "qsr.theories.paths.paper:PaperPS2",
        "paper-ps3": "qsr.theories.paths.paper:PaperPS3",
        "paper-ps4": "qsr.theories.paths.paper:PaperPS4",
        "babi": "qsr.theories.paths.babi:Babi",
        "spartun": "qsr.theories.spartun.theory:Spartun",
        "spartqa": "qsr.theories.spartun.spartqa:Spartqa",
        "sound": "qsr.theories.sound.theory:Sound",
        "room": "qsr.theories.room.theory:Room",
        "seating": "qsr.theories.seating.theory:Seating",
        "gridworld": "qsr.theories.gridworld.theory:Gridworld",
        "headings": "qsr.theories.headings.theory:Headings",
        "prepositions": "qsr.theories.prepositions.theory:Prepositions",
        "locatives": "qsr.theories.locatives.theory:Locatives",
        "arrangement": "qsr.theories.arrangement.theory:Arrangement",
        "change": "qsr.theories.change.theory:Change",
        "separate": "qsr.theories.separate:Separate",
        "auto": "qsr.theories.auto:Auto",
    },
)
#: The theory of a story that names none, unless it has words that only others have.
GENERAL: Final = "exact"
#: Groups of theories, the preferred ones first: a later group is asked only where nothing in an earlier one has all words.
_GENERAL: Final = ((GENERAL, "sound"), ("arrangement",))
#: The theory of stories in which something happens; it is not among the general ones, since what happens may overturn an answer.
_IN_TIME: Final = "change"
#: The theory of stories whose statements no general theory knows all, but each of which one knows.
SEPARATE: Final = "separate"
#: Words of which nothing is known but their name; see `qsr.theories.propositions`.
_NAMES: Final = frozenset({"named:", "state:"})
#: The theory that hands each story to the one that it chooses.
AUTO: Final = "auto"
#: How stories are read under a theory that brings no text form: in the English of data sets.
_PLAIN: Final = "qsr.language.english:PLAIN"


def names() -> list[str]:
    """Return the names of all theories."""
    return _registry.names()


def get(name: str, settings: Mapping[str, str] | None = None) -> Theory:
    """Return a theory. Its own settings win over those that a story brings. Raise UnknownName for an unknown name."""
    return _registry.get(name, dict(settings or {}))


def fitting(story: Story) -> Iterator[str]:
    """Yield the general theories that a story may be answered by, the preferred one first: the first group that has any."""
    said = _words(story)
    for group in _GENERAL:
        fits = False
        for name in _knowing(said, group):
            fits = True
            yield name
        if fits:
            return
    if said <= trait(_IN_TIME, "vocabulary", frozenset()) and said & trait(_IN_TIME, "telling", frozenset()):
        yield _IN_TIME
        return
    if said - _NAMES <= frozenset().union(*(trait(name, "vocabulary", frozenset()) for name in general())):
        yield SEPARATE


def expressing(said: Statement | Question) -> tuple[str, ...]:
    """Return the general theories whose vocabulary has all that a statement or a question says, the preferred one first."""
    one = Story(statements=(said,)) if isinstance(said, Statement) else Story(questions=(said,))
    own = _words(one)
    return tuple(name for name in general() if own <= trait(name, "vocabulary", frozenset()))


def general() -> tuple[str, ...]:
    """Return the names of the general theories, the preferred one first."""
    return tuple(name for group in _GENERAL for name in group)


def knowing(story: Story) -> Iterator[str]:
    """Yield all general theories whose vocabulary has all that a story and its questions say: a longer one may choose any."""
    said = _words(story)
    return (name for group in _GENERAL for name in _knowing(said, group))


def _knowing(said: set[str], group: Iterable[str]) -> Iterator[str]:
    """Yield the theories of a group that know some words; none is imported before it is asked for."""
    return (name for name in group if said <= trait(name, "vocabulary", frozenset()))


def agreed(story: Story) -> bool:
    """Tell whether all general theories answer alike: the story names its theory, or it and its questions say directions only."""
    return is_named(story) or _words(story) <= DIRECTIONS.keys()


def _words(story: Story) -> set[str]:
    """Return the relations and properties that a story and its questions speak of; a relation with parameters as ``"name:"``."""
    formulas = [one.compound for one in story.statements]
    formulas += [one for asked in story.questions for one in (*asked.formulas, asked.hypothesis)]
    labels: list[str] = [atom.relation for formula in formulas if formula is not None for atom in leaves(formula)]
    labels += [one.relation for one in story.statements if one.compound is None]
    labels += [label for asked in story.questions if not asked.formulas for label in asked.candidates]
    said = {part[: part.find(":") + 1] or part for label in labels for part in parts(label)}
    for properties in (*(one.properties for one in story.statements), *(one.properties for one in story.questions)):
        said.update(key for key, value in properties if value and key not in MARKS)
    return said


def chosen(story: Story) -> str:
    """Return the name of the theory that a story is answered by: the one that it names, else the first that fits its words.

    >>> from qsr.story import Statement
    >>> chosen(Story(("cup", "pen"), (Statement(0, "left", (0, 1)),))), chosen(Story(settings=(("theory", "room"),)))
    ('exact', 'room')
    """
    named = dict(story.settings).get("theory")
    return named if named and named != AUTO else next(fitting(story), GENERAL)


def of(story: Story, named: str | None = None) -> Theory:
    """Return the theory that a story is read under: the one that is named, with its settings, or the story's own.

    Raise UnknownName for an unknown theory and ParseError for settings that are none.
    """
    settings = parse_settings(named) if named else {}
    return get(settings.pop("theory", "") or chosen(story), settings)


def is_named(story: Story) -> bool:
    """Tell whether a story names its theory."""
    return dict(story.settings).get("theory", AUTO) != AUTO


def _found(name: str | None) -> object:
    return _registry.find(name if name and name in _registry else GENERAL)


def text_form(name: str | None = None) -> TextForm:
    """Return how stories under a theory are read and asked; as GENERAL's for a name that `get` does not know."""
    return cast("TextForm", fetched(str(getattr(_found(name), "text", _PLAIN))))


def trait(name: str | None, attribute: str, otherwise: Any = None) -> Any:
    """Return an attribute of a theory's class, such as its `property_set`; of GENERAL's for a name that `get` does not know."""
    return getattr(_found(name), attribute, otherwise)


def of_property_set(property_set: str) -> str:
    """Return the name of the theory whose answers along a path are those of one of SpaRC's property sets."""
    return next(name for name in names() if trait(name, "derivation") and trait(name, "property_set") == property_set)


@cache
def set_by_rules() -> str:
    """Return the property set whose published rules conclude more than its relations mean."""
    return next(name for name in lines.PROPERTY_SETS if trait(of_property_set(name), "compared_with"))


def by_meaning() -> str:
    """Return the name of the theory that knows what the relations of that set mean."""
    return str(trait(of_property_set(set_by_rules()), "compared_with"))


@cache
def settings_of(name: str | None = None) -> Mapping[str, Setting]:
    """Return the settings that a theory declares, by key; those of all theories for None, of GENERAL for an unknown name."""
    if name is None:
        return {key: one for each in names() for key, one in settings_of(each).items()}
    return cast("Mapping[str, Setting]", getattr(_found(name), "settings", {}))


def known_settings(settings: Iterable[str], own: Mapping[str, Setting]) -> None:
    """Raise UnknownName for a key that neither is the theory's `own` nor belongs to another one, whose settings it ignores."""
    for key in settings:
        if key not in own and key not in settings_of():
            raise UnknownName("setting", key, list(settings_of()))


def parse_settings(line: str) -> dict[str, str]:
    """Read a theory's name and settings; see `qsr.settings.parse_settings`.

    >>> parse_settings("exact, objects: points, relations: complete")
    {'theory': 'exact', 'objects': 'points', 'relations': 'complete'}
    """
    return lines.parse_settings(line, settings_of)
