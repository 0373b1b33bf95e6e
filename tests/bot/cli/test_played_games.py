"""The command line's games: what ``selfplay`` writes, what ``verify`` confirms and what it does not."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from PIL import Image
from rich.progress import Progress

import engines
import render
from bot.cli.selfplay import PlayRequest, _begin, _play, _summary
from bot.wording import texts_in
from engines import record
from engines.navegador.game import Navegador
from tests.bot.command_line import portolan, refusal

pytestmark = pytest.mark.usefixtures("clean_place")


@pytest.fixture
def few_pictures(monkeypatch: pytest.MonkeyPatch) -> list[render.Caption]:
    """Draw every fiftieth board, make the others empty files, and record all captions."""
    captions: list[render.Caption] = []
    draw: Callable[..., bytes] = render.picture

    def picture(view: engines.View, caption: render.Caption) -> bytes:
        captions.append(caption)
        return b"" if view.turn % 50 != 1 and not view.over else draw(view, caption)

    monkeypatch.setattr(render, "picture", picture)
    return captions


def turns_of(game_record: record.Record) -> list[int]:
    """Return the turn in which each move was made."""
    game = record.replay(game_record, engines.GAMES, 0)
    turns = []
    for move in game_record.moves:
        turns.append(game.state.turn)
        game.play(move.seat, record.parse(move.words))
    return turns


def play_request(**changes: Any) -> PlayRequest:
    fields: dict[str, Any] = {"game": "mmn", "seats": 3, "seed": 4, "players": [], "names": [], "options": []}
    return PlayRequest(**(fields | {"language": "en"} | changes))


def test_the_bars_of_selfplay_are_full_at_the_end(
    tmp_path: Path, few_pictures: list[render.Caption], monkeypatch: pytest.MonkeyPatch
) -> None:
    bars = Progress(disable=True)
    monkeypatch.setattr("bot.cli.selfplay.progress", lambda: bars)
    words = ["selfplay", "burgundy", "--seats", "2", "--seed", "4", "--player", "random", "--out", str(tmp_path)]
    assert portolan(*words).exit_code == 0
    assert [bar.completed for bar in bars.tasks] == [bar.total for bar in bars.tasks]
    assert len(bars.tasks) == 2


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

    assert "-# " not in result.stdout
    assert "drawing" not in result.stdout
    assert "drawing" in result.stderr

    game_record = record.decode((out / "record.json").read_bytes())
    assert game_record.options == Navegador.defaults() | {"royal": "goa"}
    assert game_record.seed == f"{4:032x}"
    game = record.verify(game_record, engines.GAMES)
    boards = sorted(path.name for path in out.glob("board-*.png"))
    turns = len(set(turns_of(game_record)))
    assert boards == [f"board-{number:04}.png" for number in range(1, turns + 1)]
    assert (out / "notes.txt").exists()
    assert Image.open(out / "board-0050.png").width == 1600
    assert Image.open(out / "summary-board.png").width == 1600
    assert Image.open(out / "summary-scores.png").width == 1600
    assert sum(bool(caption.events) for caption in few_pictures) >= turns - 1
    assert {caption.locale for caption in few_pictures} == {"de"}

    summary = (out / "summary.md").read_text(encoding="utf-8")
    german = texts_in("de")
    for score in game.scores():
        assert f"{game_record.players[score.seat]}: {score.total}" in summary
        for source in score.sources:
            assert german.say(f"navegador.source.{source}") in summary

    verification = portolan("verify", str(out / "record.json"))
    assert verification.exit_code == 0
    assert f"{len(game_record.moves)} moves" in verification.stdout


@pytest.mark.parametrize(
    ("words", "wording"),
    [
        (["chess"], "there is no game 'chess'"),
        (["navegador", "--seats", "6"], "seats 2 to 5 players"),
        (["navegador", "--seed", "-1"], "128 bits"),
        (["navegador", "--player", "clever"], "there is no computer player 'clever'"),
        (["navegador", "--player", "greedy", "--player", "random"], "one for each of the 3 seats"),
        (["navegador", "--name", "Anna"], "name each of the 3 seats"),
        (["navegador", "--option", "royal"], "name=value"),
        (["navegador", "--option", "royal=always"], "no option royal=always"),
        (["navegador", "--option", "seats=2"], "no option seats=2"),
        (["navegador", "--option", "cls=2"], "no option cls=2"),
        (["navegador", "--seats", "2", "--name", "a", "--name", "b" * 33], "a name has 1 to 32 characters"),
        (["navegador", "--language", "fr"], "no language 'fr'"),
    ],
)
def test_selfplay_refuses_what_does_not_exist(words: list[str], wording: str, tmp_path: Path) -> None:
    out = tmp_path / "game"
    assert wording in refusal(portolan("selfplay", *words, "--out", str(out)))
    assert not out.exists()


def test_selfplay_seats_the_players_that_were_named_or_numbers_them() -> None:
    default_game = _begin(play_request())
    assert (default_game.kinds, default_game.names) == (["greedy"] * 3, ("Greedy 1", "Greedy 2", "Greedy 3"))
    named_game = _begin(play_request(players=["random", "greedy", "random"], names=["a", "b", "c"]))
    assert (named_game.kinds, named_game.names, named_game.seed) == (
        ["random", "greedy", "random"],
        ("a", "b", "c"),
        f"{4:032x}",
    )
    seats = named_game.table.seats
    assert [(seat.number, seat.computer, seat.name) for seat in seats] == [
        (0, "random", "a"),
        (1, "greedy", "b"),
        (2, "random", "c"),
    ]
    assert _begin(play_request(seed=None)).seed != _begin(play_request(seed=None)).seed


def test_selfplay_keeps_every_move_and_a_public_picture_of_every_turn() -> None:
    local_game = _begin(play_request(players=["random"]))
    turns = list[int]()
    _play(local_game, lambda: turns.append(1))
    assert len(turns) == len(local_game.turns) == len({move.turn for move in local_game.moves})
    assert [move.version for move in local_game.moves] == list(range(1, len(local_game.moves) + 1))
    assert local_game.moves[-1].scores == [score.total for score in local_game.game.scores()]
    assert all(turn.view.viewer is None and turn.events for turn in local_game.turns)
    assert all(event.seen_by is None for turn in local_game.turns for event in turn.events)
    assert [turn.view.over for turn in local_game.turns][-2:] == [False, True]
    lines = _summary(local_game, local_game.table, texts_in("en")).split("\n")
    ranking = local_game.game.ranking()
    scores = local_game.game.scores()
    assert lines[0] == f"# {texts_in('en').title('mmn')}"
    assert lines[2:5] == [
        f"{place}. {local_game.names[seat]}: {scores[seat].total}" for place, seat in enumerate(ranking, 1)
    ]
    assert any("in one day" in line for line in lines)
    assert lines[-2].startswith("- ")


def test_selfplay_refuses_a_folder_it_cannot_write_to(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    for place in (tmp_path / "file", tmp_path / "file" / "below"):
        assert "cannot be written to" in refusal(portolan("selfplay", "navegador", "--out", str(place)))
