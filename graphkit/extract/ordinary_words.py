"""What a word is when it is written small: an ordinary noun, verb, adjective or adverb, or none that is known."""

from __future__ import annotations

from functools import lru_cache

_KNOWN = 1 << 16


@lru_cache(maxsize=_KNOWN)
def ordinary_kinds(word: str) -> tuple[str, ...]:
    """Kinds of an English word in small letters, such as ``("noun", "verb")``; nothing for names and foreign words."""
    from lemminflect import getAllLemmas  # heavy: reads its dictionary when it is first used

    return tuple(sorted(kind.lower() for kind in getAllLemmas(word.casefold().rstrip("."))))
