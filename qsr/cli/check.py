"""``qsr check``: judge each answer of a model by the text and by the label."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

from qsr import datasets, run
from qsr.cli import common
from qsr.cli.output import print_json, say
from qsr.datasets.protocol import BadRow
from qsr.errors import DatasetError
from qsr.oracle import check
from qsr.story import Verdict

__all__ = ["add"]

_SHOWN = 20


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command and its arguments."""
    parser = commands.add_parser("check", help="judge a model's answers against the text and the labels", description=__doc__)
    common.add_dataset(parser)
    parser.add_argument(
        "--answers", metavar="ANSWERS.jsonl", help="a line per answer: id, answer (default: the data file's own answer field)"
    )
    parser.add_argument("--out", type=Path, metavar="VERDICTS.jsonl", help="write a line per verdict")
    parser.add_argument("--fail-on-wrong", action="store_true", help="exit with 1 where an answer does not follow from its text")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.set_defaults(run=_run)


def _run(chosen: argparse.Namespace) -> int:
    job = common.job(chosen)
    answers = None if chosen.answers is None else dict(check.read_answers(chosen.answers))
    sources = [*chosen.files, *([] if chosen.answers is None else [chosen.answers])]
    if chosen.out is not None and any(chosen.out.exists() and Path(one).exists() and chosen.out.samefile(one) for one in sources):
        raise DatasetError(f"{chosen.out}: would overwrite an input file")
    dataset = datasets.get(job.dataset)
    session = run.open_theory(job).open(job.backend, job.limits)
    verdicts: list[Verdict] = []
    without = unread = 0
    try:
        for item in run.items(job, chosen.files, chosen.limit):
            if isinstance(item, BadRow):
                unread += 1
                if answers is not None:
                    answers.pop(item.id, None)
                continue
            text = item.given if answers is None else answers.pop(item.id, None)
            if text is None:
                without += 1
                continue
            answer = session.answer(item.story, item.question)
            verdicts.append(check.verdict(item, answer, dataset.native(item, answer), dataset.extract(item, text)))
    finally:
        session.close()
    lines = [check.verdict_line(verdict) for verdict in verdicts]
    if chosen.out is not None:
        with chosen.out.open("w", encoding="utf-8", newline="\n") as target:
            target.writelines(json.dumps(line, ensure_ascii=False) + "\n" for line in lines)
    unmatched = sorted(answers or ())
    counts = {
        "dataset": job.dataset,
        **check.summary(verdicts),
        "items_without_answer": without,
        "unread_items": unread,
        "answers_without_item": {"count": len(unmatched), "first": unmatched[:10]},
    }
    if chosen.json:
        print_json({**counts, "verdicts": lines})
    else:
        _print(counts, verdicts)
    return int(chosen.fail_on_wrong and any(verdict.sound is False for verdict in verdicts))


def _print(counts: dict[str, Any], verdicts: list[Verdict]) -> None:
    noted = [verdict for verdict in verdicts if verdict.sound is not True]
    for verdict in noted[:_SHOWN]:
        say(f"{verdict.item}: {'wrong' if verdict.sound is False else 'undecided'}: {verdict.reason}")
    if len(noted) > _SHOWN:
        say(f"... and {len(noted) - _SHOWN} more; --out writes them all")
    say(f"{counts['answers']} answers, {counts['abstained']} abstained, {counts['unreadable']} unreadable")
    for key, title in (("against_text", "against the text"), ("against_label", "against the label")):
        say(f"{title}: " + ", ".join(f"{count} {name}" for name, count in counts[key].items()))
    for key, title in (("items_without_answer", "items without an answer"), ("unread_items", "rows that could not be read")):
        if counts[key]:
            say(f"{title}: {counts[key]}")
    if counts["answers_without_item"]["count"]:
        say(
            f"answers to no item: {counts['answers_without_item']['count']}, such as {counts['answers_without_item']['first'][0]}"
        )
