"""Reading the story of a certificate again from its text."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from qsr import stories, theories
from qsr.certificates.format import text_digest
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
    reader, whole, asked = _FILE, story.text if text is None else text, [question.text for question in story.questions]
    if options:
        reader, asked = dict(story.settings).get("theory", theory), [one for one in asked[-1:] if one]
        whole = story.text.removesuffix(f"\n{asked[0]}") if asked else story.text
    else:
        asked = asked[len(stories.parse_story(whole, theory=theory).questions) :]
    source = {
        "reader": reader,
        "text": whole,
        "sha256": text_digest(whole),
        "asked": asked,
        "options": [list(pair) for pair in (options or {}).items()],
    }
    again = read_again(source, theory)
    if (again.entities, again.statements, again.settings) != (story.entities, story.statements, story.settings):
        raise UnsupportedQuestion("the story cannot be read again from its text alone: write it as a story file")
    return source
