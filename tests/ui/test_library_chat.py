"""The panel of library chat: the answer and why it is this one, read otherwise, cut otherwise, and kept."""

from __future__ import annotations

import re
import threading
from collections.abc import Mapping
from functools import partial
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from streamlit.testing.v1 import AppTest

from core.codec import to_state
from core.installation import NOBODY, Installation
from core.llm.engine import OfflineEngine
from core.settings import Settings
from core.stores.library import Book
from core.stores.library_plan import Column, Measure, Plan, Test, must
from core.systems.library_chat import SYSTEM, open_context
from core.systems.library_chat.agents.results import path_in_words, result_of
from core.systems.library_chat.catalogue.catalogues import CATALOGUES, add_catalogue, lent_library, sample_books
from core.systems.library_chat.catalogue.shelf import shelf_of
from core.systems.library_chat.grammar.messages import read
from core.systems.library_chat.grammar.vocabulary import vocabulary_of
from core.systems.library_chat.plan.understood import Understood
from core.ui.library_chat.agents.answer import as_lines, verdict
from core.ui.library_chat.agents.network import network_of_answer, network_of_books, network_of_names
from core.ui.library_chat.agents.scores import cut
from core.ui.library_chat.catalogue.facets import facets_of_books, facets_of_catalogue, question_of
from tests.systems.library_chat.plan.models import Understanding, proposal
from tests.ui import steps
from tests.ui.steps import finished, labels, look_until, press, said, say, texts
from tests.word_embedder import WordEmbedder

opened = partial(steps.opened, "library_chat")
HOSTILE = (
    "<script>alert(1)</script>",
    "**bold** and [a link](https://example.org)",
    "x'}) DETACH DELETE n //",
    ":material/home: $x^2$ `code`",
)


@pytest.fixture(autouse=True)
def word_embedder(house: Installation) -> None:
    house.__dict__["embedder"] = WordEmbedder()  # a text is near another that shares its words


def open_tab(test: AppTest, label: str) -> AppTest:
    return steps.open_tab(test, label, tabs=f"library_chat:tabs:{len(test.chat_message) > 0}")


def titles(test: AppTest) -> list[str]:
    return list(next(table.value for table in test.dataframe if "Title" in table.value)["Title"])


def table_with(test: AppTest, column: str) -> Any:
    return next(table.value for table in test.dataframe if column in table.value)


def bubbles(test: AppTest) -> list[str]:
    return [bubble.markdown[0].value.replace("\\", "") for bubble in test.chat_message]


# --- the answer -------------------------------------------------------------------------------------------------------


def test_before_anything_is_asked_there_are_examples_the_catalogue_and_the_shelf(house: Installation) -> None:
    test = opened()
    assert test.button_group[0].label == "Try one of these"
    assert [tab.label for tab in test.tabs] == ["Catalogue", "Shelf", "How is this made?"]
    assert [metric.value for metric in test.metric] == ["56", "42", "8", "1952 – 2024"]
    assert said(test, "Ready to be asked; kept in this app.")


def test_an_answer_names_the_agent_and_why_it_was_chosen(house: Installation) -> None:
    test = say(opened(), "How many science fiction books after 2018?")
    assert said(test, "There are 5 Science Fiction books")
    assert said(test, "**The analyst** answered: ")
    assert said(test, "the question asks for a figure")
    assert said(test, "Read as: books, of genre Science Fiction, from 2019 on; the number of books")
    assert said(test, "Wording reviewed: nothing to change · Offline rules")


def test_the_readings_of_rules_model_and_analyst_stand_beside_each_other(
    house: Installation, monkeypatch: pytest.MonkeyPatch
) -> None:
    thrillers = must(Test(column="genres", values=("Thriller",)))
    made = proposal(Plan(where=(thrillers,), measures=(Measure(),)), ("thrillerish", "where"))
    model = Understanding(made)
    monkeypatch.setattr(house, "engine", lambda *_, **__: model)
    test = say(opened(), "How many thrillerish books after 1700?")
    assert said(test, "Answered as the rules read it. Scripted model read it otherwise")
    assert said(test, "It leaves out “after 1700”.")
    model.proposals = (
        proposal(
            Plan(where=(thrillers, must(Test(column="year", how="between", low=1701))), measures=(Measure(),)),
            ("thrillerish", "where", 0),
        ),
    )
    test = say(test, "How many thrillerish books after 1700?")
    assert said(test, "Answered as Scripted model read it. The rules read it otherwise: 56 books.")
    assert said(test, "“thrillerish” read by Scripted model as “of genre Thriller”")
    assert said(
        test, "**Scripted model** (answered): books, of genre Thriller, from 1701 on; the number of books – 8 books"
    )
    test = press(test, "from 1701 on")
    assert said(test, "**You** (answered): books, of genre Thriller; the number of books – 8 books")


