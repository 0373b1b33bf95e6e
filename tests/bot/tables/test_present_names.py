"""A person who is called otherwise from now on is so everywhere but in the record of the dice."""

from __future__ import annotations

import pytest

from bot.delivery.compose import record_of
from bot.features.log import log_lines
from bot.tables import Tables
from bot.wording import texts_in
from engines import Message
from storage.database import Database
from storage.models import MoveKind
from tests.bot.lobbies import ANNA, BEN, on_both, sqlite
from tests.bot.sitting import ZOE, at_table, substituted
from tests.bot.tables.test_time_limits import decide

SERVER = 9
CHANNEL = 5


@pytest.fixture
async def running(database: Database) -> tuple[Tables, int]:
    return await at_table(database, guild_id=SERVER)


@on_both
async def test_a_renamed_player_is_called_by_the_present_name(database: Database) -> None:
    tables, game_id = await at_table(database, guild_id=SERVER)
    await tables.present_names.learn(BEN, SERVER, "Benedict")
    table = await tables.table(game_id)
    assert table.names == ("anna", "Benedict", "carla")
    assert table.initial_names == table.recorded_names == ("anna", "ben", "carla")


@sqlite
async def test_the_record_of_the_dice_keeps_the_name_of_the_lobby(running: tuple[Tables, int]) -> None:
    tables, game_id = running
    before = record_of(await tables.table(game_id), [], None).data
    await tables.present_names.learn(BEN, SERVER, "Benedict")
    assert record_of(await tables.table(game_id), [], None).data == before


@sqlite
async def test_a_person_is_called_as_on_the_server_of_the_table(running: tuple[Tables, int]) -> None:
    tables, game_id = running
    await tables.present_names.learn(BEN, SERVER + 1, "Elsewhere")
    await tables.present_names.learn(BEN, None, "Direct")
    assert (await tables.table(game_id)).names == ("anna", "ben", "carla")


@sqlite
async def test_whoever_takes_the_old_name_again_has_it(running: tuple[Tables, int]) -> None:
    tables, game_id = running
    for name in ("Benedict", "Benito", "ben"):
        await tables.present_names.learn(BEN, SERVER, name)
    table = await tables.table(game_id)
    assert table.names == ("anna", "ben", "carla")
    assert table.seats[1].present_names is None


@sqlite
async def test_a_name_that_is_known_costs_no_statement(
    running: tuple[Tables, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    tables, _ = running
    await tables.present_names.learn(BEN, SERVER, "Benedict")
    monkeypatch.setattr(tables.repository.database, "reading", None)
    monkeypatch.setattr(tables.repository.database, "transaction", None)
    await tables.present_names.learn(BEN, SERVER, "Benedict")


@sqlite
async def test_a_substitute_and_the_owner_of_the_seat_have_their_own_present_names(running: tuple[Tables, int]) -> None:
    tables, game_id = running
    seat = await substituted(tables, game_id)
    await tables.present_names.learn(ZOE, SERVER, "Zoë")
    await tables.present_names.learn(BEN, SERVER, "Benedict")
    table = await tables.table(game_id)
    assert (table.names[seat], table.owner_names[seat]) == ("Zoë", "Benedict")
    await tables.seating.hand_back(game_id, ZOE)
    await tables.seating.come_back(game_id, BEN)
    assert (await tables.table(game_id)).names[seat] == "Benedict"


@sqlite
async def test_log_and_replay_show_the_present_names_of_all_who_played(running: tuple[Tables, int]) -> None:
    tables, game_id = running
    while {0, 1} - {row.seat for row in await tables.log(game_id)}:
        await decide(tables, await tables.table(game_id))
    seat = await substituted(tables, game_id)
    for user, name in ((ANNA, "Annabel"), (BEN, "Benedict"), (ZOE, "Zoë")):
        await tables.present_names.learn(user, SERVER, name)
    table = await tables.table(game_id)
    course = await tables.replays.load_history(table)
    assert course.names(1) == ["Annabel", "Benedict", "carla"]
    assert course.names(table.row.version)[seat] == "Zoë"
    assert course.positions([table.row.version])[table.row.version].names[seat] == "Zoë"
    lines = "\n".join(log_lines(table, await tables.log(game_id), texts_in("en").at(table.game)))
    assert "**Annabel**" in lines
    assert "**Zoë**" in lines
    assert not any(f"**{old}**" in lines for old in ("anna", "ben", "zoe"))


@sqlite
async def test_a_seat_changes_hands_under_the_names_that_the_log_keeps(running: tuple[Tables, int]) -> None:
    tables, game_id = running
    await tables.present_names.learn(BEN, SERVER, "Benedict")
    await substituted(tables, game_id)
    kept = [(row.kind, row.words) for row in await tables.log(game_id) if row.kind != MoveKind.MOVE]
    assert kept == [(MoveKind.LEAVE, "ben"), (MoveKind.SUBSTITUTE, "zoe")]
    table = await tables.table(game_id)
    line = table.with_present_names(Message("say.hand_back", {"seat": 1, "owner": "ben"}))
    assert line.args["owner"] == "Benedict"


@sqlite
async def test_who_paused_the_table_is_called_by_the_present_name(running: tuple[Tables, int]) -> None:
    tables, game_id = running
    await tables.pauses.pause(game_id, ANNA, "anna")
    await tables.present_names.learn(ANNA, SERVER, "Annabel")
    assert (await tables.table(game_id)).pauser_name == "Annabel"
