"""Positions of Burgundy to draw: choosing, started, under way, crowded, finished."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

from engines import Event
from engines.burgundy import box
from engines.burgundy.estate import ESTATES
from engines.burgundy.game import Burgundy
from render import Caption
from render.burgundy import words
from tests.render.positions import NAMES

EAGER = ("place", "take", "goods", "sell", "buy")
LONG = {
    "short": "Freie Verschiebung um 1 beim Nehmen von Plättchen",
    "text": "Immer wenn du etwas tust, das zu tun sich lohnt, erhältst du dafür sehr viele Siegpunkte. " * 3,
    "note": "Es gilt der Moment der Nutzung, nicht der davor und nicht der danach. " * 3,
}
CODES = dict(zip(words.CODES.values(), ("Lag", "Zim", "Kir", "Mkt", "Her", "Bank", "Rat", "Wac"), strict=True))


def say(message: str) -> str:
    """A text for every id: letters of a building, long words about a tile, else the id's last words."""
    *_, id, word = message.split(".")
    if word == "name":
        return "Zimmermannswerkstatt" if id == "carpenters_workshop" else id
    return CODES.get(message) or LONG.get(word, word.replace("_", " ").capitalize())


def caption(events: Sequence[Event] = (), locale: str = "long") -> Caption:
    return Caption(NAMES, tuple(events), say, locale)


def until(seats: int, stop: Callable[[Burgundy], bool], **options: str) -> Burgundy:
    """A game of eager players, when something holds for the first time (or at its end)."""
    game, random = Burgundy.new(seats, 3, **options), Random(3)
    while game.to_act and not stop(game):
        seat = game.to_act[0]
        actions = game.legal(seat)
        game.play(seat, random.choice([action for action in actions if action[0] in EAGER] or actions))
    return game


def in_round(seats: int, turn: int, **options: str) -> Burgundy:
    return until(seats, lambda game: game.state.turn == turn, **options)


def finished(seats: int) -> Burgundy:
    return until(seats, lambda game: False)


def choosing(seats: int, boards: str = "2011") -> Burgundy:
    """Nobody has a board."""
    return Burgundy.new(seats, seats, mode="free", boards=boards)


def crowded(seats: int) -> Burgundy:
    """Everything at its most: goods everywhere, one tall stack of markers, full storages, half the estates covered."""
    data = in_round(seats, 11).dump()
    data["lying"] = {depot: dict.fromkeys(box.GOODS, 1 if int(depot) % 2 else 2) for depot in box.DEPOTS}
    data["track"] = {"spaces": [[], [], [], [], [], [], list(range(seats))]}
    data["depots"]["black"] = ["k7", "k12", "k14", "k15", "k24", "k25", "bank", "pig4"][: box.black_tiles(seats)]
    tiles = {colour: [tile for tile in box.TILES if box.COLOUR[tile] == colour] for colour in box.COLOURS}
    for seat, player in enumerate(data["players"]):
        hexes = list(ESTATES[player["board"]].hexes.values())[seat % 2 :: 2]
        player["covered"] = {
            hex.id: tiles[hex.colour][number % len(tiles[hex.colour])] for number, hex in enumerate(hexes)
        }
        player["knowledge"] = [tile for tile in player["covered"].values() if tile in box.KNOWLEDGE]
        player["storage"] = ["carpenters_workshop", "sheep4", "k23"]
        player["goods"] = dict.fromkeys(box.GOODS[seat % 4 :][: box.GOODS_SPACES], 7)
        player["sold"] = dict.fromkeys(box.GOODS, 7)
        player.update(workers=38, silverlings=24, purchased=True, earned={"regions": 288}, bonus=[])
    data["players"][0]["bonus"] = [f"{colour}.large" for colour in box.COLOURS]
    data["players"][1]["bonus"] = [f"{colour}.small" for colour in box.COLOURS]
    data["bonus"] = {colour: [] for colour in box.COLOURS}
    return Burgundy.load(data)


EVENTS = (
    Event("phase", None, {"phase": "C", "goods": ["red"]}),
    Event("round", None, {"phase": "C", "round": 1, "seats": ["0", "1"]}),
    Event("castle", 0, {"hex": ""}),
    Event("rolled", 0, {"first": 1, "second": 2}),
    Event("white", 0, {"value": 3, "goods": "red"}),
    Event("took", 0, {"tile": "", "depot": "2", "workers": 0}),
    Event("bought", 0, {"tile": "", "depot": "black", "silverlings": 2, "workers": 0}),
    Event("placed", 0, {"tile": "k1", "hex": "", "workers": 1}),
    Event("sold", 0, {"goods": "red", "count": 2, "points": 6, "silverlings": 1, "workers": 0}),
    Event("workers", 0, {"count": 2, "silverlings": 0}),
    Event("boarding_house", 0, {"count": 4}),
    Event("bank", 0, {"count": 2}),
    Event("watchtower", 0, {"points": 4}),
    Event("animals", 0, {"tile": "cow3", "points": 7}),
    Event("region", 0, {"colour": "mine", "size": 1, "points": 11}),
    Event("bonus", 0, {"colour": "mine", "size": "small", "points": 3}),
    Event("goods", 0, {"goods": ["red"], "depots": ["1", "6"]}),
    Event("marker", 0, {"space": 1}),
    Event("income", 0, {"silverlings": 1, "workers": 1}),
)
"""Empty words stand for something of the position: see ``fitted``."""


def fitted(event: Event, game: Burgundy) -> Event:
    """The event about a tile or a hex that the position shows."""
    player = game.state.players[event.seat or 0]
    tells = {"tile": player.storage[0] if player.storage else "", "hex": next(reversed(player.covered), "")}
    return Event(
        event.kind, event.seat, {key: tells.get(key, "") if value == "" else value for key, value in event.data.items()}
    )
