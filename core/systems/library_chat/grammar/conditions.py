"""Rules for conditions: names beside their columns, joined, alone, or denied; books that others are compared with."""

from __future__ import annotations

from dataclasses import replace

from core.stores.library_plan import Test
from core.systems.library_chat.grammar.bounds import bounded
from core.systems.library_chat.grammar.nodes import Condition, Node, Reference, condition, joined
from core.systems.library_chat.grammar.rules import Found, Make, Setting, as_tag, drop, rewrite_with
from core.systems.library_chat.grammar.tokens import key_of


def conditioned(nodes: list[Node], setting: Setting) -> list[Node]:
    """Put together what makes conditions and quantities."""
    found = rewrite_with(_BEFORE_BOUNDS, nodes, setting)
    return united(rewrite_with(_PATTERNS, bounded(found, setting), setting))


def _changed(test: Test, **changes: object) -> Test:
    return test.model_copy(update=changes)


def _counted_column(given: Found, nodes: list[Node], setting: Setting) -> list[Node]:
    """“by how many publishers …?”: no difference."""
    return [nodes[0].again("COUNT"), *nodes[1:]]


def _together(given: Found, nodes: list[Node], setting: Setting) -> Node:
    first, second = given["a"].value, given["b"].value
    between = {node.tag for node in nodes} & {"OR", "NOR", "AND", "SIGN", "BUT", "COMPARE"}
    how = (
        "or"
        if "OR" in between
        else "nor"
        if "NOR" in between
        else "and"
        if "AND" in between or "BUT" in between
        else "list"
    )
    if first.joined and how == "list":
        how = first.joined
    if first.joined == "list" and how != "list":
        first = replace(first, joined=how)
    both = _both(first, second, how)
    return joined(nodes, "COND", given["a"].detail, replace(both, is_apart=first.is_apart or _says_again(given, nodes)))


def _says_again(given: Found, nodes: list[Node]) -> bool:
    """Whether "of", "in" or "by" stands before the second name, too."""
    place = nodes.index(given["b"])
    return place > 0 and nodes[place - 1].tag in ("IN", "BY", "SINCE", "FOR", "PUBLISHEDBY")


def _both(first: Condition, second: Condition, how: str) -> Condition:
    one, other = first.test, second.test
    same = (one.how, one.denied) == (other.how, other.denied) and first.is_one and second.is_one
    if same and one.how in ("is", "all", "contains", "begins", "ends"):
        values = tuple(dict.fromkeys([*one.values, *other.values]))
        said = f"{first.said}, {second.said}"
        named = (*first.parts, *second.parts)
        return Condition(((_changed(one, values=values),),), said, second.how, how, named)
    spans = (*_spans(first), *_spans(second))
    return Condition((*first.alternatives, *second.alternatives), first.said, first.how, "or", spans=spans)


def _spans(value: Condition) -> tuple[tuple[float | None, float | None], ...]:
    tests = [test for tests in value.alternatives for test in tests]
    if value.spans or any(test.how != "between" for test in tests):
        return value.spans
    return tuple((test.low, test.high) for test in tests)


def _same_column(given: Found, nodes: list[Node], setting: Setting) -> Node | None:
    if given["a"].detail != given["b"].detail:
        return None
    tests = [given["a"].value.test, given["b"].value.test]
    if any(test.denied for test in tests):
        return None
    bounded = all(test.how == "between" for test in tests)
    apart = {node.tag for node in nodes} & {"OR", "NOR"}
    if bounded and not apart and not _is_list_of_periods(given):
        return None
    if tests[0].how != tests[1].how and not apart:
        return None
    return _together(given, nodes, setting)


def _any_of(given: Found, nodes: list[Node], setting: Setting) -> Node | None:
    if given["a"].detail != given["b"].detail:
        return None
    return joined(nodes, "COND", given["a"].detail, _both(given["a"].value, given["b"].value, "or"))


def _is_list_of_periods(given: Found) -> bool:
    """Whether two periods are closed and apart: the 60s and 70s."""
    spans = [
        (test.low, test.high) for one in (given["a"], given["b"]) for tests in one.value.alternatives for test in tests
    ]
    return all(low is not None and high is not None for low, high in spans)


def _denied(given: Found, nodes: list[Node], setting: Setting) -> Node | None:
    node = given["a"]
    if any(other.tag == "COL" and other.detail != node.detail for other in nodes):
        return None
    value = denied(node.value)
    return node if value is None else joined(nodes, "COND", node.detail, value)


