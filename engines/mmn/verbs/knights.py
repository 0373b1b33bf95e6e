"""Knights and captains: building, activating, promoting, moving, displacing, chasing, striking (rules 14 and 17.4)."""

from __future__ import annotations

from collections.abc import Iterator

from engines.contract import Action, Message
from engines.mmn import board, hands, pieces, refusals
from engines.mmn.network import strength
from engines.mmn.position import Position
from engines.mmn.state import Player
from engines.mmn.state_parts import Knight
from engines.mmn.verbs.building import cost
from engines.mmn.verbs.retreat import displace
from engines.mmn.verbs.robbing import MoveFigure

COSTS = {
    "knight": board.KNIGHT,
    "activate": board.ACTIVATE,
    "promote": board.PROMOTE,
    "captain": board.CAPTAIN,
    "strike": board.STRIKE,
}
MIGHTY_LEVEL, STRIKE_LEVEL, STRONG_STRIKE_LEVEL, IMMUNE_LEVEL, READY_LEVEL = 3, 3, 5, 5, 5
"""Politics 3, power 3 and 5, politics 5, food 5."""


def legal(game: Position, seat: int, player: Player, out: list[Action]) -> None:
    hand, words, network = player.hand, game.words, game.network
    wool_and_ore = hand[board.WOOL] and hand[board.ORE]
    if wool_and_ore and hands.has(hand, board.KNIGHT) and pieces.knights_left(player, 1):
        out += [words.knight[node] for node in network.knight_spots(seat)]
    if player.knights:
        payable = hands.has(hand, board.ACTIVATE)
        for knight in player.knights:
            if not knight.active:
                if payable:
                    out.append(words.activate[knight.node])
            elif not knight.acted and not knight.fresh:
                out += moves(game, seat, knight)
        if wool_and_ore and hands.has(hand, board.PROMOTE):
            out += [words.promote[knight.node] for knight in promotable(player)]
    if hand[board.NUGGET] and hand[board.JEWEL]:
        if player.knights and hands.has(hand, board.CAPTAIN):
            out += [words.captain[knight.node] for knight in led(player)]
        if not game.state.now.struck and player.levels[board.POWER] >= STRIKE_LEVEL and hands.has(hand, board.STRIKE):
            out += [words.strike[knight.node] for knight in strikes(game, seat)]


def promotable(player: Player) -> list[Knight]:
    """Rules 14.3: one rank, once per turn, the piece in supply; mighty only with politics level 3."""
    most = 3 if player.levels[board.POLITICS] >= MIGHTY_LEVEL else 2
    room = [rank < most and pieces.knights_left(player, rank + 1) > 0 for rank in range(4)]
    return [knight for knight in player.knights if room[knight.rank] and not knight.promoted]


def led(player: Player) -> list[Knight]:
    """Knights that may get a captain (rules 14.6)."""
    if not pieces.captains_left(player):
        return []
    return [knight for knight in player.knights if not knight.captain]


def moves(game: Position, seat: int, knight: Knight) -> Iterator[Action]:
    """What an active knight can do (rules 14.5)."""
    network, geometry, state = game.network, game.size.geometry, game.state
    free, others = network.reach(seat, knight.node)
    here = geometry.nodes[knight.node]
    for node in free:
        yield ("move", here, geometry.nodes[node])
    for node in others:
        other = network.knight[node]
        if other and strength(other) < strength(knight):
            yield ("move", here, geometry.nodes[node])
    if not game.locked():
        if state.robber in geometry.node_hexes[knight.node]:
            yield game.words.chase[knight.node]["robber"]
        if state.pirate >= 0 and geometry.node_harbour.get(knight.node) == state.pirate:
            yield game.words.chase[knight.node]["pirate"]


