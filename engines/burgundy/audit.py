"""What must hold of every state of Burgundy."""

from __future__ import annotations

from collections import Counter

from engines.burgundy import box
from engines.burgundy.estate import ESTATES
from engines.burgundy.position import Position
from engines.burgundy.scoring import EARNED
from engines.burgundy.state import Player, State
from engines.burgundy.steps import EndRound, StartPhase, Turn

LAST_ROUND = len(box.PHASES) * box.ROUNDS
BONUS_TILES = {f"{colour}.{size}" for colour in box.COLOURS for size in box.SIZES}


def validate(game: Position) -> list[str]:
    """Faults that make a state unplayable: unknown names, numbers out of range, missing entries."""
    state = game.state
    faults = list(state.dice.faults())
    seats = list(range(state.seats))
    if len(state.players) != state.seats:
        faults.append(f"{len(state.players)} players sit on {state.seats} seats")
    if sorted(state.track.order()) != seats or sorted(state.order) != seats:
        faults.append(f"the track is {state.track.spaces}, the order {state.order}")
    known = {option.id: option.values for option in game.options}
    if set(state.options) != set(known) or any(state.options[id] not in values for id, values in known.items()):
        faults.append(f"the options are {state.options}")
    if not 0 <= state.turn <= LAST_ROUND or state.white not in (box.DICE if state.turn else (0,)):
        faults.append(f"round {state.turn}, white die {state.white}")
    if set(state.depots) != {*box.DEPOTS, box.BLACK} or set(state.lying) != set(box.DEPOTS):
        faults.append("a depot is missing or there are too many")
    if set(state.supplies) != {*box.COLOURS, box.BLACK} or set(state.bonus) != set(box.COLOURS):
        faults.append("a supply or the bonus tiles of a colour are missing")
    elif any(sizes not in (["large", "small"], ["small"], []) for sizes in state.bonus.values()):
        faults.append(f"the bonus tiles are {state.bonus}")
    piles = [*state.depots.values(), *state.supplies.values(), state.removed]
    faults += [f"there is no tile {tile}" for pile in piles for tile in pile if tile not in box.COLOUR]
    types = [state.coming, state.leftover, *state.stacks, *state.lying.values()]
    faults += [f"there are no goods {kind}" for pile in types for kind in pile if kind not in box.DIE_OF]
    if any(count < 1 for goods in state.lying.values() for count in goods.values()):
        faults.append(f"goods lie {state.lying}")
    if not faults:
        for seat, player in enumerate(state.players):
            faults += [f"seat {seat}: {fault}" for fault in _player(player)]
    return faults or _stock(state) or _frame(state) or [fault for step in state.stack for fault in step.faults(game)]


def _player(player: Player) -> list[str]:
    faults = []
    if player.board and player.board not in ESTATES:
        return [f"there is no board {player.board}"]
    hexes = ESTATES[player.board].hexes if player.board else {}
    for hex, tile in player.covered.items():
        if hex not in hexes or box.COLOUR.get(tile) != hexes[hex].colour:
            faults.append(f"{tile} lies on {hex}")
    if sorted(player.knowledge) != sorted(tile for tile in player.covered.values() if tile in box.KNOWLEDGE):
        faults.append(f"knowledge {player.knowledge} is not what lies in the estate")
    faults += [f"there is no tile {tile}" for tile in player.storage if tile not in box.COLOUR]
    if len(player.storage) > box.STORAGE:
        faults.append(f"{len(player.storage)} tiles are stored")
    for goods in (player.goods, player.sold):
        faults += [
            f"there are {count} {kind} goods" for kind, count in goods.items() if count < 1 or kind not in box.DIE_OF
        ]
    if len(player.goods) > box.GOODS_SPACES:
        faults.append(f"{len(player.goods)} types of goods are stored")
    if min(player.workers, player.silverlings) < 0 or not set(player.earned) <= set(EARNED):
        faults.append(f"workers {player.workers}, silverlings {player.silverlings}, earned {player.earned}")
    if len(player.rolled) not in (0, 2) or not set(player.rolled) <= set(box.DICE):
        faults.append(f"the dice show {player.rolled}")
    if player.unused not in ([], sorted(player.rolled), *([die] for die in player.rolled)):
        faults.append(f"dice {player.unused} of {player.rolled} are unused")
    if player.bonus and (not set(player.bonus) <= BONUS_TILES or len(set(player.bonus)) != len(player.bonus)):
        faults.append(f"bonus tiles {player.bonus}")
    return faults


