"""Arguments that may be any words: what a title contains or begins with, what books are about."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

from core.language.dictionary import in_dictionary
from core.language.negation import DENYING
from core.language.numbers import LARGE, NUMBER_WORDS
from core.language.periods import ages, periods
from core.stores.library_plan import How, Test
from core.systems.library_chat.grammar.nodes import Condition, Node
from core.systems.library_chat.grammar.spans import lexicon, lexicon_words
from core.systems.library_chat.grammar.times import dates_in
from core.systems.library_chat.grammar.tokens import Token
from core.systems.library_chat.grammar.vocabulary import Vocabulary
from core.systems.library_chat.grammar.wishes import whom_at

_TITLE = r"(?:titles?|names?)"
_HOLD = (
    r"(?:contain(?:s|ing|ed)?|includ(?:es?|ing)|mention(?:s|ing)?|feature|features|featuring|hold(?:s|ing)?|"
    r"ha(?:s|ve|ving|d)|with|use[sd]?|using)"
)
_WORD = r"(?:(?:(?:the|a|an)\s+)?(?:words?|phrases?|terms?|letters?|string|text)\s+)?"
_BEGIN = r"(?:(?:start|begin|open)(?:s|ning|ing|ting)?\s+(?:with|in|on)|starts?\s+off\s+with)"
_END = r"(?:end(?:s|ing)?\s+(?:with|in|on)|finish(?:es|ing)?\s+(?:with|in|on))"
_NOT = r"(?P<no>(?:do(?:es)?\s+not|do(?:es)?n['’]?t|not|without|lack(?:s|ing)?)\s+)?"
_GO = r"(?:\s+(?:that|which|who|to|do|does|all|also|both|either|actually))*\s+"
_WAYS: tuple[tuple[How, str], ...] = (
    ("begins", rf"(?:\b(?:whose|their|with|by)\s+)?(?:the\s+|a\s+)?{_TITLE}{_GO}{_NOT}{_BEGIN}"),
    ("ends", rf"(?:\b(?:whose|their|with|by)\s+)?(?:the\s+|a\s+)?{_TITLE}{_GO}{_NOT}{_END}"),
    ("contains", rf"(?:\b(?:whose|their|with|by)\s+)?(?:the\s+|a\s+)?{_TITLE}{_GO}{_NOT}{_HOLD}"),
    ("contains", rf"(?:\bwhose\s+){_TITLE}\s+{_NOT}{_HOLD}"),
    ("contains", rf"\btitles?\s+{_NOT}with"),
    ("begins", rf"{_TITLE}\s+{_BEGIN}"),
    ("begins", rf"(?:(?<=publishers)|(?<=authors)|(?<=writers))\s+{_NOT}{_BEGIN}"),
    ("ends", rf"{_TITLE}\s+{_END}"),
    ("begins", rf"\b(?:that|which|and|or|but)\s+{_NOT}{_BEGIN}"),
    ("ends", rf"\b(?:that|which|and|or|but)\s+{_NOT}{_END}"),
    ("contains", rf"\b{_NOT}{_HOLD}\s+(?:the|a)\s+(?:word|phrase|term)s?"),
    ("contains", rf"\b{_TITLE}\s+{_NOT}with\s+(?:the|a)\s+(?:word|phrase|term)s?"),
)
_DENYING = "|".join(
    re.escape(phrase).replace(r"\ ", r"\s+") for phrase, tags in lexicon().items() if ("NOT", "") in tags
)
_WAYS += (
    (
        "contains",
        rf"(?P<no>{_DENYING})\s+(?:(?:any|every)thing|any|those|(?:the\s+)?ones|books|titles)?\s*"
        r"(?:(?:that|which)\s+(?:is|are)\s+)?(?P<called>called|titled|entitled|labell?ed|named)",
    ),
)
_TRIGGERS = tuple((how, re.compile(rf"(?i)\b{pattern}\s+{_WORD}$")) for how, pattern in _WAYS)
_BEGINNING = re.compile(r"(?i)\b(?:(?:begin|start|end)(?:s|ning|ing)?|finish(?:es|ing)?)\s+$")
_BEHIND = re.compile(
    rf"(?i)^\s*(?:(?:appear|occur|stand)s?\s+)?(?:anywhere\s+)?(?:in|as\s+part\s+of|within)\s+(?:the\s+|their\s+|its\s+)?(?:book\s+)?{_TITLE}\b"
)
_BEFORE_BEHIND = re.compile(rf"(?i)\b(?:{_NOT}(?:{_HOLD}|the)|(?P<without>without|lacking))\s+{_WORD}$")
_STOPS = frozenset({
    "in", "by", "from", "published", "written", "that", "which", "how", "and", "or", "but", "not", "before",
    "after", "since", "with", "are", "is", "were", "was", "than", "as", "sorted", "sort", "who", "longer",
    "shorter", "have", "has", "do", "does", "please", "also", "anywhere", "at", "under", "over", "ordered",
    "there", "it",
})  # fmt: skip
_JOINING = {"and": "and", "or": "or", ",": "", "but": "and", "not": "not", "nor": "or"}
_ABOUT = re.compile(
    r"(?i)(?<!^what\s)(?<!^how\s)(?<!\band\swhat\s)(?<!\band\show\s)\b(?:about|dealing\s+with|deals?\s+with|concerning|regarding|on\s+the\s+(?:subject|topic|theme)\s+of|to\s+do\s+with)\s+$"
)
_ANYTHING = ("something", "anything", "nothing")
_ON = re.compile(r"(?i)\bon\s+$")
_ASKING = frozenset({
    "which", "what", "who", "how", "when", "where", "list", "show", "give", "tell", "by", "published", "written",
    "not",
})  # fmt: skip
_STOPS_ABOUT = _STOPS - {
    "in", "of", "and", "at", "with", "not", "over", "under", "before", "after", "since",
}  # fmt: skip
_BINDING = frozenset({
    "GT", "GE", "LT", "LE", "EQ", "APPROX", "BETWEEN", "AFTER", "SINCE", "BEFORE", "UNTIL", "TO", "IN", "HAVE",
})  # fmt: skip
_WITHIN_BOUND = _BINDING | {"COL", "PUBLISH"}
_LONGEST_BOUND = 5  # words of a phrase such as “no fewer than”
_COUNTED = frozenset(NUMBER_WORDS) | frozenset(LARGE) | {"and"}


def title_arguments(question: str, tokens: Sequence[Token], names: Vocabulary) -> list[Node]:
    """Return a condition for each "titles containing X", "whose name begins with X" and "with X in the title"."""
    found: list[Node] = []
    for place in range(1, len(tokens)):
        if any(node.first <= place <= node.last for node in found) or tokens[place].kind == "sign":
            continue
        if tokens[place].key in ("word", "words", "phrase", "letter", "term") or (
            tokens[place].key in ("the", "a", "an")
            and tokens[place + 1 : place + 2]
            and tokens[place + 1].key in ("word", "words", "phrase", "letter", "term")
        ):
            continue
        before = question[: tokens[place].start]
        if tokens[place].kind == "quote" and _BEGINNING.search(before):  # “titles beginning "A Brief History"”
            before = f"{before}with "
        for how, trigger in _TRIGGERS:
            match = trigger.search(before)
            if match and not (
                how == "contains" and (_names_column(tokens, place) or _names_author(tokens, place, names))
            ):
                node = _argument(question, tokens, place, match, how, names)
                if node:
                    found.append(node)
                    break
        else:
            match = _BEFORE_BEHIND.search(before)
            if match and (end := _end_before_title(question, tokens, place)):
                found.append(_argument_to(question, tokens, place, end, match))
    return found


def topic_argument(question: str, tokens: Sequence[Token], taken: Sequence[Node], names: Vocabulary) -> Node | None:
    """Return what books are asked to be about: up to what says another thing of them, a bound in whatever order."""
    times = _times_in(question)
    for place in range(1, len(tokens)):
        if any(node.first <= place <= node.last for node in taken):
            continue
        match = _ABOUT.search(question[: tokens[place].start]) or _on_after_books(question, tokens, place)
        if not match or tokens[place].kind == "number":
            continue
        last = place
        while last + 1 < len(tokens) and (
            _is_by_a_thing(tokens, last + 1, names)
            or not (_ends_topic(tokens, last + 1, times) or _is_for(question, tokens, last + 1))
        ):
            last += 1
        said = " ".join(question[tokens[place].start : tokens[last].end].strip("“”\"'‘’ ").split())
        for article in ("the ", "a ", "an "):
            said = said.removeprefix(article)
        first = next((at for at, token in enumerate(tokens) if token.start >= match.start()), place)
        return Node("TOPIC", "", first, last, said, frozenset(range(first, last + 1)))
    return None


def _is_for(question: str, tokens: Sequence[Token], place: int) -> bool:
    """Whether it is told here for whom: “the sea for my niece”, but not “the search for a cure”."""
    whom = whom_at(question, tokens, place)
    return whom is not None and whom.is_sure


def _is_by_a_thing(tokens: Sequence[Token], place: int, names: Vocabulary) -> bool:
    """Whether “by” is of the topic, “travel by train”, “a house by the sea”: one thing that there may be several of, as
    there is no plural of “austen” and none of “women”.
    """
    at = place + (2 if place + 1 < len(tokens) and tokens[place + 1].key == "the" else 1)
    if tokens[place].key != "by" or at >= len(tokens) or tokens[at].kind != "word" or tokens[at].is_capital:
        return False
    thing, behind = tokens[at], tokens[at + 1 : at + 2]
    is_name = any(one.column in ("authors", "publisher") for one in names.meanings.get(thing.key, ()))
    is_alone = not any(one.kind == "word" and one.key not in lexicon_words() for one in behind)
    is_thing = in_dictionary(thing.key) and in_dictionary(f"{thing.key}s") and thing.key not in lexicon_words()
    return is_alone and is_thing and not is_name


def _on_after_books(question: str, tokens: Sequence[Token], place: int) -> re.Match[str] | None:
    """Find “on” right behind what books are called: “novels on the sea”, but not “published on Monday”."""
    before = tokens[place - 2].key if place > 1 else ""
    names_books = before in _ANYTHING or any(tag == "BOOKS" for tag, _ in lexicon().get(before, ()))
    return _ON.search(question[: tokens[place].start]) if names_books else None


def _ends_topic(tokens: Sequence[Token], place: int, times: Collection[int]) -> bool:
    token = tokens[place]
    if token.kind == "sign":
        if token.text == "," and _lists_on(tokens, place, times):
            return False
        return token.text not in "-'’&" or (token.text == "-" and token.start > tokens[place - 1].end)
    if token.key == "but":
        return True
    if token.key in ("and", "or") and place + 1 < len(tokens):
        return tokens[place + 1].key in _STOPS_ABOUT | _ASKING | DENYING or _is_bound(tokens, place + 1, times)
    if token.key in DENYING and place + 1 < len(tokens) and tokens[place + 1].key in _STOPS_ABOUT:  # “not by …”
        return True
    return token.key in _STOPS_ABOUT or token.kind == "number" or _is_bound(tokens, place, times)


def _lists_on(tokens: Sequence[Token], comma: int, times: Collection[int]) -> bool:
    """Whether a comma parts topics of which any will do: “travel, islands or the sea”."""
    for place in range(comma + 1, len(tokens)):
        if tokens[place].text == ",":
            continue
        if tokens[place].kind == "sign" or tokens[place].key in DENYING or _ends_topic(tokens, place, times):
            return False
        if tokens[place].key == "or":
            return True
    return False


def _times_in(question: str) -> set[int]:
    """Return where years, periods and dates in figures begin, “since 2000” at its first word."""
    places = [(period.start, period.end) for period in (*periods(question), *ages(question))]
    places += [(date.start, date.end) for date in dates_in(question)]
    said = [(start, question[start:end]) for start, end in places]
    return {start + len(words) - len(words.lstrip()) for start, words in said if any(map(str.isdigit, words))}


def _is_bound(tokens: Sequence[Token], place: int, times: Collection[int]) -> bool:
    """Whether a bound begins here: a comparing word and behind it an amount, “under 250 pages”, “with at most 300”."""
    if tokens[place].start in times:
        return True
    at, wanted = place, _BINDING
    while at < len(tokens):
        if at > place and (tokens[at].kind in ("number", "decade") or tokens[at].start in times):
            return True
        if at > place and _is_spelled_amount(tokens, at):
            return True
        length = 1 if at > place and tokens[at].key in ("the", "a", "an") else _length_of(tokens, at, wanted)
        if not length:
            return False
        at, wanted = at + length, _WITHIN_BOUND
    return False


def _length_of(tokens: Sequence[Token], place: int, wanted: Collection[str]) -> int:
    """Return how many tokens the longest phrase of some tags has here; 0 where there is none."""
    for length in range(min(_LONGEST_BOUND, len(tokens) - place), 0, -1):
        said = " ".join(token.key for token in tokens[place : place + length])
        if any(tag in wanted for tag, _ in lexicon().get(said, ())):
            return length
    return 0


def _is_spelled_amount(tokens: Sequence[Token], place: int) -> bool:
    """Whether an amount of pages stands here in words: “two hundred pages”."""
    at = place
    while at < len(tokens) and tokens[at].key in _COUNTED:
        at += 1
    return at > place and at < len(tokens) and ("COL", "pages") in lexicon().get(tokens[at].key, ())


def _names_column(tokens: Sequence[Token], place: int) -> bool:
    """Whether "titles with …" goes on with a number or a column: with more than 300 pages."""
    ahead = [token.key for token in tokens[place : place + 6]]
    return bool(
        {"pages", "page", "authors", "author", "genres", "genre", "more", "fewer", "less", "at", "no", "publisher"}
        & set(ahead[:4])
    ) or (tokens[place].kind == "number" and bool({"pages", "authors", "genres"} & set(ahead)))


def _names_author(tokens: Sequence[Token], place: int, names: Vocabulary) -> bool:
    """Whether "titles that have …" goes on with the whole name of an author."""
    return any(
        " ".join(token.key for token in tokens[place:last]) in names.authors for last in range(place + 2, place + 5)
    )


def _argument(
    question: str, tokens: Sequence[Token], place: int, match: re.Match[str], how: How, names: Vocabulary
) -> Node | None:
    values: list[str] = []
    denied: list[str] = []
    joined, turned = "", False
    last = place - 1
    position = place
    while position < len(tokens):
        token = tokens[position]
        if token.kind == "quote":
            (denied if turned else values).append(token.text[1:-1].strip())
            last, position = position, position + 1
        elif token.key in _JOINING and values:
            word = _JOINING[token.key]
            turned = turned and token.key != "but"  # “not magic or wizard” denies both
            ahead = position + 1
            while ahead < len(tokens) and tokens[ahead].key in (*_JOINING, "the", "word", "either", "both"):
                turned = turned or tokens[ahead].key == "not"
                word = word or _JOINING.get(tokens[ahead].key, "")
                ahead += 1
            turned = turned or token.key == "not"
            if ahead >= len(tokens) or not _goes_on(tokens, ahead):
                break
            joined = word if word in ("and", "or") and not turned else joined
            position = ahead
        elif (token.kind == "word" and token.key not in _STOPS) or (
            token.kind == "word" and not values and position == place
        ):
            start = position
            while (
                position + 1 < len(tokens)
                and tokens[position + 1].kind in ("word", "number", "possessive")
                and tokens[position + 1].key not in _STOPS
            ):
                position += 1
            (denied if turned else values).append(question[tokens[start].start : tokens[position].end])
            last, position = position, position + 1
        else:
            break
    if not values:
        return None
    if any(value.casefold() in _SIGNS for value in values):
        first = next(at for at, token in enumerate(tokens) if token.start >= match.start())
        held = frozenset(range(first, last + 1))
        return Node("LACK", "title", first, last, "", held)  # texts are compared without signs
    said = _spelled_out(values, how, match, names, _column_before(tokens, match.start()))
    return _node(tokens, match, last, how, said, denied, joined or "or")


_SIGNS = frozenset(
    {
        "a question mark",
        "question mark",
        "an exclamation mark",
        "exclamation mark",
        "a number",
        "a digit",
        "a colon",
        "colon",
        "a comma",
        "comma",
    }
)


def _spelled_out(
    values: Sequence[str], how: How, match: re.Match[str], names: Vocabulary, column: str
) -> Sequence[str]:
    """Return for a single letter the words with which titles begin or end."""
    if column != "title":
        return values
    found: list[str] = []
    for value in values:
        letter = value.strip("“”\"'‘’ ")
        if how in ("begins", "ends") and _is_part(letter, "letter" in match[0].lower(), names):
            found += names.words_at_end(letter.casefold(), last=how == "ends")
        else:
            found.append(value)
    return found or list(values)


def _is_part(said: str, is_letter: bool, names: Vocabulary) -> bool:
    """Whether "begins with" speaks of letters, "S" or "Harr", rather than of a word."""
    if len(said) == 1:
        return is_letter or said.lower() not in "ai"
    return said.isalpha() and said.casefold() not in names.title_words


_OTHER_CONDITIONS = frozenset({
    "begin", "begins", "start", "starts", "end", "ends", "finish", "published", "written", "by", "have", "has", "are",
    "is", "longer", "shorter", "pages", "came", "author", "who",
})  # fmt: skip


def _goes_on(tokens: Sequence[Token], place: int) -> bool:
    """Whether behind "and" stands another word of the title, not another condition."""
    token = tokens[place]
    if token.kind == "quote":
        return True
    ahead = {one.key for one in tokens[place : place + 3]}
    return token.kind == "word" and token.key not in _STOPS and not ahead & _OTHER_CONDITIONS


def _end_before_title(question: str, tokens: Sequence[Token], place: int) -> int | None:
    """Return the last token of X in "X in the title", None where that does not follow within six tokens."""
    for last in range(place, min(place + 6, len(tokens))):
        if tokens[last].key in ("page", "pages", "?") or tokens[place].key in ("the", "word", "words"):
            return None
        if last > place and tokens[last].key in ("with", "containing", "word", "words", "that", "which"):
            return None  # “all the books with the word reading in the title”
        if _BEHIND.match(question[tokens[last].end :]):
            return last + 1
    return None


def _argument_to(question: str, tokens: Sequence[Token], place: int, end: int, match: re.Match[str]) -> Node:
    values: list[str] = []
    words: list[Token] = []
    joined = "or"
    for token in tokens[place:end]:
        if token.key in ("and", "or", ",") and words:
            values.append(question[words[0].start : words[-1].end])
            words, joined = [], token.key if token.key in ("and", "or") else joined
        elif token.key not in ("both", "either"):
            words.append(token)
    if words:
        values.append(question[words[0].start : words[-1].end])
    behind = _BEHIND.match(question[tokens[end - 1].end :])
    stop = tokens[end - 1].end + (behind.end() if behind else 0)
    last = max(at for at, token in enumerate(tokens) if token.end <= stop)
    return _node(tokens, match, last, "contains", values, [], joined)


def _column_before(question_words: Sequence[Token], first: int) -> str:
    """Return the column whose names hold the words: "publishers with Press in their name"."""
    before = [token.key for token in question_words if token.end <= first]
    own = {
        "publishers": "publisher",
        "publisher": "publisher",
        "authors": "authors",
        "author": "authors",
        "writers": "authors",
    }
    while before and before[-1] in ("have", "has", "that", "which", "do", "with", "are", "is"):
        before.pop()
    return own.get(before[-1], "title") if before else "title"


def _node(
    tokens: Sequence[Token],
    match: re.Match[str],
    last: int,
    how: How,
    values: Sequence[str],
    denied: Sequence[str],
    word: str,
) -> Node:
    column = _column_before(question_words=tokens, first=match.start())
    plain = [value.strip("“”\"'‘’ ") for value in values]
    if match.groupdict().get("called"):  # “nothing called a boxed set”
        plain = [value.removeprefix("a ") for value in plain]
    turned = any(match.groupdict().get(name) for name in ("no", "without"))
    first = next(at for at, token in enumerate(tokens) if token.start >= match.start())
    without = tuple(Test(column=column, how=how, values=(value.strip("“”\"'‘’ "),), denied=True) for value in denied)
    if word == "and" and not turned:
        tests = tuple(Test(column=column, how=how, values=(value,)) for value in plain)
        value = Condition(((*tests, *without),))
    else:
        value = Condition(((Test(column=column, how=how, values=tuple(plain), denied=turned), *without),))
    if column != "title":
        return Node("OWNNAME", column, first, last, value, frozenset(range(first, last + 1)))
    return Node("COND", column, first, last, value, frozenset(range(first, last + 1)))
