"""The public position of Burgundy: everything except what lies face down."""

from __future__ import annotations

from engines import contract
from engines.burgundy import box, placement, scoring
from engines.burgundy.position import Position
from engines.burgundy.state import Goods, Player
from engines.burgundy.steps import ChooseBoard, Turn
from engines.burgundy.verbs.place import Building, Castle
from engines.contract import Message, visible_fields


class PlayerView(Player):
    """The public position of a player, of whom nothing is hidden."""

    seat: int
    choices: list[str]
    """The boards from which the player may choose; empty once the board is settled."""
    vp: int
    """The VP so far."""
    projected: int
    """The points that the player would have if the game ended now."""
    open: dict[str, list[str]]
    """The stored tiles that can be placed, by hex: with the unused dice and the workers; without a die while the effect
    of a castle or city hall of this player waits for a decision."""


class BurgundyView(contract.View, kw_only=True):
    """The public position; ``estate`` and ``box`` have what is printed on boards and tiles."""

    players: list[PlayerView]
    order: list[int]
    """The turn order of the running round."""
    next_order: list[int]
    """The turn order of the next round as the track is now."""
    acted: list[int]
    """The seats whose turn of this round is over."""
    track: list[list[int]]
    """The seats on each space of the turn-order track from the left, with the upper marker first."""
    phase: str
    round: int
    white: int
    depots: dict[str, list[str]]
    lying: dict[str, Goods]
    coming: list[str]
    """The goods of the rounds to come in this phase, that of the next round first."""
    bonus: dict[str, list[str]]
    supplies: dict[str, int]
    """The number of face-down tiles by back."""
    removed: list[str]


def view(game: Position, seat: int | None) -> BurgundyView:
    """Return the position as a seat may know it (None: a spectator), which is the same for all seats."""
    state = game.state
    waiting_seats = [step.seat for step in state.stack if isinstance(step, Turn)]
    return BurgundyView(
        **game.base_view(seat),
        **visible_fields(state, "order", "phase", "round", "white", "depots", "lying", "coming", "bonus", "removed"),
        players=[_player(game, number) for number in range(state.seats)],
        next_order=state.track.order(),
        acted=[number for number in state.order if number not in waiting_seats and number not in game.to_act],
        track=[list(stack) for stack in state.track.spaces],
        supplies={back: len(state.supplies[back]) for back in (*box.COLOURS, box.BLACK)},
    )


def _player(game: Position, number: int) -> PlayerView:
    player = game.state.players[number]
    stack = game.state.stack
    choosing = (step for step in stack if isinstance(step, ChooseBoard) and step.seat == number)
    needs_no_die = False
    match stack:
        case [*_, Castle(seat=actor) | Building(seat=actor, building="city_hall")]:
            needs_no_die = actor == number
    return PlayerView(
        **visible_fields(
            player, "board", "covered", "knowledge", "storage", "goods", "sold", "workers", "silverlings", "rolled"
        ),
        **visible_fields(player, "unused", "purchased", "hired", "bonus", "earned"),
        seat=number,
        choices=[board for step in choosing for _, board in step.legal(game, number)],
        vp=sum(player.earned.values()),
        projected=sum(scoring.sources(game, number).values()),
        open=placement.open_hexes(player, free=needs_no_die),
    )


def describe(game: Position, seat: int | None) -> list[Message]:
    """Return the position as a few messages, with one for each player in turn order.

    The depots come last, because alt texts may be cut short.
    """
    state = game.state
    order = game.state.order
    lines = []
    next_order = state.track.order()
    if state.turn:
        lines.append(Message("burgundy.describe.round", visible_fields(state, "phase", "round", "white")))
    lines.append(Message("burgundy.describe.order", {"seats": [str(number) for number in order]}))
    if next_order != order:
        lines.append(Message("burgundy.describe.next_order", {"seats": [str(number) for number in next_order]}))
    if state.coming:
        lines.append(Message("burgundy.describe.coming", {"goods": list(state.coming)}))
    for number in order:
        player = state.players[number]
        points = {"points": sum(player.earned.values()), "bonus": len(player.bonus)}
        goods = box.listed(player.goods)
        dice = [str(die) for die in player.unused]
        estate = {"seat": number, "placed": len(player.covered), "goods": goods, "dice": dice}
        public = visible_fields(player, "board", "workers", "silverlings", "storage")
        lines.append(Message("burgundy.describe.player", public | estate | points))
    for depot, tiles in state.depots.items():
        goods = box.listed(state.lying.get(depot, {}))
        if tiles or goods:
            lines.append(Message("burgundy.describe.depot", {"depot": depot, "tiles": list(tiles), "goods": goods}))
    return lines


def belongings(game: Position, seat: int) -> dict[str, int]:
    """Return the workers, silverlings, stored tiles and goods of a player by name, as everybody sees them."""
    player = game.state.players[seat]
    return {
        "workers": player.workers,
        "silverlings": player.silverlings,
        "storage": len(player.storage),
        "goods": sum(player.goods.values()),
    }
