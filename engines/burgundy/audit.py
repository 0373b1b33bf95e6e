"""Invariants of every state of Burgundy."""

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


def validate(game: Position) -> list[str]:
    """Return the faults that make a state unplayable: unknown names, numbers out of range, missing entries."""
    state = game.state
    return (
        state.dice.faults() + broken(_structure(game))
        or broken(
            (holds, f"seat {seat}: {fault}")
            for seat, player in enumerate(state.players)
            for holds, fault in _player(player)
        )
        or broken(_frame(state))
        or [fault for step in state.stack for fault in step.faults(game)]
    )


def conservation(game: Position) -> list[str]:
    """Return the faults of ``validate``; if there are none, return wrong numbers of pieces and impossible VP."""
    return validate(game) or broken(_pieces(game.state))


def _structure(game: Position) -> Iterator[Law]:
    state = game.state
    yield len(state.players) == state.seats, f"{len(state.players)} players sit on {state.seats} seats"
    in_order = sorted(state.track.order()) == sorted(state.order) == list(range(state.seats))
    yield in_order, f"the track is {state.track.spaces}, the order {state.order}"
    in_time = 0 <= state.turn <= box.LAST_ROUND and state.white in (box.DICE if state.turn else (0,))
    yield in_time, f"round {state.turn}, white die {state.white}"
    depots = set(state.depots) == {*box.DEPOTS, box.BLACK} and set(state.lying) == set(box.DEPOTS)
    yield depots, "a depot is missing or there are too many"
    supplied = set(state.supplies) == {*box.COLOURS, box.BLACK} and set(state.bonus) == set(box.COLOURS)
    yield supplied, "a supply or the bonus tiles of a colour are missing"
    unclaimed = (["large", "small"], ["small"], list[str]())
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
    known = sorted(tile for tile in player.covered.values() if tile in box.KNOWLEDGE)
    yield sorted(player.knowledge) == known, f"knowledge {player.knowledge} is not what lies in the estate"
    stored = box.COLOUR.keys() >= set(player.storage) and len(player.storage) <= box.STORAGE
    yield stored, f"stored are {player.storage}"
    for goods in (player.goods, player.sold):
        yield box.DIE_OF.keys() >= goods.keys() and min(goods.values(), default=1) >= 1, f"there are goods {goods}"
    yield len(player.goods) <= box.GOODS_SPACES, f"{len(player.goods)} types of goods are stored"
    owned = min(player.workers, player.silverlings) >= 0 and set(player.earned) <= set(EARNED)
    yield owned, f"workers {player.workers}, silverlings {player.silverlings}, earned {player.earned}"
    rolled = len(player.rolled) in (0, 2) and set(player.rolled) <= set(box.DICE)
    yield rolled, f"the dice show {player.rolled}"
    unused = player.unused in ([], sorted(player.rolled), *([die] for die in player.rolled))
    yield unused, f"dice {player.unused} of {player.rolled} are unused"
    won = set(player.bonus)
    yield won <= BONUS_TILES and len(won) == len(player.bonus), f"bonus tiles {player.bonus}"


def _frame(state: State) -> Iterator[Law]:
    """Check the order of the steps, and that goods and face-down tiles are enough for the phases to come."""
    ended = not state.stack and state.turn == box.LAST_ROUND
    waits = f"in round {state.turn} {len(state.stack)} steps wait and the game is over: {state.over}"
    yield ended if state.over else bool(state.stack), waits
    if state.over:
        return
    ends = [step for step in state.stack if isinstance(step, EndRound | StartPhase)]
    yield len(ends) == 1 and state.stack[:1] == ends, "the round does not end"
    turns = [step.seat for step in state.stack if isinstance(step, Turn)]
    yield len(set(turns)) == len(turns), f"turns wait for {turns}"
    phases = len(box.PHASES) - (state.turn + box.ROUNDS - 1) // box.ROUNDS
    is_between_phases = any(isinstance(step, StartPhase) for step in ends)
    whole = all(len(stack) == box.ROUNDS for stack in state.stacks)
    yield len(state.stacks) == phases and whole, f"{len(state.stacks)} goods stacks are left in round {state.turn}"
    coming = 0 if is_between_phases else (-state.turn) % box.ROUNDS
    yield len(state.coming) == coming, f"{len(state.coming)} goods are still to come in round {state.turn}"
    yield state.turn > 0 or is_between_phases, "the first phase never starts"
    needed = box.needed(state.seats, phases) + Counter(castle=sum(not player.covered for player in state.players))
    for back, count in needed.items():
        yield len(state.supplies[back]) >= count, f"{len(state.supplies[back])} of {back} are left for {phases} phases"


def _pieces(state: State) -> Iterator[Law]:
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
    made = Counter(dict.fromkeys(box.GOODS, box.GOODS_PER_TYPE))
    yield goods == made, f"goods too many {dict(goods - made)}, missing {dict(made - goods)}"
    for back, pile in state.supplies.items():
        extra = Counter(pile) - Counter(box.SUPPLIES[back])
        yield not extra, f"tiles with another back lie under {back}: {dict(extra)}"
    won = [tile for player in players for tile in player.bonus]
    unclaimed = [f"{colour}.{size}" for colour, sizes in state.bonus.items() for size in sizes]
    yield sorted([*won, *unclaimed]) == sorted(BONUS_TILES), f"bonus tiles won {won}, left {unclaimed}"
    for seat, player in enumerate(players):
        towers = sum(tile == "watchtower" for tile in player.covered.values())
        due = {
            "sales": box.SALE_VP[state.seats] * sum(player.sold.values()),
            "watchtowers": box.AMOUNT["watchtower"] * towers,
            "bonus": sum(box.bonus_vp(tile.partition(".")[2], state.seats) for tile in player.bonus),
        }
        earned = {source: player.earned.get(source, 0) for source in due}
        yield earned == due, f"seat {seat}: earned {earned}, due {due}"
