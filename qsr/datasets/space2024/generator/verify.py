"""A finished row once more: its text is read again, and three ways of solving must give its answer.

Four checks. Text and question must read as the problem that they were made from. The scene must satisfy every sentence, by
plain arithmetic. Both backends of the theory must give the row's letters, with no option left open. And plain backtracking over
coordinates must find that each right option holds in all layouts and each wrong one in none.
"""

from __future__ import annotations

from contextlib import ExitStack, closing
from types import ModuleType

from qsr import theories
from qsr.datasets.space2024.generator.independent_check import settled
from qsr.datasets.space2024.generator.problems import Problem
from qsr.errors import ParseError
from qsr.generate.protocol import GenerationError, Line
from qsr.story import Story
from qsr.theories.seating.reading import claim_of
from qsr.theories.seating.witness import Seats

__all__ = ["Verifier"]


class Verifier(ExitStack):
    """Checks rows."""

    def __init__(self, language: ModuleType) -> None:
        super().__init__()
        self._language = language
        self._theory = theories.get("seating")
        self._sessions = {backend: self.enter_context(closing(self._theory.open(backend))) for backend in self._theory.backends}

    def check(self, line: Line, problem: Problem) -> None:
        """Raise GenerationError where text, problem and answer do not belong together."""
        identity = line["qid"]
        try:
            story: Story = self._language.ask(self._language.read(line["text"]), line["question"], line["option"])
        except ParseError as error:
            raise GenerationError(f"{identity}: the text cannot be read again: {error}") from error
        self._same(story, problem, line)
        scene = problem.scene
        seated = Seats(dict(enumerate(scene.places)), layout=str(scene.layout))
        broken = self._theory.violated(story, seated)
        if broken:
            raise GenerationError(f"{identity}: the scene breaks {story.quote(broken[0])!r}")
        for backend, session in self._sessions.items():
            answer = session.answer(story, story.questions[0])
            if answer.status != "determined" or answer.value != tuple(line["answer"]):
                found = f"{answer.value} ({answer.status}: {answer.reason})"
                raise GenerationError(f"{identity}: the answer is {line['answer']}, but {backend} finds {found}")
        self._check_apart(story, problem, identity)

    def _same(self, story: Story, problem: Problem, line: Line) -> None:
        scene, asked, identity = problem.scene, problem.asked, line["qid"]
        if story.entities != scene.names or dict(story.settings)["layout"] != str(scene.layout):
            read = f"{dict(story.settings)['layout']!r} with {', '.join(story.entities)}"
            raise GenerationError(f"{identity}: the text reads as {read}, not as {str(scene.layout)!r}")
        found = [claim_of(one) for one in story.statements]
        meant = [claim for condition in problem.conditions for claim in condition]
        if found != meant:
            wrong = next((pair for pair in zip(found, meant, strict=False) if pair[0] != pair[1]), (found, meant))
            raise GenerationError(f"{identity}: the text reads as {wrong[0]} where {wrong[1]} is meant: {line['text']}")
        properties = dict(story.questions[0].properties)
        wanted = tuple((letter, (asked.option(name),)) for letter, name in zip(asked.letters, asked.offered, strict=False))
        none = asked.letters[len(asked.offered) :]
        if properties != {"claims": wanted, "none": none}:
            raise GenerationError(f"{identity}: the question {line['question']!r} reads as {properties}, not as {wanted}")

    def _check_apart(self, story: Story, problem: Problem, identity: str) -> None:
        layout = problem.scene.layout
        said = [claim_of(one) for one in story.statements]
        for letter, claims in dict(story.questions[0].properties)["claims"]:
            right = letter in problem.asked.answer
            found = settled(layout, said, claims)
            if found != ("must" if right else "never"):
                raise GenerationError(
                    f"{identity}: option {letter} is {'right' if right else 'wrong'}, but by coordinates it holds {found}"
                )
