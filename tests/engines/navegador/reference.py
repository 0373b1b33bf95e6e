"""A reference implementation of the rules, to be held beside the engine.

``Reference`` starts from the same position and keeps its own books: what may be done, what it costs and brings, whose
turn it is, where the card lies, which phase holds, when the game ends and who leads.
"""

from __future__ import annotations

from collections import Counter
from itertools import combinations_with_replacement
from typing import Any

from engines.contract import Game
from tests.engines.navegador.positions import CATEGORIES, FIELDS, GOODS, ROWS, STACKS
from tests.engines.navegador.test_sailing import SEAS

ORDER = ["portugal", *STACKS]
LADDER = dict.fromkeys(ROWS, range(40, 191, 30)) | {"shipyard": range(100, 451, 50), "church": range(150, 501, 50)}
NEEDS = dict.fromkeys(ROWS, 3) | {"shipyard": 4, "church": 5}
REFILL = {2: (1, 1), 3: (1, 2), 4: (2, 2), 5: (2, 3)}
TOP_PRICE = {"sugar": 60, "gold": 70, "spice": 80}
FIRST_BONUS = {"colony": 10, "factory": 20, "explorer": 10, "shipyard": 30, "church": 30}
POINTS = {"colony": (1, 1), "factory": (2, 1), "explorer": (4, 1), "shipyard": (3, 2), "church": (3, 2)}
"""Points per unit without privileges, and what each privilege adds."""


def distance(origin: str, target: str, known: set[str]) -> int:
    """Borders on the shortest way through known seas (the target may be unknown); 99: there is none."""
    reached = {origin}
    steps = 0
    while target not in reached:
        steps += 1
        edge = {b for a, b in SEAS if a in reached} | {a for a, b in SEAS if b in reached}
        new = {region for region in edge - reached if region in known or region == target}
        if not new:
            return 99
        reached |= new
    return steps


def units(mat: dict[str, Any]) -> dict[str, int]:
    return {
        "colony": sum(mat["colonies"].values()),
        "factory": sum(mat["factories"].values()),
        "explorer": mat["explorers"],
        "shipyard": mat["shipyards"],
        "church": mat["churches"],
    }


def points(mat: dict[str, Any], royal: bool) -> int:
    """The final score of a mat; ``royal``: the royal privilege is still to be placed."""
    total: int = mat["workers"] + sum(mat["fleet"].values()) + mat["money"] // 200
    gains = [0]
    for category, number in units(mat).items():
        base, step = POINTS[category]
        total += number * (base + step * mat["privileges"][category])
        if mat["privileges"][category] < 3:
            gains.append(number * step)
    return total + (max(gains) if royal else 0)


