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
    """Every fiftieth board is drawn, the others are empty files; all captions are kept."""
    captions: list[render.Caption] = []
    draw: Callable[..., bytes] = render.picture

    def picture(view: engines.View, caption: render.Caption) -> bytes:
        captions.append(caption)
        return b"" if view.turn % 50 != 1 and not view.over else draw(view, caption)

    monkeypatch.setattr(render, "picture", picture)
    return captions


def turns_of(kept: record.Record) -> list[int]:
    """The turn in which each move was made."""
    game = record.replay(kept, engines.GAMES, 0)
    turns = []
    for move in kept.moves:
        turns.append(game.state.turn)
        game.play(move.seat, record.parse(move.words))
    return turns


def asked(**changes: Any) -> PlayRequest:
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

    kept = record.decode((out / "record.json").read_bytes())
    assert kept.options == Navegador.defaults() | {"royal": "goa"}
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
    german = texts_in("de")
    for score in game.scores():
        assert f"{kept.players[score.seat]}: {score.total}" in summary
        for source in score.sources:
            assert german.say(f"navegador.source.{source}") in summary

    checked = portolan("verify", str(out / "record.json"))
    assert checked.exit_code == 0
    assert f"{len(kept.moves)} moves" in checked.stdout


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
        (["navegador", "--option", "seats=2"], "no option seats=2"),
        (["navegador", "--option", "cls=2"], "no option cls=2"),
        (["navegador", "--seats", "2", "--name", "a", "--name", "b" * 33], "a name has 1 to 32 characters"),
        (["navegador", "--language", "fr"], "no language 'fr'"),
    ],
)
def test_selfplay_refuses_what_does_not_exist(words: list[str], said: str, tmp_path: Path) -> None:
    out = tmp_path / "game"
    assert said in refusal(portolan("selfplay", *words, "--out", str(out)))
    assert not out.exists()


def test_selfplay_seats_the_players_that_were_named_or_numbers_them() -> None:
    usual = _begin(asked())
    assert (usual.kinds, usual.names) == (["greedy"] * 3, ("Greedy 1", "Greedy 2", "Greedy 3"))
    named = _begin(asked(players=["random", "greedy", "random"], names=["a", "b", "c"]))
    assert (named.kinds, named.names, named.seed) == (["random", "greedy", "random"], ("a", "b", "c"), f"{4:032x}")
    seats = named.table.seats
    assert [(seat.number, seat.computer, seat.name) for seat in seats] == [
        (0, "random", "a"),
        (1, "greedy", "b"),
        (2, "random", "c"),
    ]
    assert _begin(asked(seed=None)).seed != _begin(asked(seed=None)).seed


def test_selfplay_keeps_every_move_and_a_public_picture_of_every_turn() -> None:
    played = _begin(asked(players=["random"]))
    turns = list[int]()
    _play(played, lambda: turns.append(1))
    assert len(turns) == len(played.turns) == len({move.turn for move in played.moves})
    assert [move.version for move in played.moves] == list(range(1, len(played.moves) + 1))
    assert played.moves[-1].scores == [score.total for score in played.game.scores()]
    assert all(turn.view.viewer is None and turn.events for turn in played.turns)
    assert all(event.seen_by is None for turn in played.turns for event in turn.events)
    assert [turn.view.over for turn in played.turns][-2:] == [False, True]
    lines = _summary(played, played.table, texts_in("en")).split("\n")
    ranking = played.game.ranking()
    scores = played.game.scores()
    assert lines[0] == f"# {texts_in('en').title('mmn')}"
    assert lines[2:5] == [
        f"{place}. {played.names[seat]}: {scores[seat].total}" for place, seat in enumerate(ranking, 1)
    ]
    assert any("in one day" in line for line in lines)
    assert lines[-2].startswith("- ")


def test_selfplay_refuses_a_folder_it_cannot_write_to(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    for place in (tmp_path / "file", tmp_path / "file" / "below"):
        assert "cannot be written to" in refusal(portolan("selfplay", "navegador", "--out", str(place)))
