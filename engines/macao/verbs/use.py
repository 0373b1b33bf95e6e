"""Using activated cards in a turn (rules 5.6): conditions and effects of each kind of card.

An action is ``use CARD``, for some kinds with one more word: how often an exchange is made ("use goldsucher 2"), or the
card that is given up.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from engines.contract import Message
from engines.macao.cards import CARDS
from engines.macao.cards import effects as kinds
from engines.macao.cards.effects import Amount
from engines.macao.position import Position, measure
from engines.macao.verbs.cubes import ReturnColours, pay_then_receive, receive, trigger
from engines.notation import number
from engines.steps import Verb, Words

ONCE: tuple[Words, ...] = ((),)
"""The only completion for cards that are used without further words."""
_BRINGS_NOTHING = Message("macao.refuse.brings_nothing")


def scale(effect: kinds.IncomeScaled, game: Position, seat: int) -> int:
    """Return how many times a use of a card brings its gain, which depends on what its metric counts."""
    return measure(game, seat, effect.metric, effect.office_kind) // effect.divide_by


def lacking(game: Position, seat: int, pay: Amount) -> Message | None:
    """Return which part of a price a seat does not have; None: it can pay."""
    player = game.state.players[seat]
    if player.gold < pay.gold:
        return Message("macao.refuse.gold", {"cost": pay.gold, "gold": player.gold})
    if any(player.stock.get(colour, 0) < number for colour, number in pay.cubes.items()):
        return Message("macao.refuse.cost", {**game.unpaid(seat, pay.cubes)})
    cube_count = sum(player.stock.values())
    if cube_count < pay.cubes_any:
        return Message("macao.refuse.cubes_any", {"n": pay.cubes_any, "have": cube_count})
    return None


def endings(game: Position, seat: int, card: str) -> Sequence[Words] | Message:
    """Return the words that may follow ``use CARD``, or why the card cannot be used now.

    Without further words they are ``ONCE``. That the card is activated and not yet used in this round is not checked.
    """
    player = game.state.players[seat]
    effect = CARDS[card].effect
    match effect:
        case kinds.Exchange(pay=pay) | kinds.ShipMoves(pay=pay):
            return lacking(game, seat, pay) or ONCE
        case kinds.Income(requires=requires) | kinds.WallSteps(requires=requires):
            if isinstance(effect, kinds.WallSteps) and not game.state.wall.spaces_ahead(seat):
                return Message("macao.refuse.no_wall_step")
            for condition in requires:
                value = measure(game, seat, condition.metric, condition.office_kind)
                if not condition.min <= value <= condition.max:
                    # A condition has a least or a greatest value; without a least one it is 0.
                    return Message(f"macao.refuse.needs_{condition.metric}", {"n": condition.min or condition.max})
        case kinds.IncomeScaled():
            return ONCE if scale(effect, game, seat) else _BRINGS_NOTHING
        case kinds.ExchangeMulti(pay=pay):
            resources = ((player.gold, pay.gold), (sum(player.stock.values()), pay.cubes_any))
            most_times = min(amount // price for amount, price in resources if price)
            return lacking(game, seat, pay) or [(str(times),) for times in range(1, most_times + 1)]
        case kinds.ExchangeDistinctColours():
            return lacking(game, seat, Amount(cubes_any=1)) or ONCE
        case kinds.DiscardForGain(discard=discard):
            victims = [(victim,) for victim in player.activated if victim != card and CARDS[victim].type == discard]
            return victims or Message("macao.refuse.nobody_to_discard")
    return ONCE


def carry_out(game: Position, seat: int, card: str, words: Words) -> None:
    """Carry out the effect of a card that is used; ``words`` are those behind the card."""
    player = game.state.players[seat]
    effect = CARDS[card].effect
    match effect:
        case kinds.Income(gain=gain):
            receive(game, seat, gain, card)
        case kinds.IncomeScaled(gain=gain):  # the cards of this kind bring no cubes
            times = scale(effect, game, seat)
            receive(game, seat, Amount(gold=gain.gold * times, prestige=gain.prestige * times), card)
        case kinds.IncomePartner():
            has_partner = effect.partner in player.activated
            receive(game, seat, effect.gain_with_partner if has_partner else effect.gain, card)
        case kinds.Exchange(pay=pay, gain=gain):
            if (kind := CARDS[card].office_kind) is not None:
                uses = player.this_round.office_uses
                uses[kind] = uses.get(kind, 0) + 1
                if uses[kind] == 1:  # only the first use of a kind in a round is an event for other cards
                    trigger(game, seat, "office_kind_first_used_this_round")
            pay_then_receive(game, seat, pay, gain, card)
        case kinds.ExchangeMulti(pay=pay, gain=gain):
            times = int(words[0])
            pay = Amount(gold=pay.gold * times, cubes_any=pay.cubes_any * times)
            pay_then_receive(game, seat, pay, Amount(gold=gain.gold * times, cubes_any=gain.cubes_any * times), card)
        case kinds.ExchangeDistinctColours(most=most, gain_per_cube=gain):
            game.push(ReturnColours(seat=seat, card=card, most=most, gain=gain))
        case kinds.ShipMoves():
            game.spend(seat, effect.pay)
            player.free_steps += effect.up_to
        case kinds.WallSteps(steps=steps):
            game.advance_on_wall(seat, steps)
        case kinds.DiscardForGain(gain=gain):
            (victim,) = words
            player.activated.remove(victim)
            game.state.discard.append(victim)
            game.emit("buried", seat, card=victim)
            receive(game, seat, gain, card)


def _never_used(card: str) -> Message:
    """Return why an activated card has no use: it asks by itself, works by itself or is used in another way."""
    effect = CARDS[card].effect
    if isinstance(effect, kinds.ActivateWithoutSpending):
        return Message("macao.refuse.craftsman")
    is_asked_about = isinstance(effect, kinds.AskedAbout) or (isinstance(effect, kinds.Trigger) and effect.wall_steps)
    return Message("macao.refuse.asked_about" if is_asked_about else "macao.refuse.by_itself", {"card": card})


class Use(Verb[Position, Any]):
    """Use an activated card, each once a round; with the Schreiber one office of each kind twice (rules 5.6)."""

    word = "use"

    def choices(self, game: Position, step: Any, seat: int) -> Iterable[Words]:
        player = game.state.players[seat]
        completions: list[Words] = []
        for card in game.powers(seat).used:
            if card not in player.this_round.used or self.once_more(game, seat, card):
                last_words = endings(game, seat, card)
                if not isinstance(last_words, Message):
                    completions += [(card, *words) for words in last_words]
        return completions

    def once_more(self, game: Position, seat: int, card: str) -> bool:
        """Return whether a card that was used in this round may be used again (Schreiber)."""
        times_used = game.state.players[seat].this_round.used
        kind = CARDS[card].office_kind
        if kind is None or times_used[card] > 1 or "office_use_per_kind" not in game.powers(seat).allowances:
            return False
        return not any(times > 1 and CARDS[used_card].office_kind == kind for used_card, times in times_used.items())

    def fault(self, game: Position, step: Any, seat: int, words: Words) -> Message | None:
        player = game.state.players[seat]
        if not words:
            has_usable = any(isinstance(CARDS[active].effect, kinds.Used) for active in player.activated)
            return Message("macao.refuse.nothing_usable" if has_usable else "macao.refuse.nothing_to_use")
        card = words[0]
        if card not in CARDS:
            return None
        if card not in player.activated:
            return Message("macao.refuse.not_activated", {"card": card})
        effect = CARDS[card].effect
        if not isinstance(effect, kinds.Used):
            return _never_used(card)
        if card in player.this_round.used and not self.once_more(game, seat, card):
            return Message("macao.refuse.used", {"card": card})
        last_words = endings(game, seat, card)
        if isinstance(last_words, Message):
            return last_words
        # The card can be used, so it is the words behind it that are wrong.
        if isinstance(effect, kinds.DiscardForGain):
            return Message("macao.refuse.whom_to_discard")
        if isinstance(effect, kinds.ExchangeMulti):
            times = number(*words[1:]) if len(words) == 2 else None
            if times is None or times > len(last_words):
                return Message("macao.refuse.how_often", {"n": len(last_words)})
        return None

    def hint(self, game: Position, step: Any, seat: int, words: Words) -> Message:
        return Message("macao.hint.use", {"effect": f"{words[0]}.short"})

    def do(self, game: Position, step: Any, seat: int, words: Words) -> None:
        card = words[0]
        last_words = words[1:]
        game.count_use(seat, card)
        times = int(last_words[0]) if isinstance(CARDS[card].effect, kinds.ExchangeMulti) else 1
        game.emit("used", seat, card=card, times=times)
        carry_out(game, seat, card, last_words)
