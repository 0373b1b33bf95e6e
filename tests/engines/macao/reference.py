"""A reference implementation of a turn, to be held beside the engine.

``Reference`` starts from a dump and keeps its own books: what may be done, what it costs and brings. It knows the rules
page and the costs of cards and quarters, nothing of the engine's steps and effects.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations_with_replacement
from typing import Any, NamedTuple

from engines.macao import board
from engines.macao.cards import CARDS
from tests.engines.macao.positions import COLOURS, PORTS

KINDS = dict(zip(("zoll", "bau", "justiz", "verwaltung", "militaerwesen", "finanzen"), COLOURS, strict=True))
BONUS = {
    "exerzierplatz": "militaerwesen",
    "grenzposten": "zoll",
    "magistrat": "verwaltung",
    "richter": "justiz",
    "schatzmeister": "finanzen",
    "vermesser": "bau",
}
PER_OFFICE = {
    "festung": "militaerwesen",
    "gericht": "justiz",
    "rathaus": "verwaltung",
    "schatzkammer": "finanzen",
    "steinbruch": "bau",
    "zollstation": "zoll",
}
LADIES = {"donna_blu": "blue", "frau_rot": "red", "lady_black": "black", "madame_vert": "green"}
LADIES |= {"miss_grey": "gray", "senora_violetta": "violet"}
STORES = {"gewuerzlager": "spices", "jadelager": "jade", "lackwarenlager": "lacquer", "papierlager": "paper"}
STORES |= {"porzellanlager": "porcelain", "reislager": "rice", "seidenlager": "silk", "teelager": "tea"}
REDUCTION = {"office": "archiv", "building": "kran", "person": "heiler"}
TRIGGER = {"office": ("kaemmerer", 1), "building": ("baumeister", 2), "person": ("spital", 1)}


class Way(NamedTuple):
    """A way to pay a price of fixed colours: the word that chooses it, cubes and gold."""

    word: str
    cubes: Counter[str]
    gold: int = 0


class Change(NamedTuple):
    """What an action brings and costs: ``gold`` and ``prestige`` received, gold ``paid``, cubes of known colours gained
    or paid, cubes of any colour paid (negative), spaces on the wall, spaces the ship moves.
    """

    gold: int = 0
    prestige: int = 0
    cubes: Counter[str] = Counter()
    any_cubes: int = 0
    wall: int = 0
    steps: int = 0
    paid: int = 0


class Reference:
    """The turn of a seat in a dump."""

    def __init__(self, dump: dict[str, Any], seat: int) -> None:
        self.dump = dump
        self.seat = seat
        self.me: dict[str, Any] = dump["players"][seat]
        self.round: dict[str, Any] = self.me["this_round"]
        self.stock = Counter(self.me["rose"][0])
        self.active: list[str] = self.me["activated"]
        self.order: list[int] = [
            *dump["wall"]["locked"],
            *(each for stack in reversed(dump["wall"]["stacks"]) for each in stack),
        ]

    # -- what may be done ----------------------------------------------------------------------------------------------

    def words(self) -> set[str]:
        return {
            "pass",
            *(f"activate {card}" for card in self.me["tableau"] if self.activations(card)),
            *self.quarters(),
            *self.moves(),
            *self.sales(),
            *(f"use {use}" for card in self.active for use in self.uses(card)),
            *self.jokers(),
        }

    def ways(self, price: dict[str, int], reduced: bool, gold: int | None, show: bool) -> list[Way]:
        full = Counter(price)
        found = (
            [Way(f"waive {colour}", full - Counter([colour])) for colour in full] if reduced else [Way("cubes", full)]
        )
        found = [way for way in found if not way.cubes - self.stock]
        if gold is not None and self.me["gold"] >= gold:
            found.append(Way("gold", Counter(), gold))
        if show and not full - self.stock:
            found.append(Way("show", Counter()))
        return found

    def activations(self, card: str) -> list[Way]:
        reduced = REDUCTION[CARDS[card].type] in self.active
        show = "handwerker" in self.active and not self.round["used"].get("handwerker")
        return self.ways(CARDS[card].cost, reduced, 4 if "graf" in self.active else None, show)

    def purchases_of(self, quarter: str) -> list[Way]:
        gold = 3 if "herold" in self.active else None
        return self.ways(board.QUARTERS[quarter].cost, "spekulant" in self.active, gold, show=False)

    def quarters(self) -> Iterator[str]:
        if self.round["quarters"] < 1 + ("nachtwaechter" in self.active):
            yield from (f"quarter {quarter}" for quarter in self.dump["city"] if self.purchases_of(quarter))

    def moves(self) -> Iterator[str]:
        cubes = self.stock.total()
        if not self.round["advanced"] and self.seat not in self.dump["wall"]["locked"]:
            here = next(at for at, stack in enumerate(self.dump["wall"]["stacks"], 1) if self.seat in stack)
            yield from (f"wall {spaces}" for spaces in range(1, 18 - here) if 2 * spaces - 1 <= cubes)
        reach = cubes + self.me["free_steps"]
        distance = board.DISTANCE[self.me["ship"]]
        yield from (f"ship {space}" for space, steps in distance.items() if 0 < steps <= reach)

    def sales(self) -> Iterator[str]:
        ware = PORTS.get(self.me["ship"], "")
        yield from (f"deliver {count}" for count in range(1, self.me["hold"].get(ware, 0) + 1))
        allowed = self.round["purchases"] < 1 + ("diplomat" in self.active)
        if allowed and self.dump["display"]["gold"] <= self.me["gold"]:
            yield "tribute"

    def jokers(self) -> Iterator[str]:
        if self.me["jokers"]:
            benefits = ("gold", *COLOURS)
            for picked in combinations_with_replacement(benefits, 2 if "gaukler" in self.active else 1):
                yield " ".join(("joker", *picked))

    def uses(self, card: str) -> Iterator[str]:
        """The words after ``use`` with which the card may be used now."""
        kind = card.rsplit("_", 1)[0]
        used = self.round["used"].get(card, 0)
        if kind in KINDS:
            twice = any(self.round["used"].get(f"{kind}_{number}", 0) > 1 for number in range(1, 5))
            allowed = 2 if "schreiber" in self.active and not twice else 1
            if used < allowed and self.stock[KINDS[kind]]:
                yield card
        elif used:
            return
        elif card == "edler":
            yield from (f"edler {times}" for times in range(1, self.me["gold"] // 2 + 1))
        elif card == "goldsucher":
            yield from (f"goldsucher {times}" for times in range(1, self.stock.total() // 3 + 1))
        elif card == "totengraeber":
            persons = (other for other in self.active if CARDS[other].type == "person" and other != card)
            yield from (f"totengraeber {person}" for person in persons)
        elif self.met(card):
            yield card

    def met(self, card: str) -> bool:
        """Whether the condition of a card that is simply used holds."""
        types = Counter(CARDS[other].type for other in self.active)
        totals: list[int] = [player["prestige"] for player in self.dump["players"]]
        rivals = totals[: self.seat] + totals[self.seat + 1 :]
        uses: dict[str, int] = self.round["office_uses"]
        match card:
            case "bank" | "geldverleiher" | "gelehrter" | "wirt" | "wirtshaus" | "segelmacherei":
                return True
            case "amtsstube":
                return sum(uses.values()) > 0
            case "amtsleiter":
                return types["office"] >= 3
            case "bettler":
                return totals[self.seat] < min(rivals)
            case "bischof" | "steuermann":
                return bool(self.me["gold"] >= 1)
            case "goldschmied" | "kathedrale":
                return self.stock.total() >= 1
            case "kanonier":
                return self.order[-1] == self.seat
            case "kapelle":
                return bool(self.round["prestige"] >= 1)
            case "kapitaen":
                return bool(self.round["steps"] >= 2)
            case "kloster":
                return totals[self.seat] > max(rivals)
            case "kutscher":
                return types["building"] >= 3
            case "laden":
                return self.stock.total() >= 2
            case "miks_taverne":
                return types["person"] >= 3
            case "pfandleihe":
                return bool(self.round["gold"] >= 1)
            case "schiffsjunge":
                return bool(sum(self.me["hold"].values()) <= 2)
            case "schule" | "universitaet":
                return len(self.me["tableau"]) <= 3
            case "soldat":
                return len(self.me["quarters"]) >= 4
            case "tor":
                return self.order[0] == self.seat
            case "wachposten":
                return self.order[0] != self.seat and self.seat not in self.dump["wall"]["locked"]
        if card in BONUS:
            return bool(uses.get(BONUS[card], 0))
        if card in PER_OFFICE:
            return any(other.startswith(PER_OFFICE[card] + "_") for other in self.active)
        return card in LADIES

    # -- what it brings ------------------------------------------------------------------------------------------------

    def change(self, line: str, answers: list[str]) -> Change:
        """``answers``: what was decided after the action, in order."""
        gained = Counter(answer.split()[1] for answer in answers if answer.startswith("gain "))
        match line.split():
            case ["pass"]:
                return Change(cubes=Counter({colour: -count for colour, count in self.stock.items()}))
            case ["activate", card]:
                way = chosen(self.activations(card), answers)
                name, gold = TRIGGER[CARDS[card].type]
                gold = gold if name in self.active else 0
                if card == "amtsdiener":
                    gold += sum(1 for uses in self.round["office_uses"].values() if uses)
                return Change(gold, cubes=negative(way.cubes), paid=way.gold)
            case ["quarter", quarter]:
                way = chosen(self.purchases_of(quarter), answers)
                gold = 1 if "zimmermann" in self.active else 0
                return Change(gold, cubes=negative(way.cubes), wall=answers.count("step"), paid=way.gold)
            case ["wall", spaces]:
                return Change(any_cubes=1 - 2 * int(spaces), wall=int(spaces))
            case ["ship", space]:
                steps = board.DISTANCE[self.me["ship"]][space]
                return Change(any_cubes=-max(0, steps - self.me["free_steps"]), steps=steps)
            case ["deliver", count]:
                return self.delivery(int(count))
            case ["tribute"]:
                value = self.dump["display"]
                prestige = value["prestige"] + (2 if "botschaft" in self.active else 0)
                return Change(0, prestige, gained, paid=value["gold"])
            case ["joker", *benefits]:
                return Change(
                    3 * benefits.count("gold"), cubes=Counter(benefit for benefit in benefits if benefit != "gold")
                )
            case ["use", card, *rest]:
                return self.use(card, rest, gained, answers)
        raise ValueError(line)

    def delivery(self, count: int) -> Change:
        ware = PORTS[self.me["ship"]]
        values = [5, 3, 2] if self.me["ship"] in ("lisboa", "genova", "barcelona", "marseille") else [6, 4, 3]
        filled = self.dump["ports"][self.me["ship"]]
        factor = 2 if any(STORES.get(card) == ware for card in self.active) else 1
        prestige = factor * sum(values[filled : filled + count]) + count * ("boettcherei" in self.active)
        return Change(count * ("leuchtturm" in self.active), prestige)

    def use(self, card: str, rest: list[str], gained: Counter[str], answers: list[str]) -> Change:
        kind = card.rsplit("_", 1)[0]
        if kind in KINDS:
            usher = "amtsdiener" in self.active and not self.round["office_uses"].get(kind)
            return Change(1 + usher, cubes=Counter({KINDS[kind]: -1}))
        if card in PER_OFFICE:
            return Change(prestige=sum(other.startswith(PER_OFFICE[card] + "_") for other in self.active))
        if card in LADIES:
            return Change(cubes=Counter([LADIES[card]]))
        match card:
            case "bank":
                return Change(2)
            case "geldverleiher":
                return Change(1, 1)
            case "wirt" | "wirtshaus":
                return Change(3 if {"wirt", "wirtshaus"} <= set(self.active) else 1)
            case "gelehrter" | "bettler":
                return Change(cubes=gained)
            case "bischof":
                return Change(0, 2, paid=1)
            case "edler":
                return Change(cubes=gained, paid=2 * int(rest[0]))
            case "goldsucher":
                return Change(int(rest[0]), any_cubes=-3 * int(rest[0]))
            case "goldschmied":
                return Change(1, any_cubes=-1)
            case "laden":
                return Change(cubes=gained, any_cubes=-2)
            case "kathedrale":
                returned = [answer.split()[1] for answer in answers if answer.startswith("return ")] or list(
                    +self.stock
                )
                return Change(prestige=len(returned), cubes=negative(Counter(returned)))
            case "totengraeber":
                return Change(2)
            case "steuermann":
                return Change(paid=1)
            case "segelmacherei":
                return Change()
            case "wachposten":
                return Change(wall=1)
            case "soldat":
                return Change(len(self.me["quarters"]) // 4)
            case "amtsstube" | "kapelle" | "kapitaen" | "kloster" | "schiffsjunge" | "tor" | "universitaet":
                return Change(prestige=1)
        return Change(1)

    # -- the wall ------------------------------------------------------------------------------------------------------

    def order_after(self, line: str, spaces: int) -> list[int]:
        """Wall order after the seat has moved on by so many spaces."""
        wall = self.dump["wall"]
        place = {seat: at for at, stack in enumerate(wall["stacks"], 1) for seat in stack}
        locked = list(wall["locked"])
        rest = [seat for seat in self.order if seat not in locked]
        towers = [seat for seat in rest if "turm" in self.dump["players"][seat]["activated"]]
        if line == "activate turm":
            towers = [self.seat]
        if spaces and self.seat not in locked:
            rest.remove(self.seat)
            place[self.seat] += spaces
            if place[self.seat] > 16:
                return [*locked, self.seat, *rest]
            rest.insert(0, self.seat)
        top = {place[seat]: seat for seat in towers if seat in place}
        rest.sort(key=lambda seat: (-place[seat], top.get(place[seat]) != seat))
        return [*locked, *rest]


def chosen(ways: list[Way], answers: list[str]) -> Way:
    if len(ways) == 1:
        return ways[0]
    return next(way for way in ways if way.word in answers)


def negative(cubes: Counter[str]) -> Counter[str]:
    return Counter({colour: -count for colour, count in cubes.items()})
