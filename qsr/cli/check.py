"""``qsr check``: judge each answer of a model by the text and by the label."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

from qsr import datasets, run
from qsr.cli import check_plans, check_steps, common
from qsr.cli.output import percent, print_json, say, table
from qsr.cli.scores import label_table
from qsr.datasets.protocol import AnyAnswer, BadRow, Dataset, Item, Reading
from qsr.errors import DatasetError
from qsr.oracle import check
from qsr.oracle.answer_files.raw_answers import RawAnswers, read_raw
from qsr.oracle.scores.agreement import SampleScores
from qsr.oracle.scores.consistency import KINDS, Member, consistency, groups_of, read_groups
from qsr.oracle.scores.hops import Hops
from qsr.oracle.scores.malformed import Malformed
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
    check_plans.add(parser)
    parser.add_argument(
        "--groups",
        metavar="GROUPS.jsonl",
        help="which items are one question asked again, for the consistency of answers: a line per group, ids (a list), or per "
        "item, id and group (default: what the data file itself shows)",
    )
    parser.add_argument("--out", type=Path, metavar="VERDICTS.jsonl", help="write a line per verdict")
    parser.add_argument("--fail-on-wrong", action="store_true", help="exit with 1 where an answer does not follow from its text")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.set_defaults(run=_run, usage_error=parser.error)


def _run(chosen: argparse.Namespace) -> int:
    if chosen.dataset == "grasp":
        return check_plans.run_check(chosen)
    job = common.job(chosen)
    dataset = datasets.get(job.dataset)
    given = _given(dataset, chosen.answers)
    answers = None if given is None else dict(given.answers)
    again = _Again(dataset, chosen.groups)
    sources = [*chosen.files, *(one for one in (chosen.answers, chosen.groups) if one is not None)]
    if chosen.out is not None and any(chosen.out.exists() and Path(one).exists() and chosen.out.samefile(one) for one in sources):
        raise DatasetError(f"{chosen.out}: would overwrite an input file")
    session = run.open_theory(job).open(job.backend, job.limits)
    steps = check_steps.StepChecks.opened(chosen, job)
    verdicts: list[Verdict] = []
    scores, hops, malformed = SampleScores(), Hops(), Malformed()
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
                if isinstance(dataset, AnyAnswer):
                    scores.add(item, [Reading(None, "missing")])
                    again.add(item, None)
                continue
            answer = session.answer(item.story, item.question)
            readings = [_read(dataset, item, text) for text in texts]
            reading = scores.add(item, readings)
            again.add(item, reading)
            for text, one in zip(texts, readings, strict=True):
                malformed.add(item, text, one)
            written = [text for text in texts if isinstance(text, str)]
            for text in written:
                hops.add(item, text)
            if steps is not None:
                steps.add(item, written)
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
    if isinstance(dataset, AnyAnswer):
        counts["malformed"] = malformed.report([] if given is None else given.faults)
    if again.asked:
        counts["consistency"] = again.report()
    if steps is not None:
        counts["steps"] = steps.summary()
    if chosen.json:
        print_json({**counts, "verdicts": lines})
    else:
        _print(counts, verdicts)
        if steps is not None:
            steps.say()
    return int(chosen.fail_on_wrong and any(verdict.sound is False for verdict in verdicts))


def _given(dataset: Dataset, file: str | None) -> RawAnswers | None:
    """Return the answers of a file; a data set that reads answers of every kind is stopped by none."""
    if file is None:
        return None
    return read_raw(file) if isinstance(dataset, AnyAnswer) else RawAnswers(dict(check.read_samples(file)))


def _read(dataset: Dataset, item: Item, answer: Any) -> Reading:
    return dataset.read_answer(item, answer) if isinstance(dataset, AnyAnswer) else dataset.extract(item, answer)


class _Again:
    """Answers to questions that are asked again; nothing is kept for data sets without options, unless groups are named."""

    def __init__(self, dataset: Dataset, groups: str | None) -> None:
        self._groups = None if groups is None else read_groups(groups)
        self.asked = self._groups is not None or isinstance(dataset, AnyAnswer)
        self._members: dict[str, Member] = {}

    def add(self, item: Item, reading: Reading | None) -> None:
        """Keep what was read from the answer to an item."""
        if self.asked:
            self._members[item.id] = Member.of(item, None if reading is None else reading.value)

    def report(self) -> dict[str, Any]:
        """Return the consistency of the answers over the named groups, or over those that the items show."""
        groups = groups_of(member.item for member in self._members.values()) if self._groups is None else self._groups
        return consistency(self._members, groups)


def _print(counts: dict[str, Any], verdicts: list[Verdict]) -> None:
    # What is wrong comes before what nobody can tell.
    noted = sorted((verdict for verdict in verdicts if verdict.sound is not True), key=lambda verdict: verdict.sound is None)
    for verdict in noted[:_SHOWN]:
        say(f"{verdict.item}: {'wrong' if verdict.sound is False else 'undecided'}: {verdict.reason}")
    if len(noted) > _SHOWN:
        say(f"... and {len(noted) - _SHOWN} more; --out writes them all")
    say(f"{counts['answers']} answers, {counts['abstained']} abstained, {counts['unreadable']} unreadable")
    for key, title in (("against_text", "against the text"), ("against_label", "against the label")):
        say(f"{title}: " + ", ".join(f"{count} {name}" for name, count in counts[key].items()))
    _print_scores(counts)
    _print_malformed(counts)
    for key, title in (("items_without_answer", "items without an answer"), ("unread_items", "rows that could not be read")):
        if counts[key]:
            say(f"{title}: {counts[key]}")
    if counts["answers_without_item"]["count"]:
        say(
            f"answers to no item: {counts['answers_without_item']['count']}, such as {counts['answers_without_item']['first'][0]}"
        )


def _print_malformed(counts: dict[str, Any]) -> None:
    if "malformed" in counts:
        scores, found = counts["scores"], counts["malformed"]
        rows = [("group", "items", "correct", "accuracy")]
        for name, one in (("all", scores), *scores["groups"].items()):
            rows.append((name, str(one["items"]), str(one["correct"]), percent(one["accuracy"])))
        say(table(rows))
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
