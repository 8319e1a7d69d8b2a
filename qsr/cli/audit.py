"""``qsr audit``: labels that their own text does not support."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from qsr import datasets, run
from qsr.cli import common
from qsr.cli.output import complain, print_json, say
from qsr.datasets.protocol import Auditable, BadRow
from qsr.errors import DatasetError, UnknownName
from qsr.oracle.audit import Finding, audit_item, corrected_path, corrections, summary

__all__ = ["add"]


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command and its arguments."""
    parser = commands.add_parser(
        "audit",
        help="find labels that their own text does not support",
        description="Find labels that their own text does not support, each with the sentences that show it. "
        "Classes: contradicts, inconsistent, undetermined, defective.",
    )
    common.add_dataset(parser)
    parser.add_argument("--out", type=Path, metavar="REPORT.jsonl", help="write a line per finding")
    parser.add_argument(
        "--corrected",
        type=Path,
        metavar="PLACE",
        help="write a corrected copy of each file to this file or folder: contradicting labels become what the text says, "
        "items of the other classes are left out; the originals are never changed",
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.set_defaults(run=_run)


def _run(chosen: argparse.Namespace) -> int:
    job = common.job(chosen)
    dataset = _auditable(job.dataset)
    originals = [Path(file) for file in chosen.files]
    if chosen.out is not None and any(chosen.out.exists() and one.exists() and chosen.out.samefile(one) for one in originals):
        raise DatasetError(f"{chosen.out}: would overwrite a data file")
    targets = [] if chosen.corrected is None else [corrected_path(one, chosen.corrected, originals) for one in originals]
    findings, items, unread = _findings(job, dataset, chosen)
    if chosen.out is not None:
        with chosen.out.open("w", encoding="utf-8", newline="\n") as report:
            report.writelines(json.dumps(finding.line_of_report(), ensure_ascii=False) + "\n" for finding in findings)
    for file, original, target in zip(chosen.files, originals, targets, strict=False):
        changes = {_under(identity, file, original): label for identity, label in corrections(findings, file)}
        dataset.rewrite(original, target, changes)
        complain(f"corrected copy: {target}")
    counts = {"dataset": job.dataset, **summary(findings, items), "unread": unread}
    if chosen.json:
        print_json({**counts, "report": [finding.line_of_report() for finding in findings]})
        return 0
    if chosen.out is None:
        for finding in findings:
            _print(finding)
    say(
        f"{counts['items']} items, {counts['findings']} findings: "
        + ", ".join(f"{kind} {count}" for kind, count in counts["classes"].items())
    )
    if unread:
        say(f"{unread} rows could not be read; `qsr eval` lists them")
    return 0


def _under(identity: str, file: str, original: Path) -> str:
    """Return an id for the file as it is opened: some data sets begin ids with the file as it was given, others do not."""
    return str(original) + identity.removeprefix(file) if identity.startswith(file) else identity


def _auditable(name: str) -> Auditable:
    dataset = datasets.get(name)
    if not isinstance(dataset, Auditable):
        able = [one for one in datasets.names() if isinstance(datasets.get(one), Auditable)]
        raise UnknownName("data set with an audit", name, able)
    return dataset


def _findings(job: run.Job, dataset: Auditable, chosen: argparse.Namespace) -> tuple[list[Finding], int, int]:
    session = run.open_theory(job).open(job.backend, job.limits)
    findings: list[Finding] = []
    items = unread = 0
    try:
        for item in run.items(job, chosen.files, chosen.limit):
            if isinstance(item, BadRow):
                unread += 1
                continue
            items += 1
            finding = audit_item(dataset, session, item, session.answer(item.story, item.question))
            if finding is not None:
                findings.append(finding)
    finally:
        session.close()
    return findings, items, unread


def _print(finding: Finding) -> None:
    say(f"{finding.id} (line {finding.line}): {finding.kind}: {finding.reason}")
    for quote in finding.derivation:
        say(f"    {quote}")
