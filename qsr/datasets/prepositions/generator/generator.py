"""The generator of items about prepositions: balanced over answers and prepositions, each item with its pair of senses."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import ClassVar, Final

from qsr.datasets.prepositions.generator.frames import Drawn, Frame, frames
from qsr.datasets.prepositions.generator.verify import Verifier
from qsr.generate.protocol import ImpossibleRequest, Line, Option, Report, Request, chosen
from qsr.theories.prepositions.text import PROMPTS, prompt, read

__all__ = ["Prepositions"]

_LANGUAGES: Final = ("mixed", "en", "ro")
#: Draws for one item after which no further one is hoped for.
_MOST_DRAWS: Final = 200
#: Marks generated data, so that a collection of texts for training can leave them out.
_CANARY: Final = "qsr generated evaluation item; keep out of training corpora; canary 0b7c5c52-6f0e-4f43-8a36-0f5a1d9e2f71"

OPTIONS: Final = (
    Option("language", "of the items (default: mixed)", default="mixed", choices=_LANGUAGES),
    Option(
        "prompt",
        "0 bare, 1 'Q: ... A:', 2 'Question: ... Answer:', 3 the same in capitals (default: 0)",
        default="0",
        choices=tuple(map(str, PROMPTS)),
    ),
)


@dataclass(frozen=True, slots=True)
class _Made:
    frame: Frame
    drawn: Drawn


class Prepositions:
    """New items about prepositions; see the package."""

    name: ClassVar[str] = "prepositions"
    options: ClassVar[tuple[Option, ...]] = OPTIONS

    def generate(self, request: Request, report: Report | None = None) -> Iterator[tuple[str, Line]]:
        """Check the request, then return an iterator over lines, each with its split; see `qsr.generate.protocol.Generator`.

        Of two items that follow one another, one holds and the other, with the same prepositions, does not.
        """
        given = chosen(request, OPTIONS)
        return _lines(request, given["language"] or "mixed", int(given["prompt"] or 0), Report() if report is None else report)


def _lines(request: Request, language: str, number: int, report: Report) -> Iterator[tuple[str, Line]]:
    spoken = ("en", "ro") if language == "mixed" else (language,)
    counts: dict[str, Counter[str]] = {}
    seen: set[Drawn] = set()
    with Verifier() as verifier:
        index = 0
        for split, count in request.parts:
            for _ in range(count):
                made = _item(request.seed, index, spoken, seen, verifier, report)
                seen.add(made.drawn)
                group = f"{made.frame.language} {' then '.join(made.frame.prepositions)}"
                counts.setdefault(group, Counter())[made.frame.holds] += 1
                yield split, _line(f"{split or 'gen'}-{request.seed}-{index}", made, number)
                index += 1
    report.tables["items"] = {name: {"yes": tally["yes"], "no": tally["no"]} for name, tally in sorted(counts.items())}


def _item(seed: int, index: int, spoken: tuple[str, ...], seen: set[Drawn], verifier: Verifier, report: Report) -> _Made:
    # An item and its opposite stand together: the pairs and the languages go round.
    pair = index // 2
    choices = frames(spoken[pair % len(spoken)])
    frame = choices[(seed + pair // len(spoken)) % len(choices)][index % 2]
    for attempt in range(_MOST_DRAWS):
        drawn = frame.draw(Random(f"{seed}/{index}/{attempt}"))
        reason = "the nouns are not different" if drawn is None else ""
        if drawn is not None:
            reason = "the item was made already" if drawn in seen else verifier.check(frame, drawn)
            if not reason:
                return _Made(frame, drawn)
        report.rejected[reason] += 1
    said = f"{' then '.join(frame.prepositions)} ({frame.language}, {frame.holds}: {', '.join(frame.senses)})"
    raise ImpossibleRequest(f"{_MOST_DRAWS} draws gave no {'further ' if seen else ''}item for {said}")


def _line(identity: str, made: _Made, number: int) -> Line:
    frame, drawn = made.frame, made.drawn
    first, second = frame.prepositions
    return {
        "id": identity,
        "lang": frame.language,
        "premise1": drawn.premises[0],
        "premise2": drawn.premises[1],
        "conclusion": drawn.conclusion,
        "holds": frame.holds,
        "prep1": first,
        "prep2": second,
        "prep3": second,
        "note": f"{first}: {frame.senses[0]}; {second}: {frame.senses[1]}",
        "question": prompt(read(drawn.premises, drawn.conclusion, frame.language), number),
        "generated": {"senses": list(frame.senses), "canary": _CANARY},
    }
