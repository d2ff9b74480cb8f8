"""What came of one text of a batch, as a row of the result: the decision, what speaks for it, and what is left open."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, NotRequired, TypedDict

from core.llm.engine import OfflineEngine
from core.systems.nco_classification.decision.assessment import Assessment
from core.systems.nco_classification.decision.confidence import CERTAIN, SURE, mass_below
from core.systems.nco_classification.decision.evidence_words import words_not_in
from core.systems.nco_classification.decision.obstacles import TELL_WORK
from core.systems.nco_classification.index.classification import DIGITS, Classification
from core.systems.nco_classification.index.occupations import Candidate
from core.systems.nco_classification.index.official import read_code
from core.systems.nco_classification.office.outcomes import NOT_IN_WORK, REFUSED, UNCODABLE
from core.systems.nco_classification.state import AnalyzerResponse
from core.systems.nco_classification.survey.said import Said

Status = Literal["coded", "partial", "unsure", "not codable", "not in work", "no answer"]
_OUTSIDE: dict[Status, str] = {"not in work": NOT_IN_WORK, "no answer": REFUSED}
_LEVELS = {1: "division", 2: "sub-division", 3: "group", 4: "family"}  # by digits
RUNNERS_UP = 3
MACHINE, ANALYST = "machine", "analyst"


class Row(TypedDict):
    """What came of one row of a file, as plain values.

    `text` is all that was said of the job as one line; `job`, of which `duties` is the end, `industry` and `education`
    are its parts, and `key` is what decisions on it are kept under;
    `id` and `weight` are the row's own, and it stands for one where it has no weight. `obstacle` is the kind of what
    keeps the words from being coded, or empty; `shares` is how likely each candidate is beside the others.

    `code` is empty, or the deepest part of the classification that is certain. `likeliest_…` is the family that came
    first, certain or not; `runners_up` are the codes after it. `machine_…` is kept when it is decided by hand or by a
    rule; `by` is then who did it and `on` when (ISO 8601, UTC), and there is no `confidence`.
    `confidence` is the probability that `code`, or where it is empty the likeliest family, is right; 0 when there is
    neither; `sure` is that of the likeliest family, 0 where no threshold would make it a code: the words are ambiguous.
    `needed` is from which probability on such a text is coded; `unused` are words of it that stand in no text of a
    code that is worth a check.
    `question` is what would be asked, with its choices; `answer` what the analyst said to it.
    """

    text: str
    job: str
    industry: str
    education: str
    key: str
    id: str
    weight: float
    status: Status
    code: str
    title: str
    level: str
    confidence: float | None
    reason: str
    runners_up: list[str]
    evidence: list[str]
    words: list[str]
    question: str
    answer: str
    decided_by: str
    machine_status: Status
    machine_code: str
    likeliest_code: str
    likeliest_title: str
    shares: dict[str, float]
    obstacle: str
    engine: str
    data: str
    sure: NotRequired[float]
    needed: NotRequired[float]
    unused: NotRequired[list[str]]
    duties: NotRequired[str]
    machine_confidence: NotRequired[float | None]
    machine_reason: NotRequired[str]
    by: NotRequired[str]
    on: NotRequired[str]


def outside(row: Row) -> str:
    """Return the word for what has no code, where nothing is uncertain and nobody has to look; "" for all else.

    Nobody is at work, nothing was answered, or nothing is said but an id, an address or a number that is no code.
    """
    cells: Mapping[str, object] = row  # one of an earlier version tells of no obstacle
    if cells.get("obstacle") == "id" and not row["likeliest_code"]:
        return UNCODABLE
    return _OUTSIDE.get(row["machine_status"], "")


def confidence_of(row: Row) -> str:
    """Name what the machine's confidence belongs to, as "family 8321" or "division 9"; "" where it has none.

    Of a code of eight digits that is its family: the last four have no probability of their own.
    """
    confidence = row["confidence"] if row["decided_by"] == MACHINE else row.get("machine_confidence")
    code = (row["machine_code"] or row["likeliest_code"])[: DIGITS["family"]]
    return f"{_LEVELS[len(code)]} {code}" if confidence and len(code) in _LEVELS else ""


def check_of(row: Row) -> str:
    """Say why a code of the machine is worth a check; "" where it is not, or where somebody has decided."""
    if row["decided_by"] != MACHINE or row["status"] != "coded" or (row["confidence"] or 0.0) >= SURE:
        return ""
    unused = row.get("unused", [])
    return "worth a check" + (f"; not in {row['code'][:4]}: {', '.join(unused)}" if unused else "")


def row_of(said: Said, response: AnalyzerResponse, assessment: Assessment, known: Classification) -> Row:
    """Make the row of what was said from what was decided; where that says nothing about work no family is told."""
    obstacle = assessment.reading.obstacle
    if (obstacle and obstacle.kind not in TELL_WORK) or not assessment.candidates:
        row = row_without_code(said.text, response["reason"])
        if of_no_work := response.get("outside"):
            row["status"] = row["machine_status"] = of_no_work
        if obstacle and obstacle.kind == "id":
            row = _with_code_said(row, said.job, known)
    else:
        row = _row_of_candidates(said, response, assessment, known)
        if obstacle:  # of words that tell of several jobs, or of one that may be over, there is nothing to be sure of
            row["confidence"] = 0.0
    return {
        **row,
        "job": said.job,
        "duties": said.duties,
        "industry": said.industry,
        "education": said.education,
        "key": said.key,
        "obstacle": obstacle.kind if obstacle else "",
        "question": _question(response),
        "engine": response["answered_by"],
        "data": response["index"],
    }


def _with_code_said(row: Row, said: str, known: Classification) -> Row:
    """Tell a code that stands where words should: it may be meant, and may as well be an id or another number."""
    code = said if known.exists(said) else read_code(said)
    if not known.exists(code):
        return row
    title = known.title(code)
    reason = (
        f"No words tell of the work. {said} may be the code {code}, {title}, or a number that means something else."
    )
    return {**row, "likeliest_code": code, "likeliest_title": title, "reason": reason}


def _row_of_candidates(said: Said, response: AnalyzerResponse, assessment: Assessment, known: Classification) -> Row:
    matched = [entry["code"] for entry in response["codes"]]
    families = [candidate.family for candidate in assessment.candidates]
    # What a bare title may mean is known from a list, and is likelier than what only scored more; an industry tells
    # more than the list.
    likely = [] if said.industry else [max(families, key=lambda family: assessment.posterior.get(family, 0.0))]
    order = list(dict.fromkeys([*(code[:4] for code in matched), *likely, *families]))
    likeliest = order[0]
    first = assessment.candidates[families.index(likeliest)]
    status, code = _status(response)
    confidence = response["confidence"]["probability"]
    if status != "coded":
        code = _consistent(code, likeliest, assessment)
        status = "partial" if code else "unsure"
        confidence = mass_below(code or likeliest, assessment.posterior)
    checked = status == "coded" and confidence < SURE
    unused = words_not_in(said.text, likeliest, known, known.query_normalizer) if checked else []
    return {
        **row_without_code(said.text, response["reason"]),
        "status": status,
        "code": code,
        "title": known.title(code) if code else "",
        "level": known.level(code) if code else "",
        "confidence": round(confidence, 4),
        "runners_up": order[1 : 1 + RUNNERS_UP],
        "evidence": [match.text for match in first.evidence[:3]],
        "words": _shared_words(first),
        "machine_status": status,
        "machine_code": code,
        "likeliest_code": likeliest,
        "likeliest_title": known.title(likeliest),
        "shares": {family: round(share, 4) for family, share in assessment.posterior.items()},
        "sure": round(_sure(likeliest, assessment), 4),
        "needed": assessment.threshold,
        "unused": unused,
    }


def _sure(family: str, assessment: Assessment) -> float:
    return 0.0 if assessment.ambiguity or assessment.doubt else assessment.posterior.get(family, 0.0)


def _status(response: AnalyzerResponse) -> tuple[Status, str]:
    """Tell the status and the code that goes with it: of close codes their group, for a row holds one code."""
    matched = [entry["code"] for entry in response["codes"]]
    if len(matched) == 1:
        return "coded", matched[0]
    if matched:  # the guarantees see to it that they are of one group
        return "partial", matched[0][:3]
    return ("partial", response["partial"]["code"]) if response["partial"] else ("unsure", "")


def _consistent(code: str, likeliest: str, assessment: Assessment) -> str:
    """Shorten a part of a code until the likeliest family lies in it and all in it are certain together."""
    prefixes = (code[:end] for end in range(len(code), 0, -1))
    holds = (
        prefix
        for prefix in prefixes
        if likeliest.startswith(prefix)
        and (assessment.certain.startswith(prefix) or mass_below(prefix, assessment.posterior) >= CERTAIN)
    )
    return next(holds, "")


def row_without_code(text: str, reason: str, data: str = "") -> Row:
    """Make the row of a text that was not coded; `data` names the index that did not find one."""
    return {
        "text": text,
        "job": text,
        "duties": "",
        "industry": "",
        "education": "",
        "key": Said(text).key,
        "id": "",
        "weight": 1.0,
        "status": "not codable",
        "code": "",
        "title": "",
        "level": "",
        "confidence": 0.0,
        "reason": reason,
        "runners_up": [],
        "evidence": [],
        "words": [],
        "question": "",
        "answer": "",
        "decided_by": MACHINE,
        "machine_status": "not codable",
        "machine_code": "",
        "likeliest_code": "",
        "likeliest_title": "",
        "shares": {},
        "obstacle": "",
        "engine": OfflineEngine().label,
        "data": data,
        "sure": 0.0,
        "needed": 1.0,
        "unused": [],
    }


def _shared_words(candidate: Candidate) -> list[str]:
    """List the words of the evidence that the text shares, each once, in lower case."""
    found = (match.text[start:end].lower() for match in candidate.evidence for start, end in match.words)
    return list(dict.fromkeys(found))


def _question(response: AnalyzerResponse) -> str:
    """Write the question that is open, with its choices; empty when none is."""
    if response["question"] is None:
        return ""
    choices = " / ".join(choice["label"] for choice in response["choices"])
    return f"{response['question']['text']} {choices}".strip()
