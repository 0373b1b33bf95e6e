"""A reason is true: whatever in a turn is refused for a quantity or a limit becomes legal once that is mended.

Where several things are missing they are named one after the other, none twice.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from engines.contract import Action, Message
from engines.macao import board
from engines.macao.cards import CARDS
from engines.macao.game import Macao
from engines.macao.steps.rounds import Turn
from engines.macao.verbs.acquisition import Pay
from engines.record import decode, parse
from tests import records
from tests.engines.macao.positions import position
from tests.engines.playing import refusal

Mend = Callable[[Macao, int, Action, Message], None]


def _cubes(game: Macao, seat: int, action: Action, reason: Message) -> None:
    game.add_cubes(seat, Counter(reason.args["cubes"]))  # type: ignore[arg-type]


def _one_less(game: Macao, seat: int, action: Action, reason: Message) -> None:
    game.add_cubes(seat, Counter(reason.args["cubes"][1:]))  # type: ignore[index]


def _gold(game: Macao, seat: int, action: Action, reason: Message) -> None:
    if "cost" in reason.args:
        assert reason.args["gold"] == game.state.players[seat].gold
    game.state.players[seat].gold = int(reason.args.get("cost", reason.args.get("gold")))  # type: ignore[arg-type]


def _any_cubes(game: Macao, seat: int, action: Action, reason: Message) -> None:
    stock = game.state.players[seat].stock
    stock["red"] = int(reason.args["n"]) - (sum(stock.values()) - stock.get("red", 0))  # type: ignore[arg-type]


def _more_cubes(game: Macao, seat: int, action: Action, reason: Message) -> None:
    stock = game.state.players[seat].stock
    assert reason.args["have"] == sum(stock.values())
    _any_cubes(game, seat, action, reason)


def _free(game: Macao, seat: int, action: Action, reason: Message) -> None:
    game.state.players[seat].rose[board.STOCK] = {"red": int(reason.args["n"])}  # type: ignore[arg-type]


def _this_round(**limits: object) -> Mend:
    def mend(game: Macao, seat: int, action: Action, reason: Message) -> None:
        for name, value in limits.items():
            setattr(game.state.players[seat].this_round, name, value)

    return mend


def _jokers(game: Macao, seat: int, action: Action, reason: Message) -> None:
    game.state.players[seat].jokers = 1


def _used(game: Macao, seat: int, action: Action, reason: Message) -> None:
    game.state.players[seat].this_round.used = {}


def _wall(game: Macao, seat: int, action: Action, reason: Message) -> None:
    """As far as is said, and not a space further."""
    assert 0 <= int(reason.args["n"]) < int(action[1])  # type: ignore[arg-type]
    back = game.state.wall
    for stack in back.stacks:
        if seat in stack:
            stack.remove(seat)
    back.stacks[0].append(seat)


MENDS: dict[str, Mend] = {
    "cost": _cubes,
    "cost_one_less": _one_less,
    "cost_or_gold": _gold,
    "cost_one_less_or_gold": _gold,
    "gold": _gold,
    "one_purchase": _this_round(purchases=0),
    "one_quarter": _this_round(quarters=0),
    "one_advance": _this_round(advanced=False),
    "wall": _any_cubes,
    "wall_end": _wall,
    "ship": _any_cubes,
    "cubes_any": _more_cubes,
    "ship_free": _free,
    "no_joker": _jokers,
    "used": _used,
}
"""What makes good a refusal, by the reason."""
NO_QUANTITY = {
    *("brings_nothing", "no_wall_step", "locked", "nobody_to_discard", "whom_to_discard", "ship_there", "how_often"),
    *("no_waiver", "waived_colour", "waive_one", "not_for_gold", "show", "joker_gains", "deliver"),
    *("no_wares", "no_port", "other_ware"),
    *(f"needs_{condition.metric}" for card in CARDS.values() for condition in getattr(card.effect, "requires", ())),
}
"""Reasons that lie in the action itself, in the cards or in the round."""


def attempts(game: Macao, seat: int) -> Iterator[Action]:
    """Whatever somebody might want to do in a turn, or to pay."""
    kinds = {verb.word for verb in game.state.stack[-1].offered(game, seat)}
    yield from (action for action in _attempts(game, seat) if action[0] in kinds)


def _attempts(game: Macao, seat: int) -> Iterator[Action]:
    player = game.state.players[seat]
    yield ("tribute",)
    yield from (("activate", card) for card in player.tableau)
    yield from (("quarter", quarter) for quarter in game.state.city)
    yield from (("wall", str(spaces)) for spaces in range(1, board.WALL_END + 1))
    yield from (("ship", space) for space in board.SPACES)
    yield ("joker", *["red"] * (2 if "gaukler" in player.activated else 1))
    yield ("joker", "gold")
    yield from (("use", card) for card in player.activated if CARDS[card].timing == "phase3_use")
    yield from ((word,) for word in ("cubes", "gold", "show"))
    yield from (("waive", colour) for colour in board.COLOURS)


def mended(game: Macao, seat: int, action: Action) -> list[str]:
    """Makes good one reason after the other; which they were. Raises AssertionError when one comes twice."""
    named: list[str] = []
    while (reason := refusal(game, seat, action)) is not None:
        id = reason.id.removeprefix("macao.refuse.")
        if id in NO_QUANTITY:
            return named
        assert id not in named, (action, named, reason)
        named.append(id)
        MENDS[id](game, seat, action, reason)
        game = Macao.load(game.dump())
    assert action in game.legal(seat)
    return named


def test_what_a_reason_names_is_what_is_missing() -> None:
    """At some turns and payments of the recorded games, which are played better than by chance."""
    rng = Random(1)
    named = Counter[str]()
    for file in sorted((Path(records.__file__).parent / "macao").glob("*.json"))[::2]:
        record = decode(file.read_bytes())
        game = Macao.by_rules(record.rules, record.seats, int(record.seed, 16), **record.options)
        for move in record.moves:
            top = game.state.stack[-1]
            if isinstance(top, Turn | Pay) and rng.random() < 0.05:
                seat = game.to_act[0]
                for action in attempts(game, seat):
                    if action not in game.legal(seat):
                        named.update(mended(game.copy(), seat, action))
            game.play(move.seat, parse(move.words))
    assert set(named) >= {*MENDS} - {name for name, _, _ in RARE}, set(MENDS) - set(named)


RARE: list[tuple[str, dict[str, Any], str]] = [
    ("cost_or_gold", {"activated": ["graf"], "tableau": ["bank"], "gold": 0}, "activate bank"),
    ("cost_one_less_or_gold", {"activated": ["graf", "kran"], "tableau": ["bank"], "gold": 0}, "activate bank"),
    ("ship_free", {"free_steps": 1}, "ship lisboa"),
    ("cubes_any", {"activated": ["kathedrale"]}, "use kathedrale"),
    ("cubes_any", {"activated": ["laden"]}, "use laden"),
]


@pytest.mark.parametrize(("name", "me", "line"), RARE)
def test_rarer_reasons_name_what_is_missing_too(name: str, me: dict[str, Any], line: str) -> None:
    assert mended(position(me=me), 0, tuple(line.split())) == [name]
