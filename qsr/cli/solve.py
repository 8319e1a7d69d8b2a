"""``qsr solve``: stories in, every consistent answer out."""

from __future__ import annotations

import argparse
import os
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from qsr import api, datasets, theories
from qsr.cli import assisting, common, solve_text
from qsr.cli.output import complain, print_json, show
from qsr.cli.parser import Parser
from qsr.cli.settings import Preferred
from qsr.errors import BackendUnavailable, DatasetError, LimitReached, ParseError, UnsupportedQuestion
from qsr.inputs import input_bytes
from qsr.outputs import CERTIFICATE, DRAWING, Kind, save
from qsr.story import Story
from qsr.summary.reading import faults
from qsr.summary.story import Wanted, summarise
from qsr.theories.protocol import Limits
from qsr.theories.quotes import named

if TYPE_CHECKING:
    from qsr.datasets.hooks import View

__all__ = ["STORY_HELP", "add", "add_stories", "read_story", "solved", "unsent"]

STORY_HELP: Final = "a story file, - for standard input, or a text in quotation marks"

#: Where the arguments hold what the option of a view was given.
_VIEW: Final = "view_"


def add(parser: argparse.ArgumentParser) -> None:
    """Add the arguments."""
    add_stories(parser)
    parser.add_argument(
        "--explain",
        action="store_true",
        help="show the text that excludes a label, a witness for each possible one, and in how many layouts of a room it holds",
    )
    parser.add_argument("--scenarios", type=common.positive, metavar="N", help="show at most N different models of the story")
    parser.add_argument(
        "--draw",
        type=Path,
        metavar="FILE.svg",
        help="draw a model of the story, as .svg, .png or .pdf; with several stories the files are numbered",
    )
    parser.add_argument(
        "--certify",
        type=Path,
        metavar="CERT.json",
        help="write what the answers rest on, for `qsr verify` to check; with several stories the files are numbered",
    )
    common.add_force(parser)
    assisting.add(parser)
    if isinstance(parser, Parser):
        parser.late = _views
    parser.set_defaults(run=_run, steps=False, usage_error=parser.error)


def add_stories(parser: argparse.ArgumentParser) -> None:
    """Add the arguments that say which stories are answered, how they are read, and in which form the answers are printed."""
    parser.add_argument("stories", nargs="+", metavar="STORY", help=STORY_HELP)
    parser.add_argument(
        "--question", action="append", default=[], metavar="Q", help="a further question; may be given several times"
    )
    common.add_theory(parser, "the story's own, else the one that its words choose")
    parser.add_argument("--lenient", action="store_true", help="skip sentences that are not understood, and say which")
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def _views(parser: argparse.ArgumentParser, given: Sequence[str]) -> None:
    """Declare the views that are asked for, by the beginning of a name if one likes, or that are to be explained."""
    words = [one.partition("=")[0] for one in given if len(one) > 2 or one == "-h"]
    for name in datasets.views():
        if any(one in ("-h", "--help") or f"--{name}".startswith(one) for one in words):
            parser.add_argument(f"--{name}", dest=f"{_VIEW}{name}", **datasets.view(name).option)


def _run(chosen: argparse.Namespace) -> int:
    for name in datasets.views():
        if (given := getattr(chosen, f"{_VIEW}{name}", None)) is not None:
            return _viewed(datasets.view(name), given, chosen)
    if chosen.draw is not None:
        from qsr.draw.files import suffix_of

        try:
            suffix_of(chosen.draw)
        except ValueError as error:
            chosen.usage_error(f"--draw {error}")
    with common.claim(chosen, _targets(chosen), chosen.stories), assisting.assistance(chosen, chosen.stories) as assistant:
        return solved(chosen, assistant) if assistant is None or not chosen.dry_run else unsent(chosen, assistant)


def unsent(chosen: argparse.Namespace, assistant: assisting.Assistance) -> int:
    """Print what would be sent first of the stories, and return the exit code."""
    for file in chosen.stories:
        name, text = _text(file)
        assistant.story(name, text, _for_text(text, chosen), lenient=True)
    assistant.show(as_json=chosen.json)
    return 0


