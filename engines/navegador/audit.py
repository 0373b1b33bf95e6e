"""What must hold of every state of Navegador (rules 18)."""

from __future__ import annotations

from engines.navegador import board
from engines.navegador.position import Position
from engines.navegador.state import Player, State


def validate(game: Position) -> list[str]:
    """Faults that make a state unplayable: unknown names, numbers out of range, missing entries."""
    state, faults = game.state, []

    def keys(what: str, found: object, wanted: object) -> None:
        if set(found) != set(wanted):  # type: ignore[call-overload]
            faults.append(f"{what} has the entries {sorted(found)}")  # type: ignore[call-overload]

    faults += state.dice.faults()
    keys("market", state.market, board.GOODS)
    keys("removed", state.removed, board.GOODS)
    keys("gallery", state.gallery, board.CATEGORIES)
    keys("buildings", state.buildings, board.BUILDINGS)
    keys("stacks", state.stacks, [region for region in board.REGIONS if region != board.HOME])
    if len(state.players) != state.seats:
        faults.append(f"{len(state.players)} players sit on {state.seats} seats")
    if not {board.HOME} <= set(state.discovered) <= board.REGIONS.keys():
        faults.append(f"discovered are {state.discovered}")
    if state.phase not in board.RANGE or state.coming_phase not in (None, *board.RANGE):
        faults.append(f"phase {state.phase}, coming {state.coming_phase}")
    if state.options.get("royal") not in ("end", "goa"):
        faults.append(f"options are {state.options}")
    seats = {state.start, state.card.holder}
    if not seats <= set(range(state.seats)):
        faults.append(f"a seat of {sorted(seats)} does not exist")
    if not state.over and not state.stack:
        faults.append("the game runs but nothing waits")
    if state.trigger not in (None, board.END, "buildings") or (state.turns_left is not None and not state.trigger):
        faults.append(f"trigger {state.trigger}, turns left {state.turns_left}")
    if state.card.mark not in (None, *range(8)) or state.card.moved not in range(16) or state.turn < 1:
        faults.append(f"card {state.card}, turn {state.turn}")
    for seat, player in enumerate(state.players):
        faults += [f"seat {seat}: {fault}" for fault in _player_structure(player)]
        if faults:
            break
    return faults or _ranges(state) or [fault for step in state.stack for fault in step.faults(game)]


def _player_structure(player: Player) -> list[str]:
    faults = []
    if not set(player.fleet) <= board.REGIONS.keys() or min(player.fleet.values(), default=1) < 1:
        faults.append(f"fleet {player.fleet}")
    if set(player.colonies) != set(board.GOODS) or set(player.factories) != {*board.GOODS, "joker"}:
        faults.append(f"colonies {player.colonies}, factories {player.factories}")
    if set(player.privileges) != set(board.CATEGORIES):
        faults.append(f"privileges {player.privileges}")
    if player.stone is not None and player.stone not in range(8):
        faults.append(f"stone on field {player.stone}")
    return faults


def _ranges(state: State) -> list[str]:
    faults = []
    for good, row in state.market.items():
        if not 1 <= row <= board.MARKET_END:
            faults.append(f"the marker of {good} is on row {row}")
    for row_id, left in state.buildings.items():
        if not 0 <= left <= board.ON_BOARD[state.seats][row_id]:
            faults.append(f"{left} buildings left of {row_id}")
    for region, tokens in state.stacks.items():
        if tokens != sorted(tokens):
            faults.append(f"the stack of {region} is {tokens}")
    if min(state.gallery.values()) < 0:
        faults.append(f"gallery {state.gallery}")
    for seat, player in enumerate(state.players):
        if not player.fleet.keys() <= set(state.discovered):
            faults.append(f"seat {seat} has ships in undiscovered waters: {player.fleet}")
        if min(*player.colonies.values(), *player.factories.values(), player.explorers) < 0:
            faults.append(f"seat {seat} owns less than nothing")
        if player.ships > board.FLEET:
            faults.append(f"seat {seat} has {player.ships} ships on the board")
        if not board.WORKERS_MIN <= player.workers <= board.WORKERS_MAX:
            faults.append(f"seat {seat} has {player.workers} workers")
        if player.money < 0 or player.money % 10:
            faults.append(f"seat {seat} has {player.money} Cruzados")
        if not all(0 <= held <= board.PRIVILEGE_SLOTS for held in player.privileges.values()):
            faults.append(f"seat {seat} has the privileges {player.privileges}")
    return faults


def conservation(game: Position) -> list[str]:
    """Pieces that are missing or too many, and ranges that are left."""
    faults = validate(game)
    if faults:
        return faults
    state, players = game.state, game.state.players
    explorers = sum(player.explorers for player in players)
    if explorers != len(state.discovered) - 1:
        faults.append(f"{explorers} explorers taken, {len(state.discovered) - 1} regions discovered")
    for good in board.GOODS:
        faults += _tokens(state, good)
    on_board = board.ON_BOARD[state.seats]
    for row_id, row in board.BUILDINGS.items():
        if row.good is not None:
            owned, total = sum(player.factories[row.good] for player in players), row.pieces
        elif row.kind == "shipyard":
            owned, total = sum(player.shipyards for player in players), row.pieces
        else:
            owned, total = sum(player.churches for player in players), row.pieces
        free = 0 if row.good else row.pieces - state.seats - on_board[row_id]
        if owned + state.buildings[row_id] + free != total:
            faults.append(f"{row_id}: {owned} owned and {state.buildings[row_id]} on the board, of {total}")
    if any(player.factories["joker"] != 1 for player in players):
        faults.append("every player has one joker")
    for category in board.CATEGORIES:
        taken = sum(player.privileges[category] for player in players)
        if taken + state.gallery[category] > board.PRIVILEGE_PIECES + state.seats:
            faults.append(f"{taken + state.gallery[category]} privileges of {category}")
    reached = [region.starts_phase for region in board.REGIONS.values() if region.id in state.discovered]
    latest = max((phase for phase in reached if phase), default=1)
    if (state.coming_phase or state.phase) != latest:
        faults.append(f"phase {state.phase}, coming {state.coming_phase}, but {state.discovered} are discovered")
    ended = board.END in state.discovered or not any(state.buildings.values())
    if ended != (state.trigger is not None):
        faults.append(f"trigger {state.trigger}, turns left {state.turns_left}")
    if state.over and state.turns_left != 0:
        faults.append(f"over with {state.turns_left} turns left")
    return faults


def _tokens(state: State, good: str) -> list[str]:
    laid_out = [
        price for region, tokens in state.stacks.items() if board.REGIONS[region].good == good for price in tokens
    ]
    owned = sum(player.colonies[good] for player in state.players)
    faults = []
    if owned + len(laid_out) + 1 != len(board.TOKENS[good]):
        faults.append(f"{good}: {owned} colonies owned, {len(laid_out)} laid out, 1 removed")
    seen = [*laid_out, state.removed[good]]
    if len(set(seen)) != len(seen) or not set(seen) <= set(board.TOKENS[good]):
        faults.append(f"{good}: tokens {sorted(seen)}")
    return faults
