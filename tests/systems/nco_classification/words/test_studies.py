"""A degree, a class, coaching that is taken and an examination that is prepared for are study; to give them is work."""

from __future__ import annotations

import pytest

from core.systems.nco_classification.words.studies import studies


@pytest.mark.parametrize(
    "text",
    [
        "doing M.Sc. from Pune", "B.Ed. second year student", "BSc nursing 3rd year", "I am in 2nd year of BA",
        "pursuing a law degree", "studies in class 9", "11th mein padhti hoon", "polytechnic student, final semester",
        "preparing for police bharti", "GATE preparation", "civil services aspirant", "NDA ki taiyari kar raha hoon",
        "bank ki coaching leti hoon", "goes for IELTS coaching", "takes coaching for medical entrance",
        "joined a coaching institute for CAT", "computer course kar rahi hoon", "नीट की तैयारी करता हूँ",
        "M.Phil. scholar", "repeating class 12", "I study in a college", "studies at a polytechnic in Pune",
    ],
)  # fmt: skip
def test_study_stands_for_a_whole_statement(text: str) -> None:
    assert studies(text) == [(0, len(text))]


@pytest.mark.parametrize(
    "text",
    [
        "gives coaching for NDA", "prepares students for board exams", "bachchon ko NEET ki taiyari karata hoon",
        "class 10 ko ganit padhata hoon", "coaching centre owner", "joined coaching institute as physics faculty",
        "takes tuition of class 8 children", "lecturer, takes classes of B.Tech students", "BSc nursing tutor",
        "studies soil in a university laboratory",
        "prepares breakfast for an exam centre", "shaadi ki taiyari karte hain", "class IV employee",
        "diploma electrician", "MBBS doctor", "12th pass, helper in a shop", "Tobacco Preparation Supervisor",
        "learning the work under a tailor", "studies soil samples",
    ],
)  # fmt: skip
def test_to_teach_and_to_have_studied_is_no_study(text: str) -> None:
    assert studies(text) == []
