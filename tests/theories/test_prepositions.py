"""Senses of prepositions: items of our own, two backends against each other, and tables that hang together."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from qsr.errors import UnknownName, UnsupportedQuestion
from qsr.nouns.lexicon import LANGUAGES, Nouns, nouns
from qsr.nouns.phrases import analyse
from qsr.resources import grammar, table
from qsr.story import Question, Statement, Story
from qsr.theories import get
from qsr.theories.prepositions import by_clingo
from qsr.theories.prepositions.composition import Case, decide
from qsr.theories.prepositions.lexicon import PREPOSITIONS, language, tables
from qsr.theories.prepositions.readings import read, read_together
from qsr.theories.prepositions.witness import Senses
from qsr.theories.protocol import Session, Theory, stated

HERE = Path(__file__).resolve().parent
FILES = {"en": "prepositions_english.txt", "ro": "prepositions_romanian.txt"}


def story_of(code: str, names: tuple[str, str, str], first: str, second: str) -> Story:
    said = (("language", code),)
    return Story(names, (Statement(0, first, (0, 1), properties=said), Statement(1, second, (1, 2), properties=said)))


def ask(code: str, preposition: str) -> Question:
    return Question(0, "yes_no", (0, 2), (preposition,), properties=(("language", code),))


def items() -> Iterator[Any]:
    for code, file in FILES.items():
        for line in (HERE / file).read_text(encoding="utf-8").splitlines():
            if line.startswith("#"):
                continue
            premise, ground, claim = (part.strip() for part in line.split(";"))
            asked, _, gold = (part.strip() for part in claim.partition(":"))
            words = premise.split()
            place = next(place for place, word in enumerate(words) if place and word in language(code).prepositions)
            second, _, last = ground.partition(" ")
            names = " ".join(words[:place]), " ".join(words[place + 1 :]), last
            yield pytest.param(code, names, words[place], second, asked, gold, id=f"{code}: {line}")


@pytest.fixture(scope="module")
def session() -> Session:
    return get("prepositions").open()


@pytest.mark.parametrize(("code", "names", "first", "second", "asked", "gold"), list(items()))
def test_own_items(session: Session, code: str, names: Any, first: str, second: str, asked: str, gold: str) -> None:
    answer = session.answer(story_of(code, names, first, second), ask(code, asked))
    assert answer.value == gold, answer.reason
    assert answer.entailed == answer.possible == {gold}
    assert answer.reason


def costs(draw: Any) -> tuple[tuple[str, int], ...]:
    senses = draw(st.lists(st.sampled_from(sorted(tables().words)), min_size=1, max_size=3, unique=True))
    return tuple((sense, draw(st.integers(0, 3))) for sense in senses)


@st.composite
def cases(draw: Any) -> Case:
    first, second = draw(st.sampled_from(PREPOSITIONS)), draw(st.sampled_from(PREPOSITIONS))
    kinds = (draw(st.sampled_from(tables().kinds)) for _ in range(3))
    return Case(first, second, draw(st.sampled_from((first, second))), costs(draw), costs(draw), *kinds)


@settings(max_examples=300, deadline=None)
@given(cases())
def test_the_two_backends_agree(case: Case) -> None:
    assert by_clingo.decide(case) == decide(case)


@pytest.mark.parametrize(("code", "names", "first", "second", "asked", "gold"), list(items())[::9])
def test_the_two_backends_agree_on_items(code: str, names: Any, first: str, second: str, asked: str, gold: str) -> None:
    story, question = story_of(code, names, first, second), ask(code, asked)
    assert get("prepositions").open("clingo").answer(story, question) == get("prepositions").open().answer(story, question)


def test_readings_of_equal_cost_that_disagree_leave_the_answer_open() -> None:
    case = Case("in", "in", "in", (("depiction", 1), ("containment", 1)), (("containment", 0),), "person", "document", "room")
    outcome = decide(case)
    assert outcome.value == "depends"
    assert outcome.rival is not None
    assert {outcome.winner.one, outcome.rival.one} == {"depiction", "containment"}


def test_of_vertical_orders_that_run_against_each_other_nothing_follows(session: Session) -> None:
    story = story_of("en", ("the cup", "the shelf", "the lamp"), "under", "above")
    answer = session.answer(story, ask("en", "above"))
    assert (answer.status, answer.value) == ("determined", "no")
    assert "may lie either way" in answer.reason
    assert session.witness(story, ask("en", "above"), "yes") is None
    assert stated(session.core(story, ask("en", "above"), "yes")) == (0, 1)


def test_a_depicted_person_is_not_where_the_picture_is(session: Session) -> None:
    story, question = story_of("en", ("the bride", "the photograph", "the drawer"), "in", "in"), ask("en", "in")
    answer = session.answer(story, question)
    assert "shown or mentioned, not located" in answer.reason
    witness = session.witness(story, question, "no")
    assert witness is not None
    assert witness.place == {0: "depiction", 1: "containment"}
    assert session.witness(story, question, "yes") is None
    assert stated(session.core(story, question, "yes")) == (0, 1)
    assert session.core(story, question, "no") is None


def test_witnesses_have_senses_that_their_statements_allow(session: Session) -> None:
    theory: Theory = get("prepositions")
    story = story_of("en", ("the cat", "the roof", "the village"), "on", "in")
    for witness in (*session.worlds(story), session.witness(story)):
        assert witness is not None
        assert theory.violated(story, witness) == ()
    assert theory.violated(story, Senses({0: "topic", 1: "containment"})) == (0,)


def test_a_stated_relation_is_entailed(session: Session) -> None:
    story = Story(("the cat", "the box"), (Statement(0, "in", (0, 1)),))
    question = Question(0, "yes_no", (0, 1), ("in",))
    assert session.answer(story, question).value == "yes"
    assert stated(session.core(story, question, "no")) == (0,)


@pytest.mark.parametrize(
    ("statement", "question", "word"),
    [
        (Statement(0, "between", (0, 1)), ask("en", "in"), "between"),
        (Statement(0, "in", (0, 1), properties=(("negated", True),)), ask("en", "in"), "in"),
        (Statement(0, "in", (1, 0)), ask("en", "in"), "lead"),
        (Statement(0, "in", (0, 1)), ask("en", "near"), "near"),
        (Statement(0, "in", (0, 1)), Question(0, "relation", (0, 2)), "question"),
    ],
)
def test_what_is_not_covered_is_named(session: Session, statement: Statement, question: Question, word: str) -> None:
    story = Story(("the cat", "the box", "the room"), (statement, Statement(1, "in", (1, 2))))
    answer = session.answer(story, question)
    assert answer.status == "not_covered"
    assert word in answer.reason
    assert answer.value is None


def test_a_witness_of_an_uncovered_story_is_refused(session: Session) -> None:
    with pytest.raises(UnsupportedQuestion, match="near"):
        session.witness(story_of("en", ("the cat", "the box", "the room"), "in", "near"), ask("en", "in"), "yes")


def test_an_unknown_backend_is_refused() -> None:
    with pytest.raises(UnknownName, match="z3"):
        get("prepositions").open("z3")


NAMES = ("x). :- not y(", "", "\u202e", "'s", "-", "of of of", "the", "42", "Ω", "%*! *%", "a" * 500, "the the", "ul", "'")


@pytest.mark.parametrize("backend", ["direct", "clingo"])
@pytest.mark.parametrize("code", sorted(LANGUAGES))
@pytest.mark.parametrize("name", NAMES)
def test_names_are_only_names(backend: str, code: str, name: str) -> None:
    preposition = "in" if code == "en" else "în"
    story = story_of(code, (name, name + " ", name + "  "), preposition, preposition)
    answer = get("prepositions").open(backend).answer(story, ask(code, preposition))
    assert answer.status in ("determined", "ambiguous")


@given(st.text(max_size=40), st.sampled_from(sorted(LANGUAGES)), st.sampled_from(PREPOSITIONS))
@example("a_b c_d", "en", "in")
def test_every_text_has_a_reading(text: str, code: str, preposition: str) -> None:
    reading = read(code, preposition, text, text)
    assert reading.senses
    assert reading.senses[0][1] == min(cost for _, cost in reading.senses)
    assert {sense for sense, _ in reading.senses} <= set(tables().words)


def test_every_kind_and_sense_of_the_tables_is_known() -> None:
    shared = tables()
    known = set(shared.kinds)
    lines = [line for line in grammar("preposition_nouns.txt").splitlines() if not line.startswith("#")]
    assert len(lines) > 100
    assert {kind for line in lines for kind in line.partition(":")[0].split()} - {"~"} <= known
    for code in LANGUAGES:
        words = language(code)
        assert set(nouns(code)._lists) <= known
        assert {sense for senses in words._phrases.values() for sense in senses} <= set(shared.words)
        assert set(words.prepositions.values()) <= set(PREPOSITIONS)
        assert {kind for _, kind in nouns(code).suffixes} <= known
    assert all(senses <= set(shared.words) for senses in shared.composition.senses.values())
    assert all(kinds <= known for kinds in shared.composition.kinds.values())
    for preposition in PREPOSITIONS:
        for figure in shared.kinds:
            for ground in shared.kinds:
                assert {sense for sense, _ in shared.senses(preposition, figure, ground)} <= set(shared.words)


@pytest.mark.parametrize(
    ("text", "code", "article", "kind"),
    [
        ("the lid of the pot", "en", "definite", "cover"),
        ("a lot of noise", "en", "indefinite", "phenomenon"),
        ("my neighbour's bicycle", "en", "possessive", "vehicle"),
        ("25", "en", "bare", "measure"),
        ("Harriet", "en", "name", "person"),
        ("Ownership", "en", "bare", "possession"),
        ("Grace", "en", "name", "person"),
        ("service since 1995", "en", "bare", "event"),
        ("the geologists", "en", "definite", "person"),
        ("the washing machine", "en", "definite", "container"),
        ("scaunele", "ro", "definite", "furniture"),
        ("fetele", "ro", "definite", "person"),
        ("copiii", "ro", "definite", "person"),
        ("lădița", "ro", "definite", "container"),
        ("unei cărți", "ro", "indefinite", "document"),
        ("seismograful", "ro", "definite", "device"),
        ("Zenobia", "ro", "bare", "person"),
    ],
)
def test_noun_phrases(text: str, code: str, article: str, kind: str) -> None:
    phrase = analyse(text, code)
    assert (phrase.article, phrase.kinds[0][0]) == (article, kind)


@pytest.mark.parametrize(
    ("preposition", "figure", "ground", "sense"),
    [
        ("on", "the surgeon", "strike", "state"),
        ("on", "the proposal", "the table", "idiom"),
        ("on", "the jug", "the table", "support"),
        ("in", "the statue", "bronze", "means"),
        ("in", "the statue", "the mud", "containment"),
        ("in", "the patient", "plaster", "state"),
        ("under", "the major", "the general", "rank"),
        ("under", "the beetle", "the general", "lower"),
        ("behind", "the idea", "the theory", "cause"),
        ("behind", "the ladder", "the shed", "rear"),
        ("with", "the blame", "the captain", "responsibility"),
        ("at", "the toddlers", "the christening", "participation"),
        ("above", "the rate", "the average", "scale"),
        ("behind", "Ferrari", "its competitors", "scale"),
        ("behind", "the yacht", "the crew in the regatta", "scale"),
        ("behind", "the yacht", "the crew in the harbour", "rear"),
        ("behind", "a charity", "the hostel", "backing"),
        ("behind", "the conman", "the fake invoices", "cause"),
        ("behind", "the conman", "the lorry", "rear"),
        ("with", "the hat", "the umbrellas", "company"),
        ("with", "the hat", "a feather", "bearing"),
        ("at", "Olga", "Ostmarrow", "place"),
        ("at", "the parrot", "gate 14b", "place"),
        ("at", "the widower", "death's door", "state"),
        ("at", "the widower", "the neighbour's door", "place"),
        ("in", "the loft", "a shambles", "state"),
        ("at", "the orchard", "its loveliest", "state"),
        ("at", "the orchard", "its most fragrant", "state"),
        ("at", "the orchard", "its edge", "place"),
        ("under", "the schooner", "the Danish flag", "state"),
        ("under", "the beetle", "the Danish flag", "lower"),
        ("above", "the mortgage", "the cottage", "control"),
        ("on", "the nymph", "the saucer", "depiction"),
        ("on", "the spoon", "the saucer", "support"),
        ("with", "the ewe", "lamb", "bearing"),
        ("on", "the abbot", "the board of trustees", "membership"),
        ("on", "the abbot", "the panel", "membership"),
        ("on", "the seminar", "glaciers", "topic"),
        ("with", "the abbot", "the Greens", "allegiance"),
        ("with", "the bag", "the police", "company"),
        ("with", "the weavers", "the dyers on this", "allegiance"),
        ("behind", "the sprinter", "the Dane by three seconds", "scale"),
        ("behind", "the sprinter", "the Dane", "rear"),
        ("behind", "the exams", "Oskar", "time"),
        ("in", "the mill", "the 1880s", "time"),
        ("under", "the colony", "Queen Matilda", "rank"),
        ("above", "the salary", "the target", "scale"),
        ("above", "the heron", "the target", "higher"),
        ("on", "the proposal", "ice", "idiom"),
        ("at", "the crate", "the cattle show", "participation"),
        ("with", "the abbot", "the weavers in their strike", "allegiance"),
        ("with", "the abbot", "the weavers in their workshop", "company"),
        ("with", "the abbot", "the envoy on customs duties", "allegiance"),
        ("with", "the abbot", "the envoy on pensions", "allegiance"),
        ("with", "the abbot", "the envoy on the terrace", "company"),
        ("with", "the abbot", "the envoy on holiday", "company"),
        ("with", "the abbot", "the envoy on Tuesday morning", "company"),
        ("with", "Oskar", "Brandwell for nine years", "membership"),
        ("with", "Oskar", "Brandwell for lunch", "company"),
        ("with", "the potter", "the bank", "membership"),
        ("with", "the hearing", "the envoy", "responsibility"),
        ("under", "the lancers", "Boston", "rank"),
        ("under", "the sewer", "Boston", "lower"),
        ("behind", "the whole village", "the champion", "allegiance"),
        ("behind", "Hamburg", "Ulm in rainfall", "scale"),
        ("behind", "Hamburg", "Ulm in line", "rear"),
        ("behind", "the forger", "the etching", "cause"),
        ("behind", "the baker", "the etching", "rear"),
        ("behind", "the pamphlet", "the wardrobe", "rear"),
        ("on", "her eyes", "the pudding", "target"),
        ("on", "the emphasis", "the syllable", "target"),
        ("in", "his heart", "the highlands", "target"),
        ("in", "the crate", "white paint", "means"),
        ("in", "the cart", "Red Square", "containment"),
        ("in", "the hamster", "the slipper", "containment"),
        ("in", "the clause", "the statute", "part"),
        ("in", "the debtor", "the hands of usurers", "responsibility"),
        ("under", "the savings", "the mattress", "lower"),
        ("above", "the fee", "the reserve", "scale"),
        ("behind", "the purse", "her back", "rear"),
    ],
)
def test_senses(preposition: str, figure: str, ground: str, sense: str) -> None:
    assert read("en", preposition, figure, ground).senses[0][0] == sense


@pytest.mark.parametrize("backend", ["direct", "clingo"])
@pytest.mark.parametrize(
    ("names", "first", "second", "asked", "gold"),
    [
        (("the balloon", "the ramblers", "the warden"), "above", "with", "above", "yes"),
        (("the balloon", "the ramblers", "the picnic baskets"), "above", "with", "above", "no"),
        (("the wire walker", "the mattress", "the circus tent"), "above", "under", "under", "yes"),
        (("the actress", "the film", "the shelf"), "in", "on", "on", "no"),
        (("the actress", "the play", "the stage"), "in", "on", "on", "yes"),
        (("the poster", "the shop window", "Main Street"), "above", "on", "on", "yes"),
        (("the wasp", "the lemonade", "the table"), "above", "on", "on", "no"),
        (("the poodle", "the carriage", "the convoy"), "in", "in", "in", "yes"),
        (("the badge", "the guard", "the platoon"), "on", "in", "in", "no"),
        (("the parrot", "Gate 3", "Ostmarrow"), "at", "at", "at", "yes"),
        (("the dentist", "the mayor", "the town hall this week"), "with", "at", "at", "yes"),
        (("a charity", "the hostel", "the brewery"), "behind", "behind", "behind", "no"),
        (("the valet", "the baron", "surveillance"), "with", "under", "under", "no"),
        (("the valet", "the lodge", "siege"), "in", "under", "under", "yes"),
        (("the lantern", "the hammock", "the houseboat"), "above", "on", "on", "yes"),
        (("the sconce", "the sideboard", "the fourth floor"), "above", "on", "on", "yes"),
        (("the heron", "the jetty", "a foot of snow"), "above", "under", "under", "no"),
        (("the gravel", "the ice", "a foot of snow"), "under", "under", "under", "yes"),
        (("the trumpeters", "Captain Ferro", "the Dragoons"), "under", "with", "with", "yes"),
        (("the apprentices", "Captain Ferro", "a cousin"), "under", "with", "with", "no"),
        (("the bassist", "the quartet", "a publisher"), "in", "with", "with", "yes"),
        (("the cup", "the shelf", "the lamp"), "under", "above", "above", "no"),
        (("the moth", "the crate", "the viaduct"), "above", "under", "under", "yes"),
        (("the sconce", "the sideboard", "the mezzanine"), "above", "under", "under", "yes"),
        (("the larder", "the cellar", "the mezzanine"), "above", "under", "under", "no"),
        (("the wren", "the sideboard", "the fourth floor"), "above", "on", "on", "yes"),
        (("the biplane", "the sideboard", "the fourth floor"), "above", "on", "on", "no"),
        (("the motto", "the diagram", "page six"), "above", "on", "on", "yes"),
        (("the motto", "the slogan", "the placard"), "under", "on", "on", "yes"),
        (("the scratch", "the bumper", "the van"), "above", "on", "on", "yes"),
        (("the note", "the etching", "the curator"), "behind", "with", "with", "yes"),
        (("the note", "the etching", "a crack"), "behind", "with", "with", "no"),
        (("the baker", "the etching", "the curator"), "behind", "with", "with", "no"),
        (("the chicks", "the goose", "the swan"), "under", "with", "under", "no"),
        (("the weaver", "the hearing", "the envoy"), "at", "with", "with", "yes"),
        (("the hearing", "the envoy", "the barn"), "with", "in", "in", "no"),
        (("the inspector", "the clerks", "the porters"), "above", "above", "above", "yes"),
        (("the inspector", "the clerks", "the barn"), "above", "above", "above", "no"),
    ],
)
def test_rules_of_composition(backend: str, names: Any, first: str, second: str, asked: str, gold: str) -> None:
    answer = get("prepositions").open(backend).answer(story_of("en", names, first, second), ask("en", asked))
    assert answer.value == gold, answer.reason


@pytest.mark.parametrize(
    ("said", "asked", "gold"),
    [
        (["the gong above the urn"], "the urn under the gong", "yes"),
        (["the gong above the urn"], "the urn above the gong", "no"),
        (["the gong above the urn"], "the gong under the urn", "no"),
        (["the ledger on the urn"], "the urn under the ledger", "yes"),
        (["the ledger on the urn"], "the urn on the ledger", "no"),
        (["the ledger on the urn"], "the ledger under the urn", "no"),
        (["the ledger on the wall"], "the wall under the ledger", None),
        (["the gardener on the bus"], "the bus under the gardener", None),
        (["the gong under the urn"], "the gong on the urn", "no"),
        (["the gong above the urn"], "the gong on the urn", None),
        (["the nurse with the priest"], "the priest with the nurse", "yes"),
        (["the nurse behind the priest"], "the priest behind the nurse", "no"),
        (["the pea in the pod"], "the pod in the pea", "no"),
        (["the gong above the urn", "the kite above the gong"], "the urn under the kite", "yes"),
        (["the gong above the urn", "the kite above the gong", "the moth on the kite"], "the urn under the moth", "yes"),
        (["the gong under the urn", "the kite under the urn"], "the gong under the kite", "no"),
        (["the gong under the urn", "the kite in the urn"], "the gong under the kite", None),
        (["the offer above the average", "the bid above the offer"], "the average under the bid", None),
        (["the aunt with the nurse", "the uncle with the nurse"], "the aunt with the uncle", None),
    ],
)
def test_converses_and_orders(session: Session, said: list[str], asked: str, gold: str | None) -> None:
    parts = [sentence.partition(f" {p} ") for sentence in (*said, asked) for p in PREPOSITIONS if f" {p} " in sentence]
    names = tuple(dict.fromkeys(name for figure, _, ground in parts for name in (figure, ground)))
    placed = [(preposition.strip(), (names.index(figure), names.index(ground))) for figure, preposition, ground in parts]
    english = (("language", "en"),)
    statements = tuple(Statement(number, *one, properties=english) for number, one in enumerate(placed[:-1]))
    question = Question(0, "yes_no", placed[-1][1], (placed[-1][0],), properties=english)
    story = Story(names, statements)
    answer = session.answer(story, question)
    assert answer.value == gold
    assert (answer.status == "determined") == (gold is not None)
    if gold is not None:
        witness = session.witness(story, question, gold)
        assert witness is not None
        assert set(witness.place) <= set(range(len(statements)))
        assert not get("prepositions").violated(story, witness)
        assert stated(session.core(story, question, {"yes": "no", "no": "yes"}[gold])) == tuple(witness.place)


def test_answers_carry_the_fingerprint_of_the_tables(session: Session) -> None:
    answer = session.answer(story_of("en", ("the cat", "the box", "the room"), "in", "in"), ask("en", "in"))
    assert answer.fingerprint == get("prepositions").fingerprint
    assert answer.theory == "prepositions"


@pytest.mark.parametrize(
    ("first", "second", "kind"),
    [
        (("in", "the note", "the album"), ("on", "the album", "the shelf"), "document"),
        (("in", "the moth", "the thimble"), ("on", "the thimble", "the shelf"), "container"),
        (("in", "the idea", "the plan"), ("in", "the plan", "progress"), "cognition"),
    ],
)
def test_the_middle_noun_names_the_same_kind_in_both_premises(first: Any, second: Any, kind: str) -> None:
    one, two = read_together(("en", *first, ""), ("en", *second, ""))
    assert one.ground.kinds[0][0] == two.figure.kinds[0][0] == kind


def test_weaker_kinds_of_a_derived_table_cost_more_than_any_usual_one() -> None:
    data = table("nouns_english.toml")
    assert Nouns(data, "group state ~ plant: wug").derived("wug") == (("group", 0), ("state", 2), ("plant", 4))
    assert Nouns(data, "group ~ plant road: wug").derived("wug") == (("group", 0), ("plant", 4), ("road", 4))


def test_what_is_counted_is_a_plural_and_an_amount_of_a_thing_is_the_thing() -> None:
    assert analyse("forty minutes", "en").kinds[0][0] == "time"
    assert analyse("two glasses", "en").head == "glass"
    assert analyse("six feet of sand", "en").kinds[0][0] == "substance"
    assert analyse("the start-up", "en").kinds == analyse("the startup", "en").kinds
