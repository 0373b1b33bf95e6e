"""Progress cards: what is common to those being played, and how they come to a hand (rules 9 and 18)."""

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


class Effect:
    """A card: whether it would do anything, what it asks of its player, what it does.

    ``picked`` holds the words chosen so far, without the first word of each action.
    """

    first: ClassVar[str] = "choose"
    """The first word of an answer."""
    repeats: ClassVar[bool] = False
    """After the first answer the rest may be left."""
    from_hand: ClassVar[bool] = False
    """What may be answered depends on the own hand: even a single answer is asked for, since rules 2."""
    what: ClassVar[str] = ""
    """The sort of what is chosen first: "node", "hex", "path", "seat", "kind" or "track"; all of them are numbered."""
    takes: ClassVar[int] = 0
    """Any cards of the own hand that it takes at least."""

    def __init__(self, card: str) -> None:
        self.card = card
        self.number = CARDS[card].number

    def acts(self, game: Position, seat: int) -> bool:
        """Whether it can be played in the action phase or for a sixth card: it would do something, by public
        information and the own hand (rules 18.2); if nothing else is said: there is a choice."""
        return next(self.choices(game, seat, ()), None) is not None

    def hindrance(self, game: Position, seat: int) -> Message | None:
        """Why it cannot be played."""
        if self.acts(game, seat):
            return None
        held = sum(game.state.players[seat].hand)
        if held < self.takes:
            return Message("mmn.refuse.too_few_cards", {"card": self.card, "needed": self.takes, "held": held})
        return Message("mmn.refuse.no_effect", {"card": self.card})

    def play(self, game: Position, seat: int) -> None:
        """What happens when it is played; the card is out of the hand already."""
        self.ask(game, seat)

    def ask(self, game: Position, seat: int, *picked: str) -> None:
        """The next choice."""
        game.push(CardQuestion(seat=seat, card=self.card, picked=list(picked)))

    def waits(self, game: Position, picked: Sequence[str]) -> bool:
        """Whether even a single answer is asked for: that there is no other would tell of the hand."""
        return self.from_hand and game.state.rules > 1

    def answers(self, picked: Sequence[str]) -> tuple[str, ...]:
        """First words of what may be answered, in the order of the choices; "done": the rest is left."""
        return (self.first, "done") if self.repeats and picked else (self.first,)

    def choices(self, game: Position, seat: int, picked: Sequence[str]) -> Iterator[Action]:
        """What may be chosen next."""
        return iter(())

    def choose(self, game: Position, seat: int, picked: Sequence[str], action: Action) -> None:
        raise LookupError(f"{self.card} asks nothing")

    def stop(self, game: Position, seat: int, picked: Sequence[str]) -> None:
        """The rest is left."""

    def sound(self, game: Position, picked: Sequence[str]) -> bool:
        """Whether a stored question can stand behind these choices: none, or one of the sort."""
        return len(picked) <= 1 and set(picked) <= set(game.words.number.get(self.what, ()))

    def refusal(self, game: Position, seat: int, picked: Sequence[str], action: Action) -> Message | None:
        """Why an action is no choice of this card; None: no better reason than that it is no answer."""
        return None


def effect_of(game: Position, card: str) -> Effect:
    """Return what a card does."""
    effect: Effect = game.effects[card]
    return effect


class Answer(Verb[Position, "CardQuestion"]):
    """A choice of a card, which knows all about it."""

    def __init__(self, word: str) -> None:
        self.word = word  # type: ignore[misc]

    def choices(self, game: Position, step: CardQuestion, seat: int) -> Iterable[Words]:
        choices = effect_of(game, step.card).choices(game, seat, step.picked)
        return [action[1:] for action in choices if action[0] == self.word]

    def fault(self, game: Position, step: CardQuestion, seat: int, words: Words) -> Message | None:
        return effect_of(game, step.card).refusal(game, seat, step.picked, (self.word, *words))

    def normal(self, words: Words) -> Words:
        """Cards are named in any order, paths from either end."""
        return in_order(words, board.KIND) if self.word == "name" else tuple(map(as_path, words))

    def do(self, game: Position, step: CardQuestion, seat: int, words: Words) -> None:
        effect_of(game, step.card).choose(game, seat, step.picked, (self.word, *words))