def strikes(game: Position, seat: int) -> list[Knight]:
    """Knights the assassin of power levels 3 and 5 can hit (rules 17.4)."""
    deep = game.state.players[seat].levels[board.POWER] >= STRONG_STRIKE_LEVEL
    found = [
        knight
        for other in game.opponents(seat)
        if game.state.players[other].levels[board.POLITICS] < IMMUNE_LEVEL
        for knight in game.state.players[other].knights
        if knight.captain or knight.rank == 1 or deep
    ]
    return sorted(found, key=lambda knight: knight.node)


def play(game: Position, seat: int, action: Action) -> None:
    node = game.size.geometry.node_number[action[-1] if action[0] == "chase" else action[1]]
    if action[0] in COSTS:
        hands.pay(game, seat, COSTS[action[0]])
    match action[0]:
        case "knight":
            place(game, seat, Knight(node=node))
        case "activate":
            activate(game, seat, game.knight(node))
        case "promote":
            promote(game, seat, game.knight(node))
        case "captain":
            lead(game, seat, game.knight(node))
        case "strike":
            game.state.now.struck = True
            strike(game, seat, game.knight(node))
        case "move":
            move(game, seat, game.knight(node), game.size.geometry.node_number[action[2]])
        case "chase":
            spend(game, seat, game.knight(node))
            game.push(MoveFigure(seat=seat, figures=[action[1]]))


def place(game: Position, seat: int, knight: Knight) -> None:
    game.network.add_knight(seat, knight)
    game.emit("knight", seat, node=game.size.geometry.nodes[knight.node], rank=board.RANKS[knight.rank])


def activate(game: Position, seat: int, knight: Knight) -> None:
    """It cannot act in this turn (rules 14.2)."""
    knight.active = knight.fresh = True
    game.emit("activated", seat, node=game.size.geometry.nodes[knight.node])


def promote(game: Position, seat: int, knight: Knight) -> None:
    knight.rank += 1
    knight.promoted = True
    game.emit("promoted", seat, node=game.size.geometry.nodes[knight.node], rank=board.RANKS[knight.rank])


def lead(game: Position, seat: int, knight: Knight) -> None:
    knight.captain = True
    game.emit("captain", seat, node=game.size.geometry.nodes[knight.node])


def spend(game: Position, seat: int, knight: Knight) -> None:
    """An action makes a knight inactive; with food level 5 it is active again at once (rules 14.4, 17.4)."""
    knight.acted = True
    knight.active = game.state.players[seat].levels[board.FOOD] >= READY_LEVEL


def move(game: Position, seat: int, knight: Knight, node: int) -> None:
    """Moves, and displaces a weaker knight that stands there (rules 14.5)."""
    spend(game, seat, knight)
    if game.network.knight[node] is None:
        shift(game, seat, knight, node)
    else:
        displace(game, seat, node, knight)


def shift(game: Position, seat: int, knight: Knight, node: int) -> None:
    """To a free intersection."""
    nodes = game.size.geometry.nodes
    here = nodes[knight.node]
    game.network.move_knight(knight, node)
    game.emit("moved", seat, node=here, to=nodes[node])


def strike(game: Position, seat: int, knight: Knight) -> None:
    """The captain goes first, then a basic knight, else a rank (rules 17.4)."""
    owner, node = game.network.lord[knight.node], game.size.geometry.nodes[knight.node]
    if knight.captain:
        knight.captain = False
        game.emit("captain_lost", seat, node=node, victim_seat=owner)
    elif knight.rank > 1 and pieces.knights_left(game.state.players[owner], knight.rank - 1):
        knight.rank -= 1
        game.emit("knight_demoted", seat, node=node, rank=board.RANKS[knight.rank], victim_seat=owner)
    else:
        remove(game, knight)


def remove(game: Position, knight: Knight) -> None:
    """A knight goes back to its owner's supply, its captain too (rules 14.6)."""
    owner = game.network.remove_knight(knight)
    game.emit("knight_lost", owner, node=game.size.geometry.nodes[knight.node], rank=board.RANKS[knight.rank])


