"""Books about something are parted from those that only a near genre or author brought."""

from __future__ import annotations

from core.stores.library import Book, Match
from core.systems.library_chat.agents.hybrid_search import combine
from core.systems.library_chat.agents.topics import part_by_topic

NEAR = Book("1", "Orbit", ("Ada Pine",), ("Science Fiction",), 1999, 210, ("space",))
KIND = Book("2", "Bees", ("Bo Reed",), ("Science Fiction",), 2001, 100, ("bees",))
OTHER = Book("3", "Tides", ("Cy Dole",), ("Romance",), 2001, 100)


def test_a_book_is_about_the_topic_when_its_own_text_is_near_it() -> None:
    results = combine(
        "space",
        [
            Match(NEAR, 0.75, "Book Match", "Orbit"),
            Match(KIND, 0.8, "Genre Match", "Science Fiction"),
            Match(KIND, 0.6, "Book Match", "Bees"),
        ],
    )
    about = part_by_topic("space", results, threshold=0.7)
    assert [result["id"] for result in about.books] == ["1"]
    assert [result["id"] for result in about.results] == ["1", "2"]
    assert about.others() == "1 more was found through the genre Science Fiction, near “space”"


def test_each_genre_and_author_that_brought_books_is_named_once() -> None:
    results = combine(
        "space",
        [
            Match(KIND, 0.8, "Genre Match", "Science Fiction"),
            Match(NEAR, 0.8, "Genre Match", "Science Fiction"),
            Match(OTHER, 0.75, "Author Match", "Cy Dole"),
        ],
    )
    about = part_by_topic("space", results, threshold=0.7)
    assert about.others() == (
        "3 books were found through the genre Science Fiction and the author Cy Dole, near “space”"
    )


def test_where_every_book_is_about_the_topic_there_are_no_others() -> None:
    assert part_by_topic("space", combine("space", [Match(NEAR, 0.9, "Book Match", "Orbit")]), 0.7).others() == ""


def test_books_near_a_topic_say_so_where_a_title_or_a_subject_has_a_word_of_it_in_any_form() -> None:
    found = combine("space", [Match(NEAR, 0.9, "Book Match", "Orbit")])
    assert not part_by_topic("the spaces between", found, 0.7).by_meaning_alone
    assert part_by_topic("the mountains of Rome", found, 0.7).by_meaning_alone
