"""Progress cards: the base class of their effects, playing, drawing and the limit of a hand (rules 9 and 18)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, ClassVar

from engines.contract import Action, Message
from engines.mmn import board, refusals, scoring
from engines.mmn.cards import CARDS
from engines.mmn.naming import as_path
from engines.mmn.position import Position
from engines.mmn.state import Player
from engines.mmn.verbs.action import Decision, OneWord, TurnVerb
from engines.steps import Arguments, Done, Pass, Step, Verb, Words, in_order

_ONLY_RETURN = Message("mmn.refuse.only_return")


class Effect:
    """The effect of a progress card: when it can be played, which choices it asks for, and what it does.

    ``picked`` holds the words chosen so far, without the first word of each action.
    """

    first: ClassVar[str] = "choose"
    """The first word of the actions that answer its questions."""
    repeats: ClassVar[bool] = False
    """True if the player may stop after the first choice."""
    from_hand: ClassVar[bool] = False
    """True if the choices depend on the player's hand: then even a single one is asked for, since rules version 2."""
    what: ClassVar[str] = ""
    """The sort of the thing that is chosen first: "node", "hex", "path", "seat", "kind" or "track"."""
    least_paid: ClassVar[int] = 0
    """The fewest cards of any kind that the player needs in hand to pay for it."""

    def __init__(self, card: str) -> None:
        self.card = card
        self.number = CARDS[card].number

    def acts(self, game: Position, seat: int) -> bool:
        """Return whether the card can be played in the action phase or for a sixth card.

        It can if it would do something, by public information and the player's hand (rules 18.2): unless a subclass
        overrides this, if there is a choice to make.
        """
        return next(self.choices(game, seat, ()), None) is not None

    def hindrance(self, game: Position, seat: int) -> Message | None:
        """Return why the card cannot be played."""
        if self.acts(game, seat):
            return None
        hand_size = sum(game.state.players[seat].hand)
        if hand_size < self.least_paid:
            return Message(
                "mmn.refuse.too_few_cards", {"card": self.card, "needed": self.least_paid, "held": hand_size}
            )
        return Message("mmn.refuse.no_effect", {"card": self.card})

    def play(self, game: Position, seat: int) -> None:
        """Start the effect of the card, which has already left the hand."""
        self.ask(game, seat)

    def ask(self, game: Position, seat: int, *picked: str) -> None:
        """Ask for the next choice, after those in `picked`."""
        game.push(CardQuestion(seat=seat, card=self.card, picked=list(picked)))

    def waits(self, game: Position, picked: Sequence[str]) -> bool:
        """Return whether even a single choice is asked for, because skipping it would reveal the hand."""
        return self.from_hand and game.state.rules > 1

    def answers(self, picked: Sequence[str]) -> tuple[str, ...]:
        """Return the first words of the possible actions, in the order of the choices; "done" stops choosing."""
        return (self.first, "done") if self.repeats and picked else (self.first,)

    def choices(self, game: Position, seat: int, picked: Sequence[str]) -> Iterator[Action]:
        """Yield the actions that may be chosen next."""
        return iter(())

    def choose(self, game: Position, seat: int, picked: Sequence[str], action: Action) -> None:
        raise LookupError(f"{self.card} asks nothing")

    def stop(self, game: Position, seat: int, picked: Sequence[str]) -> None:
        """End the effect when the player stops choosing."""

    def sound(self, game: Position, picked: Sequence[str]) -> bool:
        """Return whether a stored question can have these choices before it: none, or one of the sort."""
        return len(picked) <= 1 and set(picked) <= set(game.words.number.get(self.what, ()))

    def refusal(self, game: Position, seat: int, picked: Sequence[str], action: Action) -> Message | None:
        """Return why an action is no choice of this card; None if there is no particular reason."""
        return None


def effect_of(game: Position, card: str) -> Effect:
    """Return the effect of a card."""
    effect: Effect = game.effects[card]
    return effect


