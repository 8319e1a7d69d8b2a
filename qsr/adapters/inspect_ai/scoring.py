"""The scorer: an answer is judged by its text, or by its label, and the score says why.

A score is correct or incorrect; where the theory decides nothing about an item, it has no value, and the library leaves the
sample out of the averages and counts it as unscored. `Score.answer` is what was read from the model's words, `Score.explanation`
the reason with the sentences behind it, and `Score.metadata` has `sound`, `gold`, `right`, `evidence` and `rule`.
"""

# Annotations are evaluated where they stand: the library looks at the types of a metric's arguments, which are its own.

from collections.abc import Callable, Mapping
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

from qsr.adapters.harness import Judgement, item_of, judge_answer
from qsr.adapters.harness.judgements import known_mode
from qsr.errors import BackendUnavailable
from qsr.oracle.job import Job
from qsr.theories.protocol import Limits

if TYPE_CHECKING:
    from inspect_ai.scorer import Metric, Score, Scorer

__all__ = ["Scoring", "job_of", "scoring"]


class Scoring(NamedTuple):
    """What the library knows by name: the scorer ``qsr/judged`` and the metric ``qsr/by_group``."""

    judged: "Callable[..., Scorer]"
    by_group: "Callable[[], Metric]"


def job_of(
    dataset: str, theory: str | None, backend: str | None, options: Mapping[str, str] | None, seconds: float | None
) -> Job:
    """Return the job that plain arguments describe, as the library writes them into its logs."""
    return Job(dataset=dataset, theory=theory, backend=backend, options=dict(options or {}), limits=Limits(seconds=seconds))


@cache
def scoring() -> Scoring:
    """Return the scorer and the metric; raise BackendUnavailable where the library is missing."""
    try:
        from inspect_ai.scorer import Metric, SampleScore, Score, Scorer, Target, accuracy, metric, scorer, stderr
        from inspect_ai.solver import TaskState
    except ImportError as error:
        raise BackendUnavailable('the tasks need the library inspect-ai: pip install "qsr-reasoning[inspect]"') from error

    @metric
    def by_group() -> Metric:
        """Accuracy and standard error over the samples of each group; a sample may be in several."""
        share, error = accuracy(), stderr()

        def computed(scores: list[SampleScore]) -> dict[str, Any]:
            members: dict[str, list[SampleScore]] = {}
            for one in scores:
                for group in (one.sample_metadata or {}).get("groups", ()):
                    members.setdefault(group, []).append(one)
            found: dict[str, Any] = {}
            for group, own in sorted(members.items()):
                found |= {group: share(own), f"{group} stderr": error(own)}
            return found

        return computed

    @scorer(metrics=[accuracy(), stderr(), by_group()])
    def judged(
        dataset: str,
        theory: str | None = None,
        backend: str | None = None,
        options: dict[str, str] | None = None,
        seconds: float | None = None,
        mode: str = "text",
        evidence: bool = True,
    ) -> Scorer:
        """Judge answers to the items of a data set; see `qsr.adapters.inspect_ai.tasks` for the arguments."""
        job = job_of(dataset, theory, backend, options, seconds)
        known_mode(mode)

        async def score(state: TaskState, target: Target) -> Score:
            from anyio import to_thread

            item = item_of(job, state.metadata["row"])
            # Judging may take seconds, in which the models of other samples are to go on.
            judgement = await to_thread.run_sync(lambda: judge_answer(job, item, state.output.completion, evidence=evidence))
            return _score(judgement, mode)

        return score

    return Scoring(judged, by_group)


def _score(judgement: Judgement, mode: str) -> "Score":
    from inspect_ai.scorer import CORRECT, INCORRECT, Score

    value = judgement.value(mode)
    said = {"answer": judgement.answer(), "explanation": judgement.explanation(), "metadata": judgement.data()}
    if value is None:
        return Score.unscored(reason="undecided" if mode == "text" else "no label", **said)
    return Score(value=CORRECT if value else INCORRECT, **said)
