"""What makes up the worth of a position, by name, for whoever explains why one is liked better than another.

The strong player's values taken apart: what they add to the points that are counted.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import chain
from statistics import fmean
from typing import NamedTuple

from engines.burgundy.position import Position as Burgundy
from engines.contract import Game
from engines.macao.position import Position as Macao
from engines.mmn.position import Position as Mmn
from engines.players.values import burgundy, burgundy_fitted, macao, macao_fitted, mmn_strong, navegador_fitted
from engines.players.values.fitted import Fitted, Seen


class Term(NamedTuple):
    """``size``: how much there is of what the name stands for; ``worth``: the points that the player gives for it, be
    they below zero."""

    size: float
    worth: float


Terms = dict[str, Term]
Named = tuple[str, Term]
_NONE = Term(0.0, 0.0)
_TRACE = 1e-9
"""Points that are but what sums of fractions leave."""

LESS = {"away", "both", "missing", "no ships", "price", "rank", "stuck"}
"""What is weighed as an amount of something of which less is meant."""
TOGETHER = {
    "both": "market",
    "processing": "market",
    "sale": "market",
    "best privilege": "privileges to come",
    "other privileges": "privileges to come",
    "more money": "money",
    "more silverlings": "silverlings",
    "more workers": "workers",
    "no ships": "ships",
    "best goods": "goods",
    "sales": "goods",
    "stored animals": "stored animal",
    "reserved offices": "reserved",
    "reserved others": "reserved",
    "reserved scoring cards": "reserved",
}
"""What is weighed apart and told as one: the name under which."""
PROMISE = {"reserved"}
"""What is told by its worth alone: unlike things are weighed under this name, and its words say which promises more."""

COUNTED = {
    "burgundy": {"colours": "bonus", "regions": "regions"},
    "mmn": {"autarky": "autarky", "metropolis": "metropolises", "road": "longest_road", "storage": "storage"},
}
"""By game, what is on its way to points of a source: who has these is not behind who only comes near to them."""


def terms(game: Game, seat: int) -> Terms:
    """Of the strong player's value of a position; nothing once the game is over."""
    if game.state.over:
        return {}
    found, sources = _gathered(_PARTS[game.key](game, seat)), game.score(seat).sources
    for name, source in COUNTED.get(game.key, {}).items():
        size, worth = found.get(name, _NONE)
        found[name] = Term(size + sources[source], worth)
    return found


def mean(found: Sequence[Terms]) -> Terms:
    """Of several positions."""
    names = dict.fromkeys(chain.from_iterable(found))
    columns = {name: zip(*[each.get(name, _NONE) for each in found], strict=True) for name in names}
    return {name: Term(*map(fmean, column)) for name, column in columns.items()}


def beside(own: Terms, other: Terms) -> dict[str, float]:
    """What tells two positions apart, by the points that it makes, most first: above zero where the own one has more of
    what the name stands for, below where the other has. Of what there is more for fewer points nothing is told: nobody
    would understand it.
    """
    found = {}
    for name in dict.fromkeys((*own, *other)):
        size, worth = (mine - theirs for mine, theirs in zip(own.get(name, _NONE), other.get(name, _NONE), strict=True))
        if size * worth > 0 and abs(worth) > _TRACE:
            found[name] = worth
    return dict(sorted(found.items(), key=lambda each: (-abs(each[1]), each[0])))


def _gathered(parts: Iterable[Named]) -> Terms:
    found: Terms = {}
    for name, term in parts:
        name = TOGETHER.get(name, name)
        before = found.get(name, _NONE)
        worth = before.worth + term.worth
        found[name] = Term(worth if name in PROMISE else before.size + term.size, worth)
    return found


def _fitted(seen: Seen, fitted: Fitted, share: float = 1.0) -> Iterable[Named]:
    """What is weighed by numbers fitted to games."""
    weights = fitted.at(seen.moment)
    for name, amount in seen.amounts.items():
        yield name, Term(-amount if name in LESS else amount, share * amount * weights[name])


def _by_hand(parts: Mapping[str, float], share: float = 1.0) -> Iterable[Named]:
    """What is weighed by numbers made by hand: there is as much of it as it is worth."""
    for name, worth in parts.items():
        yield name, Term(share * worth, share * worth)


def _navegador(game: Game, seat: int) -> Iterable[Named]:
    return _fitted(navegador_fitted.seen(game, seat), navegador_fitted.FITTED)


def _burgundy(game: Game, seat: int) -> Iterable[Named]:
    assert isinstance(game, Burgundy)
    outlook = burgundy.outlook(game.state, seat)
    by_hand = burgundy.parts(game.state, seat, outlook) if outlook else {}
    return chain(_by_hand(by_hand), _fitted(burgundy_fitted.seen(game, seat), burgundy_fitted.FITTED))


def _macao(game: Game, seat: int) -> Iterable[Named]:
    assert isinstance(game, Macao)
    game = macao.with_dice(game, seat)
    by_hand = _by_hand(macao.parts(game, seat), 0.5)
    return chain(by_hand, _fitted(macao_fitted.seen(game, seat), macao_fitted.FITTED, 0.5))


def _mmn(game: Game, seat: int) -> Iterable[Named]:
    assert isinstance(game, Mmn)
    return _by_hand(mmn_strong.parts(game, seat))


_PARTS: dict[str, Callable[[Game, int], Iterable[Named]]] = {
    "burgundy": _burgundy,
    "macao": _macao,
    "mmn": _mmn,
    "navegador": _navegador,
}
