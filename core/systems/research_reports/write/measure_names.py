"""What each measure of a report is called, how its figure is written, and what it means."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True)
class Measure:
    """`form` says how the figure is written; `about` what it means, in a sentence."""

    title: str
    form: Literal["share", "count", "decimal"]
    about: str

    def show(self, value: float) -> str:
        """Return the figure in words: 93 %, 12, 1.58."""
        if self.form == "share":
            return f"{value:.0%}".replace("%", " %")
        return f"{value:.0f}" if self.form == "count" else f"{value:.2f}"


MEASURES: dict[str, Measure] = {
    "sentences": Measure("Sentences", "count", "Sentences that stand; as written, with those that were struck out."),
    "struck": Measure("Struck out", "count", "Sentences that did not hold; no export has them."),
    "backed": Measure("Backed", "share", "Sentences that the cited passages say: word for word, or as judged."),
    "word_for_word": Measure("Backed word for word", "share", "Sentences that stand so in a cited passage."),
    "by_judge": Measure("Backed by a judge", "share", "Sentences that a model found in the passages, with the words."),
    "by_analyst": Measure("Backed by the analyst", "share", "Sentences that you read and found in the passages."),
    "not_checked": Measure("Not checked", "share", "Sentences that nobody could check; they stand, and say so."),
    "to_the_point": Measure("To the point", "share", "Sentences near, by their meaning, to what was asked."),
    "questions_covered": Measure(
        "Sub-questions answered", "share", "Sub-questions with a sentence that stands and is to the point."
    ),
    "citation_coverage": Measure("Cite a passage", "share", "Sentences that cite at least one passage that exists."),
    "citation_precision": Measure(
        "Citations needed", "share", "Of the citations of backed sentences, those whose words show them (after ALCE)."
    ),
    "dangling": Measure("Citations of nothing", "count", "Cited passages that do not exist."),
    "sources": Measure("Papers cited", "count", "Different papers behind the sentences."),
    "venues": Measure("Venues", "count", "Different journals, conferences or sites."),
    "largest_share": Measure("Largest share of one paper", "share", "Of all citations, by the paper cited most."),
    "tool_entropy": Measure("Spread over tools", "decimal", "Bits: 0 when all papers came through one tool."),
    "several_sources": Measure("Two papers or more", "share", "Sentences that rest on at least two papers."),
    "retractions": Measure("Retracted as support", "count", "Retracted or withdrawn papers that a sentence cites."),
    "redundancy": Measure("Repetition", "share", "Sentences that nearly repeat an earlier one."),
    "unused_sources": Measure("Papers not cited", "count", "Papers found that no sentence cites."),
    "preprints": Measure("Preprints", "share", "Of the papers cited."),
    "recent": Measure("Of the last five years", "share", "Of the papers cited that have a year."),
    "words": Measure("Words", "count", "Of all sentences together."),
    "requests": Measure("Requests sent", "count", "To live sources; answers from the cache cost none."),
    "from_cache": Measure("Answers from the cache", "count", "Searches answered without a request."),
    "failed": Measure("Searches that failed", "count", "Each has a line with its reason."),
    "seconds": Measure("Seconds of searching", "decimal", "All tools together."),
    "cost": Measure("US dollars", "decimal", "As OpenAlex says it charged."),
}
