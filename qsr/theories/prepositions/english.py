"""English evidence for senses: what the construction of a premise says, whatever its nouns.

Numerals and times behind a noun, the article after "with", rivals after "behind", bare nouns. R. Quirk et al., "A Comprehensive
Grammar of the English Language", 1985, chapters 5 (articles) and 17 (noun phrases).
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final

from qsr.theories.prepositions.choice import UNUSUAL
from qsr.theories.prepositions.lexicon import Kinds, language, tables
from qsr.theories.prepositions.nouns import NounPhrase, analyse

__all__ = ["analysed", "commanded", "evidence", "placed"]

#: What a ship or a people sails or serves under.
_FLAGS: Final = ("flag", "ensign", "colours", "colors", "banner")
#: Where publications show what they are about.
_OUTSIDES: Final = ("cover", "page", "jacket", "sleeve", "front", "back")
#: Shorter words are no superlatives: "nest", "chest".
_SUPERLATIVE: Final = 6
#: Things that are counted, so that a singular without an article does not name one of them.
_COUNTED: Final = (
    "building",
    "room",
    "container",
    "furniture",
    "structure",
    "road",
    "surface",
    "device",
    "body",
    "document",
    "cover",
    "thing",
    "person",
    "role",
    "group",
    "picture",
)
#: What a lot of something without a body is named after: a mountain of debt, a string of murders, a curtain of silence.
_HEAPS: Final = ("landform", "water", "phenomenon", "group", "cover", "upright", "structure", "thing")
#: What numbers a thing behind its noun.
_LABEL: Final = re.compile(
    r"\d{1,4}[A-Za-z]?|[A-Z]\d{0,3}|[IVX]{1,4}"
    r"|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|twenty"
)
#: When something is so, behind a noun phrase: "Leeds this week", "the garage for now".
_WHEN: Final = re.compile(
    r"(?<=\w) (?:(?:this|next|last|every|all|these|for|until|till|since|during|by) (?:the )?(?:\w+ )?"
    r"(?:mornings?|afternoons?|evenings?|nights?|days?|weeks?|weekends?|months?|years?|summers?|winters?|autumns?|springs?"
    r"|terms?|seasons?|now|today|tonight|tomorrow|noon|midnight|time|moment|while|[A-Z][a-z]+days?)"
    r"|today|tonight|tomorrow|yesterday|nowadays|again|already|anyway|at (?:the moment|present|last)"
    r"|once more|right now|just now|as usual)$"
)
#: By how much one is ahead or behind, and what counts in a contest, behind a noun phrase: "the champion by two seconds".
_MARGIN: Final = re.compile(
    r" by (?:an?|one|two|three|four|five|six|seven|eight|nine|ten|half|several|some|many|only|just|over|nearly|about|\d)\b"
    r"| on (?:points|goals|goal difference|aggregate|average|countback|merit|seniority|total score|away goals)$"
)
#: What one takes a side in, behind a noun phrase: "the miners on this", "the mayor over the new bypass".
_STAND: Final = re.compile(
    r" (?:on|over|in|during|throughout) (?:this|that|these|(?:the|this|that|their|his|her|its|our|your|my) (?:[\w-]+ ){0,2}"
    r"(?:issue|question|matter|vote|point|dispute|row|fight|struggle|strike|campaign|case|cause|quarrel|feud|bid|claim|demands?"
    r"|opposition|refusal|protests?|lawsuit|appeal|boycott|grief|bereavement|hour of need|time of need|ordeal|hardship))$"
    r"| in (?:spirit|principle|solidarity|sympathy|thought|prayer|mourning)$"
    r"| on (?:the|this|that) (?:new|proposed|planned|latest|draft) [\w' -]+$"
    r"| (?:every step of the way|through thick and thin|all the way|to the end|to the hilt|100 per ?cent|one hundred per ?cent)$"
)
#: What a side is taken on, behind a person or a body: "the governor on tolls".
_SUBJECT: Final = re.compile(r"\S (?:on|over) (?P<topic>[a-z][\w' -]*)$")
#: In what one is behind or above, behind what one is compared with, and the kinds of such qualities.
_QUALITY: Final = re.compile(r"\S in (?P<quality>[a-z][\w' -]*)$")
_COMPARED: Final = ("attribute", "measure", "activity", "cognition", "field", "process", "possession", "phenomenon")
#: What has a maker who is behind it.
_MADE: Final = ("picture", "work", "text", "document", "building", "structure", "clothing", "medium")
#: How long one has belonged to a firm or a party, behind its name: "Lloyds for six years", "the orchestra since 1998".
_TENURE: Final = re.compile(
    r" for (?:(?:a|an|one|two|three|four|five|six|seven|eight|nine|ten|\w+teen|\w+ty(?:-\w+)?|\d+|several|many|some|over"
    r"|nearly|about|almost|more than|the (?:last|past)|a few|a couple of|half a|(?:all|most of) (?:his|her|their|my|your)) )*"
    r"(?:years?|decades?|months|seasons|century|ages|career|working life|life)$"
    r"| since (?:(?:19|20)\d\d|the (?:war|start|beginning|merger|'?\d0s|\d{4}s)|leaving \w+|graduation|university|school"
    r"|childhood|"
    r"(?:he|she|they) (?:was|were|left) .*)$"
)
#: Years by the ten: "the 1990s", "the '60s".
_DECADE: Final = re.compile(r"(?:early |mid-?|late )?(?:'?\d0s|1\d\d0s|20\d0s)", re.IGNORECASE)
#: What a name that no table has may name behind a preposition of place.
_SOME_NAME: Final[Kinds] = (("person", 0), ("region", 2), ("institution", 2))
_SOME_PLACE: Final[Kinds] = (("region", 0), ("institution", 1), ("person", 3))


def analysed(text: str, code: str) -> NounPhrase:
    """Take a noun phrase apart; a numeral or a letter behind an English noun only numbers it: "Platform 9", "exhibit A"."""
    whole = analyse(text, code)
    noun, _, number = text.rpartition(" ")
    if code != "en" or not noun:
        return whole
    core = _WHEN.sub("", text)
    if core != text:
        return replace(analysed(core, code), text=text, words=whole.words)
    if text[:4].lower() == "its " and whole.kinds[0][0] == "person":
        # Whom a thing's pronoun owns is no person: "its mother".
        return replace(whole, kinds=(("animal", 0),))
    if whole.words and _DECADE.fullmatch(" ".join(whole.words)):
        return replace(whole, kinds=(("time", 0),))
    if whole.article == "name" and _is_titled(whole):
        return replace(whole, kinds=(("role", 0),))
    if (
        whole.article == "definite"
        and whole.plural
        and number[:1].isupper()
        and whole.kinds[0][0] in tables().family("being") | {"colour"}
    ):
        # A plural with a capital and an article is a party, a club or a regiment: "the Greens", "the Lancers".
        return replace(whole, kinds=(("institution", 0), ("group", 1)))
    if whole.article == "number" and " of " not in text:
        return _measured(whole, text)
    if whole.kinds and " of " in text:
        return _made_of(whole, text)
    if not _LABEL.fullmatch(number) or noun.rpartition(" ")[2] in language(code).postmodifiers:
        return whole
    inner = analyse(f"the {noun.lower()}", code)
    known = language(code).listed(inner.head) or language(code).derived(inner.head)
    if not known or known[0][0] in ("time", "measure", "person", "role"):
        return whole
    return replace(inner, text=text, article="name", words=whole.words, kinds=known)


def _is_titled(whole: NounPhrase) -> bool:
    """Tell whether a name follows the title of a person: Queen Victoria, President Lincoln."""
    first = language("en").listed(whole.words[0])
    return (
        len(whole.words) > 1 and bool(first) and first[0][0] == "role" and whole.kinds[0][0] in ("person", "performer", "region")
    )


def _measured(whole: NounPhrase, text: str) -> NounPhrase:
    """Return a number of units as a measure, whatever stands behind the unit: "forty degrees Celsius", "ten knots or so"."""
    for word in whole.words:
        inner = analyse(f"the {word}", "en")
        if word.endswith("s") and inner.kinds and inner.kinds[0][0] == "measure":
            return replace(inner, text=text, article=whole.article, words=whole.words)
    return whole


def _made_of(whole: NounPhrase, text: str) -> NounPhrase:
    """Return a noun before "of" by what it is made of.

    What may name a society is one where it is made of persons: a board of governors, a bench of bishops. What is named as large
    is an amount where it is made of what has no body: a mountain of debt, a wave of criticism.
    """
    shared = tables()
    members = analyse(text.partition(" of ")[2], "en")
    heap = whole.kinds[0][0] in _HEAPS
    if (
        heap
        and whole.article == "indefinite"
        and members.article == "bare"
        and members.kinds[0][0] in shared.family("abstract") | {"event"}
    ):
        return replace(members, text=text)
    society = tuple((kind, 0) for kind, _ in whole.kinds if kind in shared.family("society"))
    if society and members.plural and members.kinds[0][0] in shared.family("human"):
        return replace(whole, kinds=society)
    return whole


def placed(preposition: str, ground: NounPhrase, code: str) -> NounPhrase:
    """Return a ground with a name that nobody knows as a place, where the preposition has places after it, not persons."""
    if code == "en" and preposition in ("in", "at") and ground.kinds == _SOME_NAME:
        return replace(ground, kinds=_SOME_PLACE)
    return ground


def commanded(preposition: str, figure: NounPhrase, ground: NounPhrase) -> NounPhrase:
    """Return the name of a place behind "under" as that of a person, where people are under it: the cavalry under Wellington."""
    people = tables().family("human", "society")
    if preposition == "behind" and ground.kinds == _SOME_NAME and figure.kinds[0][0] == "region":
        # Towns are behind one another in a table.
        return replace(ground, kinds=_SOME_PLACE)
    if preposition == "under" and ground.article == "name" and len(ground.words) == 1 and figure.kinds[0][0] in people:
        kinds = [kind for kind, _ in ground.kinds]
        if "region" in kinds and "person" not in kinds[:1]:
            others = ((kind, cost + UNUSUAL) for kind, cost in ground.kinds if kind != "person")
            return replace(ground, kinds=(("person", 0), *others))
    return ground


def evidence(preposition: str, figure: NounPhrase, ground: NounPhrase, found: dict[str, int]) -> dict[str, int]:
    """Return the readings with those that an English construction brings, whatever its nouns."""

    def instead(sense: str) -> dict[str, int]:
        return {other: cost + UNUSUAL for other, cost in found.items()} | {sense: 0}

    if ground.article != "bare" and "means" in found and "containment" in found:
        # Only a bare noun of stuff says what something is made of or made with: "in charcoal", but "in the mud".
        found = found | {"means": found["means"] + UNUSUAL}
    if preposition == "in" and ground.article == "bare" and ground.head in language("en").pigments and "containment" in found:
        found = instead("means")
    if preposition == "on" and ground.article == "bare" and ground.plural and _is_taken(figure, ground):
        found = instead("means")
    if preposition == "on" and _is_subject(figure, ground) and "support" in found:
        found = instead("topic")
    if preposition == "with" and _is_equipment(figure, ground):
        found = instead("bearing")
    if preposition == "with" and _is_separate(figure, ground) and "bearing" in found:
        found = instead("company")
    if preposition in ("behind", "with") and (_STAND.search(ground.text) or _is_side(figure, ground)):
        found = instead("allegiance")
    if preposition == "with" and _TENURE.search(ground.text) and figure.kinds[0][0] in tables().family("human"):
        known = ground.kinds[0][0] in tables().family("human") and ground.article != "name"
        found = instead("allegiance" if known else "membership")
    if preposition in ("behind", "above", "under") and (_MARGIN.search(ground.text) or _is_rivalry(ground)):
        found = instead("scale")
    if preposition == "at" and _is_superlative(ground):
        found = instead("state")
    if preposition == "at" and _is_stage(figure, ground):
        found = instead("state")
    if preposition == "with" and _is_kept(figure, ground):
        found = instead("responsibility")
    if preposition == "in" and _is_division(figure, ground):
        found = instead("state")
    if preposition == "with" and _is_deposited(figure, ground):
        found = instead("company")
    if preposition == "in" and _is_held(figure, ground):
        found = instead("responsibility")
    if preposition == "on" and _is_on_cover(figure, ground):
        found = instead("depiction")
    if "participation" in found and _is_bare_activity(preposition, figure, ground):
        found = instead("activity")
    if preposition == "on" and _is_portrayed(figure, ground):
        found = instead("depiction")
    if _is_directed(preposition, figure, ground):
        found = instead("target")
    if preposition == "behind" and figure.head in language("en").makers and ground.kinds[0][0] in _MADE:
        found = instead("cause")
    if preposition == "behind" and figure.head in language("en").backers and "rear" in found:
        found = instead("backing")
    if preposition == "under" and ground.head in _FLAGS and figure.kinds[0][0] in tables().family("society") | {"craft"}:
        found = instead("state")
    if ground.article == "bare" and not ground.plural and ground.kinds[0][0] in _COUNTED:
        found = {sense: cost + UNUSUAL for sense, cost in found.items()}
        found.setdefault("state", 0)
    return found


def _is_taken(figure: NounPhrase, ground: NounPhrase) -> bool:
    """Tell whether someone lives or moves by small things, no particular ones: on vitamins, on skates."""
    used = ("thing", "device", "substance", "food", "component", "clothing")
    return ground.kinds[0][0] in used and figure.kinds[0][0] in tables().family("being")


def _is_subject(figure: NounPhrase, ground: NounPhrase) -> bool:
    """Tell whether an occasion has a subject, for it does not stand on things without an article: a conference on glaciers."""
    things = tables().family("concrete", "society") - {"surface", "craft", "vehicle"}
    return figure.kinds[0][0] == "event" and ground.article == "bare" and ground.kinds[0][0] in things


def _is_equipment(figure: NounPhrase, ground: NounPhrase) -> bool:
    """Tell whether "with" gives a thing a part that is new to the listener: a cart with a squeaky wheel, boots with steel tips.

    What stands beside another thing is known or alive, as a rule: "the lamp is with the clock", "the pump with a plumber".
    """
    shared = tables()
    if ground.article not in ("indefinite", "number") and not (ground.article == "bare" and ground.plural):
        return False
    alive = shared.family("being", "society")
    return ground.kinds[0][0] in shared.family("concrete") - alive and figure.kinds[0][0] in shared.family("concrete")


def _is_separate(figure: NounPhrase, ground: NounPhrase) -> bool:
    """Tell whether "with the" names a thing known before, and no part of the figure: the fork is with the spoons."""
    things = ("clothing", "container", "device", "document", "food", "packaging", "picture", "plant", "thing")
    kinds = figure.kinds[0][0], ground.kinds[0][0]
    return ground.article == "definite" and all(kind in things for kind in kinds)


def _is_bare_activity(preposition: str, figure: NounPhrase, ground: NounPhrase) -> bool:
    """Tell whether a noun without an article says what its bearer undergoes, and is no occasion: on sale, at peak output.

    Who is "at" an activity takes part in it: "at rehearsal".
    """
    if ground.article != "bare" or ground.plural or ground.kinds[0][0] not in ("activity", "event", "communication"):
        return False
    alive = figure.kinds[0][0] in tables().family("being", "society")
    return preposition == "on" or (preposition == "at" and not alive)


def _is_portrayed(figure: NounPhrase, ground: NounPhrase) -> bool:
    """Tell whether a thing has a face or a place on it that bears a name: Napoleon is on the snuffbox."""
    return figure.article == "name" and ground.kinds[0][0] == "container" and figure.kinds[0][0] in ("person", "role", "region")


def _is_directed(preposition: str, figure: NounPhrase, ground: NounPhrase) -> bool:
    """Tell whether eyes or a heart are where their owner looks or feels drawn: his heart is in the hills."""
    if preposition == "on":
        return figure.head in language("en").looks and ground.kinds[0][0] != "body"
    aims = tables().family("mass", "society", "human", "abstract")
    drawn = figure.article == "possessive" and figure.head in language("en").hearts and ground.kinds[0][0] in aims
    return drawn and preposition in ("in", "with")


def _is_side(figure: NounPhrase, ground: NounPhrase) -> bool:
    """Tell whether what stands behind a person or a body is a subject on which people agree: the governor on bridge tolls.

    Days, means and states are none: "with the governor on Monday, on horseback, on holiday".
    """
    said = _SUBJECT.search(ground.text)
    sides = tables().family("human", "society", "region")
    if said is None or figure.kinds[0][0] not in sides or ground.kinds[0][0] not in sides:
        return False
    topic = analyse(said["topic"], "en")
    words, paid = language("en"), topic.plural and topic.kinds[0][0] == "possession"
    tried = () if paid else ("_".join(topic.words), topic.head)
    fixed = any(words.fixed("on", article, one) for one in tried for article in ("bare", "any"))
    return topic.article == "bare" and not fixed and topic.kinds[0][0] not in ("time", "travel", *tables().family("mass", "top"))


def _is_superlative(ground: NounPhrase) -> bool:
    """Tell whether a ground is a degree of its owner's own: "at its most beautiful", "at their tallest"."""
    first = ground.words[0] if ground.words else ""
    degree = first in ("most", "least") or (len(ground.words) == 1 and first.endswith("est") and len(first) >= _SUPERLATIVE)
    return ground.article == "possessive" and "'" not in ground.text and degree


