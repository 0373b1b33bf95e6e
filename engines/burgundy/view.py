"""What may be known of a game of Burgundy, for pictures and in words: everything but what lies face down."""

from __future__ import annotations

from engines import contract
from engines.burgundy import box, placement, scoring
from engines.burgundy.position import Position
from engines.burgundy.state import Goods, Player
from engines.burgundy.steps import ChooseBoard, Turn
from engines.burgundy.verbs.place import Building, Castle
from engines.contract import Message, shown


class PlayerView(Player):
    """Everything of a player is public, and is named one by one in ``_player``."""

    seat: int
    choices: list[str]
    """Boards on offer; empty once the board is settled."""
    vp: int
    """VP so far on the track."""
    projected: int
    """What the game would end with for this player if it ended now."""
    open: dict[str, list[str]]
    """Stored tiles by the hexes that they fit on: without a die while a castle or city hall of this player waits for
    its placement, else with a present die as far as workers reach."""


class BurgundyView(contract.View, kw_only=True):
    """The position; what is printed on boards and tiles stands in ``estate`` and ``box``."""

    players: list[PlayerView]
    order: list[int]
    """Turn order of the running round."""
    next_order: list[int]
    """Turn order of the next round as the track stands."""
    acted: list[int]
    """Seats whose turn of this round is over."""
    track: list[list[int]]
    """Seats on each space from the left, the upper marker first."""
    phase: str
    round: int
    white: int
    depots: dict[str, list[str]]
    lying: dict[str, Goods]
    coming: list[str]
    """Goods of the rounds to come in this phase, the next round's first."""
    bonus: dict[str, list[str]]
    supplies: dict[str, int]
    """Face-down tiles left by back."""
    removed: list[str]


def view(game: Position, seat: int | None) -> BurgundyView:
    """The position as a seat may know it (None: a spectator); nobody knows more than the others."""
    state = game.state
    waiting = [step.seat for step in state.stack if isinstance(step, Turn)]
    return BurgundyView(
        **game.base_view(seat),
        **shown(state, "order", "phase", "round", "white", "depots", "lying", "coming", "bonus", "removed"),
        players=[_player(game, number) for number in range(state.seats)],
        next_order=state.track.order(),
        acted=[other for other in state.order if other not in waiting and other not in game.to_act],
        track=[list(stack) for stack in state.track.spaces],
        supplies={back: len(state.supplies[back]) for back in (*box.COLOURS, box.BLACK)},
    )


def _player(game: Position, number: int) -> PlayerView:
    player = game.state.players[number]
    stack = game.state.stack
    choosing = (step for step in stack if isinstance(step, ChooseBoard) and step.seat == number)
    freely = False  # whether the decision that waits lets this player place a tile without a die
    match stack:
        case [*_, Castle(seat=asked) | Building(seat=asked, building="city_hall")]:
            freely = asked == number
    return PlayerView(
        **shown(
            player, "board", "covered", "knowledge", "storage", "goods", "sold", "workers", "silverlings", "rolled"
        ),
        **shown(player, "unused", "purchased", "hired", "bonus", "earned"),
        seat=number,
        choices=[board for step in choosing for _, board in step.legal(game, number)],
        vp=sum(player.earned.values()),
        projected=sum(scoring.sources(game, number).values()),
        open=placement.open_hexes(player, freely),
    )


def describe(game: Position, seat: int | None) -> list[Message]:
    """The public position: estates only as counts, a line per player in turn order; what lies in the
    depots comes last, since a text may be cut short."""
    state = game.state
    order = game.state.order
    lines = []
    following = state.track.order()
    if state.turn:
        lines.append(Message("burgundy.describe.round", shown(state, "phase", "round", "white")))
    lines.append(Message("burgundy.describe.order", {"seats": [str(number) for number in order]}))
    if following != order:
        lines.append(Message("burgundy.describe.next_order", {"seats": [str(number) for number in following]}))
    if state.coming:
        lines.append(Message("burgundy.describe.coming", {"goods": list(state.coming)}))
    for number in order:
        player = state.players[number]
        points = {"points": sum(player.earned.values()), "bonus": len(player.bonus)}
        goods = box.listed(player.goods)
        dice = [str(die) for die in player.unused]
        estate = {"seat": number, "placed": len(player.covered), "goods": goods, "dice": dice}
        public = shown(player, "board", "workers", "silverlings", "storage")
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
