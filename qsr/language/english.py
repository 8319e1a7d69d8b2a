"""English stories: read, asked and written.

`EVERYDAY` and `PLAIN` read story files, `read` the rows of a benchmark, `ask` adds a question to a story, `verbalise` says a
relation so that reading it again gives the same relation.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from qsr import relations
from qsr.errors import ParseError
from qsr.language import terminals
from qsr.language.form import TextForm
from qsr.language.guard import guarded
from qsr.language.page import Page, appended, joined
from qsr.language.reader import Reader
from qsr.language.shapes import sentences, wording
from qsr.language.verbalise import verbalise
from qsr.logic import Relation
from qsr.story import Question, Span, Statement, Story

if TYPE_CHECKING:
    from qsr.language.rewording import Rewording

__all__ = ["EVERYDAY", "PLAIN", "PLAN", "English", "ask", "in_the_plane", "read", "verbalise", "wording"]

#: What a note or an answer opens with, which names nothing.
_OPENING: Final = re.compile(
    r"(?:(?:hi|hello|hey|hiya|dear)(?: (?:all|everyone|there|guys|both|love|(?-i:[A-Z]\w+)))?"
    r"|no|yes|yeah|yep|oh|ah|aha|ok|okay|right|well|anyway|sorry|so|now|thanks|cheers|btw)\s*[,!]"
    r"|(?:mum|mummy|mom|dad|daddy|gran|granny|grandma|nan|grandad|grandpa|love|darling|lads|guys|team|folks|mate|kids|everyone)\s*,"
    r"(?= (?:the|your|my|our|i|we|you|it|they|there|he|she|this|that|please)\b)",
    re.IGNORECASE,
)
#: A list of three and more, and a number: what a puzzle announces; all else of it is looked at only there.
_LISTED: Final = re.compile(r",\s[^,.;:?]{1,40},?\s(?:and|or)\s")
_PLANE: Final = {"in front": "above", "behind": "below"}


@guarded
def read(statements: Sequence[str], questions: Sequence[str] = (), *, file: str | None = None) -> Story:
    """Return the story of a benchmark's row: its sentences and its questions, joined by line ends.

    A question may ask about an entity that no sentence mentions. Raise ParseError where something cannot be read.

    >>> story = read(["X is above Y.", "Z is 2 units left of Y."], ["Where is X relative to Z?"])
    >>> [(s.relation, s.args) for s in story.statements]
    [('above', (0, 1)), ('left', (2, 1))]
    """
    text, spans = joined((*statements, *questions))
    reader = Reader(text, file, closed=False, everyday=False)
    for span in spans[: len(statements)]:
        reader.read(*span)
    for span in spans[len(statements) :]:
        reader.ask(*span)
    for complaint in reader.complaints():
        raise complaint
    return reader.story()


@guarded
def ask(story: Story, question: str) -> Story:
    """Return the same story with one more question at its end; its entities must be among the story's."""
    if story.referents is not None and story.referents.puzzle is not None:
        from qsr.language.puzzles import reading

        return reading.ask(story, question)
    text, span = appended(story, question)
    reader = Reader.continued(story, text)
    reader.ask(*span)
    return reader.story(story.settings, story.unread, story.asides)


def in_the_plane(story: Story) -> Story:
    """Return the story as seen from above, where the front is the upper edge, if corners are all that it says of depth.

    >>> story = in_the_plane(read(["X is in the front right corner of Y."]))
    >>> story.statements[0].relation, in_the_plane(read(["X is behind Y."])).statements[0].relation
    ('above+right', 'behind')
    """
    deep: list[Statement | Question] = [one for one in story.statements if "front" in one.relation or "behind" in one.relation]
    deep += [one for one in story.questions if any("front" in label or "behind" in label for label in one.candidates)]
    if not deep or not all(terminals.says_only_corners(story.text[slice(*one.span)]) for one in deep):
        return story
    statements = tuple(replace(one, relation=Relation.of(_flat(one.relation))) for one in story.statements)
    questions = tuple(replace(one, candidates=tuple(map(_flat, one.candidates))) for one in story.questions)
    return replace(story, statements=statements, questions=questions)


def _flat(relation: str) -> str:
    return relations.join(_PLANE.get(name, name) for name in relations.parts(relation))


