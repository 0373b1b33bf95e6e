"""A reference implementation of the countable rules, held beside the engine: points, discards, yields, what is built.

Everything is worked out from a dump and the rules page alone; nothing of the engine but its map is used.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from engines.mmn import board
from tests.engines.mmn.positions import KINDS, TRACKS

Dump = dict[str, Any]
HILLS_TO_GOLD = ("hills", "forest", "pasture", "fields", "mountains", "gold_river")
COMMODITY = dict(zip(TRACKS, ("cloth", "coin", "paper", "jewel", "crystal", "meat"), strict=True))
PRICES = {
    "road": "brick lumber",
    "settlement": "brick lumber wool grain",
    "city": "ore ore ore grain grain",
    "wall": "brick brick",
    "knight": "wool ore",
    "activate": "grain",
    "promote": "wool ore",
    "captain": "nugget jewel",
    "strike": "nugget jewel",
    "repair": "lumber ore",
    "end_famine": "grain meat",
}


class Reference:
    """One position."""

    def __init__(self, dump: Dump) -> None:
        self.dump = dump
        self.players: list[Dump] = dump["players"]
        self.map = board.size(dump["seats"]).geometry
        self.seat: int = dump["active"]
        self.me = self.players[self.seat]
        self.hand = Counter(dict(zip(KINDS, self.me["hand"], strict=True)))

    # -- points --------------------------------------------------------------------------------------------------------

    def sources(self, seat: int) -> dict[str, int]:
        player = self.players[seat]
        dump = self.dump
        plain = [building for building in player["buildings"] if not building["metropolis"]]
        points = {
            "settlements": sum(1 for building in plain if not building["city"]),
            "cities": 2 * sum(1 for building in plain if building["city"]),
            "metropolises": 4 * sum(1 for building in player["buildings"] if building["metropolis"]),
            "longest_road": 2 * (dump["longest_road"] == seat),
            "storage": 2 * (dump["storage_card"] == seat),
            "autarky": 2 * (dump["autarky"] == seat),
            "defender": player["defender"],
            "merchant": int(dump["merchant_seat"] == seat),
            "cards": len(player["vp_cards"]),
        }
        return {source: worth for source, worth in points.items() if worth}

    def storage(self, seat: int) -> int:
        return sum(
            min(building["chip"], 1) if building["sabotaged"] else building["chip"]
            for building in self.players[seat]["buildings"]
        )

    def autarky(self, seat: int) -> int:
        player = self.players[seat]
        if player["famine"]:
            return 0
        figures = 0
        for building in player["buildings"]:
            figures += 2 * len(building["servants"]) + (2 if building["sabotaged"] else 3) * len(building["journeymen"])
        return int(player["serfs"] + figures)

    def road(self, seat: int) -> int:
        """Return the length of the longest trail, by trying every one."""
        blocked = self.opposing(seat)
        edges = {self.map.edges[road] for road in self.players[seat]["roads"]}

        def on(node: int, unused: frozenset[tuple[int, int]]) -> int:
            best = 0
            for edge in unused:
                if node in edge:
                    neighbour = sum(edge) - node
                    best = max(best, 1 + (0 if neighbour in blocked else on(neighbour, unused - {edge})))
            return best

        return max((on(node, frozenset(edges)) for edge in edges for node in edge), default=0)

    # -- seven ---------------------------------------------------------------------------------------------------------

    def due(self, seat: int) -> int:
        """Return the number of cards to discard on a seven."""
        player = self.players[seat]
        held = sum(player["hand"])
        if held <= 7 + 2 * sum(building["wall"] for building in player["buildings"]):
            return 0
        large = sum(building["chip"] == 3 and not building["sabotaged"] for building in player["buildings"])
        return int(max(0, held // 2 - large))

    # -- yields --------------------------------------------------------------------------------------------------------

    def income(self, total: int) -> list[Counter[str]]:
        """Return what every seat receives from the hexes of a number (gold rivers give nuggets)."""
        gains: list[Counter[str]] = [Counter() for _ in self.players]
        keep = self.dump["options"]["journeyman_keeps_servant_bonus"] == "on"
        cursed = {curse["hex"] for curse in self.dump["curses"]}
        for number, chip in enumerate(self.dump["chips"]):
            if chip != total or number == self.dump["robber"]:
                continue
            place = HILLS_TO_GOLD.index(self.dump["terrain"][number])
            for gained, player in zip(gains, self.players, strict=True):
                if number in cursed and player["levels"][TRACKS.index("magic")] < 5:
                    continue
                for building in player["buildings"]:
                    if building["node"] in self.map.hex_nodes[number]:
                        whole = building["city"] and not building["sabotaged"]
                        servant = number in building["servants"] and not player["famine"]
                        journeyman = number in building["journeymen"] and not player["famine"]
                        helped = servant or (journeyman and (not whole or keep))
                        gained[KINDS[place]] += 1 + helped
                        gained[KINDS[place + 6]] += whole + (journeyman and whole)
        return self.served(gains)

    def served(self, gains: list[Counter[str]]) -> list[Counter[str]]:
        single = self.dump["options"]["shortage_single_claimant_gets_rest"] == "on"
        for place, kind in enumerate(KINDS):
            stock = self.dump["bank"][place]
            claims = [gained for gained in gains if gained[kind]]
            if sum(gained[kind] for gained in claims) > stock:
                for gained in claims:
                    gained[kind] = stock if single and len(claims) == 1 else 0
        return [+gained for gained in gains]

    # -- what may be built ---------------------------------------------------------------------------------------------

    def opposing(self, seat: int) -> set[int]:
        """Return the intersections with buildings or knights of others."""
        others = [player for number, player in enumerate(self.players) if number != seat]
        return {piece["node"] for player in others for piece in (*player["buildings"], *player["knights"])}

    def own_nodes(self) -> set[int]:
        return {node for road in self.me["roads"] for node in self.map.edges[road]}

    def taken(self) -> set[int]:
        return {piece["node"] for player in self.players for piece in (*player["buildings"], *player["knights"])}

    def pays(self, item: str) -> bool:
        return not Counter(PRICES[item].split()) - self.hand

    def twice(self, first: int) -> bool:
        return any(self.hand[kind] >= 2 for kind in KINDS[first : first + 6])

    def pair(self) -> bool:
        return any(self.hand[KINDS[place]] and self.hand[KINDS[place + 6]] for place in range(6))

    def actions(self) -> set[str]:
        """Return what is built, bought, moved and exchanged with the bank in the action phase; cards are left out."""
        parts = (self.building, self.knights, self.stores, self.figures, self.town, self.exchanges)
        return {line for part in parts for line in part()}

    def building(self) -> Iterator[str]:
        nodes = self.map.nodes
        paths = self.map.paths
        taken = self.taken()
        mine = self.me["buildings"]
        blocked = self.opposing(self.seat)
        built = {road for player in self.players for road in player["roads"]}
        reach = {house["node"] for house in mine} | (self.own_nodes() - blocked)
        if self.pays("road") and len(self.me["roads"]) < 15:
            for number, ends in enumerate(self.map.edges):
                if number not in built and set(ends) & reach:
                    yield f"road {paths[number]}"
        houses = {building["node"] for player in self.players for building in player["buildings"]}
        settlements = [house for house in mine if not house["city"]]
        if self.pays("settlement") and len(settlements) < 5:
            for node in self.own_nodes() - taken:
                if not set(self.map.node_nodes[node]) & houses:
                    yield f"settlement {nodes[node]}"
        cities = [house for house in mine if house["city"]]
        for house in settlements:
            if self.pays("city") and len(cities) < 4:
                yield f"city {nodes[house['node']]}"
        for house in cities:
            if self.pays("wall") and not house["wall"] and sum(walled["wall"] for walled in mine) < 3:
                yield f"wall {nodes[house['node']]}"
            if self.pays("repair") and house["sabotaged"]:
                yield f"repair {nodes[house['node']]}"

    def knights(self) -> Iterator[str]:
        nodes = self.map.nodes
        knights = self.me["knights"]
        ranks = Counter(knight["rank"] for knight in knights)
        if self.pays("knight") and ranks[1] < 2:
            for node in self.own_nodes() - self.taken():
                yield f"knight {nodes[node]}"
        for knight in knights:
            word = nodes[knight["node"]]
            if self.pays("activate") and not knight["active"]:
                yield f"activate {word}"
            higher = knight["rank"] < 2 or (knight["rank"] == 2 and self.me["levels"][1] >= 3)
            if self.pays("promote") and not knight["promoted"] and higher and ranks[knight["rank"] + 1] < 2:
                yield f"promote {word}"
            if (
                self.pays("captain")
                and not knight["captain"]
                and sum(captained["captain"] for captained in knights) < 2
            ):
                yield f"captain {word}"
            if knight["active"] and not knight["acted"] and not knight["fresh"]:
                for node in self.goals(knight):
                    yield f"move {word} {nodes[node]}"
                yield from self.chases(knight)
        power = self.me["levels"][TRACKS.index("power")]
        if power >= 3 and self.pays("strike") and not self.dump["now"]["struck"]:
            for number, player in enumerate(self.players):
                for target in player["knights"]:
                    weak = target["captain"] or target["rank"] == 1 or power >= 5
                    if number != self.seat and player["levels"][1] < 5 and weak:
                        yield f"strike {nodes[target['node']]}"

    def chases(self, knight: Dump) -> Iterator[str]:
        dump = self.dump
        word = self.map.nodes[knight["node"]]
        if dump["attacked"] or dump["options"]["robber_lock"] == "off":
            if dump["robber"] >= 0 and knight["node"] in self.map.hex_nodes[dump["robber"]]:
                yield f"chase robber {word}"
            if dump["pirate"] >= 0 and knight["node"] in self.map.harbour_nodes[dump["pirate"]]:
                yield f"chase pirate {word}"

    def goals(self, knight: Dump) -> set[int]:
        """Return where a knight may move, with weaker knights displaced."""
        blocked = self.opposing(self.seat)
        taken = self.taken()
        weaker = {
            defender["node"]
            for number, player in enumerate(self.players)
            for defender in player["knights"]
            if number != self.seat and defender["rank"] + defender["captain"] < knight["rank"] + knight["captain"]
        }
        seen = {knight["node"]}
        waiting = [knight["node"]]
        while waiting:
            node = waiting.pop()
            for road in self.me["roads"]:
                if node in self.map.edges[road]:
                    neighbour = sum(self.map.edges[road]) - node
                    if neighbour not in seen:
                        seen.add(neighbour)
                        if neighbour not in blocked:
                            waiting.append(neighbour)
        return {node for node in seen if node not in taken or node in weaker}

    def stores(self) -> Iterator[str]:
        nodes = self.map.nodes
        hexes = self.map.hexes
        mine = self.me["buildings"]
        stores, halls = (sum(house["chip"] in chips for house in mine) for chips in ((1,), (2, 3)))
        for house in mine:
            word = nodes[house["node"]]
            if house["chip"] == 0 and stores < 4 and self.twice(0):
                for place in self.slots(house):
                    yield f"store {word} {hexes[place]}"
            if house["city"] and not house["sabotaged"]:
                if house["chip"] == 1 and halls < 3 and self.pair():
                    yield f"hall {word}"
                if house["chip"] == 2 and self.twice(6):
                    yield f"large_store {word}"

    def slots(self, building: Dump) -> list[int]:
        """Return the hexes at a building on which none of its pieces lies."""
        used = {*building["servants"], *building["journeymen"]} | (
            {building["chip_hex"]} if building["chip"] else set()
        )
        return [place for place in self.map.node_hexes[building["node"]] if place not in used]

    def figures(self) -> Iterator[str]:
        if not self.pair():
            return
        nodes = self.map.nodes
        hexes = self.map.hexes
        mine = self.me["buildings"]
        if self.me["serfs"] + sum(len(house["servants"]) for house in mine) < 4:
            yield "serf"
        journeymen = sum(len(house["journeymen"]) for house in mine)
        for house in mine:
            for place in self.slots(house):
                if self.me["serfs"]:
                    yield f"servant {nodes[house['node']]} {hexes[place]}"
            for place in house["servants"]:
                if house["city"] and journeymen < 3:
                    yield f"journeyman {nodes[house['node']]} {hexes[place]}"

    def town(self) -> Iterator[str]:
        if self.me["famine"] and self.pays("end_famine"):
            yield "end_famine"
        cities = [building for building in self.me["buildings"] if building["city"]]
        site = any(not city["metropolis"] and not city["sabotaged"] for city in cities)
        for place, track in enumerate(TRACKS):
            following = self.me["levels"][place] + 1
            allowed = following < 4 or site or self.dump["metropolises"][place] == self.seat
            if cities and following <= 5 and allowed and self.hand[COMMODITY[track]] >= following:
                yield f"improve {track}"

    # -- the bank ------------------------------------------------------------------------------------------------------

    def harbours(self) -> set[str]:
        """Return the kinds of the harbours in use."""
        homes = {building["node"] for building in self.me["buildings"]}
        return {
            self.dump["harbours"][number]
            for number, nodes in enumerate(self.map.harbour_nodes)
            if homes & set(nodes) and number != self.dump["pirate"]
        }

    def rate(self, kind: str) -> int:
        harbours = self.harbours()
        now = self.dump["now"]
        merchant = self.dump["merchant"]
        two = kind in harbours or KINDS.index(kind) in now["fleet"]
        two |= KINDS.index(kind) >= 6 and self.me["levels"][0] >= 3
        if merchant >= 0 and self.dump["merchant_seat"] == self.seat:
            two |= KINDS[HILLS_TO_GOLD.index(self.dump["terrain"][merchant])] == kind
        return 2 if two else 3 if "generic" in harbours else 4

    def bank_has_other(self, *given: str, last: int = 12) -> bool:
        """Return whether the bank holds another kind among the first ones."""
        return any(self.dump["bank"][place] for place in range(last) if KINDS[place] not in given)

    def exchanges(self) -> Iterator[str]:
        for kind in KINDS:
            if self.hand[kind] >= self.rate(kind) and self.bank_has_other(kind):
                yield f"bank {self.rate(kind)} {kind}"
        if self.hand["nugget"] and self.dump["options"]["gold_mode"] == "nugget" and self.bank_has_other(last=5):
            yield "bank 1 nugget"
        if self.me["levels"][0] == 5:
            held = [kind for kind in KINDS[6:] if self.hand[kind]]
            for place, first in enumerate(held):
                for second in held[place + 1 :]:
                    if self.bank_has_other(first, second):
                        yield f"bank 1 {first} 1 {second}"
