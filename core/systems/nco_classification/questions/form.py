"""The forms in which is asked: the words of each question, and its choices with the codes to which they lead."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from math import fsum
from textwrap import shorten
from types import MappingProxyType

from core.language.terms import analyse
from core.systems.nco_classification.decision.obstacles import Obstacle
from core.systems.nco_classification.decision.several_jobs import mixed_of
from core.systems.nco_classification.index.classification import Classification
from core.systems.nco_classification.questions.answers import ANSWER, OUT_OF_WORK
from core.systems.nco_classification.questions.attributes import Language, Told, load_attributes
from core.systems.nco_classification.questions.hindi_tasks import hindi_task
from core.systems.nco_classification.questions.language import BOTH, NOT_WORKING, OTHER, STUDYING, UNKNOWN, beside
from core.systems.nco_classification.questions.split import MOST_NAMED, Split
from core.types import Choice, Question, Text

_OF_TEACHERS = "pupils"  # the attribute
_BOTH_OF = 2  # jobs
_LEAST_TOLD = 0.005  # of the probability that lies with nothing that is offered
_NAMED = 3  # everyday titles that stand for a family
_LONGEST_TASK = 110  # characters
_LONGEST_TITLE = 60  # characters
_FEW = 3  # codes of a choice whose titles stand beside it
_TASK_ENDS = re.compile(r"[:;]|\.(?:\s|$)")
_PIECE_ENDS = re.compile(r"[,:;]\s+|\.(?:\s+|$)")
_MOST_PIECES = 2  # of what people do beyond the first task, that hold words of the request

_CLOSEST = Told(
    "Which of these comes closest to the work?",
    "इनमें से कौन सा काम सबसे नज़दीक है?",
    "Inmein se kaun sa kaam sabse nazdeek hai?",
)
_MOST_TIME = Told(
    "Which of these jobs takes most of the working time?",
    "इनमें से किस काम में सबसे ज़्यादा समय लगता है?",
    "Inmein se kis kaam mein sabse zyada samay lagta hai?",
)
_TODAY = Told(
    "Is that the work of today: “{work}”?", "क्या यह आज का काम है: “{work}”?", "Kya yeh aaj ka kaam hai: “{work}”?"
)
_IS_TODAY = Told("Yes, that is today's work", "हाँ, यही आज का काम है", "Haan, yahi aaj ka kaam hai")
_WAS_BEFORE = Told("No, that was before", "नहीं, वह पहले था", "Nahi, woh pehle tha")
_TODAY_OR_NOT = Told("Today or before", "आज या पहले", "Aaj ya pehle")
_DUTIES = Told(
    "What does the person do at work, and with what?",
    "आप काम में क्या करते हैं, और किससे?",
    "Aap kaam mein kya karte hain, aur kisse?",
)
_IN_A_SENTENCE = Told(
    "In a sentence (leave it empty if you don't know)",
    "एक वाक्य में बताइए (पता न हो तो खाली छोड़िए)",
    "Ek vakya mein bataiye (pata na ho to khaali chhodiye)",
)
_ONE = Told("The closest one", "सबसे नज़दीक", "Sabse nazdeek")
_MAIN = Told("The main job", "मुख्य काम", "Mukhya kaam")
_SEND = Told("Send answer", "जवाब भेजें", "Jawab bhejein")
_OWN_WORDS = Told("In your own words", "अपने शब्दों में", "Apne shabdon mein")
_SAY_BELOW = Told("Say it below", "नीचे बताइए", "Neeche bataiye")
_STAYS = Told("Then it stays at {part}", "तब {part} तक ही रहेगा", "Tab {part} tak hi rahega")
_NOTHING_CERTAIN = Told("Then no code is given", "तब कोई कोड नहीं मिलेगा", "Tab koi code nahi milega")
_SPEAKS_FOR = Told("speaks for {codes}", "{codes} के पक्ष में", "{codes} ke paksh mein")
_LIKELY = Told("{share} likely", "संभावना {share}", "Sambhavna {share}")
_NOT_OFFERED = Told(
    "The other {share} lie with codes that are not offered",
    "बाकी {share} उन कोडों की है जो यहाँ नहीं दिए गए",
    "Baaki {share} un codes ki hai jo yahan nahi diye gaye",
)
_FIRST_COUNTS = Told("Then the first one counts", "तब पहला काम गिना जाएगा", "Tab pehla kaam gina jayega")
_NO_CODE = Told("Not in work: no code", "काम में नहीं: कोई कोड नहीं", "Kaam mein nahi: koi code nahi")


@dataclass(frozen=True)
class Option:
    """One answer: its words, what it means, and the tied codes that it leads to.

    It means a part of the classification (`code`), the `value` of an `attribute` (several that lead to the same codes
    are parted by `;`), or one of several jobs (neither). `leaves` counts `codes` and those in which any answer may be
    right. `job` are words that stand for all that was said before, where the label does not. `share` is how likely it
    is in this question, `likely` as it is told everywhere (of a family that is offered by a task).
    """

    label: str
    code: str = ""
    attribute: str = ""
    value: str = ""
    leaves: int = 0
    codes: tuple[str, ...] = ()
    share: float = 0.0
    example: str = ""
    job: str = ""
    likely: float = 0.0


def ask_which(
    split: Split, options: Sequence[Option], known: Classification, language: Language = "english", certain: str = ""
) -> Question:
    """Ask which it is: choices with the codes that each leads to, free words, and that nobody knows or works.

    `certain` is the part of the classification at which it stays when nobody knows.
    """
    attribute = load_attributes().all.get(split.attribute)
    details = [_detail(option, language, known.families) for option in options]
    certain = f"{certain} {known.title(certain)}" if certain else ""
    asked = attribute.question if attribute else _CLOSEST
    idle = (STUDYING, NOT_WORKING) if split.attribute == _OF_TEACHERS else (NOT_WORKING,)  # who is taught may be asked
    rest = _not_offered(options, language)
    return _form(asked, _ONE, [one.label for one in options], details, language, idle, certain, rest)


def _not_offered(options: Sequence[Option], language: Language) -> str:
    """Say how likely it is none of the choices, where each tells how likely it is; "" else, and where that is little.

    As the shares beside the choices are rounded, so is the rest: together they are a hundred.
    """
    told = [f"{option.likely:.2f}" for option in options if option.likely]
    rest = 1 - fsum(map(float, told))
    return _NOT_OFFERED.told(language).format(share=f"{rest:.0%}") if told and rest >= _LEAST_TOLD else ""


def ask_for_duties(language: Language = "english") -> Question:
    """Ask for free words, for when no choice can be computed; left empty it means "I don't know"."""
    words = Text(ANSWER, _IN_A_SENTENCE.told(language), long=True, required=False)
    return Question(_DUTIES.told(language), [words], _SEND.told(language), beside(_DUTIES, language))


def ask_about(obstacle: Obstacle, options: Sequence[Option], language: Language = "english") -> Question:
    """Ask about words that cannot be looked up: which of the jobs, or what the work is at all."""
    labels = [option.label for option in options]
    if obstacle.kind == "today":
        text = Told(*(one.format(work=obstacle.parts[0]) for one in (_TODAY.english, _TODAY.hindi, _TODAY.hinglish)))
        details = [beside(_IS_TODAY, language), _means(_WAS_BEFORE, _NO_CODE, language)]
        return _form(text, _TODAY_OR_NOT, labels, details, language, idle=())  # “no” says that
    if obstacle.kind != "several":
        return ask_for_duties(language)
    return _form(_MOST_TIME, _MAIN, labels, [_detail(one, language) for one in options], language)


def options_about(obstacle: Obstacle, mixed: str, known: Classification, language: Language) -> list[Option]:
    """Tell what may be answered to it: each of the jobs, or that the one is, or is not, the work of today.

    Of two jobs also that both take the same time: that means the family that has `mixed` both, where there is one, else
    the one that was told first.
    """
    if obstacle.kind == "today":
        yes, no = _IS_TODAY.told(language), _WAS_BEFORE.told(language)
        return [Option(yes, job=obstacle.parts[0]), Option(no, job=OUT_OF_WORK)]
    jobs = list(dict.fromkeys(obstacle.parts))
    options = [Option(job) for job in jobs]
    if len(jobs) != _BOTH_OF:
        return options
    if mixed:
        return [*options, replace(_both(mixed, language), job=known.title(mixed))]
    first = _means(BOTH, _FIRST_COUNTS, language)
    return [*options, Option(BOTH.told(language), example=first, job=jobs[0])]


def with_both(options: Sequence[Option], language: Language) -> list[Option]:
    """Offer besides two choices that both are done alike, where the classification has a family of who does both."""
    mixed = mixed_of(*(one.codes for one in options)) if len(options) == _BOTH_OF else ""
    return [*options, _both(mixed, language)] if mixed else list(options)


def _both(mixed: str, language: Language) -> Option:
    return Option(BOTH.told(language), mixed, leaves=1, codes=(mixed,), example=beside(BOTH, language))


def _form(
    text: Told,
    label: Told,
    labels: Sequence[str],
    details: Sequence[str],
    language: Language,
    idle: Sequence[Told] = (NOT_WORKING,),
    certain: str = "",
    rest: str = "",
) -> Question:
    """Offer choices, and last what may be said to any question; words may stand beside a choice.

    `idle` are the ways to say that there is no work to code, `certain` is what is when nobody knows, `rest` how
    likely it is none of the choices.
    """
    stays = Told(*(one.format(part=certain) for one in (_STAYS.english, _STAYS.hindi, _STAYS.hinglish)))
    always = [(UNKNOWN, stays if certain else _NOTHING_CERTAIN), *((one, _NO_CODE) for one in idle)]
    choice = Choice(
        ANSWER,
        label.told(language),
        [*labels, *(answer.told(language) for answer, _ in always)],
        [*details, *(_means(*one, language) for one in always)],
        other=True,
        both=True,
        other_option=OTHER.told(language),
        other_detail=" · ".join(filter(None, (_means(OTHER, _SAY_BELOW, language), rest))),
        words_label=_OWN_WORDS.told(language),
    )
    return Question(text.told(language), [choice], _SEND.told(language), beside(text, language))


def _means(answer: Told, consequence: Told, language: Language) -> str:
    return " · ".join(one for one in (beside(answer, language), consequence.told(language)) if one)


def options_of(
    split: Split, among: Sequence[str], shares: Mapping[str, float], known: Classification, language: Language
) -> list[Option]:
    """Offer the answers of a split, with all of the families `among` which each leads to some."""
    if not split.attribute:
        return [_task(family, shares[family], known, language) for [family] in split.answers]
    attribute = load_attributes().all[split.attribute]
    held = {family: load_attributes().values(split.attribute, family) for family in among}
    options = []
    for answer in split.answers:
        codes = tuple(family for family in among if not held[family].isdisjoint(answer))
        told = [attribute.values[value] for value in answer]
        options.append(
            Option(
                _together([one.told(language) for one in told]),
                attribute=split.attribute,
                value=";".join(answer),
                leaves=len(codes) + sum(not values for values in held.values()),
                codes=codes,
                share=fsum(shares[family] for family in codes),
                example="" if language == "english" else _together([one.english for one in told]),
            )
        )
    return options


def _together(told: Sequence[str]) -> str:
    return " / ".join(told[:MOST_NAMED]) + (" …" if len(told) > MOST_NAMED else "")


def _task(family: str, share: float, known: Classification, language: Language) -> Option:
    """Offer a family by what its people do; in Hindi with the English under it."""
    task = Told(task_of(known.words[family].text), *hindi_task(family))
    example = "" if language == "english" else task.english
    return Option(task.told(language), family, leaves=1, codes=(family,), share=share, example=example)


def task_of(text: str) -> str:
    """Shorten what the people of a family do to its first task; what is left out of that is marked."""
    first = _TASK_ENDS.split(text, maxsplit=1)[0].strip()
    if len(first) <= _LONGEST_TASK:
        return first
    return f"{first[:_LONGEST_TASK].rpartition(', ')[0] or first[:_LONGEST_TASK]} …"


def told_for(
    option: Option,
    said: Collection[str],
    chances: Mapping[str, float],
    known: Classification,
    language: Language,
    near: Mapping[str, str] = MappingProxyType({}),
) -> Option:
    """Tell of a choice which official title of its families is `near` the words. Of a family that is offered by a task
    also what else in it has the terms that were `said`, what people call it, and how likely it is by the `chances` that
    are shown everywhere."""
    titled = [near[code] for code in option.codes if code in near]
    if not option.code or option.attribute or option.code not in known.words:
        called = [f"for example {'; '.join(titled[:_NAMED])}"] if titled and language == "english" else []
        return replace(option, example=" · ".join(filter(None, [option.example, *called])))
    own, task = known.words[option.code], task_of(known.words[option.code].text).removesuffix(" …")
    told = set(analyse(task))
    pieces: list[str] = []
    for piece in _PIECE_ENDS.split(own.text.partition(task)[2]):
        if _shared(piece, said) - told and len(pieces) < _MOST_PIECES:
            pieces.append(f"… {piece.strip()} …")
            told |= _shared(piece, said)
    titles = [known.title(code) for code in known.occupations_of(option.code)]
    named = [*own.phrases, *(title for title in titles if _shared(title, said))]
    named.sort(key=lambda one: (one not in titled, -len(_shared(one, said))))
    called = [f"for example {', '.join(named[:_NAMED])}"] if language == "english" else []
    example = " · ".join(filter(None, [option.example, *pieces, *called]))
    return replace(option, example=example, likely=chances.get(option.code, 0.0))


def _shared(text: str, said: Collection[str]) -> set[str]:
    return set(analyse(text)).intersection(said)


def _detail(option: Option, language: Language, titles: Mapping[str, str] = MappingProxyType({})) -> str:
    likely = [_LIKELY.told(language).format(share=f"{option.likely:.0%}")] if option.likely else []
    few = titles if len(option.codes) <= _FEW else {}
    codes = [
        " ".join(filter(None, [code, shorten(few.get(code, ""), _LONGEST_TITLE, placeholder=" …")]))
        for code in option.codes
    ]
    leads = " · ".join(["; ".join(codes), *likely]) if option.codes else ""
    if leads:  # a code is given to who chooses it; an answer about the work only makes some likelier
        leads = f"→ {leads}" if option.code else _SPEAKS_FOR.told(language).format(codes=leads)
    return (" " if option.code else " · ").join(part for part in (option.example, leads) if part)
