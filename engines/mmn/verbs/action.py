"""What all questions and all actions of the own turn have in common (rules 11 to 18)."""

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

# -- what waits --------------------------------------------------------------------------------------------------------


def are_cards(value: Any) -> bool:
    """Cards counted by kind."""
    return len(value) == len(board.KINDS) and min(value) >= 0


def are_seats(game: Position, values: Any) -> bool:
    return set(values) <= set(range(game.state.seats))


def is_opponent(game: Position, seat: int, other: int) -> bool:
    return are_seats(game, [other]) and other != seat


def has_building(game: Position, seat: int, node: int) -> bool:
    """Whether it is the seat's; places that do not exist are nobody's."""
    return 0 <= node < game.geometry.node_count and game.network.builder[node] == seat


class Question(steps.Step[Position], kw_only=True):
    """A question to some seats."""

    fills: ClassVar[dict[str, str]] = {}
    """The fields that fill its wording, by blank."""

    def asking(self, game: Position, seat: int) -> steps.Arguments:
        return {blank: getattr(self, field) for blank, field in self.fills.items()}

    def resources(self, game: Position, seat: int) -> Message:
        """The own hand."""
        return Message("mmn.resources", {"cards": hands.counted(game.state.players[seat].hand)})

    def no_answer(self, game: Position, seat: int, action: Action) -> Message | None:
        if not any(action):
            return None
        if action in _DECLINING and not self.optional(game, seat):
            return Message("mmn.refuse.not_optional")
        return Message("mmn.refuse.no_answer", {"typed": " ".join(action)})


class Decision(Question, steps.Decision[Position], kw_only=True):
    """A question to one seat; who has nothing to choose from is passed over."""

    def run(self, game: Position) -> None:
        """Nothing happens."""


class Naming:
    """What is done with something that a word names."""

    names: ClassVar[staticmethod[[Position, int, str], Message | None]] = staticmethod(refusals.nothing)
    """Why a word names nothing of the sort."""
    why: ClassVar[tuple[str, str]] = ("", "")
    """The id of the reason why something of the sort is not among the choices, if there is but one, and the blank in it
    that the word fills."""

    def misnamed(self, game: Position, seat: int, word: str) -> Message | None:
        """Why a word is not among the choices."""
        return self.names(game, seat, word) or (refusals.because(*self.why, word) if self.why[0] else None)


class OneWord(Naming, Verb[Position, S]):
    """An answer of one word."""

    def fault(self, game: Position, step: S, seat: int, words: Words) -> Message | None:
        return self.unfit(game, step, seat, words[0]) if len(words) == 1 else None

    def unfit(self, game: Position, step: S, seat: int, word: str) -> Message | None:
        """Why a word is not among the choices."""
        return self.misnamed(game, seat, word)


class Completed(steps.Step[Position], kw_only=True, tag="Completed"):
    """An action with all that followed from it is over: now the three cards are looked at (rules 13.5)."""

    def run(self, game: Position) -> None:
        scoring.recheck(game)


# -- what is done in the own turn --------------------------------------------------------------------------------------


class TurnVerb(Verb[Position, Any]):
    """Something done in the own turn."""

    length: ClassVar[int] = 1
    """Words after the first."""
    at_buildings: ClassVar[bool] = False
    """What is possible depends on the own figures and buildings alone, with what lies at them."""
    nowhere: ClassVar[str] = "nowhere"
    """The reason that is given where the board has no place for it."""

    def choices(self, game: Position, step: Any, seat: int) -> Sequence[Words]:
        return self.possible(game, seat, game.state.players[seat])

    def possible(self, game: Position, seat: int, player: Player) -> Sequence[Words]:
        """Every completion, if it can be paid."""
        raise NotImplementedError

    def listed(self, game: Position, seat: int, player: Player) -> Sequence[Words]:
        """The same; at buildings it is remembered until one of them changes (``Network.altered``)."""
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
        """Return what all that could be named has against it, if that is the same of all."""
        if len(words) == self.length:
            return self.unfit(game, seat, words)
        named = (each for each in self.nameable(game, seat) if each[: len(words)] == words)
        reasons = [reason for each in named if (reason := self.unfit(game, seat, each))]
        return reasons[0] if len({reason.id for reason in reasons}) == 1 else Message(f"mmn.refuse.{self.nowhere}")

    def nameable(self, game: Position, seat: int) -> Sequence[Words]:
        """Return what a player would think of first: the own pieces, or those of others where it is done to them."""
        return ()

    def unfit(self, game: Position, seat: int, words: Words) -> Message | None:
        """Why so many words are not among the choices."""
        return None


