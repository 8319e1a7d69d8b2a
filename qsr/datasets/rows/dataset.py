"""Rows: anybody's items, with nothing to be programmed.

A row of a `.jsonl`, `.csv`, `.tsv` or `.parquet` file has a story (a text, or a list of sentences) and a question; it may have an
id, options (a list of texts) and an answer: text, or the index, the letter or the text of an option, or a list of such where a
set is meant. ``--columns story=passage,answer=label`` names columns that are called otherwise.

Options of the reader, beside ``--columns``: ``--settings "relations: complete"`` holds for all stories of the file, several
settings separated by semicolons; ``--answers set`` wants all that holds; ``--preset NAME`` stands for what a published set needs
(`presets.toml`). The text chooses its theory, and with it how it is read, unless ``--theory`` or a preset names one.

An answer is an index where there are options, else a text: yes, no, unknown or contradiction, a relation, a name, a number; with
``--answers set`` a sorted list. A row of which a sentence is not understood is told with the sentence and not answered or, with
``--lenient``, answered where the sentences that are understood decide it whatever the others say (`qsr.theories.unread`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from qsr.datasets.protocol import BadRow, Item, Options, Reading, Row
from qsr.datasets.rows import answers, files, words
from qsr.datasets.rows.asking import understood
from qsr.datasets.rows.form import ABOUT, OPTIONS, form_of
from qsr.errors import ParseError
from qsr.story import Answer, Story, Value

__all__ = ["Rows"]


class Rows:
    """Reader of rows; see the module."""

    name = "rows"
    licence = "that of the file"
    reference = "-"
    theory = "auto"
    #: Name of an option -> its values; any text where there are none.
    options: Final = OPTIONS
    about: Final = ABOUT

    def rows(self, path: Path, options: Options) -> Iterator[Row | BadRow]:
        """Stream the rows of a file; an id is the row's own, else `<path>:<line>`."""
        return files.rows(path, form_of(options).columns)

    def item(self, row: Row, options: Options) -> Item | BadRow:
        """Read one row; its answer goes into the item and never into the story."""
        form, content = form_of(options), row.payload
        offered = content["options"] or []
        try:
            story, question, kind = understood(content["story"], content["question"], offered, form, row.file)
        except ParseError as error:
            words_at = " ".join(error.text[error.start : error.end].split())
            reason = f"question: {error.message}" + (f": {words_at[:80]}" if words_at else "")
            return BadRow(row.id, row.file, row.line, reason, unread=True, sentences=(content["question"],))
        if question is None:
            return _unread(row, story)
        item = Item(
            row.id,
            story,
            question,
            None,
            tuple(dict.fromkeys(("options", kind))) if offered else (kind,),
            file=row.file,
            line=row.line,
            extraction=answers.SET if form.several else "",
            choices=tuple((chr(ord("A") + number), text) for number, text in enumerate(offered)),
        )
        try:
            return replace(item, gold=answers.label(item, content["answer"]))
        except ValueError as error:
            return BadRow(row.id, row.file, row.line, f"{form.columns['answer']}: {error}")

    def native(self, item: Item, answer: Answer) -> Value | None:
        """Return the answer in the form that the row asks for; see `qsr.datasets.rows.answers`."""
        return answers.native(item, answer)

    def contradiction(self, item: Item) -> Value | None:
        """Return what an item is answered with where its story contradicts itself."""
        return answers.native(item, Answer("inconsistent", ""))

    def told(self, answer: Answer) -> dict[str, Any]:
        """Return which theory answers, and what it takes so although nobody said it."""
        return {"theory": answer.theory, "assumptions": list(answer.assumptions)}

    def details(self, item: Item, value: Value | None) -> dict[str, Any]:
        """Return the answer as files have it."""
        return {"answer": answers.given(item, value)}

    def restored(self, item: Item, line: Mapping[str, Any]) -> Value | None:
        """Return the answer of a line."""
        return answers.taken(item, line["answer"])

    def extract(self, item: Item, text: str) -> Reading:
        """Read a model's answer: the text, the letter or the index of an option, a word, or a sentence that says it."""
        return answers.reply(item, text)

    def labels(self, value: Value) -> frozenset[str]:
        """Return the candidates that an answer stands for; a word about the story as a whole stands for none."""
        values = [value] if isinstance(value, str) else value if isinstance(value, frozenset) else ()
        return frozenset(label for one in values for label in words.directions(one) or {words.verdict(one) or one})

    def rewrite(self, path: Path, target: Path, labels: Mapping[str, Value | None], options: Options) -> None:
        """Copy a file with other answers where those of the options stand: id -> new answer, or None to leave the row out."""
        column = form_of(options).columns["answer"]
        edits = {}
        for row in self.rows(path, options):
            if isinstance(row, Row) and row.id in labels:
                item, new = self.item(row, options), labels[row.id]
                answer = answers.written(item, new) if isinstance(item, Item) else None

                def edit(content: Any, answer: Any = answer, *, kept: bool = new is not None) -> Any:
                    return {**content, column: answer} if kept else None

                edits[row.line] = edit
        files.rewrite(path, target, edits)


def _unread(row: Row, story: Story) -> BadRow:
    """Return the row of a story that is not understood, with its sentences that are not."""
    said = [(" ".join(story.text[start:end].split()), reason) for (start, end), reason in story.unread]
    first, reason = said[0]
    told = f"{reason}: {first[:80]}" if first else reason
    return BadRow(row.id, row.file, row.line, told, unread=True, sentences=tuple(one for one, _ in said if one))
