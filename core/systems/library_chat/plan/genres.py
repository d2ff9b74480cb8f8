"""The genres of a catalogue in a question: by their own names, their inflections, and the usual other words."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from core.language.terms import analyse
from core.systems.library_chat.plan.name_matching import plain

# Each line: words for the same kind of book. A genre of the catalogue that is one of them is meant by all of them.
_SAME = (
    "science fiction; sci fi; scifi; sf; science fictional; sciencefiction; speculative fiction",
    "romance; romantic; romances; love story; love stories; romantic fiction; romance fiction; love",
    "fantasy; fantastic; fantasies; fantastical; fantasy fiction; high fantasy",
    "thriller; thrillers; suspense; suspenseful; thrilling; mystery thriller; suspense thriller; action thriller",
    "mystery; mysteries; crime; detective; whodunit; whodunits; crime fiction; detective fiction; detective stories; "
    "detective story; murder mystery; murder mysteries; mystery crime",
    "technology; tech; technical; computing; computer science; computers; programming; it books; technological",
    "historical; historical fiction; historical novel; historical novels; historic; historical stories",
    "history; historical non fiction; nonfiction history; history books",
    "adventure; adventures; adventurous; action and adventure; action adventure; adventure fiction",
    "horror; scary; spooky; ghost stories; ghost story; horror fiction; gothic horror",
    "biography; biographies; biographical; life stories; biography autobiography; biography and autobiography",
    "memoir; memoirs; autobiography; autobiographies; autobiographical",
    "poetry; poems; poem; verse; poetic; poetry collections",
    "children; childrens; childrens fiction; kids; for kids; for children; kids books; childrens books; "
    "picture book; picture books",
    "young adult; ya; teen; teens; young adult fiction; teenage; for teenagers",
    "nonfiction; non fiction; factual",
    "fiction; general fiction; literary fiction; literary",
    "classics; classic; classic literature; classic fiction",
    "comics; comic; comic books; graphic novel; graphic novels; manga",
    "cooking; cookery; cookbook; cookbooks; recipes; food; culinary; food and drink; food and wine",
    "travel; travelogue; travelogues; travel writing",
    "philosophy; philosophical",
    "psychology; psychological",
    "humor; humour; funny; comedy; comedies; humorous; comic fiction",
    "drama; dramas; plays; play; theatre; theater",
    "self help; selfhelp; personal development; self improvement",
    "business; economics; business and economics; finance; management",
    "religion; religious; spirituality; spiritual; theology",
    "western; westerns; wild west; western fiction",
    "dystopia; dystopian; dystopias; dystopian fiction",
    "science; scientific; popular science; sciences",
    "essays; essay",
    "short stories; short story; short story collection; short fiction",
    "sports; sport; athletics",
    "art; arts; fine art",
    "music; musical",
    "politics; political; political science; current affairs",
    "war; military; military history; war stories; military fiction",
    "nature; natural history; environment; nature writing",
    "health; wellness; medicine; medical; fitness",
    "education; educational; textbooks; textbook",
    "fairy tales; fairy tale; folklore; folk tales; myths; mythology",
    "true crime",
    "espionage; spy; spies; spy fiction; spy novels; spy thriller",
    "gothic; gothic fiction",
    "mathematics; maths; math; mathematical",
    "gardening; gardens",
    "reference; dictionaries; encyclopedias",
    "satire; satirical",
    "erotica; erotic",
    "contemporary; contemporary fiction; modern fiction",
    "urban fantasy",
    "epic fantasy",
    "steampunk",
    "cyberpunk",
    "magical realism; magic realism",
    "paranormal; supernatural; vampires",
    "crafts; craft; diy; hobbies",
)
_SETS = [tuple(plain(word) for word in line.split(";")) for line in _SAME]
# Everyday words that mean a genre only when a book noun or another sign of a genre stands beside them.
_EVERYDAY = frozenset(
    plain(word)
    for word in [
        "love",
        " food",
        " art",
        " arts",
        " music",
        " it books",
        " nature",
        " gardens",
        " environment",
        " war",
        " play",
        " plays",
        " sport",
        " sports",
        " health",
        " medicine",
        " computers",
        " vampires",
        " spies",
        " spy",
        " recipes",
        " science",
        " history",
        " management",
        " finance",
        " programming",
        " classic",
        " for kids",
        " for children",
        " for teenagers",
        " kids",
        " children",
        " teens",
        " politics",
        " religion",
        " education",
        " fitness",
        " literary",
        " crime",
        " detective",
        " craft",
        " hobbies",
        " myths",
        " comic",
        " historic",
        " fantastic",
        " travel",
        " scary",
        " funny",
        " technical",
    ]
)
_NOUNS = re.compile(
    r"\s+(?:books?|novels?|titles?|stories|story|fiction|genres?|section|shelf|literature|works|reads?)\b",
    re.IGNORECASE,
)
_ABOUT = re.compile(r"\b(?:about|on|regarding)\s+(?:the\s+)?\Z", re.IGNORECASE)


@dataclass(frozen=True)
class GenreWords:
    """Words of a question that mean a genre; `name` is the catalogue's, or empty when it has no such genre."""

    name: str
    said: str
    start: int
    end: int


