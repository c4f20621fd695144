"""Small corpora made by hand, with exact mentions and relations, for tests of pages and in the browser."""

from __future__ import annotations

import re
from collections.abc import Sequence

from graphkit.ids import document_id
from graphkit.model import Chunk, Document, Extraction, GraphId, Mention, Relation, Scope
from graphkit.store.base import DocumentRecord, GraphStore, RunRow

GRAPH = GraphId("hand:000000000001")
Names = dict[str, str]
"""Names to be found in a text, each with its type."""
Statement = tuple[str, str, str]
"""Subject, predicate, object; a predicate that begins with ``not `` is denied, an empty one means seen together."""

STORY: list[tuple[str, str, Names, list[Statement]]] = [
    (
        "The engine",
        "Ada Lovelace worked with Charles Babbage in London. She never met Luigi Menabrea.",
        {"Ada Lovelace": "PERSON", "Charles Babbage": "PERSON", "Luigi Menabrea": "PERSON", "London": "GPE"},
        [
            ("Ada Lovelace", "worked with", "Charles Babbage"),
            ("Ada Lovelace", "not met", "Luigi Menabrea"),
            ("Charles Babbage", "", "London"),
        ],
    ),
    (
        "Notes",
        "Luigi Menabrea wrote about the Analytical Engine. Ada Lovelace translated his paper for Acme Press.",
        {
            "Luigi Menabrea": "PERSON",
            "Analytical Engine": "PRODUCT",
            "Ada Lovelace": "PERSON",
            "Acme Press": "ORG",
        },
        [
            ("Luigi Menabrea", "wrote about", "Analytical Engine"),
            ("Ada Lovelace", "translated for", "Acme Press"),
        ],
    ),
]

HOSTILE_NAMES = [
    "B-Roll & Filming",
    "Anna's",
    "<img src=x onerror=alert(1)>",
    "</script><script>alert(1)</script>",
    "=cmd()",
    "[x](javascript:alert(1))",
    ":red[x] $y$ `z` **b**",
]


def put_story(store: GraphStore, corpus: str = "story") -> Scope:
    """Two documents of five names and five relations."""
    return put(store, corpus, [_record(*row) for row in STORY])


def put_hostile(store: GraphStore, corpus: str = "hostile") -> Scope:
    """Hostile names as entity, type, relation and title, all connected with the first."""
    text = ". ".join(["Ada", *HOSTILE_NAMES]) + "."
    names = {"Ada": "PERSON"} | {name: name for name in HOSTILE_NAMES}
    statements = [("Ada", name, name) for name in HOSTILE_NAMES]
    return put(store, corpus, [_record(HOSTILE_NAMES[2], text, names, statements, whole=True)])


def put_large(store: GraphStore, names: int, corpus: str = "large") -> Scope:
    """One document of many names, each seen together with one that stands before it, and every third with another."""
    words = [f"Name{at:05d}" for at in range(names)]
    types = ("PERSON", "ORG", "GPE", "EVENT")
    pairs = [(words[at * at // (names + 1)], "", words[at]) for at in range(1, names)]
    pairs += [(words[at // 2], "", words[at]) for at in range(3, names, 3)]
    text = " ".join(words) + "."
    return put(
        store, corpus, [_record("Many", text, {w: types[at % 4] for at, w in enumerate(words)}, pairs, whole=True)]
    )


def put(store: GraphStore, corpus: str, records: Sequence[DocumentRecord]) -> Scope:
    """Store records with the run that made them."""
    scope = Scope(corpus, GRAPH)
    store.upsert(scope.corpus, records)
    store.put_run(scope.corpus, RunRow(GRAPH, "hand", {}, {"hand": "1"}, "2026-01-01T00:00:00+00:00", 0.1))
    return scope


def _record(title: str, text: str, names: Names, statements: list[Statement], *, whole: bool = False) -> DocumentRecord:
    document = Document(document_id(f"{title}{text}".encode()), title, text, source=f"made:{title}")
    places = {name: text.index(name) for name in names}
    mentions = {name: Mention(at, at + len(name), name, names[name], "hand", 0.9) for name, at in places.items()}
    chunk = Chunk(document.document_id, 0, 0, len(text))
    relations = tuple(_relation(text, mentions, statement, whole=whole) for statement in statements)
    extraction = Extraction(
        document.document_id, "hand", tuple(sorted(mentions.values(), key=lambda m: m.start)), relations
    )
    return DocumentRecord(document, (chunk,), {GRAPH: extraction})


def _relation(text: str, mentions: dict[str, Mention], statement: Statement, *, whole: bool) -> Relation:
    subject, predicate, target = statement
    low = min(mentions[subject].start, mentions[target].start)
    high = max(mentions[subject].end, mentions[target].end)
    sentence = next((m for m in re.finditer(r"[^.]+\.", text) if m.start() <= low and m.end() >= high), None)
    start, end = (low, high) if whole or sentence is None else (sentence.start(), sentence.end())
    return Relation(
        mentions[subject],
        predicate.removeprefix("not "),
        mentions[target],
        start,
        end,
        "hand",
        negated=predicate.startswith("not "),
        directed=bool(predicate),
    )
