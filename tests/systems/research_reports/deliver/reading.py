"""What tests of files read: the tags and the text of HTML, the sentences of a report."""

from __future__ import annotations

from html.parser import HTMLParser
from typing import Any

from core.systems.research_reports.write.citations import claims_of

STRUCK = "Tin perovskite solar cells reached an efficiency of 77 %."


JUDGED = "Cells of tin do without lead."
OPEN = "Cells of tin are thought to do without lead."
CONTRADICTED = "Cells of tin are made of lead."


class Tags(HTMLParser):
    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.text = ""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: Any) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        self.text += data


def texts(state: dict[str, Any]) -> list[str]:
    return [claim["text"] for claim in claims_of(state["report"])]
