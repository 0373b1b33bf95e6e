"""``portolan init`` and ``portolan doctor``, against a stand-in for Discord."""

from __future__ import annotations

import asyncio
import json
import socket
import sqlite3
import stat
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from email.utils import formatdate
from pathlib import Path
from time import time
from typing import Any

import discord
import pytest
import typer
from typer.testing import CliRunner, Result

from bot import __version__
from bot.cli import app, checkup
from bot.cli.bot_account import PAGE
from bot.interactions.permissions import invited
from storage.database import Database
from tests.bot.cli.local_server import QuietHandler, serve
from tests.bot.command_line import portolan

pytestmark = pytest.mark.usefixtures("clean_place")
TOKEN = "MTIzNDU2Nzg5MDEyMzQ1Njc4.secret.token-of-a-bot"
SERVER = 123456789012345678


@dataclass
class Stand:
    """A stand-in for Discord, with its answers."""

    token: str = TOKEN
    servers: list[dict[str, Any]] = field(default_factory=list)
    flags: int = 0
    seconds_ahead: float = 0
    starts: int = 1000
    broken: int = 0
    paths: list[str] = field(default_factory=list)
    left_servers: list[str] = field(default_factory=list)
    """The paths of the requests with which the bot has left servers."""

    def answer(self, path: str, authorization: str) -> tuple[int, Any]:
        self.paths.append(path)
        if self.broken:
            return self.broken, {}
        if authorization != f"Bot {self.token}":
            return 401, {"message": "401: Unauthorized", "code": 0}
        name, _, query = path.partition("?")
        if name == "/users/@me/guilds":
            after = int(dict(part.split("=") for part in query.split("&"))["after"])
            return 200, [server for server in self.servers if int(server["id"]) > after][:PAGE]
        return 200, {
            "/users/@me": {"id": "30", "username": "Kapitän"},
            "/oauth2/applications/@me": {"id": "30", "flags": self.flags},
            "/gateway/bot": {"session_start_limit": {"remaining": self.starts}},
        }[name]


@pytest.fixture
def discord_says(monkeypatch: pytest.MonkeyPatch) -> Iterator[Stand]:
    stand = Stand()

    class Handler(QuietHandler):
        def do_GET(self) -> None:
            status, body = stand.answer(self.path, self.headers["Authorization"])
            content = json.dumps(body).encode()
            self.send_response_only(status)
            self.send_header("Date", formatdate(time() - stand.seconds_ahead, usegmt=True))
            self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            self.wfile.write(content)

        def do_DELETE(self) -> None:
            stand.left_servers.append(self.path)
            self.send_response(204)
            self.end_headers()

    with serve(Handler) as port:
        monkeypatch.setattr(discord.http.Route, "BASE", f"http://127.0.0.1:{port}")
        yield stand


def a_server(number: int = SERVER, name: str = "friends", *without: str) -> dict[str, Any]:
    allowed = invited()
    allowed.update(**dict.fromkeys(without, False))
    return {"id": str(number), "name": name, "permissions": str(allowed.value)}


def run_doctor(**environment: str) -> tuple[int, dict[str, list[str]]]:
    """Return the status of doctor, and the lines about each subject, with their marks."""
    result = portolan("doctor", **{"DISCORD_TOKEN": TOKEN, **environment})
    findings: dict[str, list[str]] = {}
    for line in result.stdout.splitlines()[:-1]:
        mark, subject, finding = line.split(maxsplit=2)
        findings.setdefault(subject, []).append(f"{mark}: {finding}")
    assert TOKEN not in result.output
    return result.exit_code, findings


# -- doctor ------------------------------------------------------------------------------------------------------------


def test_all_is_well(discord_says: Stand) -> None:
    discord_says.servers = [a_server()]
    Path("backups").mkdir()
    status, findings = run_doctor(BACKUP_TO="backups")
    assert status == 0, findings
    assert {
        mark for subject_lines in findings.values() for mark in (line.partition(":")[0] for line in subject_lines)
    } == {"ok"}
    of_this_machine = ("versions", "fonts", "settings", "database", "disk", "backups", "pictures", "computers")
    of_discord = ("token", "invitation", "intents", "logins", "clock", "permissions")
    assert tuple(findings) == (*of_this_machine, *of_discord)
    assert findings["versions"][0].startswith(f"ok: portolan {__version__}, Python 3.")
    assert findings["token"] == ["ok: that of Kapitän (application 30)"]


