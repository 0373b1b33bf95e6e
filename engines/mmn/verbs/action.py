"""Base classes of questions and of the verbs of a turn (rules 11 to 18)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar, Generic, TypeVar

from engines import steps
from engines.contract import Action, Message
from engines.mmn import board, hands, refusals, scoring
from engines.mmn.position import Position
from engines.mmn.state import Building, Knight, Player
from engines.steps import S, Verb, Words

Piece = TypeVar("Piece", Building, Knight)

_DECLINING = tuple((verb.word,) for verb in (steps.Pass, steps.Done))

# -- questions ---------------------------------------------------------------------------------------------------------


def are_cards(value: Any) -> bool:
    """Return whether `value` is a list of cards counted by kind."""
    return len(value) == len(board.KINDS) and min(value) >= 0


def are_seats(game: Position, values: Any) -> bool:
    return set(values) <= set(range(game.state.seats))


def is_opponent(game: Position, seat: int, opponent: int) -> bool:
    return are_seats(game, [opponent]) and opponent != seat


def has_building(game: Position, seat: int, node: int) -> bool:
    """Return whether the seat has a building at an intersection; False for intersections that do not exist."""
    return 0 <= node < game.geometry.node_count and game.network.builder[node] == seat


class Question(steps.Step[Position], kw_only=True):
    """A question to some seats."""

    fills: ClassVar[dict[str, str]] = {}
    """The names of the fields that fill the blanks of its wording, by blank."""

    def asking(self, game: Position, seat: int) -> steps.Arguments:
        return {blank: getattr(self, field) for blank, field in self.fills.items()}

    def resources(self, game: Position, seat: int) -> Message:
        """Return the player's hand as a message."""
        return Message("mmn.resources", {"cards": hands.counted(game.state.players[seat].hand)})

    def no_answer(self, game: Position, seat: int, action: Action) -> Message | None:
        if not any(action):
            return None
        if action in _DECLINING and not self.optional(game, seat):
            return Message("mmn.refuse.not_optional")
        return Message("mmn.refuse.no_answer", {"typed": " ".join(action)})


class Decision(Question, steps.Decision[Position], kw_only=True):
    """A question to one seat; a seat that has nothing to choose from is passed over."""

    def run(self, game: Position) -> None:
        """Do nothing: the seat is passed over."""


class Naming:
    """A verb or card that does something with the thing that a word names."""

    names: ClassVar[staticmethod[[Position, int, str], Message | None]] = staticmethod(refusals.any_word)
    """The check that returns why a word names no suitable thing."""
    why: ClassVar[tuple[str, str]] = ("", "")
    """The id of the message that explains why a suitable thing is not among the choices, and the blank in it that the
    word fills; empty if there are several reasons."""

    def misnamed(self, game: Position, seat: int, word: str) -> Message | None:
        """Return why a word is not among the choices."""
        return self.names(game, seat, word) or (refusals.because(*self.why, word) if self.why[0] else None)


class OneWord(Naming, Verb[Position, S]):
    """An answer of one word."""

    def fault(self, game: Position, step: S, seat: int, words: Words) -> Message | None:
        return self.unfit(game, step, seat, words[0]) if len(words) == 1 else None

    def unfit(self, game: Position, step: S, seat: int, word: str) -> Message | None:
        """Return why a word is not among the choices."""
        return self.misnamed(game, seat, word)


class Completed(steps.Step[Position], kw_only=True, tag="Completed"):
    """The end of an action with all its consequences: the three victory point cards are awarded (rules 13.5)."""

    def run(self, game: Position) -> None:
        scoring.recheck(game)


# -- verbs of a turn -------------------------------------------------------------------------------------------------


