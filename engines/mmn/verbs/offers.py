"""Trade between players: an offer stands until somebody accepts it, all have answered or it is withdrawn (rules 11.1).

Every opponent is asked, whatever he holds: who is asked tells nobody anything. Who cannot accept can only decline.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from engines.contract import Action, Message, PartialAction
from engines.mmn import hands, parts, refusals, words
from engines.mmn.position import Position
from engines.mmn.verbs.decision import Question
from engines.steps import Arguments

ACCEPT: Action = ("accept",)
DECLINE: Action = ("decline",)
WITHDRAW: Action = ("withdraw",)


class Counter(msgspec.Struct, kw_only=True):
    """What an opponent would rather give and get."""

    seat: int
    give: list[int]
    want: list[int]


class Offer(Question, kw_only=True, tag="Offer"):
    """The offerer gives ``give`` for ``want``; the first who accepts gets it."""

    asks = "mmn.prompt.offer"

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

    def asking(self, game: Position, seat: int) -> Arguments:
        return {"offer_seat": self.seat, "give": hands.counted(self.give), "want": hands.counted(self.want)}

    def open(self, game: Position, seat: int) -> tuple[str, ...]:
        return ("offer",) if seat == self.seat else ("counter",)

    def public_buttons(self, game: Position, seat: int) -> tuple[str, ...]:
        return ("withdraw",) if seat == self.seat else ("accept", "decline", "counter")

    def blocking_seats(self, game: Position) -> tuple[int, ...]:
        """The game waits for the opponents; for the offerer only when all have answered and a counter stands."""
        return tuple(self.waiting) or self.actors(game)[-1:]

    def part(self, game: Position, seat: int, words: Action) -> PartialAction | None:
        return parts.offer(game.state.players[seat].hand, words)

    def legal(self, game: Position, seat: int) -> Iterator[Action]:
        hand = game.state.players[seat].hand
        if seat == self.seat:
            for counter in self.counters:
                if hands.holds(hand, counter.want):
                    yield ("accept", words.SEATS[counter.seat])
            yield WITHDRAW
            return
        if hands.holds(hand, self.want):
            yield ACCEPT
        yield DECLINE

    def accepts(self, game: Position, seat: int, action: Action) -> bool:
        """A new offer, or what the one who counters gives for what he wants."""
        return valid(game, seat, action)

    def refusal(self, game: Position, seat: int, action: Action) -> Message | None:
        match action:
            case ("accept",) if seat != self.seat:
                return Message("mmn.refuse.not_in_hand", {"cards": hands.counted(self.want)})
            case ("accept", word) if seat == self.seat:
                return self.no_counter(game, seat, word)
            case ("offer", *_) if seat == self.seat:
                return no_offer(game, seat, action)
            case ("counter", *_) if seat != self.seat:
                return no_offer(game, seat, action)
        return Message("mmn.refuse.own_offer" if seat == self.seat else "mmn.refuse.offer_stands")

    def no_counter(self, game: Position, seat: int, word: str) -> Message:
        """Why the counter offer of a seat cannot be accepted."""
        reason = refusals.opponent(game, seat, word)
        if reason is not None:
            return reason
        for counter in self.counters:
            if words.SEATS[counter.seat] == word:
                return Message("mmn.refuse.not_in_hand", {"cards": hands.counted(counter.want)})
        return Message("mmn.refuse.no_counter", {"victim_seat": words.SEAT[word]})

    def play(self, game: Position, seat: int, action: Action) -> None:
        match action:
            case ("accept",):
                trade(game, self.seat, seat, self.give, self.want)
                gave, got = hands.counted(self.give), hands.counted(self.want)
                game.emit("accepted", seat, barrier=True, offer_seat=self.seat, gave=gave, got=got)
                return
            case ("accept", other):
                counter = next(each for each in self.counters if words.SEATS[each.seat] == other)
                trade(game, self.seat, counter.seat, counter.want, counter.give)
                gave, got = hands.counted(counter.want), hands.counted(counter.give)
                game.emit("counter_accepted", seat, barrier=True, counter_seat=counter.seat, gave=gave, got=got)
                return
            case ("withdraw",):
                game.emit("withdrawn", seat)
                return
            case ("offer", *_):
                game.emit("withdrawn", seat)
                post(game, seat, action)
                return
            case ("decline",):
                game.emit("declined", seat)
            case ("counter", *_):
                give, want = hands.exchange(action) or ([], [])
                game.emit("countered", seat, barrier=True, give=hands.counted(give), want=hands.counted(want))
        self.waiting = [other for other in self.waiting if other != seat]
        self.counters = [each for each in self.counters if each.seat != seat]
        if action[0] == "counter":
            self.counters.append(Counter(seat=seat, give=give, want=want))
        game.push(self)

    def run(self, game: Position) -> None:
        game.emit("offer_lapsed", self.seat)


def valid(game: Position, seat: int, action: Action) -> bool:
    """At least one card on each side, no kind on both, and the cards in hand (rules 11.1)."""
    sides = hands.exchange(action)
    return sides is not None and hands.holds(game.state.players[seat].hand, sides[0])


def no_offer(game: Position, seat: int, action: Action) -> Message:
    """Why an offer or counter offer is none."""
    sides = hands.exchange(action)
    if sides is None:
        return Message("mmn.refuse.offer_words")
    return Message("mmn.refuse.not_in_hand", {"cards": hands.counted(sides[0])})


def post(game: Position, seat: int, action: Action) -> None:
    """Puts an offer before all opponents."""
    give, want = hands.exchange(action) or ([], [])
    game.emit("offered", seat, give=hands.counted(give), want=hands.counted(want))
    game.push(Offer(seat=seat, give=give, want=want, waiting=game.opponents(seat)))


def trade(game: Position, offerer: int, other: int, gave: list[int], got: list[int]) -> None:
    """Both sides change hands; what was offered was said openly."""
    hands.move(game, offerer, other, gave)
    hands.move(game, other, offerer, got)