@pytest.mark.usefixtures("quick_trials")
def test_each_permission_that_lacks_is_named_with_the_server_and_the_way_to_get_it(discord_says: Stand) -> None:
    discord_says.servers = [
        a_server(SERVER, "friends"),
        a_server(SERVER + 1, "club", "attach_files", "send_messages_in_threads"),
        {"id": str(SERVER + 2), "name": "mine", "permissions": str(discord.Permissions(administrator=True).value)},
    ]
    status, findings = run_doctor()
    assert status == 1
    sound_line, lacking_line, own_line = findings["permissions"]
    assert sound_line.startswith("ok: friends: ")
    assert own_line.startswith("ok: mine: ")
    assert lacking_line.startswith(
        "fault: club: lacks Send Messages in Threads, Attach Files; invite it again: https://"
    )
    assert f"guild_id={SERVER + 1}" in lacking_line


@pytest.mark.usefixtures("quick_trials")
def test_every_server_is_asked_for(discord_says: Stand) -> None:
    discord_says.servers = [a_server(SERVER + number, f"server {number}") for number in range(PAGE + 1)]
    assert len(run_doctor()[1]["permissions"]) == PAGE + 1


@pytest.mark.usefixtures("quick_trials")
def test_a_bot_that_is_nowhere_is_to_be_invited(discord_says: Stand) -> None:
    status, findings = run_doctor()
    assert status == 0
    assert "client_id=30" in findings["servers"][0]
    assert f"permissions={invited().value}" in findings["servers"][0]


@pytest.mark.usefixtures("quick_trials")
def test_what_discord_tells_of_clock_intents_and_logins(discord_says: Stand) -> None:
    discord_says.servers = [a_server()]
    discord_says.flags = discord.ApplicationFlags(gateway_message_content_limited=True).value
    discord_says.starts = 3
    for seconds, direction in ((90, "ahead of"), (-90, "behind")):
        discord_says.seconds_ahead = seconds
        status, findings = run_doctor()
        assert status == 1
        assert findings["clock"][0].startswith("fault: ")
        assert f"seconds {direction} Discord's" in findings["clock"][0]
    assert "message content could be switched off" in findings["intents"][0]
    assert findings["logins"][0].startswith("look: the bot may log in 3 more times")


@pytest.mark.usefixtures("quick_trials")
def test_a_refused_token_and_a_missing_one(discord_says: Stand) -> None:
    discord_says.token = "another"
    status, findings = run_doctor()
    assert (status, findings["token"][0].partition(";")[0]) == (1, "fault: Discord refuses it")
    status, findings = run_doctor(DISCORD_TOKEN="")
    assert (status, findings["token"][0].partition(";")[0]) == (1, "fault: DISCORD_TOKEN is not set")


@pytest.mark.usefixtures("quick_trials")
def test_a_discord_that_does_not_answer(discord_says: Stand, monkeypatch: pytest.MonkeyPatch) -> None:
    discord_says.broken = 503
    assert run_doctor()[1]["discord"][0].startswith("fault: Discord answers 503 Service Unavailable to /users/@me")
    monkeypatch.setattr(discord.http.Route, "BASE", "http://127.0.0.1:9")
    assert run_doctor()[1]["discord"][0].startswith("fault: Discord cannot be reached: ")


@pytest.mark.usefixtures("quick_trials")
def test_databases(discord_says: Stand, monkeypatch: pytest.MonkeyPatch) -> None:
    async def make_tables() -> None:
        async with Database.open("sqlite:///var/portolan.db") as database:
            await database.migrate()

    assert run_doctor()[1]["database"][0].startswith("ok: var/portolan.db does not exist yet")
    asyncio.run(make_tables())
    assert run_doctor()[1]["database"][0].startswith("ok: SQLite, can be written to, tables up to date")
    Path("var/portolan.db").write_text("no database at all, but long enough to be read as one" * 100)
    status, findings = run_doctor()
    assert (status, findings["database"][0][:7]) == (1, "fault: ")
    assert run_doctor(DATABASE_URL="postgresql://nobody@127.0.0.1:9/none")[1]["database"][0].startswith("fault: ")
    monkeypatch.setattr(checkup, "LEAST_FREE_BYTES", 2**60)
    assert run_doctor(DATABASE_URL="sqlite:///new.db")[1]["disk"][0].startswith("look: only ")