class TurnVerb(Verb[Position, Any]):
    """A verb that players use in their own turn."""

    length: ClassVar[int] = 1
    """The number of words after the first."""
    at_buildings: ClassVar[bool] = False
    """True if its completions depend only on the player's figures and buildings, with the chips at them."""
    nowhere: ClassVar[str] = "nowhere"
    """The end of the message id that is used when the board has no place for it."""

    def choices(self, game: Position, step: Any, seat: int) -> Sequence[Words]:
        return self.possible(game, seat, game.state.players[seat])

    def possible(self, game: Position, seat: int, player: Player) -> Sequence[Words]:
        """Return all completions, regardless of whether the player can pay for them."""
        raise NotImplementedError

    def listed(self, game: Position, seat: int, player: Player) -> Sequence[Words]:
        """Return ``possible``, remembered for verbs ``at_buildings`` until a building changes (``Network.altered``)."""
        if not self.at_buildings:
            return self.possible(game, seat, player)
        works = game.network.works[seat]
        listed = works.get(self)
        if listed is None:
            listed = works[self] = self.possible(game, seat, player)
        return listed

    def fault(self, game: Position, step: Any, seat: int, words: Words) -> Message | None:
        if len(words) != self.length:
            return Message("mmn.refuse.length", {"typed": " ".join((self.word, *words))})
        return self.unfit(game, seat, words)

    def obstacle(self, game: Position, step: Any, seat: int, words: Words) -> Message | None:
        """Return the reason that all nameable things share, if they do, or that the board has no place."""
        if len(words) == self.length:
            return self.unfit(game, seat, words)
        named = (completion for completion in self.nameable(game, seat) if completion[: len(words)] == words)
        reasons = [reason for completion in named if (reason := self.unfit(game, seat, completion))]
        return reasons[0] if len({reason.id for reason in reasons}) == 1 else Message(f"mmn.refuse.{self.nowhere}")

    def nameable(self, game: Position, seat: int) -> Sequence[Words]:
        """Return the completions a player would think of first: own pieces, or opponents' pieces it is done to."""
        return ()

    def unfit(self, game: Position, seat: int, words: Words) -> Message | None:
        """Return why words of the right number are not among the choices."""
        return None


class Work(TurnVerb):
    """A verb that builds, hires or lets a knight act: it is paid for if it has a price, and may change awards."""

    price: ClassVar[hands.Cost] = ()
    piece: ClassVar[str] = ""
    """The piece that it takes from the supply; empty: none."""

    def closed(self, game: Position, step: Any, seat: int) -> Message | None:
        """Return why it is not possible now: first a lack of pieces, which no cards would help with, then of cards."""
        player = game.state.players[seat]
        if self.piece and not player.left(self.piece):
            return refusals.supply(self.piece)
        return None if self.enough(player.hand) else self.dear(player.hand)

    def refusal(self, game: Position, step: Any, seat: int, words: Words) -> Message | None:
        """Return why words are not legal now: what is wrong with the place comes before the price.

        No trade would help with a place that is taken.
        """
        player = game.state.players[seat]
        is_in_supply = not self.piece or bool(player.left(self.piece))
        if is_in_supply and len(words) == self.length and words not in self.possible(game, seat, player):
            return self.unfit(game, seat, words) or super().refusal(game, step, seat, words)
        return super().refusal(game, step, seat, words)

    def dear(self, hand: Sequence[int]) -> Message:
        """Return the message that a hand has too few cards for it."""
        return hands.lacking(hand, self.price)

    def enough(self, hand: Sequence[int]) -> bool:
        """Return whether a hand can pay for it."""
        return hands.has(hand, self.price)

    def hint(self, game: Position, step: Any, seat: int, words: Words) -> Message | None:
        return Message("mmn.hint.cost", {"cards": hands.listed(self.price)}) if self.price else None

    def do(self, game: Position, step: Any, seat: int, words: Words) -> None:
        stack = game.state.stack
        stack.append(step)
        depth = len(stack)
        if self.price:
            hands.pay(game, seat, self.price)
        self.act(game, seat, words)
        if len(stack) == depth:
            scoring.recheck(game)
        else:
            stack.insert(depth, Completed())

    def act(self, game: Position, seat: int, words: Words) -> None:
        """Do what has been paid for."""
        raise NotImplementedError


