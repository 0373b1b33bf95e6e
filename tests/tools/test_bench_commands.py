"""The command line of the measurements: each command measures what it is named after, and has its own options alone."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast

import pytest
import structlog
from typer.main import get_command

from tests.bot.command_line import invoke, refusal
from tools.bench import __main__ as bench
from tools.bench import channel, click, explain, phrases, replay, sections
from tools.bench.load import Load

Calls = list[tuple[Any, ...]]


@pytest.fixture
def calls(monkeypatch: pytest.MonkeyPatch, clean_place: None) -> Calls:
    """Return the calls of what would be measured, which is not measured."""
    calls = Calls()
    for module in (channel, click, explain, phrases, replay, sections):
        monkeypatch.setattr(
            module, "run", lambda *given, name=module.__name__, **named: calls.append((name, *given, *named.values()))
        )
    monkeypatch.setattr(bench, "measure_load", lambda load: calls.append(("load", load)))
    return calls


def options() -> Iterator[tuple[str, set[str]]]:
    for name, command in cast("Any", get_command(bench.app)).commands.items():
        yield name, {parameter.name for parameter in command.params if parameter.name}


@pytest.mark.parametrize("section", list(sections.SECTIONS))
def test_every_section_has_a_command_for_a_game(section: str, calls: Calls) -> None:
    assert invoke(bench.app, section, "macao", "--quick").exit_code == 0
    assert calls == [("tools.bench.sections", "macao", [section], True)]


def test_one_command_measures_every_section(calls: Calls) -> None:
    assert invoke(bench.app, "all", "navegador").exit_code == 0
    assert calls == [("tools.bench.sections", "navegador", tuple(sections.SECTIONS), False)]


def test_the_other_commands_pass_their_options_on(calls: Calls) -> None:
    for words in (
        ["channel", "--quick"],
        ["click"],
        ["replay"],
        ["words", "--phrases", "a.jsonl", "--phrases", "b.jsonl", "--positions", "7"],
        ["explain", "mmn", "a road", "--language", "nl", "--record", "a.json", "--move", "9"],
        ["load", "--tables", "3", "--clicks", "0", "--seconds", "2", "--no-pictures", "--one-server"],
    ):
        assert invoke(bench.app, *words).exit_code == 0, words
    assert calls == [
        ("tools.bench.channel", True),
        ("tools.bench.click",),
        ("tools.bench.replay", False),
        ("tools.bench.phrases", [Path("a.jsonl"), Path("b.jsonl")], 7),
        ("tools.bench.explain", "mmn", "a road", "nl", explain.Moment(Path("a.json"), 0, 9)),
        ("load", Load(tables=3, clicks=0, seconds=2, pictures=False, one_server=True)),
    ]


def test_a_game_that_does_not_exist_is_refused(calls: Calls) -> None:
    for name in ("all", *sections.SECTIONS):
        assert "there is no game 'chess'" in refusal(invoke(bench.app, name, "chess"))
    assert calls == []


@pytest.mark.usefixtures("clean_place")
def test_a_measurement_prints_its_figures_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sections, "run", lambda *given: structlog.get_logger().info("interaction handled"))
    assert invoke(bench.app, "all", "navegador").output == ""
