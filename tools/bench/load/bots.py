"""Processes of the bot that talk to the stand-in, with their logs, processor time and memory."""

from __future__ import annotations

import asyncio
import json
import os
import socket
import sys
from datetime import datetime
from pathlib import Path
from typing import Any

import aiohttp

from bot.thinking.pool import NICENESS

Json = dict[str, Any]


class Bot:
    """A process of the bot with its drawing and thinking processes."""

    def __init__(self, process: asyncio.subprocess.Process, port: int) -> None:
        self.process = process
        self.port = port
        """Port of its metrics."""
        self.lines: list[Json] = []
        """Lines that it has logged."""
        self.most_memory = 0
        """Highest measured memory of it and its children in bytes; memory that they share counts once."""
        self._reading = asyncio.create_task(self._read())

    @classmethod
    async def start(
        cls,
        discord: str,
        database: str,
        folder: Path,
        *,
        shards: tuple[int, int] | None,
        pictures: bool,
        drawing: int,
        pondering: bool,
    ) -> Bot:
        """Start a process of the bot.

        ``shards`` is the number of its shard and the number of all shards, or None for a bot without shards. With
        ``pondering`` its computer players think a second for each decision.
        """
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        settings = {"DISCORD_TOKEN": "load", "DATABASE_URL": database, "LOG_FORMAT": "json", "LOG_LEVEL": "info"}
        settings |= {"METRICS_PORT": str(port), "RENDER_PROCESSES": str(drawing)}
        if shards is not None:
            settings |= {"SHARD_IDS": str(shards[0]), "SHARD_COUNT": str(shards[1])}
        command = [sys.executable, "-P", "-m", "tools.bench.load.bot_process", discord]
        if not pictures:
            command.append("--no-pictures")
        if pondering:
            command.append("--pondering")
        python_path = ":".join(filter(None, [str(Path(__file__).parents[3]), os.environ.get("PYTHONPATH", "")]))
        process = await asyncio.create_subprocess_exec(
            *command,
            cwd=folder,
            env={**os.environ, **settings, "PYTHONPATH": python_path},
            stderr=asyncio.subprocess.PIPE,
            limit=2**22,
        )
        return cls(process, port)

    async def _read(self) -> None:
        assert self.process.stderr is not None
        async for line in self.process.stderr:
            try:
                self.lines.append(json.loads(line))
            except ValueError:
                self.lines.append({"level": "error", "event": line.decode(errors="replace").strip()})

    def measure_memory(self) -> None:
        """Update ``most_memory`` with the memory in use, where the system tells it (Linux)."""
        self.most_memory = max(self.most_memory, sum(map(_memory, _family(self.process.pid))))

    def thought(self) -> float:
        """Return the processor seconds of its thinking processes, where the system tells them (Linux)."""
        return sum(processor_seconds(pid) for pid in _family(self.process.pid) if _thinks(pid))

    def spent(self) -> float:
        """Return the processor seconds of the process itself, where the system tells them (Linux)."""
        return processor_seconds(self.process.pid)

    def spent_by_helpers(self) -> float:
        """Return the processor seconds of its living child processes, where the system tells them (Linux)."""
        return sum(map(processor_seconds, _family(self.process.pid)[1:]))

    async def lag(self) -> dict[float, float]:
        """Return the cumulative counts of the event loop's lateness, by the upper end of each bucket in seconds."""
        counts: dict[float, float] = {}
        async with aiohttp.ClientSession() as session, session.get(f"http://127.0.0.1:{self.port}/metrics") as answer:
            for line in (await answer.text()).splitlines():
                if line.startswith("portolan_loop_lag_seconds_bucket"):
                    name, _, number = line.rpartition(" ")
                    counts[float(name.split('"')[1])] = float(number)
        return counts

    async def stop(self) -> None:
        """Stop the process, and read its log to the end."""
        if self.process.returncode is None:
            self.process.terminate()
        await self.process.wait()
        await self._reading

    def boards(self, *, drawn: bool = True) -> list[tuple[datetime, int, int]]:
        """Return time, table and version of each board that arrived; ``drawn`` selects those with a picture."""
        return [
            (datetime.fromisoformat(line["timestamp"]), line["table"], line["version"])
            for line in self.lines
            if line.get("event") == "message handled" and line.get("outcome") == "sent" and "version" in line
            if line.get("picture") or not drawn
        ]

    def faults(self) -> list[str]:
        """Return the lines that were logged as errors."""
        return [str(line.get("event")) for line in self.lines if line.get("level") in ("error", "critical")]


def processor_seconds(pid: int, *, ended: bool = False) -> float:
    """Return the processor time of a process in seconds; 0 where the system does not tell it (only Linux does).

    With ``ended`` the result includes the child processes that have ended.
    """
    try:
        # The name of the program, in brackets, may contain blanks; the fields are counted from behind it.
        stat = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0
    return sum(map(int, stat[11 : 15 if ended else 13])) / os.sysconf("SC_CLK_TCK")


def _family(pid: int) -> list[int]:
    """Return a process and all its descendants; only the process itself where the system does not tell them."""
    try:
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    except OSError:
        return [pid]
    return [pid, *(descendant for child in children for descendant in _family(int(child)))]


def _memory(pid: int) -> int:
    """Return the proportional set size of a process in bytes: its memory, with a share of what others use as well."""
    try:
        lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    except OSError:
        return 0
    return sum(int(line.split()[1]) << 10 for line in lines if line.startswith("Pss:"))


def _thinks(pid: int) -> bool:
    """Return whether a process is a thinking one, which is recognised by its niceness."""
    try:
        return os.getpriority(os.PRIO_PROCESS, pid) == NICENESS
    except OSError:
        return False
