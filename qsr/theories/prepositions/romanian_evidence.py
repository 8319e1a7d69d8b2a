"""Romanian evidence for senses: what the construction of a premise says, whatever its nouns.

Articles and participles after "cu", topics after "pe", supines after "la", adverbs of the form "pe terminate", set phrases
that begin with a determiner, names behind a preposition. GALR (Academia Română, "Gramatica limbii române", 2005):
prepositional phrases, the supine, circumstantials of manner.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final

from qsr.theories.prepositions.lexicon import Kinds, language, tables
from qsr.theories.prepositions.nouns import NounPhrase, analyse
from qsr.theories.prepositions.romanian import forms

__all__ = ["evidence", "is_part_of", "placed"]

#: What it costs to go against the construction, and to take "pe" for "about".
_UNUSUAL, _TOPIC = 2, 4
#: What lies beside its like, so that "cu" and the article name a thing known before: "bocancii sunt cu papucii".
_SEPARATE: Final = ("clothing", "container", "device", "document", "food", "packaging", "picture", "plant", "thing")
#: Endings of supines ("la reparat"), and of the adverbs that "pe" makes of feminine plurals ("pe terminate").
_SUPINE: Final = re.compile(r"\w{2,}(?:[aiuâ]t|[aeiou]n?s|[prf]t)")
_ADVERB: Final = re.compile(r"\w{2,}(?:[aiuâ]te|[aeiou]n?se)")
#: What a single capitalised noun names whose own kind is that of a name: "Poșta", "Dunărea".
_NAMED: Final = ("institution", "region", "landform", "water", "place", "language", "document", "medium", "role", "object")
_SOME_PLACE: Final[Kinds] = (("region", 0), ("institution", 1), ("person", 3))
_SOME_GROUP: Final[Kinds] = (("group", 0),)
_SOME_LANGUAGE: Final[Kinds] = (("language", 0),)
#: Endings of adjectives of peoples: "limba gruzină" needs a list, "limba poloneză" does not.
_OF_PEOPLES: Final = ("eză", "ească", "ană", "onă")
_SOME_PERSON: Final[Kinds] = (("person", 0), ("institution", 2), ("region", 3))
_SOME_MEDIUM: Final[Kinds] = (("medium", 0), ("institution", 2))
#: What a thing is made or equipped with, not who is with it: "cu USB", "cu GPS".
_SOME_DEVICE: Final[Kinds] = (("component", 0), ("institution", 2))
#: What has no company of animals: a flat is "cu gândaci", a mare "cu mânz".
_INFESTED: Final = ("animal", "plant", "food", "clothing", "furniture", "building", "room", "body")
#: Concrete nouns that are figures of speech before a genitive of something abstract: "pe aripile visului".
_METAPHORS: Final = ("body", "clothing", "cover", "substance", "landform", "water", "phenomenon", "plant", "component", "thing")
_OF_WHAT: Final = ("feeling", "attribute", "state", "cognition", "process", "relation")
_GENITIVE: Final = ("ei", "ii", "ului", "elor", "ilor", "urilor")
#: Ordinals that count what happens, behind "al" or "a": "la al doilea divorț".
_COUNTED: Final = re.compile(r"al? (?:\w+lea|doua|treia|patra|cincea|șasea|șaptea|opta|noua|\w*zecea) ")
#: Ranks of a classification that mean something else too, and all of them (International Code of Zoological Nomenclature, 1999).
_CLASSES: Final = ("ordin", "clasă", "gen", "familie", "specie")
_RANKS: Final = (*_CLASSES, "subspecie", "subfamilie", "subordin", "regn", "încrengătură", "rasă", "soi")
_IMMOVABLE: Final = ("building", "structure", "region", "landform", "road")
#: What is a part of a thing that stands behind it in the genitive, and of what things.
_PARTS: Final = frozenset(("component", "room", "surface", "upright"))
_WHOLES: Final = ("vehicle", "craft", "building", "structure", "room", "furniture", "clothing", "device", "container", "plant")
#: What a hand holds.
_HELD: Final = (
    *("clothing", "device", "thing", "document", "picture", "list", "text", "food", "container", "packaging", "plant"),
    *("substance", "component", "cover", "object", "medium", "animal", "body", "furniture"),
)
#: Who has a drink or a meal is at it, wherever the drink is.
_MEAL: Final = ("food",)


def placed(preposition: str, ground: NounPhrase) -> NounPhrase:
    """Return a ground that is a single name as the preposition has it: a place, a person, a medium.

    No sentence begins with its ground, so that a capital there is that of a name: "cu Mirela", "pe BBC".
    """
    if _is_taxon(ground):
        return replace(ground, kinds=_SOME_GROUP)
    if ground.head == "limbă" and len(ground.words) > 1 and ground.words[1].endswith(_OF_PEOPLES):
        return replace(ground, kinds=_SOME_LANGUAGE)
    word = ground.text.strip(',.;:!?"“”„')
    capital = word[:1].isupper() or word[1:2].isupper()
    if not capital or len(ground.words) != 1:
        return ground
    own = language("ro")
    if ground.words[0] == ground.head and own.listed(ground.head):
        return ground
    if ground.kinds[0][0] in _NAMED and (own.listed(ground.head) or own.derived(ground.head)):
        return ground
    if preposition in ("in", "at"):
        return replace(ground, article="name", kinds=_SOME_PLACE)
    if preposition == "on" and (word.isupper() or word[1:2].isupper()):
        return replace(ground, article="name", kinds=_SOME_MEDIUM)
    if preposition == "with" and len(word) > 1 and word.isupper():
        return replace(ground, article="bare", kinds=_SOME_DEVICE)
    return replace(ground, article="name", kinds=_SOME_PERSON)


def evidence(preposition: str, figure: NounPhrase, ground: NounPhrase, found: dict[str, int]) -> dict[str, int]:
    """Return the readings with those that a Romanian construction brings."""

    def instead(sense: str) -> dict[str, int]:
        return {other: cost + _UNUSUAL for other, cost in found.items()} | {sense: 0}

    shared = tables()
    kind, other = figure.kinds[0][0], ground.kinds[0][0]
    counted = _with_determiner(preposition, ground)
    if counted:
        return instead(counted)
    if "topic" in found and other in shared.family("concrete"):
        # A topic takes "despre"; "pe" has it of fields and questions only.
        found = found | {"topic": found["topic"] + _TOPIC, "support": 0}
    if preposition == "with" and other == "building" and kind in shared.family("human", "society"):
        # Who plays with the opera plays with its orchestra.
        return instead("company")
    articled = ground.article in ("definite", "name", "possessive") or (_known(ground) and len(ground.words) > 1)
    if preposition == "with" and kind == "event" and other in shared.family("human") and articled:
        # A lesson with the teacher is where the teacher is.
        return instead("company")
    if preposition == "at" and kind in shared.family("human") and other in _MEAL and ground.article != "definite":
        # One goes for a drink or for bread: neither is a place.
        return instead("travel")
    if preposition == "at" and kind in shared.family("human") and other == "clothing":
        # Who is at a dress is making it.
        return instead("activity")
    if (
        preposition == "at"
        and _COUNTED.match(ground.text.lower())
        and other not in shared.family("large", "event", "upright", "surface")
    ):
        # Who is at the third coffee or the second husband counts them.
        return instead("state")
    if preposition == "in" and ground.article == "number" and other in ("component", "body"):
        # A wardrobe is made "în două uși", a hat "în trei colțuri".
        return instead("state")
    if preposition == "in" and other == "group" and (_is_taxon(figure) or figure.head in _RANKS):
        return instead("membership")
    if preposition == "on" and _is_motif(kind, figure.head, "container" if other == "thing" and _known(ground) else other):
        # A lion on a pullover is printed or knitted on it, as a tower on a cup is.
        return instead("depiction")
    if preposition == "at" and other in shared.family("human") and kind in shared.family("paper"):
        # "La notar" is where the notary keeps it; only verbs send it there.
        return instead("place")
    if preposition == "in" and ground.head == "mână" and len(ground.words) > 1 and kind not in _HELD:
        # What no hand can hold is in somebody's hands who decides on it.
        return instead("control")
    if preposition != "with" and other in _METAPHORS and _is_metaphor(ground):
        return instead("state")
    if preposition == "on" and other in ("component", "body") and ground.article == "bare" and _is_manner(ground):
        # A table stands on wheels that are its own.
        return instead("state")
    if preposition == "with" and _bears(figure, ground):
        return instead("bearing")
    if preposition == "with" and ground.article == "definite" and kind in _SEPARATE and other in _SEPARATE:
        return instead("company")
    if preposition == "at" and "membership" in found and figure.head in language("ro").visitors:
        # A neighbour at the circus is its guest.
        found = found | {"place": 0, "membership": 1}
    named = _known(ground) and other in shared.family("concrete", "society")
    bare = ground.article == "bare" and len(ground.words) == 1 and not named
    if preposition == "at" and bare and _SUPINE.fullmatch(ground.words[0]):
        return instead("activity" if kind in shared.family("human") else "state")
    if preposition == "on" and bare and _ADVERB.fullmatch(ground.words[0]):
        return instead("state")
    return found


def is_part_of(part: str, bearer: str, *, fixed: bool = False) -> bool:
    """Tell whether a phrase names a part, an end or a property of a bearer, who stands in the genitive behind it.

    Parameters
    ----------
    part, bearer
        The two phrases.
    fixed
        Whether the first is a fixed phrase, whatever its noun: "la poalele muntelui", "în custodia muzeului".

    Examples
    --------
    >>> is_part_of("umărul lui Zoli", "Zoli"), is_part_of("capul bunicului", "bunicul"), is_part_of("masa bunicului", "bunicul")
    (True, True, False)
    """
    found, who = analyse(part, "ro"), analyse(bearer, "ro")
    if len(found.words) < 2 or not who.words:
        return False
    # A room may be a person's and far away; that of a ship is where the ship is.
    parts = {"body", "place", *tables().family("abstract")} | (_PARTS if who.kinds[0][0] in _WHOLES else frozenset())
    if not fixed and all(kind not in parts for kind, _ in found.kinds[:2]):
        return False
    own, owner = language("ro"), found.words[1:]
    if owner[0] == "lui":
        return owner[1:] == who.words
    if owner[0] in ("unui", "unei") and len(owner) > 1:
        owner = owner[1:]
    same = owner[0].endswith((*_GENITIVE, "lui")) and not set(forms(owner[0], own)).isdisjoint(forms(who.words[0], own))
    return same and (owner[1:] == who.words[1:] or len(who.words) == 1)


def _is_taxon(phrase: NounPhrase) -> bool:
    """Tell whether a rank of a classification stands before its name, or a class before its members: "ordinul carnivorelor"."""
    if phrase.head not in _CLASSES or len(phrase.words) < 2:
        return False
    return phrase.words[1].endswith(("elor", "ilor")) or phrase.text.split()[-1][:1].isupper()


def _is_motif(kind: str, noun: str, ground: str) -> bool:
    """Tell whether something is too large to be on a garment or a vessel otherwise than as a picture."""
    if ground not in ("clothing", "container", "packaging", "cover"):
        return False
    if kind == "animal":
        return noun in language("ro").large and ground != "cover"
    return kind in _IMMOVABLE and ground in ("container", "cover")


def _is_metaphor(ground: NounPhrase) -> bool:
    """Tell whether a genitive of something abstract follows the head."""
    if len(ground.words) < 2 or not ground.words[1].endswith(_GENITIVE):
        return False
    owner = analyse(ground.words[1], "ro")
    return owner.kinds[0][0] in _OF_WHAT and _known(owner)


def _is_manner(ground: NounPhrase) -> bool:
    """Tell whether a noun of a part without article is a fixed phrase: "pe roți"."""
    return language("ro").fixed("on", "any", "_".join(ground.words)) == ("state",)


def _with_determiner(preposition: str, ground: NounPhrase) -> str:
    """Return the sense of a set phrase whose determiner is a part of it, "în doi peri", or nothing."""
    tokens = ground.text.lower().split()
    if len(tokens) == len(ground.words):
        return ""
    own = language("ro")
    tries = (own.fixed(preposition, "any", "_".join(tokens[:size])) for size in range(len(tokens), 1, -1))
    return next((senses[0] for senses in tries if senses), "")


def _bears(figure: NounPhrase, ground: NounPhrase) -> bool:
    """Tell whether "cu" says what the figure has or how it is, and not what is beside it.

    Company takes an article, a name or a person; a bare or a counted noun says what a thing has ("cu capac roșu", "cu două
    paturi"). An absolute construction, an articled noun with a participle or a place of its own ("cu roata spartă", "cu mâna la
    tâmplă"), tells how the bearer is.
    """
    shared, own = tables(), language("ro")
    kind, other, food = figure.kinds[0][0], ground.kinds[0][0], ("food", "substance", "plant")
    if kind == "event" and ground.article in ("bare", "number"):
        # A wedding is "cu lăutari": they are a part of it.
        return True
    if kind in food and other in food:
        # Coffee with milk has it in it; the pepper is with the salt that was spoken of.
        return ground.article == "bare"
    if other == "animal" and kind in _INFESTED:
        return ground.article in ("bare", "number") and not ground.words[0].endswith("ul")
    if other in shared.family("being", "society") or ground.article == "name":
        return False
    if ground.article == "definite":
        # "Caietul este cu facturile pe birou" says where both are; a picture is rather a part of what it is with.
        beside = kind in _SEPARATE and other in _SEPARATE and other != "picture"
        return len(ground.words) > 1 and not beside and (ground.words[1] in own.told or ground.words[1].endswith(own.participles))
    if ground.article not in ("bare", "number"):
        return False
    if kind in shared.family("human") and other in shared.family("small", "paper") and ground.article == "bare":
        # Who is "cu rucsac" carries one; the rucksack known before takes the article.
        return True
    return not (_known(ground) and other in shared.family("concrete") and kind in shared.family("human", "society", "event"))


def _known(phrase: NounPhrase) -> bool:
    """Tell whether a table has the head, so that its kind is no guess."""
    return bool(language("ro").listed(phrase.head) or language("ro").derived(phrase.head))
