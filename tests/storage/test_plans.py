"""Nothing on the way of a click, a panel, a message or a list of games reads a whole table: at 10,000 tables."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from sqlmodel.ext.asyncio.session import AsyncSession

from storage import (
    avoidance_lists,
    clicks,
    deliveries,
    forgetting,
    games,
    jobs,
    moves,
    named_values,
    notification_times,
    overview,
    people,
    personal,
    plans,
    retention,
    seats,
    traces,
    votes,
)
from storage.columns import utcnow
from storage.database import Database
from storage.jobs import Lane
from storage.models import (
    AvoidedRow,
    CalledRow,
    ClickRow,
    GameRow,
    JobRow,
    MoveKind,
    MoveRow,
    PlanRow,
    ResultRow,
    SeatRow,
    Status,
    VoteRow,
)
from tests.storage import explaining
from tests.storage.databases import locale_of
from tests.storage.explaining import Asks, note_calls, read_whole, whole_reads
from tests.storage.messages import claimed_rows
from tests.storage.sample import a_game, columns_of_a_table

MANY = 5_000
RUNNING = 500
SERVERS = 250
MESSAGES = 3
"""Of each table; the last of a running one still waits."""
GAME = 4_990
CHANNEL = 504_990
USER = 70_001
"""A running table, where it is played, and one of its players."""
LOBBY = 4_999
FORGOTTEN = 70_101
"""Somebody who sat at ten tables, of which most have ended."""
SERVER = 77
LARGE = ("game", "seat", "click", "move", "job", "result", "vote", "plan", "called", "avoided")

ASKING = (
    avoidance_lists,
    notification_times,
    clicks,
    deliveries,
    forgetting,
    games,
    jobs,
    named_values,
    moves,
    overview,
    people,
    personal,
    plans,
    retention,
    seats,
    traces,
    votes,
)
RARE = {"storage.games.open_everywhere", "storage.jobs.free"}
"""Asked by hand and answered with all the tables that it reads, or once at a start."""


async def _claim(session: AsyncSession) -> object:
    assert len(await claimed_rows(session, limit=5, servers_left_out=(3, None))) == 5
    taken = await claimed_rows(session)
    assert len(taken) == 20
    await jobs.renew(session, taken)
    await jobs.hand_back(session, taken[4])
    await jobs.mark_sent(session, taken[0], 1)
    await jobs.retry_after_failure(session, taken[1], timedelta(0))
    await jobs.give_up(session, taken[2], "channel: 50013")
    await jobs.defer_untried(session, taken[6], timedelta(0))
    for where in ({}, {"game_id": 1}, {"channel_id": 1}, {"guild_id": 1}):
        await deliveries.revive(session, await deliveries.undelivered(session, scopes=("channel",), **where))
        await deliveries.hasten_postponed(session, list(await deliveries.postponed(session, **where)))
    await deliveries.games_waiting_in(session, 1)
    await deliveries.rewrite(session, taken[3], {})
    assert not await deliveries.overtaken(session, taken[3], ("turn", "board"))
    return taken


async def _timers(session: AsyncSession) -> None:
    await jobs.schedule(session, GAME, jobs.Kind.COMPUTERS)
    assert (await jobs.look(session)).due.keys() == {Lane.MESSAGES, Lane.COMPUTERS}
    first, second, third = await claimed_rows(session, Lane.COMPUTERS, limit=3)
    await jobs.renew(session, [first])
    await jobs.retry_after_failure(session, first, timedelta(0))
    await jobs.reschedule(session, second, timedelta(0), {})
    await jobs.hand_back(session, second)
    await jobs.after_a_jump(session)
    assert await jobs.complete(session, third)
    assert await jobs.timers_of(session, GAME - 1)
    assert await jobs.schedule(session, GAME, jobs.Kind.NUDGED, seat=1, move_existing=False)
    await jobs.schedule(session, GAME, jobs.Kind.CALL)
    outlook = await jobs.look(session)
    assert outlook.due.keys() == {Lane.MESSAGES, Lane.COMPUTERS, Lane.CALLS, Lane.TABLES}
    assert outlook.next
    (call,) = await claimed_rows(session, Lane.CALLS, limit=3)
    assert await jobs.note(session, call, {"along": []})
    await jobs.cancel(session, GAME - 1, jobs.Kind.COMPUTERS)
    await jobs.cancel(session, GAME - 1, jobs.Kind.DEADLINE, seats=[0, 1])
    await jobs.cancel(session, GAME)


async def _planned(session: AsyncSession) -> None:
    row = await plans.of_person(session, GAME, USER)
    assert row is not None
    assert await plans.write(session, GAME, USER, row.revision, {}, seat=1)
    assert await plans.write(session, GAME, USER + 1, 0, {})
    assert await plans.with_queued_moves(session, GAME)
    assert await plans.of_game(session, GAME)
    await plans.forget(session, GAME)


async def _taken_back(session: AsyncSession) -> None:
    queued = await jobs.enqueue(session, GAME, CHANNEL, "turn", {})
    assert await jobs.withdraw(session, queued.id)


async def _gathering(session: AsyncSession) -> object:
    assert await seats.leave(session, LOBBY, 1)
    await seats.join(session, LOBBY, name="", user_id=1)
    await seats.reorder(session, LOBBY, [1, 0])
    return await seats.lock_lobby(session, LOBBY)


async def _vote(session: AsyncSession) -> None:
    await games.hold(session, GAME)
    await votes.open_vote(session, VoteRow(game_id=GAME, kind="end", seat=0, version=0))
    vote = await votes.open_of(session, GAME)
    assert vote is not None
    assert await votes.get(session, vote.id, locked=True)
    await votes.agree(session, vote, [0, 1])
    await votes.add_data(session, vote, silent=[])
    await votes.restart(session, vote, 1, {})
    await votes.note_message(session, vote.id, 1)
    assert await votes.get(session, vote.id)
    assert await votes.close(session, vote, "refused", 1)


async def _removed(session: AsyncSession) -> None:
    await people.note_left(session, SERVER)
    assert await people.has_left(session, SERVER)
    assert SERVER in await people.servers_left(session)
    assert await deliveries.drop_server(session, SERVER, "removed") > 1
    assert await people.note_back(session, SERVER)
    assert await games.running_in_server(session, SERVER)
    await deliveries.revive_server(session, SERVER, "removed")


async def _commands(session: AsyncSession) -> object:
    assert await named_values.claim(session, "commands", "new", timedelta(seconds=1))
    await named_values.release(session, "commands", timedelta(seconds=1))
    await named_values.settle(session, "commands", "new")
    await named_values.remember(session, "commands", "newer")
    await named_values.forget(session, "commands")
    return await named_values.value(session, "commands")


async def _renamed(session: AsyncSession) -> None:
    await seats.rename(session, USER, SERVER, "Ada")
    await seats.rename(session, USER, None, "Ada")
    assert await seats.called_otherwise(session, USER, SERVER, "Ada") == []


async def _forgotten(session: AsyncSession) -> None:
    assert await forgetting.seated(session, FORGOTTEN)
    (place, *_) = await traces.games_of(session, FORGOTTEN)
    assert await traces.names_in(session, place, FORGOTTEN) == {""}
    await games.hold(session, place)
    at = forgetting.Place(place, "Somebody")
    await forgetting.take_out_of(session, FORGOTTEN, at, lambda row, made: [""] * len(made))
    await forgetting.draw_by_lot(session, ["Ada"])
    await forgetting.take_out(session, FORGOTTEN)


async def _kept_for_long_enough(session: AsyncSession) -> None:
    assert await retention.retention_days(session, "retention") == {}
    assert len(await retention.outdated(session, utcnow() + timedelta(days=1))) == retention.STEP
    assert await retention.outdated(session, utcnow() - timedelta(days=1), server=SERVER) == []
    assert await retention.left_before(session, utcnow()) == []
    await retention.clear(session, await retention.end_all(session, SERVER + 1))
    await retention.forget_server(session, SERVER + 1)


async def _avoided(session: AsyncSession) -> None:
    await avoidance_lists.add(session, USER, USER + 1, "Ada")
    assert await avoidance_lists.among(session, USER, [USER + 1, USER + 2]) == {USER + 1}
    assert await avoidance_lists.of_person(session, USER)
    await avoidance_lists.remove(session, USER, [USER + 1])


HOT: dict[str, Asks] = {
    "everything about a person": lambda session: personal.of_person(session, FORGOTTEN),
    "somebody who is forgotten": _forgotten,
    "what is kept for long enough": _kept_for_long_enough,
    "whom somebody avoids": _avoided,
    "opening a table": lambda session: games.create(session, a_game(id=MANY)),
    "a lobby": _gathering,
    "a seat that changes hands": lambda session: seats.change(session, GAME, 1, stand_in="greedy"),
    "a person who is called otherwise": _renamed,
    "a table that nobody else changes": lambda session: games.hold(session, GAME),
    "who decided last": lambda session: moves.newest(session, GAME, [MoveKind.MOVE], seat=0),
    "a table without its state": lambda session: games.outline(session, GAME),
    "how far a table is": lambda session: games.standing(session, GAME),
    "the state of a table": lambda session: games.state(session, GAME),
    "an entry of the log": lambda session: moves.record(
        session, MoveRow(game_id=GAME, version=7, seat=0, words="", interaction_id=999_999)
    ),
    "what is due later": _timers,
    "a message taken back": _taken_back,
    "what is tried and planned": _planned,
    "what a person is to be reminded of": lambda session: jobs.due_of_user(session, USER, jobs.Kind.REMINDER),
    "a vote": _vote,
    "an entry that was made": lambda session: moves.at(session, GAME, 1),
    "a server that is left": _removed,
    "whether a server has had a table": lambda session: games.has_tables(session, 1),
    "servers in use": lambda session: games.servers_in_use(session),
    "forgetting on": lambda session: deliveries.prune(
        session, utcnow(), keep_last=("turn",), after=(utcnow() - timedelta(hours=7), 5)
    ),
    "what commands are registered": _commands,
    "a language of a person": lambda session: people.set_user_locale(session, USER, "de"),
    "what a person chooses": lambda session: people.change_settings(session, USER, lambda _: {"call": "dm"}),
    "what several people have chosen": lambda session: people.settings_of(session, [USER, USER + 1]),
    "what a person has chosen": lambda session: people.settings(session, USER),
    "a language of a server": lambda session: people.set_guild_locale(session, 1, "de"),
    "the language of a person's Discord": lambda session: people.note_client_locale(session, 1, "de"),
    "Discord's language of a server": lambda session: people.note_preferred_locale(session, 1, "de"),
    "the table of a channel": lambda session: games.open_in_channel(session, CHANNEL),
    "the last table of a channel": lambda session: games.latest_in_channel(session, CHANNEL),
    "whether somebody has played a game": lambda session: games.played_before(session, USER, "navegador", GAME),
    "a table": lambda session: games.get(session, GAME),
    "its seats": lambda session: seats.of_game(session, GAME),
    "the clicks of its lobby": lambda session: clicks.of_game(session, GAME),
    "a click in a lobby": lambda session: clicks.add(
        session, ClickRow(game_id=GAME, number=0, interaction_id=1, what="join", seat=2, text=""), ""
    ),
    "its log": lambda session: moves.log(session, GAME),
    "the course of a game": lambda session: moves.course(session, GAME),
    "how much others have decided since": lambda session: moves.made_since(session, GAME, USER),
    "what happened since": lambda session: moves.effective(session, GAME, after=0),
    "what a message tells": lambda session: moves.events_between(session, GAME, after=0, last_version=2),
    "what somebody decided last": lambda session: moves.last_of_user(session, GAME, USER),
    "which entry was the last at a moment": lambda session: moves.version_at(session, GAME, utcnow()),
    "what was played in a channel at a moment": lambda session: games.played_at(session, CHANNEL, utcnow()),
    "where somebody has played to the end": lambda session: games.finished_of_user(session, USER, limit=5),
    "which entry became a message": lambda session: deliveries.sent_as(
        session, 1, ["turn", "board"], game_id=None, channel_id=CHANNEL
    ),
    "which entry of a game became a message": lambda session: deliveries.sent_as(
        session, 1, ["turn", "board"], game_id=GAME, channel_id=CHANNEL
    ),
    "when somebody was called": lambda session: notification_times.latest_calls(session, GAME, "vote", [USER]),
    "that somebody is called": lambda session: notification_times.note(session, GAME, "vote", [USER]),
    "which turns somebody missed": lambda session: moves.turns_missed(session, GAME, 0, [MoveKind.MOVE]),
    "whether others have decided": lambda session: moves.others_decided(session, GAME, 0, since=1),
    "who has played which seats": lambda session: moves.seats_played(session, GAME, USER),
    "what can be taken back": lambda session: moves.since_decision(session, GAME, 0),
    "the own turn and what came after it": lambda session: moves.since_turn(session, GAME, 0),
    "taking back": lambda session: moves.undo_from(session, GAME, 1),
    "a move": lambda session: games.advance(session, GAME, 0, turn=1),
    "where the board was posted": lambda session: games.set_messages(session, GAME, live=1),
    "the message before": lambda session: deliveries.last(session, GAME, "turn"),
    "the newest messages of a kind": lambda session: deliveries.sent_notices(session, GAME, "notice", limit=5),
    "the newest of several kinds": lambda session: deliveries.newest(session, GAME, ("turn", "board")),
    "what a message says now": lambda session: deliveries.sent_as(
        session, 1, ("turn", "board"), game_id=GAME, before=MANY * MESSAGES
    ),
    "a message": lambda session: jobs.enqueue(session, GAME, CHANNEL, "board", {}, replaces=("board", jobs.PICTURE)),
    "what is due": _claim,
    "what waits for a thread that is open again": lambda session: deliveries.hasten(session, CHANNEL),
    "the threads of a server": lambda session: games.open_channels(session, SERVER),
    "a clock that was put back": lambda session: jobs.after_a_jump(session),
    "a channel that is gone": lambda session: deliveries.drop_channel(session, CHANNEL, "gone"),
    "forgetting": lambda session: deliveries.prune(
        session, utcnow() - timedelta(hours=6), keep_last=("turn",), failed_before=utcnow() - timedelta(days=30)
    ),
    "moving to another channel": lambda session: games.move_to_channel(session, GAME, 1, 42),
    "the tables of a server": lambda session: overview.listed(session, overview.TableFilter(guild_id=7)),
    "their seats": lambda session: overview.seats_of(session, [GAME, GAME - 1]),
    "their messages": lambda session: overview.unfinished_messages(session, [GAME, GAME - 1]),
    "the messages of a server": lambda session: overview.unfinished_in_server(session, 7),
    "how many tables are open": lambda session: overview.open_tables(session),
    "how many messages wait": lambda session: overview.message_queue(session),
    "the games of a person": lambda session: games.of_user(session, USER),
    "the games that a person plays now": lambda session: games.played_now(session, USER),
    "the language of a person": lambda session: locale_of(session, USER),
    "what a server has chosen": lambda session: people.guild_settings(session, 1),
    "what a server chooses": lambda session: people.change_guild_settings(session, 1, {"shape": "tall"}),
    "the shape of a table's pictures": lambda session: games.choose(session, GAME, shape="tall"),
    "the last table that ended in a channel": lambda session: games.last_finished_in_channel(session, CHANNEL),
    "whether a table is rated": lambda session: games.choose(session, GAME, rated=True, hints=False),
    "whether a table has hints": lambda session: games.choose(session, GAME, hints=False),
}

OPEN_GAMES = {"servers in use", "how many tables are open", "what is kept for long enough"}
"""What is asked at a start, by hand or once an hour, and may look through all games of a status."""


async def fill(database: Database) -> None:
    """Store the tables of years: most have ended, and everybody sits at few of them."""
    now = utcnow()
    game = columns_of_a_table(now)
    running = range(MANY - RUNNING, MANY)
    rows: dict[type[Any], list[dict[str, Any]]] = {
        GameRow: [
            game
            | {"id": id, "channel_id": 500_000 + id, "guild_id": 1 + id % SERVERS, "host_id": 70_000 + 2 * id % 1_000}
            | {"status": Status.LOBBY if id == LOBBY else Status.RUNNING if id in running else Status.FINISHED}
            for id in range(1, MANY)
        ],
        SeatRow: [
            {"game_id": id, "number": seat, "user_id": 70_000 + (2 * id + seat) % 1_000, "name": "", "resigned": False}
            for id in range(1, MANY)
            for seat in (0, 1)
        ],
        ClickRow: [
            {
                "game_id": id,
                "number": number,
                "interaction_id": 10 * id + number,
                "what": "join",
                "seat": number,
                "text": "",
                "user_id": 70_000 + (2 * id + number - 1) % 1_000,
            }
            for id in range(1, MANY)
            for number in (1, 2)
        ],
        MoveRow: [
            {
                "game_id": id,
                "version": version,
                "kind": MoveKind.MOVE,
                "seat": 0,
                "words": "",
                "undone": False,
                "turn": 1,
                "events": [],
                "scores": [],
                "at": now,
                "interaction_id": 3 * id + version,
                "by_user_id": 70_000 + 2 * id % 1_000,
            }
            for id in range(1, MANY)
            for version in (1, 2)
        ],
        JobRow: [
            {
                "game_id": id,
                "channel_id": 500_000 + id,
                "seat": None,
                "lane": "messages",
                "kind": "turn",
                "payload": {},
                "nonce": f"{id}-{number}",
                "created_at": now - timedelta(milliseconds=MANY - id),
                "set_at": now,
                "attempts": 0,
                "lost": 0,
                "due_at": now,
                "sent_at": None if id in running and number == MESSAGES else now,
            }
            for id in range(1, MANY)
            for number in range(1, MESSAGES + 1)
        ]
        + [
            {
                "game_id": id,
                "channel_id": None,
                "sent_at": None,
                "lane": "computers",
                "kind": "computers",
                "seat": seat,
                "payload": {},
                "nonce": f"{id}:{seat}",
                "created_at": now,
                "set_at": now,
                "due_at": now + seat * timedelta(days=1),
                "attempts": 0,
                "lost": 0,
            }
            for id in running
            for seat in range(5)
        ],
        VoteRow: [
            {"game_id": id, "kind": "undo", "seat": 0, "version": 1, "data": {}, "agreed": [0], "opened_at": now}
            | {"closed": None if id in running and id != GAME else "agreed"}
            for id in range(1, MANY)
        ],
        PlanRow: [
            {"game_id": id, "user_id": USER + person, "revision": 1, "seat": None, "data": {}, "updated_at": now}
            for id in running
            for person in (0, 2, 3)
        ],
        CalledRow: [
            {"game_id": id, "user_id": USER + person, "occasion": occasion, "at": now}
            for id in range(1, MANY)
            for person in (0, 2)
            for occasion in ("vote", "seat")
        ],
        AvoidedRow: [
            {"user_id": 70_000 + number, "avoided_id": 70_001 + number, "name": "", "at": now}
            for number in range(5_000)
        ],
        ResultRow: [
            {
                "game_id": id,
                "seat": 0,
                "user_id": 70_000 + id % 1_000,
                "name": "",
                "total": 1,
                "rank": 1,
                "sources": {},
                "finished_at": now,
            }
            for id in range(1, MANY - RUNNING)
        ],
    }
    await explaining.fill(database, rows)


async def test_no_statement_of_the_hot_paths_reads_a_whole_table(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    await fill(database)
    every, called = note_calls(monkeypatch, ASKING)
    whole = await whole_reads(database, {name: asks for name, asks in HOT.items() if name not in OPEN_GAMES}, LARGE)
    whole += await whole_reads(database, {name: HOT[name] for name in OPEN_GAMES}, LARGE, allowed=["game"])
    assert every - called == RARE, "each statement is looked at"
    assert not whole, "\n\n".join(whole)


@pytest.mark.parametrize(
    ("plan", "tables"),
    [
        ("SCAN job", ["job"]),
        ("SEARCH job USING INDEX ix (game_id=?)\nSCAN game", ["game"]),
        ("SCAN job_1", ["job"]),
        ("SCAN job USING INDEX ix_job_due", []),
        ("SCAN job USING COVERING INDEX ix_job_created_at", ["job"]),
        ("Sort\n  ->  Seq Scan on move  (cost=0.00..1 rows=1 width=4)", ["move"]),
        ("Limit\n  ->  Index Scan Backward using pk_game on game game_1  (rows=1)\n        Filter: x", ["game"]),
        ("->  Index Scan using pk_game on game  (rows=1)\n  Index Cond: (id = 1)\n->  Seq Scan on seat", ["seat"]),
        ("->  Index Scan using pk_game on game  (rows=1)\n->  Index Scan using b on c\n  Index Cond: (d)", ["game"]),
        ("->  Index Only Scan using ix_job_pending on job  (rows=1)", []),
    ],
)
def test_a_plan_that_reads_a_whole_table_is_noticed(plan: str, tables: list[str]) -> None:
    assert read_whole(plan, LARGE) == tables
