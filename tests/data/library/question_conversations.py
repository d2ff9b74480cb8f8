"""Questions of several conditions and operations at once, conversations, and what a catalogue cannot tell."""

# ruff: noqa: E501 - a question and what it asks stand on one line

from __future__ import annotations

from catalogue_answers import figure, share
from question_kinds import Question, ambiguous, chat, conversation, count, listed, nothing, says, unanswerable
from question_operations import number

COMBINED: list[Question] = [
    count("combined", "How many horror books after 2000 have fewer than 300 pages?", lambda b: b.genre("Horror") & (b.year > 2000) & (b.pages < 300)),
    count("combined", "penguin classics titles from the 1990s with more than 400 pages, how many?", lambda b: b.publisher("Penguin Classics") & (b.decade == 1990) & (b.pages > 400)),
    listed("combined", "Which Stephen King books from the eighties run to more than 400 pages?", lambda b: b.author("Stephen King") & (b.decade == 1980) & (b.pages > 400)),
    listed("combined", "I'm after a French-language fantasy book of under 250 pages", lambda b: b.language("French") & b.genre("Fantasy") & (b.pages < 250)),
    count("combined", "spanish novels not by Isabel Allende published 2000-2005: count", lambda b: b.language("Spanish") & b.genre("Novels") & ~b.author("Isabel Allende") & b.year.between(2000, 2005)),
    listed("combined", "Science fiction by Philip K. Dick, brought out by Vintage, at most 210 pages long", lambda b: b.genre("Science Fiction") & b.author("Philip K. Dick") & b.publisher("Vintage") & (b.pages <= 210)),
    says("combined", "What is the average length of the fantasy books that Tor Books published in the 1990s?", lambda b: [figure(b.pages[b.genre("Fantasy") & b.publisher("Tor Books") & (b.decade == 1990)].mean())]),
    says("combined", "Which author has the most mysteries from before 1990, and how many?", lambda b: b.top(b.groups(b.genre("Mystery") & (b.year < 1990), b.authors))),
    says("combined", "longest non-fiction book in German", lambda b: [b.nth(b.genre("Nonfiction") & b.language("German"), b.pages, 1)]),
    says("combined", "What share of the manga came out after 2004?", lambda b: [share((b.genre("Manga") & (b.year > 2004)).sum(), b.genre("Manga").sum())]),
    says("combined", "top 3 publishers of poetry since 1995", lambda b: b.top(b.groups(b.genre("Poetry") & (b.year >= 1995), b.publisher_name), 3)),
    says("combined", "median pages of romance and of horror, each only 2004", lambda b: [figure(b.pages[b.genre(one) & (b.year == 2004)].median()) for one in ("Romance", "Horror")]),
    count("combined", "How many books with dragon in the title are not tagged fantasy?", lambda b: b.holds("dragon") & ~b.genre("Fantasy")),
    count("combined", "how many childrens books by Roald Dahl were illustrated by Quentin Blake, i.e. list both as authors, and have fewer than 200 pages?", lambda b: b.genre("Childrens") & b.together("Roald Dahl", "Quentin Blake") & (b.pages < 200)),
    listed("combined", "Which books with \"Rome\" in the title are historical fiction and over 400 pages?", lambda b: b.holds("Rome") & b.genre("Historical Fiction") & (b.pages > 400)),
    says("combined", "How many different authors have written horror in the 1990s?", lambda b: [number(len(b.groups(b.genre("Horror") & (b.decade == 1990), b.authors)))]),
    says("combined", "Which publishers have at least 30 science fiction books?", lambda b: sorted(map(str, (groups := b.groups(b.genre("Science Fiction"), b.publisher_name))[groups >= 30].index))),
    says("combined", "Among the books of 1000 pages or more, which publisher is the most frequent?", lambda b: [b.leader(b.groups(b.pages >= 1000, b.publisher_name))]),
    count("combined", "books that are horror or thriller but not both, how many", lambda b: b.genre("Horror") ^ b.genre("Thriller")),
    count("combined", "How many English books were published by Oxford University Press in the nineties or earlier?", lambda b: b.language("English") & b.publisher("Oxford University Press") & (b.year <= 1999)),
    count("combined", "How many books from 2001 have either no genre or no page count?", lambda b: (b.year == 2001) & ((b.genres.map(len) == 0) | ~(b.pages > 0))),
    listed("combined", "single-author horror of more than 1,000 pages", lambda b: b.genre("Horror") & (b.authors.map(len) == 1) & (b.pages > 1000)),
    count("combined", "could you tell me how many books by either Tolkien (J.R.R. Tolkien) or C.S. Lewis appeared between 1990 and 1999?", lambda b: b.author("J.R.R. Tolkien", "C.S. Lewis") & b.year.between(1990, 1999)),
    says("combined", "the two longest books by Agatha Christie after 2000", lambda b: b.first(b.author("Agatha Christie") & (b.year > 2000), b.pages, 2)),
    says("combined", "In which decade did VIZ Media LLC publish most, and how many books were that?", lambda b: ["2000s|2000", number(b.groups(b.publisher("VIZ Media LLC"), b.decade).iloc[0])]),
    count("combined", "no fantasy, no science fiction, only horror from 2006 please: how many?", lambda b: b.genre("Horror") & ~b.genre("Fantasy", "Science Fiction") & (b.year == 2006)),
    nothing("combined", "any books in Japanese from the 1960s?", lambda b: b.language("Japanese") & (b.decade == 1960)),
    nothing("combined", "How many poetry books did VIZ Media LLC bring out before 1980?", lambda b: b.genre("Poetry") & b.publisher("VIZ Media LLC") & (b.year < 1980)),
]  # fmt: skip

