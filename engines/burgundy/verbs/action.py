"""What dice actions have in common, whether a die or a tile just placed allows them (rules 6.1 and 7)."""

from __future__ import annotations

from typing import ClassVar

from engines.burgundy import box
from engines.burgundy.position import Decision, Position
from engines.burgundy.state import Player
from engines.contract import Message
from engines.steps import Verb, Words


class Acting(Decision, kw_only=True):
    """A question that actions answer: a turn, or the effect of a castle or building."""

    free: ClassVar[bool] = True
    """Actions need no die."""

    def allows(self, word: str) -> bool:
        """Whether this kind of dice action is possible here."""
        return True

    def colours(self) -> tuple[str, ...]:
        """Of which tiles are taken."""
        return box.COLOURS

    def may_buy(self, game: Position) -> bool:
        """Whether the purchase is allowed here."""
        return game.edition.purchase_inside_action


_NO_DIE = Message("burgundy.refuse.no_die")


class DieAction(Verb[Position, Acting]):
    """An action of a die; the ``size`` words that say what is done come before those of the die."""

    size: ClassVar[int]

    def closed(self, game: Position, step: Acting, seat: int) -> Message | None:
        if step.free:
            return None if step.allows(self.word) else effect_first(step)
        return None if game.state.players[seat].unused else _NO_DIE

    def impossible(self, game: Position, step: Acting, seat: int, words: Words) -> Message | None:
        """Why it cannot be done, whatever the die."""
        return None

    def turned(self, player: Player, words: Words, *, every: bool) -> tuple[Words, ...]:
        """The dice that serve for what is possible, with their workers; ``every``: those too that are not offered."""
        raise NotImplementedError

    def unlisted(self, game: Position, step: Acting, seat: int) -> bool:
        """Any own die may be turned, also where the other one does it for fewer workers (rules 6.1)."""
        player, size = game.state.players[seat], self.size
        return not step.free and any(
            self.turned(player, words[:size], every=True) != self.turned(player, words[:size], every=False)
            for words in self.choices(game, step, seat)
        )

    def fault(self, game: Position, step: Acting, seat: int, words: Words) -> Message | None:
        if reason := self.impossible(game, step, seat, words[: self.size]):
            return reason
        if step.free:
            return Message("burgundy.refuse.no_die_needed") if "die" in words else None
        player = game.state.players[seat]
        if words[self.size :] in self.turned(player, words[: self.size], every=True):
            return None
        dice = [str(die) for die in player.unused]
        return Message("burgundy.refuse.die", {"dice": dice, "workers": player.workers})

    def normal(self, words: Words) -> Words:
        match words:
            case (*rest, "workers", count, "die", die):
                return (*rest, "die", die, "workers", count)
        return words

    def do(self, game: Position, step: Acting, seat: int, words: Words) -> None:
        if not step.free:
            game.push(step)
            player, (die, *paid) = game.state.players[seat], words[self.size + 1 :]
            player.unused.remove(int(die))
            if paid:
                player.workers -= int(paid[1])
                game.emit("turned", seat, die=int(die), count=int(paid[1]))
        self.act(game, seat, words[: self.size])

    def act(self, game: Position, seat: int, words: Words) -> None:
        """Does it; the die has been used."""
        raise NotImplementedError


_DICE_LEFT = tuple(Message("burgundy.refuse.dice_left", {"n": dice}) for dice in (1, 2))


class End(Verb[Position, Decision]):
    """Ends the turn, once both dice are used."""

    word = "end"

    def closed(self, game: Position, step: Decision, seat: int) -> Message | None:
        if step.effect():
            return effect_first(step)
        dice = len(game.state.players[seat].unused)
        return _DICE_LEFT[dice - 1] if dice else None

    def do(self, game: Position, step: Decision, seat: int, words: Words) -> None:
        player = game.state.players[seat]
        player.purchased = player.hired = False


def effect_first(step: Decision) -> Message:
    """What is wanted must wait for an effect."""
    return Message("burgundy.refuse.effect_first", {"tile": step.effect()})


def tile_hint(tile: str) -> Message:
    """What a tile does."""
    return Message("burgundy.hint.tile", {"effect": f"{box.card(tile)}.short"})
