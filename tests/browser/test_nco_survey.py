"""A survey from the file to the next round: coded, reviewed by keyboard and at once, taken away, remembered."""

from __future__ import annotations

import io
import re
from collections.abc import Callable
from pathlib import Path

import pandas as pd
from playwright.sync_api import Page, expect

from benchmarks.nco_survey import HEAD, Inventor
from tests.browser.conftest import Server
from tests.browser.steps import bring_jobs, give, open_tab, press, see_results, settle, take

Visit = Callable[..., Page]
ROWS = 400
VAGUE = ("Operator", "Supervisor", "Helper", "Contractor", "Technician", "Assistant")


def survey(seed: int, others: int) -> pd.DataFrame:
    """Invented answers with all the columns of a survey, and vague ones that have to be reviewed, in any order."""
    inventor = Inventor(seed)
    said = [inventor.job() for _ in range(others)]
    said += [(title, "", "", "", "") for title in VAGUE for _ in range(3)]
    rows = [
        (f"{number:04}", "Assam", title, duties, industry, education, f"{1 + number % 7}.50", "01/05/2025", family)
        for number, (title, duties, industry, education, family) in enumerate(said)
    ]
    return pd.DataFrame(rows, columns=list(HEAD)).sample(frac=1, random_state=seed)


def as_file(table: pd.DataFrame) -> bytes:
    return table.to_csv(index=False).encode()


def show(page: Page, view: str) -> None:
    press(page.get_by_role("radio", name=view))
    expect(page.get_by_role("radio", name=view)).to_be_checked()
    settle(page)


def test_a_survey_is_coded_reviewed_taken_away_and_what_was_decided_codes_the_next_round(
    visit: Visit, tmp_path: Path
) -> None:
    first, second = survey(1, ROWS), survey(2, 20)
    with Server(tmp_path / "data") as server:
        page = visit(f"{server.address}/nco_classification?view=file")
        give(page, "Jobs (CSV or XLSX)", "round-1.csv", as_file(first))
        expect(page.get_by_role("combobox", name=re.compile("duties", re.IGNORECASE))).to_have_value("Main duties")
        press(page.get_by_role("button", name=re.compile("^Code [0-9]")))
        see_results(page)

        open_tab(page, "What a threshold costs")
        expect(page.get_by_text("Of them wrong, expected")).to_be_visible()

        open_tab(page, "Review")
        page.get_by_label("Your name").fill("Asha")
        page.get_by_label("Your name").press("Enter")
        settle(page)
        tallied = page.get_by_test_id("stMetric").all_inner_texts()
        page.get_by_role("heading", level=4).click()  # the keys belong to the page, and not to a field
        decided: dict[str, str] = {}
        for key in "1n1x":
            words = page.get_by_role("heading", level=4).inner_text()
            has_candidates = page.get_by_role("button", name=re.compile("^[0-9]{4} · ")).count() > 0
            pressed = key if has_candidates or key != "1" else "x"
            page.keyboard.press(pressed)
            expect(page.get_by_role("heading", level=4)).not_to_have_text(words)
            settle(page)
            decided[words] = pressed
        assert page.get_by_test_id("stMetric").all_inner_texts() != tallied

        show(page, "Many at once")
        accepting = page.get_by_role("button", name=re.compile("^Accept [0-9]+ proposal"))
        if accepting.count():
            press(accepting)
            expect(page.get_by_text(re.compile("decisions? kept"))).to_be_visible()

        open_tab(page, "Results")
        taken = pd.read_csv(take(page, "CSV", tmp_path), dtype=str, keep_default_na=False)
        written = pd.read_csv(io.BytesIO(as_file(first)), dtype=str, keep_default_na=False)
        assert taken[list(HEAD)].equals(written)
        by_hand = taken[taken["NCO decided by"] == "analyst"]
        assert len(by_hand) >= len(decided)
        assert set(by_hand["NCO decided by whom"]) == {"Asha"}
        assert set(by_hand["NCO confidence"]) == {""}
        assert by_hand["NCO decided on"].str.match(r"\d{4}-\d\d-\d\dT").all()

        assert set(taken[taken["NCO status"].isin(["not in work", "no answer"])]["NCO confidence"]) <= {""}

        open_tab(page, "Review")
        expect(page.get_by_role("radio", name="Many at once")).to_be_checked()  # where the review was left
        expect(page.get_by_text("Accept proposals from the likeliest down")).to_be_visible()

        page.reload()
        open_tab(page, "Review")
        expect(page.get_by_label("Your name")).to_have_value("Asha")
        press(page.get_by_role("combobox", name="Which file"))
        press(page.get_by_role("option", name="Load another file"))
        settle(page)
        bring_jobs(page, "round-2.csv", as_file(second))
        see_results(page)
        next_round = pd.read_csv(take(page, "CSV", tmp_path), dtype=str, keep_default_na=False)

        show(page, "Rules of the office")
        open_tab(page, "Earlier decisions")
        withdraw = page.get_by_role("button", name=re.compile("^Withdraw"))
        page.get_by_test_id("stDataFrame").last.locator(".dvn-scroller").click(position={"x": 15, "y": 52})
        expect(withdraw).to_have_text(re.compile("Withdraw 1 decision"))
        open_tab(page, "Drift")
        open_tab(page, "Earlier decisions")
        expect(withdraw).to_be_disabled()  # nothing is marked in the table that is drawn anew
    remembered = next_round[next_round["NCO decided by"] == "earlier decision"]
    same = remembered.merge(by_hand.drop_duplicates("Occupation"), on="Occupation", suffixes=("", " before"))
    assert len(remembered)
    assert (same["NCO code"] == same["NCO code before"]).all()
    assert remembered["NCO answer"].str.startswith("decided earlier by Asha on ").all()
    together = same["NCO answer before"].str.startswith("accepted together with ")
    assert (same["NCO answer"].str.contains("accepted together with ") == together).all()
