"""Small HTTP servers on this machine, in place of Discord, a proxy or the bot's own metrics."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


class QuietHandler(BaseHTTPRequestHandler):
    """A handler that prints nothing about requests."""

    def log_message(self, *_: object) -> None:
        pass


@contextmanager
def serve(handler: type[BaseHTTPRequestHandler], address: str = "127.0.0.1") -> Iterator[int]:
    """Answer requests with ``handler`` in the meantime, and yield the port."""
    with ThreadingHTTPServer((address, 0), handler) as server:
        threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
        yield server.server_port
        server.shutdown()
