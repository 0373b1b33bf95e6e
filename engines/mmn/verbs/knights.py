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
    """Hire an inactive basic knight on a free intersection at one of the player's roads (rules 14.1)."""

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
    """Activate a knight; it can act from the next turn on (rules 14.2)."""

    word = "activate"
    event = "activated"
    price = board.ACTIVATE
    sets = {"active": True, "fresh": True}

    def wrong(self, player: Player, piece: Knight) -> Message | str:
        return "is_active" if piece.active else ""


class Promote(WithKnight):
    """Promote a knight by one rank, once per turn; mighty ones need politics level 3 (rules 14.3)."""

    word = "promote"
    price = board.PROMOTE

    def wrong(self, player: Player, piece: Knight) -> Message | str:
        if piece.promoted:
            return "promoted"
        if piece.rank == 3:
            return "highest"
        # The plain level: only rights of the highest level may need the metropolis (ruling 24.16).
        if piece.rank == 2 and player.levels[board.POLITICS] < board.MIGHTY_LEVEL:
            return _NEEDS_POLITICS
        higher = board.RANKS[piece.rank + 1]
        return "" if player.left(higher) else refusals.supply(higher)

    def change(self, game: Position, seat: int, piece: Knight) -> None:
        piece.rank += 1
        piece.promoted = True
        game.emit("promoted", seat, node=game.geometry.nodes[piece.node], rank=board.RANKS[piece.rank])


class Lead(WithKnight):
    """Give a knight a captain (rules 14.6)."""

    word = event = piece = "captain"
    price = board.CAPTAIN
    sets = {"captain": True}

    def wrong(self, player: Player, piece: Knight) -> Message | str:
        if piece.captain:
            return "has_captain"
        return "" if player.left("captain") else refusals.supply("captain")


def has_assassin(player: Player) -> bool:
    """Return whether the level of power brings an assassin (rules 17.4)."""
    # The plain level: only rights of the highest level may need the metropolis (ruling 24.16).
    return player.levels[board.POWER] >= board.STRIKE_LEVEL


class Strike(Work):
    """Strike an opponent's knight with the assassin of power levels 3 and 5, once per turn (rules 17.4)."""

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
        targets = [
            knight.node
            for owner in game.opponents(seat)
            for knight in game.state.players[owner].knights
            if self.wrong(game, seat, knight, owner) is None
        ]
        return [game.words.node[node] for node in sorted(targets)]

    def wrong(self, game: Position, seat: int, knight: Knight, owner: int) -> Message | None:
        """Return why a knight cannot be struck."""
        if game.right(owner, board.POLITICS) >= board.IMMUNE_LEVEL:
            return Message("mmn.refuse.immune", {"victim_seat": owner})
        hits_ranks = game.right(seat, board.POWER) >= board.STRONG_STRIKE_LEVEL
        if knight.captain or knight.rank == 1 or hits_ranks:
            return None
        return refusals.level(game, seat, board.POWER, board.STRONG_STRIKE_LEVEL)

    def nameable(self, game: Position, seat: int) -> Sequence[Words]:
        opponents = (game.state.players[opponent] for opponent in game.opponents(seat))
        return [game.words.node[knight.node] for player in opponents for knight in player.knights]

    def unfit(self, game: Position, seat: int, words: Words) -> Message | None:
        if reason := refusals.strange_knight(game, seat, words[0]):
            return reason
        node = game.geometry.node_number[words[0]]
        return self.wrong(game, seat, game.knight(node), game.network.lord[node])

    def act(self, game: Position, seat: int, words: Words) -> None:
        """Remove the knight's captain, or else one rank, or else the knight itself."""
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


class KnightAction(Work):
    """A verb for the one action of an active knight in a turn (rules 14.4, 14.5)."""

    length = 2

    def possible(self, game: Position, seat: int, player: Player) -> Sequence[Words]:
        ready = filter(can_act, player.knights)
        return [words for knight in ready for words in self.completions_for(game, seat, knight)]

    def completions_for(self, game: Position, seat: int, knight: Knight) -> Sequence[Words]:
        """Return the completions of the verb for a knight that can act."""
        raise NotImplementedError

    def fault(self, game: Position, step: Any, seat: int, words: Words) -> Message | None:
        """Explain, even before anything is named, that the player has no knight that can act."""
        knights = game.state.players[seat].knights
        if words or any(map(can_act, knights)):
            return super().fault(game, step, seat, words)
        if not knights:
            return Message("mmn.refuse.no_own_knight")
        return self.why_idle(game, seat, game.geometry.nodes[knights[0].node])

    def why_idle(self, game: Position, seat: int, place: str) -> Message | None:
        """Return why there is no knight on `place` that can act."""
        if reason := refusals.own_knight(game, seat, place):
            return reason
        knight = game.knight(game.geometry.node_number[place])
        if knight.acted:
            return Message("mmn.refuse.acted", {"place": place})
        if knight.fresh:
            return Message("mmn.refuse.fresh", {"place": place})
        return None if knight.active else Message("mmn.refuse.inactive", {"place": place})


