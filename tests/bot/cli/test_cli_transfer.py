"""``portolan tables export`` and ``import``: a table goes to another installation, and nothing else comes in."""

from __future__ import annotations

import asyncio
import json
import stat
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import engines
from bot.cli import operating
from bot.features.fair_dice import fair_dice
from bot.tables import Tables, fair_dice_log
from bot.tables.maintenance import transfer
from bot.wording import texts_in
from engines import record
from storage import games, named_values, results
from storage.database import Database
from storage.models import Status
from tests.bot.command_line import portolan, refusal
from tests.bot.lobbies import BEN, next_click, on_both, open_lobby, queued_announcements
from tests.bot.table_commands import Run, finished_table, output_of, table_after_decisions, tables_command

pytestmark = pytest.mark.usefixtures("clean_place")


@pytest.fixture
def run(database_url: str) -> Run:
    return tables_command(database_url)


async def test_a_table_goes_from_one_installation_to_another_and_is_played_on(
    tables: Tables, run: Run, tmp_path: Path
) -> None:
    table = await table_after_decisions(tables, guild_id=1, channel_id=2**63 - 1)
    await tables.play.undo(table.row.id, table.user_at(last_seat(await tables.log(table.row.id))) or 0)
    table = await tables.table(table.row.id)
    assert "seed" in output_of(await run("export", table.row.id))
    file = Path(f"portolan-table-{table.row.id}.json")
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    other_url = f"sqlite:///{tmp_path / 'other.db'}"
    await asyncio.to_thread(portolan, "migrate", DATABASE_URL=other_url)
    output = output_of(await run("import", file, url=other_url))
    assert output == f"this is table {table.row.id} now, in channel {2**63 - 1}; its board will be posted\n"
    async with Database.open(other_url) as other_database:
        other_tables = Tables(other_database)
        imported = await other_tables.table(table.row.id)
        assert imported.game == table.game
        new_fields = {"live_message_id", "lobby_message_id", "question_message_id", "question_version"}
        assert imported.row.model_dump(exclude=new_fields) == table.row.model_dump(exclude=new_fields)
        assert [seat.model_dump() for seat in imported.seats] == [seat.model_dump() for seat in table.seats]
        log = [row.model_dump() for row in await tables.log(table.row.id)]
        assert [row.model_dump() for row in await other_tables.log(table.row.id)] == log
        (announcement,) = await queued_announcements(other_database, table.row.id)
        assert (announcement.kind, announcement.version, announcement.before) == ("turn", table.row.version, [])
        seat = imported.game.to_act[0]
        user = imported.user_at(seat)
        assert user is not None
        await other_tables.play.act(imported.row.id, user, imported.game.legal(seat)[0])
    second_export = await run("export", table.row.id)
    assert "--force" in refusal(second_export)
    output_of(await run("export", table.row.id, "--force"))
    assert json.loads(output_of(await run("export", table.row.id, "-")))["portolan_table"] == 1


def last_seat(log: Any) -> int:
    return int(log[-1].seat)


@on_both
async def test_where_its_number_is_taken_a_table_gets_another_and_new_tables_come_after_it(
    database: Database, tables: Tables, run: Run
) -> None:
    table = await table_after_decisions(tables, channel_id=5)
    await tables.play.act(
        table.row.id, table.user_at(table.game.to_act[0]) or 0, table.game.legal(table.game.to_act[0])[0],
        interaction_id=77,
    )  # fmt: skip
    output_of(await run("export", table.row.id, "table.json"))
    assert "channel 5 has an open table" in refusal(await run("import", "table.json"), 1)
    output_of(await run("import", "table.json", "--server", 3, "--channel", 6))
    copy = await tables.table_in(6)
    assert copy.row.id != table.row.id
    assert copy.row.guild_id == 3
    assert [move.interaction_id for move in await tables.log(copy.row.id)] == [None] * 7
    data = json.loads(Path("table.json").read_bytes())
    data["game"] |= {"id": 500, "channel_id": 7, "drawn_as": table.row.id}
    for move in data["moves"]:
        move["interaction_id"] = None
    Path("table.json").write_text(json.dumps(data))
    async with database.transaction() as session:
        await named_values.remember(session, "review:500", "[]")
    output_of(await run("import", "table.json"))
    assert (await tables.table_in(7)).row.id == 500
    async with database.reading() as session:
        assert await named_values.value(session, "review:500") is None, "that was another table"
    assert (await open_lobby(tables, channel_id=8)).row.id == 501
    assert "--channel" in refusal(await run("import", "table.json", "--server", 3))


