"""Figures of retrieval against questions with known passages."""

import json
from pathlib import Path

import pytest
from outside import eval_data

from graphkit.embed.registry import open_embedder
from graphkit.errors import BadRequest
from graphkit.evaluate.retrieval import evaluate_retrieval, read_passages, read_questions, recall_figures

PASSAGES = [
    {
        "id": "p1",
        "title": "Orvane Bridge",
        "text": "The Orvane Bridge was designed by Ilsa Marrow.\u2028It opened in 1931.",
    },
    {"id": "p2", "title": "Ilsa Marrow", "text": "Ilsa Marrow was born in Tessin Bay."},
    {"id": "p3", "title": "Weather", "text": "It rained for most of the spring."},
]
QUESTIONS = [
    {"id": "q1", "question": "Where was the designer of the Orvane Bridge born?", "gold": ["p1", "p2"], "answer": None},
    {"id": "q2", "question": "When did it rain?", "gold": ["p3"]},
]


def written(folder: Path, name: str, rows: list[dict[str, object]]) -> Path:
    path = folder / name
    path.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows), encoding="utf-8")
    return path


def test_the_figures_of_all_modes_and_the_ranked_passages(tmp_path: Path) -> None:
    corpus, questions = written(tmp_path, "c.jsonl", PASSAGES), written(tmp_path, "q.jsonl", QUESTIONS)
    seen: list[str] = []
    figures = evaluate_retrieval(
        corpus,
        questions,
        depths=(1, 2),
        method="regex",
        embedder=open_embedder(),
        ranked=tmp_path / "ranked.jsonl",
        report=lambda done, total, what: seen.append(what),
    )
    assert (figures["passages"], figures["questions"], list(figures["modes"])) == (
        3,
        2,
        ["lexical", "vector", "graph", "hybrid"],
    )
    hybrid = figures["modes"]["hybrid"]
    assert list(hybrid) == ["recall@1", "recall@2", "all@2", "ms_per_question"]
    assert (hybrid["recall@1"], hybrid["recall@2"], hybrid["all@2"]) == (0.75, 1.0, 1.0)
    first = json.loads((tmp_path / "ranked.jsonl").read_text("utf-8").split("\n")[0])
    assert (first["id"], first["gold"], first["ranked"]["hybrid"][:2]) == ("q1", ["p1", "p2"], ["p1", "p2"])
    assert set(seen) == {"Extracting and embedding passages", "Asking"}


def test_recall_is_the_mean_share_of_gold_found() -> None:
    assert recall_figures([["a", "b"], ["c"]], [["a", "x", "b"], ["y", "c"]], [1, 3]) == {
        "recall@1": 0.25,
        "recall@3": 1.0,
        "all@3": 1.0,
    }


@pytest.mark.parametrize(
    ("lines", "words"),
    [
        ("", "at all"),
        ("{", "on line 1"),
        ('{"id": "a", "text": "t"}\n\n{"id": 3, "text": "t"}\n[]', "on line 3, 4"),
        ('{"id": "a", "text": "t"}\n{"id": "a", "text": "u"}', "an id twice"),
    ],
)
def test_a_corpus_that_makes_no_sense_is_refused(tmp_path: Path, lines: str, words: str) -> None:
    path = tmp_path / "c.jsonl"
    path.write_text(lines, encoding="utf-8")
    with pytest.raises(BadRequest, match=words):
        read_passages(path)


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(BadRequest, match=r"nothing\.jsonl cannot be read"):
        read_passages(tmp_path / "nothing.jsonl")


def test_gold_outside_of_the_corpus_is_named(tmp_path: Path) -> None:
    path = written(tmp_path, "q.jsonl", [*QUESTIONS, {"id": "q3", "question": "?", "gold": ["p9", "p8"]}])
    with pytest.raises(BadRequest, match="does not have: p8, p9"):
        read_questions(path, {"p1", "p2", "p3"})


@pytest.mark.parametrize("gold", [[], [1], "p1", None])
def test_a_question_without_gold_is_refused(tmp_path: Path, gold: object) -> None:
    path = written(tmp_path, "q.jsonl", [{"id": "q", "question": "?", "gold": gold}])
    with pytest.raises(BadRequest, match="on line 1"):
        read_questions(path, {"p1"})


@pytest.mark.parametrize("options", [{"modes": ["magic"]}, {"modes": []}, {"depths": [0]}, {"depths": []}])
def test_wrong_modes_and_depths_are_refused_before_anything_is_read(
    tmp_path: Path, options: dict[str, list[object]]
) -> None:
    with pytest.raises(BadRequest, match="Nothing was computed"):
        evaluate_retrieval(tmp_path / "no", tmp_path / "no", **options)  # type: ignore[arg-type]


@pytest.mark.slow
def test_words_and_names_alone_keep_their_recall_on_hotpotqa() -> None:
    """A floor a few points under the measured figures; vectors are left out since embedding takes minutes."""
    figures = evaluate_retrieval(
        eval_data("retrieval", "hotpotqa_train.corpus.jsonl"),
        eval_data("retrieval", "hotpotqa_train.questions.jsonl"),
        modes=["lexical", "hybrid"],
        method="regex",
    )
    assert figures["modes"]["lexical"]["recall@5"] >= 0.76
    assert figures["modes"]["hybrid"]["recall@5"] >= 0.9
