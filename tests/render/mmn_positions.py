"""Positions of Power, Magic and Food to draw: started, under way, crowded, finished."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

from engines import Action, Event
from engines.mmn import board, scoring
from engines.mmn.cards import CARDS
from engines.mmn.game import Mmn
from engines.mmn.steps import owed
from render import Caption
from render.shape import Shape
from tests.render.played_once import played_once
from tests.render.positions import NAMES as FIVE

NAMES = (*FIVE, "Frieda Gräfin von und zu Ballestrem")
BUILDING = (
    *("settlement", "city", "wall", "store", "hall", "large_store", "servant", "journeyman", "serf", "captain"),
    *("knight", "activate", "promote", "improve", "road"),
)
LONG = {
    "text": "Jeder Mitspieler, der mehr Siegpunkte hat als du, gibt dir zwei Karten seiner Wahl, sofern er welche hat. "
    * 2,
    "note": "Es gilt der Stand in dem Augenblick, in dem die Karte gespielt wird. " * 2,
    "name": "Handelsgesellschaft",
}


def say(message: str) -> str:
    """Return a text for every id: one or two letters for a kind of card, long words about cards, else its last word."""
    word = message.rsplit(".", 1)[1]
    if word.startswith("letters_"):
        kind = word.removeprefix("letters_")
        return kind[:1].upper() if kind in board.RESOURCES else kind[:2].capitalize()
    return LONG.get(word, word.rsplit("_", 1)[-1].capitalize())


def caption(events: Sequence[Event] = (), locale: str = "long", shape: Shape = Shape.TALL) -> Caption:
    return Caption(NAMES, tuple(events), say, locale, shape=shape)


def until(seats: int, stop: Callable[[Mmn], bool], seed: int = 3, **options: str) -> Mmn:
    """Return a random game when a condition holds for the first time, or at its end."""
    game = Mmn.new(seats, seed, **options)
    random = Random(seed)
    while game.to_act and not stop(game):
        seat = game.to_act[0]
        legal = game.legal(seat)
        game.play(seat, random.choice([action for action in legal if action != ("pass",)] or legal))
    return game


@played_once
def at_turn(seats: int, turn: int, phase: str = "actions") -> Mmn:
    return until(seats, lambda game: game.state.turn >= turn and game.phase() == phase)


@played_once
def finished(seats: int) -> Mmn:
    return until(seats, lambda game: False)


@played_once
def crowded(seats: int) -> Mmn:
    """Return a game where everybody builds whatever there is, with cards for nothing and points below the target."""
    game = Mmn.new(seats, seats)
    random = Random(seats)
    for _ in range(6000):
        if not game.to_act:
            break
        seat = game.to_act[0]
        if game.phase() == "actions" and seat == game.state.active:
            game.state.players[seat].hand = [6] * len(board.KINDS)
            game.state.bank = [12] * len(board.KINDS)
        before = game.copy()
        game.play(seat, _eager(game, seat, random))
        if not game.to_act:
            return before
    return game


def _eager(game: Mmn, seat: int, random: Random) -> Action:
    legal = game.legal(seat)
    if ("pass",) in legal and random.random() < 0.25:
        return ("pass",)
    worth = ("settlement", "city", "improve") if scoring.points(game, seat) > 9 else ()
    building = [action for action in legal if action[0] in BUILDING and action[0] not in worth]
    plain = [action for action in legal if action[0] not in (*BUILDING, "bank", "play", "move", "strike", "swap")]
    return random.choice(building or plain or legal)


@played_once
def discarding(seats: int) -> Mmn:
    """Return a game after a seven, when several decide at the same time."""
    game = until(seats, lambda game: len(owed(game)) > 1, seed=4)
    assert owed(game)
    return game


def trading(seats: int) -> Mmn:
    """Return a game with an offer on the table and a counter-offer."""
    game = at_turn(seats, 20)
    seat = game.state.active
    for player in game.state.players:
        player.hand = [3] * len(board.KINDS)
    game.play(seat, ("offer", "1", "brick", "2", "wool", "for", "1", "coin"))
    game.play(game.to_act[0], ("counter", "2", "coin", "for", "1", "brick", "2", "wool"))
    return game


def haggling(seats: int) -> Mmn:
    """Return a game with an offer of as many cards as possible."""
    game = at_turn(seats, 20)
    for player in game.state.players:
        player.hand = [19] * len(board.KINDS)
    give = [word for kind in board.KINDS[:6] for word in ("12", kind)]
    want = [word for kind in board.KINDS[6:] for word in ("12", kind)]
    game.play(game.state.active, ("offer", *give, "for", *want))
    return game


def holding(seats: int, cards: Sequence[str]) -> Mmn:
    """Return a game where the first seat holds these progress cards."""
    game = at_turn(seats, 12)
    game.state.players[0].cards = list(cards)
    return game


def positions(seats: int) -> list[Mmn]:
    """Return a position of every kind."""
    return [
        Mmn.new(seats, seats),
        at_turn(seats, 2, "before_roll"),
        at_turn(seats, 30),
        discarding(seats),
        trading(seats),
        haggling(seats),
        crowded(seats),
        finished(seats),
    ]


DECKS = {track: [card for card in CARDS if CARDS[card].deck == track and not CARDS[card].vp] for track in board.TRACKS}

EVENTS = (
    Event("settlement", 0, {"node": "n10"}),
    Event("city", 0, {"node": "n11"}),
    Event("road", 0, {"path": "n01-n04"}),
    Event("pillaged", 0, {"node": "n12", "to": "none"}),
    Event("store", 0, {"node": "", "hex": ""}),
    Event("moved", 0, {"node": "n10", "to": "n13"}),
    Event("reactivated", 0, {"nodes": ["n14", "n15"]}),
    Event("robber", 0, {"hex": "h05"}),
    Event("pirate", 0, {"harbour": "p3"}),
    Event("chips", 0, {"hex": "h01", "other": "h02"}),
    Event("rolled", 0, {"event": "ship", "track": "magic", "red": 2, "white": 3, "sum": 5}),
    Event("barbarians", None, {"space": 4}),
    Event("attack", None, {"attack": 31, "defence": 47}),
    Event("clearing", None, {"resource": "brick", "commodity": "crystal"}),
    Event("received", 0, {"cards": ["wool", "cloth"], "why": "production"}),
    Event("paid", 1, {"cards": ["wool", "cloth"]}),
    Event("discarded", 1, {"cards": ["wool"]}),
    Event("traded_bank", 0, {"gave": ["wool", "wool"], "got": ["ore"]}),
    Event("accepted", 0, {"offer_seat": 1, "gave": ["wool", "wool"], "got": ["ore"]}),
    Event("stolen", 0, {"victim_seat": 1, "count": 1}),
    Event("gave", 0, {"to_seat": 1, "count": 2}),
    Event("drew", 0, {"deck": "magic"}),
    Event("card", 0, {"card": "spy"}),
    Event("spied", 0, {"victim_seat": 1, "deck": "magic"}),
    Event("improved", 0, {"track": "food", "level": 1}),
    Event("serf", 0),
    Event("serf", 0),
    Event("settlement", 0, {"node": "n16"}),
)
"""Empty words stand for something of the position: see ``fitted``."""


def fitted(event: Event, game: Mmn) -> Event:
    """Return the event at a storage chip that the position shows."""
    if event.kind != "store":
        return event
    for player in game.view(None).players:
        for building in player.buildings:
            if building.chip == "store" and building.chip_hex:
                return Event("store", player.seat, {"node": building.node, "hex": building.chip_hex})
    raise LookupError("nobody has a store")