class English(TextForm):
    """Stories in English: free text, in which sentences that end with ``?`` are questions too.

    Parameters
    ----------
    everyday
        Whether a text is general English, in which every word is meant; else it is read like the sentences of a data set.
    """

    general = skips = True

    def __init__(self, everyday: bool) -> None:
        self._everyday = everyday

    def read(self, page: Page, *, lenient: bool = False) -> Story:
        r"""Return the story; with `lenient`, what cannot be read is left out and named in `Story.unread`.

        >>> from qsr.stories import parse_story
        >>> story = parse_story("The cup is left of the pen. # says Ann\n? Is the pen right of the cup?")
        >>> story.entities, story.questions[0].form, story.questions[0].candidates
        (('cup', 'pen'), 'yes_no', ('right',))
        """
        if not self._everyday or not _LISTED.search(page.plain):
            return self._general(page, lenient=lenient)
        try:
            story = self._general(page, lenient=lenient)
        except ParseError as error:
            return _as_puzzle(page, error)
        if not story.unread:
            return story
        from qsr.language.puzzles import reading

        puzzle = reading.read(page, lenient=True)
        return story if puzzle is None or len(puzzle.unread) >= len(story.unread) else puzzle

    def _general(self, page: Page, *, lenient: bool) -> Story:
        """Return the story of general English; see `read`."""
        reader = Reader(page.text, page.file, everyday=self._everyday)
        unread: list[tuple[Span, str]] = []
        refused: list[tuple[Span, ParseError]] = []
        asked: list[Span] = []
        cut: list[tuple[Span, ParseError, list[tuple[Span, ParseError]], bool]] = []
        for begin, end, is_question in _pieces(page):
            try:
                if self._everyday and not is_question and _opening(page.text, begin, end):
                    raise ParseError("who is called there?", page.text, begin, end, file=page.file)
                (reader.ask if is_question else reader.read)(begin, end)
            except ParseError as error:
                if is_question:
                    refused.append(((begin, end), error))
                    asked.append((begin, end))
                elif self._everyday:
                    cut.append(((begin, end), error, *_in_clauses(reader, page.text, (begin, end), error)))
                else:
                    refused.append(((begin, end), error))
                    reader.miss(begin, end)
        for span, fault, missed, some in cut:
            apart = some or all(reader.is_aside(*one) for one, _ in missed)
            refused += missed if apart else [(span, fault)]
        refused.sort(key=lambda one: one[0])
        asides = tuple(span for span, _ in refused if span not in asked and reader.is_aside(*span))
        if not reader.story().statements and len(asides) == len(refused) - len(asked):
            asides = ()
        faults = [(span, fault) for span, fault in refused if span not in asides]
        for span in reader.passed:
            from qsr.language.prose.asides import is_condition

            told = page.text[: span[0]] + page.text[span[1] :]  # "in case of rain" is no condition for itself
            if is_condition(page.text[slice(*span)], told):
                faults.append((span, ParseError("may a condition be about that?", page.text, *span, file=page.file)))
            else:
                asides += (span,)
        complaints = reader.complaints()
        if not lenient and (found := [*(fault for _, fault in faults), *complaints]):
            found[0].others = tuple(found[1:])
            raise found[0]
        unread += ((span, fault.message) for span, fault in faults)
        for complaint in complaints:
            unread.append(((complaint.start, complaint.end), complaint.message))
            reader.drop(complaint.start, complaint.end)
        return reader.story(page.settings, tuple(unread), asides)

    def part(self, story: Story) -> Story:
        """See `TextForm.part`, and `qsr.language.unread`."""
        if story.referents is not None and story.referents.puzzle is not None:
            return super().part(story)
        from qsr.language.unread import read_part

        return read_part(story)

    def rewordings_of(self, story: Story, span: Span) -> list[Rewording]:
        """See `TextForm.rewordings_of`, and `qsr.language.rewording`."""
        from qsr.language.rewording import rewordings

        if story.referents is not None and story.referents.puzzle is not None:
            return []
        start, end = span
        before = [one for one in story.statements if one.span[1] <= start]
        names = list(dict.fromkeys(story.entities[entity] for one in before[:-3:-1] for entity in one.args))
        asks = span not in story.untold
        known = story if asks else _until(story, start)

        def reads(sentence: str) -> bool:
            text, place = appended(known, sentence)
            reader = Reader.continued(known, text)
            try:
                (reader.ask if asks else reader.read)(*place)
            except ParseError:
                return False
            return True

        return rewordings(story.text[start:end], names, reads)

    def ask(self, story: Story, question: str) -> Story:
        """See `ask`."""
        return ask(story, question)

    def offered(self, story: Story, question: str, options: Sequence[str]) -> tuple[Question, str] | None:
        """Return what is asked of a puzzle, None for any other story."""
        if story.referents is None or story.referents.puzzle is None:
            return None
        from qsr.language.puzzles import reading

        return reading.offered(story, question, tuple(options))

    def again(self, story: Story, text: str) -> Story:
        """Read a changed text like the one that it was."""
        form = self if story.referents is None or story.referents.everyday == self._everyday else English(not self._everyday)
        return form.read(Page.of(text, lambda line: {}, story.file))

    def sentence(self, story: Story, statement: Statement) -> str | None:
        """Return the sentence that `verbalise` gives, where it is read as the statement; that of a puzzle in words of its own."""
        if story.referents is not None and story.referents.puzzle is not None:
            from qsr.language.puzzles import wording

            world = story.referents.puzzle
            return (wording.sentence if statement.id else wording.announcement)(world, statement.formula)
        names = [story.entities[entity] for entity in statement.args]
        try:
            sentence = verbalise(statement.relation, names[0], names[1], statement.properties)
            found = self.again(story, sentence)
        except (ParseError, ValueError, KeyError, IndexError):
            return None
        said = [(one.relation, [found.entities[entity] for entity in one.args], one.properties) for one in found.statements]
        return sentence if said == [(statement.relation, names, statement.properties)] else None

    def rewordings(
        self, story: Story, span: Span, here: Sequence[int], said: Sequence[Statement]
    ) -> Iterator[tuple[int, int, str]]:
        """Yield the statements' sentences one behind the other."""
        sentences = [self.sentence(story, one) for one in said]
        if said and None not in sentences:
            yield *span, " ".join(filter(None, sentences))