class Placed(Naming, Work):
    """A verb that puts a piece on a free place that a word names."""

    def places(self, game: Position, seat: int) -> Sequence[Words]:
        """Return the places for the piece, regardless of whether one is in supply."""
        raise NotImplementedError

    def possible(self, game: Position, seat: int, player: Player) -> Sequence[Words]:
        return self.places(game, seat) if player.left(self.piece) else ()

    def closed(self, game: Position, step: Any, seat: int) -> Message | None:
        """Return why it is not possible now: first a lack of pieces or places, which no cards would help with."""
        if game.state.players[seat].left(self.piece) and not self.places(game, seat):
            return Message(f"mmn.refuse.{self.nowhere}")
        return super().closed(game, step, seat)

    def unfit(self, game: Position, seat: int, words: Words) -> Message | None:
        return self.misnamed(game, seat, words[0]) or refusals.supply(self.piece)


class OnPiece(Naming, Work, Generic[Piece]):
    """A verb that does something with one of the player's pieces, paid or free."""

    sets: ClassVar[dict[str, bool]]
    """The values it sets, by field of the piece."""
    event: ClassVar[str]
    """The event that reports it."""

    def owned(self, player: Player) -> Sequence[Piece]:
        """Return all pieces of a player that it could be about."""
        raise NotImplementedError

    def wrong(self, player: Player, piece: Piece) -> Message | str:
        """Return why it cannot be done with a piece: a message, or the id of one about the place; empty: it can."""
        raise NotImplementedError

    def at(self, game: Position, seat: int, word: str) -> Piece:
        """Return the player's piece on an intersection."""
        node = game.geometry.node_number[word]
        return next(piece for piece in self.owned(game.state.players[seat]) if piece.node == node)

    def fitting(self, player: Player) -> list[Piece]:
        """Return the pieces with which it can be done, regardless of its price."""
        return [piece for piece in self.owned(player) if not self.wrong(player, piece)]

    def possible(self, game: Position, seat: int, player: Player) -> Sequence[Words]:
        return [game.words.node[piece.node] for piece in self.fitting(player)]

    def nameable(self, game: Position, seat: int) -> Sequence[Words]:
        return [game.words.node[piece.node] for piece in self.owned(game.state.players[seat])]

    def unfit(self, game: Position, seat: int, words: Words) -> Message | None:
        if reason := self.misnamed(game, seat, words[0]):
            return reason
        reason_against = self.wrong(game.state.players[seat], self.at(game, seat, words[0]))
        if isinstance(reason_against, Message):
            return reason_against
        return Message(f"mmn.refuse.{reason_against}", {"place": words[0]}) if reason_against else None

    def act(self, game: Position, seat: int, words: Words) -> None:
        self.change(game, seat, self.at(game, seat, words[0]))

    def change(self, game: Position, seat: int, piece: Piece) -> None:
        """Set the fields of the piece and report the event."""
        for field, value in self.sets.items():
            setattr(piece, field, value)
        game.emit(self.event, seat, node=game.geometry.nodes[piece.node])


class OnBuilding(OnPiece[Building]):
    """A verb about one of the player's buildings."""

    names = staticmethod(refusals.own_building)
    at_buildings = True

    def owned(self, player: Player) -> Sequence[Building]:
        return player.buildings

    def change(self, game: Position, seat: int, piece: Building) -> None:
        super().change(game, seat, piece)
        game.network.altered(seat)


class WithKnight(OnPiece[Knight]):
    """A verb about one of the player's knights."""

    names = staticmethod(refusals.own_knight)

    def obstacle(self, game: Position, step: Any, seat: int, words: Words) -> Message | None:
        if not game.state.players[seat].knights:
            return Message("mmn.refuse.no_own_knight")
        return super().obstacle(game, step, seat, words)

    def owned(self, player: Player) -> Sequence[Knight]:
        return player.knights
