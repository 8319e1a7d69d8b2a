"""What Romanian constructions say of a preposition's sense, whatever the nouns, and what names behind a preposition name."""

from __future__ import annotations

import re
import tomllib
from collections import Counter

import pytest

from qsr.nouns.phrases import analyse
from qsr.resources import grammar
from qsr.theories import get
from qsr.theories.prepositions import text as sentences
from qsr.theories.prepositions.evidence import evidence
from qsr.theories.prepositions.readings import is_part_of, read


@pytest.mark.parametrize(
    ("preposition", "figure", "ground", "sense"),
    [
        # A bare or counted noun after "cu" says what a thing has; an articled one is beside it.
        ("with", "geamantanul", "două curele", "bearing"),
        ("with", "pulovere", "fularele", "company"),
        ("with", "căruța", "roata spartă", "bearing"),
        ("with", "corul", "Filarmonica din Lyon", "company"),
        ("with", "drumețul", "rucsac", "bearing"),
        ("with", "drumețul", "rucsacul", "company"),
        ("with", "drumețul", "bilet", "bearing"),
        ("with", "drumețul", "pisică", "company"),
        ("with", "serbarea", "clovni", "bearing"),
        ("with", "serbarea", "învățătoarea", "responsibility"),
        # Supines and adverbs.
        ("at", "covorașul", "bătut", "state"),
        ("on", "proviziile", "terminate", "state"),
        # A guest is not a member.
        ("at", "bunica", "circ", "place"),
        ("at", "soprana", "operă", "membership"),
        # A determiner may be a part of a set phrase, and is otherwise none of it.
        ("in", "răspunsul", "doi peri", "state"),
        ("in", "doctorul", "al nouălea cer", "state"),
        ("in", "doctorul", "același cort", "containment"),
        ("on", "doctorul", "celălalt mal", "support"),
        # The same words are figurative of one figure and literal of another.
        ("at", "moralul", "pământ", "idiom"),
        ("at", "oblonul", "pământ", "place"),
        ("at", "gospodarul", "zid", "idiom"),
        ("at", "roaba", "zid", "place"),
        ("in", "visătorul", "nori", "idiom"),
        ("in", "elicopterul", "nori", "containment"),
        ("under", "recrutul", "drapel", "idiom"),
        ("under", "banca", "drapel", "lower"),
        # What is as often a place as a phrase.
        ("on", "călărețul", "cai", "support"),
        ("on", "călărețul", "spatele calului", "support"),
        ("on", "călărețul", "spate", "state"),
        ("in", "corabia", "larg", "containment"),
        ("in", "peria", "pragul casei", "containment"),
        ("in", "firma", "pragul falimentului", "state"),
        ("in", "cufărul", "partea de nord a insulei", "place"),
        ("at", "satul", "mare distanță", "place"),
        ("at", "cratița", "foc mic", "surroundings"),
        ("under", "tunelul", "nivelul mării", "lower"),
        ("under", "elevii", "nivelul așteptărilor", "state"),
        # Vermin is what a room has; what is articled is beside a thing.
        ("with", "făina", "zahărul", "company"),
        ("with", "cămara", "furnici", "bearing"),
        ("with", "vulpea", "puiul", "company"),
        ("with", "ceasul", "GPS", "bearing"),
        ("with", "caietul", "creioanele pe birou", "company"),
        # Nobody is where a drink is, and what is counted is no place; a storey is one.
        ("at", "doctorul", "o limonadă", "travel"),
        ("at", "doctorul", "al treilea ginere", "state"),
        ("at", "doctorul", "al treilea etaj", "place"),
        # Wheels of a table are its own.
        ("on", "masa", "roți", "state"),
        ("in", "bufetul", "trei uși", "state"),
        ("in", "fisa", "ușă", "containment"),
        ("with", "borcanul", "sticlele goale", "company"),
        ("at", "doctorul", "o rochie", "activity"),
        # A concrete noun with a genitive of something abstract is a figure of speech.
        ("in", "doctorul", "ghearele geloziei", "state"),
        ("in", "doctorul", "ghearele vulturului", "containment"),
        ("under", "doctorul", "mantia uitării", "state"),
        # One of many is no fixed phrase; what is large is a picture on a garment, and what no hand holds is in its power.
        ("on", "caprele", "drum", "travel"),
        ("on", "caprele", "un drum", "support"),
        ("on", "zimbrul", "fular", "depiction"),
        ("on", "molia", "fular", "support"),
        ("on", "cetatea", "cana albă", "depiction"),
        ("in", "regatul", "mâinile invadatorilor", "control"),
        ("in", "nasturele", "mâna croitorului", "containment"),
        # Ranks of a classification, languages of peoples, and who keeps a letter.
        ("in", "genul Salix", "familia salicaceelor", "membership"),
        ("in", "bursucul", "ordinul carnivorelor", "membership"),
        ("in", "sermonul", "limba friulană", "means"),
        ("at", "testamentul", "notar", "place"),
        # Gatherings are taken part in, commands are ranks.
        ("in", "contabila", "ședință", "participation"),
        ("at", "contabila", "yoga", "participation"),
        ("at", "contabila", "ora de canto", "participation"),
        ("at", "contabila", "ora de vârf", "time"),
        ("under", "divizia", "comanda generalului", "rank"),
        # "Pe" is "about" of fields only.
        ("on", "cartea", "dulap", "support"),
    ],
)
def test_constructions(preposition: str, figure: str, ground: str, sense: str) -> None:
    assert read("ro", preposition, figure, ground).senses[0][0] == sense


