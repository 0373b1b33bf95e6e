"""Progress cards being played (rules 18): what all have in common, and what one asks of its player; each card
registers the one object that knows it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from engines.contract import Action, Message
from engines.mmn import awards, words
from engines.mmn.position import Position
from engines.mmn.verbs.decision import Decision, Step
from engines.steps import Arguments

EFFECTS: dict[str, Effect] = {}
"""By card; every card that is played has one."""


class Effect:
    """A card: whether it would do anything, what it asks of its player, what it does.

    ``picked`` holds the words chosen so far, without the first word of each action.
    """

    def __init__(self, card: str) -> None:
        self.card = card

    def possible(self, game: Position, seat: int) -> bool:
        """Rules 18.2: judged on public information and the own hand; if nothing else is said, there is a choice."""
        return any(True for _ in self.choices(game, seat, ()))

    def play(self, game: Position, seat: int) -> None:
        """What happens when it is played; the card is out of the hand already."""
        self.ask(game, seat)

    def ask(self, game: Position, seat: int, *picked: str) -> None:
        game.push(CardQuestion(seat=seat, card=self.card, picked=list(picked)))

    def choices(self, game: Position, seat: int, picked: Sequence[str]) -> Iterator[Action]:
        """What may be chosen next."""
        return iter(())

    def choose(self, game: Position, seat: int, picked: Sequence[str], action: Action) -> None:
        raise LookupError(f"{self.card} asks nothing")

    def refusal(self, game: Position, seat: int, picked: Sequence[str], action: Action) -> Message | None:
        """Why an action is no choice of this card; None: no better reason than that it is no answer."""
        match action:
            case ("choose", word):
                return self.unfit(game, seat, picked, word)
        return None

    def unfit(self, game: Position, seat: int, picked: Sequence[str], word: str) -> Message | None:
        """Why a word cannot be chosen."""
        return None


def effect(*cards: str) -> Callable[[type[Effect]], type[Effect]]:
    """Registers an effect for its cards."""

    def register(kind: type[Effect]) -> type[Effect]:
        for card in cards:
            EFFECTS[card] = kind(card)
        return kind

    return register


class CardQuestion(Decision, kw_only=True, tag="CardQuestion"):
    """One choice of a card; ``picked`` are the words chosen before."""

    card: str
    picked: list[str] = []

    def question(self, game: Position, seat: int) -> str:
        return f"mmn.prompt.card_{self.card}"

    def asking(self, game: Position, seat: int) -> Arguments:
        return {"picked": self.picked, "count": len(self.picked)}

    def optional(self, game: Position, seat: int) -> bool:
        return words.DONE in game.legal(seat)

    def legal(self, game: Position, seat: int) -> Iterator[Action]:
        return EFFECTS[self.card].choices(game, seat, self.picked)

    def refusal(self, game: Position, seat: int, action: Action) -> Message | None:
        reason = EFFECTS[self.card].refusal(game, seat, self.picked, action)
        return reason or super().refusal(game, seat, action)

    def play(self, game: Position, seat: int, action: Action) -> None:
        EFFECTS[self.card].choose(game, seat, self.picked, action)


class PlayedCard(Step, kw_only=True, tag="PlayedCard"):
    """The card has done what it does: it goes under its deck unless it lies on, and the three cards are looked at."""

    card: str

    def run(self, game: Position) -> None:
        game.put_away(self.card)
        awards.recheck(game)


def playable(game: Position, seat: int, card: str) -> bool:
    """In the action phase or for a sixth card: the card would do something (rules 18.2)."""
    return EFFECTS[card].possible(game, seat)


def play_card(game: Position, seat: int, card: str) -> None:
    """It leaves the hand, acts, and goes under its deck (rules 18.1)."""
    stack = game.state.stack
    game.state.players[seat].cards.remove(card)
    game.emit("card", seat, card=card)
    depth = len(stack)
    EFFECTS[card].play(game, seat)
    stack.insert(depth, PlayedCard(card=card))
