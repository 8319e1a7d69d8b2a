"""Stories from texts: the first line, ``theory: ...``, says how the rest is meant, and with it in which language it is read."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from qsr import theories
from qsr.errors import ParseError
from qsr.language.form import TextForm
from qsr.language.guard import guarded
from qsr.language.page import Page, blank
from qsr.story import Span, Story

__all__ = ["ask", "form_of", "parse_story", "whole_story"]


@guarded
def parse_story(text: str, *, file: str | None = None, lenient: bool = False, theory: str | None = None) -> Story:
    r"""Read a story file.

    Parameters
    ----------
    text
        Comments begin with ``#``; a first line ``theory: ...`` names a theory and its settings; lines that begin with ``?`` are
        questions. What else there may be is up to the text form of the theory.
    file
        A name for error messages.
    lenient
        Leave out each sentence or question that is not understood; `Story.unread` has their places, with the reasons.
    theory
        The name of the theory that is asked for. It says how a text is read, unless the first line names a theory that has a kind
        of text of its own.

    Raises
    ------
    ParseError
        For what is not understood; under `lenient` only where it is no sentence that could be left out.
    UnknownName
        For a theory that does not exist.

    Examples
    --------
    >>> room = "theory: room, grid: 12x12\nThis room contains a collection of furniture, including a bed, and a desk."
    >>> parse_story(room).settings
    (('theory', 'room'), ('grid', '12x12'))
    """
    page = Page.of(text, theories.parse_settings, file)
    own = dict(page.settings).get("theory")
    form = theories.text_form(own)
    if theory is not None and form.general:
        form = theories.text_form(theory)
    return _read(page, form, lenient)


@guarded
def whole_story(text: str, settings: Sequence[tuple[str, str]] = (), *, file: str | None = None, lenient: bool = False) -> Story:
    r"""Read a text that is a story as a whole: no mark in it begins a comment, and no first line says how it is meant.

    Parameters
    ----------
    text, file, lenient
        As for `parse_story`.
    settings
        What a first line would say, as pairs; a theory among them decides how the text is read.

    Examples
    --------
    >>> whole_story("Locker #2 is left of locker #3.", lenient=True).unread[0][0]
    (0, 31)
    """
    page = Page(text, text, tuple(settings), (), file)
    return _read(page, theories.text_form(dict(settings).get("theory")), lenient)


def _read(page: Page, form: TextForm, lenient: bool) -> Story:
    if not lenient or form.skips:
        return form.read(page, lenient=lenient)
    unread: list[tuple[Span, str]] = []
    while True:
        try:
            story = form.read(page)
        except ParseError as error:
            start, end = _sentence(page.plain, error.start)
            if not page.plain[start:end].strip():
                raise
            unread.append(((start, end), error.message))
            plain = page.plain[:start] + blank(page.plain[start:end]) + page.plain[end:]
            page = replace(page, plain=plain, questions=tuple(one for one in page.questions if not start <= one[0] < end))
        else:
            return replace(story, unread=(*story.unread, *sorted(unread)))


def ask(story: Story, question: str) -> Story:
    """Return the same story with one more question at its end; its entities must be among the story's."""
    return form_of(story).ask(story, question)


def form_of(story: Story) -> TextForm:
    """Return the text form of a story's own theory."""
    return theories.text_form(dict(story.settings).get("theory"))


def _sentence(plain: str, position: int) -> Span:
    """Return the sentence at a place: up to a stop or the end of its line."""
    start = max(plain.rfind(mark, 0, position) for mark in "\n.。!?？") + 1
    ends = [plain.find(mark, position) for mark in ".。!?？"]
    line = plain.find("\n", position)
    stop = min([end + 1 for end in ends if end >= 0] + ([line] if line >= 0 else []) + [len(plain)])
    return start + len(plain[start:]) - len(plain[start:].lstrip()), stop
