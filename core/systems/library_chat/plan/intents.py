"""What a question may want: the names of intents, who answers them, and the particulars of an intent."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import AliasChoices, Field

from core.stores.library import Group, Measure, Order

IntentName = Literal[
    "list", "book", "similar", "authors", "genres", "count", "totals", "group", "many genres", "many books",
    "pages", "extreme", "compare", "share", "years", "greeting", "thanks", "farewell", "help", "foreign", "whom",
]  # fmt: skip
Agent = Literal["librarian", "analyst", "both", "none"]
Asked = Literal["", "authors", "pages", "year", "genres"]

AGENT_OF: dict[IntentName, Agent] = {
    "list": "librarian",
    "book": "librarian",
    "similar": "librarian",
    "authors": "librarian",
    "genres": "librarian",
    "count": "analyst",
    "totals": "analyst",
    "group": "analyst",
    "many genres": "analyst",
    "many books": "analyst",
    "pages": "analyst",
    "extreme": "analyst",
    "compare": "analyst",
    "share": "analyst",
    "years": "analyst",
    "greeting": "none",
    "thanks": "none",
    "farewell": "none",
    "help": "none",
    "foreign": "none",
    "whom": "none",
}


@dataclass(frozen=True)
class Intent:
    """What is wanted: its name, the words that showed it, and its particulars.

    `by` and `measure` belong to a group, `order` to a list or an extreme, `least` to authors of many genres or books;
    `fewest` turns a group round; `counted` is what a count counts; `listed` says that books are to be listed as well.

    The aliases read conversations that were kept when an intent was called a wish.
    """

    name: Annotated[IntentName, Field(validation_alias=AliasChoices("name", "intent"))]
    cue: str
    says: str
    by: Group | None = None
    measure: Measure = "books"
    order: Order | None = None
    limit: int | None = None
    least: int = 2
    fewest: bool = False
    counted: Literal["books", "authors", "genres"] = "books"
    asked: Asked = ""
    figure: Literal["average", "median", "total", "all"] = "all"
    listed: bool = False
