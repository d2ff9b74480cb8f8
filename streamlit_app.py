"""The launcher: one process that serves the dashboard, a small JSON API beside it, and warms up the embedding model."""

from __future__ import annotations

import gc
import logging
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import streamlit as st
from starlette.middleware import Middleware

from core.api import SecurityHeaders, routes
from core.errors import AppError
from core.installation import installation

log = logging.getLogger("glassbox")


@asynccontextmanager
async def lifespan(_: object) -> AsyncIterator[None]:
    """Load the embedding model beside the first paint, not before it; close the stores at the end."""
    threading.Thread(target=warm_up, name="warm-up", daemon=True).start()
    yield
    if installation.cache_info().currsize:
        installation().close()


def warm_up() -> None:
    """Load what takes seconds. A wrong setting is shown on the page, not here."""
    try:
        installation().embedder.warm_up()
        gc.freeze()  # the model stays; walking through it at every collection takes a third of a second
    except AppError as error:
        log.warning("warm-up: %s", error)


app = st.App(
    Path(__file__).parent / "core" / "ui" / "shell.py",
    routes=routes(),
    middleware=[Middleware(SecurityHeaders)],
    lifespan=lifespan,
)

if __name__ == "__main__":
    app.run()