class Enough(Done):
    """The rest of the choices is left."""

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
    """One choice of a card; ``picked`` are the words chosen before."""

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
    """The card has done what it does: it goes under its deck unless it lies on, and the three cards are looked at."""

    card: str

    def run(self, game: Position) -> None:
        game.put_away(self.card)
        scoring.recheck(game)

    def sound(self, game: Position) -> bool:
        return self.card in game.effects


class Play(TurnVerb):
    """A progress card that would do something (rules 18.1, 18.2)."""

    word = "play"

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
    """Cards in hand that could be played in the action phase or for a sixth card."""
    held = game.state.players[seat].cards
    return [card for card in sorted(set(held)) if effect_of(game, card).acts(game, seat)]


def play_card(game: Position, seat: int, card: str) -> None:
    """It leaves the hand, acts, and goes under its deck (rules 18.1)."""
    stack = game.state.stack
    game.state.players[seat].cards.remove(card)
    game.emit("card", seat, card=card)
    depth = len(stack)
    effect_of(game, card).play(game, seat)
    stack.insert(depth, PlayedCard(card=card))


def draw_card(game: Position, seat: int, deck: str) -> None:
    """The top card of a deck that is not empty."""
    gain_card(game, seat, game.state.decks[deck].pop())


def gain_card(game: Position, seat: int, card: str) -> None:
    """A victory point card is laid open, another goes to the hand (rules 9.2)."""
    if CARDS[card].vp:
        game.state.players[seat].vp_cards.append(card)
        game.network.altered(seat)
        game.emit("vp_card", seat, barrier=True, card=card)
        return
    game.emit("drew", seat, barrier=True, deck=CARDS[card].deck)
    game.emit_only("drew_card", seat, (seat,), card=card)
    hold_card(game, seat, card)


def hold_card(game: Position, seat: int, card: str) -> None:
    """Into the hand; a sixth card must be dealt with at once (rules 9.3)."""
    held = game.state.players[seat].cards
    held.append(card)
    if len(held) > board.PROGRESS_LIMIT:
        game.push(Overflow(seat=seat))


class PlayAtOnce(OneWord["Overflow"]):
    """In the own turn one of the six may be played."""

    word = "play"

    def choices(self, game: Position, step: Overflow, seat: int) -> Iterable[Words]:
        return ((card,) for card in playable(game, seat)) if seat == game.state.active else ()

    def unfit(self, game: Position, step: Overflow, seat: int, word: str) -> Message | None:
        if reason := refusals.card(game, seat, word):
            return reason
        own = seat == game.state.active
        return effect_of(game, word).hindrance(game, seat) if own else Message("mmn.refuse.only_return")

    def do(self, game: Position, step: Overflow, seat: int, words: Words) -> None:
        play_card(game, seat, words[0])


class Return(OneWord["Overflow"]):
    """Face down under its deck; everybody sees the colour."""

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
    """Nobody may."""

    def closed(self, game: Position, step: Overflow, seat: int) -> Message:
        return Message("mmn.refuse.over_limit", {"limit": board.PROGRESS_LIMIT})


class Overflow(Decision, kw_only=True, tag="Overflow"):
    """The sixth card: one of the six goes under its deck, or is played at once in the own turn (rules 9.3)."""

    asks = "mmn.prompt.overflow"
    verbs = (PlayAtOnce(), Return(), KeepAll())

    def sound(self, game: Position) -> bool:
        return len(game.state.players[self.seat].cards) > board.PROGRESS_LIMIT

    def asking(self, game: Position, seat: int) -> Arguments:
        return {"limit": board.PROGRESS_LIMIT}