CONVERSATIONS: list[Question] = [
    *conversation(
        count("", "How many fantasy books are there?", lambda b: b.genre("Fantasy")),
        count("", "and horror?", lambda b: b.genre("Horror")),
        count("", "only those after 2000", lambda b: b.genre("Horror") & (b.year > 2000)),
        says("", "which of them is the longest?", lambda b: [b.nth(b.genre("Horror") & (b.year > 2000), b.pages, 1)]),
    ),
    *conversation(
        listed("", "books by Ian McEwan", lambda b: b.author("Ian McEwan")),
        count("", "how many of these came out before 2000?", lambda b: b.author("Ian McEwan") & (b.year < 2000)),
        says("", "how many pages do they have on average?", lambda b: [figure(b.pages[b.author("Ian McEwan") & (b.year < 2000)].mean())]),
    ),
    *conversation(
        listed("", "Show me the books of Cormac McCarthy", lambda b: b.author("Cormac McCarthy")),
        says("", "sort them by length, longest first", lambda b: [b.ordered(b.author("Cormac McCarthy"), b.pages)]),
        says("", "which is the shortest of them?", lambda b: [b.nth(b.author("Cormac McCarthy"), b.pages, 1, least=True)]),
        says("", "and who published it?", lambda b: [b.publisher_name[b.book("The Sunset Limited")]]),
    ),
    *conversation(
        says("", "Who published Baudolino?", lambda b: [b.publisher_name[b.book("Baudolino")]]),
        says("", "and how long is it?", lambda b: [number(b.pages[b.book("Baudolino")])]),
        count("", "What else did the author write - how many books in all?", lambda b: b.author("Umberto Eco")),
    ),
    *conversation(
        count("", "how many books in Spanish", lambda b: b.language("Spanish")),
        count("", "in French?", lambda b: b.language("French")),
        count("", "And of those, how many are fantasy?", lambda b: b.language("French") & b.genre("Fantasy")),
        count("", "the ones with more than 300 pages", lambda b: b.language("French") & b.genre("Fantasy") & (b.pages > 300)),
    ),
    *conversation(
        listed("", "List everything from the 1930s", lambda b: b.decade == 1930),
        listed("", "what about the 1940s", lambda b: b.decade == 1940),
        says("", "who wrote the longest one?", lambda b: b.authors[b.pages[b.decade == 1940].idxmax()]),
    ),
    *conversation(
        count("", "Tor Books: how many titles?", lambda b: b.publisher("Tor Books")),
        count("", "without the fantasy ones", lambda b: b.publisher("Tor Books") & ~b.genre("Fantasy")),
        says("", "which author is the most frequent among them?", lambda b: b.top(b.groups(b.publisher("Tor Books") & ~b.genre("Fantasy"), b.authors), named=True)),
    ),
    *conversation(
        listed("", "Malcolm Gladwell books sorted by title", lambda b: b.author("Malcolm Gladwell")),
        says("", "who published the last one?", lambda b: [b.publisher_name[b.book("Unleashing the Ideavirus: Stop Marketing AT People! Turn Your Ideas into Epidemics by Helping Your Customers Do the Marketing thing for You.")]]),
    ),
    *conversation(
        says("", "top 5 authors by number of books", lambda b: b.top(b.groups(b.all_books(), b.authors), 5)),
        says("", "make that 3", lambda b: b.top(b.groups(b.all_books(), b.authors), 3)),
        says("", "now only for mysteries", lambda b: b.top(b.groups(b.genre("Mystery"), b.authors), 3)),
    ),
    *conversation(
        says("", "What's the average length of poetry?", lambda b: [figure(b.pages[b.genre("Poetry")].mean())]),
        says("", "and the median?", lambda b: [figure(b.pages[b.genre("Poetry")].median())]),
        says("", "same for plays", lambda b: [figure(b.pages[b.genre("Plays")].median())]),
    ),
    *conversation(
        count("", "How many books came out in 2005?", lambda b: b.year == 2005),
        count("", "and the year before", lambda b: b.year == 2004),
        count("", "Both years together?", lambda b: b.year.isin([2004, 2005])),
    ),
    *conversation(
        count("", "horror books in the 90s, how many?", lambda b: b.genre("Horror") & (b.decade == 1990)),
        listed("", "just the ones by Anne Rice", lambda b: b.genre("Horror") & (b.decade == 1990) & b.author("Anne Rice")),
        says("", "in which years did they come out?", lambda b: [number(year) for year in sorted(set(b.year[b.genre("Horror") & (b.decade == 1990) & b.author("Anne Rice")]))]),
        count("", "Forget the author, how many are longer than 500 pages?", lambda b: b.genre("Horror") & (b.decade == 1990) & (b.pages > 500)),
    ),
    *conversation(
        listed("", "Which books do you have in Portuguese?", lambda b: b.language("Portuguese")),
        listed("", "only those of less than 250 pages", lambda b: b.language("Portuguese") & (b.pages < 250)),
        says("", "Who wrote them?", lambda b: list(dict.fromkeys(authors[0] for authors in b.authors[b.language("Portuguese") & (b.pages < 250)]))),
    ),
    *conversation(
        says("", "Compare Jane Austen and Charles Dickens by number of books", lambda b: [number(b.author(one).sum()) for one in ("Jane Austen", "Charles Dickens")]),
        says("", "and by average length?", lambda b: [figure(b.pages[b.author(one)].mean()) for one in ("Jane Austen", "Charles Dickens")]),
    ),
    *conversation(
        says("", "Which publisher has the most books?", lambda b: b.top(b.groups(b.all_books(), b.publisher_name))),
        count("", "how many of its books are horror", lambda b: b.publisher("Vintage") & b.genre("Horror")),
        says("", "its longest book?", lambda b: [b.nth(b.publisher("Vintage"), b.pages, 1)]),
    ),
    *conversation(
        listed("", "Jon Krakauer", lambda b: b.author("Jon Krakauer")),
        says("", "how many pages do they have?", lambda b: [number(pages) for pages in b.pages[b.author("Jon Krakauer")]]),
        says("", "in total?", lambda b: [number(b.pages[b.author("Jon Krakauer")].sum())]),
    ),
    *conversation(
        count("", "How many science fiction books by Isaac Asimov do you hold?", lambda b: b.genre("Science Fiction") & b.author("Isaac Asimov")),
        count("", "or by Robert A. Heinlein instead?", lambda b: b.genre("Science Fiction") & b.author("Robert A. Heinlein")),
        says("", "the oldest of these", lambda b: [b.nth(b.genre("Science Fiction") & b.author("Robert A. Heinlein"), b.date, 1, least=True)]),
    ),
    *conversation(
        says("", "What are the three longest books?", lambda b: b.first(b.all_books(), b.pages, 3)),
        says("", "who wrote the second one?", lambda b: ["Winston S. Churchill" if b.nth(b.all_books(), b.pages, 2) == "The Second World War" else "?"]),
        says("", "and when did it come out", lambda b: [number(b.year[b.pages[b.bare == "The Second World War"].idxmax()])]),
    ),
    *conversation(
        listed("", "show me horror books", lambda b: b.genre("Horror")),
        listed("", "more", lambda b: b.genre("Horror")),
        listed("", "but nothing by Stephen King", lambda b: b.genre("Horror") & ~b.author("Stephen King")),
    ),
]  # fmt: skip

