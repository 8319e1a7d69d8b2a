"""What can be asked for, and the check that it can be done."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, partial
from typing import Final

from qsr.datasets.space2024.generator.layouts import KINDS, Wish, bearings, layouts, read_wishes
from qsr.datasets.space2024.generator.wording import LANGUAGES, Wording
from qsr.generate import frame
from qsr.generate.frame import option
from qsr.generate.protocol import ImpossibleRequest, Request
from qsr.generate.ranges import Range, read_range, several
from qsr.seats import Layout

__all__ = ["VARIANTS", "Wanted"]

#: What a variant of a problem changes: nothing, the order of the options, or the words.
VARIANTS: Final = ("repeat", "reorder", "reword")
_FEWEST, _MOST, _MOST_DISTRACTORS = 3, 12, 20


@dataclass(frozen=True)
class Wanted(frame.Wanted):
    """A request that has been checked."""

    wishes: tuple[Wish, ...] = option(
        f"kinds ({', '.join(KINDS)}), kinds with a view (ring outward, row viewer) or layouts (shelf 3x2, ring 6 inward from 0), "
        "with commas (default: all kinds)",
        read_wishes,
        tuple(Wish(kind, None) for kind in KINDS),
        name="layout",
    )
    names: Range = option(
        "names, one for each place, a number or a range, where the layout does not say it (default: 4-8)",
        read_range,
        (4, 8),
        name="n",
    )
    compass: str = option("whether the text gives directions (default: mixed)", default="mixed", choices=("no", "yes", "mixed"))
    language: str = option("zh or en (default: zh)", default="zh", choices=tuple(LANGUAGES))
    until: str = option(
        "conditions are chosen until the question is decided, or the layout is unique up to rotation (default: decided)",
        default="decided",
        choices=("decided", "unique"),
    )
    distractors: Range = option(
        "further conditions that are not needed, a number or a range (default: 0)", partial(read_range, least=0), (0, 0)
    )
    answers: str = option(
        "right options: one, or several (default: mixed)", default="mixed", choices=("single", "multi", "mixed")
    )
    none: str = option(
        "the option 'none of the above': not there, offered and wrong, right, or all of it (default: mixed)",
        default="mixed",
        choices=("no", "offered", "right", "mixed"),
    )
    difficulty: Range | None = option(
        "least number of conditions that decide all options, a number or a range (default: any)", read_range
    )
    variants: tuple[str, ...] = option(
        "repeat, reorder, reword, with commas: each item is followed by these variants of it, beyond --count, in one group",
        several(VARIANTS),
        (),
    )
    unreliable: bool = option("also use the two wordings that the published items use in two senses", None, False)

    @cached_property
    def wording(self) -> Wording:
        """What writes in the language."""
        return Wording(self.language, unreliable=self.unreliable)

    @cached_property
    def layouts(self) -> tuple[tuple[tuple[Layout, ...], ...], ...]:
        """For each wish the layouts without a compass, and those with one, where wanted."""
        return tuple(self._layouts(wish) for wish in self.wishes)

    def check(self, request: Request) -> None:
        """Raise ImpossibleRequest for what cannot be met."""
        first, last = self.names
        if first < _FEWEST or last > _MOST:
            raise ImpossibleRequest(f"--n: from {_FEWEST} to {_MOST} names")
        if self.distractors[1] > _MOST_DISTRACTORS:
            raise ImpossibleRequest(f"--distractors: at most {_MOST_DISTRACTORS}")
        if self.answers == "multi" and self.none == "right":
            raise ImpossibleRequest(
                "--none right: 'none of the above' is the only right option then, so --answers multi cannot be met"
            )
        # A wish that no layout meets is told before the first line.
        _ = self.layouts

    def _layouts(self, wish: Wish) -> tuple[tuple[Layout, ...], ...]:
        """Return the layouts that a wish may mean, of those that the language can introduce, without a compass and with one."""
        if wish.layout is not None:
            if not self.wording.supports(wish.layout):
                raise ImpossibleRequest(f"--layout: {str(wish.layout)!r} cannot be introduced in the language {self.language}")
            if (self.compass == "yes") > (wish.layout.bearing is not None):
                raise ImpossibleRequest(f"--compass yes: {str(wish.layout)!r} has none; name it with its bearing")
            return ((wish.layout,),)
        first, last = self.names
        bare = [layout for names in range(first, last + 1) for layout in layouts(wish, names)]
        plain = bare if self.compass != "yes" else []
        turned = [one for layout in bare for one in bearings(layout)] if self.compass != "no" else []
        groups = (tuple(filter(self.wording.supports, group)) for group in (plain, turned))
        found = tuple(group for group in groups if group)
        if not found:
            compass = {"yes": " with a compass", "no": " without a compass"}.get(self.compass, "")
            raise ImpossibleRequest(
                f"--layout, --n: no layout of kind {wish.kind}{compass} has {first} to {last} places and can be introduced in "
                f"the language {self.language}"
            )
        return found
