"""What an answer rests on, below its sentence: its figures, its books as a table that can be narrowed, one of them in
full."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pandas as pd
import streamlit as st

from core.codec import from_state
from core.stores.library import Book, Library
from core.stores.library_groups import books_of_group
from core.stores.library_plan import Plan, Test, must
from core.stores.library_works import apart, folded
from core.systems.library_chat.agents.results import Figure, Result, book_of, path_in_words
from core.systems.library_chat.agents.rows import columns_asked, columns_chosen_by, columns_used, table_of
from core.systems.library_chat.agents.wording import people
from core.systems.library_chat.plan.understood import Understood, for_analyst, for_librarian
from core.systems.library_chat.state import State
from core.ui.buttons import act
from core.ui.downloads import draw_downloads
from core.ui.library_chat.agents.groups import MOST_ROWS, all_books_file, draw_books_behind, draw_groups
from core.ui.library_chat.agents.scores import decided_by_scores
from core.ui.library_chat.catalogue.facets import draw_filters, facets_of_books, values_of
from core.ui.library_chat.catalogue.shelf import keep_button
from core.ui.library_chat.plan.question import ask, question_about
from core.ui.terms import explain
from core.ui.words import count, plain

_MOST_BUTTONS = 3


def stands_for_list(state: State) -> bool:
    """Whether a table or a chart shows what an answer lists, so that its sentences are enough."""
    understood = from_state(Understood, state["understood"])
    drawn = bool(state["results"]) or bool(understood.plan.by and state["statistics"])
    return drawn and not (understood.plan.path or understood.also)


def draw_found(state: State, books: Sequence[Result], library: Library, catalogue: tuple[str, str], key: str) -> None:
    """Draw what an answer rests on; `catalogue` is the id and the name of the one that was asked.

    Where books had to reach a threshold their scores and paths stand in the table.
    """
    understood, agent = from_state(Understood, state["understood"]), state["route"]["agent"]
    if agent in ("analyst", "both") and state["statistics"]:
        _draw_figures(for_analyst(understood.plan), state["statistics"], library, f"{key}:figures")
    if books:
        plan = for_librarian(understood.plan) if agent in ("librarian", "both") else understood.plan
        _Found(plan, books, library, catalogue, key).draw(state["passing"], decided_by_scores(state))


def _draw_figures(plan: Plan, statistics: Sequence[Figure], library: Library, key: str) -> None:
    if plan.by:
        draw_groups(library, plan, key)
        return
    if len(statistics) > 1:
        draw_statistics(statistics)
    if plan.measures and not plan.about:
        columns = {column.name: column for column in library.columns()}
        behind = books_of_group(plan, (), columns, plan.measures[0])
        if st.toggle("Show the books behind this number", key=f"{key}:behind"):
            draw_books_behind(library, behind, columns_used(plan, columns), "Behind this number", key)


def draw_statistics(statistics: Sequence[Figure]) -> None:
    """Draw several figures of one answer, as they were calculated."""
    values = [row["value"] for row in statistics]
    whole = all(float(value).is_integer() for value in values)
    st.dataframe(
        pd.DataFrame(
            {"What": [row["name"] for row in statistics], "Figure": [int(one) for one in values] if whole else values}
        ),
        hide_index=True,
        width="content",
        column_config={"Figure": st.column_config.NumberColumn(format="localized" if whole else "%.3f")},
        alt="The figures that the analyst calculated",
    )


class _Found:
    """The books of one answer on the page."""

    def __init__(
        self, plan: Plan, results: Sequence[Result], library: Library, catalogue: tuple[str, str], key: str
    ) -> None:
        self._plan, self._library, self._catalogue, self._key = plan, library, catalogue, key
        self._columns = {column.name: column for column in library.columns()}
        self._results = {result["id"]: result for result in results}

    def draw(self, passing: int, by_score: bool) -> None:
        """Draw the table of the books, what narrows it, and the one that is picked."""
        table, switches = st.container(), st.container(horizontal=True)
        more = not by_score and self._plan.limit is None and not self._plan.by and passing > len(self._results)
        with switches:
            every = more and st.toggle(self._label_of_all(passing), key=f"{self._key}:all-rows")
            books = self._all() if every else self._answered()
            works = self._works(books)
        shown = self._narrowed(works) if len(works) > 1 else works
        with table:
            chosen = self._table(shown, by_score) if len(books) > 1 else []
            with st.container(horizontal=True, vertical_alignment="center"):
                keep_button(_all_of(shown), _all_of(chosen), self._catalogue, f"{self._key}:keep")
                if more:
                    draw_downloads([all_books_file(self._library, self._plan, passing)], self._key)
            if chosen or len(shown) == 1:
                self._draw_one((chosen or shown)[0])

    def _works(self, books: Sequence[Book]) -> list[list[Book]]:
        """Fold the editions of each work into one row, unless each is wanted on its own."""
        works = folded(books, apart(self._columns.values()))
        if len(works) == len(books):
            return works
        label = f"Every edition on its own row ({count(len(books), 'book')}, {count(len(works), 'work')})"
        return [[book] for book in books] if st.toggle(label, key=f"{self._key}:editions") else works

    def _draw_one(self, work: Sequence[Book]) -> None:
        book = work[0]
        draw_book(book, self._results.get(book.id), self._with_more(book.authors), f"{self._key}:book")
        if len(work) > 1:
            st.markdown(f"**{count(len(work), 'edition')}** of it are among these books:")
            hidden = ("title", "authors", "genres", "subjects", "id", "month")
            columns = [column for column in self._columns.values() if column.name not in hidden]
            st.dataframe(
                table_of(work, columns), hide_index=True, column_config=_LOOK, key=f"{self._key}:of:{book.id}",
                placeholder="–", alt=f"The editions of {book.title}",
            )  # fmt: skip

    def _with_more(self, authors: Sequence[str]) -> list[str]:
        """Return the first few authors of whom the catalogue has another book."""

        def books(author: str) -> Sequence[Book]:
            return self._library.select(Plan(where=(must(Test(column="authors", values=(author,))),), limit=2)).books

        return [author for author in authors[:_MOST_BUTTONS] if len(books(author)) > 1]

    def _label_of_all(self, passing: int) -> str:
        first = f"the first {MOST_ROWS} of " if passing > MOST_ROWS else "all "
        return f"Show {first}{count(passing, 'book')}"

    def _all(self) -> Sequence[Book]:
        return self._library.select(self._plan.model_copy(update={"limit": MOST_ROWS, "skip": 0})).books

    def _answered(self) -> Sequence[Book]:
        """Return the books of the answer with everything that the catalogue knows of them, in the answer's order."""
        known = self._library.select(Plan(where=(must(Test(column="id", values=tuple(self._results))),))).books
        found = {book.id: book for book in known}
        return [found.get(id) or book_of(result) for id, result in self._results.items()]

    def _narrowed(self, works: Sequence[list[Book]]) -> Sequence[list[Book]]:
        tries = st.session_state.setdefault(f"{self._key}:tries", 0)
        with st.expander("Narrow these books", icon=":material/filter_alt:"):
            st.markdown("Click a bar; the table shows the books of all the bars that are picked.")
            books = _all_of(works)
            picked = draw_filters(facets_of_books(books), f"{self._key}:{tries}:{len(books)}")
            fits = [[book for book in work if _is_of(book, picked)] for work in works]
            shown = [work for work in fits if work]
            if picked:
                with st.container(horizontal=True, vertical_alignment="center"):
                    number = f"{len(_all_of(shown))} of {count(len(books), 'book')}"
                    st.markdown(f"{number}: {plain(', '.join(picked.values()))}")
                    act(
                        "Show all", st.session_state.__setitem__, f"{self._key}:tries", tries + 1,
                        key=f"{self._key}:all", icon=":material/close:", icon_position="right",
                    )  # fmt: skip
        return shown

    def _scores(self, books: Sequence[Book]) -> dict[str, list[object]]:
        found = [self._results[book.id] for book in books]
        return {
            "Score": [result["score"] for result in found],
            "Found by": [result["reason"] for result in found],
            "Path": [path_in_words(result) for result in found],
        }

    def _table(self, works: Sequence[list[Book]], by_score: bool) -> list[list[Book]]:
        """Draw one row a work, as its first edition has it; gives the works that the analyst selected."""
        books = [work[0] for work in works]
        table = table_of(books, columns_chosen_by(self._plan, self._columns))
        if any(len(work) > 1 for work in works):
            editions = [editions_in_words(work) for work in works]
            table.insert(1 + len(columns_asked(self._plan, self._columns)), "Editions", editions)
        for name, values in self._scores(books).items() if by_score else ():
            table.insert(table.shape[1], name, values)
        picked = st.dataframe(
            table,
            hide_index=True,
            column_config=_LOOK,
            on_select="rerun",
            selection_mode="multi-row",
            key=f"{self._key}:table:{len(books)}:{books[0].id if books else ''}",
            placeholder="–",
            row_height=_ROW,
            height=min(38 + _ROW * len(books), 560),
            alt=f"The books of the answer{', each with its score and path' if by_score else ''}",
        )
        return [works[row] for row in picked.selection.rows if row < len(works)]


