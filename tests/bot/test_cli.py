"""The command line: what it prints, with which exit status, and that no fault of configuration is a traceback."""

from __future__ import annotations

import asyncio
import json
import logging
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Literal

import aiohttp
import discord
import pytest
import structlog
from PIL import Image
from typer.testing import CliRunner, Result

import engines
import render
from bot.cli import app, logs
from bot.client import Portolan
from bot.wording import texts
from engines import record
from engines.players import PLAYERS

ROOT = Path(__file__).parents[2]
TOKEN = "MTIzNDU2Nzg5MDEyMzQ1Njc4.secret.token"


@pytest.fixture(autouse=True)
def clean_place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """An empty folder to work in, and nothing configured; logging is as before afterwards."""
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    monkeypatch.chdir(tmp_path)
    for name in ("DISCORD_TOKEN", "DATABASE_URL", "LOG_LEVEL", "LOG_FORMAT", "HEALTH_FILE"):
        monkeypatch.delenv(name, raising=False)
    yield
    root.handlers[:] = handlers
    root.setLevel(level)
    structlog.reset_defaults()


def portolan(*words: str, **environment: str) -> Result:
    return CliRunner(env=environment).invoke(app, list(words))


def refusal(result: Result, status: int = 2) -> str:
    """The one line of a refusal."""
    assert result.exit_code == status, result.output
    assert result.stdout == ""
    line, end = result.stderr[:-1], result.stderr[-1:]
    assert end == "\n"
    assert "\n" not in line
    assert line.startswith("portolan: ")
    return line.removeprefix("portolan: ")


# -- starting ----------------------------------------------------------------------------------------------------------


