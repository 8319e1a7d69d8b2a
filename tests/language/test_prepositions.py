"""Sentences "X is <preposition> Y" in English and Romanian: what is read of them, and that what is written is read again."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import qsr
from qsr.errors import ParseError
from qsr.nouns.phrases import analyse, same
from qsr.story import Story
from qsr.theories.prepositions import text as prepositions
from qsr.theories.prepositions.text import PROMPTS, premise, prompt, read, read_question
from qsr.theories.prepositions.text.sentences import language_of, sentence
from qsr.theories.prepositions.text.words import prepositions as prepositions_of
from qsr.theories.prepositions.text.words import verb_forms, words

#: Noun -> (with the definite article, with its lemma); made for these tests.
ENGLISH = ["kettle", "bathtub", "old church", "ferry", "toy box", "bus", "dictionary"]
#: Romanian nouns of all classes of inflection: bare, definite, gender of the indefinite article.
ROMANIAN = [
    ("lampă", "lampa", "o"),
    ("carte", "cartea", "o"),
    ("cutie", "cutia", "o"),
    ("canapea", "canapeaua", "o"),
    ("cal", "calul", "un"),
    ("perete", "peretele", "un"),
    ("tablou", "tabloul", "un"),
    ("metru", "metrul", "un"),
    ("ceai", "ceaiul", "un"),
    ("muzeu", "muzeul", "un"),
    ("floare", "floarea", "o"),
    ("podea", "podeaua", "o"),
]
PLURALS = [
    ("lămpi", "lămpile", "lampă"),
    ("cărți", "cărțile", "carte"),
    ("cutii", "cutiile", "cutie"),
    ("canapele", "canapelele", "canapea"),
    ("cai", "caii", "cal"),
    ("pereți", "pereții", "perete"),
    ("tablouri", "tablourile", "tablou"),
    ("mese", "mesele", "masă"),
    ("studenți", "studenții", "student"),
    ("copii", "copiii", "copil"),
    ("fete", "fetele", "fată"),
    ("scaune", "scaunele", "scaun"),
    ("porți", "porțile", "poartă"),
    ("urși", "urșii", "urs"),
    ("turiști", "turiștii", "turist"),
]


def shape(story: Story) -> tuple[object, ...]:
    return (
        story.entities,
        [(one.relation, one.args, one.properties) for one in story.statements],
        [(one.candidates, one.args, one.properties) for one in story.questions],
    )


@pytest.mark.parametrize(
    ("text", "article", "noun", "modifiers"),
    [
        ("the verge of collapse", "definite", "verge", ("of", "collapse")),
        ("an old oak", "indefinite", "oak", ("old",)),
        ("debt", "bare", "debt", ()),
        ("Madrid", "name", "madrid", ()),
        ("the Golden Gate Bridge", "definite", "bridge", ("golden", "gate")),
        ("our pay grade", "possessive", "grade", ("pay",)),
        ("the farmer's cart", "possessive", "cart", ("farmer's",)),
        ("Anna's coat", "possessive", "coat", ("anna's",)),
        ("40 degrees", "number", "degree", ()),
        ("all the boxes", "definite", "box", ()),
    ],
)
def test_english_noun_phrases(text: str, article: str, noun: str, modifiers: tuple[str, ...]) -> None:
    found = analyse(text, "en")
    assert (found.article, found.modifiers) == (article, modifiers)
    assert noun in found.lemmas


@pytest.mark.parametrize(
    ("plural", "lemma"),
    [
        ("wives", "wife"),
        ("parties", "party"),
        ("ties", "tie"),
        ("dishes", "dish"),
        ("horses", "horse"),
        ("potatoes", "potato"),
        ("men", "man"),
        ("zorbs", "zorb"),
    ],
)
def test_an_english_plural_has_its_lemma_among_the_candidates(plural: str, lemma: str) -> None:
    assert lemma in analyse(f"the {plural}", "en").lemmas


@pytest.mark.parametrize(("word", "other"), [("princess", "princes"), ("news", "new"), ("basis", "base"), ("bus", "bun")])
def test_an_s_is_not_always_a_plural(word: str, other: str) -> None:
    assert not same(analyse(f"the {word}", "en"), analyse(f"the {other}", "en"))


@pytest.mark.parametrize(("bare", "definite", "article"), ROMANIAN)
def test_romanian_articles(bare: str, definite: str, article: str) -> None:
    assert analyse(definite, "ro").article == "definite"
    assert bare in analyse(definite, "ro").lemmas
    assert analyse(bare, "ro").article == "bare"
    assert analyse(f"{article} {bare}", "ro").article == "indefinite"
    behind = "într-un" if article == "un" else "într-o"
    assert sentence(f"inelul e {behind} {bare}").ground.article == "indefinite"


@pytest.mark.parametrize(("bare", "definite", "lemma"), PLURALS)
def test_a_romanian_plural_has_its_lemma_among_the_candidates(bare: str, definite: str, lemma: str) -> None:
    assert lemma in analyse(bare, "ro").lemmas
    assert lemma in analyse(definite, "ro").lemmas
    assert same(analyse(f"două {bare}", "ro"), analyse(definite, "ro"))


@pytest.mark.parametrize(
    ("text", "lemma", "modifiers"),
    [
        ("mașina mea", "mașină", ("mea",)),
        ("cartea lui Ion", "carte", ("lui", "ion")),
        ("ultima etapă", "etapă", ("ultima",)),
        ("marele oraș", "oraș", ("marele",)),
        ("două camere", "cameră", ()),
        ("Cluj", "cluj", ()),
        ("centrul orașului", "centru", ("orașului",)),
        ("acest dulap", "dulap", ()),
    ],
)
def test_romanian_noun_phrases(text: str, lemma: str, modifiers: tuple[str, ...]) -> None:
    found = analyse(text, "ro")
    assert found.modifiers == modifiers
    assert lemma in found.lemmas


@pytest.mark.parametrize(
    ("text", "preposition", "surface"),
    [
        ("the kettle is underneath the sink", "under", "underneath"),
        ("Tom's in the bath", "in", "in"),
        ("the cups are right behind the jug.", "behind", "behind"),
        ("Is the cup on top of the fridge?", "on", "on top of"),
        ("lampa e pe birou", "pe", "pe"),
        ("caii sunt într-un grajd", "în", "într-un"),
        ("Este calul sub pod?", "sub", "sub"),
        ("cartea este în raft", "în", "în"),
    ],
)
def test_sentences(text: str, preposition: str, surface: str) -> None:
    found = sentence(text)
    assert (found.preposition, found.surface) == (preposition, surface)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("the cup is not on the shelf", "denies"),
        ("cana nu este pe raft", "denies"),
        ("the cup is in front of the jug", "prepositions"),
        ("cana este pe lângă ulcior", "prepositions"),
        ("the cup fell", "form"),
        ("the cup is on", "form"),
        ("", "form"),
        ("x is on " + "y " * 400, "at most"),
    ],
)
def test_what_is_no_such_sentence_is_refused_with_its_place(text: str, message: str) -> None:
    with pytest.raises(ParseError, match=message):
        read([text])


def test_the_language_shows_in_the_sentence() -> None:
    assert [language_of(text) for text in ("the ink is in the pen", "stiloul e în penar", "???", "șșș")] == [
        "en",
        "ro",
        "en",
        "ro",
    ]


def test_one_thing_in_several_forms_is_one_entity() -> None:
    story = read(["o carte de bucate este într-o cutie", "cutia este sub canapea"], "cartea de bucate este sub canapea")
    assert story.entities == ("o carte de bucate", "cutie", "canapea")
    assert [one.args for one in story.statements] == [(0, 1), (1, 2)]
    assert story.questions[0].args == (0, 2)
    apart = read(["the red box is in the car", "the blue box is on the car"], "the red box is on the car")
    assert len(apart.entities) == 3
    assert [one.args for one in apart.statements] == [(0, 1), (2, 1)]


def test_words_that_begin_alike_are_different_things() -> None:
    story = read(["furnica este sub saltea", "salteaua este în sală"], "furnica este în sală")
    assert [one.args for one in story.statements] == [(0, 1), (1, 2)]
    stain = read(["pata este pe pat", "patul este în dormitor"], "pata este în dormitor")
    assert [one.args for one in stain.statements] == [(0, 1), (1, 2)]
    assert stain.questions[0].args == (0, 2)


def test_properties_say_what_was_read() -> None:
    said = dict(read(["the singers are on Friday's stage"]).statements[0].properties)
    assert said["language"] == "en"
    assert (said["surface"], said["ground_article"]) == ("on", "possessive")
    assert list(said) == sorted(said)


ENGLISH_PHRASE = st.builds(
    lambda article, noun: f"{article} {noun}", st.sampled_from(["the", "a", "my"]), st.sampled_from(ENGLISH)
)
ROMANIAN_GROUND = st.sampled_from(ROMANIAN).flatmap(lambda noun: st.sampled_from([noun[0], f"{noun[2]} {noun[0]}"]))


@st.composite
def items(draw: st.DrawFn) -> tuple[list[str], str, str]:
    language = draw(st.sampled_from(["en", "ro"]))
    if language == "en":
        things = draw(st.lists(st.sampled_from(ENGLISH), min_size=3, max_size=3, unique=True))
        x, y, z = (f"{draw(st.sampled_from(['the', 'a', 'my']))} {noun}" for noun in things)
        again, names = f"the {things[1]}", ["in", "at", "on", "with", "under", "above", "behind"]
    else:
        nouns = draw(st.lists(st.sampled_from(ROMANIAN), min_size=3, max_size=3, unique=True))
        x, y, z, again = nouns[0][1], nouns[1][0], nouns[2][0], nouns[1][1]
        names = ["în", "la", "pe", "cu", "sub"]
        y = draw(st.sampled_from([y, f"{nouns[1][2]} {y}"]))
    first, second = draw(st.sampled_from(names)), draw(st.sampled_from(names))
    premises = [premise(x, first, y, language), premise(again, second, z, language)]
    return premises, premise(x, draw(st.sampled_from([first, second])), z, language), language


@given(items(), st.sampled_from(PROMPTS))
def test_a_written_question_is_read_again(item: tuple[list[str], str, str], number: int) -> None:
    premises, conclusion, language = item
    story = read(premises, conclusion)
    assert [one.args for one in story.statements] == [(0, 1), (1, 2)]
    assert story.questions[0].args == (0, 2)
    assert dict(story.questions[0].properties)["language"] == language
    assert shape(read_question(prompt(story, number))) == shape(story)


@given(st.text(max_size=60), st.text(max_size=60))
def test_any_text_is_read_or_refused(figure: str, ground: str) -> None:
    try:
        story = read([f"{figure} is in {ground}"])
    except ParseError:
        return
    assert len(story.statements) == 1


def test_worked_examples_before_a_question_are_not_its_premises() -> None:
    shot = "Q: If the cat is in the bag and the bag is at the door, does that imply that the cat is at the door? A: Yes\n\n"
    story = read_question(
        shot + "Q: If the ring is on the cook and the cook is in love, does that imply that the ring is in love? A:"
    )
    assert [story.quote(one.id) for one in story.statements] == ["the ring is on the cook", "the cook is in love"]


def test_an_and_inside_a_phrase_does_not_split_a_premise() -> None:
    first, second = "the salt and pepper are on the tray", "the tray is in the lift"
    text = f"If {first} and {second}, does that imply that the salt and pepper are in the lift?"
    assert [read_question(text).quote(index) for index in (0, 1)] == [first, second]


def test_story_files() -> None:
    text = "theory: prepositions\n# a note\n"
    text += "The ink is in the pen. The pen is in the box.\n? Is the ink in the box?\n? The ink is in the pen.\n"
    story = qsr.parse(text)
    assert [story.quote(one.id) for one in story.statements] == ["The ink is in the pen", "The pen is in the box"]
    assert [one.args for one in story.questions] == [(0, 2), (0, 1)]
    more = prepositions.FORM.ask(story, "Is the box in the ink?")
    assert more.questions[-1].args == (2, 0)
    assert more.statements == story.statements
    whole = qsr.parse(
        "theory: prepositions\n? If a ant is in a jar and the jar is on a shelf, does it follow that the ant is on the shelf?"
    )
    assert [one.relation for one in whole.statements] == ["in", "on"]
    assert whole.questions[0].args == (0, 2)
    assert dict(whole.settings) == {"theory": "prepositions"}


def test_faults_have_their_place_in_the_file() -> None:
    with pytest.raises(ParseError) as caught:
        qsr.parse("theory: prepositions\nThe ink is in the pen.\nThe pen sings.\n", file="a.story")
    assert (caught.value.line, caught.value.file) == (3, "a.story")


@pytest.mark.parametrize(
    ("text", "figure", "preposition", "ground"),
    [
        ("The otter slept under the jetty.", "The otter", "under", "the jetty"),
        ("Our kayaks are lashed on top of the jeep.", "Our kayaks", "on", "the jeep"),
        ("Two heralds were standing solemnly behind the throne.", "Two heralds", "behind", "the throne"),
        ("The soup comes with croutons", "The soup", "with", "croutons"),
        ("A falcon hovers high above the moor.", "A falcon", "above", "the moor"),
        ("The baby is fast asleep in the hammock.", "The baby", "in", "the hammock"),
        ("Does the ladder lean behind the shed?", "the ladder", "behind", "the shed"),
        ("Is the kite tangled up? Is the kite hidden under the bench?"[24:], "the kite", "under", "the bench"),
        ("The stand at the corner is in the sun", "The stand at the corner", "in", "the sun"),
    ],
)
def test_verbs_that_place_their_subject(text: str, figure: str, preposition: str, ground: str) -> None:
    found = sentence(text)
    assert (found.figure.text, found.preposition, found.ground.text) == (figure, preposition, ground)


@pytest.mark.parametrize("text", ["The otter doesn't sleep under the jetty.", "The otter never slept under the jetty."])
def test_denied_verbs_are_refused(text: str) -> None:
    with pytest.raises(ParseError, match="denies"):
        sentence(text)


@pytest.mark.parametrize("text", ["The otter thinks under the jetty.", "The otter is interested in the jetty."])
def test_other_verbs_are_refused(text: str) -> None:
    with pytest.raises(ParseError, match="was expected"):
        sentence(text)


@pytest.mark.parametrize(
    ("verb", "finite", "participle"),
    [
        ("lie", {"lie", "lies", "lay"}, "lying"),
        ("trot", {"trot", "trots", "trotted"}, "trotting"),
        ("glide", {"glide", "glides", "glided"}, "gliding"),
        ("perch", {"perch", "perches", "perched"}, "perching"),
        ("patrol", {"patrol", "patrols", "patrolled"}, "patrolling"),
        ("squeeze", {"squeeze", "squeezes", "squeezed"}, "squeezing"),
        ("linger", {"linger", "lingers", "lingered"}, "lingering"),
    ],
)
def test_verb_forms(verb: str, finite: set[str], participle: str) -> None:
    forms = verb_forms("en")
    assert verb in forms.bare
    assert finite <= forms.finite
    assert participle in forms.participles


def test_verbs_of_putting_place_what_was_put() -> None:
    forms = verb_forms("en")
    assert {"buried", "tied", "stuck", "mounted", "hidden", "pinned"} <= forms.participles
    assert not {"buries", "ties", "pinned"} & forms.finite


def test_no_form_is_also_a_preposition_or_a_denial() -> None:
    forms = verb_forms("en")
    every = forms.finite | forms.participles | forms.bare
    assert not every & set(prepositions_of("en"))
    assert not every & words("en", "negation")


@pytest.mark.parametrize(
    ("text", "figure", "preposition", "sense", "ground"),
    [
        ("The bishop lectured on beekeeping.", "The bishop", "on", "topic", "beekeeping"),
        ("The spies are staring at the lighthouse.", "The spies", "at", "target", "the lighthouse"),
        ("The cook opened the tin with a chisel.", "The cook", "with", "means", "a chisel"),
        ("The miller sided with the baker.", "The miller", "with", "allegiance", "the baker"),
        ("The sledge is being made in the barn.", "The sledge", "in", "", "the barn"),
        ("The cider was quickly bottled in the barn.", "The cider", "in", "", "the barn"),
        ("The loaves were baked at the abbey.", "The loaves", "at", "", "the abbey"),
        ("The tart is glazed with honey.", "The tart", "with", "", "honey"),
        ("The oboist travelled with the envoy.", "The oboist", "with", "", "the envoy"),
        ("The oboist is very busy with the reeds.", "The oboist", "with", "state", "the reeds"),
        ("The mare was ranked above the colt.", "The mare", "above", "scale", "the colt"),
        ("The scarf goes with the gloves.", "The scarf", "with", "match", "the gloves"),
        ("The grocer voted with the radicals.", "The grocer", "with", "allegiance", "the radicals"),
        ("The crowd rallied behind the mayor.", "The crowd", "behind", "allegiance", "the mayor"),
    ],
)
def test_verbs_that_govern_their_preposition_and_passives(
    text: str, figure: str, preposition: str, sense: str, ground: str
) -> None:
    found = sentence(text)
    assert (found.figure.text, found.preposition, found.sense, found.ground.text) == (figure, preposition, sense, ground)


@pytest.mark.parametrize(
    ("text", "sense"), [("The miller is at odds with the baker.", "target"), ("The miller is on duty with the baker.", "")]
)
def test_a_phrase_of_relation_is_no_company(text: str, sense: str) -> None:
    story = read([text, "The baker is in the attic."], "The miller is in the attic.")
    found = next(statement for statement in story.statements if statement.relation == "with")
    assert found.property("sense", "") == sense


def test_figure_and_ground_of_a_premise_are_two_things() -> None:
    story = read(["the price is above the asking price", "the asking price is in the leaflet"], "the price is in the leaflet")
    assert [statement.args for statement in story.statements] == [(0, 1), (1, 2)]
    assert story.questions[0].args == (0, 2)
