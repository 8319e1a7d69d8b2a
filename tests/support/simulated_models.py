"""Runs of models that are not there: StepGame's items, and replies that are wrong the more often the longer the way is."""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

#: What a sentence says -> how far the first is from the second, to the right and upward.
_STEPS: Final = {
    "to the left of": (-1, 0),
    "to the right of": (1, 0),
    "above": (0, 1),
    "below": (0, -1),
}
_NAMES: Final = "ABCDEFGHIJKLMNOP"


def label(right: int, up: int) -> str:
    words = [word for word, holds in (("upper", up > 0), ("lower", up < 0), ("left", right < 0), ("right", right > 0)) if holds]
    if len(words) == 2:
        return "-".join(words)
    return {"upper": "above", "lower": "below"}.get(words[0], words[0]) if words else "overlap"


def items(path: Path, number: int, seed: int = 1) -> list[dict[str, Any]]:
    """Write so many items, each a way of one to six steps, and return their rows."""
    dice = random.Random(seed)
    rows = []
    for _ in range(number):
        steps = dice.choices(list(_STEPS), k=dice.randint(1, 6))
        names = dice.sample(_NAMES, len(steps) + 1)
        story = [f"{one} is {step} {other}." for one, step, other in zip(names, steps, names[1:], strict=False)]
        right, up = (sum(_STEPS[step][axis] for step in steps) for axis in (0, 1))
        question = f"What is the relation of the agent {names[0]} to the agent {names[-1]}?"
        rows.append({"story": story, "question": question, "label": label(right, up), "k": len(steps)})
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return rows


def replies(
    path: Path, source: Path, rows: Sequence[dict[str, Any]], slip: float, seed: int, skipped: float = 0.02
) -> dict[str, str | None]:
    """Write a model's replies, which slip at a step with this chance; return what each says, None where it says nothing."""
    dice = random.Random(seed)
    labels = ["left", "right", "above", "below", "upper-left", "upper-right", "lower-left", "lower-right", "overlap"]
    told: dict[str, str | None] = {}
    lines = []
    for number, row in enumerate(rows, 1):
        if dice.random() < skipped:
            continue
        key, steps = f"{source}:{number}", row["k"]
        slipped = dice.random() > (1 - slip) ** steps
        said = dice.choice([one for one in labels if one != row["label"]]) if slipped else row["label"]
        silent = dice.random() < slip / 8
        told[key] = None if silent else said
        thought = f"Let me think it over, step by step, for {steps} steps. So it is: {said}"
        lines.append({"id": key, "answer": "I would rather not say." if silent else thought if dice.random() < 0.5 else said})
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    return told