def test_fonts_that_cannot_be_loaded_are_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "render.kit.fonts", None)
    monkeypatch.delattr("render.kit.fonts", raising=False)
    assert checkup.check_fonts().mark == "fault"


@pytest.mark.usefixtures("quick_trials")
def test_a_token_that_others_may_read_and_backups_that_are_late(discord_says: Stand) -> None:
    Path(".env").write_text(f"DISCORD_TOKEN={TOKEN}\n")
    Path(".env").chmod(0o644)
    assert run_doctor()[1]["settings"][0].endswith("chmod 600 .env")
    Path(".env").write_text(f"DISCORD_TOKEN={TOKEN}\nFAVOURITE_COLOUR=red\n")
    assert [line.rpartition(": ")[2] for line in run_doctor()[1]["settings"]] == ["FAVOURITE_COLOUR", "chmod 600 .env"]
    assert run_doctor()[1]["backups"][0].startswith("look: the bot makes none")
    Path("copies").mkdir()
    Path("copies/portolan-20200101-000000.backup").touch()
    assert run_doctor(BACKUP_TO="copies")[1]["backups"][0].startswith("look: the newest in copies is ")


# -- init --------------------------------------------------------------------------------------------------------------


def run_init(*answers: str) -> Any:
    return CliRunner(env={"LC_ALL": "C"}).invoke(app, ["init"], input="\n".join([*answers, ""]))


def test_init_writes_a_private_file_and_prints_the_invitation(discord_says: Stand) -> None:
    result = run_init(TOKEN, str(SERVER))
    assert result.exit_code == 0, result.output
    assert Path(".env").read_text() == f"DISCORD_TOKEN={TOKEN}\n"
    assert stat.S_IMODE(Path(".env").stat().st_mode) == 0o600
    (link,) = [line for line in result.output.splitlines() if line.startswith("Invite Kapitän: ")]
    for part in ("client_id=30", f"permissions={invited().value}", f"guild_id={SERVER}", "applications.commands"):
        assert part in link
    assert TOKEN not in result.output


def test_init_keeps_what_else_is_in_the_file_and_asks_before_a_token_is_replaced(discord_says: Stand) -> None:
    Path(".env").write_text("# mine\nLOG_LEVEL=debug\nDISCORD_TOKEN=old\nBACKUP_TO=copies\n")
    assert run_init("n").exit_code == 1
    assert "DISCORD_TOKEN=old" in Path(".env").read_text()
    assert run_init("y", TOKEN, "no number").exit_code == 0
    assert Path(".env").read_text() == f"# mine\nLOG_LEVEL=debug\nDISCORD_TOKEN={TOKEN}\nBACKUP_TO=copies\n"
    Path(".env").write_text("LOG_LEVEL=debug")
    assert run_init(TOKEN, "").exit_code == 0
    assert Path(".env").read_text() == f"LOG_LEVEL=debug\nDISCORD_TOKEN={TOKEN}\n"


def test_init_asks_again_for_what_is_no_token_and_gives_up(discord_says: Stand) -> None:
    discord_says.token = "another"
    result = run_init("my password", TOKEN, TOKEN)
    assert result.exit_code == 1
    assert "three parts" in result.stderr
    assert result.stderr.count("Discord refuses this token") == 2
    assert result.stderr.endswith("portolan: no token, so nothing was written\n")
    assert not Path(".env").exists()
    assert not any("password" in path for path in discord_says.paths)


def test_init_where_discord_cannot_be_reached_keeps_the_token(discord_says: Stand) -> None:
    discord_says.broken = 502
    result = run_init(TOKEN, "")
    assert result.exit_code == 0
    assert "the token is kept unchecked" in result.stderr
    assert Path(".env").read_text() == f"DISCORD_TOKEN={TOKEN}\n"


def test_init_takes_a_token_from_its_input_without_asking_further(discord_says: Stand) -> None:
    result = portolan_with_input(f"{TOKEN}\n")
    assert result.exit_code == 0, result.output
    assert f"DISCORD_TOKEN={TOKEN}" in Path(".env").read_text(encoding="utf-8")
    assert "Invite Kapitän: " in result.output


