"""What a progress card asks of the player who plays it, and where the card goes afterwards (rules 18.1)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from engines.contract import Action, Message, Step
from engines.mmn import awards, words
from engines.mmn.cards.effects import EFFECTS
from engines.mmn.steps.decision import Arguments, Decision

if TYPE_CHECKING:
    from engines.mmn.game import Mmn


class CardQuestion(Decision, kw_only=True, tag="CardQuestion"):
    """One choice of a card; ``picked`` are the words chosen before."""

    card: str
    picked: list[str] = []

    def question(self, game: Mmn, seat: int) -> str:
        return f"mmn.prompt.card_{self.card}"

    def asking(self, game: Mmn, seat: int) -> Arguments:
        return {"picked": self.picked, "count": len(self.picked)}

    def optional(self, game: Mmn, seat: int) -> bool:
        return words.DONE in game.legal(seat)

    def legal(self, game: Mmn, seat: int) -> Iterator[Action]:
        return EFFECTS[self.card].choices(game, seat, self.picked)

    def refusal(self, game: Mmn, seat: int, action: Action) -> Message | None:
        reason = EFFECTS[self.card].refusal(game, seat, self.picked, action)
        return reason or super().refusal(game, seat, action)

    def play(self, game: Mmn, seat: int, action: Action) -> None:
        EFFECTS[self.card].choose(game, seat, self.picked, action)


class PlayedCard(Step["Mmn"], kw_only=True, tag="PlayedCard"):
    """The card has done what it does: it goes under its deck unless it lies on, and the three cards are looked at."""

    card: str

    def run(self, game: Mmn) -> None:
        game.put_away(self.card)
        awards.recheck(game)
