"""What the bank gives for cards already named (rules 11.2)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from engines.contract import Action, Message
from engines.mmn import board, hands, refusals, words
from engines.mmn.steps.decision import Arguments, Decision

if TYPE_CHECKING:
    from engines.mmn.game import Mmn


class TakeFromBank(Decision, kw_only=True, tag="TakeFromBank"):
    """The cards to be given stay in the hand until it is known what they bring."""

    asks = "mmn.prompt.takefrombank"

    give: list[int]

    def asking(self, game: Mmn, seat: int) -> Arguments:
        return {"cards": hands.counted(self.give)}

    def legal(self, game: Mmn, seat: int) -> Iterator[Action]:
        give = {kind: number for kind, number in enumerate(self.give) if number}
        return (words.TAKE[kind] for kind in game.bank_takes(give))

    def refusal(self, game: Mmn, seat: int, action: Action) -> Message | None:
        match action:
            case ("take", kind):
                return refusals.in_bank(game, kind) or Message("mmn.refuse.not_for_that", {"kind": kind})
        return super().refusal(game, seat, action)

    def play(self, game: Mmn, seat: int, action: Action) -> None:
        self.exchange(game, board.KIND[action[1]])

    def exchange(self, game: Mmn, kind: int) -> None:
        hands.give_back(game, self.seat, self.give)
        game.state.players[self.seat].hand[kind] += 1
        game.state.bank[kind] -= 1
        game.emit("traded_bank", self.seat, gave=hands.counted(self.give), got=[board.KINDS[kind]])
