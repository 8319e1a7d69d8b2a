"""``qsr check grasp``: plans carried out, scored, and compared with the best ones."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from qsr import datasets
from qsr.cli import common
from qsr.cli.output import percent, print_json, say, table
from qsr.cli.scores import mean
from qsr.cli.verdicts import print_faults, say_evidence
from qsr.datasets.grasp.baselines import baseline_of
from qsr.errors import DatasetError
from qsr.oracle.plans.answers import read_plan_answers
from qsr.run.plans import NO_OPTIMUM, check_plans

__all__ = ["add", "optimum_files", "run_check"]


def add(parser: argparse.ArgumentParser) -> None:
    """Add the arguments that are about plans alone."""
    plans = parser.add_argument_group("plans (grasp)")
    plans.add_argument(
        "--optimum",
        action="append",
        metavar="FILE",
        help="what the best plans are worth: a file of `qsr eval grasp --out`, or of rows with file, index, moves, limit, cost, "
        "optimum; may be given several times; none compares with nothing (default: plan every item that is answered)",
    )


def run_check(chosen: argparse.Namespace) -> int:
    """Judge the answers that the arguments name, print the report, and return the exit code."""
    if chosen.steps or chosen.groups is not None:
        chosen.usage_error("--steps and --groups are about texts, not about plans")
    if chosen.resume and chosen.out is None:
        chosen.usage_error("--resume needs --out")
    job = common.job(chosen)
    options = datasets.choose(job.dataset, job.options)
    guessing = baseline_of(options)
    if (chosen.answers is None) == (guessing is None):
        chosen.usage_error("grasp needs --answers or --baseline, and not both: a grid has no answer of its own")
    sources = [one for one in (chosen.answers, *optimum_files(chosen)) if one is not None]
    # A folder stands for its files of answers.
    datasets.check(one for one in sources if not Path(one).is_dir())
    answers = {} if guessing else read_plan_answers(chosen.answers)
    for file in optimum_files(chosen):
        if Path(file).is_file() and not Path(file).read_bytes().strip():
            raise DatasetError(f"{file}: no best plan in it")
    if not guessing:
        common.require_answers(chosen.answers, answers)
    found = check_plans(
        job,
        chosen.files,
        answers,
        optimum=chosen.optimum,
        evidence=chosen.evidence,
        holding=chosen.json and chosen.out is None,
        out=chosen.out,
        inputs=sources,
        limit=chosen.limit,
        resume=chosen.resume,
        force=chosen.force,
        workers=chosen.workers,
        engine=chosen.engine,
        address=chosen.ray_address,
    )
    whole = {
        "dataset": job.dataset,
        **options,
        "optimum_from": found.source,
        **found.report.report(),
        "items_without_answer": found.without,
        "outside_profile": found.outside,
        "unread_items": found.unread.count,
        "unread": found.unread.report(),
        "failed": found.failed.report(),
        "answers_without_item": {"count": len(found.unmatched), "first": found.unmatched[:10]},
    }
    plans = sum(whole["rules"].values())
    common.require_match(chosen.answers, plans + found.outside, found.unmatched)
    items = plans + found.without + found.outside + found.failed.count
    common.require_items(chosen.files, items, common.first_fault(found.unread.first))
    if chosen.json:
        print_json({**whole, **({"verdicts": found.held} if chosen.out is None else {"verdicts_file": str(chosen.out)})})
    else:
        for one in found.noted:
            say(f"{one.item}: wrong: {one.reason}")
            say_evidence(one)
        if found.wrong > len(found.noted):
            say(f"... and {found.wrong - len(found.noted)} more; --out writes them all")
        _print(whole)
    return int(chosen.fail_on_wrong and found.wrong > 0)


def optimum_files(chosen: argparse.Namespace) -> list[str]:
    """Return the files that ``--optimum`` names; ``none`` alone names none."""
    given = list(chosen.optimum or ())
    return [] if given == [NO_OPTIMUM] else given


def _print(whole: Mapping[str, Any]) -> None:
    guessed = f"of the baseline {whole['baseline']}, seed {whole.get('seed', 0)}" if "baseline" in whole else ""
    source = guessed or f"read by {whole['extraction']}"
    say(f"{whole['dataset']}: profile {whole['profile']}, plans {source}, best from {whole['optimum_from']}")
    if whole["table"]:
        rows = [("control", "value", "plans", "length", "energy", "best", "regret", "optimal")]
        for row in whole["table"]:
            numbers = (mean(row[key]) for key in ("steps", "energy", "optimum", "regret"))
            rows.append((row["control"], row["value"], str(row["plans"]), *numbers, percent(row["optimal"])))
        say(table(rows))
        errors = sorted(whole["errors"].items(), key=lambda pair: -pair[1]["count"])
        shown = [("error", "plans", "share"), *((name, str(one["count"]), percent(one["share"])) for name, one in errors)]
        shown.append(("(none of these)", str(whole["without_error"]["count"]), percent(whole["without_error"]["share"])))
        say(table(shown))
    say("read as: " + (", ".join(f"{rule} {count}" for rule, count in whole["rules"].items()) or "-"))
    say(f"ambiguous: {whole['ambiguous']}")
    for key, title in (
        ("items_without_answer", "items without an answer"),
        ("outside_profile", "answered items that the profile does not score"),
    ):
        if whole[key]:
            say(f"{title}: {whole[key]}")
    print_faults(whole)
    strange = whole["answers_without_item"]
    if strange["count"]:
        say(f"answers to no item: {strange['count']}, such as {strange['first'][0]}")
