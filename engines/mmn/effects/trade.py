"""The yellow deck: Merchant, the monopolies, Master Merchant, Merchant Fleet, Commercial Harbour (rules 18.3)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engines.contract import Message
from engines.mmn import board, hands, naming, refusals
from engines.mmn.effects.common import Choice, OpenHand, opponents_ahead, opponents_with_cards
from engines.mmn.position import Position
from engines.mmn.state import Player
from engines.mmn.verbs.action import TurnVerb
from engines.mmn.verbs.cards import Effect
from engines.mmn.verbs.giving import demanded, hand_over
from engines.steps import Words


class Merchant(Choice):
    """Put the merchant on another hex at one of the player's buildings, no gold river (ruling 24.13)."""

    what = "hex"

    def targets(self, game: Position, seat: int, picked: Sequence[str]) -> Sequence[int]:
        state = game.state
        geometry = game.geometry
        own_hexes = {
            place for building in state.players[seat].buildings for place in geometry.node_hexes[building.node]
        }
        if state.merchant_seat == seat:
            own_hexes.discard(state.merchant)
        return sorted(place for place in own_hexes if state.terrain[place] != board.GOLD_RIVER)

    def unfit(self, game: Position, seat: int, picked: Sequence[str], word: str, at: int) -> Message:
        if game.state.terrain[at] == board.GOLD_RIVER:
            return Message("mmn.refuse.gold_river", {"hex": word})
        stays = game.state.merchant_seat == seat and game.state.merchant == at
        return Message("mmn.refuse.stays" if stays else "mmn.refuse.nothing_there", {"place": word})

    def carry_out(self, game: Position, seat: int, picked: Sequence[str], word: str, at: int) -> None:
        game.state.merchant = at
        game.state.merchant_seat = seat
        game.network.altered(seat)
        game.emit("merchant", seat, hex=word)


class Monopoly(Choice):
    """Name a kind of which every opponent gives up to ``number`` cards."""

    what = "kind"

    def __init__(self, card: str, lowest: int) -> None:
        super().__init__(card)
        self.lowest = lowest

    def acts(self, game: Position, seat: int) -> bool:
        return bool(opponents_with_cards(game, seat))

    def targets(self, game: Position, seat: int, picked: Sequence[str]) -> Sequence[int]:
        return range(self.lowest, self.lowest + board.PAIR)

    def unfit(self, game: Position, seat: int, picked: Sequence[str], word: str, at: int) -> Message | None:
        return refusals.kind(game, seat, word, "commodity" if self.lowest else "resource")

    def carry_out(self, game: Position, seat: int, picked: Sequence[str], word: str, at: int) -> None:
        game.emit("monopoly", seat, barrier=True, good=word)
        for opponent in game.opponents(seat):
            if number := min(self.number, game.state.players[opponent].hand[at]):
                hand_over(game, opponent, seat, hands.single(at, number))


class MasterMerchant(OpenHand):
    """Take two cards of choice out of the open hand of an opponent with more points."""

    why = ("mmn.refuse.not_ahead", "victim_seat")

    def targets(self, game: Position, seat: int, picked: Sequence[str]) -> Sequence[int]:
        return opponents_ahead(game, seat)


class MerchantFleet(Choice):
    """Choose a kind that the bank exchanges 2:1 for the rest of the turn."""

    what = "kind"
    why = ("mmn.refuse.has_right", "kind")

    def targets(self, game: Position, seat: int, picked: Sequence[str]) -> Sequence[int]:
        return [kind for kind in range(len(board.KINDS)) if kind not in game.state.now.fleet]

    def carry_out(self, game: Position, seat: int, picked: Sequence[str], word: str, at: int) -> None:
        game.state.now.fleet.append(at)
        game.emit("fleet", seat, kinds=[word])


class CommercialHarbour(Effect):
    """Allow one swap with each opponent for the rest of the turn; a second card would add nothing."""

    def acts(self, game: Position, seat: int) -> bool:
        now = game.state.now
        partners = [opponent for opponent in opponents_with_cards(game, seat) if opponent not in now.swapped]
        return not now.harbour and bool(partners) and any(game.state.players[seat].hand[: board.PAIR])

    def play(self, game: Position, seat: int) -> None:
        game.state.now.harbour = True


_NO_CARD = Message("mmn.refuse.no_harbour_card")


class Swap(TurnVerb):
    """Swap a resource for a commodity with an opponent who has cards, once with each (Commercial Harbour)."""

    word = "swap"
    length = 2

    def closed(self, game: Position, step: Any, seat: int) -> Message | None:
        return None if game.state.now.harbour else _NO_CARD

    def possible(self, game: Position, seat: int, player: Player) -> Sequence[Words]:
        now = game.state.now
        if not now.harbour:
            return ()
        kinds = [kind for kind in board.RESOURCES if player.hand[board.KIND[kind]]]
        partners = [opponent for opponent in opponents_with_cards(game, seat) if opponent not in now.swapped]
        return [(naming.SEATS[partner], kind) for partner in partners for kind in kinds]

    def nameable(self, game: Position, seat: int) -> Sequence[Words]:
        partners = [naming.SEATS[opponent] for opponent in game.opponents(seat)]
        return [(partner, kind) for partner in partners for kind in board.RESOURCES]

    def unfit(self, game: Position, seat: int, typed: Words) -> Message:
        partner, kind = typed
        reason = refusals.with_cards(game, seat, partner) or refusals.in_hand(game, seat, kind, "resource")
        return reason or Message("mmn.refuse.swap")

    def hint(self, game: Position, step: Any, seat: int, typed: Words) -> Message:
        return Message("mmn.hint.swap")

    def do(self, game: Position, step: Any, seat: int, typed: Words) -> None:
        """Ask the opponent for a commodity; he gets the resource for it, or nothing if he has none to give."""
        partner = naming.SEAT[typed[0]]
        kind = board.KIND[typed[1]]
        game.push(step)
        game.state.now.swapped.append(partner)
        # Whether the opponent is asked reveals whether he has a commodity.
        game.emit("swap", seat, barrier=True, victim_seat=partner)
        game.push(*demanded(game, [partner], seat, "commercial_harbor", 1, "commodity", back=kind))


EFFECTS = (
    Merchant("merchant"),
    MasterMerchant("master_merchant"),
    MerchantFleet("merchant_fleet"),
    CommercialHarbour("commercial_harbor"),
    Monopoly("resource_monopoly", 0),
    Monopoly("trade_monopoly", board.PAIR),
)
"""The effects of the cards of this deck."""
