"""``portolan tables``: what an operator sees of a database and does to it, on both kinds of databases."""

from __future__ import annotations

import asyncio
import json
import stat
from collections.abc import Awaitable, Callable
from datetime import timedelta
from pathlib import Path
from random import Random
from typing import Any

import pytest
from sqlalchemy import text, update
from sqlmodel import col
from typer.testing import Result

import engines
from bot.tables import Table, Tables, drawing
from engines import record
from engines.players import PLAYERS
from storage import games, outbox, results
from storage.columns import utcnow
from storage.database import Database
from storage.models import GameRow, MoveRow, Status
from tests.bot.command_line import portolan, refusal
from tests.bot.lobbies import ANNA, BEN, CARLA, opened, queued, started
from tests.bot.office import Office
from tests.storage.sample import unsent

pytestmark = pytest.mark.usefixtures("clean_place")

Run = Callable[..., Awaitable[Result]]


@pytest.fixture
def run(database_url: str) -> Run:
    """``portolan tables`` on the database of the test."""

    async def ran(*words: object, url: str = database_url) -> Result:
        return await asyncio.to_thread(portolan, "tables", *map(str, words), DATABASE_URL=url)

    return ran


async def played(tables: Tables, number: int = 6, **options: Any) -> Table:
    """A running table of anna and ben after so many decisions; MMN seats carla too."""
    guests = (BEN, CARLA) if options.get("game") == "mmn" else (BEN,)
    table = await started(tables, *guests, **options)
    rng = Random(7)
    for _ in range(number):
        table = await tables.table(table.row.id)
        seat = table.game.to_act[0]
        user = table.user_at(seat)
        assert user is not None
        table = await tables.play.act(table.row.id, user, PLAYERS["random"](table.game, seat, rng))
    return await tables.table(table.row.id)


async def change(database: Database, game_id: int, **values: Any) -> None:
    """What somebody has done to the row by hand."""
    async with database.transaction() as session:
        await session.exec(update(GameRow).where(col(GameRow.id) == game_id).values(**values))


async def damage(database: Database, table: Table) -> dict[str, Any]:
    """The stored state has other dice than the log leads to, as if something had overwritten it."""
    other = engines.new(table.row.key, len(table.seats), 99).dump()
    state = {**table.game.dump(), "dice": other["dice"]}
    await change(database, table.row.id, state=state)
    return state


def said(result: Result, status: int = 0) -> str:
    assert result.exit_code == status, result.output
    assert "Traceback" not in result.output
    return result.stdout


# -- list and show -----------------------------------------------------------------------------------------------------


async def test_the_list_has_a_line_for_each_table_and_can_be_narrowed_down(database: Database, run: Run) -> None:
    tables = Tables(database)
    one = await played(tables, guild_id=1, channel_id=101)
    two = await opened(tables, game="macao", guild_id=2, channel_id=102)
    three = await started(tables, CARLA, guild_id=2, channel_id=103)
    await tables.play.end(three.row.id, ANNA)
    await change(database, one.row.id, updated_at=utcnow() - timedelta(days=3, hours=2))
    shown = said(await run("list")).splitlines()
    assert shown[0].split() == ["table", "game", "status", "server", "channel", "people", "turn", "version", "waiting"]
    first = [str(one.row.id), "navegador", "running", "1", "101", "2", "of", "2", str(one.row.turn)]
    assert shown[1].split() == [*first, str(one.row.version), "3", "d", "2", "h"]
    assert shown[2].split()[:5] == [str(two.row.id), "macao", "lobby", "2", "102"]

    async def numbers(*words: str) -> list[int]:
        lines = said(await run("list", "--json", *words)).splitlines()
        return [json.loads(line)["table"] for line in lines]

    every = [one.row.id, two.row.id, three.row.id]
    assert await numbers() == every[:2]
    assert await numbers("--status", "all") == every
    assert await numbers("--status", "ended") == await numbers("--status", "abandoned") == every[2:]
    assert await numbers("--status", "finished") == []
    assert await numbers("--server", "2", "--status", "all") == every[1:]
    assert await numbers("--game", "macao") == every[1:2]
    assert await numbers("--idle", "3") == every[:1]
    assert await numbers("--status", "all", "--limit", "2") == every[1:]
    assert "there are no such tables" in said(await run("list", "--status", "finished"))
    assert "there is no game 'chess'" in refusal(await run("list", "--game", "chess"))


