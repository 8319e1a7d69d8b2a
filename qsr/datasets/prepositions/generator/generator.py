"""The generator of items about prepositions: balanced over answers and prepositions, each item with its pair of senses."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Final

from qsr.datasets.prepositions.generator.frames import Drawn, frames
from qsr.datasets.prepositions.generator.frames import Frame as SensePair
from qsr.datasets.prepositions.generator.verify import Verifier
from qsr.generate import frame as generate_frame
from qsr.generate.frame import Frame, canary, first_fitting, option, tabled
from qsr.generate.protocol import Line, Report
from qsr.theories.prepositions.text import PROMPTS, prompt, read

__all__ = ["Prepositions"]

_LANGUAGES: Final = ("mixed", "en", "ro")
#: Draws for one item after which no further one is hoped for.
_MOST_DRAWS: Final = 200
_CANARY: Final = canary("0b7c5c52-6f0e-4f43-8a36-0f5a1d9e2f71")


@dataclass(frozen=True)
class Wanted(generate_frame.Wanted):
    """A request that has been checked."""

    language: str = option("of the items (default: mixed)", default="mixed", choices=_LANGUAGES)
    prompt: str = option(
        "0 bare, 1 'Q: ... A:', 2 'Question: ... Answer:', 3 the same in capitals (default: 0)",
        default="0",
        choices=tuple(map(str, PROMPTS)),
    )


class Prepositions(Frame[Wanted]):
    """New items about prepositions; see the package.

    Of two items that follow one another, one holds and the other, with the same prepositions, does not.
    """

    name = "prepositions"
    wanted = Wanted

    def lines(self, asked: Wanted, report: Report) -> Iterator[tuple[str, Line]]:
        """Yield items, each with its split."""
        held: list[tuple[str, str]] = []
        seen: set[Drawn] = set()
        with Verifier() as verifier:
            for index, split in enumerate(split for split, count in asked.splits for _ in range(count)):
                frame, drawn = _item(asked, index, seen, verifier, report)
                seen.add(drawn)
                held.append((f"{frame.language} {' then '.join(frame.prepositions)}", frame.holds))
                yield split, _line(f"{split or 'gen'}-{asked.seed}-{index}", frame, drawn, int(asked.prompt))
        report.tables["items"] = tabled(held, lambda answers: {name: answers.count(name) for name in ("yes", "no")})


def _item(asked: Wanted, index: int, seen: set[Drawn], verifier: Verifier, report: Report) -> tuple[SensePair, Drawn]:
    # An item and its opposite stand together: the pairs and the languages go round.
    spoken = ("en", "ro") if asked.language == "mixed" else (asked.language,)
    pair = index // 2
    choices = frames(spoken[pair % len(spoken)])
    frame = choices[(asked.seed + pair // len(spoken)) % len(choices)][index % 2]

    def draw(attempt: int) -> tuple[SensePair, Drawn] | str:
        drawn = frame.draw(Random(f"{asked.seed}/{index}/{attempt}"))
        if drawn is None:
            return "the nouns are not different"
        return ("the item was made already" if drawn in seen else verifier.check(frame, drawn)) or (frame, drawn)

    said = f"{' then '.join(frame.prepositions)} ({frame.language}, {frame.holds}: {', '.join(frame.senses)})"
    missing = f"{_MOST_DRAWS} draws gave no {'further ' if seen else ''}item for {said}"
    return first_fitting(_MOST_DRAWS, report, draw, missing)


def _line(identity: str, frame: SensePair, drawn: Drawn, number: int) -> Line:
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
