"""What became of every word of a question in the plan that a model made of it. Code decides; a claim is only a hint.

Where the model's plan has what the grammar read, a word is used as the grammar says. What the model alone took a word
for is assumed, and so can be undone. All else could not be used. A number is used by a part that holds it, or not at
all; and no part of a plan may come from nowhere: from no word of the question, and from nothing that was said before.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from core.language.names import plain_name
from core.language.negation import NEGATORS
from core.language.numbers import ORDINALS, number
from core.language.reading import Reading, Word, content_words
from core.stores.library_plan import Clause, Plan, Test, Where
from core.systems.library_chat.agents.wording import joined
from core.systems.library_chat.grammar.reading import ALONE, Parsed
from core.systems.library_chat.grammar.remembered import Remembered
from core.systems.library_chat.grammar.sentences import chips_of, plan_in_words
from core.systems.library_chat.grammar.tokens import key_of, tokens_of
from core.systems.library_chat.grammar.vocabulary import Vocabulary
from core.systems.library_chat.plan.proposals import OVER, PartName, Proposal
from core.systems.library_chat.plan.sameness import FORM, bare_clauses, bare_where, form_of
from core.systems.library_chat.plan.understood import PUTS_THE_QUESTION, model_id

_LONGEST_NAME = 8  # words of a question that are looked up together
_NOTHING = Plan()
_OF_WHAT: tuple[PartName, ...] = ("where", "by", "about", "like", "path")
_NUMBERED: tuple[PartName, ...] = ("limit", "skip", "each", "having")
Span = tuple[int, int]
Bound = tuple[float, int]
"""A number of a plan, and how far "after" or "before" may have moved it: 1 up, -1 down, 0 not at all."""


@dataclass
class _Part:
    """A part of a plan: whether the grammar has it too, in words, and the words of the question it is made of."""

    name: PartName
    words: str
    agreed: bool
    numbers: list[Bound] = field(default_factory=list)
    names: bool = False  # it holds names or a topic
    said: list[Span] = field(default_factory=list)  # where its values stand
    claimed: list[Span] = field(default_factory=list)
    is_said: bool = False  # all its values stand in the question
    is_plain: bool = False  # and it says no more than they do
    carried: bool = False  # it was said before
    stands: bool = False  # words of the question were taken for it


@dataclass(frozen=True)
class Account:
    """The words of a question in a model's plan, and how many of those that say something could not be used.

    `left_out` are words, and parts of a plan, that the grammar read and this plan has not; `faults` are parts of this
    plan that come from nowhere, `carried` those that come from what was said before. `says_of_what`: it has a
    condition, a topic, a name or groups that the grammar has not.
    """

    words: tuple[Word, ...]
    unread: int
    left_out: tuple[str, ...]
    faults: tuple[str, ...]
    carried: tuple[str, ...]
    says_of_what: bool


def account(
    proposal: Proposal, parsed: Parsed, reading: Reading, names: Vocabulary, before: Remembered | None, who: str
) -> Account:
    """Account for the words of a question: `reading` is that of the grammar, `who` the name of the model."""
    return _Accounting(proposal, parsed, reading, names, before, who).made()


def unread_of(words: Collection[Word], question: str) -> int:
    """Count the words of a question that say something and could not be used."""
    read = [(word.start, word.end) for word in words if word.fate != "unused"]
    return sum(not any(_meet((word.start, word.end), span) for span in read) for word in content_words(question))


@dataclass
class _Accounting:
    proposal: Proposal
    parsed: Parsed
    reading: Reading
    names: Vocabulary
    before: Remembered | None
    who: str

    def __post_init__(self) -> None:
        self.question = self.parsed.question
        self.columns = {column.name: column for column in self.names.columns}
        self.plan = self.proposal.plan
        self.own = bare_where(self.parsed.plan.where, self.columns)
        self.theirs = bare_where(self.plan.where, self.columns)
        self.own_form = form_of(self.parsed.plan, self.parsed.over, self.columns)
        self.form = form_of(self.plan, self.proposal.over, self.columns)
        self.nothing = form_of(_NOTHING, "", self.columns)
        self.parts = [*self._conditions(), *self._form()]

    def made(self) -> Account:
        """Take the words one by one, then the parts."""
        words = tuple(self._word(word) for word in self.reading.words)
        return Account(
            words,
            unread_of(words, self.question),
            tuple(self._left_out(words)),
            tuple(f"Nothing in the question says “{part.words}”." for part in self.parts if not self._stands(part)),
            tuple(part.words for part in self.parts if part.carried),
            any(part.stands and not part.agreed and part.name in _OF_WHAT for part in self.parts),
        )

    def _left_out(self, words: Sequence[Word]) -> Iterator[str]:
        """Give the words that the grammar used and this plan does not; where there are none, the parts of its form."""
        both = zip(self.reading.words, words, strict=True)
        left = [was.text for was, word in both if was.fate != "unused" and word.fate == "unused"]
        yield from left
        if left or unread_of(words, self.question) < unread_of(self.reading.words, self.question):
            return
        for name in FORM:
            is_usual = name == "measures" and not self.parsed.plan.measures  # groups are counted
            if self.nothing[name] == self.form[name] != self.own_form[name] and not is_usual:
                yield self._in_words(name, self.parsed.plan, self.parsed.over)

    # --- the parts of the plan

    def _conditions(self) -> Iterator[_Part]:
        for place, clause in enumerate(self.plan.where):
            bare = bare_clauses(clause, self.columns)
            part = _Part(
                "where",
                chips_of((clause,), self.columns)[0],
                agreed=all(one in self.own for one in bare),
                claimed=self._claims("where", place),
            )
            self._place(part, clause)
            part.carried = not (part.agreed or part.is_said) and self._was_said(clause)
            yield part

    def _place(self, part: _Part, clause: Clause) -> None:
        """Find the values and numbers of a condition in the question."""
        tests = [test for one in clause.any_of for test in one.all_of]
        part.numbers = [bound for test in tests for bound in _numbers_of(test)]
        found = [self._said(test.column, value) for test in tests for value in _names_of(test)]
        part.names = bool(found)
        numbers = [self._figures(bound) for bound in part.numbers]
        part.said = [span for spans in (*found, *numbers) for span in spans]
        part.is_said = bool(found or numbers) and all(found) and all(numbers)
        part.is_plain = part.is_said and not part.numbers and not any(test.denied or test.how != "is" for test in tests)

    def _form(self) -> Iterator[_Part]:
        for name in FORM:
            if self.form[name] == self.nothing[name] or (name == "measures" and not self.plan.measures):
                continue
            words = self._in_words(name, self.plan, self.proposal.over)
            agreed = self.form[name] == self.own_form[name]
            part = _Part(name, words, agreed, claimed=self._claims(name, None))
            self._place_form(part, name)
            yield part

    def _place_form(self, part: _Part, name: PartName) -> None:
        """Find the topic, the authors and the conditions of figures in the question."""
        plan = self.plan
        if name in _NUMBERED:
            part.numbers = self._counts(name)
        inner = [one.where for one in plan.measures] if name == "measures" else []
        inner += [one.measure.where for one in plan.having] if name == "having" else []
        tests = [test for where in inner for test in _tests(where)]
        part.numbers += [bound for test in tests for bound in _numbers_of(test)]
        found = [self._said(test.column, value) for test in tests for value in _names_of(test)]
        if name == "by":
            groups = [(key.column, one) for key in plan.by for one in (*key.values, *key.without)]
            found += [self._said(column, one) for column, one in groups]
            part.numbers += [(float(digits), 0) for _, one in groups if (digits := one.removesuffix("s")).isdigit()]
        elif name == "path":
            found += [self._said("authors", one) for one in plan.path]
        elif name == "like":
            found += [self._said("title", plan.like)]
        elif name == "about":
            found += [self._words(plan.about)]
        part.names = bool(found)
        part.said = [span for spans in found for span in spans]

    def _counts(self, name: PartName) -> list[Bound]:
        plan = self.plan
        if name == "skip":
            return [(plan.skip + 1, 0)]
        if name == "having":
            return [bound for one in plan.having for bound in _bounds(one.low, one.high)]
        return [(float((plan.limit if name == "limit" else plan.each) or 0), 0)]

    def _in_words(self, name: PartName, plan: Plan, over: str) -> str:
        if name == "over":
            return OVER.get(over, over)
        alone = _NOTHING.model_copy(update={name: getattr(plan, name)})
        return plan_in_words(alone, self.columns).removeprefix("books; ")

    def _was_said(self, clause: Clause) -> bool:
        """Whether a condition comes from what was said or shown before."""
        before = self.before
        if before is None:
            return False
        where = (*before.plan.where, *before.set_where)
        if set(bare_clauses(clause, self.columns)) <= bare_where(where, self.columns):
            return True
        shown = {"authors": set(before.people), "id": {*before.shown, *before.last}}
        for test in (before.entity, before.group):
            if test is not None:
                shown.setdefault(test.column, set()).update(test.values)
        return all(
            test.how == "is" and not test.denied and set(test.values) <= shown.get(test.column, set())
            for one in clause.any_of
            for test in one.all_of
        )

    # --- the words

    def _word(self, word: Word) -> Word:
        at = (word.start, word.end)
        mine = [clause for said, clause in self.parsed.conditions if _meet(at, (said.start, said.end))]
        limits = {one for clause in mine for one in bare_clauses(clause, self.columns)} & self.own
        says_nothing = word.as_ == PUTS_THE_QUESTION or word.id.startswith(ALONE)
        kept = limits <= self.theirs if limits else says_nothing or self.form == self.own_form
        new = [part for part in self.parts if not part.agreed]
        if word.fate != "unused" and kept and not (says_nothing and not limits and _takers(at, new)):
            return word
        if limits:  # no figure and no order stands for a condition
            new = [part for part in new if part.name == "where" or part.names]
        return self._of_model(word, self.parts if word.fate == "unused" else new)

    def _of_model(self, word: Word, parts: Sequence[_Part]) -> Word:
        """Say what the model takes a word for that the grammar did not read, or not so."""
        at = (word.start, word.end)
        takers = [part for part in _takers(at, parts) if self._may_take(part, word)]
        if not takers or not self._holds_numbers(at):
            why = word.as_ if word.fate == "unused" else f"{self.who} leaves it out"
            return replace(word, fate="unused", as_=why, id="")
        for part in takers:
            part.stands = True
        if word.fate == "unused" and len(takers) == 1 and takers[0].is_plain and not self._denies:
            return replace(word, fate="used", as_=f"a condition, as {self.who} reads it")
        parts_in_words = joined(dict.fromkeys(part.words for part in takers))
        as_ = f"read by {self.who} as “{parts_in_words}”"
        return replace(word, fate="assumed", as_=as_, id=model_id(word.text))

    def _may_take(self, part: _Part, word: Word) -> bool:
        """Whether a part may take a word: one that the grammar has too only its next neighbours, and a name that
        nobody has is no figure and no order."""
        is_name = any(one.said in word.text or word.text in one.said for one in self.parsed.unknown)
        if is_name and not part.names:
            return False
        return not part.agreed or (not is_name and self._is_beside(part, word))

    def _is_beside(self, part: _Part, word: Word) -> bool:
        """Whether no other word that says something stands between a word and those that the grammar has for a part."""
        kept = [other for other in self.reading.words if other.fate != "unused"]
        for low, high in part.claimed:
            for other in kept:
                if low <= other.start and other.end <= high and low <= word.start and word.end <= high:
                    between = sorted((word.end, other.start) if word.start < other.start else (other.end, word.start))
                    if not any(between[0] <= one.start < between[1] for one in self.reading.words):
                        return True
        return False

    def _holds_numbers(self, at: Span) -> bool:
        """Whether each number among some words is one of the plan, or of a name in it."""
        held = [span for part in self.parts for bound in part.numbers for span in self._figures(bound)]
        held += [span for part in self.parts for span in part.said]
        return all(
            value == 1 or any(_meet(span, other) for other in held) for value, span in self._numbers if _meet(at, span)
        )

    def _stands(self, part: _Part) -> bool:
        """Whether a part comes from the question or from what was said before."""
        if part.agreed or part.carried:
            return True
        claims_a_number = any(letter.isdigit() for low, high in part.claimed for letter in self.question[low:high])
        if claims_a_number and any(bound[0] != 1 and not self._figures(bound) for bound in part.numbers):
            return False
        return part.stands

    # --- where something stands in the question

    def _claims(self, name: PartName, place: int | None) -> list[Span]:
        folded = self.question.casefold()
        spans = []
        for use in self.proposal.uses:
            words = " ".join(use.words.split()).casefold().strip()
            if use.part != name or (place is not None and use.place != place) or not words:
                continue
            start = folded.find(words)
            if start >= 0:
                spans.append((start, start + len(words)))
        return spans

    def _said(self, column: str, value: str) -> list[Span]:
        """Find a value as it is, or by another way of saying it."""
        spans = [span for key, span in self._phrases if self._means(key, column, value)]
        return spans or self._words(value)

    def _means(self, key: str, column: str, value: str) -> bool:
        meanings = self.names.meanings.get(key, ())
        return any(one.column == column and value in one.values for one in meanings)

    def _words(self, text: str) -> list[Span]:
        """Find words as they stand together in the question."""
        wanted = plain_name(text)
        return [span for key, span in self._phrases if wanted and plain_name(key) == wanted]

    @cached_property
    def _phrases(self) -> list[tuple[str, Span]]:
        """All words that stand together, as they are compared, with their place; the longest first."""
        tokens = [token for token in tokens_of(self.question) if token.kind != "sign"]
        return [
            (key_of(self.question[tokens[first].start : tokens[first + size - 1].end]),
             (tokens[first].start, tokens[first + size - 1].end))
            for size in range(min(_LONGEST_NAME, len(tokens)), 0, -1)
            for first in range(len(tokens) - size + 1)
        ]  # fmt: skip

    @cached_property
    def _numbers(self) -> list[tuple[float, Span]]:
        """The numbers of the question in figures and words, each with its place; "60s" is 1960 too."""
        found: list[tuple[float, Span]] = []
        for token in tokens_of(self.question):
            span = (token.start, token.end)
            digits = "".join(letter for letter in token.text if letter.isdigit() or letter == ".").strip(".")
            value = token.number if token.kind == "number" else None
            if value is None and digits:
                value = float(digits)
            if value is None:
                value = number(token.text) or ORDINALS.get(token.key)
            if value is not None:
                found.append((float(value), span))
                if token.kind == "decade" and value < 100:
                    found.append((1900 + float(value), span))
        return found

    def _figures(self, bound: Bound) -> list[Span]:
        """Find the numbers that a bound may come from: the same, the next one, the end of a decade or a century."""
        return [span for value, span in self._numbers if _comes_from(*bound, value)]

    @cached_property
    def _denies(self) -> bool:
        return any(token.key in NEGATORS for token in tokens_of(self.question))


def _takers(at: Span, parts: Sequence[_Part]) -> list[_Part]:
    """Return the parts of which some words are values, or are claimed to be said."""
    return [part for part in parts if any(_meet(at, span) for span in (*part.said, *part.claimed))]


def _comes_from(bound: float, step: int, value: float) -> bool:
    year = bound // 10_000 if bound > 10_000_000 else bound
    if min(value, value + step) <= year <= max(value, value + step):
        return True
    if step < 0 and year in (value + 9, value + 99):
        return True
    return bool(step) and value <= 21 and year in ((value - 1) * 100 + one for one in (0, 1, 99, 100))


def _bounds(low: float | None, high: float | None) -> list[Bound]:
    return [(bound, step) for bound, step in ((low, 1), (high, -1)) if bound is not None]


def _numbers_of(test: Test) -> list[Bound]:
    return _bounds(test.low, test.high) if test.how in ("between", "number") else []


def _names_of(test: Test) -> tuple[str, ...]:
    return test.values if test.how not in ("between", "number", "missing") else ()


def _tests(where: Where) -> list[Test]:
    return [test for clause in where for one in clause.any_of for test in one.all_of]


def _meet(one: Span, other: Span) -> bool:
    return one[0] < other[1] and other[0] < one[1]