BEYOND: list[Question] = [
    *map(
        unanswerable,
        [
            "Which book has the best rating?",
            "how much does Baudolino cost",
            "What is the most borrowed book this month?",
            "How many books were written by women?",
            "Which of the novels got an award at the Frankfurt book fair?",
            "what's the weather in Berlin tomorrow",
            "Is The Secret History currently on loan?",
            "books with at least four stars",
            "Which authors were born in Ireland?",
            "how many copies of Beloved did you sell last year?",
            "What is the average price of a Penguin Classics paperback?",
            "On which shelf do I find the manga?",
            "Which of the books have been made into a film starring Tom Hanks?",
            "list hardcovers weighing less than a kilo",
            "Who translated the most books?",
            "How many readers reviewed Atonement?",
            "What is the capital of Australia?",
            "Which horror book has the nicest cover?",
        ],
    ),
    ambiguous("How many fantasy and horror books are there?", lambda b: b.genre("Fantasy") & b.genre("Horror"), lambda b: b.genre("Fantasy") | b.genre("Horror")),
    says("ask", "number of books in french and german", lambda b: [number(int(b.language(*one).sum())) for one in (["French"], ["German"], ["French", "German"])]),
    ambiguous("How many books by Brontë do you have?", lambda b: b.author("Charlotte Brontë"), lambda b: b.author("Emily Brontë")),
    ambiguous("how many Huxley books are there?", lambda b: b.author("Aldous Huxley"), lambda b: b.author("Elspeth Huxley")),
    ambiguous("books written by Greene, how many?", lambda b: b.author("Graham Greene"), lambda b: b.author("Brian Greene")),
    Question("ask", "Show me long books", lambda _: (["ASK"], "")),
    Question("ask", "How many recent books do you have?", lambda _: (["ASK"], "")),
    says("ask", "how long is Hamlet?", lambda b: ["ASK", *(number(pages) for pages in sorted(set(b.pages[b.bare == "Hamlet"])))]),
    *map(chat, ["hello there", "Thanks a lot, that helped!", "who are you?", "what can I ask you?", "good morning :)", "ok bye", "You are great"]),
]  # fmt: skip

QUESTIONS = [*COMBINED, *CONVERSATIONS, *BEYOND]
