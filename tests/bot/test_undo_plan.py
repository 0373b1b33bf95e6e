"""What stands in the way of taking back, whom it takes to agree, and what is asked of whom."""

from __future__ import annotations

import pytest

from bot.commands.undo import Consent, ConsentButton
from bot.tables import Refused
from bot.tables.undoing import UndoPlan, rebuild, undo_plan
from bot.wording import texts
from storage.models import MoveRow
from tests.bot.stubs import stub_game, stub_table

WORDS = texts("en")


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
    ],
)
def test_every_move_that_would_go_back_counts(moves: list[MoveRow], barrier: str | None) -> None:
    assert undo_plan(moves, 1) == UndoPlan(seat=1, version=4, taken_back=len(moves), barrier=barrier)


def test_without_a_decision_there_is_nothing_to_take_back() -> None:
    with pytest.raises(Refused) as refused:
        undo_plan([], 1)
    assert refused.value.message.id == "error.nothing_to_undo"


def test_consent_is_asked_of_the_people_who_still_play_and_have_not_agreed() -> None:
    table = stub_table(stub_game(), people=5, computers=1, resigned=[2])
    consent = Consent(1, 7, 4, 1, agreed=1 << 1)
    assert consent.missing(table) == [0, 3, 4]
    assert consent.text(table, WORDS).split("\n")[0].startswith("↩ **ben** asks to take a move back")
    assert [person for person in range(100, 105) if f"<@{person}>" in consent.text(table, WORDS)] == [100, 103, 104]
    called = consent.mentions(table).to_dict()
    assert [int(user) for user in called["users"]] == [100, 103, 104]
    assert called["parse"] == []
    consent.agreed |= 1 << 3 | 1
    assert consent.missing(table) == [4]
    consent.agreed |= 1 << 4
    assert consent.missing(table) == []


def test_the_question_survives_in_its_buttons() -> None:
    """Custom ids stand in messages for ever; buttons of the day before must work."""
    button = ConsentButton(Consent(12, 7, 4, 1, 6), "refuse")
    assert button.item.custom_id == "pt:v:12:7:4:1:6:refuse"
    assert ConsentButton.__discord_ui_compiled_template__.fullmatch("pt:v:12:7:4:1:6:agree")


def test_a_log_that_leads_elsewhere_is_not_taken_back() -> None:
    table = stub_table(stub_game(), people=3, seed="05".rjust(32, "0"))
    for log in ([move(1, 0, 100)], []):  # a move that is illegal now; a position that is another
        with pytest.raises(Refused) as refused:
            rebuild(table, log, 1)
        assert refused.value.message.id == "error.other_rules"
