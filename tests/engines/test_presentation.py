"""What the games declare for front ends names things that the games have."""

from __future__ import annotations

import pytest

import engines
from engines.contract import Game
from engines.presentation import FollowUps, Presentation

CARD = FollowUps(card="play", card_choices=frozenset(("take",)))
PAYMENT = FollowUps(payments=frozenset(("pay",)))
TRADE = FollowUps(trade="bank", trade_choice="take")


@pytest.fixture(params=list(engines.GAMES.values()), ids=list(engines.GAMES))
def game(request: pytest.FixtureRequest) -> type[Game]:
    kind: type[Game] = request.param
    return kind


def test_verbs_of_a_presentation_are_verbs_of_its_game(game: type[Game]) -> None:
    shown = game.presentation
    follow_ups = shown.follow_ups
    named = shown.verbs_offered_first | shown.ending_verbs | follow_ups.payments | follow_ups.choices
    named |= follow_ups.card_choices | {follow_ups.trade, follow_ups.trade_choice, follow_ups.card}
    named |= {shown.opening.verb} if shown.opening else set()
    assert named - {""} <= game.spoken.verbs.keys()


def test_rules_of_automatic_play_name_verbs_of_the_game(game: type[Game]) -> None:
    assert game.needs_confirmation | game.never_automatic.keys() | game.deferring_verbs <= game.spoken.verbs.keys()


def test_numbered_cards_are_cards(game: type[Game]) -> None:
    assert set(game.presentation.numbered_cards) <= set(game.presentation.cards)


def test_counts_are_those_of_milestones(game: type[Game]) -> None:
    assert game.presentation.event_counts.keys() <= game.presentation.milestones.keys()


def test_refusals_are_those_of_the_game(game: type[Game]) -> None:
    refusals = game.presentation.missing_card_refusals | game.presentation.position_refusals
    assert all(id.startswith(f"{game.key}.refuse.") for id in refusals)


@pytest.mark.parametrize(
    ("follow_ups", "first", "previous", "belongs"),
    [
        (PAYMENT, ("wall", "n1"), ("wall", "n1"), False),
        (TRADE, ("bank", "1", "ore"), ("bank", "1", "ore"), True),
        (TRADE, ("bank", "1", "ore"), ("take", "wool"), False),
        (CARD, ("play", "smith"), ("take", "wool"), True),
        (FollowUps(), ("", "bank"), ("", "bank"), False),
    ],
)
def test_an_action_belongs_to_what_it_completes(
    follow_ups: FollowUps, first: tuple[str, ...], previous: tuple[str, ...], belongs: bool
) -> None:
    assert follow_ups.belongs(("take", "wool"), first, previous) is belongs


def test_a_payment_belongs_to_any_action() -> None:
    assert PAYMENT.belongs(("pay", "ore"), ("wall", "n1"), ("wall", "n1"))


def test_a_milestone_counts_once_unless_its_event_has_a_number() -> None:
    shown = Presentation(milestones={"sold": 1}, event_counts={"sold": "count"})
    assert shown.count_of("sold", {"count": 3}) == 3
    assert shown.count_of("sold", {"count": "many"}) == 1
    assert shown.count_of("built", {"count": 3}) == 1


def test_only_a_whole_action_ends_a_turn() -> None:
    assert Presentation().is_ending(("pass",))
    assert not Presentation().is_ending(("pass", "on"))
    assert not Presentation().is_ending(("sell",))
