"""Text files: their encoding is found out, and blank lines part their paragraphs."""

from __future__ import annotations

import re

from charset_normalizer import from_bytes

from core.errors import InputError
from core.systems.knowledge_base.readers.outline import Outline, Reading

_FEW_SIGNS = 40  # letters beyond ASCII; from fewer, statistics guess wildly
_TYPOGRAPHY = frozenset("“”„‘’‚«»–—…•·€£§°©®™ª²³¼½¾×±µ¡¿\xa0")
_LOOKED_AT = 200_000  # bytes; the guess takes seconds for more
_ITEM = re.compile(r"\s*(?:[-*+•‣◦▪●·–—]|\(?(?:\d{1,3}|[A-Za-z])[.)])\s+\S")


def read_text(data: bytes, name: str) -> Reading:
    """Paragraphs between blank lines."""
    text, encoding = decode(data, name)
    outline = Outline(name)
    for part in re.split(r"\n[ \t]*(?:\n[ \t]*)+", text.replace("\r\n", "\n").replace("\r", "\n")):
        outline.add("list" if _is_list(part) else "paragraph", part)
    return outline.done("text", encoding)


def decode(data: bytes, name: str) -> tuple[str, str]:
    """The text and its encoding: by its mark, as UTF-8, or as the likeliest one. Raises `InputError`."""
    marked = {b"\xef\xbb\xbf": "utf-8-sig", b"\xff\xfe": "utf-16", b"\xfe\xff": "utf-16"}
    encoding = next((kind for mark, kind in marked.items() if data.startswith(mark)), "utf-8")
    try:
        return data.decode(encoding), encoding.removesuffix("-sig")
    except UnicodeDecodeError:
        pass
    if _looks_western(data):
        return data.decode("cp1252"), "cp1252"
    guesses = from_bytes(data[:_LOOKED_AT])
    best = guesses.best()
    if best is None:
        raise InputError(f"The encoding of {name} is not known.", "Save it in UTF-8.")
    # Equally good guesses come in the order of their names; if the Western one is among them it is the likeliest.
    equal = [one for one in guesses if (one.chaos, one.coherence) == (best.chaos, best.coherence)]
    encoding = "cp1252" if any("cp1252" in one.could_be_from_charset for one in equal) else best.encoding
    return data.decode(encoding, errors="replace"), encoding


def _looks_western(data: bytes) -> bool:
    """Whether the few signs beyond ASCII are letters or typography of Western Europe."""
    try:
        signs = [sign for sign in data.decode("cp1252") if not sign.isascii()]
    except UnicodeDecodeError:
        return False
    return len(signs) < _FEW_SIGNS and all(sign.isalpha() or sign in _TYPOGRAPHY for sign in signs)


def _is_list(part: str) -> bool:
    lines = part.strip().splitlines()
    return len(lines) > 1 and sum(bool(_ITEM.match(line)) for line in lines) >= len(lines) / 2