@on_both
async def test_a_finished_table_and_a_lobby_can_be_brought_over(tables: Tables, run: Run, tmp_path: Path) -> None:
    ended_table = await finished_table(tables)
    lobby = await open_lobby(tables, BEN, channel_id=6)
    other_url = f"sqlite:///{tmp_path / 'other.db'}"
    await asyncio.to_thread(portolan, "migrate", DATABASE_URL=other_url)
    for table in (ended_table, lobby):
        output_of(await run("export", table.row.id))
        output_of(await run("import", f"portolan-table-{table.row.id}.json", url=other_url))
    async with Database.open(other_url) as other_database:
        assert (await Tables(other_database).table(ended_table.row.id)).game == ended_table.game
        assert await queued_announcements(other_database, ended_table.row.id) == []
        async with tables.database.reading() as session, other_database.reading() as other_session:
            stored_results = [
                [row.model_dump() for row in await results.seats_of_game(database_session, ended_table.row.id)]
                for database_session in (session, other_session)
            ]
        assert stored_results[0] == stored_results[1] != []
        assert len((await Tables(other_database).table(lobby.row.id)).seats) == 2


async def test_an_abandoned_table_can_be_imported(tables: Tables, run: Run) -> None:
    table = await table_after_decisions(tables)
    async with tables.play.transactions.change_running(table.row.id) as transaction:
        await transaction.abandon([])
    output_of(await run("export", table.row.id, "table.json"))
    output_of(await run("import", "table.json"))
    imported = await tables.table(table.row.id + 1)
    assert (imported.row.status, imported.game) == (Status.ABANDONED, table.game)


async def test_the_dice_of_a_table_can_be_checked_whatever_number_it_gets(tables: Tables, run: Run) -> None:
    ended_table = await finished_table(tables)
    output_of(await run("export", ended_table.row.id, "once.json"))
    output_of(await run("import", "once.json", "--channel", 6))
    output_of(await run("export", ended_table.row.id + 1, "twice.json"))
    output_of(await run("import", "twice.json", "--channel", 7))
    for number in (ended_table.row.id, ended_table.row.id + 1, ended_table.row.id + 2):
        table = await tables.table(number)
        async with tables.database.reading() as session:
            draw = await fair_dice_log.load_draw(session, table.row)
        log = [record.Move(move.seat, move.words) for move in await tables.log(number)]
        game_record = record.of(table.game, table.row.seed, log, list(table.names), draw)
        assert draw is not None
        assert draw.table == ended_table.row.id
        assert game_record.commitment == table.row.commitment
        record.verify(game_record, engines.GAMES)


def advance_turn(data: Any) -> None:
    data["game"]["state"]["turn"] += 1


def swap_moves(data: Any) -> None:
    data["moves"][0], data["moves"][1] = data["moves"][1], data["moves"][0]


