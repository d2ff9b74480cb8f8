"""Questions that lean on what was said before: "and horror?", "which of these …?", "who wrote it?", "ten more"."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from core.stores.library import Selected
from core.stores.library_plan import Measure, Plan, Test, Where, must
from core.systems.library_chat.grammar.answers import GROUPS_LISTED, LISTED
from core.systems.library_chat.grammar.chunks import (
    Chain,
    Mode,
    base_without,
    class_of,
    conditions,
    either,
    former,
    operations,
    substituted,
)  # fmt: skip
from core.systems.library_chat.grammar.nodes import Condition, Node, condition
from core.systems.library_chat.grammar.reader import clause_of
from core.systems.library_chat.grammar.reading import Parsed, Said, Select, hear, parsed_of
from core.systems.library_chat.grammar.remembered import Remembered, Stand, Thread, Turn, clause_of_ids
from core.systems.library_chat.grammar.sentences import chips_of
from core.systems.library_chat.grammar.tokens import key_of
from core.systems.library_chat.grammar.vocabulary import Vocabulary

_LEADS = frozenset({"AND", "OR", "BUT", "ALSO", "ONLY", "NOT", "FORGET"})
_NARROWING = frozenset({"ONLY", "NOT", "BUT"})
_OF_MORE = frozenset(
    [
        "REST",
        "MORE",
        "ELSE",
        "NUM",
        "LIMIT",
        "BOOKS",
        "THOSE",
        "IN",
        "AND",
        "ALSO",
        "WHICH",
        "BE",
        "SINGLE",
        "SIGN",
        "SAMPLE",
    ]
)
_OF_THEM = frozenset(
    [
        "THOSE",
        "IT",
        "WHICH",
        "BE",
        "AND",
        "ALSO",
        "LIBRARY",
        "SIGN",
        "IN",
        "SINGLE",
        "BOOKS",
        "TITLED",
        "BOTH",
        "EITHER",
    ]
)
_SURE = ("whole", "alias", "surname", "beginning")
_UNSAID = -1
_OF_A_BOOK = frozenset({"COL", "WHO", "WHEN", "HOWLONG"})


def read(
    question: str,
    names: Vocabulary,
    remembered: Remembered | None = None,
    without: Collection[str] = (),
    select: Select | None = None,
) -> Parsed:
    """Read a question, with what was said before where it leans on it; `without` are assumptions taken back."""
    return _Follower(question, names, remembered, without, select).read()


def remember(parsed: Parsed, found: Selected, before: Remembered | None = None) -> Remembered | None:
    """Return what is remembered after an answer; what was before stays where nothing was found or known."""
    if parsed.lacks or parsed.unknown or not (found.passing and (found.books or found.figures or found.groups)):
        return before
    was = before or Remembered()
    plan, thread = parsed.plan, parsed.thread
    shown = tuple(book.id for book in found.books[:LISTED])
    groups = tuple(group.names[-1] for group in found.groups[:GROUPS_LISTED]) if plan.by and len(plan.by) == 1 else ()
    is_one = bool(shown) and (len(shown) == 1 or _is_look_up(plan))
    is_group = len(groups) == 1 and plan.by[0].column != "id"
    is_several = found.passing > 1 and thread.kind != "row" and not (shown and len(shown) == 1) and not is_one
    people, together = _people(plan, found) or (was.people, was.together)
    is_new = (
        thread.kind == "own"
        and len(thread.turns) == 1
        and not thread.base
        and not any(turn.stands for turn in thread.turns)
    )
    kept = replace(
        was,
        entity=Test(column=plan.by[0].column, values=groups) if is_group else None if is_new else was.entity,
        people=people, together=together, last=shown if is_one else was.last, focus="book" if is_one else "group" if is_group else "",
        asked=plan.show if is_one else was.asked, shown=was.shown if thread.kind == "row" and was.shown else shown,
    )  # fmt: skip
    if thread.kind == "row":
        return kept
    return replace(
        kept,
        turns=thread.turns, base=thread.base, plan=plan, over=parsed.over, passing=found.passing, groups=groups,
        set_plan=plan if is_several else was.set_plan, set_shown=shown if is_several else was.set_shown,
    )  # fmt: skip


def _is_look_up(plan: Plan) -> bool:
    tests = [test for clause in plan.where for one in clause.any_of for test in one.all_of]
    return any(
        test.column == "title" and test.how == "is" and len(test.values) == 1 and not test.denied for test in tests
    )


def _people(plan: Plan, found: Selected) -> tuple[tuple[str, ...], bool] | None:
    """Return the authors that a plan names, or of the book or group that it shows alone; whether it is of a book."""
    if plan.by and plan.by[0].column == "authors" and len(found.groups) == 1:
        return (found.groups[0].names[0],), False
    for clause in plan.where:
        tests = [test for one in clause.any_of for test in one.all_of]
        if all(test.column == "authors" and not test.denied for test in tests):
            return tuple(value for test in tests for value in test.values), False
    if found.books and found.books[0].authors and (len(found.books) == 1 or _is_look_up(plan)):
        return found.books[0].authors, True
    return None


@dataclass
class _Follower:
    """Reads one question of a conversation."""

    question: str
    names: Vocabulary
    before: Remembered | None
    without: Collection[str]
    select: Select | None = None

    def read(self) -> Parsed:
        said = self._heard_with(self._author_said())
        own = self._own(said)
        if self.before is None:
            return replace(own, lacks=self._lacking(said))
        if _is_more(said):
            return self._more(said, own)
        stands, row = self._stands(said)
        if stands:
            said = self._heard_with(stands)
        elif authors := self._author_said():
            stands = authors
        if row:
            return self._row(said, stands)
        if (lacks := self._lacking(said)) and not self._can_point(said):
            return replace(own, lacks=lacks)
        if self._is_of_set(said):
            return self._of_set(said, stands)
        if self._leans(said, bool(stands)):
            return self._instead(said, stands)
        if stands:
            return self._else(
                said,
                replace(self._own(said), thread=Thread((Turn(self.question, stands),)), carried=self._told(stands)),
            )
        return own

    # --- more of the same

    def _more(self, said: Said, own: Parsed) -> Parsed:
        """“Ten more”, “the rest”: the same further down; of a figure, its books."""
        before = self.before
        assert before is not None
        plan = before.plan
        number = next((int(node.value) for node in said.nodes if node.tag in ("NUM", "LIMIT")), None)
        is_rest = any(node.tag == "REST" and node.detail == "all" for node in said.nodes)
        if plan.measures and not plan.by:
            plan, skip = Plan(where=before.set_where), 0
        else:
            skip = plan.skip + len(before.groups if plan.by else before.shown)
        plan = plan.model_copy(update={"skip": skip, "limit": number or (None if is_rest else plan.limit)})
        thread = Thread(before.turns, before.base, "more")
        words = tuple(replace(word, fate="used", as_="more of it") for word in own.words)
        return replace(
            own,
            plan=plan,
            over=before.over,
            words=words,
            thread=thread,
            carried=self._chips(plan.where) or ("the list of before",),
        )

    # --- by itself

    def _own(self, said: Said) -> Parsed:
        parsed = parsed_of(said)
        if _lists_its_own(said) and parsed.plan.measures == (Measure(),) and not parsed.plan.by:
            parsed = replace(parsed, plan=parsed.plan.model_copy(update={"measures": ()}))
        return replace(parsed, thread=Thread((Turn(self.question),)))

    def _author_said(self) -> tuple[Stand, ...]:
        """“What else did the author write”: the one who was named."""
        if self.before is None or not self.before.people:
            return ()
        raw = hear(self.question, self.names, self.without).raw
        for place, node in enumerate(raw[:-1]):
            earlier = {one.tag for one in raw[:place]} & {"WHO", "COND", "COUNT", "SUP", "MOST"}
            asked = raw[place - 1].tag in ("WHICH", "AND") if place else True
            if (
                node.tag == "COL"
                and node.detail == "authors"
                and raw[place + 1].tag in ("WROTE", "HAVE")
                and not earlier
                and not asked
            ):
                return (self._author(node, is_one=True),)
        return ()

    def _heard_with(self, stands: Sequence[Stand]) -> Said:
        return heard_again(Turn(self.question, tuple(stands)), self.names, self.without, select=self.select)

    def _else(self, said: Said, parsed: Parsed) -> Parsed:
        """“What else did he write”: without the book that was spoken of."""
        before = self.before
        if before is None or not before.last or parsed.plan.measures or all(node.tag != "ELSE" for node in said.raw):
            return parsed
        others = clause_of_ids(before.last, denied=True)
        return replace(parsed, plan=parsed.plan.model_copy(update={"where": (*parsed.plan.where, others)}))

    def _lacking(self, said: Said) -> str:
        """Say which pronoun points to nothing."""
        for place, node in enumerate(said.raw):
            if not _points(said, place):
                continue
            if node.tag == "PERSON" and not (self.before and self.before.people):
                return f"“{_text(said, node)}” points to nobody that was named"
            if node.tag in ("THOSE", "IT") and self.before is None:
                return f"“{_text(said, node)}” points to nothing that was shown"
        if self.before is None and _is_more(said):
            return f"“{_text(said, said.raw[0])}” goes on with nothing that was shown"
        return ""

    def _can_point(self, said: Said) -> bool:
        return bool(self.before and self.before.people) or all(node.tag != "PERSON" for node in said.raw)

    # --- pronouns

    def _stands(self, said: Said) -> tuple[tuple[Stand, ...], bool]:
        """Return what pronouns stand for, and whether it is a book that was shown."""
        before = self.before
        assert before is not None
        if (ids := self._place(said)) is not None:
            node, chosen = ids
            return (Stand(node.first, "title", Test(column="id", values=chosen)),), True
        for place, node in enumerate(said.raw):
            if not _points(said, place):
                continue
            if before.people and (node.tag == "PERSON" or _is_of_people(said, place)):
                return (self._author(node, node.tag == "PERSON"),), False
            if node.tag == "IT" and before.focus != "book" and before.entity:
                return (Stand(node.first, before.entity.column, before.entity),), False
            if node.tag == "IT" and before.last and (before.focus == "book" or _asks_of_a_book(said)):
                return (Stand(node.first, "title", Test(column="id", values=before.last)),), True
        if before.focus == "book" and _asks_of_a_book(said) and not conditions(said.nodes) and said.raw:
            return (Stand(_UNSAID, "title", Test(column="id", values=before.last)),), True
        return (), False

    def _author(self, node: Node, is_one: bool) -> Stand:
        before = self.before
        assert before is not None
        people = before.people[:1] if is_one and before.together else before.people
        return Stand(node.first, "authors", Test(column="authors", values=people))

    def _place(self, said: Said) -> tuple[Node, tuple[str, ...]] | None:
        """“The second one”, “the last”, “the first two”: rows that were shown."""
        before = self.before
        assert before is not None
        if len(before.shown) < 2 or conditions(said.nodes):
            return None
        for place, node in enumerate(said.raw):
            if node.tag != "ORD":
                continue
            behind = [one.tag for one in said.raw[place + 1 :] if one.tag != "SIGN"]
            if any(one.tag in ("SUP", "MOST", "FEWEST", "COMMON", "LIBRARY") for one in said.raw[1:]):
                return None
            number = int(node.detail)
            if behind[:1] == ["NUM"]:
                many = int(said.raw[place + 1].value)
                return node, before.shown[:many] if number > 0 else before.shown[-many:]
            at = number - 1 if number > 0 else len(before.shown) + number
            if (not behind or behind[0] in ("SINGLE", "BOOKS", "IN", "BE", "PUBLISH", "WROTE")) and 0 <= at < len(
                before.shown
            ):
                return node, (before.shown[at],)
        return None

    def _row(self, said: Said, stands: tuple[Stand, ...]) -> Parsed:
        """A question about books that were shown."""
        before = self.before
        assert before is not None
        parsed = parsed_of(said)
        plan = parsed.plan
        if not plan.show and not plan.measures and not plan.by and not plan.like and not conditions(said.nodes)[1:]:
            asked = (
                before.asked
                if all(node.tag in _OF_THEM | {"ORD", "COND", "NUM", "LIMIT"} for node in said.nodes)
                else ()
            )
            plan = Plan(where=(must(stands[0].test),), show=asked)
        if plan.measures and plan.measures[0].of == "sum" and len(stands[0].test.values) == 1:
            plan = Plan(where=plan.where, show=(plan.measures[0].column,))
        turn = Turn(self.question, stands)
        return replace(parsed, plan=plan, thread=Thread((turn,), (), "row"), carried=self._told(stands))

    def _told(self, stands: Sequence[Stand]) -> tuple[str, ...]:
        return tuple(
            "the book of before" if stand.test.column == "id" and len(stand.test.values) == 1
            else self._chips((must(stand.test),))[0]
            for stand in stands
        )  # fmt: skip

    # --- the set of before

    def _is_of_set(self, said: Said) -> bool:
        """Whether the books of before are asked for something of their own."""
        tags = [node.tag for node in said.nodes]
        points = any(_points(said, place) for place, node in enumerate(said.raw) if node.tag in ("THOSE", "IT"))
        if set(tags) <= _OF_THEM and (
            "THOSE" in tags or "IT" in tags or tags == ["WHICH"] or tags == ["WHICH", "BOOKS"]
        ):
            return True
        return points and (bool(operations(said.nodes)) or "WHICH" in tags or tags[:1] == ["BE"])

    def _of_set(self, said: Said, stands: tuple[Stand, ...]) -> Parsed:
        before = self.before
        assert before is not None
        nodes = _each_pages(said.nodes)
        base, group = self._set()
        if before.plan.by and group and not operations(nodes) and not conditions(nodes):
            return replace(
                self._own(said), plan=before.plan, over=before.over, thread=Thread(before.turns, before.base)
            )
        parsed = parsed_of(replace(said, nodes=nodes))
        plan = parsed.plan
        over = parsed.over
        if before.plan.by and group and before.focus != "group":
            plan, over = _of_groups(plan, before.plan, group, over)
        plan = plan.model_copy(update={"where": (*base, *plan.where)})
        thread = Thread((Turn(self.question, stands),), base)
        return replace(
            parsed, plan=plan, over=over, thread=thread, carried=self._chips(base) or ("the books of before",)
        )

    def _set(self) -> tuple[Where, Test | None]:
        before = self.before
        assert before is not None
        if before.plan.by and before.group:
            if before.focus == "group":
                return (*before.plan.where, must(before.group)), before.group
            return before.plan.where, before.group
        return before.set_where, None

    def _chips(self, where: Where) -> tuple[str, ...]:
        return tuple(chips_of(where, {column.name: column for column in self.names.columns}))

    # --- something else in the place of what was said

    def _leans(self, said: Said, has_stand: bool) -> bool:  # noqa: PLR0911 -- a ladder, the surest first
        tags = [node.tag for node in said.raw if node.tag != "SIGN"]
        if not tags or not (
            conditions(said.nodes) or operations(said.nodes) or {"LIBRARY", "SHIFT", "BOTH", "TOGETHER"} & set(tags)
        ):
            return False
        asked = operations(said.nodes)
        has_lead = tags[0] in _LEADS or "ALSO" in tags
        has_noun = _has_noun(said)
        if self._is_other_question(said):
            return False
        if any(_points(said, place) for place, node in enumerate(said.raw) if node.tag in ("THOSE", "IT")):
            return True
        if has_lead:
            return not has_noun or not asked or tags[0] == "FORGET"
        if has_noun:
            return False
        if "SHIFT" in tags or any(node.tag == "SUP" for node in asked):
            return True
        if asked:
            return (
                tags[0] == "BOTH"
                or not any(class_of(node) in ("target", "key") for node in asked)
                or (not conditions(said.nodes) and len(asked) == 1)
            )
        return not has_stand and (said.question.rstrip().endswith("?") or not said.question.strip()[:1].isupper())

    def _is_other_question(self, said: Said) -> bool:
        """Whether conditions follow a question about one title, in which they have no place."""
        before = self.before
        assert before is not None
        new = conditions(said.nodes)
        return _is_look_up(before.plan) and bool(new) and all(node.detail != "title" for node in new)

    def _instead(self, said: Said, stands: tuple[Stand, ...]) -> Parsed:
        before = self.before
        assert before is not None
        chain = chain_of(before.turns, self.names)
        turn = Turn(self.question, stands)
        said = heard_again(turn, self.names, self.without, follows=True, select=self.select)
        said = replace(said, nodes=agreeing(said.nodes, chain, self.names))
        nodes = completed(said.nodes, chain)
        mode = mode_of(said)
        if _is_whole(said):
            chain = Chain([node for node in chain.nodes if node not in conditions(chain.nodes)])
            base: Where = ()
        else:
            base = base_without(before.base, chain.nodes, nodes, mode)
        after = substituted(chain, nodes, mode)
        head = before.turns[0].question if before.turns else self.question
        parsed = parsed_of(replace(said, nodes=_read_nodes(said, nodes)), after.nodes, head)
        if "THOSE" in {node.tag for node in said.raw} and parsed.plan.measures == (Measure(),) and not parsed.plan.by:
            parsed = replace(parsed, plan=parsed.plan.model_copy(update={"measures": ()}))
        new = {clause_of(node.value) for node in after.nodes if node.tag == "COND" and node.first >= 0}
        where = (*base, *parsed.plan.where)
        plan = parsed.plan.model_copy(update={"where": where})
        carried = self._chips(tuple(clause for clause in where if clause not in new)) or ("the question before",)
        return replace(parsed, plan=plan, thread=Thread((*before.turns, turn), base), carried=carried)


# --- the chain --------------------------------------------------------------------------------------------------------


def heard_again(
    turn: Turn,
    names: Vocabulary,
    without: Collection[str] = (),
    follows: bool = False,
    select: Select | None = None,
) -> Said:
    """Hear a question with what its pronouns stood for; of one that `follows`, "only" speaks of the books of before."""

    def changed(raw: list[Node]) -> list[Node]:
        stands = {stand.first: stand for stand in turn.stands}
        found = []
        for node in raw:
            stand = stands.pop(node.first, None)
            found.append(node if stand is None else _standing(node, stand))
        return [
            *found,
            *(
                _standing(Node("", "", first, first, tokens=frozenset({first})), stand)
                for first, stand in stands.items()
            ),
        ]

    said = hear(turn.question, names, without, changed, select)
    if follows and said.raw and "ONLY" in {node.tag for node in said.raw}:
        without_only = hear(
            turn.question, names, without, lambda raw: [node for node in changed(raw) if node.tag != "ONLY"], select
        )
        return replace(without_only, raw=said.raw)
    return said


def _standing(node: Node, stand: Stand) -> Node:
    return node.again("COND", stand.column, condition(stand.test))


def chain_of(turns: Sequence[Turn], names: Vocabulary) -> Chain:
    """Make the nodes of a chain of questions again."""
    chain = Chain()
    for place, turn in enumerate(turns):
        said = heard_again(turn, names, follows=place > 0)
        if place == 0:
            chain = Chain(former(_each_pages(said.nodes), place))
            continue
        if _is_whole(said):
            chain = Chain([node for node in chain.nodes if node not in conditions(chain.nodes)])
        new = completed(agreeing(said.nodes, chain, names), chain)
        chain = substituted(chain, former(new, place), mode_of(said))
    return chain


def mode_of(said: Said) -> Mode:
    """Tell whether new chunks take the place of former ones, narrow them or are added."""
    tags = [node.tag for node in said.raw if node.tag != "SIGN"]
    lead = next((tag for tag in tags if tag != "ALSO"), "")
    if (lead == "OR" and "ALSO" not in tags) or any(node.tag == "AND" and node.last > node.first for node in said.raw):
        return "or"
    if lead in _NARROWING or "THOSE" in tags:
        return "narrow"
    return "instead"


def agreeing(nodes: Sequence[Node], chain: Chain, names: Vocabulary) -> list[Node]:
    """Read a name of several columns as that of a column that was spoken of."""
    spoken = {node.detail for node in conditions(chain.nodes)}
    found = []
    for node in nodes:
        if node.tag == "COND" and node.value.said and node.value.is_one and node.detail not in spoken:
            other = next((one for one in names.meanings.get(key_of(node.value.said), []) if one.column in spoken), None)
            if other and other.order <= _SURE.index(node.value.how):
                test = node.value.test.model_copy(update={"column": other.column, "values": other.values})
                node = node.again(
                    "COND", other.column, Condition(((test,),), node.value.said, other.how, node.value.joined)
                )
        found.append(node)
    return found


def completed(nodes: Sequence[Node], chain: Chain) -> list[Node]:
    """Add what "both" and "the year before" mean to the chunks of a follow-up."""
    shift = next((node for node in nodes if node.tag == "SHIFT"), None)
    if shift and (time := next((node for node in chain.nodes if class_of(node) == "cond:time"), None)):
        return [*(node for node in nodes if node is not shift), _shifted(shift, time)]
    both = next((node for node in nodes if node.tag in ("BOTH", "TOGETHER")), None)
    if both and not conditions(nodes) and chain.replaced:
        kind, earlier = list(chain.replaced.items())[-1]
        now = next((node for node in chain.nodes if class_of(node) == kind), None)
        if now is not None and now.tag == "COND":
            made = replace(either(earlier, now), first=both.first, last=both.last, tokens=both.tokens)
            return [made]
    return list(nodes)


def _shifted(shift: Node, time: Node) -> Node:
    by = int(shift.detail)
    alternatives = []
    for tests in time.value.alternatives:
        moved = []
        for test in tests:
            size = int(test.high - test.low + 1) if test.low is not None and test.high is not None else 1
            low, high = (None if one is None else one + by * size for one in (test.low, test.high))
            moved.append(test.model_copy(update={"low": low, "high": high}))
        alternatives.append(tuple(moved))
    return shift.again("COND", time.detail, Condition(tuple(alternatives)))


# --- what a question looks like ---------------------------------------------------------------------------------------


def _text(said: Said, node: Node) -> str:
    return said.question[said.tokens[node.first].start : said.tokens[node.last].end]


def _is_more(said: Said) -> bool:
    tags = {node.tag for node in said.nodes}
    return bool(tags & {"REST", "MORE", "ELSE"}) and tags <= _OF_MORE and not {"IT", "PERSON"} & tags


def _points(said: Said, place: int) -> bool:
    """Whether a pronoun points back out of its question, rather than to what the question itself names."""
    node = said.raw[place]
    if node.tag not in ("PERSON", "THOSE", "IT"):
        return False
    earlier = said.raw[:place]
    if node.tag == "PERSON":
        return all(one.tag != "COND" or one.detail not in ("authors", "title") for one in earlier) and all(
            one.tag != "COL" or one.detail != "authors" for one in earlier
        )
    own = [one for at, one in enumerate(earlier) if one.tag == "BOOKS" or (one.tag == "LIBRARY" and at > 0)]
    return not own and all(one.tag != "COND" or one.detail != "title" for one in earlier)


def _is_of_people(said: Said, place: int) -> bool:
    """Whether “they” are authors: “their books”, “what else did they write”, “by them”."""
    node = said.raw[place]
    if node.tag != "THOSE":
        return False
    tags = [one.tag for one in said.raw]
    behind = tags[place + 1 : place + 2]
    if "WHO" in tags or any(one.tag == "COL" and one.detail == "authors" for one in said.raw):
        return False
    return (
        "WROTE" in tags[place:]
        or (behind == ["BOOKS"] and _text(said, node) != "" and "ELSE" in tags)
        or tags[place - 1 : place] == ["BY"]
    )


def _asks_of_a_book(said: Said) -> bool:
    """Whether a question asks for columns of a book and for nothing else."""
    asked = operations(said.nodes)
    pages = [node for node in asked if node.tag == "COL" and node.detail == "pages"]
    return (
        bool(asked)
        and not _has_noun(said)
        and all(node.tag in _OF_A_BOOK or (node.tag == "COUNT" and pages) for node in asked)
    )


def _lists_its_own(said: Said) -> bool:
    """Whether a question ends in a pronoun for what it names itself: “how many fantasy books, and list them”."""
    raw = [node for node in said.raw if node.tag != "SIGN"]
    return (
        bool(raw)
        and raw[-1].tag == "THOSE"
        and not _points(said, said.raw.index(raw[-1]))
        and "AND" in {node.tag for node in raw}
    )


def _has_noun(said: Said) -> bool:
    """Whether a question names what it is about by itself."""
    for at, node in enumerate(said.raw):
        if node.tag == "BOOKS" or (node.tag == "LIBRARY" and at > 0 and said.raw[at - 1].tag not in _LEADS):
            return True
    return any(
        node.detail == "title" and node.value.test.how == "is" for node in conditions(said.nodes) if node.tag == "COND"
    )


def _is_whole(said: Said) -> bool:
    """“And in the whole catalogue?”: without any condition."""
    tags = [node.tag for node in said.nodes]
    return "LIBRARY" in tags and not conditions(said.nodes) and not operations(said.nodes)


def _each_pages(nodes: Sequence[Node]) -> list[Node]:
    """“How many pages do they have”: those of each; of all together only where it is said."""
    tags = {node.tag for node in nodes}
    pages = any(node.tag == "COL" and node.detail == "pages" for node in nodes)
    if pages and "COUNT" in tags and "THOSE" in tags and not tags & {"AVG", "AGG", "BOOKS"}:
        return [node for node in nodes if node.tag != "COUNT"]
    return list(nodes)


def _read_nodes(said: Said, nodes: Sequence[Node]) -> list[Node]:
    """Leave out the words that only say how a follow-up leans on what was before."""
    silent = _LEADS | {"ELSE", "SHIFT", "TOGETHER", "NUM", "AVG", "ORD", "LIBRARY"}
    columns = [
        column
        for word, column in zip(nodes, nodes[1:], strict=False)
        if word.tag in ("FORGET", "SAMPLE") and column.tag == "COL"
    ]
    return [node for node in said.nodes if node.tag not in silent and node in nodes and node not in columns]


def _of_groups(plan: Plan, was: Plan, group: Test, over: str) -> tuple[Plan, str]:
    """Ask something of the groups that were shown."""
    key = was.by[-1].model_copy(update={"values": group.values})
    if plan.by:
        return plan.model_copy(update={"where": (must(group), *plan.where)}), over
    if plan.measures and plan.measures[0].of == "count" and not plan.measures[0].column:
        return plan.model_copy(update={"by": (key,), "measures": ()}), "count"
    return plan.model_copy(update={"by": (key,)}) if plan.measures or plan.where else plan, over
