"""Requests are made safe, and words, terms and sentences are what an analyst would call so."""

import json
import threading
import unicodedata
from collections import defaultdict
from pathlib import Path
from statistics import mean

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.errors import InputError
from core.retrieval.keywords import KeywordIndex
from core.retrieval.metrics import ndcg
from core.text import STOP_WORDS, Sentence, analyse, occurrences, sentences, tidy, words

COLLECTIONS = Path(__file__).parents[2] / "shared" / "data" / "ir"
prose = st.text(st.sampled_from("aB é9.,!?\n\t-'#&+()•।。_") | st.characters())


def pieces(text: str) -> list[str]:
    return [sentence.text for sentence in sentences(text)]


# --- tidy -------------------------------------------------------------------------------------------------------------


def test_a_request_keeps_its_words_lines_and_other_scripts():
    request = "Who knows perovskites?\n\tपेरोव्स्काइट सौर सेल 👩‍🔬 <b>x</b>"
    assert tidy(f"  {request} \n") == request


def test_a_request_is_put_into_unicodes_composed_form():
    assert tidy("Schro\u0308dinger") == "Schrödinger"


def test_control_characters_and_marks_that_turn_or_hide_text_are_removed():
    assert tidy("a\x00b\x1b[31m\u202ec\u200bd\ufeff\ud800") == "ab[31mcd"


def test_every_kind_of_line_break_becomes_one_line_feed():
    assert tidy("a\r\nb\rc\x0bd\u2028e") == "a\nb\nc\nd\ne"


@pytest.mark.parametrize("nothing", ["", "  \n\t ", "\x00\x07", "\u200b\ufeff", "\u200d \u00ad"])
def test_a_request_without_anything_to_read_is_refused_in_plain_words(nothing):
    with pytest.raises(InputError, match="empty") as refused:
        tidy(nothing)
    assert refused.value.advice


def test_the_longest_request_is_taken_and_one_more_character_is_refused_with_both_numbers():
    assert len(tidy("x" * 20_000)) == 20_000
    with pytest.raises(InputError, match=r"20,001 characters; at most 20,000"):
        tidy("x" * 20_001)
    with pytest.raises(InputError, match="at most 5"):
        tidy("123456", limit=5)


@settings(deadline=None)
@given(prose)
def test_what_is_tidy_is_safe_and_stays_as_it_is(text):
    try:
        tidied = tidy(text)
    except InputError:
        return
    assert tidy(tidied) == tidied == tidied.strip() == unicodedata.normalize("NFC", tidied)
    assert all(character in "\n\t" or unicodedata.category(character) not in ("Cc", "Cs") for character in tidied)


# --- words ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Solar cells, 2nd edition!", ["solar", "cells", "2nd", "edition"]),
        ("C++, C# and R&D", ["c++", "c#", "and", "r&d"]),
        ("CO₂ and CO2", ["co2", "and", "co2"]),
        ("an X-ray; an x‑ray; an e-mail", ["an", "x-ray", "an", "x-ray", "an", "e-mail"]),
        ("high-temperature snake_case", ["high", "temperature", "snake", "case"]),
        ("3.14 of 20,000 in 2019.", ["3.14", "of", "20,000", "in", "2019"]),
        ("the U.S. and the U.S.A, e.g. here", ["the", "us", "and", "the", "usa", "eg", "here"]),
        ("isn't isn’t authors' author's", ["isn't", "isn't", "authors", "author's"]),
        ("ÉTAT e\u0301tat", ["état", "état"]),
        ("हिन्दी में क्षेत्र", ["हिन्दी", "में", "क्षेत्र"]),
        ("தமிழ் తెలుగు বাংলা", ["தமிழ்", "తెలుగు", "বাংলা"]),
        ("ｆｕｌｌ ﬁle so\u00adlar", ["full", "file", "solar"]),
        ("… — !? 👍 ()", []),
        ("", []),
    ],
)
def test_words_are_what_a_reader_would_call_words(text, expected):
    assert words(text) == expected


