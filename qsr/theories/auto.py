"""Stories of several kinds: each is answered by the theory that it chooses, whose name the answer carries.

A story chooses by the name in its settings, where its reader or its first line has put one, else by its vocabulary; see
`qsr.theories.chosen`. One of which nothing was read is not covered, for the reason that its reader noted in `Story.unread`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from qsr import theories
from qsr.errors import UnknownName
from qsr.story import Story
from qsr.theories.by_story import TheoryByStory
from qsr.theories.protocol import Theory

__all__ = ["Auto"]


class _Every(Mapping[str, Theory]):
    """Every theory by its name, made when it is asked for."""

    def __init__(self, settings: Mapping[str, str]) -> None:
        self._settings = settings
        self._made: dict[str, Theory] = {}

    def __getitem__(self, name: str) -> Theory:
        if name == Auto.name:
            raise KeyError(name)
        if name not in self._made:
            try:
                self._made[name] = theories.get(name, self._settings)
            except UnknownName:
                raise KeyError(name) from None
        return self._made[name]

    def __iter__(self) -> Iterator[str]:
        return (name for name in theories.names() if name != Auto.name)

    def __len__(self) -> int:
        return len(list(iter(self)))


class Auto(TheoryByStory):
    """The theory that each story chooses; see the module.

    Examples
    --------
    >>> from qsr.story import Question, Statement
    >>> near = Story(("cup", "pen"), (Statement(0, "near", (0, 1)),))
    >>> Auto({}).open().answer(near, Question(0, "yes_no", (1, 0), ("near",))).theory
    'sound'
    """

    name = "auto"

    def __init__(self, settings: Mapping[str, str]) -> None:
        super().__init__(settings, _Every(settings))

    @property
    def backends(self) -> tuple[str, ...]:  # type: ignore[override]
        """``"auto"``, each theory's own, and the names of all others."""
        return ("auto", *sorted({backend for theory in self.members.values() for backend in theory.backends} - {"auto"}))

    def chosen(self, story: Story) -> str:
        """Return the name of the story's theory; none for a story of which nothing was read."""
        if story.unread and not story.statements and dict(story.settings).get("theory", self.name) == self.name:
            return ""
        return theories.chosen(story)

    def fault(self, story: Story) -> str:
        """Return what the reader could not read, or that there is no theory of that name."""
        named = dict(story.settings).get("theory", "")
        return f"not covered: {story.unread[0][1]}" if story.unread else f"not covered: there is no theory {named[:60]!r}"