def denied(value: Condition) -> Condition | None:
    """Turn a condition into its opposite; None for one that is too many things at once."""
    if value.is_one:
        test = value.test
        if test.how == "between" and not (test.low is not None and test.high is not None):
            # not before 1990: from then on
            low = None if test.high is None else test.high + 1
            high = None if test.low is None else test.low - 1
            return Condition(((_changed(test, low=low, high=high),),), value.said)
        return replace(value, alternatives=((_changed(test, denied=not test.denied),),))
    if all(len(tests) == 1 for tests in value.alternatives):
        all_of = tuple(_changed(tests[0], denied=not tests[0].denied) for tests in value.alternatives)
        return Condition((all_of,), value.said, value.how)
    return None


def _tokens_of(node: Node, nodes: list[Node], *tags: str) -> frozenset[int]:
    """Return the tokens of a node with those of the words that were taken up in it."""
    return node.tokens | frozenset(token for one in nodes if one.tag in tags for token in one.tokens)


def _exactly(given: Found, nodes: list[Node], setting: Setting) -> list[Node] | None:
    node = given["a"]
    value: Condition = node.value
    if not value.is_one or value.test.how not in ("is", "all") or value.test.denied:
        return None
    values = value.test.values
    if value.how == "surname" and len(values) > 1:
        return None
    others = [other for other in nodes if other.tag not in ("COND", "ALONE", "ONLY")]
    return [
        Node("COND", node.detail, node.first, node.last,
             Condition(((_changed(value.test, how="exactly"),),), value.said, value.how),
             _tokens_of(node, nodes, "ALONE", "ONLY")),
        *[other for other in others if other.tag in ("BOOKS", "COL", "COUNT")],
    ]  # fmt: skip


def _ratio(given: Found, nodes: list[Node], setting: Setting) -> list[Node] | None:
    """Take “the ratio of fantasy to horror” for a comparison of the two."""
    both = _same_column(given, [given["a"], given["s"].again("AND"), given["b"]], setting)
    return None if both is None else [given["s"].again("COMPARE"), both]


def _size_of_title(given: Found, nodes: list[Node], setting: Setting) -> Node | None:
    """Take “a title of one word” for what no column tells."""
    return joined(nodes, "LACK") if str(given["w"].value).rstrip("s") in ("word", "letter", "character") else None


def _not_in_title(given: Found, nodes: list[Node], setting: Setting) -> list[Node] | None:
    """“With cat in the title, but not "catch"”."""
    if given["a"].value.test.how != "contains":
        return None
    test = Test(column="title", how="contains", values=(str(given["q"].value),), denied=True)
    return [given["a"], joined([node for node in nodes if node is not given["a"]], "COND", "title", condition(test))]


def _books_of_names(given: Found, nodes: list[Node], setting: Setting) -> list[Node] | None:
    """“Books by authors whose name begins with Z”: the books are asked for."""
    names = setting.names.named_so(given["o"].value.test)
    if not names:
        return None
    test = Test(column=given["o"].detail, values=tuple(names))
    return [nodes[0], joined(nodes[1:], "COND", test.column, condition(test))]


def _written_by_both(given: Found, nodes: list[Node], setting: Setting) -> list[Node]:
    """“Which books do X and Y share?”."""
    return [nodes[0], nodes[1].again("TOGETHER")]


def _titles_for_books(given: Found, nodes: list[Node], setting: Setting) -> list[Node] | None:
    """“Mystery titles” are books."""
    return [given["a"], given["t"].again("BOOKS", "", "books")] if given["t"].value == "titles" else None


def _written_with(given: Found, nodes: list[Node], setting: Setting) -> list[Node]:
    """“Wrote most often with X”: who did is asked."""
    between = [node for node in nodes[1:-1] if node.tag in ("COMMON", "MOST")]
    said = [node for node in nodes[:-1] if not any(node is one for one in between)]
    return [joined(said, "COAUTHORS"), given["a"], *between]


def _all_of(given: Found, nodes: list[Node], setting: Setting) -> Node | list[Node] | None:
    """Names that must all be there: together, both X and Y."""
    node = given["a"]
    value: Condition = node.value
    if (
        not value.is_one
        or value.test.how != "is"
        or len(value.test.values) < 2
        or value.joined not in ("and", "list", "all")
    ):
        return None
    new = Node("COND", node.detail, node.first, node.last,
               replace(value, alternatives=((_changed(value.test, how="all"),),), joined="all"),
               _tokens_of(node, nodes, "TOGETHER", "BOTH"))  # fmt: skip
    return [new if other is node else other for other in nodes if other.tag not in ("TOGETHER", "BOTH")]


