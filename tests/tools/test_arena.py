"""Computer players against each other: who is counted as what, how sure it is, what is asked wrongly."""

from __future__ import annotations

import csv
from collections.abc import Callable
from concurrent.futures.process import BrokenProcessPool
from dataclasses import replace
from pathlib import Path
from threading import Event

import pytest
from typer.testing import CliRunner

from tools.arena import Pairing, Result, app, interval, play, rating, report


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
    other = play(replace(pairing, turns=30), 5)
    assert (first.seat, other.seat) == (1, 2)
    assert (first.won, first.points, first.actions) == (again.won, again.points, again.actions)
    assert first.ended


def test_a_game_without_end_is_nobodys() -> None:
    cut = play(Pairing("navegador", 2, "greedy", "random", turns=5), 1)
    assert (cut.ended, cut.won, cut.actions) == (False, False, 5)
    lines = report(Pairing("navegador", 2, "greedy", "random", turns=5), [cut])
    assert lines[-1] == "1 games had no end after 5 actions; nobody won them"


def test_the_command_prints_the_share_and_writes_a_line_for_each_game(tmp_path: Path) -> None:
    out = tmp_path / "games.csv"
    asked = ["burgundy", "--players", "greedy,random", "--seats", "2", "--games", "3", "--out", str(out)]
    result = CliRunner().invoke(app, asked)
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


PAIRING = Pairing("burgundy", 2, "greedy", "random")
ASKED = ["burgundy", "--players", "greedy,random", "--seats", "2", "--processes", "1"]


def asked(*words: str) -> tuple[int, str]:
    """The exit status, and what was said, in one line."""
    result = CliRunner().invoke(app, [*ASKED, *words])
    return result.exit_code, " ".join(result.output.split())


def drawn(pairing: Pairing, seed: int) -> Result:
    """A game that is over at once."""
    return Result(seed, seed % 2, seed % 2 == 1, True, 10, 10, 5, 1.0, 1.0)


