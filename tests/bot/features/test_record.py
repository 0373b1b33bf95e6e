"""/record: the file of a game that is over, which verifies."""

from __future__ import annotations

import json
from datetime import UTC
from urllib.parse import unquote
from zoneinfo import ZoneInfo

import pytest

import engines
from bot.features.record import file_of, link_of, play_of
from bot.wording.texts import texts_in
from engines import record
from tests.bot.endings import BEGAN, result_rows
from tests.bot.english import AGREE, english
from tests.bot.lobbies import sqlite
from tests.bot.parts import shown_message
from tests.bot.room import Room

pytestmark = pytest.mark.usefixtures("plain_pictures")


@sqlite
async def test_the_file_of_the_last_game_here_verifies(room: Room) -> None:
    mover, other_player = await room.begin("navegador")
    await room.ask(mover, "play", move="rondel ships")
    await room.ask(mover, "vote draw")
    assert shown_message(await other_player.click(room.last, label=AGREE))
    stranger = room.guild.add_member(room.env.create_user("stranger"))
    answer = await room.ask(stranger, "record")
    file_line, bgstats = answer.content.splitlines()
    assert file_line == english("record.file", game="Navegador", table="1")
    assert bgstats.startswith("[Enter the result in BG Stats](https://app.bgstatsapp.com/createPlay.html?data=%7B")
    file, play = answer.attachments
    assert json.loads(await play.read()) == json.loads(unquote(bgstats.split("data=")[1].split(")")[0]))
    game_record = record.decode(await file.read())
    assert [move.words for move in game_record.moves] == ["rondel ships"]
    assert record.verify(game_record, engines.GAMES).state.turn >= 1


@sqlite
async def test_of_a_running_game_there_is_none(room: Room) -> None:
    await room.open_table("navegador")
    answer = await room.ask(room["anna"], "record")
    assert answer.content == english("error.no_record_yet")
    assert answer.attachments == []


def test_the_result_is_written_as_the_app_reads_it() -> None:
    outcome, rows = result_rows(7, BEGAN, [(11, 2), ("normal", 1), (None, 3)], key="macao")
    rows[2].name = ""
    play = play_of(outcome, rows, 1, ZoneInfo("Europe/Berlin"), texts_in("en"))
    assert play == {
        "sourceName": "Portolan",
        "sourcePlayId": "7",
        "playDate": "2026-03-01 13:00:00",
        "game": {
            "name": "Macao",
            "sourceGameId": "macao",
            "highestWins": True,
            "noPoints": False,
            "bggId": 55670,
        },
        "players": [
            {**PLAYER, "name": "player 11", "sourcePlayerId": "player 11", "rank": 2, "score": 80},
            {**PLAYER, "name": "player normal", "sourcePlayerId": "player normal", "rank": 1, "score": 90}
            | {"winner": True, "startPlayer": True},
            {**PLAYER, "name": "somebody", "sourcePlayerId": "somebody", "rank": 3, "score": 70},
        ],
    }
    assert "11" not in str([player for player in play["players"] if player["name"] != "player 11"])


@pytest.mark.parametrize(("key", "number"), [("burgundy", 84876), ("macao", 55670), ("navegador", None), ("mmn", None)])
def test_the_app_finds_a_game_by_its_number_at_boardgamegeek_or_by_its_title(key: str, number: int | None) -> None:
    """Numbers as in the addresses there: /boardgame/84876/the-castles-of-burgundy, /boardgame/55670/macao."""
    outcome, rows = result_rows(7, BEGAN, [(11, 1)], key=key)
    game = play_of(outcome, rows, 0, UTC, texts_in("en"))["game"]
    assert (game["name"], game.get("bggId")) == (texts_in("en").title(key), number)


PLAYER = {"winner": False, "startPlayer": False}


def test_a_link_that_is_too_long_for_a_message_is_left_out() -> None:
    outcome, rows = result_rows(7, BEGAN, [(11, 1), (12, 2), (13, 3), (14, 4), (15, 5)])
    assert link_of(play_of(outcome, rows, 0, UTC, texts_in("en"))) is not None
    for row in rows:
        row.name = "\N{OCTOPUS}" * 40
    play = play_of(outcome, rows, 0, UTC, texts_in("en"))
    assert link_of(play) is None
    assert json.loads(file_of(play).data) == play
