"""What the construction of a premise says of its senses, whatever its nouns: the rules of `grammars/preposition_evidence.txt`.

The table says how it is written; here its rules are compiled and applied. Words and rules are those of a language, the forms of
conditions and effects serve all.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import cache, lru_cache
from typing import Final, NamedTuple, TypeAlias

from qsr.nouns.lexicon import Kinds, family, nouns
from qsr.nouns.phrases import SOME_NAME, NounPhrase, analyse
from qsr.resources import grammar
from qsr.theories.prepositions.lexicon import EVIDENCE, PREPOSITIONS, language, tables
from qsr.theories.prepositions.parts import PARTS

__all__ = ["UNUSUAL", "Evidence", "Situation", "analysed", "evidence", "rather"]

#: What it costs to go against a construction.
UNUSUAL: Final = 2
_MARKS: Final = ',.;:!?"“”„'
_RULE: Final = re.compile(r"(?P<head>[^:]+): (?P<conditions>.+?)(?: -> (?P<effect>.+))?")
_COST: Final = re.compile(r"(?P<sense>\S+) (?P<sign>[+=])(?P<cost>\d+)")


class Situation(NamedTuple):
    """What conditions speak of: a preposition, its two noun phrases, which of them is `it`, and the senses found so far."""

    preposition: str
    figure: NounPhrase
    ground: NounPhrase
    role: str = "ground"
    found: Mapping[str, int] = {}

    def phrase(self, name: str) -> NounPhrase:
        """Return the phrase that rules call ``figure``, ``ground``, ``it`` or ``other``."""
        if name in ("it", "other"):
            return self.figure if (self.role == "figure") == (name == "it") else self.ground
        return self.figure if name == "figure" else self.ground


_Test: TypeAlias = Callable[[Situation], bool]
_Check: TypeAlias = Callable[[NounPhrase, Situation], bool]


class _Rule(NamedTuple):
    holds: _Test
    effect: str


class Evidence:
    """The rules of one language, as a table has them.

    Parameters
    ----------
    code
        The language.
    text
        The table; ValueError names a line that is no rule.
    """

    def __init__(self, code: str, text: str) -> None:
        self._code = code
        self._lists: dict[str, list[str]] = {}
        self._patterns: dict[str, list[str]] = {}
        self._named: dict[str, list[str]] = {}
        self._tests: dict[tuple[str, str], _Test] = {}
        stages: dict[str, list[str]] = {}
        for language_of, stage, lines in sorted(_sections(text), key=lambda section: section[0] == "any"):
            if language_of in (code, "any"):
                stages.setdefault(stage, []).extend(lines)
        self._take_words(stages.pop("words"))
        self._rules: dict[tuple[str, str], list[_Rule]] = {}
        for stage, lines in stages.items():
            for line in lines:
                head, conditions, effect = _parsed(line)
                rule = _Rule(self._all(conditions, ""), effect)
                for preposition in PREPOSITIONS if head == "*" else head.split():
                    self._rules.setdefault((stage, preposition), []).append(rule)

    def holds(self, name: str, situation: Situation, *, unnamed: bool = False) -> bool:
        """Tell whether a condition of the table holds; `unnamed` is for one that it does not name."""
        return self._condition(name, "")(situation) if name in self._named else unnamed

    def phrase(self, phrase: NounPhrase) -> NounPhrase:
        """Return what a noun phrase is by its own words."""
        return self._first("phrase", Situation(PREPOSITIONS[0], phrase, phrase))

    def name(self, preposition: str, figure: NounPhrase, ground: NounPhrase) -> NounPhrase:
        """Return a ground as its preposition has it where it is a name."""
        return self._first("name", Situation(preposition, figure, ground))

    def _first(self, stage: str, situation: Situation) -> NounPhrase:
        fitting = (rule for rule in self._rules.get((stage, situation.preposition), ()) if rule.holds(situation))
        rule = next(fitting, None)
        return situation.ground if rule is None else self._changed(situation.ground, rule.effect)

    def kinds(self, role: str, preposition: str, figure: NounPhrase, ground: NounPhrase) -> Kinds:
        """Return the kinds of the figure or of the ground with what they cost in their place."""
        situation = Situation(preposition, figure, ground, role)
        phrase = situation.phrase("it")
        if len(phrase.kinds) == 1:
            return phrase.kinds
        kinds = phrase
        for rule in self._rules.get(("kind", preposition), ()):
            if rule.holds(situation):
                kinds = self._changed(kinds, rule.effect)
        return kinds.kinds

    def senses(self, preposition: str, figure: NounPhrase, ground: NounPhrase, found: dict[str, int]) -> dict[str, int]:
        """Return the senses found with what their construction makes of their costs."""
        for rule in self._rules.get(("sense", preposition), ()):
            if rule.holds(Situation(preposition, figure, ground, found=found)):
                form, _, sense = rule.effect.partition(" ")
                found = rather(sense, found) if form in ("rather", "only") else dict(_costs(rule.effect, found))
                if form == "only":
                    break
        return found

    def _changed(self, phrase: NounPhrase, effect: str) -> NounPhrase:
        """Return a noun phrase with the effect of a rule on it."""
        _, form, *rest = effect.split()
        if form == "as":
            inner = next(PARTS[rest[0]](phrase, self._code))
            return replace(inner, text=phrase.text)
        if form == "without":
            core = self.phrase(analyse(self._pattern(rest).sub("", phrase.text), self._code))
            return replace(core, text=phrase.text, words=phrase.words)
        if form == "keep":
            return replace(phrase, kinds=tuple((kind, 0) for kind, _ in phrase.kinds if kind in family(*rest)))
        if form == "rather":
            kind = next((kind for kind, _ in phrase.kinds if kind in rest), rest[0])
            return replace(phrase, kinds=((kind, 0), *((one, cost + UNUSUAL) for one, cost in phrase.kinds if one != kind)))
        if rest and rest[-1].startswith("+"):
            kinds = _kind_set(" ".join((form, *rest[:-1])))
            return replace(phrase, kinds=tuple((kind, cost + int(rest[-1]) * (kind in kinds)) for kind, cost in phrase.kinds))
        article = phrase.article if "=" in form else form
        pairs = (entry.split("=") for entry in (form, *rest) if "=" in entry)
        return replace(phrase, article=article, kinds=tuple((kind, int(cost)) for kind, cost in pairs))

    # ------------------------------------------------------------ conditions

    def _take_words(self, lines: list[str]) -> None:
        entries: list[str] = []
        for line in lines:
            sort, _, name = line.partition(" ")
            if line.startswith("    "):
                entries.append(line[4:])
            elif sort in ("list", "pattern"):
                entries = (self._lists if sort == "list" else self._patterns).setdefault(name, [])
            else:
                named, conditions, _ = _parsed(line)
                self._named.setdefault(named, []).append(conditions)

    def _all(self, conditions: str, it: str) -> _Test:
        """Return the test that all of some conditions hold; `it` is the phrase that they call so, empty for the situation's."""
        tests = [self._condition(one, it) for one in conditions.split(", ")]
        return tests[0] if len(tests) == 1 else lambda situation: all(test(situation) for test in tests)

    def _condition(self, text: str, it: str) -> _Test:
        known = self._tests.get((text, it))
        if known is None:
            known = self._tests[text, it] = self._compiled(text, it)
        return known

    def _compiled(self, text: str, it: str) -> _Test:
        first, _, rest = text.partition(" ")
        words = rest.split()
        if first == "not":
            inner = self._condition(rest, it)
            return lambda situation: not inner(situation)
        if first == "found":
            return lambda situation: rest in situation.found
        if first == "preposition":
            return lambda situation: situation.preposition in words
        if first == "as":
            return lambda situation: situation.role == rest
        if not words:
            either = [self._all(conditions, it) for conditions in self._named[first]]
            return lambda situation: any(test(situation) for test in either)
        subject = it if it and first == "it" else first
        if len(words) == 1 and words[0] in self._named:
            return self._condition(words[0], subject)
        check = self._check(words[0], words[1:])
        part = PARTS.get(subject)
        if part is None:
            return lambda situation: check(situation.phrase(subject), situation)
        return lambda situation: any(check(one, situation) for one in part(situation.phrase("it"), self._code))

    def _check(self, name: str, values: list[str]) -> _Check:
        """Return a condition on a phrase."""
        phrases, own = language(self._code), nouns(self._code)
        if name == "is":
            kinds = _kind_set(" ".join(values))
            return lambda phrase, _: phrase.kinds[0][0] in kinds
        if name in ("may", "often"):
            kinds, most = _kind_set(" ".join(values)), 2 if name == "often" else None
            return lambda phrase, _: any(kind in kinds for kind, _ in phrase.kinds[:most])
        if name == "article":
            return lambda phrase, _: (
                phrase.article in values or (phrase.article == "bare" and ("plurals" if phrase.plural else "mass") in values)
            )
        if name == "head":
            words = {word for one in values for word in self._lists[one]}
            return lambda phrase, _: phrase.head in words
        if name in ("says", "reads", "shape"):
            found = re.compile(values[0]) if name == "shape" else self._pattern(values)
            look = {"says": lambda one: one.text, "reads": lambda one: " ".join(one.words), "shape": _shape}[name]
            return lambda phrase, _: found.search(look(phrase)) is not None
        if name == "fixed":
            governor, *articles = values
            return lambda phrase, _: any(
                phrases.fixed(governor, article, one) for article in articles for one in ("_".join(phrase.words), phrase.head)
            )
        if name == "set":
            return lambda phrase, at: phrases.fixed(at.preposition, "any", "_".join(phrase.words)) == tuple(values)
        if name == "size":
            return lambda phrase, _: str(len(phrase.words)) in values or (len(phrase.words) > 1 and "2+" in values)
        simple: dict[str, _Check] = {
            "number": lambda phrase, _: phrase.plural,
            "known": lambda phrase, _: bool(own.known(phrase.head)),
            "listed": lambda phrase, _: phrase.words[:1] == (phrase.head,) and bool(own.listed(phrase.head)),
            "guessed": lambda phrase, _: phrase.kinds == SOME_NAME,
        }
        return simple[name]

    def _pattern(self, names: list[str]) -> re.Pattern[str]:
        lines = (line for name in names for line in self._patterns[name])
        return re.compile("|".join(re.sub(r"\{([a-z]+)\}", lambda one: self._choice(one[1]), line) for line in lines))

    def _choice(self, name: str) -> str:
        return f"(?:{'|'.join(map(re.escape, self._lists[name]))})"


