"""Positions made to measure: an empty map on which a scenario puts its pieces and cards.

Cards come out of the bank and the decks, so that everything stays conserved. ``ready`` saves and loads the game, which
builds its tables anew and refuses what no game could be.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from engines.contract import Action, Event, IllegalAction, Message, Step
from engines.mmn import board, hands
from engines.mmn.cards import CARDS
from engines.mmn.game import Mmn
from engines.mmn.state_parts import Building, Knight
from engines.mmn.steps.action_phase import Turn
from engines.mmn.steps.turn import BeforeRoll
from engines.randomness import Dice
from engines.record import parse

CORNERS = ("N", "NE", "SE", "S", "SW", "NW")


def empty(seats: int = 3, *, roll: bool = False, attacked: bool = True, **options: str) -> Mmn:
    """Seat 0 is to act, in the action phase or before the roll; nothing stands on the map, and every number chip is a
    2 on a hex of pasture until a scenario lays something else."""
    game = Mmn.new(seats, 7, **options)
    state = game.state
    state.turn, state.attacked = 1, attacked
    state.terrain = ["pasture"] * len(state.terrain)
    state.chips = [2] * len(state.chips)
    state.harbours = [board.GENERIC] * len(state.harbours)
    steps: list[Any] = [BeforeRoll(seat=0) if roll else Turn(seat=0)]
    state.stack = steps
    if not roll:
        state.now.event, state.now.colour, state.now.red, state.now.white, state.now.begun = (
            "castle",
            "trade",
            6,
            5,
            True,
        )
    return game


def ready(game: Mmn) -> Mmn:
    """The game as it would be loaded; the three cards lie where the pieces put them."""
    loaded = Mmn.load(game.dump())
    loaded.network.changed = False
    assert faults(loaded) == []
    return loaded


def faults(game: Mmn) -> list[str]:
    """What is wrong with a position, but for its map, which is made up."""
    return [fault for fault in game.audit() if not fault.startswith("the map")]


def hand(game: Mmn, seat: int, cards: str) -> None:
    """Gives cards of the bank: "2 wool 1 ore"."""
    amounts = hands.amounts(cards.split())
    assert amounts is not None
    for kind, number in enumerate(amounts):
        game.state.bank[kind] -= number
        game.state.players[seat].hand[kind] += number


def drain(game: Mmn, kind: str, left: int = 0, to: int = 2) -> None:
    """Leaves so many cards of a kind in the bank; a bystander has the others."""
    place = board.KIND[kind]
    game.state.players[to].hand[place] += game.state.bank[place] - left
    game.state.bank[place] = left


def held(game: Mmn, seat: int) -> str:
    """A hand in words."""
    cards = game.state.players[seat].hand
    return " ".join(f"{number} {kind}" for kind, number in zip(board.KINDS, cards, strict=True) if number)


def progress(game: Mmn, seat: int, *cards: str) -> None:
    """Progress cards out of their decks into a hand."""
    for card in cards:
        game.state.decks[CARDS[card].deck].remove(card)
        game.state.players[seat].cards.append(card)


def on_top(game: Mmn, *cards: str) -> None:
    """The next cards of their decks, the first named on top."""
    for card in reversed(cards):
        deck = game.state.decks[CARDS[card].deck]
        deck.remove(card)
        deck.append(card)


def lay(game: Mmn, place: str, terrain: str, chip: int = 2) -> None:
    number = game.size.geometry.hex_number[place]
    game.state.terrain[number], game.state.chips[number] = terrain, chip


def corner(game: Mmn, place: str, side: str) -> str:
    """The intersection at a corner of a hex."""
    geometry = game.size.geometry
    return geometry.nodes[geometry.hex_nodes[geometry.hex_number[place]][CORNERS.index(side)]]


def around(game: Mmn, *sides: str) -> list[str]:
    """Corners of the hex in the middle."""
    return [corner(game, "h10", side) for side in sides]


def path(game: Mmn, place: str, one: str, other: str) -> str:
    """The path between two corners of a hex."""
    return "-".join(sorted((corner(game, place, one), corner(game, place, other))))


def settlement(game: Mmn, seat: int, node: str, **fields: Any) -> Building:
    building = Building(node=game.size.geometry.node_number[node], **fields)
    game.state.players[seat].buildings.append(building)
    if building.metropolis:
        track = board.TRACK[building.metropolis]
        game.state.metropolises[track] = seat
        levels = game.state.players[seat].levels
        levels[track] = max(levels[track], board.METROPOLIS_LEVEL)
    return building


def city(game: Mmn, seat: int, node: str, **fields: Any) -> Building:
    return settlement(game, seat, node, city=True, **fields)


def knight(game: Mmn, seat: int, node: str, **fields: Any) -> Knight:
    found = Knight(node=game.size.geometry.node_number[node], **fields)
    game.state.players[seat].knights.append(found)
    return found


def roads(game: Mmn, seat: int, *paths: str) -> None:
    game.state.players[seat].roads += [game.size.geometry.path_number[each] for each in paths]


def chain(game: Mmn, seat: int, *nodes: str) -> None:
    """Roads from intersection to intersection."""
    roads(game, seat, *("-".join(sorted(pair)) for pair in pairwise(nodes)))


def first_hex(game: Mmn, node: str) -> int:
    geometry = game.size.geometry
    return geometry.node_hexes[geometry.node_number[node]][0]


def other_settlements(game: Mmn, seat: int, count: int) -> None:
    """Settlement pieces used up anywhere."""
    taken = {building.node for player in game.state.players for building in player.buildings}
    geometry = game.size.geometry
    for node in range(geometry.node_count):
        if count and node not in taken and not taken & set(geometry.node_nodes[node]):
            settlement(game, seat, geometry.nodes[node])
            taken.add(node)
            count -= 1


def stored(game: Mmn, seat: int, *chips: int) -> None:
    """Cities with chips, on hexes of their own."""
    geometry = game.size.geometry
    nodes = [node for node in range(geometry.node_count) if len(geometry.node_hexes[node]) == 3]
    taken = {building.node for player in game.state.players for building in player.buildings}
    for chip in chips:
        node = next(each for each in nodes if each not in taken and not taken & set(geometry.node_nodes[each]))
        taken.add(node)
        kind = settlement if chip == 1 else city
        kind(game, seat, geometry.nodes[node], chip=chip, chip_hex=geometry.node_hexes[node][0])


def victims(card: str = "lumber") -> tuple[Mmn, list[str]]:
    """Four players about to lose a city each, and where the cities are to stand; ``card`` is the next storage card."""
    game = empty(4)
    places = [corner(game, place, "N") for place in ("h04", "h07", "h13", "h16")]
    game.state.storage.remove(card)
    game.state.storage.append(card)
    game.state.ship = 7
    return game, places


def level(game: Mmn, seat: int, **levels: int) -> None:
    for track, height in levels.items():
        game.state.players[seat].levels[board.TRACK[track]] = height


def hexes(game: Mmn, *places: str) -> list[int]:
    return [game.size.geometry.hex_number[place] for place in places]


def settle(game: Mmn, *steps: object) -> Mmn:
    """Lets steps happen at once, before what waits."""
    game.state.stack += steps  # type: ignore[arg-type]
    loaded = Mmn.load(game.dump())
    loaded._run_automatic_steps()
    return loaded


def play(game: Mmn, *moves: str, seat: int | None = None) -> list[Event]:
    """Plays words, each for the only seat to act or for the one named; everything stays conserved."""
    events: list[Event] = []
    for words in moves:
        actor = game.to_act[0] if seat is None else seat
        assert seat is not None or len(game.to_act) == 1, game.to_act
        events += game.play(actor, parse(words))
        assert faults(game) == []
    return events


def legal(game: Mmn, seat: int | None = None) -> list[str]:
    """Legal actions in words."""
    return [" ".join(action) for action in game.legal(game.to_act[0] if seat is None else seat)]


def refused(game: Mmn, words: str, seat: int = 0) -> str:
    """The id of the reason without its prefix; nothing has changed."""
    before = game.dump()
    try:
        game.play(seat, parse(words))
    except IllegalAction as fault:
        assert game.dump() == before
        return fault.reason.id.removeprefix("mmn.refuse.")
    raise AssertionError(f"{words} was legal")


def top(game: Mmn) -> Step:
    """The step that waits."""
    step: Step = game.state.stack[-1]
    return step


def turn_again(game: Mmn) -> bool:
    return isinstance(top(game), Turn)


def asked(game: Mmn) -> str:
    """The id of the question."""
    message: Message = game.prompt(game.to_act[0]).message
    return message.id.removeprefix("mmn.prompt.")


def set_dice(game: Mmn, event: str, red: int, white: int, track: str = "trade") -> None:
    """Finds dice that will show this."""
    for seed in range(100_000):
        dice = Dice.from_seed(seed)
        shown = (board.EVENT_FACES[dice.below(6)], board.COLOUR_FACES[dice.below(6)], dice.roll(), dice.roll())
        if shown == (event, track, red, white):
            game.state.dice = Dice.from_seed(seed)
            return
    raise AssertionError("no such dice")


def roll(game: Mmn, event: str, red: int, white: int, track: str = "trade") -> list[Event]:
    """Rolls what is wished."""
    set_dice(game, event, red, white, track)
    actions: list[Action] = [("roll",)]
    return game.play(game.to_act[0], actions[0])