def _all_of_authors(given: Found, nodes: list[Node], setting: Setting) -> Node | None:
    """“Both named as authors”."""
    found = _all_of(given, nodes, setting)
    return joined(nodes, "COND", "authors", found[0].value) if isinstance(found, list) else None


def _joint(given: Found, nodes: list[Node], setting: Setting) -> Node:
    """Take two that wrote together: “that X wrote with Y”."""
    both = _both(given["a"].value, given["b"].value, "all")
    if both.is_one:
        both = replace(both, alternatives=((_changed(both.test, how="all"),),))
    return joined(nodes, "COND", "authors", both)


def _of_own_column(given: Found, nodes: list[Node], setting: Setting) -> Node | None:
    """“in a language other than English”."""
    value: Condition = given["a"].value
    if given["c"].detail != given["a"].detail:
        return None
    if nodes[0].tag == "BY" and given["c"].detail == "year" and value.is_one and value.test.low != value.test.high:
        return None  # “books by year since 2000”
    return joined(nodes, "COND", given["a"].detail, value)


def _own_name(given: Found, nodes: list[Node], setting: Setting) -> list[Node] | None:
    """Take “authors called Smith” for a word of their names."""
    value: Condition = given["a"].value
    if given["a"].detail != given["c"].detail or not value.said:
        return None
    test = Test(column=given["a"].detail, how="contains", values=(value.said,))
    rest = [node for node in nodes if node is not given["c"]]
    return [given["c"], joined(rest, "OWNNAME", given["a"].detail, condition(test))]


def _unknown(column: str) -> Make:
    def make(given: Found, nodes: list[Node], setting: Setting) -> Node | list[Node]:
        tokens = [node for node in nodes if node.tag in ("WORD", "QUOTE", "NUM", "FILL")]
        said = " ".join(str(node.value) for node in tokens)
        kept = key_of(said) in setting.heard.kept
        if column == "authors" and not kept and (author := setting.names.author_like(said)):
            setting.heard.assumed.append((said, author, (tokens[0].first, tokens[-1].last), f"name:{said}"))
            own = joined(tokens, "COND", "authors", condition(Test(column="authors", values=(author,)), said=author))
            return [*[node for node in nodes if node.tag == "BY"], own]
        return joined(nodes, "NONAME", column, said)

    return make


def _another_of_the_name(given: Found, nodes: list[Node], setting: Setting) -> Node | None:
    """“by Sally Rodney”, where Rodney is but Walter."""
    first, person = str(given["w"].value), given["a"].value
    if person.how != "surname" or first not in setting.names.first_names:
        return None
    return joined(nodes, "NONAME", "authors", f"{first} {person.said}")


_MORE = frozenset({"GT", "LONGER", "NEWER", "AFTER"})


_OF_TIME = frozenset({"NEWER", "OLDER", "AFTER", "BEFORE"})


def _than(given: Found, nodes: list[Node], setting: Setting) -> Node | None:
    """“longer than War and Peace”, “published after Emma”."""
    sign = given["c"]
    column = sign.detail or (given["col"].detail if "col" in given else "")
    column = column or ("year" if sign.tag in _OF_TIME else "pages")
    if column == "year" and setting.names.kind("published"):
        column = "published"
    relation = "more" if sign.tag in _MORE else "less"
    named = given["a"].value if "a" in given else None
    return joined(nodes, "THAN", column, Reference(relation, column, named, is_average="avg" in given))


def _averages(given: Found, nodes: list[Node], setting: Setting) -> list[Node] | None:
    """“is the average mystery thicker than the average thriller?”: two groups are compared."""
    first, second, sign = given["a"], given["b"], given["c"]
    if first.detail != second.detail or not (first.value.is_one and second.value.is_one):
        return None
    both = replace(first, value=replace(_both(first.value, second.value, "or"), joined="or"), last=second.last)
    both = replace(both, tokens=first.tokens | second.tokens)
    return [given["m"], both, sign.again("LONGER" if sign.tag == "GT" else "SHORTER")]


