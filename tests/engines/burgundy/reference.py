"""A reference implementation of the rules, to be played beside the engine.

``Reference`` starts from a dump and keeps its own books: what may be done, what it costs and brings, who is next. Only
what chance decides (dice, the tiles of a new phase) is told to it. It knows the rules page and the colours of boards
and tiles, nothing of the engine's steps.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from copy import deepcopy
from typing import Any

from tests.engines.burgundy.land import COLOUR, Land

GOODS = ("turquoise", "purple", "pink", "red", "brown", "orange")
CHURCH = ("mine", "knowledge", "castle")
MARKET = ("ship", "animal")
WORKSHOP = ("building",)
TAKING = {"carpenters_workshop": WORKSHOP, "church": CHURCH, "market": MARKET}
HONOURS = ("warehouse", "watchtower", "carpenters_workshop", "church", "market", "boarding_house", "bank", "city_hall")
"""The buildings that knowledge 16 to 23 pay for."""
Question = tuple[Any, ...]


class Reference:
    """A game from the first round on."""

    def __init__(self, dump: dict[str, Any]) -> None:
        self.s = deepcopy(dump)
        self.queue: list[int] = [step["seat"] for step in reversed(dump["stack"]) if step["type"] == "Turn"]
        self.pending: list[Question] = []
        self.edition: str = dump["options"]["edition"]
        self.lands = [Land(player["board"]) for player in dump["players"]]
        self.over = False

    @property
    def seat(self) -> int:
        return self.queue[0]

    @property
    def me(self) -> dict[str, Any]:
        player: dict[str, Any] = self.s["players"][self.seat]
        return player

    @property
    def question(self) -> str:
        return str(self.pending[-1][0]) if self.pending else "turn"

    def knows(self, number: int) -> bool:
        return f"k{number}" in self.me["covered"].values()

    # -- dice (rules 6.1) ----------------------------------------------------------------------------------------------

    def turning(self, die: int, number: int) -> int:
        distance = min((die - number) % 6, (number - die) % 6)
        return -(-distance // 2) if self.knows(8) else distance

    def cost(self, die: int, number: int, free: bool) -> int:
        shifted = {(die + step - 1) % 6 + 1 for step in (-1, 0, 1)} if free else {die}
        return min(self.turning(start, number) for start in shifted)

    def with_dice(self, base: str, number: int, free: bool = False) -> Iterator[str]:
        costs = {die: self.cost(die, number, free) for die in self.me["unused"]}
        for die, cost in costs.items():
            detour = any(o != die and cost == costs[o] + self.turning(die, o) for o in costs)
            if cost <= self.me["workers"] and not detour:
                yield f"{base} die {die}" + (f" workers {cost}" if cost else "")

    def free_shift(self, tile: str) -> bool:
        return self.knows({"building": 9, "animal": 10, "ship": 10}.get(COLOUR[tile], 11))

    # -- what may be done ----------------------------------------------------------------------------------------------

    def words(self) -> set[str]:
        match self.pending[-1] if self.pending else ("turn",):
            case ("turn",):
                found = set(self.dice_actions()) | set(self.purchases())
                return found if self.me["unused"] else {*found, "end"}
            case ("castle",):
                found = {"workers", *self.takes(COLOUR.values()), *self.placements(), *self.sales()}
                return found | self.inside()
            case ("hall",):
                return {"pass", *self.placements()} | self.inside()
            case ("warehouse",):
                return {"pass", *self.sales()}
            case ("taking", colours):
                return {"pass", *self.takes(colours)}
            case ("ship",):
                return set(self.harbours())
            case ("keep", _, kinds):
                return {f"keep {goods}" for goods in kinds}
            case ("discard", *_):
                return {f"discard {tile}" for tile in self.me["storage"]}
        raise AssertionError(self.pending[-1])

    def idle(self) -> bool:
        """Whether the effect waiting on top cannot do anything."""
        match self.pending[-1]:
            case ("hall",):
                return not self.placements() and not self.inside()
            case ("warehouse",):
                return not self.sales()
            case ("taking", colours):
                return not self.takes(colours)
            case ("ship",):
                return not any(map(self.gives, "123456"))
        return False

    def dice_actions(self) -> Iterator[str]:
        for depot in "123456":
            for tile in set(self.s["depots"][depot]):
                yield from self.with_dice(f"take {depot} {tile}", int(depot), self.knows(12))
        for word in self.placements():
            _, tile, hex = word.split()
            yield from self.with_dice(word, self.lands[self.seat].die[hex], self.free_shift(tile))
        for word in self.sales():
            yield from self.with_dice(word, GOODS.index(word.split()[1]) + 1)
        for die in self.me["unused"]:
            yield f"workers die {die}"

    def takes(self, colours: Any) -> set[str]:
        depots = self.s["depots"]
        return {f"take {depot} {tile}" for depot in "123456" for tile in depots[depot] if COLOUR[tile] in colours}

    def placements(self) -> set[str]:
        land = self.lands[self.seat]
        return {
            f"place {tile} {hex}"
            for tile in self.me["storage"]
            for hex in land.open(self.me["covered"], tile, repeat=self.knows(1))
        }

    def sales(self) -> set[str]:
        return {f"sell {goods}" for goods, count in self.me["goods"].items() if count}

    def inside(self) -> set[str]:
        """The purchase while a castle or a city hall waits (rules 15); elsewhere its time makes no difference."""
        return set() if self.edition == "2011" else set(self.purchases())

    def purchases(self) -> Iterator[str]:
        me = self.me
        depots = self.s["depots"]
        new6 = self.knows(6) and self.edition != "2011"
        if not me["purchased"]:
            for depot, tiles in depots.items():
                if depot == "black" or (self.knows(6) and self.edition == "2011"):
                    for tile in set(tiles) if me["silverlings"] >= 2 else ():
                        yield f"buy {depot} {tile}"
            for workers in (1, 2) if new6 and self.edition == "2019" else ():
                if me["workers"] >= workers and me["silverlings"] >= 2 - workers:
                    yield from {f"buy black {tile} workers {workers}" for tile in depots["black"]}
        if new6 and self.edition == "special" and not me["hired"] and me["workers"] >= 2:
            yield from (take.replace("take", "hire") for take in self.takes(WORKSHOP))

    # -- ships (rules 8) -----------------------------------------------------------------------------------------------

    def free_spaces(self) -> int:
        return 3 - sum(1 for count in self.me["goods"].values() if count)

    def gives(self, depot: str) -> bool:
        lying = [goods for goods, count in self.s["lying"][depot].items() if count]
        return any(goods in self.me["goods"] or self.free_spaces() > 0 for goods in lying)

    def harbours(self) -> Iterator[str]:
        giving = [depot for depot in "123456" if self.gives(depot)]
        yield from (f"goods {depot}" for depot in giving)
        if len(giving) < 6:
            yield "goods none"
        if self.knows(5):
            yield from (f"goods {a} {b}" for a, b in zip("123456", "234561", strict=True) if {a, b} <= set(giving))

    def load(self, depots: Sequence[str]) -> None:
        """Takes what fits; asks where it must."""
        self.pending.pop()
        offer: Counter[str] = Counter()
        for depot in depots:
            offer.update(self.s["lying"][depot])
        new = [goods for goods in +offer if goods not in self.me["goods"]]
        self.advance()
        for goods in set(offer) - set(new):
            self.unload(goods, depots)
        if len(new) > self.free_spaces() > 0:
            self.pending.append(("keep", depots, new))
        elif len(new) <= self.free_spaces():
            for goods in new:
                self.unload(goods, depots)

    def unload(self, goods: str, depots: Sequence[str]) -> None:
        for depot in depots:
            count = self.s["lying"][depot].pop(goods, 0)
            self.me["goods"][goods] = self.me["goods"].get(goods, 0) + count

    def advance(self) -> None:
        spaces = self.s["track"]["spaces"]
        here = next(number for number, stack in enumerate(spaces) if self.seat in stack)
        spaces[here].remove(self.seat)
        if here + 1 == len(spaces):
            spaces.append([])
        spaces[here + 1].insert(0, self.seat)

    # -- doing it ------------------------------------------------------------------------------------------------------

    def play(self, line: str) -> None:
        """Raises AssertionError for what may not be played."""
        assert line in self.words(), line
        self.do(line)
        self.settle()

    def settle(self) -> None:
        """Goes on until something is to be decided or chance is needed."""
        while self.queue:
            if self.pending and self.idle():
                if self.pending.pop() == ("ship",):
                    self.advance()
                continue
            choices = self.words()
            if len(choices) > 1:
                return
            self.do(choices.pop())

    def do(self, line: str) -> None:
        me = self.me
        words = line.split()
        spent = int(words[-1]) if "workers" in words[1:-1] else 0
        me["workers"] -= spent
        if "die" in words:
            me["unused"].remove(int(words[words.index("die") + 1]))
        elif words[0] in ("take", "place", "sell", "workers", "pass"):
            self.pending.pop()
        match words:
            case ["take", depot, tile, *_]:
                self.take(depot, tile)
            case ["buy", depot, tile, *_]:
                me["silverlings"] -= 2 - spent
                me["purchased"] = True
                self.take(depot, tile)
            case ["hire", depot, tile]:
                me["workers"] -= 2
                me["hired"] = True
                self.take(depot, tile)
            case ["discard", tile]:
                _, depot, taken = self.pending.pop()
                me["storage"].remove(tile)
                self.s["removed"].append(tile)
                self.take(depot, taken)
            case ["place", tile, hex, *_]:
                self.place(tile, hex)
            case ["sell", goods, *_]:
                self.sell(goods)
            case ["workers", *_]:
                me["workers"] += 4 if self.knows(14) else 2
                me["silverlings"] += 1 if self.knows(13) else 0
            case ["goods", "none"]:
                self.load("")
            case ["goods", *depots]:
                self.load(depots)
            case ["keep", goods]:
                _, depots, new = self.pending.pop()
                self.unload(goods, depots)
                if self.free_spaces():
                    self.pending.append(("keep", depots, [other for other in new if other != goods]))
            case ["end"]:
                me["purchased"] = me["hired"] = False
                self.queue.pop(0)
                if not self.queue:
                    self.end_round()

    def take(self, depot: str, tile: str) -> None:
        if len(self.me["storage"]) == 3:
            self.pending.append(("discard", depot, tile))
            return
        self.s["depots"][depot].remove(tile)
        self.me["storage"].append(tile)

    def earn(self, source: str, points: int) -> None:
        self.me["earned"][source] = self.me["earned"].get(source, 0) + points

    def sell(self, goods: str) -> None:
        me = self.me
        count = me["goods"].pop(goods)
        me["sold"][goods] = me["sold"].get(goods, 0) + count
        me["silverlings"] += 2 if self.knows(3) else 1
        me["workers"] += 1 if self.knows(4) else 0
        self.earn("sales", count * self.s["seats"])

    def place(self, tile: str, hex: str) -> None:
        me = self.me
        land = self.lands[self.seat]
        me["storage"].remove(tile)
        me["covered"][hex] = tile
        region = land.region(hex)
        colour = COLOUR[tile]
        if region <= set(me["covered"]):
            size = len(region)
            phase = "ABCDE"[(self.s["turn"] - 1) // 5]
            self.earn("regions", size * (size + 1) // 2 + {"A": 10, "B": 8, "C": 6, "D": 4, "E": 2}[phase])
        left = self.s["bonus"][colour]
        if left and land.of_colour(colour) <= set(me["covered"]):
            size_of_bonus = left.pop(0)
            me["bonus"].append(f"{colour}.{size_of_bonus}")
            self.earn("bonus", self.s["seats"] + (3 if size_of_bonus == "large" else 0))
        match tile:
            case "castle" | "ship" | "warehouse":
                self.pending.append((tile,))
            case "city_hall":
                self.pending.append(("hall",))
            case "boarding_house":
                me["workers"] += 4
            case "bank":
                me["silverlings"] += 2
            case "watchtower":
                self.earn("watchtowers", 4)
            case _ if tile in TAKING:
                self.pending.append(("taking", TAKING[tile]))
            case _ if colour == "animal":
                kin = [me["covered"][other] for other in region & set(me["covered"])]
                kin = [other for other in kin if other[:-1] == tile[:-1]]
                self.earn("animals", sum(int(other[-1]) + (1 if self.knows(7) else 0) for other in kin))

    # -- rounds, phases, the end ---------------------------------------------------------------------------------------

    def end_round(self) -> None:
        if self.s["turn"] % 5 == 0:
            for player in self.s["players"]:
                mines = sum(1 for tile in player["covered"].values() if tile == "mine")
                player["silverlings"] += mines
                player["workers"] += mines if "k2" in player["covered"].values() else 0
        self.over = self.s["turn"] == 25

    def next_round(self, dump: dict[str, Any]) -> None:
        """The next round, with its dice and tiles from the dump of a game that has come so far."""
        s = self.s
        if s["turn"] % 5 == 0:
            s["removed"] += [tile for tiles in s["depots"].values() for tile in tiles]
            s["depots"] = deepcopy(dump["depots"])
            s["coming"] = s["stacks"].pop(0)
        s["turn"] += 1
        s["order"] = [seat for stack in reversed(s["track"]["spaces"]) for seat in stack]
        s["white"] = dump["white"]
        goods = s["coming"].pop(0)
        here = s["lying"][str(s["white"])]
        here[goods] = here.get(goods, 0) + 1
        for player, rolled in zip(s["players"], dump["players"], strict=True):
            player["rolled"] = list(rolled["rolled"])
            player["unused"] = sorted(player["rolled"])
        self.queue = list(s["order"])
        self.settle()

    def sources(self, seat: int) -> dict[str, int]:
        """What the seat has if the game ends now, by source."""
        player = self.s["players"][seat]
        tiles = Counter(player["covered"].values())
        later = self.edition != "2011"
        sold = [count for count in player["sold"].values() if count]
        knowledge = 4 * sum(tiles[building] for k, building in enumerate(HONOURS, 16) if tiles[f"k{k}"])
        knowledge += tiles["k15"] * (2 if later else 3) * len(sold)
        knowledge += tiles["k24"] * 4 * len({tile[:-1] for tile in tiles if COLOUR[tile] == "animal"})
        knowledge += tiles["k25"] * sum(sold)
        knowledge += tiles["k26"] * (3 if later else 2) * len(player["bonus"])
        earned: dict[str, int] = player["earned"]
        return earned | {
            "unsold": sum(player["goods"].values()),
            "silverlings": player["silverlings"],
            "workers": player["workers"] // 2,
            "knowledge": knowledge,
        }

    def ranking(self) -> list[int]:
        order = [seat for stack in reversed(self.s["track"]["spaces"]) for seat in stack]
        fewest = self.s["options"]["tie_break"] == "fewest_empty"

        def rank(seat: int) -> tuple[int, int, int]:
            covered = len(self.s["players"][seat]["covered"])
            return sum(self.sources(seat).values()), covered if fewest else -covered, order.index(seat)

        return sorted(range(self.s["seats"]), key=rank, reverse=True)
