"""Requests and responses as the OpenAPI description shows them. Offsets count characters (code points) of the story, from 0."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

__all__ = [
    "CertifyResponse",
    "CheckRequest",
    "CheckResponse",
    "ErrorResponse",
    "ExamplesResponse",
    "MoveRequest",
    "MoveResponse",
    "QuestionRequest",
    "RepairResponse",
    "SolveRequest",
    "SolveResponse",
    "StoryRequest",
    "TheoriesResponse",
    "VersionResponse",
]

#: Characters of a story that no server takes; each has a bound of its own, below this one.
_LONGEST_STORY = 1_000_000


class _Request(BaseModel):
    model_config = ConfigDict(extra="forbid")


class StoryRequest(_Request):
    """A story."""

    story: str = Field(
        max_length=_LONGEST_STORY,
        description="The text of a story file: sentences, `# comments`, `? questions`, and perhaps a first line `theory: ...`.",
        examples=["The cup is left of the pen. The pen is left of the box."],
    )
    theory: str | None = Field(
        None,
        max_length=200,
        description="Name and settings of a theory; null for the story's own.",
        examples=["exact, objects: points"],
    )
    backend: str | None = Field(None, max_length=40, description="A solver of the theory; null for its first.")


class QuestionRequest(StoryRequest):
    """A story and what is asked of it."""

    question: str | None = Field(
        None,
        max_length=2000,
        description="The question; null for those that the story itself asks.",
        examples=["Where is the cup relative to the box?"],
    )


class SolveRequest(QuestionRequest):
    """A story and what is asked of it, and whether a language model may be asked about sentences that are refused."""

    assist: bool = Field(False, description="Whether to ask the model of the server, where it has one (`/api/version`).")
    only: int | None = Field(None, ge=0, description="Which of the story's own questions to answer, from 0; null for all.")


class CheckRequest(QuestionRequest):
    """A story, a question and somebody's answer."""

    answer: str = Field(
        max_length=20_000,
        description="The answer in free words, with the chain of thought before it where there is one.",
        examples=["It is on the left."],
    )


class MoveRequest(StoryRequest):
    """A story, one of its drawings, and where a thing of it is put."""

    witness: dict[str, Any] = Field(description="The `data` of a drawing.")
    thing: int = Field(ge=0, description="The thing that is moved, by its number in the drawing.")
    by: dict[
        Annotated[str, StringConstraints(max_length=8)],
        Annotated[str, StringConstraints(pattern=r"^-?\d{1,12}(\.\d{1,9})?(e[+-]?\d{1,2})?$")],
    ] = Field(description="Axis (x, y, z, or seat) -> how far, a decimal number.")


class Quote(BaseModel):
    """Words of the story."""

    text: str = Field(description="The words on one line.")
    start: int = Field(ge=0, description="Offset of the first character.")
    end: int = Field(ge=0, description="Offset behind the last character.")
    clause: str = Field("", description="Which of several statements of these words is meant; empty where that is plain.")


class Drawing(BaseModel):
    """One model of the story."""

    kind: str = Field(description="What is placed: points, boxes, cells, regions, seats, trace, senses.")
    svg: str | None = Field(description="The model as an SVG document; null for a kind that has no picture.")
    text: str = Field(description="The model in words or characters.")
    data: dict[str, Any] | None = Field(None, description="The model as `/api/move` takes it; null where nothing can be moved.")


class Possible(BaseModel):
    """A label that holds in some model."""

    label: str
    entailed: bool = Field(description="Whether it holds in every model.")
    drawing: Drawing | None = Field(description="A model in which it holds; null where a limit was hit or none can be shown.")


class Excluded(BaseModel):
    """Labels that the same statements exclude."""

    labels: list[str]
    statements: list[Quote] = Field(description="A minimal set of statements that excludes them; none: impossible in themselves.")


