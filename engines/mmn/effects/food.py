"""The cards of the red deck, reconstructed.

Famine, Slaughter Feast, Harvest Festival, Labour Market, Provisions, Market Day, Poaching and Relief Supplies.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import combinations_with_replacement

from engines.contract import Action, Message
from engines.mmn import board, hands, naming, refusals
from engines.mmn.effects.common import Choice, Free, Harvest, WithCards
from engines.mmn.position import Position
from engines.mmn.state import Player
from engines.mmn.verbs.cards import Effect
from engines.mmn.verbs.giving import hand_over
from engines.mmn.verbs.knights import ACTIVATE
from engines.mmn.verbs.storage import AUTARKY_FIGURES, build, node_and_hex


def figures(player: Player) -> int:
    """Return the number of a player's servants and journeymen on the board."""
    return sum([len(building.servants) + len(building.journeymen) for building in player.buildings])


class Famine(Choice):
    """Lay the card before an opponent, whose autarky figures have no effect from then on (rules 18.6)."""

    what = "seat"

    def targets(self, game: Position, seat: int, picked: Sequence[str]) -> Sequence[int]:
        return [opponent for opponent in game.opponents(seat) if self.spared(game, opponent) is None]

    def spared(self, game: Position, seat: int) -> str | None:
        """Return the id of the reason why the card cannot be laid before a seat; None: it can."""
        player = game.state.players[seat]
        if player.famine:
            return "has_famine"
        if game.right(seat, board.FOOD) >= board.FAMINE_LEVEL:
            return "immune"
        return None if player.serfs or figures(player) else "no_figures"

    def unfit(self, game: Position, seat: int, picked: Sequence[str], word: str, at: int) -> Message:
        return Message(f"mmn.refuse.{self.spared(game, at)}", {"victim_seat": at})

    def carry_out(self, game: Position, seat: int, picked: Sequence[str], word: str, at: int) -> None:
        game.state.players[at].famine = True
        game.network.altered(at)
        game.emit("famine", seat, victim_seat=at)


class HarvestFestival(Harvest):
    """Take a grain for each of the player's servants and journeymen on the board; none under a Famine."""

    def yielded(self, game: Position, seat: int) -> int:
        player = game.state.players[seat]
        return 0 if player.famine else figures(player)


class LabourMarket(Free):
    """Build or upgrade an autarky figure for free."""

    def choose(self, game: Position, seat: int, picked: Sequence[str], action: Action) -> None:
        build(game, seat, action[0], *node_and_hex(game, action[1:]))


class MarketDay(Effect):
    """Exchange grain and meat 2:1 with the bank for the rest of the turn, as Merchant Fleet does with other kinds."""

    KINDS = (board.GRAIN, board.MEAT)

    def acts(self, game: Position, seat: int) -> bool:
        return not set(self.KINDS) <= set(game.state.now.fleet)

    def play(self, game: Position, seat: int) -> None:
        new = [kind for kind in self.KINDS if kind not in game.state.now.fleet]
        game.state.now.fleet += new
        game.emit("fleet", seat, kinds=[board.KINDS[kind] for kind in new])


class Poaching(WithCards):
    """Name two cards, grain or meat, that an opponent gives as far as he has them."""

    def answers(self, picked: Sequence[str]) -> tuple[str, ...]:
        return ("name",) if picked else ("choose",)

    def carry_out(self, game: Position, seat: int, picked: Sequence[str], word: str, at: int) -> None:
        self.ask(game, seat, word)

    def choices(self, game: Position, seat: int, picked: Sequence[str]) -> Iterator[Action]:
        if picked:
            return (("name", *pair) for pair in combinations_with_replacement(("grain", "meat"), 2))
        return super().choices(game, seat, picked)

    def refusal(self, game: Position, seat: int, picked: Sequence[str], action: Action) -> Message | None:
        return Message("mmn.refuse.poaching") if picked else super().refusal(game, seat, picked, action)

    def choose(self, game: Position, seat: int, picked: Sequence[str], action: Action) -> None:
        if not picked:
            super().choose(game, seat, picked, action)
            return
        victim = naming.SEAT[picked[0]]
        named = action[1:]
        hand = game.state.players[victim].hand
        cards = [0] * len(board.KINDS)
        for word in named:
            kind = board.KIND[word]
            if cards[kind] < hand[kind]:
                cards[kind] += 1
        game.emit("named", seat, victim_seat=victim, cards=list(named))
        hand_over(game, victim, seat, cards)


class Relief(Choice):
    """Take a resource and the commodity of the same terrain from the bank, as far as it has them."""

    what = "kind"
    why = ("mmn.refuse.bank_empty", "kind")
    names = staticmethod(partial(refusals.kind, group="resource"))

    def targets(self, game: Position, seat: int, picked: Sequence[str]) -> Sequence[int]:
        bank = game.state.bank
        return [kind for kind in range(board.PAIR) if bank[kind] or bank[kind + board.PAIR]]

    def carry_out(self, game: Position, seat: int, picked: Sequence[str], word: str, at: int) -> None:
        hands.receive(game, seat, ((at, 1), (at + board.PAIR, 1)), self.card)


EFFECTS = (
    Famine("famine"),
    MarketDay("market_day"),
    Poaching("poaching"),
    Relief("relief"),
    Harvest("slaughter_feast", board.MEAT, "fields"),
    HarvestFestival("harvest", board.GRAIN),
    LabourMarket("labour_market", {figure.word: figure for figure in AUTARKY_FIGURES}),
    Free("provisions", {"activate": ACTIVATE}, ("activate",), may_stop=True),
)
"""The effects of the cards of this deck."""
