"""What Navegador's close-ups show, and that no part of a picture lies on another."""

from __future__ import annotations

from typing import Any, NamedTuple

import msgspec
import pytest

import render
from engines import Action, Game
from engines.navegador import board
from engines.navegador.view import NavegadorView
from render.kit.ink import NEW, PLAIN, WHITE
from render.kit.part import Part
from render.navegador import decision, geography, layout
from render.navegador.sea import name_boxes
from render.shape import Shape
from tests.render.comparing import collisions
from tests.render.differences import positions
from tests.render.outlines import meet, outline
from tests.render.positions import under_way
from tests.render.recording import Drawing, caption, drawn, recording

SHAPES = pytest.mark.parametrize("shape", Shape)


class Seen(NamedTuple):
    drawing: Drawing
    size: tuple[int, int]


def position(seats: int = 4) -> NavegadorView:
    view = under_way(seats, 40).view(1)
    assert isinstance(view, NavegadorView)
    return view


def show(view: NavegadorView, *actions: Action, shape: Shape = Shape.WIDE) -> Seen:
    with recording():
        image = decision.draw(view, caption(shape=shape), list(actions))
        return Seen(drawn(image), image.size)


@SHAPES
def test_an_arrow_for_each_voyage_that_can_be_made(shape: Shape) -> None:
    view = position()
    ways = [("sail", "portugal", "guine", "1"), ("sail", "portugal", "guine", "2"), ("sail", "guine", "bahia", "1")]

    def arrows(*actions: Action) -> int:
        found = show(view, *actions, shape=shape).drawing.called("_arrow")
        assert not any(NEW in arrow.colours() for arrow in found), "violet says that something has changed"
        return sum(PLAIN.shades[1] in arrow.colours() for arrow in found)

    assert arrows(("sail", "portugal", "portugal", "1")) == 0
    assert arrows(("colony", "guine", "1")) == 0
    assert arrows(*ways) == 2


@SHAPES
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_no_part_of_a_board_lies_on_another(seats: int, shape: Shape) -> None:
    found = layout.of(shape, seats)
    below = [found.chart, found.market, found.buildings, found.lisbon, found.gallery, *found.mats]
    assert not collisions(below, found.size)
    assert not collisions([found.banner, found.card], (round(found.chart.box[2]), round(found.chart.box[3])))
    part = found.mats[0]
    for name, cell in found.cells.items():
        assert cell.left >= 14, name
        assert cell.left + cell.width <= part.width, name
        assert cell.top + cell.height <= part.height + 0.5, name
        for other, (left, top, width, height, _) in found.cells.items():
            beside = left >= cell.left + cell.width - 0.5 or cell.left >= left + width - 0.5
            apart = top >= cell.top + cell.height - 0.5 or cell.top >= top + height - 0.5
            assert name == other or beside or apart, (name, other)


@SHAPES
def test_the_rondel_says_how_far_what_it_costs_and_what_it_brings(shape: Shape) -> None:
    view = position()
    own = view.players[1]
    own.stone, own.churches, own.shipyards, own.fleet = 0, 3, 2, {"portugal": 2, "guine": 1}
    own.colonies, own.factories = {"sugar": 2, "gold": 0, "spice": 1}, {"sugar": 1, "gold": 3, "spice": 0, "joker": 1}
    view.market = {"sugar": 1, "gold": 10, "spice": 1}
    words = [("rondel", field) for field in board.RONDEL]
    shown, _ = show(view, *words, shape=shape)
    texts = shown.texts()
    assert [texts.count(str(steps)) >= 1 for steps in (1, 2, 3)] == [True] * 3
    assert [texts.count(f"\u2212{cost}") for cost in range(1, 6)] == [1] * 5
    assert texts.count("\u00d73") >= 2  # workers by churches, ships that may sail
    paid = 2 * board.PRICE["sugar"][1] + 4 * board.PROFIT[10] + board.PRICE["spice"][1]  # the joker helps with gold
    assert texts.count(str(paid)) == 2
    free, _ = show(msgspec.structs.replace(view), ("rondel", board.RONDEL[2]), shape=shape)
    assert "\u22121" not in free.texts()


def test_the_rondel_fills_what_a_wide_close_up_has_for_it() -> None:
    wheel = decision._fitted("rondel", decision.WIDE.subject)
    assert 2 * geography.ROSE_RADIUS * wheel.unit >= 0.7 * decision.WIDE.subject[3]
    assert wheel.width * wheel.unit <= decision.WIDE.subject[2] + 0.5


def plates(view: NavegadorView, field: str, shape: Shape) -> list[list[str]]:
    """What the plates round the rondel say when one field is offered: texts and, for a sign, its name."""
    shown, _ = show(view, ("rondel", field), shape=shape)
    return [
        [mark.text or mark.name for mark in shown.within(plate.box) if mark.kind in ("text", "sprite")]
        for plate in shown
        if plate.kind == "frame" and plate.inks in ((WHITE, decision.COST), (WHITE, PLAIN.edges[1]))
    ]


