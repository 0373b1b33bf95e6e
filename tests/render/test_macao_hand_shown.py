"""What Macao's hands and questions say is what the view says, in both shapes."""

from __future__ import annotations

import math
from collections.abc import Mapping
from itertools import pairwise

import pytest

from engines import Action, Event
from engines.macao import board
from engines.macao.cards import CARDS
from engines.macao.quotes import DiceQuote
from engines.macao.view import MacaoView
from engines.quotes import Quote
from render.kit.canvas import Box
from render.kit.icons import icon
from render.kit.ink import CARD
from render.macao import cubes, decision, hand, icons, layout, own, own_layout, rose
from render.macao.inks import DARK_QUARTER, LETTER, QUARTER, TYPE
from render.shape import Shape
from tests.render.macao_shown import LETTERS, SEATS, SHAPES, counted, large, position
from tests.render.recording import NAMES, Drawing, caption, drawn

pytestmark = pytest.mark.usefixtures("noted")

FIRST = ["bank", "zoll_1", "palast"]
"""Radius of the ring in the middle of a rose."""


def held(view: MacaoView, seat: int, shape: Shape, *events: Event) -> Drawing:
    view.viewer = seat
    return drawn(hand.draw(view, caption(events, shape=shape)))


def asked(view: MacaoView, seat: int, shape: Shape, *actions: Action) -> Drawing:
    view.viewer = seat
    return drawn(decision.draw(view, caption(shape=shape), actions))


def _pixels(box: Box, shape: Shape) -> Box:
    left, top, width, height = (each * layout.UNIT[shape] for each in box)
    return left, top, width, height


def _card(shown: Drawing, id: str) -> Drawing:
    """What stands on the card of that title."""
    title = shown.text(id)
    (frame,) = (m for m in shown if m.kind == "frame" and m.inks[0] == CARD and title.inside(m.box) and m.box[3] < 300)
    return shown.within(frame.box)


def _rose(shown: Drawing, shape: Shape, larger: float) -> list[list[str]]:
    """The chips of a rose by field: 0 above the arrow, the others against the clock's turn."""
    unit = layout.UNIT[shape] * (larger if shape is Shape.WIDE else 1)
    (middle,) = {m.at for m in shown.called("compass") if abs(m.box[2] - rose.COMPASS * unit) < 2}
    fields: list[list[str]] = [[] for _ in range(board.DIE_FIELDS + 1)]
    for chip in shown.called("chip"):
        if math.dist(chip.at, middle) < rose.SIZE * unit / 2:
            angle = math.atan2(chip.at[0] - middle[0], middle[1] - chip.at[1])
            fields[round(-math.degrees(angle) / (360 / 7)) % 7].append(chip.text)
    return fields


def _way(shape: Shape) -> tuple[int, int]:
    wide, high = (round(side * layout.UNIT[shape] * decision.SCALES[0]) for side in decision.WAY)
    return wide, high


@SHAPES
@pytest.mark.parametrize("seat", range(SEATS))
def test_a_hand_says_what_its_player_has(seat: int, shape: Shape) -> None:
    view = position()
    player = view.players[seat]
    player.ship = "s12"
    player.quarters = list(board.QUARTERS)[:seat]
    shown = held(view, seat, shape)
    identity, purse, _ = own_layout.head(shape)
    head = Drawing(mark for box in (identity, purse) for mark in shown.within(_pixels(box, shape)))
    assert [mark.text for mark in head.called("badge")] == [LETTERS[seat]]
    assert {NAMES[seat], "projected", str(player.projected)} <= set(head.texts())
    assert {"12", *([f"+{seat}"] if seat else [])} <= set(head.texts())
    for sign, told in (
        (icons.icon("prestige", 26), player.prestige),
        (icon("coin", 28), player.gold),
        (icons.ware(board.JOKER, 30), player.jokers),
        (icons.icon("penalty", 28), player.penalties),
        (icons.icon("roof", 28), f"{player.group}/{seat}"),
        *((icons.ware(ware, 27), count) for ware, count in player.hold.items()),
    ):
        assert head.beside(head.sprites(large(sign, shape))[0]) == str(told)
    tableau = [mark.text for mark in shown if mark.kind == "text" and mark.text in player.tableau]
    assert tableau == player.tableau
    for id in player.tableau:
        assert [m.text for m in _card(shown, id).called("cube")] == [LETTER[c] for c in cubes.each(CARDS[id].cost)]
        assert f"{id} text" in _card(shown, id).texts()
    titles = [mark for mark in shown if mark.kind == "text" and mark.text in player.activated]
    assert sorted(mark.text for mark in titles) == sorted(player.activated)
    (used,) = (mark for mark in shown if mark.kind == "text" and mark.text == "used")
    assert abs(used.at[1] - shown.text(player.activated[0]).at[1]) < 3
    fields = _rose(shown, shape, own_layout.LARGER)
    for number, field in enumerate(player.rose):
        assert sorted(fields[number]) == counted(field), number


