"""Problems about positions, each under the theory that its story names: `seating` or `headings`.

Benchmarks mix places at a table with questions about which way somebody looks. A reader says in the story's settings, under the
key ``theory``, which of the two it found, and that theory answers, whose name the answer carries. A story that names neither is
not covered, for the reason that its reader noted in `Story.unread`.
"""

from __future__ import annotations

from qsr.story import Story
from qsr.theories.by_story import TheoryByStory

__all__ = ["SeatsAndHeadings"]


class SeatsAndHeadings(TheoryByStory):
    """Seats or headings, as the story's settings say; see the module.

    Examples
    --------
    >>> from qsr.story import Question
    >>> SeatsAndHeadings({}).open().answer(Story(), Question(0, "options", ())).status
    'not_covered'
    """

    name = "seats-and-headings"
    members = ("seating", "headings")

    def chosen(self, story: Story) -> str:
        """Return the name that the story's settings have under the key ``theory``."""
        return dict(story.settings).get("theory", "")

    def fault(self, story: Story) -> str:
        """Return what the reader could not read."""
        return f"not covered: {story.unread[0][1]}" if story.unread else "not covered: the story names none of seating, headings"
