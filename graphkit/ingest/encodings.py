"""From bytes to text: byte order marks, zero bytes, UTF-8, what the file declares, what its letters suggest."""

from __future__ import annotations

import codecs
import re
from collections import Counter

_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),  # before UTF-16: its mark begins like that of UTF-16
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_SAMPLE = 60_000
_FEWEST = 4
"""Letters beyond ASCII under which nothing can be told: the commonest encoding is taken."""
_WRONG = re.compile("[\u00c2-\u00f4][\u0080-\u00bf€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]")
"""A lead byte of UTF-8 and a byte that follows one, both read as Latin: "Ã©" for "é"."""


def decode(content: bytes, repairs: Counter[str], declared: str | None = None) -> tuple[str, str]:
    """The text of some bytes and the encoding it was in; undecodable bytes become U+FFFD and are counted."""
    for mark, encoding in _MARKS:
        if content.startswith(mark):
            return _lossy(content[len(mark) :], encoding, repairs), encoding
    wide = _wide_encoding(content)
    if wide:
        return _lossy(content, wide, repairs), wide
    for likely in filter(None, ("utf-8", _python_name(declared))):
        text = _strict(content, likely)
        if text is not None:
            return text, likely
    text = _mostly_utf8(content, repairs)
    if text is not None:
        return text, "utf-8"
    guess = _guess(content)
    return _lossy(content, guess, repairs), guess


def mend_wrong_decoding(text: str, repairs: Counter[str]) -> str:
    """Text whose UTF-8 was read as Latin by an earlier program, mended line by line where it shows."""
    if not _WRONG.search(text):
        return text
    from ftfy import fix_encoding

    lines = text.split("\n")
    for number, line in enumerate(lines):
        if _WRONG.search(line):
            fixed = fix_encoding(line)
            if fixed != line:
                lines[number] = fixed
                repairs["lines with a wrong decoding mended"] += 1
    return "\n".join(lines)


def looks_binary(text: str) -> bool:
    """Whether a text is no text: more than one sign in fifty of its beginning is a control or undecodable."""
    sample = text[:20_000]
    odd = sum(c < " " and c not in "\t\n\r\f\v\x1b" for c in sample) + sample.count("\ufffd")
    return odd > 4 and odd * 50 > len(sample)


def _wide_encoding(content: bytes) -> str | None:
    """UTF-16 or UTF-32 without a mark: most letters of most scripts leave one byte of a pair zero."""
    sample = content[:4096]
    if len(sample) < 4 or 0 not in sample:
        return None
    quarters = [sample[i::4].count(0) / max(1, len(sample[i::4])) for i in range(4)]
    if quarters[0] > 0.9 and quarters[1] > 0.9 and quarters[3] < 0.5:
        return "utf-32-be"
    if quarters[3] > 0.9 and quarters[2] > 0.9 and quarters[0] < 0.5:
        return "utf-32-le"
    even, odd = (quarters[0] + quarters[2]) / 2, (quarters[1] + quarters[3]) / 2
    if even > 0.3 and odd < 0.1:
        return "utf-16-be"
    if odd > 0.3 and even < 0.1:
        return "utf-16-le"
    return None


def _python_name(declared: str | None) -> str | None:
    if not declared:
        return None
    try:
        name = codecs.lookup(declared.strip().strip("\"'")).name
    except (LookupError, ValueError):
        return None
    if name in ("iso8859-1", "ascii"):  # Latin-1 declared means Windows-1252: browsers read it so (WHATWG Encoding)
        return "cp1252"
    if name.startswith(("utf-16", "utf-32")):  # those were seen by their zero bytes
        return None
    return name if _decodes_text(name) else None


def _decodes_text(name: str) -> bool:
    try:
        return isinstance(b"a".decode(name), str)
    except (LookupError, UnicodeError):  # codecs such as "zip" and "idna" decode no text
        return False


def _strict(content: bytes, encoding: str) -> str | None:
    try:
        return content.decode(encoding)
    except UnicodeError:
        return None


def _lossy(content: bytes, encoding: str, repairs: Counter[str]) -> str:
    text = content.decode(encoding, "replace")
    lost = text.count("\ufffd")
    if lost and encoding.startswith("utf"):
        lost -= content.decode(encoding, "ignore").count("\ufffd")
    if lost:
        repairs["undecodable bytes"] += lost
    return text


def _mostly_utf8(content: bytes, repairs: Counter[str]) -> str | None:
    """UTF-8 with a few broken lines, which are read as Windows-1252; None when UTF-8 does not prevail."""
    lossy = content.decode("utf-8", "replace")
    broken, whole = lossy.count("\ufffd"), sum(c > "\x7f" for c in lossy[:_SAMPLE])
    if whole - broken < 4 * broken:
        return None
    lines = []
    for line in content.split(b"\n"):
        text = _strict(line, "utf-8")
        if text is None:
            repairs["lines in another encoding"] += 1
            text = line.decode("cp1252", "replace") if not _has_utf8(line) else line.decode("utf-8", "replace")
        lines.append(text)
    return "\n".join(lines)


def _has_utf8(line: bytes) -> bool:
    return any(c > "\x7f" for c in line.decode("utf-8", "ignore"))


def _guess(content: bytes) -> str:
    import chardet

    telling = b"\n".join(line for line in content[:2_000_000].split(b"\n") if not line.isascii())[:_SAMPLE]
    if sum(byte > 127 for byte in telling) < _FEWEST and _strict(telling, "cp1252") is not None:
        return "cp1252"
    guess = chardet.detect(telling or content[:_SAMPLE])["encoding"]
    return _python_name(guess) or "cp1252"
