"""The simulated Discord held against the real one's description: what the bot asks of it, and what it answers."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from unittest import mock

from simcord.http import router

from tests.bot.completed import answer, completed
from tests.discord.description import ApiRequest, File
from tests.discord.yardstick import Yardstick


@contextmanager
def measured() -> Iterator[Yardstick]:
    """Notes every request that bots make meanwhile, and completes what simcord answers."""
    yardstick = Yardstick()
    dispatch = router.dispatch

    def measuring(backend: Any, method: str, path: str, **parts: Any) -> Any:
        files = {f"files[{index}]": File(file.filename, _size(file.fp)) for index, file in enumerate(parts["files"])}
        request = ApiRequest(method, path, parts.get("params") or {}, parts.get("json"), files)
        yardstick.note_request(request)
        answered = answer(request, dispatch(backend, method, path, **parts))
        yardstick.note_answer(request, answered)
        return answered

    with mock.patch.object(router, "dispatch", measuring), completed():
        yield yardstick


def _size(opened: Any) -> int:
    place = opened.tell()
    size: int = opened.seek(0, 2)
    opened.seek(place)
    return size
