"""Measure how often each kind of relation is right, which is the confidence that ``dependency`` gives it.

    python -m benchmarks.relation_confidence CARB_FILE MARKED_FILE

CARB_FILE holds JSON lines ``{text, tuples}``. A proposition (whole phrases) is right by the share of its words that
the tuple of gold joined with it has, as the measure of CaRB counts precision. A statement (heads of phrases, from which
relations between names are made) is right if one tuple has its two heads on their sides and a word of its predicate.
MARKED_FILE holds JSON lines ``{text, entities, relations}``; there a statement is right if its names are related in
any way, which tells how much worse pronouns are.
"""

from __future__ import annotations

import json
import sys
from collections import defaultdict
from collections.abc import Iterable, Mapping
from pathlib import Path

from graphkit.evaluate.carb import joined_precision
from graphkit.evaluate.given_names import stated_pairs
from graphkit.evaluate.relations import named_gold, open_tuples, read_relations
from graphkit.evaluate.shares import passages_of
from graphkit.extract import registry
from graphkit.extract.clauses import Statement, statements
from graphkit.extract.dependency import DependencyConfiguration, DependencyExtractor
from graphkit.extract.language_model import load_model, require_model
from graphkit.extract.manner import wording_between
from graphkit.extract.mended_tree import mended
from graphkit.extract.parse import Parse, parse_of
from graphkit.extract.passage_text import readable

Shares = Mapping[str, list[float]]


def of_propositions(path: Path) -> Shares:
    """Precision of each proposition of the texts, by its kind."""
    items = read_relations(path)
    extractor = registry.create("dependency", arguments="phrases")
    found: dict[str, list[float]] = defaultdict(list)
    for item, extraction in zip(items, extractor.extract(passages_of([i.text for i in items])), strict=True):
        rows = open_tuples(extraction)
        for row, share in zip(rows, joined_precision(item.tuples, rows), strict=True):
            found[f"{row.confidence}"].append(share)
    return found


def of_statements(path: Path) -> Shares:
    """Whether each statement of the texts is right, by its kind."""
    rows = [json.loads(line) for line in path.read_text("utf-8").split("\n") if line.strip()]
    parses: list[Parse] = load_model(require_model(None)).read([readable(row["text"]) for row in rows], parse_of)
    found: dict[str, list[float]] = defaultdict(list)
    for row, parse in zip(rows, parses, strict=True):
        gold = [
            (t["subject"].split(), t["predicate"].split(), " ".join([t["predicate"], t["object"], *t["rest"]]).split())
            for t in row["tuples"]
        ]
        for statement in statements(mended(parse).words):
            if statement.subject.pos != "PRON":
                found[statement.kind].append(_is_right(statement, gold))
    return found


def _is_right(statement: Statement, gold: Iterable[tuple[list[str], list[str], list[str]]]) -> bool:
    head = statement.verb or statement.subject
    said = max((wording_between(head, end) for end in (statement.object, statement.subject)), key=len).split()
    turned = {statement.subject.text, statement.object.text}
    for subject, predicate, other in gold:
        straight = statement.subject.text in subject and statement.object.text in other
        passive = statement.kind == "object" and statement.object.text in subject and statement.subject.text in other
        if (straight or passive) and (set(said) & set(predicate) or statement.kind in {"apposition", "title"}):
            return len(turned) == 2
    return False


def of_pronouns(path: Path) -> Shares:
    """Whether the names of a statement are related, of those made by a pronoun and of the others."""
    items = [named_gold(item) for item in read_relations(path) if item.marked]
    found: dict[str, list[float]] = defaultdict(list)
    alone, both = (
        stated_pairs(items, DependencyExtractor(DependencyConfiguration.model_validate({"resolve_pronouns": resolve})))
        for resolve in (False, True)
    )
    for item, plain, resolved in zip(items, alone, both, strict=True):
        found["by names"] += [pair in item.pairs for pair in plain]
        found["by a pronoun"] += [pair in item.pairs for pair in resolved - plain]
    return found


def main() -> None:
    written, marked = Path(sys.argv[1]), Path(sys.argv[2])
    for title, shares in (
        ("propositions (by the confidence that they have)", of_propositions(written)),
        ("statements", of_statements(written)),
        ("related names", of_pronouns(marked)),
    ):
        print(title)
        for kind, values in sorted(shares.items()):
            print(f"  {kind:12} {sum(values) / len(values):.2f}  of {len(values)}")


if __name__ == "__main__":
    main()
