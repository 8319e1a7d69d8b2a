"""Derive the tables of learnt senses: what a preposition means before a noun that no list of fixed phrases has.

    python tools/preposition_senses.py en DICT VECTORS > grammars/preposition_senses_english.txt
    python tools/preposition_senses.py ro DICT VECTORS PICKLE > grammars/preposition_senses_romanian.txt

DICT, VECTORS and PICKLE are those of `tools/preposition_nouns.py` and `tools/romanian_nouns.py`. The fixed phrases that a
language lists for a preposition teach what its nouns are like ("under stress": a state), the nouns that are listed and in no
phrase teach what it is literal of (`tools/noun_kinds.py`; a noun is judged by others than itself). A noun gets a sense where so
much speaks for the senses other than the literal one that of the listed nouns the share `RIGHT` of those that get one get their
own.
"""

from __future__ import annotations

import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Final

from noun_kinds import Described, Model, Vectors
from preposition_nouns import English, listed_nouns
from romanian_nouns import Romanian

from qsr.theories.prepositions.lexicon import language

RIGHT: Final = 0.7
#: What may have to speak for senses, in the order in which it is tried.
_LEAST: Final = (0.3, 0.35, 0.4, 0.45, 0.5, 0.55, 0.6, 0.7, 0.8)
#: So many phrases are enough to learn from.
_ENOUGH: Final = 40
#: Rarer words of English are left out.
_FREQUENT: Final = 40_000
_LITERAL: Final = "-"


def derive(code: str, described: Described, rank: Mapping[str, int]) -> Iterator[tuple[str, str]]:
    """Yield each noun that has a sense, and "preposition article sense"."""
    listed = [noun for noun in listed_nouns(code) if "_" not in noun]
    taught: dict[tuple[str, str], dict[str, str]] = defaultdict(dict)
    for preposition, article, phrase, sense in language(code).every():
        taught[preposition, "bare" if article == "bare" else "any"].setdefault(phrase, sense)
    for (preposition, article), phrases in sorted(taught.items()):
        if len(phrases) < _ENOUGH:
            continue
        gold = dict.fromkeys(listed, (_LITERAL,)) | {phrase: (sense,) for phrase, sense in phrases.items()}
        model = Model(described, gold)
        judged = [(_judged(model, noun), sense) for noun, (sense,) in gold.items() if described.senses(noun)]
        least = next((one for one in _LEAST if _share(judged, one) >= RIGHT), 1.0)
        for noun in described.nouns():
            if "_" not in noun and (code != "en" or rank.get(noun, _FREQUENT) < _FREQUENT):
                sense, score = _judged(model, noun)
                if score > least:
                    yield noun, f"{preposition} {article} {sense}"


def _judged(model: Model, noun: str) -> tuple[str, float]:
    """Return the likeliest sense but the literal one, and what speaks for all of these."""
    scores = model.learnt(noun)
    del scores[_LITERAL]
    return max(scores, key=lambda sense: scores[sense]), sum(scores.values())


def _share(judged: Iterable[tuple[tuple[str, float], str]], least: float) -> float:
    """Return which share of the listed nouns get their own sense, of those for which enough speaks."""
    found = [sense == own for (sense, score), own in judged if score > least]
    return sum(found) / len(found) if found else 0.0


def by_sense(found: Iterable[tuple[str, str]]) -> Iterator[str]:
    """Yield a line per preposition, article and sense: these, a colon, the nouns."""
    nouns: dict[str, list[str]] = defaultdict(list)
    for noun, sense in found:
        nouns[sense].append(noun)
    yield from (f"{sense}: {' '.join(sorted(words))}" for sense, words in sorted(nouns.items()))


def main() -> None:
    """Print a table."""
    code, folder, file, *pickled = sys.argv[1:]
    english = English(Path(folder), Vectors(Path(file)))
    described = Romanian(english, Path(pickled[0])) if pickled else english
    print(
        "# Senses of prepositions before nouns: preposition, article, sense, then the nouns; made by tools/preposition_senses.py."
    )
    licence = (
        "CC BY-SA 4.0; see ROWORDNET_LICENSE.txt and WORDNET_LICENSE.txt"
        if pickled
        else "that of WordNet, in WORDNET_LICENSE.txt"
    )
    print(f"# Derived from the phrases of this program, WordNet and word vectors; licence: {licence}.")
    print(*by_sense(derive(code, described, english.vectors.rank)), sep="\n")


if __name__ == "__main__":
    main()
