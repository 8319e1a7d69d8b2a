"""``qsr audit``: labels that their own text does not support."""

from __future__ import annotations

import argparse
from collections import Counter
from pathlib import Path
from typing import Final

from qsr import datasets, run, theories
from qsr.cli import common
from qsr.cli.output import complain, print_json, say
from qsr.datasets.forms.tables import kind, require, save_lines
from qsr.datasets.hooks import CLASSES, Audited, Finding
from qsr.datasets.protocol import Auditable, BadRow
from qsr.errors import UnknownName
from qsr.inputs import stored
from qsr.oracle.audit import audit_item, corrected_path, corrections, summary
from qsr.outputs import UNMARKED, beside
from qsr.run.lines import json_line
from qsr.wording import counted

__all__ = ["add"]

_FINDING: Final = ("id", "line", "class", "text_answer", "derivation")


def add(parser: argparse.ArgumentParser) -> None:
    """Add the arguments."""
    parser.description = (
        "Find labels that their own text does not support, each with the sentences that show it. "
        "Classes: contradicts, inconsistent, undetermined, defective, and for rooms conflict (text and facts differ)."
    )
    common.add_dataset(parser)
    parser.add_argument("--out", type=Path, metavar="REPORT.jsonl", help=f"write a line per finding; {common.TABLES_TOO}")
    parser.add_argument(
        "--corrected",
        type=Path,
        metavar="PLACE",
        help="write a corrected copy of each file to this file or folder: contradicting labels become what the text says, "
        "items that no label suits are left out; the originals are never changed",
    )
    common.add_force(parser)
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.set_defaults(run=_run)


def _run(chosen: argparse.Namespace) -> int:
    job = common.job(chosen)
    dataset = _auditable(job.dataset)
    originals = [stored(file) for file in chosen.files]
    if chosen.out is not None:
        require(chosen.out)
    findings_kind = kind(chosen.out or Path(), "lines of `qsr audit --out`", *_FINDING)
    targets = [] if chosen.corrected is None else [corrected_path(one, chosen.corrected, originals) for one in originals]
    with common.claim(chosen, [(chosen.out, findings_kind), *((target, UNMARKED) for target in targets)], originals):
        findings, read, fault = _findings(job, dataset, chosen)
        if chosen.out is not None:
            save_lines(chosen.out, (json_line(finding.line_of_report()) for finding in findings))
        for file, original, target in zip(chosen.files, originals, targets, strict=False):
            changes = {_under(identity, file, original): label for identity, label in corrections(findings, file)}
            with beside(target) as part:
                dataset.rewrite(original, part, changes, datasets.choose(job.dataset, job.options))
            complain(f"corrected copy: {target}")
    classes = dataset.classes if isinstance(dataset, Audited) else CLASSES
    counts = {"dataset": job.dataset, **summary(findings, read["items"], classes)}
    counts |= {name: read[name] for name in ("unlabelled", "undecided", "unread")}
    common.require_items(chosen.files, read["items"], fault)
    if chosen.json:
        print_json({**counts, "report": [finding.line_of_report() for finding in findings]})
        return 0
    if chosen.out is None:
        for finding in findings:
            _print(finding)
    say(
        f"{counted(counts['items'], 'item')}, {counted(counts['findings'], 'finding')}: "
        + ", ".join(f"{kind} {count}" for kind, count in counts["classes"].items())
    )
    if read["unlabelled"]:
        say(f"{counted(read['unlabelled'], 'item has', 'items have')} no label to compare with")
    if read["undecided"]:
        say(f"{counted(read['undecided'], 'item is', 'items are')} not covered or not decided")
    if read["unread"]:
        say(f"{counted(read['unread'], 'row')} could not be read; `qsr eval` lists {'it' if read['unread'] == 1 else 'them'}")
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


def _findings(job: run.Job, dataset: Auditable, chosen: argparse.Namespace) -> tuple[list[Finding], Counter[str], str]:
    """Return what was found, how many items and rows there were of which kind, and what is wrong with the first unread one."""
    options = datasets.choose(job.dataset, job.options)
    settings = theories.parse_settings(job.theory) if job.theory else {}
    session = run.open_theory(job).open(job.backend, job.limits)
    findings, counts, fault = list[Finding](), Counter[str](), ""
    try:
        for row in run.rows(job, chosen.files, chosen.limit):
            item = row if isinstance(row, BadRow) else dataset.item(row, options)
            if isinstance(row, BadRow) or isinstance(item, BadRow):
                counts["unread"] += 1
                bad = row if isinstance(row, BadRow) else item
                fault = fault or f"line {bad.line}: {bad.error if isinstance(bad, BadRow) else ''}"
                continue
            counts["items"] += 1
            answer = session.answer(item.story, item.question)
            if isinstance(dataset, Audited):
                finding = dataset.audit(session, row, item, answer, job.limits, settings)
            else:
                finding = audit_item(dataset, session, item, answer)
            counts["unlabelled"] += item.gold is None
            counts["undecided"] += item.gold is not None and finding is None and answer.status in ("unknown", "not_covered")
            if finding is not None:
                findings.append(finding)
    finally:
        session.close()
    return findings, counts, fault


def _print(finding: Finding) -> None:
    say(f"{finding.id} (line {finding.line}): {finding.kind}: {finding.reason}")
    shown = {quote for one in finding.evidence for quote in one.sentences}
    for quote in finding.derivation:
        if quote not in shown:
            say(f"    {quote}")
    for one in finding.evidence:
        if one.listed:
            say(f"    {one.candidate} is listed and impossible{':' if one.sentences else f' ({one.note})'}")
            for quote in one.sentences:
                say(f"        {quote}")
        elif one.layout is None:
            say(f"    {one.candidate} is possible and not listed ({one.note})")
        else:
            say(f"    {one.candidate} is possible and not listed; it holds here:")
            for line in one.layout.text().splitlines():
                say(f"        {line}")
