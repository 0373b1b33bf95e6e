"""What a turn brought stands as tokens on the sea, large enough to be told without opening the picture."""

from __future__ import annotations

import math
from typing import Any

import pytest
from PIL import Image

from bot.wording import texts_in
from engines import Event
from engines.mmn import board
from engines.mmn.cards import CARDS
from render import Caption
from render.kit import fonts
from render.kit.canvas import Canvas
from render.mmn import deeds, field, land, layout, picture, tokens
from render.mmn.chart import chart_of
from render.mmn.icons import icon
from render.mmn.news import News
from render.shape import WIDE_SIZE, Shape
from tests.render import mmn_positions as mmn
from tests.render.recording import drawn, parts, recording
from tools.frames.devices import CHANNEL

MAPS = pytest.mark.parametrize(("shape", "seats"), [(shape, seats) for shape in Shape for seats in (3, 4, 5, 6)])

TOLD = (
    Event("city", 0, {"node": "n11"}),
    Event("settlement", 0, {"node": "n10"}),
    Event("wall", 0, {"node": "n11"}),
    Event("wall_removed", 0, {"node": "n11", "victim_seat": 1}),
    Event("metropolis", 0, {"track": "food", "node": "n11"}),
    Event("pillaged", 0, {"node": "n12", "to": "settlement"}),
    Event("award", 0, {"award": "longest_road", "points": 5}),
    Event("award_moved", 1, {"award": "storage", "points": 5, "loser_seat": 0}),
    Event("award_aside", 1, {"award": "autarky"}),
    Event("defender", 0),
    Event("vp_card", 0, {"card": "printer"}),
    Event("improved", 0, {"track": "food", "level": 1}),
    Event("improved", 0, {"track": "magic", "level": 2}),
    Event("knight_lost", 0, {"node": "n10", "rank": "strong"}),
    Event("captain_lost", 0, {"node": "n10", "victim_seat": 1}),
    Event("sabotaged", 0, {"node": "n10", "victim_seat": 1}),
    Event("repaired", 0, {"node": "n10"}),
    Event("road_removed", 0, {"path": "n01-n04", "victim_seat": 1}),
    Event("store", 0, {"node": "n10", "hex": "h01"}),
    Event("hall", 0, {"node": "n10", "hex": "h01"}),
    Event("servant", 0, {"node": "n10", "hex": "h01"}),
    Event("serf", 0),
    Event("famine", 0, {"victim_seat": 1}),
    Event("robber", 0, {"hex": "h05"}),
    Event("pirate", 0, {"harbour": "p3"}),
    Event("merchant", 0, {"hex": "h05"}),
    Event("cursed", 0, {"hex": "h05"}),
    Event("drew", 0, {"deck": "magic"}),
    Event("card", 0, {"card": "spy"}),
    Event("monopoly", 0, {"good": "wool"}),
    Event("clearing", None, {"resource": "wool", "commodity": "cloth"}),
    Event("laid", 0, {"hex": "h05", "number": 6}),
)


def test_whatever_is_told_has_a_token_of_its_own() -> None:
    view = mmn.at_turn(3, 20).view(None)
    tokens_by_event = [tokens.tokens(view, [event]) for event in TOLD]
    assert all(len(row) == 1 for row in tokens_by_event)
    assert len({token for row in tokens_by_event for token in row}) == len(TOLD)


SEATLESS = frozenset(("award_aside", "clearing"))
"""What nobody did."""


def test_a_token_says_whose_it_is_by_a_letter() -> None:
    view = mmn.at_turn(3, 20).view(None)
    with recording():
        for event in TOLD:
            (token,) = tokens.tokens(view, [event])
            signs = [token.sign, *([token.corner] if token.corner else [])]
            letters = {mark.text for sign in signs for mark in parts(sign)} & set("ABC")
            owned = bool(letters) or token.owner is not None
            assert owned == (event.kind not in SEATLESS), event.kind


def test_what_is_gone_has_the_sign_of_it_and_nothing_else_has() -> None:
    view = mmn.at_turn(3, 20).view(None)
    gone = icon("deed_gone", 36)
    losses = {event.kind for event in TOLD if tokens.tokens(view, [event])[0].corner == gone}
    assert losses == {"knight_lost", "captain_lost", "pillaged", "wall_removed", "road_removed", "award_aside"}


def test_what_happened_twice_is_counted() -> None:
    view = mmn.at_turn(3, 20).view(None)
    twice = [Event("store", 0, {"node": node, "hex": "h01"}) for node in ("n10", "n12")]
    assert [token.many for token in tokens.tokens(view, twice)] == [2]
    levels = [Event("improved", 0, {"track": "food", "level": level}) for level in (1, 2)]
    assert [(token.label, token.many) for token in tokens.tokens(view, levels)] == [("2", 1)]


def test_a_knight_is_shown_as_it_is_now() -> None:
    view = mmn.crowded(3).view(None)
    player = next(player for player in view.players if player.knights)
    knight = player.knights[0]
    built = Event("knight", player.seat, {"node": knight.node, "rank": "basic"})
    awake = Event("reactivated", player.seat, {"nodes": [knight.node]})
    assert len(tokens.tokens(view, [built, awake])) == 1
    assert not tokens.tokens(view, [Event("knight", player.seat, {"node": "nowhere"})])


