"""Computer players against each other: who is counted as what, how sure it is, what is asked wrongly."""

from __future__ import annotations

import csv
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from threading import Event

import pytest
from typer.testing import CliRunner

from tools.arena import Pairing, Result, app, interval, play, rating


def test_a_share_lies_within_its_interval() -> None:
    low, high = interval(75, 100)
    assert (round(low, 3), round(high, 3)) == (0.657, 0.825)
    assert interval(0, 10)[0] == pytest.approx(0, abs=1e-9)


def test_equals_have_the_same_rating_at_any_number_of_seats() -> None:
    assert rating(50, 100, 2) == 0
    assert rating(25, 100, 4) == pytest.approx(0)
    assert 0 < rating(60, 100, 2) < rating(100, 100, 2)


def test_each_game_has_another_seat_and_the_same_seed_the_same_game() -> None:
    pairing = Pairing("navegador", 3, "greedy", "random")
    first = play(pairing, 4)
    again = play(pairing, 4)
    second_game = play(replace(pairing, turns=30), 5)
    assert (first.seat, second_game.seat) == (1, 2)
    assert (first.won, first.points, first.actions) == (again.won, again.points, again.actions)
    assert first.ended


def test_the_command_prints_the_share_and_writes_a_line_for_each_game(tmp_path: Path) -> None:
    out = tmp_path / "games.csv"
    arguments = ["burgundy", "--players", "greedy,random", "--seats", "2", "--games", "3", "--out", str(out)]
    result = CliRunner().invoke(app, arguments)
    assert result.exit_code == 0
    with out.open(newline="") as file:
        lines = list(csv.DictReader(file))
    assert sorted(line["seed"] for line in lines) == ["0", "1", "2"]
    assert list(lines[0]) == [*Pairing.__dataclass_fields__, *Result.__dataclass_fields__]
    assert {(line["game"], line["seats"], line["first"], line["second"]) for line in lines} == {
        ("burgundy", "2", "greedy", "random")
    }
    won = sum(line["won"] == "True" for line in lines)
    assert f"greedy won {won} of 3 games against 1 × random" in result.output.replace("\n", " ").replace("  ", " ")


ASKED = ["burgundy", "--players", "greedy,random", "--seats", "2", "--processes", "1"]


def run_arena(*words: str) -> tuple[int, str]:
    """Run the command, and return the exit status and its output in one line."""
    result = CliRunner().invoke(app, [*ASKED, *words])
    return result.exit_code, " ".join(result.output.split())


def drawn(pairing: Pairing, seed: int) -> Result:
    """Return the result of a game that is over at once."""
    return Result(seed, seed % 2, seed % 2 == 1, True, 10, 10, 5, 1.0, 1.0)


@pytest.fixture
def begun(no_more: Event, monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Let games be over at once, and return the seeds of those that began."""
    seeds = list[int]()

    def noted(pairing: Pairing, seed: int) -> Result:
        seeds.append(seed)
        return drawn(pairing, seed)

    monkeypatch.setattr("tools.arena.play", noted)
    return seeds


def test_games_that_the_file_has_are_not_played_again(tmp_path: Path, begun: list[int]) -> None:
    out = tmp_path / "games.csv"
    assert run_arena("--games", "2", "--out", str(out))[0] == 0
    before = out.read_text()
    assert "of 3 games" in run_arena("--games", "3", "--out", str(out))[1]
    assert begun == [0, 1, 2]
    after = out.read_text()
    assert after.startswith(before)
    assert len(after.splitlines()) == 4


@pytest.mark.parametrize(
    ("written", "refusal"),
    [
        (b"a list,of something\n1,2\n", "is no file of games"),
        (b"a list,of something\n", "is no file of games"),
        (b"a letter", "is no file of games"),
        (b"\x89PNG\r\n\x1a\n\x00\xff", "is no file of games"),
        (b"HEADER1,2\n", "is no file of games"),
        (b"HEADERburgundy,2,greedy,easy,20000,0,0,True,True,9,8,7,1.0,1.0\r\ntorn", "is about another pairing"),
    ],
)
def test_a_file_of_anything_else_is_refused_and_stays_as_it_is(
    tmp_path: Path, begun: list[int], written: bytes, refusal: str
) -> None:
    out = tmp_path / "games.csv"
    header = ",".join([*Pairing.__dataclass_fields__, *Result.__dataclass_fields__]) + "\r\n"
    out.write_bytes(written.replace(b"HEADER", header.encode()))
    before = out.read_bytes()
    status, output = run_arena("--out", str(out))
    assert (status, refusal in output) == (2, True)
    assert out.read_bytes() == before
    assert begun == []


Play = Callable[[Pairing, int], Result]


def failing(fault: Exception, *seeds: int) -> Play:
    """Return a player of games that raises a fault for some seeds."""

    def play(pairing: Pairing, seed: int) -> Result:
        if seed in seeds:
            raise fault
        return drawn(pairing, seed)

    return play


@pytest.mark.usefixtures("no_more")
def test_a_game_that_raises_is_named_and_the_others_are_played(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    out = tmp_path / "games.csv"
    monkeypatch.setattr("tools.arena.play", failing(LookupError("no [such] field"), 1, 4))
    status, output = run_arena("--games", "6", "--out", str(out))
    assert status == 1
    assert "greedy won 2 of 4 games" in output
    for seed in (1, 4):
        assert f"the game with seed {seed} failed: LookupError: no [such] field" in output
    assert "2 of 6 games are missing" in output
    assert len(out.read_text().splitlines()) == 5
    monkeypatch.setattr("tools.arena.play", drawn)
    assert run_arena("--games", "6", "--out", str(out))[0] == 0


@pytest.mark.parametrize(
    ("words", "refusal"),
    [
        (["chess"], "there is no game 'chess'"),
        (["macao", "--players", "normal"], "name two computer players"),
        (["macao", "--players", "normal,genius"], "there is no computer player 'genius'"),
        (["macao", "--seats", "7"], "macao seats 2 to 4 players, not 7"),
    ],
)
def test_what_is_asked_wrongly_is_refused_in_one_line(words: list[str], refusal: str) -> None:
    result = CliRunner().invoke(app, [*words])
    assert result.exit_code != 0
    assert refusal in result.output
