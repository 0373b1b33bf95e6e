"""The tree of words that the panel narrows."""

from __future__ import annotations

from bot.custom_ids import join, split
from bot.panel.words import offer, way_out


def test_an_offer_has_selects_of_25_four_to_a_page_and_every_action_is_in_one() -> None:
    legal = [("pick", str(number)) for number in range(130)]
    offered = offer(legal)
    assert (offered.prefix, offered.pages) == (("pick",), 2)
    assert [[len(select) for select in offered.page(number)] for number in range(2)] == [[25, 25, 25, 25], [25, 5]]
    assert [action for number in range(2) for select in offered.page(number) for action in select] == legal
    assert offered.page(2) == offered.page(-1) == offered.page(0)
    assert way_out(legal, offered.prefix) is None
    assert way_out([*legal, ("pass",)], ("pick",)) == ()
    assert offer(legal, ("no", "such")).prefix == ("pick",)


def test_words_survive_the_way_through_a_custom_id() -> None:
    for action in ((), ("pass",), ("sail", "portugal", "guine", "2")):
        assert split(join(action)) == action