def test_init_where_nothing_can_be_written_says_so_before_it_asks(
    discord_says: Stand, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(folder: Path) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("bot.cli.trial.write_into", refuse)
    result = portolan_with_input(f"{TOKEN}\n")
    assert result.exit_code == 1
    assert "cannot be written: Permission denied" in result.stderr
    assert "Token" not in result.stdout


def test_init_reads_a_file_of_another_encoding(discord_says: Stand) -> None:
    Path(".env").write_bytes("# für uns\nBACKUP_KEEP=3\n".encode("cp1252"))
    assert portolan_with_input(f"{TOKEN}\n").exit_code == 0
    assert "# für uns\nBACKUP_KEEP=3" in Path(".env").read_text(encoding="utf-8")


def portolan_with_input(text: str) -> Result:
    """Run ``portolan init`` with this input, which ends then."""
    return CliRunner().invoke(app, ["init"], input=text)


@contextmanager
def metrics_server(body: bytes) -> Iterator[int]:
    """Serve ``body`` at /metrics, and yield the port."""

    class Handler(QuietHandler):
        def do_GET(self) -> None:
            self.send_response(200 if self.path == "/metrics" else 404)
            self.end_headers()
            self.wfile.write(body)

    with serve(Handler, "0.0.0.0") as port:
        yield port


def test_init_that_is_left_at_its_second_question_has_written_the_token(
    discord_says: Stand, monkeypatch: pytest.MonkeyPatch
) -> None:
    def leave(*_: object, **__: object) -> None:
        raise typer.Abort

    monkeypatch.setattr("bot.cli.setup.typer.prompt", leave)
    result = portolan_with_input(f"{TOKEN}\n")
    assert result.exit_code == 0, result.output
    assert Path(".env").read_text(encoding="utf-8") == f"DISCORD_TOKEN={TOKEN}\n"
    assert "Invite Kapitän: " in result.output


def test_init_without_discord_says_where_the_invitation_will_come_from(discord_says: Stand) -> None:
    discord_says.broken = 502
    result = run_init(TOKEN)
    assert "portolan doctor checks the token and prints the invitation" in result.stdout
    assert "server's ID" not in result.stdout


def test_init_names_what_is_wrong_in_the_file_before_it_asks(discord_says: Stand) -> None:
    Path(".env").write_text("BACKUP_KEEPS=3\n", encoding="utf-8")
    result = portolan_with_input(f"{TOKEN}\n")
    assert result.exit_code == 2
    assert "do you mean BACKUP_KEEP?" in result.stderr


@pytest.mark.usefixtures("quick_trials")
def test_what_is_no_token_is_a_fault_though_discord_cannot_be_asked(discord_says: Stand) -> None:
    discord_says.broken = 502
    assert run_doctor(DISCORD_TOKEN="abc")[1]["token"][0].startswith("fault: DISCORD_TOKEN is no token: ")


@pytest.mark.usefixtures("quick_trials")
def test_tables_of_a_newer_version_are_named_as_everywhere(discord_says: Stand) -> None:
    assert portolan("migrate").exit_code == 0
    with closing(sqlite3.connect("var/portolan.db")) as database:
        database.execute("UPDATE alembic_version SET version_num = '9999'")
        database.commit()
    (finding,) = run_doctor()[1]["database"][:1]
    run_result = portolan("run", DISCORD_TOKEN=TOKEN)
    list_result = portolan("tables", "list")
    assert finding.startswith("fault: this program is older than the tables (revision ")
    assert {run_result.exit_code, list_result.exit_code} == {2}
    for result in (run_result, list_result):
        assert result.stderr.endswith(f"portolan: DATABASE_URL: {finding.removeprefix('fault: ')}\n")


# -- what portolan run would meet --------------------------------------------------------------------------------------


@pytest.mark.usefixtures("quick_trials")
def test_doctor_finds_folders_that_cannot_be_written_to(discord_says: Stand) -> None:
    Path("occupied").write_text("no folder", encoding="utf-8")
    findings = run_doctor(BACKUP_TO="occupied/backups", DATABASE_URL="sqlite:///occupied/portolan.db")[1]
    assert findings["backups"][0].startswith("fault: BACKUP_TO=occupied/backups cannot be written to: ")
    assert findings["database"][0].startswith("fault: the folder of occupied/portolan.db cannot be written to: ")


@pytest.mark.usefixtures("quick_trials")
def test_doctor_finds_a_port_that_is_taken(discord_says: Stand) -> None:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        listener.listen()
        findings = run_doctor(METRICS_PORT=str(listener.getsockname()[1]))[1]
    assert "cannot be listened to: Address already in use" in findings["metrics"][0]


@pytest.mark.parametrize("host", ["127.0.0.1", "0.0.0.0"])
@pytest.mark.usefixtures("quick_trials")
def test_a_port_at_which_portolan_answers_is_no_fault(discord_says: Stand, host: str) -> None:
    with metrics_server(b"# HELP portolan_tables Tables\nportolan_tables 3\n") as port:
        assert run_doctor(METRICS_PORT=str(port), METRICS_HOST=host)[1]["metrics"] == [
            f"ok: a running process of Portolan answers at {host}:{port}"
        ]
    with metrics_server(b"# HELP other_tables Tables\nother_tables 3\n") as port:
        assert run_doctor(METRICS_PORT=str(port), METRICS_HOST=host)[1]["metrics"][0].startswith("fault: ")


def test_doctor_draws_a_board_and_has_a_computer_decide(discord_says: Stand, monkeypatch: pytest.MonkeyPatch) -> None:
    findings = run_doctor()[1]
    assert findings["pictures"][0].startswith("ok: a board was drawn (")
    assert findings["computers"] == ["ok: one has decided"]
    monkeypatch.setattr("bot.cli.trial.PictureOrder", lambda *_, **__: 5)
    assert run_doctor()[1]["pictures"][0].startswith("fault: no board can be drawn: ")


@pytest.mark.parametrize(
    "name", ["bot.py", "engines", *(pytest.param(name, marks=pytest.mark.proof) for name in ("render", "storage.py"))]
)
def test_what_is_named_like_a_part_of_portolan_is_noticed_and_not_run(discord_says: Stand, name: str) -> None:
    if name.endswith(".py"):
        Path(name).write_text("raise SystemExit('the wrong program')", encoding="utf-8")
    else:
        Path(name).mkdir()
        Path(name, "__init__.py").write_text("raise SystemExit('the wrong program')", encoding="utf-8")
    findings = run_doctor()[1]
    assert name in findings["folder"][0]
    assert findings["pictures"][0].startswith("ok: ")
    assert findings["computers"] == ["ok: one has decided"]


def test_a_file_that_is_no_database_is_no_reason_to_start_again_and_again(discord_says: Stand) -> None:
    Path("notes.txt").write_text("not a database, though long enough to be one" * 40, encoding="utf-8")
    result = portolan("run", DATABASE_URL="sqlite:///notes.txt", DISCORD_TOKEN=TOKEN)
    assert result.exit_code == 2, result.output
    assert "file is not a database" in result.stderr


@pytest.mark.parametrize("password", ["geheim@kaese", "geheim@kaese/brot", "x@geheim@kaese"])
def test_no_part_of_a_password_is_shown(discord_says: Stand, password: str) -> None:
    result = portolan("run", DATABASE_URL=f"postgresql://me:{password}@127.0.0.1:9/none", DISCORD_TOKEN=TOKEN)
    assert result.exit_code == 2
    assert "write @ as %40" in result.stderr
    assert "kaese" not in result.output


# -- servers -----------------------------------------------------------------------------------------------------------


def test_servers_are_listed_and_left_on_request(discord_says: Stand) -> None:
    discord_says.servers = [a_server(), a_server(5, "others", "attach_files")]
    server_lines = portolan("servers", "list", DISCORD_TOKEN=TOKEN).stdout.splitlines()
    assert server_lines == [f"{SERVER} friends", "5 others; lacks attach_files"]
    question = portolan("servers", "leave", "5", DISCORD_TOKEN=TOKEN)
    assert question.stdout == "the bot would leave others (5); --yes does it\n"
    assert discord_says.left_servers == []
    answer = portolan("servers", "leave", "5", "--yes", DISCORD_TOKEN=TOKEN)
    assert answer.stdout == "the bot has left others (5); its tables pause\n"
    assert discord_says.left_servers == ["/users/@me/guilds/5"]
    assert portolan("servers", "leave", "9", DISCORD_TOKEN=TOKEN).stderr == "portolan: the bot is in no server 9\n"
