"""Real answers in other words: faithful ones stand, wrong ones never do.

`rewordings.csv` tells which were written before the rules of their time (held out), which while they were made
(development), and which by somebody who had not seen them (unseen). The rules of now were mended on all of them.
"""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.codec import from_state
from core.llm.engine import OfflineEngine
from core.settings import Settings
from core.stores.library import Book
from core.stores.library_plan import Column
from core.systems.library_chat import nodes
from core.systems.library_chat.catalogue.book_table import BOOKS, check_books
from core.systems.library_chat.catalogue.catalogues import lent_library, sample_books
from core.systems.library_chat.graph import build_graph
from core.systems.library_chat.review.facts import Facts, facts_of
from core.systems.library_chat.review.marks import bound_before
from core.systems.library_chat.review.wording import faults
from core.systems.library_chat.state import Context
from core.tables import guess_columns, read_table
from tests.word_embedder import WordEmbedder

DATA = Path(__file__).parents[3] / "data/library"
ROWS = list(csv.DictReader((DATA / "rewordings.csv").read_text(encoding="utf-8").splitlines(keepends=True)))
CATALOGUES = ("sample", "other", "large")


def books_of(catalogue: str) -> tuple[list[Book], tuple[Column, ...]]:
    if catalogue == "sample":
        return list(sample_books()), ()
    path = DATA / "other_catalogue.csv"
    table = read_table(path.read_bytes(), path.name)
    accepted, _ = check_books(table, guess_columns(list(table.columns), BOOKS.words))
    return list(accepted.books), tuple(accepted.columns)


@cache
def answers(catalogue: str) -> dict[str, Facts]:
    """The facts of each answer: asked again here, or as they were kept of the large catalogue that is not shipped."""
    if catalogue == "large":
        kept = json.loads((DATA / "large_answers.json").read_text(encoding="utf-8"))
        return {question: from_state(Facts, facts) for question, facts in kept.items()}
    found: dict[str, Facts] = {}

    def noted(*args: Any) -> Facts:
        facts = facts_of(*args)
        found.setdefault(facts.question, facts)
        return facts

    embedder, (books, columns) = WordEmbedder(), books_of(catalogue)
    with (
        pytest.MonkeyPatch.context() as patch,
        lent_library(books, Settings(), embedder, None, columns=columns) as lent,
    ):
        patch.setattr(nodes, "facts_of", noted)
        graph, context = build_graph(), Context(OfflineEngine(), lent, embedder)
        for question in dict.fromkeys(row["question"] for row in ROWS if row["catalogue"] == catalogue):
            graph.invoke({"request": question}, context=context)
    return found


def of(catalogue: str, label: str, *, free: bool = False) -> Iterator[tuple[str, Facts]]:
    for row in ROWS:
        if row["catalogue"] == catalogue and row["label"] == label and (row["part"] == "free") == free:
            yield row["wording"], answers(catalogue)[row["question"]]


def test_at_most_one_of_forty_faithful_rewordings_is_refused() -> None:
    faithful = [one for catalogue in CATALOGUES for one in of(catalogue, "faithful")]
    refused = [(text, wrong) for text, facts in faithful if (wrong := faults(text, facts))]
    assert len(faithful) > 390
    assert len(refused) <= len(faithful) / 40, refused


@pytest.mark.parametrize("catalogue", CATALOGUES)
def test_no_wrong_rewording_is_taken(catalogue: str) -> None:
    wrong = [*of(catalogue, "wrong"), *of(catalogue, "wrong", free=True)]
    assert [text for text, facts in wrong if not faults(text, facts)] == []


def test_of_the_freest_faithful_wordings_one_in_four_is_refused() -> None:
    faithful = list(of("sample", "faithful", free=True))
    assert len(faithful) > 100
    assert sum(bool(faults(text, facts)) for text, facts in faithful) <= len(faithful) / 4


@pytest.mark.parametrize("catalogue", CATALOGUES)
def test_the_plain_sentences_keep_to_their_own_facts(catalogue: str) -> None:
    wrong = {facts.plain: faults(facts.plain, facts) for facts in answers(catalogue).values()}
    assert {plain: said for plain, said in wrong.items() if said} == {}


TAKEN = [one for one in ROWS if one["label"] == "faithful" and one["catalogue"] != "large"]
_FIGURE = re.compile(r"(?<![\w.,#-])\d{2,}(?![\w.,]\d)")
_BOUNDS = st.sampled_from(["over", "at least", "almost", "about", "fewer than", "nearly"])


@given(st.data())
def test_no_other_figure_and_no_bound_before_a_figure_is_ever_taken(data: st.DataObject) -> None:
    row = data.draw(st.sampled_from(TAKEN))
    facts, text = answers(row["catalogue"])[row["question"]], row["wording"]
    figures = list(_FIGURE.finditer(text))
    if not figures or faults(text, facts):
        return
    match = data.draw(st.sampled_from(figures))
    bounded = bound_before(text, match.start())[0] or re.search(
        r"(?:than|least|exceeds?|\d (?:and|to))\s*$", text[: match.start()]
    )
    if data.draw(st.booleans()) and not bounded and match[0] not in facts.titles:
        changed = f"{data.draw(_BOUNDS)} {match[0]}"
    else:
        changed = str(int(match[0]) + data.draw(st.integers(3_001, 9_999)))
    after = text[: match.start()] + changed + text[match.end() :]
    assert faults(after, facts), after


@given(st.data())
def test_no_book_and_no_author_of_another_answer_is_ever_taken(data: st.DataObject) -> None:
    row = data.draw(st.sampled_from([one for one in TAKEN if one["catalogue"] == "sample"]))
    facts, text = answers("sample")[row["question"]], row["wording"]
    own = [name for name in (*facts.titles, *(who for one in facts.books for who in one.authors)) if name in text]
    if not own or faults(text, facts):
        return
    name = data.draw(st.sampled_from(own))
    other = data.draw(st.sampled_from(["The Iron Heel", "Jane Austen", "Stanislaw Lem", "A Book That Is Not Here"]))
    assert faults(text.replace(name, other), facts), text.replace(name, other)
