"""Writes examples/assisted.jsonl: the session of docs/models.md, with replies written by hand in the place of a model.

PYTHONPATH=tests/support:. python tests/support/record_session.py
"""

from __future__ import annotations

from pathlib import Path

from qsr.assist.reading import assisted
from qsr.assist.recording import Recorder
from scripted import Scripted, honest

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
SAID = {
    "The toaster has been banished to the left of the kettle.": "The toaster is left of the kettle.",
    "Sadly, the jar sits, chipped and dusty, to the right of the stove.": "The jar is right of the stove.",
}
#: What is understood of each, as the judge is shown it.
MEANT = {sentence: text.replace(" left", " to the left").replace(" right", " to the right") for sentence, text in SAID.items()}


def main() -> None:
    """Read the story with the replies, and write down what was asked and said."""
    model = Recorder(Scripted(SAID, honest(MEANT)))
    found = assisted((EXAMPLES / "assisted.story").read_text(encoding="utf-8"), model, lenient=True)
    for one in found.refused:
        print(f"refused: {one.sentence}: {one.reason}")
    model.save(EXAMPLES / "assisted.jsonl")


if __name__ == "__main__":
    main()
