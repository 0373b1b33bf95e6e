"""The clip of a game, made in a process of its own and added to the last message."""

from __future__ import annotations

import asyncio
import io
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import discord
import pytest
from PIL import Image

import engines
from bot.delivery import clips
from bot.drawing import drawers, filming
from bot.drawing.filming import MOST_BYTES, MOST_FRAMES, WIDTH, ClipOrder, draw_frames, encode, film
from bot.work.process_pool import Job, ProcessLost
from engines import record
from engines.scenes import spread
from render.shape import Shape
from storage.database import Database
from tests import records
from tests.bot.features.skipped_decisions import decide_while
from tests.bot.lobbies import sqlite
from tests.bot.room import Room, open_room

RECORDS = ("navegador/2-explorer", "macao/2-201", "burgundy/2-41", "mmn/3-84")
FIRST_MOVES = 12
"""The number of moves of a clip that shows a beginning."""


def order(name: str, **changes: Any) -> ClipOrder:
    game_record = record.decode((Path(records.__file__).parent / f"{name}.json").read_bytes())
    moves = tuple((move.seat, move.words) for move in game_record.moves)
    names = ("Anna", "Ben", "Carla", "Dirk")[: game_record.seats]
    clip_order = ClipOrder(
        game_record.game,
        game_record.rules,
        game_record.seats,
        game_record.seed,
        game_record.options,
        moves,
        names,
        "en",
    )
    return replace(clip_order, **changes)


def beginning_of(name: str, **changes: Any) -> ClipOrder:
    """Return the order of a clip of the first moves alone."""
    full_order = order(name, **changes)
    return replace(full_order, moves=full_order.moves[:FIRST_MOVES])


def frame_count(clip: Any) -> int:
    frames: int = clip.n_frames
    return frames


# -- what it is --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", RECORDS)
def test_a_clip_of_every_game_is_played_once(name: str) -> None:
    _check_clip(beginning_of(name))


@pytest.mark.proof
@pytest.mark.parametrize("name", RECORDS)
def test_that_of_a_whole_game_is_small_enough(name: str) -> None:
    assert _check_clip(order(name)) > 10


def _check_clip(clip_order: ClipOrder) -> int:
    """Check the format of a clip, its width and how often it is played; return its number of frames."""
    progress = list[tuple[int, int]]()
    data = film(clip_order, lambda number, total: progress.append((number, total)))
    assert len(data) <= MOST_BYTES
    clip = Image.open(io.BytesIO(data))
    assert (clip.format, clip.width, clip.info["loop"]) == ("WEBP", WIDTH, 1)
    assert 1 < frame_count(clip) <= MOST_FRAMES
    assert [number for number, _ in progress] == list(range(1, progress[0][1] + 1))
    return frame_count(clip)


def test_a_clip_for_phones_shows_what_a_channel_shows_of_tall_boards() -> None:
    clip_order = order("macao/2-201", shape=Shape.TALL)
    clip = Image.open(io.BytesIO(film(replace(clip_order, moves=clip_order.moves[:2]))))
    assert clip.width == WIDTH
    assert 0.7 * clip.width < clip.height < clip.width


def test_it_begins_before_the_first_move_and_ends_with_the_last() -> None:
    clip_order = order("navegador/2-explorer")
    short_order = replace(clip_order, moves=clip_order.moves[:30])
    game = short_order.initial_game()
    frames = draw_frames(short_order, lambda number, total: None)
    turns = {0}
    for seat, words in short_order.moves:
        turns.add(game.state.turn)
        game.play(seat, record.parse(words))
    assert len(frames) == len(turns)
    assert all(frame != next_frame for frame, next_frame in pairwise(frames))