@dataclass(frozen=True)
class _Form:
    words: str
    name: str
    sure: bool


@lru_cache(maxsize=64)
def _forms(genres: tuple[str, ...]) -> tuple[tuple[_Form, ...], re.Pattern[str]]:
    """Every way to say a genre, known to this catalogue or not, and a pattern that finds the longest first."""
    forms: dict[str, _Form] = {}
    own = {plain(genre): genre for genre in genres}
    for words, genre in own.items():
        for form in _inflections(words):
            forms.setdefault(form, _Form(form, genre, sure=True))
    forms |= {words: _Form(words, genre, sure=True) for words, genre in own.items()}
    for same in _SETS:
        genre = next((own[words] for words in same if words in own), "")
        for words in same:
            for form in (words,) if " " in words else _inflections(words):
                if form not in forms or (genre and not forms[form].name):
                    forms[form] = _Form(form, genre, sure=bool(words not in _EVERYDAY))
    ordered = sorted(forms, key=len, reverse=True)
    body = "|".join(r"[\s\-‐'’/&]*".join(map(_spelled, form.split())) for form in ordered if form)
    return tuple(forms.values()), re.compile(rf"(?<![\w'’-])(?:{body})(?![\w'’])", re.IGNORECASE)


def _spelled(word: str) -> str:
    """A word as a pattern; an s at its end may have an apostrophe before it: children's."""
    return rf"{re.escape(word[:-1])}['’]?s" if word.endswith("s") else re.escape(word)


def _inflections(words: str) -> list[str]:
    last = words.rsplit(maxsplit=1)[-1] if words else ""
    if not last or last.endswith("s") or len(last) < 4:
        return [words]
    plural = f"{words[:-1]}ies" if last.endswith("y") and last[-2] not in "aeiou" else f"{words}s"
    return [words, plural]


def find_genres(text: str, genres: Sequence[str]) -> list[GenreWords]:
    """The genres that a text names, in order. An everyday word ("food") counts before a noun for books alone.

    A word for a genre that this catalogue does not have is given with an empty name.
    """
    forms, pattern = _forms(tuple(genres))
    by_words = {form.words.replace(" ", ""): form for form in forms}
    found = []
    for match in pattern.finditer(text):
        form = by_words.get(plain(match.group()).replace(" ", ""))
        if form is None:
            continue
        topic = form.words in _EVERYDAY and _ABOUT.search(text, 0, match.start())
        if topic or not (form.sure or _NOUNS.match(text, match.end())):
            continue
        found.append(GenreWords(form.name, match.group(), match.start(), match.end()))
    return found


def genre_like(said: str, genres: Sequence[str]) -> str:
    """The genre whose name has the same stems as these words; empty when there is none."""
    wanted = analyse(said)
    return next((genre for genre in genres if wanted and analyse(genre) == wanted), "")
