"""Questions that turn on what is done with the books: counted, sorted, grouped, compared, calculated."""

# ruff: noqa: E501 - a question and what it asks stand on one line

from __future__ import annotations

from collections.abc import Callable

import pandas as pd
from catalogue_answers import Books, either, figure, share
from question_kinds import Question, count, says


def co_authors(books: Books, name: str) -> list[str]:
    """Return who wrote with somebody, in the order of the alphabet."""
    return sorted({one for authors in books.authors[books.author(name)] for one in authors if one != name})


def number(value: float) -> str:
    """Write a whole number."""
    return str(int(value))


QUESTIONS: list[Question] = [
    # count everything
    says("count", "How many books are in the catalogue?", lambda b: [number(len(b.all))]),
    says("count", "total number of records", lambda b: [number(len(b.all))]),
    count("count", "are there more than a thousand science fiction books? how many exactly?", lambda b: b.genre("Science Fiction")),
    # one column of one book
    says("column", "How many pages does Baudolino have?", lambda b: [number(b.pages[b.book("Baudolino")])]),
    says("column", "who published The Robber Bride", lambda b: [b.publisher_name[b.book("The Robber Bride")]]),
    says("column", "In which language is \"Harrius Potter et Camera Secretorum\" written?", lambda b: [f"Latin|{b.language_code[b.book('Harrius Potter et Camera Secretorum')]}"]),
    says("column", "When did The Secret History come out?", lambda b: [number(b.year[b.book("The Secret History")])]),
    says("column", "isbn of The Penelopiad?", lambda b: [b.all.isbn13[b.book("The Penelopiad")]]),
    says("column", "What genres is Gödel Escher Bach: An Eternal Golden Braid in?", lambda b: [*b.genres[b.book("Gödel Escher Bach: An Eternal Golden Braid")][:5]]),
    says("column", "Who are the authors of The Guns of August?", lambda b: [*b.authors[b.book("The Guns of August")]]),
    says("column", "which publisher brought out Difficult Loves, and how long is it?", lambda b: [b.publisher_name[b.book("Difficult Loves")], number(b.pages[b.book("Difficult Loves")])]),
    says("column", "What is the exact publication date of The Robber Bride?", lambda b: [_dates(b, "The Robber Bride")]),
    says("column", "which book has the isbn 9780439785969", lambda b: [*b.bare[b.all.isbn13 == "9780439785969"]]),
    # one column of several books
    says("column of a list", "List the publishers of Alice Munro's books", lambda b: sorted(set(b.publisher_name[b.author("Alice Munro")]))),
    says("column of a list", "In which years were Donna Tartt's books published?", lambda b: [number(year) for year in sorted(set(b.year[b.author("Donna Tartt")]))]),
    says("column of a list", "page counts of the Italo Calvino books please", lambda b: [number(pages) for pages in b.pages[b.author("Italo Calvino")]]),
    says("column of a list", "what languages are Gabriel García Márquez's books in", lambda b: ["English|eng", *(_language(code) for code in sorted(set(b.language_code[b.author("Gabriel García Márquez")])) if not code.startswith("en"))]),
    says("column of a list", "Show title and publisher of the books from 1953", lambda b: [*b.titles(b.year == 1953), *b.publisher_name[b.year == 1953]]),
    # sorted
    says("sort", "List Alice Munro's books from the longest to the shortest", lambda b: [b.ordered(b.author("Alice Munro"), b.pages)]),
    says("sort", "Malcolm Gladwell, sorted by year, newest first", lambda b: [b.ordered(b.author("Malcolm Gladwell"), b.year)]),
    says("sort", "show jon krakauer's books in alphabetical order", lambda b: [b.ordered(b.author("Jon Krakauer"), b.title.str.casefold(), least=True)]),
    says("sort", "The books in Italian ordered by length, shortest first please.", lambda b: [b.ordered(b.language("Italian"), b.pages, least=True)]),
    says("sort", "Italo Calvino in order of publication", lambda b: [b.ordered(b.author("Italo Calvino"), b.date, least=True)]),
    # extremes and nth
    says("longest", "What is the longest book?", lambda b: b.first(b.all_books(), b.pages)),
    says("longest", "and which book has the second most pages of all", lambda b: [b.nth(b.all_books(), b.pages, 2)]),
    says("longest", "third longest book in the catalogue?", lambda b: [b.nth(b.all_books(), b.pages, 3)]),
    says("longest", "Which horror book is the thickest?", lambda b: b.first(b.genre("Horror"), b.pages)),
    says("longest", "shortest Terry Pratchett book", lambda b: [b.nth(b.author("Terry Pratchett") & (b.pages > 0), b.pages, 1, least=True)]),
    says("longest", "How many pages does the longest book in German have?", lambda b: [number(b.pages[b.language("German")].max())]),
    says("longest", "fourth longest fantasy book", lambda b: [b.nth(b.genre("Fantasy"), b.pages, 4)]),
    says("longest", "What's the longest book that Dover Publications brought out?", lambda b: [b.nth(b.publisher("Dover Publications"), b.pages, 1)]),
    # first and last
    says("first", "Which is the oldest book in the catalogue?", lambda b: b.first(b.all_books(), b.date, least=True)),
    says("first", "newest book?", lambda b: b.first(b.all_books(), b.date)),
    says("first", "What was the first manga published?", lambda b: [b.nth(b.genre("Manga"), b.date, 1, least=True)]),
    says("first", "latest book by Bill Bryson", lambda b: [b.nth(b.author("Bill Bryson"), b.date, 1)]),
    says("first", "In what year did the earliest Harvard University Press book appear?", lambda b: [number(b.year[b.publisher("Harvard University Press")].min())]),
    says("first", "Which Penguin Classics book is the most recent one?", lambda b: [b.nth(b.publisher("Penguin Classics"), b.date, 1)]),
    says("first", "What is the last book that came out in the 1980s?", lambda b: [b.nth(b.decade == 1980, b.date, 1)]),
    # top n
    says("top", "top 5 longest books", lambda b: b.first(b.all_books(), b.pages, 5)),
    says("top", "Give me the three newest books.", lambda b: b.first(b.all_books(), b.date, 3)),
    says("top", "the 4 longest books in Spanish", lambda b: b.first(b.language("Spanish"), b.pages, 4)),
    says("top", "which three science fiction books are the longest?", lambda b: b.first(b.genre("Science Fiction"), b.pages, 3)),
    says("top", "five oldest books by title", lambda b: b.first(b.all_books(), b.date, 5, least=True)),
    # figures
    says("sum", "How many pages do all of Jane Austen's books have together?", lambda b: [number(b.pages[b.author("Jane Austen")].sum())]),
    says("sum", "total page count of the Latin books", lambda b: [number(b.pages[b.language("Latin")].sum())]),
    says("sum", "If I read every book by Marcel Proust, how many pages would that be?", lambda b: [number(b.pages[b.author("Marcel Proust")].sum())]),
    says("sum", "sum of pages, horror published in 2003", lambda b: [number(b.pages[b.genre("Horror") & (b.year == 2003)].sum())]),
    says("mean", "How long is a book on average?", lambda b: [figure(b.pages.mean())]),
    says("mean", "average number of pages of poetry books", lambda b: [figure(b.pages[b.genre("Poetry")].mean())]),
    says("mean", "What's the mean length of Stephen King's books?", lambda b: [figure(b.pages[b.author("Stephen King")].mean())]),
    says("mean", "on average how many pages do french books have", lambda b: [figure(b.pages[b.language("French")].mean())]),
    says("mean", "avg pages for Tor Books between 2000 and 2004", lambda b: [figure(b.pages[b.publisher("Tor Books") & b.year.between(2000, 2004)].mean())]),
    says("mean", "How many authors does a book have on average?", lambda b: [f"{b.authors.map(len).mean():.2f}|{b.authors.map(len).mean():.1f}"]),
    says("median", "What is the median page count?", lambda b: [figure(b.pages.median())]),
    says("median", "median length of fantasy books", lambda b: [figure(b.pages[b.genre("Fantasy")].median())]),
    says("median", "Half of the Agatha Christie books are shorter than how many pages?", lambda b: [figure(b.pages[b.author("Agatha Christie")].median())]),
    says("median", "median publication year of the books", lambda b: [figure(b.year.median())]),
    says("extremes", "What's the shortest and what's the longest page count among books in Japanese?", lambda b: [number(b.pages[b.language("Japanese")].min()), number(b.pages[b.language("Japanese")].max())]),
    says("extremes", "min and max pages of P.G. Wodehouse books", lambda b: [number(b.pages[b.author("P.G. Wodehouse")].min()), number(b.pages[b.author("P.G. Wodehouse")].max())]),
    says("extremes", "From which year to which year do the Dan Brown books reach?", lambda b: [number(b.year[b.author("Dan Brown")].min()), number(b.year[b.author("Dan Brown")].max())]),
    says("spread", "What is the standard deviation of the page counts?", lambda b: [figure(b.spread(b.pages))]),
    says("spread", "standard deviation of pages for books by Agatha Christie", lambda b: [figure(b.spread(b.pages[b.author("Agatha Christie")]))]),
    says("spread", "How widely do the lengths of horror books spread (std)?", lambda b: [figure(b.spread(b.pages[b.genre("Horror")]))]),
    # shares
    says("share", "What percentage of the books is in English?", lambda b: [share(b.language("English").sum(), len(b.all))]),
    says("share", "share of books with more than 500 pages", lambda b: [f"{share((b.pages > 500).sum(), len(b.all))}|{share((b.pages > 500).sum(), (b.pages > 0).sum())}"]),
    says("share", "What proportion of the horror books is by Stephen King?", lambda b: [share((b.genre("Horror") & b.author("Stephen King")).sum(), b.genre("Horror").sum())]),
    says("share", "how many percent of the catalogue came out in 2006", lambda b: [share((b.year == 2006).sum(), len(b.all))]),
    says("share", "What fraction of fantasy is also young adult, in percent?", lambda b: [share((b.genre("Fantasy") & b.genre("Young Adult")).sum(), b.genre("Fantasy").sum())]),
    says("share", "Penguin Books' share of all books?", lambda b: [share(b.publisher("Penguin Books").sum(), len(b.all))]),
    # groups
    says("group", "Which genre has the most books?", lambda b: b.top(b.groups(b.all_books(), b.genres), 1)),
    says("group", "top 3 publishers by number of books", lambda b: b.top(b.groups(b.all_books(), b.publisher_name), 3)),
    says("group", "Who are the five authors with the most books?", lambda b: b.top(b.groups(b.all_books(), b.authors), 5)),
    says("group", "How many books came out in each decade?", lambda b: [number(count) for count in b.groups(b.all_books(), b.decade).sort_index()[-6:]]),
    says("group", "In which year were the most books published?", lambda b: b.top(b.groups(b.all_books(), b.year), 1)),
    says("group", "books per language, please", lambda b: [number(b.language("Spanish").sum()), number(b.language("French").sum()), number(b.language("German").sum())]),
    says("group", "average pages by decade since 1970", lambda b: [figure(value) for value in b.groups(b.decade.between(1970, 2019), b.decade, b.pages, "mean").sort_index()]),
    says("group", "which month sees the most publications", lambda b: [{9: "September|9", 10: "October|10", 1: "January|1", 4: "April|4"}[b.groups(b.all_books(), b.month).index[0]]]),
    says("group", "Who wrote the most horror books?", lambda b: b.top(b.groups(b.genre("Horror"), b.authors), 1)),
    says("group", "Break the Stephen King books down by publisher: who published the most, and how many?", lambda b: b.top(b.groups(b.author("Stephen King"), b.publisher_name), 1)),
    says("group", "Which publisher has published the most pages in total?", lambda b: b.top(b.groups(b.all_books(), b.publisher_name, b.pages, "sum"), 1)),
    says("group", "which language other than english has the most books", lambda b: [f"Spanish|{b.groups(~b.language('English'), b.language_code).index[0]}", number(b.groups(~b.language("English"), b.language_code).iloc[0])]),
    says("group", "What is the least productive decade since 1950, by number of books (leave the 2020s out)?", lambda b: ["1950s|1950", number(b.groups(b.decade.between(1950, 2010), b.decade).min())]),
    # two columns
    says("two keys", "For each language other than English, how many books per decade? I need French in the 1990s.", lambda b: [number((b.language("French") & (b.decade == 1990)).sum())]),
    says("two keys", "Number of books by decade and language for Spanish and German from 1980 to 1999", lambda b: [number((b.language(one) & (b.decade == decade)).sum()) for one in ("Spanish", "German") for decade in (1980, 1990)]),
    says("two keys", "horror and romance by decade from 1970 to 2009", lambda b: [number((b.genre(one) & (b.decade == decade)).sum()) for one in ("Horror", "Romance") for decade in (1970, 1980, 1990, 2000)]),
    # top of each group
    says("top of each", "What is the longest book of each decade since 1980?", lambda b: [b.nth(b.decade == decade, b.pages, 1) for decade in (1980, 1990, 2000, 2010)]),
    says("top of each", "the longest book in French, in German and in Spanish, one each", lambda b: [b.nth(b.language(one), b.pages, 1) for one in ("French", "German", "Spanish")]),
    says("top of each", "For each of Dover Publications, VIZ Media LLC and Signet: who is the author with the most books?", lambda b: [b.leader(b.groups(b.publisher(one), b.authors)) for one in ("Dover Publications", "VIZ Media LLC", "Signet")]),
    says("top of each", "most frequent publisher in each of the years 2003, 2004 and 2005", lambda b: [b.top(b.groups(b.year == year, b.publisher_name), named=True)[0] for year in (2003, 2004, 2005)]),
    # having
    says("having", "Which authors have more than 45 books?", lambda b: _over(b, b.authors, 45)),
    says("having", "publishers with over 150 books", lambda b: _over(b, b.publisher_name, 150)),
    says("having", "How many authors have only one book in the catalogue?", lambda b: [_spellings(b, "authors", lambda names: (names.value_counts() == 1).sum())]),
    says("having", "number of publishers that published exactly one book", lambda b: [_spellings(b, "publisher", lambda names: (names.value_counts() == 1).sum())]),
    says("having", "How many genres have at least 500 books?", lambda b: [number((b.groups(b.all_books(), b.genres) >= 500).sum())]),
    says("having", "which years saw more than 1000 books come out", lambda b: [str(name) for name in sorted(_over(b, b.year, 1000))]),
    says("having", "Which languages have between 10 and 20 books?", lambda b: [_language(code) for code in sorted(_between(b, b.language_code, 10, 20))]),
    says("having", "authors with at least 20 horror books", lambda b: sorted(map(str, (groups := b.groups(b.genre("Horror"), b.authors))[groups >= 20].index))),
    # both, but no, only
    says("sets of groups", "Which authors have at least 5 books in Horror and at least 5 in Romance?", lambda b: _both(b, b.genre("Horror"), b.genre("Romance"), 5)),
    says("sets of groups", "how many authors wrote both poetry and plays", lambda b: [number(len(set(b.groups(b.genre("Poetry"), b.authors).index) & set(b.groups(b.genre("Plays"), b.authors).index)))]),
    says("sets of groups", "How many publishers have fantasy books but no horror books?", lambda b: [number(len(set(b.groups(b.genre("Fantasy"), b.publisher_name).index) - set(b.groups(b.genre("Horror"), b.publisher_name).index)))]),
    says("sets of groups", "which publishers with at least 15 books publish only manga", lambda b: b.only(b.publisher_name, b.genre("Manga"), 15)),
    says("sets of groups", "How many authors have only books in Spanish?", lambda b: [number(len(b.only(b.authors, b.language("Spanish"))))]),
    says("sets of groups", "Which authors have books in English as well as in French and in Spanish? Just tell me how many.", lambda b: [number(len(set.intersection(*(set(b.groups(b.language(one), b.authors).index) for one in ("English", "French", "Spanish")))))]),
    # comparison of groups
    says("comparison", "Are there more horror or more romance books?", lambda b: [number(b.genre("Horror").sum()), number(b.genre("Romance").sum())]),
    says("comparison", "Which are longer on average, fantasy or science fiction books?", lambda b: [figure(b.pages[b.genre("Fantasy")].mean()), figure(b.pages[b.genre("Science Fiction")].mean())]),
    says("comparison", "Tolkien (J.R.R. Tolkien) vs C.S. Lewis: number of books", lambda b: [number(b.author("J.R.R. Tolkien").sum()), number(b.author("C.S. Lewis").sum())]),
    says("comparison", "compare the 1980s and the 1990s by number of books", lambda b: [number((b.decade == 1980).sum()), number((b.decade == 1990).sum())]),
    says("comparison", "How many more books are there in French than in German?", lambda b: [number(b.language("French").sum() - b.language("German").sum())]),
    says("comparison", "Who has written more: Charles Dickens or Mark Twain?", lambda b: [number(b.author("Charles Dickens").sum()), number(b.author("Mark Twain").sum())]),
    says("comparison", "Penguin Classics against Modern Library, average length?", lambda b: [figure(b.pages[b.publisher("Penguin Classics")].mean()), figure(b.pages[b.publisher("Modern Library")].mean())]),
    # two books
    says("two books", "Which is longer, Baudolino or The Secret History?", lambda b: [number(b.pages[b.book("Baudolino")]), number(b.pages[b.book("The Secret History")])]),
    says("two books", "Was The Robber Bride published before The Penelopiad?", lambda b: [number(b.year[b.book("The Robber Bride")]), number(b.year[b.book("The Penelopiad")])]),
    says("two books", "how many more pages has The Guns of August than Difficult Loves", lambda b: [number(b.pages[b.book("The Guns of August")] - b.pages[b.book("Difficult Loves")])]),
    # change
    says("change", "How did the number of books change from the 1980s to the 2000s?", lambda b: [number((b.decade == 1980).sum()), number((b.decade == 2000).sum())]),
    says("change", "How has the average length of mysteries developed over the decades since the 1980s?", lambda b: [figure(value) for value in b.groups(b.genre("Mystery") & b.decade.between(1980, 2000), b.decade, b.pages, "mean").sort_index()]),
    says("change", "number of horror books per year from 2000 to 2005", lambda b: [number((b.genre("Horror") & (b.year == year)).sum()) for year in range(2000, 2006)]),
    says("change", "Did romance grow from 2001 to 2006? Give me both figures.", lambda b: [number((b.genre("Romance") & (b.year == year)).sum()) for year in (2001, 2006)]),
    # co-authors
    says("co-authors", "Who has written together with Warren Ellis?", lambda b: co_authors(b, "Warren Ellis")),
    says("co-authors", "co-authors of Tim LaHaye", lambda b: co_authors(b, "Tim LaHaye")),
    says("co-authors", "With whom did Isabel Allende collaborate most often, and on how many books?", lambda b: b.top(b.groups(b.author("Isabel Allende"), b.authors).iloc[1:])),
    says("co-authors", "how many different co-authors did Stephen King have", lambda b: [number(len(co_authors(b, "Stephen King")))]),
    # than a book
    says("than a book", "How many books are longer than Baudolino?", lambda b: [number((b.pages > b.pages[b.book("Baudolino")]).sum())]),
    says("than a book", "books by Umberto Eco that are longer than The Mysterious Flame of Queen Loana", lambda b: b.titles(b.author("Umberto Eco") & (b.pages > b.pages[b.book("The Mysterious Flame of Queen Loana")]))),
    says("than a book", "Which Ian McEwan books came out after Amsterdam?", lambda b: b.titles(b.author("Ian McEwan") & (b.date > b.date[b.author("Ian McEwan") & (b.bare == "Amsterdam")].iloc[0]))),
    says("than a book", "how many books have the same publisher as Difficult Loves", lambda b: [f"{(b.publisher('Mariner Books')).sum()}|{b.publisher('Mariner Books').sum() - 1}"]),
    says("than a book", "How many manga are longer than the average book?", lambda b: [number((b.genre("Manga") & (b.pages > b.pages.mean())).sum())]),
    # distinct
    says("distinct", "How many different authors are there?", lambda b: [_spellings(b, "authors", lambda names: names.nunique())]),
    says("distinct", "number of distinct publishers", lambda b: [_spellings(b, "publisher", lambda names: names.nunique())]),
    says("distinct", "how many languages does the catalogue cover?", lambda b: [f"{b.language_code.nunique()}|{b.language_code.nunique() - 3}|{b.language_code.nunique() - 4}"]),
    says("distinct", "How many genres are there?", lambda b: [number(len(b.groups(b.all_books(), b.genres)))]),
    says("distinct", "In how many different years were books by William Shakespeare published?", lambda b: [number(b.year[b.author("William Shakespeare")].nunique())]),
    says("distinct", "count the publishers that brought out something by Jane Austen", lambda b: [_spellings(b, "publisher", lambda names: names.nunique(), b.author("Jane Austen"))]),
    says("distinct", "how many different titles by William Shakespeare are there (each title once)", lambda b: [f"{b.title[b.author('William Shakespeare')].nunique()}|{b.bare[b.author('William Shakespeare')].nunique()}|{b.title[b.author('William Shakespeare')].str.casefold().nunique()}"]),
]  # fmt: skip


