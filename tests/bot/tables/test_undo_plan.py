"""Plans of an undo: what stands in its way, who must agree, and what people are asked."""

from __future__ import annotations

import pytest

from bot.tables import Refused
from bot.tables.observers.voting import missing_seats
from bot.tables.undo_rules import UndoPlan, plan_undo, rebuild_game, with_whole_turn
from storage.models import MoveRow, VoteRow
from tests.bot.stubs import stub_game, stub_table


def move(version: int, seat: int, user: int | None, barrier: bool = False) -> MoveRow:
    events = [{"kind": "rolled", "barrier": False}, {"kind": "rolled", "barrier": barrier}, {"kind": "rolled"}]
    return MoveRow(game_id=1, version=version, seat=seat, words="pass", by_user_id=user, events=events)


@pytest.mark.parametrize(
    ("moves", "barrier"),
    [
        ([move(4, 1, 101)], None),
        ([move(4, 1, 101), move(5, 2, None), move(6, 0, None)], None),
        ([move(4, 1, 101, barrier=True), move(5, 2, None)], "revealed"),
        ([move(4, 1, 101), move(5, 2, None, barrier=True)], "revealed"),
        ([move(4, 1, 101), move(5, 2, None), move(6, 0, None, barrier=True)], "revealed"),
        ([move(4, 1, 101), move(5, 1, None), move(6, 0, 100)], "others_moved"),
        ([move(4, 1, 101, barrier=True), move(5, 0, 100)], "others_moved"),
        ([move(4, 1, 101), move(5, 1, 101)], None),
        ([move(4, 1, 55), move(5, 2, None)], "others_moved"),
    ],
)
def test_every_move_that_would_go_back_counts(moves: list[MoveRow], barrier: str | None) -> None:
    assert plan_undo(moves, 1, 101) == UndoPlan(seat=1, version=4, taken_back=len(moves), barrier=barrier)


@pytest.mark.parametrize(
    ("before", "first"),
    [
        ([], None),
        ([move(3, 1, 101)], 3),
        ([move(1, 1, 101), move(2, 1, 101), move(3, 1, 101)], 1),
        ([move(1, 1, 101), move(2, 1, 101, barrier=True), move(3, 1, 101)], 3),
        ([move(2, 1, 101), move(3, 0, 100)], None),
        ([move(1, 1, 101), move(2, 2, None), move(3, 1, 101)], 3),
        ([move(2, 1, 101), move(3, 1, None)], None),
        ([move(1, 1, 55), move(3, 1, 101)], 3),
    ],
)
def test_a_turn_is_what_somebody_has_decided_on_end_that_nothing_stands_in_the_way_of(
    before: list[MoveRow], first: int | None
) -> None:
    after = [move(4, 1, 101), move(5, 2, None)]
    plan = with_whole_turn(plan_undo(after, 1, 101), [*before, *after], 101)
    assert (plan.version, plan.taken_back, plan.barrier) == (4, 2, None)
    assert [entry.version for entry in plan.turn] == ([] if first is None else [*range(first, 5)])
    if first is not None:
        assert plan.whole_turn == UndoPlan(1, first, 2 + 4 - first, None, own=len(plan.turn), turn=plan.turn)


def test_of_what_cannot_freely_be_taken_back_no_turn_can() -> None:
    for last in (move(4, 1, 101, barrier=True), move(5, 0, 100)):
        after = sorted([move(4, 1, 101), last], key=lambda entry: entry.version)[-2:]
        plan = plan_undo(after if last.version == 5 else [last], 1, 101)
        assert with_whole_turn(plan, [move(3, 1, 101), *after], 101) == plan


def test_without_a_decision_there_is_nothing_to_take_back() -> None:
    with pytest.raises(Refused) as refused:
        plan_undo([], 1, 101)
    assert refused.value.message.id == "error.nothing_to_undo"


def test_consent_is_asked_of_the_people_who_still_play_and_have_not_agreed() -> None:
    table = stub_table(stub_game(), people=5, computers=1, resigned=[2])
    vote = VoteRow(game_id=1, kind="undo", seat=1, version=7, agreed=[1])
    assert missing_seats(table, vote) == [0, 3, 4]
    vote.agreed = [0, 1, 2, 3]
    assert missing_seats(table, vote) == [4]
    vote.agreed = [0, 1, 3, 4]
    assert missing_seats(table, vote) == []


def test_a_log_that_leads_elsewhere_is_not_taken_back() -> None:
    table = stub_table(stub_game(), people=3, seed="05".rjust(32, "0"))
    for log in ([move(1, 0, 100)], []):  # a move that is illegal now; a position that is another
        with pytest.raises(Refused) as refused:
            rebuild_game(table, log, 1)
        assert refused.value.message.id == "error.other_rules"