DAMAGES: dict[str, tuple[Callable[[Any], Any], str]] = {
    "another format": (lambda data: data.update(portolan_table=2), "format 2"),
    "an unknown part": (lambda data: data.update(more=1), "unknown field"),
    "an unknown column": (lambda data: data["game"].update(colour="red"), "there is no field 'colour'"),
    "a missing column": (lambda data: data["game"].pop("seed"), "the field 'seed' is missing"),
    "a number too large": (lambda data: data["game"].update(version=2**31), "game, version"),
    "a word that is none": (lambda data: data["game"].update(status="asleep"), "game, status"),
    "a moment without a zone": (lambda data: data["game"].update(created_at="2026-01-01T00:00:00"), "game, created_at"),
    "a name that is none": (lambda data: data["seats"][0].update(name=5), "seat 0, name"),
    "another game": (lambda data: data["game"].update(key="chess"), "there is no game 'chess'"),
    "a seed that is none": (lambda data: data["game"].update(seed="xyz"), "move 0"),
    "another seed": (lambda data: data["game"].update(seed="00" * 16), ""),
    "another state": (advance_turn, "do not lead to its state: other turn"),
    "a damaged state": (lambda data: data["game"].update(state={}), "cannot be read"),
    "a missing move": (lambda data: data["moves"].pop(), "do not lead"),
    "an illegal move": (lambda data: data["moves"][1].update(words="fly"), "move 2, seat"),
    "other scores": (lambda data: data["moves"][1].update(scores=[1, 2]), "move 2, seat"),
    "moves out of order": (swap_moves, "not in order"),
    "an end that was not reached": (lambda data: data["game"].update(status="finished"), "say otherwise"),
    "a lobby with a state": (lambda data: data["game"].update(status="lobby"), "has not started"),
    "a click of another lobby": (lambda data: data["clicks"][1].update(text="carla"), "its dice: the clicks"),
    "a missing click": (lambda data: data["clicks"].pop(), "its dice: the clicks"),
    "another secret": (lambda data: data["game"].update(secret="00" * 16), "its dice: the hash that the lobby showed"),
    "a column of a name that fills a book": (lambda data: data["game"].update({"x" * 70_000: 1}), "there is no field"),
    "a text that fills a book": (lambda data: data["game"].update(key="x" * 70_000), "game, key"),
    "a log of a word that fills a book": (lambda data: data["moves"][1].update(words="x" * 70_000), "move 2, seat"),
    "an event that is none": (lambda data: data["moves"][0]["events"].append([]), "of its log, events"),
    "an event without a kind": (lambda data: data["moves"][1].update(events=[{"seat": 0}]), "of its log, events"),
    "a seat too few": (lambda data: data["seats"].pop(), ""),
    "results of another game": (
        lambda data: data["results"].append({"seat": 0, "name": "anna", "total": 4, "rank": 1}),
        "not those of its moves",
    ),
}


_SOUND: list[bytes] = []
"""The file of a running table; it need not be played once more for each way to damage it."""


@pytest.mark.parametrize("damage", DAMAGES)
@pytest.mark.parametrize("backend", ["sqlite"], indirect=True)
async def test_a_file_that_no_table_has_left_is_refused_in_one_line(database: Database, run: Run, damage: str) -> None:
    if not _SOUND:
        tables = Tables(database)
        _SOUND.append(await tables.transfer.export_table((await table_after_decisions(tables)).row.id))
    data = json.loads(_SOUND[0])
    change, reason = DAMAGES[damage]
    change(data)
    Path("table.json").write_text(json.dumps(data))
    line = refusal(await run("import", "table.json", "--channel", 6), 1)
    assert reason in line
    assert len(line) < 700
    async with database.reading() as session:
        assert await games.open_in_channel(session, 6) is None


LOBBIES: dict[str, tuple[Callable[[Any], Any], str]] = {
    "another game": (lambda data: data["game"].update(key="chess"), "there is no game 'chess'"),
    "seats that the game has not": (lambda data: data["game"].update(seats=9), "navegador is not played by 9"),
    "an option that the game has not": (lambda data: data["game"]["options"].update(wind="on"), "no option wind=on"),
    "a value that the option has not": (lambda data: data["game"]["options"].update(royal="x"), "no option royal=x"),
    "an option that was clicked otherwise": (lambda data: data["game"]["options"].update(royal="end"), "royal is not"),
    "another secret": (lambda data: data["game"].update(secret="00" * 16), "the hash that the lobby showed"),
    "a secret that is none": (lambda data: data["game"].update(secret="xyz"), "32 hexadecimal digits"),
    "no secret": (lambda data: data["game"].update(secret=None), "without a secret"),
    "another number": (lambda data: data["game"].update(drawn_as=77), "the hash that the lobby showed"),
    "another hash": (lambda data: data["game"].update(clicks_hash="00" * 32), "the clicks are not those"),
    "a missing click": (lambda data: data["clicks"].pop(), "the clicks are not those"),
    "a click that was none": (lambda data: data["clicks"][1].update(what="sing"), "the clicks are not those"),
    "a move": (lambda data: data["moves"].append({"version": 1, "seat": 0, "words": "sell"}), "but holds a game"),
    "a result": (
        lambda data: data["results"].append({"seat": 0, "name": "anna", "total": 4, "rank": 1}),
        "but holds a game",
    ),
    "another player": (lambda data: data["seats"][1].update(name="mallory"), "others sit there"),
    "a player too few": (lambda data: data["seats"].pop(), "others sit there"),
}