def _same_as(given: Found, nodes: list[Node], setting: Setting) -> Node | None:
    """Take “the same publisher as Emma”, “by the author of Emma” for a reference."""
    column = given["c"].detail or "authors"
    if not setting.names.kind(column):
        return None
    return joined(nodes, "THAN", column, Reference("same", column, given["a"].value))


def _narrower(given: Found, nodes: list[Node], setting: Setting) -> Node | None:
    """“Tolkien (J.R.R. Tolkien)”: the same, said twice."""
    first, second = given["a"].value, given["b"].value
    if given["a"].detail != given["b"].detail or not (first.is_one and second.is_one) or not second.test.values:
        return None
    one, other = set(first.test.values), set(second.test.values)
    if (
        first.test.how != second.test.how
        or first.test.denied != second.test.denied
        or not (one <= other or other <= one)
    ):
        return None
    return joined(nodes, "COND", given["a"].detail, first if one <= other else second)


def _one_of_both(given: Found, nodes: list[Node], setting: Setting) -> Node | None:
    """“horror or thriller but not both”."""
    value: Condition = given["a"].value
    if not value.is_one or len(value.test.values) != 2:
        return None
    first, second = (_changed(value.test, values=(one,)) for one in value.test.values)
    ways = ((first, _changed(second, denied=True)), (second, _changed(first, denied=True)))
    return joined(nodes, "COND", given["a"].detail, Condition(ways, value.said, value.how))


def _each_bounded(given: Found, nodes: list[Node], setting: Setting) -> list[Node]:
    """“at least 5 in Horror and at least 5 in Romance”: bounds on the groups, each over books of its own."""
    first = joined(
        [node for node in nodes if node.last <= given["a"].last], "BOUND", "", (given["q"].value, given["a"].value)
    )
    rest = [node for node in nodes if node.first > given["a"].last]
    return [first, joined(rest, "BOUND", "", (given["r"].value, given["b"].value))]


def _or_columns(given: Found, nodes: list[Node], setting: Setting) -> Node | None:
    first, second = given["a"].value, given["b"].value
    if given["a"].detail == given["b"].detail:
        return None
    return joined(nodes, "COND", "", Condition((*first.alternatives, *second.alternatives), joined="or"))


def _denied_by_a_verb(given: Found, nodes: list[Node], setting: Setting) -> list[Node] | None:
    """“never touched romance”: whatever the verb means, romance is what must not be."""
    denied = _denied(given, [node for node in nodes if node is not given["w"]], setting)
    return None if denied is None else [given["w"], replace(denied, first=given["a"].first)]


def _excludes(one: Node, other: Node, counts: int) -> bool:
    """Whether no book, or none that is meant, passes two conditions."""
    if one.tag != "COND" or other.tag != "COND" or one.detail != other.detail:
        return False
    first, second = one.value, other.value
    if not (first.is_one and second.is_one) or first.test.denied or second.test.denied:
        return False
    if one.detail in ("language", "publisher"):
        return bool(first.test.how == second.test.how == "is")
    if one.detail in ("genres", "authors"):
        return bool(counts > 1 and first.test.how == second.test.how == "is")
    spans = [(test.low, test.high) for test in (first.test, second.test)]
    if one.detail != "year" or any(low is None or high is None for low, high in spans):
        return False
    return bool(spans[0][1] < spans[1][0] or spans[1][1] < spans[0][0])


def united(nodes: list[Node]) -> list[Node]:
    """Take names of one column that stand apart for alternatives, where no book could have them all: "how many are in
    English, and how many in Spanish". Where two numbers are asked for, they are told apart.
    """
    counts = sum(node.tag == "COUNT" for node in nodes)
    found: list[Node] = []
    for node in nodes:
        place = next((at for at, one in enumerate(found) if _excludes(one, node, counts)), None)
        if place is None:
            found.append(node)
            continue
        both = replace(_both(found[place].value, node.value, "and"), joined="and", is_apart=counts > 1)
        tokens = found[place].tokens | node.tokens
        found[place] = replace(found[place], value=both, tokens=tokens)
    return found


