"""Invariants of every state of Macao."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from engines.macao import board
from engines.macao.cards import CARDS, DECK, OFFICES
from engines.macao.position import Position
from engines.macao.state import Player, State
from engines.macao.steps.cards import Overflow
from engines.messages import Law, broken


def validate(game: Position) -> list[str]:
    """Return the faults that make a state unplayable: unknown names, numbers out of range, missing entries."""
    state = game.state
    return state.dice.faults() + broken(_structure(state)) or [
        fault for step in state.stack for fault in step.faults(game)
    ]


def conservation(game: Position) -> list[str]:
    """Return the faults of ``validate``; if there are none, return the pieces that are missing or too many."""
    return validate(game) or broken(_pieces(game.state))


def _unowned_cards(state: State) -> list[str]:
    """Return the cards that no player has."""
    return [*state.deck, *state.discard, *state.display.cards, *(card for pair in state.offices for card in pair)]


def _structure(state: State) -> Iterator[Law]:
    wall = state.wall
    rounds_to_come = board.ROUNDS - state.turn
    yield len(state.players) == state.seats, f"{len(state.players)} players sit on {state.seats} seats"
    on_wall = Counter(seat for stack in [*wall.stacks, wall.locked] for seat in stack)
    all_there = len(wall.stacks) == board.WALL_END and on_wall == Counter(range(state.seats))
    yield all_there, f"the wall is {wall.stacks}, locked {wall.locked}"
    yield 0 <= state.turn <= board.ROUNDS, f"round {state.turn}"
    yield len(state.chosen) == state.seats, f"dice are chosen by {len(state.chosen)} seats"
    yield CARDS.keys() >= set(_unowned_cards(state)), f"there are no cards {set(_unowned_cards(state)) - CARDS.keys()}"
    is_board_whole = state.ports.keys() == board.PORTS.keys() and state.city.keys() <= board.QUARTERS.keys()
    yield is_board_whole, "ports or city are damaged"
    spaces = {id: range(len(port.delivery_values) + 1) for id, port in board.PORTS.items()}
    yield all(filled in spaces.get(port, ()) for port, filled in state.ports.items()), f"ports are filled {state.ports}"
    yield set(state.city.values()) <= {*board.WARES, board.JOKER}, f"the city holds {state.city}"
    rolled = set(state.rolled) == set(board.COLOURS) and set(state.rolled.values()) <= set(range(1, 7))
    yield rolled or not state.rolled, f"the dice show {state.rolled}"
    are_piles_large_enough = len(state.offices) == rounds_to_come and len(state.deck) >= board.REVEALED * rounds_to_come
    yield (
        state.over or are_piles_large_enough,
        f"{len(state.offices)} pairs of offices and {len(state.deck)} cards are left",
    )
    yield state.over or bool(state.stack), "the game runs but nothing waits"
    for seat, player in enumerate(state.players):
        yield from ((holds, f"seat {seat}: {fault}") for holds, fault in _player(player))


def _player(player: Player) -> Iterator[Law]:
    yield len(player.rose) == board.DIE_FIELDS + 1, f"the rose has {len(player.rose)} fields"
    for field in player.rose:
        yield set(field) <= set(board.COLOURS) and min(field.values(), default=1) >= 1, f"the rose holds {field}"
    unknown = {*player.tableau, *player.activated} - CARDS.keys()
    yield not unknown, f"there are no cards {unknown}"
    exist = player.ship in board.SPACES and board.QUARTERS.keys() >= set(player.quarters)
    yield exist, f"ship {player.ship}, quarters {player.quarters}"
    wares = player.hold.keys() <= board.WARES.keys() and min(player.hold.values(), default=1) >= 1
    yield wares, f"the hold is {player.hold}"
    least_amount = min(player.gold, player.penalties, player.jokers, player.free_steps)
    yield least_amount >= 0, f"gold {player.gold}, penalties {player.penalties}, jokers {player.jokers}"
    yield len(player.tableau) <= board.TABLEAU_SLOTS + 1, f"{len(player.tableau)} cards lie on the tableau"


def _pieces(state: State) -> Iterator[Law]:
    players = state.players
    cards = Counter(_unowned_cards(state))
    cards.update(card for player in players for card in (*player.tableau, *player.activated))
    expected = Counter([*DECK, *OFFICES])
    yield cards == expected, f"cards too many {cards - expected}, missing {expected - cards}"
    quarters = Counter([*state.city, *(quarter for player in players for quarter in player.quarters)])
    yield quarters == Counter(list(board.QUARTERS)), f"quarters in the city and taken: {quarters}"
    for ware, tiles in board.WARES.items():
        aboard = sum(player.hold.get(ware, 0) for player in players)
        delivered = sum(state.ports[port.id] for port in board.PORTS.values() if port.ware == ware)
        lying = sum(tile == ware for tile in state.city.values())
        all_there = aboard + delivered + lying == tiles
        yield all_there, f"{ware}: {lying} in the city, {aboard} aboard, {delivered} delivered"
    for seat, player in enumerate(players):
        earned = sum(player.earned.values())
        yield player.prestige == earned, f"seat {seat} has {player.prestige} prestige, earned {player.earned}"
        room = board.TABLEAU_SLOTS + any(isinstance(step, Overflow) and step.seat == seat for step in state.stack)
        yield len(player.tableau) <= room, f"seat {seat} holds {len(player.tableau)} cards"
        for card, times in player.this_round.used.items():
            yield times <= (2 if CARDS[card].type == "office" else 1), f"seat {seat} used {card} {times} times"
        yield max(player.this_round.quarters, player.this_round.purchases) <= 2, f"seat {seat}: {player.this_round}"
