"""Words that every floor shares: what a question to the analyst is, what a step of a run leaves behind."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated, Literal, TypeAlias

from pydantic import Discriminator
from typing_extensions import TypeAliasType

JSON = TypeAliasType("JSON", "dict[str, JSON] | list[JSON] | str | int | float | bool | None")
Answer: TypeAlias = dict[str, JSON]
"""What an analyst gave to a `Question`: the value of each field by its name."""


# --- questions that a graph puts to the analyst by interrupt() --------------------------------------------------------


@dataclass(frozen=True)
class Choice:
    """One of several options. With `many`, any number of them; with `other`, free words may stand instead.

    `other_option` is the option that says so, `other_detail` its caption, `words_label` the name of the free words.
    With `both`, words may stand beside an option too: the field is then `{"chosen": option, "words": words}`.
    """

    name: str
    label: str
    options: list[str]
    details: list[str] = field(default_factory=list)
    many: bool = False
    other: bool = False
    other_option: str = "Something else"
    other_detail: str = "Say it below"
    words_label: str = "In your own words"
    both: bool = False
    default: str | list[str] | None = None
    required: bool = True
    kind: Literal["choice"] = "choice"


@dataclass(frozen=True)
class Text:
    """Free words."""

    name: str
    label: str
    default: str = ""
    long: bool = False
    required: bool = True
    kind: Literal["text"] = "text"


@dataclass(frozen=True)
class Number:
    """A number between `low` and `high`."""

    name: str
    label: str
    low: float
    high: float
    default: float
    step: float = 1.0
    required: bool = True
    kind: Literal["number"] = "number"


@dataclass(frozen=True)
class Tick:
    """Yes or no."""

    name: str
    label: str
    default: bool = False
    required: bool = False
    kind: Literal["tick"] = "tick"


Field: TypeAlias = Annotated[Choice | Text | Number | Tick, Discriminator("kind")]


@dataclass(frozen=True)
class Question:
    """What `interrupt()` carries: a sentence and the form that is answered with an `Answer`.

    `beside` stands below in small letters: what there is to know first, or the same sentence in English where it is
    asked in another language. The fields named in `folded` stand behind a fold, whose label `fold` tells their values.
    It is put into a state and read from it by `core.codec`.
    """

    text: str
    fields: list[Field]
    send_label: str = "Send answer"
    beside: str = ""
    folded: list[str] = field(default_factory=list)
    fold: str = ""


# --- what a run leaves behind -----------------------------------------------------------------------------------------


@dataclass
class Asked:
    """One task put to an engine: who answered, how long it took, what it cost, and the very words."""

    task: str
    engine: str
    model: str = ""
    prompt: str = ""
    answer: str = ""
    error: str = ""
    seconds: float = 0.0
    tokens_in: int = 0
    tokens_out: int = 0


@dataclass
class Step:
    """One node of one run: when, how long, what it changed in the state, what it asked.

    `before` and `change` hold the same keys. Steps of one `superstep` worked side by side. `seconds` is None while the
    node is working. `turn` says which request of a conversation it worked for, from 1,
    and `again` how often that had been asked again before.
    """

    id: str
    node: str
    number: int
    superstep: int
    started: float
    seconds: float | None = None
    before: dict[str, object] = field(default_factory=dict)
    change: dict[str, object] = field(default_factory=dict)
    asked: list[Asked] = field(default_factory=list)
    error: str = ""
    turn: int = 1
    again: int = 0
