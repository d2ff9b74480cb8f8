"""What an expert search asks a model, each with the rule that answers without one."""

from __future__ import annotations

from pydantic import BaseModel, Field

from core.language.tokens import words
from core.llm.task import task


class Variants(BaseModel):
    """Other ways to ask for the same people."""

    rewordings: list[str] = Field(max_length=3, description="search queries that mean the same, most promising first")
    expansions: list[str] = Field(
        default=[], max_length=3, description="leave empty: the query with words added that were not asked for"
    )


@task(
    """A search for experts found nothing convincing. Write three other search queries for the same need.

The need, as the analyst wrote it:
$request

Words of the need that occur in no profile, each with the most similar words that do:
$unknown_words

Words that stand out in the nearest profiles and project answers (they may be beside the point):
$evidence_words

Rules: each query has 2 to 8 words; keep the meaning of the need, do not widen it to other fields; use synonyms, the
spelled-out form of abbreviations, and the usual names of the field; write no explanation."""
)
def refine_query(request: str, unknown_words: dict[str, list[str]], evidence_words: list[list[str]]) -> Variants:
    """Mend words that nobody uses; add words that stand out in the nearest evidence, which proves nothing by itself."""
    mended = " ".join(unknown_words.get(word, [])[0] if unknown_words.get(word) else word for word in words(request))
    reworded = [mended] if any(unknown_words.values()) else []
    base = mended if reworded else request
    return Variants(rewordings=reworded, expansions=[f"{base} {' '.join(added)}" for added in evidence_words][:3])
