"""From one English sentence about seats, its names masked, to what it says: the parser over `grammars/seating_english.lark`.

The phrases of the table become alternatives of the grammar, each a row of terminals. A row of terminals may mean one thing in a
row and another on a shelf ("in the same row"); `qsr.theories.seating.text.english_meaning` tells which, once the layout is known.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from typing import Final, TypeAlias, cast

from lark import Lark, Token, Tree, UnexpectedInput

from qsr.errors import ParseError
from qsr.language import parsers
from qsr.resources import grammar
from qsr.theories.seating.text.building import SIGN, Mask
from qsr.theories.seating.text.english_table import Meaning, Word, frames, vocabulary, word_at, words

__all__ = ["Said", "clauses", "lexed"]

#: Sentences with more words than this are refused.
_MOST_WORDS: Final = 120
#: Marks around a name say nothing.
_QUOTES: Final = ('"', "“", "”")
#: Form of phrase -> the rule of the grammar that it belongs to, where that has another name.
_RULES: Final = {"two": "two_frame", "act_two": "act"}
#: A word of the text: its terminal and value, and its place in the masked sentence.
Lexed: TypeAlias = tuple[Word, int, int]


@dataclass(frozen=True, slots=True)
class Said:
    """One relation that a clause states, not yet in a layout.

    Parameters
    ----------
    phrases
        One phrase, or for a composition two: the meanings of its row of terminals, and the values of its slots.
    names
        The names that it is said of, as places in the clause's row of words.
    denied
        Whether the clause denies it.
    which
        How a composition speaks of the place in the middle: ``"definite"``, ``"some"``, ``"none"``; empty for one phrase.
    words
        First and last word of the clause.
    """

    phrases: tuple[tuple[tuple[Meaning, ...], tuple[str, ...]], ...]
    names: tuple[int, ...]
    denied: bool
    which: str
    words: tuple[int, int]


# ---------------------------------------------------------------- words


def lexed(text: str) -> list[Lexed]:
    """Return the terminals of a masked sentence; "the" before a name and "'s place" behind it say nothing and are left out."""
    found: list[Lexed] = []
    position = 0
    for name in (*SIGN.finditer(text), None):
        row = [word for word in words(text[position : len(text) if name is None else name.start()]) if word[0] not in _QUOTES]
        found += _plain([word for word, _, _ in row], [(start + position, end + position) for _, start, end in row])
        if name is not None:
            if found and found[-1][0][0] == "W_THE":
                found.pop()
            found.append((("NAME", ""), name.start(), name.end()))
            position = name.end()
    kept: list[Lexed] = []
    for at, one in enumerate(found):
        placed = kept and kept[-1][0][0] == "_POSS" and len(kept) > 1 and kept[-2][0][0] == "NAME"
        following = found[at + 1][0][0] if at + 1 < len(found) else ""
        if placed and one[0][0] == "SEAT":
            kept.pop()
        elif one[0][0] == "_POSS" and kept and kept[-1][0][0] == "W_THERE":
            kept.append((("VERB", ""), one[1], one[2]))
        elif one[0][0] != "W_BOTH" or following != "NAME":
            kept.append(one)
    return kept


def _plain(row: Sequence[str], places: Sequence[tuple[int, int]]) -> Iterator[Lexed]:
    at = 0
    while at < len(row):
        word, length = word_at(row, at)
        yield word, places[at][0], places[at + length - 1][1]
        at += length


# ---------------------------------------------------------------- the parser


@cache
def _phrases() -> dict[str, dict[tuple[str, ...], list[Meaning]]]:
    """Return, for each rule, its rows of terminals and what each may mean."""
    found: dict[str, dict[tuple[str, ...], list[Meaning]]] = {}
    for frame in frames():
        rule = _RULES.get(frame.form, frame.form)
        for name, phrases in ((rule, frame.say), (f"{rule}_denied", frame.deny)):
            for elements in phrases:
                row, slots = (element.terminal for element in elements), (element.slot for element in elements)
                meaning = Meaning(frame.means, frame.kinds, frame.denied, tuple(slots))
                found.setdefault(name, {}).setdefault(tuple(row), []).append(meaning)
    return found


@cache
def _numbered() -> dict[str, tuple[Meaning, ...]]:
    """Return the alternatives' names in the grammar -> what each may mean."""
    return {f"{rule}_{number}": tuple(found) for rule, rows in _phrases().items() for number, found in enumerate(rows.values())}


@cache
def _parser() -> Lark:
    lines = [grammar("seating_english.lark")]
    for rule, rows in _phrases().items():
        lines.append(f"{rule}: " + "\n    | ".join(f"{' '.join(row)} -> {rule}_{number}" for number, row in enumerate(rows)))
    own = {terminal for terminal, _ in vocabulary().values()}
    own.update(terminal for rows in _phrases().values() for row in rows for terminal in row)
    lines.append("%declare NAME W_THE " + " ".join(sorted(own - {"NAME", "W_THE"})))
    return parsers.parser(
        "\n".join(lines),
        start="sentence",
        parser="lalr",
        lexer=parsers.Prelexed,
        keep_all_tokens=True,
        maybe_placeholders=False,
    )


