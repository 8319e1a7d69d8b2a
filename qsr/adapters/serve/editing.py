"""What helps to write a story: what was understood, what may be assumed otherwise, a thing moved, a mended text, steps judged."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

from qsr import api, theories
from qsr.adapters.serve.task import Work, in_given, quotes
from qsr.errors import LimitReached, QsrError, UnsupportedQuestion
from qsr.story import Question, Story
from qsr.summary.reading import sentence_by_sentence
from qsr.summary.repairs import mended
from qsr.theories.protocol import Limits, Theory
from qsr.theories.quotes import named

if TYPE_CHECKING:
    from qsr.repair import Change

__all__ = ["TASKS", "chain", "choices", "read", "sentences"]


def sentences(story: Story) -> list[dict[str, Any]]:
    """Return what was understood, sentence by sentence, with the places in the text as it was given."""
    found = []
    for one in sentence_by_sentence(story):
        start, end = one.pop("span")
        found.append(in_given(story, {**one, "start": start, "end": end}))
    return found


def read(request: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return what was understood of a story that is refused; nothing where it cannot be read in part."""
    try:
        return sentences(api.parse(request["story"], theory=request["theory"], lenient=True))
    except QsrError:
        return []


def choices(story: Story, theory: Theory, named: str | None) -> list[dict[str, Any]]:
    """Return what may be assumed otherwise: each setting of the theory that has words, with what each of its values would be.

    An option has the ``theory`` that a request has to name to have it so; one without `value` leaves it to the story's words.
    """
    asked_for = theories.parse_settings(named) if named else {}
    own = dict(story.settings)
    # A story that names no theory goes on choosing it by its words.
    name = asked_for.pop("theory", None) or (theory.name if theories.is_named(story) else None)
    found = []
    for key, setting in theories.settings_of(theory.name).items():
        if not setting.about:
            continue
        now = {**own, **asked_for}.get(key)
        # What the story's own first line says can be overruled, and not be taken back from outside.
        unset = [] if key in own else [(None, "as it is told")]
        options = [*unset, *zip(setting.values, setting.words, strict=True)]
        found.append(
            {
                "key": key,
                "about": setting.about,
                "options": [
                    {"value": value, "words": words, "chosen": value == now, "theory": _line(name, {**asked_for, key: value})}
                    for value, words in options
                ],
            }
        )
    return found


def _line(name: str | None, settings: Mapping[str, str | None]) -> str:
    given = [f"{key}: {value}" for key, value in settings.items() if value is not None]
    return ", ".join(given if name is None else [name, *given])


def chain(work: Work, story: Story, question: Question) -> dict[str, Any]:
    """Return the steps of an answer, each judged, as ``chain``; or in ``no_chain`` why they are not."""
    from qsr.oracle.steps import StepTheory, check_steps, own_theory, report_line

    named = work.request["theory"]
    try:
        judge = StepTheory.open(own_theory(named or theories.chosen(story), story), Limits(seconds=work.seconds))
    except QsrError as error:
        return {"chain": None, "no_chain": str(error)}
    try:
        work.begin("the steps were judged")
        report = report_line(story, check_steps(story, question, work.request["answer"], judge))
    except (LimitReached, UnsupportedQuestion) as error:
        return {"chain": None, "no_chain": str(error)}
    finally:
        judge.close()
    names = ("number", "text", "span", "verdict", "kind", "wrong", "reason")
    steps = [{name: step[name] for name in names} for step in report["steps"]]
    return {"chain": {"first_wrong": report["first_wrong"], "steps": steps}, "no_chain": ""}


def _move(work: Work) -> dict[str, Any]:
    """Move a thing of a drawing; say what it breaks, and what the story would have to say."""
    from qsr.repair.fitting import fitted
    from qsr.theories.witnesses import witness_of
    from qsr.witnesses import Drawn

    story, text, named_theory = work.story(), work.request["story"], work.request["theory"]
    theory = api.theory_of(story, named_theory)
    try:
        witness = named(story, witness_of(work.request["witness"]))
        by = {axis: Fraction(off) for axis, off in work.request["by"].items()}
        if not isinstance(witness, Drawn):
            raise ValueError("it has nothing that could be moved")
        moved = witness.moved(work.request["thing"], by)
        broken = theory.violated(story, moved)
        changes = fitted(story, theory, moved).changes if broken else ()
        drawing = work.drawing(story, moved)
    except (ValueError, TypeError, IndexError, KeyError) as error:
        # A witness that was made up: its places are those of no such story, or of another kind.
        raise UnsupportedQuestion(f"this drawing does not belong to the story: {error}") from error
    told = _mended(text, named_theory, changes) if changes else None
    return {"broken": quotes(theory, story, broken), "mended": told, "drawing": drawing}


@lru_cache(maxsize=256)
def _mended(text: str, named_theory: str | None, changes: tuple[Change, ...]) -> dict[str, Any]:
    """Put changes into words; while a thing is dragged on, most of its places call for the same ones."""
    story = api.parse(text, theory=named_theory)
    return mended(api.theory_of(story, named_theory), story, changes, text)


def _repair(work: Work) -> dict[str, Any]:
    """Say what contradicts what in a story, and what would mend it, with the text of each repair."""
    from qsr import repair

    story, text = work.story(), work.request["story"]
    theory = api.theory_of(story, work.request["theory"])
    limits = Limits(seconds=work.seconds)
    found = repair.diagnose(story, theory, backend=work.request["backend"], limits=limits, most=_REPAIRS)
    return {
        "conflicts": [quotes(theory, story, conflict) for conflict in found.conflicts],
        "repairs": [mended(theory, story, one.changes, text) for one in found.repairs],
        "more": found.more,
    }


def _certify(work: Work) -> dict[str, Any]:
    """Return a certificate of all answers."""
    from qsr.certificates import certify

    story = work.story()
    made = certify(story, work.request["question"], text=work.request["story"], **work.arguments)
    return {"certificate": made}


_REPAIRS: Final = 5
TASKS: Final[dict[str, Callable[[Work], dict[str, Any]]]] = {"move": _move, "repair": _repair, "certify": _certify}