_BEFORE_BOUNDS: tuple[tuple[str, Make], ...] = (
    (r"^{WHOSE} {BOOKS}", as_tag("WHO")),
    (r"^{DIFFERENCE} {DIFFERENT c}? {COL n}", _counted_column),
    (r"{COAUTHORS|TOGETHER} {HAVE}? {NOBODY} {ELSE}?", as_tag("ALONE")),
    (r"{NOBODY|NOT} {ELSE} {AS|COL:authors|PEOPLE} {AS|COL:authors|PEOPLE|HAVE|PERSON|THOSE|IT}*", as_tag("ALONE")),
    (r"{NOBODY} {ELSE}", as_tag("ALONE")),
    (r"{TOGETHER|COAUTHORS} {ALONE a}", drop()),
    (r"{WROTE|PUBLISH} {BOOKS}? {HAVE|CONTAINS}$", as_tag("COAUTHORS")),
    (r"{WROTE} {COMMON|MOST|BOOKS m}* {HAVE} {COND:authors a}", _written_with),
    (r"{COL:month|COL:year|COL:published} {IN}? {DATE d}", drop()),
    (r"{COL:month} {IN}? {COND:month a}", drop()),
    (r"{SHARE s} {IN}? {COND a} {BOOKS}? {TO} {COND b}", _ratio),
    (r"{COL:title} {IN|HAVE|BE}* {SINGLE|NUM|GT|LT|GE|LE}+ {WORD w}", _size_of_title),
    (r"{COND:title a} {SIGN|AND|BUT}* {NOT} {QUOTE q}", _not_in_title),
    (r"{COND:authors} {SHARE}$", _written_by_both),
)  # fmt: skip
_PATTERNS: tuple[tuple[str, Make], ...] = (
    # names beside their columns
    (r"{COL:authors|COL:publisher c} {BE|HAVE|WHOSE}* {TITLED} {COND a}", _own_name),
    (r"{COL:language} {BE|CODE|SIGN|IN}? {COND:language a}", drop()),
    (r"{COND:language a} {DASH}? {COL:language}(?!{COND:language})", drop()),
    (r"{COL:genres|COL:subjects} {BE|SIGN|IN|OF|TITLED|AS}? {COND:genres a}", drop()),
    (r"{COND:genres a} {COL:genres}", drop()),
    (r"{WORD} {AS} {COND:genres|COND:language|COND:publisher a}", drop()),
    (r"{COL:publisher} {BE|SIGN|IN|TITLED}? {COND:publisher a}", drop()),
    (r"{COL:authors} {BE|SIGN|TITLED}? {COND:authors a}(?!{WROTE})", drop()),
    (r"{BOOKS} {WROTE|PUBLISH}? {BY|PUBLISHEDBY} {COL} {OWNNAME o}", _books_of_names),
    (r"{TITLED} {COND:title a}", drop()),
    (r"{BE} {COND:authors a} {COL:authors}", drop()),
    # what the table lacks, and names that nobody knows
    (r"{BY} {WORD|COND:language} {COL:authors}", as_tag("LACK")),
    (r"{PUBLISHEDBY} {WORD|QUOTE} {WORD|FILL|QUOTE}*", _unknown("publisher")),
    (r"{BY|SINCE|IN|PUBLISH} {COL:publisher} {BE|TITLED}? {WORD|QUOTE} {WORD|QUOTE}*", _unknown("publisher")),
    (r"{BY} {COL:authors}? {WORD w} {COND:authors a}", _another_of_the_name),
    (r"{BY} {COL:authors}? {WORD|QUOTE} {WORD|QUOTE}*", _unknown("authors")),
    (r"{TITLED} {WORD|QUOTE} {WORD|FILL|QUOTE|NUM}*", _unknown("title")),
    # longer than a book
    (r"{GT|LT|LONGER|SHORTER|NEWER|OLDER|AFTER|BEFORE c} {THAN}? {COND:title a}", _than),
    (r"{MORE|FEWER c} {COL:pages col} {THAN} {COND:title a}", _than),
    (r"{AVG:mean m} {COND a} {BOOKS}? {GT:pages|LT:pages c} {AVG:mean} {COND b} {BOOKS}?", _averages),
    (r"{GT|LT c} {AVG:mean avg} {COND a}? {BOOKS}?", _than),
    (r"{LONGER|SHORTER|NEWER|OLDER c} {THAN} {AVG:mean avg} {COND a}? {BOOKS}?", _than),
    (r"{SAME} {COL c} {AS} {COND:title a}", _same_as),
    (r"{SAMEAS c} {COND:title a}", _same_as),
    (r"{BY} {WROTE c} {COND:title a}", _same_as),
    (r"{SHARE} {COL c} {HAVE|BELONG|CONTAINS} {COND:title a}", _same_as),
    (r"{BY|IN} {COL:authors c} {IN} {COND:title a}", _same_as),
    # the same twice
    (r"{COND a} {COND b}", _narrower),
    # bounds over books of their own
    (r"{QTY q} {IN|BELONG}* {COND a} {BOOKS}? {SIGN}? {AND|BUT} {QTY r} {IN|BELONG}* {COND b} {BOOKS}?", _each_bounded),
    # lists of names
    (r"{NAMED a} {SIGN|AND}? {NAMED b} {SIGN}? {OR} {BOTH}", _any_of),
    (r"{COND:authors a} {SIGN}? {AND|OR|NOR|SIGN} {BY|IN|EITHER|BOTH}* {COND:authors b}", _same_column),
    (r"{COND:genres a} {SIGN}? {AND|OR|NOR|SIGN} {EITHER|BOTH|IN}* {BOOKS}? {COND:genres b}", _same_column),
    (r"{COND:language a} {SIGN}? {AND|OR|NOR|SIGN} {IN|EITHER|BOTH}? {COND:language b}", _same_column),
    (
        r"{COND:publisher a} {SIGN}? {AND|OR|NOR|SIGN} {BY|PUBLISHEDBY|EITHER|BOTH|IN|COL}? {COND:publisher b}",
        _same_column,
    ),
    (r"{COND:title a} {SIGN}? {AND|OR|NOR|SIGN} {EITHER|BOTH}? {COND:title b}", _same_column),
    (r"{PERIOD a} {SIGN}? {AND|OR|NOR|SIGN} {IN|EITHER|FROM|SINCE|BOTH}? {PERIOD b}", _same_column),
    (r"{COND a} {SIGN|BUT}? {NOT} {BOTH}", _one_of_both),
    # alone, together
    (r"{COND:authors a} {BOOKS|WROTE|BE|HAVE}* {COAUTHORS} {COND:authors b}", _joint),
    (r"{ALONE a} {SIGN|AND}* {ALONE}", drop()),
    (r"{COND:authors a} {WROTE|BE|HAVE|COL|BY|IN|SIGN|BOOKS|LIBRARY|PERSON|THOSE|AND|BUT}* {ALONE}", _exactly),
    (r"{ONLY} {BY|HAVE}? {COND:authors a}(?!{AND})", _exactly),
    (r"{COND:authors a} {AS|IN|BE|HAVE}* {ALONE} {COL:authors|PEOPLE}", _exactly),
    (r"{COND:authors a} {BE|HAVE|AS|IN|SIGN|THOSE|IT|PERSON}* {ONLY|SINGLE} {COL:authors}", _exactly),
    (r"{COND:authors a} {WROTE|BE|HAVE|BOOKS|PUBLISH|SIGN}* {TOGETHER}", _all_of),
    (r"{TOGETHER} {BY}? {COND:authors a}", _all_of),
    (r"{BOTH} {BY}? {COND a}", _all_of),
    (r"{COND a} {BOTH}$", _all_of),
    (r"{COND:authors a} {BOTH} {BE|HAVE|TITLED|AS}* {COL:authors}", _all_of_authors),
    (r"{COND a} {COL:title t}(?!{CONTAINS|TITLED|COND:title})", _titles_for_books),
    # what must not be
    (r"{COND:publisher|COND:authors a} {BE|HAVE}* {NOT} {PUBLISH|WROTE|PUBLISHEDBY}(?={SIGN|AND|BUT|OR}|$)", _denied),
    (r"{NEITHER} {BY|IN|BE|PUBLISHEDBY}* {COND a}", _denied),
    (r"{NOT} {AND}? {DENIED}* {COND a}", _denied),
    (r"{NOT} {WORD w} {DENIED}* {COND a}", _denied_by_a_verb),
    (r"{IN|BY|PUBLISHEDBY} {COL c} {COND a}", _of_own_column),
    (r"{LEAVE} {COND a} {BOOKS}? {PUBLISH|IN|NOT}", _denied),
    (r"{COND a} {BE}? {EXCLUDED}", _denied),
    (r"{AFTER} {COND:language|COND:genres|COND:publisher|COND:authors a}", _denied),
    (r"{COND a} {SIGN}? {OR|NOR} {BY|IN|BE|PUBLISHEDBY|PUBLISH|WROTE|HAVE|BELONG|BOOKS|ABOUT}* {COND b}", _or_columns),
)  # fmt: skip
