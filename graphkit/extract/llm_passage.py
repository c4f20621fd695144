"""One passage as a model reads it: asked, asked again in halves where the answer is not whole, and never believed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from graphkit.errors import ProviderError, ProviderRefused, ProviderUnavailable
from graphkit.extract.llm_answer import Parts, read_answer
from graphkit.extract.llm_prompt import Prompts
from graphkit.llm.base import Completion, Request
from graphkit.llm.caller import Caller, any_answer
from graphkit.model import Span
from graphkit.text import sentences

MIN_HALVED = 200
"""Characters of a passage below which halves would tear names apart."""


@dataclass(frozen=True, slots=True)
class PassageAnswer:
    """What the model gave for a passage; ``failure`` says why it is not all, or nothing."""

    parts: Parts = field(default_factory=Parts)
    failure: str = ""


class PassageReader:
    """Asks for passages; threads may share it."""

    def __init__(self, prompts: Prompts, caller: Caller, *, gleaning_passes: int = 0) -> None:
        self._prompts = prompts
        self._caller = caller
        self._gleaning_passes = gleaning_passes

    def read(self, text: str, start: int, end: int) -> PassageAnswer:
        """Parts of the answers to a passage. Raises what ends the whole run."""
        answer = self._read(text, start, end, may_halve=True)
        for _ in range(self._gleaning_passes if not answer.failure else 0):
            more = self._ask(self._prompts.overlooked(text[start:end], _listed(answer.parts)))
            joined = answer.parts + more.parts
            grown = len(joined.names) + len(joined.statements) - len(answer.parts.names) - len(answer.parts.statements)
            answer = PassageAnswer(joined, answer.failure)
            if not grown or more.failure:
                break
        return answer

    def across(self, text: str, start: int, end: int, names: Sequence[str]) -> PassageAnswer:
        """Statements between known names of neighbouring passages."""
        return self._ask(self._prompts.across(text[start:end], names))

    def _read(self, text: str, start: int, end: int, *, may_halve: bool) -> PassageAnswer:
        answer = self._ask(self._prompts.passage(text[start:end]))
        if not answer.failure or not may_halve or end - start < MIN_HALVED:
            return answer
        middle = _middle(text, start, end)
        halves = [self._read(text, *half, may_halve=False) for half in ((start, middle), (middle, end))]
        parts = answer.parts
        for half in halves:
            parts += half.parts
        failures = [half.failure for half in halves if half.failure]
        return PassageAnswer(parts, f"{failures[0]} It was so in halves too." if failures else "")

    def _ask(self, request: Request) -> PassageAnswer:
        """One answer: the finish reason first, then what is well formed in it."""
        try:
            completion = self._caller.ask(request, worth_keeping=_holds_json)
        except (ProviderRefused, ProviderUnavailable):
            raise
        except ProviderError as fault:
            return PassageAnswer(failure=str(fault))
        read = read_answer(completion.text)
        parts, whole = read or (Parts(), False)
        match completion.finish:
            case "blocked":
                return PassageAnswer(parts, f"The provider stopped the answer ({completion.detail}).")
            case "length":
                return PassageAnswer(parts, f"The answer was longer than {request.max_output_tokens:,} tokens.")
            case "other":
                return PassageAnswer(parts, f"The model stopped without a full answer ({completion.detail}).")
        if read is None:
            return PassageAnswer(failure="The answer holds no JSON." if completion.text.strip() else "No answer came.")
        return PassageAnswer(parts, "" if whole else "The answer broke off.")


def _holds_json(answer: Completion) -> bool:
    return any_answer(answer) and read_answer(answer.text) is not None


def _middle(text: str, start: int, end: int) -> int:
    """The sentence end, else the blank, nearest to the middle."""
    half = (start + end) // 2
    cuts = [span.start for span in sentences(text, start, end)][1:] or [
        at + 1 for at in range(start + 1, end - 1) if text[at].isspace()
    ]
    return min(cuts, key=lambda cut: abs(cut - half), default=half)


def _listed(parts: Parts) -> list[str]:
    return [*(part.name for part in parts.names), *(statement.words() for statement in parts.statements)]


def window_spans(chunks: Sequence[Span], size: int, longest: int) -> list[tuple[int, int]]:
    """Runs of neighbouring chunks, first and last index, each of at most ``size`` chunks and ``longest`` characters.

    A run that lies inside another one is left out.
    """
    windows: list[tuple[int, int]] = []
    for first in range(len(chunks) - 1):
        last = first
        while last + 1 < min(len(chunks), first + size) and chunks[last + 1].end - chunks[first].start <= longest:
            last += 1
        if last > first and (not windows or last > windows[-1][1]):
            windows.append((first, last))
    return windows