@pytest.mark.usefixtures("recorded")
@pytest.mark.parametrize("shape", Shape)
def test_nothing_covers_the_sign_that_the_best_defenders_are_equal(shape: Shape) -> None:
    tie = Event("defender_tie", data={"seats": ["0", "2"]})
    shown = drawn(picture.draw(mmn.at_turn(3, 20).view(None), mmn.caption([tie], shape=shape)))
    equals = [
        place for place, mark in enumerate(shown) if mark.text == "=" and mark.inside(layout.of(shape, 3).map.box)
    ]
    assert len(equals) == 2
    for place in equals:
        left, top, width, height = shown[place].box
        for mark in shown[place + 1 :]:
            x, y, wide, high = mark.box
            assert not (x < left + width and left < x + wide and y < top + height and top < y + high), mark


@pytest.mark.usefixtures("recorded")
def test_each_deed_has_one_shape_on_tokens_and_beside_the_knight_on_the_map() -> None:
    view = mmn.crowded(3).view(None)
    player = next(player for player in view.players if player.knights)
    node = player.knights[0].node
    place_data: dict[str, Any] = {"node": node}
    shapes = {
        deeds.MOVED: Event("moved", player.seat, {"node": "n99", "to": node}),
        deeds.RAISED: Event("promoted", player.seat, place_data | {"rank": "strong"}),
        deeds.LOWERED: Event("knight_demoted", 0, place_data | {"rank": "basic", "victim_seat": player.seat}),
        deeds.WOKEN: Event("activated", player.seat, place_data),
        deeds.LED: Event("captain", player.seat, place_data),
    }
    signs = {deed: tokens.tokens(view, [event]) for deed, event in shapes.items()}
    assert all([token.corner for token in row] == [icon(f"deed_{deed}", 36)] for deed, row in signs.items())
    assert len({row[0].corner for row in signs.values()}) == len(shapes)
    again = tokens.tokens(view, [Event("reactivated", player.seat, {"nodes": [node]})])
    assert again == signs[deeds.WOKEN]
    for deed, event in shapes.items():
        board = drawn(picture.draw(view, mmn.caption([event])))
        part = layout.of(Shape.TALL, 3).map
        chart = chart_of(3, part.width, part.height)
        (sign,) = board.sprites(icon(f"deed_{deed}", round(40 * chart.unit)).scaled(part.unit))
        x, y = chart.node(node)
        assert math.dist(sign.at, (part.left + x * part.unit, part.top + y * part.unit)) < 60, deed


def test_what_was_done_before_goes_with_a_knight_that_moves() -> None:
    events = [
        Event("promoted", 0, {"node": "n01", "rank": "strong"}),
        Event("moved", 0, {"node": "n01", "to": "n02"}),
        Event("activated", 1, {"node": "n05"}),
        Event("displaced", 0, {"node": "n02", "to": "n05", "victim_seat": 1}),
        Event("retreated", 1, {"node": "n05", "to": "n09"}),
        Event("knight", 2, {"node": "n20", "rank": "basic"}),
        Event("knight_lost", 2, {"node": "n20", "rank": "basic"}),
    ]
    assert deeds.done(events) == {"n05": [deeds.RAISED, deeds.MOVED], "n09": [deeds.MOVED]}


def test_trades_are_added_up_and_what_was_got_comes_first() -> None:
    view = mmn.at_turn(3, 20).view(None)
    trades = [
        Event("traded_bank", 0, {"gave": ["wool", "wool"], "got": ["ore"]}),
        Event("accepted", 1, {"offer_seat": 0, "gave": ["ore", "brick"], "got": ["coin"]}),
    ]
    assert [token.label for token in tokens.tokens(view, trades)] == ["+1", "\u22121", "\u22122"]


def test_cards_that_came_and_those_that_were_paid_are_told_with_their_owner() -> None:
    view = mmn.at_turn(3, 20).view(None)
    events = [
        Event("received", 1, {"cards": ["wool", "wool", "ore"], "why": "production"}),
        Event("received", 0, {"cards": ["ore"], "why": "production"}),
        Event("paid", 1, {"cards": ["ore", "brick"]}),
        Event("stolen", 2, {"victim_seat": 0, "count": 1}),
    ]
    tokens_of_cards = tokens.tokens(view, events)
    assert [(token.label, token.owner) for token in tokens_of_cards] == [("+2", 1), ("\u22121", 1), ("+1", 0)]


def test_who_played_a_card_is_told_and_no_card_that_is_kept_is_framed() -> None:
    for seats in (3, 4):
        view = mmn.at_turn(seats, 20).view(None)
        view.players[1].card_decks = ["food", "power"]
        played = Event("card", 1, {"card": "conscription"})
        drew = Event("drew", 1, {"deck": "food"})
        (token,) = tokens.tokens(view, [played])
        assert (token.owner, token.title) == (1, "mmn.card.conscription.name")
        (returned,) = tokens.tokens(view, [Event("returned", 1, {"deck": "power"})])
        assert (returned.owner, returned.title) == (1, "")
        assert token.corner != returned.corner
        for events, framed in (([played], []), ([drew, played], ["food"]), ([drew], ["food"])):
            assert [*+News(events).drawn[1]] == framed