def _all_of(works: Sequence[Sequence[Book]]) -> list[Book]:
    return [book for work in works for book in work]


def _is_of(book: Book, picked: Mapping[str, str]) -> bool:
    return all(value in values_of(book, facet) for facet, value in picked.items())


def editions_in_words(work: Sequence[Book]) -> str:
    """Say how many editions a row stands for, and of which years: "5, 1976 to 2010"; nothing for one."""
    if len(work) == 1:
        return ""
    years = sorted({book.year for book in work if book.year is not None})
    of = f", {years[0]}" + (f" to {years[-1]}" if len(years) > 1 else "") if years else ""
    return f"{len(work)}{of}"


_ROW = 65  # pixels: only a row so high lets a long title go on in a second line
_LOOK = {
    "Title": st.column_config.TextColumn(width=170, pinned=True),  # beside it a phone has room for two numbers
    "Score": st.column_config.ProgressColumn(
        format="%.3f",
        min_value=0.0,
        max_value=1.0,
        width=105,
        help=explain("nearness"),
    ),
    "Found by": st.column_config.TextColumn(width=100),
    "Path": st.column_config.TextColumn(width=400, help=explain("path")),
    "Authors": st.column_config.TextColumn(width=150),
    "Year": st.column_config.NumberColumn(format="%d", width=55),
    "Genres": st.column_config.TextColumn(width=140),
    "Subjects": st.column_config.TextColumn(width=230),
    "Pages": st.column_config.NumberColumn(format="%d", width=60),
}


