"""The bot as it is served, in processes of its own that talk to the stand-in; what they log and what they take."""

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
    """One process with its drawing processes. ``lines`` are what it has logged."""

    def __init__(self, process: asyncio.subprocess.Process, port: int) -> None:
        self.process, self.port = process, port
        self.lines: list[Json] = []
        self.most_memory = 0
        """Bytes, of it and of its children, what they share counted once."""
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
        """``shards``: which of how many; None: all. ``pondering``: its computers take a second for each decision."""
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        settings = {"DISCORD_TOKEN": "load", "DATABASE_URL": database, "LOG_FORMAT": "json", "LOG_LEVEL": "info"}
        settings |= {"METRICS_PORT": str(port), "RENDER_PROCESSES": str(drawing)}
        if shards is not None:
            settings |= {"SHARD_IDS": str(shards[0]), "SHARD_COUNT": str(shards[1])}
        words = [sys.executable, "-P", "-m", "tools.bench.load.bot_process", discord]
        words += [*([] if pictures else ["--no-pictures"]), *(["--pondering"] if pondering else [])]
        found = ":".join(filter(None, [str(Path(__file__).parents[3]), os.environ.get("PYTHONPATH", "")]))
        process = await asyncio.create_subprocess_exec(
            *words,
            cwd=folder,
            env={**os.environ, **settings, "PYTHONPATH": found},
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
        """Note the memory that is used now, where the system tells it (Linux)."""
        self.most_memory = max(self.most_memory, sum(map(_memory, _family(self.process.pid))))

    def thought(self) -> float:
        """Processor seconds that its thinking processes have taken, where the system tells it (Linux)."""
        return sum(processor_seconds(pid) for pid in _family(self.process.pid) if _thinks(pid))

    def spent(self) -> float:
        """Processor seconds that it has taken itself, where the system tells it (Linux)."""
        return processor_seconds(self.process.pid)

    def spent_by_helpers(self) -> float:
        """Processor seconds that the living processes beside it have taken, where the system tells it (Linux)."""
        return sum(map(processor_seconds, _family(self.process.pid)[1:]))

    async def lag(self) -> dict[float, float]:
        """How often the event loop was late, by the upper end of the bucket, in seconds; counts add up."""
        found = {}
        async with aiohttp.ClientSession() as session, session.get(f"http://127.0.0.1:{self.port}/metrics") as answer:
            for line in (await answer.text()).splitlines():
                if line.startswith("portolan_loop_lag_seconds_bucket"):
                    name, _, number = line.rpartition(" ")
                    found[float(name.split('"')[1])] = float(number)
        return found

    async def stop(self) -> None:
        if self.process.returncode is None:
            self.process.terminate()
        await self.process.wait()
        await self._reading

    def boards(self, *, drawn: bool = True) -> list[tuple[datetime, int, int]]:
        """When a board had arrived, of which table, with which version of it; ``drawn``: with its picture."""
        return [
            (datetime.fromisoformat(line["timestamp"]), line["table"], line["version"])
            for line in self.lines
            if line.get("event") == "message handled" and line.get("outcome") == "sent" and "version" in line
            if line.get("picture") or not drawn
        ]

    def faults(self) -> list[str]:
        """Return the lines that were logged as errors."""
        return [str(line.get("event")) for line in self.lines if line.get("level") in ("error", "critical")]


def _family(pid: int) -> list[int]:
    try:
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    except OSError:
        return [pid]
    return [pid, *(each for child in children for each in _family(int(child)))]


def _memory(pid: int) -> int:
    try:
        lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    except OSError:
        return 0
    return sum(int(line.split()[1]) << 10 for line in lines if line.startswith("Pss:"))


def _thinks(pid: int) -> bool:
    """Return whether a process is a thinking one, which its niceness tells."""
    try:
        return os.getpriority(os.PRIO_PROCESS, pid) == NICENESS
    except OSError:
        return False


def processor_seconds(pid: int, *, ended: bool = False) -> float:
    """Return the processor time of a process in seconds; 0 where the system does not tell it (only Linux does).

    ``ended``: add that of its child processes that have ended.
    """
    try:
        told = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0
    return sum(map(int, told[11 : 15 if ended else 13])) / os.sysconf("SC_CLK_TCK")