class ReasoningStep(BaseModel):
    """One step that leads to an answer, checked by a second solver."""

    number: int
    kind: Literal["given", "reversed", "inferred"]
    text: str
    sources: list[int] = Field(description="Numbers of the steps that it follows from.")
    statements: list[Quote] = Field(description="What it rests on in the story.")
    entailed: bool = Field(description="Whether it follows from what the relations mean, and not by published rules alone.")


class QuestionAnswer(BaseModel):
    """What follows from the story for one question."""

    question: str
    form: str = Field(description="relation, yes_no, path, options or plan.")
    status: Literal["determined", "ambiguous", "inconsistent", "unknown", "not_covered"]
    value: Any = Field(description="The answer in one piece: a label, labels, a path, a plan; null where there is none.")
    possible: list[Possible]
    entailed: list[str]
    undecided: list[str] = Field(description="Labels that a limit left open.")
    excluded: list[Excluded]
    not_derived: list[str] = Field(description="Labels that the rules of the theory do not give, and that nothing excludes.")
    unshown: dict[str, str] = Field(description="Labels without a model or statements to show, each with the reason.")
    steps: list[ReasoningStep] = Field(description="Where steps are asked for: those that lead to the answer.")
    conclusion: str = Field(description="What the steps come to; empty where there are none.")
    no_steps: str = Field(description="Why there are no steps, where they are asked for.")
    trace: Drawing | None = Field(None, description="What a plan does, step by step.")
    reason: str = Field(description="Why the status is not plain, in words.")
    rests_on: list[str] = Field(description="Sentences in other words without which the answer would not be certain.")
    assumptions: list[str] = Field(description="What the theory took so although nobody said it, in words.")
    unexplained: str = Field("", description="Why drawings or reasons are missing, in words.")
    seconds: float


class OtherWords(BaseModel):
    """A sentence that was refused, in the words of a language model."""

    sentence: str
    paraphrase: str = Field(description="What stands in its place; empty where the sentence says nothing of where anything is.")
    checks: list[str] = Field(description="The checks that it passed.")


class Understood(Quote):
    """A sentence of the story, and what was understood of it."""

    line: int
    status: Literal["read", "passed over", "refused"]
    understood: list[str] = Field(description="What it says in plain English.")
    reason: str = Field(description="Why it is refused; else empty.")
    suggestions: list[str] = Field(description="Wordings near a refused one, each of which is read in its place.")
    hints: list[str] = Field(description="What each suggestion changes.")


class Option(BaseModel):
    """One way to take what the story leaves open."""

    value: str | None
    words: str
    chosen: bool
    theory: str = Field(description="The field `theory` of a request that has it so.")


class Choice(BaseModel):
    """What may be assumed in several ways."""

    key: str
    about: str
    options: list[Option]


class SolveResponse(BaseModel):
    """What follows from a story."""

    theory: str
    fingerprint: str = Field(description="Changes with the encodings that the theory rests on.")
    situation: str = Field(description="Where the theory takes the story to be; empty where that does not matter.")
    entities: list[str]
    statements: int = Field(description="How many statements the text makes.")
    read: list[Understood] = Field(description="What was understood, sentence by sentence.")
    choices: list[Choice] = Field(description="What may be assumed otherwise, and how it is assumed now.")
    paraphrases: list[OtherWords] = Field(description="The sentences that a language model put into other words.")
    status: Literal["consistent", "inconsistent", "unknown", "not_covered"] | None = Field(
        description="Of a story that asks nothing; null where questions are answered."
    )
    reason: str = Field("", description="Why the status of the story is not plain, in words.")
    model: Drawing | None = Field(None, description="A model of a story that asks nothing.")
    contradiction: list[Quote] = Field(description="A minimal set of statements that contradict each other.")
    questions: list[QuestionAnswer]
    seconds: float


class Step(BaseModel):
    """A step of somebody's reasoning, judged."""

    number: int
    text: str
    span: tuple[int, int] = Field(description="Its place in the answer.")
    verdict: str = Field(description="entailed, unsupported, contradicted, undecided or not read.")
    kind: str = Field(description="The kind of its error; empty where it is none.")
    wrong: bool
    reason: str


