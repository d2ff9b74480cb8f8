"""What an answer is: by its status, headers and keys, so that no sentence in it is taken for a failure."""

from __future__ import annotations

from datetime import UTC, datetime
from email.utils import format_datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.sources.classify import classify, wait_asked_for, words_of
from tests.sources.services import KEY


@pytest.mark.parametrize(
    ("status", "body", "kind"),
    [
        (200, b'{"results": []}', None),
        (200, b'\xef\xbb\xbf {"results": []}', None),
        (200, b"[]", None),
        (200, b"", "not_api"),
        (200, b"<html>Sign in", "not_api"),
        (200, b'{"error": "down"}', "server"),
        (200, b'{"error": null}', None),
        (200, b"Rate exceeded.", "throttled"),
        (301, b"", "not_api"),
        (400, b"{}", "bad_request"),
        (400, b"API rate limit exceeded", "throttled"),
        (401, b"{}", "auth"),
        (402, b"{}", "quota"),
        (403, b"<html>", "auth"),
        (404, b"{}", "not_found"),
        (408, b"{}", "server"),
        (429, b'{"results": []}', "throttled"),
        (503, b"<html>", "server"),
        (503, b"Rate exceeded.", "throttled"),
    ],
)
def test_the_first_rule_that_fits_an_answer_in_json_decides(status: int, body: bytes, kind: str | None) -> None:
    assert classify(status, body, "json") == kind


@pytest.mark.parametrize(
    ("body", "kind"),
    [
        (b"<?xml version='1.0'?><feed/>", None),
        (b"  <feed/>", None),
        (b"<!DOCTYPE html><html/>", "not_api"),
        (b"rate limit exceeded", "throttled"),
        (b"{}", "not_api"),
        (b"", "not_api"),
    ],
)
def test_an_answer_in_xml_begins_with_a_tag_that_is_not_htmls(body: bytes, kind: str | None) -> None:
    assert classify(200, body, "xml") == kind


def test_a_source_may_name_statuses_of_its_own_by_which_it_closes() -> None:
    assert classify(503, b"", "xml", cooldown_statuses=(503,)) == "throttled"
    assert classify(406, b"", "xml", cooldown_statuses=(503,)) == "bad_request"


def test_a_query_about_rate_limits_is_not_taken_for_one() -> None:
    assert classify(200, b'{"query": "API rate limit exceeded", "results": []}', "json") is None
    assert classify(200, b"<feed><title>all:rate limit exceeded</title></feed>", "xml") is None
    assert classify(200, b'{"error": "API rate limit exceeded"}', "json") == "throttled"
    assert classify(200, b"API rate limit exceeded", "json") == "throttled"


def test_retry_after_may_be_a_date_and_never_closes_a_source_for_more_than_a_day() -> None:
    now = datetime(2026, 11, 22, 12, tzinfo=UTC)
    later = format_datetime(datetime(2026, 11, 22, 12, 0, 7, tzinfo=UTC), usegmt=True)
    assert wait_asked_for({"retry-after": later}, b"", now.timestamp()) == 7
    said = format_datetime(now, usegmt=True)
    for our_clock in (now.timestamp() - 86_400, now.timestamp() + 86_400):  # the source's own clock decides
        assert wait_asked_for({"retry-after": later, "date": said}, b"", our_clock) == 7
    assert wait_asked_for({"retry-after": "9" * 15}, b"", 0) == 86_400
    assert wait_asked_for({"retry-after": "soon"}, b'{"retryAfter": 3}', 0) == 3
    assert wait_asked_for({"retry-after": "-5"}, b"", 0) is None
    assert wait_asked_for({}, b'{"retryAfter": 1e999}', 0) is None


@given(st.text(max_size=40), st.binary(max_size=80))
def test_no_wait_that_a_source_asks_for_is_negative_or_endless(header: str, body: bytes) -> None:
    wait = wait_asked_for({"retry-after": header}, body, 1_800_000_000)
    assert wait is None or 0 <= wait <= 86_400


@pytest.mark.parametrize(
    ("body", "said"),
    [
        (b'{"message": "Insufficient budget."}', "Insufficient budget"),
        (b'{"error": {"message": "No such field"}}', "No such field"),
        (b'{"detail": [{"msg": "limit must be below 200"}]}', "limit must be below 200"),
        (b'{"message": "  ", "error": "bad query"}', "bad query"),
        (f'{{"message": "{KEY} from 203.0.113.7 is unknown"}}'.encode(), "[removed] from [removed] is unknown"),
        (b'{"message": ["a"], "status": 400}', ""),
        (b"<html>", ""),
    ],
)  # fmt: skip
def test_what_a_source_says_of_a_refusal_is_told_in_its_words_without_keys(body: bytes, said: str) -> None:
    assert words_of(body, [KEY]) == said


def test_a_source_that_talks_much_is_quoted_shortly() -> None:
    assert len(words_of(b'{"message": "' + b"no " * 1_000 + b'"}', [])) <= 200
