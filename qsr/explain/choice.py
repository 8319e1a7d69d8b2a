"""Which property set a story is explained under where nobody says."""

from __future__ import annotations

from qsr import theories
from qsr.errors import UnsupportedQuestion
from qsr.relations import OVERLAPPING, is_directional
from qsr.settings import PROPERTY_SETS
from qsr.story import Story

__all__ = ["property_set_of"]


def property_set_of(story: Story, theory: str | None = None) -> str:
    """Return the property set that fits a story; name and settings in `theory` stand in for the story's own.

    The theory that is named decides, by its `property_set` if it has one; then the first that agrees with every setting, the set
    with rules of its own last; it alone where a statement has a label that only it knows. Raise UnsupportedQuestion where none
    agrees, and for a theory with a text form of its own, whose relations are not those of the property sets.

    >>> property_set_of(Story(settings=(("objects", "extended"),)))
    'PS4'
    """
    settings = dict(story.settings) | (theories.parse_settings(theory) if theory else {})
    name = settings.get("theory")
    if named := name and theories.trait(name, "property_set"):
        return str(named)
    if not theories.text_form(name).general:
        raise UnsupportedQuestion(f"the theory {name!r} has no reasoning paths: they are about directions, distances and regions")
    plain = all(statement.relation == OVERLAPPING or is_directional(statement.relation) for statement in story.statements)
    by_rules = theories.set_by_rules()
    order = sorted(PROPERTY_SETS, key=by_rules.__eq__)
    for chosen in order:
        if (plain or chosen == by_rules) and all(settings.get(key, value) == value for key, value in PROPERTY_SETS[chosen]):
            return chosen
    said = ", ".join(f"{key}: {value}" for key, value in settings.items())
    raise UnsupportedQuestion(
        f"no property set agrees with the settings ({said}) and the story's labels; choose one of {', '.join(order)}"
    )