def _is_stage(figure: NounPhrase, ground: NounPhrase) -> bool:
    """Tell whether a ground is a point in what befalls a figure that does nothing: the auction is at its climax."""
    alive = tables().family("being", "society")
    stages = tables().family("abstract") | {"event"}
    own = ground.article == "possessive" and "'" not in ground.text
    return own and ground.kinds[0][0] in stages and figure.kinds[0][0] not in alive


def _is_kept(figure: NounPhrase, ground: NounPhrase) -> bool:
    """Tell whether what cannot go along with anybody is someone's to keep, own or insure: the café is with the brewery."""
    keepers = tables().family("human", "society")
    # Countries and towns do go along with somebody.
    fixed = tables().family("mass") - {"region"}
    return figure.kinds[0][0] in fixed and (ground.article == "name" or ground.kinds[0][0] in keepers)


def _is_division(figure: NounPhrase, ground: NounPhrase) -> bool:
    """Tell whether a number of parts is what a work is made up of: an opera in three acts."""
    written = ("work", "text", "document", "inscription")
    counted = ground.article == "number" and ground.plural
    return counted and ground.kinds[0][0] in written and figure.kinds[0][0] in written


def _is_deposited(figure: NounPhrase, ground: NounPhrase) -> bool:
    """Tell whether a small thing lies where a known office has it: the dossier is with the police, the bag with forensics."""
    things = tables().family("small", "animal", "furniture") | {"document", "picture"}
    known = ground.article in ("definite", "bare")
    return known and ground.kinds[0][0] == "institution" and figure.kinds[0][0] in things


