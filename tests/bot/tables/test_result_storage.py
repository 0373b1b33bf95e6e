"""The results of games that have ended, and the ratings that follow from them."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from random import Random

import pytest
from sqlalchemy import delete, update
from sqlmodel import col

from bot.tables import Table, Tables
from bot.tables.observers import result_storage as following
from bot.tables.observers.voting import Proposal
from engines import Message
from engines.achievements import places
from engines.ratings import EVERYBODY, Rating, Unrated
from storage import games, moves, results, statistics
from storage import named_values as remembered
from storage.database import Database
from storage.models import MoveKind, MoveRow, OutcomeRow, RatingRow, ResultRow, Status
from tests.bot.endings import (
    BEGAN,
    LADDER,
    SERVER,
    pass_to_the_end,
    play_finished_game,
    rating_figures,
    ratings_by_player,
    result_rows,
    start_before_the_end,
    store_finished_game,
)
from tests.bot.lobbies import ANNA, BEN, CARLA, on_both, replace_game, run_due_jobs, sqlite, start_table
from tests.bot.sitting import ZOE
from tests.storage.sample import a_game


async def stored_result(database: Database, game_id: int) -> tuple[OutcomeRow | None, list[ResultRow]]:
    async with database.reading() as session:
        return await results.outcome_of_game(session, game_id), list(await results.seats_of_game(session, game_id))


async def test_how_a_game_ended_is_kept_with_every_seat(database: Database, tables: Tables) -> None:
    table = await play_finished_game(tables)
    outcome, rows = await stored_result(database, table.row.id)
    assert outcome is not None
    assert (outcome.guild_id, outcome.key, outcome.seats, outcome.how) == (SERVER, "navegador", 3, "played")
    assert (outcome.options, outcome.rules_version) == (table.row.options, table.row.rules_version)
    assert (outcome.unrated, outcome.started_at, outcome.ended_at) == (
        None,
        table.row.started_at,
        table.row.finished_at,
    )
    assert [row.seat for row in rows] == table.game.ranking()
    assert [row.place for row in rows] == [row.rank for row in rows] == [1, 2, 3]
    totals = [row.total for row in rows]
    assert [row.margin for row in rows] == [totals[0] - totals[1], totals[1] - totals[0], totals[2] - totals[0]]
    assert {row.user_id for row in rows} == {ANNA, BEN, CARLA}
    assert [row.computer for row in rows] == [None] * 3
    (mover,) = (row for row in rows if row.decisions)
    assert mover.user_id == table.user_at(mover.seat)
    assert mover.pace is not None
    assert 0 <= mover.pace < 60
    for row in rows:
        assert (row.mu_before, row.sigma_before) == Rating()
    by_user = {row.user_id: (row.mu, row.sigma) for row in rows}
    assert {who: (row.mu, row.sigma) for who, row in (await ratings_by_player(database)).items()} == by_user
    assert [row.mu for row in rows] == sorted((row.mu or 0 for row in rows), reverse=True)


@sqlite
async def test_a_result_stays_when_the_moves_are_gone(database: Database) -> None:
    table = await play_finished_game(Tables(database))
    before = [row.model_dump() for row in (await stored_result(database, table.row.id))[1]]
    async with database.transaction() as session:
        await session.exec(delete(MoveRow))
    async with database.transaction() as session:
        await results.hold(session, LADDER)
        assert await following.rerate_ladder(session, LADDER) == 0
    assert [row.model_dump() for row in (await stored_result(database, table.row.id))[1]] == before


@sqlite
async def test_a_friendly_game_and_one_among_computers_change_no_rating_of_people(tables: Tables) -> None:
    friendly = await play_finished_game(tables, rated=False)
    among = await play_finished_game(tables, levels=["normal", "greedy"], channel_id=6)
    direct = await play_finished_game(tables, guild_id=None, channel_id=7)
    results = [await stored_result(tables.database, table.row.id) for table in (friendly, among, direct)]
    assert [outcome and outcome.unrated for outcome, _ in results] == ["friendly", "computers", "server"]
    assert {row.mu for _, rows in results for row in rows} == {None}
    assert set(await ratings_by_player(tables.database)) == {"normal", "greedy", EVERYBODY}


@sqlite
async def test_a_draw_by_vote_puts_everybody_first_and_is_not_rated(database: Database, tables: Tables) -> None:
    table = await start_before_the_end(tables)
    proposal = await tables.voting.propose_ending(table.row.id, BEN, Proposal.DRAW)
    for user in (ANNA, CARLA):
        await tables.voting.answer(table.row.id, proposal.vote.id, user, "agree")
    await run_due_jobs(tables)
    outcome, rows = await stored_result(database, table.row.id)
    assert outcome is not None
    assert (outcome.how, outcome.unrated) == ("draw", Unrated.DRAW)
    async with tables.database.reading() as session:
        ((_, sums),) = (await statistics.of_person(session, outcome.guild_id or 0, BEN)).items()
    assert (sums.games, sums.wins) == (1, 0), "nobody wins a draw"
    assert [(row.place, row.margin, row.mu) for row in rows] == [(1, None, None)] * 3
    assert await ratings_by_player(database) == {}


@sqlite
async def test_a_friendly_game_that_changed_hands_says_nothing_of_computers_either(tables: Tables) -> None:
    table = await start_before_the_end(tables, rated=False, levels=["normal"])
    await tables.seating.resign(table.row.id, BEN)
    table = await tables.table(table.row.id)
    over_now = table.game.copy()
    while not over_now.state.over:
        over_now.play(over_now.to_act[0], over_now.legal(over_now.to_act[0])[0])
    await replace_game(tables, table, over_now)
    outcome, _ = await stored_result(tables.database, table.row.id)
    assert outcome is not None
    assert (outcome.unrated, outcome.ladder) == (Unrated.HANDS, None)
    assert await ratings_by_player(tables.database) == {}


@sqlite
async def test_an_abandoned_game_has_no_result(database: Database, tables: Tables) -> None:
    table = await start_before_the_end(tables)
    for user in (ANNA, BEN, CARLA):
        await tables.seating.resign(table.row.id, user)
    assert (await tables.table(table.row.id)).row.status == Status.ABANDONED
    assert await stored_result(database, table.row.id) == (None, [])


async def change_hands(tables: Tables, table: Table, change: str) -> None:
    mover = table.user_at(table.game.to_act[0])
    other_user = next(user for user in (ANNA, BEN, CARLA) if user != mover)
    seat = table.seat_of(other_user)
    assert seat is not None
    match change:
        case "a substitute plays":
            await tables.seating.leave(table.row.id, other_user)
            await tables.seating.ask_for(table.row.id, seat, ZOE, "zoe")
            for user in (ANNA, BEN, CARLA):
                if user != other_user:
                    await tables.seating.agree(table.row.id, seat, ZOE, user)
                    break
        case "somebody resigned":
            await tables.seating.resign(table.row.id, other_user)
        case "somebody was away and is back":
            await tables.seating.leave(table.row.id, other_user)
            await tables.seating.come_back(table.row.id, other_user)


@sqlite
@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ("a substitute plays", Unrated.HANDS),
        ("somebody resigned", Unrated.HANDS),
        ("somebody was away and is back", None),
    ],
)
async def test_seats_that_changed_hands_are_not_rated(tables: Tables, change: str, reason: Unrated | None) -> None:
    table = await start_before_the_end(tables, order="joining")
    await change_hands(tables, table, change)
    table = await pass_to_the_end(tables, await tables.table(table.row.id))
    outcome, _ = await stored_result(tables.database, table.row.id)
    assert outcome is not None
    assert outcome.unrated == reason


@sqlite
@pytest.mark.parametrize(("kind", "rated"), [(MoveKind.STAND_IN, False), (MoveKind.LEAVE, False), (None, True)])
async def test_what_a_computer_decided_counts_only_while_it_stood_in(
    database: Database, tables: Tables, kind: MoveKind | None, rated: bool
) -> None:
    table = await start_before_the_end(tables)
    version = table.row.version
    seat = table.game.to_act[0]
    entries: list[tuple[MoveKind, int, int | None]] = [] if kind is None else [(kind, seat, None)]
    entries += [(MoveKind.MOVE, seat, None), (MoveKind.RETURN, seat, table.user_at(seat))]
    async with database.transaction() as session:
        await games.advance(session, table.row.id, version, steps=len(entries))
        rows = [
            MoveRow(
                game_id=table.row.id, version=version + n, kind=entry_kind, seat=where, words="pass", by_user_id=user
            )
            for n, (entry_kind, where, user) in enumerate(entries, 1)
        ]
        await moves.record(session, *rows)
    await pass_to_the_end(tables, await tables.table(table.row.id))
    outcome, _ = await stored_result(database, table.row.id)
    assert outcome is not None
    assert (outcome.unrated is None) is rated


async def test_a_game_that_is_reopened_takes_its_result_and_its_rating_back(database: Database, tables: Tables) -> None:
    first = await play_finished_game(tables)
    before = rating_figures(await ratings_by_player(database))
    table = await start_before_the_end(tables, channel_id=6)
    begun = table.game.copy()
    ended = await pass_to_the_end(tables, table)
    later = await play_finished_game(tables, channel_id=8)
    assert {row.games for row in (await ratings_by_player(database)).values()} == {3}
    async with tables.play.transactions.change_loaded(ended) as change:
        remark = Message("say.back_by_consent", {"seat": 0, "n": 1})
        since = ended.row.version
        status = {"status": Status.RUNNING, "finished_at": None}
        await change.apply_vote(MoveKind.BACK, 0, remark, first_version=since, before=begun, **status)  # type: ignore[arg-type]
    assert (await tables.table(ended.row.id)).is_running
    assert await stored_result(database, ended.row.id) == (None, [])
    stands = await ratings_by_player(database)
    assert {row.games for row in stands.values()} == {2}
    async with database.transaction() as session:
        await following.remove_results(session, later.row.id)
    assert rating_figures(await ratings_by_player(database)) == before
    again = await pass_to_the_end(tables, await tables.table(ended.row.id))
    assert (await stored_result(database, again.row.id))[0] is not None
    assert first.row.id < again.row.id


@on_both
async def test_two_processes_that_rate_at_once_wait_for_each_other(database: Database, database_url: str) -> None:
    async def process(at: Database, number: int) -> None:
        rng = Random(number)
        for day in range(number, 24, 2):
            played = enumerate(rng.sample([ANNA, BEN, CARLA], 3), 1)
            await store_finished_game(at, *((user, place) for place, user in played), day=day)

    async with Database.open(database_url) as second:
        await asyncio.gather(process(database, 0), process(second, 1))
    rated = rating_figures(await ratings_by_player(database))
    assert [games for _, _, games, _ in rated.values()] == [24] * 3
    async with database.transaction() as session:
        assert await following.rerate_ladder(session, LADDER) == 0
    assert rating_figures(await ratings_by_player(database)) == rated


async def test_the_order_in_which_results_arrive_changes_nothing(database: Database) -> None:
    rng = Random(5)
    people = list[int | str | None]((ANNA, BEN, CARLA, "normal"))
    played: list[tuple[int, list[tuple[int | str | None, int]]]] = [
        (day, [(who, place) for place, who in enumerate(rng.sample(people, 3), 1)]) for day in range(12)
    ]
    ids = {day: await store_finished_game(database, *seats, day=day) for day, seats in played}
    expected = {who: row[:3] for who, row in rating_figures(await ratings_by_player(database)).items()}
    steps = {
        day: [(row.mu_before, row.mu) for row in (await stored_result(database, ids[day]))[1]] for day, _ in played
    }
    async with database.transaction() as session:
        for table in (ResultRow, OutcomeRow, RatingRow):
            await session.exec(delete(table))
    for day, seats in rng.sample(played, len(played)):
        async with database.transaction() as session:
            await following.add_results(session, *result_rows(ids[day], BEGAN + timedelta(days=day), seats))
    assert {who: row[:3] for who, row in rating_figures(await ratings_by_player(database)).items()} == expected
    assert {
        day: [(row.mu_before, row.mu) for row in (await stored_result(database, ids[day]))[1]] for day, _ in played
    } == steps


@sqlite
async def test_a_result_that_is_kept_twice_counts_once(database: Database, tables: Tables) -> None:
    table = await play_finished_game(tables)
    await play_finished_game(tables, channel_id=6)
    before = rating_figures(await ratings_by_player(database))
    rows = [row.model_dump() for row in (await stored_result(database, table.row.id))[1]]
    async with database.transaction() as session:
        await following.store_results(session, table)
    assert rating_figures(await ratings_by_player(database)) == before
    assert [row.model_dump() for row in (await stored_result(database, table.row.id))[1]] == rows


@sqlite
async def test_games_of_one_moment_count_by_their_numbers(database: Database) -> None:
    first = await store_finished_game(database, (ANNA, 1), (BEN, 2), (CARLA, 3))
    second = await store_finished_game(database, (BEN, 1), (ANNA, 2), (CARLA, 3))
    assert first < second
    (_, rows) = await stored_result(database, first)
    (_, later) = await stored_result(database, second)
    after = {row.user_id: row.mu for row in rows}
    assert {row.user_id: row.mu_before for row in later} == after


@sqlite
async def test_a_person_with_another_name_is_the_same_one(database: Database) -> None:
    await store_finished_game(database, (ANNA, 1), (BEN, 2), (CARLA, 3))
    outcome, rows = result_rows(0, BEGAN + timedelta(days=1), [(ANNA, 1), (BEN, 2), (CARLA, 3)])
    async with database.transaction() as session:
        row = await games.create(session, a_game(guild_id=SERVER, channel_id=2, status=Status.FINISHED))
        outcome.game_id = row.id
        for result in rows:
            result.game_id = row.id
            result.name = f"renamed {result.seat}"
        await following.add_results(session, outcome, rows)
    assert {who: row.games for who, row in (await ratings_by_player(database)).items()} == {ANNA: 2, BEN: 2, CARLA: 2}


@sqlite
async def test_somebody_who_is_forgotten_leaves_the_ratings_of_others_as_they_are(database: Database) -> None:
    for day in range(4):
        await store_finished_game(database, (ANNA, 1 + day % 2), (BEN, 2 - day % 2), (CARLA, 3), day=day)
    before = rating_figures(await ratings_by_player(database))
    async with database.transaction() as session:
        forgotten = update(ResultRow).where(col(ResultRow.user_id) == BEN).values(user_id=None, name="")
        await session.exec(forgotten)
        await session.exec(delete(RatingRow).where(col(RatingRow.user_id) == BEN))
    async with database.transaction() as session:
        assert await following.rerate_ladder(session, LADDER) == 0
    assert rating_figures(await ratings_by_player(database)) == {
        who: rating for who, rating in before.items() if who != BEN
    }


@sqlite
async def test_a_ladder_is_of_one_server_one_game_and_one_number_of_seats(database: Database) -> None:
    await store_finished_game(database, (ANNA, 1), (BEN, 2), (CARLA, 3))
    await store_finished_game(database, (ANNA, 2), (BEN, 1))
    await store_finished_game(database, (ANNA, 2), (BEN, 1), (CARLA, 3), guild_id=SERVER + 1)
    await store_finished_game(database, (ANNA, 2), (BEN, 1), (CARLA, 3), key="macao")
    await store_finished_game(database, (ANNA, 3), (BEN, 1), (CARLA, 2), unrated=Unrated.FRIENDLY)
    async with database.reading() as session:
        known = await results.ladders(session)
    assert set(known) == {
        LADDER,
        LADDER._replace(seats=2),
        LADDER._replace(guild_id=SERVER + 1),
        LADDER._replace(key="macao"),
    }
    assert {who: row.games for who, row in (await ratings_by_player(database)).items()} == {ANNA: 1, BEN: 1, CARLA: 1}


# -- the past ----------------------------------------------------------------------------------------------------------


@on_both
async def test_games_that_ended_before_are_kept_and_rated_once(database: Database, tables: Tables) -> None:
    tables_over = [await play_finished_game(tables, channel_id=channel) for channel in (5, 6)]
    expected = rating_figures(await ratings_by_player(database))
    rows = [(await stored_result(database, table.row.id))[1] for table in tables_over]
    async with database.transaction() as session:  # as an earlier version left them
        for table in (OutcomeRow, RatingRow):
            await session.exec(delete(table))
        late = ("computer", "place", "margin", "decisions", "pace", "deeds", "opening", "mu", "sigma")
        await session.exec(update(ResultRow).values(dict.fromkeys((*late, "mu_before", "sigma_before"))))
    assert await tables.result_backfill.catch_up() == 2
    assert rating_figures(await ratings_by_player(database)) == expected
    assert [(await stored_result(database, table.row.id))[1] for table in tables_over] == rows
    assert await tables.result_backfill.catch_up() == 0


@sqlite
async def test_what_a_process_of_an_earlier_version_ends_is_made_up_for_at_the_next_start(tables: Tables) -> None:
    assert await tables.result_backfill.catch_up() == 0
    table = await play_finished_game(tables)
    async with tables.database.transaction() as session:
        await following.remove_results(session, table.row.id)
    assert await ratings_by_player(tables.database) == {}
    assert await tables.result_backfill.catch_up() == 1
    assert set(await ratings_by_player(tables.database)) == {ANNA, BEN, CARLA}


@sqlite
async def test_what_was_left_half_done_is_done_by_the_next_one(
    database: Database, tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    await play_finished_game(tables)
    expected = rating_figures(await ratings_by_player(database))
    async with database.transaction() as session:
        for table in (OutcomeRow, RatingRow):
            await session.exec(delete(table))

    async def dies() -> None:
        raise RuntimeError

    with monkeypatch.context() as patched:
        patched.setattr(tables.result_backfill, "rerate", dies)
        with pytest.raises(RuntimeError):
            await tables.result_backfill.catch_up()
    assert await tables.result_backfill.catch_up() == 0  # the one that died may be at work still
    monkeypatch.setattr("bot.tables.maintenance.result_backfill.LEASE", timedelta(0))
    async with database.transaction() as session:
        await session.exec(delete(RatingRow))
        await remembered.release(session, "results", timedelta(0))
    assert await tables.result_backfill.catch_up() == 0
    assert rating_figures(await ratings_by_player(database)) == expected


@sqlite
async def test_a_table_that_cannot_be_read_keeps_no_other_from_being_rated(database: Database, tables: Tables) -> None:
    broken = await play_finished_game(tables)
    sound = await play_finished_game(tables, channel_id=6)
    async with database.transaction() as session:
        for table in (OutcomeRow, RatingRow, ResultRow):
            await session.exec(delete(table))
        await games.advance(session, broken.row.id, broken.row.version, state={"key": "navegador"})
    assert await tables.result_backfill.catch_up() == 1
    assert (await stored_result(database, sound.row.id))[0] is not None
    assert (await stored_result(database, broken.row.id))[0] is None


@sqlite
async def test_equal_points_share_a_place_where_no_rule_tells_them_apart(tables: Tables) -> None:
    table = await play_finished_game(tables)
    assert places(table.game) == [table.game.ranking().index(seat) + 1 for seat in range(3)]
    mmn = await start_table(tables, BEN, CARLA, game="mmn", channel_id=9)
    assert places(mmn.game) == [1, 2, 2]  # nobody has a point


@sqlite
async def test_of_games_that_ended_in_one_moment_the_one_of_the_higher_number_is_the_later(database: Database) -> None:
    first, second = [await store_finished_game(database, (ANNA, 1), (BEN, 2), (CARLA, 3)) for _ in range(2)]
    async with database.reading() as session:
        outcome = await results.outcome_of_game(session, first)
        assert outcome is not None
        assert [await results.any_after(session, LADDER, outcome.ended_at, game_id) for game_id in (first, second)] == [
            True,
            False,
        ]
