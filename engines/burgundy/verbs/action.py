"""Dice actions, for which a die is used, or which the effect of a tile gives free (rules 6.1).

The base class, selling (rules 6.4), taking workers (rules 6.5), and the end of a turn.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from typing import ClassVar

from engines.burgundy import box, knowledge
from engines.burgundy.placement import ANY, FREELY, Reach, die_reach, workers_for
from engines.burgundy.position import Decision, Position
from engines.burgundy.state import Player
from engines.contract import Message
from engines.notation import number
from engines.steps import Verb, Words


class Acting(Decision, kw_only=True):
    """A decision with dice actions: a turn, or the effect of a castle or building."""

    free: ClassVar[bool] = True
    """True if the actions need no die."""

    def allows(self, word: str) -> bool:
        """Return whether the dice action with this verb is possible."""
        return True

    def colours(self) -> tuple[str, ...]:
        """Return the colours of the tiles that may be taken."""
        return box.COLOURS

    def may_buy(self, game: Position) -> bool:
        """Return whether a purchase is allowed during this decision."""
        return game.edition.purchase_inside_action


class DieAction(Verb[Position, Acting]):
    """A dice action: words with its object, such as a tile and a hex, then those with the die and the workers."""

    size: ClassVar[int]
    """The number of words between the verb and the words with the die."""

    def closed(self, game: Position, step: Acting, seat: int) -> Message | None:
        if step.free:
            return None if step.allows(self.word) else effect_first(step.effect())
        return None if game.state.players[seat].unused else Message("burgundy.refuse.no_die")

    def choices(self, game: Position, step: Acting, seat: int) -> Iterable[Words]:
        player = game.state.players[seat]
        return self.completions(game, step, player, FREELY if step.free else die_reach(player))

    def completions(self, game: Position, step: Acting, player: Player, reach: Reach) -> Sequence[Words]:
        """Return the words behind the verb of all actions that are offered, each with an ending of ``reach``."""
        raise NotImplementedError

    def impossible(self, game: Position, step: Acting, seat: int, words: Words) -> Message | None:
        """Return why the action is impossible whatever the dice show; ``words`` are the first ``size`` ones."""
        return None

    def goal(self, player: Player, target: Words) -> tuple[str, int]:
        """Return the use of the die, which is a key of ``Reach.legal``, and the number that it must show.

        Args:
            player: The player who uses the die.
            target: The first ``size`` words of the action.
        """
        return self.word, ANY

    def unlisted(self, game: Position, step: Acting, seat: int) -> bool:
        """Return whether more is legal than is listed.

        ``placement.turning`` does not offer a die if the other one reaches the same number with so many workers fewer
        that using it is at least as good. By rules 6.1 the die may be used all the same.
        """
        player = game.state.players[seat]
        reach = die_reach(player)
        if step.free or not reach.more:
            return False
        goals = (self.goal(player, words[: self.size]) for words in self.choices(game, step, seat))
        return any(reach.legal[use][die_number] != reach.offered[use][die_number] for use, die_number in goals)

    def fault(self, game: Position, step: Acting, seat: int, words: Words) -> Message | None:
        if reason := self.impossible(game, step, seat, words[: self.size]):
            return reason
        if step.free:
            return Message("burgundy.refuse.no_die_needed") if "die" in words else None
        player = game.state.players[seat]
        target = words[: self.size]
        ending = words[self.size :]
        use, die_number = self.goal(player, target)
        if ending in die_reach(player).legal[use][die_number]:
            return None
        dice = [str(die) for die in player.unused]
        die = _named_die(ending)
        if die is None:
            return self.too_few_workers(player, target) or Message("burgundy.refuse.which_die", {"dice": dice})
        if die not in player.unused:
            return Message("burgundy.refuse.no_such_die", {"die": die, "dice": dice})
        needed = _workers_for(player, use, die_number, die)
        if needed > player.workers:
            return self.out_of_reach(player, use, die_number, die)
        return Message("burgundy.refuse.workers_needed", {"die": die, "n": needed})

    def too_few_workers(self, player: Player, target: Words) -> Message | None:
        """Return that there are too few workers for any die; None: they are enough, or no die is unused."""
        use, die_number = self.goal(player, target)
        if die_reach(player).legal[use][die_number] or not player.unused:
            return None
        _, nearest = min((_workers_for(player, use, die_number, die), die) for die in player.unused)
        return self.out_of_reach(player, use, die_number, nearest)

    def out_of_reach(self, player: Player, use: str, die_number: int, die: int) -> Message:
        """Return that there are too few workers for a die, with a way out: the other die, or taking workers with it."""
        needed = _workers_for(player, use, die_number, die)
        args: dict[str, int | str | list[str]] = {"die": die, "n": needed, "workers": player.workers}
        dice_in_reach = [int(ending[1]) for ending in die_reach(player).legal[use][die_number]]
        if dice_in_reach:
            return Message("burgundy.refuse.out_of_reach_for_one", {**args, "other": dice_in_reach[0]})
        is_last = len(player.unused) == 1
        return Message("burgundy.refuse.out_of_reach" if is_last else "burgundy.refuse.out_of_reach_yet", args)

    def normal(self, words: Words) -> Words:
        match words:
            case (*rest, "workers", count, "die", die):
                return (*rest, "die", die, "workers", count)
        return words

    def do(self, game: Position, step: Acting, seat: int, words: Words) -> None:
        if not step.free:
            game.push(step)
            player = game.state.players[seat]
            die = int(words[self.size + 1])
            player.unused.remove(die)
            if len(words) > self.size + 2:
                count = int(words[-1])
                player.workers -= count
                _, die_number = self.goal(player, words[: self.size])
                game.emit("turned_to", seat, die=die, to=die_number, count=count)
        self.act(game, seat, words[: self.size])

    def act(self, game: Position, seat: int, words: Words) -> None:
        """Carry out the action, whose die has already been used; ``words`` are the first ``size`` ones."""
        raise NotImplementedError


class Sell(DieAction):
    """Sell all goods of the type whose number the die shows (rules 6.4); knowledge 3 and 4 pay more."""

    word = "sell"
    size = 1

    def completions(self, game: Position, step: Acting, player: Player, reach: Reach) -> Sequence[Words]:
        return [words for goods, sales in reach.sales if goods in player.goods for words in sales]

    def goal(self, player: Player, target: Words) -> tuple[str, int]:
        return self.word, box.DIE_OF[target[0]]

    def impossible(self, game: Position, step: Acting, seat: int, words: Words) -> Message | None:
        match words:
            case (goods,) if goods in box.GOODS:
                has_goods = goods in game.state.players[seat].goods
                return None if has_goods else Message("burgundy.refuse.not_stored", {"goods": goods})
        if not game.state.players[seat].goods:
            return Message("burgundy.refuse.no_own_goods")
        return Message("burgundy.refuse.no_such_goods", {"goods": list(box.GOODS)})

    def obstacle(self, game: Position, step: Acting, seat: int, words: Words) -> Message | None:
        """Return why nothing begins with these words; without a type, why no own goods are in reach of a die."""
        player = game.state.players[seat]
        if words or step.free or not player.goods:
            return super().obstacle(game, step, seat, words)
        reasons = [self.too_few_workers(player, (goods,)) for goods in box.GOODS if goods in player.goods]
        out_of_reach = [reason for reason in reasons if reason is not None]
        # Of several types the one that needs the fewest workers is told.
        return min(out_of_reach, key=lambda reason: int(str(reason.args["n"])), default=None)

    def hint(self, game: Position, step: Acting, seat: int, words: Words) -> Message:
        player = game.state.players[seat]
        gains = {"points": player.goods[words[0]] * box.SALE_VP[game.state.seats], "n": self.silverlings(player)}
        pays_workers = knowledge.SALE_WORKERS in player.knowledge
        return Message("burgundy.hint.sale_and_worker" if pays_workers else "burgundy.hint.sale", gains)

    def act(self, game: Position, seat: int, words: Words) -> None:
        (goods,) = words
        player = game.state.players[seat]
        count = player.goods.pop(goods)
        player.sold[goods] = player.sold.get(goods, 0) + count
        silverlings = self.silverlings(player)
        player.silverlings += silverlings
        points = count * box.SALE_VP[game.state.seats]
        game.earn(seat, "sales", points, "sold", goods=goods, count=count, silverlings=silverlings)
        if knowledge.SALE_WORKERS in player.knowledge:
            game.receive_workers(seat, knowledge.SALE_WORKERS)

    def silverlings(self, player: Player) -> int:
        """Return the silverlings for a sale, whatever the number of goods."""
        return box.SILVER_PER_SALE + knowledge.brought(player, knowledge.SALE_SILVERLINGS)


class TakeWorkers(DieAction):
    """Take workers with any die (rules 6.5); knowledge 13 and 14 pay more."""

    word = "workers"
    size = 0

    def completions(self, game: Position, step: Acting, player: Player, reach: Reach) -> Sequence[Words]:
        return reach.offered[self.word][ANY]

    def hint(self, game: Position, step: Acting, seat: int, words: Words) -> Message:
        player = game.state.players[seat]
        pays_silverlings = knowledge.WORKERS_SILVERLINGS in player.knowledge
        id = "burgundy.hint.workers_and_silverling" if pays_silverlings else "burgundy.hint.workers"
        return Message(id, {"n": self.workers_taken(player)})

    def act(self, game: Position, seat: int, words: Words) -> None:
        player = game.state.players[seat]
        count = self.workers_taken(player)
        player.workers += count
        game.emit("workers", seat, count=count)
        if knowledge.WORKERS_SILVERLINGS in player.knowledge:
            game.receive_silverlings(seat, knowledge.WORKERS_SILVERLINGS)

    def workers_taken(self, player: Player) -> int:
        return knowledge.brought(player, knowledge.MORE_WORKERS) or box.WORKERS_TAKEN


class End(Verb[Position, Decision]):
    """End the turn once both dice are used."""

    word = "end"

    def closed(self, game: Position, step: Decision, seat: int) -> Message | None:
        if step.effect():
            return effect_first(step.effect())
        dice = len(game.state.players[seat].unused)
        return Message("burgundy.refuse.dice_left", {"n": dice}) if dice else None

    def do(self, game: Position, step: Decision, seat: int, words: Words) -> None:
        player = game.state.players[seat]
        player.purchased = player.hired = False


def _named_die(ending: Words) -> int | None:
    """Return the number of the die that the last words of an action name; None if they name none."""
    match ending:
        case ("die", die) | ("die", die, "workers") | ("die", die, "workers", _):
            return number(die)
    return None


def _workers_for(player: Player, use: str, die_number: int, die: int) -> int:
    """Return how many workers turn a die into the number that a use needs, with the player's knowledge."""
    free, double = knowledge.free_and_double(knowledge.shift_tiles(player), use)
    return workers_for(die, die_number, free=free, double=double)


@cache
def effect_first(tile: str) -> Message:
    """Return the refusal of an action that is possible only after the effect of a tile."""
    return Message("burgundy.refuse.effect_first", {"tile": tile})


def tile_hint(tile: str, *, stored: bool = False) -> Message:
    """Return the effect of a tile; for a tile that goes to storage the hint adds that it must be placed first."""
    # The texts of knowledge tiles and mines already say when they have an effect.
    needs_placing = stored and box.COLOUR[tile] not in ("knowledge", "mine")
    id = "burgundy.hint.placed" if needs_placing else "burgundy.hint.tile"
    return Message(id, {"effect": f"{box.card(tile)}.short"})