def _phrases() -> list[tuple[str, str, str]]:
    by_preposition = tomllib.loads(grammar("prepositions_romanian.toml"))["phrases"]
    return [
        (preposition, sense, phrase)
        for preposition, by_article in by_preposition.items()
        for sense, phrases in by_article["any"].items()
        for phrase in phrases.split()
    ]


def test_a_set_phrase_has_one_sense_and_the_letters_of_today() -> None:
    twice = [key for key, number in Counter((one[0], one[2].lower()) for one in _phrases()).items() if number > 1]
    assert not twice
    assert not re.search("[şţŞŢ]", grammar("prepositions_romanian.toml"))


@pytest.mark.parametrize("preposition", ["in", "at", "on", "with", "under"])
def test_every_set_phrase_is_found_as_it_is_written(preposition: str) -> None:
    lost = [
        (sense, phrase)
        for governor, sense, phrase in _phrases()
        if governor == preposition
        and sense
        not in {
            other
            for figure in ("Dan", "prăvălia")
            for read_as in [read("ro", preposition, figure, phrase.replace("_", " "))]
            for other, cost in read_as.senses
            if cost == read_as.senses[0][1]
        }
    ]
    assert not lost


@pytest.mark.parametrize(
    ("preposition", "name", "kind"),
    [("with", "Andreea", "person"), ("in", "Vladimirești", "region"), ("on", "QXZ", "medium"), ("on", "eQxz", "medium")],
)
def test_names_are_what_their_preposition_has(preposition: str, name: str, kind: str) -> None:
    phrase = analyse(name, "ro")
    assert evidence("ro").name(preposition, phrase, phrase).kinds[0][0] == kind


@pytest.mark.parametrize("given", ["target", "membership"])
def test_a_verb_decides_the_sense(given: str) -> None:
    assert read("ro", "at", "băiatul", "avion", given).senses == ((given, 0),)


def test_an_instrument_is_small_and_nobody() -> None:
    assert read("ro", "with", "scrisoarea", "stiloul", "means").senses == (("means", 0),)
    assert read("ro", "with", "scrisoarea", "mama", "means").senses[0][0] != "means"


@pytest.mark.parametrize("plural", ["oile", "boii", "câinilor", "surorile", "ouăle"])
def test_irregular_plurals_are_found(plural: str) -> None:
    kinds = {"oile": "animal", "boii": "animal", "câinilor": "animal", "surorile": "person", "ouăle": "food"}
    assert analyse(plural, "ro").kinds[0][0] == kinds[plural]


@pytest.mark.parametrize("backend", get("prepositions").backends)
def test_both_backends_hear_the_verb(backend: str) -> None:
    session = get("prepositions").open(backend)
    story = sentences.read(["Motanul se uită la colivie", "Colivia este pe dulap"], "Motanul este pe dulap", "ro")
    assert session.answer(story, story.questions[0]).value == "no"
    story = sentences.read(["Motanul stă la colivie", "Colivia este pe dulap"], "Motanul este pe dulap", "ro")
    assert session.answer(story, story.questions[0]).value == "yes"


@pytest.mark.parametrize(
    ("given", "ground", "sense"),
    [
        ("travel", "viteză mare", "travel"),
        ("travel", "nepoata", "company"),
        ("activity", "o tartă", "activity"),
        ("support", "remorcă", "support"),
    ],
)
def test_a_verb_decides_for_the_grounds_it_speaks_of(given: str, ground: str, sense: str) -> None:
    preposition = {"activity": "at", "support": "under"}.get(given, "with")
    assert read("ro", preposition, "lacheul", ground, given).senses[0][0] == sense


@pytest.mark.parametrize(
    ("premises", "conclusion", "value"),
    [
        (("Molia este pe gulerul paltonului", "Paltonul este în cufăr"), "Molia este în cufăr", "yes"),
        (("Molia este pe puntea vaporului", "Vaporul este în doc"), "Molia este în doc", "yes"),
        (("Molia este în camera bucătarului", "Bucătarul este în piață"), "Molia este în piață", None),
        (("Molia este pe urechea lui Radu", "Radu este în pivniță"), "Molia este în pivniță", "yes"),
        (("Vina este în seama lui Radu", "Radu este în pivniță"), "Vina este în pivniță", "no"),
        (("Divizia este sub comanda lordului", "Lordul este sub ordinele reginei"), "Divizia este sub ordinele reginei", "yes"),
        (("Lada este pe plută", "Pluta plutește cu doi metri pe oră"), "Lada plutește cu doi metri pe oră", "yes"),
        (("Lada este pe plută", "Pluta este cu catarg"), "Lada este cu catarg", "no"),
    ],
)
def test_what_belongs_to_somebody_leads_on(premises: tuple[str, str], conclusion: str, value: str | None) -> None:
    story = sentences.read(list(premises), conclusion, "ro")
    answer = get("prepositions").open().answer(story, story.questions[0])
    assert (answer.value, answer.status) == (value, "determined" if value else "not_covered")


def test_parts_are_known_by_the_genitive() -> None:
    assert is_part_of("ghearele cocoșului", "cocoșul")
    assert is_part_of("poalele dealului", "dealul", fixed=True)
    assert not is_part_of("ghearele cocoșului", "curcanul")
    assert not is_part_of("cotețul cocoșului", "cocoșul")
