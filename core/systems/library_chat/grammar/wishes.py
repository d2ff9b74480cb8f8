"""A wish that is told of somebody: for whom books are looked for, how old they are, what they like and what not.

Such a message is put as a plain request in its own places, “she likes the sea but hates horror” as “about the sea, no
horror”, so that every word stays where it stands.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from core.language.lexicon import alternatives, word_groups
from core.language.numbers import COUNT
from core.language.reading import Word
from core.systems.library_chat.grammar.spans import lexicon
from core.systems.library_chat.grammar.tokens import Token, key_of
from core.systems.library_chat.grammar.vocabulary import Vocabulary

FOR_WHOM = "says for whom, which no column tells"
_PEOPLE, _KINDS = word_groups("people_beside"), word_groups("library_wishes")
_OWN = frozenset().union(*(words for kind, words in _PEOPLE.items() if kind.startswith("whose")))
_NEAR = frozenset().union(
    *(words for kind, words in _PEOPLE.items() if kind.split(",")[0] in ("relative", "another person"))
)
_ARTICLES = frozenset({"a", "an", "the", "some"})
_SIGNS = " .,;:!"
_SPEAKER = ("i", "we")
_MOST_WORDS = 4

_NAME = r"[^\W\d_]+(?:[-’'][^\W\d_]+)*"
_PRONOUN = r"(?:s?he|they)"
_BE = r"(?:is|are|am|was|were|['’]s|['’]re|['’]m)"
_YEARS = rf"(?:(?:only|just|about|almost|nearly|around|now)\s+)?{COUNT}(?:[-\s]+years?[-\s]+olds?)?"
_STOP = r"(?=\s*(?:$|[,.;:!?]|and\b|but\b|who\b))"
_AGED = re.compile(rf"(?i)(?:\s+(?:of|aged?|age\s+of)\s+|\s*,\s*(?:aged?\s+)?|\s+who\s*{_BE}\s+){_YEARS}{_STOP}")
_PERSON = rf"(?:{_PRONOUN}|(?:{alternatives(_OWN)})\s+{_NAME}(?:\s+{_NAME})??)"
_IS_AGED = re.compile(rf"(?i)(?:(?:^|[.,;:!])\s*|\b(?:and|but)\s+){_PERSON}\s*{_BE}\s+{_YEARS}{_STOP}")
_IS_SO = re.compile(
    rf"(?i)(?:^|[.,;:!])\s*{_PERSON}\s*{_BE}\s+(?!{_YEARS}{_STOP})\w+(?:\s+\w+){{0,2}}?(?=\s+(?:and|but)\s)"
)  # “my mother is retired and loves gardens”
_SAYS = re.compile(rf"(?i)\bwho\b|{_BE}\b")  # something of somebody
_CLAUSE = re.compile(r"(?i)\s+who\s+\w+(?:\s+\w+){0,3}?\s*,?\s*(?=\b(?:and|but)\b)")
_OF_PERSON = re.compile(rf"(?i)[\s,.;:–-]+(?:who|{_PRONOUN})\b")  # behind somebody
_OF_TOPIC = re.compile(r"(?i)\b(?:about|on|of)\b[^,.;:!?]*$")  # “about the search for a cure”
_AGE_FIRST = re.compile(rf"(?i){COUNT}[-\s]+years?[-\s]+olds?\b\s*")

_WITH_ADVERB = r"(?:(?:\w+ly|also|so|very|too|much|just|quite|still|always)\s+)*"
_NOT = r"(?:(?:do|does|did|can|could|would|will)?\s*(?:not|never)|(?:do|does|did|ca|could|would|wo)n['’]?t|cannot)"


def _verbs(kind: str) -> str:
    return rf"(?:{alternatives(_KINDS[kind])})"


_LIKING = "|".join(
    (
        rf"(?P<not_like>{_NOT}\s+{_WITH_ADVERB}{_verbs('likes')}(?:e?d)?)",
        rf"(?P<bears>{_NOT}\s+{_WITH_ADVERB}{_verbs('tolerates')})",
        rf"(?P<not_into>{_BE}\s*(?:not|n['’]t)\s+{_WITH_ADVERB}{_verbs('is likes')})",
        rf"(?P<likes>{_WITH_ADVERB}{_verbs('likes')}(?:e?s|e?d)?)",
        rf"(?P<wants>{_WITH_ADVERB}{_verbs('wants')}(?:e?s|e?d)?)",
        rf"(?P<into>(?:{_BE}\s+)?{_WITH_ADVERB}{_verbs('is likes')})",
        rf"(?P<hates>{_WITH_ADVERB}{_verbs('dislikes')}(?:e?s|e?d)?)",
        rf"(?P<tired>(?:{_BE}\s+)?{_WITH_ADVERB}{_verbs('is dislikes')})",
    )
)
_OF_LIKING = frozenset({"likes", "wants", "into"})
_READING = (
    r"(?:\s+(?:to\s+)?(?:read|hear|know|learn)(?:ing)?\b)?"
    r"(?:\s+(?:something|anything|books|stories|novels))?(?:\s+(?:about|on|with)(?=\s))?"
)
_SUBJECT = rf"(?:I|we|who|{_PERSON})"
_TASTE = re.compile(
    rf"(?i)(?P<before>^|[.,;:!]|\b(?:and|but|yet|though)\b|(?=\bwho\b))\s*(?P<who>{_SUBJECT})?\s*(?:{_LIKING})\b{_READING}\s+(?=\w)"
)


@dataclass(frozen=True)
class Wish:
    """A message put as a plain request, `text`, with every word in its place; `aside` are those that tell for whom.

    `tastes` are the places of what is liked or disliked: it is the wish itself.
    """

    text: str
    aside: tuple[Word, ...]
    tastes: tuple[tuple[int, int], ...]

    def as_said(self, word: Word, question: str) -> Word:
        """Return a word of the plain request as it stands in the question, with the verb that said it."""
        start = next((first for first, last in self.tastes if first <= word.start < last), word.start)
        start += len(question[start : word.end]) - len(question[start : word.end].lstrip(_SIGNS))
        return replace(word, text=question[start : word.end], start=start)


@dataclass(frozen=True)
class _Whom:
    """Somebody or something behind “for”, up to a place in the question; sure of somebody who is near, or aged."""

    end: int
    is_sure: bool


def wish_of(question: str, tokens: Sequence[Token], names: Vocabulary) -> Wish | None:
    """Read for whom books are looked for and what they like; None where nothing is told of anybody."""
    told = [(tokens[at].start, found.end) for at in range(len(tokens)) if (found := whom_at(question, tokens, at))]
    first = _somebody(question, tokens, 0)  # “a girl who likes bees”
    if first and (match := _TASTE.match(question, first.end + 1)) and match["who"]:
        told.append((tokens[0].start, first.end))
    whom = [
        (start, _with_clause(question, end, names))
        for start, end in told
        if not _names_genre(question[start:end], names)
    ]
    so = [match.span() for match in (*_IS_AGED.finditer(question), *_IS_SO.finditer(question))]
    so = [(start, end) for start, end in dict.fromkeys(so) if not _names_genre(question[start:end], names)]
    tastes = list(_tastes(question, [*whom, *so]))
    if not whom and not tastes:
        return None
    text, aside = question, [*whom, *so]
    for start, end in aside:
        text = _put(text, start, end, "")
    has_topic = False
    for match in tastes:
        likes = any(match[name] for name in _OF_LIKING)
        said = ("or" if has_topic else "about") if likes else ", no"
        has_topic = has_topic or likes
        text = _put(text, match.start(), match.end(), said)
    for_whom = tuple(_told(question, start, end) for start, end in aside)
    return Wish(text, for_whom, tuple(match.span() for match in tastes))


def whom_at(question: str, tokens: Sequence[Token], place: int) -> _Whom | None:
    """Read “for my niece”, “for a girl of 13”, “for a colleague who …”: no name of a book, and nothing of one."""
    return _somebody(question, tokens, place + 1) if tokens[place].key == "for" else None


def _somebody(question: str, tokens: Sequence[Token], begin: int) -> _Whom | None:
    """Read somebody or something from a place on: “my niece”, “a girl of 13”."""
    at, is_sure = begin, False
    if at < len(tokens) and tokens[at].key in _OWN | _ARTICLES:
        at, is_sure = at + 1, tokens[at].key in _OWN
    has_article = at > begin
    if at < len(tokens) and (aged := _AGE_FIRST.match(question, tokens[at].start)):
        is_sure = True
        at = next((one for one in range(at, len(tokens)) if tokens[one].start >= aged.end()), len(tokens))
    first = at
    while at < len(tokens) and at - first < _MOST_WORDS and _is_of_noun(tokens, at):
        at += 1
    if at == first and not is_sure:
        return None
    words = [token.key for token in tokens[first:at]]
    end = tokens[at - 1].end
    if aged := _AGED.match(question, end):
        end, is_sure = aged.end(), True
    is_sure = is_sure or bool(_NEAR & {*words}) or _OF_PERSON.match(question, end) is not None
    is_purpose = has_article and not _OF_TOPIC.search(question[: tokens[begin].start])
    return _Whom(end, is_sure) if is_sure or is_purpose else None


def _with_clause(question: str, end: int, names: Vocabulary) -> int:
    """Return where a clause about somebody ends that a taste goes on from: “who is retiring and loves trains”."""
    clause = _CLAUSE.match(question, end)
    if clause is None or _TASTE.match(question, end + 1) or not _TASTE.match(question, clause.end()):
        return end
    return end if _names_genre(clause[0], names) else clause.end()


def _names_genre(said: str, names: Vocabulary) -> bool:
    """Whether some words name a kind of book: “for a thriller”."""
    words = key_of(said).split()
    spans = (" ".join(words[at:end]) for at in range(len(words)) for end in range(at + 1, len(words) + 1))
    kinds = {key for key in spans if any(one.column == "genres" for one in names.meanings.get(key, ()))}
    return bool(kinds) or any(word in names.absent_genres for word in words)


def _is_of_noun(tokens: Sequence[Token], place: int) -> bool:
    """Whether a word may be of a noun phrase: the grammar does not know it, or it is before such a word or “who”."""
    token = tokens[place]
    if token.kind not in ("word", "possessive") or token.is_capital:
        return token.key in _NEAR
    if place + 1 < len(tokens) and tokens[place + 1].key == "who":
        return True
    if token.key in ("age", "aged"):
        return False
    tags = {tag for tag, _ in lexicon().get(token.key, ())}
    is_before_other = tags <= {"BOOKS", "VAGUE"} and place + 1 < len(tokens) and tokens[place + 1].kind == "word"
    return not tags or token.key in _NEAR or (is_before_other and not lexicon().get(tokens[place + 1].key))


def _tastes(question: str, told: Sequence[tuple[int, int]]) -> Iterator[re.Match[str]]:
    """Give what is told of likes and dislikes: of somebody, and of the same without a further subject."""
    has_subject = False
    said_of = [end for start, end in told if _SAYS.search(question[start:end])]
    for match in _TASTE.finditer(question):
        subject = (match["who"] or "").casefold()
        is_of_whom = subject != "who" or any(end <= match.start() <= end + 2 for _, end in told)
        if match["wants"] and subject in _SPEAKER:  # “I need a gift” is the request
            continue
        goes_on = any(end <= match.start() and not question[end : match.start()].strip(_SIGNS) for end in said_of)
        if (subject and is_of_whom) or (not subject and (has_subject or goes_on)):
            has_subject = True
            yield match


def _put(text: str, start: int, end: int, said: str) -> str:
    """Put other words in the place of some, with blanks up to where these ended."""
    return f"{text[:start]}{said:<{end - start}}{text[end:]}"


def _told(question: str, start: int, end: int) -> Word:
    said = question[start:end]
    start += len(said) - len(said.lstrip(_SIGNS))
    return Word(question[start:end], start, end, "aside", FOR_WHOM)
