"""Which property set a story is explained under where nobody says, and how an answer follows under it."""

from __future__ import annotations

from qsr import theories
from qsr.errors import UnknownName, UnsupportedQuestion
from qsr.registry import fetched
from qsr.relations import OVERLAPPING, is_directional
from qsr.settings import PROPERTY_SETS
from qsr.story import Question, Story
from qsr.theories.derivations import Derivation

__all__ = ["derive", "property_set_of"]


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


def derive(story: Story, question: Question, property_set: str) -> Derivation | None:
    r"""Return how the answer to a find-relation question follows, or None where no statements connect its two entities.

    Parameters
    ----------
    story, question
        A question of form ``"relation"``; where it names candidates, the answer is limited to them.
    property_set
        One of `qsr.settings.PROPERTY_SETS`. The answer is that of the theory whose class names the set and a derivation under it.
        The settings of the story are not looked at.

    Raises
    ------
    UnsupportedQuestion
        Where the property set has no meaning for a statement or for the question.
    UnknownName
        For another property set.

    Examples
    --------
    >>> from qsr.explain import sentences
    >>> from qsr.story import Statement
    >>> story = Story(("A", "B", "C"), (Statement(0, "left", (0, 1)), Statement(1, "above", (2, 1))))
    >>> found = derive(story, Question(0, "relation", (0, 2)), "PS2")
    >>> print("\n".join(sentences(story, found)))
    Step 1: It is given that A is left of B.
    Step 2: It is given that C is above B.
    Step 3: From step 2, it can be inferred that B is below C.
    Step 4: From step 1 and 3, it can be inferred that A is below and left of C.
    Hence, the answer is below, and left.
    """
    if property_set not in PROPERTY_SETS:
        raise UnknownName("property set", property_set, list(PROPERTY_SETS))
    derived = fetched(theories.trait(theories.of_property_set(property_set), "derivation"))
    found: Derivation | None = derived(story, question, property_set)
    return found
