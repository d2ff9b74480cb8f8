"""Messages of one sentence or several: which part of them asks, and what the others are to it."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from core.language.reading import Word
from core.stores.library import Selected
from core.stores.library_plan import Measure, Plan, Where
from core.systems.library_chat.grammar import follow_up
from core.systems.library_chat.grammar.fitting import fitting
from core.systems.library_chat.grammar.reading import IN_DOUBT, Parsed, Select, hear
from core.systems.library_chat.grammar.remembered import LISTED, NO_THREAD, Remembered, remember
from core.systems.library_chat.grammar.sentences import plan_in_words
from core.systems.library_chat.grammar.talk import COURTESIES
from core.systems.library_chat.grammar.tokens import tokens_of
from core.systems.library_chat.grammar.utterances import Utterance, utterances
from core.systems.library_chat.grammar.vocabulary import Vocabulary
from core.systems.library_chat.grammar.wishes import wish_of

BESIDE = "told beside the question"
NOT_READ = "more sentences than are read at once"
MOST_SENTENCES = 12
_ASKING = frozenset({"COUNT", "WHO", "WHICH", "WHEN", "WHERE", "HOWLONG", "SUP"})
_COUNT = Measure()
_NAMED = frozenset({"genres", "authors", "language", "publisher"})
_OF_ANY_BOOK = frozenset({"year", "published", "month", "pages"})


def read(
    message: str,
    names: Vocabulary,
    remembered: Remembered | None = None,
    without: Collection[str] = (),
    select: Select | None = None,
) -> Parsed:
    """Read a message, with what was said before where it leans on it; `without` are assumptions taken back.

    Without `select` a message is read as one question.
    """
    parsed = _read(message, names, remembered, without, select)
    wish = wish_of(message, tokens_of(message), names) if select else None
    if wish is None or not _is_in_doubt(parsed):
        return parsed
    told = _read(wish.text, names, remembered, without, select)
    words = (*wish.aside, *(wish.as_said(word, message) for word in told.words))
    told = replace(told, question=message, words=words)
    if _is_understood_better(told, parsed) and not (wish.tastes and (told.plan.measures or told.plan.by)):
        return told
    is_named = any(one.column == "title" for one in parsed.unknown) and wish.aside  # for whom is no title
    return replace(parsed, unknown=(), declined=True) if is_named else parsed


def _is_in_doubt(parsed: Parsed) -> bool:
    """Whether words of a message found no use, or nothing in it names books."""
    return any(word.fate == "unused" for word in parsed.words) or not _names_something(parsed) or bool(parsed.unknown)


def _is_understood_better(parsed: Parsed, other: Parsed) -> bool:
    """Whether a reading names books, and leaves fewer words without a use than another."""

    def left(one: Parsed) -> tuple[bool, int]:
        is_lost = not _names_something(one) or bool(one.unknown)
        return is_lost, sum(len(word.text) for word in one.words if word.fate == "unused")

    return _names_something(parsed) and left(parsed) < left(other)


def _read(
    message: str, names: Vocabulary, remembered: Remembered | None, without: Collection[str], select: Select | None
) -> Parsed:
    reading = _Message(message, names, without, select, remembered)
    parts = utterances(hear(message, names, without, select=select)) if select else []
    parsed = reading.of_parts(parts[:MOST_SENTENCES]) if len(parts) > 1 else reading.of(message, remembered)
    if len(parts) > MOST_SENTENCES:  # each is read with those before it: hundreds would take a minute
        return replace(parsed, words=(*parsed.words, *_not_read(message, parts[MOST_SENTENCES:])))
    if len(parts) > 1 and not _is_answered_whole(parsed):
        whole = reading.of(message, remembered)  # “Take Vintage and Anchor. Whose books are longer?”
        parsed = whole if whole.over == "difference" and _is_answered_whole(whole) else parsed
    return fitting(parsed, names, select) if select else parsed


def _not_read(message: str, parts: Sequence[Utterance]) -> list[Word]:
    """Account for sentences that are not read: they are told as what could not be used."""
    texts = [(part.start, message[part.start : part.end].strip()) for part in parts]
    starts = [message.index(text, start) for start, text in texts]
    return [
        Word(text, start, start + len(text), "unused", NOT_READ)
        for start, (_, text) in zip(starts, texts, strict=True)
        if text
    ]


@dataclass
class _Message:
    """Reads what was said at once: of several sentences each may point to what an earlier one names."""

    message: str
    names: Vocabulary
    without: Collection[str]
    select: Select | None
    before: Remembered | None

    def of(self, question: str, before: Remembered | None) -> Parsed:
        """Read a question, with what was said before."""
        return follow_up.read(question, self.names, before, self.without, self.select)

    def of_parts(self, parts: Sequence[Utterance]) -> Parsed:
        """Answer what is asked; what is told beside it can be pointed to, and is left aside where nothing does."""
        before = self.before
        told: list[tuple[Utterance, Parsed]] = []
        asked: list[tuple[Utterance, Parsed]] = []
        for part in parts:
            parsed = self.of(part.alone(self.message), before)
            if asked and not _names_something(parsed):
                told.append((part, parsed))
                continue
            if not part.asks:
                told.append((part, parsed))
                before = self._pointed_at(parsed, before)
                continue
            if not asked and _says_nothing(parsed) and before is not self.before:
                part, parsed = told.pop()  # “nobody stocks anything in Welsh. Do you?”  # noqa: PLW2901 -- the same said
            if parsed.lacks and any(node.tag in ("BOOKS", "LIBRARY") for _, one in told for node in one.nodes):
                parsed = replace(parsed, lacks="")  # “… our records. How many of them have no genre?”
            if len(asked) == 1 and not _names_something(asked[0][1]) and not parsed.carried:
                told.append(asked.pop())  # “Have books got longer? Compare …”
            asked.append((part, parsed))
            before = self._after(parsed, before)
        return self._joined(asked or [told.pop()], told)

    def _pointed_at(self, parsed: Parsed, before: Remembered | None) -> Remembered | None:
        """Return what pronouns can point to after something was told; the form of a statement is not asked again."""
        after = self._after(replace(parsed, plan=Plan(where=parsed.plan.where), lacks=""), before)
        return after if after is None or after is before else replace(after, thread=NO_THREAD)

    def _joined(self, asked: Sequence[tuple[Utterance, Parsed]], told: Sequence[tuple[Utterance, Parsed]]) -> Parsed:
        """Put together what the parts ask: the last of a chain, and what else is asked by itself."""
        apart = [at for at, (_, parsed) in enumerate(asked) if at == 0 or not parsed.carried]
        chains = [asked[first:last] for first, last in zip(apart, [*apart[1:], len(asked)], strict=True)]
        while len(chains) > 1 and all(part.is_fragment for part, _ in chains[0]):  # “Horses. Any under 200 pages?”
            told, chains = [*chains[0], *told], chains[1:]
        main = _both_asked([parsed for _, parsed in chains[0]])
        words = [word for chain in chains for _, parsed in chain for word in parsed.words]
        for part, parsed in told:
            text = self.message[part.start : part.end].strip()
            start = self.message.index(text, part.start)
            if main.carried and parsed.plan.where and part.start < chains[0][-1][0].start:
                beside = (replace(word, as_=BESIDE) if word.fate == "unused" else word for word in parsed.words)
                words += beside  # what the question points to
            elif parsed.talk not in COURTESIES and not _says_nothing(parsed):
                words.append(Word(text, start, start + len(text), "unused", BESIDE))
        main, words = self._narrowed(main, words, told)
        greeted = any(parsed.talk == "greeting" for _, parsed in told)
        if greeted and main.declined and main.plan == Plan():  # “Good morning, isn't it dreadful weather?”
            main = replace(main, talk="greeting", declined=False)
        also = (*main.also, *(chain[-1][1].plan for chain in chains[1:]))
        conditions = tuple(one for chain in chains for _, parsed in chain for one in parsed.conditions)
        absent = tuple(dict.fromkeys(one for chain in chains for _, parsed in chain for one in parsed.absent))
        return replace(main, question=self.message, words=tuple(words), also=also, conditions=conditions, absent=absent)

    def _narrowed(
        self, main: Parsed, words: list[Word], told: Sequence[tuple[Utterance, Parsed]]
    ) -> tuple[Parsed, list[Word]]:
        """Leave out what a part says is to be left out; where a part names books and the question none, it is in doubt
        whether these are meant: “A lady wants cookbooks. How many came out after 2003?”.
        """
        assert self.select is not None
        for part, parsed in told:
            where, text = parsed.plan.where, self.message[part.start : part.end].strip()
            if not where or main.carried or not _names_something(main) or parsed.plan != Plan(where=where):
                continue
            if all(test.denied for clause in where for one in clause.any_of for test in one.all_of):
                main = replace(main, plan=main.plan.model_copy(update={"where": (*main.plan.where, *where)}))
                words = [word for word in words if word.text != text] + list(parsed.words)
            elif _may_be_meant(main, where) and self.select(Plan(where=(*main.plan.where, *where), limit=0)).passing:
                columns = {column.name: column for column in self.names.columns}
                ways = (main.plan.model_copy(update={"where": (*main.plan.where, *where)}), main.plan)
                main = replace(main, readings=tuple((plan_in_words(plan, columns), plan) for plan in ways))
                words = [replace(word, as_=IN_DOUBT) if word.text == text else word for word in words]
        return main, words

    def _after(self, parsed: Parsed, before: Remembered | None) -> Remembered | None:
        """Return what the next part can point to."""
        plan = parsed.plan
        assert self.select is not None
        if plan.about or plan.like or plan.path:
            return remember(parsed, Selected(0), before)
        shown = (
            plan if plan.by or plan.measures or plan.limit is not None else plan.model_copy(update={"limit": LISTED})
        )
        known = replace(parsed, declined=False, talk="", unknown=()) if plan.where else parsed
        return remember(known, self.select(shown), before)


def _names_something(parsed: Parsed) -> bool:
    """Whether a part says which books it asks for, or what of them."""
    return parsed.plan != Plan() and not (parsed.talk or parsed.lacks or parsed.declined)


def _may_be_meant(main: Parsed, where: Where) -> bool:
    """Whether books that were named may be those that a question asks about which names none itself."""
    plan = main.plan
    is_plain = not (main.readings or plan.by or plan.show or plan.about or plan.like or plan.path or main.also)
    named, own = _columns(where), _columns(plan.where)
    return is_plain and bool(named & _NAMED) and not (own - _OF_ANY_BOOK) and not (named & own)


def _columns(where: Where) -> set[str]:
    return {test.column for clause in where for one in clause.any_of for test in one.all_of}


def _is_answered_whole(parsed: Parsed) -> bool:
    """Whether every word of a question found its use, and in one way."""
    is_unsure = parsed.readings or parsed.unknown or any(word.fate == "unused" for word in parsed.words)
    return _names_something(parsed) and not is_unsure


def _says_nothing(parsed: Parsed) -> bool:
    """Whether a part has nothing in it but that it asks: “Do you?”."""
    return not (_names_something(parsed) or parsed.lacks or any(word.fate == "unused" for word in parsed.words))


def _both_asked(chain: Sequence[Parsed]) -> Parsed:
    """Return the last question of a chain, with the one before it where that asks something else of the same books."""
    last, former = chain[-1], chain[-2] if len(chain) > 1 else None
    if former is None or former.plan == last.plan:
        return former if former is not None and former.plan.limit and last.over == "count" else last
    if last.thread.kind == "row" and last.plan.show and not (former.plan.measures or former.plan.by):
        show = tuple(dict.fromkeys((*former.plan.show, *last.plan.show)))  # “which is the longest, and who wrote it?”
        return replace(former, plan=former.plan.model_copy(update={"show": show}))
    if former.plan.order and last.plan.order and former.plan.limit and last.plan.limit:
        return replace(former, also=(*former.also, last.plan))  # “the oldest in French and the newest in German”
    if (counted := _counted_and_listed(former, last)) is not None:
        return counted
    asks = _ASKING & {node.tag for node in former.nodes}
    if not asks or not (former.plan.measures or former.plan.by) or (former.over and last.over):
        return last  # “Everything from the 1970s, how many is that?”
    first, second = (last, former) if last.over else (former, last)
    return replace(first, also=(*first.also, second.plan), carried=last.carried)


def _counted_and_listed(former: Parsed, last: Parsed) -> Parsed | None:
    """Return the number of books with the books, where one question asks for the one and one for the other."""
    for counts, lists in ((former, last), (last, former)):
        if counts.plan.measures == (_COUNT,) and lists.plan == counts.plan.model_copy(update={"measures": ()}):
            asks_for_books = counts is former or any(node.tag == "WHICH" for node in former.nodes)
            return replace(counts, lists_too=True) if asks_for_books else None  # not “all of 1970, how many is that?”
    return None
