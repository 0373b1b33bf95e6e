"""/verify: the record of any finished game, uploaded by anybody, with the words of ``portolan verify``."""

from __future__ import annotations

import json
import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any

import discord
import msgspec
import pytest
from simcord.backend.errors import SetupError

from bot.thinking import pool
from bot.thinking.order import Errand, carry_out
from bot.thinking.pool import Thinkers, in_processes
from bot.wording import texts_in
from bot.wording.verdict import verified_lines
from bot.work.process_pool import PoolClosed, ProcessLost
from engines import Message, record
from engines.fair_dice import Draw
from engines.record_check import MOST_BYTES, check_file
from storage.database import Database
from tests.bot.english import english
from tests.bot.filling import fill, parts
from tests.bot.lobbies import sqlite
from tests.bot.parts import shown_message
from tests.bot.room import Room, open_room

pytestmark = pytest.mark.usefixtures("plain_pictures")

RECORDS = sorted((Path(__file__).parents[2] / "records").glob("*/*.json"))
RECORD_FILE = next(file for file in RECORDS if file.parent.name == "macao").read_bytes()


def spoil_record(change: Callable[[dict[str, Any]], object]) -> bytes:
    data = json.loads(RECORD_FILE)
    change(data)
    return json.dumps(data).encode()


def test_a_record_is_right_or_the_first_fault_is_found() -> None:
    game_record, turn, fault = check_file(RECORD_FILE)
    assert (game_record, turn, fault) == (record.decode(RECORD_FILE), 12, None)
    game_record, _, fault = check_file(spoil_record(lambda data: data["scores"].__setitem__(0, 999)))
    assert game_record is not None
    assert fault is not None
    assert (fault.reason.id, fault.reason.args["claimed"]) == ("record.score", 999)


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b" " * (MOST_BYTES + 1), "record.too_large"),
        (b"\x89PNG", "record.no_json"),
        (b"{}", "record.field_missing"),
        (RECORD_FILE[:-40], "record.broken_off"),
        (b"[" * 100_000, "record.not_one"),
        (spoil_record(lambda data: data.update(moves=data["moves"] * 200)), "record.many_moves"),
    ],
)
def test_what_is_no_record_is_refused_for_what_it_is(content: bytes, reason: str) -> None:
    fault = check_file(content).fault
    assert fault is not None
    assert fault.reason.id == reason


def test_what_is_larger_than_a_record_may_be_is_told_how_large_that_is() -> None:
    largest_fault, too_large_fault = (check_file(b"\x89PNG".ljust(size)).fault for size in (MOST_BYTES, MOST_BYTES + 1))
    assert largest_fault is not None
    assert too_large_fault is not None
    assert largest_fault.reason.id == "record.no_json"
    assert too_large_fault.reason == Message("record.too_large", {"most": 1})


def test_faults_go_from_one_process_to_another() -> None:
    illegal = check_file(spoil_record(lambda data: data["moves"].__setitem__(0, [0, "fly"]))).fault
    wrong_seed = check_file(spoil_record(lambda data: data.update(seed="x"))).fault
    for fault in (illegal, wrong_seed):
        assert fault is not None
        unpickled = pickle.loads(pickle.dumps(fault))
        assert (type(unpickled), str(unpickled), unpickled.reason) == (type(fault), str(fault), fault.reason)
    assert isinstance(illegal, record.IllegalMove)
    unpickled_move = pickle.loads(pickle.dumps(illegal))
    assert (unpickled_move.number, unpickled_move.move) == (1, illegal.move)


async def test_a_thinking_process_verifies() -> None:
    thinkers = Thinkers(1)
    async with in_processes(thinkers):
        answer = await pool.ask(Errand(check_file, (RECORD_FILE,)), (1, 2))
    assert answer == carry_out(Errand(check_file, (RECORD_FILE,)))
    assert answer.fault is None


@sqlite
async def test_anybody_verifies_a_game_of_any_server_in_their_language(room: Room) -> None:
    answer = await room.ask(room["anna"], "verify", record=("game.json", RECORD_FILE))
    game_record = record.decode(RECORD_FILE)
    verdict, *lines = verified_lines(texts_in("en"), game_record, 12)
    assert answer.content == "\n".join([f"✓ **{verdict}**", "```", *lines, "```"])
    assert verdict.startswith("The record is valid: Macao, 2 players")
    assert answer.flags.ephemeral
    assert not room.history(), "nobody else is told"
    illegal_record = spoil_record(lambda data: data["moves"].__setitem__(0, [0, "fly`@everyone"]))
    answer = await room.ask(room["anna"], "verify", record=("game.json", illegal_record))
    assert answer.content.startswith("✗ Move 1")
    await room.ask(room["anna"], "language", language="de")
    answer = await room.ask(room["anna"], "verify", record=("game.png", b"\x89PNG"))
    assert answer.content == "✗ Das ist keine Aufzeichnung von Portolan: Sie ist nicht in JSON geschrieben."
    answer = await room.ask(room["anna"], "verify", record=("game.json", b" " * (MOST_BYTES + 1)))
    assert "größer als 1 MiB" in answer.content
    answer = await room.ask(room["anna"], "verify", record=("game.png", b"\x89PNG".ljust(MOST_BYTES)))
    assert answer.content == "✗ Das ist keine Aufzeichnung von Portolan: Sie ist nicht in JSON geschrieben."