def test_what_has_no_room_is_played_in_fewer_boards(monkeypatch: pytest.MonkeyPatch) -> None:
    rng = Random(1)
    noise = [Image.frombytes("L", (80, 50), rng.randbytes(4000)).convert("RGB") for _ in range(9)]
    full_clip = encode(noise)
    monkeypatch.setattr(filming, "MOST_BYTES", len(full_clip) // 2)
    clip = Image.open(io.BytesIO(encode(noise)))
    assert 1 < frame_count(clip) < 9


@pytest.mark.parametrize("most", [8, pytest.param(MOST_FRAMES, marks=pytest.mark.proof)])
def test_boards_of_different_heights_have_one_size(most: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(filming, "MOST_FRAMES", most)
    frames = draw_frames(order("macao/2-201", shape=Shape.TALL), lambda number, total: None)
    assert len({image.size for image in frames}) == 1
    assert len(frames) == most


def test_a_clip_shows_the_whole_game() -> None:
    assert spread([0] * 5, 60) == [0, 1, 2, 3, 4]
    places = spread([5 if place % 10 == 3 else 1 for place in range(300)], 32)
    assert (places[0], places[-1], len(places)) == (0, 299, 32)
    assert places == sorted(set(places))
    assert all(place % 10 == 3 for place in places[1:-1])
    assert max(after - before for before, after in pairwise(places)) <= 20


def test_a_game_of_other_moves_is_refused() -> None:
    with pytest.raises(engines.IllegalAction):
        film(order("navegador/2-explorer", moves=((0, "rondel nowhere"),)))
    with pytest.raises(ValueError, match="rules"):
        film(order("navegador/2-explorer", rules=99))


@pytest.mark.slow
async def test_a_process_of_its_own_makes_it_and_ends() -> None:
    clip_order = order("navegador/2-explorer")
    short_order = replace(clip_order, moves=clip_order.moves[:2])
    assert await drawers.film(short_order) == film(short_order)
    with pytest.raises(RuntimeError, match="rondel nowhere"):
        await drawers.film(order("navegador/2-explorer", moves=((0, "rondel nowhere"),)))


def test_its_process_lets_those_that_draw_boards_go_before() -> None:
    assert drawers.FILMING.niceness > drawers.DRAWING.niceness


# -- where it is added -------------------------------------------------------------------------------------------------


@asynccontextmanager
async def open_drawing_room(database: Database, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Room]:
    """Open a room with a table of a bot that draws in processes."""
    monkeypatch.setattr(drawers, "has_cache", lambda: True)
    async with open_room(database) as room:
        await room.open_table("macao", order="joining")
        yield room


async def play_to_end(room: Room) -> discord.Message:
    """Play the game to its end by chance, and return its message once all has been sent."""
    table = await room.table()
    game = table.game.copy()
    rng = Random(4)
    await room.skip(table, decide_while(game, lambda _: game.to_act, lambda seat: game.sample(seat, rng)))
    return room.last


@sqlite
@pytest.mark.usefixtures("plain_pictures")
async def test_the_end_gets_its_clip_beside_the_board(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    orders = list[ClipOrder]()

    async def note_order(clip_order: ClipOrder) -> bytes:
        orders.append(clip_order)
        return b"RIFF clip"

    monkeypatch.setattr(drawers, "film", note_order)
    async with open_drawing_room(database, monkeypatch) as room:
        message = await play_to_end(room)
        names = [file.filename for file in message.attachments]
        assert names[:2] == ["board.png", "scores.png"]
        assert names[-1] == clips.NAME
        assert len(names) == 4
        assert message.attachments[-1].description == "The game of Macao of anna and ben, board by board."
        (ordered,) = orders
        table = await room.table()
        game = ordered.initial_game()
        for seat, words in ordered.moves:
            game.play(seat, record.parse(words))
        assert game == table.game
        assert (ordered.seat, ordered.names) == (None, table.names)


@sqlite
@pytest.mark.usefixtures("plain_pictures")
@pytest.mark.parametrize("fault", [ProcessLost("gone"), RuntimeError("no ink")])
async def test_a_clip_that_fails_leaves_the_end_as_it_is(
    database: Database, monkeypatch: pytest.MonkeyPatch, fault: Exception
) -> None:
    async def fails(clip_order: ClipOrder) -> bytes:
        raise fault

    monkeypatch.setattr(drawers, "film", fails)
    async with open_drawing_room(database, monkeypatch) as room:
        message = await play_to_end(room)
        assert clips.NAME not in [file.filename for file in message.attachments]
        assert room.logs.pop()["event"] == "a clip could not be made; the end goes without"
        assert [row.failed for row in await room.outbox() if row.kind == "clip"] == [None]


@sqlite
@pytest.mark.usefixtures("plain_pictures")
async def test_a_clip_that_discord_finds_too_large_is_left_out(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def refuse_files(clip_order: ClipOrder) -> bytes:
        room.refuse_files(413, 40005)
        return b"RIFF clip"

    monkeypatch.setattr(drawers, "film", refuse_files)
    async with open_drawing_room(database, monkeypatch) as room:
        message = await play_to_end(room)
        assert len(message.attachments) == 3
        assert room.logs.pop()["event"] == "a clip could not be added"
        assert all(row.sent_at is not None for row in await room.outbox() if row.kind == "clip")


@sqlite
@pytest.mark.usefixtures("plain_pictures")
async def test_where_the_bot_draws_itself_there_is_none(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    async with open_drawing_room(database, monkeypatch) as room:
        monkeypatch.setattr(drawers, "has_cache", lambda: False)
        await play_to_end(room)
        assert [row for row in await room.outbox() if row.kind == "clip"] == []


async def test_clips_are_made_one_after_the_other(monkeypatch: pytest.MonkeyPatch) -> None:
    at_once = 0
    most_at_once = 0

    class Fake:
        def __init__(self, job: Job) -> None:
            assert job is drawers.FILMING

        async def ask(self, order: object, seconds: float) -> bytes:
            nonlocal at_once, most_at_once
            at_once += 1
            most_at_once = max(most_at_once, at_once)
            await asyncio.sleep(0)
            at_once -= 1
            return b""

        async def close(self) -> None: ...

    monkeypatch.setattr(drawers, "ChildProcess", Fake)
    clip_order = order("navegador/2-explorer")
    await asyncio.gather(*(drawers.film(clip_order) for _ in range(3)))
    assert most_at_once == 1
