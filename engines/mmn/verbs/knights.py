"""Knights and captains: building, activating, promoting, moving, displacing, chasing, striking (rules 14 and 17.4)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engines.contract import Message
from engines.mmn import board, hands, refusals
from engines.mmn.network import strength
from engines.mmn.position import Position
from engines.mmn.state import Knight, Player
from engines.mmn.verbs.action import Placed, WithKnight, Work
from engines.mmn.verbs.driven import displace, place, remove, shift
from engines.mmn.verbs.robbing import FIGURES, MoveFigure
from engines.steps import Offer, Words

_NEEDS_POLITICS = Message("mmn.refuse.level", {"track": "politics", "level": board.MIGHTY_LEVEL})


class Hire(Placed):
    """A basic knight, inactive, on a free intersection at an own road (rules 14.1)."""

    word = "knight"
    piece = "basic"
    nowhere = "no_site_knight"
    price = board.KNIGHT
    names = staticmethod(refusals.post)

    def places(self, game: Position, seat: int) -> Sequence[Words]:
        return [game.words.node[node] for node in game.network.knight_spots(seat)]

    def act(self, game: Position, seat: int, words: Words) -> None:
        place(game, seat, Knight(node=game.geometry.node_number[words[0]]))


class Activate(WithKnight):
    """It cannot act in this turn (rules 14.2)."""

    word = "activate"
    event = "activated"
    price = board.ACTIVATE
    sets = {"active": True, "fresh": True}

    def wrong(self, player: Player, piece: Knight) -> Message | str:
        return "is_active" if piece.active else ""


class Promote(WithKnight):
    """One rank, once per turn, the piece in supply; mighty only with politics level 3 (rules 14.3)."""

    word = "promote"
    price = board.PROMOTE

    def wrong(self, player: Player, piece: Knight) -> Message | str:
        if piece.promoted:
            return "promoted"
        if piece.rank == 3:
            return "highest"
        if piece.rank == 2 and player.levels[board.POLITICS] < board.MIGHTY_LEVEL:
            return _NEEDS_POLITICS
        higher = board.RANKS[piece.rank + 1]
        return "" if player.left(higher) else refusals.supply(higher)

    def change(self, game: Position, seat: int, piece: Knight) -> None:
        piece.rank += 1
        piece.promoted = True
        game.emit("promoted", seat, node=game.geometry.nodes[piece.node], rank=board.RANKS[piece.rank])


class Lead(WithKnight):
    """A captain for a knight (rules 14.6)."""

    word = event = piece = "captain"
    price = board.CAPTAIN
    sets = {"captain": True}

    def wrong(self, player: Player, piece: Knight) -> Message | str:
        if piece.captain:
            return "has_captain"
        return "" if player.left("captain") else refusals.supply("captain")


def has_assassin(player: Player) -> bool:
    """Return whether the level of power brings an assassin (rules 17.4)."""
    return player.levels[board.POWER] >= board.STRIKE_LEVEL


class Strike(Work):
    """The assassin of power levels 3 and 5, once per turn (rules 17.4)."""

    word = "strike"
    price = board.STRIKE

    def closed(self, game: Position, step: Any, seat: int) -> Message | None:
        if not has_assassin(game.state.players[seat]):
            return refusals.level(game, seat, board.POWER, board.STRIKE_LEVEL)
        if game.state.now.struck:
            return Message("mmn.refuse.struck")
        return super().closed(game, step, seat)

    def possible(self, game: Position, seat: int, player: Player) -> Sequence[Words]:
        if game.state.now.struck or not has_assassin(player):
            return ()
        hit = [
            knight.node
            for other in game.opponents(seat)
            for knight in game.state.players[other].knights
            if self.wrong(game, seat, knight, other) is None
        ]
        return [game.words.node[node] for node in sorted(hit)]

    def wrong(self, game: Position, seat: int, knight: Knight, owner: int) -> Message | None:
        """Why this knight cannot be hit."""
        if game.right(owner, board.POLITICS) >= board.IMMUNE_LEVEL:
            return Message("mmn.refuse.immune", {"victim_seat": owner})
        deep = game.right(seat, board.POWER) >= board.STRONG_STRIKE_LEVEL
        if knight.captain or knight.rank == 1 or deep:
            return None
        return refusals.level(game, seat, board.POWER, board.STRONG_STRIKE_LEVEL)

    def nameable(self, game: Position, seat: int) -> Sequence[Words]:
        others = (game.state.players[other] for other in game.opponents(seat))
        return [game.words.node[knight.node] for other in others for knight in other.knights]

    def unfit(self, game: Position, seat: int, words: Words) -> Message | None:
        if reason := refusals.strange_knight(game, seat, words[0]):
            return reason
        node = game.geometry.node_number[words[0]]
        return self.wrong(game, seat, game.knight(node), game.network.lord[node])

    def act(self, game: Position, seat: int, words: Words) -> None:
        """The captain goes first, then a basic knight, else a rank."""
        game.state.now.struck = True
        knight = game.knight(game.geometry.node_number[words[0]])
        owner = game.network.lord[knight.node]
        if knight.captain:
            knight.captain = False
            game.emit("captain_lost", seat, node=words[0], victim_seat=owner)
        elif knight.rank > 1 and game.state.players[owner].left(board.RANKS[knight.rank - 1]):
            knight.rank -= 1
            game.emit("knight_demoted", seat, node=words[0], rank=board.RANKS[knight.rank], victim_seat=owner)
        else:
            remove(game, knight)


class Deed(Work):
    """The one action of an active knight in a turn (rules 14.4, 14.5)."""

    length = 2

    def possible(self, game: Position, seat: int, player: Player) -> Sequence[Words]:
        return [words for knight in player.knights if able(knight) for words in self.of(game, seat, knight)]

    def of(self, game: Position, seat: int, knight: Knight) -> Sequence[Words]:
        """What this knight can do."""
        raise NotImplementedError

    def fault(self, game: Position, step: Any, seat: int, words: Words) -> Message | None:
        """Whatever it would be done with, there may be no knight for it."""
        knights = game.state.players[seat].knights
        if words or any(map(able, knights)):
            return super().fault(game, step, seat, words)
        if not knights:
            return Message("mmn.refuse.no_own_knight")
        return self.idle(game, seat, game.geometry.nodes[knights[0].node])

    def idle(self, game: Position, seat: int, place: str) -> Message | None:
        """Why there is no knight that can act."""
        if reason := refusals.own_knight(game, seat, place):
            return reason
        knight = game.knight(game.geometry.node_number[place])
        if knight.acted:
            return Message("mmn.refuse.acted", {"place": place})
        if knight.fresh:
            return Message("mmn.refuse.fresh", {"place": place})
        return None if knight.active else Message("mmn.refuse.inactive", {"place": place})


class Move(Deed):
    """Along own roads to a free intersection, or to that of a weaker knight, which is displaced (rules 14.5)."""

    word = "move"

    def of(self, game: Position, seat: int, knight: Knight) -> Sequence[Words]:
        network = game.network
        nodes = game.geometry.nodes
        free, others = network.reach(seat, knight.node)
        here = nodes[knight.node]
        found = [(here, nodes[node]) for node in free]
        for node in others:
            other = network.knight[node]
            if other and strength(other) < strength(knight):
                found.append((here, nodes[node]))
        return found

    def unfit(self, game: Position, seat: int, words: Words) -> Message | None:
        start, end = words
        if reason := self.idle(game, seat, start) or refusals.place(game, end, "node"):
            return reason
        if game.geometry.node_number[end] in game.network.reach(seat, game.geometry.node_number[start])[1]:
            return Message("mmn.refuse.not_weaker", {"place": end})
        return refusals.march(game, seat, start, end)

    def hint(self, game: Position, step: Any, seat: int, words: Words) -> Message | None:
        victim = game.network.lord[game.geometry.node_number[words[1]]]
        return Message("mmn.hint.displace", {"victim_seat": victim}) if victim >= 0 else None

    def act(self, game: Position, seat: int, words: Words) -> None:
        start, end = (game.geometry.node_number[word] for word in words)
        knight = game.knight(start)
        spend(game, seat, knight)
        if game.network.knight[end] is None:
            shift(game, seat, knight, end)
        else:
            displace(game, seat, end, knight)


class Chase(Deed):
    """Robber or pirate, beside which the knight stands (rules 14.5)."""

    word = "chase"

    def of(self, game: Position, seat: int, knight: Knight) -> Sequence[Words]:
        here = game.geometry.nodes[knight.node]
        return () if game.locked() else [(figure, here) for figure in beside(game, knight.node)]

    def unfit(self, game: Position, seat: int, words: Words) -> Message | None:
        figure, place = words
        if figure not in FIGURES:
            return Message("mmn.refuse.no_figure", {"typed": figure})
        if reason := self.idle(game, seat, place):
            return reason
        if game.locked():
            return Message("mmn.refuse.locked")
        if beside(game, game.geometry.node_number[place]):
            return Message("mmn.refuse.figure_elsewhere", {"figure": figure, "place": place})
        return Message("mmn.refuse.nothing_to_chase", {"place": place})

    def act(self, game: Position, seat: int, words: Words) -> None:
        figure, place = words
        spend(game, seat, game.knight(game.geometry.node_number[place]))
        game.push(MoveFigure(seat=seat, figures=[figure]))


def able(knight: Knight) -> bool:
    """Whether a knight may still act in this turn."""
    return knight.active and not knight.acted and not knight.fresh


def beside(game: Position, node: int) -> list[str]:
    """Figures that stand beside an intersection."""
    state = game.state
    geometry = game.geometry
    robber = ["robber"] if state.robber in geometry.node_hexes[node] else []
    pirate = state.pirate >= 0 and geometry.node_harbour.get(node) == state.pirate
    return [*robber, "pirate"] if pirate else robber


def deeds(game: Position, seat: int, player: Player) -> list[Offer]:
    """What all knights can do or be made to do, knight by knight: the order of lists is a public format."""
    found: list[Offer] = []
    payable = hands.has(player.hand, board.ACTIVATE)
    locked = game.locked()
    for knight in player.knights:
        if not knight.active:
            if payable:
                found.append((ACTIVATE, (game.words.node[knight.node],)))
        elif able(knight):
            if moves := MOVE.of(game, seat, knight):
                found.append((MOVE, moves))
            if not locked and (chased := CHASE.of(game, seat, knight)):
                found.append((CHASE, chased))
    return found


def spend(game: Position, seat: int, knight: Knight) -> None:
    """An action makes a knight inactive; with food level 5 it is active again at once (rules 14.4, 17.4)."""
    knight.acted = True
    knight.active = game.right(seat, board.FOOD) >= board.READY_LEVEL


HIRE = Hire()
ACTIVATE = Activate()
MOVE = Move()
CHASE = Chase()
PROMOTE = Promote()
LEAD = Lead()
KNIGHTS = (HIRE, ACTIVATE, MOVE, CHASE, PROMOTE, LEAD, Strike())
"""In the order of lists, which is a public format."""
