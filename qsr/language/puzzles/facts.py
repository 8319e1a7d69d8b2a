"""How many of whom go to which: facts of the phrases of `announcement.lark`, over groups that are named or counted."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Final, NamedTuple

from lark import Lark, Token, Tree

from qsr.errors import ParseError
from qsr.language import parsers
from qsr.language.puzzles.naming import Words, number, split
from qsr.language.puzzles.tokens import stem
from qsr.language.puzzles.world import singular, words
from qsr.resources import grammar, table

__all__ = ["Fact", "Found", "Group", "told"]

_BEFORE_ONE: Final = ("EACH", "EACHONE", "K", "SEP", "NAMES", "CHOOSE")
_EMPTY: Final = ("the", "its", "his", "her", "their", "these", "those", "a", "group", "following")


@dataclass
class Group:
    """Things or places of one sort: names, none yet where only their number is known, and nouns for all and for some."""

    many: int
    names: list[str] = field(default_factory=list)
    nouns: list[str] = field(default_factory=list)
    kinds: dict[str, list[int]] = field(default_factory=dict)
    ordered: bool = False
    sizes: list[int] = field(default_factory=list)

    def has(self, name: str) -> bool:
        """Tell whether a name is one of these, with or without their noun."""
        parts = name.lower().split()
        return any(parts in (known, [*known, *parts[-1:]]) for known in (one.lower().split() for one in self.names))


class Fact(NamedTuple):
    """Each of a group has so many of another one, or of one kind of it; "apart": no two of a group have the same of the other."""

    name: str
    group: Group | None
    low: int = 1
    high: int | None = 1
    other: Group | None = None
    kind: str = ""


@dataclass
class Found:
    """What was announced so far."""

    groups: list[Group] = field(default_factory=list)
    facts: list[Fact] = field(default_factory=list)
    sequence: bool = False
    choice: tuple[int, int | None] | None = None
    chooses: bool = False

    def named(self) -> list[Group]:
        """Return the groups whose names are known."""
        return [one for one in self.groups if one.names]

    def of(self, noun: str) -> Group | None:
        """Return the group that a noun calls, or some of which it does."""
        for one in (*reversed(self.named()), *(one for one in self.groups if not one.names)):
            if noun in one.kinds or any(noun == known or noun in _alike(known) for known in one.nouns):
                return one
        return None


def _alike(noun: str) -> Sequence[str]:
    """Return the nouns that mean the same kind of place."""
    return next((one for one in words("alike") if noun in one), ())


@cache
def _parser() -> Lark:
    options = {"start": ["start"], "parser": "lalr", "lexer": parsers.Prelexed, "maybe_placeholders": False}
    return parsers.parser(grammar("announcement.lark"), **options)


@cache
def _phrases() -> dict[tuple[str, ...], str]:
    found: dict[tuple[str, ...], str] = {}
    for section in ("terminals", "announcing"):
        kept = _parser_terminals() if section == "terminals" else None
        for name, phrases in table("puzzles.toml")[section].items():
            found |= {tuple(split(one.lower())): name for one in phrases if kept is None or name in kept}
    return found


def _parser_terminals() -> frozenset[str]:
    return frozenset({"EACH", "NO", "EXACTLY", "ATLEAST", "ATMOST", "DIFFERENT", "SAME"})


def told(found: Found, said: Words, lists: dict[int, tuple[int, Group]]) -> bool:
    """Take what the words of a sentence say of numbers; tell whether they do; raise ParseError or UnexpectedInput."""
    tree = _parser().parse(_tokens(found, said, lists))
    facts = _Told(found, bool(lists))
    for part in tree.children:
        if isinstance(part, Tree):
            facts.part(part)
    return facts.says


def _tokens(found: Found, said: Words, spans: dict[int, tuple[int, Group]]) -> list[Token]:
    """Return the words that matter; raise ParseError for one that would change what the others say."""
    made: list[Token] = []
    lowered = [word.lower() for word in said]
    at = 0

    def noun(place: int) -> str | None:
        for further in range(place, min(place + 3, len(said))):
            word = singular(lowered[further])
            if word in ("person", "thing", "member", "them") or found.of(word) is not None:
                return word
            if (
                said[further] in ",;:"
                or lowered[further] in words("place_prepositions")
                or number(said[further]) is not None
                or further in spans
            ):
                return None
        return None

    while at < len(said):
        if at in spans:
            made.append(Token("NAMES", spans[at][1]))
            at = spans[at][0]
            continue
        name, len_ = next(
            ((_phrases()[key], len(key)) for size in range(6, 0, -1) if (key := tuple(lowered[at : at + size])) in _phrases()),
            ("", 1),
        )
        word = lowered[at]
        many = number(word)
        following = lowered[at + 1] if at + 1 < len(said) else ""
        if word in ("but", "or") and made and made[-1].type == "N":
            name = word.upper()
        if word == "both" and made and made[-1].type == "NO":
            name = "BOTH"
        if word == "together" and spans:
            at += 1  # "six friends, ..., go out together"
            continue
        if name == "BOTH" and made and made[-1].type == "CHOOSE":
            made.pop()  # "no film is shown more than once"
        if name == "BAD":
            raise ParseError(f"{word!r} says more than what there is")
        if many is not None and len_ == 1:
            behind = noun(at + 1)
            quantified = made and made[-1].type in ("EXACTLY", "ATLEAST", "ATMOST", "MORETHAN", "OF", "AMONG", "NO", "OR", "EACH")
            if made and made[-1].type == "K" and _is_noun(found, lowered[at - 1]) and not quantified and behind is None:
                pass  # "floor 1"
            elif (
                many != 1
                or quantified
                or behind is not None
                or following in ("of", "each", "to", "per", "on", "in", "at", "a", "for")
            ):
                made.append(Token("N", many))
            elif many == 1 and made and made[-1].type in _BEFORE_ONE and _plain(said, at):
                made += [Token("N", 1), Token("K", "?")]
        elif name == "CHOOSE" or (not name and stem(word) in _choosing()):
            made.append(Token("CHOOSE", None))
        elif name:
            if name != "SKIP":
                goes_on = at + len_ < len(said) and lowered[at + len_] not in ("a", "an")
                of = name == "EACH" and lowered[at + len_ - 1] == "of" and goes_on
                lonely = name == "EACH" and not of and noun(at + len_) is None and at + len_ not in spans
                made.append(Token("EACHONE" if lonely else name, following))
                made += [Token("OF", None)] if of else []
        elif word in ("from", "among") and [one.type for one in made[-3:]] == ["N", "K", "CHOOSE"] and _all(found, lowered, at):
            made[-1] = Token("AMONG", None)  # "four dishes, selected from among seven"
        elif word in ("of", "from", "among") and made and made[-1].type in ("N", "K", "EACH", "NO", "SOME", "REST"):
            if _goes_on(found, lowered, at + 1, spans) and not (word == "from" and at + 1 in spans and spans[at + 1][1].ordered):
                made.append(Token("OF" if word == "of" and lowered[at - 1] != "out" else "AMONG", None))
        elif word in ("a", "an", "per") and made and made[-1].type in ("N", "K") and _is_noun(found, following) and len(made) > 1:
            made.append(Token("EACH", None))
        elif (
            word in words("ordered")
            and made
            and (made[-1].type == "EACHONE" or lowered[at - 1] in ("a", "per"))
            and not _is_noun(found, word)
        ):
            made[-1] = Token("ORDER", None)
        elif (
            word == ";"
            or (word == "," and following in ("and", "with", "but", "so", "while", "whereas", "no", "each"))
            or (word == "and" and _phrases().get((following,)) in ("EACH", "NO", "EXACTLY"))
        ):
            made.append(Token("SEP", None))
        elif _is_noun(found, word):
            made.append(Token("K", singular(word)))
        at += len_
    while made and made[-1].type == "SEP":
        made.pop()
    return [one for place, one in enumerate(made) if one.type != "SEP" or (place and made[place - 1].type != "SEP")]


def _all(found: Found, lowered: Sequence[str], at: int) -> bool:
    rest = [word for word in lowered[at : at + 4] if word not in ("from", "among", *_EMPTY)]
    return bool(rest) and any(one.many == number(rest[0]) for one in found.groups)


@cache
def _choosing() -> frozenset[str]:
    return frozenset(map(stem, words("choosing")))


def _plain(said: Words, at: int) -> bool:
    """Tell whether a noun follows "one", and does not only say when or where all of it happens: "on one afternoon"."""
    follows = at + 1 < len(said) and said[at + 1] not in ",;:" and said[at + 1].lower() not in ("the", "a")
    return follows and said[at - 1].lower() not in ("in", "on", "at", "over", "during", "with")


def _is_noun(found: Found, word: str) -> bool:
    return (
        singular(word) in ("person", "member", "thing") or word in ("them", "themselves") or found.of(singular(word)) is not None
    )


def _goes_on(found: Found, lowered: Sequence[str], at: int, spans: dict[int, tuple[int, Group]]) -> bool:
    while at < len(lowered) and (lowered[at] in _EMPTY or lowered[at] in ("of", "among")) and at not in spans:
        at += 1
    return at in spans or (at < len(lowered) and (number(lowered[at]) is not None or _is_noun(found, lowered[at])))


class _Told:
    """Facts of the parts of a sentence."""

    def __init__(self, found: Found, says: bool) -> None:
        self._found, self.says = found, says
        self._subject: Group | None = None

    def _group(self, noun: Any) -> Group | None:
        """Return the group of a noun or a list; None for a word that fits all."""
        if isinstance(noun, Group):
            return noun
        return self._found.of(noun)

    def part(self, part: Tree[Token]) -> None:
        """Take one part."""
        every: list[Group | None] = []
        counts: list[tuple[int, int | None, Any, int]] = []
        others: list[Tree[Token]] = []
        nothing: Tree[Token] | None = None
        own = False
        for one in part.children:
            if isinstance(one, Token):
                continue
            name = str(one.data)
            values = {child.type: child.value for child in one.children if isinstance(child, Token)}
            noun = values.get("K", values.get("NAMES"))
            if name in ("every", "floating"):
                if values.get("EACHONE") in words("sorts"):
                    raise ParseError("of each kind")
                every.append(self._group(noun) if noun is not None else self._subject)
            elif name in ("count", "counted_of", "sized"):
                low, high = self._bounds(one.children[0])  # type: ignore[arg-type]
                total = values.get("N", 0)
                group = self._group(noun) if noun is not None else None
                named = group is not None and group.names and group.many == low  # "a pier that has exactly five berths"
                plain = isinstance(one.children[0], Tree) and (len(one.children[0].children) == 1 or named) and low == high
                sized = [child.value for child in one.children if isinstance(child, Token) and child.type == "N"]
                if name == "sized":
                    self._found.facts.append(Fact("per", group, sized[-1], sized[-1]))
                    self.says = True
                    continue
                if plain and low == total and any(known.many == low for known in self._found.named()):
                    continue
                size = 0 if group is None else len(group.kinds.get(str(noun), range(group.many)))
                whole = plain and low == size > 1 and "OF" not in values and not total
                if whole and every == [None]:
                    continue
                if (
                    plain
                    and noun in ("them", "person", "people")
                    and group is None
                    and any(one.many == low for one in self._found.named())
                ):
                    self.says = True
                    continue
                if whole and (not every or counts):
                    self._subject = self._subject or group
                    continue
                counts.append((low, high, noun, total))
            elif name in ("names", "noun"):
                group = self._group(noun)
                if self._subject is None or (name == "names" and group is not None and not group.ordered and not own):
                    self._subject, own = group, True
            elif name == "none":
                nothing = one
            else:
                others.append(one)
        self._say(every, counts, others, nothing)

    def _bounds(self, bound: Tree[Token]) -> tuple[int, int | None]:
        numbers = [child.value for child in bound.children if isinstance(child, Token) and child.type == "N"]
        name, low = str(bound.data), numbers[0]
        if name == "from_to":
            return low, numbers[1]
        return {"at_least": (low, None), "at_most": (0, low), "more_than": (low + 1, None)}.get(name, (low, low))

    def _say(self, every: Any, counts: Any, others: list[Tree[Token]], nothing: Tree[Token] | None) -> None:
        found = self._found
        names = {str(one.data): one for one in others}
        if "sequence" in names:
            found.sequence = self.says = True
        if "choosing" in names:
            found.chooses = True
        if nothing is not None:
            values = {child.type: child.value for child in nothing.children if isinstance(child, Token)}
            group = self._group(values["K"]) if "K" in values else None
            if "same" in names and (values.get("N", 2) == 2):
                found.facts.append(Fact("apart", group, other=self._of(names["same"])))
            elif any(isinstance(child, Token) and child.type == "BOTH" for child in nothing.children):
                pass  # nobody is at two places
            elif "N" not in values and len(counts) == 1 and counts[0][1] is None:
                self._per(group or self._subject, 0, counts[0][0] - 1, counts[0][2])
            else:
                raise ParseError("none of whom?")
            self.says = True
            return
        if "distinct" in names:
            other = self._of(names["distinct"])
            found.facts.append(Fact("apart", every[0] if every and every[0] is not self._subject else None, other=other))
            self.says, counts = True, [one for one in counts if one[0] != 1 or one[2] is not None]
            every = every if counts else []
        if every and not counts and "once" in names:
            self.says = True
            return
        if len({id(one) for one in every}) > 1 and (not counts or any(noun is not None for _, _, noun, _ in counts)):
            raise ParseError("so many for each pair?")
        if every and counts:
            for low, high, noun, total in counts:
                for group in every:
                    if noun is None and not total and (low, high) != (1, 1) and len(found.named()) > 2:
                        raise ParseError("so many of what?")
                    if noun != "?" or (low, high) != (1, 1):
                        self._per(group, low, high, noun if noun is not None else total or None)
            self.says = True
            return
        if "some" in names and not counts:
            found.choice, self.says = found.choice or (0, None), True
            return
        for low, high, noun, total in counts:
            group = self._group(noun) if noun is not None else None
            whole = group is None or not group.kinds.get(str(noun))
            subject = self._subject
            if (low, high) == (1, 1) and group is not None and subject is not None and group is not subject and whole:
                self._per(subject, low, high, noun)
                self.says = True
                continue
            if (low, high) == (subject.many if subject else 0, low) and group in (None, subject):
                continue
            if not whole or found.choice not in (None, (0, None)) or (low, high) == (1, 1):
                raise ParseError("how many of which?")
            named = [one for one in found.named() if one.many == total and group is not None and not group.names]
            if named and group is not None:
                named[0].nouns += group.nouns  # "four dishes, selected from among seven"
                found.groups.remove(group)
            elif group is not None and not group.names and low == high == group.many:
                continue
            if not total and group is not None and any(one.many == low and one is not group for one in found.groups):
                raise ParseError("these, or that many of all?")
            if total and all(one.many != total for one in found.groups):
                raise ParseError("that many are not named")
            found.choice, self.says = (low, high), True

    def _of(self, tree: Tree[Token]) -> Group | None:
        values = [child.value for child in tree.children if isinstance(child, Token) and child.type == "K"]
        return self._group(values[0]) if values else None

    def _per(self, group: Group | None, low: int, high: int | None, noun: Any) -> None:
        other = None
        kind = ""
        if isinstance(noun, int):
            other = next((one for one in self._found.groups if one.many == noun and one is not group), None)
        elif noun is not None:
            other = self._group(noun)
            kind = noun if other is not None and isinstance(noun, str) and noun in other.kinds else ""
        self._found.facts.append(Fact("per", group, low, high, other, kind))
