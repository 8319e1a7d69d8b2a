"""Who is in, on or with what, moment after moment: a film strip."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from qsr.draw.names import display_name
from qsr.exact import items, whole_number
from qsr.witnesses import Drawn

if TYPE_CHECKING:
    from qsr.draw.panel import Panel

__all__ = ["NOT_SO", "SO", "Film"]

#: Names of what "holds" a relation of two things: whether it is so.
SO, NOT_SO = "so", "not so"


class Film(Drawn):
    """Places are tuples of what holds the thing at each moment; moment 0 lies before the telling.

    >>> print(Film({0: (2, 1)}, {0: "Ann", 1: "hall", 2: "somewhere else"}).text())
    before: Ann in somewhere else
    step 1: Ann in hall
    """

    __slots__ = ()
    kind = "film"

    def shots(self) -> list[tuple[int, dict[int, int]]]:
        """Return each moment at which something changed, the first included, with thing -> its holder then."""
        found: list[tuple[int, dict[int, int]]] = []
        for moment in range(max((len(at) for at in self.place.values()), default=0)):
            now = {thing: at[moment] for thing, at in sorted(self.place.items())}
            if not found or found[-1][1] != now:
                found.append((moment, now))
        return found

    def panels(self) -> list[Panel]:
        """Return a panel for each shot: a box for each outermost holder, in it what it holds, in those what they hold."""
        from qsr.draw.nests import nest

        return [self._shot(moment, now, nest) for moment, now in self.shots()]

    def _shot(self, moment: int, now: dict[int, int], draw: Callable[..., Panel]) -> Panel:
        placed = {thing: holder for thing, holder in now.items() if self._name(holder) not in (SO, NOT_SO)}
        said = {one: (self._name(one), [""]) for one in {*placed, *placed.values()}}
        sentence = self.told.get(str(moment), "")
        panel = draw(placed, said, f"{_called(moment)}: {sentence}" if sentence else _called(moment))
        for thing, holder in now.items():
            if self._name(holder) == SO:
                panel.note(f"{self._name(thing)}.")
        return panel

    def words(self, at: Any) -> list[str]:  # type: ignore[override]
        """Return the holders of one thing in words, each once as long as it stays."""
        changes = [one for number, one in enumerate(at) if not number or at[number - 1] != one]
        return [", then ".join(display_name(self.names, one) for one in changes)]

    def text(self) -> str:
        """Return a line for each moment at which something changed."""
        return "\n".join(self._lines())

    def line(self) -> str:
        """Return the changes in one line."""
        return "; ".join(self._lines())

    def _lines(self) -> list[str]:
        lines, known = [], dict[int, int]()
        for moment, now in self.shots():
            news = [self._change(thing, one) for thing, one in now.items() if known.get(thing) != one]
            lines.append(f"{_called(moment)}: {', '.join(filter(None, news))}")
            known = now
        return lines

    def _change(self, thing: int, holder: int) -> str:
        """Return what has come to be so; nothing of a relation that does not hold."""
        name = self._name(holder)
        return "" if name == NOT_SO else self._name(thing) if name == SO else f"{self._name(thing)} in {name}"

    def _name(self, entity: int) -> str:
        return display_name(self.names, entity)

    @staticmethod
    def read(value: Any) -> tuple[int, ...]:
        """Return the holders of one thing from JSON."""
        return tuple(map(whole_number, items(value)))


def _called(moment: int) -> str:
    return f"step {moment}" if moment else "before"