def test_help_names_every_command_and_imports_nothing_heavy() -> None:
    script = (
        "import sys; from typer.testing import CliRunner; from bot.cli import app\n"
        "shown = CliRunner().invoke(app, ['--help']).output\n"
        "assert all(name in shown for name in ('run', 'sandbox', 'selfplay', 'verify', 'migrate', 'bench')), shown\n"
        "print(*sorted({'discord', 'PIL', 'sqlalchemy', 'msgspec', 'pydantic'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True, cwd=ROOT)
    assert done.stdout.strip() == ""


def test_version() -> None:
    result = portolan("--version")
    assert result.exit_code == 0
    assert result.stdout.startswith("portolan 0.")


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


@pytest.mark.parametrize("command", ["run", "migrate"])
def test_an_unreachable_database_is_one_line_without_the_password(command: str) -> None:
    url = "postgresql://somebody:hunter2@127.0.0.1:1/portolan"
    line = last_line(portolan(command, DISCORD_TOKEN=TOKEN, DATABASE_URL=url))
    assert line.startswith("portolan: DATABASE_URL: ")
    assert "127.0.0.1" in line
    assert "hunter2" not in line


def last_line(result: Result) -> str:
    """The refusal after what was logged before it; no traceback."""
    assert result.exit_code == 2, result.output
    assert "Traceback" not in result.output
    return result.stderr.splitlines()[-1]


class Answer:
    """What a web server said, as discord.py looks at it."""

    status, reason = 503, "Service Unavailable"


@pytest.mark.parametrize(
    ("fault", "said"),
    [
        (discord.LoginFailure("Improper token has been passed."), "refuses DISCORD_TOKEN"),
        (discord.PrivilegedIntentsRequired(None), "does not let this bot connect"),
        (discord.GatewayNotFound(), "cannot be reached"),  # type: ignore[no-untyped-call]
        (discord.DiscordServerError(Answer(), "down"), "cannot be reached"),
        (aiohttp.ClientConnectionError("no route"), "cannot be reached: no route"),
        (TimeoutError(), "cannot be reached: TimeoutError"),
    ],
    ids=lambda value: type(value).__name__ if isinstance(value, Exception) else "",
)
def test_when_discord_refuses_it_is_one_line(fault: Exception, said: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def start(self: Portolan, token: str) -> None:
        assert token == TOKEN
        raise fault

    monkeypatch.setattr(Portolan, "start", start)
    line = last_line(portolan("run", DISCORD_TOKEN=f" {TOKEN} "))
    assert said in line
    assert TOKEN not in line


def test_run_migrates_before_it_connects(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def start(self: Portolan, token: str) -> None:
        async with self.database.reading() as session:
            await session.connection()
        assert await self.tables.of_user(1) == []
        raise discord.LoginFailure("enough seen")

    monkeypatch.setattr(Portolan, "start", start)
    last_line(portolan("run", DISCORD_TOKEN=TOKEN))
    assert (tmp_path / "var" / "portolan.db").exists()


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_stops_the_bot_gracefully(number: signal.Signals, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[str] = []
    close = Portolan.close

    async def start(self: Portolan, token: str) -> None:
        asyncio.get_running_loop().call_soon(os.kill, os.getpid(), number)
        await asyncio.Event().wait()

    async def closing(self: Portolan) -> None:
        seen.append("closed")
        await close(self)

    monkeypatch.setattr(Portolan, "start", start)
    monkeypatch.setattr(Portolan, "close", closing)
    result = portolan("run", DISCORD_TOKEN=TOKEN, LOG_FORMAT="json")
    assert result.exit_code == 0, result.output
    assert seen == ["closed"]


def test_the_installed_program_refuses_in_one_line(tmp_path: Path) -> None:
    program = [str(Path(sys.executable).parent / "portolan"), "run"]
    done = subprocess.run(program, capture_output=True, text=True, cwd=tmp_path, timeout=60)
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.startswith("portolan: DISCORD_TOKEN")
    assert done.stderr.count("\n") == 1


def test_logs_are_text_or_json_and_show_no_variables(capsys: pytest.CaptureFixture[str]) -> None:
    def fail(secret: str) -> None:
        raise ValueError("broken")

    forms: tuple[Literal["text", "json"], ...] = ("text", "json")
    for form in forms:
        logs.configure("info", form)
        try:
            fail("hunter".upper())
        except ValueError:
            structlog.get_logger().exception("it failed", table=7)
        structlog.get_logger().debug("too much detail")
        said = capsys.readouterr().err
        assert "ValueError: broken" in said
        assert "HUNTER" not in said
        assert "too much detail" not in said
        if form == "json":
            line = json.loads(said)
            assert (line["event"], line["table"], line["level"]) == ("it failed", 7, "error")


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


def test_sandbox_without_simcord_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in sys.modules if name.split(".")[0] == "simcord" or name == "bot.sandbox"]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "simcord", None)
    assert refusal(portolan("sandbox")).endswith("pip install -r requirements/sandbox.txt")


def test_sandbox_and_bench_pass_on_what_was_asked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    called: list[tuple[Any, ...]] = []

    async def sandbox(*asked: Any) -> None:
        called.append(asked)

    monkeypatch.setattr("bot.sandbox.sandbox", sandbox)
    monkeypatch.setattr("bot.bench.run", lambda *asked: called.append(asked))
    words = ["sandbox", "--game", "navegador", "--players", "2", "--folder", "here", "--port", "8123"]
    assert portolan(*words).exit_code == 0
    assert portolan("sandbox").exit_code == 0
    assert portolan("bench", "--quick").exit_code == 0
    assert called == [
        ("navegador", 2, Path("here"), 8123),
        (None, None, Path("var"), 0),
        ("navegador", True),
    ]
    assert "no game" in refusal(portolan("bench", "chess"))


# -- selfplay ----------------------------------------------------------------------------------------------------------


@pytest.fixture
def few_pictures(monkeypatch: pytest.MonkeyPatch) -> list[render.Caption]:
    """Every fiftieth board is drawn, the others are empty files; all captions are kept."""
    captions: list[render.Caption] = []
    draw: Callable[..., bytes] = render.picture

    def picture(view: engines.View, caption: render.Caption) -> bytes:
        captions.append(caption)
        return b"" if view.turn % 50 != 1 and not view.over else draw(view, caption)

    monkeypatch.setattr(render, "picture", picture)
    return captions


def test_selfplay_writes_boards_record_and_summary_which_verify_confirms(
    tmp_path: Path, few_pictures: list[render.Caption]
) -> None:
    out = tmp_path / "game"
    out.mkdir()
    (out / "board-9999.png").write_bytes(b"of an earlier game")
    (out / "notes.txt").write_text("mine")
    words = ["selfplay", "navegador", "--seats", "2", "--seed", "4", "--out", str(out), "--option", "royal=goa"]
    result = portolan(*words, "--player", "greedy", "--player", "random", "--language", "de")
    assert result.exit_code == 0, result.output

    kept = record.decode((out / "record.json").read_bytes())
    assert kept.options == {"royal": "goa"}
    assert kept.seed == f"{4:032x}"
    game = record.verify(kept, engines.GAMES)
    boards = sorted(path.name for path in out.glob("board-*.png"))
    turns = len(set(turns_of(kept)))
    assert boards == [f"board-{number:04}.png" for number in range(1, turns + 1)]
    assert (out / "notes.txt").exists()
    assert Image.open(out / "board-0050.png").width == 1600
    assert Image.open(out / "summary-board.png").width == 1600
    assert Image.open(out / "summary-scores.png").width == 1600
    assert sum(bool(caption.events) for caption in few_pictures) >= turns - 1
    assert {caption.locale for caption in few_pictures} == {"de"}

    summary = (out / "summary.md").read_text(encoding="utf-8")
    german = texts("de")
    for score in game.scores():
        assert f"{kept.players[score.seat]}: {score.total}" in summary
        for source in score.sources:
            assert german.say(f"navegador.source.{source}") in summary
    assert kept.seed in summary

    checked = portolan("verify", str(out / "record.json"))
    assert checked.exit_code == 0
    assert f"{len(kept.moves)} moves" in checked.stdout


def turns_of(kept: record.Record) -> list[int]:
    """The turn in which each move was made."""
    game = engines.new(kept.game, kept.seats, int(kept.seed, 16), **kept.options)
    turns = []
    for move in kept.moves:
        turns.append(game.state.turn)
        game.play(move.seat, record.parse(move.words))
    return turns


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["chess"], "there is no game 'chess'"),
        (["navegador", "--seats", "6"], "seats 2 to 5 players"),
        (["navegador", "--seed", "-1"], "128 bits"),
        (["navegador", "--player", "clever"], "there is no computer player 'clever'"),
        (["navegador", "--player", "greedy", "--player", "random"], "one for each of the 3 seats"),
        (["navegador", "--name", "Anna"], "name each of the 3 seats"),
        (["navegador", "--option", "royal"], "name=value"),
        (["navegador", "--option", "royal=always"], "no option royal=always"),
        (["navegador", "--language", "fr"], "no language 'fr'"),
    ],
)
def test_selfplay_refuses_what_does_not_exist(words: list[str], said: str, tmp_path: Path) -> None:
    out = tmp_path / "game"
    assert said in refusal(portolan("selfplay", *words, "--out", str(out)))
    assert not out.exists()