@lru_cache(maxsize=8192)
def _parsed(row: tuple[Word, ...]) -> tuple[Said, ...] | tuple[int, tuple[str, ...]]:
    """Return what a row of terminals says; or the number of the word that does not fit, and the terminals that would."""
    try:
        # Each token's value is its number among the words.
        numbered = [Token(terminal, str(number)) for number, (terminal, _) in enumerate(row)]
        tree = _parser().parse(cast("str", numbered))
    except UnexpectedInput as error:
        token = getattr(error, "token", None)
        wanted = getattr(error, "accepts", None) or getattr(error, "expected", None) or ()
        at = len(row) if token is None or token.type == "$END" else int(token)
        return at, tuple(sorted(wanted))
    return tuple(_Unfolding(row).sentence(tree))


class _Unfolding:
    """What the tree of a sentence says, clause by clause."""

    def __init__(self, row: tuple[Word, ...]) -> None:
        self._row = row
        #: Whose predicates may follow: the names of the clause before; none where it had no subject of its own.
        self._subject: tuple[int, ...] = ()
        #: The phrase before, where a further name or phrase may go on with it: "next to X and Y".
        self._last: Said | None = None

    def sentence(self, tree: Tree[Token]) -> Iterator[Said]:
        """Yield all relations; those of one subject have the words from it to the last of its predicates."""
        groups: list[list[Said]] = []
        for part in _trees(tree):
            inner = _trees(part)[0]
            if part.data == "clause" or inner.data in ("clause", "single", "impersonal"):
                groups.append(list(self._clause(inner)))
            elif inner.data == "name":
                groups[-1].append(self._other(inner, str(part.data)))
            elif inner.data == "phrase":
                groups[-1].append(self._more(inner, str(part.data)))
            else:
                groups[-1] += self._stated(inner)
        for group in groups:
            whole = (min(said.words[0] for said in group), max(said.words[1] for said in group))
            yield from (replace(said, words=whole) for said in group)

    def _clause(self, tree: Tree[Token]) -> Iterable[Said]:
        if tree.data == "clause":
            return self._clause(_trees(tree)[0])
        self._subject, self._last = (), None
        inner = _trees(tree)[0]
        span = _ends(tree)
        if tree.data == "impersonal":
            denied = inner.data.startswith("whole_denied")
            return [replace(self._frame(_innermost(inner), ()), words=span, denied=denied)]
        if tree.data == "composed":
            return [self._composed(inner, span)]
        if tree.data.startswith(("composed_", "identified")):
            return [self._composed(tree, span)]
        if tree.data == "inverted":
            self._subject = (_ends(_trees(tree)[1])[0],)
            return [replace(self._frame(_innermost(inner), self._subject), words=span)]
        *names, predicate = _trees(tree)
        self._subject = tuple(_ends(name)[0] for name in names)
        return [replace(said, words=(span[0], said.words[1])) for said in self._stated(predicate)]

    def _stated(self, predicate: Tree[Token]) -> list[Said]:
        """Return what a predicate says of the subject before it."""
        span = _ends(predicate)
        if not self._subject:
            raise _Refusal(span[0], "it is not clear of whom this is said: give the name")
        found = [replace(said, words=span) for said in self._predicate(predicate)]
        self._last = found[0] if len(found) == len(self._subject) == 1 else None
        return found

    def _predicate(self, tree: Tree[Token]) -> Iterator[Said]:
        """Yield what a predicate says of the subject: of two names together, or of each."""
        if tree.data == "amid":
            yield from self._amid(tree)
            return
        denied = tree.data == "denied"
        (inner,) = _trees(tree)
        if tree.data in ("affirmed", "denied") and inner.data == "phrase":
            inner = _trees(inner)[0]
        else:
            denied = denied or inner.data.startswith(("act_denied", "act_pair_denied"))
        frame = _innermost(inner)
        if frame.data.startswith(("pair_", "act_pair")):
            yield replace(self._frame(frame, self._subject), denied=denied)
            return
        for name in self._subject:
            yield replace(self._frame(frame, (name,)), denied=denied)

    def _frame(self, frame: Tree[Token], names: tuple[int, ...]) -> Said:
        """Return what a phrase says of some names and those in it."""
        positions = [int(token) for token in frame.children if isinstance(token, Token)]
        inside = tuple(position for position in positions if self._row[position][0] == "NAME")
        values = tuple(self._row[position][1] for position in positions)
        return Said(((_numbered()[str(frame.data)], values),), (*names, *inside), False, "", (positions[0], positions[-1]))

    def _composed(self, tree: Tree[Token], span: tuple[int, int]) -> Said:
        place, second = _trees(tree)
        if tree.data.startswith("identified"):
            phrase = self._frame(_innermost(place), (_ends(second)[0],))
            return replace(phrase, which=str(place.data), words=span, denied=tree.data == "identified_denied")
        one, other = self._frame(_innermost(place), ()), self._frame(_innermost(second), ())
        denied = tree.data == "composed_denied"
        return Said((*one.phrases, *other.phrases), (*one.names, *other.names), denied, str(place.data), span)

    def _amid(self, tree: Tree[Token]) -> Iterator[Said]:
        """Yield "directly between Y and Z" as what it comes to: next to both."""
        if len(self._subject) != 1:
            raise _Refusal(self._subject[-1], "only one of them has a place directly between two others")
        for name in _trees(tree):
            at = _ends(name)[0]
            yield Said((((Meaning("adjacent", (), False, ()),), ()),), (self._subject[0], at), False, "", (at, at))

    def _other(self, name: Tree[Token], how: str) -> Said:
        """Return the same of a further name, behind the one that ends the phrase: "next to X and Y"."""
        at, last = _ends(name)[0], self._last
        if last is None or len(last.names) != 2 or last.names[1] != last.words[1] or last.denied != (how == "or_name"):
            raise _Refusal(at, "it is not clear what is said of this name")
        self._last = replace(last, names=(last.names[0], at), words=(at, at))
        return self._last

    def _more(self, phrase: Tree[Token], how: str) -> Said:
        """Return a further phrase about the same name: "next to X and opposite Y"; "not next to X or opposite Y"."""
        if self._last is None or self._last.denied != (how == "or_phrase"):
            reason = "say it with a verb of its own, so that it is clear what is denied, and of whom"
            raise _Refusal(_ends(phrase)[0], reason)
        found = replace(self._frame(_innermost(phrase), self._subject), denied=self._last.denied, words=_ends(phrase))
        self._last = found
        return found


