"""Somebody's answers against the text and against the label.

The two are apart on purpose: a label can be wrong about its own text, and an answer that agrees with such a label is not sound.
An answer that could not be read is neither right nor wrong.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, Final

from qsr import relations
from qsr.counts import Counts, Listed
from qsr.datasets.forms.tables import TABLES, values
from qsr.datasets.hooks import Answers, OwnAnswers
from qsr.datasets.protocol import Dataset, Item, PartlyRight, Reading
from qsr.errors import DatasetError
from qsr.oracle.paths import ANY, Typed
from qsr.plain import in_words, place, plain_value
from qsr.shares import share
from qsr.story import Answer, Value, Verdict

__all__ = [
    "NotedVerdicts",
    "VerdictCounts",
    "denies_what_follows",
    "entailment_verdict",
    "given_answers",
    "read_samples",
    "right_answers",
    "verdict",
    "verdict_line",
]

#: Verdicts that counts keep to show.
_NOTED: Final = 20
#: Characters of an answer that others are likely to give as well.
_SHORT: Final = 20


def verdict(item: Item, answer: Answer, native: Value | None, reading: Reading, dataset: Dataset | None = None) -> Verdict:
    """Judge what was read from an answer to an item of a data set: it is sound where it is one of the text's own answers.

    A data set of which any one of several answers is right (`PartlyRight`) says itself what is sound; `gold` is equality all the
    same, so that the two count "any of" and "exactly the set". Evidence is not looked for: see `qsr.oracle.judge`.

    Parameters
    ----------
    item
        The question with its story and label.
    answer, native
        What the theory says, as it is and in the benchmark's own form.
    reading
        What was read from the model's text.
    dataset
        The data set of the item, where it has a say in what is sound.

    Returns
    -------
    Verdict
        `sound` is None where the answer is unreadable or the theory does not decide; an abstention is sound where
        the text indeed determines nothing. `gold` is None without a label or a readable answer.
    """
    right = right_answers(item, answer, native)
    if reading.abstained:
        # An empty set is what some benchmarks write where nothing follows.
        follows = not native and answer.status != "inconsistent"
    elif isinstance(dataset, PartlyRight) and reading.value is not None and native is not None:
        follows = dataset.holds(reading.value, native)
    else:
        follows = reading.value in right
    return _judged(item, answer, native, reading, follows, right)


def denies_what_follows(answer: Answer, reading: Reading) -> frozenset[str]:
    """Return the relations that an answer denies though the text entails them; one of them makes it wrong, whatever else it says.

    A relation of several parts is denied as a whole, and follows where all of them do.
    """
    return frozenset(name for name in reading.denied if answer.entailed.issuperset(relations.parts(name)))


def entailment_verdict(item: Item, answer: Answer, reading: Reading) -> Verdict:
    """Judge an answer to a free question: it is sound where everything it claims is entailed, even if it does not say all.

    "Left" is sound where the story entails left and above; a label of a data set would have to name both. "Left, but not above"
    also claims that above is impossible; "not above" by itself names no direction, and is wrong where above is entailed and else
    unreadable. A walk is sound where it is one of the shortest. See `verdict` for the rest.
    """
    decided = answer.status in ("determined", "ambiguous")
    native: Value | None = (answer.entailed or None) if decided else None
    if item.question.form == "yes_no" and native:
        native = min(answer.entailed)
    if item.question.form == "path":
        native = min(answer.possible) if decided and answer.possible else None
    right = right_answers(item, answer, native)
    if reading.abstained:
        # Status determined with nothing right: no way leads there, or no rule gives a label.
        follows = decided and not right
    elif item.question.form == "path":
        follows = reading.value in right
    else:
        claimed = reading.value if isinstance(reading.value, frozenset) else frozenset({str(reading.value)})
        # What an answer denies it claims to be impossible.
        excluded = not any(answer.possible.issuperset(relations.parts(name)) for name in reading.denied)
        follows = claimed <= answer.entailed and excluded
    return _judged(item, answer, native, reading, follows, right)


def right_answers(item: Item, answer: Answer, native: Value | None) -> tuple[Value, ...]:
    """Return all answers that the text makes right: all shortest ways where a way is asked for, else the text's own answer.

    That of a data set where a part of an answer is enough is the complete one.
    """
    if item.question.form == "path" and native is not None and answer.possible:
        return tuple(sorted(answer.possible))
    return () if native is None else (native,)


def _judged(
    item: Item, answer: Answer, native: Value | None, reading: Reading, follows: bool, right: tuple[Value, ...]
) -> Verdict:
    said = _what_the_story_says(answer, native, right)
    value, rule = reading.value, reading.rule
    denied = denies_what_follows(answer, reading) if answer.status in ("determined", "ambiguous") else frozenset()
    if value is None and denied:
        reason = f"the answer denies {in_words(denied)}, which follows; {said}"
        return Verdict(item.id, False, None, reason, None, "denial", right)
    if value is None and not reading.abstained:
        return Verdict(item.id, None, None, f"the answer could not be read ({rule}); {said}", None, rule, right)
    follows = follows and not denied
    gold = None if item.gold is None else value == item.gold
    if answer.status in ("unknown", "not_covered") or (answer.status == "inconsistent" and native is None):
        return Verdict(item.id, None, gold, said, value, rule, right)
    if reading.abstained:
        reason = f"the answer abstains, and {said}"
    else:
        reason = f"the answer {in_words(value)} {'follows' if follows else 'does not follow'}; {said}"
    if reading.ambiguous:
        reason += "; the answer could be read in another way"
    return Verdict(item.id, follows, gold, reason, value, rule, right)


def _what_the_story_says(answer: Answer, native: Value | None, right: tuple[Value, ...]) -> str:
    if answer.status == "unknown":
        return f"a limit was hit before the story was decided{_because(answer)}"
    if answer.status == "not_covered":
        return f"the theory {answer.theory} does not cover this{_because(answer)}"
    if native and answer.status == "inconsistent" and answer.value is not None:
        return f"the story says {in_words(native)} along its path, though as a whole it contradicts itself{_because(answer)}"
    if answer.status == "inconsistent":
        return f"the story contradicts itself{_because(answer)}"
    if native is not None:
        # A theory that answers in one way and has more to say, such as the senses of words, says why.
        return f"the story says {' or '.join(map(in_words, right))}{_because(answer) if answer.status == 'determined' else ''}"
    left = f" (possible: {', '.join(sorted(answer.possible))})" if answer.possible else ""
    return f"the story does not determine the answer{left}{_because(answer)}"


def _because(answer: Answer) -> str:
    return f": {answer.reason}" if answer.reason else ""


def verdict_line(verdict: Verdict) -> dict[str, Any]:
    """Return a verdict as plain data."""
    return {
        "id": verdict.item,
        "sound": verdict.sound,
        "gold": verdict.gold,
        "value": plain_value(verdict.value),
        "rule": verdict.rule,
        "reason": verdict.reason,
        "right": [plain_value(value) for value in verdict.right],
        "evidence": list(verdict.evidence),
        "counterexample": None if verdict.counterexample is None else place(verdict.counterexample),
        **verdict.details,
    }


@dataclass
class VerdictCounts(Counts):
    """Counts of verdicts; `both` says how often each pair of judgements came, by the text and by the label."""

    both: Counter[tuple[bool | None, bool | None]] = field(default_factory=Counter)
    labelled: int = 0
    abstained: int = 0
    unreadable: int = 0

    def add(self, item: Item, verdict: Verdict) -> None:
        """Count one verdict on an answer to an item."""
        self.both[verdict.sound, verdict.gold] += 1
        self.labelled += item.gold is not None
        self.abstained += verdict.rule == "abstention"
        self.unreadable += not verdict.read

    @property
    def answers(self) -> int:
        """How many answers there are."""
        return self.both.total()

    @property
    def text(self) -> Counter[bool | None]:
        """How many answers are right, wrong and undecided by the text."""
        return self._side(0)

    @property
    def label(self) -> Counter[bool | None]:
        """How many are so by the label."""
        return self._side(1)

    @property
    def judged(self) -> int:
        """How many answers the text decides on."""
        return self.text[True] + self.text[False]

    def shares(self) -> dict[str, Any]:
        """Return how many of the judged answers are right, with the 95 % interval, by the text and by the label."""
        return {"text": share(self.text[True], self.judged), "label": share(self.label[True], self.labelled)}

    def _side(self, side: int) -> Counter[bool | None]:
        found: Counter[bool | None] = Counter()
        for pair, number in self.both.items():
            found[pair[side]] += number
        return found

    def report(self) -> dict[str, Any]:
        """Return what is right, wrong and undecided against the text and against the label, abstained and unreadable."""
        text, label = (
            {"right": counts[True], "wrong": counts[False], "undecided": counts[None]} for counts in (self.text, self.label)
        )
        return {
            "answers": self.answers,
            "against_text": text,
            "against_label": label,
            "abstained": self.abstained,
            "unreadable": self.unreadable,
        }


@dataclass
class NotedVerdicts(VerdictCounts):
    """Counts of verdicts, and the first of those that are worth a look: wrong answers, and what nobody can tell."""

    wrong: Listed[Verdict] = field(default_factory=partial(Listed, most=_NOTED))
    undecided: Listed[Verdict] = field(default_factory=partial(Listed, most=_NOTED))

    def add(self, item: Item, verdict: Verdict) -> None:
        """Count one verdict, and keep it where it is to be shown."""
        super().add(item, verdict)
        if not verdict.sound:
            (self.undecided if verdict.sound is None else self.wrong).add(verdict)

    def noted(self) -> list[Verdict]:
        """Return the first verdicts to look at, what is wrong before what nobody can tell."""
        return [*self.wrong.first, *self.undecided.first][:_NOTED]


def given_answers(dataset: Dataset, file: str, items: Typed = ANY) -> Answers:
    """Read a file of answers in the form of the data set, which is that of `read_samples` where it has none of its own.

    Ids that begin with a data file are matched whatever way its name was typed. Raise DatasetError where the file cannot be read,
    or an id may be that of two items.
    """
    if isinstance(dataset, OwnAnswers):
        return dataset.answers(file)
    return Answers(items.keys(read_samples(file), file))


def read_samples(file: str) -> Mapping[str, tuple[str, ...]]:
    """Read a file of answers: a JSON object a line with `id` and `answer` (a text, or a list of texts that are one answer).

    The index of an option counts as a text. An item has several answers, samples of one model, where its line has a list
    `answers` in the place of `answer`, or where several lines have its id and each a `sample`, a number or text of its own. An
    answer that is null, as `qsr eval --out` writes it, is none, and so is an empty cell of a table. A line without `id` is known
    by its place, `<file>:<line>`, so that a data file that carries answers serves too. Raise DatasetError with the line for
    anything else, and for an id, or a sample of it, that stands twice.
    """
    answers: dict[str, tuple[str, ...]] = {}
    samples: dict[str, set[object]] = {}
    kept: dict[tuple[str, ...], tuple[str, ...]] = {}
    table = Path(file).suffix in TABLES
    for number, row, error in values(file):
        if error:
            raise DatasetError(f"{file}:{number}: {error}")
        if isinstance(row, dict) and row.get("answer") is None and row.get("answers") is None and (table or "answer" in row):
            continue
        texts = _texts(row) if isinstance(row, dict) else None
        if texts is None:
            raise DatasetError(
                f"{file}:{number}: expected an object with id and answer, the answer a text, a whole number or a list of such, "
                "or with id and answers, a list of at least one"
            )
        key, sample = str(row.get("id", f"{file}:{number}")), row.get("sample")
        if sample is not None and not isinstance(sample, (str, int)):
            raise DatasetError(f"{file}:{number}: sample is not a number or a text")
        named = samples.get(key)
        if key in answers and (sample is None or not named):
            raise DatasetError(f"{file}:{number}: the id {key[:80]!r} stands twice, and not each time with a sample")
        if named is not None and sample in named:
            raise DatasetError(f"{file}:{number}: the sample {str(sample)[:40]!r} of the id {key[:80]!r} stands twice")
        if sample is not None:
            samples.setdefault(key, set()).add(sample)
        told = answers.get(key, ()) + texts
        # Most answers are one of few labels: each is kept once.
        answers[key] = kept.setdefault(told, told) if len(told) == 1 and len(told[0]) <= _SHORT else told
    return answers


def _texts(row: Mapping[str, Any]) -> tuple[str, ...] | None:
    """Return the answers of a line, None where it has none that can be taken; a list of texts in the place of one is joined."""
    given = row.get("answers") if "answer" not in row else [row["answer"]]
    if not isinstance(given, list) or not given:
        return None
    texts = []
    for one in given:
        if isinstance(one, list) and all(_is_text(part) for part in one):
            # No labels at all are an answer where answers are sets, and not the same as an empty text.
            texts.append(", ".join(map(str, one)) or "[]")
        elif _is_text(one):
            texts.append(str(one))
        else:
            return None
    return tuple(texts)


def _is_text(one: object) -> bool:
    """Tell whether a value of JSON is an answer: a text, or the number of an option."""
    return isinstance(one, (str, int)) and not isinstance(one, bool)
