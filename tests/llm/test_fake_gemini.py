"""The fake must be believable: whatever schema an app sends, the answer it makes up fits."""

from __future__ import annotations

from typing import Literal

import pytest
from pydantic import BaseModel, Field

from tests.llm.fake_gemini import smallest


class Part(BaseModel):
    name: str = Field(min_length=20)
    share: float = Field(gt=0, le=1)


class Everything(BaseModel):
    kind: Literal["MATCH_FOUND", "MORE_INFO"]
    parts: list[Part] = Field(min_length=2)
    first: Part
    codes: list[str]
    number: int = Field(ge=3)
    above: int = Field(gt=3)
    sure: bool
    note: str | None
    extra: str | None = None


class Texts(BaseModel):
    short: str = Field(max_length=4)


@pytest.mark.parametrize("model", [Everything, Texts])
def test_the_smallest_answer_fits_its_schema(model: type[BaseModel]) -> None:
    model.model_validate(smallest(model.model_json_schema()))
