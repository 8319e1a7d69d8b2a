"""Reading the story of a certificate again from its text."""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import sha256
from typing import Any, Final

from qsr import stories, theories
from qsr.errors import UnsupportedQuestion
from qsr.story import Story

__all__ = ["read_again", "source_of"]

#: How a text is read as a story file; by the name of a theory, its question and its options stand beside it.
_FILE: Final = "story"


def read_again(source: Mapping[str, Any], theory: str) -> Story:
    """Return the story of a source, read as for a theory; raise ParseError, and UnsupportedQuestion for no reader of ours."""
    if source["reader"] != _FILE:
        question = source["asked"][0] if len(source["asked"]) == 1 else ""
        return theories.text_form(source["reader"]).item(source["text"], question, dict(source["options"]))
    if source["options"]:
        raise UnsupportedQuestion("options stand beside no story file")
    story = stories.parse_story(source["text"], theory=theory)
    for question in source["asked"]:
        story = stories.ask(story, question)
    return story


def source_of(story: Story, theory: str, text: str | None = None, options: Mapping[str, str] | None = None) -> dict[str, Any]:
    """Return the source from which a story can be read again: `text`, or the story's own where that has all of it.

    Raises
    ------
    UnsupportedQuestion
        Where reading the text again does not give the same statements.
    """
    if not options:
        whole = story.text if text is None else text
        own = stories.parse_story(whole, theory=theory)
        source = _source(_FILE, whole, [question.text for question in story.questions[len(own.questions) :]], {})
    else:
        asked = story.questions[-1].text if story.questions else ""
        described = story.text.removesuffix("\n" + asked) if asked else story.text
        source = _source(dict(story.settings).get("theory", theory), described, [asked] if asked else [], options)
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
