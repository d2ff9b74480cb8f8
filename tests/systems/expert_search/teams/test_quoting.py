"""What is quoted for a cell stands in a text of the person, and is named."""

from __future__ import annotations

from core.systems.expert_search.requirements.cell import Cell
from core.systems.expert_search.requirements.meeting import coverage
from core.systems.expert_search.requirements.requirement import Requirement, Requirements
from core.systems.expert_search.teams.quoting import quotation
from tests.systems.expert_search.little_people import little_people

COATING, DAMP = Requirement("topic", "coating speed of films at night"), Requirement("topic", "damp heat")
MET = coverage(little_people(), Requirements((COATING, DAMP)), {})


def test_a_likely_topic_is_quoted_by_the_sentence_that_holds_it_or_the_nearest_with_its_source() -> None:
    whole = quotation(MET, DAMP, Cell("met", 0.9, "Perovskite films fade in damp heat.", "a1"), "sun")
    assert whole == ("Perovskite films fade in damp heat.", "a1", "Roof: Why do films fade?")
    assert quotation(MET, COATING, Cell("partly", 0.6, "", "a3"), "sun")[1:] == ("a3", "Lab")
    assert quotation(MET, COATING, Cell("partly", 0.6, "", "sun"), "sun").source == "Profile"


def test_who_is_only_perhaps_known_is_quoted_by_no_nearest_sentence() -> None:
    assert quotation(MET, COATING, Cell("partly", 0.3, "", "a3"), "sun") == ("", "a3", "")
