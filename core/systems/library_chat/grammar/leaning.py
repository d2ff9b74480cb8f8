"""What a question looks like that leans on what was said before: its pronouns, its lead, what it leaves out."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import pairwise

from core.systems.library_chat.grammar.bounds import LEAST_ISBN
from core.systems.library_chat.grammar.chunks import Mode, class_of, conditions, operations
from core.systems.library_chat.grammar.nodes import Node
from core.systems.library_chat.grammar.reading import Said
from core.systems.library_chat.grammar.spans import lexicon

LEADS = frozenset({"AND", "OR", "BUT", "ALSO", "ONLY", "NOT", "FORGET"})
_NARROWING = frozenset({"ONLY", "NOT", "BUT"})
_OF_MORE = frozenset(
    ("REST", "MORE", "ELSE", "NUM", "LIMIT", "BOOKS", "LIBRARY", "THOSE", "IN", "AND", "ALSO", "WHICH", "BE", "SINGLE")
) | {"HAVE"}
_OF_THEM = frozenset(
    ("THOSE", "IT", "WHICH", "BE", "AND", "ALSO", "LIBRARY", "IN", "SINGLE", "BOOKS", "TITLED", "BOTH", "EITHER")
) | {"APPROX", "SAMPLE", "BUT", "OR"}
_OF_PEOPLE = frozenset({"WHOSE", "WHO", "HAVE", "WROTE", "PUBLISH", "AVG", "DIFFERENCE"})
_OF_NUMBER = frozenset(("COUNT", "BE", "AND", "IN", "SIGN", "THOSE", "IT", "ALSO", "HAVE"))
_OF_A_BOOK = frozenset({"COL", "WHO", "WHEN", "HOWLONG"})
_CALCULATING = frozenset({"AGG", "AGGCOUNT", "SHARE", "AVG"})
_SENTENCE = frozenset({"WHICH", "WHO", "BE", "HAVE", "WROTE", "PUBLISH", "WHEN"})
_BOUNDED = frozenset({"pages", "year", "published", "month"})
_NOUN_BEFORE = frozenset({"COUNT", "SUP", "ORD", "LIMIT", "NUM", "SHARE", "AVG", "WHICH"})


def said_of(said: Said, node: Node) -> str:
    """Return the words of a node."""
    return said.question[said.tokens[node.first].start : said.tokens[node.last].end]


def tags_of(nodes: Sequence[Node]) -> list[str]:
    """Return the tags of nodes, without signs."""
    return [node.tag for node in nodes if node.tag != "SIGN"]


def mode_of(said: Said) -> Mode:
    """Tell whether new chunks take the place of former ones, narrow them or are added."""
    tags = tags_of(said.raw)
    lead = next((tag for tag in tags if tag != "ALSO"), "")
    if (lead == "OR" and "ALSO" not in tags) or any(node.tag == "AND" and node.last > node.first for node in said.raw):
        return "or"
    if lead in _NARROWING or "THOSE" in tags:
        return "narrow"
    return "instead"


def is_more(said: Said) -> bool:
    """Whether a question asks for nothing but more of the same."""
    tags = set(tags_of(said.nodes))
    return bool(tags & {"REST", "MORE", "ELSE"}) and tags <= _OF_MORE


def is_number(said: Said) -> bool:
    """Whether it asks for nothing but how many that is."""
    tags = set(tags_of(said.nodes))
    return "COUNT" in tags and tags <= _OF_NUMBER


_SUPERLATIVES = {"LONGER": "pages:desc", "SHORTER": "pages:asc", "NEWER": "year:desc", "OLDER": "year:asc"}


def is_comparative(said: Said) -> bool:
    """Whether it asks for nothing but which of them is longer, or older."""
    tags = set(tags_of(said.raw))
    return bool(tags & _SUPERLATIVES.keys()) and tags <= _SUPERLATIVES.keys() | _OF_THEM


def compares_again(said: Said) -> bool:
    """Whether it asks for nothing but whose books are longer, or newer, of those that were compared."""
    tags = set(tags_of(said.raw))
    return bool(tags & _SUPERLATIVES.keys()) and tags <= _SUPERLATIVES.keys() | _OF_THEM | _OF_PEOPLE


_OF_COLUMNS = frozenset({"LIBRARY", "THOSE", "HAVE", "COL", "AND", "ALSO", "BOOKS", "IN"})
_OF_NEXT = frozenset(
    {"AND", "WHICH", "WHO", "COL", "ORD", "ALSO", "HAVE", "COUNT", "BOOKS", "BE", "THOSE", "IT", "BUT"}
)


def columns_wanted(said: Said) -> tuple[str, ...]:
    """Return the columns with which what was found is to be listed, where nothing else is asked: “list, with year”."""
    nodes = [node for node in said.nodes if node.tag != "SIGN"]
    first = next((at for at, node in enumerate(nodes) if node.tag == "HAVE"), None)
    if first is None or not {node.tag for node in nodes} <= _OF_COLUMNS or not nodes[first + 1 :]:
        return ()
    listed = [node for node in nodes[first + 1 :] if node.tag == "COL"]
    return tuple(node.detail for node in listed if node.detail != "title") if nodes[first + 1].tag == "COL" else ()


def next_group(said: Said, column: str) -> int:
    """Return which group of a ranking is asked for by its place alone: “and which language comes second?”; 0: none."""
    order = next((int(node.detail) for node in said.raw if node.tag == "ORD"), 0)
    names = {node.detail for node in said.raw if node.tag == "COL"}
    return order if order > 0 and {*tags_of(said.raw)} <= _OF_NEXT and names <= {column} else 0


def asks_which_too(said: Said) -> bool:
    """Whether the books are asked for beside their number: “which ones are there, and how many?”."""
    return tags_of(said.raw)[:3] == ["THOSE", "AND", "COUNT"]


def is_of_one(said: Said) -> bool:
    """Whether a pronoun means one book, also where several share a place: “the longest, and how long is it?”."""
    return "IT" in tags_of(said.raw) and "THOSE" not in tags_of(said.raw)


def as_before(nodes: Sequence[Node], kept: Collection[str]) -> list[Node]:
    """Take “over the same years” and “same question but for” for words that change nothing of columns that are kept."""
    found = list(nodes)
    for place, node in enumerate(nodes[:-1]):
        ahead = nodes[place + 1]
        is_but_for = ahead.tag == "NOT" and ahead.value == "but for"
        if node.tag == "SAME" and (is_but_for or (ahead.tag == "COL" and ahead.detail in kept)):
            first = place - 1 if place and nodes[place - 1].tag in ("GT", "IN", "SINCE", "FOR") else place
            found[first : place + 2] = [one.again("IN") for one in nodes[first : place + 2]]
    return found


def superlative(nodes: Sequence[Node]) -> list[Node]:
    """Take “longer” for “longest”."""
    return [node.again("SUP", _SUPERLATIVES[node.tag]) if node.tag in _SUPERLATIVES else node for node in nodes]


def is_share(said: Said) -> bool:
    """Whether it asks for nothing but which part of all books that is."""
    tags = set(tags_of(said.nodes))
    is_of_them = bool(tags & {"THOSE", "IT"})
    return is_of_them and {"SHARE"} < tags <= _OF_NUMBER | {"SHARE", "LIBRARY", "BOOKS", "WHICH"}


def is_list(said: Said) -> bool:
    """Whether it asks for nothing but what was found: “list them”, “which ones?”."""
    tags = tags_of(said.nodes)
    return set(tags) <= _OF_THEM and bool({"THOSE", "IT"} & set(tags) or tags in (["WHICH"], ["WHICH", "BOOKS"]))


def is_whole(said: Said) -> bool:
    """Whether all conditions are to go: “and in the whole catalogue?”."""
    return "LIBRARY" in tags_of(said.nodes) and not conditions(said.nodes) and not operations(said.nodes)


def is_bare(said: Said) -> bool:
    """Whether nothing is said beside a pronoun or a place: “and the second one?”."""
    return set(tags_of(said.nodes)) <= _OF_THEM | {"ORD", "COND", "NUM", "LIMIT"}


def points(said: Said, place: int) -> bool:  # noqa: PLR0911 -- a ladder, the surest first
    """Whether a pronoun points back out of its question, rather than to what the question itself names."""
    node, earlier = said.raw[place], said.raw[:place]
    if leads_to_name(said, place) or node.detail == "people":
        return not leads_to_name(said, place)
    if _is_served(said, place) or _is_of_named(said, place):
        return False
    if node.tag == "PERSON":
        return not any(
            (one.tag == "COND" and one.detail in ("authors", "title")) or (one.tag == "COL" and one.detail == "authors")
            for one in earlier
        )
    if node.tag not in ("THOSE", "IT") or _is_within(said, place):
        return False
    if node.tag == "IT" and node.detail:  # “that year”
        return all(one.tag != "COND" or one.detail != node.detail for one in earlier)
    if earlier and earlier[-1].tag in ("LIKE", "BY", *(("IN",) if node.tag == "IT" else ())):
        return True
    if any((one.tag == "COND" and one.detail == "title") or _is_isbn(one) for one in earlier):
        return False
    if "AND" in tags_of(earlier) and any(one.tag == "COND" for one in earlier):
        return False  # “how many mysteries are there, and which are they?”
    if earlier and earlier[-1].tag in ("BE", "HAVE") and "AND" not in tags_of(earlier[1:]):
        return True  # “how many books has it published”
    return not any(is_noun(said, at) for at in range(place))


def _is_served(said: Said, place: int) -> bool:
    """Whether books are asked for on behalf of somebody: “which Portuguese books can I show her?”."""
    is_last = all(node.tag == "SIGN" for node in said.raw[place + 1 :])
    before = said.raw[place - 1].tag if place else ""
    key = said.tokens[said.raw[place].first].key
    return is_last and key in ("her", "him", "them") and before in ("BOOKS", "COND") and bool(conditions(said.nodes))


def _is_of_named(said: Said, place: int) -> bool:
    """Whether “its” is of what the question names before: “Oxford University Press: its average”."""
    node = said.raw[place]
    return said.tokens[node.first].key == "its" and any(one.tag == "COND" for one in said.raw[:place])


def _is_isbn(node: Node) -> bool:
    return node.tag == "NUM" and float(node.value) >= LEAST_ISBN


def _is_within(said: Said, place: int) -> bool:
    """Whether a pronoun means what the question itself describes: “books from the 1990s with those from the 2000s”,
    “titles with the word printing in it”.
    """
    node, earlier = said.raw[place], said.raw[:place]
    if node.tag == "THOSE":
        return _is_described(said, place) and any(is_noun(said, at) for at in range(place))
    holds = any(one.tag == "COND" and one.detail == "title" and one.value.test.how != "is" for one in earlier)
    return holds and earlier[-1].tag == "IN"


def _is_described(said: Said, place: int) -> bool:
    """Whether what “those” are follows: “those from the 2000s”."""
    tags = [node.tag for node in said.raw[place + 1 : place + 3]]
    return tags[-1:] == ["COND"] and tags[0] in ("IN", "BY", "PUBLISHEDBY", "SINCE", "HAVE", "COND")


def is_article(said: Said, node: Node) -> bool:
    """Whether “those” stands before books that the question itself describes: “those titles that begin with Why”."""
    place = said.raw.index(node)
    ahead = said.raw[place + 1] if place + 1 < len(said.raw) else None
    described = ("BOOKS", "WHICH", "COND", "BY", "PUBLISHEDBY")
    is_before_noun = ahead is not None and (ahead.tag in described or ahead.detail == "title")
    return node.tag == "THOSE" and is_before_noun and bool(conditions(said.nodes))


def leads_to_name(said: Said, place: int) -> bool:
    """Whether a name follows that says who is meant: “by the same author as Emma”."""
    return any(node.tag == "AS" for node in said.raw[place + 1 : place + 2])


def pronouns(said: Said) -> list[Node]:
    """Return the pronouns that point back out of a question."""
    return [node for place, node in enumerate(said.raw) if points(said, place)]


def place_of_one(said: Said) -> Node | None:
    """Return the place of “the second one”, where nothing says of what."""
    for node, after in pairwise(said.raw):
        if node.tag == "ORD" and after.tag == "SINGLE" and not has_noun(said) and not conditions(said.nodes):
            return node
    return None


def is_ordinary_title(said: Said, node: Node) -> bool:
    """Whether a title is written as an ordinary word is."""
    if node.tag != "COND" or node.detail != "title" or node.first < 0 or node.first != node.last:
        return False
    token = said.tokens[node.first]
    return token.kind == "word" and not token.is_capital and node.value.is_one and node.value.test.how == "is"


def place_in(said: Said, place: int, size: int) -> int | None:
    """Return which of so many things “the second one” or “the last” is, None where it is something else."""
    number, behind = int(said.raw[place].detail), tags_of(said.raw[place + 1 :])
    at = number - 1 if number > 0 else size + number
    is_end = not behind or behind[0] in ("SINGLE", "BOOKS", "IN", "BE", "PUBLISH", "WROTE")
    return at if is_end and 0 <= at < size else None


def are_people(said: Said, place: int) -> bool:
    """Whether “they” are authors: “what else did they write”, “books by them”, “their other books”."""
    if said.raw[place].tag != "THOSE":
        return False
    if said.raw[place].detail == "people":
        return True
    tags = [one.tag for one in said.raw]
    if "WHO" in tags or any(one.tag == "COL" and one.detail == "authors" for one in said.raw):
        return False
    own = tags[place + 1 : place + 2] == ["BOOKS"] and "ELSE" in tags
    return own or "WROTE" in tags[place:] or tags[max(0, place - 1) : place] == ["BY"]


def asks_of_a_book(said: Said) -> bool:
    """Whether a question asks for columns of a book and for nothing else."""
    asked = operations(said.nodes)
    pages = any(node.tag == "COL" and node.detail == "pages" for node in asked)
    return (
        bool(asked)
        and not has_noun(said)
        and all(node.tag in _OF_A_BOOK or (node.tag == "COUNT" and pages) for node in asked)
    )


def fits_a_title(said: Said) -> bool:
    """Whether something can take its place in a question about one title: another title, another column."""
    is_title = all(node.detail == "title" for node in conditions(said.nodes))
    return is_title and all(class_of(node) == "target" for node in operations(said.nodes))


def lists_its_own(said: Said) -> bool:
    """Whether a question ends in a pronoun for what it names itself: “how many fantasy books, and list them”."""
    raw = [node for node in said.raw if node.tag != "SIGN"]
    return bool(raw) and raw[-1].tag == "THOSE" and "AND" in tags_of(raw) and not points(said, said.raw.index(raw[-1]))


def is_noun(said: Said, place: int) -> bool:
    """Whether a node names what a question is about: books, the catalogue, “mysteries” behind “how many”."""
    node = said.raw[place]
    before = said.raw[place - 1].tag if place else ""
    if node.tag in ("BOOKS", "COAUTHORS") or (node.tag == "LIBRARY" and place > 0 and before not in LEADS):
        return True
    if node.tag == "COL" and node.detail == "title":
        return before == "COUNT"
    if node.tag == "COND" and node.detail == "genres":
        return before in _NOUN_BEFORE
    return node.tag == "COND" and node.detail == "title" and _begins_with_title(said, node)


def _begins_with_title(said: Said, node: Node) -> bool:
    key = said.tokens[node.first].key if node.first >= 0 else ""
    return ("COL", "title") in lexicon().get(key, []) or (node.value.is_one and node.value.test.how == "is")


def has_noun(said: Said) -> bool:
    """Whether a question names what it is about by itself."""
    return any(is_noun(said, place) for place in range(len(said.raw)))


def is_elliptical(said: Said, has_stand: bool) -> bool:
    """Whether a question without a pronoun leaves out what was said before."""
    tags = tags_of(said.raw)
    asked = [node for node in operations(said.nodes) if node.tag != "SAMPLE"]
    if not tags or not (
        conditions(said.nodes) or asked or {"LIBRARY", "SHIFT", "BOTH", "TOGETHER"} & set(tags) or turned(said)
    ):
        return False
    if tags[0] in LEADS or "ALSO" in tags:
        is_ranking = "WHICH" not in tags and all(class_of(node) in ("rank", "place", "limit") for node in asked)
        return is_ranking or not has_noun(said) or tags[0] == "FORGET"
    if is_whole(said) and tags[0] == "IN" and "BOOKS" not in tags:
        return True
    if has_noun(said) or tags[0] == "BE":
        return False
    if "SHIFT" in tags or tags[0] in ("BOTH", "SAMPLE") or turned(said):
        return True
    return _leaves_out_books(said, asked) if asked else not has_stand and _is_fragment(said)


def turned(said: Said) -> Node | None:
    """Return the only word of “and before?”, “and after that?”: the other side of a period."""
    words = [node for node in said.nodes if node.tag not in ("AND", "ALSO", "SIGN", "WHICH", "IT", "THOSE")]
    return words[0] if len(words) == 1 and words[0].tag in ("BEFORE", "AFTER", "SINCE", "UNTIL") else None


def lack_of_words(said: Said) -> str:
    """Say that a question goes on from something, but says nothing of books: “and the purple ones?”."""
    tags = tags_of(said.raw)
    is_empty = not conditions(said.nodes) and not operations(said.nodes) and "TOPIC" not in tags
    if not tags or not is_empty or not (tags[0] in LEADS or pronouns(said)) or is_list(said):
        return ""
    return f"“{said.question.strip()}” does not say what books are meant"


def _leaves_out_books(said: Said, asked: Sequence[Node]) -> bool:
    """Whether a question asks for something without saying of what: “the longest?”, “how many in French?”."""
    if not conditions(said.nodes):
        targets = [node for node in asked if class_of(node) in ("target", "key") and node.detail != "pages"]
        return not targets or len(asked) == 1 or any(node.tag == "SUP" for node in asked)
    if said.raw[0].tag == "COND" or any(node.tag in _CALCULATING for node in asked):
        return False
    return any(node.tag in ("COUNT", "SUP") for node in asked) and all(node.tag != "COL" for node in asked)


def _is_fragment(said: Said) -> bool:
    """Whether there are but conditions: “in French?”, “by Emma Clarke?”; a name alone is a question of its own."""
    if _SENTENCE & set(tags_of(said.raw)) or said.raw[0].first > 0:
        return False
    new = conditions(said.nodes)
    if len(new) > 1 and any(node.detail == "genres" for node in new):
        return False
    text = said.question.strip()
    bounds = all(node.tag == "QTY" or node.detail in _BOUNDED for node in new)
    return bounds or text.endswith("?") or not text[:1].isupper()
