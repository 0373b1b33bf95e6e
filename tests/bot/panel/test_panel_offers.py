"""The tree of words that the panel narrows."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.interactions.custom_ids import join, split
from bot.panel.offers import IN_A_ROW, MOST_BUTTONS, PAGE, ROWS, last_choice, offer, rows_of
from engines import Action
from tools.bench.taps import count_taps


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


@pytest.mark.parametrize(
    ("count", "pages", "selects"),
    [
        (11, 1, [[11]]),
        (24, 1, [[24]]),
        (25, 1, [[25]]),
        (26, 1, [[25, 1]]),
        (99, 1, [[25, 25, 25, 24]]),
        (100, 1, [[25, 25, 25, 25]]),
        (101, 2, [[25, 25, 25, 25], [1]]),
        (200, 2, [[25, 25, 25, 25], [25, 25, 25, 25]]),
        (201, 3, [[25, 25, 25, 25], [25, 25, 25, 25], [1]]),
    ],
)
def test_pages_begin_where_the_one_before_is_full(count: int, pages: int, selects: list[list[int]]) -> None:
    offered = offer([("pick", str(number)) for number in range(count)])
    assert offered.pages == pages
    assert [[len(select) for select in offered.page(number)] for number in range(pages)] == selects
    assert offered.page(pages) == offered.page(-1) == offered.page(0)
    shown = [action for number in range(pages) for select in offered.page(number) for action in select]
    assert shown == offered.choices == [("pick", str(number)) for number in range(count)]


def test_ten_actions_are_all_buttons_and_of_eleven_the_words_are_narrowed() -> None:
    few = [("a", str(number)) for number in range(MOST_BUTTONS)]
    assert (offer(few).choices, offer(few).groups, offer(few).prefix) == (few, {}, ())
    assert offer([]).choices == []
    more = [*few, ("b",)]
    offered = offer(more)
    assert offered.groups == {("a",): few}
    assert offered.choices == [("a",), ("b",)]
    assert offer(more, ("a",)).choices == few
    assert offer(more, ("b",)).choices == [("b",)]
    assert offer(more, ("c",)) == offered


@pytest.mark.parametrize(("count", "shown"), [(25, 25), (26, 24), (49, 24)])
def test_of_a_kind_that_no_select_holds_the_last_option_leads_to_the_rest(count: int, shown: int) -> None:
    many = [("a", str(number)) for number in range(count)]
    offered = offer([*many, ("pass",)])
    assert offered.groups == {("a",): many[:shown] if shown == count else [*many[:shown], ("a",)]}
    assert offered.choices == [("a",), ("pass",)]
    assert offer(many, ("a",)).choices == many
    assert [count_taps([*many, ("pass",)], many[place]) for place in (0, -1)] == [2, 2 if shown == count else 4]


def test_a_kind_of_50_is_a_word_to_open() -> None:
    many = [("a", str(number)) for number in range(50)]
    offered = offer([*many, ("pass",)])
    assert (offered.groups, offered.choices) == ({}, [("a",), ("pass",)])


def test_a_word_that_is_an_action_leads_to_no_others() -> None:
    many = [("a",), *(("a", str(number)) for number in range(30))]
    assert offer([*many, ("pass",)]).groups == {}


@pytest.mark.parametrize("count", [25, 26])
def test_of_more_than_25_kinds_each_is_one_choice(count: int) -> None:
    kinds = [f"k{number:02}" for number in range(count)]
    legal = [(kind, end) for kind in kinds for end in ("x", "y")] + [("alone", "z")]
    offered = offer(legal)
    assert offered.groups == {}
    assert offered.choices == [*((kind,) for kind in kinds), ("alone", "z")]
    assert offered.pages == 1


def test_25_kinds_stay_in_one_list_though_one_of_them_has_two_ways() -> None:
    alone = [(f"k{number:02}",) for number in range(24)]
    offered = offer([*alone, ("last", "x"), ("last", "y")])
    assert offered.choices == [*alone, ("last",)]
    assert len(offered.page(0)) == 1


def test_no_more_selects_than_it_takes_the_longest_first_and_all_in_the_game_s_order() -> None:
    legal = [(kind, str(number)) for kind, count in (("a", 5), ("b", 12), ("c", 3)) for number in range(count)]
    offered = offer(legal)
    assert list(offered.groups) == [("b",)]
    assert offered.choices == [*legal[:5], ("b",), *legal[17:]]
    longer = [(kind, str(number)) for kind, count in (("a", 8), ("b", 12), ("c", 3)) for number in range(count)]
    assert list(offer(longer).groups) == [("a",), ("b",)]


def test_what_would_fill_more_than_a_row_of_buttons_is_a_select_beside_another() -> None:
    figures = [*(("robber", str(number)) for number in range(19)), *(("pirate", str(number)) for number in range(9))]
    offered = offer(figures)
    assert list(offered.groups) == offered.choices == [("robber",), ("pirate",)]


def test_what_completes_the_same_beginning_looks_alike() -> None:
    colours = "rgbvky"
    pairs = [("dice", one, other) for one in colours for other in colours if one < other]
    assert (offer(pairs).choices, offer(pairs).groups) == (pairs, {})
    placed = [("place", one, two) for one in colours for two in colours]
    assert (offer(placed).choices, offer(placed).groups) == ([("place", colour) for colour in colours], {})
    wide = [("take", depot, str(number)) for depot in "123" for number in range(9)]
    assert list(offer(wide).groups) == offer(wide).choices == [("take", depot) for depot in "123"]


def test_five_long_kinds_leave_a_row_for_buttons() -> None:
    legal = [(kind, str(number)) for kind in "abcde" for number in range(20)]
    offered = offer(legal)
    assert len(offered.groups) == ROWS - 1
    assert len(offered.choices) - len(offered.groups) == 2


def test_back_leads_to_the_last_words_that_left_a_choice() -> None:
    deep = [("a", "b", "c", str(number)) for number in range(20)]
    legal = [*deep, *(("a", "x", str(number)) for number in range(20)), ("pass",)]
    assert offer(legal, ("a", "b")).prefix == ("a", "b", "c")
    assert last_choice(legal, ("a", "b", "c")) == ("a",)
    assert last_choice(legal, ("a",)) == ()
    assert last_choice(legal, ()) is None
    assert last_choice(deep, ("a", "b", "c")) is None


def test_short_kinds_beside_one_that_no_select_holds_are_shown_whole() -> None:
    legal = [("move", f"n{place:02}") for place in range(50)] + [("knight", place) for place in "abc"] + [("pass",)]
    offered = offer(legal)
    assert offered.groups == {}
    assert offered.choices == [("move",), ("knight", "a"), ("knight", "b"), ("knight", "c"), ("pass",)]


@given(
    st.sets(st.tuples(*[st.sampled_from("abcdef")] * 3), min_size=1, max_size=216), st.randoms(use_true_random=False)
)
def test_every_action_can_be_reached_and_the_panel_has_room(legal: set[Action], rng: Random) -> None:
    actions = sorted(legal)
    prefix = Action()
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
    for action in ((), ("pass",), ("sail", "portugal", "guine", "2"), ("a", "a", "b", "a", "2", "2", "2")):
        assert split(join(action)) == action
    assert join(("take", "wool", "wool", "ore")) == "take.wool*2.ore"
    assert split("take.wool*2.ore") == ("take", "wool", "wool", "ore")


@pytest.mark.parametrize("text", ["a*90000000", "a*x", "a*-1", "a*0", "a*", "*3", "**", "a*٣", "a*007", "a*100"])
def test_a_count_that_is_never_written_is_no_count(text: str) -> None:
    assert split(text) == tuple(text.split("."))


def test_words_of_a_custom_id_are_bounded() -> None:
    assert len(split("a*99." * 1_000_000)) <= 2_000
    assert sum(map(len, split("a" * 10_000_000))) <= 100


@pytest.mark.parametrize(
    ("buttons", "most", "rows"),
    [
        (("a x 1", "a x 2", "a x 3", "a y 1", "a y 2", "a y 3", "done"), 4, [0, 0, 0, 1, 1, 1, 1]),
        (("a x 1", "a x 2", "a y 1", "a y 2", "done"), 4, [0, 0, 0, 0, 0]),
        (tuple(f"a {end} {ships}" for end in "xyz" for ships in "123"), 2, [0, 0, 0, 0, 0, 1, 1, 1, 1]),
        (("a", "b", "c", "d", "e", "f"), 4, [0, 0, 0, 0, 0, 1]),
        (("a x 1", "b 1", "b 2", "b 3", "b 4", "b 5", "b 6"), 4, [0, 0, 0, 0, 0, 1, 1]),
    ],
)
def test_buttons_that_differ_in_their_last_word_share_a_row_while_there_are_rows_enough(
    buttons: tuple[str, ...], most: int, rows: list[int]
) -> None:
    assert rows_of([tuple(button.split()) for button in buttons], most) == rows
