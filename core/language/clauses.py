"""A text cut into words that know their place, their stem and the sentence and clause in which they stand."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from core.language.sentences import sentences
from core.language.terms import STOP_WORDS, analyse

_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")
_TIED = re.compile(r"[-‐‑–][^\W\d_]")
# What parts one statement of a sentence from the next. A comma inside a number parts nothing.
CLAUSE_BREAK = re.compile(
    r"[;:()—]|,(?!\d{3})|\b(?:and|but|while|whereas|although|though|however|yet|because|since|against|versus|vs"
    r"|compared|than(?!\s+(?:\d|an?\b|half|one|two|three|four|five|six|seven|eight|nine|ten)))\b",
    re.IGNORECASE,
)


def listed(spaced: str) -> frozenset[str]:
    """The words of a list that is written as running text."""
    return frozenset(spaced.split())


# Words that report and claim nothing: a sentence may use them though its passage does not.
FRAME = listed(
    """
    study studies trial experiment experiments authors author researchers analysis report reports reported reporting
    result results found finding findings find finds show shows showed shown observe observed according concluded
    conclude suggests suggest suggested indicate indicates indicated estimated estimate respectively also however
    therefore thus moreover overall approximately about roughly nearly almost around close just only even still yet
    well compared comparison relative contrast whereas while although though within per cent percent percentage point
    points rate share number level levels degree amount total average mean median among one two three terms case cases
    accounted account considered taken taking take took made make makes use used using uses given get got become became
    went go goes came come led leads due reach reached reaches occur occurred occurs remain remained remains keep
    kept based including included said says say named called especially mainly mostly largely particularly
    """
) - {"included", "including"}


@dataclass(frozen=True)
class Token:
    """One word of a text: `text[start:end]`, its stem, and the numbers of the sentence and clause it belongs to."""

    word: str  # lower case
    stem: str
    start: int
    end: int
    sentence: int
    clause: int
    place: int  # counted over the whole text
    compound: bool  # a hyphen ties it to the next word: the “low” of low-flow

    @property
    def content(self) -> bool:
        """Whether the word says something of its own: no stop word and no figure."""
        return self.word not in STOP_WORDS and not self.word[0].isdigit()


_IRREGULAR = dict(
    pair.split("=")
    for pair in listed(
        """
    paid=pay fell=fall fallen=fall rose=rise risen=rise grew=grow grown=grow lost=lose kept=keep held=hold led=lead
    made=make went=go gone=go took=take taken=take gave=give given=give found=find felt=feel left=leave met=meet
    sold=sell bought=buy built=build spent=spend sent=send lent=lend taught=teach thought=think caught=catch
    brought=bring fought=fight sought=seek began=begin begun=begin ran=run drank=drink sank=sink sunk=sink shrank=shrink
    shrunk=shrink broke=break broken=break chose=choose chosen=choose spoke=speak spoken=speak wrote=write
    written=write drove=drive driven=drive ate=eat eaten=eat knew=know known=know threw=throw flew=fly slept=sleep
    swept=sweep dealt=deal meant=mean won=win stood=stand understood=understand became=become came=come saw=see
    seen=see lay=lie women=woman men=man children=child mice=mouse feet=foot teeth=tooth data=datum
    """
    )
)


@lru_cache(maxsize=50_000)
def stem(word: str) -> str:
    """The stem of one word, whatever word it is: `analyse` alone leaves stop words out, and “paid” as it is."""
    plain = _IRREGULAR.get(word, word)
    return (analyse(plain) or [plain])[0]


@lru_cache(maxsize=4_000)
def tokens(text: str) -> tuple[Token, ...]:
    """The words of `text` in order."""
    found: list[Token] = []
    clause = 0
    for number, sentence in enumerate(sentences(text)):
        breaks = [match.start() for match in CLAUSE_BREAK.finditer(sentence.text)]
        passed = 0
        for match in _WORD.finditer(sentence.text):
            while passed < len(breaks) and breaks[passed] <= match.start():
                passed += 1
            word = match.group().lower().replace("’", "'")
            start, end = sentence.start + match.start(), sentence.start + match.end()
            tied = _TIED.match(text, end) is not None
            found.append(Token(word, stem(word), start, end, number, clause + passed, len(found), tied))
        clause += len(breaks) + 1
    return tuple(found)


def content_stems(text: str) -> frozenset[str]:
    """The stems of all words of `text` that say something of their own."""
    return frozenset(token.stem for token in tokens(text) if token.content)
