"""Requests in the words that the index knows: in Latin letters, and in English.

Nothing here knows a code. What is replaced is told, so that a page can show it and the analyst can take it back.
"""

from __future__ import annotations

import copy
import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from core.language.dictionary import in_dictionary, is_english
from core.language.everyday_hindi import everyday_forms, everyday_hindi, everyday_hindi_in_script, is_everyday
from core.language.spelling import consonants, simple_spelling
from core.language.terms import STOP_WORDS, analyse
from core.language.tokens import words
from core.language.transliteration import SCRIPTS, plain_spelling, romanise
from core.language.urdu import UrduWords, is_urdu
from core.systems.nco_classification.index.native_words import URDU, NativeWords, Said, SameWords
from core.systems.nco_classification.words import frames, statements
from core.systems.nco_classification.words.guesses import FEWEST, Guesser
from core.systems.nco_classification.words.loans import Loans, spoken
from core.systems.nco_classification.words.statements import Read

_REMEMBERED = 10_000  # texts; every step that looks at the words reads them


@dataclass(frozen=True)
class Wording:
    """A request as the searches see it: in Latin letters, and in English; `replaced` are (as typed, as read).

    `guessed` of these are no words that anybody listed: they sound or look like those that they were read as.
    `others` are the families of people of whom something is said, and who are not the one whose work it is.
    """

    latin: str
    english: str
    replaced: tuple[tuple[str, str], ...] = ()
    guessed: tuple[tuple[str, str], ...] = ()
    others: frozenset[str] = frozenset()


_PARTS = re.compile(r"['’]s?|[-‐‑/]")
_HINDI = "Devanagari"  # the script of everyday Hindi
_OWN = 3  # how often a listed Indian word stands in the index to be one of its own words: bidi, panchayat
_LONGEST_ENTRY = 4  # words
_SHORTEST_PLAIN = 4  # letters of a word without its "a" by which it is found: shorter ones agree by chance
_BENT = ("iyon", "iyan", "on", "en", "e")  # the plural and what stands before “ka”: makaanon, pankhe
_SAID_ALIKE = 0.95  # from here on an Indian script writes an English word: phaaitar is a fighter and no phitar
_SHORT = 4  # letters up to which a word typed in Latin letters is none that is spelt otherwise
# The others are words of Hindi too.
_ENGLISH_ONLY = STOP_WORDS - {"me", "the", "to", "up", "do", "so", "are", "is", "he", "her", "had"}
_ABBREVIATED = 3  # letters up to which an unknown word of an English sentence is an abbreviation: esi, pf
_OF = frozenset(("ka", "ki", "ke", "kaa", "kee"))
_AND = frozenset(("and", "or", "cum", "plus", "also", "aur", "ya", "evam", "tatha"))


