"""The launcher: one process that serves the dashboard and a small JSON API beside it, behind one gate, warms up the
embedding models, and looks after watched folders and pinned answers."""

from __future__ import annotations

import asyncio
import gc
import logging
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import streamlit as st
from starlette.middleware import Middleware
from streamlit.runtime import get_instance

from core.api import Gate, routes
from core.api.connections import limit_connections, raise_file_limit
from core.errors import AppError
from core.installation import installation
from core.privacy import close_new_files
from core.ui.visitors import visitors
from core.upkeep import Upkeep

log = logging.getLogger("glassbox")


@asynccontextmanager
async def lifespan(_: object) -> AsyncIterator[None]:
    """Load the embedding model beside the first paint, not before it; close the stores at the end."""
    close_new_files()
    raise_file_limit()
    limit_connections()
    visitors.watch(get_instance())
    seeing_off = asyncio.create_task(visitors.see_off())
    threading.Thread(target=warm_up, name="warm-up", daemon=True).start()
    upkeep = Upkeep(installation)
    upkeep.start()
    yield
    seeing_off.cancel()
    await asyncio.to_thread(upkeep.close)
    if installation.cache_info().currsize:
        installation().close()


def warm_up() -> None:
    """Load what takes seconds. A wrong setting is shown on the page, not here."""
    try:
        installation().warm_up()
        gc.freeze()  # the model stays; walking through it at every collection takes a third of a second
    except AppError as error:
        log.warning("warm-up: %s", error)


app = st.App(
    Path(__file__).parent / "core" / "ui" / "shell.py",
    routes=routes(),
    middleware=[Middleware(Gate, visitors=visitors)],
    lifespan=lifespan,
)

if __name__ == "__main__":
    app.run()
