from __future__ import annotations

import numpy as np
import pytest

from core.codec import from_state, to_state
from core.stores.library import Book, Selected
from core.stores.library_embedded import EmbeddedLibrary
from core.stores.library_plan import Column
from core.systems.library_chat.grammar.follow_up import read
from core.systems.library_chat.grammar.reading import Parsed
from core.systems.library_chat.grammar.remembered import Remembered, remember
from core.systems.library_chat.grammar.vocabulary import Vocabulary, vocabulary_of

DIMENSIONS = 384
FURTHER = (
    Column(name="publisher", title="Publisher", kind="text"),
    Column(name="language", title="Language", kind="text"),
)


def _book(title: str, authors: str, genres: str, year: int, pages: int, publisher: str, language: str) -> Book:
    further = {"publisher": publisher, "language": language}
    return Book(title, title, tuple(authors.split(" & ")), tuple(genres.split(", ")), year, pages, (), further)


BOOKS = (
    _book("Salt and Iron", "Mira Okonkwo", "Fantasy", 1994, 310, "Heron Press", "English"),
    _book("The Ember Gate", "Mira Okonkwo", "Fantasy, Horror", 2003, 520, "Heron Press", "English"),
    _book("Nachtwald", "Jonas Weller", "Horror", 2008, 240, "Lindhof", "German"),
    _book("Grauwasser", "Jonas Weller & Ida Falk", "Fantasy", 2011, 410, "Lindhof", "German"),
    _book("Le Phare", "Claire Aubin", "Romance", 1998, 190, "Heron Press", "French"),
    _book("Les Heures", "Claire Aubin", "Romance, Horror", 2005, 280, "Quai Neuf", "French"),
    _book("Winter Orchard", "Ruth Calloway", "Romance", 1987, 350, "Heron Press", "English"),
    _book("Harbour Lights", "Ruth Calloway", "Fantasy", 1990, 150, "Quai Neuf", "English"),
)


@pytest.fixture(scope="module", autouse=True)
def _library(tmp_path_factory: pytest.TempPathFactory) -> None:
    vectors = np.ones((len(BOOKS), DIMENSIONS), np.float32)
    library = EmbeddedLibrary(tmp_path_factory.mktemp("library") / "books.sqlite", lambda texts: vectors[: len(texts)])
    library.load(BOOKS, vectors, FURTHER)
    CHAT.append((library, vocabulary_of(library)))


CHAT: list[tuple[EmbeddedLibrary, Vocabulary]] = []


def _say(*questions: str) -> tuple[Parsed, Selected]:
    """Ask one question after the other; what is remembered goes through the codec, as it does in a chat."""
    library, names = CHAT[-1]
    remembered: Remembered | None = None
    for question in questions:
        parsed = read(question, names, remembered)
        found = library.select(parsed.plan)
        kept = remember(parsed, found, remembered)
        remembered = None if kept is None else from_state(Remembered, to_state(kept))
    return parsed, found


def _titles(*questions: str) -> list[str]:
    return [book.title for book in _say(*questions)[1].books]


def _figure(*questions: str) -> float | None:
    return _say(*questions)[1].figures[0].value


def _groups(*questions: str) -> dict[str, float | None]:
    return {group.names[0]: group.figures[0].value for group in _say(*questions)[1].groups}


# --- something else in the place of what was said ---------------------------------------------------------------------


@pytest.mark.parametrize("question", ["and horror?", "what about horror", "how about horror?", "same for horror"])
def test_a_count_is_asked_again_of_another_genre(question: str) -> None:
    assert _figure("How many fantasy books are there?", question) == 3


def test_the_same_years_stay_as_they_were() -> None:
    first = "How many fantasy books came out each year from 1990 to 2005?"
    assert _groups(first, "and horror over the same years?") == {"2003": 1, "2005": 1}
    assert _groups(first, "same question but for romance") == {"1998": 1, "2005": 1}


def test_whatever_appeared_at_a_time_can_be_dropped() -> None:
    assert _titles("horror books", "drop whatever appeared before 2005") == ["Les Heures", "Nachtwald"]


def test_a_condition_of_another_kind_is_added() -> None:
    assert _figure("How many fantasy books are there?", "in German?") == 1
    assert _figure("How many fantasy books are there?", "and after 2000?") == 2


def test_what_was_added_is_replaced_by_its_kind() -> None:
    assert _figure("How many fantasy books are there?", "in German?", "and in English?") == 3


@pytest.mark.parametrize("question", ["and also horror", "or horror"])
def test_what_is_said_with_or_comes_along(question: str) -> None:
    assert _figure("How many fantasy books are there?", question) == 6


def test_a_mean_becomes_a_median_of_the_same_books() -> None:
    assert _figure("What is the average length of the romance books?", "and the median?") == 280


