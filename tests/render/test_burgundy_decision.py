"""What a player decides about is drawn large: everything that is offered, and nothing else."""

from __future__ import annotations

from collections import Counter

import pytest
from PIL import Image

from engines import Action
from engines.burgundy import box
from engines.burgundy.estate import ESTATES
from engines.burgundy.game import Burgundy
from engines.burgundy.quotes import DieQuote
from engines.burgundy.verbs.place import Building, Castle
from engines.burgundy.verbs.ship import ShipGoods
from engines.burgundy.verbs.storing import Discard, Store
from engines.messages import Message
from engines.quotes import Quote
from render.burgundy import decision, icons, layout, offers, own_layout, player_board, tiles
from render.burgundy.offers import Price
from render.kit.canvas import Canvas
from render.kit.ink import TEXT, WHITE
from render.shape import Shape
from tests.render.burgundy_positions import choosing, in_round
from tests.render.recording import Drawing, Mark, caption, drawn

pytestmark = pytest.mark.usefixtures("noted")

SHAPES = pytest.mark.parametrize("shape", Shape)


def asked(*waiting: Castle | Building | ShipGoods, **changed: object) -> Burgundy:
    """Somebody is in the middle of a turn, with something that must be decided first."""
    game = in_round(3, 12)
    for field, value in changed.items():
        setattr(game.state.players[game.to_act[0]], field, value)
    for step in waiting:
        step.seat = game.to_act[0]
        game.state.stack.append(step)
    return anew(game)


def anew(game: Burgundy) -> Burgundy:
    """The same position, without what is remembered of an earlier one."""
    return Burgundy.load(game.dump())


def show(game: Burgundy, shape: Shape) -> Drawing:
    seat = game.to_act[0]
    return drawn(decision.draw(game.view(seat), caption(shape=shape), game.legal(seat)))


def place(shape: Shape) -> own_layout.Own:
    return own_layout.of(shape, 3, 0, deciding=True)


def near(marks: list[Mark], at: tuple[float, float]) -> bool:
    return any(abs(mark.at[0] - at[0]) + abs(mark.at[1] - at[1]) < 4 for mark in marks)


TURN = {"storage": ["ship", "castle", "bank"], "rolled": [2, 5], "unused": [2, 5], "workers": 2, "silverlings": 3}


@SHAPES
def test_hexes_that_can_be_filled_are_ringed_and_say_what_that_takes(shape: Shape) -> None:
    game = asked(**TURN)
    seat = game.to_act[0]
    found = offers.read(game.view(seat).quotes)
    shown = show(game, shape)
    player = game.state.players[seat]
    part = place(shape).board
    field = part.on(Canvas(Image.new("L", (1, 1))))
    rings = [mark for mark in shown if mark.name == "_ring"]
    assert len(rings) == len(found.hexes) > 0
    prices = [min(kinds.values(), key=lambda price: price.workers) for kinds in found.hexes.values()]
    assert {price.workers for price in prices} >= {0, 1}
    for (id, kinds), price in zip(found.hexes.items(), prices, strict=True):
        hex = ESTATES[player.board].hexes[id]
        x, y = field.pixel(player_board.spot(hex, (part.measures[0] / 2, part.measures[1] / 2)))
        assert near(rings, (x, y))
        wide = part.unit * layout.TILE
        cell = shown.within((x - wide / 2, y - wide * 0.6, wide, wide * 1.2), 2)
        assert id in cell.texts()
        dice = [mark for mark in cell if mark.name == "die" and mark.box[2] < wide / 2]
        assert len(dice) == (0 if price.workers else 1)
        if price.workers:
            assert cell.texts()[:2] == [str(hex.die), str(price.workers)]
        codes = {tiles.code(kind, caption()) for kind in kinds} - {""}
        assert codes <= {mark.text for mark in cell}


@SHAPES
def test_depots_in_reach_are_framed_and_show_the_die_or_the_workers(shape: Shape) -> None:
    game = asked(**TURN)
    seat = game.to_act[0]
    found = offers.read(game.view(seat).quotes)
    shown = show(game, shape)
    depots = place(shape).depots
    assert depots
    assert 0 < len(found.depots) <= len(box.DEPOTS)
    for depot, part in depots.numbered.items():
        cell = shown.within(part.box)
        prices = list(found.depots.get(depot, {}).values())
        assert bool(cell.frames(WHITE, TEXT)) == bool(prices)
        own_die = cell.sprites(icons.die(seat, int(depot), 56).scaled(part.unit))
        assert bool(own_die) == any(price.workers == 0 for price in prices)
        signs = cell.sprites(icons.icon("worker", 34).scaled(part.unit))
        workers = [cell.beside(mark) for mark in signs]
        assert workers == [str(price.workers) for price in prices[:1] if price.workers]
        faint = Counter(mark.text for mark in cell.called("tile") if mark.how != ("",))
        assert bool(faint) == (not prices and bool(game.state.depots[depot]))
    black = shown.within(depots.black.box).called("tile")
    assert [mark.how for mark in black] == [("",)] * len(game.state.depots[box.BLACK])


@SHAPES
def test_a_black_depot_that_cannot_be_paid_is_faint(shape: Shape) -> None:
    game = asked(**TURN | {"silverlings": 1})
    depots = place(shape).depots
    assert depots
    black = show(game, shape).within(depots.black.box).called("tile")
    assert black
    assert all(mark.how != ("",) for mark in black)


