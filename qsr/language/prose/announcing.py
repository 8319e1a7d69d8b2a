"""Sentences that only announce what those beside them tell, and what a picture is said to show, which is there."""

from __future__ import annotations

import re
from functools import cache
from typing import Final

from qsr import resources
from qsr.errors import ParseError
from qsr.language.prose.lexicon import is_about_text
from qsr.language.prose.remarks import is_hedged
from qsr.language.prose.tokens import tokens

__all__ = ["as_there", "is_framing"]


def as_there(text: str) -> str | None:
    """Return "the picture shows a cat" as "there is a cat", of the same length; None for another sentence."""
    if (shown := _SHOWN.match(text)) is None:
        return None
    return f"There is{' ' * (shown.end() - len('There is'))}{text[shown.end() :]}"


def is_framing(text: str) -> bool:
    """Tell whether a sentence only says what those beside it tell: "here is how it is arranged", "these are the rules".

    >>> [is_framing(text) for text in ("Here is how our fridge is arranged.", "This is a plan of it.", "This is the lamp.")]
    [True, True, False]
    """
    match = _FRAMING.fullmatch(text.strip().rstrip(" .:!"))
    if match is None or is_hedged(text):
        return False
    try:
        said = tokens(text)
    except ParseError:
        return False
    if " one of " in f" {text.lower()}":
        said = [word for word in said if word.lower() != "one"]
    if any(word.type in ("NUMBER", "COMMA", "NOT", "NO", "BE_NOT", "ONLY", "EXCEPT") for word in said):
        return False
    return match["noun"] is None or match["noun"].lower() in _announced() or is_about_text(match["noun"].lower())


@cache
def _announced() -> frozenset[str]:
    return frozenset(resources.table("prose.toml")["adjuncts"]["framing"].split())


#: What a picture shows is there.
_PICTURE: Final = r"picture|photo|photograph|painting|drawing|postcard|sketch|poster|snapshot|map|plan|print|diagram|image"
_SHOWN: Final = re.compile(
    rf"(?:this|that|the|my|our|an?) (?:[a-z]+ )?(?:{_PICTURE})(?: (?:on|in|above|over) (?:the|my|our) [a-z]+)? (?:shows|depicts) "
    r"(?!how|where|what|that|who|which)(?=\w+ )",
    re.IGNORECASE,
)
_THIS: Final = r"(?:here|this|that|these|those|below|what follows|the following)(?: is| are|'s| was| were)"
_TELLS: Final = (
    r"(?:let me|let us|let's|(?:I|we)(?:'ll|'d like to| will| want to| would like to| (?:am|are) going to| shall| must| can)?) "
    r"(?:now |also |briefly |first )?(?:describe|explain|sketch|list|sum up|start with|begin with|tell you|show you|tell|talk)"
)
_LAID_OUT: Final = r"(?:arranged|laid out|set out|set up|organi[sz]ed|furnished|seated|divided|parked|grouped|lined up|decorated)"
_ARRANGED: Final = (
    rf"(?:the|my|our|their|an?) [\w' -]+ (?:is|are) {_LAID_OUT} (?:as follows|like this|thus|so|in the following way|in this way)"
)
_HOW: Final = (
    r"(?:exactly |just |roughly |more or less )?(?:how|what|the way) [\w' -]+? "
    rf"(?:(?:is|are) {_LAID_OUT}|(?:looks?|is|are) like|looks?|sits?|stands?|it is|they are)"
    r"(?: from [\w' -]+| today| now| at the moment)?"
)
#: What announces that something is told.
_FRAMING: Final = re.compile(
    rf"(?:(?:and|now|so|then) )?(?:{_THIS} (?:{_HOW}"
    r"|(?:(?:one|some|all) of )?(?:(?:an?|the|our|my|his|her|their|its|some) )?(?:[a-z]+ )??(?P<noun>[a-z-]+)"
    r"(?: (?:of|for|about|to|in|from) (?:(?:the|an?|my|our|his|her|their|this|that) )?[\w' -]+)?)"
    rf"|{_TELLS}\b.*|{_ARRANGED})",
    re.IGNORECASE,
)
