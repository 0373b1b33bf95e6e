"""What must hold of every state of Macao."""

from __future__ import annotations

from collections import Counter

from engines.macao import board
from engines.macao.cards import CARDS, DECK, OFFICES
from engines.macao.position import Position
from engines.macao.state import Player
from engines.macao.steps import Overflow


def validate(game: Position) -> list[str]:
    """Faults that make a state unplayable: unknown names, numbers out of range, missing entries."""
    state, faults = game.state, []
    seats = set(range(state.seats))
    faults += state.dice.faults()
    if len(state.players) != state.seats:
        faults.append(f"{len(state.players)} players sit on {state.seats} seats")
    on_wall = Counter(seat for stack in [*state.wall.stacks, state.wall.locked] for seat in stack)
    if len(state.wall.stacks) != board.WALL_END or on_wall != Counter(seats):
        faults.append(f"the wall is {state.wall.stacks}, locked {state.wall.locked}")
    if not 0 <= state.turn <= board.ROUNDS or state.options.get("dice") not in ("in_order", "together"):
        faults.append(f"round {state.turn}, options {state.options}")
    if len(state.chosen) != state.seats:
        faults.append(f"dice are chosen by {len(state.chosen)} seats")
    named = [*state.deck, *state.discard, *state.display.cards, *(card for pair in state.offices for card in pair)]
    faults += [f"there is no card {card}" for card in named if card not in CARDS]
    if set(state.ports) != set(board.PORTS) or not set(state.city) <= set(board.QUARTERS):
        faults.append("ports or city are damaged")
    elif not all(0 <= filled <= len(board.PORTS[port].delivery_values) for port, filled in state.ports.items()):
        faults.append(f"ports are filled {state.ports}")
    if not set(state.city.values()) <= {*board.WARES, board.JOKER}:
        faults.append(f"the city holds {state.city}")
    if state.rolled and (set(state.rolled) != set(board.COLOURS) or not set(state.rolled.values()) <= set(range(1, 7))):
        faults.append(f"the dice show {state.rolled}")
    needed = board.REVEALED * (board.ROUNDS - state.turn)
    if not state.over and (len(state.offices) != board.ROUNDS - state.turn or len(state.deck) < needed):
        faults.append(f"{len(state.offices)} pairs of offices and {len(state.deck)} cards are left")
    if not state.over and not state.stack:
        faults.append("the game runs but nothing waits")
    for seat, player in enumerate(state.players):
        faults += [f"seat {seat}: {fault}" for fault in _player(player)]
    return faults or [fault for step in state.stack for fault in step.faults(game)]


def _player(player: Player) -> list[str]:
    faults = []
    if len(player.rose) != board.DIE_FIELDS + 1:
        faults.append(f"the rose has {len(player.rose)} fields")
    faults += [
        f"the rose holds {field}"
        for field in player.rose
        if not set(field) <= set(board.COLOURS) or min(field.values(), default=1) < 1
    ]
    faults += [f"there is no card {card}" for card in (*player.tableau, *player.activated) if card not in CARDS]
    if player.ship not in board.SPACES or not set(player.quarters) <= set(board.QUARTERS):
        faults.append(f"ship {player.ship}, quarters {player.quarters}")
    if not set(player.hold) <= set(board.WARES) or min(player.hold.values(), default=1) < 1:
        faults.append(f"the hold is {player.hold}")
    if min(player.gold, player.penalties, player.jokers, player.free_steps) < 0:
        faults.append(f"gold {player.gold}, penalties {player.penalties}, jokers {player.jokers}")
    if len(player.tableau) > board.TABLEAU_SLOTS + 1:
        faults.append(f"{len(player.tableau)} cards lie on the tableau")
    return faults


def conservation(game: Position) -> list[str]:
    """Pieces that are missing or too many."""
    state = game.state
    faults = validate(game)
    if faults:
        return faults
    cards = Counter(
        [*state.deck, *state.discard, *state.display.cards, *(card for pair in state.offices for card in pair)]
    )
    for player in state.players:
        cards.update([*player.tableau, *player.activated])
    expected = Counter([*DECK, *OFFICES])
    if cards != expected:
        faults.append(f"cards too many {cards - expected}, missing {expected - cards}")
    quarters = Counter([*state.city, *(quarter for player in state.players for quarter in player.quarters)])
    if quarters != Counter(list(board.QUARTERS)):
        faults.append(f"quarters in the city and taken: {quarters}")
    for ware, tiles in board.WARES.items():
        aboard = sum(player.hold.get(ware, 0) for player in state.players)
        delivered = sum(state.ports[port.id] for port in board.PORTS.values() if port.ware == ware)
        lying = sum(tile == ware for tile in state.city.values())
        if aboard + delivered + lying != tiles:
            faults.append(f"{ware}: {lying} in the city, {aboard} aboard, {delivered} delivered")
    for seat, player in enumerate(state.players):
        if player.prestige != sum(player.earned.values()):
            faults.append(f"seat {seat} has {player.prestige} prestige, earned {player.earned}")
        waiting = any(isinstance(step, Overflow) and step.seat == seat for step in state.stack)
        if len(player.tableau) > board.TABLEAU_SLOTS + waiting:
            faults.append(f"seat {seat} holds {len(player.tableau)} cards")
        for card, times in player.this_round.used.items():
            if times > (2 if CARDS[card].type == "office" else 1):
                faults.append(f"seat {seat} used {card} {times} times")
        if player.this_round.quarters > 2 or player.this_round.purchases > 2:
            faults.append(f"seat {seat}: {player.this_round}")
    return faults
