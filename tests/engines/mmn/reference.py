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
        found = {
            "settlements": sum(1 for each in plain if not each["city"]),
            "cities": 2 * sum(1 for each in plain if each["city"]),
            "metropolises": 4 * sum(1 for each in player["buildings"] if each["metropolis"]),
            "longest_road": 2 * (dump["longest_road"] == seat),
            "storage": 2 * (dump["storage_card"] == seat),
            "autarky": 2 * (dump["autarky"] == seat),
            "defender": player["defender"],
            "merchant": int(dump["merchant_seat"] == seat),
            "cards": len(player["vp_cards"]),
        }
        return {source: worth for source, worth in found.items() if worth}

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
        """The longest trail, by trying every one."""
        blocked = self.opposing(seat)
        edges = {self.map.edges[road] for road in self.players[seat]["roads"]}

        def on(here: int, left: frozenset[tuple[int, int]]) -> int:
            best = 0
            for edge in left:
                if here in edge:
                    there = sum(edge) - here
                    best = max(best, 1 + (0 if there in blocked else on(there, left - {edge})))
            return best

        return max((on(node, frozenset(edges)) for edge in edges for node in edge), default=0)

    # -- seven ---------------------------------------------------------------------------------------------------------

    def due(self, seat: int) -> int:
        """Cards to discard on a seven."""
        player = self.players[seat]
        held = sum(player["hand"])
        if held <= 7 + 2 * sum(each["wall"] for each in player["buildings"]):
            return 0
        large = sum(building["chip"] == 3 and not building["sabotaged"] for building in player["buildings"])
        return int(max(0, held // 2 - large))

    # -- yields --------------------------------------------------------------------------------------------------------

    def income(self, total: int) -> list[Counter[str]]:
        """What every seat receives from the hexes of a number (gold rivers give nuggets)."""
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
        """Intersections with buildings or knights of others."""
        others = [player for number, player in enumerate(self.players) if number != seat]
        return {each["node"] for player in others for each in (*player["buildings"], *player["knights"])}

    def own_nodes(self) -> set[int]:
        return {node for road in self.me["roads"] for node in self.map.edges[road]}

    def taken(self) -> set[int]:
        return {each["node"] for player in self.players for each in (*player["buildings"], *player["knights"])}

    def pays(self, item: str) -> bool:
        return not Counter(PRICES[item].split()) - self.hand

    def twice(self, first: int) -> bool:
        return any(self.hand[kind] >= 2 for kind in KINDS[first : first + 6])

    def pair(self) -> bool:
        return any(self.hand[KINDS[place]] and self.hand[KINDS[place + 6]] for place in range(6))

    def actions(self) -> set[str]:
        """What is built, bought, moved and exchanged with the bank in the action phase; cards are left out."""
        parts = (self.building, self.knights, self.stores, self.figures, self.town, self.exchanges)
        return {line for part in parts for line in part()}

    def building(self) -> Iterator[str]:
        nodes = self.map.nodes
        paths = self.map.paths
        taken = self.taken()
        mine = self.me["buildings"]
        blocked = self.opposing(self.seat)
        built = {road for player in self.players for road in player["roads"]}
        reach = {each["node"] for each in mine} | (self.own_nodes() - blocked)
        if self.pays("road") and len(self.me["roads"]) < 15:
            for number, ends in enumerate(self.map.edges):
                if number not in built and set(ends) & reach:
                    yield f"road {paths[number]}"
        houses = {building["node"] for player in self.players for building in player["buildings"]}
        settlements = [each for each in mine if not each["city"]]
        if self.pays("settlement") and len(settlements) < 5:
            for node in self.own_nodes() - taken:
                if not set(self.map.node_nodes[node]) & houses:
                    yield f"settlement {nodes[node]}"
        cities = [each for each in mine if each["city"]]
        for each in settlements:
            if self.pays("city") and len(cities) < 4:
                yield f"city {nodes[each['node']]}"
        for each in cities:
            if self.pays("wall") and not each["wall"] and sum(other["wall"] for other in mine) < 3:
                yield f"wall {nodes[each['node']]}"
            if self.pays("repair") and each["sabotaged"]:
                yield f"repair {nodes[each['node']]}"

    def knights(self) -> Iterator[str]:
        nodes = self.map.nodes
        knights = self.me["knights"]
        ranks = Counter(knight["rank"] for knight in knights)
        if self.pays("knight") and ranks[1] < 2:
            for node in self.own_nodes() - self.taken():
                yield f"knight {nodes[node]}"
        for each in knights:
            word = nodes[each["node"]]
            if self.pays("activate") and not each["active"]:
                yield f"activate {word}"
            higher = each["rank"] < 2 or (each["rank"] == 2 and self.me["levels"][1] >= 3)
            if self.pays("promote") and not each["promoted"] and higher and ranks[each["rank"] + 1] < 2:
                yield f"promote {word}"
            if self.pays("captain") and not each["captain"] and sum(other["captain"] for other in knights) < 2:
                yield f"captain {word}"
            if each["active"] and not each["acted"] and not each["fresh"]:
                for node in self.goals(each):
                    yield f"move {word} {nodes[node]}"
                yield from self.chases(each)
        power = self.me["levels"][TRACKS.index("power")]
        if power >= 3 and self.pays("strike") and not self.dump["now"]["struck"]:
            for number, player in enumerate(self.players):
                for each in player["knights"]:
                    weak = each["captain"] or each["rank"] == 1 or power >= 5
                    if number != self.seat and player["levels"][1] < 5 and weak:
                        yield f"strike {nodes[each['node']]}"

    def chases(self, knight: Dump) -> Iterator[str]:
        dump = self.dump
        word = self.map.nodes[knight["node"]]
        if dump["attacked"] or dump["options"]["robber_lock"] == "off":
            if dump["robber"] >= 0 and knight["node"] in self.map.hex_nodes[dump["robber"]]:
                yield f"chase robber {word}"
            if dump["pirate"] >= 0 and knight["node"] in self.map.harbour_nodes[dump["pirate"]]:
                yield f"chase pirate {word}"

    def goals(self, knight: Dump) -> set[int]:
        """Where a knight may move, weaker knights displaced."""
        blocked = self.opposing(self.seat)
        taken = self.taken()
        weaker = {
            each["node"]
            for number, player in enumerate(self.players)
            for each in player["knights"]
            if number != self.seat and each["rank"] + each["captain"] < knight["rank"] + knight["captain"]
        }
        seen = {knight["node"]}
        waiting = [knight["node"]]
        while waiting:
            here = waiting.pop()
            for road in self.me["roads"]:
                if here in self.map.edges[road]:
                    there = sum(self.map.edges[road]) - here
                    if there not in seen:
                        seen.add(there)
                        if there not in blocked:
                            waiting.append(there)
        return {node for node in seen if node not in taken or node in weaker}

    def stores(self) -> Iterator[str]:
        nodes = self.map.nodes
        hexes = self.map.hexes
        mine = self.me["buildings"]
        stores, halls = (sum(each["chip"] in chips for each in mine) for chips in ((1,), (2, 3)))
        for each in mine:
            word = nodes[each["node"]]
            if each["chip"] == 0 and stores < 4 and self.twice(0):
                for place in self.slots(each):
                    yield f"store {word} {hexes[place]}"
            if each["city"] and not each["sabotaged"]:
                if each["chip"] == 1 and halls < 3 and self.pair():
                    yield f"hall {word}"
                if each["chip"] == 2 and self.twice(6):
                    yield f"large_store {word}"

    def slots(self, each: Dump) -> list[int]:
        """Hexes beside a building where nothing of it lies."""
        used = {*each["servants"], *each["journeymen"]} | ({each["chip_hex"]} if each["chip"] else set())
        return [place for place in self.map.node_hexes[each["node"]] if place not in used]

    def figures(self) -> Iterator[str]:
        if not self.pair():
            return
        nodes = self.map.nodes
        hexes = self.map.hexes
        mine = self.me["buildings"]
        if self.me["serfs"] + sum(len(each["servants"]) for each in mine) < 4:
            yield "serf"
        journeymen = sum(len(each["journeymen"]) for each in mine)
        for each in mine:
            for place in self.slots(each):
                if self.me["serfs"]:
                    yield f"servant {nodes[each['node']]} {hexes[place]}"
            for place in each["servants"]:
                if each["city"] and journeymen < 3:
                    yield f"journeyman {nodes[each['node']]} {hexes[place]}"

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
        """Kinds of the harbours in use."""
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

    def there(self, *given: str, last: int = 12) -> bool:
        """Whether the bank holds another kind among the first ones."""
        return any(self.dump["bank"][place] for place in range(last) if KINDS[place] not in given)

    def exchanges(self) -> Iterator[str]:
        for kind in KINDS:
            if self.hand[kind] >= self.rate(kind) and self.there(kind):
                yield f"bank {self.rate(kind)} {kind}"
        if self.hand["nugget"] and self.dump["options"]["gold_mode"] == "nugget" and self.there(last=5):
            yield "bank 1 nugget"
        if self.me["levels"][0] == 5:
            held = [kind for kind in KINDS[6:] if self.hand[kind]]
            for place, first in enumerate(held):
                for second in held[place + 1 :]:
                    if self.there(first, second):
                        yield f"bank 1 {first} 1 {second}"
