"""What the index reads out of a store."""

import numpy as np

from graphkit.ingest.chunks import chunk
from graphkit.model import Document, DocumentId, Extraction, GraphId, Mention, Span
from graphkit.retrieve.graph import ABOUT, BEGINS, IN_TITLE, MENTIONED
from graphkit.retrieve.index import IndexKey, RetrievalIndex
from graphkit.retrieve.passage import Passage, passages_of
from graphkit.store.base import DocumentRecord
from graphkit.store.inmemory import InMemoryStore
from graphkit.text import passage_text
from retrieve.making import SCOPE, stored


def kinds(index: RetrievalIndex, row: int) -> dict[str, int]:
    part = index.graph.of_passage(row)
    return {
        index.names[name].text: kind
        for name, kind in zip(index.graph.name[part].tolist(), index.graph.kind[part].tolist(), strict=True)
    }


def built(texts: dict[str, str]) -> RetrievalIndex:
    made = stored(InMemoryStore(), texts)
    return RetrievalIndex.build(made.store, SCOPE, [made.graph_id])


def test_a_passage_is_about_its_title_and_mentions_its_names() -> None:
    index = built({"Ilsa Marrow": "Ilsa Marrow was born in Tessin Bay.", "Tessin Bay": "A harbour town."})
    assert kinds(index, 0) == {"Ilsa Marrow": ABOUT | MENTIONED, "Tessin Bay": MENTIONED}
    assert kinds(index, 1) == {"Tessin Bay": ABOUT}


def test_a_name_inside_a_longer_title_is_in_the_title() -> None:
    index = built({"Tessin Bay Fish Market": "It opens at five.", "Notes": "We went to Tessin Bay."})
    assert kinds(index, 0) == {"Tessin Bay Fish Market": ABOUT, "Tessin Bay": IN_TITLE}


def test_a_passage_that_does_not_say_its_title_is_about_the_name_it_begins_with() -> None:
    index = built({"minutes-03.txt": "The mayor Ilsa Marrow opened the session. Bram Oost took notes."})
    assert kinds(index, 0)["Ilsa Marrow"] == BEGINS | MENTIONED
    assert kinds(index, 0)["Bram Oost"] == MENTIONED


def test_a_name_found_once_is_known_everywhere() -> None:
    store = InMemoryStore()
    store.ensure_schema()
    texts = {DocumentId("a"): "We met Ilsa Marrow.", DocumentId("b"): "Then Ilsa Marrow left; a marrow grew."}
    found = {DocumentId("a"): (Mention(7, 18, "Ilsa Marrow", "PERSON", "hand"),), DocumentId("b"): ()}
    records = []
    for key, text in texts.items():
        document = Document(key, "", text, key)
        records.append(
            DocumentRecord(document, chunk(document), {GraphId("hand"): Extraction(key, "hand", found[key])})
        )
    store.upsert(SCOPE, records)
    index = RetrievalIndex.build(store, SCOPE, [GraphId("hand")])
    assert [kinds(index, row) for row in (0, 1)] == [
        {"Ilsa Marrow": BEGINS | MENTIONED},
        {"Ilsa Marrow": BEGINS | MENTIONED},
    ]


def test_numbers_dates_and_single_terms_are_no_names() -> None:
    store = InMemoryStore()
    store.ensure_schema()
    text = "On 3 May 1999 Ilsa paid 40 crowns for bread."
    mentions = (
        Mention(3, 13, "3 May 1999", "DATE", "hand"),
        Mention(24, 33, "40 crowns", "MONEY", "hand"),
        Mention(14, 18, "Ilsa", "PERSON", "hand"),
        Mention(38, 43, "bread", "term", "hand"),
    )
    document = Document(DocumentId("a"), "", text, "a")
    store.upsert(
        SCOPE,
        [DocumentRecord(document, chunk(document), {GraphId("hand"): Extraction(DocumentId("a"), "hand", mentions)})],
    )
    assert [name.text for name in RetrievalIndex.build(store, SCOPE, [GraphId("hand")]).names] == ["Ilsa"]


def test_words_that_texts_write_small_are_not_proper() -> None:
    index = built({"River": "The river rose. Rivers rise, the river said.", "Lund": "Lund is a town. lund"})
    proper = {name.text: bool(index.proper[number]) for number, name in enumerate(index.names)}
    assert (proper["River"], proper["Lund"]) == (False, True)


def test_an_index_knows_its_rows_and_when_it_is_current() -> None:
    made = stored(InMemoryStore())
    index = RetrievalIndex.build(made.store, SCOPE, [made.graph_id])
    assert index.rows == {passage.key: row for row, passage in enumerate(index.passages)}
    assert index.proper.dtype == np.bool_
    assert index.is_current(made.store, IndexKey(SCOPE, (made.graph_id,), {}))
    assert not index.is_current(made.store, IndexKey(SCOPE, (), {}))


def test_a_passage_stands_under_the_last_heading_before_it() -> None:
    text = "Intro here.\n\nRivers\n\nThe Elm is long.\n\nTowns\n\nLund is old."
    headings = (
        Span(text.index("Rivers"), text.index("Rivers") + 6),
        Span(text.index("Towns"), text.index("Towns") + 5),
    )
    document = Document(DocumentId("a"), "Atlas", text, "a", headings=headings)
    found = passages_of(document, list(chunk(document)))
    assert [passage.heading for passage in found] == ["", "Rivers", "Towns"]
    assert found[0] == Passage(DocumentId("a"), 0, 0, 11, "Atlas", "")
    assert passage_text("Atlas", "Lund is old.") == "Atlas\nLund is old."
