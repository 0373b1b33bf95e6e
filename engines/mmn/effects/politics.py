"""The blue deck: Bishop, Deserter, Diplomat, Intrigue, Saboteur, Spy, Warlord, Wedding (rules 18.3, 18.4, 18.8)."""

from __future__ import annotations

from collections.abc import Sequence

from engines.contract import Message
from engines.mmn import hands, refusals
from engines.mmn.effects.common import Choice, Demand
from engines.mmn.position import Position
from engines.mmn.verbs.cards import Effect
from engines.mmn.verbs.driven import LoseKnight, displace
from engines.mmn.verbs.giving import PickCard
from engines.mmn.verbs.knights import ACTIVATE
from engines.mmn.verbs.metropolis import open_cities
from engines.mmn.verbs.robbing import move_figure, victims


class Bishop(Choice):
    """Move the robber, never the pirate, and take a card from every opponent there."""

    what = "hex"
    why = ("mmn.refuse.stays", "place")

    def acts(self, game: Position, seat: int) -> bool:
        return not game.locked()

    def hindrance(self, game: Position, seat: int) -> Message | None:
        return Message("mmn.refuse.locked") if game.locked() else None

    def targets(self, game: Position, seat: int, picked: Sequence[str]) -> Sequence[int]:
        return [place for place in range(game.geometry.hex_count) if place != game.state.robber]

    def carry_out(self, game: Position, seat: int, picked: Sequence[str], word: str, at: int) -> None:
        move_figure(game, seat, "robber", word)
        for victim in victims(game, seat, "robber"):
            hands.draw(game, seat, victim)


class Deserter(Choice):
    """Make an opponent lose a knight of his choice, and place an equal one (ruling 24.12 for captains)."""

    what = "seat"
    why = ("mmn.refuse.no_knights", "victim_seat")

    def targets(self, game: Position, seat: int, picked: Sequence[str]) -> Sequence[int]:
        return [opponent for opponent in game.opponents(seat) if game.state.players[opponent].knights]

    def carry_out(self, game: Position, seat: int, picked: Sequence[str], word: str, at: int) -> None:
        game.push(LoseKnight(seat=at, by=seat))


class Diplomat(Choice):
    """Remove an open road; one of the player's own may be built again elsewhere."""

    what = "path"
    repeats = True

    def targets(self, game: Position, seat: int, picked: Sequence[str]) -> Sequence[int]:
        if picked:
            removed = game.geometry.path_number[picked[0]]
            return [edge for edge in game.network.road_spots(seat) if edge != removed]
        return sorted(edge for owner in range(game.state.seats) for edge in game.network.open_roads(owner))

    def unfit(self, game: Position, seat: int, picked: Sequence[str], word: str, at: int) -> Message | None:
        if picked:
            stays = Message("mmn.refuse.stays", {"place": word})
            return stays if word == picked[0] else refusals.site(game, seat, word)
        bare = game.network.road[at] < 0
        return Message("mmn.refuse.no_road" if bare else "mmn.refuse.closed_road", {"place": word})

    def carry_out(self, game: Position, seat: int, picked: Sequence[str], word: str, at: int) -> None:
        if picked:
            game.network.add_road(seat, at)
            game.emit("road", seat, path=word)
            return
        owner = game.network.road[at]
        game.network.remove_road(owner, at)
        game.emit("road_removed", seat, path=word, victim_seat=owner)
        if owner == seat:
            self.ask(game, seat, word)


class Intrigue(Choice):
    """Displace an opponent's knight that stands at one of the player's roads."""

    what = "node"

    def targets(self, game: Position, seat: int, picked: Sequence[str]) -> Sequence[int]:
        players = game.state.players
        network = game.network
        strange = [knight.node for opponent in game.opponents(seat) for knight in players[opponent].knights]
        return sorted([node for node in strange if network.is_touched_by(seat, node)])

    def unfit(self, game: Position, seat: int, picked: Sequence[str], word: str, at: int) -> Message:
        strange = game.network.lord[at] not in (-1, seat)
        return Message("mmn.refuse.not_connected" if strange else "mmn.refuse.no_strange_knight", {"place": word})

    def carry_out(self, game: Position, seat: int, picked: Sequence[str], word: str, at: int) -> None:
        displace(game, seat, at, None)


class Saboteur(Choice):
    """Sabotage an opponent's city until it is repaired (rules 18.4, ruling 24.2)."""

    what = "node"

    def targets(self, game: Position, seat: int, picked: Sequence[str]) -> Sequence[int]:
        players = game.state.players
        return sorted(city.node for opponent in game.opponents(seat) for city in open_cities(players[opponent]))

    def unfit(self, game: Position, seat: int, picked: Sequence[str], word: str, at: int) -> Message:
        if game.network.builder[at] in (-1, seat) or not game.building(at).city:
            return Message("mmn.refuse.no_strange_city", {"place": word})
        metropolis = game.building(at).metropolis
        return Message("mmn.refuse.metropolis" if metropolis else "mmn.refuse.is_sabotaged", {"place": word})

    def carry_out(self, game: Position, seat: int, picked: Sequence[str], word: str, at: int) -> None:
        game.building(at).sabotaged = True
        game.network.altered(owner := game.network.builder[at])
        game.emit("sabotaged", seat, node=word, victim_seat=owner)


class Spy(Choice):
    """Look at an opponent's progress cards and take one."""

    what = "seat"
    why = ("mmn.refuse.no_progress", "victim_seat")

    def targets(self, game: Position, seat: int, picked: Sequence[str]) -> Sequence[int]:
        return [opponent for opponent in game.opponents(seat) if game.state.players[opponent].cards]

    def carry_out(self, game: Position, seat: int, picked: Sequence[str], word: str, at: int) -> None:
        game.emit("peeked", seat, barrier=True, victim_seat=at)
        game.push(PickCard(seat=seat, victim=at))


class Warlord(Effect):
    """Activate all knights of the player."""

    def acts(self, game: Position, seat: int) -> bool:
        return bool(ACTIVATE.fitting(game.state.players[seat]))

    def play(self, game: Position, seat: int) -> None:
        for knight in ACTIVATE.fitting(game.state.players[seat]):
            ACTIVATE.change(game, seat, knight)


EFFECTS = (
    Bishop("bishop"),
    Deserter("deserter"),
    Diplomat("diplomat"),
    Intrigue("intrigue"),
    Saboteur("saboteur"),
    Spy("spy"),
    Warlord("warlord"),
    Demand("wedding", "any"),
)
"""The effects of the cards of this deck."""