@SHAPES
def test_a_field_of_the_rondel_has_a_plate_only_where_there_is_something_to_say(shape: Shape) -> None:
    view = position()
    own = view.players[1]
    own.stone, own.fleet, own.money, own.workers = None, {}, 60, board.WORKERS_LEFT
    for field in ("builder", "colony", "privilege"):
        assert plates(view, field, shape) == []
    own.stone = board.RONDEL.index("builder") - 1
    assert plates(view, "builder", shape) == [["1"]]

    own.stone = None
    guine, bahia = (region for region in view.regions if region.id in ("guine", "bahia"))
    guine.tokens, bahia.tokens, own.fleet = [60, 70], [40], {"guine": 1}
    assert plates(view, "colony", shape) == [["coin", "\u221260"]]
    own.fleet["bahia"] = 1
    assert plates(view, "colony", shape) == [["coin", "\u221240"]]
    own.stone = board.RONDEL.index("colony") - board.FREE_STEPS - 2  # both ships are the price
    assert plates(view, "colony", shape) == [["\u22122", "ship"]]
    own.stone, own.money = None, 39
    assert plates(view, "colony", shape) == []

    view.gallery = dict.fromkeys(board.CATEGORIES, 1) | {"church": 0}
    own.units = {category: number + 1 for number, category in enumerate(board.CATEGORIES)}
    own.next_bonus = dict.fromkeys(board.CATEGORIES, 20) | {"shipyard": None}
    assert plates(view, "privilege", shape) == []
    own.workers += 1
    assert plates(view, "privilege", shape) == [["coin", "60"]]  # three explorers
    view.options["royal"], own.royal, own.fleet, own.workers = "goa", True, {board.GOA: 1}, board.WORKERS_LEFT
    assert plates(view, "privilege", shape) == [["coin", "100"]]  # five churches, of the royal one


@SHAPES
def test_the_seas_in_reach_are_framed_and_in_the_picture(shape: Shape) -> None:
    view = position()
    reach = ("guine", "bahia", "nagasaki")
    plain, _ = show(view, ("sail", "portugal", "portugal", "1"), shape=shape)
    shown, (width, height) = show(view, *(("discover", sea, "portugal", "portugal") for sea in reach[:2]), shape=shape)
    for sea in reach[:2]:
        assert geography.SPOTS[sea].lines or board.REGIONS[sea].name in shown.texts()
    frames = [mark for mark in shown if mark.kind == "frame" and mark.inks[0] is None and mark.how[0] == 7]
    assert len(frames) == 2
    assert all(mark.inside((0, 0, width, height)) for mark in frames)
    assert len([mark for mark in plain if mark.kind == "frame" and mark.inks[0] is None and mark.how[0] == 7]) == 1


@SHAPES
def test_the_frame_round_a_sea_in_reach_runs_over_no_token_and_no_good(shape: Shape) -> None:
    view = position()
    for region in view.regions:
        region.discovered, region.tokens = True, [50] * board.REGIONS[region.id].colony_slots
    for sea in board.REGIONS:
        shown, _ = show(view, ("colony", sea), shape=shape)
        frame = next(mark for mark in shown if mark.kind == "frame" and mark.inks == (None, WHITE))
        pieces = [mark for mark in shown if mark.name in ("token", "good") and mark.kind == "sprite"]
        assert not [mark for mark in pieces if meet(outline(mark.box), outline(frame.box))], sea


@pytest.mark.parametrize(
    ("action", "called"),
    [
        (("build", "church"), "_house"),
        (("sell", "sugar", "1"), "_marker"),
        (("privilege", "church"), "seal"),
        (("workers", "1"), "_arrow"),
    ],
)
def test_each_decision_shows_what_it_is_about_beside_the_own_mat(action: Action, called: str) -> None:
    view = position()
    view.gallery = dict.fromkeys(board.CATEGORIES, 2)
    shown, size = show(view, action, ("done",))
    assert size == (1600, 1000)
    assert shown.called(called)
    assert shown.texts().count(caption().name(1)) == 2
    assert str(view.players[1].money) in shown.texts()


@pytest.mark.parametrize("actions", [[("done",), ("pass",)], [("navegador",)], []])
def test_what_words_say_as_well_is_not_drawn(actions: list[Action]) -> None:
    with pytest.raises(LookupError):
        render.decision(position(), caption(), actions)


def test_a_spectator_decides_nothing() -> None:
    view = under_way(3, 40).view(None)
    with pytest.raises(LookupError):
        render.decision(view, caption(), [("rondel", "ships")])


