"""``qsr check grasp``: plans carried out, scored, and compared with the best ones."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

from qsr import datasets, run
from qsr.cli import common
from qsr.cli.output import percent, print_json, say, table
from qsr.cli.scores import mean
from qsr.datasets.grasp.baselines import baseline_of, baseline_plan
from qsr.datasets.protocol import BadRow, Item, Reading
from qsr.errors import DatasetError
from qsr.language.gridworld.actions import action_of
from qsr.oracle.plans.answers import Answered, Optima, read_plan_answers
from qsr.oracle.plans.check import PlansReport, PlanVerdict, in_slice, judge
from qsr.run import Job
from qsr.story import Plan
from qsr.theories.protocol import Session

__all__ = ["add", "run_check"]

_NO_OPTIMUM: Final = "none"


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
    plans.add_argument("--resume", action="store_true", help="go on with the verdicts that --out already holds")


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
    answers = {} if guessing else read_plan_answers(chosen.answers)
    _spare_inputs(chosen)
    mark = _mark(job, options, answers, chosen.optimum)
    finished = _finished(chosen.out, mark) if chosen.resume else {}
    report = PlansReport()
    counts = {"items_without_answer": 0, "outside_profile": 0, "unread_items": 0}
    wrong = 0
    verdicts: list[dict[str, Any]] = []
    target = None if chosen.out is None else chosen.out.open("a" if finished else "w", encoding="utf-8", newline="\n")
    best = _Best(job, options["profile"], chosen.optimum)
    try:
        for item in _progress(run.items(job, chosen.files, chosen.limit)):
            key = item.id.rpartition("/")[2]
            if isinstance(item, BadRow):
                counts["unread_items"] += 1
                answers.pop(key, None)
                continue
            answer = baseline_plan(item.story, *guessing) if guessing else answers.pop(key, None)
            if answer is None:
                counts["items_without_answer"] += 1
                continue
            if not in_slice(item, options["profile"]):
                counts["outside_profile"] += 1
                continue
            line = finished.get(item.id)
            if line is None:
                verdict = judge(item, _reading(job.dataset, item, answer), options["profile"], best.of(item))
                line = {**verdict.line(), "profile": options["profile"], "run": mark}
                if target is not None:
                    target.write(json.dumps(line, ensure_ascii=False) + "\n")
                    target.flush()
            verdict = PlanVerdict.restored(line)
            report.add(item, verdict)
            wrong += verdict.optimal is False
            verdicts.append(line)
    finally:
        best.close()
        if target is not None:
            target.close()
    unmatched = sorted(answers)
    whole = {
        "dataset": job.dataset,
        **options,
        "optimum_from": best.source,
        **report.report(),
        **counts,
        "answers_without_item": {"count": len(unmatched), "first": unmatched[:10]},
    }
    if chosen.json:
        print_json({**whole, "verdicts": verdicts})
    else:
        _print(whole)
    return int(chosen.fail_on_wrong and wrong > 0)


class _Best:
    """What the best plan of an item is worth: from files, or found by the planner, which is opened when it is needed."""

    def __init__(self, job: Job, profile: str, files: list[str] | None) -> None:
        self._job = job
        self._session: Session | None = None
        self._optima: Optima | None = None
        if profile != "intended" or files == [_NO_OPTIMUM]:
            self.source = _NO_OPTIMUM
        elif files is None:
            self.source = "planner"
        else:
            self.source = ", ".join(files)
            self._optima = Optima.read(files)

    def of(self, item: Item) -> Fraction | None:
        """Return it, None where it is not known or not wanted."""
        if self._optima is not None:
            return self._optima.of(item)
        if self.source == _NO_OPTIMUM:
            return None
        if self._session is None:
            self._session = run.open_theory(self._job).open(self._job.backend, self._job.limits)
        plan = self._session.answer(item.story, item.question).value
        return plan.energy if isinstance(plan, Plan) and plan.proved else None

    def close(self) -> None:
        """Let go of the planner."""
        if self._session is not None:
            self._session.close()


def _reading(name: str, item: Item, answer: Answered) -> Reading:
    if isinstance(answer, str):
        return datasets.get(name).extract(item, answer)
    return Reading(tuple(action_of(word) or " ".join(word.upper().split()) for word in answer), "actions")


def _spare_inputs(chosen: argparse.Namespace) -> None:
    if chosen.out is None or not chosen.out.exists():
        return
    for source in (*chosen.files, *([chosen.answers] if chosen.answers else ()), *(chosen.optimum or ())):
        if Path(source).exists() and (chosen.out.samefile(source) or chosen.out.parent.samefile(source)):
            raise DatasetError(f"{chosen.out}: would overwrite an input file")


def _mark(job: Job, options: Mapping[str, str], answers: Mapping[str, Answered], optimum: list[str] | None) -> str:
    """Return digits that differ between runs whose verdicts may differ, so that resuming does not mix two of them."""
    facts = [job.dataset, job.theory, job.backend, job.limits.seconds, options, optimum, sorted(answers.items())]
    return sha256(json.dumps(facts, sort_keys=True).encode()).hexdigest()[:16]


def _finished(out: Path, mark: str) -> dict[str, dict[str, Any]]:
    """Return the complete lines of an earlier run by id, and cut off a torn last one."""
    if not out.exists():
        return {}
    found: dict[str, dict[str, Any]] = {}
    data = out.read_bytes()
    whole = data[: data.rfind(b"\n") + 1]
    for number, raw in enumerate(whole.splitlines(), 1):
        try:
            line = json.loads(raw)
        except ValueError:
            line = None
        if not isinstance(line, dict) or line.get("run") != mark:
            raise DatasetError(f"{out}:{number}: no verdict of a run with these answers and options; it is not resumed")
        found[line["id"]] = line
    with out.open("r+b") as file:
        file.truncate(len(whole))
    return found


def _progress(items: Iterator[Item | BadRow]) -> Iterable[Item | BadRow]:
    if not sys.stderr.isatty():
        return items
    from tqdm import tqdm

    return iter(tqdm(items, unit=" items", file=sys.stderr))


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
        ("unread_items", "rows that could not be read"),
    ):
        if whole[key]:
            say(f"{title}: {whole[key]}")
    strange = whole["answers_without_item"]
    if strange["count"]:
        say(f"answers to no item: {strange['count']}, such as {strange['first'][0]}")
