"""Reading the story of a certificate again from its text."""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import sha256
from typing import Any, Final

from qsr.errors import UnsupportedQuestion
from qsr.language import story_files
from qsr.story import Story
from qsr.theories.headings.text import reader as headings

__all__ = ["READERS", "read_again", "source_of"]

#: How a text is read: as a story file, or as a problem about headings with its question and options beside it.
READERS: Final = ("story", "headings")


def read_again(source: Mapping[str, Any], theory: str) -> Story:
    """Return the story of a source, read as for a theory; raise ParseError, and UnsupportedQuestion for no reader of ours."""
    if source["reader"] == "headings":
        question = source["asked"][0] if len(source["asked"]) == 1 else ""
        return headings.read(source["text"], question, dict(source["options"]))
    if source["reader"] != "story" or source["options"]:
        raise UnsupportedQuestion(f"texts are read by {' or '.join(READERS)}, not by {source['reader'][:40]!r}")
    story = story_files.parse_story(source["text"], theory=theory)
    for question in source["asked"]:
        story = story_files.ask(story, question)
    return story


def source_of(story: Story, theory: str, text: str | None = None, options: Mapping[str, str] | None = None) -> dict[str, Any]:
    """Return the source from which a story can be read again: `text`, or the story's own where that has all of it.

    Raises
    ------
    UnsupportedQuestion
        Where reading the text again, as a story file or as a problem about headings, does not give the same statements.
    """
    from_file = "theory" not in dict(story.settings) or dict(story.settings)["theory"] != "headings"
    if from_file:
        whole = story.text if text is None else text
        own = story_files.parse_story(whole, theory=theory)
        source = _source("story", whole, [question.text for question in story.questions[len(own.questions) :]], {})
    else:
        asked = story.questions[-1].text if story.questions else ""
        described = story.text.removesuffix("\n" + asked) if asked else story.text
        source = _source("headings", described, [asked] if asked else [], options or {})
    again = read_again(source, theory)
    if (again.entities, again.statements, again.settings) != (story.entities, story.statements, story.settings):
        raise UnsupportedQuestion("the story cannot be read again from its text alone: write it as a story file")
    return source


def _source(reader: str, text: str, asked: list[str], options: Mapping[str, str]) -> dict[str, Any]:
    return {
        "reader": reader,
        "text": text,
        "sha256": sha256(text.encode("utf-8", "surrogatepass")).hexdigest(),
        "asked": asked,
        "options": [list(pair) for pair in options.items()],
    }
