"""Taking a privilege (rules 7.7), and the royal one in the Goa variant (rules 12)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from engines.contract import Action, Message
from engines.navegador import board, scoring
from engines.navegador.steps.decision import PASS, Decision

if TYPE_CHECKING:
    from engines.navegador.game import Navegador


class Privilege(Decision, kw_only=True, tag="Privilege"):
    """At most one privilege: one of the gallery for a worker, or the own royal one with a ship in Goa."""

    asks = "navegador.prompt.privilege"

    def legal(self, game: Navegador, seat: int) -> Iterator[Action]:
        for category in board.CATEGORIES:
            if self.gallery_fault(game, category) is None:
                yield ("privilege", category)
        for category in board.CATEGORIES:
            if self.royal_fault(game, category) is None:
                yield ("royal", category)
        yield PASS

    def gallery_fault(self, game: Navegador, category: str) -> Message | None:
        """Why a privilege of the gallery cannot be taken."""
        player = game.state.players[self.seat]
        if player.workers <= board.WORKERS_MIN:
            return Message("navegador.refuse.privilege_workers", {"n": board.WORKERS_MIN})
        if not game.state.gallery[category]:
            return Message("navegador.refuse.gallery", {"category": category})
        return self.column_fault(game, category)

    def royal_fault(self, game: Navegador, category: str) -> Message | None:
        """Why the royal privilege cannot be taken now."""
        player = game.state.players[self.seat]
        if game.state.options["royal"] != "goa":
            return Message("navegador.refuse.royal_at_end")
        if not player.royal:
            return Message("navegador.refuse.royal_taken")
        if board.GOA not in player.fleet:
            return Message("navegador.refuse.no_ship", {"region": board.GOA})
        return self.column_fault(game, category)

    def column_fault(self, game: Navegador, category: str) -> Message | None:
        full = game.state.players[self.seat].privileges[category] >= board.PRIVILEGE_SLOTS
        return Message("navegador.refuse.column_full", {"category": category}) if full else None

    def refusal(self, game: Navegador, seat: int, action: Action) -> Message | None:
        match action:
            case ("privilege", category) if category in board.CATEGORIES:
                return self.gallery_fault(game, category)
            case ("royal", category) if category in board.CATEGORIES:
                return self.royal_fault(game, category)
        return None

    def hint(self, game: Navegador, seat: int, action: Action) -> Message | None:
        if action == PASS:
            return None
        return Message("navegador.hint.income", {"income": self.bonus(game, action[1])})

    def bonus(self, game: Navegador, category: str) -> int:
        player = game.state.players[self.seat]
        return scoring.units(player)[category] * (scoring.next_bonus(player, category) or 0)

    def play(self, game: Navegador, seat: int, action: Action) -> None:
        if action == PASS:
            game.emit("passed", seat, action="privilege")
            return
        kind, category = action
        player = game.state.players[seat]
        bonus = self.bonus(game, category)
        if kind == "privilege":
            player.workers -= 1
            game.state.gallery[category] -= 1
        else:
            player.royal = False
        player.privileges[category] += 1
        player.money += bonus
        game.emit(kind, seat, category=category, bonus=bonus)
