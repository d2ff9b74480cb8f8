"""Questions that lean on what was said before: "and horror?", "which of these …?", "who wrote it?", "ten more"."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from core.language.reading import Word
from core.stores.library_plan import Measure, Plan, Test, Where, must
from core.systems.library_chat.grammar import leaning
from core.systems.library_chat.grammar.chains import (
    agreeing,
    chain_of,
    completed,
    each_pages,
    heard_again,
    of_groups,
    silent,
    with_group,
    without_titles,
)  # fmt: skip
from core.systems.library_chat.grammar.chunks import Chain, base_without, conditions, operations, substituted
from core.systems.library_chat.grammar.nodes import Node, condition
from core.systems.library_chat.grammar.reader import clause_of
from core.systems.library_chat.grammar.reading import Parsed, Said, Select, parsed_of
from core.systems.library_chat.grammar.remembered import (
    Remembered,
    Stand,
    Thread,
    Turn,
    clause_of_ids,
    is_look_up,
)
from core.systems.library_chat.grammar.sentences import chips_of
from core.systems.library_chat.grammar.tokens import key_of
from core.systems.library_chat.grammar.vocabulary import Vocabulary

_UNSAID = -1  # the token of what stands for nothing that was said
_COUNT = Measure()


def read(
    question: str,
    names: Vocabulary,
    remembered: Remembered | None = None,
    without: Collection[str] = (),
    select: Select | None = None,
) -> Parsed:
    """Read one question, with what was said before where it leans on it; `without` are assumptions taken back."""
    if remembered is None:
        return _Alone(question, names, without, select).read()
    return _Follower(question, names, without, select, remembered).read()


@dataclass
class _Alone:
    """Reads a question before which nothing was said."""

    question: str
    names: Vocabulary
    without: Collection[str]
    select: Select | None

    def read(self) -> Parsed:
        said = self.heard(())
        return self.without_sense(said, self.lacking(said))

    def heard(self, stands: tuple[Stand, ...], follows: bool = False) -> Said:
        return heard_again(Turn(self.question, stands), self.names, self.without, self.select, follows)

    def own(self, said: Said) -> Parsed:
        """Read a question by itself."""
        parsed = parsed_of(said)
        if leaning.lists_its_own(said) and parsed.plan.measures == (_COUNT,) and not parsed.plan.by:
            parsed = replace(parsed, plan=parsed.plan.model_copy(update={"measures": ()}))
        return replace(parsed, thread=Thread((Turn(self.question),)))

    def without_sense(self, said: Said, lacks: str) -> Parsed:
        """Read a question by itself; of one that points to nothing, the words that do are not used."""
        parsed = self.own(said)
        if not lacks or ((parsed.declined or parsed.talk) and any(node.tag == "LACK" for node in said.nodes)):
            return parsed  # “which of these sold most?”: whatever these are, no column tells
        words = list(parsed.words)
        for node in leaning.pronouns(said):
            start, text = said.tokens[node.first].start, leaning.said_of(said, node)
            words = [word for word in words if word.start != start]
            words.append(Word(text, start, start + len(text), "unused", "points to nothing"))
        return replace(parsed, words=tuple(words), lacks=lacks)

    def lacking(self, said: Said) -> str:
        """Say which words point to nothing."""
        if place := leaning.place_of_one(said):
            return f"“{leaning.said_of(said, place)}” points to nothing that was shown"
        for node in leaning.pronouns(said):
            if leaning.is_article(said, node):
                continue
            what = "nobody that was named" if node.tag == "PERSON" else "nothing that was shown"
            return f"“{leaning.said_of(said, node)}” points to {what}"
        if leaning.is_more(said):
            return f"“{leaning.said_of(said, said.raw[0])}” goes on with nothing that was shown"
        return leaning.lack_of_words(said)


@dataclass
class _Follower(_Alone):
    """Reads a question with what was said before."""

    before: Remembered

    def heard(self, stands: tuple[Stand, ...], follows: bool = False) -> Said:
        """Hear the question; “which is longer?” asks for the longest of what was shown, “the same years” are kept."""
        plan = self.before.plan
        kept = {test.column for clause in plan.where for one in clause.any_of for test in one.all_of}
        kept |= {key.column for key in plan.by}
        said = heard_again(Turn(self.question, stands), self.names, self.without, self.select, follows, kept)
        if not leaning.is_comparative(said):
            return said
        return replace(said, nodes=leaning.superlative(said.nodes), raw=leaning.superlative(said.raw))

    def read(self) -> Parsed:
        said = self.heard(())
        if leaning.is_more(said):
            return self._more(said)
        if placed := self._placed_group(said) or self._next_group(said):
            return placed
        if compared := self._compared_again():
            return compared
        stands, is_row = self._stands(said)
        if stands:
            said = self.heard(stands)
        if is_row:
            return self._row(said, stands)
        if lacks := self._lacking_name(said):
            return self.without_sense(said, lacks)
        found = self._of_set(said, stands) or self._instead(said, stands)
        return found or self._of_people(said, stands)

    # --- who and what is meant

    def _people_before(self) -> tuple[str, ...]:
        """Return who was spoken of: where a book is called like an author, as a biography is, that author."""
        tests = [test for clause in self.before.plan.where for one in clause.any_of for test in one.all_of]
        titles = [value for test in tests if test.column == "title" and not test.denied for value in test.values]
        meanings = [meaning for title in titles for meaning in self.names.meanings.get(key_of(title), [])]
        same = [one.values for one in meanings if one.column == "authors" and one.how == "whole"]
        return same[0] if same else self.before.people

    def _stands(self, said: Said) -> tuple[tuple[Stand, ...], bool]:
        """Return what pronouns stand for, and whether it is a book that was shown."""
        if placed := self._placed(said):
            return (placed,), True
        for place, node in enumerate(said.raw):
            if self.before.people and self._is_author(said, place):
                return (self._author(node),), False
            if not leaning.points(said, place):
                continue
            if node.tag == "IT" and (entity := self._entity(node)) is not None:
                return (Stand(node.first, entity.column, entity),), False
            if node.tag == "IT" and not node.detail and self._is_of_last(said, place):
                return (Stand(node.first, "title", Test(column="id", values=self.before.last)),), True
        if self.before.focus == "book" and leaning.asks_of_a_book(said) and not conditions(said.nodes):
            return (Stand(_UNSAID, "title", Test(column="id", values=self.before.last)),), True
        return (), False

    def _entity(self, node: Node) -> Test | None:
        """Return the publisher, or another group, that “it” is: shown alone, or named by what was said before."""
        entity = self.before.entity
        if not node.detail:
            return entity if self.before.focus != "book" else None
        if entity is not None and entity.column == node.detail:
            return entity
        clauses = [clause.any_of for clause in self.before.plan.where if len(clause.any_of) == 1]
        tests = [test for any_of in clauses for test in any_of[0].all_of]
        return next((test for test in tests if test.column == node.detail and not test.denied), None)

    def _is_of_last(self, said: Said, place: int) -> bool:
        is_like = place > 0 and said.raw[place - 1].tag == "LIKE"
        return bool(self.before.last) and (self.before.focus == "book" or leaning.asks_of_a_book(said) or is_like)

    def _is_author(self, said: Said, place: int) -> bool:
        """Whether a word means the authors that were named: “she”, “they” of those who wrote, “the author” who did."""
        node, earlier = said.raw[place], leaning.tags_of(said.raw[:place])
        if leaning.points(said, place) and (node.tag == "PERSON" or leaning.are_people(said, place)):
            return True
        is_asked = (
            not earlier or earlier[-1] in ("WHICH", "AND") or {"WHO", "COND", "COUNT", "SUP", "MOST"} & {*earlier}
        )
        after = [one.tag for one in said.raw[place + 1 : place + 2]]
        return node.tag == "COL" and node.detail == "authors" and after in (["WROTE"], ["HAVE"]) and not is_asked

    def _author(self, node: Node) -> Stand:
        is_one = node.tag != "THOSE" and self.before.together
        people = self._people_before()[:1] if is_one else self._people_before()
        return Stand(node.first, "authors", Test(column="authors", values=people))

    def _placed(self, said: Said) -> Stand | None:
        """Return the rows that are meant by their place: “the second one”, “the last”, “the first two”."""
        shown, tags = self.before.shown, leaning.tags_of(said.raw)
        if len(shown) < 2 or conditions(said.nodes) or {"SUP", "MOST", "FEWEST", "COMMON", "LIBRARY"} & {*tags[1:]}:
            return None
        for place, node in enumerate(said.raw):
            if node.tag != "ORD":
                continue
            number, behind = int(node.detail), [one for one in said.raw[place + 1 :] if one.tag != "SIGN"]
            if behind and behind[0].tag == "NUM":
                many = int(behind[0].value)
                return self._rows(node, shown[:many] if number > 0 else shown[-many:])
            at = leaning.place_in(said, place, len(shown))
            return None if at is None else self._rows(node, shown[at : at + 1])
        return None

    def _placed_group(self, said: Said) -> Parsed | None:
        """Return the group that is meant by its place: “who is the second?” of a list of authors."""
        plan, groups = self.before.plan, self.before.groups
        order = next((at for at, node in enumerate(said.raw) if node.tag == "ORD"), None)
        if order is None or len(groups) < 2 or len(plan.by) > 1 or conditions(said.nodes) or leaning.has_noun(said):
            return None
        at = leaning.place_in(said, order, len(groups))
        if at is None:
            return None
        parsed = self._again(said, "")
        key = plan.by[0].model_copy(update={"values": (groups[at],)})
        plan = plan.model_copy(update={"by": (key,), "skip": 0, "limit": None})
        return replace(parsed, plan=plan, thread=Thread((Turn(self.question),), (), "row"))

    def _next_group(self, said: Said) -> Parsed | None:
        """Return the group of a place in the ranking of which the first alone was shown: “and which comes second?”."""
        plan = self.before.plan
        is_ranking = len(plan.by) == 1 and plan.limit == 1 and bool(plan.order)
        at = leaning.next_group(said, plan.by[0].column) if is_ranking else 0
        if at == 0:
            return None
        words = tuple(replace(word, fate="used", as_="which of them") for word in self.own(said).words)
        again = replace(self._again(said, self.before.over), declined=False, words=words)
        return replace(again, plan=plan.model_copy(update={"skip": at - 1}))

    def _with_columns(self, said: Said) -> Parsed | None:
        """List the books of before with further columns."""
        columns = leaning.columns_wanted(said)
        if not columns or self.before.focus == "group":
            return None
        base, _ = self._set()
        plan = Plan(where=base, order=self.before.plan.order if not self.before.plan.by else (), show=columns)
        words = tuple(replace(word, fate="used", as_="a column to show") for word in self.own(said).words)
        return replace(self._again(said, ""), plan=plan, words=words, declined=False)

    def _compared_again(self) -> Parsed | None:
        """Compare the same again: “whose books are longer?” behind “who has more books, Holm or Feldt?”."""
        said, plan = super().heard(()), self.before.plan
        values = plan.by[0].values if len(plan.by) == 1 and not plan.by[0].part else ()
        if len(values) < 2 or not leaning.compares_again(said):
            return None
        test = Test(column=plan.by[0].column, values=values)
        value = replace(condition(test), joined="or", named=tuple((one,) for one in values))
        parsed = parsed_of(
            said, [Node("COND", test.column, _UNSAID, _UNSAID, value, frozenset({_UNSAID})), *said.nodes]
        )
        plan = parsed.plan.model_copy(update={"where": (*plan.where, *parsed.plan.where)})
        return replace(
            parsed, plan=plan, thread=Thread((Turn(self.question),), (), "row"), carried=self._chips((must(test),))
        )

    def _rows(self, node: Node, ids: tuple[str, ...]) -> Stand:
        return Stand(node.first, "title", Test(column="id", values=ids))

    def _lacking_name(self, said: Said) -> str:
        """Say which pronoun means a person or a publisher of which nothing was said."""
        for node in leaning.pronouns(said):
            if node.tag == "PERSON" and not self.before.people:
                return f"“{leaning.said_of(said, node)}” points to nobody that was named"
            if node.tag == "IT" and node.detail and self._entity(node) is None:
                return f"“{leaning.said_of(said, node)}” points to nothing that was named"
        return ""

    # --- rows, people, more

    def _row(self, said: Said, stands: tuple[Stand, ...]) -> Parsed:
        """Read a question about books that were shown."""
        said = replace(said, nodes=[node for node in said.nodes if node.tag not in ("NUM", "MORE", "REST")])
        parsed = parsed_of(said)
        plan, rows = parsed.plan, stands[0].test
        if plan.like:
            plan = plan.model_copy(update={"like": rows.values[0]})
        elif not (plan.show or plan.measures or plan.by or conditions(said.nodes)[1:]):
            asks_again = leaning.is_bare(said) and "REST" not in leaning.tags_of(said.raw)  # not “more about it”
            plan = Plan(where=(must(rows),), show=self.before.asked if asks_again else ())
        elif plan.measures and plan.measures[0].of == "sum" and (len(rows.values) == 1 or leaning.is_of_one(said)):
            plan = Plan(where=plan.where, show=(plan.measures[0].column,))
        thread = Thread((Turn(self.question, stands),), (), "row")
        return replace(parsed, plan=plan, thread=thread, carried=self._told(stands))

    def _of_people(self, said: Said, stands: tuple[Stand, ...]) -> Parsed:
        """Read a question by itself, or of the authors that its pronouns mean; “else” leaves out the book of before."""
        parsed = self.own(said)
        if not stands and self.before.focus == "book" and parsed.plan.where and "ELSE" in leaning.tags_of(said.raw):
            where = (*parsed.plan.where, clause_of_ids(self.before.last, denied=True))  # “what else by Morrison?”
            plan = parsed.plan.model_copy(update={"where": where})
            return replace(parsed, plan=plan, carried=("the book of before",))
        if not stands:
            return parsed if parsed.declined else replace(parsed, lacks=leaning.lack_of_words(said))
        if self.before.last and not parsed.plan.measures and "ELSE" in leaning.tags_of(said.raw):
            others = clause_of_ids(self.before.last, denied=True)
            parsed = replace(parsed, plan=parsed.plan.model_copy(update={"where": (*parsed.plan.where, others)}))
        return replace(parsed, thread=Thread((Turn(self.question, stands),)), carried=self._told(stands))

    def _more(self, said: Said) -> Parsed:
        """Read “ten more”, “the rest”: the same further down; of a figure, its books."""
        own, plan = self.own(said), self.before.plan
        number = next((int(node.value) for node in said.nodes if node.tag in ("NUM", "LIMIT")), None)
        is_rest = any(node.tag == "REST" and node.detail == "all" for node in said.nodes)
        if plan.measures and not plan.by:
            plan, skip = Plan(where=self.before.set_where), 0
        else:
            skip = plan.skip + len(self.before.groups if plan.by else self.before.shown)
        plan = plan.model_copy(update={"skip": skip, "limit": number or (None if is_rest else plan.limit)})
        words = tuple(replace(word, fate="used", as_="more of it") for word in own.words)
        parsed = replace(
            own, plan=plan, over=self.before.over, words=words, thread=replace(self.before.thread, kind="more"),
            declined=False, talk="",
        )  # fmt: skip
        return replace(parsed, carried=self._chips(plan.where) or ("the list of before",))

    # --- the set of before

    def _of_set(self, said: Said, stands: tuple[Stand, ...]) -> Parsed | None:
        """Ask the books of before something else."""
        if leaning.is_number(said):
            return replace(self._number(said), lists_too=leaning.asks_which_too(said))
        if listed := self._with_columns(said):
            return listed
        if leaning.is_share(said):
            return self._share(said)
        tags = leaning.tags_of(said.nodes)
        asks = operations(said.nodes) or "WHICH" in tags or tags[:1] == ["BE"]
        is_list = leaning.is_list(said)
        if not is_list and not (asks and any(node.tag in ("THOSE", "IT") for node in leaning.pronouns(said))):
            return None
        base, group = self._set()
        if is_list and group and self.before.focus != "group":
            return self._again(said, self.before.over)
        of_each = group if self.before.focus != "group" else None
        parsed = parsed_of(replace(said, nodes=with_group(each_pages(without_titles(said)), of_each)))
        parsed = of_groups(parsed, of_each)
        plan = parsed.plan.model_copy(update={"where": (*base, *parsed.plan.where)})
        thread = Thread((Turn(self.question, stands),), base, group=of_each)
        return replace(parsed, plan=plan, thread=thread, carried=self._chips(base) or ("the books of before",))

    def _number(self, said: Said) -> Parsed:
        """Read “how many is that?”: the number of the groups or books of before."""
        plan = self.before.plan
        if plan.by:
            return self._again(said, "count") if self.before.focus != "group" else self._counted(said, self._set()[0])
        is_cut = self.before.set_plan == plan and leaning.pronouns(said)
        return self._counted(said, self.before.set_where if is_cut or plan.measures else plan.where)

    def _share(self, said: Said) -> Parsed:
        """Read “what percentage of the catalogue is that?”: the part of all books that those of before are."""
        where = self.before.set_where
        measures = (Measure(of="share", where=where), Measure(where=where), _COUNT)
        words = tuple(replace(word, fate="used", as_="a share") for word in self.own(said).words)
        parsed = replace(
            self.own(said), plan=Plan(measures=measures), words=words, thread=Thread((Turn(self.question),))
        )
        return replace(parsed, carried=self._chips(where) or ("the books of before",), declined=False)

    def _counted(self, said: Said, where: Where) -> Parsed:
        parsed = replace(self.own(said), plan=Plan(where=where, measures=(_COUNT,)))
        thread = Thread((Turn(self.question),), where)
        return replace(parsed, thread=thread, carried=self._chips(where) or ("the books of before",))

    def _again(self, said: Said, over: str) -> Parsed:
        plan = self.before.plan
        carried = self._chips(plan.where) or ("the question before",)
        return replace(self.own(said), plan=plan, over=over, thread=self.before.thread, carried=carried)

    def _set(self) -> tuple[Where, Test | None]:
        group = self.before.group
        if group is None:
            return self.before.set_where, None
        where = self.before.plan.where
        return (*where, must(group)) if self.before.focus == "group" else where, group

    def _told(self, stands: Sequence[Stand]) -> tuple[str, ...]:
        return tuple(
            "the book of before" if one.test.column == "id" else self._chips((must(one.test),))[0] for one in stands
        )

    def _chips(self, where: Where) -> tuple[str, ...]:
        return tuple(chips_of(where, {column.name: column for column in self.names.columns}))

    # --- something else in the place of what was said

    def _leans(self, said: Said, stands: tuple[Stand, ...]) -> bool:
        new = conditions(said.nodes)
        if is_look_up(self.before.plan) and not leaning.fits_a_title(said):
            return False
        if any(node.tag in ("THOSE", "IT") for node in leaning.pronouns(said)):
            return bool(new or operations(said.nodes))
        return leaning.is_elliptical(said, bool(stands))

    def _instead(self, said: Said, stands: tuple[Stand, ...]) -> Parsed | None:
        """Put what is new in the place of what was said before."""
        thread = self.before.thread
        if not thread.turns or not self._leans(said, stands):
            return None
        chain, said = chain_of(thread.turns, self.names, self.select), self.heard(stands, follows=True)
        said = replace(said, nodes=agreeing(said.nodes, chain, self.names))
        new, mode = completed(said, chain), leaning.mode_of(said)
        base = base_without(thread.base, chain.nodes, new, mode)
        if leaning.is_whole(said):
            chain, base = Chain([node for node in chain.nodes if node not in conditions(chain.nodes)]), ()
        after = substituted(chain, new, mode)
        nodes = with_group(after.nodes, thread.group)
        parsed = parsed_of(replace(said, nodes=silent(said, new)), nodes, thread.turns[0].question)
        parsed = of_groups(self._of_books(said, parsed), thread.group)
        return self._joined(parsed, base, after, Turn(self.question, stands))

    def _joined(self, parsed: Parsed, base: Where, after: Chain, turn: Turn) -> Parsed:
        new = {clause_of(node.value) for node in after.nodes if node.tag == "COND" and node.first >= 0}
        where = (*base, *parsed.plan.where)
        thread = replace(self.before.thread, turns=(*self.before.thread.turns, turn), base=base, kind="own")
        carried = self._chips(tuple(clause for clause in where if clause not in new)) or ("the question before",)
        plan = parsed.plan.model_copy(update={"where": where})
        return replace(parsed, plan=plan, thread=thread, carried=carried, talk="")

    def _of_books(self, said: Said, parsed: Parsed) -> Parsed:
        """“Only those after 2000” are books, also where they were counted, or their authors asked for, before."""
        plan = parsed.plan
        if "THOSE" not in leaning.tags_of(said.raw) or operations(said.nodes):
            return parsed
        is_count = plan.measures == (_COUNT,) and not plan.by
        is_of_time = all(node.detail in ("year", "published", "month") for node in conditions(said.nodes))
        if is_count or (is_of_time and plan.by and not plan.measures):
            return replace(parsed, plan=plan.model_copy(update={"measures": (), "by": ()}))
        return parsed
