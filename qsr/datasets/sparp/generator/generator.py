"""The generator of SpaRP items: from a request to verified lines."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Final

from qsr import explain
from qsr.datasets.sparp.generator import prompts, rows, sources, wording
from qsr.datasets.sparp.generator.boxes import draw_boxes
from qsr.datasets.sparp.generator.drawing import Context
from qsr.datasets.sparp.generator.grid import draw_grid
from qsr.datasets.sparp.generator.options import Wanted, sizes
from qsr.datasets.sparp.generator.schedule import Openings, slots
from qsr.datasets.sparp.generator.verify import Verifier
from qsr.generate.frame import Frame, first_fitting
from qsr.generate.protocol import GenerationError, ImpossibleRequest, Line, Report
from qsr.wording import counted

__all__ = ["Sparp"]

#: Draws for one item after which no further one is hoped for.
_MOST_DRAWS: Final = 500


class Sparp(Frame[Wanted]):
    """New SpaRP items, or SpaRP rows for the contexts of StepGame and SpaRTUN; see the package."""

    name = "sparp"
    wanted = Wanted

    def lines(self, asked: Wanted, report: Report) -> Iterator[tuple[str, Line]]:
        """Yield rows, prompts or chats, each with its split."""
        with Verifier(asked.property_set) as verifier:
            maker = _Maker(asked, report, verifier)
            order = Random(f"{asked.seed}/examples")
            examples = [maker.drawn(f"x{number}", hops) for number, (_, hops) in enumerate(_examples(asked, order))]
            for split, line in maker.from_files() if asked.files else maker.new():
                random = Random(f"{asked.seed}/instruction/{line['context_id']}:{line['question_id']}")
                system = prompts.instruction(random, asked.property_set)
                if asked.form == "rows":
                    yield split, ({**line, "instruction": system} if asked.instruction else line)
                else:
                    yield split, prompts.messages(line, system, examples, answered=asked.form == "chat")


def _examples(asked: Wanted, random: Random) -> list[tuple[str, int]]:
    """Return the hops of the worked examples, the shortest first; few of them are spread over all lengths."""
    found = list(slots(random, (("", asked.few_shot),), asked.lengths, balanced=True))
    return sorted(found, key=lambda slot: slot[1])


class _Maker:
    """Makes rows and verifies them; no context is made twice."""

    def __init__(self, asked: Wanted, report: Report, verifier: Verifier) -> None:
        self._asked = asked
        self._report = report
        self._verifier = verifier
        self._seen: set[object] = set()

    def new(self) -> Iterator[tuple[str, Line]]:
        """Yield rows of new contexts."""
        order = Random(f"{self._asked.seed}/order")
        for number, (split, hops) in enumerate(slots(order, self._asked.splits, self._asked.lengths, bool(self._asked.balance))):
            yield split, self.drawn(str(number), hops)

    def from_files(self) -> Iterator[tuple[str, Line]]:
        """Yield rows of the contexts of files; raise ImpossibleRequest, before the first, where the files have too few."""
        asked, needed = self._asked, Counter[tuple[str, int | None]]()
        for split, hops in slots(Random(f"{asked.seed}/order"), asked.splits, asked.lengths, bool(asked.balance)):
            needed[split, hops if asked.balance else None] += 1
        openings = Openings(needed)
        found: list[tuple[str, Line]] = []
        for draft in sources.drafts(asked.files, asked.property_set, self._report):
            made = rows.row(draft)
            if isinstance(made, str):
                self._report.passed_over[made] += 1
                continue
            line, derivation = made
            length = line["num_hop"]
            place = openings.place(draft.context, length) if not asked.hops or length in asked.lengths else None
            if place is None:
                self._report.passed_over["no item of this length is wanted"] += 1
                continue
            found.append((place, self._verified(draft, line, derivation)))
            if not openings.missing:
                break
        if openings.missing:
            raise ImpossibleRequest(_too_few(openings.missing, self._report))
        yield from found

    def drawn(self, label: str, hops: int) -> Line:
        """Return a row with a new context and a path of so many links."""
        asked = self._asked

        def draw(attempt: int) -> Line | str:
            random = Random(f"{asked.seed}/{asked.property_set}/{label}/{attempt}")
            return self._attempt(random, f"{asked.property_set.lower()}-{asked.seed}-{label}", hops)

        missing = f"no further context with a path of {counted(hops, 'hop')} was found in {_MOST_DRAWS} draws"
        return first_fitting(_MOST_DRAWS, self._report, draw, missing)

    def _attempt(self, random: Random, identity: str, hops: int) -> Line | str:
        asked = self._asked
        size = random.randint(*sizes(asked, hops))
        if asked.property_set == "PS1":
            context = draw_boxes(random, hops, size)
        else:
            context = draw_grid(random, asked.property_set, hops, size, measured=asked.measured)
        names = random.sample(asked.names, size)
        told = _told(context, names)
        key = (frozenset(told), names[context.head], names[context.tail])
        if key in self._seen:
            return "the same context was drawn before"
        text = " ".join(wording.say(random, link, names) for link in context.links)
        question = random.choice(list(wording.questions(names[context.head], names[context.tail])))
        found = rows.draft(identity, "0", text, question, asked.property_set, "qsr")
        if isinstance(found, str):
            raise GenerationError(f"{identity}: a drawn context cannot be read: {found}: {text} {question}")
        if rows.facts(found.story) != told:
            raise GenerationError(f"{identity}: a drawn context reads otherwise than it was meant: {text}")
        made = rows.row(found)
        if isinstance(made, str):
            raise GenerationError(f"{identity}: {made}: {text} {question}")
        line, derivation = made
        if line["num_hop"] != hops:
            raise GenerationError(f"{identity}: {line['num_hop']} hops where {hops} were drawn: {text} {question}")
        if context.truths is not None:
            if not derivation.labels:
                return "the rules conclude nothing"
            if not derivation.labels <= context.truths:
                raise GenerationError(f"{identity}: {', '.join(line['targets'])} does not hold in the scene: {text} {question}")
        self._seen.add(key)
        return self._verified(found, line, derivation, drawn=True)

    def _verified(self, draft: rows.Draft, line: Line, derivation: explain.Derivation, *, drawn: bool = False) -> Line:
        """Return the row once text, targets and every step of the reasoning have checked out, with remarks among its comments.

        Where the path and the whole story differ, a context of somebody else's is remarked upon; one drawn here is a fault.
        """
        wrong = explain.verify(draft.story, derivation)
        if wrong:
            raise GenerationError(f"{draft.context_id}: steps {wrong} do not follow: {draft.context} {draft.question}")
        remarks = self._verifier.check(line)
        if drawn and remarks:
            raise GenerationError(f"{draft.context_id}: {'; '.join(remarks)}: {draft.context} {draft.question}")
        if draft.property_set == "PS1":
            loose = explain.unsound(draft.story, derivation)
            if loose:
                steps = ", ".join(map(str, loose))
                remarks = (*remarks, f"rests on rules of SpaRTUN that do not hold of every scene: step {steps}")
        return {**line, "comments": [*line["comments"], *remarks]}


def _told(context: Context, names: list[str]) -> set[tuple[str, str, str, object]]:
    return {
        (names[link.head], label, names[link.tail], distance)
        for link in context.links
        for label, distance in zip(link.labels, link.distances or (None,) * len(link.labels), strict=True)
    }


def _too_few(missing: Counter[int | None], report: Report) -> str:
    lengths = ", ".join(
        f"{count} more" if hops is None else f"{count} more of {counted(hops, 'hop')}"
        for hops, count in sorted(missing.items(), key=str)
    )
    reasons = "; ".join(f"{reason}: {count}" for reason, count in report.passed_over.most_common())
    return f"the files hold too few items: {lengths} would be needed" + (f" (passed over: {reasons})" if reasons else "")
