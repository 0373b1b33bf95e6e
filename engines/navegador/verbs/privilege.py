"""Taking a privilege (rules 7.7), and the royal one in the Goa variant (rules 12)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar

from engines.contract import Message
from engines.navegador import board, scoring
from engines.navegador.position import FieldAction, Nothing, Position
from engines.steps import Verb, Words


class _Take(Verb[Position, Any]):
    """Put a privilege on the topmost free slot of its column; it pays the bonus of that slot for every unit."""

    refuses = ("navegador.refuse.column_full", "category", board.CATEGORIES)
    brings: ClassVar[str]
    """The message id of the hint."""

    def choices(self, game: Position, step: Any, seat: int) -> Iterable[Words]:
        privileges = game.state.players[seat].privileges
        return ((category,) for category in board.CATEGORIES if privileges[category] < board.PRIVILEGE_SLOTS)

    def hint(self, game: Position, step: Any, seat: int, words: Words) -> Message:
        return Message(self.brings, {"income": bonus(game, seat, words[0])})

    def do(self, game: Position, step: Any, seat: int, words: Words) -> None:
        (category,) = words
        player = game.state.players[seat]
        income = bonus(game, seat, category)
        player.privileges[category] += 1
        player.money += income
        game.emit(self.word, seat, category=category, bonus=income)


class TakePrivilege(_Take):
    """Take a privilege from the gallery for a worker."""

    word = "privilege"
    brings = "navegador.hint.privilege"

    def closed(self, game: Position, step: Any, seat: int) -> Message | None:
        if game.state.players[seat].workers > board.WORKERS_LEFT:
            return None
        return Message("navegador.refuse.privilege_workers", {"n": board.WORKERS_LEFT})

    def choices(self, game: Position, step: Any, seat: int) -> Iterable[Words]:
        return (words for words in super().choices(game, step, seat) if game.state.gallery[words[0]])

    def fault(self, game: Position, step: Any, seat: int, words: Words) -> Message | None:
        if len(words) == 1 and game.state.gallery.get(words[0]) == 0:
            return Message("navegador.refuse.gallery", {"category": words[0]})
        return super().fault(game, step, seat, words)

    def do(self, game: Position, step: Any, seat: int, words: Words) -> None:
        game.state.players[seat].workers -= 1
        game.state.gallery[words[0]] -= 1
        super().do(game, step, seat, words)


class TakeRoyal(_Take):
    """Take the player's royal privilege, once and without a cost, with a ship in Goa."""

    word = "royal"
    brings = "navegador.hint.income"

    def closed(self, game: Position, step: Any, seat: int) -> Message | None:
        player = game.state.players[seat]
        if game.option("royal") != "goa":
            return Message("navegador.refuse.royal_at_end")
        if not player.royal:
            return Message("navegador.refuse.royal_taken")
        if board.GOA not in player.fleet:
            return Message("navegador.refuse.no_ship", {"region": board.GOA})
        return None

    def do(self, game: Position, step: Any, seat: int, words: Words) -> None:
        game.state.players[seat].royal = False
        super().do(game, step, seat, words)


class Privilege(FieldAction, kw_only=True, tag="Privilege"):
    """The choice of at most one privilege, from the gallery or the player's royal one."""

    asks = "navegador.prompt.privilege"
    verbs = (TakePrivilege(), TakeRoyal(), Nothing())
    field = "privilege"


def bonus(game: Position, seat: int, category: str) -> int:
    """Return the money that the next privilege of a category pays."""
    player = game.state.players[seat]
    return scoring.units(player)[category] * (scoring.next_bonus(player, category) or 0)
