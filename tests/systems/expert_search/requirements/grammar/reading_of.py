"""People with every column that a request can speak of, and what the grammar reads in a request to them."""

from __future__ import annotations

from dataclasses import replace

from core.llm.engine import OfflineEngine
from core.systems.expert_search.people.records import Expert, ProjectAnswer
from core.systems.expert_search.requirements.requirement import Requirement, Requirements
from core.systems.expert_search.requirements.understanding import understand
from core.systems.expert_search.state import Context
from tests.systems.expert_search.little_people import little_people

PEOPLE = little_people(
    (
        Expert(
            "ann", "Ann Okwuosa-Lind", "Kilns", "Fires kilns.", "kilns; glazes", "Accra, Ghana",
            12.0, "Clay Trust", "English; Twi", {"day_rate": "300", "availability": "March 2027", "clearance": "yes"},
        ),
        Expert(
            "bo", "Bo Tindall", "Harbour pilots", "Trains pilots.", "ports; tides", "Izmir, Turkey",
            4.0, "Freelance", "Turkish", {"day_rate": "550", "availability": "now", "clearance": "no"},
        ),
        Expert("cy", "Cy Marchetti", "Rope bridges", "Builds rope bridges.", "ropes; kilns", "Lima, Peru", 20.0),
    ),
    (
        ProjectAnswer("a1", "cy", "Gorge", "", "Ten years in dry air, road and rail design aside.", "2021-03-01"),
        ProjectAnswer("a2", "cy", "Gorge", "", "Glass was no good. Solid rock. Finance and the lawyers took months."),
        ProjectAnswer("a3", "bo", "Quay", "", "Small area charts help, said the pilot."),
    ),
)  # fmt: skip
CONTEXT = Context(OfflineEngine(), PEOPLE)


def requirements_of(request: str) -> Requirements:
    return understand(request, CONTEXT)[0]


def read(request: str) -> set[str]:
    """What is wanted, each in a line: “hard place not Kenya”, “wish language French for 1”."""
    return {_line(one) for one in requirements_of(request).wanted}


def _line(one: Requirement) -> str:
    how = "hard" if one.hard else "wish"
    of_a_team = f" for {one.people}" if one.people else ""
    return f"{how} {one.kind} {replace(one, people=0).label}{of_a_team}"
