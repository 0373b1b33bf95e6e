"""What several tests of the client need."""

from __future__ import annotations

import discord
import pytest


@pytest.fixture
def no_session_pause(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave out the five seconds that discord.py waits before it begins another session."""

    async def at_once(client: discord.Client, shard_id: int | None, *, initial: bool = False) -> None:
        pass

    monkeypatch.setattr(discord.Client, "before_identify_hook", at_once)
