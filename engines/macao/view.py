"""The position of Macao as a seat may know it: without the deck, and without chosen dice that are not revealed."""

from __future__ import annotations

import msgspec

from engines import contract
from engines.contract import Message, visible_fields
from engines.macao import board, scoring
from engines.macao.position import Position
from engines.macao.state import Cubes
from engines.macao.steps.cards import DraftCard, PlaceCubes
from engines.macao.steps.dice import ChooseDice
from engines.macao.steps.rounds import EndRound, RollDice, StartRound
from engines.macao.verbs.acquisition import Pay


class PlayerView(msgspec.Struct, kw_only=True):
    """A player's public position, with the dice that the viewer may know."""

    seat: int
    prestige: int
    gold: int
    penalties: int
    rose: list[Cubes]
    tableau: list[str]
    activated: list[str]
    used: dict[str, int]
    """The number of uses in this round by card."""
    hold: dict[str, int]
    jokers: int
    ship: str
    free_steps: int
    quarters: list[str]
    group: int
    """The size of the largest connected group of the player's quarters."""
    projected: int
    """The points that the final scoring would give now."""
    chosen: list[str] | None
    """The colours of the dice chosen in this round; None: none are chosen, or the viewer may not know them."""


class PortView(msgspec.Struct, kw_only=True):
    """A port."""

    id: str
    ware: str
    filled: int
    """The number of filled delivery spaces."""
    values: list[int]
    """The prestige of the free delivery spaces, the highest first."""


class MacaoView(contract.View, kw_only=True):
    """The position as a seat may know it; ``board`` and ``cards`` have what is printed on board and cards."""

    players: list[PlayerView]
    order: list[int]
    """The seats in the order of play, as the function ``order`` returns it."""
    waiting: list[int]
    """The seats that are still to act in this phase, in order."""
    wall: list[list[int]]
    """The seats on each space of the wall, 1 to 16, the top disc first."""
    locked: list[int]
    """The seats past the last space, which act first for the rest of the game; they are on no space."""
    paying: str
    """The card or quarter that a seat is paying for; empty: none."""
    phase: str
    """"draft", "cubes", "cards", "dice" or "actions"; "over" at the end."""
    display: list[str]
    tribute_gold: int
    tribute_prestige: int
    offices: list[list[str]]
    """The office cards of the rounds to come, those of the next round first."""
    rolled: dict[str, int]
    cap: int
    """The highest value that dice keep in this round."""
    city: dict[str, str]
    """The tiles on free quarters, by quarter."""
    owners: dict[str, int]
    """The seats that have taken quarters, by quarter."""
    ports: list[PortView]
    deck: int
    """The number of face-down cards."""
    discard: list[str]


def view(game: Position, seat: int | None) -> MacaoView:
    """Return the position as a seat may know it (None: a spectator)."""
    state = game.state
    return MacaoView(
        # With the option ``jokers`` other seats may act as well, but the game waits only for these.
        **game.base_view(seat) | {"to_act": game.blocking_seats},
        **visible_fields(state, "offices", "rolled", "city", "discard"),
        **visible_fields(state.wall, "locked"),
        players=[_player(game, number, seat) for number in range(state.seats)],
        order=order(game),
        waiting=waiting(game),
        wall=[list(stack) for stack in state.wall.stacks],
        paying=next((step.what for step in state.stack[-1:] if isinstance(step, Pay)), ""),
        phase=phase(game),
        display=list(state.display.cards),
        tribute_gold=state.display.gold,
        tribute_prestige=state.display.prestige,
        cap=board.CAP[max(1, state.turn)],
        owners={quarter: number for number, player in enumerate(state.players) for quarter in player.quarters},
        ports=[
            PortView(id=id, ware=port.ware, filled=state.ports[id], values=port.delivery_values[state.ports[id] :])
            for id, port in board.PORTS.items()
        ],
        deck=len(state.deck),
    )


