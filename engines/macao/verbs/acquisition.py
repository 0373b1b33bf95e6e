"""Activating cards and taking quarters: what they cost, how that is paid, what follows (rules 5.1 and 5.2)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from engines.contract import Message
from engines.macao import board
from engines.macao.cards import CARDS
from engines.macao.cards.effects import ActivateWithoutSpending, Amount, Trigger, WallStackTop
from engines.macao.position import Position
from engines.macao.verbs.cubes import receive, trigger
from engines.macao.verbs.decision import Decision
from engines.macao.verbs.wall import WellStep
from engines.steps import Arguments, Verb, Words

# -- what can be paid --------------------------------------------------------------------------------------------------


def printed_cost(what: str) -> dict[str, int]:
    """The cubes of a card or a quarter."""
    return CARDS[what].cost if what in CARDS else board.QUARTERS[what].cost


def covers(stock: Mapping[str, int], cost: Mapping[str, int]) -> bool:
    """Whether a stock holds a cost."""
    return all(stock.get(colour, 0) >= number for colour, number in cost.items())


class Purse(NamedTuple):
    """What a seat can pay a kind of thing with: its stock, perhaps a cube less, perhaps gold instead."""

    stock: Mapping[str, int]
    reduced: bool
    gold: bool

    @classmethod
    def of(cls, game: Position, seat: int, target: str) -> Purse:
        price, player = game.price_in_gold(seat, target), game.state.players[seat]
        return cls(player.stock, game.reduced(seat, target), price is not None and price <= player.gold)

    def covers(self, cost: Mapping[str, int]) -> bool:
        """Whether there is any way to pay; showing the cubes needs no less than paying them."""
        return self.gold or self.has_cubes(cost)

    def has_cubes(self, cost: Mapping[str, int]) -> bool:
        """Whether the cubes are there, but for one that may be less."""
        missing = 1 if self.reduced and sum(cost.values()) > board.RULINGS.cost_reduction_floor else 0
        stock = self.stock
        for colour, needed in cost.items():
            missing += min(0, stock.get(colour, 0) - needed)
            if missing < 0:
                return False
        return True


def price(game: Position, seat: int, what: str) -> dict[str, int | str | list[str]]:
    """What fills a hint: the cubes, or the gold where nothing else will do (Graf, Herold)."""
    cost, target = printed_cost(what), game.target(what)
    if Purse.of(game, seat, target).has_cubes(cost):
        return {"cubes": game.listed(cost)}
    return {"gold": game.price_in_gold(seat, target) or 0}


def too_dear(game: Position, seat: int, what: str) -> Message:
    """What is asked for a card or a quarter, every way of paying that the seat has."""
    cost, target = printed_cost(what), game.target(what)
    cubes, gold = game.listed(cost), game.price_in_gold(seat, target)
    reduced = game.reduced(seat, target) and len(cubes) > board.RULINGS.cost_reduction_floor
    id = "macao.refuse.cost_one_less" if reduced else "macao.refuse.cost"
    return Message(id, {"cubes": cubes}) if gold is None else Message(f"{id}_or_gold", {"cubes": cubes, "gold": gold})


# -- the verbs of a turn -----------------------------------------------------------------------------------------------


class Activate(Verb[Position, Any]):
    """Rules 5.1: a card of the tableau comes into play for its cubes."""

    word = "activate"

    def choices(self, game: Position, step: Any, seat: int) -> Iterable[Words]:
        for card in game.state.players[seat].tableau:
            if Purse.of(game, seat, game.target(card)).covers(CARDS[card].cost):
                yield (card,)

    def fault(self, game: Position, step: Any, seat: int, words: Words) -> Message | None:
        match words:
            case (card,) if card in CARDS:
                if card not in game.state.players[seat].tableau:
                    return Message("macao.refuse.not_on_tableau", {"card": card})
                return too_dear(game, seat, card)
        return None

    def hint(self, game: Position, step: Any, seat: int, words: Words) -> Message:
        (card,) = words
        due = price(game, seat, card)
        return Message(
            "macao.hint.card" if "cubes" in due else "macao.hint.card_for_gold", due | {"effect": f"{card}.short"}
        )

    def do(self, game: Position, step: Any, seat: int, words: Words) -> None:
        game.push(Pay(seat=seat, what=words[0]))


class TakeQuarter(Verb[Position, Any]):
    """Rules 5.2: a quarter for its cubes, once per turn, twice with the Nachtwächter."""

    word = "quarter"

    def closed(self, game: Position, step: Any, seat: int) -> Message | None:
        return None if game.may_take_quarter(seat) else Message("macao.refuse.one_quarter")

    def choices(self, game: Position, step: Any, seat: int) -> Iterable[Words]:
        purse = Purse.of(game, seat, "take_quarter")
        for quarter in game.state.city:
            if purse.covers(board.QUARTERS[quarter].cost):
                yield (quarter,)

    def fault(self, game: Position, step: Any, seat: int, words: Words) -> Message | None:
        match words:
            case (quarter,) if quarter in board.QUARTERS:
                if quarter not in game.state.city:
                    return Message("macao.refuse.taken", {"quarter": quarter})
                return too_dear(game, seat, quarter)
        return None

    def hint(self, game: Position, step: Any, seat: int, words: Words) -> Message:
        (quarter,) = words
        due, tile = price(game, seat, quarter), game.state.city[quarter]
        return Message("macao.hint.quarter" if "cubes" in due else "macao.hint.quarter_for_gold", due | {"tile": tile})

    def do(self, game: Position, step: Any, seat: int, words: Words) -> None:
        game.push(Pay(seat=seat, what=words[0]))


# -- paying ------------------------------------------------------------------------------------------------------------


class _Way(Verb[Position, "Pay"]):
    """One way to pay; then the card is activated, or the quarter taken."""

    how: str
    """What the event calls it."""

    def pay(self, game: Position, step: Pay, seat: int, words: Words) -> None:
        raise NotImplementedError

    def do(self, game: Position, step: Pay, seat: int, words: Words) -> None:
        self.pay(game, step, seat, words)
        (activated if step.what in CARDS else taken)(game, seat, step.what, self.how)


class Waive(_Way):
    """One cube of choice less (rules 5.6, cost reductions)."""

    word, how = "waive", "cubes"

    def choices(self, game: Position, step: Pay, seat: int) -> Iterable[Words]:
        if step.reduced(game, seat):
            for colour in printed_cost(step.what):
                if covers(game.state.players[seat].stock, self.left(step, colour)):
                    yield (colour,)

    def left(self, step: Pay, waived: str) -> dict[str, int]:
        """The cubes that are paid."""
        cost = printed_cost(step.what)
        return cost | {waived: cost[waived] - 1}

    def hint(self, game: Position, step: Pay, seat: int, words: Words) -> Message:
        return Message("macao.hint.cubes", {"cubes": game.listed(self.left(step, words[0]))})

    def pay(self, game: Position, step: Pay, seat: int, words: Words) -> None:
        game.take_cubes(seat, self.left(step, words[0]))


class PayCubesOf(_Way):
    """The printed cubes."""

    word, how = "cubes", "cubes"

    def choices(self, game: Position, step: Pay, seat: int) -> Iterable[Words]:
        payable = covers(game.state.players[seat].stock, printed_cost(step.what))
        return ((),) if payable and not step.reduced(game, seat) else ()

    def pay(self, game: Position, step: Pay, seat: int, words: Words) -> None:
        game.take_cubes(seat, printed_cost(step.what))


class PayGold(_Way):
    """Gold instead of all cubes (Graf, Herold)."""

    word, how = "gold", "gold"

    def choices(self, game: Position, step: Pay, seat: int) -> Iterable[Words]:
        price = game.price_in_gold(seat, game.target(step.what))
        return ((),) if price is not None and price <= game.state.players[seat].gold else ()

    def hint(self, game: Position, step: Pay, seat: int, words: Words) -> Message:
        return Message("macao.hint.gold", {"gold": game.price_in_gold(seat, game.target(step.what)) or 0})

    def pay(self, game: Position, step: Pay, seat: int, words: Words) -> None:
        game.state.players[seat].gold -= game.price_in_gold(seat, game.target(step.what)) or 0


class Show(_Way):
    """Handwerker: once per round the full cost of a card is shown, not returned."""

    word, how = "show", "show"

    def choices(self, game: Position, step: Pay, seat: int) -> Iterable[Words]:
        player = game.state.players[seat]
        craftsman = game.active_card(seat, ActivateWithoutSpending) if step.what in CARDS else None
        ready = craftsman and not player.this_round.used.get(craftsman)
        return ((),) if ready and covers(player.stock, printed_cost(step.what)) else ()

    def pay(self, game: Position, step: Pay, seat: int, words: Words) -> None:
        craftsman = game.active_card(seat, ActivateWithoutSpending)
        assert craftsman is not None
        game.count_use(seat, craftsman)


class Pay(Decision, kw_only=True, tag="Pay"):
    """How ``what`` (a card or a quarter) is paid; then it is taken."""

    asks = "macao.prompt.pay"
    verbs = (Waive(), PayCubesOf(), PayGold(), Show())
    what: str

    def asking(self, game: Position, seat: int) -> Arguments:
        return {"what": self.what, "cubes": game.listed(printed_cost(self.what))}

    def reduced(self, game: Position, seat: int) -> bool:
        """Whether one cube less is due."""
        size = sum(printed_cost(self.what).values())
        return game.reduced(seat, game.target(self.what)) and size > board.RULINGS.cost_reduction_floor

    def faults(self, game: Position) -> list[str]:
        known = self.what in CARDS or self.what in board.QUARTERS
        return [*super().faults(game), *([] if known else [f"{self.what} is to be paid"])]


# -- what follows ------------------------------------------------------------------------------------------------------


def activated(game: Position, seat: int, card: str, how: str) -> None:
    """Rules 5.1: the card moves, then cards that were already active act."""
    player = game.state.players[seat]
    player.tableau.remove(card)
    game.emit("activated", seat, card=card, how=how)
    trigger(game, seat, f"{CARDS[card].type}_activated")
    player.activated.append(card)
    effect = CARDS[card].effect
    if isinstance(effect, WallStackTop):
        game.state.wall.raise_tower(seat)
    if isinstance(effect, Trigger) and effect.retroactive_on_activation and player.this_round.office_uses:
        kinds = len(player.this_round.office_uses)
        receive(game, seat, Amount(gold=effect.gain.gold * kinds), card)


def taken(game: Position, seat: int, quarter: str, how: str) -> None:
    """Rules 5.2: the tile comes to the player, a marker to the quarter."""
    player = game.state.players[seat]
    tile = game.state.city.pop(quarter)
    player.quarters.append(quarter)
    player.this_round.quarters += 1
    if tile == board.JOKER:
        player.jokers += 1
    else:
        player.hold[tile] = player.hold.get(tile, 0) + 1
    game.emit("quarter", seat, quarter=quarter, tile=tile, how=how)
    trigger(game, seat, "quarter_taken")
    steps = sum(effect.wall_steps for _, effect in game.triggers(seat, "quarter_taken"))
    if steps and game.state.wall.spaces_ahead(seat):
        game.push(WellStep(seat=seat, steps=steps))