def _as_puzzle(page: Page, error: ParseError) -> Story:
    """Return the story of a puzzle that general English does not read; raise that error, or the puzzle's where that has fewer."""
    from qsr.language.puzzles import reading

    try:
        puzzle = reading.read(page)
    except ParseError as other:
        raise (other if len(other.others) < len(error.others) or not error.others else error) from None
    if puzzle is None:
        raise error
    return puzzle


def _opening(text: str, begin: int, end: int) -> int:
    """Return how long that is with which a sentence opens; "no" in the middle of a text takes back what was said before."""
    found = _OPENING.match(text, begin, end)
    taken_back = found and begin and text[begin : begin + 2].lower() == "no" and not text[begin + 2].isalpha()
    return found.end() - begin if found and not taken_back else 0


def _in_clauses(reader: Reader, text: str, span: Span, error: ParseError) -> tuple[list[tuple[Span, ParseError]], bool]:
    """Read a sentence that was refused clause by clause; return the clauses that are not read, and whether one is."""
    from qsr.language.prose.notes import clauses, wordings
    from qsr.language.prose.remarks import is_request

    begin, end = span
    if reader.is_aside(begin, end):
        reader.miss(begin, end)
        return [(span, error)], False
    if reader.reads_in_turns(begin, end):
        return [], True
    parts = clauses(text[begin:end], _opening(text, begin, end))
    told = any(is_request(text[begin + one.start : begin + one.end]) for one in parts)
    if (
        len(parts) > 1
        and not told
        and not _opening(text, begin, end)
        and reader.reads_as(begin, end, tuple(wordings(text[begin:end])))
    ):
        return [], True
    missed: list[tuple[Span, ParseError]] = []
    for part in parts:
        start, stop = (begin + part.start, begin + part.end) if len(parts) > 1 else span
        fault = error
        if len(parts) > 1:
            try:
                reader.read(start, stop)
                continue
            except ParseError as other:
                fault = other
        if not reader.reads_as(start, stop, part.wordings):
            reader.miss(start, stop)
            missed.append(((start, stop), fault))
    return missed, len(missed) < len(parts)


def _until(story: Story, start: int) -> Story:
    """Return what a story says up to a place, about all of its things."""
    said = [one for one in story.statements if one.span[1] <= start]
    return replace(story.saying(said), unread=(), referents=story.referents and replace(story.referents, spoken_of=()))


class OfPlans(English):
    """The English of data sets of a plane, whose corners are those of a plan; see `in_the_plane`."""

    def read(self, page: Page, *, lenient: bool = False) -> Story:
        """Return the story as seen from above."""
        return in_the_plane(super().read(page, lenient=lenient))

    def ask(self, story: Story, question: str) -> Story:
        """Return the story, as seen from above, with one more question."""
        return in_the_plane(super().ask(story, question))


#: General English, that of data sets, and that of data sets of a plane.
EVERYDAY: Final = English(True)
PLAIN: Final = English(False)
PLAN: Final = OfPlans(False)


def _pieces(page: Page) -> Iterator[tuple[int, int, bool]]:
    """Yield the sentences and questions of a page in order: start, end, whether it asks."""
    for begin, end, asks in page.stretches():
        if asks:
            yield begin, end, True
            continue
        for i, j in sentences(page.plain[begin:end]):
            yield begin + i, begin + j, page.plain[begin + i : begin + j].endswith("?")
