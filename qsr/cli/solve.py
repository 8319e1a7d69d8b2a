"""``qsr solve``: stories in, every consistent answer out."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from qsr import api
from qsr.cli import common, solve_text
from qsr.cli.comparison import add_comparison
from qsr.cli.output import complain, place, print_json
from qsr.cli.solve_explain import count, explain, named, quotes, situation, trace
from qsr.errors import DatasetError, LimitReached, ParseError, UnsupportedQuestion
from qsr.story import Plan, Question, Story
from qsr.theories.protocol import Limits, Session, Theory

__all__ = ["add", "read_story"]

#: Theories by SpaRTUN's rules, which are not what the relations mean: where the two part, an explanation says so.
_SPARTUN: Final = ("spartun", "paper-ps1")


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command and its arguments."""
    parser = commands.add_parser("solve", help="answer the questions of story files", description=__doc__)
    parser.add_argument("stories", nargs="+", metavar="STORY", help="story files; - reads standard input")
    parser.add_argument(
        "--question", action="append", default=[], metavar="Q", help="a further question; may be given several times"
    )
    common.add_theory(parser, "the story's own, else exact")
    parser.add_argument(
        "--explain",
        action="store_true",
        help="show the text that excludes a label, a witness for each possible one, and in how many layouts of a room it holds",
    )
    parser.add_argument("--scenarios", type=common.positive, metavar="N", help="show at most N different models of the story")
    parser.add_argument(
        "--draw", type=Path, metavar="FILE.svg", help="draw a model of the story; with several stories the files are numbered"
    )
    parser.add_argument("--lenient", action="store_true", help="skip sentences that are not understood, and say which")
    parser.add_argument(
        "--compare-domains",
        type=int,
        choices=(2, 3),
        nargs="?",
        const=0,
        metavar="CLASSES",
        help="read RoomSpace's rooms, and show where the grid's size or the mode changes an answer; 2 or 3 says how many "
        "classes of distance there are, where the text does not",
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.set_defaults(run=_run)


def _run(chosen: argparse.Namespace) -> int:
    if chosen.compare_domains is not None:
        from qsr.cli.solve_rooms import compare

        return compare(chosen)
    codes = {0}
    results: list[dict[str, Any]] = []
    for number, file in enumerate(chosen.stories, 1):
        try:
            story = read_story(file, chosen)
        except (ParseError, DatasetError) as error:
            complain(str(error))
            results.append(_unreadable(file, error))
            codes.add(3)
            continue
        result = _solved(story, chosen)
        results.append(result)
        codes.add(_code(result))
        if not chosen.json:
            solve_text.show(result, title=file if len(chosen.stories) > 1 else "")
        if chosen.draw is not None:
            _draw(story, chosen, number)
    if chosen.json:
        print_json({"stories": results})
    # Unreadable input outweighs a limit, a limit outweighs a contradiction: the first means that nothing is known at all.
    return next(code for code in (3, 4, 1, 0) if code in codes)


def read_story(file: str, chosen: argparse.Namespace) -> Story:
    """Read a story file, ``-`` for standard input, with the questions of the command line; raise ParseError or DatasetError."""
    name = "<stdin>" if file == "-" else file
    try:
        data = sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
        text = data.decode("utf-8-sig")
    except OSError as error:
        raise DatasetError(f"{name}: {error.strerror or error}") from error
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        column = error.start - (data.rfind(b"\n", 0, error.start) + 1) + 1
        raise DatasetError(f"{name}:{line}:{column}: not UTF-8 text") from error
    story = api.parse(text, file=name, lenient=chosen.lenient)
    for question in chosen.question:
        story, _ = api.ask(story, question)
    return story


def _unreadable(file: str, error: ParseError | DatasetError) -> dict[str, Any]:
    place_of_fault = {"line": error.line, "column": error.column} if isinstance(error, ParseError) else {}
    message = error.message if isinstance(error, ParseError) else str(error)
    return {"file": file, "error": {"message": message, **place_of_fault}}


def _session(story: Story, chosen: argparse.Namespace) -> Session:
    return api.session(story, chosen.theory, chosen.backend, Limits(seconds=chosen.timeout))


def _solved(story: Story, chosen: argparse.Namespace) -> dict[str, Any]:
    """Return everything that is asked about one story, as plain data."""
    theory = api.theory_of(story, chosen.theory)
    session = _session(story, chosen)
    unread = [{"text": " ".join(story.text[start:end].split()), "reason": reason} for (start, end), reason in story.unread]
    result: dict[str, Any] = {
        "file": story.file,
        "theory": theory.name,
        "fingerprint": theory.fingerprint,
        **situation(theory, story),
        "entities": list(story.entities),
        "statements": len(story.statements),
        "unread": unread,
        "questions": [_answered(session, theory, story, question, chosen) for question in story.questions],
    }
    if not story.questions:
        result.update(_consistency(session, theory, story))
    elif any(question["status"] == "inconsistent" for question in result["questions"]):
        result["contradiction"] = quotes(theory, story, session.core(story))
    if chosen.scenarios is not None:
        result["scenarios"], result["more_scenarios"] = _scenarios(session, story, chosen.scenarios)
    return result


def _scenarios(session: Session, story: Story, limit: int) -> tuple[list[dict[str, Any]], str]:
    """Return the models that were found, and why there may be more where a limit or the theory ended the search."""
    found: list[dict[str, Any]] = []
    try:
        found.extend(place(named(story, witness)) for witness in session.worlds(story, limit))
    except (LimitReached, UnsupportedQuestion) as error:
        return found, str(error)
    return found, ""


def _answered(session: Session, theory: Theory, story: Story, question: Question, chosen: argparse.Namespace) -> dict[str, Any]:
    answer = session.answer(story, question)
    labels = api.candidates(story, question, chosen.theory)
    result: dict[str, Any] = {
        "question": " ".join(question.text.split()),
        "form": question.form,
        "status": answer.status,
        "value": list(answer.value) if isinstance(answer.value, tuple) else answer.value,
        "possible": _ordered(answer.possible, labels),
        "entailed": _ordered(answer.entailed, labels),
        "undecided": _ordered(answer.undecided, labels),
        "reason": answer.reason,
    }
    if chosen.explain and isinstance(answer.value, Plan):
        trace(session, story, question, result)
    elif chosen.explain and answer.status in ("determined", "ambiguous"):
        explain(session, theory, story, question, labels, result)
        count(theory, story, question, result)
        if answer.theory in _SPARTUN and question.form == "relation":
            add_comparison(story, question, Limits(seconds=chosen.timeout), result)
    return result


def _ordered(names: frozenset[str], order: Sequence[str]) -> list[str]:
    return [name for name in order if name in names] + sorted(names.difference(order))


def _consistency(session: Session, theory: Theory, story: Story) -> dict[str, Any]:
    """Return what can be said of a story that asks nothing: whether it has a model, or which sentences contradict each other."""
    try:
        model = session.witness(story)
        if model is not None:
            return {"status": "consistent", "witness": place(named(story, model))}
        core = session.core(story)
    except LimitReached as error:
        return {"status": "unknown", "reason": str(error)}
    except UnsupportedQuestion as error:
        return {"status": "not_covered", "reason": str(error)}
    if core is None:
        return {"status": "not_covered", "reason": "the theory found neither a model nor a contradiction"}
    return {"status": "inconsistent", "contradiction": quotes(theory, story, core)}


def _code(result: dict[str, Any]) -> int:
    statuses = {result.get("status"), *(question["status"] for question in result["questions"])}
    cut_short = any("unexplained" in question for question in result["questions"])
    return 4 if cut_short or "unknown" in statuses else 1 if "inconsistent" in statuses else 0


def _draw(story: Story, chosen: argparse.Namespace, number: int) -> None:
    try:
        model = _session(story, chosen).witness(story)
    except (LimitReached, UnsupportedQuestion) as error:
        complain(f"{story.file}: no drawing: {error}")
        return
    if model is None:
        complain(f"{story.file}: no drawing, since no model was found")
        return
    target = chosen.draw if len(chosen.stories) == 1 else chosen.draw.with_stem(f"{chosen.draw.stem}-{number}")
    try:
        target.write_text(named(story, model).svg(), encoding="utf-8")
    except ValueError as error:
        complain(f"{story.file}: no drawing: {error}")