def _targets(chosen: argparse.Namespace) -> Iterator[tuple[Path | None, Kind]]:
    for number in range(1, len(chosen.stories) + 1):
        yield common.numbered(chosen.draw, number, len(chosen.stories)), DRAWING
        yield common.numbered(chosen.certify, number, len(chosen.stories)), CERTIFICATE


def solved(chosen: argparse.Namespace, assistant: assisting.Assistance | None = None) -> int:
    """Answer the questions of stories, print what is wanted, and return the exit code."""
    codes, given = {0}, chosen
    results: list[dict[str, Any]] = []
    for number, file in enumerate(chosen.stories, 1):
        name = text = ""
        try:
            name, text = _text(file)
            chosen = _for_text(text, given)
            story = _story(name, text, chosen, assistant)
        except (ParseError, DatasetError) as error:
            found = faults(text, file=name, theory=chosen.theory) if isinstance(error, ParseError) and not assistant else []
            for one in found:
                complain("\n".join((one.pop("told"), *(f"    {words}" for words in solve_text.near(one)))))
            if not found:
                # Of what was put into other words, each error tells why none of them stands.
                complain("\n".join(map(str, (error, *getattr(error, "others", ())))))
            results.append(_unreadable(file, error) | ({"faults": found} if found else {}))
            codes.add(3)
            continue
        limits = Limits(seconds=chosen.timeout)
        result = summarise(story, Wanted(chosen.theory, chosen.backend, limits, chosen.explain, chosen.scenarios, chosen.steps))
        if assistant and getattr(chosen, "tell", False):
            assistant.answers(story, result, chosen)
        results.append(result)
        codes.add(_code(result))
        if not chosen.json:
            solve_text.show(result, title=file if len(chosen.stories) > 1 else "")
        if (target := common.numbered(chosen.draw, number, len(chosen.stories))) is not None:
            _draw(story, chosen, target)
        if (target := common.numbered(chosen.certify, number, len(chosen.stories))) is not None:
            codes.add(_certify(story, text, chosen, target))
    if chosen.json:
        print_json({"stories": results, **({"assist": assistant.told()} if assistant else {})})
    if assistant:
        assistant.tell()
    # Unreadable input outweighs a limit, a limit outweighs a contradiction: the first means that nothing is known at all.
    return next(code for code in (3, 4, 2, 1, 0) if code in codes)


def _viewed(view: View, given: Any, chosen: argparse.Namespace) -> int:
    """Look at each story in the way of a view, and return the exit code."""
    codes = {0}
    results: list[dict[str, Any]] = []
    for file in chosen.stories:
        try:
            story = view.read(*_text(file), chosen.question, given)
        except (ParseError, DatasetError) as error:
            complain(str(error))
            results.append(_unreadable(file, error))
            codes.add(3)
            continue
        seen = [view.seen(story, question, Limits(seconds=chosen.timeout)) for question in story.questions]
        results.append({"file": file, "questions": seen})
        codes.update(4 for found in seen if found["undecided"])
        if not chosen.json:
            for found in seen:
                show(view.shown(found))
    if chosen.json:
        print_json({"stories": results})
    return next(code for code in (3, 4, 0) if code in codes)


def read_story(file: str, chosen: argparse.Namespace) -> Story:
    """Read a story file, ``-`` for standard input, with the questions of the command line; raise ParseError or DatasetError."""
    name, text = _text(file)
    return _story(name, text, _for_text(text, chosen))


def _for_text(text: str, chosen: argparse.Namespace) -> argparse.Namespace:
    """Return the arguments for one text: a theory of a file of settings steps back where the text has one of its own."""
    if not isinstance(chosen.theory, Preferred) or not re.match(r"(?:\s*#[^\n]*\n)*\s*theory:", text, re.IGNORECASE):
        return chosen
    return argparse.Namespace(**{**vars(chosen), "theory": None})