@SHAPES
def test_ships_that_a_move_costs_do_not_sail(shape: Shape) -> None:
    (sailing,) = (field for field, action in enumerate(board.FIELD_ACTION) if action == "sailing")
    view = position()
    own = view.players[1]
    for cost in (1, 2):
        own.stone, own.fleet = (sailing - board.FREE_STEPS - cost) % len(board.RONDEL), {"portugal": 4}
        (shown,) = plates(view, board.RONDEL[sailing], shape)
        assert f"\u2212{cost}" in shown
        assert f"\u00d7{4 - cost}" in shown


@pytest.mark.parametrize("seats", [2, 5])
@pytest.mark.parametrize("at", geography.SPOTS)
def test_the_edges_of_a_close_up_cut_nothing_of_the_sea_in_reach_and_hardly_a_name(at: str, seats: int) -> None:
    view = position(seats)
    found, (left, top) = decision._window(view, Part(0, 0, 1046, 860), [at])
    right, low = left + found.width, top + found.height
    assert left >= 0
    assert right <= geography.WIDTH
    assert top >= 0
    assert low <= geography.HEIGHT
    assert found.unit >= 0.8, "one sea is shown large"
    for x, y, wide, high in decision.whole(view, at):
        assert left <= x
        assert x + wide <= right
        assert top <= y
        assert y + high <= low
    names = [box for sea in geography.SPOTS for box in name_boxes(sea)]
    touched = [(x, y, wide, high) for x, y, wide, high in names if x < right and left < x + wide and y < low]
    touched = [(x, y, wide, high) for x, y, wide, high in touched if top < y + high]
    cut = [box for box in touched if box[0] < left or box[0] + box[2] > right or box[1] < top or box[1] + box[3] > low]
    assert len(cut) <= 1 + (at in ("mocambique", "ormuz")), "from Guiné to Timor and Nagasaki it is too far"


def test_a_tall_close_up_shows_the_whole_chart() -> None:
    shown = show(position(), ("sail", "portugal", "bahia"), shape=Shape.TALL)
    assert shown.size[0] == geography.WIDTH
    assert decision.corner(Part(0, 0, geography.WIDTH, geography.HEIGHT), position(), ["bahia"]) == (0, 0)


def test_what_the_rondel_says_of_the_market_is_the_most_that_can_be_made_there() -> None:
    seen = 0
    for game in [*positions("navegador", 4, 2)][::9]:
        for seat in game.to_act:
            view: Any = game.view(seat)
            if market(game, seat):
                assert decision.market_pays(view, view.players[seat]) == most(game, seat)
                seen += 1
    assert seen > 5


def market(game: Game, seat: int) -> list[Action]:
    """Market fields that a seat may go to without losing ships."""
    view: Any = game.view(seat)
    stone = view.players[seat].stone or 0
    near = [board.RONDEL[(stone + step) % len(board.RONDEL)] for step in range(1, board.FREE_STEPS + 1)]
    return [
        action for action in game.legal(seat) if action[0] == "rondel" and action[1] in near and "market" in action[1]
    ]


def most(game: Game, seat: int) -> int:
    """The most money that a seat can make on a market field, every way tried."""
    there = game.copy()
    there.play(seat, market(game, seat)[0])
    return _dealt(there, seat) - money(game, seat)


def money(game: Game, seat: int) -> int:
    view: Any = game.view(None)
    return int(view.players[seat].money)


def _dealt(game: Game, seat: int) -> int:
    deals = [action for action in game.legal(seat) if action[0] in ("sell", "process")] if seat in game.to_act else []
    ways = [money(game, seat)]
    for action in deals:
        there = game.copy()
        there.play(seat, action)
        ways.append(_dealt(there, seat))
    return max(ways)


@pytest.mark.parametrize("shape", Shape)
@pytest.mark.parametrize("origins", [("portugal", "cabo"), ("guine", "malaca"), ("guine", "timor")])
def test_seas_far_from_each_other_are_all_shown_with_their_tokens(origins: tuple[str, str], shape: Shape) -> None:
    view = position(5)
    room = decision._fitted("chart", (decision.WIDE if shape is Shape.WIDE else decision.TALL).subject)
    found, (left, top) = decision._window(view, room, origins)
    for name in origins:
        for x, y, wide, high in decision.whole(view, name):
            assert left <= x < x + wide <= left + found.width
            assert top <= y < y + high <= top + found.height
    assert found.box[2] <= room.box[2]
    assert found.box[3] <= room.box[3]


def test_a_discovery_has_an_arrow_from_every_sea_that_ships_leave() -> None:
    offered = [("sail", "portugal", "guine", "1"), ("discover", "rio", "bahia", "guine"), ("done",)]
    assert decision.voyages(offered) == [("portugal", "guine"), ("bahia", "rio"), ("guine", "rio")]
