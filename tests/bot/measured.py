"""Compare the simulated Discord with the description of the real one: the bot's requests, and the answers."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from unittest import mock

from simcord.http import router

from tests.bot.completed import complete_answer, complete_payloads
from tests.discord.description import ApiRequest, File
from tests.discord.yardstick import Yardstick


@contextmanager
def measure_requests() -> Iterator[Yardstick]:
    """Note every request that bots make during the block, and complete what simcord answers."""
    yardstick = Yardstick()
    dispatch = router.dispatch

    def measuring(backend: Any, method: str, path: str, **parts: Any) -> Any:
        files = {f"files[{index}]": File(file.filename, _size(file.fp)) for index, file in enumerate(parts["files"])}
        request = ApiRequest(method, path, parts.get("params") or {}, parts.get("json"), files)
        yardstick.note_request(request)
        answered = complete_answer(request, dispatch(backend, method, path, **parts))
        yardstick.note_answer(request, answered)
        return answered

    with mock.patch.object(router, "dispatch", measuring), complete_payloads():
        yield yardstick


def _size(opened: Any) -> int:
    place = opened.tell()
    size: int = opened.seek(0, 2)
    opened.seek(place)
    return size
