"""How stories about towers are read and asked: a few sentences, by regular expressions; see the README for all of them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from qsr.errors import ParseError
from qsr.language.form import TextForm
from qsr.language.page import Page
from qsr.logic import Relation
from qsr.story import Question, Span, Statement, Story
from qsr_tower.clauses import HIGHEST

__all__ = ["FORM"]

_NUMBERS: Final = {word: number for number, word in enumerate(("one", "two", "three", "four", "five", "six", "seven"), 1)}
_WHO: Final = r"(?:[Tt]he )?(?P<{}>\w+)"
_WHERE: Final = (
    r"(?:on floor (?P<floor>\d+)|(?:(?:(?P<many>\d+|"
    + "|".join(_NUMBERS)
    + r") floors? |(?P<next>directly ))?(?P<side>above|below)"
    r"|on the same floor as) (?:the )?(?P<tail>\w+))"
)
_SENTENCE: Final = re.compile(r"[^\s.][^.\n]*\.?")
_TOLD: Final = re.compile(rf"{_WHO.format('head')} (?:lives|(?P<not>does not live)) {_WHERE}\.")
_IS_IT: Final = re.compile(rf"Does {_WHO.format('head')} live {_WHERE}\?")
_WHERE_IS: Final = re.compile(rf"Where does {_WHO.format('head')} live relative to (?:the )?(?P<tail>\w+)\?")
_WHICH: Final = re.compile(rf"(?:On which floor|Where) does {_WHO.format('head')} live\?")


class Towers(TextForm):
    """Sentences about who lives where, and questions on lines with ``?``."""

    def read(self, page: Page, *, lenient: bool = False) -> Story:
        """See `TextForm.read`."""
        told, names, statements = page.told, dict[str, int](), list[Statement]()
        for found in _SENTENCE.finditer(told):
            start, end = found.start(), found.start() + len(found.group().rstrip())
            said = _TOLD.fullmatch(told[start:end])
            if said is None:
                raise ParseError(
                    'expected a sentence such as "The baker lives two floors above the tailor."', told, start, end, file=page.file
                )
            people = [name for name in (said["head"], said["tail"]) if name]
            args = tuple(names.setdefault(name, len(names)) for name in people)
            denied = (("negated", True),) if said["not"] else ()
            statements.append(Statement(len(statements), _relation(said), args, (start, end), denied))
        return page.asked(Story(tuple(names), tuple(statements), (), page.text, page.settings, page.file), self.ask)

    def ask(self, story: Story, question: str) -> Story:
        """See `TextForm.ask`."""
        found = _IS_IT.fullmatch(question) or _WHERE_IS.fullmatch(question) or _WHICH.fullmatch(question)
        if found is None:
            raise ParseError(
                'expected a question such as "On which floor does the baker live?"', question, 0, len(question), file=story.file
            )
        people = [name for name in (found["head"], found.groupdict().get("tail")) if name]
        for name in people:
            if name not in story.entities:
                start = question.index(name)
                raise ParseError(f"{name!r} does not live in the tower", question, start, start + len(name), file=story.file)
        form, candidates = ("yes_no", (_relation(found),)) if found.re is _IS_IT else ("relation", ())
        asked = Question(len(story.questions), form, tuple(map(story.entities.index, people)), candidates, question)
        return replace(story, questions=(*story.questions, asked))

    def sentence(self, story: Story, statement: Statement) -> str | None:
        """See `TextForm.sentence`; all relations of the theory have one."""
        head, *tail = (f"the {story.entities[person]}" for person in statement.args)
        lives = "does not live" if statement.property("negated") else "lives"
        match statement.relation.name, statement.relation.parameters:
            case "floor", (number,):
                where = f"on floor {number}"
            case "level", ():
                where = f"on the same floor as {tail[0]}"
            case side, (number,):
                where = f"{number} floor{'s' if number != 1 else ''} {side} {tail[0]}"
            case side, _:
                where = f"{side} {tail[0]}"
        return f"{head[0].upper()}{head[1:]} {lives} {where}."

    def rewordings(
        self, story: Story, span: Span, here: Sequence[int], said: Sequence[Statement]
    ) -> Iterator[tuple[int, int, str]]:
        """See `TextForm.rewordings`: a sentence says one thing."""
        if len(said) == 1 and (words := self.sentence(story, said[0])) is not None:
            yield *span, words


FORM: Final = Towers()


def _relation(found: re.Match[str]) -> Relation:
    """Return the relation of a sentence; raise ParseError for a number beyond all towers."""
    if found["floor"] or found["many"]:
        words = found["floor"] or found["many"]
        number = _NUMBERS[words] if words in _NUMBERS else int(words[:9])
        if not 0 < number <= HIGHEST:
            raise ParseError(f"floors are numbered from 1 to {HIGHEST}", found.string, *found.span())
        return Relation(found["side"] or "floor", number)
    if found["next"]:
        return Relation(found["side"], 1)
    return Relation(found["side"] or "level")
