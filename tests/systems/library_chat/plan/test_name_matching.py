"""When some words are a name of the catalogue, and when they only look like one."""

from __future__ import annotations

import pytest

from core.stores.library import Named
from core.systems.library_chat.plan.genres import find_genres
from core.systems.library_chat.plan.name_matching import compare


@pytest.mark.parametrize(
    ("said", "kind", "name", "letters", "whole"),
    [
        ("Samira Hadded", "Author", "Samira Haddad", 1, True),
        ("samira haddad", "Author", "Samira Haddad", 0, True),
        ("Haddad", "Author", "Samira Haddad", 0, False),
        ("S. Haddad", "Author", "Samira Haddad", 0, False),
        ("Tolkein", "Author", "J.R.R. Tolkien", 1, False),
        ("OConnell", "Author", "Maeve O'Connell", 0, False),
        ("Beyonce", "Author", "Beyoncé", 0, True),
        ("storm", "Book", "The Storm", 0, True),
        ("The Storm", "Book", "Children of the Storm", 0, False),
        ("The Quantom Key", "Book", "The Quantum Key", 1, True),
    ],
)
def test_a_name_is_found_in_other_spellings(said: str, kind: str, name: str, letters: int, whole: bool) -> None:
    mention = compare(said, Named(kind, name, name, 0))  # type: ignore[arg-type]
    assert mention is not None
    assert (mention.letters, mention.whole) == (letters, whole)


@pytest.mark.parametrize(
    ("said", "kind", "name"),
    [
        ("Zzyzx", "Author", "Samira Haddad"),
        ("John Smith", "Author", "John Harding"),
        ("Volume 1", "Book", "Volume 2"),
        ("the", "Book", "The Storm"),
        ("", "Book", "The Storm"),
        ("cat", "Book", "Car"),
    ],
)
def test_another_name_is_another_name(said: str, kind: str, name: str) -> None:
    assert compare(said, Named(kind, name, name, 0)) is None  # type: ignore[arg-type]


GENRES = ("Fiction", "Science Fiction", "Romance", "Historical", "Mystery", "Children")


@pytest.mark.parametrize(
    ("words", "names"),
    [
        ("science fiction", ["Science Fiction"]),
        ("sci-fi", ["Science Fiction"]),
        ("Sciencefiction", ["Science Fiction"]),
        ("fiction", ["Fiction"]),
        ("romantic books", ["Romance"]),
        ("love stories", ["Romance"]),
        ("historical fiction", ["Historical"]),
        ("whodunits", ["Mystery"]),
        ("children's books", ["Children"]),
        ("romance and mysteries", ["Romance", "Mystery"]),
        ("horror", [""]),
        ("books about love", []),
        ("the weather", []),
    ],
)
def test_genres_are_found_by_their_names_and_by_other_words_for_them(words: str, names: list[str]) -> None:
    assert [found.name for found in find_genres(words, GENRES)] == names


def test_the_catalogue_s_own_name_of_a_genre_goes_before_every_other_word() -> None:
    genres = (*GENRES, "Historical Fiction", "Cosy Crime")
    found = find_genres("historical fiction and cosy crime", genres)
    assert [one.name for one in found] == ["Historical Fiction", "Cosy Crime"]
