"""Computer players against each other: who is counted as what, how sure it is, what is asked wrongly."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest
from typer.testing import CliRunner

from bot.cli import app
from bot.cli.arena import Pairing, Result, interval, play, rating, report


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
    first, again, other = play(pairing, 4), play(pairing, 4), play(pairing, 5)
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
    asked = ["arena", "burgundy", "--players", "greedy,random", "--seats", "2", "--games", "3", "--out", str(out)]
    told = CliRunner().invoke(app, asked)
    assert told.exit_code == 0
    with out.open(newline="") as file:
        lines = list(csv.DictReader(file))
    assert sorted(line["seed"] for line in lines) == ["0", "1", "2"]
    assert list(lines[0]) == [*Pairing.__dataclass_fields__, *Result.__dataclass_fields__]
    assert {(line["game"], line["seats"], line["first"], line["second"]) for line in lines} == {
        ("burgundy", "2", "greedy", "random")
    }
    won = sum(line["won"] == "True" for line in lines)
    assert f"greedy won {won} of 3 games against 1 × random" in told.output.replace("\n", " ").replace("  ", " ")


def test_games_that_the_file_has_are_not_played_again(tmp_path: Path) -> None:
    out, asked = tmp_path / "games.csv", ["arena", "burgundy", "--players", "greedy,random", "--seats", "2"]
    to_file = ["--out", str(out), "--processes", "1"]
    assert CliRunner().invoke(app, [*asked, "--games", "2", *to_file]).exit_code == 0
    before = out.read_text()
    again = CliRunner().invoke(app, [*asked, "--games", "3", *to_file])
    assert "of 3 games" in again.output.replace("\n", " ")
    after = out.read_text()
    assert after.startswith(before)
    assert len(after.splitlines()) == 4
    other = CliRunner().invoke(app, ["arena", "burgundy", "--players", "greedy,easy", "--seats", "2", *to_file])
    assert other.exit_code != 0
    assert "about another pairing" in " ".join(other.output.split())
    out.write_text("a list,of something\n1,2\n")
    wrong = CliRunner().invoke(app, [*asked, *to_file])
    assert wrong.exit_code != 0
    assert "is no file of games" in " ".join(wrong.output.split())


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        (["chess"], "there is no game 'chess'"),
        (["macao", "--players", "normal"], "name two computer players"),
        (["macao", "--players", "normal,genius"], "there is no computer player 'genius'"),
        (["macao", "--seats", "7"], "macao seats 2 to 4 players, not 7"),
    ],
)
def test_what_is_asked_wrongly_is_refused_in_one_line(asked: list[str], told: str) -> None:
    result = CliRunner().invoke(app, ["arena", *asked])
    assert result.exit_code != 0
    assert told in result.output