async def test_a_table_is_shown_without_what_is_secret_unless_that_is_asked_for(database: Database, run: Run) -> None:
    table = await played(Tables(database), game="mmn", guild_id=7, number=30)
    async with database.transaction() as session:
        for row in await outbox.claim(session):
            await outbox.give_up(session, row, "gone: 10003")
        await outbox.enqueue(session, table.row.id, 5, "board", {"secret": "payload"})
    shown = said(await run("show", table.row.id))
    for fact in ("anna", "ben", str(ANNA), table.row.commitment, "set aside: gone: 10003", "next attempt"):
        assert fact in shown
    waiting = ", ".join(table.names[seat] for seat in table.game.blocking_seats)
    assert f"waiting for{waiting}".replace(" ", "") in shown.replace(" ", "")
    hidden = [table.row.seed, "payload", json.dumps(table.game.dump()["dice"])[:20]]
    assert not [word for word in hidden if word in shown]
    asked = await run("show", table.row.id, "--secrets", "--moves", "2")
    assert table.row.seed in asked.stdout
    assert json.dumps(table.game.dump()["dice"], separators=(",", ":")) in asked.stdout
    assert "secret" in asked.stderr
    assert "there is no table 4711" in refusal(await run("show", 4711), 1)
    assert "there is no table" in refusal(await run("show", 2**40), 1)


async def test_the_hands_of_players_are_not_in_the_words_that_are_shown(database: Database, run: Run) -> None:
    table = await played(Tables(database), game="mmn", number=30)
    async with database.transaction() as session:
        hidden = [{"kind": "drew", "seen_by": [0], "args": {"card": "merchant"}}]
        entry = MoveRow(game_id=table.row.id, version=900, seat=0, words="keep merchant", turn=1, events=hidden)
        session.add(entry)
    assert "merchant" not in said(await run("show", table.row.id, "--moves", "1"))
    assert "keep merchant" in said(await run("show", table.row.id, "--moves", "1", "--secrets"))


async def test_a_damaged_table_is_shown_too(database: Database, run: Run) -> None:
    table = await played(Tables(database))
    await change(database, table.row.id, state={"game": "chess"})
    assert "cannot be read: the state names no known game" in said(await run("show", table.row.id))


# -- repair ------------------------------------------------------------------------------------------------------------


async def test_a_sound_table_is_called_sound_and_left_alone(database: Database, run: Run) -> None:
    table = await played(Tables(database))
    for words in ((), ("--write",)):
        shown = said(await run("repair", table.row.id, *words))
        assert "6 moves stand" in shown
        assert "the stored state is the one that the log leads to" in shown
    assert (await Tables(database).table(table.row.id)).row.version == table.row.version
    assert "has not started" in refusal(await run("repair", (await opened(Tables(database), channel_id=6)).row.id), 1)


async def test_another_state_is_named_and_replaced_only_when_asked(database: Database, run: Run) -> None:
    tables = Tables(database)
    table = await played(tables)
    wrong = await damage(database, table)
    shown = said(await run("repair", table.row.id), 1)
    assert "other: dice" in shown
    assert "nothing was written" in shown
    assert (await tables.table(table.row.id)).row.state == wrong
    before = len(await queued(database, table.row.id))
    assert "stored anew; the board will be posted" in said(await run("repair", table.row.id, "--write"))
    mended = await tables.table(table.row.id)
    assert mended.game == table.game
    assert mended.row.version == table.row.version + 1
    said_last = (await queued(database, table.row.id))[-1]
    assert (said_last.kind, said_last.version) == ("turn", mended.row.version)
    assert len(await queued(database, table.row.id)) >= before
    assert "is the one" in said(await run("repair", table.row.id))
    seat = mended.game.to_act[0]
    user = mended.user_at(seat)
    assert user is not None
    await tables.play.act(table.row.id, user, mended.game.legal(seat)[0])


@pytest.mark.parametrize("state", [{"game": "chess"}, None])
async def test_a_state_that_cannot_be_read_is_replaced(database: Database, run: Run, state: Any) -> None:
    table = await played(Tables(database))
    await change(database, table.row.id, state=state)
    assert "cannot be read" in said(await run("repair", table.row.id), 1)
    said(await run("repair", table.row.id, "--write"))
    assert (await Tables(database).table(table.row.id)).game == table.game


@pytest.mark.parametrize("backend", ["sqlite"], indirect=True)
async def test_a_state_that_is_no_json_is_replaced(database: Database, run: Run) -> None:
    table = await played(Tables(database))
    async with database.transaction() as session:
        await (await session.connection()).execute(text("UPDATE game SET state = '{broken'"))
    assert "no JSON" in said(await run("show", table.row.id))
    assert "no JSON" in refusal(await run("export", table.row.id), 1)
    assert "it is no JSON" in said(await run("repair", table.row.id), 1)
    said(await run("repair", table.row.id, "--write"))
    assert (await Tables(database).table(table.row.id)).game == table.game