class _Refusal(Exception):
    """A sentence that the grammar has, and that has no clear meaning; the word, and why."""

    def __init__(self, word: int, reason: str) -> None:
        super().__init__(word, reason)
        self.word, self.reason = word, reason


def _trees(tree: Tree[Token]) -> list[Tree[Token]]:
    return [child for child in tree.children if isinstance(child, Tree)]


def _is_frame(tree: Tree[Token]) -> bool:
    return str(tree.data) in _numbered()


def _innermost(tree: Tree[Token]) -> Tree[Token]:
    while not _is_frame(tree):
        tree = _trees(tree)[0]
    return tree


def _ends(tree: Tree[Token]) -> tuple[int, int]:
    numbers = [int(token) for token in tree.scan_values(lambda value: isinstance(value, Token))]
    return min(numbers), max(numbers)


# ---------------------------------------------------------------- from words to claims


def clauses(text: str) -> Iterator[tuple[Said, tuple[int, ...], tuple[int, int]]]:
    """Yield what a masked sentence says: each relation, its names, and its place in the sentence.

    Raise ParseError at the word that does not fit, its place relative to the masked sentence.
    """
    found = lexed(text)
    if len(found) > _MOST_WORDS:
        raise ParseError(f"the sentence has more than {_MOST_WORDS} words", text, 0, len(text))
    try:
        said = _parsed(tuple(word for word, _, _ in found))
    except _Refusal as refusal:
        raise ParseError(refusal.reason, text, found[refusal.word][1], found[refusal.word][2]) from None
    if said and isinstance(said[0], int):
        raise _explained(text, found, said[0], said[1])
    for one in said:
        names = tuple(cast("int", Mask.index(text[found[at][1]])) for at in one.names)
        yield one, names, (found[one.words[0]][1], found[one.words[1]][2])


def _explained(text: str, found: Sequence[Lexed], at: int, wanted: Sequence[str]) -> ParseError:
    expected = list(dict.fromkeys(filter(None, (_shown(terminal) for terminal in wanted))))
    hint = f"; expected {', '.join(expected[:6])}" if 0 < len(expected) <= 12 else ""
    if at >= len(found):
        end = found[-1][2] if found else len(text)
        return ParseError(f"the sentence breaks off{hint}", text, end, end)
    _, start, end = found[at]
    shown = "this name" if SIGN.search(text[start:end]) else repr(text[start:end])
    return ParseError(f"{shown} is not understood here{hint}", text, start, end)


def _shown(terminal: str) -> str:
    """Return what a terminal is called in an error message."""
    plain = {
        "NAME": "a name",
        "VERB": "'is' or 'sits'",
        "DENY": "'is not'",
        "$END": "the end",
        "COUNT": "a number",
        "COMPASS": "a direction",
    }
    if terminal in plain:
        return plain[terminal]
    return repr(terminal[2:].lower()) if terminal.startswith("W_") else ""