def test_one_click_asks_the_other_agent_and_the_question_stands_once_in_the_conversation(house: Installation) -> None:
    test = press(say(opened(), "How many fantasy books?"), "Ask the librarian")
    assert said(test, "**The librarian** answered, as you wished. The supervisor saw: ")
    assert said(test, "I found 8 Fantasy books")
    assert bubbles(test)[0] == "How many fantasy books?"
    assert len(bubbles(test)) == 2
    test = press(test, "Let the supervisor choose")
    assert said(test, "**The analyst** answered: ")


def test_conditions_are_chips_and_each_can_be_removed_and_put_back(house: Installation) -> None:
    test = say(opened(), "How many science fiction books after 2018?")
    press(test, "from 2019 on")
    assert said(test, "There are 12 Science Fiction books")
    press(test, "of genre Science Fiction")
    assert said(test, "56 books")
    assert {"Put back: from 2019 on", "Put back: of genre Science Fiction"} <= set(labels(test))
    press(test, "Put back: from 2019 on")
    assert "from 2019 on" in labels(test)
    assert "Put back: of genre Science Fiction" in labels(test)


def test_a_condition_that_was_removed_stays_removed_when_the_other_agent_is_asked(house: Installation) -> None:
    test = press(say(opened(), "How many science fiction books after 2018?"), "from 2019 on")
    assert said(press(test, "Ask the librarian"), "I found 12 Science Fiction books")


def test_an_assumption_is_shown_and_can_be_undone(house: Installation) -> None:
    test = say(opened(), "Find books by Samira Hadded")
    assert said(test, "“Samira Hadded” read as “Samira Haddad”")
    press(test, "Undo")
    assert said(test, "“Samira Hadded”")
    assert not said(test, "read as “Samira Haddad”")
    assert not said(test, "Love Beyond Walls")


def test_an_unknown_name_comes_with_the_nearest_and_a_click_asks_for_one(house: Installation) -> None:
    test = say(opened(), "books by Agnes Quxley")
    assert said(test, "No books found: there are none by “Agnes Quxley” in this catalogue.")
    press(test, "Agnes Tully")
    assert bubbles(test)[-2] == "Find books by Agnes Tully"
    assert said(test, "by Agnes Tully")


def test_where_no_name_is_near_none_is_suggested(house: Installation) -> None:
    test = say(opened(), "books by Zzyzx")
    assert said(test, "No books found: there are none by “Zzyzx” in this catalogue.")
    assert not said(test, "Instead of")


def test_below_a_figure_the_books_are_open_and_not_the_query(house: Installation) -> None:
    test = say(opened(), "How many science fiction books after 2018?")
    assert said(test, "**All books**")
    assert not said(test, "Would run on Neo4j")


def test_the_books_and_their_authors_can_be_looked_through(house: Installation) -> None:
    books, authors = (one.value for one in open_tab(opened(), "Catalogue").dataframe[:2])
    assert (len(books), len(authors)) == (56, 42)
    assert books["Title"].is_monotonic_increasing
    assert authors["Author"].is_monotonic_increasing


def test_a_follow_up_says_what_it_took_from_before_and_can_be_forgotten(house: Installation) -> None:
    test = say(say(opened(), "Find books by Samira Haddad"), "how many of them are romances?")
    assert said(test, "Carried over: ")
    press(test, "Start afresh")
    assert not test.chat_message


def test_a_greeting_needs_no_agent_and_searches_nothing(house: Installation) -> None:
    test = say(opened(), "hello")
    assert said(test, "**No agent** was needed")
    assert said(open_tab(test, "Query"), "Nothing was searched or counted for this answer.")


