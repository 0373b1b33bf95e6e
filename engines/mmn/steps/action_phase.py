"""Step F: the action phase, anything in any order until the player passes (rules 11 to 18)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from engines.contract import Action, Message, PartialAction, Step
from engines.mmn import awards, board, parts, refusals, words
from engines.mmn.actions import bank, building, improvements, knights, storage
from engines.mmn.steps.decision import Decision
from engines.mmn.steps.giving import demanded
from engines.mmn.steps.offers import no_offer, post, valid
from engines.mmn.steps.turn import StartTurn

if TYPE_CHECKING:
    from engines.mmn.game import Mmn
    from engines.mmn.state import Player

_FAMILIES = (building, knights, storage, improvements)
_OF = {
    **dict.fromkeys(("road", "settlement", "city", "wall", "repair"), building),
    **dict.fromkeys(("knight", "activate", "promote", "captain", "strike", "move", "chase"), knights),
    **dict.fromkeys(
        ("store", "hall", "large_store", "serf", "servant", "journeyman", "end_famine"),
        storage,
    ),
    "improve": improvements,
}
_LENGTHS = {
    "serf": 1,
    "end_famine": 1,
    "swap": 3,
    "move": 3,
    "chase": 3,
    "store": 3,
    "servant": 3,
    "journeyman": 3,
}


class BeginActions(Step["Mmn"], kw_only=True, tag="BeginActions"):
    """Steps A to E are over."""

    seat: int

    def run(self, game: Mmn) -> None:
        game.state.now.begun = True
        game.push(Turn(seat=self.seat))


class Turn(Decision, kw_only=True, tag="Turn"):
    """One turn's actions; it goes on until ``pass``."""

    asks = "mmn.prompt.turn"
    kinds = ("offer", "bank")

    def optional(self, game: Mmn, seat: int) -> bool:
        return True

    def legal(self, game: Mmn, seat: int) -> Iterator[Action]:
        player = game.state.players[seat]
        out: list[Action] = []
        if any(player.hand):
            for family in _FAMILIES:
                family.legal(game, seat, player, out)
            bank.legal(game, seat, player, out)
            if game.state.now.harbour:
                out += swaps(game, seat, player)
        elif player.knights:
            knights.legal(game, seat, player, out)
        if player.cards:
            out += [("play", card) for card in sorted(set(player.cards)) if game.playable(seat, card)]
        out.append(words.PASS)
        return iter(out)

    def part(self, game: Mmn, seat: int, words: Action) -> PartialAction | None:
        return parts.offer(game.state.players[seat].hand, words) if words[0] == "offer" else None

    def accepts(self, game: Mmn, seat: int, action: Action) -> bool:
        return valid(game, seat, action) if action[0] == "offer" else bank.accepts(game, seat, action)

    def refusal(self, game: Mmn, seat: int, action: Action) -> Message | None:
        if not action:
            return None
        family = _OF.get(action[0])
        known = family is not None or action[0] in ("swap", "play")
        if known and len(action) != _LENGTHS.get(action[0], 2):
            return Message("mmn.refuse.length", {"typed": " ".join(action)})
        if family is not None:
            reason: Message | None = family.refusal(game, seat, action)
            return reason
        match action:
            case ("offer", *_):
                return no_offer(game, seat, action)
            case ("bank", *_):
                return bank.refusal(game, seat, action)
            case ("swap", *_):
                return Message("mmn.refuse.swap" if game.state.now.harbour else "mmn.refuse.no_harbour_card")
            case ("play", card):
                return refusals.unplayable(game, seat, card)
        return None

    def hint(self, game: Mmn, seat: int, action: Action) -> Message | None:
        family = _OF.get(action[0])
        if family is not None:
            hint: Message | None = family.hint(game, seat, action)
            return hint
        if action[0] == "play":
            return Message("mmn.hint.card", {"effect": f"{action[1]}.short"})
        return None

    def play(self, game: Mmn, seat: int, action: Action) -> None:
        if action == words.PASS:
            for knight in game.state.players[seat].knights:
                knight.acted = knight.fresh = knight.promoted = False
            game.emit("passed", seat)
            game.push(StartTurn(seat=(seat + 1) % game.state.seats))
            return
        game.push(self)
        depth = len(game.state.stack)
        match action[0]:
            case "play":
                game.play_card(seat, action[1])
                return
            case "offer":
                post(game, seat, action)
                return
            case "bank":
                bank.play(game, seat, action)
                return
            case "swap":
                swap(game, seat, action)
                return
        _OF[action[0]].play(game, seat, action)
        if len(game.state.stack) == depth:
            awards.recheck(game)
        else:
            game.state.stack.insert(depth, Completed())


class Completed(Step["Mmn"], kw_only=True, tag="Completed"):
    """An action with all that followed from it is over: now the three cards are looked at (rules 13.5)."""

    def run(self, game: Mmn) -> None:
        awards.recheck(game)


def swaps(game: Mmn, seat: int, player: Player) -> Iterator[Action]:
    """Commercial Harbour: a resource to an opponent with cards, once to each in this turn."""
    for other in game.opponents(seat):
        if other not in game.state.now.swapped and any(game.state.players[other].hand):
            for kind in range(board.PAIR):
                if player.hand[kind]:
                    yield ("swap", words.SEATS[other], board.KINDS[kind])


def swap(game: Mmn, seat: int, action: Action) -> None:
    """The resource goes when the commodity comes; without one the opponent is passed over."""
    other, kind = words.SEAT[action[1]], board.KIND[action[2]]
    game.state.now.swapped.append(other)
    game.emit("swap", seat, barrier=True, victim_seat=other)  # being asked tells that there is a commodity
    game.push(*demanded(game, [other], seat, "commercial_harbor", 1, "commodity", back=kind))
