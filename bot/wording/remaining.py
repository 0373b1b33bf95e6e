"""What remains of a sentence once a part of it has become a decision: what is done next, and what nothing came of."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from bot.wording.clauses import goes_on
from bot.wording.conversing import next_of
from bot.wording.languages import FALLBACK
from bot.wording.offered import LONGEST, Understood
from bot.wording.reading import Reader
from bot.wording.reasons import refusal
from bot.wording.texts import Texts
from engines import Action, Game
from engines.record import notation

PAIR = 2
NEXT = ", "
"""Between two decisions that are typed."""


class Ahead(NamedTuple):
    """What a player goes on with: the actions that were clearly said, and what was typed behind them."""

    actions: Sequence[Action] = ()
    rest: str = ""
    game: Game | None = None
    """As it is by then; None: that cannot be foreseen."""


def ahead(texts: Texts, game: Game, seat: int, names: Sequence[str], first: Action, rest: str) -> Ahead:
    """What is clearly said behind a decision, as far as nothing is revealed and its player still decides."""
    after, done, found = game.copy(), first, list[Action]()
    while done[0] not in game.needs_confirmation and refusal(after, seat, done) is None:
        if any(event.barrier for event in after.play(seat, done)):
            break
        following = next_of(texts, after, seat, names, rest) if rest and seat in after.to_act else None
        if following is None or following.understood.asked or not goes_on(texts, after, rest):
            return Ahead(found, rest, after)
        done, rest = following.understood.action, following.rest
        found.append(done)
    return Ahead(found, rest)


def typed_again(actions: Sequence[Action], rest: str) -> str:
    """Actions as they may be typed, and what was typed behind them."""
    return NEXT.join([*map(notation, actions), *filter(None, [rest])])


def each_of_both(texts: Texts, game: Game, seat: int, typed: str, found: Understood) -> Sequence[Action]:
    """The two actions that are asked about where somebody says that both are meant, in an order in which they can be
    done; empty: nobody does."""
    asked = list(found.asked)
    if len(asked) != PAIR or len({action[0] for action in asked}) > 1 or not says_both(texts, game, typed):
        return ()
    for one, other in (asked, asked[::-1]):
        after = game.copy()
        if not any(event.barrier for event in after.play(seat, one)) and other in after.legal(seat):
            return one, other
    return ()


def says_both(texts: Texts, game: Game, typed: str) -> bool:
    """Whether a word says that something is done to both."""
    languages = (texts.name, FALLBACK)
    return any(atom.both for name in languages for atom in Reader(game.key, name, {}).atoms(typed[:LONGEST]))