def _over(books: Books, by: pd.Series, least: int) -> list[str]:
    figures = books.groups(books.all_books(), by)
    return [str(name) for name in figures.index[figures > least]]


def _between(books: Books, by: pd.Series, low: int, high: int) -> list[str]:
    figures = books.groups(books.all_books(), by)
    return [str(name) for name in figures.index[figures.between(low, high)]]


def _spellings(books: Books, column: str, figure_of: Callable[[pd.Series], int], mask: pd.Series | None = None) -> str:
    """Write a figure of names: as they are spelled, with single spaces, and whatever their capitals."""
    cells = books.all[column] if mask is None else books.all[column][mask]
    cells = cells.str.split("/").map(set).explode() if column == "authors" else cells
    single = cells.str.replace(r"\s+", " ", regex=True).str.strip()
    return either(number(figure_of(names)) for names in (single, cells, single.str.casefold()))


def _both(books: Books, first: pd.Series, second: pd.Series, least: int) -> list[str]:
    groups = [books.groups(mask, books.authors) for mask in (first, second)]
    return sorted(set.intersection(*(set(map(str, one.index[one >= least])) for one in groups)))


def _language(code: str) -> str:
    names = {"fre": "French", "spa": "Spanish", "ger": "German", "por": "Portuguese", "jpn": "Japanese",
             "zho": "Chinese", "grc": "Ancient Greek|Greek", "mul": "multiple languages|multiple|several languages|Multilingual",
             "ita": "Italian"}  # fmt: skip
    return f"{names[code]}|{code}"


def _dates(books: Books, title: str) -> str:
    row = books.book(title)
    year, month, day = books.year[row], books.month[row], books.day[row]
    name = ("January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
            "November", "December")[month - 1]  # fmt: skip
    return f"{month}/{day}/{year}|{year}-{month:02}-{day:02}|{day} {name} {year}|{name} {day}, {year}"
