"""Texts annotated by a language model: names alone or the whole parse, whichever is asked for, and each only once.

What a model said of a text is remembered for a while, so that methods that share a model share its work: ``ner`` and
``dependency`` over one corpus find the names once, and a second run with other options reads nothing again.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import TYPE_CHECKING, cast

from graphkit.extract.language_model import BLANK, language_of_model, load_model
from graphkit.extract.parse import Columns, Parse, Tagged, columns_of, parse_from, tagged_of
from graphkit.extract.parse_cache import Key, ParseCache
from graphkit.text import sentences

if TYPE_CHECKING:
    from spacy.tokens import Doc

    from graphkit.model import JsonValue

_NAMES, _GRAMMAR = b"names", b"grammar"
_UNUSED = ("senter",)
_UNUSED_BY_NAMES = ("senter", "parser", "attribute_ruler", "lemmatizer", "morphologizer")

_cache = ParseCache()


def tagged(model: str, texts: Sequence[str]) -> list[Tagged]:
    """Entities and word classes of each text, in their order; word classes of English only."""
    if model == BLANK:
        return [Tagged([], []) for _ in texts]
    keys = _keys(_NAMES, model, texts)
    known = _cache.read(keys)
    missing = {key: text for key, text in zip(keys, texts, strict=True) if key not in known}
    if missing:
        without = _UNUSED_BY_NAMES if language_of_model(model) == "en" else (*_UNUSED_BY_NAMES, "tagger")
        made = load_model(model, without=without).read([*missing.values()], _names_in)
        fresh = dict(zip(missing, made, strict=True))
        _cache.write(fresh)
        known |= fresh
    return [_tagged(known[key]) for key in keys]


def parsed(model: str, texts: Sequence[str]) -> list[Parse]:
    """The whole parse of each text, in their order. Names that are known already are not looked for again."""
    if model == BLANK:
        return [Parse([], [], [], sentences(text, 0, len(text))) for text in texts]
    names, grammar = _keys(_NAMES, model, texts), _keys(_GRAMMAR, model, texts)
    known = _cache.read([*names, *grammar])
    for need_names in (True, False):
        missing = {
            rest: (name, text)
            for name, rest, text in zip(names, grammar, texts, strict=True)
            if rest not in known and (name not in known) == need_names
        }
        if missing:
            pipeline, todo = load_model(model, without=_UNUSED), [text for _, text in missing.values()]
            still = () if need_names else ("ner",)
            made = pipeline.read(todo, lambda doc: (_names_in(doc), columns_of(doc)), without=still)
            fresh: dict[Key, JsonValue] = {}
            for (rest, (name, _)), (found, columns) in zip(missing.items(), made, strict=True):
                fresh[rest] = cast("JsonValue", columns)
                if need_names:
                    fresh[name] = found
            _cache.write(fresh)
            known |= fresh
    return [
        parse_from(cast("Columns", known[rest]), text, _tagged(known[name]))
        for name, rest, text in zip(names, grammar, texts, strict=True)
    ]


def forget() -> None:
    """Forget what models said, as a measurement of their speed must."""
    _cache.clear()


def _keys(layer: bytes, model: str, texts: Sequence[str]) -> list[Key]:
    start = hashlib.blake2b(layer + b"\0" + model.encode() + b"\0", digest_size=16)
    keys = []
    for text in texts:
        own = start.copy()
        own.update(text.encode("utf-8", "surrogatepass"))
        keys.append(own.digest())
    return keys


def _names_in(doc: Doc) -> JsonValue:
    found = tagged_of(doc)
    return [[list(entity) for entity in found.entities], [list(tag) for tag in found.tags]]


def _tagged(row: JsonValue) -> Tagged:
    entities, tags = cast("list[list[tuple[int, int, str]]]", row)
    return Tagged([(start, end, label) for start, end, label in entities], [(a, b, tag) for a, b, tag in tags])
