"""What a model may word: a question that is one question, and reasons that hold no code and no figure of its own.

What is found wrong is said in words; then the computed words stand.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterable, Iterator, Sequence

from core.language.numbers import ONES, TENS
from core.language.sentences import sentences
from core.language.tokens import words

LONGEST_QUESTION = 300
"""Characters of a question."""
LONGEST_REASON = 1_000
"""Characters of a reason."""

_LEAST_DIGITS = 3
_DIGITS = re.compile(r"(?<![\w.])\d(?:[ \t.\-–/·_]?\d){2,}(?![\w%]| %|\.\d)")
_DECIMAL = re.compile(r"\d\.\d+")
_PERCENT = re.compile(r"(\d+(?:\.\d+)?)\s*(?:%|per ?cent\b)", re.IGNORECASE)
_SHARE = re.compile(r"(?<![\d.])(0?\.\d+)(?![\d.])")
_CHANCES = re.compile(r"\b(\d+)\s+(?:out of|in)\s+(\d+)\b", re.IGNORECASE)
_SMALL = {word: str(value) for word, value in (ONES | TENS | {"zero": 0, "oh": 0}).items()}
_MARKUP = re.compile(r"[*`#<>|\[\]{}\\]|__|\w+://|www\.|\S+@\S+\.\w|(?<!\w)\w+\.(?:com|org|net|in|io)\b", re.IGNORECASE)
_ASKS = re.compile(
    r"(?:^|[,:;–—-]\s*|\b(?:and|so|but|then|that|if|whether|to|in|of|for|with|at|on|by|from)\s+)"
    r"(?:what|which|who|whom|whose|where|when|why|how|do|does|did|is|are|was|were|can|could|would|will|have|has|had|"
    r"should|may|might|must)\b",
    re.IGNORECASE,
)
_TAG = re.compile(
    r",?\s*(?:right|correct|yes|no|okay|ok|true|agreed|am i right|is that (?:right|correct|so|true)|"
    r"(?:is|are|was|were|do|does|did|have|has|can|could|will|would|should)(?:n['’]?t| not)? "
    r"(?:it|you|he|she|they|that|we))\s*\?$",
    re.IGNORECASE,
)
_PROMISES = re.compile(
    r"\b(?:i|we)(?:['’]ll| will| shall| promise| guarantee)\b|\b(?:surely|certainly|definitely|obviously|clearly|"
    r"undoubtedly|promised?|guaranteed?|no doubt)\b"
    r"|\b(?:since|as|because|given that|now that) (?:you|he|she|they)(?:['’](?:re|s)| are| is) an?\b",
    re.IGNORECASE,
)


def question_faults(text: str, said: str, options: Sequence[str], titles: Iterable[str]) -> list[str]:
    """List why a model's question cannot stand: more than one question, a statement, a code, a title as if decided.

    `said` are the user's own words, which may be said again; `options` the answers to choose from, `titles` those of
    the candidates.
    """
    wrong = [*_form_faults(text), *(f"names the code {code}" for code in unknown_codes(text, said, ()))]
    named = [option for option in options if _names(text, option, said)]
    if len(named) == 1 and len(options) > 1:
        wrong.append(f"names only “{named[0]}” of the answers")
    others = [title for title in titles if title not in options and _names(text, title, said)]
    wrong += [f"names “{title}”, which is none of the answers" for title in others if not named]
    return list(dict.fromkeys([*wrong, *(f"gives the figure {one}" for one in unmeasured(text, said, ()))]))


def reason_faults(text: str, said: str, codes: Collection[str], measured: Collection[float]) -> list[str]:
    """List why a model's reason cannot stand: a code that was not among the `codes`, a figure that nobody measured.

    `measured` are shares from 0 to 1.
    """
    wrong = [f"names the code {code}" for code in unknown_codes(text, said, codes)]
    wrong += [f"gives the figure {one}" for one in unmeasured(text, said, measured)]
    if _MARKUP.search(text):
        wrong.append("is no plain text")
    if len(text) > LONGEST_REASON:
        wrong.append("is very long")
    return wrong


# --- form -------------------------------------------------------------------------------------------------------------


def _form_faults(text: str) -> Iterator[str]:
    if not words(text):
        yield "says nothing"
        return
    if len(text) > LONGEST_QUESTION:
        yield "is very long"
    if _MARKUP.search(text) or "\n" in text.strip():
        yield "is no plain text"
    if not text.strip().endswith("?"):
        yield "does not end in a question mark"
    if text.count("?") > 1:
        yield "asks more than once"
    if len(sentences(text.strip())) > 1 or re.search(r"[!;](?=\s+\S)", text.strip()):
        yield "says more than one sentence"
    if _TAG.search(text.strip()) or not _ASKS.search(text.strip()):
        yield "states instead of asking"
    if _PROMISES.search(text):
        yield "promises or decides something"


def _names(text: str, title: str, said: str) -> bool:
    """Whether a title, or its first name, is named that the user did not say."""
    heard = {_one(word) for word in words(said)}
    told = [_one(word) for word in words(text)]
    for name in re.split(r",| and | or |\(", title):
        own = [_one(word) for word in words(name)]
        if own and not set(own) <= heard and any(told[at : at + len(own)] == own for at in range(len(told))):
            return True
    return False


def _one(word: str) -> str:
    return word.removesuffix("s")


# --- codes and figures ------------------------------------------------------------------------------------------------


def unknown_codes(text: str, said: str, codes: Collection[str]) -> list[str]:
    """Return the numbers of a text that look like codes, in figures or in words, and are not among the given ones.

    Numbers that the user said may be said again; 2015 is the year of the classification.
    """
    given = {_plain(code) for code in codes} | {"2015"}
    parts = {code[:length] for code in given for length in range(_LEAST_DIGITS, len(code))}
    heard = {_plain(one) for one in _numbers(said)}
    return [one for one in _numbers(text) if _plain(one) not in given | parts | heard]


def _numbers(text: str) -> list[str]:
    text = unicodedata.normalize("NFKC", text)
    figures = (match[0] for match in _DIGITS.finditer(text) if not _DECIMAL.fullmatch(match[0]))
    return [*figures, *_spelled(text)]


def _plain(number: str) -> str:
    return re.sub(r"\D", "", number) if re.search(r"\d", number) else "".join(_SMALL[word] for word in _parts(number))


def _spelled(text: str) -> Iterator[str]:
    """Give runs of number words that stand one behind the other: "seven two one two"."""
    run: list[str] = []
    for word in [*_parts(text), ""]:
        if word in _SMALL:
            run.append(word)
            continue
        if sum(len(_SMALL[one]) for one in run) > _LEAST_DIGITS:
            yield " ".join(run)
        run = []


def _parts(text: str) -> list[str]:
    return re.findall(r"[^\W_]+", text.lower())


def unmeasured(text: str, said: str, measured: Collection[float]) -> list[str]:
    """Return the percentages and chances of a text that are none of the measured ones, rounded as they are said."""
    found = [(match[0], float(match[1]) / 100, _decimals(match[1]) + 2) for match in _PERCENT.finditer(text)]
    found += [(match[0], float(match[1]), _decimals(match[1])) for match in _SHARE.finditer(text)]
    found += [(match[0], float(match[1]) / float(match[2]), 2) for match in _CHANCES.finditer(text) if float(match[2])]
    heard = {match[0] for pattern in (_PERCENT, _SHARE, _CHANCES) for match in pattern.finditer(said)}
    return [
        written for written, value, decimals in found
        if written not in heard and not any(abs(round(one, decimals) - value) < 1e-9 for one in measured)
    ]  # fmt: skip


def _decimals(written: str) -> int:
    return len(written.partition(".")[2])
