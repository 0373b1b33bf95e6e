"""Every command that speaks with Discord goes through the proxy of ``HTTPS_PROXY``."""

from __future__ import annotations

import base64
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from pydantic import SecretStr
from typer.testing import CliRunner

from bot.cli import app
from bot.cli.refusal import PASSING
from bot.settings import Settings
from tests.bot.cli.local_server import QuietHandler, serve
from tests.bot.command_line import portolan, refusal

pytestmark = pytest.mark.usefixtures("clean_place")
TOKEN = "MTIzNDU2Nzg5MDEyMzQ1Njc4.secret.token-of-a-bot"
PASSWORD = "kaese"
SMALL = {"THINK_PROCESSES": "0", "RENDER_PROCESSES": "0"}


@dataclass
class Proxy:
    """A proxy that lets nothing through, and what it was asked for."""

    port: int = 0
    requests: list[str] = field(default_factory=list)
    logins: list[str] = field(default_factory=list)


@pytest.fixture
def proxy() -> Iterator[Proxy]:
    proxy_server = Proxy()

    class Handler(QuietHandler):
        def do_CONNECT(self) -> None:
            proxy_server.requests.append(self.requestline)
            proxy_server.logins.append(self.headers.get("Proxy-Authorization", ""))
            self.send_error(502, "the proxy lets nothing through")

    with serve(Handler) as port:
        proxy_server.port = port
        yield proxy_server


COMMANDS = [("run",), ("doctor",), ("servers", "list"), ("servers", "leave", "5", "--yes")]


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
@pytest.mark.parametrize("source", ["environment", "file"])
def test_the_proxy_of_the_environment_and_of_the_file_is_asked(
    command: tuple[str, ...], source: str, proxy: Proxy
) -> None:
    address = f"http://127.0.0.1:{proxy.port}"
    environment = {"DISCORD_TOKEN": TOKEN, **SMALL}
    if source == "file":
        Path(".env").write_text(f"HTTPS_PROXY={address}\n", encoding="utf-8")
    else:
        environment["HTTPS_PROXY"] = address
    result = portolan(*command, **environment)
    assert proxy.requests[0].startswith("CONNECT discord.com:443")
    assert "502" in result.output


def test_init_asks_the_proxy(proxy: Proxy) -> None:
    environment = {"LC_ALL": "C", "HTTPS_PROXY": f"http://127.0.0.1:{proxy.port}"}
    result = CliRunner(env=environment).invoke(app, ["init"], input=f"{TOKEN}\n")
    assert result.exit_code == 0
    assert proxy.requests[0].startswith("CONNECT discord.com:443")


@pytest.mark.filterwarnings("ignore:.*(BasicAuth|proxy_auth).*:DeprecationWarning")
@pytest.mark.parametrize("command", ["run", "doctor"])
def test_name_and_password_reach_the_proxy_and_are_not_shown(command: str, proxy: Proxy) -> None:
    address = f"http://anna:{PASSWORD}@127.0.0.1:{proxy.port}"
    result = portolan(command, DISCORD_TOKEN=TOKEN, HTTPS_PROXY=address, **SMALL)
    assert proxy.logins[0] == "Basic " + base64.b64encode(f"anna:{PASSWORD}".encode()).decode()
    assert PASSWORD not in result.output


def test_run_without_a_way_to_discord_says_what_to_look_at(proxy: Proxy) -> None:
    address = f"127.0.0.1:{proxy.port}"  # without a scheme, as many people write it
    result = portolan("run", DISCORD_TOKEN=TOKEN, HTTPS_PROXY=address, **SMALL)
    assert result.exit_code == PASSING
    assert result.stderr.endswith("; does this machine reach discord.com, or does it need HTTPS_PROXY?\n")
    assert "no new work" not in result.stderr


@pytest.mark.parametrize("address", ["socks5://127.0.0.1:1080", "http://", "http://host:port"])
def test_what_is_no_http_proxy_is_refused(address: str) -> None:
    line = refusal(portolan("run", DISCORD_TOKEN=TOKEN, HTTPS_PROXY=address))
    assert line.startswith("HTTPS_PROXY: write http://host:port")


def test_a_proxy_that_is_given_as_a_secret_is_kept() -> None:
    assert Settings(https_proxy=SecretStr("http://proxy:3128")).https_proxy.get_secret_value() == "http://proxy:3128"
