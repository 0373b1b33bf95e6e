"""The log."""

import pytest
from sqlalchemy.exc import IntegrityError

from storage import games, moves
from storage.database import Database
from storage.errors import AlreadyDone, MoveConflict
from storage.models import MoveKind, MoveRow
from tests.storage.sample import move, stored


async def test_an_interaction_makes_one_move(database: Database) -> None:
    game_id = await stored(database)
    other_game = await stored(database, channel_id=1)
    assert await move(database, game_id, 0, interaction_id=77)
    with pytest.raises(AlreadyDone):
        await move(database, other_game, 0, interaction_id=77)
    async with database.reading() as session:
        assert [entry.interaction_id for entry in await moves.log(session, game_id)] == [77]
        assert await moves.log(session, other_game) == []
        untouched = await games.get(session, other_game)  # the refused move's other changes are gone as well
        assert untouched is not None
        assert untouched.version == 0


async def test_moves_without_an_interaction_do_not_exclude_each_other(database: Database) -> None:
    game_id = await stored(database)
    for version in range(3):
        assert await move(database, game_id, version)
    async with database.reading() as session:
        assert len(await moves.log(session, game_id)) == 3


async def test_a_version_has_one_entry(database: Database) -> None:
    game_id = await stored(database)
    async with database.transaction() as session:
        await moves.record(session, MoveRow(game_id=game_id, version=1, seat=0, words="first", interaction_id=1))
    entry = MoveRow(game_id=game_id, version=1, seat=1, words="second", interaction_id=2)
    with pytest.raises(MoveConflict):
        async with database.transaction() as session:
            await moves.record(session, entry)
    async with database.reading() as session:
        assert [entry.words for entry in await moves.log(session, game_id)] == ["first"]


async def test_a_move_of_no_game_is_refused(database: Database) -> None:
    with pytest.raises(IntegrityError):
        async with database.transaction() as session:
            await moves.record(session, MoveRow(game_id=4711, version=1, seat=0, words="pass"))


async def test_what_happened_comes_back(database: Database) -> None:
    game_id = await stored(database)
    events = [{"kind": "sold", "seat": 1, "data": {"good": "gold", "units": 3}}]
    async with database.transaction() as session:
        entry = MoveRow(game_id=game_id, version=1, seat=1, words="sell gold 3", events=events, scores=[12, 15])
        await moves.record(session, entry)
    async with database.reading() as session:
        (entry,) = await moves.log(session, game_id)
    assert (entry.events, entry.scores, entry.by_user_id, entry.kind) == (events, [12, 15], None, MoveKind.MOVE)


async def test_undone_moves_stay_in_the_log_and_count_no_more(database: Database) -> None:
    game_id = await stored(database)
    other_game = await stored(database, channel_id=1)
    for version in range(4):
        await move(database, game_id, version)
        await move(database, other_game, version)
    async with database.transaction() as session:
        assert await moves.undo_from(session, game_id, 3) == 2
        await moves.record(session, MoveRow(game_id=game_id, version=5, seat=0, words="undo", kind=MoveKind.UNDO))
        assert await moves.undo_from(session, game_id, 2) == 1  # what was undone before is not undone again
        await moves.record(session, MoveRow(game_id=game_id, version=6, seat=0, words="undo", kind=MoveKind.UNDO))
        await moves.record(session, MoveRow(game_id=game_id, version=7, seat=0, words="sell"))
    async with database.reading() as session:
        assert [entry.version for entry in await moves.effective(session, game_id)] == [1, 7]
        log = await moves.log(session, game_id)
        assert [entry.version for entry in log] == [1, 2, 3, 4, 5, 6, 7]
        assert [entry.version for entry in log if entry.undone] == [2, 3, 4]
        assert len(await moves.effective(session, other_game)) == 4


async def test_the_way_back_begins_at_the_last_decision_of_a_person_that_counts(database: Database) -> None:
    game_id = await stored(database)
    async with database.transaction() as session:
        for version, seat, user in ((1, 0, 7), (2, 1, 8), (3, 0, 7), (4, 0, None), (5, 1, None)):
            await moves.record(
                session, MoveRow(game_id=game_id, version=version, seat=seat, words="sell", by_user_id=user)
            )
    async with database.transaction() as session:
        assert [entry.version for entry in await moves.since_decision(session, game_id, 0)] == [3, 4, 5]
        assert [entry.version for entry in await moves.since_decision(session, game_id, 1)] == [2, 3, 4, 5]
        assert await moves.since_decision(session, game_id, 2) == []
        await moves.undo_from(session, game_id, 3)
        assert [entry.version for entry in await moves.since_decision(session, game_id, 0)] == [1, 2]


async def test_what_came_since_the_turn_of_somebody_s_last_decision_begins_with_the_first_move_if_that_is_in_it(
    database: Database,
) -> None:
    game_id = await stored(database)
    async with database.transaction() as session:
        for version, seat, turn in ((1, 0, 0), (2, 0, 0), (3, 1, 1), (4, 1, 1)):
            await moves.record(
                session, MoveRow(game_id=game_id, version=version, seat=seat, turn=turn, words="sell", by_user_id=7)
            )
    async with database.reading() as session:
        assert [entry.version for entry in await moves.since_turn(session, game_id, 0)] == [1, 2, 3, 4]
        assert [entry.version for entry in await moves.since_turn(session, game_id, 1)] == [3, 4]
        assert await moves.since_turn(session, game_id, 2) == []


async def test_the_newest_entry_of_a_kind_is_found_for_a_seat_and_for_all(database: Database) -> None:
    game_id = await stored(database)
    async with database.transaction() as session:
        for version, (kind, seat, undone) in enumerate(
            [
                (MoveKind.MOVE, 0, False),
                (MoveKind.MOVE, 1, False),
                (MoveKind.RETURN, 0, False),
                (MoveKind.MOVE, 1, True),
                (MoveKind.HOST, 1, False),
            ],
            1,
        ):
            entry = MoveRow(game_id=game_id, version=version, kind=kind, seat=seat, words="", undone=undone)
            await moves.record(session, entry)
    async with database.reading() as session:
        for kinds, seat_of_entry, version in (
            ([MoveKind.MOVE], None, 2),
            ([MoveKind.MOVE], 0, 1),
            ([MoveKind.MOVE, MoveKind.RETURN], None, 3),
            ([MoveKind.MOVE, MoveKind.RETURN], 1, 2),
            ([MoveKind.HOST], None, 5),
        ):
            newest = await moves.newest(session, game_id, kinds, seat=seat_of_entry)
            assert newest is not None
            assert newest.version == version
        assert await moves.newest(session, game_id, [MoveKind.HOST], seat=0) is None