@SHAPES
def test_a_hand_ends_below_its_last_card(shape: Shape) -> None:
    view = position()
    view.viewer = 3
    image = hand.draw(view, caption(shape=shape))
    lowest = max(mark.box[1] + mark.box[3] for mark in drawn(image) if mark.kind in ("frame", "area"))
    margin = own_layout.MARGIN * layout.UNIT[shape]
    assert margin / 2 <= image.height - lowest <= 2 * margin


@SHAPES
def test_the_colours_of_types_frame_the_cards_of_a_hand(shape: Shape) -> None:
    view = position()
    view.players[0].tableau = FIRST
    shown = held(view, 0, shape)
    for id in FIRST:
        title = shown.text(id)
        framed = shown.frames(CARD, TYPE[CARDS[id].type])
        assert any(title.inside(mark.box) for mark in framed)


@SHAPES
def test_cards_to_choose_from_are_shown_with_all_their_words(shape: Shape) -> None:
    view = position("cards")
    view.players[1].tableau = ["palast"]
    shown = asked(view, 1, shape, *((("take", card)) for card in FIRST[:2]), ("decline",))
    for id in (*FIRST[:2], "palast"):
        card = _card(shown, id)
        assert f"{id} text" in card.texts()
        assert [m.text for m in card.called("cube")] == [LETTER[c] for c in cubes.each(CARDS[id].cost)]
    tribute = CARDS["bank"].tribute
    coin = _card(shown, "bank").sprites(large(icon("coin", 24), shape))[0]
    assert _card(shown, "bank").beside(coin) == str(tribute.gold)
    assert not _card(shown, "palast").called("coin")


def dice(cubes: dict[str, int], fields: Mapping[str, int]) -> DiceQuote:
    return DiceQuote(offered=True, cubes=cubes, fields=fields)


@SHAPES
def test_dice_show_where_their_cubes_would_come(shape: Shape) -> None:
    view = position("dice")
    view.rolled = {"red": 2, "green": 2, "blue": 6, "violet": 1, "black": 3, "gray": 5}
    player = view.players[0]
    player.rose = [{} for _ in player.rose]
    pairs = [("dice", "red", "green"), ("dice", "blue", "violet"), ("dice", "black", "gray")]
    view.quotes = {
        " ".join(pair): dice({colour: view.rolled[colour] for colour in pair[1:]}, view.rolled) for pair in pairs
    }
    assert _rose(asked(view, 0, shape, *pairs), shape, own_layout.LARGER) == [
        *([], ["V1"], ["R2", "G2"], ["K3"], [], ["E5"], ["B6"])
    ]
    view.quotes = {**view.quotes, "dice blue violet": dice({"blue": 7, "violet": 2}, view.rolled)}
    assert _rose(asked(view, 0, shape, *pairs), shape, own_layout.LARGER)[6] == ["B7"]
    view.quotes = {
        "shift gray up": dice({"gray": 5}, {"gray": 6}),
        "shift gray down": dice({"gray": 5}, {"gray": 4}),
    }
    shifted = asked(view, 0, shape, ("shift", "gray", "up"), ("shift", "gray", "down"), ("pass",))
    assert _rose(shifted, shape, own_layout.LARGER) == [[], [], [], [], ["E5"], ["E5"], ["E5"]]