class Chain(BaseModel):
    """Somebody's reasoning, judged step by step."""

    first_wrong: int | None = Field(description="The number of the first step that is wrong.")
    steps: list[Step]


class CheckResponse(BaseModel):
    """A judgement on somebody's answer."""

    question: str
    sound: bool | None = Field(description="Whether the answer follows from the story; null where nothing can be said.")
    reason: str
    value: Any = Field(description="What was read from the answer.")
    rule: str = Field(description="How it was read.")
    right: list[Any] = Field(description="The answers that the story makes right.")
    evidence: list[str] = Field(description="Words of the story that exclude what the answer claims.")
    counterexample: Drawing | None = Field(description="A model in which the claim fails.")
    chain: Chain | None = Field(description="Each step of the answer, judged; null where the theory judges none.")
    no_chain: str = Field(description="Why no steps were judged; else empty.")
    seconds: float


class Changed(BaseModel):
    """A sentence that is changed or left out."""

    statement: int
    line: int
    text: str
    kind: str
    instead: str | None = Field(None, description="What it says instead; null where it is left out.")
    is_wording: bool = Field(False, description="Whether that is a sentence that could stand in the story.")


class Mended(BaseModel):
    """A story that was changed."""

    changes: list[Changed]
    text: str | None = Field(description="The story with the changes written in; null where no wording of them was found.")


class MoveResponse(BaseModel):
    """What a thing that was moved breaks."""

    broken: list[Quote]
    mended: Mended | None = Field(description="The least change of the broken sentences that fits the drawing; null for none.")
    drawing: Drawing
    seconds: float


class RepairResponse(BaseModel):
    """What contradicts what, and the least that would mend it."""

    conflicts: list[list[Quote]] = Field(description="Minimal sets of statements at odds; none for a consistent story.")
    repairs: list[Mended] = Field(description="The best first.")
    more: str = Field(description="Why there may be others; else empty.")
    seconds: float


class CertifyResponse(BaseModel):
    """A certificate of the answers, as `qsr verify` checks it."""

    certificate: dict[str, Any]
    seconds: float


class Example(BaseModel):
    """A story to begin with."""

    title: str
    benchmark: str
    story: str
    question: str | None = None
    answer: str | None = None


class ExamplesResponse(BaseModel):
    """Stories to begin with, by benchmark."""

    examples: list[Example]


class TheoryEntry(BaseModel):
    """A theory."""

    name: str
    meaning: str
    backends: list[str]
    fingerprint: str


class TheoriesResponse(BaseModel):
    """Theories and their settings."""

    theories: list[TheoryEntry]
    settings: dict[str, list[str]] = Field(description="Values of each setting, the default first.")


class VersionResponse(BaseModel):
    """Versions and bounds of this server."""

    versions: dict[str, str | None]
    seconds: float = Field(description="Time that one request may take.")
    memory: int = Field(description="MiB that one worker may take.")
    text: int = Field(description="Characters that a story may have.")
    assist: str | None = Field(None, description="Which language model may be asked about sentences that are refused, and where.")


class ErrorEntry(BaseModel):
    """What went wrong, and where."""

    kind: str = Field(
        description="What the request asks for: reading, unsupported, unknown_name, backend, limit, refused, request, size. "
        "What the server could not do: busy, time, memory, ended, defect."
    )
    message: str
    where: str | None = Field(None, description="The field at fault.")
    start: int | None = Field(None, description="Offset of the fault in that field.")
    end: int | None = None
    line: int | None = Field(None, description="Line of the fault in that field, from 1.")
    column: int | None = Field(None, description="Column of the fault, from 1.")
    context: str | None = Field(None, description="The line at fault and carets below the fault.")


class ErrorResponse(BaseModel):
    """An error."""

    error: ErrorEntry
    read: list[Understood] = Field([], description="Where the story is at fault: what was understood of it nevertheless.")
