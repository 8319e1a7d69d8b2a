"""``qsr read``: what was understood of a story, sentence by sentence."""

from __future__ import annotations

import argparse

from qsr.cli.output import print_json, say
from qsr.cli.solve import STORY_HELP, read_story
from qsr.cli.solve_text import near
from qsr.summary.reading import understood

__all__ = ["add"]


def add(parser: argparse.ArgumentParser) -> None:
    """Add the arguments."""
    parser.add_argument("story", metavar="STORY", help=STORY_HELP)
    parser.add_argument("--theory", metavar="T", help="read it for this theory")
    parser.add_argument("--lenient", action="store_true", help="exit with 0 where sentences are refused, too")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.set_defaults(run=_run, question=[])


def _run(chosen: argparse.Namespace) -> int:
    strict = not chosen.lenient
    chosen.lenient = True
    story = read_story(chosen.story, chosen)
    result = understood(story)
    if chosen.json:
        print_json({"file": story.file, **result})
    else:
        for sentence in result["sentences"]:
            say(sentence["text"])
            for words in sentence["understood"]:
                say(f"  = {words}")
            if sentence["status"] != "read":
                say(f"  {sentence['status']}{': ' if sentence['reason'] else ''}{sentence['reason']}")
            for words in near(sentence):
                say(f"  {words}")
        say(f"theory    {result['theory']}")
        for assumption in result["assumptions"]:
            say(f"assumed   {assumption}")
    return 3 if strict and any(sentence["status"] == "refused" for sentence in result["sentences"]) else 0
