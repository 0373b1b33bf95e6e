"""/me forget: nothing that is kept has the number or the name of who asked for it, and nobody else loses anything."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from sqlalchemy import JSON, BigInteger, Text
from sqlalchemy import select as pick
from sqlmodel import select

from bot.tables import Refused, Tables
from bot.tables.announcement import decode
from bot.tables.maintenance.erasure import ErasureReport
from bot.tables.observers.voting import Proposal
from storage import deliveries, games, jobs, people, votes
from storage.columns import LenientJson
from storage.database import Database
from storage.models import AvoidedRow, GameRow, MoveKind, Status, Stored
from tests.bot.lobbies import ANNA, BEN, CARLA, DIRK, due, next_click, on_both, sqlite
from tests.bot.somebody import NAME, SERVER, SOMEBODY, ZED, everywhere, let, lobby, table_of, walked
from tests.bot.voting import play
from tests.storage.databases import locale_of

EXPECTED = {
    "avoided.avoided_id",
    "avoided.name",
    "avoided.user_id",
    "called.user_id",
    "click.text",
    "click.user_id",
    "game.host_id",
    "game.host_kept_for",
    "game.pause",
    "game.turned",
    "move.by_user_id",
    "move.words",
    "job.payload",
    "person.user_id",
    "plan.user_id",
    "rating.user_id",
    "result.name",
    "result.user_id",
    "seat.candidates",
    "seat.name",
    "seat.owner_id",
    "seat.present_names",
    "seat.substitute",
    "seat.user_id",
    "vote.data",
}
"""Columns in which the number or the name of somebody may stand."""
NAMELESS = {
    *(f"game.{name}" for name in ("guild_id", "channel_id", "options", "clock", "drawn_order", "places", "state")),
    *(f"game.{name}_message_id" for name in ("live", "lobby", "question")),
    *(f"guild.{name}" for name in ("guild_id", "settings")),
    *(f"move.{name}" for name in ("interaction_id", "events", "scores")),
    *(f"job.{name}" for name in ("channel_id", "message_id", "failed")),
    *(f"outcome.{name}" for name in ("guild_id", "options", "ladder")),
    *(f"result.{name}" for name in ("sources", "deeds", "opening")),
    *(f"seat.{name}" for name in ("time_left", "days_off")),
    *(f"vote.{name}" for name in ("agreed", "message_id")),
    "click.interaction_id",
    "kept.value",  # but for the list of excluded people, which stays on purpose
    "person.name",
    "person.settings",
    "plan.data",
    "rating.guild_id",
}
"""Those that have neither, or go with their row."""


async def test_a_walk_through_every_table_finds_somebody_before_and_nothing_after(tables: Tables) -> None:
    places = await everywhere(tables)
    before = await walked(tables.database)
    assert before >= EXPECTED
    foreseen = await tables.erasure.preview(ZED)
    done = await tables.erasure.erase(ZED)
    assert await walked(tables.database) == set()
    played = (places.running, places.lent, places.substitute, places.paused, places.away, places.asked, places.rematch)
    assert foreseen == done == ErasureReport((places.hosted, places.guest), played, 4)


def test_of_every_column_it_is_known_whether_it_names_somebody() -> None:
    """A new one is entered above, and the person of the walk gets something in it."""
    columns = {
        f"{table.name}.{column.name}"
        for table in Stored.metadata.sorted_tables
        for column in table.columns
        if isinstance(column.type, BigInteger | Text | JSON | LenientJson)
    }
    assert columns == EXPECTED | NAMELESS


@on_both
async def test_others_keep_all_that_is_theirs(database: Database, tables: Tables) -> None:
    await everywhere(tables)
    other = await table_of(tables, ANNA, BEN, CARLA)
    await play(tables, other.row.id, 6)
    await tables.note_lines.add_line(await tables.table(other.row.id), ANNA, f"ask {NAME} for help")
    async with database.transaction() as session:
        await people.set_user_locale(session, ANNA, "de")
    before = await rows_of(database, other.row.id)
    await tables.erasure.erase(ZED)
    assert await rows_of(database, other.row.id) == before
    async with database.reading() as session:
        assert await locale_of(session, ANNA) == "de"
        left = (await session.exec(select(AvoidedRow))).all()
    assert left == []


async def rows_of(database: Database, game_id: int) -> dict[str, list[Any]]:
    found = {}
    async with database.reading() as session:
        connection = await session.connection()
        for table in Stored.metadata.sorted_tables:
            if "game_id" in table.columns:
                rows = await connection.execute(pick(table).where(table.columns.game_id == game_id))
                found[table.name] = [dict(row) for row in rows.mappings()]
    return found


async def test_seats_pass_on_as_they_do_when_somebody_resigns(tables: Tables) -> None:
    places = await everywhere(tables)
    await tables.erasure.erase(ZED)
    running = await tables.table(places.running)
    assert (running.initial_names[0], running.computer_at(0), running.user_at(0)) == (SOMEBODY, "normal", None)
    assert running.row.host_id == ANNA
    lent = await tables.table(places.lent)
    assert (lent.user_at(1), lent.names[1], lent.initial_names[1], lent.absent_owners) == (DIRK, "dirk", SOMEBODY, {})
    substitute = await tables.table(places.substitute)
    assert (substitute.names[1], substitute.kept_seat(BEN), substitute.computer_at(1)) == ("ben", 1, "normal")
    candidate = await tables.table(places.candidate)
    assert (candidate.seats[1].candidates, candidate.seats[1].offered_at is not None) == (None, True)
    guest = await tables.table(places.guest)
    assert (list(guest.names), guest.row.status) == (["anna", "ben"], Status.LOBBY)
    hosted = await tables.table(places.hosted)
    assert (list(hosted.names), hosted.row.host_id) == (["anna"], ANNA)
    finished = await tables.table(places.finished)
    assert (finished.names[0], finished.computer_at(0), finished.user_at(0)) == (SOMEBODY, None, None)


@sqlite
async def test_who_has_read_a_running_table_with_the_name_writes_nothing_any_more(tables: Tables) -> None:
    places = await everywhere(tables)
    read = [await tables.table(game_id) for game_id in (places.candidate, places.finished)]
    await tables.erasure.erase(ZED)
    now = [await tables.table(table.row.id) for table in read]
    assert [after.row.version - before.row.version for after, before in zip(now, read, strict=True)] == [1, 0]


async def test_a_substitute_who_has_the_seat_for_good_keeps_the_name_on_leaving_and_coming_back(
    tables: Tables,
) -> None:
    table = await table_of(tables, ANNA, ZED, BEN)
    await let(tables, table.row.id, ZED, DIRK)
    await tables.erasure.erase(ZED)
    await tables.seating.leave(table.row.id, DIRK)
    assert (await tables.table(table.row.id)).names[1] == "dirk"
    await tables.seating.come_back(table.row.id, DIRK)
    back = await tables.table(table.row.id)
    assert (back.user_at(1), back.names[1]) == (DIRK, "dirk")


async def test_games_go_on_to_their_end_without_somebody(database: Database, tables: Tables) -> None:
    table = await table_of(tables, ANNA, ZED, BEN)
    await play(tables, table.row.id, 4)
    await tables.erasure.erase(ZED)
    await due(tables)
    for _ in range(4):
        table = await tables.table(table.row.id)
        seat = next(each for each in table.game.to_act if table.user_at(each) is not None)
        await tables.play.act(table.row.id, table.user_at(seat) or 0, table.game.legal(seat)[0])
        await due(tables)
    log = await tables.log(table.row.id)
    assert {move.by_user_id for move in log} <= {None, ANNA, BEN}
    assert [(move.kind, move.words) for move in log if move.kind == MoveKind.RESIGN] == [(MoveKind.RESIGN, SOMEBODY)]
    async with database.reading() as session:
        for row in (await session.exec(select(GameRow))).all():
            assert await deliveries.newest(session, row.id, ["turn", "board"])
    assert await walked(database) == set()


@pytest.mark.parametrize("proposer", [ZED, ANNA])
async def test_somebody_who_is_forgotten_in_the_middle_of_a_vote_holds_it_up_no_longer(
    database: Database, tables: Tables, proposer: int
) -> None:
    table = await table_of(tables, ANNA, ZED, BEN, CARLA)
    game_id = table.row.id
    table = await play(tables, game_id, 6)
    while table.game.to_act == (1,):  # a computer would move at once, and everybody would be asked again
        table = await play(tables, game_id, 1)
    proposal = await tables.voting.propose_back(game_id, proposer, 3)
    for user in {ANNA, BEN, ZED} - {proposer}:
        await tables.voting.answer(game_id, proposal.vote.id, user, "agree")
    await tables.erasure.erase(ZED)
    assert await walked(database) == set()
    await due(tables)
    async with database.reading() as session:
        vote = await votes.get(session, proposal.vote.id)
    assert vote is not None
    if proposer == ZED:
        assert vote.closed == "orphaned"
        return
    assert vote.closed is None
    await tables.voting.answer(game_id, vote.id, CARLA, "agree")
    await due(tables)
    async with database.reading() as session:
        vote = await votes.get(session, vote.id)
    assert vote is not None
    assert vote.closed == "agreed"
    assert await walked(database) == set()


async def test_a_vote_that_waits_for_nobody_else_is_carried_out(database: Database, tables: Tables) -> None:
    table = await table_of(tables, ANNA, ZED, BEN)
    proposal = await tables.voting.propose_ending(table.row.id, ANNA, Proposal.END)
    await tables.voting.answer(table.row.id, proposal.vote.id, BEN, "agree")
    await tables.erasure.erase(ZED)
    await due(tables)
    assert (await tables.table(table.row.id)).row.status == Status.ABANDONED
    assert await walked(database) == set()


@on_both
async def test_two_processes_forget_the_same_person_at_once_while_others_move(tables: Tables) -> None:
    places = await everywhere(tables)
    async with Database.open(tables.database.url.render_as_string(hide_password=False)) as second:
        other = Tables(second)

        async def move() -> None:
            """As somebody would: whose table has changed meanwhile looks again."""
            table = await tables.table(places.candidate)
            seat = table.game.to_act[0]
            user = table.user_at(seat)
            try:
                if user is not None:
                    await tables.play.act(places.candidate, user, table.game.legal(seat)[0])
            except Refused as fault:
                if fault.message.id != "error.moved_on":
                    raise
                await move()

        async def play() -> None:
            for _ in range(3):
                await move()

        await asyncio.gather(tables.erasure.erase(ZED), other.erasure.erase(ZED), play())
    assert await walked(tables.database) == set()
    resigned = [move.kind for move in await tables.log(places.running)].count(MoveKind.RESIGN)
    assert resigned == 1


@sqlite
async def test_who_comes_back_while_being_forgotten_is_taken_out_again(database: Database, tables: Tables) -> None:
    table = await lobby(tables, ANNA, BEN)
    forgetting = tables.erasure
    first = list[object]()
    got_up = forgetting._leave_tables

    async def sat_down(user_id: int, click: int) -> set[int]:
        found = await got_up(user_id, click)
        if not first:
            await tables.lobby.join(table.row.id, ZED, NAME, click=next_click())
            first.append(ZED)
        return found

    forgetting._leave_tables = sat_down  # type: ignore[method-assign]
    await tables.lobby.join(table.row.id, ZED, NAME, click=next_click())
    await forgetting.erase(ZED)
    assert await walked(database) == set()
    assert list((await tables.table(table.row.id)).initial_names) == ["anna", "ben"]


@sqlite
async def test_a_table_that_cannot_be_read_is_cleared_of_the_name_all_the_same(tables: Tables) -> None:
    table = await table_of(tables, ANNA, ZED, BEN)
    async with tables.database.transaction() as session:
        row = await games.get(session, table.row.id)
        assert row is not None
        row.state = {"damaged": True}
        await session.merge(row)
    await tables.erasure.erase(ZED)
    assert await walked(tables.database) == set()


@sqlite
async def test_somebody_else_of_the_same_name_keeps_it_and_two_who_are_forgotten_differ(tables: Tables) -> None:
    table = await lobby(tables, ZED, BEN)
    await tables.lobby.join(table.row.id, CARLA, NAME, click=next_click())
    await tables.lobby.start(table.row.id, user_id=ZED)
    await play(tables, table.row.id, 3)
    await tables.erasure.erase(ZED)
    assert list((await tables.table(table.row.id)).initial_names) == [SOMEBODY, "ben", NAME]
    await tables.erasure.erase(BEN)
    assert list((await tables.table(table.row.id)).initial_names) == [SOMEBODY, f"{SOMEBODY} 2", NAME]


@sqlite
async def test_the_seat_has_a_name_in_the_language_of_its_server(database: Database, tables: Tables) -> None:
    table = await table_of(tables, ANNA, ZED, BEN)
    async with database.transaction() as session:
        await people.set_guild_locale(session, SERVER, "nl")
    await tables.erasure.erase(ZED)
    assert (await tables.table(table.row.id)).initial_names[1] == "Iemand"


# -- what is on its way ------------------------------------------------------------------------------------------------


async def test_a_message_that_is_just_being_sent_does_not_bring_the_name_back(tables: Tables) -> None:
    table = await table_of(tables, ANNA, ZED, BEN)
    async with tables.database.transaction() as session:
        said = {"kind": "notice", "version": 1, "leads": [{"id": "say.paused", "args": {"player": NAME}}]}
        entry = await jobs.enqueue(session, table.row.id, table.row.channel_id, "notice", said)
    await tables.erasure.erase(ZED)
    async with tables.database.transaction() as session:
        assert not await jobs.mark_sent(session, entry, 77, payload=said)
    assert await walked(tables.database) == set()
    async with tables.database.reading() as session:
        sent = await deliveries.last(session, table.row.id, "notice")
    assert sent is not None
    assert (sent.message_id, decode(sent.payload).introduction[0].args) == (77, {"player": SOMEBODY})
