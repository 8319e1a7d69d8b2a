"""Stories of several kinds: each is answered by the theory that it chooses, whose name the answer carries.

A story chooses by the name in its settings, where its reader or its first line has put one, else by its vocabulary; see
`qsr.theories.chosen`. One of which nothing was read is not covered, for the reason that its reader noted in `Story.unread`.
"""

from __future__ import annotations

from qsr import theories
from qsr.story import Story
from qsr.theories.by_story import TheoryByStory

__all__ = ["Auto"]


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

    def members(self) -> list[str]:
        """Return the names of all other theories."""
        return [name for name in theories.names() if name != self.name]

    @property
    def backends(self) -> tuple[str, ...]:  # type: ignore[override]
        """``"auto"``, each theory's own, and the names of all others."""
        known = {backend for theory in map(self.member, self.members()) if theory is not None for backend in theory.backends}
        return ("auto", *sorted(known - {"auto"}))

    def chosen(self, story: Story) -> str:
        """Return the name of the story's theory; none for a story of which nothing was read."""
        if story.unread and not story.statements and dict(story.settings).get("theory", self.name) == self.name:
            return ""
        return theories.chosen(story)

    def fault(self, story: Story) -> str:
        """Return what the reader could not read, or that there is no theory of that name."""
        named = dict(story.settings).get("theory", "")
        return f"not covered: {story.unread[0][1]}" if story.unread else f"not covered: there is no theory {named[:60]!r}"
