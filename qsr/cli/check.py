"""``qsr check``: judge each answer of a model by the text and by the label."""

from __future__ import annotations

import argparse
import hashlib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from qsr import datasets
from qsr.cli import common
from qsr.cli.output import complain, paint, print_json, say, show, table
from qsr.cli.scores import label_table, share_table
from qsr.datasets.hooks import Judging
from qsr.datasets.protocol import Baseline, Item
from qsr.errors import DatasetError
from qsr.inputs import stored
from qsr.oracle.check import NotedVerdicts, given_answers
from qsr.oracle.paths import Typed
from qsr.oracle.scores.consistency import KINDS, read_groups
from qsr.oracle.steps import StepReport, step_summary
from qsr.run.checking import check as check_run
from qsr.shares import percent, spread
from qsr.story import Verdict, Witness
from qsr.wording import counted

__all__ = ["add"]

#: What is shown of wrong answers and of wrong steps: the figures behind them are to stand on the same screen.
_SHOWN: Final = 5


def add(parser: argparse.ArgumentParser) -> None:
    """Add the arguments."""
    common.add_dataset(parser, judging=True)
    parser.add_argument(
        "--answers",
        metavar="ANSWERS.jsonl",
        help="a line per answer: id, answer; or several samples of an item, of which the majority counts, as id, answers (a "
        "list) or as lines with id, sample, answer (default: the data file's own answer field)",
    )
    parser.add_argument(
        "--steps", action="store_true", help="judge the steps of each answer's reasoning too, and mark the first wrong one"
    )
    common.add_engine(parser)
    parser.add_argument(
        "--groups",
        metavar="GROUPS.jsonl",
        help="which items are one question asked again, for the consistency of answers: a line per group, ids (a list), or per "
        "item, id and group (default: what the data file itself shows)",
    )
    parser.add_argument(
        "--out",
        type=Path,
        metavar="VERDICTS.jsonl",
        help=f"write a line per verdict; {common.TABLES_TOO}",
    )
    common.add_force(parser)
    parser.add_argument(
        "--no-evidence",
        dest="evidence",
        action="store_false",
        help="do not look for the words of the text, or the model of it, that show an answer to be wrong: it takes time",
    )
    parser.add_argument("--fail-on-wrong", action="store_true", help="exit with 1 where an answer does not follow from its text")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.set_defaults(run=_run, usage_error=parser.error)


def _run(chosen: argparse.Namespace) -> int:
    arguments = common.run_arguments(chosen)
    if chosen.resume and chosen.steps:
        chosen.usage_error("--steps needs all answers, and --resume keeps the verdicts on earlier ones alone")
    job = common.job(chosen)
    dataset, options = datasets.get(job.dataset), datasets.choose(job.dataset, job.options)
    sources = [one for one in (chosen.answers, chosen.groups) if one is not None]
    if isinstance(dataset, Judging):
        _require_judged(dataset, options, chosen)
        sources += dataset.judge(options, job.files).files
    common.check_answers(dataset, sources)
    items = Typed(chosen.files)
    given = None if chosen.answers is None else given_answers(dataset, chosen.answers, items)
    if given is not None and not given.found:
        fault = common.first_fault(given.faults)
        raise DatasetError(f"{chosen.answers}: no answer in it" + (f": {fault}" if fault else ""))
    groups = None if chosen.groups is None else read_groups(chosen.groups, items)
    if groups == []:
        complain(f"{chosen.groups}: no group of two items or more in it")
    found = check_run(
        job,
        chosen.files,
        None if given is None else given.found,
        digest="" if chosen.answers is None or isinstance(dataset, Judging) else _digest(chosen.answers),
        evidence=chosen.evidence,
        steps=chosen.steps,
        asked_again=groups is not None,
        holding=chosen.json and chosen.out is None,
        inputs=sources,
        **arguments,
    )
    counts = {"dataset": job.dataset, **found.checked.report(groups, [] if given is None else given.faults)}
    if isinstance(dataset, Judging):
        source = dataset.judge(options, job.files).source
        counts = {"dataset": job.dataset, **options, "optimum_from": source, **counts}
    counts["answers_without_item"] = {"count": len(found.unmatched), "first": found.unmatched[:10]}
    checked = found.checked
    counts["unread"], counts["failed"] = checked.unread.report(), checked.failed.report()
    answers = checked.verdicts.answers + checked.outside
    common.require_match(chosen.answers, answers, found.unmatched)
    common.require_items(chosen.files, answers + checked.without + checked.failed.count, common.first_fault(checked.unread.first))
    common.require_answers(chosen.answers, answers + checked.failed.count)
    if chosen.steps:
        counts["steps"] = step_summary(report for _, report in found.steps)
    if chosen.json:
        print_json({**counts, **({"verdicts": found.held} if chosen.out is None else {"verdicts_file": str(chosen.out)})})
    else:
        _print_noted(checked.verdicts, told=not isinstance(dataset, Judging))
        if isinstance(dataset, Judging):
            show(dataset.screen(options, counts))
        else:
            _print_counts(counts)
        _print_rest(counts)
        if chosen.steps:
            _print_steps(found.steps, counts["steps"])
    return int(chosen.fail_on_wrong and checked.verdicts.text[False] > 0)


def _digest(file: str) -> str:
    with stored(file).open("rb") as source:
        return hashlib.file_digest(source, "sha256").hexdigest()