@SHAPES
def test_a_turn_shows_what_can_be_paid_for(shape: Shape) -> None:
    view = position()
    view.players[2].tableau = FIRST
    quarters = list(view.city)[:3]
    actions = [("activate", "bank"), *(("quarter", quarter) for quarter in quarters), ("pass",)]
    view.quotes = {"activate bank": Quote(offered=True), "activate palast": Quote(offered=False)}
    shown = asked(view, 2, shape, *actions)
    good = [id for id in FIRST if any(shown.text(id).inside(mark.box) for mark in shown.frames(CARD, own.GOOD))]
    assert good == ["bank"]
    assert [text for text in shown.texts() if text in {quarter[1:] for quarter in quarters}] == sorted(
        quarter[1:] for quarter in quarters
    )
    for quarter in quarters:
        id = shown.text(quarter[1:])
        lot = next(m for m in shown if m.kind == "frame" and id.inside(m.box) and m.box[3] < 200)
        cost = [m.text for m in shown.within(lot.box).called("cube")]
        assert cost == [LETTER[colour] for colour in cubes.each(board.QUARTERS[quarter].cost)]
        assert shown.within(lot.box).sprites(large(icons.ware(view.city[quarter], 28), shape, decision.SCALES[0]))


@SHAPES
def test_payments_show_the_cubes_and_what_they_pay(shape: Shape) -> None:
    view = position()
    view.players[2].tableau = []
    view.paying = "palast"
    cost = CARDS["palast"].cost
    (dear, *_) = cost
    view.quotes = {
        "cubes": Quote(offered=True, price=cost),
        f"waive {dear}": Quote(offered=True, price=cost | {dear: cost[dear] - 1}),
        "gold": Quote(offered=True, price={"gold": 4}),
    }
    shown = asked(view, 2, shape, ("cubes",), ("waive", dear), ("gold",))
    assert "palast text" in shown.texts()
    ways = [m for m in shown if m.kind == "frame" and m.box[2:] == _way(shape)]
    paid = [[m.text for m in shown.within(way.box).called("cube")] for way in ways]
    every = [LETTER[colour] for colour in cubes.each(cost)]
    less = [LETTER[colour] for colour in cubes.each(cost | {dear: cost[dear] - 1})]
    assert paid == [every, less, []]
    assert shown.within(ways[2].box).texts() == ["4"]
    quarter = next(iter(view.city))
    view.paying = quarter
    assert quarter[1:] in asked(view, 2, shape, ("cubes",)).texts()
    view.paying = ""
    shown = asked(view, 2, shape, ("pay", "red", "blue"), ("spend", "red"))
    ways = [m for m in shown if m.kind == "frame" and m.box[2:] == _way(shape)]
    assert [[m.text for m in shown.within(way.box).called("cube")] for way in ways] == [["R", "B"], ["R"]]


@SHAPES
def test_many_quarters_are_smaller_and_few_take_no_more_than_two_lines(shape: Shape) -> None:
    view = position()
    for count in (1, 4, 8, 12, len(view.city)):
        shown = asked(view, 2, shape, *(("quarter", quarter) for quarter in list(view.city)[:count]))
        lots = [m for m in shown if m.kind == "frame" and m.inks[0] in (QUARTER, DARK_QUARTER)]
        assert len(lots) == count
        for (left, top, wide, high), (beside, below, *_) in pairwise(mark.box for mark in lots):
            assert (top == below and left + wide < beside) or top + high < below
        assert lots[0].box[2] < 1.1 * own.LOT[0] * layout.UNIT[shape] or len({mark.box[1] for mark in lots}) <= 2


@SHAPES
def test_only_where_nothing_is_chosen_or_nobody_chooses_is_there_no_picture(shape: Shape) -> None:
    view = position()
    view.viewer = 0
    decision.draw(view, caption(shape=shape), [("tribute",), ("pass",)])
    for seat, actions in ((0, [("pass",)]), (None, [("take", "bank")]), (0, [])):
        view.viewer = seat
        with pytest.raises(LookupError, match="nothing to be seen"):
            decision.draw(view, caption(shape=shape), actions)
