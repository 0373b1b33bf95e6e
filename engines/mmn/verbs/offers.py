"""Trade between players: an offer stands until it is accepted, all have declined or it is withdrawn (rules 11.1).

Every opponent is asked, or the one to whom it is addressed, whatever they hold: who is asked tells nobody anything. Who
cannot accept can only decline. The first to accept gets it, or the offerer chooses among those who do: an option. Who
is asked alone gets it at once.

The offerer may go on with his turn meanwhile, since rules 5: whatever he does then withdraws the offer.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Any

import msgspec

from engines.contract import Action, Message, PartialAction
from engines.mmn import board, hands, naming, refusals
from engines.mmn.naming import SEAT
from engines.mmn.position import Position
from engines.mmn.verbs.action import OneWord, Question, are_cards, are_seats
from engines.steps import Arguments, Step, Verb, Words


class Exchange(Verb[Position, Any]):
    """Words like "2 wool for 1 ore": at least a card on each side, no kind on both, what is given in hand."""

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
        return hands.offer(game.state.players[seat].hand, (self.word, *words))


class MakeOffer(Exchange):
    """Before all opponents, or before one: "2 wool for 1 ore to seat2"."""

    word = "offer"

    def fault(self, game: Position, step: Any, seat: int, words: Words) -> Message | None:
        if sum(word in SEAT for word in words) > 1:
            return Message("mmn.refuse.one_addressee")
        cards, to = _addressed(words)
        return super().fault(game, step, seat, cards) or (refusals.opponent(game, seat, to) if to is not None else None)

    def normal(self, words: Words) -> Words:
        cards, to = _addressed(words)
        return super().normal(words) if to is None else (*super().normal(cards), "to", to)

    def part(self, game: Position, step: Any, seat: int, typed: Words) -> PartialAction | None:
        to = [("to", naming.SEATS[other]) for other in game.opponents(seat)]
        return hands.offer(game.state.players[seat].hand, (self.word, *typed), to)

    def do(self, game: Position, step: Any, seat: int, words: Words) -> None:
        game.push(step)
        post(game, seat, words)


def _addressed(words: Words) -> tuple[Words, str | None]:
    """The cards, and the one whom alone the offer is made; None: all."""
    if "to" not in words[:-1]:
        return words, None
    at = words.index("to")
    return words[:at] + words[at + 2 :], words[at + 1]


def post(game: Position, seat: int, typed: Words) -> None:
    cards, to = _addressed(typed)
    give, want = hands.exchange(cards) or ([], [])
    waiting = game.opponents(seat)
    if to is None:
        game.emit("offered", seat, give=hands.counted(give), want=hands.counted(want))
    else:
        waiting = [naming.SEAT[to]]
        game.emit("offered_to", seat, to_seat=waiting[0], give=hands.counted(give), want=hands.counted(want))
    alone = to is not None and game.state.rules >= 4
    game.push(Offer(seat=seat, give=give, want=want, waiting=waiting, alone=alone or msgspec.UNSET))
    if game.state.rules >= 6:
        game.state.now.offers = (game.state.now.offers or 0) + 1


class OfferAgain(MakeOffer):
    """A new offer replaces the one that stands."""

    def do(self, game: Position, step: Offer, seat: int, words: Words) -> None:
        game.emit("withdrawn", seat)
        post(game, seat, words)


class Withdraw(Verb[Position, "Offer"]):
    """The offerer may do so at any time."""

    word = "withdraw"

    def do(self, game: Position, step: Offer, seat: int, words: Words) -> None:
        game.emit("withdrawn", seat)


class Choose(OneWord["Offer"]):
    """The offerer trades with an opponent: by what that one offers back, or by the offer, which several may accept."""

    word = "accept"

    def choices(self, game: Position, step: Offer, seat: int) -> Iterable[Words]:
        hand = game.state.players[seat].hand
        willing = [each.seat for each in step.counters if hands.holds(hand, each.want)] + step.ready
        return ((naming.SEATS[other],) for other in willing)

    def hint(self, game: Position, step: Offer, seat: int, typed: Words) -> Message | None:
        give = step.want
        want = step.give
        for counter in step.counters:
            if counter.seat == naming.SEAT[typed[0]]:
                give = counter.give
                want = counter.want
        return Message("mmn.hint.trade", {"give": hands.counted(give), "want": hands.counted(want)})

    def unfit(self, game: Position, step: Offer, seat: int, word: str) -> Message | None:
        if reason := refusals.opponent(game, seat, word):
            return reason
        other = naming.SEAT[word]
        for counter in step.counters:
            if counter.seat == other:
                return Message("mmn.refuse.not_in_hand", {"cards": hands.counted(counter.want)})
        return Message("mmn.refuse.no_counter", {"victim_seat": other})

    def do(self, game: Position, step: Offer, seat: int, typed: Words) -> None:
        other = naming.SEAT[typed[0]]
        if other in step.ready:
            gave, got = trade(game, seat, other, step.give, step.want)
            game.emit("chose_partner", seat, barrier=True, partner_seat=other, gave=gave, got=got)
            return
        counter = next(each for each in step.counters if each.seat == other)
        gave, got = trade(game, seat, other, counter.want, counter.give)
        game.emit("counter_accepted", seat, barrier=True, counter_seat=other, gave=gave, got=got)


class Accept(Verb[Position, "Offer"]):
    """Who has what is wanted: at once, or if the offerer chooses him."""

    word = "accept"

    def closed(self, game: Position, step: Offer, seat: int) -> Message | None:
        if seat in step.ready:
            return Message("mmn.refuse.has_accepted", {"offer_seat": step.seat})
        if hands.holds(game.state.players[seat].hand, step.want):
            return None
        return Message("mmn.refuse.not_in_hand", {"cards": hands.counted(step.want)})

    def do(self, game: Position, step: Offer, seat: int, words: Words) -> None:
        if game.option("first_acceptance_trades") == "off" and not step.alone:
            game.emit("would_accept_offer", seat, barrier=True, **step.terms)
            step.answered(game, seat, accepts=True)
            return
        gave, got = trade(game, step.seat, seat, step.give, step.want)
        game.emit("accepted", seat, barrier=True, offer_seat=step.seat, gave=gave, got=got)


class Decline(Verb[Position, "Offer"]):
    """What was answered before is taken back."""

    word = "decline"

    def do(self, game: Position, step: Offer, seat: int, words: Words) -> None:
        if seat in step.ready:
            game.emit("took_back_acceptance", seat, barrier=False, **step.terms)
        else:
            game.emit("declined_offer", seat, barrier=False, **step.terms)
        step.answered(game, seat)


class MakeCounter(Exchange):
    """What the opponent would rather give, for what he wants."""

    word = "counter"

    def part(self, game: Position, step: Offer, seat: int, words: Words) -> PartialAction | None:
        """It starts from the offer: what was wanted is given first, what was offered is wanted first, and unless that
        would be the offer itself, the terms are chosen beforehand."""
        part = super().part(game, step, seat, words)
        if part is None:
            return None
        part = msgspec.structs.replace(part, about=Message(step.asks, step.asking(game, seat)))
        kinds = step.give if "for" in words else step.want
        first = {board.KINDS[kind] for kind, count in enumerate(kinds) if count}
        part.choices.sort(key=lambda choice: choice[-1] not in first)
        if hands.in_order(words[:-1]) == hands.in_words(step.want):
            return part
        terms = [(str(count), board.KINDS[kind]) for kind, count in enumerate(kinds) if count]
        likely = tuple(choice for choice in terms if choice in part.choices)
        return msgspec.structs.replace(part, likely=likely[: part.most])

    def do(self, game: Position, step: Offer, seat: int, words: Words) -> None:
        give, want = hands.exchange(words) or ([], [])
        counter = {"would_give": hands.counted(give), "would_want": hands.counted(want)}
        game.emit("countered_offer", seat, barrier=True, **step.terms, **counter)
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
    """The offerer gives ``give`` for ``want``."""

    asks = "mmn.prompt.offer"
    verbs = (Accept(), Decline(), MakeCounter())
    verbs_of_the_offerer = (Choose(), Withdraw(), OfferAgain())

    seat: int
    give: list[int]
    want: list[int]
    waiting: list[int]
    """Opponents who have not answered, clockwise."""
    counters: list[Counter] = []
    accepted: list[int] | msgspec.UnsetType = msgspec.UNSET
    """Who accepts, where the offerer chooses; left out before somebody does."""
    alone: bool | msgspec.UnsetType = msgspec.UNSET
    """Nobody else is asked: whether to accept trades at once. Before rules 4 the offerer had to choose that one too."""

    @property
    def terms(self) -> dict[str, int | list[str]]:
        """Whose offer it is, and what for what, as answers restate it."""
        return {"offer_seat": self.seat, "give": hands.counted(self.give), "want": hands.counted(self.want)}

    @property
    def ready(self) -> list[int]:
        """Who accepts, the first one first."""
        return self.accepted or []

    def actors(self, game: Position) -> tuple[int, ...]:
        """Who has not answered, who may take back what he has, and the offerer, who may withdraw; nobody once all have
        declined."""
        answers = [*self.waiting, *self.ready, *(each.seat for each in self.counters)]
        return (*answers, self.seat) if answers else ()

    def blocking_seats(self, game: Position) -> tuple[int, ...]:
        """The game waits for the opponents; for the offerer only when all have answered and somebody would trade."""
        return tuple(self.waiting) or self.actors(game)[-1:]

    def turn(self, game: Position, seat: int) -> Step[Position] | None:
        """The turn that waits below for the offerer, who may go on with it; before rules 5 he had to withdraw first."""
        if seat != self.seat or game.state.rules < 5:
            return None
        stack: list[Step[Position]] = game.state.stack
        return stack[-2] if stack[-1] is self else stack[-1]

    def question(self, game: Position, seat: int) -> str:
        if self.turn(game, seat):
            return "mmn.prompt.own_offer"
        if self.counter_of(seat):
            return "mmn.prompt.countered"
        return "mmn.prompt.accepted" if seat in self.ready else self.asks

    def counter_of(self, seat: int) -> Counter | None:
        """Return what a seat has offered instead, if it has."""
        return next((counter for counter in self.counters if counter.seat == seat), None)

    def answers(self, game: Position, seat: int) -> Sequence[Verb[Any, Any]]:
        return self.verbs_of_the_offerer if seat == self.seat else self.verbs

    def offered(self, game: Position, seat: int) -> Sequence[Verb[Any, Any]]:
        own = self.answers(game, seat)
        turn = self.turn(game, seat)
        return (*own, *(verb for verb in turn.verbs if not isinstance(verb, MakeOffer))) if turn else own

    def play(self, game: Position, seat: int, action: Action) -> None:
        """Who goes on with his turn withdraws the offer by that."""
        if self.verb(game, seat, action) in self.answers(game, seat):
            super().play(game, seat, action)
            return
        game.emit("withdrawn", seat)
        game.state.stack.pop().play(game, seat, action)

    def asking(self, game: Position, seat: int) -> Arguments:
        asked: Arguments = {**self.terms}
        if counter := self.counter_of(seat):
            return {**asked, "would_give": hands.counted(counter.give), "would_want": hands.counted(counter.want)}
        if seat != self.seat:
            return asked
        # Whoever presses a button that trades gets what it said: other terms are another question.
        counters = [f"{each.seat} {hands.counted(each.give)} {hands.counted(each.want)}" for each in self.counters]
        return {**asked, "counters": counters} if counters else asked

    def public_buttons(self, game: Position, seat: int) -> tuple[str, ...]:
        if seat != self.seat:
            return ("accept", "decline", "counter") if seat in self.waiting else ()
        # Also those whom the offerer cannot pay: that is nobody else's business.
        willing = sorted({*(each.seat for each in self.counters), *self.ready})
        return (*(f"accept {naming.SEATS[other]}" for other in willing), "withdraw")

    def no_answer(self, game: Position, seat: int, action: Action) -> Message:
        if seat != self.seat and action[:1] in ((Withdraw.word,), (MakeOffer.word,)):
            return Message(f"mmn.refuse.not_yours_{action[0]}", {"offer_seat": self.seat})
        return Message("mmn.refuse.own_offer" if seat == self.seat else "mmn.refuse.offer_stands")

    def answered(self, game: Position, seat: int, counter: Counter | None = None, *, accepts: bool = False) -> None:
        """An opponent has answered: what he said before holds no longer."""
        self.waiting = [other for other in self.waiting if other != seat]
        self.counters = [*(each for each in self.counters if each.seat != seat), *([counter] if counter else [])]
        if accepts or self.ready:
            self.accepted = [*(other for other in self.ready if other != seat), *([seat] if accepts else [])]
        game.push(self)

    def run(self, game: Position) -> None:
        game.emit("offer_lapsed", self.seat)

    def sound(self, game: Position) -> bool:
        answers = {*self.waiting, *self.ready, *(each.seat for each in self.counters)}
        sides = [self.give, self.want, *(side for each in self.counters for side in (each.give, each.want))]
        if not (
            self.in_turn(game)
            and are_seats(game, [self.seat, *answers])
            and self.seat not in answers
            and all(map(are_cards, sides))
        ):
            return False
        promised = [(self.seat, self.give), *((each.seat, each.give) for each in self.counters)]
        promised += [(seat, self.want) for seat in self.ready]
        return all(hands.holds(game.state.players[seat].hand, cards) for seat, cards in promised)

    def in_turn(self, game: Position) -> bool:
        """Whether the offerer's turn waits right below."""
        below = [under for under, step in pairwise(game.state.stack) if step is self]
        return (
            any(isinstance(verb, MakeOffer) for step in below for verb in step.verbs) and self.seat == game.state.active
        )
