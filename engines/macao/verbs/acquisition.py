"""Activating cards and taking quarters: what they cost, how that is paid, what follows (rules 5.1 and 5.2)."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping
from typing import Any

from engines.contract import Message
from engines.macao import board, prices
from engines.macao.cards import CARDS
from engines.macao.cards.effects import ActivateWithoutSpending, Amount, Trigger, WallStackTop
from engines.macao.position import Decision, Position
from engines.macao.verbs.cubes import receive, trigger
from engines.macao.verbs.moving import WellStep
from engines.steps import Arguments, Verb, Words

_ONE_QUARTER = Message("macao.refuse.one_quarter")

# -- what can be paid --------------------------------------------------------------------------------------------------


def payable_with(game: Position, seat: int, target: str, *, gold: bool = True) -> int:
    """Of what a target names: the set a seat can pay for, perhaps a cube less, perhaps with gold instead."""
    player = game.state.players[seat]
    powers = game.powers(seat)
    if gold and powers.gold:
        price = powers.price_in_gold(target)
        if price is not None and price <= player.gold:
            return prices.EVERYTHING
    return (prices.payable_for_less if target in powers.reduced else prices.payable)(player.stock)


def reduced(game: Position, seat: int, what: str) -> bool:
    """Whether one cube less is due (rules 5.1 and 5.2)."""
    size = sum(prices.COST[what].values())
    return prices.TARGET[what] in game.powers(seat).reduced and size > board.RULINGS.cost_reduction_floor


# -- the verbs of a turn -----------------------------------------------------------------------------------------------


class _Acquire(Verb[Position, Any]):
    """Something for its printed cubes; how it is paid is asked."""

    def there(self, game: Position, seat: int) -> Container[str]:
        """What can be had, if it can be paid."""
        raise NotImplementedError

    def fault(self, game: Position, step: Any, seat: int, words: Words) -> Message | None:
        """Every way of paying that the seat has."""
        if len(words) != 1 or words[0] not in self.there(game, seat):
            return super().fault(game, step, seat, words)
        waives_one = reduced(game, seat, words[0])
        unpaid: Arguments = {**game.unpaid(seat, prices.COST[words[0]], waived=int(waives_one))}
        gold = game.powers(seat).price_in_gold(prices.TARGET[words[0]])
        id = "macao.refuse.cost_one_less" if waives_one else "macao.refuse.cost"
        return Message(id, unpaid) if gold is None else Message(f"{id}_or_gold", unpaid | {"gold": gold})

    def hint(self, game: Position, step: Any, seat: int, words: Words) -> Message:
        """The cubes, perhaps one less, or the gold where nothing else will do (Graf, Herold)."""
        (what,) = words
        card = what in CARDS
        target = prices.TARGET[what]
        brings: Arguments = {"effect": f"{what}.short"} if card else {"tile": game.state.city[what]}
        id = "macao.hint.card" if card else "macao.hint.quarter"
        if payable_with(game, seat, target, gold=False) & prices.BIT[what]:
            less = "_one_less" if reduced(game, seat, what) else ""
            return Message(id + less, brings | {"cubes": game.listed(prices.COST[what])})
        return Message(f"{id}_for_gold", brings | {"gold": game.powers(seat).price_in_gold(target) or 0})

    def do(self, game: Position, step: Any, seat: int, words: Words) -> None:
        game.push(Pay(seat=seat, what=words[0]))


class Activate(_Acquire):
    """Rules 5.1: a card of the tableau comes into play for its cubes."""

    word = "activate"
    refuses = ("macao.refuse.not_on_tableau", "card", CARDS)

    def there(self, game: Position, seat: int) -> Container[str]:
        return game.state.players[seat].tableau

    def choices(self, game: Position, step: Any, seat: int) -> Iterable[Words]:
        player = game.state.players[seat]
        powers = game.powers(seat)
        bit = prices.BIT
        if powers.reduced or powers.gold:
            return [(card,) for card in player.tableau if payable_with(game, seat, prices.TARGET[card]) & bit[card]]
        payable = prices.payable(player.stock)
        return [(card,) for card in player.tableau if payable & bit[card]]


class TakeQuarter(_Acquire):
    """Rules 5.2: a quarter for its cubes, once per turn, twice with the Nachtwächter."""

    word = "quarter"
    refuses = ("macao.refuse.taken", "quarter", board.QUARTERS)

    def there(self, game: Position, seat: int) -> Container[str]:
        return game.state.city

    def fault(self, game: Position, step: Any, seat: int, words: Words) -> Message | None:
        if len(words) == 1 and words[0].startswith("q") and words[0] not in board.QUARTERS:
            return Message("macao.refuse.no_quarter", {"n": len(board.QUARTERS)})
        return super().fault(game, step, seat, words)

    def closed(self, game: Position, step: Any, seat: int) -> Message | None:
        return None if game.may_take_quarter(seat) else _ONE_QUARTER

    def choices(self, game: Position, step: Any, seat: int) -> Iterable[Words]:
        city = game.state.city
        quarters = prices.quarters(payable_with(game, seat, "take_quarter") & prices.QUARTERS)
        return [words for words in quarters if words[0] in city]


# -- paying ------------------------------------------------------------------------------------------------------------


def lacking(game: Position, seat: int, what: str) -> Message | None:
    """That the printed cubes are needed; None: they are there."""
    if prices.payable(game.state.players[seat].stock) & prices.BIT[what]:
        return None
    return Message("macao.refuse.cost", {**game.unpaid(seat, prices.COST[what])})


class Waive(Verb[Position, "Pay"]):
    """One cube of choice less (rules 5.6, cost reductions)."""

    word = "waive"

    def choices(self, game: Position, step: Pay, seat: int) -> Iterable[Words]:
        stock = game.state.players[seat].stock
        bit = prices.BIT[step.what]
        for colour in prices.COST[step.what] if reduced(game, seat, step.what) else ():
            if prices.payable({**stock, colour: stock.get(colour, 0) + 1}) & bit:
                yield (colour,)

    def fault(self, game: Position, step: Pay, seat: int, words: Words) -> Message | None:
        cubes = game.listed(prices.COST[step.what])
        if not reduced(game, seat, step.what):
            return Message("macao.refuse.no_waiver", {"cubes": cubes})
        if len(words) != 1 or words[0] not in board.COLOURS:
            return None
        colour = words[0]
        cost = prices.COST[step.what]
        if not cost.get(colour):
            return Message("macao.refuse.waived_colour", {"colour": colour, "cubes": cubes})
        return Message("macao.refuse.cost", {**game.unpaid(seat, self.left(step, colour))})

    def left(self, step: Pay, waived: str) -> dict[str, int]:
        """The cubes that are paid."""
        cost = prices.COST[step.what]
        return cost | {waived: cost[waived] - 1}

    def hint(self, game: Position, step: Pay, seat: int, words: Words) -> Message:
        return Message("macao.hint.cubes", {"cubes": game.listed(self.left(step, words[0]))})

    def do(self, game: Position, step: Pay, seat: int, words: Words) -> None:
        left = self.left(step, words[0])
        game.take_cubes(seat, left)
        step.paid(game, "cubes" if any(left.values()) else "free", left)


class PayCubesOf(Verb[Position, "Pay"]):
    """The printed cubes."""

    word = "cubes"

    def closed(self, game: Position, step: Pay, seat: int) -> Message | None:
        due = reduced(game, seat, step.what)
        return Message("macao.refuse.waive_one") if due else lacking(game, seat, step.what)

    def do(self, game: Position, step: Pay, seat: int, words: Words) -> None:
        game.take_cubes(seat, prices.COST[step.what])
        step.paid(game, "cubes", prices.COST[step.what])


class PayGold(Verb[Position, "Pay"]):
    """Gold instead of all cubes (Graf, Herold)."""

    word = "gold"

    def closed(self, game: Position, step: Pay, seat: int) -> Message | None:
        price = self.price(game, step, seat)
        gold = game.state.players[seat].gold
        if price is None:
            return Message("macao.refuse.not_for_gold")
        return Message("macao.refuse.gold", {"cost": price, "gold": gold}) if price > gold else None

    def price(self, game: Position, step: Pay, seat: int) -> int | None:
        return game.powers(seat).price_in_gold(prices.TARGET[step.what])

    def hint(self, game: Position, step: Pay, seat: int, words: Words) -> Message:
        return Message("macao.hint.gold", {"gold": self.price(game, step, seat) or 0})

    def do(self, game: Position, step: Pay, seat: int, words: Words) -> None:
        price = self.price(game, step, seat) or 0
        game.state.players[seat].gold -= price
        step.paid(game, "gold", gold=price)


class Show(Verb[Position, "Pay"]):
    """Handwerker: once per round the full cost of a card is shown, not returned."""

    word = "show"

    def closed(self, game: Position, step: Pay, seat: int) -> Message | None:
        craftsman = game.powers(seat).card(ActivateWithoutSpending)
        if craftsman is None or step.what not in CARDS:
            return Message("macao.refuse.show")
        if craftsman in game.state.players[seat].this_round.used:
            return Message("macao.refuse.used", {"card": craftsman})
        return lacking(game, seat, step.what)

    def do(self, game: Position, step: Pay, seat: int, words: Words) -> None:
        craftsman = game.powers(seat).card(ActivateWithoutSpending)
        assert craftsman is not None
        game.count_use(seat, craftsman)
        step.paid(game, "show")


class Pay(Decision, kw_only=True, tag="Pay"):
    """How ``what`` (a card or a quarter) is paid; then it is taken."""

    asks = "macao.prompt.pay"
    verbs = (Waive(), PayCubesOf(), PayGold(), Show())
    what: str

    def asking(self, game: Position, seat: int) -> Arguments:
        return {"what": self.what, "cubes": game.listed(prices.COST[self.what])}

    def sound(self, game: Position) -> bool:
        return self.what in (game.state.players[self.seat].tableau if self.what in CARDS else game.state.city)

    def paid(self, game: Position, how: str, cubes: Mapping[str, int] | None = None, gold: int = 0) -> None:
        """``cubes`` and ``gold``: what went back."""
        price = {"how": how, "paid": game.listed(cubes or {}), "gold": gold}
        (activated if self.what in CARDS else taken)(game, self.seat, self.what, price)


# -- what follows ------------------------------------------------------------------------------------------------------


def activated(game: Position, seat: int, card: str, price: Mapping[str, Any]) -> None:
    """Rules 5.1: the card moves, then cards that were already active act."""
    player = game.state.players[seat]
    player.tableau.remove(card)
    game.emit("activated", seat, card=card, **price)
    trigger(game, seat, f"{CARDS[card].type}_activated")
    player.activated.append(card)
    effect = CARDS[card].effect
    if isinstance(effect, WallStackTop):
        game.state.wall.raise_tower(seat)
    if isinstance(effect, Trigger) and effect.retroactive_on_activation:
        receive(game, seat, Amount(gold=effect.gain.gold * len(player.this_round.office_uses)), card)


def taken(game: Position, seat: int, quarter: str, price: Mapping[str, Any]) -> None:
    """Rules 5.2: the tile comes to the player, a marker to the quarter."""
    player = game.state.players[seat]
    tile = game.state.city.pop(quarter)
    player.quarters.append(quarter)
    player.this_round.quarters += 1
    if tile == board.JOKER:
        player.jokers += 1
    else:
        player.hold[tile] = player.hold.get(tile, 0) + 1
    game.emit("quarter", seat, quarter=quarter, tile=tile, **price)
    trigger(game, seat, "quarter_taken")
    steps = sum(effect.wall_steps for _, effect in game.powers(seat).triggers.get("quarter_taken", ()))
    if steps and game.state.wall.spaces_ahead(seat):
        game.push(WellStep(seat=seat, steps=steps))