async def test_the_first_illegal_move_is_named_and_nothing_is_written(database: Database, run: Run) -> None:
    table = await played(Tables(database))
    await alter_move(database, table, 2, words="fly to the moon")
    shown = said(await run("repair", table.row.id, "--write"), 1)
    fourth = f"move 3 of 6 (version {table.row.version - 3}, "
    assert fourth in shown
    assert "illegal" in shown
    assert (await Tables(database).table(table.row.id)).row.version == table.row.version


async def test_the_first_move_that_leads_elsewhere_is_named(database: Database, run: Run) -> None:
    table = await played(Tables(database))
    await damage(database, table)
    await alter_move(database, table, 3, scores=[98, 99])
    shown = said(await run("repair", table.row.id), 1)
    assert f"the first move that differs: move 4 of 6 (version {table.row.version - 2}, " in shown
    assert "the log says [98, 99]" in shown


async def alter_move(database: Database, table: Table, index: int, **values: Any) -> None:
    """Changes an entry of the log; ``index`` counts those that are stored from 0."""
    log = await Tables(database).log(table.row.id)
    mine = (col(MoveRow.game_id) == table.row.id, col(MoveRow.version) == log[index].version)
    async with database.transaction() as session:
        await session.exec(update(MoveRow).where(*mine).values(**values))


async def test_a_table_behind_its_log_gets_a_version_after_it(database: Database, run: Run) -> None:
    table = await played(Tables(database))
    await change(database, table.row.id, version=table.row.version - 3)
    assert f"the last move has version {table.row.version}" in said(await run("repair", table.row.id), 1)
    said(await run("repair", table.row.id, "--write"))
    assert (await Tables(database).table(table.row.id)).row.version == table.row.version + 1


async def test_what_was_played_meanwhile_is_not_overwritten(database: Database) -> None:
    tables = Tables(database)
    table = await played(tables)
    await damage(database, table)
    found = await tables.mending.examine(table.row.id)
    async with database.transaction() as session:
        assert await games.advance(session, table.row.id, table.row.version)
    with pytest.raises(Exception, match="try again"):
        await tables.mending.repair(found)


async def test_a_log_that_has_come_to_its_end_ends_the_table(database: Database, run: Run) -> None:
    tables = Tables(database)
    table = await whole(tables)
    async with database.transaction() as session:
        for row in await results.of_game(session, table.row.id):
            await session.delete(row)
    await change(database, table.row.id, status=Status.RUNNING, finished_at=None, state={"game": "chess"})
    said(await run("repair", table.row.id, "--write"))
    mended = await tables.table(table.row.id)
    assert mended.row.status == Status.FINISHED
    assert mended.game == table.game
    async with database.reading() as session:
        assert len(await results.of_game(session, table.row.id)) == 2
    assert (await queued(database, table.row.id))[-1].kind == "summary"


async def whole(tables: Tables) -> Table:
    """A table whose game is over."""
    table = await started(tables, BEN, game="burgundy")
    rng = Random(3)
    while table.running:
        seat = table.game.to_act[0]
        user = table.user_at(seat)
        assert user is not None
        await tables.play.act(table.row.id, user, PLAYERS["random"](table.game, seat, rng))
        table = await tables.table(table.row.id)
    return table


# -- end ---------------------------------------------------------------------------------------------------------------


async def test_a_running_table_is_ended_and_its_channel_is_told(database: Database, run: Run) -> None:
    tables = Tables(database)
    for table in (await played(tables), await opened(tables, channel_id=6)):
        await run("end", table.row.id)
        ended = await tables.mending.outline(table.row.id)
        assert ended.row.status == Status.ABANDONED
        (message,) = (await queued(database, table.row.id))[-1].introduction
        assert message.id == "say.ended_by_operator"
        assert "is over" in refusal(await run("end", table.row.id), 1)


async def test_a_damaged_table_can_be_ended_and_spoken_of(database: Database, run: Run) -> None:
    tables = Tables(database)
    table = await played(tables)
    await change(database, table.row.id, state={"game": "chess"})
    said(await run("end", table.row.id))
    assert (await tables.table(table.row.id)).row.status == Status.ABANDONED
    async with database.transaction() as session:  # what was said before waits in the same queue
        for message in (await unsent(session, table.row.id))[:-1]:
            await outbox.give_up(session, message, "too late")
    office = Office(database)
    office.worker.wake()
    await office.worker.idle()
    (told,) = office.channel.sent
    assert told[0] == "The people who run Portolan have ended this table of Navegador; it has no result."