def test_a_share_keeps_its_whole() -> None:
    assert _figure("What share of the fantasy books is in German?", "and in English?") == 0.75


def test_groups_are_made_again_with_another_condition() -> None:
    assert _groups("How many fantasy books are there per language?", "and horror?") == {
        "English": 1, "German": 1, "French": 1,
    }  # fmt: skip


def test_a_year_takes_the_place_of_a_period() -> None:
    assert _figure("How many books came out in the 1990s?", "and in 2003?") == 1


def test_the_time_before_is_as_long() -> None:
    assert _figure("How many books came out in the 1990s?", "and the decade before?") == 1
    assert _titles("Which books came out in 1999?", "and the year before?") == ["Le Phare"]


def test_before_alone_is_the_other_side_of_a_time() -> None:
    assert _figure("How many books came out after 2000?", "and before?") == 4


def test_both_are_the_last_two_of_a_kind() -> None:
    assert _figure("How many books came out in 1987?", "and in 1990?", "both years together?") == 2


def test_a_column_can_be_forgotten() -> None:
    questions = (
        "How many horror books are there?",
        "only those by Jonas Weller",
        "forget the author, how many in French?",
    )
    assert _figure(*questions) == 1


def test_a_name_alone_that_is_no_question_stands_for_itself() -> None:
    assert _titles("How many fantasy books are there?", "Claire Aubin") == ["Le Phare", "Les Heures"]


def test_a_question_with_a_subject_of_its_own_leans_on_nothing() -> None:
    parsed, found = _say("How many fantasy books are there?", "How many French books are there?")
    assert found.figures[0].value == 2
    assert parsed.carried == ()


def test_what_is_carried_over_is_told() -> None:
    assert _say("How many fantasy books are there?", "in German?")[0].carried == ("of genre Fantasy",)


# --- the books of before ----------------------------------------------------------------------------------------------


def test_these_are_all_books_that_passed() -> None:
    assert _titles("books by Claire Aubin", "which of these came out after 2000?") == ["Les Heures"]


def test_those_of_a_list_that_was_cut_are_the_ones_that_were_shown() -> None:
    assert _figure("What are the three longest books?", "how many of them are in English?") == 2


def test_what_is_left_out_narrows_the_books_of_before() -> None:
    assert _titles("Show me the horror books", "without the romances") == ["Nachtwald", "The Ember Gate"]


def test_only_those_are_books_also_where_they_were_counted() -> None:
    assert _titles("How many fantasy books are there?", "only those after 2000") == ["Grauwasser", "The Ember Gate"]


def test_a_count_is_listed_on_request() -> None:
    for question in ("list them", "which ones?", "which are they?", "show them"):
        assert _titles("How many romance books are there?", question) == ["Le Phare", "Les Heures", "Winter Orchard"]


def test_a_list_is_counted_on_request() -> None:
    assert _figure("Show me the romance books", "and how many is that?") == 3


def test_the_set_stays_while_single_books_are_looked_at() -> None:
    questions = (
        "Show me the romance books",
        "which of them is the longest?",
        "who wrote it?",
        "which of those is the shortest?",
    )
    assert _titles(*questions) == ["Le Phare"]


def test_pages_of_them_are_those_of_each_and_in_total_their_sum() -> None:
    assert _say("books by Claire Aubin", "how many pages do they have?")[0].plan.show == ("pages",)
    assert _figure("books by Claire Aubin", "how many pages do they have?", "in total?") == 470


def test_they_are_sorted_as_it_is_wanted() -> None:
    titles = _titles("Show me the romance books", "sort them by length, longest first")
    assert titles == ["Winter Orchard", "Les Heures", "Le Phare"]


def test_a_superlative_without_a_noun_is_of_the_books_of_before() -> None:
    assert _titles("How many fantasy books are there?", "and the oldest?") == ["Harbour Lights"]


def test_of_groups_that_were_shown_others_are_asked() -> None:
    questions = ("Which authors wrote more than one book?", "which of them wrote horror?")
    assert set(_groups(*questions)) == {"Claire Aubin", "Jonas Weller", "Mira Okonkwo"}
    assert set(_groups(*questions, "and romance?")) == {"Claire Aubin", "Ruth Calloway"}


def test_a_publisher_that_was_shown_alone_is_it() -> None:
    questions = ("Which publisher has the most books?", "how many of its books are romance?")
    assert _figure(*questions) == 2
    assert _titles(*questions, "its longest book?") == ["The Ember Gate"]


# --- a book, a person -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("question", "title"),
    [
        ("who wrote the first one?", "Le Phare"),
        ("the second one", "Les Heures"),
        ("who published the last?", "Winter Orchard"),
    ],
)
def test_a_place_is_a_row_that_was_shown(question: str, title: str) -> None:
    assert _titles("Show me the romance books", question) == [title]


