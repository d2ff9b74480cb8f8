"""Text of files that do not say how their letters are encoded: UTF-8, or the likeliest encoding, which is told."""

from __future__ import annotations

import codecs
import re
import unicodedata
from collections import Counter
from collections.abc import Sequence
from itertools import islice

from core.errors import InputError

GUESSED = ", a guess"
"""What the name of an encoding ends with that no mark and no rule tells."""
_MARKS = {b"\xef\xbb\xbf": "utf-8-sig", b"\xff\xfe": "utf-16", b"\xfe\xff": "utf-16"}
_FEW_SIGNS = 40  # signs beyond ASCII; from fewer, statistics guess wildly
_MORE = 3  # times as many signs in UTF-8 as strays: other encodings make UTF-8 by chance alone, and never so often
_TYPOGRAPHY = frozenset("“”„‘’‚«»–—…•·€£§°©®™ª²³¼½¾×±µ¡¿\xa0")
_RUN_OF_SIGNS = re.compile("[^\x00-\x7f]{3}")
_SIGN = re.compile("[^\x00-\x7f]")
_SIGNS = re.compile("[^\x00-\x7f]+")
_WORD_ALONE = 3  # letters of another script that may stand within a word
_SHOWN_WORDS = 5
_LOOKED_AT = 200_000  # bytes; the guess takes seconds for more
_WORD = re.compile(r"\w+|[^\x00-\x7f]")
_STRAY = "glassbox.stray"
_FEW_IN = 1000  # bytes; a sign in so many is as likely damage as a letter
_UNREAD = "\ufffd"


def decode_text(data: bytes, name: str) -> tuple[str, str]:
    """Return the text and its encoding: by its mark, as UTF-8, or as the likeliest one, which `GUESSED` says.

    Signs of Western Europe that strayed into UTF-8, as when files are put together, are read as such; so are a few
    bytes of which no encoding makes words, as when a file is damaged. Raises `InputError` where nothing is likely.
    """
    encoding = next((kind for mark, kind in _MARKS.items() if data.startswith(mark)), "utf-8")
    try:
        return data.decode(encoding), encoding.removesuffix("-sig")
    except UnicodeDecodeError:
        pass
    if encoding != "utf-16" and _is_mostly_utf8(data):
        return _with_strays(data, encoding)
    if _looks_western(data):
        return data.decode("cp1252"), f"cp1252{GUESSED}"
    from charset_normalizer import from_bytes

    guesses = from_bytes(data[:_LOOKED_AT])
    best = guesses.best()
    if best is None:
        raise InputError(f"The encoding of {name} is not known.", "Save it in UTF-8.")
    # Equally good guesses come in the order of their names; if the Western one is among them it is the likeliest.
    equal = [guess for guess in guesses if (guess.chaos, guess.coherence) == (best.chaos, best.coherence)]
    likeliest = "cp1252" if any("cp1252" in guess.could_be_from_charset for guess in equal) else best.encoding
    text = data.decode(likeliest, errors="replace")
    if encoding != "utf-16" and _has_few_signs(data) and not _makes_words(text):
        return _with_strays(data, encoding)
    return text, f"{likeliest}{GUESSED}"


def told_of_encoding(text: str, encoding: str) -> tuple[str, ...]:
    """Say that an encoding is a guess, with words by which it can be judged: those of its rarest letters."""
    if not encoding.endswith(GUESSED):
        return ()
    words = {letter: word for word in _WORD.findall(text[:_LOOKED_AT]) for letter in word if not letter.isascii()}
    letters = Counter(letter for letter in text[:_LOOKED_AT] if letter in words)
    rarest = dict.fromkeys(words[letter][:40] for letter, _ in reversed(letters.most_common()))
    telling = [word for word in rarest if word[0].isalpha()] or rarest  # a dash alone tells nobody anything
    shown = ", ".join(f"“{word}”" for word in islice(telling, _SHOWN_WORDS))
    return (
        f"Its letters were read as {encoding}{shown and f': {shown}'}. If that looks wrong, save the file as UTF-8.",
    )


def told_of_unread(rows: Sequence[Sequence[str]]) -> tuple[str, ...]:
    """Say in which rows, from 1, something stands that is no letter in the encoding of the file."""
    numbers = [number for number, row in enumerate(rows, start=1) if any(_UNREAD in cell for cell in row)]
    if not numbers:
        return ()
    shown = ", ".join(f"{number:,}" for number in numbers[:_SHOWN_WORDS])
    more = f" and {len(numbers) - _SHOWN_WORDS:,} more" if len(numbers) > _SHOWN_WORDS else ""
    row, hold = ("Row", "holds") if len(numbers) == 1 else ("Rows", "hold")
    return (
        f"{row} {shown}{more} {hold} bytes that are no letters. “{_UNREAD}” stands in their place, in what is taken "
        "away too. Perhaps the file is damaged; save it as UTF-8 where it was made.",
    )


def _with_strays(data: bytes, encoding: str) -> tuple[str, str]:
    return data.decode(encoding, _STRAY), f"utf-8 and cp1252{GUESSED}"


def _stray(error: UnicodeError) -> tuple[str, int]:
    assert isinstance(error, UnicodeDecodeError)
    return error.object[error.start : error.end].decode("cp1252", "replace"), error.end


codecs.register_error(_STRAY, _stray)


def _is_mostly_utf8(data: bytes) -> bool:
    text = data.decode("utf-8", "replace")
    strays = text.count("\ufffd")
    return len(_SIGN.findall(text)) - strays >= _MORE * strays


def _has_few_signs(data: bytes) -> bool:
    beyond = len(data) - len(data.translate(None, bytes(range(128, 256))))
    return beyond < max(_FEW_SIGNS, len(data) // _FEW_IN)


def _makes_words(text: str) -> bool:
    """Whether all signs beyond ASCII are letters, figures or typography, and no letters of two scripts stand together.

    A word of another script may follow Latin letters, as in “Webデザイナー”; one or two letters of it are no word.
    """
    for found in _SIGNS.finditer(text):
        signs = [sign for sign in found[0] if sign not in _TYPOGRAPHY]
        if any(unicodedata.category(sign)[0] not in "LMNP" for sign in signs):
            return False
        latin = {unicodedata.name(sign, "").startswith("LATIN") for sign in signs if sign.isalpha()}
        within = f"{text[max(found.start() - 1, 0) : found.start()]}{text[found.end() : found.end() + 1]}"
        if len(latin) > 1 or (False in latin and len(signs) < _WORD_ALONE and any(map(str.isalpha, within))):
            return False
    return True


def _looks_western(data: bytes) -> bool:
    """Whether the few signs beyond ASCII are letters or typography of Western Europe, and stand between others.

    Words of another alphabet, or of none, would be runs of such signs.
    """
    try:
        text = data.decode("cp1252")
    except UnicodeDecodeError:
        return False
    signs = [sign for sign in text if not sign.isascii()]
    western = all(sign in _TYPOGRAPHY or (sign.isalpha() and sign != "ƒ") for sign in signs)
    return western and len(signs) < _FEW_SIGNS and not _RUN_OF_SIGNS.search(text)
