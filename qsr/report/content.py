"""What stands in a report and in which order: head, scores, groups, errors, labels at fault, and the items to look at."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from qsr.counts import Listed
from qsr.datasets.hooks import Judging
from qsr.datasets.protocol import Dataset
from qsr.draw import plots
from qsr.oracle.scores.consistency import KINDS, consistency, groups_of
from qsr.pages import Block, Figure, Heading, Notes, Page, Paragraph, Table
from qsr.report import groups
from qsr.report.cases import case, label_case
from qsr.report.counts import Counts, asked, shares
from qsr.report.headline import by_label, compared, comparison, headline
from qsr.report.items import listing, tally
from qsr.report.worst import LABEL_FAULTS, Candidate
from qsr.shares import percent, rate, spread
from qsr.wording import counted

__all__ = ["Model", "page"]

_PAIRS: Final = 12
#: Characters of a model's name.
_NAME: Final = 40
_TEXT_ROWS: Final = (
    "answers",
    "right",
    "wrong",
    "undecided",
    "abstentions among them",
    "unreadable ones",
    "share of right answers",
    "95 % interval",
    "right of those decided",
    "coverage",
)
_LABEL_ROWS: Final = ("items with a label", "right", "share of right answers", "95 % interval")
_JUDGED: Final = {True: "right", False: "wrong", None: "undecided"}


@dataclass(frozen=True, slots=True)
class Model:
    """One model's counts, with the wrong answers to show, evidence and all; the labels to show are about all models alike."""

    name: str
    counts: Counts
    worst: Sequence[Candidate] = ()
    labels: Sequence[Candidate] = ()


def page(title: str, dataset: Dataset, head: Sequence[tuple[str, str]], models: Sequence[Model], note: str = "") -> Page:
    """Return the report.

    Parameters
    ----------
    title
        The title of the page.
    dataset
        The data set.
    head
        Pairs of a term and what it says: what was run, on what, with what.
    models
        One or several models, over the same items.
    note
        What is to be known about the answers, if anything.
    """
    names = _short([model.name for model in models])
    head = [*head, *((short, model.name) for short, model in zip(names, models, strict=True) if short != model.name)]
    named = [replace(model, name=short) for short, model in zip(names, models, strict=True)]
    return Page(title, tuple(_blocks(dataset, head, named, note)))


def _short(names: Sequence[str]) -> list[str]:
    """Return names that fit a column, each another; what is left out stands in the table about the report.

    >>> _short(["a", "b" * 50, "b" * 60])[1:]
    ['bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb... (2)', 'bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb... (3)']
    """
    return [name if len(name) <= _NAME else f"{name[: _NAME - 8]}... ({number})" for number, name in enumerate(names, 1)]


def _blocks(dataset: Dataset, head: Sequence[tuple[str, str]], models: Sequence[Model], note: str) -> Iterator[Block]:
    named = [(model.name, model.counts) for model in models]
    answered = any(model.counts.verdicts.answers for model in models)
    if answered:
        yield from headline(named)
    else:
        yield Paragraph("There is no answer to any of the items: nothing can be said of them.", lead=True)
    if note:
        yield Paragraph(note)
    items = listing([(name, counts.entries) for name, counts in named])
    if items is not None:
        yield Heading("Every item", opened=True)
        yield items
    if answered:
        yield Heading("Scores")
        yield from _scores(models)
        if isinstance(dataset, Judging):
            yield from dataset.page([(model.name, model.counts.own) for model in models])
        else:
            yield from groups.blocks(dataset, named)
            yield from groups.ways(named)
            yield from _errors(models)
        yield from _labels(models)
        yield from _consistency(dataset, models)
        yield from _worst(models)
    yield from _faults(models)
    yield Heading("About this report")
    yield Table("What this report is about", ("", ""), tuple(head), numeric=False)


def _scores(models: Sequence[Model]) -> Iterator[Block]:
    several = len(models) > 1
    names = tuple(model.name for model in models)
    yield _upright("Answers by the text", names, _TEXT_ROWS, [_by_text(model) for model in models])
    yield Paragraph(
        "By the text an answer is right where it follows from the story. The share of right answers is of those on which the "
        "text decides and those that cannot be read, which are not right; coverage is on how many answers the text decides, and "
        "`right of those decided` leaves out what cannot be read, as `qsr check` does. Intervals are 95 % score intervals "
        "(Wilson 1927)."
    )
    if any(model.counts.labelled for model in models):
        yield _upright("Answers by the label", names, _LABEL_ROWS, [_by_label(model) for model in models])
        yield Paragraph("By the label an answer is right where it equals the label; one that cannot be read is not.")
    yield Figure("Shares of right answers, with 95 % intervals.", _overview(models))
    if several:
        yield Paragraph(
            "All models answered items of the same files; an item that a model did not answer is missing from its counts."
        )
        named = [(model.name, model.counts) for model in models]
        if not by_label(named) and any(model.counts.labelled for model in models):
            yield from comparison(named, compared(named, label=True), label=True)
    yield from _against_each_other(models)
    yield from _beside(models)
    yield from _label_scores(models)
    yield from _samples(models)