def _text(file: str) -> tuple[str, str]:
    """Return the name of a file and what it holds."""
    name = "<stdin>" if file == "-" else file
    if _is_text(file):
        return "<text>", file
    try:
        data = input_bytes(file)
        return name, data.decode("utf-8-sig")
    except FileNotFoundError as error:
        hint = "" if "." in name or "/" in name else "; a text goes in quotation marks"
        raise DatasetError(f"{name}: {error.strerror}{hint}") from error
    except OSError as error:
        raise DatasetError(f"{name}: {error.strerror or error}") from error
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        column = error.start - (data.rfind(b"\n", 0, error.start) + 1) + 1
        raise DatasetError(f"{name}:{line}:{column}: not UTF-8 text") from error


def _is_text(given: str) -> bool:
    """Tell whether an argument is a text: several words which are no file, end no name (``.txt``), and hold none of a folder.

    >>> [_is_text(one) for one in ("The cup is left of the pen.", "my stories/desk 1", "desk 1.story", "desk.story", "-")]
    [True, False, False, False, False]
    """
    named = re.search(r"\.\w+$", given) or ("/" in given and given[-1] not in ".!?")
    return len(given.split()) > 1 and ("\n" in given or not named) and not os.path.lexists(given)


def _story(name: str, text: str, chosen: argparse.Namespace, assistant: assisting.Assistance | None = None) -> Story:
    if assistant is not None:
        story = assistant.story(name, text, chosen, lenient=chosen.lenient)
    else:
        story = api.parse(text, file=name, lenient=chosen.lenient, theory=getattr(chosen, "theory", None))
    if not (story.entities or story.unread or story.questions):
        raise DatasetError(f"{name}: no sentence in it; expected a story")
    for question in chosen.question if assistant is None else ():
        story, _ = api.ask(story, question)
    return story


def _unreadable(file: str, error: ParseError | DatasetError) -> dict[str, Any]:
    place_of_fault = {"line": error.line, "column": error.column} if isinstance(error, ParseError) else {}
    message = error.message if isinstance(error, ParseError) else str(error)
    return {"file": file, "error": {"message": message, **place_of_fault}}


def _code(result: dict[str, Any]) -> int:
    # What is open because a sentence was not read is no limit that was hit.
    limited = (
        question["status"] for question in result["questions"] if question["status"] != "unknown" or "certain" not in question
    )
    statuses = {result.get("status"), *limited}
    cut_short = any("unexplained" in question for question in result["questions"])
    return 4 if cut_short or "unknown" in statuses else 1 if "inconsistent" in statuses else 0


def _certify(story: Story, text: str, chosen: argparse.Namespace, target: Path) -> int:
    """Write the certificate of a story; return the exit code for what came of it."""
    from qsr import certificates

    limits = Limits(seconds=chosen.timeout)
    try:
        made = certificates.certify(story, text=text, theory=chosen.theory, backend=chosen.backend, limits=limits)
    except (LimitReached, UnsupportedQuestion, BackendUnavailable) as error:
        complain(f"{story.file}: no certificate: {error}")
        return 4 if isinstance(error, LimitReached) else 2
    save(target, certificates.dumps(made))
    return 0


def _draw(story: Story, chosen: argparse.Namespace, target: Path) -> None:
    try:
        session = api.session(story, chosen.theory, chosen.backend, Limits(seconds=chosen.timeout))
        model = session.witness(story)
        if model is not None:
            from qsr.theories.leeway import with_leeway

            model = with_leeway(theories.of(story, chosen.theory), session, story, named(story, model))
        picture = None if model is None else model.svg()
    except (LimitReached, ValueError) as error:
        # What the theory does not cover, or a model that has no picture.
        complain(f"{story.file}: no drawing: {error}")
        return
    if picture is None:
        complain(f"{story.file}: no drawing, since no model was found")
    else:
        from qsr.draw.files import encoded, suffix_of

        save(target, encoded(picture, suffix_of(target)))