# --- one book ---------------------------------------------------------------------------------------------------------


def draw_book(book: Book, result: Result | None, with_more: Sequence[str], key: str) -> None:
    """Draw one book with every way in which it was found, and what can be asked from here: of the authors `with_more`
    books for these."""
    with st.container(border=True):
        st.markdown(f"**{plain(book.title)}**" + (f" by {plain(people(book.authors))}" if book.authors else ""))
        known = [str(book.year or ""), ", ".join(book.genres), f"{book.pages} pages" if book.pages else ""]
        st.markdown(plain(" · ".join(part for part in known if part)))
        if book.subjects:
            st.markdown(f"About {plain(', '.join(book.subjects))}")
        if result:
            _draw_ways(result)
        with st.container(horizontal=True):
            like = question_about("Like", book.title)
            act("Books like it", ask, like, key=f"{key}:like", icon=":material/join_inner:")
            for author in with_more:
                act(
                    f"More by {plain(author)}", ask, question_about("Author", author),
                    key=f"{key}:by:{author}", icon=":material/person:",
                )  # fmt: skip


def _draw_ways(result: Result) -> None:
    st.markdown(f":material/route: {plain(path_in_words(result))}")
    others = [reason for reason in result["reasons"] if reason["node"] != result["path"][1]["name"]]
    if others:
        also = "; ".join(f"{other['reason']} through {other['node']} ({other['score']:.2f})" for other in others)
        st.markdown(f"Also found as: {plain(also)}")
