"""``portolan run`` where something else answers in Discord's place: one line, and the status of what may pass."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import discord
import pytest
import yarl
from discord.gateway import DiscordWebSocket

from bot.cli.refusal import PASSING
from tests.bot.command_line import portolan
from tools.bench.load.discord import APPLICATION, LIMIT, MYSELF

pytestmark = pytest.mark.usefixtures("clean_place")

SIGN_IN = "<html><body>Sign in to the network</body></html>"
ME = "/users/@me"
APP = "/oauth2/applications/@me"
GATEWAY = "/gateway/bot"


class Answers(ThreadingHTTPServer):
    """A server that answers as Discord does, but for the paths that ``odd`` has something else for."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Answering)
        self.address = f"http://127.0.0.1:{self.server_address[1]}"
        gateway = {"url": "ws://127.0.0.1:9/gateway", "shards": 1, "session_start_limit": LIMIT}
        self.usual: dict[str, Any] = {ME: MYSELF, APP: APPLICATION, GATEWAY: gateway}
        self.odd: dict[str, Any] = {}
        self.portal = ""
        """The address to which every request is redirected."""

    def handle_error(self, *_: Any) -> None:
        """Say nothing of clients that are gone."""


class Answering(BaseHTTPRequestHandler):
    server: Answers

    def do_GET(self) -> None:
        path = self.path.removeprefix("/api")
        if self.server.portal and self.path != self.server.portal:
            self.send_response(302)
            self.send_header("Location", self.server.portal)
            self.end_headers()
            return
        answer = SIGN_IN if self.server.portal else {**self.server.usual, **self.server.odd}.get(path, [])
        body = (answer if isinstance(answer, str) else json.dumps(answer)).encode()
        self.send_response(200)
        self.send_header("Content-Type", "text/html" if isinstance(answer, str) else "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def do_PUT(self) -> None:
        self.do_GET()

    def log_message(self, *_: Any) -> None:
        """Say nothing."""


@pytest.fixture
def answers(monkeypatch: pytest.MonkeyPatch) -> Iterator[Answers]:
    with Answers() as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        monkeypatch.setattr(discord.http.Route, "BASE", f"{server.address}/api")
        monkeypatch.setattr(DiscordWebSocket, "DEFAULT_GATEWAY", yarl.URL("ws://127.0.0.1:9/gateway"))
        monkeypatch.setattr("bot.cli.startup.learn", lambda: None)
        yield server
        server.shutdown()
        thread.join()


def last_line() -> str:
    """Return the one line with which the program ends; nothing else is a warning or a traceback."""
    result = portolan("run", DISCORD_TOKEN="a.b.c", LOG_LEVEL="warning", THINK_PROCESSES="0", RENDER_PROCESSES="1")
    assert result.exit_code == PASSING, result.output
    assert "Traceback" not in result.output
    *_, line = result.stderr.splitlines()
    return line


def without(payload: dict[str, Any], *fields: str) -> dict[str, Any]:
    return {field: value for field, value in payload.items() if field not in fields}


ODD: list[tuple[str, Any]] = [
    (ME, SIGN_IN),
    (ME, {}),
    (ME, []),
    (ME, None),
    (ME, without(MYSELF, "id")),
    (ME, without(MYSELF, "username")),
    (APP, SIGN_IN),
    (APP, {}),
    (APP, without(APPLICATION, "name")),
    (APP, without(APPLICATION, "id")),
    (GATEWAY, SIGN_IN),
    (GATEWAY, {}),
    (GATEWAY, {"url": "ws://127.0.0.1:9/gateway", "session_start_limit": LIMIT}),
    (GATEWAY, {"shards": 1, "session_start_limit": LIMIT}),
    (GATEWAY, {"url": "ws://127.0.0.1:9/gateway", "shards": 1}),
    (GATEWAY, {"url": "http://portal.test", "shards": 1, "session_start_limit": LIMIT}),
    (GATEWAY, {"url": "", "shards": 1, "session_start_limit": LIMIT}),
    (GATEWAY, {"url": "ws://127.0.0.1:9/gateway", "shards": 0, "session_start_limit": LIMIT}),
]


@pytest.mark.parametrize(("path", "odd"), ODD, ids=[f"{path} {number}" for number, (path, _) in enumerate(ODD)])
def test_an_answer_that_is_not_discords_is_one_line(path: str, odd: Any, answers: Answers) -> None:
    answers.odd[path] = odd
    line = last_line()
    assert line.startswith("portolan: Discord cannot be reached: what answers in Discord's place is not Discord")
    assert "sign in" in line


def test_a_portal_that_redirects_everything_is_one_line(answers: Answers) -> None:
    answers.portal = "/portal"
    assert "what answers in Discord's place is not Discord" in last_line()


@pytest.mark.usefixtures("quick_trials")
def test_it_is_what_doctor_says(answers: Answers) -> None:
    answers.portal = "/portal"
    output = portolan("doctor", DISCORD_TOKEN="a.b.c").stdout
    assert "what answers in Discord's place is not Discord (a proxy, a page to sign in?)" in output


@pytest.mark.parametrize("path", [ME, APP, GATEWAY])
@pytest.mark.parametrize("odd", ["", [], {}, None, SIGN_IN], ids=["empty", "list", "object", "null", "page"])
@pytest.mark.usefixtures("quick_trials")
def test_doctor_says_so_of_every_answer_that_is_not_discords(path: str, odd: Any, answers: Answers) -> None:
    answers.odd[path] = odd
    result = portolan("doctor", DISCORD_TOKEN="a.b.c")
    assert isinstance(result.exception, SystemExit | None), result.exception
    assert "what answers in Discord's place is not Discord (a proxy, a page to sign in?)" in result.stdout


def test_a_first_start_says_in_one_line_that_it_has_made_the_tables(answers: Answers) -> None:
    answers.portal = "/portal"
    settings = {"LOG_LEVEL": "info", "THINK_PROCESSES": "0", "RENDER_PROCESSES": "1"}
    result = portolan("run", DISCORD_TOKEN="a.b.c", **settings)
    migration_lines = [
        line for line in result.stderr.splitlines() if "alembic" in line or "tables brought up to date" in line
    ]
    assert len(migration_lines) == 1, result.stderr
    assert "tables brought up to date" in migration_lines[0]
