"""Reading the story of a certificate again from its text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from qsr import stories, theories
from qsr.certificates.format import text_digest
from qsr.errors import UnsupportedQuestion
from qsr.paraphrases import Check, Paraphrase, exchanged
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
    told = source.get("paraphrases", [])
    text, spans = exchanged(source["text"], [((one["span"][0], one["span"][1]), one["text"]) for one in told])
    story = stories.parse_story(text, theory=theory)
    stands = tuple(
        Paraphrase(source["text"][slice(*one["span"])], one["text"], _checks(one["checks"]), span=span)
        for one, span in zip(told, spans, strict=True)
    )
    story = replace(story, paraphrases=stands)
    for question in source["asked"]:
        story = stories.ask(story, question)
    return story


def _checks(told: Sequence[Mapping[str, str]]) -> tuple[Check, ...]:
    return tuple(Check(one["name"], True, one["detail"]) for one in told)


def source_of(story: Story, theory: str, text: str | None = None, options: Mapping[str, str] | None = None) -> dict[str, Any]:
    """Return the source from which a story can be read again: `text`, or the story's own where that has all of it.

    Raises
    ------
    UnsupportedQuestion
        Where reading the text again does not give the same statements.
    """
    reader, whole, asked = _FILE, story.text if text is None else text, [question.text for question in story.questions]
    told: list[dict[str, Any]] = []
    if story.paraphrases:
        asked = asked[len(stories.parse_story(story.text, theory=theory).questions) :]
        whole, spans = exchanged(story.text, [(one.span, one.sentence) for one in story.paraphrases])
        for one, span in zip(story.paraphrases, spans, strict=True):
            checks = [{"name": check.name, "detail": check.detail} for check in one.checks]
            told.append({"span": list(span), "text": one.text, "checks": checks})
    elif options:
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
        **({"paraphrases": told} if told else {}),
    }
    again = read_again(source, theory)
    if (again.entities, again.statements, again.settings) != (story.entities, story.statements, story.settings):
        raise UnsupportedQuestion("the story cannot be read again from its text alone: write it as a story file")
    return source