def test_an_earlier_turn_is_shown_in_full_and_cannot_be_asked_again(house: Installation) -> None:
    test = say(say(opened(), "Find books by Samira Haddad"), "How many fantasy books?")
    press(test, "Show in full")
    assert said(test, "I found 2 books by Samira Haddad")
    assert not [label for label in labels(test) if label.startswith("Ask the")]
    assert [button.disabled for button in test.button if button.label == "by Samira Haddad"] == [True]


def test_the_verdict_of_the_review_is_said_in_words() -> None:
    state: dict[str, Any] = {"draft": "a  b", "drafted_by": [], "review": {"accepted": True, "text": "a b"}}
    assert verdict(state) == "Wording reviewed: nothing to change"
    state["review"]["text"] = "b, a"
    assert verdict(state) == "Wording reviewed: worded anew, every fact the same"
    state["review"] = {"accepted": False, "differences": ["dropped 310"], "text": "c"}
    assert verdict(state) == "**Review rejected**: it would have changed 1 fact, so the draft stands"
    state["drafted_by"] = [{"accepted": False}, {"accepted": True}]
    assert verdict(state).startswith("The wording of 1 agent was refused for changing facts. **Review")


def test_a_rejected_review_is_on_the_page_with_what_it_would_have_changed() -> None:
    def page() -> None:
        from core.ui.library_chat.agents.answer import draw_review

        review = {"accepted": False, "differences": ["dropped 310"], "text": "Love *Beyond* Walls"}
        draw_review({"draft": "", "drafted_by": [], "review": review}, "3 steps")

    test = AppTest.from_function(page).run()
    assert [one.label for one in test.expander] == ["What the reviewer wrote and was refused"]
    assert said(test, "- dropped 310")
    assert said(test, "Love *Beyond* Walls")


# --- hostile words ----------------------------------------------------------------------------------------------------


def load(house: Installation, books: list[Book], name: str = "mine.csv") -> str:
    folder = house.folder_of(NOBODY)
    card = add_catalogue(folder, name, books)
    CATALOGUES.finish(house.resources(NOBODY, OfflineEngine()), card.id)
    return card.id


def bare(text: str, *signs: str) -> list[str]:
    """The signs that stand in a text without a backslash before them, so that they would be more than text."""
    return [sign for sign in signs if re.search(rf"(?<!\\){re.escape(sign)}", text)]


def test_hostile_titles_authors_and_genres_are_text_and_nothing_else(house: Installation) -> None:
    books = [Book(str(place), title, ("Eve Malory",), (title[:20],), 2000, 100) for place, title in enumerate(HOSTILE)]
    mine = load(house, books)
    test = say(opened(catalogue=mine), "Find books by Eve Malory")
    assert set(HOSTILE) <= set(titles(test))
    for tab in ("Scores", "Network", "Query", "Catalogue", "How it ran"):
        test = open_tab(test, tab)
        for text in texts(test) + [button.label for button in test.button]:
            assert not bare(text, "<script", "**bold", "](https", ":material/home")
    test = say(opened(catalogue=mine), "How many books has each genre?")
    assert set(table_with(test, "Genre")["Genre"]) == {title[:20] for title in HOSTILE}
    assert "<script" not in drawn(test)
    alone = say(opened(catalogue=load(house, books[:1], "one.csv")), "Find books by Eve Malory")
    assert said(alone, HOSTILE[0])
    for text in texts(alone) + [button.label for button in alone.button]:
        assert not bare(text, "<script")


def test_a_hostile_question_is_text_and_finds_nothing(house: Installation) -> None:
    test = say(opened(), "books by <img src=x onerror=alert(1)> **x**'}) DETACH DELETE n")
    assert not any(bare(text, "<img", "**x") for text in texts(test))
    assert said(open_tab(test, "Catalogue"), "**What is loaded:** the sample")
    assert test.metric[0].value == "56"


def test_the_lists_of_an_answer_stay_lists() -> None:
    assert as_lines("Two:\n- A *b*\n- C\n\nEnd.") == "Two:\n\n- A \\*b\\*\n- C\n\n\nEnd\\.\n".replace("Two:", "Two\\:")


