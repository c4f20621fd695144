"""The reason for a hit, in one sentence that a reader can check."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from graphkit.retrieve.base import Way
from graphkit.retrieve.index import RetrievalIndex
from graphkit.retrieve.passage import Passage
from graphkit.retrieve.path import Bond, bond
from graphkit.retrieve.walk import PathNode

_BY: dict[Way, str] = {"lexical": "by words", "vector": "by meaning", "graph": "by the graph"}
_HOLDS: dict[Bond, str] = {"about": "is about", "begins": "begins with", "names": "names"}


def why(
    index: RetrievalIndex,
    stops: Sequence[PathNode],
    shared: Sequence[str],
    ranks: Mapping[Way, int],
) -> str:
    """Why a passage was found: its path, the words that it shares with the question, its ranks."""
    parts = _path_clauses(index, stops)
    if not parts and shared:
        parts.append(f"it has {_listed([f'“{word}”' for word in shared])} of the question")
    if not parts:
        parts.append("it is near to the question in meaning")
    places = [f"{ordinal(ranks[way])} {words}" for way, words in _BY.items() if way in ranks]
    sentence = "; ".join(parts) + (f" ({', '.join(places)})" if places else "")
    return sentence[:1].upper() + sentence[1:] + "."


def ordinal(number: int) -> str:
    """``1st``, ``2nd``, ``3rd``, ``4th``, ``11th`` and so on."""
    ending = "th" if number % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"


def _path_clauses(index: RetrievalIndex, stops: Sequence[PathNode]) -> list[str]:
    """A clause for the start of the path, one for each bridge, one for the end."""
    if len(stops) < 2:
        return []
    clauses = []
    if stops[0].kind == "name":
        clauses.append(f"the question names “{index.names[stops[0].number].text}”")
    for before, stop, after in zip([None, *stops], stops, stops[1:], strict=False):
        if stop.kind == "passage":
            title, name = _title(index.passages[stop.number]), index.names[after.number].text
            if before is None:
                holds = _HOLDS[bond(index, stop.number, after.number)]
                clauses.append(f"words and meaning lead to “{title}”, which {holds} “{name}”")
            else:
                start = index.names[before.number].text
                clauses.append(f"“{title}” leads from “{start}” to “{name}”")
    last, row = stops[-2].number, stops[-1].number
    clauses.append(f"this passage {_HOLDS[bond(index, row, last)]} “{index.names[last].text}”")
    return clauses


def _title(passage: Passage) -> str:
    return passage.title or passage.heading or passage.document_id


def _listed(parts: Sequence[str]) -> str:
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} and {parts[-1]}"
