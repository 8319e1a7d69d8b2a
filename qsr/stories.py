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

__all__ = ["ask", "faults", "form_of", "parse_story", "whole_story"]


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
    return _read(*_page(text, file, theory), lenient)


def faults(text: str, *, file: str | None = None, theory: str | None = None) -> list[ParseError]:
    r"""Return all that is not understood of a story file, each with its place; the parameters are those of `parse_story`.

    >>> [fault.line for fault in faults("The pen wugs.\nA is left of B.\nB was here.")]
    [1, 3]
    """
    try:
        page, form = _page(text, file, theory)
        if form.skips:
            form.read(page)
        else:
            story, refused = _left_out(page, form)
            # Where the rest cannot be read without it, further faults may be those of the gap.
            return [error for _, error in (refused if story is not None else refused[:1])]
    except ParseError as error:
        return [error, *error.others]
    return []


def _page(text: str, file: str | None, theory: str | None) -> tuple[Page, TextForm]:
    page = Page.of(text, theories.parse_settings, file)
    form = theories.text_form(dict(page.settings).get("theory"))
    return page, theories.text_form(theory) if theory is not None and form.general else form


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
    story, refused = _left_out(page, form)
    if story is None:
        raise refused[-1][1]
    # A form may keep the text with the gap, so that the words stand in the reason.
    told = [
        (
            span,
            error.message
            if story.text[slice(*span)].strip()
            else f'"{" ".join(page.text[slice(*span)].split())}": {error.message}',
        )
        for span, error in refused
    ]
    return replace(story, unread=(*story.unread, *sorted(told)))


def _left_out(page: Page, form: TextForm) -> tuple[Story | None, list[tuple[Span, ParseError]]]:
    """Return a story without the sentences that are not understood, and these; None where one is none that could be left out."""
    refused: list[tuple[Span, ParseError]] = []
    while True:
        try:
            return form.read(page), refused
        except ParseError as error:
            start, end = _sentence(page.plain, error.start)
            refused.append(((start, end), error))
            if not page.plain[start:end].strip():
                return None, refused
            plain = page.plain[:start] + blank(page.plain[start:end]) + page.plain[end:]
            page = replace(page, plain=plain, questions=tuple(one for one in page.questions if not start <= one[0] < end))


def ask(story: Story, question: str) -> Story:
    """Return the same story with one more question at its end; its entities must be among the story's."""
    asked = form_of(story).ask(story, question)
    return replace(asked, paraphrases=story.paraphrases) if story.paraphrases else asked


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