def _stock(state: State) -> list[str]:
    """Whether enough lies face down for the phases to come."""
    faults = []
    left = len(box.PHASES) - (state.turn + box.ROUNDS - 1) // box.ROUNDS
    ahead = any(isinstance(step, StartPhase) for step in state.stack)
    if state.over:
        return []
    if len(state.stacks) != left or any(len(stack) != box.GOODS_PER_PHASE for stack in state.stacks):
        faults.append(f"{len(state.stacks)} goods stacks are left in round {state.turn}")
    if len(state.coming) != (0 if ahead else (-state.turn) % box.ROUNDS):
        faults.append(f"{len(state.coming)} goods are still to come in round {state.turn}")
    if state.turn == 0 and not ahead:
        faults.append("the first phase never starts")
    castles = sum(not player.covered for player in state.players)
    for back, needed in box.needed(state.seats, left).items():
        if len(state.supplies[back]) < needed + (castles if back == "castle" else 0):
            faults.append(f"{len(state.supplies[back])} tiles of {back} are left for {left} phases")
    return faults


def _frame(state: State) -> list[str]:
    """Whether something waits, a turn for nobody twice, and below all the end of the round."""
    faults = []
    if state.over == bool(state.stack) or (state.over and state.turn != LAST_ROUND):
        faults.append(f"in round {state.turn} {len(state.stack)} steps wait and the game is over: {state.over}")
    ends = [step for step in state.stack if isinstance(step, EndRound | StartPhase)]
    if not state.over and (len(ends) != 1 or state.stack[:1] != ends):
        faults.append("the round does not end")
    turns = [step.seat for step in state.stack if isinstance(step, Turn)]
    if len(set(turns)) != len(turns):
        faults.append(f"turns wait for {turns}")
    return faults


def conservation(game: Position) -> list[str]:
    """Pieces that are missing or too many, and VP that nobody can have earned."""
    state = game.state
    faults = validate(game)
    if faults:
        return faults
    tiles: Counter[str] = Counter(state.removed)
    for pile in (*state.depots.values(), *state.supplies.values()):
        tiles.update(pile)
    goods: Counter[str] = Counter([*state.coming, *state.leftover])
    for stack in state.stacks:
        goods.update(stack)
    for lying in state.lying.values():
        goods.update(lying)
    for player in state.players:
        tiles.update([*player.covered.values(), *player.storage])
        goods.update(player.goods)
        goods.update(player.sold)
    if tiles != box.TILES:
        faults.append(f"tiles too many {dict(tiles - box.TILES)}, missing {dict(box.TILES - tiles)}")
    all_goods = Counter(dict.fromkeys(box.GOODS, box.GOODS_PER_TYPE))
    if goods != all_goods:
        faults.append(f"goods too many {dict(goods - all_goods)}, missing {dict(all_goods - goods)}")
    for back, pile in state.supplies.items():
        if extra := Counter(pile) - Counter(box.SUPPLIES[back]):
            faults.append(f"tiles with another back lie under {back}: {dict(extra)}")
    won = [tile for player in state.players for tile in player.bonus]
    left = [f"{colour}.{size}" for colour, sizes in state.bonus.items() for size in sizes]
    if sorted([*won, *left]) != sorted(BONUS_TILES):
        faults.append(f"bonus tiles won {won}, left {left}")
    for seat, player in enumerate(state.players):
        faults += [f"seat {seat}: {fault}" for fault in _earned(game, player)]
    return faults


def _earned(game: Position, player: Player) -> list[str]:
    faults = []
    if player.earned.get("sales", 0) != box.sale_vp(game.state.seats) * sum(player.sold.values()):
        faults.append(f"sold {player.sold} for {player.earned.get('sales', 0)} VP")
    towers = sum(tile == "watchtower" for tile in player.covered.values())
    if player.earned.get("watchtowers", 0) != box.AMOUNT["watchtower"] * towers:
        faults.append(f"{towers} watchtowers for {player.earned.get('watchtowers', 0)} VP")
    won = sum(box.bonus_vp(tile.partition(".")[2], game.state.seats) for tile in player.bonus)
    if player.earned.get("bonus", 0) != won:
        faults.append(f"bonus tiles {player.bonus} for {player.earned.get('bonus', 0)} VP")
    return faults
