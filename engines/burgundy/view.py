"""What may be shown of a game of Burgundy: everything but what lies face down."""

from __future__ import annotations

import msgspec

from engines import contract
from engines.burgundy import box, placement, scoring
from engines.burgundy.position import Position
from engines.burgundy.steps.setup import ChooseBoard
from engines.burgundy.steps.turn import Turn
from engines.burgundy.verbs.place import Building, Castle

Goods = dict[str, int]


class PlayerView(msgspec.Struct, kw_only=True):
    """Everything of a player is public."""

    seat: int
    board: str
    """Id in ``estate.ESTATES``; empty before it is chosen."""
    choices: list[str]
    """Boards on offer; empty once the board is settled."""
    covered: dict[str, str]
    """Tiles by hex, in the order of placing; the first is the start castle."""
    storage: list[str]
    goods: Goods
    sold: Goods
    workers: int
    silverlings: int
    rolled: list[int]
    unused: list[int]
    purchased: bool
    bonus: list[str]
    """``<colour>.large`` or ``<colour>.small``."""
    earned: dict[str, int]
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
        players=[_player(game, number) for number in range(state.seats)],
        order=list(state.order),
        next_order=state.track.order(),
        acted=[other for other in state.order if other not in waiting and other not in game.to_act],
        track=[list(stack) for stack in state.track.spaces],
        phase=state.phase,
        round=state.round,
        white=state.white,
        depots={depot: list(tiles) for depot, tiles in state.depots.items()},
        lying={depot: dict(goods) for depot, goods in state.lying.items()},
        coming=list(state.coming),
        bonus={colour: list(sizes) for colour, sizes in state.bonus.items()},
        supplies={back: len(state.supplies[back]) for back in (*box.COLOURS, box.BLACK)},
        removed=list(state.removed),
    )


def _choices(game: Position, seat: int) -> list[str]:
    waiting = (step for step in game.state.stack if isinstance(step, ChooseBoard) and step.seat == seat)
    return [board for step in waiting for _, board in step.legal(game, seat)]


def _places_freely(game: Position, seat: int) -> bool:
    """Whether the decision that waits lets this player place a tile without a die."""
    match game.state.stack:
        case [*_, Castle(seat=asked) | Building(seat=asked, building="city_hall")]:
            return asked == seat
    return False


def _player(game: Position, number: int) -> PlayerView:
    player = game.state.players[number]
    return PlayerView(
        seat=number,
        board=player.board,
        choices=_choices(game, number),
        covered=dict(player.covered),
        storage=list(player.storage),
        goods=dict(player.goods),
        sold=dict(player.sold),
        workers=player.workers,
        silverlings=player.silverlings,
        rolled=list(player.rolled),
        unused=list(player.unused),
        purchased=player.purchased,
        bonus=list(player.bonus),
        earned=dict(player.earned),
        vp=sum(player.earned.values()),
        projected=sum(scoring.sources(game, number).values()),
        open=placement.open_hexes(player, _places_freely(game, number)),
    )
