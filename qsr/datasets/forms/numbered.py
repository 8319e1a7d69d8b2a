"""The numbered-line text form that bAbI introduced and StepGame took over.

``1 sentence`` opens a story and every further line carries the next number; a line with tabs is a question about the sentences
so far: ``3 question<TAB>label<TAB>supporting lines``. Source: Weston et al., "Towards AI-Complete Question Answering"
(arXiv 1502.05698), and the data that accompany it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Final, NamedTuple

from qsr.datasets.forms.lines import TOO_LONG, lines
from qsr.datasets.protocol import BadRow, Row
from qsr.story import Value

__all__ = ["Example", "numbered_rows", "relabel"]

_LINE: Final = re.compile(r"(\d{1,6})[ \t]+(\S.*)", re.ASCII)


class Example(NamedTuple):
    """A question with the sentences that stand before it; `label` is empty where the file has none."""

    sentences: tuple[str, ...]
    question: str
    label: str


def numbered_rows(path: Path) -> Iterator[Row | BadRow]:
    """Yield a row per question with an `Example` as payload; its id is the file and the question's line.

    A line that does not fit breaks its own story only: the line and every later question of that story become bad
    rows, since an answer from half a story would be worth nothing.
    """
    name = str(path)
    sentences: list[str] = []
    expected, asked, broken, opened = 1, 0, "", 0
    number = 0
    with path.open("rb") as file:
        for number, raw in lines(file):
            identity = f"{name}:{number}"
            line, fault = "", TOO_LONG if raw is None else ""
            try:
                line = (raw or b"").decode("utf-8-sig" if number == 1 else "utf-8").strip("\r\n ")
            except UnicodeDecodeError as error:
                fault = f"not UTF-8 text: {error.reason}"
            match = _LINE.fullmatch(line)
            if line and match is None:
                fault = "expected a number, a space and a sentence"
            if fault:
                broken = f"line {number} is broken"
                expected += 1
                yield BadRow(identity, name, number, fault)
            if match is None:
                continue
            index, text = int(match[1]), match[2]
            if index == 1:
                if expected > 1 and not asked and not broken:
                    yield BadRow(f"{name}:{opened}", name, opened, "a story without a question")
                sentences, expected, asked, broken, opened = [], 1, 0, "", number
            if index != expected and not broken:
                broken = f"line {number} is numbered {index} where {expected} was expected"
            expected = index + 1
            question, tab, rest = text.partition("\t")
            if not tab:
                sentences.append(text)
                continue
            asked += 1
            if broken:
                yield BadRow(identity, name, number, f"the story of this question cannot be relied on: {broken}")
            else:
                yield Row(identity, name, number, Example(tuple(sentences), question.strip(), rest.partition("\t")[0].strip()))
    if expected > 1 and not asked and not broken:
        yield BadRow(f"{name}:{opened or number}", name, opened or number, "a story without a question")


def relabel(path: Path, target: Path, labels: Mapping[str, Value | None]) -> None:
    """Copy a numbered file with other labels.

    Parameters
    ----------
    path, target
        The original, which is only read, and the copy.
    labels
        Id of a question, which ends on its line -> its new label, or None to leave the question out.

    Notes
    -----
    A story whose questions are all left out goes with them. Lines keep their bytes except for the label.
    """
    changed = {int(identity.rpartition(":")[2]): label for identity, label in labels.items()}
    block: list[str] = []
    kept = asked = 0

    # What is not UTF-8 is in a bad row, and stays as it is.
    own = partial(Path.open, encoding="utf-8", errors="surrogateescape", newline="")
    with own(path) as source, own(target, "w") as copy:

        def close() -> None:
            if kept or not asked:
                copy.writelines(block)

        for number, line in enumerate(source, 1):
            if line.startswith("1 "):
                close()
                block, kept, asked = [], 0, 0
            question, tab, rest = line.partition("\t")
            if not tab:
                block.append(line)
                continue
            asked += 1
            if number not in changed:
                block.append(line)
                kept += 1
                continue
            label = changed[number]
            if label is not None:
                _, more, tail = rest.partition("\t")
                block.append(f"{question}\t{label}{more}{tail}" if more else f"{question}\t{label}\n")
                kept += 1
        close()
