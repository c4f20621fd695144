"""What a worker does: make the same extractor once, then read documents with it."""

from __future__ import annotations

import pickle
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from time import perf_counter

from graphkit.errors import GraphkitError, WorkersUnavailable
from graphkit.extract.registry import create
from graphkit.model import Extraction, GraphId, JsonValue
from graphkit.runs import Passages, Run


@dataclass(frozen=True, slots=True)
class Recipe:
    """How a worker makes an extractor: from the registry, or from ``pickled`` for one that is not in it.

    ``graph_id`` is what must come out: it covers configuration, code and models.
    """

    graph_id: GraphId
    method: str
    configuration: Mapping[str, JsonValue]
    pickled: bytes | None = None


def recipe_of(run: Run) -> Recipe | None:
    """The recipe of a run; None if its extractor cannot leave this process, or only waits for others."""
    extractor = run.extractor
    if not run.computes:
        return None
    recipe = Recipe(run.graph_id, extractor.method, dict(extractor.configuration))
    try:
        if Run.of(create(recipe.method, **recipe.configuration)).graph_id == run.graph_id:
            return recipe
    except GraphkitError:
        pass  # an extractor that somebody made by hand
    try:
        return Recipe(run.graph_id, extractor.method, {}, pickle.dumps(extractor))
    except Exception:  # noqa: BLE001 - pickling foreign objects may raise anything
        return None


def extract(recipe: Recipe, passages: Sequence[Passages]) -> tuple[list[Extraction], float]:
    """One extraction a document, in order, and the seconds that they took.

    Raises ``WorkersUnavailable`` if this worker cannot make the same extractor.
    """
    run = _run(recipe)
    began = perf_counter()
    found = list(run.extract(passages))
    return found, perf_counter() - began


_made: dict[GraphId, Run] = {}


def _run(recipe: Recipe) -> Run:
    known = _made.get(recipe.graph_id)
    if known is not None:
        return known
    try:
        extractor = (
            create(recipe.method, **recipe.configuration) if recipe.pickled is None else pickle.loads(recipe.pickled)  # noqa: S301 - made by the program that gave the task
        )
        run = Run.of(extractor)
    except GraphkitError as error:
        raise WorkersUnavailable(f"A worker cannot run {recipe.method}: {error}") from None
    if run.graph_id != recipe.graph_id:
        raise WorkersUnavailable(
            f"A worker has other versions of {recipe.method} or its models than this program ({run.graph_id} instead "
            f"of {recipe.graph_id}). Install the same versions everywhere; what is stored is kept."
        )
    return _made.setdefault(recipe.graph_id, run)
