"""Positions of Macao to draw: started, under way, crowded, finished."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

from engines import Event
from engines.macao import board
from engines.macao.cards import CARDS
from engines.macao.game import Macao
from render import Caption
from render.macao.inks import LETTER
from render.shape import Shape
from tests.render.played_once import played_once
from tests.render.positions import NAMES

EAGER = ("activate", "quarter", "deliver", "tribute", "use")
LONG = {
    "short": "Nimm 1 beliebigen AS immer wenn du Prestige nach der Leiste",
    "text": "Immer wenn du etwas tust, das zu tun sich lohnt, erhältst du dafür sehr viele Prestigepunkte. " * 2,
    "note": "Es gilt der Moment der Nutzung, nicht der davor und nicht der danach. " * 3,
}


def say(message: str) -> str:
    """Return a text for every id: the German name of a card, long words about it, else the id's last word."""
    *_, id, word = message.split(".")
    if word == "name":
        return CARDS[id].name_de
    if word.startswith("letter_"):
        return LETTER[word.removeprefix("letter_")]
    return LONG.get(word, word.replace("_", " ").capitalize())


def caption(events: Sequence[Event] = (), locale: str = "long", shape: Shape = Shape.TALL) -> Caption:
    return Caption(NAMES, tuple(events), say, locale, shape=shape)


def until(seats: int, stop: Callable[[Macao], bool], **options: str) -> Macao:
    """Return a game of eager players when a condition holds for the first time (or at its end)."""
    game = Macao.new(seats, 3, **options)
    random = Random(3)
    while game.to_act and not stop(game):
        seat = game.to_act[0]
        words = game.legal(seat)
        eager = [word for word in words if word[0] in EAGER] or [word for word in words if word[0] != "pass"]
        game.play(seat, random.choice(eager or words))
    return game


@played_once
def in_phase(seats: int, turn: int, phase: str, **options: str) -> Macao:
    return until(seats, lambda game: game.state.turn == turn and game.view(None).phase == phase, **options)


@played_once
def finished(seats: int) -> Macao:
    return until(seats, lambda game: False)


def together(seats: int) -> Macao:
    """Return a game where dice are chosen at the same time: the first seat has chosen, the others have not."""
    game = in_phase(seats, 3, "dice", dice="together")
    game.play(game.to_act[0], ("dice", "red", "green"))
    return game


def _held(random: Random, field: int) -> dict[str, int]:
    """Return the cubes of a field of a rose: the whole stock; at most two dice a round lie on the other fields."""
    if not field:
        return {colour: random.randint(1, 9) for colour in board.COLOURS}
    return {colour: random.randint(1, 9 if field < 3 else 6) for colour in random.sample(board.COLOURS, 2)}


@played_once
def crowded(seats: int) -> Macao:
    """Return a full table.

    It has as many cards as a game can bring, all activated or a sixth on the tableau, full roses and holds, a locked
    disc and a high tribute.
    """
    data = in_phase(seats, 11, "actions").dump()
    random = Random(seats)
    ids = random.sample(sorted(CARDS), len(CARDS))
    for seat, player in enumerate(data["players"]):
        buildings = ids[seat::seats][:13]
        reserved = (6 - seat % 2) * bool(seat)
        player["tableau"] = buildings[:reserved]
        player["activated"] = buildings[reserved:]
        player["this_round"]["used"] = dict.fromkeys(player["activated"][::2], 1)
        player["rose"] = [_held(random, field) for field in range(len(player["rose"]))]
        player["hold"] = dict.fromkeys(board.WARES, 3)
        player.update(prestige=158, gold=48, penalties=12, jokers=6, free_steps=4, ship="london")
    order = [seat for seat in range(seats) if seat]
    data["wall"] = {"stacks": [[] for _ in range(15)] + [order], "locked": [0]}
    data["display"] |= {"gold": 12, "prestige": 14}
    return Macao.load(data)


def positions(seats: int) -> list[Macao]:
    """Return a position of every kind."""
    return [
        Macao.new(seats, seats),
        in_phase(seats, 0, "cubes"),
        in_phase(seats, 2, "cards"),
        together(seats),
        in_phase(seats, 9, "actions"),
        crowded(seats),
        finished(seats),
    ]


EVENTS = (
    Event("revealed", None, {"cards": ["bank"], "gold": 3, "prestige": 5}),
    Event("rolled", None, dict.fromkeys(board.COLOURS, 1)),
    Event("took", 0, {"card": ""}),
    Event("activated", 0, {"card": "", "how": "cubes", "paid": ["red", "blue"], "gold": 0}),
    Event("received_gold", 0, {"card": "bank", "gold": 2}),
    Event("received_prestige", 0, {"card": "bank", "prestige": 1}),
    Event("received_cubes", 0, {"card": "bank", "cubes": ["red"]}),
    Event("penalty", 0, {"reason": "overflow"}),
    Event("quarter", 0, {"quarter": "", "tile": "tea", "how": "cubes", "paid": ["red", "gray"], "gold": 0}),
    Event("wall", 0, {"space": 3, "spaces": 1}),
    Event("locked", 0),
    Event("ship", 0, {"space": "s06", "steps": 2, "from_space": "start"}),
    Event("delivered", 0, {"port": "", "ware": "tea", "count": 1, "prestige": 6}),
    Event("tribute", 0, {"gold": 3, "prestige": 5}),
    Event("joker", 0, {"gains": ["gold"]}),
    Event("professor", 0, {"gold": 1}),
    Event("chose", 0, {"first": "red", "second": "green", "first_value": 2, "second_value": 5}),
    Event("shifted", 0, {"colour": "red", "to": 4}),
    Event("placed", 0, {"first": "red", "second": "green"}),
    Event("gained", 0, {"colour": "red"}),
    Event("paid", 0, {"cubes": ["red"]}),
)
"""Empty words stand for something of the position: see ``fitted``."""


def fitted(event: Event, game: Macao) -> Event:
    """Return the event with a card, a quarter or a port that the position shows."""
    player = game.state.players[event.seat or 0]
    tells = {
        "card": (player.activated or player.tableau or [""])[0],
        "quarter": (player.quarters or [""])[0],
        "port": next((port for port, filled in game.state.ports.items() if filled), ""),
    }
    return Event(event.kind, event.seat, {key: value or tells.get(key, value) for key, value in event.data.items()})
