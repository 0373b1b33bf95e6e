"""Trade between players: an offer stands until somebody accepts it, all have answered or it is withdrawn (rules 11.1).

Every opponent is asked, whatever he holds: who is asked tells nobody anything. Who cannot accept can only decline.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from engines import steps
from engines.contract import Action, Message, PartialAction
from engines.mmn import fields, hands, parts, refusals, words
from engines.mmn.position import Position
from engines.mmn.verbs.decision import Question, unfit
from engines.steps import Arguments, Verb, Words


class Exchange(Verb[Position, Any]):
    """Words like "2 wool for 1 ore": at least a card on each side, no kind on both, what is given in hand."""

    def offers(self, game: Position, step: Any, seat: int) -> Sequence[steps.Offer]:
        return ()

    def choices(self, game: Position, step: Any, seat: int) -> Iterable[Words]:
        return ()

    def unlisted(self, game: Position, step: Any, seat: int) -> bool:
        return True

    def fault(self, game: Position, step: Any, seat: int, words: Words) -> Message | None:
        sides = hands.exchange(words)
        if sides is None:
            return Message("mmn.refuse.offer_words")
        if not hands.holds(game.state.players[seat].hand, sides[0]):
            return Message("mmn.refuse.not_in_hand", {"cards": hands.counted(sides[0])})
        return None

    def normal(self, words: Words) -> Words:
        sides = hands.exchange(words)
        return words if sides is None else (*hands.in_words(sides[0]), "for", *hands.in_words(sides[1]))

    def part(self, game: Position, step: Any, seat: int, words: Words) -> PartialAction | None:
        return parts.offer(game.state.players[seat].hand, (self.word, *words))


class MakeOffer(Exchange):
    """Before all opponents."""

    word = "offer"

    def do(self, game: Position, step: Any, seat: int, words: Words) -> None:
        game.push(step)
        post(game, seat, words)


def post(game: Position, seat: int, words: Words) -> None:
    give, want = hands.exchange(words) or ([], [])
    game.emit("offered", seat, give=hands.counted(give), want=hands.counted(want))
    game.push(Offer(seat=seat, give=give, want=want, waiting=game.opponents(seat)))


class OfferAgain(Exchange):
    """A new offer replaces the one that stands."""

    word = "offer"

    def do(self, game: Position, step: Offer, seat: int, words: Words) -> None:
        game.emit("withdrawn", seat)
        post(game, seat, words)


class Withdraw(Verb[Position, "Offer"]):
    """The offerer may do so at any time."""

    word = "withdraw"

    def do(self, game: Position, step: Offer, seat: int, words: Words) -> None:
        game.emit("withdrawn", seat)


class AcceptCounter(Verb[Position, "Offer"]):
    """What an opponent offers back."""

    word = "accept"

    def choices(self, game: Position, step: Offer, seat: int) -> Iterable[Words]:
        hand = game.state.players[seat].hand
        return ((words.SEATS[each.seat],) for each in step.counters if hands.holds(hand, each.want))

    def fault(self, game: Position, step: Offer, seat: int, typed: Words) -> Message | None:
        if len(typed) != 1:
            return None
        if reason := refusals.opponent(game, seat, typed[0]):
            return reason
        other = words.SEAT[typed[0]]
        for counter in step.counters:
            if counter.seat == other:
                return Message("mmn.refuse.not_in_hand", {"cards": hands.counted(counter.want)})
        return Message("mmn.refuse.no_counter", {"victim_seat": other})

    def do(self, game: Position, step: Offer, seat: int, typed: Words) -> None:
        counter = next(each for each in step.counters if each.seat == words.SEAT[typed[0]])
        gave, got = trade(game, seat, counter.seat, counter.want, counter.give)
        game.emit("counter_accepted", seat, barrier=True, counter_seat=counter.seat, gave=gave, got=got)


class Accept(Verb[Position, "Offer"]):
    """Who has what is wanted."""

    word = "accept"

    def closed(self, game: Position, step: Offer, seat: int) -> Message | None:
        if hands.holds(game.state.players[seat].hand, step.want):
            return None
        return Message("mmn.refuse.not_in_hand", {"cards": hands.counted(step.want)})

    def do(self, game: Position, step: Offer, seat: int, words: Words) -> None:
        gave, got = trade(game, step.seat, seat, step.give, step.want)
        game.emit("accepted", seat, barrier=True, offer_seat=step.seat, gave=gave, got=got)


class Decline(Verb[Position, "Offer"]):
    """A counter offer made before is taken back."""

    word = "decline"

    def do(self, game: Position, step: Offer, seat: int, words: Words) -> None:
        game.emit("declined", seat)
        step.answered(game, seat)


class MakeCounter(Exchange):
    """What the opponent would rather give, for what he wants."""

    word = "counter"

    def do(self, game: Position, step: Offer, seat: int, words: Words) -> None:
        give, want = hands.exchange(words) or ([], [])
        game.emit("countered", seat, barrier=True, give=hands.counted(give), want=hands.counted(want))
        step.answered(game, seat, Counter(seat=seat, give=give, want=want))


def trade(game: Position, offerer: int, other: int, gave: list[int], got: list[int]) -> tuple[list[str], list[str]]:
    """Both sides change hands; what was offered was said openly."""
    hands.move(game, offerer, other, gave)
    hands.move(game, other, offerer, got)
    return hands.counted(gave), hands.counted(got)


class Counter(msgspec.Struct, kw_only=True):
    """What an opponent would rather give and get."""

    seat: int
    give: list[int]
    want: list[int]


class Offer(Question, kw_only=True, tag="Offer"):
    """The offerer gives ``give`` for ``want``; the first who accepts gets it."""

    asks = "mmn.prompt.offer"
    verbs = (Accept(), Decline(), MakeCounter())
    verbs_of_the_offerer = (AcceptCounter(), Withdraw(), OfferAgain())

    seat: int
    give: list[int]
    want: list[int]
    waiting: list[int]
    """Opponents who have not answered, clockwise."""
    counters: list[Counter] = []

    def actors(self, game: Position) -> tuple[int, ...]:
        """Who has not answered, who would trade otherwise, and the offerer, who may withdraw; nobody once all have
        declined."""
        countering = [each.seat for each in self.counters]
        return (*self.waiting, *countering, self.seat) if self.waiting or countering else ()

    def blocking_seats(self, game: Position) -> tuple[int, ...]:
        """The game waits for the opponents; for the offerer only when all have answered and a counter stands."""
        return tuple(self.waiting) or self.actors(game)[-1:]

    def offered(self, game: Position, seat: int) -> Sequence[Verb[Any, Any]]:
        return self.verbs_of_the_offerer if seat == self.seat else self.verbs

    def asking(self, game: Position, seat: int) -> Arguments:
        return {"offer_seat": self.seat, "give": hands.counted(self.give), "want": hands.counted(self.want)}

    def public_buttons(self, game: Position, seat: int) -> tuple[str, ...]:
        return ("withdraw",) if seat == self.seat else ("accept", "decline", "counter")

    def no_answer(self, game: Position, seat: int, action: Action) -> Message:
        return Message("mmn.refuse.own_offer" if seat == self.seat else "mmn.refuse.offer_stands")

    def answered(self, game: Position, seat: int, counter: Counter | None = None) -> None:
        """An opponent has declined, or would trade otherwise: no longer what he said before."""
        self.waiting = [other for other in self.waiting if other != seat]
        self.counters = [*(each for each in self.counters if each.seat != seat), *([counter] if counter else [])]
        game.push(self)

    def run(self, game: Position) -> None:
        game.emit("offer_lapsed", self.seat)

    def faults(self, game: Position) -> list[str]:
        sound = all(
            fields.seats(game, [each.seat]) and fields.cards(each.give) and fields.cards(each.want)
            for each in self.counters
        )
        return super().faults(game) or unfit(self, counters=sound)
