"""Text made safe: a request before anything reads it, and text of data for a file of Markdown."""

from __future__ import annotations

import re
import unicodedata

from core.errors import InputError

_LINE_BREAKS = re.compile("\r\n|[\r\v\f\x85\u2028\u2029]")
# Control characters except tab and line feed, half surrogate pairs, and marks that turn or hide what a reader sees
# (direction overrides, zero-width spaces). The joiners U+200C and U+200D stay: Indic scripts and emoji need them.
_UNSAFE = re.compile("[\x00-\x08\x0e-\x1f\x7f-\x9f\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff\ud800-\udfff]")

# Addresses, too: readers of GitHub's Markdown make links of what begins with a scheme or www., and of e-mail addresses.
_MARKDOWN = re.compile(r"[\\`*_\[\]<>#|!&~$@]|:(?=/)|(?<=[wW]{3})\.|^[-+=:]|(?<=^\d)[.)]|(?<=^\d\d)[.)]")


def as_markdown(text: str) -> str:
    """Return text of data on one line, so that a reader of Markdown or HTML takes nothing in it for its own."""
    return _MARKDOWN.sub(r"\\\g<0>", " ".join(text.split()))


def tidy(text: str, limit: int = 20_000) -> str:
    """Return a request as typed, made safe: Unicode NFC, no control characters, no white space at either end.

    Line breaks and tabs inside stay. Raises InputError when nothing readable remains, or more than `limit` characters.
    """
    tidied = unicodedata.normalize("NFC", _UNSAFE.sub("", _LINE_BREAKS.sub("\n", text))).strip()
    if not any(_is_visible(character) for character in tidied):
        raise InputError("The request is empty.", "Please write a few words.")
    if len(tidied) > limit:
        raise InputError(
            f"The request has {len(tidied):,} characters; at most {limit:,} can be read.",
            "Please shorten it, or send it in parts.",
        )
    return tidied


def one_line(text: str, limit: int = 2_000) -> str:
    """Text on one line, without anything that cannot be printed, cut to `limit` characters."""
    return " ".join("".join(letter if letter.isprintable() else " " for letter in text).split())[:limit]


def _is_visible(character: str) -> bool:
    return not character.isspace() and unicodedata.category(character) != "Cf"


def shortened(text: str, longest: int = 60) -> str:
    """Return a text on one line, cut at a word where it is longer than this many letters."""
    line = " ".join(text.split())
    return line if len(line) <= longest else f"{line[:longest].rsplit(None, 1)[0]} …"
