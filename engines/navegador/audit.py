"""Invariants of every state of Navegador (rules 18)."""

from __future__ import annotations

from collections.abc import Iterator

from engines.messages import Law, broken
from engines.navegador import board, scoring
from engines.navegador.position import Position
from engines.navegador.state import Player, State
from engines.navegador.steps import EndTurn


def validate(game: Position) -> list[str]:
    """Return the faults that make a state unplayable: unknown names, numbers out of range, misplaced steps."""
    state = game.state
    return (
        state.dice.faults()
        or broken(_structure(state))
        or broken(_ranges(state))
        or [fault for step in state.stack for fault in step.faults(game)]
    )


def conservation(game: Position) -> list[str]:
    """Return the faults of ``validate``; if there are none, return the pieces that are missing or too many."""
    return validate(game) or broken(_pieces(game.state))


def _structure(state: State) -> Iterator[Law]:
    seats = range(state.seats)
    card = state.card
    yield set(state.market) == set(state.removed) == set(board.GOODS), f"goods {state.market}, {state.removed}"
    yield set(state.gallery) == set(board.CATEGORIES), f"gallery {state.gallery}"
    yield state.buildings.keys() == board.BUILDINGS.keys(), f"buildings {state.buildings}"
    yield state.stacks.keys() == board.REGIONS.keys() - {board.HOME}, f"stacks of {sorted(state.stacks)}"
    yield {board.HOME} <= set(state.discovered) <= board.REGIONS.keys(), f"discovered are {state.discovered}"
    are_phases_valid = state.phase in board.RANGE and state.coming_phase in (None, *board.RANGE)
    yield are_phases_valid, f"phase {state.phase}, coming {state.coming_phase}"
    yield len(state.players) == state.seats, f"{len(state.players)} players sit on {state.seats} seats"
    yield state.start in seats and card.holder in seats, f"seat {state.start} starts, seat {card.holder} holds the card"
    yield card.mark in (None, *range(8)) and card.moved in range(16) and state.turn >= 1, f"{card}, turn {state.turn}"
    waits = bool(state.stack) and isinstance(state.stack[0], EndTurn)
    yield state.over or waits, "the game runs but its turn does not end"
    ends = state.trigger in (board.END, "buildings") or (state.trigger is None and state.turns_left is None)
    yield ends, f"trigger {state.trigger}, turns left {state.turns_left}"
    for seat, player in enumerate(state.players):
        yield from ((holds, f"seat {seat}: {fault}") for holds, fault in _mat(player))


def _mat(player: Player) -> Iterator[Law]:
    afloat = player.fleet.keys() <= board.REGIONS.keys() and min(player.fleet.values(), default=1) >= 1
    yield afloat and player.ships <= board.FLEET, f"fleet {player.fleet}"
    yield set(player.colonies) == set(board.GOODS), f"colonies {player.colonies}"
    yield set(player.factories) == {*board.GOODS, "joker"}, f"factories {player.factories}"
    yield set(player.privileges) == set(board.CATEGORIES), f"privileges {player.privileges}"
    full = all(0 <= privilege_count <= board.PRIVILEGE_SLOTS for privilege_count in player.privileges.values())
    yield full, f"privileges {player.privileges}"
    yield player.stone in (None, *range(8)), f"stone on field {player.stone}"
    piece_counts = (
        *player.colonies.values(),
        *player.factories.values(),
        player.explorers,
        player.shipyards,
        player.churches,
    )
    yield min(piece_counts) >= 0, "less than nothing is owned"
    yield board.WORKERS_MIN <= player.workers <= board.WORKERS_MAX, f"{player.workers} workers"
    yield player.money >= 0 and player.money % 10 == 0, f"{player.money} Cruzados"


def _ranges(state: State) -> Iterator[Law]:
    yield all(1 <= row <= board.MARKET_END for row in state.market.values()), f"market {state.market}"
    buildings_on_board = board.ON_BOARD[state.seats]
    yield (
        all(0 <= number <= buildings_on_board[row] for row, number in state.buildings.items()),
        f"buildings {state.buildings}",
    )
    yield all(tokens == sorted(tokens) for tokens in state.stacks.values()), f"stacks {state.stacks}"
    yield min(state.gallery.values()) >= 0, f"gallery {state.gallery}"
    for seat, player in enumerate(state.players):
        yield player.fleet.keys() <= set(state.discovered), f"ships of seat {seat} in unknown waters: {player.fleet}"


def _pieces(state: State) -> Iterator[Law]:
    players = state.players
    explorers = sum(player.explorers for player in players)
    discoveries = len(state.discovered) - 1  # Portugal, which every game begins with, had no explorer
    yield explorers == discoveries, f"{explorers} explorers taken, {discoveries} regions discovered"
    for good, tokens in board.TOKENS.items():
        owned_count = sum(player.colonies[good] for player in players)
        regions = [region for region in state.stacks if board.REGIONS[region].good == good]
        unowned = [state.removed[good], *(price for region in regions for price in state.stacks[region])]
        counts = f"{good}: {owned_count} colonies owned, {len(unowned) - 1} laid out, 1 removed"
        yield owned_count + len(unowned) == len(tokens), counts
        yield len(set(unowned)) == len(unowned) and set(unowned) <= set(tokens), f"{good}: tokens {sorted(unowned)}"
    for row, remaining in state.buildings.items():
        kind = board.BUILDINGS[row].kind
        produced_good = board.BUILDINGS[row].good
        bought = board.ON_BOARD[state.seats][row] - remaining
        start = 0 if produced_good else state.seats
        owned_count = sum(
            player.factories[produced_good] if produced_good else scoring.units(player)[kind] for player in players
        )
        yield owned_count == start + bought, f"{row}: {owned_count} owned, {remaining} on the board"
    yield all(player.factories["joker"] == 1 for player in players), "every player has one joker"
    for category, laid_out in state.gallery.items():
        taken_count = sum(player.privileges[category] for player in players)
        yield (
            taken_count + laid_out <= board.PRIVILEGE_PIECES + state.seats,
            f"{taken_count + laid_out} privileges of {category}",
        )
    phases_started = (board.REGIONS[region].starts_phase for region in state.discovered)
    latest_phase = max((phase for phase in phases_started if phase), default=1)
    phases = f"phase {state.phase}, coming {state.coming_phase}, but {state.discovered} are discovered"
    yield (state.coming_phase or state.phase) == latest_phase, phases
    ended = board.END in state.discovered or not any(state.buildings.values())
    yield ended == (state.trigger is not None), f"trigger {state.trigger}, turns left {state.turns_left}"
    yield not state.over or state.turns_left == 0, f"over with {state.turns_left} turns left"