# -- export and import -------------------------------------------------------------------------------------------------


async def test_a_table_goes_from_one_installation_to_another_and_is_played_on(
    database: Database, run: Run, tmp_path: Path
) -> None:
    tables = Tables(database)
    table = await played(tables, guild_id=1, channel_id=2**63 - 1)
    await tables.play.undo(table.row.id, table.user_at(last_seat(await tables.log(table.row.id))) or 0)
    table = await tables.table(table.row.id)
    assert "seed" in said(await run("export", table.row.id))
    file = Path(f"portolan-table-{table.row.id}.json")
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    other = f"sqlite:///{tmp_path / 'other.db'}"
    await asyncio.to_thread(portolan, "migrate", DATABASE_URL=other)
    shown = said(await run("import", file, url=other))
    assert shown == f"this is table {table.row.id} now, in channel {2**63 - 1}; its board will be posted\n"
    async with Database.open(other) as elsewhere:
        there = Tables(elsewhere)
        arrived = await there.table(table.row.id)
        assert arrived.game == table.game
        unlike = {"live_message_id", "lobby_message_id", "question_message_id", "question_version"}
        assert arrived.row.model_dump(exclude=unlike) == table.row.model_dump(exclude=unlike)
        assert [seat.model_dump() for seat in arrived.seats] == [seat.model_dump() for seat in table.seats]
        log = [row.model_dump() for row in await tables.log(table.row.id)]
        assert [row.model_dump() for row in await there.log(table.row.id)] == log
        (announced,) = await queued(elsewhere, table.row.id)
        assert (announced.kind, announced.version, announced.events) == ("turn", table.row.version, [])
        seat = arrived.game.to_act[0]
        user = arrived.user_at(seat)
        assert user is not None
        await there.play.act(arrived.row.id, user, arrived.game.legal(seat)[0])
    again = await run("export", table.row.id)
    assert "--force" in refusal(again)
    said(await run("export", table.row.id, "--force"))
    assert json.loads(said(await run("export", table.row.id, "-")))["portolan_table"] == 1


def last_seat(log: Any) -> int:
    return int(log[-1].seat)


async def test_where_its_number_is_taken_a_table_gets_another_and_new_tables_come_after_it(
    database: Database, run: Run
) -> None:
    tables = Tables(database)
    table = await played(tables, channel_id=5)
    await tables.play.act(
        table.row.id, table.user_at(table.game.to_act[0]) or 0, table.game.legal(table.game.to_act[0])[0],
        interaction_id=77,
    )  # fmt: skip
    said(await run("export", table.row.id, "table.json"))
    assert "channel 5 has an open table" in refusal(await run("import", "table.json"), 1)
    said(await run("import", "table.json", "--server", 3, "--channel", 6))
    copy = await tables.table_in(6)
    assert copy.row.id != table.row.id
    assert copy.row.guild_id == 3
    assert [move.interaction_id for move in await tables.log(copy.row.id)] == [None] * 7
    data = json.loads(Path("table.json").read_bytes())
    data["game"] |= {"id": 500, "channel_id": 7, "drawn_as": table.row.id}
    for move in data["moves"]:
        move["interaction_id"] = None
    Path("table.json").write_text(json.dumps(data))
    said(await run("import", "table.json"))
    assert (await tables.table_in(7)).row.id == 500
    assert (await opened(tables, channel_id=8)).row.id == 501
    assert "--channel" in refusal(await run("import", "table.json", "--server", 3))


async def test_a_finished_table_and_a_lobby_can_be_brought_over(database: Database, run: Run, tmp_path: Path) -> None:
    tables = Tables(database)
    ended, lobby = await whole(tables), await opened(tables, BEN, channel_id=6)
    other = f"sqlite:///{tmp_path / 'other.db'}"
    await asyncio.to_thread(portolan, "migrate", DATABASE_URL=other)
    for table in (ended, lobby):
        said(await run("export", table.row.id))
        said(await run("import", f"portolan-table-{table.row.id}.json", url=other))
    async with Database.open(other) as elsewhere:
        assert (await Tables(elsewhere).table(ended.row.id)).game == ended.game
        assert await queued(elsewhere, ended.row.id) == []
        async with database.reading() as here, elsewhere.reading() as there:
            kept = [[row.model_dump() for row in await results.of_game(each, ended.row.id)] for each in (here, there)]
        assert kept[0] == kept[1] != []
        assert len((await Tables(elsewhere).table(lobby.row.id)).seats) == 2


