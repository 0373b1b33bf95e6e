"""The tree of words that the panel narrows."""

from __future__ import annotations

from bot.custom_ids import join, split
from bot.panel.words import offer, way_out


def test_an_offer_has_pages_of_25_and_every_action_is_on_one() -> None:
    legal = [("pick", str(number)) for number in range(60)]
    offered = offer(legal)
    assert (offered.prefix, offered.pages) == (("pick",), 3)
    assert [len(offered.page(number)) for number in range(3)] == [25, 25, 10]
    assert [action for number in range(3) for action in offered.page(number)] == legal
    assert offered.page(3) == offered.page(-1) == offered.page(0)
    assert way_out(legal, offered.prefix) is None
    assert way_out([*legal, ("pass",)], ("pick",)) == ()
    assert offer(legal, ("no", "such")).prefix == ("pick",)


def test_words_survive_the_way_through_a_custom_id() -> None:
    for action in ((), ("pass",), ("sail", "portugal", "guine", "2")):
        assert split(join(action)) == action