class Work(TurnVerb):
    """Something built, hired or done by a knight: it has a price, or none, and then the three cards are looked at."""

    price: ClassVar[hands.Cost] = ()
    piece: ClassVar[str] = ""
    """What it takes from the supply; empty: nothing."""

    def closed(self, game: Position, step: Any, seat: int) -> Message | None:
        """First what no cards would help with."""
        player = game.state.players[seat]
        if self.piece and not player.left(self.piece):
            return refusals.supply(self.piece)
        return None if self.enough(player.hand) else self.dear(player.hand)

    def dear(self, hand: Sequence[int]) -> Message:
        """That there are too few cards for it in a hand."""
        return hands.lacking(hand, self.price)

    def enough(self, hand: Sequence[int]) -> bool:
        """Whether a hand can pay for it."""
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
        """Does what has been paid for."""
        raise NotImplementedError


class Placed(Naming, Work):
    """Puts a piece on a free place that a word names."""

    def places(self, game: Position, seat: int) -> Sequence[Words]:
        """Where it can be put, while there is one in supply."""
        raise NotImplementedError

    def possible(self, game: Position, seat: int, player: Player) -> Sequence[Words]:
        return self.places(game, seat) if player.left(self.piece) else ()

    def unfit(self, game: Position, seat: int, words: Words) -> Message | None:
        return self.misnamed(game, seat, words[0]) or refusals.supply(self.piece)


class OnPiece(Naming, Work, Generic[Piece]):
    """Something done with an own piece, paid or free."""

    sets: ClassVar[dict[str, bool]]
    """What it makes of the piece, by field."""
    event: ClassVar[str]

    def owned(self, player: Player) -> Sequence[Piece]:
        """All pieces of the sort."""
        raise NotImplementedError

    def wrong(self, player: Player, piece: Piece) -> Message | str:
        """What speaks against this piece: a message, or the id of one about its place; empty: nothing."""
        raise NotImplementedError

    def at(self, game: Position, seat: int, word: str) -> Piece:
        """The own piece on an intersection."""
        node = game.geometry.node_number[word]
        return next(piece for piece in self.owned(game.state.players[seat]) if piece.node == node)

    def fitting(self, player: Player) -> list[Piece]:
        """Those with which it can be done, whatever it costs."""
        return [piece for piece in self.owned(player) if not self.wrong(player, piece)]

    def possible(self, game: Position, seat: int, player: Player) -> Sequence[Words]:
        return [game.words.node[piece.node] for piece in self.fitting(player)]

    def nameable(self, game: Position, seat: int) -> Sequence[Words]:
        return [game.words.node[piece.node] for piece in self.owned(game.state.players[seat])]

    def unfit(self, game: Position, seat: int, words: Words) -> Message | None:
        if reason := self.misnamed(game, seat, words[0]):
            return reason
        wrong = self.wrong(game.state.players[seat], self.at(game, seat, words[0]))
        return (
            Message(f"mmn.refuse.{wrong}", {"place": words[0]}) if wrong and isinstance(wrong, str) else wrong or None
        )

    def act(self, game: Position, seat: int, words: Words) -> None:
        self.change(game, seat, self.at(game, seat, words[0]))

    def change(self, game: Position, seat: int, piece: Piece) -> None:
        """What is done."""
        for field, value in self.sets.items():
            setattr(piece, field, value)
        game.emit(self.event, seat, node=game.geometry.nodes[piece.node])


class OnBuilding(OnPiece[Building]):
    """At a building."""

    names = staticmethod(refusals.own_building)
    at_buildings = True

    def owned(self, player: Player) -> Sequence[Building]:
        return player.buildings

    def change(self, game: Position, seat: int, piece: Building) -> None:
        super().change(game, seat, piece)
        game.network.altered(seat)


class WithKnight(OnPiece[Knight]):
    """With a knight."""

    names = staticmethod(refusals.own_knight)

    def obstacle(self, game: Position, step: Any, seat: int, words: Words) -> Message | None:
        if not game.state.players[seat].knights:
            return Message("mmn.refuse.no_own_knight")
        return super().obstacle(game, step, seat, words)

    def owned(self, player: Player) -> Sequence[Knight]:
        return player.knights
