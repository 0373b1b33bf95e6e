"""The news that a seat may read of its table."""

from __future__ import annotations

from typing import Any

import pytest

from bot.tables import Table, TableBroken, Tables, event_log
from engines import new
from storage import moves
from storage.models import MoveKind, MoveRow
from tests.bot.lobbies import BEN, opened, sqlite
from tests.bot.stubs import stub_game, stub_table


@sqlite
async def test_news_are_what_was_revealed_in_the_turn_and_what_only_this_seat_may_know(tables: Tables) -> None:
    table = await opened(tables, BEN)

    def entry(version: int, turn: int, *events: dict[str, Any], **fields: Any) -> MoveRow:
        return MoveRow(
            game_id=table.row.id,
            version=version,
            seat=0,
            words="",
            turn=turn,
            events=list(events),
            **{"by_user_id": BEN, **fields},
        )

    rolled = {"kind": "rolled", "barrier": True}
    plain = {"kind": "plain"}
    own_event = {"kind": "mine", "seen_by": [0, 2]}
    other_event = {"kind": "theirs", "seen_by": [1]}
    async with tables.database.transaction() as session:
        for row in (
            entry(10, 3, rolled),
            entry(11, 4, plain),
            entry(12, 4, plain, rolled, other_event),
            entry(13, 4, rolled, undone=True),
            entry(14, 5, rolled, own_event),
            entry(15, 6, plain),
            entry(16, 6, plain, rolled),
            entry(17, 6, plain, other_event, by_user_id=None),
            entry(18, 7, plain, by_user_id=None),
        ):
            await moves.record(session, row)
        recent = await moves.effective(session, table.row.id)
    for seat, after, kinds in (
        (0, 10, ["plain", "rolled", "mine"]),
        (1, 10, ["plain", "rolled", "theirs", "theirs"]),
        (2, 13, ["rolled", "mine"]),
        (0, 14, ["plain", "rolled", "plain", "plain"]),  # what a computer did is told whole, as in public
        (1, 16, ["plain", "theirs", "plain"]),
        (0, 18, []),
    ):
        assert [event.kind for event in event_log.events_to_report(recent, seat, after=after)] == kinds


@pytest.mark.parametrize(
    ("kind", "plays"),
    [
        (MoveKind.SUBSTITUTE, "zoe"),
        (MoveKind.RETURN, "zoe"),
        (MoveKind.LEAVE, "ben"),
        (MoveKind.STAND_IN, "ben"),
        (MoveKind.RESIGN, "Computer 2"),
        (MoveKind.MOVE, "yann"),
    ],
)
def test_an_entry_of_the_log_says_who_plays_a_seat_from_then_on(kind: MoveKind, plays: str) -> None:
    entry = MoveRow(game_id=1, version=8, seat=1, kind=kind, words="zoe")
    assert event_log.names_after(stub_table(stub_game()), ["anna", "yann", "carla"], entry) == ["anna", plays, "carla"]


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"state": None}, "table 1: it runs without a state"),
        ({"state": {"game": "chess"}}, "table 1: "),
        ({"key": "chess"}, "table 1: there is no game 'chess'"),
        ({}, "table 1: 2 seats are kept of 3"),
    ],
)
def test_a_damaged_table_names_its_number_and_what_is_wrong(changes: dict[str, Any], reason: str) -> None:
    row = stub_table(stub_game()).row.unkept(**{"state": new("navegador", 3, 1).dump()} | changes)
    table = Table(row, stub_table(stub_game(), people=2).seats)
    with pytest.raises(TableBroken) as raised:
        _ = table.kind if "key" in changes else table.game
    assert str(raised.value).startswith(reason)
    assert (raised.value.game_id, f"table 1: {raised.value.reason}") == (1, str(raised.value))
