"""Searches for jobs that are told in several columns, many at once: title and duties together, industry, education.

Title and duties are measured each by itself and share the score; a title of one word says little and gets the smaller
share. One that is general besides ("operator") names a role and not its work, so that most of it is measured together
with what stands beside it: "spinning mill operator", "driver drives the school bus". Industry and education lean
towards the families in which they are usual, and exclude none. Every text is measured once, however many jobs share it.
The numbers were fitted on `tests/data/nco/jobs_of_four_columns_dev`, on titles of the ILO's index with duties,
industries and schooling put beside them, and on the heads of official titles beside a sentence on their work.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Collection, Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from core.language.terms import analyse
from core.systems.nco_classification.index.industries import industries
from core.systems.nco_classification.index.likeness import Evidence
from core.systems.nco_classification.index.occupations import (
    Candidate,
    Leaning,
    Measure,
    Mixture,
    OccupationIndex,
)
from core.systems.nco_classification.index.schooling import schooling
from core.systems.nco_classification.index.titles import head_word

TITLE_SHARE, MORE_A_WORD, MOST_TITLE_SHARE = 0.25, 0.1, 0.6  # of a title beside duties
WITH_DUTIES, WITH_INDUSTRY = 0.3, 0.75  # of a general title told together with its duties, or else with its industry
WORKS_THERE, LIKE_THERE = 0.07, 0.2  # of working in the industry, and of the likeness of its words to the family
SCHOOLED = 0.03
_REMEMBERED = 10_000  # texts that are measured only once, some 10 kB each


class JobWords(NamedTuple):
    """A job to search for; "" for what is not told of it."""

    title: str
    duties: str = ""
    industry: str = ""
    education: str = ""


class JobSearch:
    """Searches an index for jobs. It remembers what it measured, and is for one thread."""

    def __init__(self, index: OccupationIndex) -> None:
        self._index = index
        self._industries, self._schooling = industries(index.families), schooling(index.families)
        self._measured: OrderedDict[str, Measure] = OrderedDict()
        self._is_general = lru_cache(maxsize=_REMEMBERED)(index.is_general)

    def search_each(
        self, jobs: Sequence[JobWords], limits: Sequence[int], also: Sequence[Collection[str]], explained: int
    ) -> Iterator[list[Candidate]]:
        """Search for one job after the other, with a limit and families that are wanted in any case for each.

        So many first candidates of each are `explained`, by their evidence and occupations.
        """
        texts = dict.fromkeys(text for job in jobs for text in self._texts(job))
        measures = {text: self._measured[text] for text in texts if text in self._measured}
        missing = [text for text in texts if text not in measures]
        coming = zip(missing, self._index.measure_each(missing), strict=True)
        for job, limit, wanted in zip(jobs, limits, also, strict=True):
            while any(text not in measures for text in self._texts(job)):
                text, measure = next(coming)
                measures[text] = measure
            mixture, leanings = self._mixture(job, measures), self._leanings(job, measures)
            yield self._index.candidates(mixture, limit, explained=explained, leanings=leanings, also=wanted)
        self._remember(measures)

    def _texts(self, job: JobWords) -> list[str]:
        """List the texts that have to be measured for a job, the words for its workplace among them."""
        texts = (job.title, job.duties, self._industries.said(job.industry), self._together(job))
        return [text for text in texts if text]

    def _together(self, job: JobWords) -> str:
        """Tell a general title together with what stands beside it; "" for any other, and where nothing does."""
        workplace = self._industries.said(job.industry)
        if not (job.title and (job.duties or workplace) and self._is_general(job.title)):
            return ""
        if job.duties:
            return f"{job.title} {job.duties}"
        together = f"{workplace} {job.title}"
        return together if head_word(together) == head_word(job.title) else f"{job.title} in {workplace}"

    def _mixture(self, job: JobWords, measures: dict[str, Measure]) -> Mixture:
        said = [(1.0, measures[text]) for text in (job.title, job.duties) if text]
        if len(said) == 2:
            share = min(TITLE_SHARE + MORE_A_WORD * _terms(measures[job.title]), MOST_TITLE_SHARE)
            said = [(share, said[0][1]), (1 - share, said[1][1])]
        if together := self._together(job):
            share = WITH_DUTIES if job.duties else WITH_INDUSTRY
            said = [*(((1 - share) * own, measure) for own, measure in said), (share, measures[together])]
        return said

    def _leanings(self, job: JobWords, measures: dict[str, Measure]) -> list[Leaning]:
        leanings = []
        if (affinity := self._industries.affinity(job.industry)) is not None:
            leanings.append(Leaning("industry", WORKS_THERE, affinity))
        if workplace := self._industries.said(job.industry):
            likeness = _above_average(measures[workplace].scores)
            leanings.append(Leaning("words of the industry", LIKE_THERE, likeness))
        if (schooled := self._schooling.leaning(job.education)) is not None:
            leanings.append(Leaning("education", SCHOOLED, schooled))
        return leanings

    def _remember(self, measures: dict[str, Measure]) -> None:
        """Keep what was measured, and let go of what was not asked for longest."""
        for text, measure in measures.items():
            self._measured[text] = measure
            self._measured.move_to_end(text)
        while len(self._measured) > _REMEMBERED:
            self._measured.popitem(last=False)


def _terms(measure: Measure) -> int:
    return len(set(analyse(measure.wording.english)))


def _above_average(scores: Evidence) -> Evidence:
    above: Evidence = scores - scores.mean()
    return above