@pytest.fixture
def begun(no_more: Event, monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Games are over at once; the seeds of those that began."""
    seeds = list[int]()

    def noted(pairing: Pairing, seed: int) -> Result:
        seeds.append(seed)
        return drawn(pairing, seed)

    monkeypatch.setattr("tools.arena.play", noted)
    return seeds


def test_games_that_the_file_has_are_not_played_again(tmp_path: Path, begun: list[int]) -> None:
    out = tmp_path / "games.csv"
    assert asked("--games", "2", "--out", str(out))[0] == 0
    before = out.read_text()
    assert "of 3 games" in asked("--games", "3", "--out", str(out))[1]
    assert begun == [0, 1, 2]
    after = out.read_text()
    assert after.startswith(before)
    assert len(after.splitlines()) == 4


@pytest.mark.parametrize("cut", [1, 2, 30, 60])
def test_a_last_line_that_was_cut_short_is_played_again(tmp_path: Path, begun: list[int], cut: int) -> None:
    out = tmp_path / "games.csv"
    asked("--games", "3", "--out", str(out))
    whole = out.read_bytes()
    out.write_bytes(whole[:-cut])
    status, told = asked("--games", "3", "--out", str(out))
    assert (status, "of 3 games" in told) == (0, True)
    assert begun == [0, 1, 2, int(whole.splitlines()[-1].split(b",")[5])]
    assert out.read_bytes() == whole


@pytest.mark.parametrize("left", [b"", b"game,sea"])
def test_a_file_without_a_whole_line_gets_its_header(tmp_path: Path, begun: list[int], left: bytes) -> None:
    out = tmp_path / "games.csv"
    out.write_bytes(left)
    assert asked("--games", "2", "--out", str(out))[0] == 0
    lines = out.read_text().splitlines()
    assert lines[0].split(",") == [*Pairing.__dataclass_fields__, *Result.__dataclass_fields__]
    assert len(lines) == 3
    assert asked("--games", "2", "--out", str(out))[0] == 0
    assert begun == [0, 1]


def test_a_seed_that_stands_twice_counts_once(tmp_path: Path, begun: list[int]) -> None:
    out = tmp_path / "games.csv"
    asked("--games", "2", "--out", str(out))
    lines = out.read_bytes().splitlines(keepends=True)
    out.write_bytes(b"".join([*lines, *lines[1:], lines[2]]))
    assert "greedy won 1 of 2 games" in asked("--games", "2", "--out", str(out))[1]
    assert begun == [0, 1]


@pytest.mark.parametrize(
    ("written", "said"),
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
    tmp_path: Path, begun: list[int], written: bytes, said: str
) -> None:
    out = tmp_path / "games.csv"
    header = ",".join([*Pairing.__dataclass_fields__, *Result.__dataclass_fields__]) + "\r\n"
    out.write_bytes(written.replace(b"HEADER", header.encode()))
    before = out.read_bytes()
    status, told = asked("--out", str(out))
    assert (status, said in told) == (2, True)
    assert out.read_bytes() == before
    assert begun == []


def test_a_place_where_nothing_can_be_written_is_refused_before_anything_is_played(
    tmp_path: Path, begun: list[int]
) -> None:
    for place in (tmp_path, tmp_path / "nowhere" / "games.csv"):
        status, told = asked("--out", str(place))
        assert (status, "cannot be written" in told) == (2, True)
    assert begun == []


Play = Callable[[Pairing, int], Result]


def failing(fault: Exception, *seeds: int) -> Play:
    """Games of which those with such seeds raise something."""

    def play(pairing: Pairing, seed: int) -> Result:
        if seed in seeds:
            raise fault
        return drawn(pairing, seed)

    return play


@pytest.mark.usefixtures("no_more")
def test_a_game_that_raises_is_named_and_the_others_are_played(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    out = tmp_path / "games.csv"
    monkeypatch.setattr("tools.arena.play", failing(LookupError("no [such] field"), 1, 4))
    status, told = asked("--games", "6", "--out", str(out))
    assert status == 1
    assert "greedy won 2 of 4 games" in told
    for seed in (1, 4):
        assert f"the game with seed {seed} failed: LookupError: no [such] field" in told
    assert "2 of 6 games are missing" in told
    assert len(out.read_text().splitlines()) == 5
    monkeypatch.setattr("tools.arena.play", drawn)
    assert asked("--games", "6", "--out", str(out))[0] == 0


@pytest.mark.usefixtures("no_more")
def test_where_every_game_raises_nobody_is_said_to_have_won(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tools.arena.play", failing(LookupError("no field"), 0, 1))
    status, told = asked("--games", "2")
    assert (status, "won" in told, "2 of 2 games are missing" in told) == (1, False, True)


@pytest.mark.parametrize("ending", ["the pool broke", "no space is left", "interrupted"])
def test_whatever_ends_the_run_no_further_game_begins(
    tmp_path: Path, no_more: Event, monkeypatch: pytest.MonkeyPatch, ending: str
) -> None:
    seeds = list[int]()

    def play(pairing: Pairing, seed: int) -> Result:
        seeds.append(seed)
        if seed:
            no_more.wait(60)
        elif ending == "the pool broke":
            raise BrokenProcessPool(ending)
        elif ending == "interrupted":
            raise KeyboardInterrupt(ending)
        return drawn(pairing, seed)

    def full(pairing: Pairing, result: Result, file: Path) -> None:
        raise OSError(ending)

    monkeypatch.setattr("tools.arena.play", play)
    monkeypatch.setattr("tools.arena._write", full)
    status, told = asked("--games", "40", "--out", str(tmp_path / "games.csv"))
    assert status != 0
    assert len(seeds) <= 2
    assert (f"40 of 40 games are missing: {ending}" in told) == (ending == "the pool broke")


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["chess"], "there is no game 'chess'"),
        (["macao", "--players", "normal"], "name two computer players"),
        (["macao", "--players", "normal,genius"], "there is no computer player 'genius'"),
        (["macao", "--seats", "7"], "macao seats 2 to 4 players, not 7"),
    ],
)
def test_what_is_asked_wrongly_is_refused_in_one_line(words: list[str], told: str) -> None:
    result = CliRunner().invoke(app, [*words])
    assert result.exit_code != 0
    assert told in result.output
