"""Invariants of every state of Burgundy.

A check yields conditions, each with the fault that there is if it does not hold (``Law``).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from engines.burgundy import box
from engines.burgundy.estate import ESTATES
from engines.burgundy.position import Position
from engines.burgundy.scoring import EARNED
from engines.burgundy.state import Player, State
from engines.burgundy.steps import EndRound, StartPhase, Turn
from engines.messages import Law, broken

BONUS_TILES = {f"{colour}.{size}" for colour in box.COLOURS for size in box.SIZES}
"""The bonus tiles as they are stored with the players who have won them."""


def validate(game: Position) -> list[str]:
    """Return the faults that make a state unplayable: unknown names, numbers out of range, missing entries.

    They are looked for in stages, and the first stage with faults is the last: each relies on the ones before.
    """
    state = game.state
    return (
        state.dice.faults() + broken(_structure(game))
        or broken(_players(state))
        or broken(_frame(state))
        or [fault for step in state.stack for fault in step.faults(game)]
    )


def _players(state: State) -> Iterator[Law]:
    for seat, player in enumerate(state.players):
        for holds, fault in _player(player):
            yield holds, f"seat {seat}: {fault}"


def conservation(game: Position) -> list[str]:
    """Return the faults of ``validate``; if there are none, return wrong numbers of pieces and impossible VP."""
    return validate(game) or broken(_pieces(game.state))


def _structure(game: Position) -> Iterator[Law]:
    """Check the common parts of the state: that all entries are there, with known names."""
    state = game.state
    yield len(state.players) == state.seats, f"{len(state.players)} players sit on {state.seats} seats"
    has_all_seats = sorted(state.track.order()) == sorted(state.order) == list(range(state.seats))
    yield has_all_seats, f"the track is {state.track.spaces}, the order {state.order}"
    white_numbers = box.DICE if state.turn else (0,)  # it has not been rolled before the first round
    is_round_known = 0 <= state.turn <= box.LAST_ROUND and state.white in white_numbers
    yield is_round_known, f"round {state.turn}, white die {state.white}"
    has_all_depots = set(state.depots) == {*box.DEPOTS, box.BLACK} and set(state.lying) == set(box.DEPOTS)
    yield has_all_depots, "a depot is missing or there are too many"
    has_all_supplies = set(state.supplies) == {*box.COLOURS, box.BLACK} and set(state.bonus) == set(box.COLOURS)
    yield has_all_supplies, "a supply or the bonus tiles of a colour are missing"
    unclaimed = (["large", "small"], ["small"], list[str]())  # the large tile is won first
    yield all(sizes in unclaimed for sizes in state.bonus.values()), f"the bonus tiles are {state.bonus}"
    for tiles in (*state.depots.values(), *state.supplies.values(), state.removed):
        yield box.COLOUR.keys() >= set(tiles), f"there are no tiles {set(tiles) - box.COLOUR.keys()}"
    for goods in (state.coming, state.leftover, *state.stacks, *state.lying.values()):
        yield box.DIE_OF.keys() >= set(goods), f"there are no goods {set(goods) - box.DIE_OF.keys()}"
    yield all(count > 0 for goods in state.lying.values() for count in goods.values()), f"goods lie {state.lying}"


def _player(player: Player) -> Iterator[Law]:
    if player.board and player.board not in ESTATES:
        yield False, f"there is no board {player.board}"
        return
    hexes = ESTATES[player.board].hexes if player.board else {}
    for hex, tile in player.covered.items():
        yield hex in hexes and box.COLOUR.get(tile) == hexes[hex].colour, f"{tile} lies on {hex}"
    placed_knowledge = sorted(tile for tile in player.covered.values() if tile in box.KNOWLEDGE)
    yield sorted(player.knowledge) == placed_knowledge, f"knowledge {player.knowledge} is not what lies in the estate"
    is_storage_possible = box.COLOUR.keys() >= set(player.storage) and len(player.storage) <= box.STORAGE
    yield is_storage_possible, f"stored are {player.storage}"
    for goods in (player.goods, player.sold):
        yield box.DIE_OF.keys() >= goods.keys() and min(goods.values(), default=1) >= 1, f"there are goods {goods}"
    yield len(player.goods) <= box.GOODS_SPACES, f"{len(player.goods)} types of goods are stored"
    are_amounts_possible = min(player.workers, player.silverlings) >= 0 and set(player.earned) <= set(EARNED)
    yield are_amounts_possible, f"workers {player.workers}, silverlings {player.silverlings}, earned {player.earned}"
    are_dice_possible = len(player.rolled) in (0, 2) and set(player.rolled) <= set(box.DICE)
    yield are_dice_possible, f"the dice show {player.rolled}"
    one_unused = [[die] for die in player.rolled]
    yield (
        player.unused in ([], sorted(player.rolled), *one_unused),
        f"dice {player.unused} of {player.rolled} are unused",
    )
    bonus_tiles = set(player.bonus)
    yield bonus_tiles <= BONUS_TILES and len(bonus_tiles) == len(player.bonus), f"bonus tiles {player.bonus}"


def _frame(state: State) -> Iterator[Law]:
    """Check the order of the steps, and that goods and face-down tiles are enough for the phases to come."""
    has_ended = not state.stack and state.turn == box.LAST_ROUND
    yield (
        has_ended if state.over else bool(state.stack),
        f"in round {state.turn} {len(state.stack)} steps wait and the game is over: {state.over}",
    )
    if state.over:
        return
    ends = [step for step in state.stack if isinstance(step, EndRound | StartPhase)]
    yield len(ends) == 1 and state.stack[:1] == ends, "the round does not end"
    turns = [step.seat for step in state.stack if isinstance(step, Turn)]
    yield len(set(turns)) == len(turns), f"turns wait for {turns}"
    phases_begun = (state.turn + box.ROUNDS - 1) // box.ROUNDS  # rounded up
    phases = len(box.PHASES) - phases_begun
    is_between_phases = any(isinstance(step, StartPhase) for step in ends)
    are_whole = all(len(stack) == box.ROUNDS for stack in state.stacks)  # a goods tile for each round of a phase
    yield len(state.stacks) == phases and are_whole, f"{len(state.stacks)} goods stacks are left in round {state.turn}"
    rounds_to_come = 0 if is_between_phases else box.ROUNDS * phases_begun - state.turn  # in this phase
    yield len(state.coming) == rounds_to_come, f"{len(state.coming)} goods are still to come in round {state.turn}"
    yield state.turn > 0 or is_between_phases, "the first phase never starts"
    needed = box.needed(state.seats, phases) + Counter(castle=sum(not player.covered for player in state.players))
    for back, count in needed.items():
        yield len(state.supplies[back]) >= count, f"{len(state.supplies[back])} of {back} are left for {phases} phases"


def _pieces(state: State) -> Iterator[Law]:
    """Check that all pieces of the box are there once, and that VP agree with the pieces that have brought them."""
    players = state.players
    tiles: Counter[str] = Counter(state.removed)
    for pile in (*state.depots.values(), *state.supplies.values()):
        tiles.update(pile)
    goods: Counter[str] = Counter([*state.coming, *state.leftover])
    for stack in state.stacks:
        goods.update(stack)
    for lying in state.lying.values():
        goods.update(lying)
    for player in players:
        tiles.update([*player.covered.values(), *player.storage])
        goods.update(player.goods)
        goods.update(player.sold)
    yield tiles == box.TILES, f"tiles too many {dict(tiles - box.TILES)}, missing {dict(box.TILES - tiles)}"
    all_pieces = Counter(dict.fromkeys(box.GOODS, box.GOODS_PER_TYPE))
    yield goods == all_pieces, f"goods too many {dict(goods - all_pieces)}, missing {dict(all_pieces - goods)}"
    for back, pile in state.supplies.items():
        extra = Counter(pile) - Counter(box.SUPPLIES[back])
        yield not extra, f"tiles with another back lie under {back}: {dict(extra)}"
    bonus_tiles = [tile for player in players for tile in player.bonus]
    unclaimed = [f"{colour}.{size}" for colour, sizes in state.bonus.items() for size in sizes]
    yield sorted([*bonus_tiles, *unclaimed]) == sorted(BONUS_TILES), f"bonus tiles won {bonus_tiles}, left {unclaimed}"
    for seat, player in enumerate(players):
        towers = sum(tile == "watchtower" for tile in player.covered.values())
        expected = {
            "sales": box.SALE_VP[state.seats] * sum(player.sold.values()),
            "watchtowers": box.AMOUNT["watchtower"] * towers,
            "bonus": sum(box.bonus_vp(_size(tile), state.seats) for tile in player.bonus),
        }
        earned = {source: player.earned.get(source, 0) for source in expected}
        yield earned == expected, f"seat {seat}: earned {earned}, due {expected}"


def _size(bonus_tile: str) -> str:
    _, size = bonus_tile.split(".")
    return size
