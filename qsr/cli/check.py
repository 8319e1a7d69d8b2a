"""``qsr check``: judge each answer of a model by the text and by the label."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

from qsr import datasets, run
from qsr.cli import check_steps, common
from qsr.cli.output import percent, print_json, say, table
from qsr.cli.scores import label_table
from qsr.datasets.protocol import BadRow
from qsr.errors import DatasetError
from qsr.oracle import check
from qsr.oracle.agreement import SampleScores
from qsr.oracle.hops import Hops
from qsr.story import Verdict

__all__ = ["add"]

_SHOWN = 20


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command and its arguments."""
    parser = commands.add_parser("check", help="judge a model's answers against the text and the labels", description=__doc__)
    common.add_dataset(parser)
    parser.add_argument(
        "--answers",
        metavar="ANSWERS.jsonl",
        help="a line per answer: id, answer; or several samples of an item, of which the majority counts, as id, answers (a "
        "list) or as lines with id, sample, answer (default: the data file's own answer field)",
    )
    check_steps.add(parser)
    parser.add_argument("--out", type=Path, metavar="VERDICTS.jsonl", help="write a line per verdict")
    parser.add_argument("--fail-on-wrong", action="store_true", help="exit with 1 where an answer does not follow from its text")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.set_defaults(run=_run)


def _run(chosen: argparse.Namespace) -> int:
    job = common.job(chosen)
    answers = None if chosen.answers is None else dict(check.read_samples(chosen.answers))
    sources = [*chosen.files, *([] if chosen.answers is None else [chosen.answers])]
    if chosen.out is not None and any(chosen.out.exists() and Path(one).exists() and chosen.out.samefile(one) for one in sources):
        raise DatasetError(f"{chosen.out}: would overwrite an input file")
    dataset = datasets.get(job.dataset)
    session = run.open_theory(job).open(job.backend, job.limits)
    steps = check_steps.StepChecks.opened(chosen, job)
    verdicts: list[Verdict] = []
    scores, hops = SampleScores(), Hops()
    without = unread = 0
    try:
        for item in run.items(job, chosen.files, chosen.limit):
            if isinstance(item, BadRow):
                unread += 1
                if answers is not None:
                    answers.pop(item.id, None)
                continue
            texts = (() if item.given is None else (item.given,)) if answers is None else answers.pop(item.id, ())
            if not texts:
                without += 1
                continue
            answer = session.answer(item.story, item.question)
            reading = scores.add(item, [dataset.extract(item, text) for text in texts])
            for text in texts:
                hops.add(item, text)
            if steps is not None:
                steps.add(item, texts)
            verdicts.append(check.verdict(item, answer, dataset.native(item, answer), reading, dataset))
    finally:
        session.close()
        if steps is not None:
            steps.close()
    lines = [check.verdict_line(verdict) for verdict in verdicts]
    if steps is not None:
        lines = steps.joined(lines)
    if chosen.out is not None:
        with chosen.out.open("w", encoding="utf-8", newline="\n") as target:
            target.writelines(json.dumps(line, ensure_ascii=False) + "\n" for line in lines)
    unmatched = sorted(answers or ())
    counts = {
        "dataset": job.dataset,
        **check.summary(verdicts),
        "scores": scores.scores(),
        "samples": scores.samples(),
        "hops": hops.report(),
        "items_without_answer": without,
        "unread_items": unread,
        "answers_without_item": {"count": len(unmatched), "first": unmatched[:10]},
    }
    if steps is not None:
        counts["steps"] = steps.summary()
    if chosen.json:
        print_json({**counts, "verdicts": lines})
    else:
        _print(counts, verdicts)
        if steps is not None:
            steps.say()
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
    _print_scores(counts)
    for key, title in (("items_without_answer", "items without an answer"), ("unread_items", "rows that could not be read")):
        if counts[key]:
            say(f"{title}: {counts[key]}")
    if counts["answers_without_item"]["count"]:
        say(
            f"answers to no item: {counts['answers_without_item']['count']}, such as {counts['answers_without_item']['first'][0]}"
        )


def _print_scores(counts: dict[str, Any]) -> None:
    scores, samples = counts["scores"], counts["samples"]
    if "labels" in scores:
        say(f"exact match {percent(scores['accuracy'])}, macro F1 {scores['macro_f1']:.4f}")
        say(label_table(scores["labels"]))
    if samples is not None:
        rows = [("samples", *samples["majority"])]
        rows += [(name, *(f"{value:.4f}" for value in samples[name].values())) for name in ("majority", "single")]
        say(table(rows))
    if counts["hops"]:
        rows = [("hops", "answers", "observed", "gold", "Pearson", "Spearman")]
        for name, one in counts["hops"].items():
            means = (f"{one[key]:.2f}" for key in ("mean_observed", "mean_gold"))
            both = ("-" if one[key] is None else f"{one[key]:.4f}" for key in ("pearson", "spearman"))
            rows.append((name, str(one["answers"]), *means, *both))
        say(table(rows))