@pytest.mark.parametrize(
    ("turned", "places", "is_told"),
    [(["", "Ben"], [], True), (["", "Ben"], [1, 0], False), (["Anna", "Ben"], [], False)],
)
def test_of_a_rematch_it_says_where_a_forgotten_name_leaves_the_seed_unproved(
    turned: list[str], places: list[int], is_told: bool
) -> None:
    draw = Draw(
        table=1,
        seating="turned",
        turned=turned,
        secret="ab" * 16,
        secret_hash="cd" * 32,
        clicks=[],
        clicks_hash="ef" * 32,
        order=[1, 0],
        places=places,
    )
    lines = verified_lines(texts_in("en"), msgspec.structs.replace(record.decode(RECORD_FILE), draw=draw), 12)
    assert (english("record.turned_forgotten") in lines) == is_told


@sqlite
@pytest.mark.room("anna", "ben", unabridged=True)
async def test_it_works_in_direct_messages(room: Room) -> None:
    assert "verify" in room["anna"].user.available_commands()
    answer = shown_message(await room["anna"].user.slash("verify", record=("game.json", RECORD_FILE)))
    assert answer.content.startswith("✓ **The record is valid: Macao")


@sqlite
async def test_without_a_file_a_form_asks_for_it(room: Room) -> None:
    anna = room["anna"]
    for person, command in ((anna, anna.slash(room.channel, "verify")), (anna.user, anna.user.slash("verify"))):
        form = await command
        assert list(parts(form)) == ["record"]
        with pytest.raises(SetupError, match="not supplied"):
            await person.submit_modal(form, {})
        await room.restart()
        answer = await fill(person, form, record=("game.json", RECORD_FILE))
        assert answer.content.startswith("✓ **The record is valid: Macao")
        assert answer.flags.ephemeral
    assert not room.history(), "nobody else is told"
    form = await anna.slash(room.channel, "verify")
    answer = await fill(anna, form, record=("game.json", b" " * (MOST_BYTES + 1)))
    assert "larger than 1 MiB" in answer.content


@sqlite
async def test_what_has_no_room_in_a_message_comes_as_a_file(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    game_record = record.decode(RECORD_FILE)
    game_record.players = ["a`b\nc", "x" * 20]
    lines = ["valid", *(f"click {number}" for number in range(300)), "1. a`b\nc: 9", "2. x: 3"]
    monkeypatch.setattr("bot.features.verify.verified_lines", lambda *_: lines)
    async with open_room(database, "anna", "ben") as room:
        answer = await room.ask(room["anna"], "verify", record=("game.json", RECORD_FILE))
        assert answer.content == "✓ **valid**\n```\n1. a'b?c: 9\n2. x: 3\n```"
        (file,) = answer.attachments
        assert file.filename == "portolan-verify.txt"
        assert (await file.read()).decode().splitlines()[1] == "click 0"


@sqlite
async def test_what_is_wrong_is_not_said_at_any_length(room: Room) -> None:
    long = spoil_record(lambda data: data.update(seed="x" * 5000))
    answer = await room.ask(room["anna"], "verify", record=("game.json", long))
    assert answer.content.startswith("✗ ")
    assert len(answer.content) <= 1000


@sqlite
@pytest.mark.parametrize("fault", [discord.DiscordException("gone"), TimeoutError(), ConnectionResetError()])
async def test_a_file_that_cannot_be_fetched(
    database: Database, monkeypatch: pytest.MonkeyPatch, fault: Exception
) -> None:
    async def read(*_: object, **__: object) -> bytes:
        raise fault

    async with open_room(database, "anna", "ben") as room:
        monkeypatch.setattr(room.bot.http, "get_from_cdn", read)
        answer = await room.ask(room["anna"], "verify", record=("game.json", RECORD_FILE))
        assert answer.content == texts_in("en").say("record.not_fetched")


@sqlite
@pytest.mark.parametrize(
    ("fault", "reason"), [(ProcessLost("too slow"), "record.too_long"), (PoolClosed("ends"), "error.stopping")]
)
async def test_a_record_that_takes_too_long(
    database: Database, monkeypatch: pytest.MonkeyPatch, fault: Exception, reason: str
) -> None:
    async def ask(*_: object) -> object:
        raise fault

    async with open_room(database, "anna", "ben") as room:
        monkeypatch.setattr(pool, "ask", ask)
        answer = await room.ask(room["anna"], "verify", record=("game.json", RECORD_FILE))
        assert answer.content == texts_in("en").say(reason)
