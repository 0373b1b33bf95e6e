"""Interactions that are being carried out, so that a bot that stops can see them through."""

from __future__ import annotations

import asyncio
from typing import Any

import discord


class Underway:
    """Every task that carries out an interaction enters here before it begins."""

    def __init__(self) -> None:
        self._tasks: dict[asyncio.Task[Any], discord.Interaction[Any]] = {}
        self._closed = False

    def enter(self, interaction: discord.Interaction[Any]) -> bool:
        """Whether the calling task may begin; it counts as under way until it ends."""
        task = asyncio.current_task()
        if self._closed or task is None:
            return False
        self._tasks[task] = interaction
        task.add_done_callback(self._left)
        return True

    def shut(self) -> None:
        """Lets nobody in any more."""
        self._closed = True

    async def finish(self, seconds: float) -> list[discord.Interaction[Any]]:
        """Lets nobody in any more and waits so long; what is not done then is broken off and returned."""
        self.shut()
        tasks = {task: interaction for task, interaction in self._tasks.items() if task is not asyncio.current_task()}
        if not tasks:
            return []
        _, late = await asyncio.wait(tasks, timeout=seconds)
        for task in late:
            task.cancel()
        return [tasks[task] for task in late]

    def _left(self, task: asyncio.Task[Any]) -> None:
        self._tasks.pop(task, None)