def test_selfplay_refuses_a_folder_it_cannot_write_to(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    for place in (tmp_path / "file", tmp_path / "file" / "below"):
        assert "cannot be written to" in refusal(portolan("selfplay", "navegador", "--out", str(place)))


# -- verify ------------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def finished() -> dict[str, Any]:
    """A right record, as plain JSON."""
    from random import Random

    game, rng, moves = engines.new("navegador", 2, 3), Random(1), []
    while game.to_act:
        action = PLAYERS["random"](game, game.to_act[0], rng)
        moves.append(record.Move(game.to_act[0], record.notation(action)))
        game.play(game.to_act[0], action)
    kept: dict[str, Any] = json.loads(record.encode(record.of(game, f"{3:032x}", moves, ["Anna", "Ben"])))
    return kept


def verified(kept: object, tmp_path: Path) -> Result:
    file = tmp_path / "record.json"
    file.write_text(kept if isinstance(kept, str) else json.dumps(kept))
    return portolan("verify", str(file))


def test_verify_confirms_a_right_record(finished: dict[str, Any], tmp_path: Path) -> None:
    result = verified(finished, tmp_path)
    assert result.exit_code == 0
    assert "The record is right: navegador, 2 players" in result.stdout
    assert finished["commitment"] in result.stdout
    best = finished["ranking"][0]
    assert f"1. {finished['players'][best]}: {finished['scores'][best]}" in result.stdout


def test_verify_names_the_first_difference(finished: dict[str, Any], tmp_path: Path) -> None:
    moves = finished["moves"]
    wrong: list[tuple[dict[str, Any], str]] = [
        ({"seed": f"{4:032x}"}, "committed"),
        ({"moves": [*moves[:5], [moves[5][0], "sell everything"], *moves[6:]]}, "move 6"),
        ({"moves": [*moves[:5], [9, moves[5][1]], *moves[6:]]}, "move 6, seat 9"),
        ({"moves": moves[:-1]}, "not over"),
        ({"moves": [*moves, moves[-1]]}, f"move {len(moves) + 1}"),
        ({"scores": [finished["scores"][0] + 1, finished["scores"][1]]}, "scores"),
        ({"ranking": finished["ranking"][::-1]}, "ranking"),
        ({"game": "chess"}, "no game 'chess'"),
        ({"seats": 9}, "players"),
        ({"options": {"royal": "always"}}, "no option"),
        ({"portolan": 99}, "format 99"),
    ]
    for change, said in wrong:
        assert said in refusal(verified({**finished, **change}, tmp_path), status=1)


def test_verify_mentions_other_rules_when_a_record_fails(finished: dict[str, Any], tmp_path: Path) -> None:
    line = refusal(verified({**finished, "rules": 999, "scores": [0, 0]}, tmp_path), status=1)
    assert "played under rules 999" in line


def test_verify_is_not_shaken_by_other_files(tmp_path: Path) -> None:
    for nonsense in ("", "{", "[]", "\x00", '{"a":' * 100_000, '"' + "\x1b[2J" * 10):
        refusal(verified(nonsense, tmp_path), status=1)
    assert "No such file" in refusal(portolan("verify", "nowhere.json"))
    assert "directory" in refusal(portolan("verify", str(tmp_path)))


def test_verify_lets_no_name_steer_the_terminal(finished: dict[str, Any], tmp_path: Path) -> None:
    result = verified({**finished, "players": ["\x1b[2JAnna", "Ben\n1. Ben: 999"]}, tmp_path)
    assert result.exit_code == 0
    assert "\x1b" not in result.stdout
    assert "\n1. Ben: 999" not in result.stdout