def refusal(game: Position, seat: int, action: Action) -> Message | None:
    player, geometry, network = game.state.players[seat], game.size.geometry, game.network
    word, place = action[0], action[-1] if action[0] == "chase" else action[1]
    reason = refusals.post(game, seat, place) if word == "knight" else refusals.place(game, place, "node")
    if reason is not None:
        return reason
    node = geometry.node_number[place]
    if word == "knight":
        return cost(COSTS[word]) if pieces.knights_left(player, 1) else Message("mmn.refuse.supply", {"piece": "basic"})
    if word == "strike":
        return _no_strike(game, seat, node)
    if network.lord[node] != seat:
        return Message("mmn.refuse.no_knight", {"place": place})
    knight = game.knight(node)
    match word:
        case "activate" if knight.active:
            return Message("mmn.refuse.is_active", {"place": place})
        case "promote" if knight.promoted:
            return Message("mmn.refuse.promoted", {"place": place})
        case "promote" if knight.rank == 3:
            return Message("mmn.refuse.highest", {"place": place})
        case "promote" if knight.rank == 2 and player.levels[board.POLITICS] < MIGHTY_LEVEL:
            return Message("mmn.refuse.level", {"track": "politics", "level": MIGHTY_LEVEL})
        case "promote" if not pieces.knights_left(player, knight.rank + 1):
            return Message("mmn.refuse.supply", {"piece": board.RANKS[knight.rank + 1]})
        case "captain" if knight.captain:
            return Message("mmn.refuse.has_captain", {"place": place})
        case "captain" if not led(player):
            return Message("mmn.refuse.supply", {"piece": "captain"})
        case "activate" | "promote" | "captain":
            return cost(COSTS[word])
    if knight.acted:
        return Message("mmn.refuse.acted", {"place": place})
    if knight.fresh:
        return Message("mmn.refuse.fresh", {"place": place})
    if not knight.active:
        return Message("mmn.refuse.inactive", {"place": place})
    if word == "chase":
        if game.locked():
            return Message("mmn.refuse.locked")
        return Message("mmn.refuse.nothing_to_chase", {"place": place})
    return _no_move(game, seat, place, action[2])


def _no_move(game: Position, seat: int, start: str, end: str) -> Message | None:
    reason = refusals.place(game, end, "node")
    if reason is not None:
        return reason
    number = game.size.geometry.node_number
    if number[end] in game.network.reach(seat, number[start])[1]:
        return Message("mmn.refuse.not_weaker", {"place": end})
    return refusals.march(game, seat, start, end)


def _no_strike(game: Position, seat: int, node: int) -> Message:
    player, place = game.state.players[seat], game.size.geometry.nodes[node]
    if player.levels[board.POWER] < STRIKE_LEVEL:
        return Message("mmn.refuse.level", {"track": "power", "level": STRIKE_LEVEL})
    if game.state.now.struck:
        return Message("mmn.refuse.struck")
    owner = game.network.lord[node]
    if owner in (-1, seat):
        return Message("mmn.refuse.no_target", {"place": place})
    if game.state.players[owner].levels[board.POLITICS] >= IMMUNE_LEVEL:
        return Message("mmn.refuse.immune", {"victim_seat": owner})
    if game.knight(node) not in strikes(game, seat):
        return Message("mmn.refuse.level", {"track": "power", "level": STRONG_STRIKE_LEVEL})
    return cost(COSTS["strike"])


def hint(game: Position, seat: int, action: Action) -> Message | None:
    if action[0] in COSTS:
        return Message("mmn.hint.cost", {"cards": hands.listed(COSTS[action[0]])})
    if action[0] == "move":
        node = game.size.geometry.node_number[action[2]]
        if game.network.lord[node] >= 0:
            return Message("mmn.hint.displace", {"victim_seat": game.network.lord[node]})
    return None
