"""What a turn brings: points by their source, and what lies in the own stock, as far as both are sure."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from bot.thinking.turns import Turn
from engines import Game
from engines.players.skills import SKILLS

POINTS, OTHERS, STOCK = "points", "others", "stock"

Change = tuple[str, str]
"""What changes: the own POINTS of a source, the points of OTHERS by seat, what lies in the own STOCK by its name."""


def gain(turn: Turn, seat: int, stocks: Collection[str]) -> dict[Change, int]:
    """What has changed at the end of the turn."""
    before, after = (_counted(_carried_out(each, seat), seat, stocks) for each in (turn.world, turn.end))
    return {change: by for change, count in after.items() if (by := count - before.get(change, 0))}


def points(turns: Sequence[Turn], seat: int) -> tuple[int, int, int]:
    """As the game counts them, now and at the ends of turns: the fewest, the most."""
    ends = [_carried_out(each.end, seat).score(seat).total for each in turns]
    return turns[0].world.score(seat).total, min(ends), max(ends)


def _carried_out(end: Game, seat: int) -> Game:
    return SKILLS[end.key].carried_out(end, seat)


def _counted(game: Game, seat: int, stocks: Collection[str]) -> dict[Change, int]:
    """Points and stocks, as ``seat`` may know them."""
    found = dict[Change, int]()
    for score in game.scores():
        if score.seat == seat:
            found |= {(POINTS, source): points for source, points in score.sources.items()}
            for (source, stock), points in SKILLS[game.key].apart(game, seat).items():
                found[POINTS, stock] = points
                found[POINTS, source] -= points
        else:
            found[OTHERS, str(score.seat)] = score.total
    found |= {(STOCK, name): count for name, count in game.belongings(seat).items() if name in stocks}
    return found


def certain(gains: Sequence[Sequence[dict[Change, int]]]) -> list[dict[Change, int]]:
    """Of each idea what is the same in all worlds; of OTHERS only what is so of all ideas, since what is told of one
    and not of another looks as if that did not have it."""
    found = [
        {name: by for name, by in first.items() if all(gain.get(name) == by for gain in more)} for first, *more in gains
    ]
    open = {name for each, sure in zip(gains, found, strict=True) for gain in each for name in gain.keys() - sure}
    return [{name: by for name, by in sure.items() if name[0] != OTHERS or name not in open} for sure in found]


def unsure(gains: Sequence[dict[Change, int]]) -> tuple[str, ...]:
    """Of what an idea changes the own stock by so much in one world and by so much in another."""
    names = dict.fromkeys(name for gain in gains for kind, name in gain if kind == STOCK)
    return tuple(name for name in names if len({gain.get((STOCK, name), 0) for gain in gains}) > 1)


def telling(gains: Sequence[dict[Change, int]], turn: bool = True) -> set[Change]:
    """What is told of all ideas: what is not the same of all; the own points, since they are added up, and the stock
    that they are points for; where a turn ends also the rest of the stock and what others lose, since each idea is read
    alone."""
    changes = {change: by for gain in gains for change, by in gain.items()}
    differ = {change for change in changes if len({gain.get(change, 0) for gain in gains}) > 1}
    scored = {(STOCK, name) for kind, name in changes if kind == POINTS}
    own = {change for change in changes if change[0] == POINTS or change in scored}
    lasting = {change for change, by in changes.items() if change[0] == STOCK or (change[0] == OTHERS and by < 0)}
    return differ | own | (lasting if turn else set())
