"""``qsr eval``: answer every item of a benchmark and compare with its labels."""

from __future__ import annotations

import argparse
from itertools import islice
from pathlib import Path
from typing import Any, Final

from qsr import datasets
from qsr.cli import assisting, common
from qsr.cli.output import print_json, say, table
from qsr.cli.scores import answer_count_table, baseline_table, group_table, label_table
from qsr.datasets.hooks import Scored, Unsolvable
from qsr.datasets.protocol import Dataset, Row
from qsr.oracle.scores.answer_counts import AnswerCounts
from qsr.run import evaluate
from qsr.run.reading import rows
from qsr.shares import percent, spread
from qsr.wording import counted

__all__ = ["add"]

_SHOWN: Final = 10
#: Data sets whose items are stories in general English.
_ASSISTED: Final = ("rows",)


def add(parser: argparse.ArgumentParser) -> None:
    """Add the arguments."""
    common.add_dataset(parser)
    parser.add_argument(
        "--out",
        type=Path,
        metavar="PREDICTIONS.jsonl",
        help=f"write a line per item: id, answer, status, correct; {common.TABLES_TOO}; a table "
        "is made when all is done, of the lines in the file with .jsonl behind its name",
    )
    common.add_force(parser)
    common.add_engine(parser)
    assisting.add(parser)
    parser.add_argument(
        "--fail-on-wrong", action="store_true", help="exit with 1 where an item with a label is not answered correctly"
    )
    parser.add_argument(
        "--report",
        action="store_true",
        help="by group and grid, by the numbers of entities n and of stated pairs m: shares of items with a single possible "
        "answer, with multiple ones and with none, and the CPU time of an answer",
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.set_defaults(run=_run, usage_error=parser.error)


def _run(chosen: argparse.Namespace) -> int:
    arguments = common.run_arguments(chosen)
    if chosen.resume and chosen.report:
        chosen.usage_error("--report needs all answers of the run, and --resume keeps earlier ones, whose times are not known")
    if chosen.ray_address is not None and chosen.engine != "ray":
        chosen.usage_error("--ray-address goes with --engine ray")
    job = common.job(chosen)
    dataset = datasets.get(job.dataset)
    if isinstance(dataset, Unsolvable) and (why := dataset.unsolvable(datasets.choose(job.dataset, job.options))):
        chosen.usage_error(why)
    counts = AnswerCounts() if chosen.report else None
    with assisting.assistance(chosen, chosen.files) as assistant:
        if assistant is not None:
            _check_assisted(chosen)
            if chosen.dry_run:
                for row in rows(job, chosen.files, chosen.limit):
                    if isinstance(row, Row):
                        assistant.row(row)
                assistant.show(as_json=chosen.json)
                return 0
        report = evaluate(job, chosen.files, counts=counts, prepared=None if assistant is None else assistant.row, **arguments)
        if assistant is not None:
            report["assist"] = assistant.told()
            assistant.tell()
    common.require_items(
        chosen.files, report["items"] + report["unparsed"]["count"], common.first_fault(report["bad_rows"]["first"])
    )
    if counts is not None:
        report["effort"] = counts.report()
    if chosen.json:
        print_json(report)
    else:
        _print(dataset, report)
    return int(chosen.fail_on_wrong and report["correct"] < report["labelled"])


def _check_assisted(chosen: argparse.Namespace) -> None:
    """End with a mistake of usage where the rows are not read here, or are no stories in anybody's words."""
    if chosen.dataset not in _ASSISTED:
        chosen.usage_error(f"--assist goes with {', '.join(_ASSISTED)}; what {chosen.dataset} says has a reader of its own")
    if chosen.engine != "local":
        chosen.usage_error("--assist goes with --engine local")
    if chosen.resume:
        chosen.usage_error("--resume keeps lines of which nobody knows whether the model would say the same again")


def _print(dataset: Dataset, report: dict[str, Any]) -> None:
    named = "".join(f", {key} {report[key]}" for key in ("reading", "profile") if report.get(key))
    say(f"{report['dataset']}: theory {report['theory']} ({report['fingerprint']}){named}")
    score = (
        f"{report['correct']} of {report['labelled']} correct, {percent(report['accuracy'])} "
        f"(95 % interval {spread(report['correct'], report['labelled'])})"
        if report["labelled"]
        else "no labels to compare with"
    )
    say(f"{counted(report['items'], 'item')}, {report['answered']} answered, {score}; {report['seconds']:.2f} s")
    if "macro_f1" in report:
        say(f"macro F1 {report['macro_f1']:.4f}")
        say(label_table(report["labels"]))
    if isinstance(dataset, Scored) and dataset.worth in report:
        say(table(dataset.lines(report[dataset.worth])))
    elif "beside" in report:
        say(baseline_table(report["beside"]))
    elif report["groups"]:
        say(group_table(report["groups"], report["intervals"]))
    for name, groups in report.get("effort", {}).items():
        if groups:
            say(answer_count_table(name, groups))
    say("status: " + (", ".join(f"{name} {count}" for name, count in report["statuses"].items()) or "-"))
    if report.get("unread"):
        say(
            table(
                [
                    ("sentence not understood", "times"),
                    *((one, str(many)) for one, many in islice(report["unread"].items(), _SHOWN)),
                ]
            )
        )
    for key, title in (
        ("unparsed", "not understood"),
        ("bad_rows", "broken rows"),
        ("failed", "failed"),
        ("defective", "broken text"),
    ):
        if report[key]["count"]:
            say(f"{title}: {report[key]['count']}")
            for entry in report[key]["first"]:
                say(f"  {entry['id']} (line {entry['line']}): {entry.get('error') or entry.get('reason')}")
