"""A turn (rules 4): curses end, the win is declared, Alchemist, four dice, steps A to E; then step F, the action phase:
anything in any order until the player passes (rules 11 to 18)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from engines.contract import Action, Message, PartialAction
from engines.mmn import awards, board, parts, refusals, words
from engines.mmn.position import Position
from engines.mmn.state import Player
from engines.mmn.state_parts import Now
from engines.mmn.steps.barbarians import Barbarians
from engines.mmn.steps.clearing import Clearing, clearing_next
from engines.mmn.steps.drawing import Progress
from engines.mmn.steps.production import Production
from engines.mmn.steps.seven import Seven
from engines.mmn.verbs import bank, building, improvements, knights, storage
from engines.mmn.verbs.cards import play_card, playable
from engines.mmn.verbs.decision import Decision, Step
from engines.mmn.verbs.giving import demanded
from engines.mmn.verbs.lasting import end_curses
from engines.mmn.verbs.offers import no_offer, post, valid
from engines.steps import Verb, Words

ALCHEMIST = "alchemist"
_FAMILIES = (building, knights, storage, improvements)
_OF = {
    **dict.fromkeys(("road", "settlement", "city", "wall", "repair"), building),
    **dict.fromkeys(("knight", "activate", "promote", "captain", "strike", "move", "chase"), knights),
    **dict.fromkeys(
        ("store", "hall", "large_store", "serf", "servant", "journeyman", "end_famine"),
        storage,
    ),
    "improve": improvements,
}
_LENGTHS = {
    "serf": 1,
    "end_famine": 1,
    "swap": 3,
    "move": 3,
    "chase": 3,
    "store": 3,
    "servant": 3,
    "journeyman": 3,
}


class StartTurn(Step, kw_only=True, tag="StartTurn"):
    """T0: own curses end; who has enough points wins before rolling."""

    seat: int

    def run(self, game: Position) -> None:
        state = game.state
        state.active = self.seat
        state.turn += 1
        state.now = Now()
        game.emit("turn", self.seat, turn=state.turn)
        end_curses(game, self.seat)
        awards.declare(game)
        if not state.over:
            game.push(BeforeRoll(seat=self.seat))


class Roll(Verb[Position, "BeforeRoll"]):
    """All four dice (rules 1.5)."""

    word = "roll"

    def do(self, game: Position, step: BeforeRoll, seat: int, words: Words) -> None:
        game.push(RollDice(seat=seat))


class FixDice(Verb[Position, "BeforeRoll"]):
    """The one card that is played before the roll."""

    word = "play"

    def choices(self, game: Position, step: BeforeRoll, seat: int) -> Iterable[Words]:
        return ((ALCHEMIST,),) if ALCHEMIST in game.state.players[seat].cards else ()

    def fault(self, game: Position, step: BeforeRoll, seat: int, words: Words) -> Message | None:
        return refusals.card(game, seat, ALCHEMIST) if words == (ALCHEMIST,) else None

    def do(self, game: Position, step: BeforeRoll, seat: int, words: Words) -> None:
        game.push(RollDice(seat=seat))
        play_card(game, seat, ALCHEMIST)


class BeforeRoll(Decision, kw_only=True, tag="BeforeRoll"):
    """Everybody is asked to roll, so that nobody can tell who holds an Alchemist."""

    asks = "mmn.prompt.beforeroll"
    verbs = (Roll(), FixDice())

    def no_answer(self, game: Position, seat: int, action: Action) -> Message:
        return Message("mmn.refuse.roll_first")


class RollDice(Step, kw_only=True, tag="RollDice"):
    """T1: event, colour, red and white; then steps A to E and the action phase."""

    seat: int

    def run(self, game: Position) -> None:
        dice, now = game.state.dice, game.state.now
        now.event = board.EVENT_FACES[dice.below(len(board.EVENT_FACES))]
        now.colour = board.COLOUR_FACES[dice.below(len(board.COLOUR_FACES))]
        if not now.fixed:
            now.red, now.white = dice.roll(), dice.roll()
        total = now.red + now.white
        shown = {"red": now.red, "white": now.white, "sum": total}
        game.emit("rolled", self.seat, barrier=True, event=now.event, track=now.colour, **shown)
        steps: list[Step] = []
        if now.event == "ship":
            steps.append(Barbarians())
        if total == 7:
            steps.append(Seven())
        if now.event == "ship" and clearing_next(game):
            steps.append(Clearing())
        if now.event == "castle":
            steps.append(Progress())
        if total != 7:
            steps.append(Production())
        game.push(*steps, BeginActions(seat=self.seat))


class BeginActions(Step, kw_only=True, tag="BeginActions"):
    """Steps A to E are over."""

    seat: int

    def run(self, game: Position) -> None:
        game.state.now.begun = True
        game.push(Turn(seat=self.seat))


class Turn(Decision, kw_only=True, tag="Turn"):
    """One turn's actions; it goes on until ``pass``."""

    asks = "mmn.prompt.turn"
    kinds = ("offer", "bank")

    def optional(self, game: Position, seat: int) -> bool:
        return True

    def legal(self, game: Position, seat: int) -> Iterator[Action]:
        player = game.state.players[seat]
        out: list[Action] = []
        if any(player.hand):
            for family in _FAMILIES:
                family.legal(game, seat, player, out)
            bank.legal(game, seat, player, out)
            if game.state.now.harbour:
                out += swaps(game, seat, player)
        elif player.knights:
            knights.legal(game, seat, player, out)
        if player.cards:
            out += [("play", card) for card in sorted(set(player.cards)) if playable(game, seat, card)]
        out.append(words.PASS)
        return iter(out)

    def part(self, game: Position, seat: int, words: Action) -> PartialAction | None:
        return parts.offer(game.state.players[seat].hand, words) if words[0] == "offer" else None

    def accepts(self, game: Position, seat: int, action: Action) -> bool:
        return valid(game, seat, action) if action[0] == "offer" else bank.accepts(game, seat, action)

    def refusal(self, game: Position, seat: int, action: Action) -> Message | None:
        if not action:
            return None
        family = _OF.get(action[0])
        known = family is not None or action[0] in ("swap", "play")
        if known and len(action) != _LENGTHS.get(action[0], 2):
            return Message("mmn.refuse.length", {"typed": " ".join(action)})
        if family is not None:
            reason: Message | None = family.refusal(game, seat, action)
            return reason
        match action:
            case ("offer", *_):
                return no_offer(game, seat, action)
            case ("bank", *_):
                return bank.refusal(game, seat, action)
            case ("swap", *_):
                return Message("mmn.refuse.swap" if game.state.now.harbour else "mmn.refuse.no_harbour_card")
            case ("play", card):
                return refusals.unplayable(game, seat, card)
        return None

    def hint(self, game: Position, seat: int, action: Action) -> Message | None:
        family = _OF.get(action[0])
        if family is not None:
            hint: Message | None = family.hint(game, seat, action)
            return hint
        if action[0] == "play":
            return Message("mmn.hint.card", {"effect": f"{action[1]}.short"})
        return None

    def play(self, game: Position, seat: int, action: Action) -> None:
        if action == words.PASS:
            for knight in game.state.players[seat].knights:
                knight.acted = knight.fresh = knight.promoted = False
            game.emit("passed", seat)
            game.push(StartTurn(seat=(seat + 1) % game.state.seats))
            return
        game.push(self)
        depth = len(game.state.stack)
        match action[0]:
            case "play":
                play_card(game, seat, action[1])
                return
            case "offer":
                post(game, seat, action)
                return
            case "bank":
                bank.play(game, seat, action)
                return
            case "swap":
                swap(game, seat, action)
                return
        _OF[action[0]].play(game, seat, action)
        if len(game.state.stack) == depth:
            awards.recheck(game)
        else:
            game.state.stack.insert(depth, Completed())


class Completed(Step, kw_only=True, tag="Completed"):
    """An action with all that followed from it is over: now the three cards are looked at (rules 13.5)."""

    def run(self, game: Position) -> None:
        awards.recheck(game)


def swaps(game: Position, seat: int, player: Player) -> Iterator[Action]:
    """Commercial Harbour: a resource to an opponent with cards, once to each in this turn."""
    for other in game.opponents(seat):
        if other not in game.state.now.swapped and any(game.state.players[other].hand):
            for kind in range(board.PAIR):
                if player.hand[kind]:
                    yield ("swap", words.SEATS[other], board.KINDS[kind])


def swap(game: Position, seat: int, action: Action) -> None:
    """The resource goes when the commodity comes; without one the opponent is passed over."""
    other, kind = words.SEAT[action[1]], board.KIND[action[2]]
    game.state.now.swapped.append(other)
    game.emit("swap", seat, barrier=True, victim_seat=other)  # being asked tells that there is a commodity
    game.push(*demanded(game, [other], seat, "commercial_harbor", 1, "commodity", back=kind))
