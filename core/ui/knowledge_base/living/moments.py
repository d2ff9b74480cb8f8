"""When something happened, by the clock of whoever looks."""

from __future__ import annotations

from datetime import UTC, datetime, tzinfo
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import streamlit as st


def moment(written: str) -> str:
    """Say a moment (ISO 8601): the time alone when it was today, else with its date; in UTC where nobody tells."""
    zone = _zone()
    when, now = datetime.fromisoformat(written).astimezone(zone), datetime.now(zone)
    said = f"{when:%H:%M:%S}" if when.date() == now.date() else f"{when:%Y-%m-%d %H:%M}"
    return said if st.context.timezone else f"{said} UTC"


def _zone() -> tzinfo:
    try:
        return ZoneInfo(st.context.timezone) if st.context.timezone else UTC
    except (ZoneInfoNotFoundError, ValueError):
        return UTC
