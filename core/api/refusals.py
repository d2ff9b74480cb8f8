"""What a request gets that is not answered: a status and a few words, as JSON."""

from __future__ import annotations

from collections.abc import Mapping

from starlette.responses import JSONResponse, Response


class Refusal(Exception):
    """A request that gets a status and words; `told` stands beside the words, `headers` among the headers."""

    def __init__(self, status: int, detail: str, *, headers: Mapping[str, str] | None = None, **told: str) -> None:
        super().__init__(detail)
        self.status = status
        self.headers = headers
        self.told = told

    def response(self) -> Response:
        """Return the answer to send."""
        return JSONResponse({"detail": str(self), **self.told}, status_code=self.status, headers=self.headers)