def _require_judged(dataset: Judging, options: Mapping[str, str], chosen: argparse.Namespace) -> None:
    """End with a mistake of usage where the arguments are none for answers that are carried out."""
    if chosen.steps or chosen.groups is not None:
        chosen.usage_error(f"--steps and --groups are about texts; they do not go with {dataset.name}")
    guessing = isinstance(dataset, Baseline) and bool(dataset.baseline(options))
    if (chosen.answers is None) == (not guessing):
        chosen.usage_error(f"{dataset.name} needs --answers or --baseline, and not both: its rows have no answers of their own")


def _print_noted(verdicts: NotedVerdicts, *, told: bool) -> None:
    """Print what is wrong, with what shows it, and then what nobody can tell where that is to be `told`."""
    noted = (verdicts.noted() if told else verdicts.wrong.first)[:_SHOWN]
    for verdict in noted:
        judged = paint("wrong", "bad") if verdict.sound is False else paint("undecided", "open")
        say(f"{verdict.item}: {judged}: {verdict.reason}")
        _say_evidence(verdict)
    more = verdicts.wrong.count + told * verdicts.undecided.count - len(noted)
    if more:
        say(f"... and {more} more; --out writes them all")


def _say_evidence(verdict: Verdict) -> None:
    """Print what shows that an answer is wrong, indented: words of the text, and a model of it."""
    for sentence in verdict.evidence:
        say(f"    {sentence}")
    if verdict.counterexample is not None:
        say(f"    {Witness.heading if verdict.evidence else verdict.counterexample.heading}")
        for line in verdict.counterexample.text().splitlines():
            say(f"        {line}")


def _print_faults(counts: Mapping[str, Any]) -> None:
    """Print which rows gave no item, and on which items the program failed: how many, and the places of the first."""
    for key, title in (("unread", "rows that could not be read"), ("failed", "items that the program failed on")):
        if counts[key]["count"]:
            say(f"{title}: {counts[key]['count']}")
            for entry in counts[key]["first"]:
                say(f"  {entry['file']}:{entry['line']}: {entry['error']}")


def _print_counts(counts: dict[str, Any]) -> None:
    say(f"{counted(counts['answers'], 'answer')}, {counts['abstained']} abstained, {counts['unreadable']} unreadable")
    for key, title in (("against_text", "against the text"), ("against_label", "against the label")):
        say(f"{title}: " + ", ".join(f"{count} {name}" for name, count in counts[key].items()))
    say(share_table(counts["shares"], counts["shares_by_group"]))
    _print_scores(counts)
    _print_malformed(counts)


def _print_rest(counts: dict[str, Any]) -> None:
    """Print what was not judged."""
    for key, title in (
        ("items_without_answer", "items without an answer"),
        ("outside_profile", "answered items that the profile does not score"),
    ):
        if counts.get(key):
            say(f"{title}: {counts[key]}")
    _print_faults(counts)
    strange = counts["answers_without_item"]
    if strange["count"]:
        say(f"answers to none of the items that were read: {strange['count']}, such as {strange['first'][0]}")


def _print_malformed(counts: dict[str, Any]) -> None:
    if "malformed" in counts:
        scores, found = counts["scores"], counts["malformed"]
        said = f"{scores['correct']} of {scores['items']}, {percent(scores['accuracy'])}"
        say(f"right by the label, items without an answer included: {said} ({spread(scores['correct'], scores['items'])})")
        say(f"answers in another form than the published one: {found['count']}")
        for rule, number in found["rules"].items():
            say(f"  {rule}: {number}")
        for fault in found["lines"]["first"]:
            say(f"  line {fault['line']} of the answers: {fault['error']}")
    if "consistency" in counts:
        found = counts["consistency"]
        rows = [("asked again", "groups", "consistent", "share")]
        for name, one in (("all", found), *((kind, found[kind]) for kind in KINDS)):
            rows.append((name, str(one["groups"]), str(one["consistent"]), percent(one["share"])))
        say(table(rows))


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


def _print_steps(reports: Sequence[tuple[Item, StepReport]], counts: dict[str, Any]) -> None:
    """Print the first wrong steps, and the counts of `qsr.oracle.steps.step_summary`."""
    noted = [(item, error) for item, report in reports if (error := report.first_error) is not None]
    for item, error in noted[:_SHOWN]:
        kind = f" ({error.kind})" if error.kind else ""
        say(f"{item.id}: step {error.number} is {_word(error.verdict)}{kind}: {error.text}")
    if len(noted) > _SHOWN:
        say(f"... and {len(noted) - _SHOWN} more; --out writes them all")
    say(
        f"reasoning: {counted(counts['chains'], 'chain')}, {counts['chains_with_a_wrong_step']} with a wrong step, "
        f"{counts['chains_without_steps']} without a step; {counted(counts['steps'], 'step')}"
    )
    for key, title in (
        ("steps_by_verdict", "steps"),
        ("first_wrong_step", "first wrong step, by number"),
        ("first_wrong_kinds", "first wrong step, by kind"),
        ("answers_by_verdict", "answers of the chains"),
    ):
        if counts[key]:
            say(f"{title}: " + ", ".join(f"{name} {count}" for name, count in counts[key].items()))


def _word(verdict: str) -> str:
    return "true, and yet an error" if verdict == "entailed" else verdict
