"""The form of a question: what is asked of the books that its conditions leave, as slots of one plan."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from core.stores.library_plan import (
    Alternative, Clause, Having, Key, Measure, Operation, Order, Part, Plan, Test, Where,
)  # fmt: skip
from core.systems.library_chat.grammar.nodes import Condition, Node, Quantity, joined
from core.systems.library_chat.grammar.rules import Found, Setting, rewrite_with

_WORDS_OF_FORM = frozenset(
    "FILL SIGN BE HAVE IN BY AND OR BUT WHICH WHO BOOKS LIBRARY PUBLISH WROTE WHEN WHERE HOWLONG DIFFERENT THAN TITLED "
    "AFTER SINCE BEFORE UNTIL TO BELONG COUNT CONTAINS ALSO PERSON THOSE IT KNOWN DASH AS CODE PUBLISHEDBY BOTH EITHER "
    "ABOUT APPROX SINGLE IS EACH GROUPBY SORT EQ ELSE".split()
)  # words that say nothing by themselves once the form is known


@dataclass
class Slots:
    """What a question asks for, slot by slot."""

    where: list[tuple[Node, Condition]] = field(default_factory=list)
    having: list[Having] = field(default_factory=list)
    target: Key | None = None
    keys: list[Key] = field(default_factory=list)
    count: bool = False
    share: Node | None = None
    measure: Measure | None = None
    rank: tuple[bool, Measure] | None = None  # descending, by what
    superlative: Order | None = None
    limit: int | None = None
    nth: int | None = None
    sort: list[Order] = field(default_factory=list)
    show: list[str] = field(default_factory=list)
    over: Operation | None = None


@dataclass(frozen=True)
class Form:
    """A plan, the nodes that it accounts for, and what beside the first figures is asked.

    `over` calculates over the figures of all groups; `topic_words` are left for a search by meaning; `readings` are
    other plans that the words allow, each with what it takes them for.
    """

    plan: Plan
    used: tuple[tuple[Node, str], ...]
    over: str = ""
    readings: tuple[tuple[str, Plan], ...] = ()
    than: Condition | None = None
    is_yes_no: bool = False


# --- neighbours that make up one part of a form -----------------------------------------------------------------------


def _rank(direction: str, of: str = "", column: str = "") -> str:
    return f"{direction}:{of}:{column}"


def _rank_of(given: Found, nodes: list[Node], setting: Setting) -> Node | None:
    sign = given["m"]
    direction = "asc" if sign.tag in ("FEWEST", "RARE", "FEWER", "SHORTER") or sign.detail.endswith("asc") else "desc"
    of = given["a"].detail if "a" in given else ""
    column = given["c"].detail if "c" in given and given["c"].tag == "COL" else ""
    if sign.tag == "SUP":
        column = column or sign.detail.partition(":")[0]
        return joined(nodes, "RANK", _rank(direction, of, column))
    if not of and setting.names.kind(column) == "number":
        return joined(nodes, "SUP", f"{column}:{direction}") if column != "year" else None
    return joined(nodes, "RANK", _rank(direction, of or "count", column))


def _common(given: Found, nodes: list[Node], setting: Setting) -> list[Node] | None:
    column = given["c"]
    if column.tag == "COL" and setting.names.kind(column.detail) == "number" and column.detail not in ("year", "month"):
        direction = "asc" if given["m"].tag == "RARE" else "desc"
        return [joined(nodes, "SUP", f"{column.detail}:{direction}")]
    direction = "asc" if given["m"].tag == "RARE" else "desc"
    return [replace(given["m"], tag="RANK", detail=_rank(direction, "count")), *[n for n in nodes if n is not given["m"]]]


def _key(given: Found, nodes: list[Node], setting: Setting) -> list[Node]:
    keys = [given[name] for name in ("a", "b") if name in given]
    made = [node.again("KEY", _grouped(node)) for node in keys]
    made[0] = replace(made[0], tokens=frozenset().union(*(node.tokens for node in nodes)) - (made[1].tokens if len(made) > 1 else frozenset()))
    return made


def _grouped(node: Node) -> str:
    return {"DECADE": "year:decade", "CENTURY": "year:century"}.get(node.tag, node.detail)


def _limit(given: Found, nodes: list[Node], setting: Setting) -> list[Node] | None:
    number = float(given["n"].value)
    if not number.is_integer() or number < 1:
        return None
    used = frozenset().union(*(node.tokens for node in nodes if node.tag in ("NUM", "TOP", "ORD")))
    limit = Node("LIMIT", given["o"].detail if "o" in given else "", given["n"].first, given["n"].last, int(number), used)
    return [limit, *[node for node in nodes if node.tag not in ("NUM", "TOP", "ORD")]]


def _nth(given: Found, nodes: list[Node], setting: Setting) -> list[Node]:
    order = given["o"]
    return [order.again("NTH", "", int(order.detail)), *[node for node in nodes if node is not order]]


def _aggregate(given: Found, nodes: list[Node], setting: Setting) -> Node | list[Node] | None:
    column = given["c"].detail
    if setting.names.kind(column) not in ("number", "date"):
        return None
    return joined(nodes, "AGG", f"{given['a'].detail}:{column}")


def _average_count(given: Found, nodes: list[Node], setting: Setting) -> Node:
    column = "" if given["c"].tag == "BOOKS" else given["c"].detail
    return joined(nodes, "AGGCOUNT", f"{given['a'].detail}:{column}")


def _sorted(given: Found, nodes: list[Node], setting: Setting) -> Node:
    last = nodes[-1]
    descending = "desc" if last.tag in ("DESC", "NEWFIRST") else "asc"
    column = given["c"].detail if "c" in given else {"ALPHA": "title", "CHRONO": "year", "NEWFIRST": "year"}.get(last.tag, "")
    if last.tag == "SUP":
        column, _, descending = last.detail.partition(":")
    return joined(nodes, "ORDER", f"{column}:{descending}")


_CATEGORY = "COL:authors|COL:genres|COL:publisher|COL:language|COL:year|COL:subjects|COL:month|DECADE|CENTURY"
_FORMS = (
    (r"{SORT} {COL c} {DESC|ASC|NEWFIRST}?", _sorted),
    (r"{SORT} {SUP}", _sorted),
    (r"{SORT}? {ALPHA|CHRONO|NEWFIRST}", _sorted),
    (r"{ORD o} {MOST|FEWEST|SUP|COMMON|PROLIFIC|RARE|LONGER}", _nth),
    (r"{COMMON|PROLIFIC|RARE m} {COL|DECADE|CENTURY c}", _common),
    (r"{MOST|FEWEST m} {AVG a} {COUNT}? {COL c}", _rank_of),
    (r"{SUP m} {AVG a} {COL}?", _rank_of),
    (r"{SUP m} {BOOKS} {IN}? {AVG a}", _rank_of),
    (r"{AVG a} {BE}? {SUP m} {BOOKS|COL}?", _rank_of),
    (r"{MOST|FEWEST m} {COL c} {AVG a}", _rank_of),
    (r"{MOST|FEWEST m} {COUNT}? {IN}? {DIFFERENT}? {COL|BOOKS c}", _rank_of),
    (r"{MORE|FEWER m} {DIFFERENT}? {COL|BOOKS c}", _rank_of),
    (r"{AVG a} {COUNT} {IN}? {DIFFERENT}? {BOOKS|COL:authors|COL:genres|COL:publisher|COL:language|COL:subjects c}", _average_count),
    (r"{AVG a} {BOOKS} {COL c}", _aggregate),
    (r"{AVG a} {COND}? {BOOKS}? {COUNT}? {COL c}", lambda g, n, s: [*( [made] if isinstance(made := _aggregate(g, [x for x in n if x.tag != "COND"], s), Node) else []), *[x for x in n if x.tag == "COND"]] if s.names.kind(g["c"].detail) in ("number", "date") else None),
    (r"{COL c} {IN|BE}? {AVG a}", _aggregate),
    (r"{TOP} {NUM n}", _limit),
    (r"{ORD:1|ORD:-1 o} {NUM n}", _limit),
    (r"{NUM n} {SUP|MOST|FEWEST|COMMON|RARE|PROLIFIC|RANK}", _limit),
    (r"{NUM n} {COND|AGG}* {BOOKS}", _limit),
    (r"{NUM n} {COL:authors|COL:genres|COL:publisher|COL:language}", _limit),
    (r"{NUM n} {SAMPLE}", _limit),
    (rf"{{EACH}} {{COND}}* {{{_CATEGORY} a}} {{AND}} {{EACH}}? {{{_CATEGORY} b}}", _key),
    (rf"{{GROUPBY|BY|EACH|BREAKDOWN}} {{EACH|IN}}* {{{_CATEGORY} a}} {{AND|BY|EACH|IN}}+ {{{_CATEGORY} b}}", _key),
    (rf"{{GROUPBY|BY|EACH}} {{EACH|IN|DIFFERENT}}* {{{_CATEGORY} a}}", _key),
    (rf"{{BREAKDOWN}} {{IN|BY}}* {{{_CATEGORY} a}}", _key),
)  # fmt: skip


def parts_of_forms(nodes: list[Node], setting: Setting) -> list[Node]:
    """Put together what makes up one part of a form: rankings, keys, limits, orders."""
    return rewrite_with(_FORMS, nodes, setting)


# --- the plan ---------------------------------------------------------------------------------------------------------


def clause_of(value: Condition) -> Clause:
    """Return the clause of a condition."""
    return Clause(any_of=tuple(Alternative(all_of=tests) for tests in value.alternatives))


class FormReader:
    """Reads the form of one question from its nodes."""

    def __init__(self, nodes: list[Node], setting: Setting, question: str) -> None:
        self.nodes = nodes
        self.names = setting.names
        self.question = question
        self.used: list[tuple[Node, str]] = []
        self.readings: list[tuple[str, Plan]] = []
        self.over = ""
        self.tags = {node.tag for node in nodes}

    # --- looking

    def first(self, *tags: str) -> Node | None:
        return next((node for node in self.nodes if node.tag in tags), None)

    def every(self, *tags: str) -> list[Node]:
        return [node for node in self.nodes if node.tag in tags]

    def use(self, node: Node | None, what: str = "") -> None:
        if node is not None:
            self.used.append((node, what))

    def place(self, node: Node) -> int:
        return self.nodes.index(node)

    def before(self, node: Node, steps: int = 1) -> str:
        place = self.place(node) - steps
        return self.nodes[place].tag if place >= 0 else ""

    # --- reading

    def read(self) -> Form:
        conditions = self.every("COND")
        titles = [node for node in conditions if node.detail == "title" and node.value.test.how == "is" and not node.value.than]
        than = next((node for node in conditions if node.value.than), None)
        if self.first("LIKE") and titles:
            plan = self._like(titles[-1])
        elif self.first("PATH") and (people := self._people(conditions)) and len(people) == 2:
            plan = Plan(path=people)
            self.use(self.first("PATH"), "a way over common books")
            for node in conditions:
                self.use(node, "an author")
        elif compared := self._comparison(conditions, titles):
            plan = compared
        elif titles and (shown := self._columns_asked(titles)):
            plan = Plan(where=self._where(conditions), show=tuple(shown))
        else:
            plan = self._general(conditions)
        return Form(plan, tuple(self.used), self.over, tuple(self.readings), than.value if than else None)

    def _people(self, conditions: list[Node]) -> tuple[str, ...]:
        return tuple(value for node in conditions if node.detail == "authors" for tests in node.value.alternatives for value in tests[0].values)

    def _where(self, conditions: Iterable[Node]) -> Where:
        found = []
        for node in conditions:
            self.use(node, "a condition")
            if not node.value.than:
                found.append(clause_of(node.value))
        return tuple(found)

    def _like(self, title: Node) -> Plan:
        self.use(self.first("LIKE"), "books like one")
        self.use(title, "the book")
        others = [node for node in self.every("COND") if node is not title]
        return Plan(like=title.value.test.values[0], where=self._where(others), limit=self._limit_of())

    def _limit_of(self) -> int | None:
        node = self.first("LIMIT")
        self.use(node, "how many")
        return node.value if node else None

    def _columns_asked(self, titles: list[Node]) -> list[str]:
        """Which columns of a book are asked for: who wrote it, when, how long."""
        asked: list[tuple[int, str]] = []
        for node in self.every("COL"):
            if node.detail != "title" and self.names.kind(node.detail):
                asked.append((self.place(node), node.detail))
                self.use(node, "what is asked")
        for node in self.every("AVG"):
            self.use(node, "")
        who, wrote, publish = self.first("WHO"), self.first("WROTE", "BY"), self.first("PUBLISH", "PUBLISHEDBY")
        if (who or self.first("WHICH")) and publish and not wrote and who:
            asked.append((self.place(who), "publisher"))
        elif publish and publish.tag == "PUBLISHEDBY" and not asked:
            asked.append((self.place(publish), "publisher"))
        elif wrote and (who or not asked) and not any(column == "authors" for _, column in asked) and (who or wrote.tag == "WROTE"):
            asked.append((self.place(who or wrote), "authors"))
        elif who and not asked:
            asked.append((self.place(who), "authors"))
        if when := self.first("WHEN"):
            asked.append((self.place(when), "year"))
            if self.names.kind("published"):
                asked.append((self.place(when), "published"))
        if long := self.first("HOWLONG"):
            asked.append((self.place(long), "pages"))
        return list(dict.fromkeys(column for _, column in sorted(asked)))

    # --- comparing

    def _comparison(self, conditions: list[Node], titles: list[Node]) -> Plan | None:
        sign = self.first("COMPARE", "MORE", "FEWER", "LONGER", "SHORTER", "NEWER", "OLDER", "DIFFERENCE")
        rank = next((node for node in self.every("RANK") if "OR" in self.tags or "THAN" in self.tags or self.first("COMPARE")), None)
        several = [node for node in conditions if self._several(node)]
        if titles and sum(len(tests[0].values) for node in titles for tests in node.value.alternatives) > 1 and (sign or self.first("GT", "LT", "SUP")):
            sign = sign or self.first("GT", "LT", "SUP")
            column = "year" if sign.tag in ("NEWER", "OLDER") or "year" in sign.detail else "pages"
            if (asked := self.first("COL")) and self.names.kind(asked.detail) == "number":
                column = asked.detail
                self.use(asked, "what is compared")
            self.use(sign, "a comparison")
            order = Order(by=column, descending=sign.tag not in ("SHORTER", "OLDER", "LT"))
            return Plan(where=(self._either(titles),), order=(order,), show=(column,))
        if not (sign or rank) or not (several or len(conditions) > 1):
            return None
        groups = self._compared_groups(conditions, several)
        if groups is None:
            return None
        key, rest = groups
        self.use(sign, "a comparison")
        self.use(rank, "a comparison")
        aggregate = self.first("AGG")
        measure = Measure()
        if rank and rank.detail.split(":")[1] not in ("", "count"):
            _, of, column = rank.detail.split(":")
            measure = _measure(of, column)
        elif rank and rank.detail.split(":")[2]:
            measure = Measure(column=rank.detail.split(":")[2])
        if aggregate:
            of, column = aggregate.detail.split(":")
            measure = _measure(of, column)
            self.use(aggregate, "what is compared")
        elif sign and sign.tag in ("LONGER", "SHORTER"):
            measure = Measure(of="mean", column="pages")
        return Plan(where=self._where(rest), by=(key,), measures=(measure,), order=(Order(by="value", descending=True),))

    def _either(self, titles: list[Node]) -> Clause:
        values: dict[str, None] = {}
        for node in titles:
            self.use(node, "a book")
            for tests in node.value.alternatives:
                values |= dict.fromkeys(tests[0].values)
        return Clause(any_of=(Alternative(all_of=(Test(column="title", values=tuple(values)),)),))

    def _several(self, node: Node) -> bool:
        value: Condition = node.value
        return value.column != "" and sum(len(tests[0].values) or 1 for tests in value.alternatives) > 1 and value.joined in ("or", "and", "list", "all")

    def _compared_groups(self, conditions: list[Node], several: list[Node]) -> tuple[Key, list[Node]] | None:
        if several:
            node = several[0]
            value: Condition = node.value
            column = value.column
            self.use(node, "what is compared")
            rest = [other for other in conditions if other is not node]
            if value.test.how == "between":
                spans = [test for tests in value.alternatives for test in tests]
                return self._periods(column, spans, rest)
            values = [one for tests in value.alternatives for one in tests[0].values]
            return Key(column=column, values=tuple(dict.fromkeys(values))), rest
        by_column: dict[str, list[Node]] = {}
        for node in conditions:
            if node.value.is_one and not node.value.test.denied:
                by_column.setdefault(node.detail, []).append(node)
        pair = next((nodes for nodes in by_column.values() if len(nodes) == 2), None)
        if not pair:
            return None
        rest = [node for node in conditions if node not in pair]
        for node in pair:
            self.use(node, "what is compared")
        if pair[0].value.test.how == "between":
            return self._periods(pair[0].detail, [node.value.test for node in pair], rest)
        return Key(column=pair[0].detail, values=tuple(value for node in pair for value in node.value.test.values)), rest

    def _periods(self, column: str, tests: list[Test], rest: list[Node]) -> tuple[Key, list[Node]] | None:
        lows = [test.low for test in tests]
        if any(low is None or test.high is None for low, test in zip(lows, tests, strict=True)):
            return None
        sizes = {int((test.high or 0) - (test.low or 0) + 1) for test in tests}
        if sizes == {10}:
            return Key(column=column, part="decade", values=tuple(f"{int(low or 0)}s" for low in lows)), rest
        if sizes == {1}:
            return Key(column=column, values=tuple(str(int(low or 0)) for low in lows)), rest
        return None

    # --- everything else

    def _general(self, conditions: list[Node]) -> Plan:
        slots = Slots()
        self._targets(slots, conditions)
        self._operations(slots)
        self._quantities(slots)
        conditions = self._sets(slots, conditions)
        share = self._share(conditions) if self.first("SHARE") else None
        if share is not None:
            where, part = share
            self.use(self.first("SHARE"), "a share")
            by = (slots.target,) if slots.target else tuple(slots.keys)
            return Plan(where=where, by=by, measures=(Measure(of="share", where=part), Measure(where=part), Measure()))
        where = self._where(conditions)
        return self._plan(slots, where)

    def _targets(self, slots: Slots, conditions: list[Node]) -> None:
        for node in self.every("KEY"):
            slots.keys.append(_key_of(node.detail))
            self.use(node, "groups")
        coauthors = self.first("COAUTHORS")
        people = self._people(conditions)
        if coauthors and people and not any(node.value.joined in ("and", "all") for node in conditions if node.detail == "authors"):
            self.use(coauthors, "who wrote with")
            slots.target = Key(column="authors", without=people)
            return
        for node in self.every("COL", "DECADE", "CENTURY"):
            detail = _grouped(node)
            column = detail.partition(":")[0]
            if not self.names.kind(column) or column in ("title", "pages", "isbn", "published"):
                continue
            if self.names.kind(column) == "number" and column not in ("year", "month"):
                continue
            if slots.keys and any(key.column == column for key in slots.keys):
                self.use(node, "groups")
                continue
            if slots.target is None and not self._is_shown(node):
                slots.target = _key_of(detail)
                self.use(node, f"what is asked: {column}")
            elif slots.target is None:
                slots.show.append(column)
                self.use(node, "a column to show")
        who = self.first("WHO")
        if who and slots.target is None and not slots.keys and (self.first("WROTE", "COAUTHORS", "RANK") or self.first("COND")):
            slots.target = Key(column="publisher" if self.first("PUBLISH") and not self.first("WROTE") else "authors")

    def _is_shown(self, node: Node) -> bool:
        """Whether a column is wanted beside the books rather than asked for itself: "books with their publishers"."""
        place = self.place(node)
        earlier = [other.tag for other in self.nodes[:place]]
        if "BOOKS" not in earlier:
            return False
        return self.before(node) in ("THOSE", "AND", "HAVE") or bool({"SUP", "ORDER"} & set(earlier) and "WHICH" not in earlier)

    def _operations(self, slots: Slots) -> None:
        slots.count = self.first("COUNT") is not None
        if (node := self.first("LIMIT")) is not None:
            slots.limit = node.value
            self.use(node, "how many")
            if node.detail in ("1", "-1"):
                slots.superlative = Order(by="year", descending=node.detail == "-1")
        if (node := self.first("NTH")) is not None:
            slots.nth = node.value
            self.use(node, "which of them")
        if (node := self.first("RANK")) is not None:
            direction, of, column = node.detail.split(":")
            slots.rank = direction == "desc", _measure(of or "count", column)
            self.use(node, "ranked by")
        if (node := self.first("SUP")) is not None:
            column, _, direction = node.detail.partition(":")
            slots.superlative = Order(by=column, descending=direction == "desc")
            self.use(node, "sorted by")
        for node in self.every("ORDER"):
            column, _, direction = node.detail.partition(":")
            slots.sort.append(Order(by=column, descending=direction == "desc"))
            self.use(node, "sorted by")
        if (node := self.first("AGG")) is not None:
            of, _, column = node.detail.partition(":")
            slots.measure = _measure(of, column)
            self.use(node, "calculated")
        if (node := self.first("AGGCOUNT")) is not None:
            of, _, column = node.detail.partition(":")
            self.use(node, "calculated")
            slots.measure = Measure(column=column)
            slots.over = of  # type: ignore[assignment]
            slots.count = False
        pages = next((node for node in self.every("COL") if node.detail == "pages"), None)
        if slots.measure is None and (average := self.first("AVG")) is not None and (pages or "BOOKS" in self.tags):
            slots.measure = Measure(of=average.detail, column="pages")  # type: ignore[arg-type]
            self.use(average, "calculated")
            self.use(pages, "pages")
        elif slots.measure is None and pages is not None and not slots.sort:
            if slots.count:
                slots.measure = Measure(of="sum", column="pages")
                slots.count = False
            else:
                slots.show.append("pages")
            self.use(pages, "pages")
        for node in self.every("COL"):
            if all(node is not used for used, _ in self.used) and self.names.kind(node.detail):
                slots.show.append(node.detail)
                self.use(node, "a column to show")
        if (trend := self.first("TREND")) is not None and not slots.keys and slots.target is None:
            slots.keys.append(Key(column="year"))
            slots.sort.append(Order(by="name"))
            self.use(trend, "year by year")
        if (first := self.first("ORD")) is not None and slots.superlative is None:
            value = int(first.detail)
            slots.superlative = Order(by="year", descending=value < 0)
            slots.nth = abs(value)
            self.use(first, "by year")
        if (sample := self.first("SAMPLE")) is not None:
            self.use(sample, "any of them")

    def _quantities(self, slots: Slots) -> None:
        for node in self.every("QTY"):
            quantity: Quantity = node.value
            low, high = quantity.low, quantity.high
            entity = slots.target or (slots.keys[0] if slots.keys else None)
            if quantity.column == "books" and entity:
                slots.having.append(Having(measure=Measure(), low=low, high=high))
            elif quantity.column in ("", "books") and entity and slots.measure and not slots.count:
                slots.having.append(Having(measure=slots.measure, low=low, high=high))
            elif self.names.kind(quantity.column) in ("list", "text") and entity and entity.column != quantity.column:
                slots.having.append(Having(measure=Measure(column=quantity.column), low=low, high=high))
            elif self.names.kind(quantity.column) == "list":
                test = Test(column=quantity.column, how="number", low=low, high=high)
                slots.where.append((node, Condition(((test,),))))
                if entity and entity.column == quantity.column and slots.target:
                    slots.target = None
            elif quantity.column == "" and "BOOKS" in self.tags and not entity:
                test = Test(column="pages", how="between", low=low, high=high)
                slots.where.append((node, Condition(((test,),))))
            elif quantity.column != "books" or entity or not slots.count and "BE" not in self.tags:
                continue
            self.use(node, "how many")

    def _sets(self, slots: Slots, conditions: list[Node]) -> list[Node]:
        """Conditions on groups rather than on books: publishers with fantasy but no romance, authors of nothing else."""
        entity = slots.target
        if entity is None:
            return conditions
        kept: list[Node] = []
        for node in conditions:
            value: Condition = node.value
            only = self._only_before(node)
            if value.is_one and value.test.denied and value.test.how == "is" and value.column != entity.column and not self._of_books(node):
                wanted = Condition(((value.test.model_copy(update={"denied": False}),),))
                slots.having.append(Having(measure=Measure(where=(clause_of(wanted),)), low=0, high=0))
                self.use(node, "none of them")
            elif only is not None and value.is_one and value.column != entity.column:
                other = Condition(((value.test.model_copy(update={"denied": True}),),))
                slots.having.append(Having(measure=Measure(where=(clause_of(other),)), low=0, high=0))
                slots.having.append(Having(measure=Measure(where=(clause_of(value),)), low=1))
                self.use(node, "all of them")
                self.use(only, "nothing else")
            elif value.is_one and value.test.how in ("is", "all") and value.joined in ("and", "all") and len(value.test.values) > 1 and value.column != entity.column:
                for one in value.test.values:
                    each = Condition(((value.test.model_copy(update={"how": "is", "values": (one,)}),),))
                    slots.having.append(Having(measure=Measure(where=(clause_of(each),)), low=1))
                self.use(node, "each of them")
            else:
                kept.append(node)
        return kept

    def _only_before(self, node: Node) -> Node | None:
        place = self.place(node)
        for other in self.nodes[max(0, place - 4) : place][::-1]:
            if other.tag == "ONLY":
                return other
            if other.tag not in ("IN", "BOOKS", "WROTE", "BY", "HAVE", "FILL", "PUBLISH", "BE"):
                return None
        after = self.nodes[place + 1 : place + 2]
        return after[0] if after and after[0].tag == "ONLY" else None

    def _of_books(self, node: Node) -> bool:
        """Whether what must not be is said of books: "authors of books that are not in English"."""
        place = self.place(node)
        return any(other.tag == "BOOKS" for other in self.nodes[max(0, place - 2) : place])

    def _share(self, conditions: list[Node]) -> tuple[Where, Where]:
        """Part the conditions of a share into those of the whole and those of the part: before and after its verb."""
        share = self.first("SHARE")
        assert share is not None
        begin = self.place(share)
        verb = next(
            (place for place, node in enumerate(self.nodes) if place > begin and node.tag in ("BE", "HAVE", "PUBLISH", "BELONG", "WROTE") and place + 1 < len(self.nodes)),
            len(self.nodes),
        )
        before = [node for node in conditions if begin < self.place(node) < verb]
        after = [node for node in conditions if self.place(node) > verb or self.place(node) < begin]
        if not after:
            before, after = [], before
        return self._where(before), self._where(after)

    def _plan(self, slots: Slots, where: Where) -> Plan:
        where = (*where, *(clause_of(value) for _, value in slots.where))
        sample = self.first("SAMPLE") is not None and (slots.limit is not None or "random" in self.question.lower())
        nth = slots.nth
        entity = slots.target
        if slots.keys and entity and (slots.rank or slots.limit) and not any(key.column == entity.column for key in slots.keys):
            measure = slots.rank[1] if slots.rank else slots.measure or Measure()
            descending = slots.rank[0] if slots.rank else True
            return Plan(where=where, by=(slots.keys[0], entity), measures=(measure,), having=tuple(slots.having),
                        order=(Order(by="value", descending=descending),), each=slots.limit or 1)  # fmt: skip
        if slots.keys and slots.superlative and not slots.rank and slots.measure is None:
            return Plan(where=where, by=(slots.keys[0],), order=(slots.superlative,), each=slots.limit or 1, having=tuple(slots.having))
        if slots.keys:
            if entity is not None and not slots.measure and entity.column not in {key.column for key in slots.keys}:
                measure = Measure(column=entity.column)
            else:
                measure = slots.measure or Measure()
            if slots.over and measure.column in {key.column for key in slots.keys}:
                measure = Measure()
            self.over = slots.over or ""
            order = self._group_order(slots)
            return Plan(where=where, by=tuple(slots.keys[:2]), measures=(measure,), having=tuple(slots.having), order=order, limit=slots.limit)
        if slots.over:
            return self._mean_of_counts(slots, where)
        if entity is not None and slots.rank:
            descending, measure = slots.rank
            if measure.column == entity.column:
                measure = Measure()
            if measure.of == "count" and self.names.kind(measure.column) == "number":
                measure = Measure(of="sum", column=measure.column)
            return Plan(where=where, by=(entity,), measures=(measure,), having=tuple(slots.having),
                        order=(Order(by="value", descending=descending),),
                        skip=(nth - 1) if nth and nth > 0 else 0, limit=slots.limit or 1)  # fmt: skip
        if entity is not None and slots.superlative and (slots.superlative.by != entity.column):
            self.used += []
            return self._books(slots, where, show=(entity.column,), sample=sample)
        if entity is not None and slots.superlative and entity.column == "year":
            of: Operation = "most" if slots.superlative.descending else "least"
            return Plan(where=where, measures=(Measure(of=of, column="year"),))
        if entity is not None and slots.measure:
            return Plan(where=where, by=(entity,), measures=(slots.measure,), having=tuple(slots.having), order=self._group_order(slots), limit=slots.limit)
        if entity is not None:
            if slots.count and not slots.having:
                return Plan(where=where, measures=(Measure(column=entity.column),)) if not entity.part and not entity.without else self._count_groups(slots, where)
            if slots.count:
                return self._count_groups(slots, where)
            order = (Order(by="value", descending=True),) if slots.limit else self._group_order(slots)
            return Plan(where=where, by=(entity,), having=tuple(slots.having), order=order, limit=slots.limit)
        if slots.measure:
            return Plan(where=where, measures=(slots.measure,))
        if slots.rank:
            descending, measure = slots.rank
            if measure.of == "count" and measure.column:
                return Plan(where=where, order=(Order(by=measure.column, descending=descending),), skip=(nth or 1) - 1, limit=slots.limit or 1, show=(measure.column,))
            if measure.of in ("mean", "sum") and measure.column:
                return Plan(where=where, order=(Order(by=measure.column, descending=descending),), skip=(nth or 1) - 1, limit=slots.limit or 1)
        if slots.count and slots.superlative is None:
            return Plan(where=where, measures=(Measure(),))
        return self._books(slots, where, show=tuple(slots.show), sample=sample)

    def _count_groups(self, slots: Slots, where: Where) -> Plan:
        assert slots.target is not None
        self.over = "count"
        return Plan(where=where, by=(slots.target,), having=tuple(slots.having))

    def _mean_of_counts(self, slots: Slots, where: Where) -> Plan:
        """“the average number of authors per book”, “… of books per author” come with their key; without, of books."""
        entity = slots.target
        self.over = slots.over or ""
        column = slots.measure.column if slots.measure else ""
        if entity is not None and entity.column != column:
            return Plan(where=where, by=(entity,), measures=(Measure(column=column),))
        if column:
            return Plan(where=where, by=(Key(column="id"),), measures=(Measure(column=column),))
        return Plan(where=where, measures=(Measure(),))

    def _group_order(self, slots: Slots) -> tuple[Order, ...]:
        if slots.rank:
            return (Order(by="value", descending=slots.rank[0]),)
        timed = any(key.column in ("year", "month") for key in (*slots.keys, *([slots.target] if slots.target else [])))
        if timed and slots.limit is None:
            return (Order(by="name"),)
        if slots.sort and slots.sort[0].by in ("title", "authors"):
            return (Order(by="name", descending=slots.sort[0].descending),)
        return ()

    def _books(self, slots: Slots, where: Where, show: tuple[str, ...], sample: bool) -> Plan:
        if slots.superlative:
            nth = abs(slots.nth) if slots.nth else 0
            superlative = slots.superlative
            if slots.nth and slots.nth < 0:
                superlative = Order(by=superlative.by, descending=not superlative.descending)
            limit = slots.limit or (1 if not self._is_plural_superlative() else 10)
            order = (superlative, *slots.sort)
            return Plan(where=where, order=order, skip=max(nth - 1, 0), limit=1 if nth else limit, show=show)
        return Plan(where=where, order=tuple(slots.sort), limit=slots.limit, sample=sample, show=show)

    def _is_plural_superlative(self) -> bool:
        node = self.first("SUP")
        if node is None:
            return False
        return bool(re.search(r"\bbooks|novels|titles|works|ones\b", self.question[:], re.IGNORECASE)) and bool(
            re.search(r"(?i)\b(?:longest|shortest|newest|oldest|latest|earliest|recent|thickest|thinnest)\s+(?:\w+\s+){0,2}(?:books|novels|titles|works|ones)\b", self.question)
        ) and not re.search(r"(?i)\b(?:of|among|from|all)\b[^?]*\bbooks\b", self.question)


def _measure(of: str, column: str) -> Measure:
    return Measure(of=of, column=column)  # type: ignore[arg-type]


def _key_of(detail: str) -> Key:
    column, _, part = detail.partition(":")
    parts: dict[str, Part] = {"decade": "decade", "century": "century"}
    return Key(column=column, part=parts.get(part, ""))


def left_over(nodes: Iterable[Node], used: Iterable[tuple[Node, str]]) -> list[Node]:
    """Return the nodes that say something and that no plan accounts for."""
    taken = frozenset().union(*(node.tokens for node, _ in used)) if used else frozenset()
    return [node for node in nodes if node.tag not in _WORDS_OF_FORM and not node.tokens & taken]
