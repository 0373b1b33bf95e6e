"""Macao: the strong player takes the mean of what was made by hand and what games have shown."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import chain, repeat

from engines.contract import Game
from engines.macao import board, scoring
from engines.macao.cards import CARDS
from engines.macao.position import Position
from engines.macao.steps.rounds import Turn
from engines.players.beam import Beam
from engines.players.skill import Fit, Named, Skill, once_a_round, weighed_by_fit, weighed_by_hand
from engines.players.skills.macao_facts import fact, used
from engines.players.strong import Strong
from engines.players.values import macao, macao_fitted

_LESS = {"missing", "price", "rank"}


def parts(game: Game, seat: int) -> Iterable[Named]:
    """What the strong player's value adds to the points that are counted."""
    assert isinstance(game, Position)
    game = macao.with_dice(game, seat)
    by_hand = (weighed_by_hand({name: worth}, 0.5) for name, worth in _by_hand(game, seat))
    by_fit = weighed_by_fit(macao_fitted.seen(game, seat), macao_fitted.FITTED, _LESS, 0.5)
    return chain(chain.from_iterable(by_hand), by_fit)


def _by_hand(game: Position, seat: int) -> Iterator[tuple[str, float]]:
    """What was made by hand, cubes and activated cards by the names of what games have shown."""
    state, player = game.state, game.state.players[seat]
    if macao.decided(state, seat):
        return
    yield from macao.parts(game, seat).items()
    left, (*turns, later) = board.ROUNDS - state.turn, macao_fitted.TURNS
    turns = turns[macao.before_turn(state, seat) :]
    for turn, worth in zip(chain(turns, repeat(later)), macao.coming(player, left), strict=False):
        yield f"cubes {turn}", worth
    for id, worth in macao.active(player, left).items():
        yield macao_fitted.sort(CARDS[id]), worth


def apart(game: Game, seat: int) -> Mapping[tuple[str, str], int]:
    """A card that is not paid for costs nothing before the end: markers alone are told as penalties."""
    assert isinstance(game, Position)
    return {("penalties", "tableau"): scoring.unpaid(game, seat)}


def carried_out(game: Game, seat: int) -> Game:
    """The position once the dice are placed that the seat has chosen."""
    assert isinstance(game, Position)
    return macao.with_dice(game, seat)


SKILL = Skill(
    normal=Beam(macao.value),
    strong=Strong.of_own_turn(Beam(macao_fitted.value)),
    weights=macao.WEIGHTS,
    fit=Fit(macao_fitted.seen, macao_fitted.FITTED),
    parts=parts,
    ends_turn=once_a_round(Turn),
    fickle=frozenset({"reserved"}),
    together={
        **{f"colours {turn}": f"cubes {turn}" for turn in macao_fitted.TURNS},
        **dict.fromkeys(("reserved offices", "reserved others", "reserved scoring cards"), "reserved"),
        **dict.fromkeys(("missing", "payable", "turns with it"), "reserved"),
        **dict.fromkeys(("cheaper", "warehouses"), "others"),
        "group": "quarters",
        "kinds of offices": "offices",
        "price": "tribute",
    },
    promises=frozenset({"reserved", "tribute"}),
    figures={
        name: frozenset({"activated"})
        for name in (
            "cards for cubes",
            "cards for gold",
            "cards for prestige",
            "exchanges",
            "offices",
            "others",
            "scoring cards",
            "triggers",
        )
    }
    | {"quarters": frozenset({"city"})},
    apart=apart,
    fact=fact,
    used=used,
    carried_out=carried_out,
)