@pytest.mark.parametrize("language", ["en", "de", "nl"])
def test_the_name_of_a_played_card_stands_on_the_sea_in_whole(language: str) -> None:
    for card in CARDS:
        name = texts_in(language).say(f"mmn.card.{card}.name")
        assert " ".join(tokens.lines(name)[2]) == name


@pytest.mark.parametrize("language", ["en", "de", "nl"])
def test_the_letter_beside_a_name_can_be_read_where_there_are_many_tokens(language: str) -> None:
    """Text that is too small is refused when it is drawn; all titles of two lines are laid out alike."""
    view = mmn.at_turn(3, 20).view(None)
    caption = Caption(mmn.NAMES, (), texts_in(language).say, language)
    smallest = min(tokens._PIXELS) / (tokens._SIDE + tokens._GAP)
    played = [tokens.tokens(view, [Event("card", 0, {"card": card})] * 2)[0] for card in CARDS]
    laid_out = {len(tokens.lines(tokens._title(token, caption))[2]): token for token in played if token.title}
    assert 2 in laid_out
    for token in laid_out.values():
        assert token.owner is not None
        canvas = Canvas(Image.new("RGB", (300, 100)))
        tokens._titled(canvas.moved((0, 0), smallest), token, caption)
        assert canvas.image.getcolors(16) is None


@MAPS
@pytest.mark.usefixtures("recorded")
def test_a_card_that_was_played_is_named(shape: Shape, seats: int) -> None:
    view = mmn.at_turn(seats, 20).view(None)

    def written(card: str) -> set[str]:
        events = (Event("card", 0, {"card": card}),) * 2
        board = drawn(picture.draw(view, Caption(mmn.NAMES, events, texts_in("en").say, "en", shape=shape)))
        return {mark.text for mark in board if mark.kind == "text"}

    assert f"Spy {fonts.TIMES}2" in written("spy")
    assert {"Commercial", f"Harbour {fonts.TIMES}2"} <= written("commercial_harbor")


def test_what_takes_two_places_takes_two_beside_each_other_and_one_where_there_are_none() -> None:
    view = mmn.at_turn(3, 20).view(None)
    played = Event("card", 1, {"card": "spy"})
    drew = Event("drew", 1, {"deck": "food"})
    drawn_card, card = tokens.tokens(view, [drew, played])
    free = ((0.0, 0.0), (0.0, 50.0), (100.0, 50.0))
    assert tokens.arranged([drawn_card, card], free, 100) == [(drawn_card, free[0]), (card, free[1])]
    assert tokens.arranged([card, drawn_card], free, 100) == [(card, free[1]), (drawn_card, free[0])]
    alone = tokens.arranged([card], free[:2], 100)
    assert [(token.title, at) for token, at in alone] == [("", free[0])]


@MAPS
@pytest.mark.parametrize("waiting", [0, 1, 3])
def test_places_are_on_the_free_sea_and_large_enough(shape: Shape, seats: int, waiting: int) -> None:
    at = layout.of(shape, seats).map
    chart = chart_of(seats, at.width, at.height)
    pitch = 90 / at.unit
    corners = tokens.places(chart, pitch, waiting)
    assert len(corners) >= 9
    assert len(tokens.places(chart, 0.8 * pitch, waiting)) >= 15
    figures = [field.berth(number) for number in range(waiting)]
    for number, (left, top) in enumerate(corners):
        assert 0 <= left <= at.width - pitch
        assert 0 <= top <= at.height - pitch
        assert all(abs(left - x) >= pitch - 1 or abs(top - y) >= pitch - 1 for x, y in corners[:number])
        for x, y in (*map(chart.harbour, chart.geometry.harbours), *figures):
            gap = max(left - x, 0, x - left - pitch), max(top - y, 0, y - top - pitch)
            assert math.hypot(*gap) >= min(land.sign_size(chart) / 2, 39)
    if shape is Shape.WIDE:
        assert pitch * at.unit * CHANNEL[0] / WIDE_SIZE[0] >= 30


@MAPS
@pytest.mark.usefixtures("recorded")
def test_of_too_many_the_last_place_says_how_many_are_left(shape: Shape, seats: int) -> None:
    view = mmn.at_turn(seats, 20).view(None)
    events = [Event("improved", seat, {"track": track, "level": 1}) for seat in range(seats) for track in board.TRACKS]
    events += [Event("laid", seat, {"number": number}) for seat in range(seats) for number in (2, 3, 4, 5, 6, 8, 9, 10)]
    image = picture.draw(view, mmn.caption(events, shape=shape))
    shown = [mark.text for mark in drawn(image) if mark.kind == "text" and mark.text.startswith("+")]
    at = layout.of(shape, seats).map
    free = len(tokens.places(chart_of(seats, at.width, at.height), max(108, 72 / at.unit), len(field.waiting(view))))
    assert shown == [f"+{len(events) - free + 1}"]