# --- books, facets, network -------------------------------------------------------------------------------------------


def test_a_search_by_meaning_has_score_reason_and_the_path_from_the_question(house: Installation) -> None:
    test = say(opened(threshold="0.6"), "books about quantum physics")
    row = table_with(test, "Path").iloc[0]
    assert row["Found by"] in ("Book Match", "Author Match", "Genre Match")
    assert row["Path"].startswith("“books about quantum physics” → ")
    assert row["Subjects"], "what a book is about stands beside how near it is"
    assert 0.6 <= row["Score"] <= 1


def test_a_book_alone_is_shown_in_full_with_the_path_from_the_question(house: Installation) -> None:
    test = say(opened(), "Who wrote Love Beyond Walls?")
    assert said(test, ":material/route: ")
    assert said(test, "→ Book Love Beyond Walls (1.00)")
    assert "More by Samira Haddad" in labels(test)


def test_more_by_an_author_is_offered_only_where_there_is_more(house: Installation) -> None:
    assert not any("More by" in label for label in labels(say(opened(), "Who wrote Dragons of the Lower Canal?")))


def test_a_list_is_a_sentence_and_a_table_of_what_the_question_used_and_one_chooses_by(
    house: Installation,
) -> None:
    test = say(opened(), "Find romance books under 300 pages")
    answer = next(one.value for one in test.chat_message[-1].markdown if one.value.startswith("I found"))
    assert "\n- " not in answer
    assert list(table_with(test, "Title")) == ["Title", "Pages", "Genres", "Authors", "Year", "Subjects"]
    test = say(opened(), "Find books by Samira Haddad")
    assert list(table_with(test, "Title")) == ["Title", "Authors", "Genres", "Year", "Subjects", "Pages"]


def test_books_found_by_meaning_stand_with_what_one_chooses_by_before_score_and_path(house: Installation) -> None:
    columns = list(table_with(say(opened(threshold="0.6"), "books about quantum physics"), "Path"))
    assert columns[:5] == ["Title", "Authors", "Genres", "Year", "Subjects"]
    assert columns[-3:] == ["Score", "Found by", "Path"]


def test_all_books_of_a_long_list_can_be_shown_and_taken_away(house: Installation) -> None:
    test = say(opened(), "list all books")
    assert len(titles(test)) == 25
    next(one for one in test.toggle if one.label == "Show all 56 books").set_value(True).run()
    assert len(titles(finished(test))) == 56
    assert "56 as CSV" in [one.label for one in test.get("download_button")]


def test_a_path_to_a_book_itself_names_it_once() -> None:
    book = Book("1", "Tin Prophets", (), ())
    assert path_in_words(result_of(book, "prophets", 0.75, "Book Match", book.title)) == (
        "“prophets” → Book Tin Prophets (0.75)"
    )


def editions() -> list[Book]:
    titles = {1990: "Tides", 1994: "Tides!", 2004: "TIDES", 1991: "Tides (Sea #2)", 1992: "Tides (Sea #3)"}
    return [Book(str(year), title, ("Ann Bell",), ("Craft",), year, 90) for year, title in titles.items()]


def test_editions_of_a_work_stand_in_one_row_volumes_never_and_a_switch_shows_every_edition(
    house: Installation,
) -> None:
    test = say(opened(catalogue=load(house, editions())), "Find books by Ann Bell")
    assert said(test, "I found 5 books by Ann Bell, 3 works.")
    assert sorted(titles(test)) == ["TIDES", "Tides (Sea #2)", "Tides (Sea #3)"]
    assert sorted(table_with(test, "Editions")["Editions"]) == ["", "", "3, 1990 to 2004"]
    assert "Keep all 5 books on the shelf" in labels(test)
    switch = next(one for one in test.toggle if one.label == "Every edition on its own row (5 books, 3 works)")
    switch.set_value(True).run()
    assert len(titles(finished(test))) == 5
    assert not [table for table in test.dataframe if "Editions" in table.value]


