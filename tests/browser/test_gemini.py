"""A model behind the page: Gemini's own client, over the wire, against a Gemini on loopback."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import KEY, Server
from tests.browser.steps import NONSENSE, ask, choose, open_tab, press, see_answer, settle
from tests.llm.fake_gemini import MODEL_VERSION, FakeGemini, Reply, Request, data, failure, text, unread

Visit = Callable[..., Page]
TYPED = "AIza-key-typed-for-one-visit-9876543210"
VARIANTS = data({"rewordings": ["perovskite photovoltaics", "thin-film solar cells", "tandem cells"]})


def test_the_sidebar_says_who_answers_and_the_trace_shows_what_was_asked(
    server_with_model: Server, gemini: FakeGemini, visit: Visit
) -> None:
    gemini.otherwise = lambda request: unread(request) or VARIANTS
    page = visit(f"{server_with_model.address}/expert_search")
    expect(page.get_by_test_id("stSidebar").get_by_text("Gemini gemini-flash-latest")).to_be_visible()
    ask(page, NONSENSE)
    see_answer(page)
    open_tab(page, "Good enough?")
    expect(page.get_by_role("table").get_by_text("thin-film solar cells")).to_be_visible()
    open_tab(page, "How it ran")
    open_tab(page, "Trace")
    choose(page, "Look inside a step", "10. Refine")
    expect(page.get_by_text(f"Gemini gemini-flash-latest ({MODEL_VERSION})").last).to_be_visible()
    expect(page.get_by_text("7 tokens in, 5 out")).to_be_visible()
    prompt = page.get_by_test_id("stCode").filter(has_text="A search for experts found nothing convincing")
    expect(prompt).to_contain_text(NONSENSE)
    assert [request.key for request in gemini.requests] == [KEY, KEY]


@pytest.mark.parametrize(
    "reply", [failure(429), failure(500), failure(400, "API key not valid")], ids=["429", "500", "refused"]
)
def test_a_failing_model_stops_the_run_in_words_and_try_again_works(
    server_with_model: Server, gemini: FakeGemini, visit: Visit, reply: Reply
) -> None:
    gemini.otherwise = lambda request: unread(request) or reply
    page = visit(f"{server_with_model.address}/expert_search")
    ask(page, NONSENSE)
    expect(page.get_by_text("It happened in the step “Refine”.")).to_be_visible()
    expect(page.get_by_role("alert").filter(has_text="Gemini gemini-flash-latest")).to_be_visible()
    expect(page.get_by_role("tab", name="Experts")).to_have_count(0)
    gemini.otherwise = lambda request: unread(request) or VARIANTS
    press(page.get_by_role("button", name="Try again"))
    see_answer(page)
    open_tab(page, "Good enough?")
    expect(page.get_by_role("table").get_by_text("thin-film solar cells")).to_be_visible()


def test_carry_on_offline_finishes_by_the_rules_and_says_so(
    server_with_model: Server, gemini: FakeGemini, visit: Visit
) -> None:
    gemini.otherwise = lambda request: unread(request) or failure(500)
    page = visit(f"{server_with_model.address}/expert_search")
    ask(page, NONSENSE)
    press(page.get_by_role("button", name="Carry on offline"))
    see_answer(page)
    expect(page.get_by_text("Offline rules").last).to_be_visible()
    expect(page.get_by_text("Nothing good was found.")).to_be_visible()


def test_a_typed_key_serves_its_visit_only_and_is_found_nowhere(
    server_with_model: Server, gemini: FakeGemini, visit: Visit
) -> None:
    gemini.otherwise = lambda request: unread(request) or VARIANTS
    page = visit(f"{server_with_model.address}/expert_search")
    press(page.get_by_role("button", name="Choose who answers"))
    page.get_by_label("Gemini API key").fill(TYPED)
    press(page.get_by_role("button", name="Use for this visit"))
    expect(page.get_by_placeholder("typed before, in use")).to_have_value("")
    assert TYPED not in page.content()
    page.keyboard.press("Escape")
    settle(page)
    ask(page, NONSENSE)
    see_answer(page)
    other = visit(f"{server_with_model.address}/expert_search")
    ask(other, NONSENSE)
    see_answer(other)
    gemini.otherwise = lambda request: unread(request) or failure(400, f"API key not valid: {request.key}")
    ask(page, f"{NONSENSE} again")
    expect(page.get_by_text("It happened in the step “Refine”.")).to_be_visible()
    press(page.get_by_text("Details for a report"))

    assert gemini.requests[0].key == TYPED
    assert gemini.requests[2].key == KEY
    assert TYPED not in page.content() + page.url
    everything = [path for path in server_with_model.data.rglob("*") if path.is_file()] + [server_with_model.log]
    assert len(everything) > 2
    assert [path.name for path in everything if TYPED.encode() in path.read_bytes()] == []


def test_a_model_that_does_not_exist_is_refused_in_words_and_the_rules_go_on(
    server_with_model: Server, visit: Visit
) -> None:
    page = visit(f"{server_with_model.address}/expert_search")
    press(page.get_by_role("button", name="Choose who answers"))
    page.get_by_label("Model", exact=True).fill("nonsense")
    press(page.get_by_role("button", name="Use for this visit"))
    expect(page.get_by_text("is not of the form provider:model").first).to_be_visible()
    page.reload()
    expect(page.get_by_test_id("stSidebar").get_by_text("Gemini gemini-flash-latest")).to_be_visible()
    press(page.get_by_role("button", name="Choose who answers"))
    page.get_by_label("Model", exact=True).fill("offline")
    press(page.get_by_role("button", name="Use for this visit"))
    expect(page.get_by_test_id("stSidebar").get_by_text("Answers: rules on this computer")).to_be_visible()


def test_the_answer_of_the_knowledge_base_is_read_while_it_is_written_stopped_and_carried_on(
    server_with_model: Server, gemini: FakeGemini, visit: Visit
) -> None:
    question = "What is a receipt?"
    evaluated = {"question": question, "type": "factual", "lambda_mult": 0.2, "reason": "it asks for one thing"}
    graded = [{"number": number, "score": 0.9, "reason": "it speaks of receipts"} for number in range(1, 5)]
    judged = {"relevance": 0.9, "completeness": 0.9, "clarity": 0.9, "reason": "clear"}
    written: list[str] = []

    def answer(request: Request) -> Reply:
        if request.schema is None:  # what the prompt calls the best
            sentence = re.search(r'<quotations>\s*\[\s*"([^"]{40,}?) \[1\]"', request.prompt)
            assert sentence, request.prompt
            written.append(sentence[1])
            return replace(text(sentence[1][:20], sentence[1][20:], " [1]\n"), seconds_between=4)
        wanted = request.schema["properties"]
        return data({"grades": graded} if "grades" in wanted else evaluated if "type" in wanted else judged)

    gemini.otherwise = answer
    page = visit(f"{server_with_model.address}/knowledge_base")
    box = page.get_by_test_id("stChatInputTextArea")
    box.wait_for()
    settle(page)
    box.fill(question)
    box.press("Enter")
    expect(page.get_by_text("Agent · working")).to_be_visible()
    while not written:
        page.wait_for_timeout(100)
    expect(page.get_by_text(written[0][:20])).to_be_visible()  # before the rest of it was sent
    expect(page.get_by_text("Being written, not checked yet")).to_be_visible()
    page.get_by_role("button", name="Stop").click()
    expect(page.get_by_text("You stopped this run.")).to_be_visible()
    press(page.get_by_role("button", name="Carry on", exact=True))
    expect(page.get_by_test_id("stChatMessage").last).to_contain_text(written[0])
    settle(page)
    expect(page.get_by_text("1 quotation, word for word")).to_be_visible()
    expect(page.get_by_text("not checked yet")).to_have_count(0)
    expect(page.get_by_text("4 model calls")).to_be_visible()
