"""Activating cards and taking quarters: prices, ways to pay, consequences (rules 5.1 and 5.2)."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping
from typing import Any

from engines.contract import Message
from engines.macao import board, prices
from engines.macao.cards import CARDS
from engines.macao.cards.effects import ActivateWithoutSpending, Amount, Trigger, WallStackTop
from engines.macao.position import Decision, Position
from engines.macao.verbs.cubes import receive, trigger
from engines.macao.verbs.moving import NO_CUBES, WellStep
from engines.steps import Arguments, Verb, Words

_ONE_QUARTER = Message("macao.refuse.one_quarter")

# -- prices ------------------------------------------------------------------------------------------------------------


def payable_with(game: Position, seat: int, target: str, *, gold: bool = True) -> int:
    """Return the set of cards and quarters that a seat can pay for, waiving a cube or in gold if its cards allow it.

    Args:
        game: The game.
        seat: The seat that pays.
        target: The payment as effects of cards name it (``prices.TARGET``). The result holds only for cards or
            quarters with this target; if gold is enough, it has all of them.
        gold: False to leave out payments in gold.
    """
    player = game.state.players[seat]
    powers = game.powers(seat)
    if gold and powers.gold:
        price = powers.price_in_gold(target)
        if price is not None and price <= player.gold:
            return prices.EVERYTHING
    return (prices.payable_for_less if target in powers.reduced else prices.payable)(player.stock)


def reduced(game: Position, seat: int, item: str) -> bool:
    """Return whether a seat pays one cube less for a card or quarter (rules 5.1 and 5.2)."""
    size = sum(prices.COST[item].values())
    return prices.TARGET[item] in game.powers(seat).reduced and size > board.RULINGS.cost_reduction_floor


# -- the verbs of a turn -----------------------------------------------------------------------------------------------


class _Acquire(Verb[Position, Any]):
    """The base of verbs that buy a card or quarter; the step ``Pay`` then asks how it is paid."""

    def obtainable(self, game: Position, seat: int) -> Container[str]:
        """Return the cards or quarters that a seat may buy if it can pay for them."""
        raise NotImplementedError

    def fault(self, game: Position, step: Any, seat: int, words: Words) -> Message | None:
        """Return why something cannot be bought; if it costs too much, with all ways to pay that the seat has."""
        if not words:
            return Message("macao.refuse.nothing_payable") if any(game.state.players[seat].stock.values()) else NO_CUBES
        if len(words) != 1 or words[0] not in self.obtainable(game, seat):
            return super().fault(game, step, seat, words)
        waives_one = reduced(game, seat, words[0])
        unpaid: Arguments = {**game.unpaid(seat, prices.COST[words[0]], waived=int(waives_one))}
        gold = game.powers(seat).price_in_gold(prices.TARGET[words[0]])
        id = "macao.refuse.cost_one_less" if waives_one else "macao.refuse.cost"
        return Message(id, unpaid) if gold is None else Message(f"{id}_or_gold", unpaid | {"gold": gold})

    def hint(self, game: Position, step: Any, seat: int, words: Words) -> Message:
        """Return the gain and the price: the cubes, or the gold if the seat cannot pay in cubes (Graf, Herold)."""
        (item,) = words
        is_card = item in CARDS
        target = prices.TARGET[item]
        gain: Arguments = {"effect": f"{item}.short"} if is_card else {"tile": game.state.city[item]}
        id = "macao.hint.card" if is_card else "macao.hint.quarter"
        if payable_with(game, seat, target, gold=False) & prices.BIT[item]:
            suffix = "_one_less" if reduced(game, seat, item) else ""
            return Message(id + suffix, gain | {"cubes": game.listed(prices.COST[item])})
        return Message(f"{id}_for_gold", gain | {"gold": game.powers(seat).price_in_gold(target) or 0})

    def do(self, game: Position, step: Any, seat: int, words: Words) -> None:
        game.push(Pay(seat=seat, what=words[0]))


class Activate(_Acquire):
    """Activate a card of the tableau for its cubes (rules 5.1)."""

    word = "activate"
    refuses = ("macao.refuse.not_on_tableau", "card", CARDS)

    def obtainable(self, game: Position, seat: int) -> Container[str]:
        return game.state.players[seat].tableau

    def fault(self, game: Position, step: Any, seat: int, words: Words) -> Message | None:
        if not words and not game.state.players[seat].tableau:
            return Message("macao.refuse.empty_tableau")
        return super().fault(game, step, seat, words)

    def choices(self, game: Position, step: Any, seat: int) -> Iterable[Words]:
        player = game.state.players[seat]
        powers = game.powers(seat)
        bit = prices.BIT
        if powers.reduced or powers.gold:
            return [(card,) for card in player.tableau if payable_with(game, seat, prices.TARGET[card]) & bit[card]]
        payable = prices.payable(player.stock)
        return [(card,) for card in player.tableau if payable & bit[card]]


class TakeQuarter(_Acquire):
    """Take a quarter for its cubes, once a turn, twice with the Nachtwächter (rules 5.2)."""

    word = "quarter"
    refuses = ("macao.refuse.taken", "quarter", board.QUARTERS)

    def obtainable(self, game: Position, seat: int) -> Container[str]:
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


def lacking(game: Position, seat: int, item: str) -> Message | None:
    """Return that a seat does not have the printed cubes of a card or quarter; None: it has them."""
    if prices.payable(game.state.players[seat].stock) & prices.BIT[item]:
        return None
    return Message("macao.refuse.cost", {**game.unpaid(seat, prices.COST[item])})


class Waive(Verb[Position, "Pay"]):
    """Pay the printed cubes except one of a chosen colour (cost reductions of rules 5.6)."""

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
        return Message("macao.refuse.cost", {**game.unpaid(seat, self.remaining_price(step, colour))})

    def remaining_price(self, step: Pay, waived: str) -> dict[str, int]:
        """Return the cubes that are to be paid if one of the colour ``waived`` is not."""
        cost = prices.COST[step.what]
        return cost | {waived: cost[waived] - 1}

    def hint(self, game: Position, step: Pay, seat: int, words: Words) -> Message:
        return Message("macao.hint.cubes", {"cubes": game.listed(self.remaining_price(step, words[0]))})

    def do(self, game: Position, step: Pay, seat: int, words: Words) -> None:
        price = self.remaining_price(step, words[0])
        game.take_cubes(seat, price)
        step.paid(game, "cubes" if any(price.values()) else "free", price)


class PayCubesOf(Verb[Position, "Pay"]):
    """Pay the printed cubes."""

    word = "cubes"

    def closed(self, game: Position, step: Pay, seat: int) -> Message | None:
        is_reduced = reduced(game, seat, step.what)
        return Message("macao.refuse.waive_one") if is_reduced else lacking(game, seat, step.what)

    def do(self, game: Position, step: Pay, seat: int, words: Words) -> None:
        game.take_cubes(seat, prices.COST[step.what])
        step.paid(game, "cubes", prices.COST[step.what])


class PayGold(Verb[Position, "Pay"]):
    """Pay gold instead of all cubes (Graf, Herold)."""

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
    """Show the full cost of a card without returning it, once a round (Handwerker)."""

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
    """The choice of a way to pay for ``what``, a card or a quarter, which is then activated or taken."""

    asks = "macao.prompt.pay"
    verbs = (Waive(), PayCubesOf(), PayGold(), Show())
    what: str

    def asking(self, game: Position, seat: int) -> Arguments:
        return {"what": self.what, "cubes": game.listed(prices.COST[self.what])}

    def sound(self, game: Position) -> bool:
        return self.what in (game.state.players[self.seat].tableau if self.what in CARDS else game.state.city)

    def paid(self, game: Position, method: str, cubes: Mapping[str, int] | None = None, gold: int = 0) -> None:
        """Activate the card or take the quarter after the payment.

        Args:
            game: The game.
            method: The way to pay: "cubes", "free", "gold" or "show".
            cubes: The cubes that were paid.
            gold: The gold that was paid.
        """
        price = {"how": method, "paid": game.listed(cubes or {}), "gold": gold}
        (activate if self.what in CARDS else take_quarter)(game, self.seat, self.what, price)


# -- consequences ------------------------------------------------------------------------------------------------------


def activate(game: Position, seat: int, card: str, price: Mapping[str, Any]) -> None:
    """Activate a card that was paid for; only cards that were already active react to it (rules 5.1)."""
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


def take_quarter(game: Position, seat: int, quarter: str, price: Mapping[str, Any]) -> None:
    """Give a quarter that was paid for, and its tile, to a player (rules 5.2)."""
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
