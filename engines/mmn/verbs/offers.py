"""Trade between players: an offer is open until it is accepted, declined by all or withdrawn (rules 11.1).

All opponents are asked, or the one to whom it is addressed, regardless of what they hold, so that being asked reveals
nothing. A player who cannot accept can only decline. The first one to accept trades or, as an option, the offerer
chooses among those who accept. A player who is asked alone trades as soon as he accepts.

Since rules version 5 the offerer may go on with his turn meanwhile: any other action withdraws the offer.
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
    """A verb with words like "2 wool for 1 ore": what the player gives, then what he gets.

    There is at least one card on each side and no kind on both; the player holds the cards to be given. There are too
    many such words to list them, so they are typed or put together in parts.
    """

    def choices(self, game: Position, step: Any, seat: int) -> Iterable[Words]:
        return ()

    def unlisted(self, game: Position, step: Any, seat: int) -> bool:
        return True

    def fault(self, game: Position, step: Any, seat: int, words: Words) -> Message | None:
        sides = hands.exchange(words)
        if sides is None:
            return Message("mmn.refuse.offer_words")
        give, _ = sides
        if not hands.holds(game.state.players[seat].hand, give):
            return Message("mmn.refuse.not_in_hand", {"cards": hands.counted(give)})
        return None

    def normal(self, words: Words) -> Words:
        sides = hands.exchange(words)
        if sides is None:
            return words
        give, wanted_cards = sides
        return (*hands.in_words(give), "for", *hands.in_words(wanted_cards))

    def part(self, game: Position, step: Any, seat: int, words: Words) -> PartialAction | None:
        return hands.offer(game.state.players[seat].hand, (self.word, *words))


class MakeOffer(Exchange):
    """Offer a trade to all opponents, or to one: "2 wool for 1 ore to seat2"."""

    word = "offer"

    def fault(self, game: Position, step: Any, seat: int, words: Words) -> Message | None:
        if sum(word in SEAT for word in words) > 1:
            return Message("mmn.refuse.one_addressee")
        cards, addressees = _addressed(words)
        fault = super().fault(game, step, seat, cards)
        if fault or addressees is None:
            return fault
        return refusals.opponent(game, seat, addressees)

    def normal(self, words: Words) -> Words:
        cards, addressees = _addressed(words)
        return super().normal(words) if addressees is None else (*super().normal(cards), "to", addressees)

    def part(self, game: Position, step: Any, seat: int, typed: Words) -> PartialAction | None:
        addressees = [("to", naming.SEATS[opponent]) for opponent in game.opponents(seat)]
        return hands.offer(game.state.players[seat].hand, (self.word, *typed), addressees)

    def do(self, game: Position, step: Any, seat: int, words: Words) -> None:
        game.push(step)
        post(game, seat, words)


def _addressed(words: Words) -> tuple[Words, str | None]:
    """Return the words for the cards, and the word for the only addressee of the offer; None: all opponents.

    The addressee ("to seat2") may stand anywhere among the words.
    """
    if "to" not in words[:-1]:
        return words, None
    at = words.index("to")
    return words[:at] + words[at + 2 :], words[at + 1]


def post(game: Position, seat: int, typed: Words) -> None:
    """Open an offer by legal words and ask the opponents, or its addressee."""
    cards, addressees = _addressed(typed)
    give, want = hands.exchange(cards) or ([], [])
    if addressees is None:
        awaited_seats = game.opponents(seat)
        game.emit("offered", seat, give=hands.counted(give), want=hands.counted(want))
    else:
        addressee = naming.SEAT[addressees]
        awaited_seats = [addressee]
        game.emit("offered_to", seat, to_seat=addressee, give=hands.counted(give), want=hands.counted(want))
    alone = addressees is not None and game.state.rules >= 4
    game.push(Offer(seat=seat, give=give, want=want, waiting=awaited_seats, alone=alone or msgspec.UNSET))
    if game.state.rules >= 6:
        game.state.now.offers = (game.state.now.offers or 0) + 1


class OfferAgain(MakeOffer):
    """Replace the open offer by a new one."""

    def do(self, game: Position, step: Offer, seat: int, words: Words) -> None:
        game.emit("withdrawn", seat)
        post(game, seat, words)


class Withdraw(Verb[Position, "Offer"]):
    """Withdraw the offer, which the offerer may do at any time."""

    word = "withdraw"

    def do(self, game: Position, step: Offer, seat: int, words: Words) -> None:
        game.emit("withdrawn", seat)


class Choose(OneWord["Offer"]):
    """Trade, as the offerer, with an opponent who has made a counter-offer or accepts the offer."""

    word = "accept"

    def choices(self, game: Position, step: Offer, seat: int) -> Iterable[Words]:
        hand = game.state.players[seat].hand
        willing = [counter.seat for counter in step.counters if hands.holds(hand, counter.want)] + step.accepting_seats
        return ((naming.SEATS[partner],) for partner in willing)

    def hint(self, game: Position, step: Offer, seat: int, typed: Words) -> Message | None:
        # Both sides as the partner means them: he gives what the offerer wants.
        counter = step.counter_of(naming.SEAT[typed[0]])
        give = counter.give if counter else step.want
        want = counter.want if counter else step.give
        return Message("mmn.hint.trade", {"give": hands.counted(give), "want": hands.counted(want)})

    def unfit(self, game: Position, step: Offer, seat: int, word: str) -> Message | None:
        if reason := refusals.opponent(game, seat, word):
            return reason
        partner = naming.SEAT[word]
        if counter := step.counter_of(partner):
            return Message("mmn.refuse.not_in_hand", {"cards": hands.counted(counter.want)})
        return Message("mmn.refuse.no_counter", {"victim_seat": partner})

    def fault(self, game: Position, step: Offer, seat: int, words: Words) -> Message | None:
        """Return why words name nobody to trade with; without words, why there is nobody."""
        if words:
            return super().fault(game, step, seat, words)
        if step.counters:  # none of which the offerer can pay: the cards that the first one takes are named
            return Message("mmn.refuse.not_in_hand", {"cards": hands.counted(step.counters[0].want)})
        return Message("mmn.refuse.nobody_accepts")

    def do(self, game: Position, step: Offer, seat: int, typed: Words) -> None:
        partner = naming.SEAT[typed[0]]
        if counter := step.counter_of(partner):
            cards_given, cards_received = trade(game, seat, partner, counter.want, counter.give)
            game.emit(
                "counter_accepted", seat, barrier=True, counter_seat=partner, gave=cards_given, got=cards_received
            )
            return
        cards_given, cards_received = trade(game, seat, partner, step.give, step.want)
        game.emit("chose_partner", seat, barrier=True, partner_seat=partner, gave=cards_given, got=cards_received)


class Accept(Verb[Position, "Offer"]):
    """Accept the offer, which trades at once or makes the player one of those the offerer chooses from."""

    word = "accept"

    def closed(self, game: Position, step: Offer, seat: int) -> Message | None:
        if seat in step.accepting_seats:
            return Message("mmn.refuse.has_accepted", {"offer_seat": step.seat})
        if hands.holds(game.state.players[seat].hand, step.want):
            return None
        return Message("mmn.refuse.not_in_hand", {"cards": hands.counted(step.want)})

    def do(self, game: Position, step: Offer, seat: int, words: Words) -> None:
        if game.option("first_acceptance_trades") == "off" and not step.alone:
            game.emit("would_accept_offer", seat, barrier=True, **step.terms)
            step.answered(game, seat, accepts=True)
            return
        cards_given, cards_received = trade(game, step.seat, seat, step.give, step.want)
        game.emit("accepted", seat, barrier=True, offer_seat=step.seat, gave=cards_given, got=cards_received)


class Decline(Verb[Position, "Offer"]):
    """Decline the offer, or take back an earlier acceptance."""

    word = "decline"

    def do(self, game: Position, step: Offer, seat: int, words: Words) -> None:
        if seat in step.accepting_seats:
            game.emit("took_back_acceptance", seat, barrier=False, **step.terms)
        else:
            game.emit("declined_offer", seat, barrier=False, **step.terms)
        step.answered(game, seat)


class MakeCounter(Exchange):
    """Make a counter-offer: the cards the opponent would rather give, and those he wants for them."""

    word = "counter"

    def part(self, game: Position, step: Offer, seat: int, words: Words) -> PartialAction | None:
        """Return what may follow, with the terms of the offer listed first.

        The cards that the offerer wants come first among those to give, and those he gives first among those to want.
        They are also preselected, unless the counter-offer would then be the offer itself.
        """
        part = super().part(game, step, seat, words)
        if part is None:
            return None
        part = msgspec.structs.replace(part, about=Message(step.asks, step.asking(game, seat)))
        cards = step.give if "for" in words else step.want  # what the offer has on the side that comes next
        terms = [(str(count), board.KINDS[kind]) for kind, count in enumerate(cards) if count]
        kinds_of_offer = {kind for _, kind in terms}
        part.choices.sort(key=lambda choice: choice[-1] not in kinds_of_offer)
        # The words before the "for" at the end are what the offerer wants: with what he gives it would be the offer.
        if hands.in_order(words[:-1]) == hands.in_words(step.want):
            return part
        likely = tuple(choice for choice in terms if choice in part.choices)
        return msgspec.structs.replace(part, likely=likely[: part.maximum])

    def do(self, game: Position, step: Offer, seat: int, words: Words) -> None:
        give, want = hands.exchange(words) or ([], [])
        counter = {"would_give": hands.counted(give), "would_want": hands.counted(want)}
        game.emit("countered_offer", seat, barrier=True, **step.terms, **counter)
        step.answered(game, seat, Counter(seat=seat, give=give, want=want))


def trade(
    game: Position, offerer: int, partner: int, cards_given: list[int], cards_received: list[int]
) -> tuple[list[str], list[str]]:
    """Exchange the cards of both sides; return them as words, since the offer has made them public."""
    hands.move(game, offerer, partner, cards_given)
    hands.move(game, partner, offerer, cards_received)
    return hands.counted(cards_given), hands.counted(cards_received)


class Counter(msgspec.Struct, kw_only=True):
    """A counter-offer: what an opponent, ``seat``, would rather give and get, as cards by kind."""

    seat: int
    give: list[int]
    want: list[int]


class Offer(Question, kw_only=True, tag="Offer"):
    """An open offer: the offerer, ``seat``, gives ``give`` for ``want``, both cards by kind.

    Each opponent who is asked is in one of three lists until he declines: ``waiting``, ``counters`` or ``accepted``.
    """

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
    """Opponents who accept, if the offerer chooses among them; not stored before the first one."""
    alone: bool | msgspec.UnsetType = msgspec.UNSET
    """True if only one opponent is asked, so that accepting trades at once.

    Before rules version 4 the offerer had to choose even a single opponent who accepted.
    """

    @property
    def terms(self) -> dict[str, int | list[str]]:
        """The offerer and both sides of the offer, as events of answers repeat them."""
        return {"offer_seat": self.seat, "give": hands.counted(self.give), "want": hands.counted(self.want)}

    @property
    def accepting_seats(self) -> list[int]:
        """Opponents who accept, in the order of their answers."""
        return self.accepted or []

    def actors(self, game: Position) -> tuple[int, ...]:
        """Return all who may act: opponents who have not answered or may change their answer, and the offerer.

        Once all have declined, nobody acts and the offer lapses.
        """
        answers = [*self.waiting, *self.accepting_seats, *(counter.seat for counter in self.counters)]
        return (*answers, self.seat) if answers else ()

    def blocking_seats(self, game: Position) -> tuple[int, ...]:
        """Return the opponents who have not answered; if all have, the offerer, who may trade with somebody."""
        return tuple(self.waiting) or self.actors(game)[-1:]

    def turn(self, game: Position, seat: int) -> Step[Position] | None:
        """Return the offerer's turn below the offer, with which he may go on; None for others.

        Before rules version 5 the offerer had to withdraw the offer first.
        """
        if seat != self.seat or game.state.rules < 5:
            return None
        stack: list[Step[Position]] = game.state.stack
        # While an action is played, the offer has already been taken off the stack.
        return stack[-2] if stack[-1] is self else stack[-1]

    def question(self, game: Position, seat: int) -> str:
        if self.turn(game, seat):
            return "mmn.prompt.own_offer"
        if self.counter_of(seat):
            return "mmn.prompt.countered"
        return "mmn.prompt.accepted" if seat in self.accepting_seats else self.asks

    def counter_of(self, seat: int) -> Counter | None:
        """Return what a seat has offered instead, if it has."""
        return next((counter for counter in self.counters if counter.seat == seat), None)

    def answers(self, game: Position, seat: int) -> Sequence[Verb[Any, Any]]:
        """Return the verbs of a seat that are about the offer."""
        return self.verbs_of_the_offerer if seat == self.seat else self.verbs

    def offered(self, game: Position, seat: int) -> Sequence[Verb[Any, Any]]:
        answers = self.answers(game, seat)
        turn = self.turn(game, seat)
        if not turn:
            return answers
        return (*answers, *(verb for verb in turn.verbs if not isinstance(verb, MakeOffer)))

    def play(self, game: Position, seat: int, action: Action) -> None:
        """Carry out an action; one of the offerer's turn withdraws the offer."""
        if self.verb(game, seat, action) in self.answers(game, seat):
            super().play(game, seat, action)
            return
        game.emit("withdrawn", seat)
        turn = game.state.stack.pop()
        turn.play(game, seat, action)

    def asking(self, game: Position, seat: int) -> Arguments:
        arguments: Arguments = {**self.terms}
        if counter := self.counter_of(seat):
            return {**arguments, "would_give": hands.counted(counter.give), "would_want": hands.counted(counter.want)}
        if seat != self.seat:
            return arguments
        # A button that trades must do what it said when it was shown: with other terms this is another question.
        counters = [
            f"{counter.seat} {hands.counted(counter.give)} {hands.counted(counter.want)}" for counter in self.counters
        ]
        return {**arguments, "counters": counters} if counters else arguments

    def public_buttons(self, game: Position, seat: int) -> tuple[str, ...]:
        if seat != self.seat:
            return ("accept", "decline", "counter") if seat in self.waiting else ()
        # Counter-offers that the offerer cannot pay have buttons, too: leaving them out would reveal his hand.
        willing = sorted({*(counter.seat for counter in self.counters), *self.accepting_seats})
        return (*(f"accept {naming.SEATS[partner]}" for partner in willing), "withdraw")

    def no_answer(self, game: Position, seat: int, action: Action) -> Message:
        if seat != self.seat and action[:1] in ((Withdraw.word,), (MakeOffer.word,)):
            return Message(f"mmn.refuse.not_yours_{action[0]}", {"offer_seat": self.seat})
        return Message("mmn.refuse.own_offer" if seat == self.seat else "mmn.refuse.offer_stands")

    def answered(self, game: Position, seat: int, counter: Counter | None = None, *, accepts: bool = False) -> None:
        """Record the answer of an opponent in place of an earlier one."""
        self.waiting = [opponent for opponent in self.waiting if opponent != seat]
        self.counters = [earlier for earlier in self.counters if earlier.seat != seat]
        if counter:
            self.counters.append(counter)
        if accepts or self.accepting_seats:
            accepting = [opponent for opponent in self.accepting_seats if opponent != seat]
            self.accepted = [*accepting, seat] if accepts else accepting
        game.push(self)

    def run(self, game: Position) -> None:
        """Drop the offer, once nobody is left who might accept it."""
        game.emit("offer_lapsed", self.seat)

    def sound(self, game: Position) -> bool:
        """Return whether a stored offer can be played on: its seats, cards and place are right, its cards in hand."""
        asked = {*self.waiting, *self.accepting_seats, *(counter.seat for counter in self.counters)}
        if not self.in_turn(game) or not are_seats(game, [self.seat, *asked]) or self.seat in asked:
            return False
        sides = [self.give, self.want]
        for counter in self.counters:
            sides += [counter.give, counter.want]
        if not all(map(are_cards, sides)):
            return False
        promised = [(self.seat, self.give), *((counter.seat, counter.give) for counter in self.counters)]
        promised += [(seat, self.want) for seat in self.accepting_seats]
        return all(hands.holds(game.state.players[seat].hand, cards) for seat, cards in promised)

    def in_turn(self, game: Position) -> bool:
        """Return whether the offer lies right above the turn of the active player, who has made it."""
        if self.seat != game.state.active:
            return False
        steps_below = [step_below for step_below, step in pairwise(game.state.stack) if step is self]
        return any(isinstance(verb, MakeOffer) for step_below in steps_below for verb in step_below.verbs)
