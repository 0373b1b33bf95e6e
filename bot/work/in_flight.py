"""Interactions in progress, which a stopping bot finishes first."""

from __future__ import annotations

import asyncio
from typing import Any

import discord


class Underway:
    """The tasks that handle interactions; each calls ``enter`` before it begins."""

    def __init__(self) -> None:
        self._tasks: dict[asyncio.Task[Any], discord.Interaction[Any]] = {}
        self._closed = False

    def enter(self, interaction: discord.Interaction[Any]) -> bool:
        """Count the calling task as in progress until it ends; return False if it may not begin, as the bot stops."""
        task = asyncio.current_task()
        if self._closed or task is None:
            return False
        self._tasks[task] = interaction
        task.add_done_callback(self._left)
        return True

    def shut(self) -> None:
        """Refuse all further tasks."""
        self._closed = True

    async def finish(self, seconds: float) -> list[discord.Interaction[Any]]:
        """Refuse further tasks and wait for those in progress.

        Tasks that are not done after ``seconds`` are cancelled, and their interactions returned.
        """
        self.shut()
        tasks = {task: interaction for task, interaction in self._tasks.items() if task is not asyncio.current_task()}
        if not tasks:
            return []
        _, unfinished = await asyncio.wait(tasks, timeout=seconds)
        for task in unfinished:
            task.cancel()
        return [tasks[task] for task in unfinished]

    def _left(self, task: asyncio.Task[Any]) -> None:
        self._tasks.pop(task, None)
