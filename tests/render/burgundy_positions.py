"""Positions of Burgundy to draw: choosing, started, under way, crowded, finished."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from random import Random

import render
from engines import Event
from engines.burgundy import box
from engines.burgundy.estate import BEGINNERS, ESTATES, EXTRA
from engines.burgundy.game import Burgundy
from render import Caption
from render.burgundy import words
from render.shape import Shape
from tests.render.happenings import Happening, first_of_each_kind
from tests.render.played_once import played_once
from tests.render.positions import NAMES

EAGER = ("place", "take", "goods", "sell", "buy")
LONG = {
    "short": "Freie Verschiebung um 1 beim Nehmen von Plättchen",
    "text": "Immer wenn du etwas tust, das zu tun sich lohnt, erhältst du dafür sehr viele Siegpunkte. " * 3,
    "note": "Es gilt der Moment der Nutzung, nicht der davor und nicht der danach. " * 3,
}
CODES = dict(zip(words.CODES.values(), ("Lag", "Zim", "Kir", "Mkt", "Her", "Bank", "Rat", "Wac"), strict=True))


def say(message: str) -> str:
    """Return a text for every id: letters of a building, long words about a tile, else the id's last words."""
    *_, id, word = message.split(".")
    if word == "name":
        return "Zimmermannswerkstatt" if id == "carpenters_workshop" else id
    return CODES.get(message) or LONG.get(word, word.replace("_", " ").capitalize())


def caption(events: Sequence[Event] = (), locale: str = "long", shape: Shape = Shape.TALL) -> Caption:
    return Caption(NAMES, tuple(events), say, locale, shape=shape)


def until(seats: int, stop: Callable[[Burgundy], bool], **options: str) -> Burgundy:
    """Return a game of eager players when a condition holds for the first time (or at its end)."""
    game = Burgundy.new(seats, 3, **options)
    random = Random(3)
    while game.to_act and not stop(game):
        seat = game.to_act[0]
        actions = game.legal(seat)
        game.play(seat, random.choice([action for action in actions if action[0] in EAGER] or actions))
    return game


@played_once
def in_round(seats: int, turn: int, **options: str) -> Burgundy:
    return until(seats, lambda game: game.state.turn == turn, **options)


@played_once
def finished(seats: int) -> Burgundy:
    return until(seats, lambda game: False)


def choosing(seats: int, boards: str = "2011") -> Burgundy:
    """Return a game in which nobody has a board yet."""
    return Burgundy.new(seats, seats, mode="free", boards=boards)


@played_once
def offered(seats: int) -> Burgundy:
    """Return a game in which a board was drawn for everybody; the first may take the beginners' board in its place."""
    seeds = (Burgundy.new(seats, seed, beginners_board="on") for seed in range(99))
    return next(game for game in seeds if all(player.board != BEGINNERS for player in game.state.players))


@played_once
def crowded(seats: int, extra: bool = False) -> Burgundy:
    """Return a game with as much as possible: goods everywhere, a tall stack of markers, half of each estate covered.

    ``extra`` uses the boards of later editions.
    """
    data = in_round(seats, 11).dump()
    data["lying"] = {depot: dict.fromkeys(box.GOODS, 1 if int(depot) % 2 else 2) for depot in box.DEPOTS}
    data["track"] = {"spaces": [[], [], [], [], [], [], list(range(seats))]}
    data["depots"]["black"] = ["k7", "k12", "k14", "k15", "k24", "k25", "bank", "pig4"][
        : len(box.filling(seats, "A")["black"])
    ]
    tiles = {colour: [tile for tile in box.TILES if box.COLOUR[tile] == colour] for colour in box.COLOURS}
    for seat, player in enumerate(data["players"]):
        if extra:
            player["board"] = EXTRA[seat % len(EXTRA)]
        hexes = list(ESTATES[player["board"]].hexes.values())[seat % 2 :: 2]
        player["covered"] = {
            hex.id: tiles[hex.colour][number % len(tiles[hex.colour])] for number, hex in enumerate(hexes)
        }
        player["knowledge"] = [tile for tile in player["covered"].values() if tile in box.KNOWLEDGE]
        player["storage"] = ["carpenters_workshop", "sheep4", "k23"]
        player["goods"] = dict.fromkeys(box.GOODS[seat % 4 :][: box.GOODS_SPACES], 7)
        player["sold"] = dict.fromkeys(box.GOODS, 7)
        player.update(workers=38, silverlings=24, purchased=seat == data["order"][0], earned={"regions": 288}, bonus=[])
    data["players"][0]["bonus"] = [f"{colour}.large" for colour in box.COLOURS]
    data["players"][1]["bonus"] = [f"{colour}.small" for colour in box.COLOURS]
    data["bonus"] = {colour: [] for colour in box.COLOURS}
    return Burgundy.load(data)


def positions(seats: int) -> list[Burgundy]:
    """Return a position of every kind."""
    return [
        choosing(seats),
        choosing(seats, "extra"),
        offered(seats),
        Burgundy.new(seats, seats),
        in_round(seats, 1),
        in_round(seats, 9),
        in_round(seats, 22),
        crowded(seats),
        crowded(seats, True),
        finished(seats),
    ]


def decided(game: Burgundy, shown: Caption) -> bytes | None:
    """Return the picture of the decision of the seat to act, or None if there is no picture for it."""
    for seat in game.to_act:
        try:
            return render.decision(game.view(seat), shown, game.legal(seat))
        except LookupError:
            return None
    return None


UNMARKED = ("knowledge", "no_effect", "over", "passed", "white_die")
"""Kinds of events that leave nothing to point at: what is gone or did not happen, and what another event marks."""
MARKED = (
    *("animals", "board", "bonus", "bought", "bought_with_workers", "castle", "discarded", "goods", "income", "marker"),
    *("order", "phase", "placed", "region", "rolled", "round", "sold", "tile_silverlings", "tile_workers", "took"),
    *("turned_to", "watchtower", "white", "workers"),
)


@cache
def happenings() -> dict[str, Happening]:
    """Return the first event of every kind in some played games."""
    games = [("random", seed, edition) for seed in range(4) for edition in ("2011", "2019")]
    return first_of_each_kind(
        (Burgundy.new(2, seed, beginners_board="on", edition=edition), name, seed)
        for name, seed, edition in (*games, ("greedy", 1, "2019"))
    )


@cache
def events() -> tuple[Event, ...]:
    """Return an event of every kind."""
    return tuple(event for _, event in happenings().values())


def fitted(event: Event, game: Burgundy) -> Event:
    """Return the event with a tile or a hex that the position shows."""
    player = game.state.players[event.seat or 0]
    shown = {"tile": player.storage[:1], "hex": list(player.covered)[-1:]}
    data = {key: shown[key][0] if shown.get(key) else value for key, value in event.data.items()}
    return Event(event.kind, event.seat, data)
