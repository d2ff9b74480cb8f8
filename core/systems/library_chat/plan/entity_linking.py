"""Where a question names titles and authors: in quotation marks, after "by" or "who wrote", or just so."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Literal

from core.language.names import name_in
from core.stores.library import Named
from core.systems.library_chat.plan.genres import find_genres
from core.systems.library_chat.plan.name_matching import Mention, best, compare
from core.systems.library_chat.plan.vocabulary import CONNECTORS, is_frame

Lookup = Callable[[str], Sequence[Named]]
Expected = Literal["Book", "Author", "any"]

_END = re.compile(r"[?!;:]|\.(?=\s|$)|,\s")
_WORD = re.compile(r"[^\W_]+(?:['’.\-&][^\W_]+)*\.?")
_JOINED = re.compile(r"\s*(?:,\s*(?:and|or|nor)?|and|or|nor|&)\s+(?:(?:not|also|even)\s+)?(?:by\s+)?", re.IGNORECASE)
_CONNECTING = re.compile(rf"(?:^|(?<=[\s,]))(?:{'|'.join(CONNECTORS)})(?=[\s,]|$)\s*|,\s*", re.IGNORECASE)
_QUOTED = re.compile(r"[“\"«‘]([^“”\"«»‘]{1,200}?)[”\"»]|(?<!\w)['‘]([^'‘’]{2,200}?)['’](?!\w)")
# What makes the words behind it a title.
_BEFORE_TITLE = re.compile(
    r"\b(?:who(?:\s+(?:actually|really))?\s+(?:wrote|authored|penned|published|is\s+the\s+(?:author|writer)\s+of|"
    r"are\s+the\s+authors\s+of)"
    r"|(?:written\s+by\s+)?(?:the\s+)?(?:authors?|writers?|pages?|length|page\s+count|genres?|category|"
    r"year|publication\s+(?:year|date))\s+of"
    r"|(?:how\s+many\s+|number\s+of\s+)pages\s+(?:(?:are|were)(?:\s+there)?\s+in|in|of|has|does|do|did|is|for)"
    r"|how\s+(?:long|old|thick|big|short|recent)\s+(?:is|are|was)"
    r"|(?:when|what\s+year|which\s+year|in\s+(?:what|which)\s+year)\s+(?:was|were|did|is)"
    r"|(?:what|which)\s+(?:genres?|kind|category|type)(?:\s+of\s+(?:book|story|novel))?\s+(?:is|are|was|does|do|has)"
    r"|(?:book|novel|title|volume|story)\s+(?:called|titled|named|entitled)|(?:called|titled|entitled)"
    r"|(?:similar\s+to|like|resembl\w+)|(?:tell\s+me\s+(?:more\s+)?|(?:more\s+)?information\s+|details\s+|"
    r"what\s+do\s+you\s+know\s+)(?:about|on)"
    r"|(?:do|does)\s+(?:you|we|they|the\s+\w+)\s+(?:have|hold|own|carry)(?:\s+(?:a\s+copy\s+of|the\s+(?:book|novel)))?"
    r"|have\s+you\s+got|is\s+there\s+a\s+copy\s+of|what\s+is|what\s+about|how\s+about|was|is)\s+",
    re.IGNORECASE,
)
_BEFORE_AUTHOR = re.compile(
    r"\b(?:by|(?:the\s+)?(?:authors?|writers?|novelists?)(?:\s+(?:named|called|is|are))?|written\s+by|"
    r"works?\s+of|who\s+is)\s+(?:(?:either|both|also)\s+)?",
    re.IGNORECASE,
)
_AROUND_AUTHOR = re.compile(
    r"\b(?:did|does|do|has|have|had)\s+(?P<name>\w.{1,80}?)\s+(?:(?:ever|also|really|actually|together|"
    r"both|co-?)\s*)*(?:written|writes?|wrote|publish(?:ed)?|authored|co-?written)\b"
    r"|\b(?:that|which)\s+(?P<other>\w.{1,80}?)\s+(?:has\s+|have\s+|had\s+)?(?:wrote|written|published|authored)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Entity:
    """Words of a question that name something; without mentions they name what is not in the catalogue."""

    start: int
    end: int
    said: str
    expected: Expected
    mentions: list[Mention] = field(default_factory=list)


def link_entities(
    text: str, lookup: Lookup, genres: Sequence[str], closed: Sequence[tuple[int, int]] = ()
) -> list[Entity]:
    """Return the names in a question, in order. `lookup` finds names like words; years and pages stand at `closed`."""
    return _EntityLinker(text, lookup, genres, closed).entities()


class _EntityLinker:
    def __init__(self, text: str, lookup: Lookup, genres: Sequence[str], closed: Sequence[tuple[int, int]]) -> None:
        self.text = text
        self.lookup = lookup
        self.genres = genres
        self.closed = list(closed)
        self.found: list[Entity] = []
        self.unknown: list[Entity] = []
        said = _WORD.findall(text)
        self._first = said[0] if said else ""
        # Capitals mean something only where not everything has them.
        self._cased = sum(word[:1].islower() for word in said) * 3 >= len(said)

    def entities(self) -> list[Entity]:
        self._quoted()
        self._titles()
        self._authors()
        self._runs()
        self._exact_names()
        unknown = [entity for entity in self.unknown if self._free(entity.start, entity.end)]
        self.found += [entity for index, entity in enumerate(unknown) if not _overlaps(entity, unknown[:index])]
        return sorted(self.found, key=lambda entity: entity.start)

    # --- the ways to name something -------------------------------------------------------------------------------

    def _quoted(self) -> None:
        for match in _QUOTED.finditer(self.text):
            group = 1 if match[1] else 2
            before = _BEFORE_AUTHOR.search(self.text, max(0, match.start() - 30), match.start())
            by = before is not None and before.end() == match.start()
            expected: Expected = "Author" if by else "Book"
            if not self._take(match.start(), match.end(), match[group], expected, parts=True):
                self.unknown.append(Entity(match.start(), match.end(), match[group], expected))

    def _titles(self) -> None:
        for match in _BEFORE_TITLE.finditer(self.text):
            start = match.end()
            weak = bool(re.fullmatch(r"(?:is|was|what\s+is|what\s+about|how\s+about|like)\s+", match[0], re.IGNORECASE))
            anything = weak or bool(re.search(r"\b(?:have|hold|own|carry|got|about|on)\s+$", match[0], re.IGNORECASE))
            for end in self._ends(start):
                said = self.text[start:end].strip()
                if self._take(start, end, said, "any" if anything else "Book", parts=False):
                    break
            else:
                self._loose_title(start, anything, weak)

    def _loose_title(self, start: int, anything: bool, weak: bool) -> None:
        """Words where a title stands, of which a title holds a part, or none: "The Storm"."""
        end = self._plain_end(start)
        said = self.text[start:end].strip()
        words = _WORD.findall(said)
        telling = [word for word in words if word.lower() not in CONNECTORS]
        if not telling or any(self._asks(word) for word in words) or self._is_genre(said):
            return
        if anything and not _is_name(words):
            return
        if not self._take(start, end, said, "any" if anything else "Book", parts=True) and not weak:
            self.unknown.append(Entity(start, start + len(self.text[start:end].rstrip()), said, "Book"))

    def _authors(self) -> None:
        for match in _BEFORE_AUTHOR.finditer(self.text):
            by = match[0].lower().startswith(("by", "written"))
            start: int | None = match.end()
            while start is not None and start < len(self.text):
                start = self._author(start, certain=by)
        for match in _AROUND_AUTHOR.finditer(self.text):
            group = "name" if match["name"] else "other"
            start, end = match.span(group)
            words = _WORD.findall(match[group])
            if not self._free(start, end) or any(self._asks(word) for word in words):
                self._pieces(start, end)
                continue
            if not self._take(start, end, match[group], "Author", parts=True) and not self._pieces(start, end):
                self.unknown.append(Entity(start, end, match[group], "Author"))

    def _author(self, start: int, certain: bool) -> int | None:
        """One author at this place; where the next of a list begins, if there is one."""
        end = self._plain_end(start, name=True)
        said = self.text[start:end].strip()
        words = _WORD.findall(said)
        if not words or self._asks(words[0]) or self._is_genre(said):
            return None
        taken = self._take(start, start + len(said), said, "Author", parts=True)
        if not taken and certain and not any(self._asks(word) for word in words):
            self.unknown.append(Entity(start, start + len(said), said, "Author"))
        elif not taken:
            return None
        joined = _JOINED.match(self.text, start + len(said))
        return joined.end() if joined else None

    def _runs(self) -> None:
        """Names that stand just so: words in a row that ask nothing."""
        for start, end in list(self._unasked()):
            words = _WORD.findall(self.text[start:end])
            if self._is_genre(self.text[start:end]):
                continue
            if not self._take(start, end, self.text[start:end], "any", parts=_is_name(words)):
                taken = self._pieces(start, end)
                before_noun = re.match(
                    r"(?:['’]s?)?\s+(?:books?|novels?|works?|stories|titles?)\b", self.text[end:], re.IGNORECASE
                )
                if not taken and len(words) > 1 and before_noun and start > 0 and _is_name(words):
                    self.unknown.append(Entity(start, end, self.text[start:end], "Author"))

    def _exact_names(self) -> None:
        """Find a title or an author said letter for letter anywhere: found among the names like the whole question."""
        for named in self.lookup(self.text):
            match = name_in(self.text, named.name)
            several = match is not None and len(match[0].split()) > 1
            if match and several and named.kind != "Genre" and self._free(*match.span()):
                mention = Mention(named.kind, named.name, named.id, match[0], 0, whole=True)
                self.found.append(Entity(*match.span(), match[0], named.kind, [mention]))

    # --- what they share ------------------------------------------------------------------------------------------

    def _take(self, start: int, end: int, said: str, expected: Expected, parts: bool) -> bool:
        """Keep a name at this place if the catalogue has one like it."""
        said = said.strip()
        said = re.sub(r"['’]s$", "", said)
        blocked = self._closed(start, end)
        if not said or not self._free(start, end, closed=False) or (blocked and expected != "Book"):
            return False
        if all(word.lower() in CONNECTORS for word in _WORD.findall(said)):
            return False
        kinds = ("Book", "Author") if expected == "any" else (expected,)
        likely = [
            mention
            for named in self.lookup(said)
            if named.kind in kinds and (mention := compare(said, named)) and (mention.whole or parts)
        ]
        mentions = best(likely)
        if expected == "any" and len(said.split()) == 1:
            # One word just so is a name only when it is written like one, and a part of a title never is.
            mentions = [one for one in mentions if said[:1].isupper() and (one.whole or one.kind == "Author")]
        if blocked:  # a title that is a year is one only letter for letter, and where a title is asked for
            mentions = [one for one in mentions if one.exact]
        if not mentions:
            return False
        begin = start + len(self.text[start:end]) - len(self.text[start:end].lstrip())
        self.found.append(Entity(begin, begin + len(said), said, expected, mentions))
        return True

    def _pieces(self, start: int, end: int) -> bool:
        """Try the pieces of a run that connecting words part: "Emma Clarke or Samira Haddad"."""
        taken = False
        ends = [(match.start(), match.end()) for match in _CONNECTING.finditer(self.text, start, end)]
        for first, stop in zip(
            [start, *(after for _, after in ends)], [*(before for before, _ in ends), end], strict=True
        ):
            last = first + len(self.text[first:stop].rstrip(" ,"))
            words = _WORD.findall(self.text[first:last])
            if words and (len(words) > 1 or _is_name(words)) and not any(self._asks(word) for word in words):
                taken = self._take(first, last, self.text[first:last], "any", parts=_is_name(words)) or taken
        return taken

    def _unasked(self) -> Iterator[tuple[int, int]]:
        """Find words that are no frame of a question, outside everything found; connecting words only inside."""
        run: list[re.Match[str]] = []
        for match in [*_WORD.finditer(self.text), None]:
            gap = self.text[run[-1].end() : match.start()] if run and match else ""
            stops = match is None or self._asks(match[0]) or not self._free(*match.span()) or bool(gap.strip(" -"))
            if stops:
                while run and run[0][0].lower() in CONNECTORS - {"the", "a", "an"}:
                    run.pop(0)
                while run and run[-1][0].lower() in CONNECTORS:
                    run.pop()
                if run and not all(word[0].lower() in CONNECTORS for word in run):
                    yield run[0].start(), run[-1].end()
                run = []
            if match is not None and not self._asks(match[0]) and self._free(*match.span()):
                run.append(match)

    def _ends(self, start: int) -> list[int]:
        """Where a title that begins here may end, the farthest first: the clause, or before a word that goes on."""
        clause = self._clause_end(start)
        words = list(_WORD.finditer(self.text, start, clause))
        cuts = [word.start() for word in words[1:] if self._asks(word[0]) or word[0].lower() in CONNECTORS]
        return [clause, *reversed(cuts)][:6]

    def _plain_end(self, start: int, name: bool = False) -> int:
        """Where plain words that begin here end: before a word that asks or filters, at the latest with the clause."""
        clause = self._clause_end(start)
        first = True
        for word in _WORD.finditer(self.text, start, clause):
            ends = self._asks(word[0]) or (name and word[0].lower() in CONNECTORS and not first)
            inside = any(one <= word.start() < other for one, other in self.closed)
            if (ends and not first) or inside:
                return word.start()
            first = False
        return clause

    def _clause_end(self, start: int) -> int:
        match = _END.search(self.text, start)
        return match.start() if match else len(self.text)

    def _free(self, start: int, end: int, closed: bool = True) -> bool:
        """Whether nothing was found here, and unless `closed` is false, no year or length stands here."""
        free = all(end <= entity.start or start >= entity.end for entity in self.found)
        return free and not (closed and self._closed(start, end))

    def _closed(self, start: int, end: int) -> bool:
        return any(one < end and start < other for one, other in self.closed)

    def _is_genre(self, said: str) -> bool:
        found = find_genres(said, self.genres)
        return bool(found) and sum(one.end - one.start for one in found) >= len(said.strip()) - 6

    def _asks(self, word: str) -> bool:
        """Whether a word belongs to how the question is put; one with a capital in mid-sentence belongs to a name."""
        named = self._cased and word[:1].isupper() and word not in ("I", self._first)
        return is_frame(word) and not named


def _overlaps(entity: Entity, others: Sequence[Entity]) -> bool:
    return any(entity.start < other.end and other.start < entity.end for other in others)


def _is_name(words: Sequence[str]) -> bool:
    """Whether words are written as a name is: each with a capital, but for connecting words."""
    telling = [word for word in words if word.lower() not in CONNECTORS]
    return bool(telling) and all(word[:1].isupper() or word[:1].isdigit() for word in telling)