def rather(sense: str, found: Mapping[str, int]) -> dict[str, int]:
    """Return the senses found with one that is likelier than all."""
    return {other: cost + UNUSUAL for other, cost in found.items()} | {sense: 0}


def _costs(effect: str, found: Mapping[str, int]) -> Iterator[tuple[str, int]]:
    """Yield the senses with the costs that an effect gives some of them."""
    yield from found.items()
    for change in _COST.finditer(effect):
        for sense in found if change["sense"] == "*" else (change["sense"],):
            yield sense, int(change["cost"]) + (found[sense] if change["sign"] == "+" else 0)


def _kind_set(names: str) -> frozenset[str]:
    """Return the kinds of some families; those behind a minus are taken out, and a star stands for all."""
    plus = [name for name in names.split() if name[0] not in "-*"]
    minus = [name[1:] for name in names.split() if name[0] == "-"]
    return (frozenset(tables().kinds) if "*" in names.split() else family(*plus)) - family(*minus)


def _shape(phrase: NounPhrase) -> str:
    """Return a text with X for each capital and x for each small letter."""
    text = phrase.text.strip(_MARKS)
    return "".join("X" if sign.isupper() else "x" if sign.islower() else sign for sign in text)


def _parsed(line: str) -> tuple[str, str, str]:
    found = _RULE.fullmatch(line)
    if found is None:
        raise ValueError(f"a rule or a condition was expected, not {line!r}")
    return found["head"], found["conditions"], found["effect"] or ""


def _sections(text: str) -> Iterator[tuple[str, str, list[str]]]:
    """Yield language, stage and lines of each section."""
    for section in re.split(r"^(?=\[)", text, flags=re.MULTILINE)[1:]:
        head, *lines = section.splitlines()
        owner, stage = head.strip("[]").split()
        yield owner, stage, [line for line in lines if line and not line.startswith("#")]


@cache
def evidence(code: str) -> Evidence:
    """Return the rules of a language."""
    return Evidence(code, grammar(EVIDENCE))


@lru_cache(maxsize=65536)
def analysed(text: str, code: str) -> NounPhrase:
    """Take a noun phrase apart and say what it is by its own words: "Leeds this week", "Platform 9", "a mountain of debt".

    >>> analysed("a mountain of debt", "en").kinds[0], analysed("the Greens", "en").kinds[0]
    (('state', 0), ('institution', 0))
    """
    phrase = analyse(text, code)
    return evidence(code).phrase(phrase) if len(text.split()) > 1 else phrase
