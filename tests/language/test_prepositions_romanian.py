"""Romanian sentences of varied build: verbs by inflection, adverbs and predicates, appositions, questions, what is denied."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qsr.errors import ParseError
from qsr.theories.prepositions.text import read
from qsr.theories.prepositions.text.romanian_clauses import clause
from qsr.theories.prepositions.text.romanian_verbs import conjugated, table
from qsr.theories.prepositions.text.sentences import sentence
from qsr.theories.prepositions.text.words import verbs

#: Sentence, figure, preposition, ground.
BUILDS = (
    ("Pisica doarme pe pervazul ferestrei.", "Pisica", "pe", "pervazul ferestrei"),
    ("Tabloul atârnă de ieri pe peretele din sufragerie.", "Tabloul", "pe", "peretele din sufragerie"),
    ("Mașina vecinului a fost parcată sub un castan.", "Mașina vecinului", "sub", "un castan"),
    ("Cheile s-au găsit într-un sertar.", "Cheile", "în", "sertar"),
    ("Bunica locuiește de zece ani la mansardă.", "Bunica", "la", "mansardă"),
    ("În 1920, muzeul se afla într-o clădire de pe chei.", "muzeul", "în", "clădire de pe chei"),
    ("În 1920 muzeul era la Sibiu.", "muzeul", "la", "Sibiu"),
    ("Cele două veverițe trăiesc într-un stejar bătrân.", "Cele două veverițe", "în", "stejar bătrân"),
    ("Ana, sora lui Radu, este la piscină.", "Ana", "la", "piscină"),
    ("Prunele, merele și perele sunt în coș.", "Prunele, merele și perele", "în", "coș"),
    ("Lămpile care luminează strada sunt sub streașină.", "Lămpile care luminează strada", "sub", "streașină"),
    ("Pantofii stau aruncați sub pat.", "Pantofii", "sub", "pat"),
    ("Acum tractorul e oprit în mijlocul lanului.", "tractorul", "în", "mijlocul lanului"),
    ("Muncitorii vor fi mutați într-o altă hală.", "Muncitorii", "în", "altă hală"),
    ("Doctorul e de gardă la spital.", "Doctorul", "la", "spital"),
    ("Târgul are loc în piață.", "Târgul", "în", "piață"),
    ("Pe masă este o cană.", "o cană", "pe", "masă"),
    ("Stă pisica pe masă?", "pisica", "pe", "masă"),
    ("Nava „Mircea” a fost ancorată în rada portului.", "Nava „Mircea”", "în", "rada portului"),
    ("Papagalul trăncănește pe stinghie.", "Papagalul", "pe", "stinghie"),
    # What stands before a verb is no part of its subject.
    ("Sacoșele ni s-au rupt pe scări.", "Sacoșele", "pe", "scări"),
    ("Chiriașul tocmai a intrat în lift.", "Chiriașul", "în", "lift"),
    ("Scrisorile pe care le-ai citit sunt în sertar.", "Scrisorile pe care le-ai citit", "în", "sertar"),
    ("Felinarul atârnă în fața hanului.", "Felinarul", "în", "fața hanului"),
    ("Rotarul e de acord cu fierarul.", "Rotarul", "cu", "fierarul"),
    # A verb with its object says where its subject is.
    ("Doamna Barbu își petrece iernile la Brașov.", "Doamna Barbu", "la", "Brașov"),
    ("Rândunica și-a făcut cuib sub streașină.", "Rândunica", "sub", "streașină"),
    ("Lăzile vor fi pe ponton.", "Lăzile", "pe", "ponton"),
    ("Caravana urmează să fie la vamă.", "Caravana", "la", "vamă"),
)


@pytest.mark.parametrize(("text", "figure", "preposition", "ground"), BUILDS)
def test_builds(text: str, figure: str, preposition: str, ground: str) -> None:
    found = sentence(text, "ro")
    assert (found.figure.text, found.preposition, found.ground.text) == (figure, preposition, ground)


@pytest.mark.parametrize(
    ("text", "sense"),
    [
        ("Băiatul se uită la avion", "target"),
        ("Primarul contează pe săteni", "target"),
        ("Maria este căsătorită cu Vlad", "target"),
        ("Ionel este elev la liceu", "membership"),
        ("Scrisoarea a fost scrisă cu stiloul", "means"),
        ("Poetul lucrează la un volum", "activity"),
        ("Nunta se ține la han", ""),
        ("Băiatul stă la fereastră", ""),
    ],
)
def test_verbs_may_give_their_preposition_a_sense(text: str, sense: str) -> None:
    assert sentence(text, "ro").sense == sense


@pytest.mark.parametrize(
    "text", ["Portarul nu este la poartă", "Lebăda nu mai plutește pe lac", "Cana n-a fost pusă pe raft", "Sarea nu-i în supă"]
)
def test_what_is_denied_is_refused(text: str) -> None:
    with pytest.raises(ParseError, match="denies"):
        sentence(text, "ro")


@pytest.mark.parametrize("text", ["Vulturul zboară", "Vulturul zboară deasupra pădurii", "pe masă", "este", "în în în", "cu"])
def test_other_forms_are_refused(text: str) -> None:
    with pytest.raises(ParseError):
        sentence(text, "ro")


@pytest.mark.parametrize(
    ("ground", "figure"),
    [
        ("pe podea", "Podeaua"),
        ("în cutia roșie", "Cutia roșie"),
        ("într-o cutie roșie", "Cutia"),
        ("la bunici", "Bunicii"),
        ("cu soția lui", "Soția lui Matei"),
        ("cu oamenii de știință", "Oamenii de știință"),
        ("în flori", "Florile"),
        ("la Ana, sora mea", "Ana"),
        ("la Iași", "Iașul"),
    ],
)
def test_the_middle_term_is_found_under_inflection(ground: str, figure: str) -> None:
    story = read([f"acul este {ground}", f"{figure} este sub cupolă"], "acul este sub cupolă", "ro")
    assert story.statements[0].args[1] == story.statements[1].args[0]
    assert story.questions[0].args == (0, 2)


def test_adjectives_agree_and_stay_the_same() -> None:
    story = read(
        ["Pragurile sunt sub limită", "Limita este la două trepte mai mare"], "Pragurile sunt la două trepte mai mari", "ro"
    )
    assert story.questions[0].args[1] == story.statements[1].args[1]


def test_a_second_place_counts_where_another_sentence_speaks_of_it() -> None:
    linked = read(["Sorin este la ștrand cu vărul lui", "Vărul lui este sub tratament"], "Sorin este sub tratament", "ro")
    assert [one.relation for one in linked.statements] == ["la", "sub", "cu"]
    assert linked.statements[2].args == (linked.statements[0].args[0], linked.statements[1].args[0])
    alone = read(["Acul este în cutia cu capac", "Cutia cu capac este sub pat"], "Acul este sub pat", "ro")
    assert [one.relation for one in alone.statements] == ["în", "sub"]


@given(st.sampled_from(verbs("ro")), st.data())
def test_every_form_of_every_verb_is_read(entry: str, data: st.DataObject) -> None:
    form = data.draw(st.sampled_from(sorted(conjugated(entry).finite)))
    assert form in table().finite
    assert clause(f"Robotul {'se ' if entry.startswith('se ') else ''}{form} sub catapeteasmă") is not None


@given(st.sampled_from(verbs("ro")))
def test_participles_agree_and_follow_the_auxiliary(entry: str) -> None:
    masculine, *others = conjugated(entry).participles
    assert len({masculine, *others}) == 4
    for form in (masculine, *others):
        assert clause(f"Robotul a fost {form} în laborator") is not None


@given(
    st.lists(
        st.sampled_from(
            ["este", "sunt", "în", "pe", "cu", "care", "nu", "se", "o", "a", "fost", "să", ",", "cana", "de", "1920"]
        ),
        max_size=9,
    )
)
def test_no_row_of_words_breaks_the_reader(words: list[str]) -> None:
    text = " ".join(words)
    found = clause(text)
    if found is not None:
        for begin, end in (found.figure, found.verb, found.preposition, found.ground):
            assert 0 <= begin < end <= len(text)


@pytest.mark.parametrize(
    ("text", "figure", "preposition", "ground", "sense"),
    [
        ("Catârii trec vadul cu pluta", "Catârii", "cu", "pluta", "travel"),
        ("Catârii traversează câmpia înghețată în goană", "Catârii", "în", "goană", ""),
        ("Vara este cu furtuni", "Vara", "cu", "furtuni", ""),
        ("Nepoții sunt cu toții la moară", "Nepoții", "la", "moară", ""),
        ("Plosca este plină cu apă", "Plosca", "cu", "apă", "bearing"),
        ("Nacela este agățată sub zepelin", "Nacela", "sub", "zepelin", "support"),
    ],
)
def test_objects_and_adverbs_before_the_preposition(text: str, figure: str, preposition: str, ground: str, sense: str) -> None:
    found = clause(text)
    assert found is not None
    assert [text[slice(*span)] for span in (found.figure, found.preposition, found.ground)] == [figure, preposition, ground]
    assert found.sense == sense