@pytest.mark.parametrize(
    ("question", "column"),
    [("who wrote it?", "authors"), ("when did it come out?", "year"), ("its publisher?", "publisher"),
     ("and its length?", "pages"), ("who is the author?", "authors"), ("and the language?", "language")],
)  # fmt: skip
def test_it_is_the_book_that_was_shown_alone(question: str, column: str) -> None:
    parsed, found = _say("What is the longest book in French?", question)
    assert [book.title for book in found.books] == ["Les Heures"]
    assert parsed.plan.show == (column,)


def test_another_place_is_asked_the_same() -> None:
    parsed, found = _say("Show me the romance books", "who published the first one?", "and the second?")
    assert ([book.title for book in found.books], parsed.plan.show) == (["Les Heures"], ("publisher",))


def test_what_else_someone_wrote_leaves_out_the_book() -> None:
    assert _titles("Who wrote Nachtwald?", "and what else did he write?") == ["Grauwasser"]


def test_the_first_of_several_authors_is_meant_in_the_singular() -> None:
    assert _figure("Who wrote Grauwasser?", "how many books has he written?") == 2


def test_a_pronoun_is_the_person_who_was_named() -> None:
    assert _titles("books by Ruth Calloway", "and how long is her longest book?") == ["Winter Orchard"]


# --- more -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("question", ["two more", "the next two", "next two"])
def test_more_goes_on_behind_what_was_shown(question: str) -> None:
    assert _titles("Show me two books", question) == ["Le Phare", "Les Heures"]


def test_more_keeps_the_number_and_the_order() -> None:
    assert _titles("What are the two longest books?", "more") == ["Winter Orchard", "Salt and Iron"]


def test_the_rest_is_all_that_was_not_shown() -> None:
    assert _titles("Show me two romance books", "the rest") == ["Winter Orchard"]


# --- nothing before ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("question", "lacks"),
    [("books by her", "“her” points to nobody that was named"),
     ("who wrote it?", "“it” points to nothing that was shown"),
     ("which of these are in French?", "“these” points to nothing that was shown"),
     ("more", "“more” goes on with nothing that was shown")],
)  # fmt: skip
def test_a_pronoun_without_anything_before_says_what_it_lacks(question: str, lacks: str) -> None:
    assert _say(question)[0].lacks == lacks


def test_a_pronoun_for_what_its_question_names_lacks_nothing() -> None:
    parsed, found = _say("how many fantasy books, and list them")
    assert (parsed.lacks, found.passing, len(found.books)) == ("", 4, 4)


def test_what_found_nothing_is_not_remembered() -> None:
    questions = (
        "How many romance books are there?",
        "How many German romance books are there?",
        "which of those are the oldest?",
    )
    assert _titles(*questions) == ["Winter Orchard"]


def test_what_says_nothing_of_books_is_told() -> None:
    assert _say("How many romance books are there?", "and the purple ones?")[0].lacks


def test_thanks_are_not_remembered() -> None:
    assert _titles("How many romance books are there?", "thanks", "and the longest?") == ["Winter Orchard"]


def test_a_place_among_groups_is_one_of_them() -> None:
    questions = ("Which authors wrote more than one book?", "who is the second?")
    assert list(_groups(*questions)) == ["Jonas Weller"]
    assert _titles(*questions, "and his longest book?") == ["Grauwasser"]


def test_the_same_two_are_compared_again() -> None:
    first = "Who has more books, Mira Okonkwo or Ruth Calloway?"
    assert _groups(first, "whose are longer on average?") == {"Mira Okonkwo": 415, "Ruth Calloway": 250}
    assert _groups(first, "and which are newer?") == {"Mira Okonkwo": 1998.5, "Ruth Calloway": 1988.5}


def test_the_next_of_a_ranking_is_asked_for_by_its_place() -> None:
    first = "which publisher has the most books?"
    second = _groups(first, "and which publisher comes second, and with how many books?")
    assert second == {"Lindhof": 2, "Quai Neuf": 2}
    assert _groups("which author has the most books?", "who comes fourth?") == {"Ruth Calloway": 2}


@pytest.mark.parametrize("question", ["list, with year", "list them with title + publisher"])
def test_what_was_found_is_listed_with_further_columns(question: str) -> None:
    parsed, found = _say("horror books", question)
    assert [book.title for book in found.books] == ["Les Heures", "Nachtwald", "The Ember Gate"]
    assert parsed.plan.show
    assert all(word.fate == "used" for word in parsed.words)


def test_which_and_how_many_are_the_books_and_their_number() -> None:
    parsed, found = _say("horror books", "which ones are there and how many?")
    assert (found.figures[0].value, parsed.lists_too) == (3, True)