@pytest.mark.parametrize("damage", [None, *LOBBIES])
@pytest.mark.parametrize("backend", ["sqlite"], indirect=True)
async def test_a_lobby_that_its_clicks_have_not_made_is_refused(tables: Tables, run: Run, damage: str | None) -> None:
    lobby = await open_lobby(tables, BEN)
    await tables.lobby.set_options(lobby.row.id, {"royal": "goa"}, user_id=lobby.row.host_id, click=next_click())
    data = json.loads(await tables.transfer.export_table(lobby.row.id))
    change, reason = LOBBIES[damage] if damage else (lambda _: None, "")
    change(data)
    Path("table.json").write_text(json.dumps(data))
    result = await run("import", "table.json", "--channel", 6)
    if damage is None:
        output_of(result)
        return
    assert reason in refusal(result, 1)
    async with tables.database.reading() as session:
        assert await games.open_in_channel(session, 6) is None


async def test_a_lobby_that_was_brought_over_starts_with_what_it_promised(tables: Tables, run: Run) -> None:
    lobby = await open_lobby(tables, BEN)
    output_of(await run("export", lobby.row.id, "lobby.json"))
    output_of(await run("import", "lobby.json", "--channel", 6))
    copy = await tables.table_in(6)
    assert copy.row.id != lobby.row.id
    assert f"Table {lobby.row.id}," in fair_dice(copy.row, texts_in("en"))
    started = await tables.lobby.start(copy.row.id, user_id=copy.row.host_id)
    assert started.row.seed == (await tables.lobby.start(lobby.row.id, user_id=lobby.row.host_id)).row.seed


@pytest.mark.parametrize("backend", ["sqlite"], indirect=True)
@pytest.mark.parametrize("content", [b"", b"[]", b"\xff\xfe", b"[" * 100_000, b'{"portolan_table": 1}', b"null"])
async def test_what_is_no_file_of_a_table_is_refused_in_one_line(run: Run, content: bytes) -> None:
    Path("table.json").write_bytes(content)
    assert "this is no table of Portolan" in refusal(await run("import", "table.json"), 1)
    assert "No such file" in refusal(await run("import", "nothing.json"))


@pytest.mark.parametrize("backend", ["sqlite"], indirect=True)
async def test_a_file_that_is_too_large_is_refused_before_it_is_read_through(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    for place in (transfer, operating):
        monkeypatch.setattr(place, "LARGEST", 3 << 20)
    Path("table.json").write_bytes(b" " * ((3 << 20) + 1))
    assert "it has more than 3 MiB" in refusal(await run("import", "table.json"), 1)


@pytest.mark.parametrize("backend", ["postgresql"], indirect=True)
async def test_text_that_the_database_does_not_take_is_refused_in_one_line(tables: Tables, run: Run) -> None:
    table = await table_after_decisions(tables)
    data = json.loads(await tables.transfer.export_table(table.row.id))
    data["seats"][0]["name"] = "an\0na"
    data["game"] |= {"secret": None, "clicks_hash": None, "drawn_order": None}
    Path("table.json").write_text(json.dumps(data))
    assert "the database refuses" in refusal(await run("import", "table.json", "--channel", 6), 1)
