"""Time zone and locale of the process: they change nothing of what the program reads, writes and says."""

from __future__ import annotations

import asyncio
import io
import os
import subprocess
import sys
from datetime import timedelta
from pathlib import Path

import pytest
from rich.console import Console
from sqlmodel import col, update

from bot.cli import replace_what_the_terminal_lacks
from bot.tables import Tables
from storage.columns import utcnow
from storage.models import SeatRow
from tests.bot.lobbies import ANNA, sqlite
from tests.bot.table_commands import change, played

USUAL = {"TZ": "UTC", "LC_ALL": "C.UTF-8"}
HOSTILE = {"TZ": "Pacific/Chatham", "LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
"""The zone is up to 13:45 ahead of UTC, and the encoding of files and terminals is ASCII unless the code names one."""

RECORD = Path(__file__).parents[2] / "records" / "macao" / "2-201.json"
PROGRAM = """
import sys
from bot.cli import app

for line in sys.argv[1:]:
    app(line.split(), standalone_mode=False)
"""


async def output(surroundings: dict[str, str], database_url: str, *lines: str) -> str:
    """Run commands in a process of their own, and return what they print."""
    command = [sys.executable, "-c", PROGRAM, *lines]
    environment = {**os.environ, **surroundings, "DATABASE_URL": database_url}
    process = await asyncio.to_thread(subprocess.run, command, env=environment, capture_output=True, check=False)
    assert (process.returncode, process.stderr.decode()) == (0, "")
    return process.stdout.decode("utf-8")


@sqlite
@pytest.mark.usefixtures("clean_place")
async def test_commands_print_the_same_whatever_zone_and_locale_the_process_has(
    tables: Tables, database_url: str
) -> None:
    table = await played(tables)
    await change(tables.database, table.row.id, created_at=utcnow() - timedelta(days=3, hours=2, minutes=30))
    async with tables.database.transaction() as session:
        await session.exec(update(SeatRow).where(col(SeatRow.user_id) == ANNA).values(name="Zoë"))
    lines = ("tables list", f"tables show {table.row.id}", f"verify {RECORD} --language de")
    usual_output, hostile_output = await asyncio.gather(
        *(output(surroundings, database_url, *lines) for surroundings in (USUAL, HOSTILE))
    )
    assert "Zoë" in usual_output
    assert "Die Aufzeichnung ist gültig" in usual_output
    assert hostile_output == usual_output


def test_a_terminal_without_a_character_shows_a_question_mark(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(terminal, encoding="latin-1"))
    replace_what_the_terminal_lacks()
    Console().print("• Zoë")
    sys.stdout.flush()
    assert terminal.getvalue() == "? Zoë\n".encode("latin-1")