class Reference:
    """One game in this module's own books, and what must come next."""

    def __init__(self, game: Game) -> None:
        state = game.dump()
        self.state = state
        self.seats: int = state["seats"]
        self.seat = game.to_act[0]
        self.last = (state["start"] - 1) % self.seats
        self.turn: int = state["turn"]
        self.holder: int = state["card"]["holder"]
        self.mark: int | None = state["card"]["mark"]
        self.moved: int = state["card"]["moved"]
        self.phase: int = state["phase"]
        self.coming: int | None = None
        self.trigger = False
        self.left: int | None = None
        self.over = False
        self.kind = "rondel"
        self.card_used = False
        self.field = ""
        self.paying = 0
        self.begin(card=False)

    def begin(self, card: bool) -> None:
        """An action begins: no ship has moved, no worker is busy, nothing is traded."""
        self.by_card = card
        self.unmoved = Counter(self.me["fleet"])
        self.found = self.sailed = False
        self.reach = self.phase
        self.founded: Counter[str] = Counter()
        self.busy = 0
        self.traded: set[str] = set()
        self.joker = False

    @property
    def me(self) -> dict[str, Any]:
        mat: dict[str, Any] = self.state["players"][self.seat]
        return mat

    @property
    def board_ships(self) -> int:
        return sum(self.me["fleet"].values())

    # -- what may be done ----------------------------------------------------------------------------------------------

    def allowed(self) -> set[str]:
        lines: set[str] = getattr(self, self.kind)()
        return lines

    def rondel(self) -> set[str]:
        stone = self.me["stone"]
        if stone is None:
            return {f"rondel {field}" for field in FIELDS}
        lines = {f"rondel {FIELDS[(stone + n) % 8]}" for n in range(1, 9) if n - 3 <= self.board_ships}
        if self.holder == self.seat and self.turn > self.seats and not self.card_used:
            self.begin(card=True)
            if self.sailing():
                lines.add("navegador")
        return lines

    def giveup(self) -> set[str]:
        return {f"giveup {region}" for region in self.me["fleet"]}

    def price(self, number: int, cheap: int) -> int:
        return 50 * min(number, cheap) + 100 * self.phase * max(0, number - cheap)

    def buying(self, word: str, have: int, cap: int, cheap: int) -> set[str]:
        numbers = [n for n in range(1, 20) if n <= cheap or have + n <= cap]
        return {"pass"} | {f"{word} {n}" for n in numbers if self.price(n, cheap) <= self.me["money"]}

    def workers(self) -> set[str]:
        return self.buying("workers", self.me["workers"], 9, self.me["churches"])

    def ships(self) -> set[str]:
        return self.buying("ships", self.board_ships, 7, self.me["shipyards"])

    def sailing(self) -> set[str]:
        known = set(self.state["discovered"])
        lines = set() if self.by_card and not self.sailed else {"done"}
        for origin, ships in self.unmoved.items():
            for target in known - {origin}:
                if distance(origin, target, known) <= self.reach:
                    lines |= {f"sail {origin} {target} {n}" for n in range(1, ships + 1)}
        for target in ORDER:
            if target in known or self.found:
                continue
            double = target == "nagasaki" or (target == "macau" and self.seats <= 3)
            near = [r for r in ORDER if self.unmoved[r] and distance(r, target, known) <= self.reach]
            for origins in combinations_with_replacement(near, 3 if double else 2):
                if all(self.unmoved[region] >= ships for region, ships in Counter(origins).items()):
                    lines.add(" ".join(["discover", target, *origins]))
        return lines

    def colony(self) -> set[str]:
        lines = {"done"}
        if 2 * self.founded.total() + 2 > self.me["workers"]:
            return lines
        for region in self.state["discovered"]:
            tokens = self.state["stacks"].get(region)
            if tokens and min(tokens) <= self.me["money"] and self.founded[region] < self.me["fleet"].get(region, 0):
                lines.add(f"colony {region}")
        return lines

    def building(self, row: str) -> int:
        ladder = LADDER[row] if row.startswith("factory") else LADDER[row][: 10 - self.seats]
        left: int = self.state["buildings"][row]
        return ladder[len(ladder) - left]

    def builder(self) -> set[str]:
        rows = [row for row in ROWS if self.state["buildings"][row] and self.building(row) <= self.me["money"]]
        return {"done"} | {f"build {row}" for row in rows if self.busy + NEEDS[row] <= self.me["workers"]}

    def market(self) -> set[str]:
        lines = {"done"}
        for good in set(GOODS) - self.traded:
            lines |= {f"sell {good} {n}" for n in range(1, self.me["colonies"][good] + 1)}
            most = self.me["factories"][good] + (not self.joker)
            lines |= {f"process {good} {n}" for n in range(1, most + 1)}
        return lines

    def privilege(self) -> set[str]:
        free = [category for category in CATEGORIES if self.me["privileges"][category] < 3]
        lines = {"pass"}
        if self.me["workers"] >= 3:
            lines |= {f"privilege {category}" for category in free if self.state["gallery"][category]}
        if self.state["options"]["royal"] == "goa" and self.me["royal"] and self.me["fleet"].get("goa"):
            lines |= {f"royal {category}" for category in free}
        return lines

    # -- what it does --------------------------------------------------------------------------------------------------

    def shift(self, region: str, ships: int) -> None:
        fleet = self.me["fleet"]
        fleet[region] = fleet.get(region, 0) + ships
        if not fleet[region]:
            del fleet[region]

    def note(self, line: str) -> None:
        """Writes an action into the books."""
        me = self.me
        state = self.state
        match line.split():
            case ["rondel", field]:
                self.move(field)
            case ["navegador"]:
                self.kind = "sailing"
            case ["giveup", region]:
                self.paying -= 1
                self.shift(region, -1)
            case ["sail", origin, target, number]:
                self.sailed = True
                self.unmoved[origin] -= int(number)
                self.shift(origin, -int(number))
                self.shift(target, int(number))
            case ["discover", target, *origins]:
                self.found = self.sailed = True
                self.unmoved -= Counter(origins)
                for origin in origins:
                    self.shift(origin, -1)
                self.shift(target, 1)
                me["explorers"] += 1
                me["money"] += min(state["stacks"][target])
                state["discovered"].append(target)
                self.coming = {"cabo": 2, "malaca": 3}.get(target, self.coming)
                self.trigger = self.trigger or target == "nagasaki"
            case ["colony", region]:
                self.founded[region] += 1
                token = min(state["stacks"][region])
                state["stacks"][region].remove(token)
                me["money"] -= token
                me["colonies"][STACKS[region][0]] += 1
            case ["build", row]:
                self.busy += NEEDS[row]
                me["money"] -= self.building(row)
                state["buildings"][row] -= 1
                if row.startswith("factory"):
                    me["factories"][row.removeprefix("factory_")] += 1
                else:
                    me[{"shipyard": "shipyards", "church": "churches"}[row]] += 1
                self.trigger = self.trigger or not any(state["buildings"].values())
            case ["sell" | "process" as deed, good, number]:
                self.trade(deed, good, int(number))
            case ["workers", number]:
                surplus = max(0, me["workers"] + int(number) - 9)
                me["money"] += 100 * surplus - self.price(int(number), me["churches"])
                me["workers"] += int(number) - surplus
                self.close()
            case ["ships", number]:
                surplus = max(0, self.board_ships + int(number) - 7)
                me["money"] += 100 * surplus - self.price(int(number), me["shipyards"])
                self.shift("portugal", int(number) - surplus)
                self.close()
            case ["privilege" | "royal" as kind, category]:
                me["money"] += units(me)[category] * (FIRST_BONUS[category] + 10 * me["privileges"][category])
                me["privileges"][category] += 1
                if kind == "royal":
                    me["royal"] = False
                else:
                    me["workers"] -= 1
                    state["gallery"][category] -= 1
                self.close()
            case ["done" | "pass"]:
                self.close()

    def trade(self, deed: str, good: str, number: int) -> None:
        self.traded.add(good)
        row = self.state["market"][good]
        if deed == "sell":
            self.me["money"] += number * (TOP_PRICE[good] - 10 * ((row - 1) // 2))
            self.state["market"][good] = min(10, row + number)
        else:
            self.joker = self.joker or number > self.me["factories"][good]
            self.me["money"] += number * (20 + 10 * ((row - 1) // 2))
            self.state["market"][good] = max(1, row - number)

    def move(self, field: str) -> None:
        stone = self.me["stone"]
        target = FIELDS.index(field)
        self.me["stone"] = target
        self.field = field
        self.kind = "giveup"
        self.paying = 0
        if stone is not None:
            steps = (target - stone - 1) % 8 + 1
            self.paying = max(0, steps - 3)
            if self.holder == self.seat:
                self.moved += steps
        elif self.seat == self.last:
            self.mark = target

    def hand_over(self) -> None:
        self.holder = (self.holder - 1) % self.seats
        self.mark = self.state["players"][self.holder]["stone"]
        self.moved = 0

    def close(self) -> None:
        """An action is over: the card's Sailing, or the turn."""
        if self.coming:
            self.phase = self.coming
            self.coming = None
            target = REFILL[self.seats][self.phase - 2]
            self.state["gallery"] = {name: max(number, target) for name, number in self.state["gallery"].items()}
        by_card = self.kind == "sailing" and self.by_card
        self.card_used = False
        self.kind = "rondel"
        if by_card:
            self.card_used = True
            self.hand_over()
            return
        if self.left is not None:
            self.left -= 1
        elif self.trigger:
            self.left = self.seats
        self.over = self.left == 0
        self.turn += 1
        self.seat = (self.seat + 1) % self.seats

    def settle(self) -> set[str]:
        """Follows what plays itself; returns what must be on offer."""
        while not self.over:
            if self.kind == "giveup" and not self.paying:
                if self.holder == self.seat and self.moved >= 8:
                    self.hand_over()
                self.kind = self.field.rstrip("12")
                self.begin(card=False)
            lines = self.allowed()
            if len(lines) != 1:
                return lines
            self.note(lines.pop())
        return set()

    # -- who leads -----------------------------------------------------------------------------------------------------

    def totals(self) -> list[int]:
        base = self.state["options"]["royal"] == "end"
        return [points(mat, base) for mat in self.state["players"]]

    def ranking(self) -> list[int]:
        totals = self.totals()
        return sorted(range(self.seats), key=lambda seat: (-totals[seat], (self.holder - seat) % self.seats))