def _upright(caption: str, names: Sequence[str], rows: Sequence[str], columns: Sequence[Sequence[str]]) -> Table:
    """Return a table with a column for each model, which fits a narrow screen."""
    cells = tuple((row, *(column[place] for column in columns)) for place, row in enumerate(rows))
    return Table(caption, ("", *names), cells)


def _by_text(model: Model) -> tuple[str, ...]:
    whole, right = model.counts.verdicts, model.counts.verdicts.text[True]
    counted = (whole.answers, *map(whole.text.__getitem__, _JUDGED), whole.abstained, whole.unreadable)
    of, coverage = asked(tally(model.counts.outcomes.values())), rate(whole.judged, whole.answers)
    return (
        *map(str, counted),
        percent(rate(right, of)),
        spread(right, of),
        percent(rate(right, whole.judged)),
        percent(coverage),
    )


def _by_label(model: Model) -> tuple[str, ...]:
    found, labelled = model.counts.scores.scores(), model.counts.labelled
    return (str(labelled), str(found["correct"]), percent(found["accuracy"]), spread(found["correct"], labelled))


def _overview(models: Sequence[Model]) -> str:
    rows = []
    by_label = any(model.counts.labelled for model in models)
    for model in models:
        whole, correct, labelled = model.counts.verdicts, model.counts.scores.scores()["correct"], model.counts.labelled
        of = asked(tally(model.counts.outcomes.values()))
        points = [groups.point(whole.text[True], of), *([groups.point(correct, labelled)] if by_label else [])]
        rows.append((model.name, points))
    return plots.bars(rows, ["by the text", "by the label"][: 2 if by_label else 1], "Shares of right answers")


def _against_each_other(models: Sequence[Model]) -> Iterator[Block]:
    """Yield how often text and label agree about an answer."""
    for model in models:
        if not model.counts.labelled:
            continue
        rows = [
            (f"{_JUDGED[sound]} by the text", *(str(model.counts.verdicts.both[sound, gold]) for gold in (True, False, None)))
            for sound in (True, False, None)
        ]
        named = f" ({model.name})" if len(models) > 1 else ""
        yield Table(
            f"Text and label together{named}", ("", "as the label", "not as the label", "no label, or unreadable"), tuple(rows)
        )


def _beside(models: Sequence[Model]) -> Iterator[Block]:
    found = models[0].counts.beside.report()
    if not found:
        return
    labelled = models[0].counts.labelled
    rows: list[tuple[str, ...]] = [
        (name, percent(share), spread(round((share or 0.0) * labelled), labelled)) for name, share in found["baselines"].items()
    ]
    rows += [(model.name, *_by_label(model)[2:]) for model in models]
    yield Table("Beside guesses that rest on no theory, by the label", ("", "right", "95 % interval"), tuple(rows))


def _label_scores(models: Sequence[Model]) -> Iterator[Block]:
    reports = [(model.name, model.counts.scores.scores()) for model in models]
    if not any("labels" in report for _, report in reports):
        return
    yield Table(
        "Sets of labels",
        ("", "exact match", "macro F1"),
        tuple((name, percent(report["accuracy"]), f"{report['macro_f1']:.4f}") for name, report in reports if "labels" in report),
    )
    for name, report in reports:
        if "labels" not in report:
            continue
        rows = [
            (label, *(f"{one[key]:.4f}" for key in ("precision", "recall", "f1")), str(one["support"]))
            for label, one in report["labels"].items()
        ]
        named = f" ({name})" if len(reports) > 1 else ""
        yield Table(f"Each label{named}", ("label", "precision", "recall", "F1", "support"), tuple(rows), folded=len(rows) > 12)
    every = list(dict.fromkeys(label for _, report in reports for label in report.get("labels", ())))
    drawn = [
        (
            label,
            [plots.Point(report["labels"][label]["f1"] if label in report.get("labels", ()) else None) for _, report in reports],
        )
        for label in every
    ]
    yield Figure("F1 of each label.", plots.bars(drawn, [name for name, _ in reports], "F1 of each label"))


def _samples(models: Sequence[Model]) -> Iterator[Block]:
    for model in models:
        found = model.counts.scores.samples()
        if found is not None:
            rows = [(name, *(f"{value:.4f}" for value in found[name].values())) for name in ("majority", "single")]
            yield Table(f"The majority of samples, and single ones ({model.name})", ("", *found["majority"]), tuple(rows))


