"""The latest checkpoint of a thread is the one that was made last, whatever the clocks say.

LangGraph takes the checkpoint with the greatest id for the latest, and an id begins with the time at which it was made.
It sees to it that ids grow within one process. Where a clock was set back between two starts, or the next step is made
by another server whose clock is behind, the new checkpoints would come before the old ones, and a turn would be lost
without a word. So ids go on from the latest of the thread: whoever adds to a thread has read it first.
"""

from __future__ import annotations

import threading
from uuid import UUID

from langchain_core.runnables import RunnableConfig
from langgraph.checkpoint.base import BaseCheckpointSaver, CheckpointTuple
from langgraph.checkpoint.base import id as ids

_LATEST = "_last_v6_timestamp"  # LangGraph's own, of the last id of this process
_guard = threading.Lock()


class InOrder(BaseCheckpointSaver[str]):
    """Stands before the class of a saver: ids that are made after a look at a thread are greater than its own."""

    def get_tuple(self, config: RunnableConfig) -> CheckpointTuple | None:
        """Return the checkpoint that is asked for, or the latest; the clock of ids is behind neither afterwards."""
        found = super().get_tuple(config)
        asked = dict(config["configurable"])
        latest = super().get_tuple({"configurable": asked}) if found and asked.pop("checkpoint_id", None) else found
        if latest:
            _go_on_from(latest.checkpoint["id"])
        return found


def _go_on_from(id: str) -> None:
    if UUID(id).version != 6:
        return
    time = ids.UUID(id).time
    with _guard:
        vars(ids)[_LATEST] = max(vars(ids)[_LATEST] or 0, time)
