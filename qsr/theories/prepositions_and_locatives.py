"""Sentences with prepositions, each under the theory that its story names: `prepositions` or `locatives`.

Files about prepositions hold two kinds of items: chains of two premises, whose prepositions have senses, and pairs of premises
and a hypothesis about places and motions. A reader says in the story's settings, under the key ``theory``, which of the two it
found, and that theory answers, whose name the answer carries. A story that names neither is one of senses.
"""

from __future__ import annotations

from qsr.story import Story
from qsr.theories.by_story import TheoryByStory

__all__ = ["PrepositionsAndLocatives"]


class PrepositionsAndLocatives(TheoryByStory):
    """Senses or places, as the story's settings say; see the module.

    Examples
    --------
    >>> from qsr.story import Question
    >>> session = PrepositionsAndLocatives({}).open()
    >>> [session.answer(Story(settings=(("theory", name),)), Question(0, "options", ())).theory for name in ("locatives", "")]
    ['locatives', 'prepositions']
    """

    name = "prepositions-and-locatives"
    members = ("prepositions", "locatives")

    def chosen(self, story: Story) -> str:
        """Return the name of the story's theory."""
        named = dict(story.settings).get("theory", "")
        return named if named in self.members else self.members[0]

    def fault(self, story: Story) -> str:
        """Return nothing: every story goes to one of the two."""
        return ""
