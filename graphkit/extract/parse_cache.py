"""What language models said of the last texts, packed small and kept in memory, so that methods can share it."""

from __future__ import annotations

import json
import zlib
from collections import OrderedDict
from collections.abc import Iterable, Mapping
from threading import Lock

from graphkit.model import JsonValue

Key = bytes

MAX_BYTES = 64 * 2**20
"""Packed bytes that are kept, about four for each character of text: some 16 million characters."""


class ParseCache:
    """The values of the keys used last, up to ``max_bytes``; safe to share between threads.

    It lives in memory only: words of documents that are deleted are not left on the disk.
    """

    def __init__(self, max_bytes: int = MAX_BYTES) -> None:
        self._max_bytes = max_bytes
        self._packed: OrderedDict[Key, bytes] = OrderedDict()
        self._size = 0
        self._lock = Lock()

    @property
    def size(self) -> int:
        """Bytes that are kept now."""
        return self._size

    def read(self, keys: Iterable[Key]) -> dict[Key, JsonValue]:
        """The values of those keys that are known."""
        with self._lock:
            found = {key: self._packed[key] for key in keys if key in self._packed}
            for key in found:
                self._packed.move_to_end(key)
        return {key: json.loads(zlib.decompress(packed)) for key, packed in found.items()}

    def write(self, values: Mapping[Key, JsonValue]) -> None:
        """Keep values; those that were used longest ago make room."""
        packed = {key: zlib.compress(json.dumps(value).encode(), 1) for key, value in values.items()}
        with self._lock:
            for key, own in packed.items():
                self._size += len(own) - len(self._packed.pop(key, b""))
                self._packed[key] = own
            while self._size > self._max_bytes:
                self._size -= len(self._packed.popitem(last=False)[1])

    def clear(self) -> None:
        """Forget everything."""
        with self._lock:
            self._packed.clear()
            self._size = 0
