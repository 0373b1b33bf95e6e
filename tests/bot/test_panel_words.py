"""The tree of words that the panel narrows."""

from __future__ import annotations

from random import Random

from hypothesis import given
from hypothesis import strategies as st

from bot.custom_ids import join, split
from bot.panel.words import IN_A_ROW, PAGE, ROWS, last_choice, offer
from engines import Action


def test_an_offer_has_selects_of_25_four_to_a_page_and_every_action_is_in_one() -> None:
    legal = [("pick", str(number)) for number in range(130)]
    offered = offer(legal)
    assert (offered.prefix, offered.pages) == (("pick",), 2)
    assert [[len(select) for select in offered.page(number)] for number in range(2)] == [[25, 25, 25, 25], [25, 5]]
    assert [action for number in range(2) for select in offered.page(number) for action in select] == legal
    assert offered.page(2) == offered.page(-1) == offered.page(0)
    assert last_choice(legal, offered.prefix) is None
    assert last_choice([*legal, ("pass",)], ("pick",)) == ()
    assert offer(legal, ("no", "such")).prefix == ("pick",)


def test_short_kinds_beside_one_that_no_select_holds_are_shown_whole() -> None:
    legal = [("move", f"n{place:02}") for place in range(30)] + [("knight", place) for place in "abc"] + [("pass",)]
    offered = offer(legal)
    assert offered.groups == {}
    assert offered.choices == [("move",), ("knight", "a"), ("knight", "b"), ("knight", "c"), ("pass",)]


@given(
    st.sets(st.tuples(*[st.sampled_from("abcdef")] * 3), min_size=1, max_size=216), st.randoms(use_true_random=False)
)
def test_every_action_can_be_reached_and_the_panel_has_room(legal: set[Action], rng: Random) -> None:
    actions, prefix = sorted(legal), Action()
    wanted = rng.choice(actions)
    for _ in range(4):
        offered = offer(actions, prefix)
        assert len(offered.groups) <= ROWS
        buttons = [choice for choice in offered.choices if choice not in offered.groups]
        if offered.groups:
            assert len(offered.groups) + -(-len(buttons) // IN_A_ROW) <= ROWS
        assert all(len(group) <= PAGE for group in offered.groups.values())
        (way,) = (choice for choice in offered.choices if wanted[: len(choice)] == choice)
        if way == wanted or wanted in offered.groups.get(way, []):
            return
        prefix = way
    raise AssertionError(f"{wanted} cannot be reached")


def test_an_action_that_begins_others_hides_none_of_them() -> None:
    depots = "123456"
    pairs = [("goods", a, b) for a in depots for b in depots if a < b]
    legal: list[Action] = [*(("goods", a) for a in depots), *pairs, ("goods", "none")]
    offered = offer(legal)
    shown = {*offered.choices, *(action for group in offered.groups.values() for action in group)}
    assert shown >= set(legal)


def test_words_survive_the_way_through_a_custom_id() -> None:
    for action in ((), ("pass",), ("sail", "portugal", "guine", "2")):
        assert split(join(action)) == action
