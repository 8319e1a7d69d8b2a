"""What stands around a question and asks nothing itself: "according to the note", "do you think", "so", "exactly".

A question that cannot be read with it is read without it. What somebody is said to have said ("according to Ann") is not taken
away, since the text may tell otherwise.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Final

from qsr import resources

__all__ = ["bare"]

#: How a question begins; what may be meant by the words of a frame elsewhere.
_WH: Final = r"(?:where|what|which|who|whom|whose|how|on (?:which|what)|in (?:which|what)|at (?:which|what)|whereabouts)"
#: "Where do you think she is?", which asks where she is.
_THINK: Final = re.compile(
    rf"(?P<lead>^|, )(?P<wh>{_WH}(?: [\w'’-]+){{0,4}}?)"
    r" (?:(?:do|would|did) (?:you|we) (?:think|say|suppose|reckon|believe)|do (?:we|you) know) ",
    re.IGNORECASE,
)
#: "What is the location of the cup?"
_LOCATION: Final = re.compile(
    r"\bwhat (?P<be>is|was) the (?:(?:exact|current|present|final) )?(?:location|position|whereabouts|place)"
    r" of (?P<what>[^,?]+)\?",
    re.IGNORECASE,
)
#: "Where can the cup be found?", "where would you look for the cup?"
_NOBODY: Final = "(?:i|you|we|one|they|someone)"
_FOUND: Final = re.compile(
    rf"\bwhere (?:can|could|may|might|should|would|will) (?!{_NOBODY} )(?P<what>[^,?]+?) be (?:found|seen|located)\b|"
    rf"\bwhere (?:can|could|may|might|should|would|will|must|do) {_NOBODY} (?:find|look for|see|search for|get|go for)"
    r" (?P<other>[^,?]+?)(?=\s*[,?])",
    re.IGNORECASE,
)


#: "Right now", which is no "on the right" that is so now.
_RIGHT_NOW: Final = re.compile(
    r"(?<!\bthe )(?<!\byour )(?<!\bmy )(?<!\bhis )(?<!\bher )(?<!\bits )(?<!\bor )(?<!\bto )(?<!\bfar )right now\b"
)
#: What a question begins with, in capitals.
_FIRST: Final = re.compile(rf"^(?:{_WH}|is|are|was|were|do|does|did|can|could|must|may|might|has|have|there|if)\b", re.IGNORECASE)


@cache
def _frames() -> re.Pattern[str]:
    """Return what finds a frame."""
    table = resources.table("prose.toml")["frames"]
    source = "|".join(table["sources"].split()).replace("_", " ")
    known = "|".join(table["known"]).replace(" ", r"\s+")
    leads = "|".join(table["leads"])
    ends = "|".join(table["ends"])
    det = r"(?:the|this|that|these|those|my|our|your|his|her|their|its|an?)"
    which = r"(?:(?:\w+ ){0,2}?)"
    cited = "|".join(table["cited"])
    behind = r"(?: (?:above|alone|here|below|only|given|provided|itself|as given|you have|we have|you are given|we are given))?"
    sourced = rf"(?:{cited}) (?:{det} )?{which}(?:{source}){behind}"
    return re.compile(
        rf"(?<![\w'’-]),?\s*\b(?:{sourced}|{known})\s*(?:,|(?=\?)|(?=\s(?:is|are|was|were|do|does|did|can|could|must|{_WH})\b))"
        rf"|^\s*(?:(?:{leads})(?:,\s*|\s+))+"
        rf"|(?<=\w),?\s+(?:{ends})(?=\s*\?)"
        r"|(?:(?<=\bwhere)|(?<=\bwhat)|(?<=\bwhich)|(?<=\bwho)) (?:exactly|precisely|actually|roughly|on earth)\b"
        rf"|\b(?:exactly|precisely)\s+(?={_WH}\b)",
        re.IGNORECASE,
    )


def bare(text: str) -> str:
    """Return a question without what stands around it; the text itself where there is nothing.

    >>> bare("According to the note, where exactly is the key?"), bare("So where do you think she is?")
    ('where is the key?', 'can you tell where she is?')
    >>> bare("What is the location of the cup?"), bare("According to Ann, where is the key?")
    ('where is the cup?', 'According to Ann, where is the key?')
    """
    found = _frames().sub(" ", text)
    found = _LOCATION.sub(
        r"where \g<be> \g<what>?", re.sub(r"^(\W*)whereabouts\b", r"\1where", found.strip(), flags=re.IGNORECASE)
    )
    found = _RIGHT_NOW.sub("now", _FOUND.sub(_at, found))
    found = _THINK.sub(lambda match: f"{match['lead']}can you tell {match['wh'].lower()} ", found)
    found = re.sub(r"\s+(?=[,?])", "", " ".join(found.split())) if found != text else text
    return _FIRST.sub(lambda match: match.group().lower(), found) or text


def _at(match: re.Match[str]) -> str:
    """Return "where is it?" of "where can it be found?"."""
    what = match["what"] or match["other"]
    return f"where is {what}"
