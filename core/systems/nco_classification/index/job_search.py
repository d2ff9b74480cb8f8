"""Searches for jobs that are told in several columns, many at once: title and duties together, industry, education.

Title and duties are measured each by itself and share the score; a title of one word ("operator") says little and gets
the smaller share. Industry and education lean towards the families in which they are usual, and exclude none. Every
text is measured once, however many jobs share it. The numbers were fitted on `tests/data/nco/jobs_of_four_columns_dev`
and on titles of the ILO's index with duties, industries and schooling put beside them.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Collection, Iterator, Sequence
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

TITLE_SHARE, MORE_A_WORD, MOST_TITLE_SHARE = 0.25, 0.1, 0.6  # of a title beside duties
WORKS_THERE, LIKE_THERE = 0.07, 0.2  # of working in the industry, and of the likeness of its words to the family
BARE_SHARE = 0.65  # of a title of one word beside nothing but an industry, which then counts for more: it says little
BARE_WORKS_THERE, BARE_LIKE_THERE = 0.065, 0.23
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
        return [text for text in (job.title, job.duties, self._industries.said(job.industry)) if text]

    def _mixture(self, job: JobWords, measures: dict[str, Measure]) -> Mixture:
        said = [measures[text] for text in (job.title, job.duties) if text]
        if len(said) < 2:
            return [(BARE_SHARE if self._is_bare(job, measures) else 1.0, measure) for measure in said]
        share = min(TITLE_SHARE + MORE_A_WORD * _terms(said[0]), MOST_TITLE_SHARE)
        return [(share, said[0]), (1 - share, said[1])]

    def _is_bare(self, job: JobWords, measures: dict[str, Measure]) -> bool:
        """Whether a single word is said of the work, and an industry beside it."""
        alone = job.title and not job.duties and self._industries.said(job.industry)
        return bool(alone) and _terms(measures[job.title]) < 2

    def _leanings(self, job: JobWords, measures: dict[str, Measure]) -> list[Leaning]:
        bare = self._is_bare(job, measures)
        leanings = []
        if (affinity := self._industries.affinity(job.industry)) is not None:
            leanings.append(Leaning("industry", BARE_WORKS_THERE if bare else WORKS_THERE, affinity))
        if workplace := self._industries.said(job.industry):
            likeness = _above_average(measures[workplace].scores)
            leanings.append(Leaning("words of the industry", BARE_LIKE_THERE if bare else LIKE_THERE, likeness))
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
