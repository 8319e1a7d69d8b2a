"""SpaRC's published compositions, each story under its own property set: the theory `paper`.

Rizvi, Zhu and Gurevych, "SpaRC and SpaRP", Findings of ACL 2024, study four of the eight combinations of three properties. A
story names its own by its settings, as the rows of SpaRP bring them or a line ``theory: paper, objects: points, ...`` does, and
`paper-ps1`, `paper-ps2`, `paper-ps3` or `paper-ps4` answers, whose name the answer carries. A story whose settings leave a
property open, or that has one of the other four combinations, is not covered.
"""

from __future__ import annotations

from typing import Final

from qsr.settings import PROPERTY_SETS
from qsr.story import Story
from qsr.theories.by_story import TheoryByStory

__all__ = ["OwnPropertySet"]

_PROPERTIES: Final = ("objects", "relations", "quantities")
#: Objects, relations, quantities -> the theory of that property set.
_THEORIES: Final[dict[tuple[str, ...], str]] = {
    tuple(value for _, value in said): f"paper-{name.lower()}" for name, said in PROPERTY_SETS.items()
}


class OwnPropertySet(TheoryByStory):
    """SpaRC's published compositions, those of the property set that the story's settings say.

    Examples
    --------
    >>> from qsr.story import Question, Statement, Story
    >>> points = (("objects", "points"), ("relations", "complete"), ("quantities", "specified"))
    >>> story = Story(("A", "B"), (Statement(0, "left", (0, 1)),), settings=points)
    >>> answer = OwnPropertySet({}).open().answer(story, Question(0, "relation", (1, 0)))
    >>> answer.theory, sorted(answer.entailed)
    ('paper-ps2', ['right'])
    """

    name = "paper"
    by_property_set = True
    backends = ("direct", "clingo")

    def members(self) -> list[str]:
        """Return the theories of the four property sets."""
        return list(_THEORIES.values())

    def chosen(self, story: Story) -> str:
        """Return the theory of the story's property set."""
        return _THEORIES.get(self._key(story), "")

    def fault(self, story: Story) -> str:
        """Return which property is missing, or that the paper has no compositions for the set."""
        said = dict(zip(_PROPERTIES, self._key(story), strict=True))
        missing = [name for name, value in said.items() if not value]
        if missing:
            return f"not covered: the story does not say its property set ({', '.join(missing)}); name paper-ps1 to paper-ps4"
        return f"not covered: the paper has no compositions for {', '.join(f'{name}: {value}' for name, value in said.items())}"

    def _key(self, story: Story) -> tuple[str, ...]:
        said = self.said(story)
        return tuple(said.get(name, "") for name in _PROPERTIES)