def order(game: Position) -> list[int]:
    """Return the seats in the order of play: by the wall (rules 8), in the draft in reverse (rules 3).

    During the turns, in which discs move, seats that have had their turns come first, then the others: a disc that has
    moved ahead acts earlier only in the next phase.
    """
    seats = game.state.wall.order()
    if phase(game) == "actions":
        to_come = waiting(game)
        return [seat for seat in seats if seat not in to_come] + to_come
    return seats[::-1] if phase(game) == "draft" else seats


def waiting(game: Position) -> list[int]:
    """Return the seats that are still to act in this phase: those of the steps on the stack before the next phase."""
    seats: list[int] = []
    for step in reversed(game.state.stack):
        if isinstance(step, StartRound | RollDice | EndRound):
            break
        if isinstance(step, ChooseDice):
            return [seat for seat in step.order if step.shifts[seat] is None]
        seat = getattr(step, "seat", None)
        if seat is not None and seat not in seats:
            seats.append(seat)
    return seats


def _player(game: Position, number: int, viewer: int | None) -> PlayerView:
    player = game.state.players[number]
    return PlayerView(
        **visible_fields(
            player, "prestige", "gold", "penalties", "rose", "tableau", "activated", "hold", "jokers", "ship"
        ),
        **visible_fields(player, "free_steps", "quarters"),
        seat=number,
        used=dict(player.this_round.used),
        group=scoring.largest_group(player.quarters),
        projected=sum(scoring.sources(game, number).values()),
        chosen=chosen_dice(game, number, viewer),
    )


def chosen_dice(game: Position, seat: int, viewer: int | None) -> list[str] | None:
    """Return the colours of a seat's dice of this round; None: it has none, or ``viewer`` may not know them."""
    choosing = next((step for step in game.state.stack if isinstance(step, ChooseDice)), None)
    return choosing.visible_choice(seat, viewer) if choosing else list(game.state.chosen[seat]) or None


def phase(game: Position) -> str:
    """Return the present phase: "draft", "cubes", "cards", "dice", "actions" or "over"."""
    if game.state.over:
        return "over"
    # While cards are taken, the roll of the dice waits below on the stack.
    step_types = {type(step) for step in game.state.stack}
    phases = {DraftCard: "draft", PlaceCubes: "cubes", ChooseDice: "dice", RollDice: "cards"}
    return next((phase for step_type, phase in phases.items() if step_type in step_types), "actions")


def describe(game: Position, seat: int | None) -> list[Message]:
    """Return the position as a few messages: first the board, then one for each player in the order of play."""
    state = game.state
    display = game.state.display
    seats = order(game)
    lines = [Message("macao.describe.round", {"turn": state.turn, "phase": f"phase_{phase(game)}"})]
    lines.append(Message("macao.describe.order", {"seats": [str(seat) for seat in seats]}))
    if display.cards:
        lines.append(Message("macao.describe.display", {"cards": [f"{card}.name" for card in display.cards]}))
    if state.turn:
        lines.append(Message("macao.describe.tribute", {"gold": display.gold, "prestige": display.prestige}))
    if state.rolled:
        lines.append(Message("macao.describe.dice", dict(state.rolled)))
    for number in seats:
        player = state.players[number]
        cubes = game.listed(player.stock)
        belongings_of_player = belongings(game, number)
        lines.append(
            Message(
                "macao.describe.player", {"seat": number, "ship": player.ship, "cubes": cubes, **belongings_of_player}
            )
        )
    return lines


def belongings(game: Position, seat: int) -> dict[str, int]:
    """Return the cards, quarters, prestige and gold of a player by name, as everybody sees them."""
    player = game.state.players[seat]
    return {
        "activated": len(player.activated),
        "tableau": len(player.tableau),
        "quarters": len(player.quarters),
        "prestige": player.prestige,
        "gold": player.gold,
    }