def _errors(models: Sequence[Model]) -> Iterator[Block]:
    if not any(model.counts.errors for model in models):
        return
    yield Heading("Errors")
    every = sorted(
        {kind for model in models for kind in model.counts.errors},
        key=lambda kind: (-sum(model.counts.errors[kind] for model in models), kind),
    )
    rows = []
    for kind in every:
        numbers = [(model.counts.errors[kind], model.counts.verdicts.answers) for model in models]
        rows.append((kind, *(f"{number}\n{percent(rate(number, whole))}" for number, whole in numbers)))
    names = [model.name for model in models] if len(models) > 1 else ["answers"]
    yield Table("Kinds of errors, by the text, with their shares of all answers", ("", *names), tuple(rows))
    for model in models:
        pairs = shares(model.counts.confusions)[:_PAIRS]
        if pairs:
            named = f" ({model.name})" if len(models) > 1 else ""
            shown = tuple((said, right, str(number)) for (said, right), number, _ in pairs)
            yield Table(
                f"What was answered for what{named}", ("answered", "right by the text", "answers"), shown, folded=len(shown) > 8
            )


def _labels(models: Sequence[Model]) -> Iterator[Block]:
    # Labels are the same for all models; the one with most answers saw most of them.
    most = max(models, key=lambda model: model.counts.verdicts.answers)
    faults = most.counts.label_faults
    if not faults:
        return
    yield Heading("Labels that their text does not support")
    yield Paragraph(
        "Each of these items has a label that is not what its own story says under this theory, or not all of it. Scores by the "
        "label reward answers that agree with such a label all the same."
    )
    rows = tuple((LABEL_FAULTS[kind], str(number)) for kind, number, _ in shares(faults))
    yield Table("Labels against their texts", ("", "items"), rows)
    for candidate in most.labels:
        yield label_case(candidate)


def _consistency(dataset: Dataset, models: Sequence[Model]) -> Iterator[Block]:
    reports = []
    for model in models:
        if model.counts.members:
            found = consistency(
                model.counts.members, groups_of(dataset, (member.item for member in model.counts.members.values()))
            )
            if found["groups"]:
                reports.append((model.name, found))
    if not reports:
        return
    yield Heading("Questions that are asked again")
    rows = [
        (name if kind == "all" else f"{name}: {kind}", *_asked_again(found if kind == "all" else found[kind]))
        for name, found in reports
        for kind in ("all", *KINDS)
    ]
    yield Table("Groups of items that are one question", ("", "groups", "answered alike", "share", "95 % interval"), tuple(rows))


def _asked_again(one: Mapping[str, Any]) -> tuple[str, ...]:
    return str(one["groups"]), str(one["consistent"]), percent(one["share"]), spread(one["consistent"], one["groups"])


def _worst(models: Sequence[Model]) -> Iterator[Block]:
    if not any(model.worst for model in models):
        return
    yield Heading("Items to look at")
    yield Paragraph(
        "Of each kind of error some items, from different groups where there are any; plans that fall furthest short of the "
        "best ones come first. Marked words of a story are a minimal set of sentences that shows the answer to be wrong; where "
        "no words do so, a drawing shows the story come true and the answer fail."
    )
    for model in models:
        if len(models) > 1 and model.worst:
            yield Heading(model.name, 3)
        for candidate in model.worst:
            yield case(candidate)


def _faults(models: Sequence[Model]) -> Iterator[Block]:
    found: list[Block] = []
    for model in models:
        if model.counts.without:
            found.append(Paragraph(f"{model.name}: {counted(model.counts.without, 'item')} without an answer."))
        if model.counts.outside:
            found.append(Paragraph(f"{model.name}: {model.counts.outside} answered items that the profile does not score."))
        if model.counts.unmatched:
            strange = model.counts.unmatched
            found.append(Paragraph(f"{model.name}: {counted(len(strange), 'answer')} to no item, such as {strange[0]}."))
    # What a file holds is the same for all models.
    counts = models[0].counts
    for places, title in (
        (counts.unread, "Rows that gave no item"),
        (counts.failed, "Items that the program failed on"),
        (counts.defective, "Items whose text is broken"),
    ):
        found += _places(places, title)
    if found:
        yield Heading("What could not be counted")
        yield from found


def _places(places: Listed[dict[str, Any]], title: str) -> list[Block]:
    if not places.count:
        return []
    more = f", the first {len(places.first)}" if places.count > len(places.first) else ""
    return [
        Paragraph(f"{title}: {places.count}{more}"),
        Notes(tuple(f"{one['file']}:{one['line']}: {one['error']}" for one in places.first)),
    ]
