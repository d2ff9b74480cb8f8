"""A chain of questions, of which each says what is other than before: its nodes are made again by hearing it again."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from itertools import pairwise

from core.stores.library_plan import Key, Test, must
from core.systems.library_chat.grammar import leaning
from core.systems.library_chat.grammar.chunks import RANKING, Chain, class_of, conditions, either, former, substituted
from core.systems.library_chat.grammar.nodes import Condition, Node, condition
from core.systems.library_chat.grammar.reading import Parsed, Said, Select, hear
from core.systems.library_chat.grammar.remembered import Turn
from core.systems.library_chat.grammar.tokens import key_of
from core.systems.library_chat.grammar.vocabulary import Vocabulary

_SURE = ("whole", "alias", "surname", "beginning")
_SILENT = leaning.LEADS | {"ELSE", "SHIFT", "TOGETHER", "NUM", "AVG", "ORD", "LIBRARY", "SAMPLE", *RANKING}


def heard_again(
    turn: Turn,
    names: Vocabulary,
    without: Collection[str] = (),
    select: Select | None = None,
    follows: bool = False,
    kept: Collection[str] | None = None,
) -> Said:
    """Hear a question with what its pronouns stood for; of one that `follows`, "only" speaks of the books of before.

    `kept` are the columns of what was asked before, of which "the same" says that they stay.
    """

    def changed(raw: list[Node]) -> list[Node]:
        raw = raw if kept is None else leaning.as_before(raw, kept)
        stands = {stand.first: stand for stand in turn.stands}
        found = []
        for node in raw:
            stand = stands.pop(node.first, None)
            found.append(node if stand is None else node.again("COND", stand.column, condition(stand.test)))
        for first, stand in stands.items():
            found.append(Node("COND", stand.column, first, first, condition(stand.test), frozenset({first})))
        return found

    def without_only(raw: list[Node]) -> list[Node]:
        return [node for node in changed(raw) if node.tag != "ONLY"]

    said = hear(turn.question, names, without, changed, select)
    if follows and "ONLY" in leaning.tags_of(said.raw):
        return replace(hear(turn.question, names, without, without_only, select), raw=said.raw)
    return said


def chain_of(turns: Sequence[Turn], names: Vocabulary, select: Select | None = None) -> Chain:
    """Make the nodes of a chain of questions again."""
    chain = Chain()
    for place, turn in enumerate(turns):
        kept = [column.name for column in names.columns] if place else None
        said = heard_again(turn, names, select=select, follows=place > 0, kept=kept)
        if place == 0:
            chain = Chain(former(each_pages(said.nodes), place))
            continue
        new = completed(replace(said, nodes=agreeing(said.nodes, chain, names)), chain)
        if leaning.is_whole(said):
            chain = Chain([node for node in chain.nodes if node not in conditions(chain.nodes)])
        chain = substituted(chain, former(new, place), leaning.mode_of(said))
    return chain


def agreeing(nodes: Sequence[Node], chain: Chain, names: Vocabulary) -> list[Node]:
    """Read a name of several columns as that of a column that was spoken of."""
    spoken = {node.detail for node in conditions(chain.nodes)}
    bounded = next((node.detail for node in reversed(chain.nodes) if _is_bound(node, names)), "")
    found = []
    for node in nodes:
        if node.tag == "COND" and node.detail not in spoken:
            found.append(_agreeing(node, spoken, names))
        elif node.tag == "QTY" and not node.detail and bounded:  # “more than 100 books”, “and more than 200?”
            found.append(_of_column(node, bounded, names))
        else:
            found.append(node)
    return found


def _is_bound(node: Node, names: Vocabulary) -> bool:
    if node.tag == "QTY":
        return bool(node.detail)
    return node.tag == "COND" and names.kind(node.detail) == "number" and node.detail != "year"


def _of_column(node: Node, column: str, names: Vocabulary) -> Node:
    """Take a bound that stands alone for one of a column that was spoken of."""
    if names.kind(column) != "number":
        return node.again("QTY", column, replace(node.value, column=column))
    test = Test(column=column, how="between", low=node.value.low, high=node.value.high)
    return node.again("COND", column, condition(test))


def _agreeing(node: Node, spoken: set[str], names: Vocabulary) -> Node:
    value = node.value
    if not isinstance(value, Condition) or not value.said or not value.is_one or value.how not in _SURE:
        return node
    others = [one for one in names.meanings.get(key_of(value.said), []) if one.column in spoken]
    if not others or others[0].order > _SURE.index(value.how):
        return node
    test = value.test.model_copy(update={"column": others[0].column, "values": others[0].values})
    return node.again("COND", test.column, Condition(((test,),), value.said, others[0].how, value.joined))


def completed(said: Said, chain: Chain) -> list[Node]:
    """Add what "both" and "the year before" mean to the chunks of a follow-up."""
    nodes = said.nodes
    shift = next((node for node in nodes if node.tag == "SHIFT"), None)
    time = next((node for node in chain.nodes if class_of(node) == "cond:time"), None)
    if shift and time:
        return [*(node for node in nodes if node is not shift), _shifted(shift, time)]
    sign = leaning.turned(said)
    if sign and time:
        return [_turned(sign, time)]
    both = next((node for node in nodes if node.tag in ("BOTH", "TOGETHER")), None)
    if both and not conditions(nodes) and chain.replaced:
        kind, earlier = list(chain.replaced.items())[-1]
        now = next((node for node in chain.nodes if class_of(node) == kind), None)
        if now is not None and now.tag == "COND":
            return [replace(either(earlier, now), first=both.first, last=both.last, tokens=both.tokens)]
    return list(nodes)


def _shifted(shift: Node, time: Node) -> Node:
    by = int(shift.detail)
    alternatives = tuple(tuple(_moved(test, by) for test in tests) for tests in time.value.alternatives)
    return shift.again("COND", time.detail, Condition(alternatives))


def _turned(sign: Node, time: Node) -> Node:
    """Return the time before or after a period."""
    tests = [test for alternative in time.value.alternatives for test in alternative]
    edges = [edge for test in tests for edge in (test.low, test.high) if edge is not None]
    test = tests[0]
    if sign.tag in ("BEFORE", "UNTIL"):
        turned = test.model_copy(update={"low": None, "high": min(edges) - 1})
    else:
        turned = test.model_copy(update={"low": max(edges) + 1, "high": None})
    return sign.again("COND", time.detail, Condition(((turned,),)))


def _moved(test: Test, by: int) -> Test:
    """Move a period by its own length."""
    size = test.high - test.low + 1 if test.low is not None and test.high is not None else 1
    low, high = (None if one is None else one + by * size for one in (test.low, test.high))
    return test.model_copy(update={"low": low, "high": high})


def each_pages(nodes: Sequence[Node]) -> list[Node]:
    """Read “how many pages do they have” as the pages of each; those of all together only where it is said."""
    tags = {node.tag for node in nodes}
    pages = any(node.tag == "COL" and node.detail == "pages" for node in nodes)
    if pages and "COUNT" in tags and tags & {"THOSE", "IT"} and not tags & {"AVG", "AGG", "BOOKS"}:
        return [node for node in nodes if node.tag != "COUNT"]
    return list(nodes)


def without_titles(said: Said) -> list[Node]:
    """Leave ordinary words that happen to be a title: “how many of them are women?”."""
    if "TITLED" in leaning.tags_of(said.raw):
        return said.nodes
    return [node.again("WORD") if leaning.is_ordinary_title(said, node) else node for node in said.nodes]


def with_group(nodes: Sequence[Node], group: Test | None) -> list[Node]:
    """Say what the groups that were shown are, where a question ranks them: “which of them has the most books?”."""
    if group is None or any(class_of(node) in ("target", "key") for node in nodes):
        return list(nodes)
    found = []
    for node in nodes:
        if node.tag in RANKING:
            node = node.again("RANK", f"{RANKING[node.tag]}:count:")  # noqa: PLW2901 -- the same in other words
        if node.tag == "RANK":
            found.append(Node("COL", group.column, -1, -1, None, frozenset({-1})))
        found.append(node)
    return found


def of_groups(parsed: Parsed, group: Test | None) -> Parsed:
    """Ask something of the groups that were shown, rather than of all."""
    if group is None:
        return parsed
    plan, key = parsed.plan, Key(column=group.column, values=group.values)
    if plan.by and plan.by[-1].column == group.column:
        return replace(parsed, plan=plan.model_copy(update={"by": (*plan.by[:-1], key)}))
    if plan.by or plan.order:
        return replace(parsed, plan=plan.model_copy(update={"where": (must(group), *plan.where)}))
    if plan.measures and plan.measures[0].of == "count" and not plan.measures[0].column:
        is_of_books = any(node.tag == "BOOKS" for node in parsed.nodes)
        counted = plan.model_copy(update={"by": (key,), "measures": ()})
        return replace(parsed, plan=counted, over="" if is_of_books else "count")
    return replace(parsed, plan=plan.model_copy(update={"by": (key,)}))


def silent(said: Said, new: Sequence[Node]) -> list[Node]:
    """Leave out the words that only say how a question leans on what was before, and what is to be forgotten."""
    forgotten = [column for word, column in pairwise(new) if word.tag in ("FORGET", "SAMPLE") and column.tag == "COL"]
    return [node for node in said.nodes if node.tag not in _SILENT and node in new and node not in forgotten]