class QueryNormalizer:
    """Reads Hindi, Hinglish and misspelt words as the English words that the index knows."""

    def __init__(
        self,
        vocabulary: Iterable[str],
        lexicon: Mapping[str, str],
        families: Mapping[str, frozenset[str]] | None = None,
        *,
        trade_words: Mapping[str, str] | None = None,
        titles: Collection[str] = (),
        compounds: Mapping[str, str] | None = None,
        loans: Mapping[str, str] | None = None,
    ) -> None:
        """`vocabulary` is every English word of the index, as often as it stands there; `lexicon` maps romanised words
        of Indian languages to English words, to "" where they only hold a sentence together; `families` tells of which
        families a word of the index speaks; `trade_words` are more of the lexicon, in their own scripts too, which no
        other word is guessed to be; `titles` tell which machines and vehicles have somebody who works them; `compounds`
        are those that the index mostly writes otherwise, and `loans` English words as Hindi writes them."""
        self._left: frozenset[str] = frozenset()
        known = Counter(vocabulary)
        self._counts = Counter({word: times for word, times in known.items() if word.isascii() and word.isalpha()})
        self._terms = frozenset(term for word in known for term in analyse(word))
        self._lexicon = {
            **{word: loan for word, loan in (loans or {}).items() if self._is_loan(word, loan)},
            **(trade_words or {}),
            **lexicon,
        }
        self._own = frozenset(map(simple_spelling, lexicon))
        self._plain_entries: dict[str, str] = {}  # "raj mistri" and "raajmistree" are "rajmistri", "matsy" is "matsya"
        self._simple_entries: dict[str, str] = {}  # the same with every vowel, so that short words are not mixed up
        for word in (*lexicon, *(trade_words or {})):
            self._plain_entries.setdefault(plain_spelling(word), word)
            self._simple_entries.setdefault(simple_spelling(word.replace(" ", "")), word)
        self._small = {simple_spelling(word) for word, english in self._lexicon.items() if not english}
        self._guesser = Guesser(self._counts, families or {})
        self._loans = Loans(self._counts, dict(lexicon))
        urdu = [(word, word) for word in (*lexicon, *everyday_forms()) if word.isascii()]
        urdu += [(word, spoken(word)) for word, _ in self._counts.most_common() if len(word) > 3]
        urdu += [(word, word) for word in trade_words or {} if word.isascii()]
        self._native_words = NativeWords(self._lexicon, UrduWords(urdu))
        self._compounds = compounds or {}
        self._same = SameWords(self._lexicon, lexicon, loans or ())
        self._worked = frames.worked(titles)
        self._remembered = lru_cache(maxsize=_REMEMBERED)(self._read)

    def _is_loan(self, native: str, english: str) -> bool:
        """Tell whether a word of Hindi is an English one of the index, and no everyday word of its own."""
        return english in self._counts and in_dictionary(english) and everyday_hindi_in_script(romanise(native)) is None

    def leaving(self, said: Collection[str]) -> QueryNormalizer:
        """Return the same that guesses nothing about these words, and leaves them as they are."""
        other = copy.copy(self)
        other._left = frozenset(said)
        other._remembered = lru_cache(maxsize=_REMEMBERED)(other._read)
        return other

    def knows(self, word: str) -> bool:
        """Whether a form of a lower-case word in Latin letters is of the vocabulary, or listed with its meaning."""
        return bool(self._entry(word)) or any(form in self._counts or form in self._terms for form in forms_of(word))

    def meaning(self, word: str) -> str:
        """Return what a word in Latin letters is listed to mean; an English word, or one that is not listed, itself."""
        return word if in_dictionary(word) else self._lexicon.get(word, word)

    def read(self, text: str) -> Wording:
        """Return the wording of a request that `plain_title` went over."""
        return self._remembered(text)

    def _read(self, text: str) -> Wording:
        latin = romanise(text).lower()
        said = self._native_words.said(text)
        entries = dict(self._entries(said))
        if not entries and all(
            one.word in self._counts and one.typed == one.word and not self._means(one.word) and not one.script
            for one in said
        ):
            return Wording(latin, self._as_indexed(latin))
        parts = list(self._parts(said, entries))
        replaced = {part.typed: part.english for part in parts if part.english != part.typed}
        guessed = {part.typed: part.english for part in parts if part.guessed}
        english = " ".join(dict.fromkeys(" ".join(part.english for part in parts).split()))
        read_as = self._as_indexed(english if replaced and english else latin)
        if is_urdu(text):  # without their vowels the letters of an unknown word are like those of chance ones
            latin = read_as = english
        return Wording(latin, read_as, tuple(replaced.items()), tuple(guessed.items()))

    def _as_indexed(self, english: str) -> str:
        """Write compounds as the index mostly does, together or apart."""
        said = words(english)
        found = [one.removesuffix("s") for one in (*said, *map(" ".join, pairwise(said)))]
        for one in filter(self._compounds.__contains__, found):
            english = re.sub(rf"\b{re.escape(one)}(?=s?\b)", self._compounds[one], english)
        return english

    def _parts(self, said: Sequence[Said], entries: Mapping[int, int]) -> Iterator[Read]:
        """Read the words statement by statement; the grammar around what somebody works with becomes a role."""
        hinglish = any(one.script or self._is_native(one.word) for one in said)
        in_english = self._is_english_sentence(said)
        fixed = self._fixed(said, entries, hinglish, in_english)
        statement: list[Read] = []
        place = 0
        while place < len(said):
            before = statement if hinglish else []
            size, part = self._next(said, place, entries.get(place, 0), before, fixed, in_english)
            place += size
            ends = said[place - 1].ends or said[place - 1].word in _AND
            placed = not ends and place < len(said) and statements.is_placed(said[place].word)
            statement.append(part._replace(placed=part.placed or placed))
            if ends:
                yield from statements.finished(statement)
                statement = []
        yield from statements.finished(statement)

    def _next(
        self,
        said: Sequence[Said],
        place: int,
        size: int,
        statement: list[Read],
        fixed: Mapping[int, str],
        in_english: bool,
    ) -> tuple[int, Read]:
        """Read what comes next at a place, `size` words where they are listed together; and tell how many it takes."""
        following = _until_end(said[place:])
        home, at_home = (0, "") if size else statements.at_home(following, [one.word for one in said[:place]])
        if home:
            return home, Read(_typed(said[place : place + home]), at_home, placed=True)
        tail = frames.after(following) if not size and statements.content(statement) else 0
        does = place and said[place - 1].word.endswith("ne")  # “machhli pakadne wala” does that, and sells nothing
        role = self._role(said[place : place + tail], statement) if tail and not (does and tail == 1) else None
        if role is not None:
            return tail, Read(_typed(said[place : place + tail]), role, native=True)
        return size or 1, self._part(said, place, size or 1, fixed, in_english)

    def _part(self, said: Sequence[Said], place: int, size: int, fixed: Mapping[int, str], in_english: bool) -> Read:
        typed = _typed(said[place : place + size])
        if place in fixed:
            return Read(typed, fixed[place], native=fixed[place] != typed)
        english = said[place].word
        if self._may_be_guessed(english):
            english = self._guess(said[place], self._beside(place, said, fixed), english=in_english)
        return Read(typed, english, guessed=english not in (typed, ""))

    def _role(self, tail: Sequence[Said], statement: list[Read]) -> str | None:
        """Return the role that a frame gives to what was read before it; None where the frame names none."""
        statement[:] = statements.with_agent(statement)
        *_, of = before = [part.english for part in statements.content(statement)]
        works = self._worked.get(" ".join(before[-2:])) or self._worked.get(of, "")
        return frames.role_after([one.word for one in tail], of.split(), works)

    def _fixed(
        self, said: Sequence[Said], entries: Mapping[int, int], hinglish: bool, in_english: bool
    ) -> dict[int, str]:
        """Return by its place how each word is read of which nothing has to be guessed."""
        fixed: dict[int, str] = {}
        everyday = {one.word for one in said if self._everyday(one, hinglish) is not None}
        for place, one in enumerate(said):
            if in_english and place not in entries:
                if (meant := self._amid_english(one.word)) is not None:
                    fixed[place] = meant
            elif place in entries:
                fixed[place] = self._lexicon[self._listed_together(said[place : place + entries[place]])]
            elif (listed := self._listed(one, hinglish, everyday - {one.word})) is not None:
                fixed[place] = listed
            elif not one.script and one.word in self._counts:
                fixed[place] = self._lexicon[one.word] if hinglish and self._does(said, place) else one.word
        return fixed

    def _is_english_sentence(self, said: Sequence[Said]) -> bool:
        """Tell whether words make an English sentence, among which an Indian word is a thing and no grammar."""
        grammar = (
            one.word not in STOP_WORDS and self._counts[one.word] < _OWN and not self._tells(one.word) for one in said
        )
        return (
            not any(one.script for one in said) and any(one.word in _ENGLISH_ONLY for one in said) and not any(grammar)
        )

    def _amid_english(self, word: str) -> str | None:
        """Return how a word of an English sentence is read; None for one that is to be guessed, as English."""
        if word in self._counts:
            return self._lexicon[word] if self._means(word) else word
        listed = word in self._lexicon and not in_dictionary(word) and len(word) > _ABBREVIATED
        return self._lexicon[word] if listed else None

    def _does(self, said: Sequence[Said], place: int) -> bool:
        """Tell whether a word that is English too is a Hindi verb here: “roti banana” is no fruit, and what is sold is.

        It stands after what is done to, and before nothing that could be done to it.
        """
        verb = frames.is_verb(self._lexicon.get(said[place].word, ""))
        if not verb or not place or said[place - 1].ends or statements.is_placed(said[place - 1].word):
            return False
        before, after = said[place - 1].word, [one.word for one in said[place + 1 : place + 3]]
        owned = bool(after) and after[0] in _OF and after[1:] != ["kaam"]
        return self._tells(before) and not owned and not any(map(self._tells, after[:1]))

    def _tells(self, word: str) -> bool:
        """Tell whether a word says something, as it is listed or in English."""
        return self._lexicon.get(word, everyday_hindi(word, beside_hindi=True)) != ""

    def _entries(self, said: Sequence[Said]) -> Iterator[tuple[int, int]]:
        """Find words that are listed together, the longest first: their place, and how many they are."""
        place = 0
        while place < len(said):
            length = next(
                (
                    size
                    for size in range(min(_LONGEST_ENTRY, len(said) - place), 1, -1)
                    if self._listed_together(said[place : place + size])
                ),
                0,
            )
            if length:
                yield place, length
            place += length or 1

    def _listed_together(self, said: Sequence[Said]) -> str:
        """Return the entry of some words that are listed together, with or without “ka”; English ones as they are."""
        own = [one.word for one in said]
        phrase = " ".join(own)
        if phrase in self._lexicon:
            return phrase
        if len(own) > 2:
            own = [word for word in own if word not in _OF]
        empty = any(self._lexicon.get(word) == "" for word in own) or len(own) < 2
        english = not any(one.script for one in said) and all(map(self._is_english, own))
        short = min(map(len, own), default=0) < _SHORTEST_PLAIN
        return "" if empty or english else self._entry(" ".join(own), exactly=short)

    def _is_english(self, word: str) -> bool:
        return in_dictionary(word) or (word in self._counts and word not in self._lexicon)

    def _entry(self, said: str, *, exactly: bool = False) -> str:
        """Return the entry of the lexicon for some words, however they are spelt or parted; "" when there is none.

        `exactly` leaves no vowel out.
        """
        if said in self._lexicon:
            return said
        bent = [said.removesuffix(end) for end in _BENT if said.endswith(end) and len(said) - len(end) > 2]
        whole = said.replace(" ", "")
        exact = (self._simple_entries.get(simple_spelling(form), "") for form in (whole, *(f"{one}a" for one in bent)))
        forms = [] if exactly or consonants(whole) < FEWEST else map(plain_spelling, (said, *bent))
        forms = [form for form in forms if len(form) >= _SHORTEST_PLAIN]
        return next(filter(None, (*exact, *(self._plain_entries.get(form, "") for form in forms))), "")

    def _is_native(self, word: str) -> bool:
        """Tell whether a word in Latin letters is listed or of everyday Hindi, and neither of the index nor of
        English."""
        return word not in self._counts and (everyday_hindi(word) is not None or bool(self._listed_latin(word)))

    def _listed_latin(self, word: str) -> str:
        """Return the entry of a word in Latin letters; one that is English is only meant as it is listed."""
        if word in self._lexicon:
            return word
        if len(word) <= _SHORT:
            return self._simple_entries.get(simple_spelling(word), "")
        return "" if is_english(word) else self._entry(word)

    def _means(self, word: str) -> bool:
        """Tell whether a word that the index knows is an Indian one all the same, which it seldom uses: kisan."""
        return (
            bool(self._lexicon.get(word))
            and self._counts[word] < _OWN
            and len(word) > _ABBREVIATED
            and self._lexicon[word] != word
            and not in_dictionary(word)
        )

    def _listed(self, one: Said, hinglish: bool, hindi: Collection[str]) -> str | None:
        """Return what the lexicon says that a word means; None where it says nothing, or an English word is meant.

        Beside other words of everyday `hindi` one that is of it means that, and no word of another Indian language.
        """
        word, script = one.word, one.script
        if script in (_HINDI, URDU) and simple_spelling(word) in self._small:
            return ""
        everyday = self._everyday(one, hinglish)
        if everyday is not None and self._explains(word, hindi):
            return everyday
        if script in SCRIPTS:
            entry = word if one.listed else self._same.find(one.native, script)
        elif script:
            entry = self._entry(word)
            exactly = simple_spelling(word) == simple_spelling(entry)
            if entry and not exactly and self._loans.english(word)[1] > _SAID_ALIKE:
                return None
        elif word not in self._counts:
            entry = self._listed_latin(word)
        else:
            entry = word if self._means(word) or (hinglish and self._lexicon.get(word) == "") else ""
        return self._lexicon[entry] if entry else None

    def _explains(self, word: str, hindi: Collection[str]) -> bool:
        """Tell whether everyday Hindi explains a word that it has, rather than what is listed for the index."""
        listed = word in self._lexicon
        own = simple_spelling(word) in self._own and (listed or not is_everyday(word))
        return not own and (bool(hindi) or not listed)

    def _everyday(self, one: Said, hinglish: bool) -> str | None:
        """Return what a word of everyday Hindi means; None for what is none, or what the index has as its own."""
        if one.script and (one.listed or one.script != _HINDI):
            return None
        if one.script and not (one.word in self._counts and in_dictionary(one.word)):
            return everyday_hindi_in_script(one.word)
        if one.word in self._counts and not (hinglish and everyday_hindi(one.word, beside_hindi=True) == ""):
            return None
        return everyday_hindi(one.word, beside_hindi=hinglish)

    def _may_be_guessed(self, word: str) -> bool:
        return word.isascii() and word.isalpha() and len(word) > 2 and word not in self._left

    def _guess(self, one: Said, rest: Collection[str], *, english: bool) -> str:
        """Guess which known word is meant by one that nobody listed; the word itself where none is near. Among
        `english` words an Indian one is not spelt otherwise than it is listed."""
        word, script = one.word, one.script
        if script in SCRIPTS:
            return self._loans.in_script(word, one.native) or word
        if script:
            read = self._loans.read(word)
            return word if read is None else read
        if english or is_english(word) or not analyse(word):  # "were" is no misspelt trade
            near = self._guesser.guess(word, rest)
            return near if near and (not english or in_dictionary(near)) else word
        native, alike = self._loans.native(word) if len(word) > _SHORT else ("", 0.0)
        nearest = "" if alike > 0.85 else self._guesser.guess(word, rest)
        if nearest:
            return nearest
        meant = self._lexicon.get(native, "")
        return meant if native and any(self._guesser.agrees(part, rest) for part in meant.split()) else word

    def _beside(self, place: int, said: Sequence[Said], fixed: Mapping[int, str]) -> list[str]:
        """List the words of the index that speak of the same job as the word at a place: none beyond an “and”."""
        parting = [other for other, one in enumerate(said) if one.word in _AND]
        first = max((other for other in parting if other < place), default=-1)
        last = min((other for other in parting if other > place), default=len(said))
        read = [word for other, english in fixed.items() if first < other < last for word in words(english)]
        return [word for word in read if word in self._counts and word not in STOP_WORDS]


def forms_of(word: str) -> list[str]:
    """Return a lower-case word in the forms in which a text of the index may hold it: whole, parted, as terms."""
    parts = [part for part in _PARTS.split(word) if len(part) > 1 and part not in STOP_WORDS]
    return list(dict.fromkeys([word, *parts, *(term for part in (word, *parts) for term in analyse(part))]))


def _typed(said: Iterable[Said]) -> str:
    return " ".join(one.typed for one in said)


def _until_end(said: Sequence[Said]) -> list[str]:
    end = next((place for place, one in enumerate(said, start=1) if one.ends), len(said))
    return [one.word for one in said[:end]]