@SHAPES
@pytest.mark.parametrize(
    ("building", "colours"), [("church", {"mine", "knowledge", "castle"}), ("carpenters_workshop", {"building"})]
)
def test_a_building_shows_what_it_fetches(building: str, colours: set[str], shape: Shape) -> None:
    game = asked(Building(seat=0, building=building))
    depots = place(shape).depots
    assert depots
    shown = show(game, shape)
    assert not [mark for mark in shown if mark.name == "_ring"]
    for depot, part in depots.numbered.items():
        cell = shown.within(part.box)
        wanted = [tile for tile in game.state.depots[depot] if box.COLOUR[tile] in colours]
        assert len([mark for mark in cell.called("tile") if mark.how == ("",)]) == len(wanted)
        assert bool(cell.frames(WHITE, TEXT)) == bool(wanted)
        assert not cell.sprites(icons.icon("worker", 34).scaled(part.unit))


@SHAPES
def test_a_castle_shows_everything_without_dice(shape: Shape) -> None:
    game = asked(Castle(seat=0), storage=["bank", "k7", "sheep3"], goods={"pink": 2, "red": 1})
    shown = show(game, shape)
    own_place = place(shape)
    found = offers.read(game.view(game.to_act[0]).quotes)
    assert len([mark for mark in shown if mark.name == "_ring"]) == len(found.hexes) > 1
    goods = shown.within(own_place.goods.box)
    assert len(goods.frames(WHITE, TEXT)) == 2
    assert not [mark for mark in goods if mark.name in ("_die", "worker")]


@SHAPES
def test_a_ship_shows_the_depots_that_give_goods(shape: Shape) -> None:
    game = asked(ShipGoods(seat=0))
    game.state.lying = {depot: {"pink": 1} if depot in "25" else {} for depot in box.DEPOTS}
    shown = show(anew(game), shape)
    depots = place(shape).depots
    assert depots
    framed = {depot for depot, part in depots.numbered.items() if shown.within(part.box).frames(WHITE, TEXT)}
    assert framed == {"2", "5"}


@SHAPES
def test_what_may_leave_the_storage_is_framed(shape: Shape) -> None:
    game = asked(storage=["ship", "castle", "bank"])
    seat = game.to_act[0]
    (depot, (tile, *_)) = next(iter(game.state.depots.items()))
    game.state.stack += [Store(seat=seat, depot=depot, tile=tile, paid=None), Discard(seat=seat, tile=tile)]
    shown = show(anew(game), shape)
    for part in place(shape).storage:
        assert shown.within(part.box).frames(WHITE, TEXT)


@SHAPES
def test_where_the_start_castle_may_lie_is_ringed(shape: Shape) -> None:
    game = Burgundy.new(3, 5)
    shown = show(game, shape)
    board = ESTATES[game.state.players[game.to_act[0]].board]
    assert len([mark for mark in shown if mark.name == "_ring"]) == len(board.by_colour["castle"])


@SHAPES
def test_boards_to_choose_from_fill_the_picture(shape: Shape) -> None:
    game = choosing(3, "extra")
    image = decision.draw(game.view(game.to_act[0]), caption(shape=shape), game.legal(game.to_act[0]))
    boards = [mark for mark in drawn(image) if mark.kind == "sprite" and mark.box[2] > 200 and mark.box[3] > 180]
    assert len(boards) == len(ESTATES)


@pytest.mark.parametrize("actions", [[], [("end",)], [("workers", "die", "3")], [("keep", "pink"), ("keep", "red")]])
def test_where_words_tell_as_much_nothing_is_drawn(actions: list[Action]) -> None:
    with pytest.raises(LookupError, match="point at"):
        decision.draw(in_round(3, 12).view(0), caption(), actions)


def test_a_spectator_decides_nothing() -> None:
    game = in_round(3, 12)
    with pytest.raises(LookupError, match="point at"):
        decision.draw(game.view(None), caption(), game.legal(game.to_act[0]))


def test_offers_are_sorted_by_where_they_show() -> None:
    found = offers.read(
        {
            "place ship a1": DieQuote(offered=True, die=4),
            "place mine a1": DieQuote(offered=True, die=5, price={"workers": 1}),
            "place castle": Quote(offered=False, reason=Message("burgundy.refuse.nowhere")),
            "take 3 ship": DieQuote(offered=True, die=4, price={"workers": 1}),
            "take 4 bank": DieQuote(offered=True, die=None),
            "take 5 mine": Quote(offered=False, reason=Message("burgundy.refuse.which_die")),
            "buy black k7": Quote(offered=True, price={"silverlings": 2}),
            "hire 2 bank": Quote(offered=True, price={"workers": 2}),
            "sell pink": DieQuote(offered=True, die=3),
            "goods 1 2": Quote(offered=True),
            "goods none": Quote(offered=True),
        }
    )
    assert found.hexes == {"a1": {"ship": Price(4), "mine": Price(5, 1)}}
    assert found.depots == {"3": {"ship": Price(4, 1)}, "4": {"bank": Price()}}
    assert found.bought == {"black": {"k7"}, "2": {"bank"}}
    assert found.sold == {"pink": Price(3)}
    assert found.loaded == {"1", "2"}


def test_a_tall_picture_explains_the_knowledge_that_can_be_had() -> None:
    game = asked(**TURN)
    game.state.depots["2"] = ["k3"]
    game.state.depots["4"] = ["k17", "k5"]
    game.state.depots[box.BLACK] = ["k7", "bank"]
    game = anew(game)
    known = offers.read(game.view(game.to_act[0]).quotes).knowledge()
    part = own_layout.of(Shape.TALL, 3, len(known), deciding=True).known
    assert part
    told = show(game, Shape.TALL).within(part.box).texts()
    assert [text for text in told if text.endswith("short")] == [f"{tile} short" for tile in _by_rows(known)]
    assert "k7" in known


def _by_rows(found: list[str]) -> list[str]:
    """As they are read line by line, when they stand in two columns."""
    rows = -(-len(found) // 2)
    return [tile for row in range(rows) for tile in found[row::rows]]