def test_the_editions_of_a_work_that_is_opened_are_listed(house: Installation) -> None:
    test = say(opened(catalogue=load(house, editions()[:3])), "Find books by Ann Bell")
    assert said(test, "I found 3 books by Ann Bell, editions of one work.")
    assert said(test, "**3 editions** of it are among these books:")
    listed = next(one.value for one in test.dataframe if "Title" not in one.value and "Year" in one.value)
    assert sorted(listed["Year"]) == [1990, 1994, 2004]


def drawn(test: AppTest) -> str:
    """The chart of groups, as it is sent to the browser; empty without one."""
    charts = [chart.proto.spec or chart.proto.figure.spec for chart in test.get("plotly_chart")]
    return next(iter(charts), "")


def test_the_figures_of_groups_are_drawn_with_a_table_behind(house: Installation) -> None:
    test = say(opened(), "Which authors wrote in more than one genre?")
    assert len(table_with(test, "Different genres")) == 16
    assert '"type":"bar"' in drawn(test)
    test = say(opened(), "How many books per decade?")
    decades = table_with(test, "Decade")
    assert list(decades) == ["Decade", "Books", "% of these books"]
    assert list(decades["% of these books"]) == [
        round(100 * books / decades["Books"].sum(), 1) for books in decades["Books"]
    ]
    assert '"type":"bar"' in drawn(test)


def test_the_books_behind_a_number_are_shown_exactly(house: Installation) -> None:
    test = say(opened(), "How many science fiction books after 2018?")
    next(one for one in test.toggle if one.label == "Show the books behind this number").set_value(True).run()
    assert said(finished(test), "Behind this number: 5 books.".replace("number:", "number:**"))
    assert len(titles(test)) == 5


@pytest.mark.parametrize("store", ["embedded", "Neo4j"])
def test_facets_counted_from_books_and_by_the_store_are_the_same(store: str, request: pytest.FixtureRequest) -> None:
    settings = request.getfixturevalue("neo4j") if store == "Neo4j" else Settings()
    with lent_library(sample_books(), settings, WordEmbedder()) as library:  # type: ignore[arg-type]
        assert facets_of_books(sample_books()) == facets_of_catalogue(library)


def test_further_columns_are_facets_whose_bars_ask_for_their_books(house: Installation) -> None:
    books = [
        Book(str(number), f"Tale {number}", ("Ann Ray",), (), 2001, 100, (), {"publisher": publisher, "shelf": shelf})
        for number, (publisher, shelf) in enumerate([("Heron & Sons", "B 2"), ("Heron & Sons", "C 1"), ("Lind", "B 2")])
    ]
    columns = tuple(Column(name=name, title=name.capitalize(), kind="text") for name in ("publisher", "shelf"))
    with lent_library(books, Settings(), WordEmbedder(), columns=columns) as library:  # type: ignore[arg-type]
        facets = facets_of_catalogue(library)
        assert facets["Publisher"] == {"Heron & Sons": 2, "Lind": 1}
        assert facets["Shelf"] == {"B 2": 2, "C 1": 1}
        names = vocabulary_of(library)
        for facet in ("Publisher", "Shelf"):
            for value, number in facets[facet].items():
                plan = read(question_of(facet, value), names, select=library.select).plan
                assert library.select(plan).passing == number, value


def test_a_click_on_any_bar_of_the_catalogue_asks_for_as_many_books_as_it_shows(house: Installation) -> None:
    context = open_context(house.resources(NOBODY, OfflineEngine()))
    session = house.open_session(SYSTEM, {}, context)
    for facet, bars in facets_of_catalogue(context.library).items():
        for value, number in bars.items():
            session.leave()
            session.start(question_of(facet, value))
            assert len(session.wait().state["results"]) == number, value


def test_the_network_of_an_answer_leads_from_the_question_through_the_nodes_to_each_book() -> None:
    book = Book("1", "Tin Prophets", ("Walter Pryce",), ("Fiction",))
    nodes, links = network_of_answer("Pryce?", [result_of(book, "Pryce", 0.9, "Author Match", "Walter Pryce")])
    assert [(node.kind, node.label) for node in nodes] == [
        ("Book", "Tin Prophets"), ("Author", "Walter Pryce"), ("Genre", "Fiction"), ("Question", "Pryce?"),
    ]  # fmt: skip
    assert [(link.source, link.label, link.target) for link in links] == [
        ("Question", "Author Match 0.90", "Author:Walter Pryce"),
        ("Author:Walter Pryce", "WROTE", "Book:1"),
        ("Book:1", "BELONGS TO", "Genre:Fiction"),
    ]