def _is_held(figure: NounPhrase, ground: NounPhrase) -> bool:
    """Tell whether a hand is power over what no hand holds: a debtor is in the hands of usurers."""
    held = tables().family("mass", "society", "abstract", *(("human",) if " of " in ground.text else ()))
    return ground.head == "hand" and ground.plural and figure.kinds[0][0] in held


def _is_on_cover(figure: NounPhrase, ground: NounPhrase) -> bool:
    """Tell whether someone is shown on the outside of a publication: on the cover of Time, on the back page of the Echo."""
    if ground.head not in _OUTSIDES or figure.kinds[0][0] not in tables().family("being", "society", "mass"):
        return False
    of = ground.text.partition(" of ")[2]
    published = tables().family("paper") | {"medium", "work"}
    return of[:1].isupper() or (bool(of) and analyse(of, "en").kinds[0][0] in published)


def _is_measured_by(ground: NounPhrase) -> bool:
    """Tell whether a quality in which things are compared stands behind what one is compared with: Bergen in rainfall."""
    said = _QUALITY.search(ground.text)
    if said is None:
        return False
    quality = analyse(said["quality"], "en")
    fixed = any(language("en").fixed("in", "bare", one) for one in (quality.head, "_".join(quality.words)))
    return quality.article == "bare" and not fixed and quality.kinds[0][0] in _COMPARED


def _is_rivalry(ground: NounPhrase) -> bool:
    """Tell whether a ground is named for a contest, in which one is behind by rank: its rivals, the team in the polls."""
    words = language("en")
    if ground.head in words.rivals or _is_measured_by(ground):
        return True
    for place, word in enumerate(ground.words[1:-1], 1):
        if word in ("in", "of"):
            contest = analyse(" ".join(ground.words[place + 1 :]), "en")
            return contest.head in words.contests or (word == "in" and contest.head in words.races)
    return False
