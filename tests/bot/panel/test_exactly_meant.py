"""What can mean but one thing is played, not asked about: undo exists."""

from __future__ import annotations

import pytest

from engines import Game
from tests.bot.room import Room
from tests.engines.macao.positions import position as macao
from tests.engines.navegador.moves import on
from tests.engines.navegador.positions import position

pytestmark = [pytest.mark.usefixtures("plain_pictures"), pytest.mark.parametrize("backend", ["sqlite"], indirect=True)]


@pytest.mark.parametrize(
    ("game", "typed", "played"),
    [
        (position(seats=2, me={"stone": 4, "fleet": {"portugal": 2}}), "market", "rondel market2"),
        (on("workers", seats=2), "done", "pass"),
        (macao(seats=2, me={"stock": ""}), "done", "pass"),
        (macao(seats=2, me={"stock": "RR", "tableau": ["zoll_1"]}), "customs for one red", "activate zoll_1"),
    ],
)
async def test_one_exact_meaning_is_played(room: Room, game: Game, typed: str, played: str) -> None:
    await room.open_table(game.key, order="joining")
    await room.put(game)
    answer = await room.ask(await room.at(0), "play", move=typed)
    assert [move.words for move in await room.moves()] == [played], answer.content


@pytest.mark.parametrize(
    ("game", "typed"),
    [
        (position(seats=2, me={"stone": 2}), "market"),  # it costs a ship
        (position(seats=2, me={"stone": 4, "fleet": {"portugal": 2}}), "is the market good?"),
        (on("workers", seats=2), "wrokres 1"),
    ],
)
async def test_what_costs_something_is_a_question_or_a_slip_is_asked_about(room: Room, game: Game, typed: str) -> None:
    await room.open_table(game.key, order="joining")
    await room.put(game)
    await room.ask(await room.at(0), "play", move=typed)
    assert await room.moves() == []
