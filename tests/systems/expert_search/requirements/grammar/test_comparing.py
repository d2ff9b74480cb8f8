"""What somebody knows better than another matter: only the first is asked for, and the comparison is told."""

from __future__ import annotations

import pytest

from core.systems.expert_search.requirements.grammar.comparing import COMPARED
from core.systems.expert_search.requirements.understanding import understand
from tests.systems.expert_search.requirements.grammar.reading_of import CONTEXT, read


@pytest.mark.parametrize(
    ("request_", "wanted", "told"),
    [
        ("who has more experience with kilns than with ropes", {"hard topic kilns"}, "than with ropes"),
        ("somebody who worked longer on kilns than on glazes", {"hard topic kilns"}, "than on glazes"),
        ("someone stronger in ports than in tides", {"hard topic ports"}, "than in tides"),
        ("a baker with deeper knowledge of kilns than of ropes", {"hard topic baker with knowledge of kilns"},
         "than of ropes"),
        ("a person more familiar with kilns then with ropes, in Ghana", {"hard topic kilns", "hard place Ghana"},
         "then with ropes"),
        ("somebody better at ropes than glazes and who speaks Twi", {"hard topic ropes", "hard language Twi"},
         "than glazes"),
        ("a potter more experienced in kilns than in ropes", {"hard topic potter experienced in kilns"},
         "than in ropes"),
    ],
)  # fmt: skip
def test_of_two_matters_compared_the_first_is_asked_for_and_the_other_told(
    request_: str, wanted: set[str], told: str
) -> None:
    assert read(request_) == wanted
    assert (told, COMPARED) in {(word.text, word.as_) for word in understand(request_, CONTEXT)[1].unused}


@pytest.mark.parametrize(
    "request_",
    [
        "why it rains more in spring than in autumn", "clay that dries faster in summer than in winter",
        "somebody with more than ten years in kilns", "kilns, a baker rather than a cook",
        "somebody better at kilns than Bo Tindall",
    ],
)  # fmt: skip
def test_a_matter_a_number_and_a_name_are_compared_otherwise(request_: str) -> None:
    assert COMPARED not in {word.as_ for word in understand(request_, CONTEXT)[1].words}
