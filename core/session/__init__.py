"""One analyst's session with one system: `ThreadView` looks at a thread, `GraphSession` works on it.

The session is the wrapper that all pages share around the graphs.
"""

from core.session.graph_session import GraphSession
from core.session.view import Checkpoint, ThreadView

__all__ = ["Checkpoint", "GraphSession", "ThreadView"]
