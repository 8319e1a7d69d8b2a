"""``qsr verify``: tell whether everything is true that a certificate claims.

Exit codes: 0 every claim was confirmed; 1 one does not hold, or the theory and its settings are neither those of the story nor
named by ``--theory``; 3 the file is no certificate, was changed after it was written, or was made by other encodings; 4 nothing
was refuted, and something could not be re-checked.
"""

from __future__ import annotations

import argparse

from qsr import certificates
from qsr.certificates.format import MOST_BYTES
from qsr.cli import common
from qsr.cli.output import print_json, say
from qsr.errors import DatasetError, QsrError
from qsr.inputs import readable, stored
from qsr.wording import counted, led

__all__ = ["add"]


def add(parser: argparse.ArgumentParser) -> None:
    """Add the arguments."""
    parser.add_argument("certificate", metavar="CERT.json", help="the certificate")
    parser.add_argument("--story", metavar="FILE", help="the story file that it has to be about")
    parser.add_argument(
        "--theory", metavar="T", help="theory and settings that it has to be made under (default: those of the story itself)"
    )
    parser.add_argument("--fast", action="store_true", help="do not check that the sets of statements are minimal")
    parser.add_argument(
        "--any-version", action="store_true", help="check what other encodings made, by the meaning that theories have now"
    )
    parser.add_argument(
        "--timeout", type=common.seconds, default=60.0, metavar="S", help="seconds per question to a solver (default: 60)"
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.set_defaults(run=_run)


def _run(chosen: argparse.Namespace) -> int:
    try:
        certificate = certificates.loads(_bytes(chosen.certificate))
    except QsrError as error:
        raise DatasetError(led(chosen.certificate, str(error))) from error
    text = None if chosen.story is None else _bytes(chosen.story).decode("utf-8-sig", "replace")
    report = certificates.verify(
        certificate,
        text=text,
        theory=chosen.theory,
        any_version=chosen.any_version,
        fast=chosen.fast,
        seconds=chosen.timeout,
    )
    names = ("question", "witness", "core", "plan")
    counts = {"questions": report.questions, "witnesses": report.witnesses, "cores": report.cores, "plans": report.plans}
    if chosen.json:
        whole = {"holds": report.holds, "theory": report.theory, "faults": report.faults, "unchecked": report.unchecked}
        told = [{"sentence": one.sentence, "paraphrase": one.text} for one in report.paraphrases]
        print_json({**whole, **counts, **({"paraphrases": told} if told else {})})
    else:
        verdict = "does not hold" if report.faults else "not re-checked in full" if report.unchecked else "every claim holds"
        shown = ", ".join(map(counted, counts.values(), names, counts))
        minimal = " (whether cores are minimal was left out)" if chosen.fast else ""
        missing = f"; not checked: {counted(len(report.unchecked), 'claim')}" if report.unchecked else ""
        say(f"{verdict}: confirmed {shown}{missing}{minimal}")
        if report.theory:
            say(f"  theory       {report.theory}")
        for one in report.paraphrases:
            say(f"  in other words  {one.sentence}\n                  {one.text or '(passed over)'}")
        for fault in report.faults:
            say(f"  wrong        {fault}")
        for reason in report.unchecked:
            say(f"  not checked  {reason}")
    return 1 if report.faults else 4 if report.unchecked else 0


def _bytes(file: str) -> bytes:
    with readable(file), stored(file).open("rb") as stream:
        return stream.read(MOST_BYTES + 1)
