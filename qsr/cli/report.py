"""``qsr report``: one page about a run: who is right how often, models compared on the same items, and every item in a list."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Final

from qsr import datasets
from qsr.cli import common
from qsr.cli.output import say
from qsr.datasets.hooks import Judging, OwnAnswers
from qsr.datasets.protocol import Baseline
from qsr.inputs import STANDARD
from qsr.oracle.check import given_answers
from qsr.oracle.job import Job
from qsr.oracle.paths import Typed
from qsr.outputs import PAGE, PAGE_COMMENT, save
from qsr.pages import Page
from qsr.report import html, markdown
from qsr.report.content import Model, page
from qsr.report.counts import Counts
from qsr.report.gather import Gathering, Work, explained, read_lines
from qsr.report.items import LISTED, Entries
from qsr.run import engines, open_theory
from qsr.run.lines import VERDICTS, Lines
from qsr.run.pace import progress, written
from qsr.run.reading import rows
from qsr.summary.about import versions
from qsr.wording import counted

__all__ = ["add"]


def _markdown(whole: Page) -> str:
    title, _, rest = markdown.write(whole).partition("\n")
    return f"{title}\n\n{PAGE_COMMENT}\n{rest}"


_FORMATS: Final = {".html": html.write, ".htm": html.write, ".md": _markdown}
_WORST: Final = 12
#: How many labels are shown that their text does not support.
_LABELS: Final = 6
_OWN: Final = (
    "No answers were given: these are the theory's own, which are right by the text by definition. What is of interest is "
    "where the labels differ, and what the theory leaves open."
)


@dataclass(frozen=True, slots=True)
class _Answered:
    """What one model answered: where it comes from, and by id what there is; None where the rows or the theory have it."""

    name: str
    source: str
    found: Mapping[str, tuple[Any, ...]] | None = None


def add(parser: argparse.ArgumentParser) -> None:
    """Add the arguments."""
    common.add_dataset(parser, judging=True)
    answers = parser.add_mutually_exclusive_group()
    answers.add_argument(
        "--answers",
        action="append",
        metavar="[NAME=]ANSWERS.jsonl",
        help="a model's answers, as for `qsr check`; given several times, the models stand side by side",
    )
    answers.add_argument(
        "--predictions", action="append", metavar="[NAME=]PREDICTIONS.jsonl", help="lines that `qsr eval --out` wrote"
    )
    answers.add_argument("--rows", action="store_true", help="take the answers that the data file itself has in its rows")
    parser.add_argument(
        "--verdicts",
        action="append",
        metavar="[NAME=]VERDICTS.jsonl",
        help="lines that `qsr check --out` wrote, so that nothing is judged again but the items shown; alone, or one for each "
        "--answers, whose texts are then shown (without any of these options: the theory's own answers)",
    )
    parser.add_argument(
        "--out",
        type=Path,
        required=True,
        metavar="REPORT.html",
        help="the page; a name in .md is Markdown, and - is standard output",
    )
    parser.add_argument("--title", metavar="T", help="the page's title")
    parser.add_argument("--date", metavar="DATE", help="a date to stand in the page, which has none by itself")
    parser.add_argument(
        "--worst",
        type=_number,
        default=_WORST,
        metavar="N",
        help=f"items to lay out, drawn and explained, per model (default: {_WORST})",
    )
    parser.add_argument(
        "--items",
        type=_number,
        default=LISTED,
        metavar="N",
        help=f"how many items to list, with stories and answers, in a page of HTML (default: {LISTED}; 0 lists none)",
    )
    parser.add_argument(
        "--steps",
        action="store_true",
        help="judge the reasoning in the answers step by step, and show scores by the first wrong step (what `qsr check --steps "
        "--out` wrote has it already)",
    )
    parser.add_argument("--workers", type=common.positive, default=1, metavar="N", help="number of processes (default: 1)")
    common.add_force(parser)
    parser.set_defaults(run=_run, usage_error=parser.error)


def _number(text: str) -> int:
    return 0 if text == "0" else common.positive(text)


def _run(chosen: argparse.Namespace) -> int:
    form = ".html" if str(chosen.out) == STANDARD else chosen.out.suffix.lower()
    if form not in _FORMATS:
        chosen.usage_error(f"--out: expected a name in {', '.join(_FORMATS)}, not {chosen.out.name[:40]!r}")
    if chosen.steps and not (chosen.answers or chosen.rows):
        chosen.usage_error("--steps: needs texts to judge: --answers or --rows")
    job = common.job(chosen)
    dataset = datasets.get(job.dataset)
    named = [_named(one)[1] for kind in ("answers", "predictions", "verdicts") for one in getattr(chosen, kind) or ()]
    own = dataset.judge(datasets.choose(job.dataset, job.options), job.files).files if isinstance(dataset, Judging) else ()
    sources = [*named, *own]
    with common.claim(chosen, [(chosen.out, PAGE)], (*chosen.files, *sources)):
        models = [_model(job, answered, chosen) for answered in _answered(job, chosen)]
        for name, counts in ((model.name, model.counts) for model in models):
            common.require_match(
                name,
                counts.verdicts.answers + counts.outside + counts.failed.count,
                counts.unmatched,
                next(iter(counts.entries.first), ""),
            )
        note = "" if chosen.answers or chosen.predictions or chosen.verdicts or chosen.rows else _OWN
        title = chosen.title or f"{job.dataset}: " + (
            "the theory's own answers" if note else ", ".join(model.name for model in models)
        )
        whole = page(title, dataset, _head(job, chosen), models, note)
        save(chosen.out, _FORMATS[form](whole))
    for counts in (model.counts for model in models):
        items = counts.verdicts.answers + counts.without + counts.outside + counts.failed.count
        common.require_items(chosen.files, items, _fault(counts.unread.first))
    say(f"{chosen.out}: {counted(sum(model.counts.verdicts.answers for model in models), 'answer')}")
    return 0


def _fault(faults: Sequence[Mapping[str, Any]]) -> str:
    return f"{faults[0]['id']}: {faults[0]['file']}:{faults[0]['line']}: {faults[0]['error']}" if faults else ""


def _answered(job: Job, chosen: argparse.Namespace) -> Iterator[_Answered]:
    """Yield what each model answered, from the files that the arguments name."""
    dataset, items = datasets.get(job.dataset), Typed(chosen.files)
    judged = [_named(one) for one in chosen.verdicts or ()]
    given = [_named(one) for one in chosen.answers or chosen.predictions or ()]
    if judged and given and len(judged) != len(given):
        chosen.usage_error("--verdicts: expected one for each file of answers")
    names = [name for name, _ in given or judged]
    if len(set(names)) < len(names):
        chosen.usage_error("two models have the same name; give them as NAME=FILE")
    common.check_answers(dataset, (file for _, file in (*judged, *given)))
    if judged:
        texts = [given_answers(dataset, file, items).found if chosen.answers else {} for _, file in given] or [{} for _ in judged]
        for (name, _), (_, file), said in zip(given or judged, judged, texts, strict=True):
            lines = read_lines(file, ("sound", "gold", "value", "rule", "reason", "evidence"), items)
            yield _Answered(name, "verdicts", {key: (*line, *said.get(key, ())) for key, line in lines.items()})
    elif chosen.predictions:
        for name, file in given:
            yield _Answered(name, "predictions", read_lines(file, ("answer", "status"), items))
    elif chosen.answers:
        for name, file in given:
            yield _Answered(name, "answers", given_answers(dataset, file, items).found)
    elif chosen.rows:
        yield _Answered("answers of the rows", "rows")
    else:
        if isinstance(dataset, Baseline) and dataset.baseline(datasets.choose(job.dataset, job.options)):
            chosen.usage_error("a baseline is reported on by the lines that `qsr eval --out` writes: --predictions")
        yield _Answered(open_theory(job).name, "theory")


def _named(argument: str) -> tuple[str, str]:
    """Return the name and the file of an argument; a file that there is may have the sign in its own name."""
    name, sign, file = argument.partition("=")
    if not sign or Path(argument).exists():
        return Path(argument).stem, argument
    return name, file


def _model(job: Job, answered: _Answered, chosen: argparse.Namespace) -> Model:
    """Judge and count what one model answered; look for evidence of what is shown."""
    left = None if answered.found is None else dict(answered.found)
    dataset = datasets.get(job.dataset)
    key = dataset.key if isinstance(dataset, OwnAnswers) and answered.source == "answers" else str

    def work() -> Iterator[Work]:
        for row in rows(job, chosen.files, chosen.limit):
            yield row, None if left is None else left.pop(key(row.id), ())

    counts = Counts.of(dataset)
    counts.entries = Entries(chosen.items)
    make = partial(Gathering, job, answered.source, steps=chosen.steps, listed=chosen.items)
    runner = engines.get("local", chosen.workers)
    written(runner, make, progress(work(), chosen.limit), Lines(None, VERDICTS), counts)
    counts.unmatched = sorted(left or ())
    worst = explained(job, counts.worst.chosen(chosen.worst))
    labels = explained(job, counts.labels.chosen(min(_LABELS, chosen.worst)), labels=True)
    return Model(answered.name, counts, worst, labels)


def _head(job: Job, chosen: argparse.Namespace) -> list[tuple[str, str]]:
    """Return what was run, on what and with what."""
    dataset, theory = datasets.get(job.dataset), open_theory(job)
    files = (
        ", ".join(chosen.files) if len(chosen.files) <= 6 else f"{', '.join(chosen.files[:5])} and {len(chosen.files) - 5} more"
    )
    options = datasets.choose(job.dataset, job.options)
    found = [("data set", job.dataset), ("published in", dataset.reference), ("files", files)]
    if chosen.limit:
        found.append(("items", f"the first {chosen.limit}"))
    for kind in ("answers", "predictions", "verdicts"):
        if getattr(chosen, kind):
            found.append((kind, ", ".join(getattr(chosen, kind))))
    found.append(("theory", f"{theory.name} ({theory.fingerprint})"))
    if options:
        found.append(("read with", ", ".join(f"{name} {value}" for name, value in sorted(options.items()))))
    for one in dataset.files if isinstance(dataset, Judging) else ():
        if one.name in job.files:
            found.append((one.title, ", ".join(job.files[one.name])))
    found.append(("versions", ", ".join(f"{name} {number or 'missing'}" for name, number in versions().items())))
    return found + ([("date", chosen.date)] if chosen.date else [])