def test_two_books_of_one_title_are_two_nodes_and_the_sample_has_106() -> None:
    nodes, _ = network_of_books(sample_books())
    assert len(nodes) == 56 + 42 + 8
    assert [node.label for node in nodes].count("The Salt Ledger") == 2


def test_in_the_network_of_names_a_line_is_the_books_in_common_and_a_collection_ties_nobody_together() -> None:
    many = tuple(f"Author {place}" for place in range(20))
    books = [
        Book("1", "One", ("Ann Bell", "Bo Ek"), ("Craft",)),
        Book("2", "Two", ("Bo Ek", "Ann Bell"), ("Craft", "Art")),
        Book("3", "All", many, ()),
    ]
    nodes, links = network_of_names(books)
    assert {(node.id, node.size) for node in nodes} >= {("Author:Bo Ek", 2), ("Genre:Craft", 2), ("Genre:Art", 1)}
    assert {(link.source, link.target): link.label for link in links} == {
        ("Author:Ann Bell", "Author:Bo Ek"): "2 books",
        ("Author:Ann Bell", "Genre:Craft"): "2 books",
        ("Author:Bo Ek", "Genre:Craft"): "2 books",
        ("Author:Ann Bell", "Genre:Art"): "1 book",
        ("Author:Bo Ek", "Genre:Art"): "1 book",
    }


def test_the_graph_of_a_large_catalogue_is_drawn_by_its_names_and_the_page_says_so(house: Installation) -> None:
    books = [Book(str(n), f"Book {n}", (f"Author {n % 200}",), (f"Genre {n % 7}",)) for n in range(400)]
    test = open_tab(opened(catalogue=load(house, books)), "Catalogue")
    next(one for one in test.toggle if one.label == "Draw all of it as a network").set_value(True).run()
    assert said(test, "400 books are too many to be drawn one by one: a line stands for the books")
    assert said(test, "200 authors, 7 genres: too many to be drawn. Here are the 120 most important that hang together")
    table = next(one.value for one in test.dataframe if "Group" in one.value)
    assert len(table) == 120
    assert set(table["Books"]) == {2, 57, 58}
    assert len(next(box for box in test.selectbox if box.label == "Pick something in the network").options) == 120


def test_a_node_of_the_network_can_be_asked_about(house: Installation) -> None:
    test = open_tab(say(opened(), "Find books by Samira Haddad"), "Network")
    next(box for box in test.selectbox if box.label == "Pick something in the network").set_value("Genre:Romance").run()
    press(test, "Ask about it")
    assert bubbles(test)[-2] == "Find Romance books"
    assert said(test, "I found 8 Romance books")


def test_where_no_book_is_found_no_network_is_drawn(house: Installation) -> None:
    test = say(opened(threshold="0.99"), "books about quantum physics")
    assert said(test, "No books found")
    assert "Network" not in [tab.label for tab in test.tabs]
    assert "Scores" in [tab.label for tab in test.tabs]


# --- the threshold ----------------------------------------------------------------------------------------------------


def test_the_threshold_cuts_what_was_found_anew_and_searches_nothing(
    house: Installation, monkeypatch: pytest.MonkeyPatch
) -> None:
    test = open_tab(say(opened(threshold="0.6"), "books about quantum physics"), "Scores")
    assert said(test, "At **0.60**, ")
    near = test.dataframe[-1].value
    assert (near["Score"] < 0.6).all()

    def search(*_: Any, **__: Any) -> None:
        raise AssertionError("nothing may be searched")

    monkeypatch.setattr("core.systems.library_chat.agents.tools.hybrid_search", search)
    test.slider[0].set_value(0.9).run()
    finished(test)
    assert said(test, "At **0.90**, 0 of the ")
    assert said(test, "the list below is another than the answer above: 0 books instead of ")
    assert test.query_params["threshold"] == "0.9"
    monkeypatch.undo()
    assert "Answer at 0.90" in labels(test)