class Answer(Verb[Position, "CardQuestion"]):
    """Make a choice that a card asks for; its effect decides everything about it."""

    def __init__(self, word: str) -> None:
        self.word = word  # type: ignore[misc]

    def choices(self, game: Position, step: CardQuestion, seat: int) -> Iterable[Words]:
        choices = effect_of(game, step.card).choices(game, seat, step.picked)
        return [action[1:] for action in choices if action[0] == self.word]

    def fault(self, game: Position, step: CardQuestion, seat: int, words: Words) -> Message | None:
        return effect_of(game, step.card).refusal(game, seat, step.picked, (self.word, *words))

    def normal(self, words: Words) -> Words:
        """Return the words in their stored order: cards may be named in any order, paths from either end."""
        return in_order(words, board.KIND) if self.word == "name" else tuple(map(as_path, words))

    def do(self, game: Position, step: CardQuestion, seat: int, words: Words) -> None:
        effect_of(game, step.card).choose(game, seat, step.picked, (self.word, *words))


class Enough(Done):
    """Stop choosing."""

    def do(self, game: Position, step: CardQuestion, seat: int, words: Words) -> None:
        effect_of(game, step.card).stop(game, seat, step.picked)


_FIRST_WORDS = (
    "choose",
    "dice",
    "deck",
    "pick",
    "under",
    "pay",
    "take",
    "move",
    "name",
    "repair",
    "end_famine",
    "activate",
    "serf",
    "servant",
    "journeyman",
)
_ANSWERS: dict[str, Verb[Any, Any]] = {**{word: Answer(word) for word in _FIRST_WORDS}, "done": Enough()}


class CardQuestion(Decision, kw_only=True, tag="CardQuestion"):
    """The question for one choice of a card; ``picked`` holds the words chosen before."""

    card: str
    picked: list[str] = []

    def question(self, game: Position, seat: int) -> str:
        return f"mmn.prompt.card_{self.card}"

    def offered(self, game: Position, seat: int) -> Sequence[Verb[Any, Any]]:
        return [_ANSWERS[word] for word in effect_of(game, self.card).answers(self.picked)]

    def waits(self, game: Position, seat: int) -> bool:
        return effect_of(game, self.card).waits(game, self.picked)

    def asking(self, game: Position, seat: int) -> Arguments:
        return {"picked": self.picked, "count": len(self.picked)}

    def sound(self, game: Position) -> bool:
        if self.card not in game.effects:
            return False
        return effect_of(game, self.card).sound(game, self.picked) and bool(self.offers(game, self.seat))


class PlayedCard(Step[Position], kw_only=True, tag="PlayedCard"):
    """The end of a card's effect.

    The card goes under its deck unless it is persistent, and the three victory point cards are awarded.
    """

    card: str

    def run(self, game: Position) -> None:
        game.put_away(self.card)
        scoring.recheck(game)

    def sound(self, game: Position) -> bool:
        return self.card in game.effects


class Play(TurnVerb):
    """Play a progress card that would do something (rules 18.1, 18.2)."""

    word = "play"
    nowhere = "nothing_playable"

    def possible(self, game: Position, seat: int, player: Player) -> Sequence[Words]:
        return [(card,) for card in playable(game, seat)] if player.cards else ()

    def unfit(self, game: Position, seat: int, words: Words) -> Message | None:
        return refusals.card(game, seat, words[0]) or effect_of(game, words[0]).hindrance(game, seat)

    def hint(self, game: Position, step: Any, seat: int, words: Words) -> Message:
        return Message("mmn.hint.card", {"effect": f"{words[0]}.short"})

    def do(self, game: Position, step: Any, seat: int, words: Words) -> None:
        game.push(step)
        play_card(game, seat, words[0])


def playable(game: Position, seat: int) -> list[str]:
    """Return the cards in hand that could be played in the action phase or for a sixth card."""
    own_cards = game.state.players[seat].cards
    return [card for card in sorted(set(own_cards)) if effect_of(game, card).acts(game, seat)]