class Move(KnightAction):
    """Move a knight along roads to a free intersection or to a weaker knight, which is displaced (rules 14.5)."""

    word = "move"

    def completions_for(self, game: Position, seat: int, knight: Knight) -> Sequence[Words]:
        network = game.network
        nodes = game.geometry.nodes
        free, occupied = network.reach(seat, knight.node)
        start = nodes[knight.node]
        moves = [(start, nodes[node]) for node in free]
        for node in occupied:
            victim = network.knight[node]
            if victim and strength(victim) < strength(knight):
                moves.append((start, nodes[node]))
        return moves

    def unfit(self, game: Position, seat: int, words: Words) -> Message | None:
        start, end = words
        if reason := self.why_idle(game, seat, start) or refusals.place(game, end, "node"):
            return reason
        _, occupied = game.network.reach(seat, game.geometry.node_number[start])
        if game.geometry.node_number[end] in occupied:
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


class Chase(KnightAction):
    """Chase the robber or pirate away with a knight next to it (rules 14.5)."""

    word = "chase"

    def completions_for(self, game: Position, seat: int, knight: Knight) -> Sequence[Words]:
        node = game.geometry.nodes[knight.node]
        return () if game.locked() else [(figure, node) for figure in figures_next_to(game, knight.node)]

    def unfit(self, game: Position, seat: int, words: Words) -> Message | None:
        figure, place = words
        if figure not in FIGURES:
            return Message("mmn.refuse.no_figure", {"typed": figure})
        if reason := self.why_idle(game, seat, place):
            return reason
        if game.locked():
            return Message("mmn.refuse.locked")
        if figures_next_to(game, game.geometry.node_number[place]):
            return Message("mmn.refuse.figure_elsewhere", {"figure": figure, "place": place})
        return Message("mmn.refuse.nothing_to_chase", {"place": place})

    def act(self, game: Position, seat: int, words: Words) -> None:
        figure, place = words
        spend(game, seat, game.knight(game.geometry.node_number[place]))
        game.push(MoveFigure(seat=seat, figures=[figure]))


def can_act(knight: Knight) -> bool:
    """Return whether a knight may still act in this turn."""
    return knight.active and not knight.acted and not knight.fresh


def figures_next_to(game: Position, node: int) -> list[str]:
    """Return which of robber and pirate stand next to an intersection."""
    state = game.state
    geometry = game.geometry
    robber = ["robber"] if state.robber in geometry.node_hexes[node] else []
    pirate = state.pirate >= 0 and geometry.node_harbour.get(node) == state.pirate
    return [*robber, "pirate"] if pirate else robber


def knight_offers(game: Position, seat: int, player: Player) -> list[Offer]:
    """Return the offers to activate, move and chase with knights, knight by knight.

    A turn lists them in the place of MOVE (``Turn.offers``). Their order is a public format.
    """
    offers: list[Offer] = []
    payable = hands.has(player.hand, board.ACTIVATE)
    for knight in player.knights:
        if not knight.active:
            if payable:
                offers.append((ACTIVATE, (game.words.node[knight.node],)))
        elif can_act(knight):
            if moves := MOVE.completions_for(game, seat, knight):
                offers.append((MOVE, moves))
            if chases := CHASE.completions_for(game, seat, knight):
                offers.append((CHASE, chases))
    return offers


def spend(game: Position, seat: int, knight: Knight) -> None:
    """Mark that a knight has acted: it is inactive now, except with food level 5 (rules 14.4, 17.4)."""
    knight.acted = True
    knight.active = game.right(seat, board.FOOD) >= board.READY_LEVEL


HIRE = Hire()
ACTIVATE = Activate()
MOVE = Move()
CHASE = Chase()
PROMOTE = Promote()
LEAD = Lead()
KNIGHTS = (HIRE, ACTIVATE, MOVE, CHASE, PROMOTE, LEAD, Strike())
"""The knight verbs in the order in which a turn lists them, which is a public format.

ACTIVATE, MOVE and CHASE are listed together, knight by knight (``knight_offers``).
"""