@settings(deadline=None)
@given(prose)
def test_words_are_lower_case_never_empty_and_hold_no_white_space(text):
    for word in words(text):
        assert word
        assert word == word.lower()
        assert not any(character.isspace() for character in word)


@settings(deadline=None)
@given(st.text(st.characters(max_codepoint=127)))
def test_the_short_way_for_plain_ascii_finds_the_same_words_as_the_long_way(text):
    assert words(text) == words(text + " é")[:-1]


# --- analyse ----------------------------------------------------------------------------------------------------------


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


# --- occurrences ------------------------------------------------------------------------------------------------------


def test_matched_words_are_found_where_they_stand_whatever_their_form():
    text = "The COATING of solar-cell glass: coats, not boats."
    marked = [text[start:end] for start, end in occurrences(text, analyse("coated cells"))]
    assert marked == ["COATING", "cell", "coats"]


def test_stop_words_are_never_marked():
    assert occurrences("to the cell", ["to", "the"]) == []


# --- sentences --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("One. Two! Three? Four", ["One.", "Two!", "Three?", "Four"]),
        ("Dr. J. Smith met Prof. Rao. They spoke.", ["Dr. J. Smith met Prof. Rao.", "They spoke."]),
        ("It is 3.14 V, e.g. in Fig. 2. Good.", ["It is 3.14 V, e.g. in Fig. 2.", "Good."]),
        ("The U.S. Department paid. Fine.", ["The U.S. Department paid.", "Fine."]),
        ("We ate in the U.S. The food was good.", ["We ate in the U.S.", "The food was good."]),
        ("Take vitamin C. The rest is easy.", ["Take vitamin C.", "The rest is easy."]),
        ("Who? Me?! Yes...  Well… no.", ["Who?", "Me?!", "Yes...", "Well… no."]),
        ('He said "Stop." Then (it rained.) Done.', ['He said "Stop."', "Then (it rained.)", "Done."]),
        ("Smith et al. found it. See approx. 5 more.", ["Smith et al. found it.", "See approx. 5 more."]),
        ("1. Introduction\n2. Method", ["1. Introduction", "2. Method"]),
        ("Skills:\n- paint\n  and gloss\n• glass", ["Skills:", "paint\n  and gloss", "glass"]),
        ("A heading\nThe text begins here.", ["A heading", "The text begins here."]),
        ("a paragraph without a stop\n\nanother one", ["a paragraph without a stop", "another one"]),
        ("यह एक है। वह दो है॥", ["यह एक है।", "वह दो है॥"]),
        ("これは文です。次の文。", ["これは文です。", "次の文。"]),
        (" \n ", []),
        ("", []),
    ],
)
def test_sentences_end_where_a_reader_ends_them(text, expected):
    assert pieces(text) == expected


def test_a_line_broken_in_the_middle_of_a_sentence_ends_nothing():
    text = "This sentence is long enough to have been wrapped by the\nProgram that wrote it. Here is another."
    assert len(pieces(text)) == 2


def test_a_sentence_knows_where_it_stands():
    assert sentences("  One.  Two.") == [Sentence("One.", 2, 6), Sentence("Two.", 8, 12)]


@settings(deadline=None)
@given(prose)
def test_offsets_are_exact_and_sentences_neither_overlap_nor_lose_a_word(text):
    found = sentences(text)
    end = 0
    for sentence in found:
        assert sentence.text
        assert text[sentence.start : sentence.end] == sentence.text
        assert sentence.start >= end
        end = sentence.end
    assert [word for sentence in found for word in words(sentence.text)] == words(text)


@pytest.mark.parametrize("space", ["\u00a0", "\u3000", "\x0b", "\u2028"])
def test_any_white_space_may_follow_an_abbreviation(space: str) -> None:
    text = f"It left the U.S.{space}\nThen it came back."
    assert "".join(sentence.text for sentence in sentences(text)).replace(space, "") != ""
    assert all(text[sentence.start : sentence.end] == sentence.text for sentence in sentences(text))
