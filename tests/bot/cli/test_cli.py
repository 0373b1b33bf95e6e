"""The command line: what it prints, with which exit status, and that no fault of configuration is a traceback."""

from __future__ import annotations

import asyncio
import contextlib
import importlib
import json
import logging
import os
import signal
import socket
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any, Literal, cast

import aiohttp
import discord
import pytest
import structlog
from pydantic import ValidationError
from typer.main import get_command
from typer.testing import Result

from bot.cli import app, logs
from bot.cli.local import LOCK
from bot.cli.refusal import PASSING, USAGE
from bot.client.portolan import Portolan
from bot.settings import Settings
from storage import urls
from storage.database import Database
from storage.errors import DatabaseUnusable
from tests.bot.command_line import portolan, refusal
from tests.storage.test_free_claims import claimed, take

ROOT = Path(__file__).parents[3]
TOKEN = "MTIzNDU2Nzg5MDEyMzQ1Njc4.secret.token"
pytestmark = pytest.mark.usefixtures("clean_place", "unlearned")


@pytest.fixture
def unlearned(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a bot that is only started learn no words of games, which takes longer than starting it."""
    monkeypatch.setattr("bot.cli.startup.learn", lambda: None)


# -- starting ----------------------------------------------------------------------------------------------------------


def test_help_names_every_command_and_imports_nothing_heavy() -> None:
    commands = cast("Any", get_command(app)).commands
    script = (
        "import sys; from typer.testing import CliRunner; from bot.cli import app\n"
        "shown = CliRunner().invoke(app, ['--help']).output\n"
        f"commands = {[*commands]}\n"
        "assert all(name in shown for name in commands), shown\n"
        "print(*sorted({'discord', 'PIL', 'sqlalchemy', 'msgspec', 'pydantic'} & set(sys.modules)))"
    )
    process = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True, cwd=ROOT)
    assert process.stdout.strip() == ""


def test_without_a_command_the_program_says_what_it_can_do() -> None:
    assert portolan().stdout.split() == portolan("--help").stdout.split()


def test_a_fault_of_the_program_prints_no_local_variables(monkeypatch: pytest.MonkeyPatch) -> None:
    """A token may be among them."""
    script = "from bot.cli import app; import bot.cli.local as l; l.play_locally = None; app(['sandbox'])"
    process = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False, cwd=ROOT)
    assert process.returncode == 1
    assert "TypeError" in process.stderr
    assert "│" not in process.stderr


def test_the_version_is_told() -> None:
    result = portolan("--version")
    assert result.exit_code == 0
    assert result.stdout.startswith("portolan 1.")


# -- run ---------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("token", [None, "", "  "])
def test_run_without_a_token_says_what_is_missing_and_where_to_get_it(token: str | None) -> None:
    line = refusal(portolan("run", **({} if token is None else {"DISCORD_TOKEN": token})))
    assert "DISCORD_TOKEN" in line
    assert "https://discord.com/developers/applications" in line


def test_run_reads_the_token_from_a_file(tmp_path: Path) -> None:
    (tmp_path / ".env").write_text(f"DISCORD_TOKEN={TOKEN}\nDATABASE_URL=mysql://somewhere/else\n")
    assert "mysql" in refusal(portolan("run"))


def test_run_names_the_setting_that_is_not_understood() -> None:
    assert refusal(portolan("run", DISCORD_TOKEN=TOKEN, LOG_LEVEL="loud")).startswith("LOG_LEVEL: ")


@pytest.mark.parametrize(
    ("settings", "wording"),
    [
        ({"SHARD_COUNT": "0"}, "SHARD_COUNT: Input should be greater than or equal to 1"),
        ({"SHARD_COUNT": "two"}, "SHARD_COUNT: Input should be a valid integer"),
        ({"SHARD_COUNT": "2000000"}, "SHARD_COUNT: Input should be less than or equal to 10000"),
        ({"SHARD_IDS": "0"}, "SHARD_IDS: needs SHARD_COUNT"),
        (
            {"SHARD_COUNT": "2", "SHARD_IDS": "0-2"},
            "SHARD_IDS: there is no shard 2; with SHARD_COUNT=2 they",
        ),
        ({"SHARD_COUNT": "2", "SHARD_IDS": "one"}, "SHARD_IDS: write numbers and ranges of them, such as 0,1 or 0-3"),
        ({"SHARD_COUNT": "2", "SHARD_IDS": "0,"}, "SHARD_IDS: write numbers"),
        ({"SHARD_COUNT": "2", "SHARD_IDS": "-1"}, "SHARD_IDS: write numbers"),
        ({"SHARD_COUNT": "2", "SHARD_IDS": "1-0"}, "SHARD_IDS: 1-0 is no range"),
        ({"SHARD_COUNT": "2", "SHARD_IDS": "0-1,1"}, "SHARD_IDS: a shard is named twice"),
        ({"SHARD_COUNT": "2", "SHARD_IDS": "0", "DATABASE_URL": "sqlite:///x.db"}, "SHARD_IDS: several processes need"),
    ],
)
def test_shards_that_make_no_sense_are_refused_in_one_line(settings: dict[str, str], wording: str) -> None:
    environment = {"DISCORD_TOKEN": TOKEN, "DATABASE_URL": "postgresql://localhost/portolan"} | settings
    assert refusal(portolan("run", **environment)).startswith(wording)


@pytest.mark.parametrize(
    ("count", "ids", "read"),
    [("", "", (None, None)), ("2", "", (2, None)), ("4", "1", (4, (1,))), ("9", "0, 2-4,8", (9, (0, 2, 3, 4, 8)))],
)
def test_shards_are_numbers_and_ranges(
    monkeypatch: pytest.MonkeyPatch, count: str, ids: str, read: tuple[int | None, tuple[int, ...] | None]
) -> None:
    monkeypatch.setenv("DATABASE_URL", "postgresql://localhost/portolan")
    monkeypatch.setenv("SHARD_COUNT", count)
    monkeypatch.setenv("SHARD_IDS", ids)
    settings = Settings()
    assert (settings.shard_count, settings.shard_ids) == read


@pytest.mark.parametrize("backend", ["postgresql"], indirect=True)
def test_the_bot_has_the_shards_that_were_set(monkeypatch: pytest.MonkeyPatch, database_url: str) -> None:
    started: list[tuple[int | None, object]] = []

    async def start(bot: discord.AutoShardedClient, token: str) -> None:
        started.append((bot.shard_count, bot.shard_ids))

    monkeypatch.setattr(discord.AutoShardedClient, "start", start)
    for shards in ({}, {"SHARD_COUNT": "2"}, {"SHARD_COUNT": "4", "SHARD_IDS": "1-2"}):
        assert portolan("run", DISCORD_TOKEN=TOKEN, DATABASE_URL=database_url, **shards).exit_code == 0
    assert started == [(None, None), (2, None), (4, (1, 2))]


def test_settings_may_be_written_in_capitals(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in (("DISCORD_TOKEN", TOKEN), ("LOG_LEVEL", "DEBUG"), ("LOG_FORMAT", "JSON")):
        monkeypatch.setenv(name, value)
    settings = Settings()
    assert (settings.log_level, settings.log_format) == ("debug", "json")


@pytest.mark.parametrize("name", ["RENDER_PROCESSES", "DRAWING_PROCESSES"])
def test_the_processes_that_draw_are_set_by_either_name_and_64_at_most(
    monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    for number in (3, 64):
        monkeypatch.setenv(name, str(number))
        assert Settings().render_processes == number
    monkeypatch.setenv(name, "65")
    with pytest.raises(ValidationError, match="less than or equal to 64"):
        Settings()


@pytest.mark.parametrize(("command", "status"), [("run", PASSING), ("think", PASSING), ("migrate", USAGE)])
def test_an_unreachable_database_is_one_line_without_the_password(command: str, status: int) -> None:
    """Commands that run for ever end with a status after which they are started again."""
    url = "postgresql://somebody:hunter2@127.0.0.1:1/portolan"
    line = last_line(portolan(command, DISCORD_TOKEN=TOKEN, DATABASE_URL=url), status)
    assert line.startswith("portolan: DATABASE_URL: ")
    assert "127.0.0.1" in line
    assert "hunter2" not in line


@pytest.mark.parametrize("url", ["mysql://somewhere/portolan", "sqlite://", "/dev/null/portolan.db"])
def test_no_other_start_mends_a_wrong_address_of_the_database(url: str) -> None:
    last_line(portolan("run", DISCORD_TOKEN=TOKEN, DATABASE_URL=url))


def last_line(result: Result, status: int = USAGE) -> str:
    """Return the refusal after what was logged before it; there is no traceback."""
    assert result.exit_code == status, result.output
    assert "Traceback" not in result.output
    return result.stderr.splitlines()[-1]


def test_a_database_that_may_not_be_written_is_a_fault_of_the_configuration() -> None:
    assert portolan("migrate", DATABASE_URL="sqlite:///portolan.db").exit_code == 0
    # Root may write everything; SQLite refuses a file that is opened for reading alone in the same way.
    url = f"sqlite:///file:{Path('portolan.db').absolute()}?mode=ro&uri=true"
    line = last_line(portolan("run", DISCORD_TOKEN=TOKEN, DATABASE_URL=url), USAGE)
    assert "attempt to write a readonly database" in line


@pytest.mark.parametrize(
    ("code", "lasting"),
    [
        (sqlite3.SQLITE_READONLY_DIRECTORY, True),
        (sqlite3.SQLITE_CANTOPEN, True),
        (sqlite3.SQLITE_BUSY, False),
        (sqlite3.SQLITE_FULL, False),
    ],
)
def test_only_what_another_start_would_meet_again_is_lasting(code: int, lasting: bool) -> None:
    fault = sqlite3.OperationalError("refused")
    fault.sqlite_errorcode = code
    kind = type(urls.unreachable(urls.normalise("sqlite:///portolan.db"), fault))
    assert (kind is DatabaseUnusable) == lasting


@pytest.mark.parametrize(
    "environment",
    [
        {"DISCORD_TOKEN": ""},
        {"DISCORD_TOKEN": TOKEN, "DATABASE_URL": "mysql://somewhere/portolan"},
        {"DISCORD_TOKEN": TOKEN, "DATABASE_URL": "postgresql://somebody@127.0.0.1:1/portolan"},
    ],
)
def test_the_last_line_of_a_log_in_json_is_json(environment: dict[str, str]) -> None:
    text_result = portolan("run", **environment)
    result = portolan("run", LOG_FORMAT="json", **environment)
    lines = [json.loads(line) for line in result.stderr.splitlines()]
    assert result.exit_code == text_result.exit_code
    assert lines[-1]["exit_status"] == result.exit_code
    assert f"portolan: {lines[-1]['event']}" == text_result.stderr.splitlines()[-1]


class Answer:
    """The answer of a web server, as discord.py looks at it."""

    status = 503
    reason = "Service Unavailable"


def closed_connection(code: int) -> discord.ConnectionClosed:
    """Return the fault of a connection that Discord has closed with a number."""
    return discord.ConnectionClosed(cast(Any, SimpleNamespace(close_code=code)), shard_id=0)


@pytest.mark.parametrize(
    ("fault", "wording", "status"),
    [
        (discord.LoginFailure("Improper token has been passed."), "refuses DISCORD_TOKEN", USAGE),
        (discord.PrivilegedIntentsRequired(None), "does not let this bot connect", USAGE),
        (closed_connection(4004), "closed the connection for good", USAGE),
        (closed_connection(4011), "closed the connection for good", USAGE),
        (closed_connection(1000), "closed the connection: ", PASSING),
        (discord.GatewayNotFound(), "cannot be reached", PASSING),  # type: ignore[no-untyped-call]
        (discord.DiscordServerError(Answer(), "down"), "cannot be reached", PASSING),
        (aiohttp.ClientConnectionError("no route"), "cannot be reached: no route", PASSING),
        (TimeoutError(), "cannot be reached: TimeoutError", PASSING),
    ],
    ids=lambda value: type(value).__name__ if isinstance(value, Exception) else "",
)
def test_when_discord_refuses_it_is_one_line_and_what_passes_has_a_status_of_its_own(
    fault: Exception, wording: str, status: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def start(self: Portolan, token: str) -> None:
        assert token == TOKEN
        raise fault

    monkeypatch.setattr(Portolan, "start", start)
    line = last_line(portolan("run", DISCORD_TOKEN=f" {TOKEN} "), status)
    assert wording in line
    assert TOKEN not in line


def test_a_timeout_of_the_database_is_not_said_to_be_one_of_discord(monkeypatch: pytest.MonkeyPatch) -> None:
    async def fail(_: Database) -> None:
        raise TimeoutError("of the database")

    monkeypatch.setattr("bot.cli.startup.jobs.free", fail)
    result = portolan("run", DISCORD_TOKEN=TOKEN)
    assert isinstance(result.exception, TimeoutError)
    assert "Discord" not in result.stderr


@pytest.mark.parametrize(("token", "wording"), [("", "DISCORD_TOKEN is not set"), (TOKEN, "refuses DISCORD_TOKEN")])
@pytest.mark.parametrize("is_waiting", [True, False])
def test_what_no_other_start_mends_may_wait_to_be_stopped(
    token: str, wording: str, is_waiting: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    waits_begun: list[str] = []

    async def refuse(_: Portolan, token: str) -> None:
        raise discord.LoginFailure("Improper token has been passed.")

    class StopRequest(asyncio.Event):
        async def wait(self) -> Literal[True]:
            waits_begun.append("waited")
            return True

    @contextlib.contextmanager
    def stop_signal() -> Iterator[asyncio.Event]:
        yield StopRequest()

    monkeypatch.setattr("bot.cli.startup.until_stopped", refuse)
    monkeypatch.setattr("bot.cli.startup.stop_signal", stop_signal)
    assert wording in last_line(portolan("run", DISCORD_TOKEN=token, WAIT_WHEN_REFUSED=str(is_waiting)))
    assert waits_begun == ["waited"] * is_waiting


def test_run_migrates_before_it_connects(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def start(self: Portolan, token: str) -> None:
        async with self.database.reading() as session:
            await session.connection()
        assert await self.tables.tables_of_user(1) == []
        raise discord.LoginFailure("enough seen")

    monkeypatch.setattr(Portolan, "start", start)
    last_line(portolan("run", DISCORD_TOKEN=TOKEN))
    assert (tmp_path / "var" / "portolan.db").exists()


def test_run_goes_on_at_once_with_what_was_claimed_when_its_database_was_saved(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    url = f"sqlite:///{tmp_path / 'restored.db'}"

    async def claim() -> None:
        async with Database.open(url) as database:
            await database.migrate()
            await claimed(database)

    async def start(self: Portolan, token: str) -> None:
        assert await take(self.database) == (1, [1])
        raise discord.LoginFailure("enough seen")

    asyncio.run(claim())
    monkeypatch.setattr(Portolan, "start", start)
    assert "refuses DISCORD_TOKEN" in last_line(portolan("run", DISCORD_TOKEN=TOKEN, DATABASE_URL=url))


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_stops_the_bot_gracefully(number: signal.Signals, monkeypatch: pytest.MonkeyPatch) -> None:
    closings: list[str] = []
    close = Portolan.close

    async def start(self: Portolan, token: str) -> None:
        asyncio.get_running_loop().call_soon(os.kill, os.getpid(), number)
        await asyncio.Event().wait()

    async def note_and_close(self: Portolan) -> None:
        closings.append("closed")
        await close(self)

    monkeypatch.setattr(Portolan, "start", start)
    monkeypatch.setattr(Portolan, "close", note_and_close)
    result = portolan("run", DISCORD_TOKEN=TOKEN, LOG_FORMAT="json")
    assert result.exit_code == 0, result.output
    assert closings == ["closed"]


def test_the_installed_program_refuses_in_one_line(tmp_path: Path) -> None:
    program = [str(Path(sys.executable).parent / "portolan"), "run"]
    process = subprocess.run(program, capture_output=True, text=True, cwd=tmp_path, timeout=60, check=False)
    assert process.returncode == 2
    assert process.stdout == ""
    assert process.stderr.startswith("portolan: DISCORD_TOKEN")
    assert process.stderr.count("\n") == 1


def test_logs_are_text_or_json_and_show_no_variables(capsys: pytest.CaptureFixture[str]) -> None:
    def fail(secret: str) -> None:
        raise ValueError("broken")

    formats: tuple[Literal["text", "json"], ...] = ("text", "json")
    for log_format in formats:
        logs.configure("info", log_format)
        try:
            fail("hunter".upper())
        except ValueError:
            structlog.get_logger().exception("it failed", table=7)
        structlog.get_logger().debug("too much detail")
        text = capsys.readouterr().err
        assert "ValueError: broken" in text
        assert "HUNTER" not in text
        assert "too much detail" not in text
        if log_format == "json":
            line = json.loads(text)
            assert (line["event"], line["table"], line["level"]) == ("it failed", 7, "error")


@pytest.mark.parametrize("name", [*logs.NOISY, *logs.SECRETIVE])
def test_no_library_logs_below_the_chosen_level(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    logs.configure("error", "text")
    logging.getLogger(name).warning("a detail")
    logging.getLogger(name).error("a failure")
    text = capsys.readouterr().err
    assert "a failure" in text
    assert "a detail" not in text


# -- migrate -----------------------------------------------------------------------------------------------------------


def test_migrate_prints_the_revision_and_may_be_repeated(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'deep' / 'table.db'}"
    for _ in range(2):
        result = portolan("migrate", DATABASE_URL=url)
        assert result.exit_code == 0, result.output
        assert result.stdout.startswith("the database is at revision 00")


# -- sandbox and bench -------------------------------------------------------------------------------------------------


def test_sandbox_refuses_what_does_not_exist() -> None:
    assert "there is no game 'chess'" in refusal(portolan("sandbox", "--game", "chess"))
    assert "not 9" in refusal(portolan("sandbox", "--game", "navegador", "--players", "9"))
    assert "--game" in refusal(portolan("sandbox", "--players", "3"))


def test_a_busy_port_is_one_line_with_the_way_out(tmp_path: Path) -> None:
    with closing(socket.create_server(("127.0.0.1", 0))) as server:
        port = str(server.getsockname()[1])
        line = refusal(portolan("sandbox", "--folder", str(tmp_path), "--port", port), status=1)
    assert line == f"port {port} is taken by another program; leave out --port, which takes any free one"


def test_a_second_sandbox_in_a_folder_is_one_line_with_the_way_out(tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / LOCK, isolation_level=None)) as first:
        first.execute("BEGIN EXCLUSIVE")
        line = refusal(portolan("sandbox", "--folder", str(tmp_path)), status=1)
    assert line.startswith(f"a sandbox is already running in the folder {tmp_path}: ")
    assert line.endswith(f"portolan sandbox --folder {tmp_path}2")


@pytest.mark.parametrize("content", [None, b"no database " * 100], ids=["folder", "text"])
def test_a_lock_that_cannot_be_used_is_one_line_with_its_path(tmp_path: Path, content: bytes | None) -> None:
    lock = tmp_path / LOCK
    if content is None:
        lock.mkdir()
    else:
        lock.write_bytes(content)
    assert refusal(portolan("sandbox", "--folder", str(tmp_path))).startswith(f"the sandbox cannot start: {lock}: ")


def test_sandbox_without_simcord_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in sys.modules if name.split(".")[0] == "simcord" or name == "bot.cli.sandbox.page"]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "simcord", None)
    assert refusal(portolan("sandbox")).endswith("pipx install 'portolan-bot[sandbox]' (in a checkout: make sandbox)")


def _sandbox_page() -> ModuleType:
    """Return the module; by its name pytest would look in ``bot.cli.sandbox``, which may still be the command."""
    return importlib.import_module("bot.cli.sandbox.page")


def test_the_sandbox_keeps_quiet_about_what_concerns_a_real_discord(monkeypatch: pytest.MonkeyPatch) -> None:
    async def sandbox(*arguments: Any) -> None:
        for name in ("discord.client", *logs.SECRETIVE):
            logging.getLogger(name).warning("Guilds intent seems to be disabled.")
        logging.getLogger("bot").warning("what is ours")

    monkeypatch.setattr(_sandbox_page(), "sandbox", sandbox)
    log = portolan("sandbox").stderr
    assert "what is ours" in log
    assert "Guilds" not in log


def test_sandbox_passes_on_what_was_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[tuple[Any, ...]] = []

    async def sandbox(*arguments: Any) -> None:
        calls.append(arguments)

    monkeypatch.setattr(_sandbox_page(), "sandbox", sandbox)
    words = ["sandbox", "--game", "navegador", "--players", "2", "--folder", "here", "--port", "8123"]
    assert portolan(*words).exit_code == 0
    assert portolan("sandbox").exit_code == 0
    assert calls == [("navegador", 2, Path("here"), 8123), (None, None, Path("var"), 0)]


def test_a_start_waits_while_discord_wants_fewer_requests(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tried: list[str] = []

    async def start(bot: Portolan, token: str) -> None:
        tried.append(token)
        if len(tried) < 3:
            raise discord.RateLimited(0.01)

    monkeypatch.setattr(Portolan, "start", start)
    url = f"sqlite:///{tmp_path / 'tables.db'}"
    assert portolan("run", DISCORD_TOKEN="token", DATABASE_URL=url).exit_code == 0
    assert tried == ["token"] * 3
