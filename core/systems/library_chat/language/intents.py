"""What a question wants, read from its frame: the question in small letters with a mark wherever something was named.

Marks are BOOK0, AUTHOR1, GENRE2, NOGENRE3, UNKNOWN4 (a name that is not in the catalogue), YEARS5 and PAGES6.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Literal

from core.stores.library import Group, Measure, Order
from core.systems.library_chat.language.bounds import number

Intent = Literal[
    "list", "book", "similar", "authors", "genres", "count", "totals", "group", "many genres", "many books",
    "pages", "extreme", "compare", "share", "years", "greeting", "thanks", "farewell", "help", "foreign", "whom",
]  # fmt: skip
Agent = Literal["librarian", "analyst", "both", "none"]
Asked = Literal["", "authors", "pages", "year", "genres"]

AGENT_OF: dict[Intent, Agent] = {
    "list": "librarian",
    "book": "librarian",
    "similar": "librarian",
    "authors": "librarian",
    "genres": "librarian",
    "count": "analyst",
    "totals": "analyst",
    "group": "analyst",
    "many genres": "analyst",
    "many books": "analyst",
    "pages": "analyst",
    "extreme": "analyst",
    "compare": "analyst",
    "share": "analyst",
    "years": "analyst",
    "greeting": "none",
    "thanks": "none",
    "farewell": "none",
    "help": "none",
    "foreign": "none",
    "whom": "none",
}


@dataclass(frozen=True)
class Wish:
    """What is wanted: the intent, the words that showed it, and its particulars.

    `by` and `measure` belong to a group, `order` to a list or an extreme, `least` to authors of many genres or books;
    `fewest` turns a group round; `counted` is what a count counts; `listed` says that books are to be listed as well.
    """

    intent: Intent
    cue: str
    says: str
    by: Group | None = None
    measure: Measure = "books"
    order: Order | None = None
    limit: int | None = None
    least: int = 2
    fewest: bool = False
    counted: Literal["books", "authors", "genres"] = "books"
    asked: Asked = ""
    figure: Literal["average", "total", "all"] = "all"
    listed: bool = False


_BOOKS = r"(?:books?|novels?|titles?|works?|stories|story|volumes?|tales?|texts?|reads?)"
_AUTHORS = r"(?:authors?|writers?|novelists?)"
_WHO = rf"(?:who|whose|(?:which|what|the)\s+{_AUTHORS}|{_AUTHORS}|anyone|anybody|(?:which|what)\s+(?:people|persons?))"
_GENRES = r"(?:genres?|categor(?:y|ies)|kinds?\s+of\s+books?|types?\s+of\s+books?)"
_GROUPS: tuple[tuple[Group, str], ...] = (
    ("genre", _GENRES),
    ("author", _AUTHORS),
    ("decade", r"decades?"),
    ("year", r"(?:publication\s+)?years?"),
)
_ANY_GROUP = rf"(?:{_GENRES}|{_AUTHORS}|decades?|(?:publication\s+)?years?)"
_NUMBER = r"(?:\d+|one|two|three|four|five|six|seven|eight|nine|ten|twelve|fifteen|twenty)"
_MARK = r"(?:BOOK|AUTHOR|GENRE|NOGENRE|UNKNOWN)\d+"
_ORDERS: tuple[tuple[Order, str], ...] = (
    ("longest", r"longest|thickest|"
     r"biggest|largest|lengthiest|most\s+pages|greatest\s+number\s+of\s+pages|highest\s+(?:number\s+of\s+pages|"
r"page\s+count)"),
    ("shortest", r"shortest|thinnest|"
     r"smallest|briefest|slimmest|quickest|fewest\s+pages|least\s+pages|lowest\s+(?:number\s+of\s+pages|"
r"page\s+count)"),
    ("newest", r"newest|latest|most\s+recent(?:ly)?|youngest|last"),
    ("oldest", r"oldest|earliest|least\s+recent|first|debut"),
)  # fmt: skip
_EXTREME = "|".join(words for _, words in _ORDERS)
_MOST = r"most|greatest|largest|biggest|highest|fewest|least|smallest|lowest|top"
_LISTING = (
    r"(?:list|show|name|enumerate|display)\b|which\s+(?:ones|are\s+(?:they|those|these))|what\s+are\s+(?:they|"
    r"their\s+(?:titles|names)|the\s+titles)"
    r"|(?:and|,)\s*(?:which|what)\b|what\s+they\s+are|titles\s+(?:too|as\s+well)|(?:give|tell)\s+me\s+(?:the|"
    r"their|which|a\s+list|all)"
)


def wish(frame: str) -> Wish:
    """What a frame wants. Counts and comparisons are looked for first, then questions about one book; else a list."""
    for read in (_small_talk, _statistics, _about_books):
        found = read(frame)
        if found:
            return found
    return _listing(frame)


# --- what is no question to the catalogue -----------------------------------------------------------------------------

_GREETING = re.compile(
    r"(?:hi|hello|hey|hiya|howdy|greetings|good\s+(?:morning|afternoon|evening|day)|hallo)(?:\s+(?:there|"
    r"again|all|everyone|librarian|you|team|friend))*|how\s+are\s+you(?:\s+(?:doing|today))*|(?:hi|hello|"
    r"hey)\W+how\s+are\s+you(?:\s+(?:doing|today))*"
)
_THANKS = re.compile(
    r"(?:ok(?:ay)?\W+|great\W+|perfect\W+|cool\W+|no\W+)?(?:many\s+thanks|thanks?(?:\s+(?:you|a\s+lot|"
    r"so\s+much|very\s+much|for\s+.*))*|thank\s+you.*|thx|cheers|much\s+appreciated|great|perfect|cool|"
    r"nice|awesome|wonderful|ok(?:ay)?|got\s+it|that\s+is\s+(?:all|great|perfect|helpful|it).*|(?:very|"
    r"that\s+was)\s+helpful)"
)
_FAREWELL = re.compile(
    r"(?:good\s*bye|bye(?:\s+bye)?|see\s+you.*|good\s+night|farewell|ciao|have\s+a\s+(?:nice|good|great)\s+(?:day|"
    r"evening|weekend).*)"
)
_HELP = re.compile(
    r"(?:i\s+need\s+)?help(?:\s+me)?|what\s+(?:can|do|could)\s+(?:you|i)\s+(?:do|ask|help|answer).*|how\s+(?:does|"
    r"do|can)\s+(?:this|it|i|you)\s+(?:work|use|help).*|who\s+(?:are|made|built)\s+you.*|what\s+are\s+you.*|"
    r"what\s+is\s+(?:this|your\s+(?:name|job|purpose)).*|are\s+you\s+(?:a|an|human|real).*|(?:can|could)\s+you\s+help(?:\s+me)?|"
    r"what\s+(?:kind|sort)s?\s+of\s+questions.*"
)


def _small_talk(frame: str) -> Wish | None:
    said = frame.strip(" .!?,")
    for intent, pattern, says in (
        ("greeting", _GREETING, "is a greeting"),
        ("thanks", _THANKS, "is thanks"),
        ("farewell", _FAREWELL, "is a farewell"),
        ("help", _HELP, "asks what can be asked"),
    ):
        if pattern.fullmatch(said):
            return Wish(intent, said, says)  # type: ignore[arg-type]
    return None


# --- counts, statistics, comparisons ----------------------------------------------------------------------------------


def _statistics(frame: str) -> Wish | None:
    for read in (_comparison, _share, _many, _figures, _group, _extreme, _count):
        found = read(frame)
        if found:
            return found
    return None


def _comparison(frame: str) -> Wish | None:
    books = len(set(re.findall(r"BOOK\d+", frame)))
    marks = len(set(re.findall(r"(?:GENRE|AUTHOR)\d+", frame)))
    words = re.search(
        r"\b(?P<cue>longer|shorter|newer|older|thicker|thinner|earlier|later|more\s+(?:recent|pages)|fewer\s+pages|"
        r"compare[ds]?|comparison|difference|versus|vs|first|more|fewer|less|longest|newest|oldest|shortest)\b",
        frame,
    )
    if not words:
        return None
    if books > 1:
        return Wish("compare", words["cue"], "compares books", order=_order(words["cue"]))
    joins = re.search(r"\b(?:or|than|versus|vs|with|and|to|between)\b", frame)
    two = re.search(r"\b(?P<cue>more|fewer|less|compare[ds]?|comparison|difference|versus|vs)\b", frame)
    if marks > 1 and joins and two and not re.search(r"more\s+than\s+one", frame):
        by: Group = "author" if frame.count("AUTHOR") > 1 else "genre"
        return Wish("compare", two["cue"], "compares counts", by=by, measure=_measure(frame))
    return None


def _share(frame: str) -> Wish | None:
    match = re.search(r"\b(?P<cue>percentage|percent|per\s+cent|share|proportion|fraction)\b|(?P<sign>%)", frame)
    return Wish("share", match["cue"] or "%", "asks for a share") if match else None


def _many(frame: str) -> Wish | None:
    """Authors of several genres, or of several books."""
    several = (
        rf"(?P<cue>(?:more\s+than|over|at\s+least|a\s+minimum\s+of)\s+(?:(?:just|only)\s+)?(?:a\s+single|{_NUMBER})|"
        rf"{_NUMBER}\s+or\s+more|multiple|several|"
        r"(?:two\s+|many\s+|various\s+)?different|many|various|two|both|across|the\s+most(?!\s+(?:books|pages)))"
    )
    about_authors = re.search(rf"\b(?:{_WHO}|people)\b", frame) or "AUTHOR" in frame
    genres = re.search(rf"\b{several}\s+(?:(?:different|distinct|one|various)\s+)*{_GENRES}", frame)
    if genres and about_authors and not re.search(rf"how\s+many\s+{_GENRES}", frame):
        count = re.search(rf"how\s+many\s+{_AUTHORS}", frame)
        most = "most" in genres["cue"]
        return Wish(
            "many genres", genres["cue"], "asks for authors of several genres",
            least=1 if most else _at_least(genres["cue"]), limit=1 if most else None,
            counted="authors" if count else "books",
        )  # fmt: skip
    books = re.search(rf"\b{several}\s+(?:(?:different|distinct|one|single)\s+)*{_BOOKS}\b", frame)
    if books and re.search(rf"\b(?:{_WHO})\b", frame) and not re.search(r"most|both", books["cue"]):
        return Wish(
            "many books", books["cue"], "asks for authors of several books", by="author", least=_at_least(books["cue"]),
        )  # fmt: skip
    return None


def _at_least(cue: str) -> int:
    """ "more than one" is at least 2, "three or more" at least 3, "several" at least 2."""
    found = re.search(_NUMBER, cue)
    count = number(found[0]) if found else None
    if count is None:
        return 2
    return count + 1 if re.search(r"\b(?:more\s+than|over)\b", cue) else count


def _figures(frame: str) -> Wish | None:  # noqa: PLR0911 -- a ladder of readings, the surest first
    """Averages and sums of pages."""
    average = re.search(r"\b(?P<cue>average|avg|mean|median|typical|typically|on\s+average)\b", frame)
    group = _grouped(frame)
    if average:
        if group:
            return _grouped_wish(frame, group, average["cue"], "average pages")
        if ranked := _ranked_group(frame):
            return replace(_ranked(frame, ranked), cue=average["cue"], measure="average pages")
        return Wish("pages", average["cue"], "asks for an average", figure="average")
    total = re.search(
        r"\b(?P<cue>(?:total|sum|overall|combined|altogether|in\s+(?:total|all|sum))\b.*\bpages|(?:how\s+many|"
        r"number\s+of|count\s+of)\s+pages\b.*\b(?:total|altogether|together|combined|in\s+all|overall))",
        frame,
    )
    written = re.search(r"\b(?P<cue>how\s+many\s+pages)\s+(?:did|has|have|do|does|are|is|were)\b", frame)
    if total and not group and not _ranked_group(frame):
        return Wish("pages", re.sub(r"\s+", " ", total["cue"]), "asks for a sum", figure="total")
    named = re.search(r"(?:BOOK|UNKNOWN)\d+", frame) or re.search(r"\b(?:it|this|that|they)\b", frame)
    if written and not named and not re.search(_EXTREME, frame):
        return Wish("pages", written["cue"], "asks for a sum", figure="total")
    if re.search(r"\bpage\s+(?:statistics|figures|range)|\blength\s+statistics", frame):
        return Wish("pages", "statistics", "asks for statistics", figure="all")
    return None


def _group(frame: str) -> Wish | None:
    ranked = _ranked_group(frame)
    if ranked:
        return _ranked(frame, ranked)
    grouped = _grouped(frame)
    if grouped:
        return _grouped_wish(frame, grouped, grouped[1], _measure(frame))
    if match := re.search(r"\b(?P<cue>breakdown|distribution)\b", frame):
        return Wish("group", match["cue"], "asks for a distribution", by="genre", measure=_measure(frame))
    prolific = re.search(
        rf"\b(?P<cue>(?:most|least)\s+(?:prolific|productive|published|frequent|popular|common))\b.*\b(?P<of>{_ANY_GROUP})|"
        rf"\b(?P<who>who)\b.*\b(?P<cue2>(?:most|least)\s+(?:prolific|productive|published))",
        frame,
    )
    if prolific:
        cue = prolific["cue"] or prolific["cue2"]
        by = _group_named(prolific["of"]) if prolific["of"] else "author"
        return Wish("group", cue, "ranks", by=by, limit=_limit(frame) or 1, fewest=cue.startswith("least"))
    all_of = re.search(
        rf"\b(?P<cue>(?:what|which)(?:\s+(?:are|kinds?\s+of|sorts?\s+of|different|all))*(?:\s+(?:the|all|your|"
        rf"available|different))*\s+(?P<of>{_GENRES}|{_AUTHORS}|decades|years))\s*(?:(?:are|is|do|does|can|"
        rf"have|exist|in|there|available|\?|$).*)?$"
        rf"|\b(?P<cue2>(?:list|show|name|give\s+me|tell\s+me|display)(?:\s+me)?(?:\s+(?:of|all|the|every|your|"
        rf"different|available))*\s+(?P<of2>{_GENRES}|{_AUTHORS}|decades|years))\b",
        frame,
    )
    if (
        all_of
        and not re.search(r"(?:BOOK|AUTHOR|GENRE|UNKNOWN|YEARS|PAGES)\d+", frame)
        and not re.search(r"\b(?:write|writes|wrote|written)\b", frame)
    ):
        return Wish(
            "group",
            all_of["cue"] or all_of["cue2"],
            "asks which there are",
            by=_group_named(all_of["of"] or all_of["of2"]),
            limit=50,
        )
    return None


def _ranked_group(frame: str) -> re.Match[str] | None:
    """ "which author has the most books", "top 3 genres by pages", "who wrote the most", "genre with the fewest"."""
    return re.search(
        rf"\b(?:(?:which|what|whose)\s+(?:(?:{_NUMBER}|single)\s+)?(?P<of>{_ANY_GROUP})\b.*?\b(?P<cue>{_MOST}|"
        rf"longest|shortest|best)\b"
        rf"|(?P<cue2>top|{_MOST}|best|leading)\s+(?:(?P<n>{_NUMBER})\s+)?(?:(?:represented|common|popular|"
        rf"frequent|prolific|productive|published|stocked)\s+)*(?P<of2>{_ANY_GROUP})\b"
        rf"|(?P<n3>{_NUMBER})\s+(?:most|least|top|biggest|largest)\s+(?:(?:represented|common|popular|frequent|"
        rf"prolific|productive|published)\s+)*(?P<of3>{_ANY_GROUP})\b"
        rf"|(?P<of4>{_ANY_GROUP})\s+(?:with|having|that\s+(?:has|have)|of|containing|who\s+(?:has|have|wrote))\s+(?:the\s+)?(?P<cue4>{_MOST})\s+(?:number\s+of\s+)?(?:{_BOOKS}|"
        rf"pages|(?:GENRE|YEARS)\d+)"
        rf"|(?P<who>who)\s+(?:has\s+|have\s+|had\s+)?(?:written|wrote|writes?|published|authored|contributed|"
        rf"has|is)\s+(?:the\s+)?(?P<cue5>most|fewest|least|greatest\s+number|largest\s+number)\b(?!\s+(?:recent|"
        rf"{_EXTREME}|pages\s+in))"
        rf")",
        frame,
    )


def _ranked(frame: str, match: re.Match[str]) -> Wish:
    said = match["of"] or match["of2"] or match["of3"] or match["of4"]
    by = _group_named(said) if said else "author"
    cue = match["cue"] or match["cue2"] or match["cue4"] or match["cue5"] or "most"
    given = match["n"] or match["n3"]
    limit = number(given) if given else _limit(frame)
    measure = _measure(frame)
    if re.search(r"\b(?:longest|shortest)\b", frame) and measure == "books":
        measure = "average pages" if by != "author" or "books" in frame else "pages"
    several = re.search(r"\b(?:genres|authors|writers|decades|years|categories)\b", said or "")
    fewest = bool(re.search(r"\b(?:fewest|least|smallest|lowest|shortest)\b", frame))
    return Wish(
        "group",
        cue,
        "ranks",
        by=by,
        measure=measure,
        limit=limit or (5 if several and cue == "top" else 1),
        fewest=fewest,
    )


def _grouped(frame: str) -> tuple[Group, str] | None:
    """ "per genre", "in each decade", "by author" behind a count or a figure."""
    for group, words in _GROUPS:
        match = re.search(
            rf"\b(?P<cue>per|for\s+each|in\s+each|of\s+each|each|for\s+every|in\s+every|every|across|by|grouped\s+by|"
            rf"broken\s+down\s+by)\s+(?:(?:the|different|all|each|single)\s+)*{words}\b",
            frame,
        )
        if match and (
            match["cue"] != "by"
            or re.search(
                r"\b(?:how\s+many|count|number|books|breakdown|distribution|average|statistics|pages|total)\b",
                frame[: match.start()],
            )
        ):
            if re.search(r"\b(?:sort|sorted|order|ordered|rank|ranked)\s+$", frame[: match.start()]):
                return None
            return group, match[0]
    return None


def _grouped_wish(frame: str, grouped: tuple[Group, str], cue: str, measure: Measure) -> Wish:
    most = re.search(rf"\b(?:top\s+(?P<n>{_NUMBER}))\b", frame)
    return Wish(
        "group",
        cue,
        "asks for a figure of each",
        by=grouped[0],
        measure=measure,
        limit=number(most["n"]) if most else 50,
    )


def _group_named(words: str) -> Group:
    return next(group for group, pattern in _GROUPS if re.fullmatch(pattern, words))


def _measure(frame: str) -> Measure:
    if re.search(r"\b(?:average|avg|mean|on\s+average)\b", frame):
        return "average pages"
    return "pages" if re.search(r"\bpages\b|\blength\b", frame) else "books"


def _extreme(frame: str) -> Wish | None:
    """The longest, the newest … of some books."""
    match = re.search(
        rf"\b(?:(?:(?:top\s+)?(?P<n>{_NUMBER})\s+)?(?P<cue>{_EXTREME})(?:\s+(?P<n2>{_NUMBER}))?)\b(?!\s+(?:name|"
        rf"names|letter|word|sentence|time|names?))",
        frame,
    )
    if not match:
        pick = re.search(
            r"\b(?:which|what)\s+(?:(?:one|book|title|of\s+(?:them|those|these|the\s+two))\s+)*(?:is|was|has)\s+(?:the\s+)?(?P<cue>longer|"
            r"shorter|newer|older|thicker|thinner|more\s+recent|more\s+pages|fewer\s+pages)\b",
            frame,
        )
        if pick:
            return Wish("extreme", pick["cue"], "asks for an extreme", order=_order(pick["cue"]), limit=1)
        return None
    after = frame[match.end() :]
    if (
        match["cue"] in ("first", "last")
        and not re.match(rf"\s+(?:{_NUMBER}\s+)?(?:(?:\w+|GENRE\d+)\s+)?(?:{_BOOKS}|GENRE\d+|published|thing)", after)
        and not re.search(r"(?:published|written|came\s+out|wrote|write|released)\s*$", frame[: match.start()])
    ):
        return None
    given = match["n"] or match["n2"]
    several = re.match(r"\s+(?:(?:\w+|GENRE\d+)\s+)?(?:books|novels|titles|works|stories|ones)\b", after)
    limit = number(given) if given else 5 if several else 1
    asked: Asked = ""
    if re.search(
        r"\b(?:who\s+(?:wrote|is\s+the\s+author|authored)|author\s+of|by\s+whom|who\s+has\s+written)\b", frame
    ):
        asked = "authors"
    elif re.search(r"\b(?:how\s+many\s+pages|how\s+long)\b", frame):
        asked = "pages"
    elif re.search(r"\b(?:when|what\s+year|which\s+year)\b", frame):
        asked = "year"
    order = _order(match["cue"])
    return Wish(
        "extreme", re.sub(r"\s+", " ", match["cue"]), "asks for an extreme", order=order, limit=limit, asked=asked
    )


def _order(cue: str) -> Order:
    plain = re.sub(r"\s+", " ", cue)
    for order, words in _ORDERS:
        if re.fullmatch(words, plain):
            return order
    if re.search(r"short|thin|fewer pages", plain):
        return "shortest"
    if re.search(r"new|later|recent", plain):
        return "newest"
    return "oldest" if re.search(r"old|earl|first", plain) else "longest"


def _count(frame: str) -> Wish | None:  # noqa: PLR0911 -- a ladder of readings, the surest first
    marks = re.search(r"(?:AUTHOR|GENRE|NOGENRE|UNKNOWN|YEARS|PAGES)\d+", frame)
    if re.search(
        r"\b(?:what|which)\s+years\b.*\b(?:cover|span|range|from)|\b(?:time\s+(?:span|range|period)|range\s+of\s+years|"
        r"years?\s+range)\b|\bfrom\s+when\s+to\s+when\b",
        frame,
    ):
        return Wish("years", "years", "asks for the span of years")
    size = re.search(
        r"\b(?P<cue>how\s+(?:big|large)\s+is|size\s+of|(?:statistics|stats|overview|summary|figures)\b(?!\s+(?:of|"
        r"on|for|about)\s+(?:GENRE|AUTHOR)))",
        frame,
    )
    if size and not marks:
        return Wish("totals", size["cue"], "asks for the size of the catalogue")
    match = re.search(
        r"\b(?P<cue>how\s+many|how\s+much|(?:the\s+)?(?:total\s+)?number\s+of|count(?:\s+of)?|amount\s+of|"
        r"quantity\s+of|total\s+(?:of\s+)?(?=books|authors|genres)|tally)\b",
        frame,
    )
    if not match:
        return None
    behind = frame[match.end() :]
    if re.search(r"\b(?:page|pages)\s+$", frame[: match.start()]) and re.search(r"(?:BOOK|UNKNOWN)\d+", behind):
        return None
    if re.search(r"^\s*(?:of\s+)?(?:the\s+)?pages\b", behind) and re.search(
        r"(?:BOOK|UNKNOWN)\d+|\b(?:it|this|that)\b", behind
    ):
        return None
    listed = bool(re.search(_LISTING, behind) or re.search(r"^\s*(?:please\s+)?(?:list|show|name)\b", frame))
    cue = match["cue"].strip()
    if re.search(rf"^\s*(?:\w+\s+){{0,2}}{_AUTHORS}\b", behind) and not re.search(
        rf"^\s*(?:\w+\s+)?{_BOOKS}\b", behind
    ):
        genres_too = re.search(rf"{_AUTHORS}\s*(?:,|and)\s*(?:how\s+many\s+)?{_GENRES}", behind)
        if genres_too and not marks:
            return Wish("totals", cue, "asks for a number")
        return Wish("count", cue, "asks for a number", counted="authors", listed=listed)
    if re.search(rf"^\s*(?:\w+\s+){{0,2}}{_GENRES}", behind) and not re.search(
        rf"^\s*(?:\w+\s+)?(?:GENRE\d+\s+)?{_BOOKS}\b", behind
    ):
        return Wish("count", cue, "asks for a number", counted="genres", listed=listed)
    return Wish("count", cue, "asks for a number", listed=listed)


# --- one book, its likes, the authors and genres of something ---------------------------------------------------------


def _about_books(frame: str) -> Wish | None:
    if re.search(
        r"\b(?P<cue>similar\s+to|like|resembl\w+|in\s+the\s+style\s+of|comparable\s+to)\s+(?:the\s+(?:book|"
        r"novel)\s+)?(?:BOOK)\d+",
        frame,
    ):
        return Wish("similar", "like", "asks for books like one")
    if re.search(r"(?:BOOK)\d+", frame) or (re.search(r"UNKNOWN\d+", frame) and asked_of_a_book(frame)[0]):
        asked, cue = asked_of_a_book(frame)
        by_same = re.search(
            r"\b(?P<cue>(?:other|more|else)\b.*\b(?:author|writer)\s+of|same\s+(?:author|writer))", frame
        )
        if by_same:
            return Wish("book", by_same["cue"], "asks for the author's other books", asked="authors", listed=True)
        return Wish("book", cue or "a title", "asks about one book", asked=asked)
    genre = r"(?:GENRE|NOGENRE|YEARS|PAGES)\d+"
    writes = re.search(
        rf"\b(?P<cue>{_WHO})\b.*\b(?:write|writes|wrote|written|writing|published|publish|authored|of|in|from|"
        rf"have|has)\b.*{genre}",
        frame,
    )
    if writes and not re.search(r"(?:AUTHOR|UNKNOWN)\d+", frame) and not re.search(rf"\b{_BOOKS}\s+by\b", frame):
        return Wish("authors", writes["cue"], "asks for authors")
    of_author = re.search(
        rf"\b(?P<cue>(?:what|which)\s+(?:different\s+)?{_GENRES}|(?:what|which)\s+(?:kind|type|sort)s?\s+of\s+(?:books?|"
        rf"novels?|stories|things?))\b.*AUTHOR\d+|\b(?P<cue2>{_GENRES})\s+(?:of|by|does)\s+AUTHOR\d+",
        frame,
    )
    if of_author:
        return Wish("genres", of_author["cue"] or of_author["cue2"], "asks for the genres of an author")
    return None


def asked_of_a_book(frame: str) -> tuple[Asked, str]:
    """What is asked of a book, and the words that ask it."""
    patterns: tuple[tuple[Asked, str], ...] = (
        ("pages", r"how\s+many\s+pages|how\s+long|how\s+thick|how\s+big|page\s+count|number\s+of\s+pages|\bpages\b|"
r"\blength\b"),
        ("year", r"\bwhen\b|"
         r"(?:what|which)\s+year|publication\s+(?:year|date)|year\s+of|how\s+old|\byear\b|how\s+recent|"
r"published|come\s+out|came\s+out|released"),
        ("genres", rf"(?:what|which)\s+(?:kind|type|sort)|{_GENRES}|\bgenre"),
        ("authors", r"\bwho\b|\bwhose\b|\bauthors?\b|\bwriters?\b|by\s+whom|written\s+by"),
    )  # fmt: skip
    found = [(match.start(), asked, match[0]) for asked, words in patterns if (match := re.search(words, frame))]
    if not found:
        return "", ""
    # "Who wrote X and when?" asks for everything.
    kinds = {asked for _, asked, _ in found}
    _start, asked, cue = min(found)
    both = len(kinds) > 1 and re.search(r"\band\s+(?:when|who|how|what|which)\b", frame)
    return ("" if both else asked), cue


# --- lists ------------------------------------------------------------------------------------------------------------

_LIST_CUE = re.compile(
    r"\b(?P<cue>find|show|list|search|look(?:ing)?\s+for|recommend|suggest|do\s+you\s+have|have\s+you\s+got|"
    r"is\s+there|are\s+there|any|anything|something|give\s+me|which|what|books?|novels?|who\s+wrote|by|"
    r"about|i\s+(?:want|need|would\s+like))\b"
)
_LIST_ORDERS: tuple[tuple[Order, str], ...] = (
    ("newest", r"(?:newest|latest|most\s+recent)\s+first|"
     r"\b(?:sort(?:ed)?|order(?:ed)?)\s+by\s+(?:year|date|publication)|"
r"\b(?:new|recent)\s+(?:books?|novels?|titles?|releases?)|recently"),
    ("oldest", r"oldest\s+first|earliest\s+first|\bold\s+(?:books?|novels?|titles?)|chronological"),
    ("longest", r"longest\s+first|"
     r"\b(?:sort(?:ed)?|order(?:ed)?)\s+by\s+(?:pages|length|page\s+count)|\blong\s+(?:books?|"
r"novels?|reads?)"),
    ("shortest", r"shortest\s+first|\b(?:short|quick)\s+(?:books?|novels?|reads?)"),
)  # fmt: skip


def _listing(frame: str) -> Wish:
    match = _LIST_CUE.search(frame)
    order = next((order for order, words in _LIST_ORDERS if re.search(words, frame)), None)
    return Wish(
        "list", re.sub(r"\s+", " ", match["cue"]) if match else "", "asks for books", order=order, limit=_limit(frame)
    )


def _limit(frame: str) -> int | None:
    """ "top 3", "five books": how many are wanted."""
    match = re.search(
        rf"\b(?:top|first|any|me|list|show|recommend|suggest|find|name)\s+(?:the\s+)?(?P<n>{_NUMBER})\b", frame
    )
    return number(match["n"]) if match else None