async def test_the_dice_of_a_table_can_be_checked_whatever_number_it_gets(database: Database, run: Run) -> None:
    tables = Tables(database)
    ended = await whole(tables)
    said(await run("export", ended.row.id, "once.json"))
    said(await run("import", "once.json", "--channel", 6))
    said(await run("export", ended.row.id + 1, "twice.json"))
    said(await run("import", "twice.json", "--channel", 7))
    for number in (ended.row.id, ended.row.id + 1, ended.row.id + 2):
        table = await tables.table(number)
        async with database.reading() as session:
            draw = await drawing.opened(session, table.row)
        log = [record.Move(move.seat, move.words) for move in await tables.log(number)]
        kept = record.of(table.game, table.row.seed, log, list(table.names), draw)
        assert draw is not None
        assert draw.table == ended.row.id
        assert kept.commitment == table.row.commitment
        record.verify(kept, engines.GAMES)


def turn(data: Any) -> None:
    data["game"]["state"]["turn"] += 1


def shuffle(data: Any) -> None:
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
    "another state": (turn, "do not lead to its state: other turn"),
    "a damaged state": (lambda data: data["game"].update(state={}), "cannot be read"),
    "a missing move": (lambda data: data["moves"].pop(), "do not lead"),
    "an illegal move": (lambda data: data["moves"][1].update(words="fly"), "move 2, seat"),
    "other scores": (lambda data: data["moves"][1].update(scores=[1, 2]), "move 2, seat"),
    "moves out of order": (shuffle, "not in order"),
    "an end that was not reached": (lambda data: data["game"].update(status="finished"), "say otherwise"),
    "a lobby with a state": (lambda data: data["game"].update(status="lobby"), "has not started"),
    "a click of another lobby": (lambda data: data["clicks"][1].update(text="carla"), "its dice: the clicks"),
    "a missing click": (lambda data: data["clicks"].pop(), "its dice: the clicks"),
    "another secret": (lambda data: data["game"].update(secret="00" * 16), "its dice: the clicks"),
    "a seat too few": (lambda data: data["seats"].pop(), ""),
    "results of another game": (
        lambda data: data["results"].append({"seat": 0, "name": "anna", "total": 4, "rank": 1}),
        "not those of its moves",
    ),
}


@pytest.mark.parametrize("what", DAMAGES)
@pytest.mark.parametrize("backend", ["sqlite"], indirect=True)
async def test_a_file_that_no_table_has_left_is_refused_in_one_line(database: Database, run: Run, what: str) -> None:
    tables = Tables(database)
    table = await played(tables)
    data = json.loads(await tables.transfer.export(table.row.id))
    change, reason = DAMAGES[what]
    change(data)
    Path("table.json").write_text(json.dumps(data))
    line = refusal(await run("import", "table.json", "--channel", 6), 1)
    assert reason in line
    assert len(line) < 700
    async with database.reading() as session:
        assert await games.open_in_channel(session, 6) is None


@pytest.mark.parametrize("backend", ["sqlite"], indirect=True)
@pytest.mark.parametrize("content", [b"", b"[]", b"\xff\xfe", b"[" * 100_000, b'{"portolan_table": 1}', b"null"])
async def test_what_is_no_file_of_a_table_is_refused_in_one_line(run: Run, content: bytes) -> None:
    Path("table.json").write_bytes(content)
    assert "this is no table of Portolan" in refusal(await run("import", "table.json"), 1)
    assert "No such file" in refusal(await run("import", "nothing.json"))


@pytest.mark.parametrize("backend", ["postgresql"], indirect=True)
async def test_text_that_the_database_does_not_take_is_refused_in_one_line(database: Database, run: Run) -> None:
    tables = Tables(database)
    table = await played(tables)
    data = json.loads(await tables.transfer.export(table.row.id))
    data["seats"][0]["name"] = "an\0na"
    data["game"] |= {"secret": None, "clicks_hash": None, "drawn_order": None}
    Path("table.json").write_text(json.dumps(data))
    assert "the database refuses" in refusal(await run("import", "table.json", "--channel", 6), 1)


# -- the database ------------------------------------------------------------------------------------------------------


async def test_a_database_of_another_version_or_none_is_refused(empty_url: str, tmp_path: Path) -> None:
    def listed(url: str) -> str:
        return refusal(portolan("tables", "list", DATABASE_URL=url))

    missing = tmp_path / "missing.db"
    assert "there is no file" in await asyncio.to_thread(listed, f"sqlite:///{missing}")
    assert not missing.exists()
    async with Database.open(empty_url):
        assert "`portolan migrate`" in await asyncio.to_thread(listed, empty_url)
