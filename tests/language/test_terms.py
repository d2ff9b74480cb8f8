"""The terms of BM25: stems of what matters, wherever they stand."""

from __future__ import annotations

import json
import threading
from collections import defaultdict
from pathlib import Path
from statistics import mean

import pytest

from core.language import terms
from core.language.terms import STOP_WORDS, analyse, occurrences, terms_version
from core.retrieval.keywords import KeywordIndex
from core.retrieval.metrics import ndcg

COLLECTIONS = Path(__file__).parents[3] / "shared" / "data" / "ir"


def test_the_version_changes_with_the_lists(monkeypatch):
    before = terms_version()
    assert before == terms_version.__wrapped__()
    monkeypatch.setattr(terms, "STOP_WORDS", STOP_WORDS | {"perovskite"})
    assert terms_version.__wrapped__() != before


def test_a_question_is_reduced_to_the_stems_of_its_matter():
    assert analyse("Who knows about perovskite solar cells?") == ["perovskit", "solar", "cell"]


@pytest.mark.parametrize(
    "asking", ["find me experts in", "papers dealing with", "I am looking for someone who works on", "what is known of"]
)
def test_a_beginning_that_only_asks_is_left_out(asking):
    assert analyse(f"{asking} photonic crystals") == analyse("photonic crystals")


@pytest.mark.parametrize(
    "matter", ["expert systems", "information retrieval", "paper mills", "help desk", "list merge"]
)
def test_words_of_asking_stay_where_they_are_the_matter(matter):
    assert len(analyse(matter)) == 2


def test_a_request_that_only_asks_keeps_its_words():
    assert analyse("Who knows?") == ["know"]


def test_forms_of_a_word_and_its_accents_make_no_difference():
    assert analyse("coating coatings coated") == ["coat"] * 3
    assert analyse("Schrödinger's équations") == analyse("schrodinger equation")


def test_a_greek_letter_is_found_by_its_name():
    assert analyse("α λ Σ ς 0.6 µ") == analyse("alpha lambda sigma sigma 0.6 mu")


def test_only_stop_words_leave_nothing():
    assert analyse("to be or not to be") == []
    assert all(analyse(word) == [] for word in STOP_WORDS)


def test_many_threads_get_the_stems_that_one_thread_gets():
    made_up = [f"{start}{middle}{end}" for start in "bcdfg" for middle in "aeiou" for end in ("ning", "ations", "ies")]
    by_thread: dict[int, list[str]] = {}
    threads = [
        threading.Thread(target=lambda number=number: by_thread.update({number: analyse(" ".join(made_up))}))
        for number in range(8)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert list(by_thread.values()) == [analyse(" ".join(made_up))] * 8


@pytest.mark.parametrize(("collection", "reached"), [("cranfield", 0.52), ("cacm", 0.50), ("nfcorpus", 0.33)])
def test_on_judged_collections_the_analysis_finds_what_was_measured_when_it_was_chosen(collection, reached):
    folder = COLLECTIONS / collection
    if not folder.is_dir():
        pytest.skip(f"the judged collection {collection} is not on this machine (shared/data/ir)")
    documents = [json.loads(line) for line in (folder / "corpus.jsonl").read_text().splitlines()]
    judged: dict[str, dict[str, int]] = defaultdict(dict)
    for line in (folder / "qrels.tsv").read_text().splitlines()[1:]:
        query, document, grade = line.split("\t")
        judged[query][document] = int(grade)
    index = KeywordIndex([analyse(f"{document['title']} {document['text']}") for document in documents])
    gains = []
    for line in (folder / "queries.jsonl").read_text().splitlines():
        query = json.loads(line)
        ranking = [documents[position]["_id"] for position, _ in index.top(analyse(query["text"]), 10)]
        gains.append(ndcg(ranking, judged[query["_id"]], 10))
    assert mean(gains) > reached


def test_matched_words_are_found_where_they_stand_whatever_their_form():
    text = "The COATING of solar-cell glass: coats, not boats."
    marked = [text[start:end] for start, end in occurrences(text, analyse("coated cells"))]
    assert marked == ["COATING", "cell", "coats"]


def test_stop_words_are_never_marked():
    assert occurrences("to the cell", ["to", "the"]) == []
