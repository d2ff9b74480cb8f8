"""A model for a Gemini on loopback that writes a report with every verdict, and judges what it wrote as it is told."""

from __future__ import annotations

import json
import re
from typing import Any

from tests.llm.fake_gemini import Reply, Request, data, text

QUESTION = "What is known about lead-free perovskite solar cells?"
PLAN = [
    {"text": "How efficient are lead-free perovskite solar cells?", "words": "lead-free perovskite efficiency",
     "kind": "question"},
    {"text": "How stable are lead-free perovskite solar cells?", "words": "lead-free perovskite stability",
     "kind": "question"},
]  # fmt: skip
JUDGED = "According to this work, it holds that "
OPEN = "Some readers may take it that "
AGAINST = "It is wrong to say that "
INVENTED = "The cells reached an efficiency of 87.3 %."
_SENTENCE = re.compile(r'"(p\d+)":\s*("(?:[^"\\]|\\.)*")')


def reporting(request: Request) -> Reply:
    """Answer each task of a report by what its schema asks for."""
    wanted = set(request.schema["properties"]) if request.schema else set()
    if "sub_questions" in wanted:
        return data({"sub_questions": PLAN})
    if "primary_intent" in wanted:
        return data({"primary_intent": "overview", "absent": ["lead"]})
    if "shelf" in wanted:
        return data({"shelf": ["lead-free perovskite solar cells"]})
    if "sentences" in wanted:
        return data({"sentences": _written(request.prompt)})
    if "judgements" in wanted:
        return data({"judgements": _judged(request.prompt)})
    return data({"question": QUESTION}) if wanted else text("A fair report.")


def _written(prompt: str) -> list[dict[str, Any]]:
    """Of the first passage: a sentence as it stands, two in other words, one turned round; and one invented."""
    id, said = _SENTENCE.findall(prompt)[0]
    first = re.split(r"(?<=[.])\s", json.loads(said))[0]
    turned = f"{first[0].lower()}{first[1:]}"
    texts = [first, JUDGED + turned, OPEN + turned, AGAINST + turned]
    if PLAN[1]["text"] in prompt:
        texts = [INVENTED, AGAINST + turned]
    elif "87.3" not in prompt:
        texts.append(INVENTED)
    return [{"text": one, "evidence": [id]} for one in texts]


def _judged(prompt: str) -> list[dict[str, Any]]:
    told = []
    for number, sentence in re.findall(r'"number":\s*(\d+),\s*"sentence":\s*("(?:[^"\\]|\\.)*")', prompt):
        plain = json.loads(sentence)
        for words, verdict in ((JUDGED, "backed"), (AGAINST, "contradicted")):
            if plain.startswith(words):
                shown = plain.removeprefix(words).partition(" ")[2]
                told.append(
                    {"number": int(number), "verdict": verdict, "words": [shown], "reason": "It says just this."}
                )
    return told
