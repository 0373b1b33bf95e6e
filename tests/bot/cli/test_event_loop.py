"""The event loop that the bot runs on."""

from __future__ import annotations

import asyncio
import sys

import pytest

from bot.cli.startup import _fast_loop_factory


async def loop_module() -> str:
    return type(asyncio.get_running_loop()).__module__


@pytest.mark.parametrize("is_installed", [True, False])
def test_the_fast_loop_factory_is_used_where_it_is_to_be_had(
    is_installed: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    if not is_installed:
        monkeypatch.setitem(sys.modules, "uvloop", None)
    with asyncio.Runner(loop_factory=_fast_loop_factory()) as runner:
        assert runner.run(loop_module()).startswith("uvloop") == is_installed