def test_an_answer_at_another_threshold_takes_the_place_of_the_old_one(house: Installation) -> None:
    test = open_tab(say(opened(threshold="0.6"), "books about quantum physics"), "Scores")
    test.slider[0].set_value(0.95).run()
    press(finished(test), "Answer at 0.95")
    assert said(test, "No books found")
    assert len(bubbles(test)) == 2


@pytest.mark.parametrize("written", ["0.3", "7", "many", "nan"])
def test_a_threshold_in_the_address_that_is_none_is_ignored(house: Installation, written: str) -> None:
    test = open_tab(say(opened(threshold=written), "books about space"), "Scores")
    assert test.slider[0].value == 0.7


def test_where_names_decide_the_page_says_that_the_threshold_cuts_nothing(house: Installation) -> None:
    test = open_tab(say(opened(), "Find books by Samira Haddad"), "Scores")
    assert said(test, "No search by meaning was needed for this answer, so there are no scores to cut.")


SCORES = st.lists(st.integers(50, 100).map(lambda cents: cents / 100), max_size=60)


@example([0.5, 0.51, *[0.52] * 10], 51, 52)  # the eleventh passed, was not listed, and falls now
@given(SCORES, st.integers(50, 100), st.integers(50, 100))
def test_the_new_cut_is_what_a_search_at_that_threshold_would_give(scores: list[float], first: int, then: int) -> None:
    limit = 10
    ranked = [{"id": str(place), "score": score} for place, score in enumerate(sorted(scores, reverse=True))]

    def searched(threshold: float) -> tuple[list[Mapping[str, Any]], list[Mapping[str, Any]]]:
        passing = [one for one in ranked if one["score"] >= threshold]
        return passing[:limit], ranked[len(passing) :][:limit]

    results, near = searched(first / 100)
    state = {
        "results": results, "near_misses": near, "scores": scores,
        "understood": to_state(Understood(Plan(about="space"))),
    }  # fmt: skip
    kept = cut(state, then / 100, limit)
    passing, below = searched(then / 100)
    known = [one["id"] for one in [*results, *near]]
    assert kept.passing == [one for one in passing if one["id"] in known]
    assert kept.passes == sum(score >= then / 100 for score in scores)
    assert kept.below == below[: len(kept.below)]  # never a book that is not next; perhaps fewer than there are


# --- the query --------------------------------------------------------------------------------------------------------


def test_the_cypher_stands_with_its_parameters_and_says_where_it_would_run(house: Installation) -> None:
    test = open_tab(say(opened(), "How many science fiction books after 2018?"), "Query")
    assert said(test, "**Would run on Neo4j**")
    assert "AS passing" in test.code[0].value
    assert "Science Fiction" not in test.code[0].value
    assert '"Science Fiction"' in test.code[1].value


def test_on_neo4j_the_statements_are_those_that_ran() -> None:
    def page() -> None:
        from core.ui.library_chat.agents.query_log import draw_statements

        draw_statements([], runs=True)

    assert said(AppTest.from_function(page).run(), "**Runs on Neo4j**")


# --- the shelf --------------------------------------------------------------------------------------------------------


def test_books_are_kept_on_the_shelf_across_visits_and_taken_off_again(house: Installation) -> None:
    test = press(say(opened(), "Find books by Samira Haddad"), "Keep all 2 books on the shelf")
    assert [toast.value for toast in test.toast] == ["2 books on the shelf."]
    again = open_tab(opened(), "Shelf")
    assert list(again.dataframe[0].value["Title"]) == ["A Room over the Bakery", "Love Beyond Walls"]
    assert set(again.dataframe[0].value["Catalogue"]) == {"the sample"}
    press(again, "Take all off the shelf")
    assert said(again, "The shelf is empty.")
    assert shelf_of(house.folder_of(NOBODY)) == []


# --- catalogues -------------------------------------------------------------------------------------------------------

OTHER = [Book("1", "Bell Founding", ("Ann Bell",), ("Craft",), 1990, 90), Book("2", "Bells", ("Bo Ek",), ("Craft",))]


