"""The blue deck: Bishop, Deserter, Diplomat, Intrigue, Saboteur, Spy, Warlord, Wedding (rules 18.3, 18.4, 18.8)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engines.contract import Action, Message
from engines.mmn import hands, refusals, words
from engines.mmn.effects.common import ahead
from engines.mmn.position import Position
from engines.mmn.state_parts import Building
from engines.mmn.verbs.cards import Effect, effect
from engines.mmn.verbs.deserting import LoseKnight
from engines.mmn.verbs.giving import PickCard, demanded
from engines.mmn.verbs.knights import ACTIVATE
from engines.mmn.verbs.retreat import displace
from engines.mmn.verbs.robbing import move_figure, victims
from engines.mmn.verbs.together import ask


@effect("bishop")
class Bishop(Effect):
    """Moves the robber, never the pirate, and takes a card of everybody there."""

    def possible(self, game: Position, seat: int) -> bool:
        return not game.locked()

    def hindrance(self, game: Position, seat: int) -> Message | None:
        return Message("mmn.refuse.locked") if game.locked() else None

    def choices(self, game: Position, seat: int, picked: Sequence[str]) -> Iterator[Action]:
        return (action for place, action in enumerate(game.words.choose_hex) if place != game.state.robber)

    def unfit(self, game: Position, seat: int, picked: Sequence[str], word: str) -> Message | None:
        return refusals.place(game, word, "hex") or Message("mmn.refuse.stays", {"place": word})

    def choose(self, game: Position, seat: int, picked: Sequence[str], action: Action) -> None:
        move_figure(game, seat, "robber", action[1])
        for victim in victims(game, seat, "robber"):
            hands.draw(game, seat, victim)


@effect("deserter")
class Deserter(Effect):
    """An opponent loses a knight of his choice; a like one may be placed (ruling 24.12 for captains)."""

    def targets(self, game: Position, seat: int) -> list[int]:
        return [other for other in game.opponents(seat) if game.state.players[other].knights]

    def choices(self, game: Position, seat: int, picked: Sequence[str]) -> Iterator[Action]:
        return (words.CHOOSE_SEAT[other] for other in self.targets(game, seat))

    def unfit(self, game: Position, seat: int, picked: Sequence[str], word: str) -> Message | None:
        reason = refusals.opponent(game, seat, word)
        return reason or Message("mmn.refuse.no_knights", {"victim_seat": words.SEAT[word]})

    def choose(self, game: Position, seat: int, picked: Sequence[str], action: Action) -> None:
        game.push(LoseKnight(seat=words.SEAT[action[1]], by=seat))


@effect("diplomat")
class Diplomat(Effect):
    """Takes an open road away; an own one may be built again elsewhere."""

    def answers(self, picked: Sequence[str]) -> tuple[str, ...]:
        return ("choose", "done") if picked else ("choose",)

    def choices(self, game: Position, seat: int, picked: Sequence[str]) -> Iterator[Action]:
        network, actions, paths = game.network, game.words.choose_road, game.size.geometry.path_number
        if picked:
            for edge in network.road_spots(seat):
                if edge != paths[picked[0]]:
                    yield actions[edge]
        else:
            for edge in sorted(edge for other in range(game.state.seats) for edge in network.open_roads(other)):
                yield actions[edge]

    def unfit(self, game: Position, seat: int, picked: Sequence[str], word: str) -> Message | None:
        if picked:
            elsewhere = Message("mmn.refuse.stays", {"place": word})
            return elsewhere if word == picked[0] else refusals.site(game, seat, word)
        reason = refusals.place(game, word, "path")
        if reason is not None:
            return reason
        bare = game.network.road[game.size.geometry.path_number[word]] < 0
        return Message("mmn.refuse.no_road" if bare else "mmn.refuse.closed_road", {"place": word})

    def choose(self, game: Position, seat: int, picked: Sequence[str], action: Action) -> None:
        edge = game.size.geometry.path_number[action[1]]
        if picked:
            game.network.add_road(seat, edge)
            game.emit("road", seat, path=action[1])
            return
        owner = game.network.road[edge]
        game.network.remove_road(owner, edge)
        game.emit("road_removed", seat, path=action[1], victim_seat=owner)
        if owner == seat:
            self.ask(game, seat, action[1])


@effect("intrigue")
class Intrigue(Effect):
    """Drives away a knight that stands at an own road."""

    def targets(self, game: Position, seat: int) -> list[int]:
        return [node for node in game.network.road_nodes(seat) if game.network.lord[node] not in (-1, seat)]

    def choices(self, game: Position, seat: int, picked: Sequence[str]) -> Iterator[Action]:
        return (game.words.choose_node[node] for node in self.targets(game, seat))

    def unfit(self, game: Position, seat: int, picked: Sequence[str], word: str) -> Message | None:
        reason = refusals.place(game, word, "node")
        if reason is not None:
            return reason
        strange = game.network.lord[game.size.geometry.node_number[word]] not in (-1, seat)
        return Message("mmn.refuse.not_connected" if strange else "mmn.refuse.no_strange_knight", {"place": word})

    def choose(self, game: Position, seat: int, picked: Sequence[str], action: Action) -> None:
        displace(game, seat, game.size.geometry.node_number[action[1]], None)


@effect("saboteur")
class Saboteur(Effect):
    """Rules 18.4, in the version that lasts until the repair (ruling 24.2)."""

    def targets(self, game: Position, seat: int) -> list[Building]:
        return [
            building
            for other in game.opponents(seat)
            for building in game.state.players[other].buildings
            if building.city and not building.metropolis and not building.sabotaged
        ]

    def choices(self, game: Position, seat: int, picked: Sequence[str]) -> Iterator[Action]:
        return (game.words.choose_node[node] for node in sorted(each.node for each in self.targets(game, seat)))

    def unfit(self, game: Position, seat: int, picked: Sequence[str], word: str) -> Message | None:
        reason = refusals.place(game, word, "node")
        if reason is not None:
            return reason
        node = game.size.geometry.node_number[word]
        if game.network.builder[node] in (-1, seat) or not game.building(node).city:
            return Message("mmn.refuse.no_strange_city", {"place": word})
        metropolis = game.building(node).metropolis
        return Message("mmn.refuse.metropolis" if metropolis else "mmn.refuse.is_sabotaged", {"place": word})

    def choose(self, game: Position, seat: int, picked: Sequence[str], action: Action) -> None:
        node = game.size.geometry.node_number[action[1]]
        game.building(node).sabotaged = True
        game.network.changed = True
        game.emit("sabotaged", seat, node=action[1], victim_seat=game.network.builder[node])


@effect("spy")
class Spy(Effect):
    """Looks at progress cards and takes one."""

    def targets(self, game: Position, seat: int) -> list[int]:
        return [other for other in game.opponents(seat) if game.state.players[other].cards]

    def choices(self, game: Position, seat: int, picked: Sequence[str]) -> Iterator[Action]:
        return (words.CHOOSE_SEAT[other] for other in self.targets(game, seat))

    def unfit(self, game: Position, seat: int, picked: Sequence[str], word: str) -> Message | None:
        reason = refusals.opponent(game, seat, word)
        return reason or Message("mmn.refuse.no_progress", {"victim_seat": words.SEAT[word]})

    def choose(self, game: Position, seat: int, picked: Sequence[str], action: Action) -> None:
        victim = words.SEAT[action[1]]
        game.emit("peeked", seat, barrier=True, victim_seat=victim)
        game.push(PickCard(seat=seat, victim=victim))


@effect("warlord")
class Warlord(Effect):
    """Activates all own knights."""

    def possible(self, game: Position, seat: int) -> bool:
        return any(not knight.active for knight in game.state.players[seat].knights)

    def play(self, game: Position, seat: int) -> None:
        for knight in game.state.players[seat].knights:
            if not knight.active:
                ACTIVATE.change(game, seat, knight)


@effect("wedding")
class Wedding(Effect):
    """Everybody with more points gives two cards."""

    def possible(self, game: Position, seat: int) -> bool:
        return bool(ahead(game, seat))

    def play(self, game: Position, seat: int) -> None:
        ask(game, demanded(game, ahead(game, seat), seat, self.card, 2, "any"))