def play_card(game: Position, seat: int, card: str) -> None:
    """Play a card: it leaves the hand, acts, and goes under its deck (rules 18.1)."""
    stack = game.state.stack
    game.state.players[seat].cards.remove(card)
    game.emit("card", seat, card=card)
    depth = len(stack)
    effect_of(game, card).play(game, seat)
    stack.insert(depth, PlayedCard(card=card))


def draw_card(game: Position, seat: int, deck: str) -> None:
    """Draw the top card of a deck that is not empty."""
    gain_card(game, seat, game.state.decks[deck].pop())


def gain_card(game: Position, seat: int, card: str) -> None:
    """Give a seat a card: a victory point card is laid open, any other goes to the hand (rules 9.2)."""
    if CARDS[card].vp:
        game.state.players[seat].vp_cards.append(card)
        game.network.altered(seat)
        game.emit("vp_card", seat, barrier=True, card=card)
        return
    game.emit("drew", seat, barrier=True, deck=CARDS[card].deck)
    game.emit_only("drew_card", seat, (seat,), card=card)
    hold_card(game, seat, card)


def hold_card(game: Position, seat: int, card: str) -> None:
    """Add a card to a hand; the seat must deal with a sixth one at once (rules 9.3)."""
    own_cards = game.state.players[seat].cards
    own_cards.append(card)
    if len(own_cards) > board.PROGRESS_LIMIT:
        game.push(Overflow(seat=seat))


class PlayAtOnce(OneWord["Overflow"]):
    """Play one of the six cards, which only the active player may do."""

    word = "play"

    def choices(self, game: Position, step: Overflow, seat: int) -> Iterable[Words]:
        return ((card,) for card in playable(game, seat)) if seat == game.state.active else ()

    def unfit(self, game: Position, step: Overflow, seat: int, word: str) -> Message | None:
        if reason := refusals.card(game, seat, word):
            return reason
        is_active = seat == game.state.active
        return effect_of(game, word).hindrance(game, seat) if is_active else _ONLY_RETURN

    def obstacle(self, game: Position, step: Overflow, seat: int, words: Words) -> Message | None:
        if words:
            return super().obstacle(game, step, seat, words)
        return Message("mmn.refuse.nothing_playable") if seat == game.state.active else _ONLY_RETURN

    def do(self, game: Position, step: Overflow, seat: int, words: Words) -> None:
        play_card(game, seat, words[0])


class Return(OneWord["Overflow"]):
    """Return a card face down under its deck; everybody sees its deck."""

    word = "return"
    names = staticmethod(refusals.card)

    def choices(self, game: Position, step: Overflow, seat: int) -> Iterable[Words]:
        return ((card,) for card in sorted(set(game.state.players[seat].cards)))

    def do(self, game: Position, step: Overflow, seat: int, words: Words) -> None:
        (card,) = words
        game.state.players[seat].cards.remove(card)
        game.put_under(card)
        game.emit("returned", seat, deck=CARDS[card].deck)
        game.emit_only("returned_card", seat, (seat,), card=card)


class KeepAll(Pass):
    """Keep all six cards, which nobody may; the verb only explains why."""

    def closed(self, game: Position, step: Overflow, seat: int) -> Message:
        return Message("mmn.refuse.over_limit", {"limit": board.PROGRESS_LIMIT})


class Overflow(Decision, kw_only=True, tag="Overflow"):
    """The question what to do about a sixth card (rules 9.3).

    One of the six goes under its deck, or the active player plays one at once.
    """

    asks = "mmn.prompt.overflow"
    verbs = (PlayAtOnce(), Return(), KeepAll())

    def sound(self, game: Position) -> bool:
        return len(game.state.players[self.seat].cards) > board.PROGRESS_LIMIT

    def asking(self, game: Position, seat: int) -> Arguments:
        return {"limit": board.PROGRESS_LIMIT}