def test_turning_to_another_catalogue_begins_a_new_conversation_there(house: Installation) -> None:
    mine = load(house, OTHER)
    test = say(opened(), "How many books are there?")
    assert said(test, "56 books")
    test.selectbox(key="library_chat:catalogue").set_value(mine).run()
    finished(test)
    assert not test.chat_message
    assert test.query_params["catalogue"] == mine
    assert said(say(test, "How many books are there?"), "2 books")


def test_the_examples_are_those_of_the_catalogue_that_is_open(house: Installation) -> None:
    def offered(test: AppTest) -> list[str]:
        return [one.replace("\\", "") for one in test.button_group[0].options]

    mine = load(house, OTHER)
    assert offered(opened()) == list(SYSTEM.examples)
    assert offered(opened(catalogue=mine)) == [
        "Who wrote Bell Founding?",
        "How many Craft books after 1985?",
        "Find books by Ann Bell",
        "Which author has the most books?",
    ]


def test_a_conversation_that_is_opened_turns_to_its_catalogue(house: Installation) -> None:
    mine = load(house, OTHER)
    thread = say(opened(catalogue=mine), "Find books by Ann Bell").query_params["thread"]
    test = opened(thread=thread)
    assert test.selectbox(key="library_chat:catalogue").value == mine
    assert said(test, "Bell Founding")


def test_a_conversation_about_a_catalogue_that_is_gone_is_left_in_words(house: Installation) -> None:
    mine = load(house, OTHER)
    thread = say(opened(catalogue=mine), "Find books by Ann Bell").query_params["thread"]
    test = press(opened(catalogue=mine), "Remove it")
    assert test.selectbox(key="library_chat:catalogue").value == "sample"
    again = opened(thread=thread)
    assert said(again, "That conversation was about a catalogue that is not here any more.")
    assert not again.chat_message


def test_a_catalogue_is_asked_while_search_by_meaning_is_being_prepared_and_the_page_says_what_is_ready(
    house: Installation, monkeypatch: pytest.MonkeyPatch
) -> None:
    going = threading.Event()

    class Patient(WordEmbedder):
        def encode(self, *args: Any, **kwargs: Any) -> Any:
            going.wait(60)
            return super().encode(*args, **kwargs)

    monkeypatch.setattr("core.embedding.shared_embedder", Patient)
    mine = add_catalogue(house.folder_of(NOBODY), "mine.csv", OTHER).id
    test = opened(catalogue=mine)
    assert test.query_params["catalogue"] == mine
    bar = next(one for one in test.get("progress"))
    assert "Search by meaning in “mine\\.csv” is being prepared; everything else works" in bar.proto.text
    say(test, "Find books by Ann Bell")
    assert said(test, "Bell Founding")
    assert not said(test, "Search by meaning is still being prepared for this catalogue")
    say(test, "Do you have any books about founding?")
    assert said(test, "Search by meaning is still being prepared for this catalogue")
    going.set()
    look_until(test, lambda: not test.get("progress"))
    say(test, "Do you have any books about founding?")
    assert not said(test, "Search by meaning is still being prepared for this catalogue")


def test_a_table_of_books_is_mapped_and_its_bad_rows_are_listed_with_reasons(house: Installation) -> None:
    test = opened()
    table = b"Book title,Writer,When,Length\nBells,Ann Bell; Bo Ek,12.3.1990,90 p.\n,Nobody,1990,1\nTowers,Cy,soon,9\n"
    next(one for one in test.file_uploader).set_value(("bells.csv", table, "text/csv")).run()
    finished(test)
    next(box for box in test.selectbox if box.label == "year").set_value("When").run()
    finished(test)
    assert said(test, "2 books can be used.")
    assert said(test, "1 value in “When” could not be read and was left empty: “soon”.")
    bad = next(one.value for one in test.dataframe if "Why" in one.value)
    assert bad["Row"].tolist() == [3]
    assert bad["Why"].tolist() == ["title is empty"]
    assert [button.disabled for button in test.button if button.label == "Load and ask"] == [False]


def test_every_tab_draws_without_an_error(house: Installation) -> None:
    test = say(opened(), "Do you have any books about space?")
    for tab in ("Scores", "Network", "Query", "How it ran", "Catalogue", "Shelf", "How is this made?"):
        open_tab(test, tab)
    assert said(test, "Who answers")
