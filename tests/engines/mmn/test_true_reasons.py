"""A reason is true: whatever is refused in a turn for a quantity or a limit becomes legal once that is corrected.

Where several things are missing they are named one after the other, none twice.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import pytest

from engines.contract import Action, IllegalAction, Message
from engines.mmn import board
from engines.mmn.game import Mmn
from engines.mmn.naming import SEATS
from engines.mmn.state import Building
from engines.mmn.steps.turn import Turn
from tests.engines.mmn.asking import decisions
from tests.engines.mmn.positions import ENOUGH, Changes, place, position
from tests.engines.mmn.random_players import chosen, helped
from tests.engines.mmn.test_reasons import reason
from tests.engines.playing import refusal

Correction = Callable[[Mmn, int, Action, Message], None]
TOKENS = {"same_resource": ["wool", "wool"], "matching_pair": ["wool", "cloth"], "same_commodity": ["cloth", "cloth"]}
RANKS = {word: rank for rank, word in enumerate(board.RANKS) if word}


def give(game: Mmn, seat: int, kinds: list[str]) -> None:
    """Give a seat cards of the bank, as many as the hand lacks of them; if need be of the other hands."""
    for kind, number in Counter(kinds).items():
        at = board.KIND[kind]
        hand = game.state.players[seat].hand
        holders = [game.state.bank, *(player.hand for player in game.state.players if player.hand is not hand)]
        while hand[at] < number:
            holder = next(holder for holder in holders if holder[at])
            holder[at] -= 1
            hand[at] += 1


def _cost(game: Mmn, seat: int, action: Action, why: Message) -> None:
    give(game, seat, why.args["cards"])  # type: ignore[arg-type]


def _missing(game: Mmn, seat: int, action: Action, why: Message) -> None:
    hand = game.state.players[seat].hand
    missing = Counter(why.args["missing"])  # type: ignore[arg-type]
    give(game, seat, [kind for kind, number in missing.items() for _ in range(number + hand[board.KIND[kind]])])


def _token(game: Mmn, seat: int, action: Action, why: Message) -> None:
    give(game, seat, TOKENS[str(why.args["price"])])


def _few(game: Mmn, seat: int, action: Action, why: Message) -> None:
    player = game.state.players[seat]
    assert sum(player.hand) == why.args["held"]
    give(game, seat, ["wool"] * (int(why.args["needed"]) - sum(player.hand) + player.hand[board.WOOL]))  # type: ignore[arg-type]


def _supply(game: Mmn, seat: int, action: Action, why: Message) -> None:
    """Put a piece of the sort back into the supply."""
    piece = str(why.args["pieces"])
    player = game.state.players[seat]
    network = game.network
    assert game.state.players[seat].supply()[piece] == 0
    buildings = [building for building in player.buildings if game.size.geometry.nodes[building.node] not in action]
    match piece:
        case "road":
            network.remove_road(seat, player.roads[-1])
        case "wall":
            next(building for building in buildings if building.wall).wall = False
        case "captain":
            next(knight for knight in player.knights if knight.captain).captain = False
        case "store" | "hall":
            wanted = (1,) if piece == "store" else (2, 3)
            next(building for building in buildings if building.chip in wanted).chip = 0
        case "servant":
            player.serfs = 0
            for building in buildings:
                building.servants = []
        case "journeyman":
            for building in buildings:
                building.journeymen = []
        case "settlement" | "city":
            network.remove_building(
                seat, next(building for building in buildings if building.city == (piece == "city"))
            )
        case rank:
            network.remove_knight(next(knight for knight in player.knights if knight.rank == RANKS[rank]))


def _level(game: Mmn, seat: int, action: Action, why: Message) -> None:
    levels = game.state.players[seat].levels
    track = board.TRACK[str(why.args["track"])]
    assert levels[track] < int(why.args["level"])  # type: ignore[arg-type]
    levels[track] = int(why.args["level"])  # type: ignore[arg-type]


def _knight(**fields: bool) -> Correction:
    def correct(game: Mmn, seat: int, action: Action, why: Message) -> None:
        knight = game.knight(game.size.geometry.node_number[str(why.args["place"])])
        for name, value in fields.items():
            assert getattr(knight, name) != value
            setattr(knight, name, value)

    return correct


def _unlock(game: Mmn, seat: int, action: Action, why: Message) -> None:
    game.state.attacked = True


def _figure(game: Mmn, seat: int, action: Action, why: Message) -> None:
    """Put the figure that is to be chased next to the knight, if that is possible."""
    node = game.size.geometry.node_number[str(why.args["place"])]
    if action[1] == "robber":
        assert game.state.robber not in game.size.geometry.node_hexes[node]
        game.state.robber = game.size.geometry.node_hexes[node][0]
    else:
        assert game.state.pirate < 0 or game.size.geometry.node_harbour.get(node) != game.state.pirate
        game.state.pirate = game.size.geometry.node_harbour.get(node, game.state.pirate)


def _struck(game: Mmn, seat: int, action: Action, why: Message) -> None:
    game.state.now.struck = False


def _rate(game: Mmn, seat: int, action: Action, why: Message) -> None:
    """Assert that exactly so many cards of the kind are taken."""
    give(game, seat, [str(why.args["kind"])] * int(why.args["n"]))  # type: ignore[arg-type]
    exchange = ("bank", str(why.args["n"]), str(why.args["kind"]))
    assert exchange in again(game).legal(seat), (action, why)


def _here(game: Mmn, seat: int, why: Message) -> list[Building]:
    """Return the own buildings at the place that is named, or all."""
    node = game.size.geometry.node_number.get(str(why.args.get("place")))
    return [building for building in game.state.players[seat].buildings if node in (None, building.node)]


def _building(**fields: object) -> Correction:
    def correct(game: Mmn, seat: int, action: Action, why: Message) -> None:
        buildings = _here(game, seat, why)
        assert any(getattr(building, name) != value for building in buildings for name, value in fields.items())
        for building in buildings:
            for name, value in fields.items():
                setattr(building, name, value)

    return correct


def _player(**fields: object) -> Correction:
    def correct(game: Mmn, seat: int, action: Action, why: Message) -> None:
        for name, value in fields.items():
            assert getattr(game.state.players[seat], name) != value
            setattr(game.state.players[seat], name, value)

    return correct


def _slot(game: Mmn, seat: int, action: Action, why: Message) -> None:
    """Remove the pieces of the building from the hex."""
    (building,) = _here(game, seat, why)
    place = game.size.geometry.hex_number[action[2]]
    taken = (*building.servants, *building.journeymen, *([building.chip_hex] if building.chip else []))
    assert place in taken
    building.servants = [servant for servant in building.servants if servant != place]
    building.journeymen = [journeyman for journeyman in building.journeymen if journeyman != place]
    if building.chip_hex == place:
        building.chip = 0
        building.chip_hex = -1


def _chip(game: Mmn, seat: int, action: Action, why: Message) -> None:
    """Put the missing chip or serf, on which the action builds, into place."""
    player = game.state.players[seat]
    geometry = game.size.geometry
    chip = str(why.args["chip"])
    if chip == "serf":
        assert not player.serfs
        player.serfs = 1
        return
    node = geometry.node_number[action[1]]
    (building,) = (candidate for candidate in player.buildings if candidate.node == node)
    if chip == "servant":
        place = geometry.hex_number[action[2]]
        assert place not in building.servants
        building.servants.append(place)
        return
    assert building.chip != board.CHIPS.index(chip)
    building.chip = board.CHIPS.index(chip)
    building.chip_hex = geometry.node_hexes[node][0]


def _distance(game: Mmn, seat: int, action: Action, why: Message) -> None:
    """Remove the buildings next to the place."""
    node = game.size.geometry.node_number[str(why.args["place"])]
    lords = 0
    for neighbour, player in enumerate(game.state.players):
        for building in list(player.buildings):
            if building.node in game.size.geometry.node_nodes[node]:
                game.network.remove_building(neighbour, building)
                lords += 1
    assert lords


def _harbour(game: Mmn, seat: int, action: Action, why: Message) -> None:
    assert not game.state.now.harbour
    game.state.now.harbour = True


def _rank(game: Mmn, seat: int, action: Action, why: Message) -> None:
    knight = game.knight(game.size.geometry.node_number[str(why.args["place"])])
    assert knight.rank == max(RANKS.values())
    knight.rank = 1


CORRECTIONS: dict[str, Correction] = {
    "cost": _cost,
    "card_cost": _missing,
    "crane": _missing,
    "too_few_cards": _few,
    "token": _token,
    "not_in_hand": _cost,
    "supply": _supply,
    "level": _level,
    "acted": _knight(acted=False),
    "fresh": _knight(fresh=False),
    "inactive": _knight(active=True),
    "is_active": _knight(active=False),
    "promoted": _knight(promoted=False),
    "has_captain": _knight(captain=False),
    "locked": _unlock,
    "figure_elsewhere": _figure,
    "nothing_to_chase": _figure,
    "struck": _struck,
    "rate": _rate,
    "one_chip": _building(chip=0, chip_hex=-1),
    "slot": _slot,
    "needs_chip": _chip,
    "no_city": _building(city=True),
    "needs_city": _building(city=True),
    "no_open_city": _building(city=True, metropolis="", sabotaged=False),
    "is_city": _building(city=False, metropolis="", wall=False, sabotaged=False),
    "has_wall": _building(wall=False),
    "sabotaged": _building(sabotaged=False),
    "not_sabotaged": _building(sabotaged=True),
    "no_famine": _player(famine=True),
    "no_harbour_card": _harbour,
    "highest": _rank,
    "distance": _distance,
}
"""The correction for each reason of a refusal."""
NO_QUANTITY = {
    *("not_connected", "taken", "before_roll", "no_effect", "swap", "no_cards", "no_resource"),
    *("no_site_knight", "no_site_road", "no_site_settlement"),
}
"""Reasons that lie in the place named, in the time, in what a card is for or in what somebody else holds."""
ENDS = ("rate", "figure_elsewhere", "nothing_to_chase")
"""After these the same action need not be legal: other words are, or the figure may not come there."""


def attempts(game: Mmn, seat: int, rng: Random) -> Iterator[Action]:
    """Yield what somebody might want to do in a turn: something with every own piece, and other actions at some
    places."""
    player = game.state.players[seat]
    geometry = game.size.geometry
    nodes = [geometry.nodes[building.node] for building in player.buildings]
    knights = [geometry.nodes[knight.node] for knight in player.knights]
    strange = [geometry.nodes[node] for node, lord in enumerate(game.network.lord) if lord not in (-1, seat)]
    yield from (("road", geometry.paths[edge]) for edge in game.network.road_spots(seat)[:2])
    yield from ((word, geometry.nodes[node]) for word in ("settlement", "knight") for node in _few_of(rng, game, seat))
    yield from ((word, node) for word in ("city", "wall", "repair", "hall", "large_store") for node in nodes)
    yield from ((word, node) for word in ("activate", "promote", "captain") for node in knights)
    yield from (("strike", node) for node in strange)
    yield from (("chase", figure, node) for figure in ("robber", "pirate") for node in knights)
    for knight in player.knights:
        yield from (
            ("move", geometry.nodes[knight.node], geometry.nodes[node])
            for node in game.network.reach(seat, knight.node)[0][:2]
        )
    for building in player.buildings:
        slots = [(geometry.nodes[building.node], geometry.hexes[place]) for place in geometry.node_hexes[building.node]]
        yield from ((word, *slot) for word in ("store", "servant", "journeyman") for slot in slots)
    yield ("serf",)
    yield ("end_famine",)
    yield from (("improve", track) for track in board.TRACKS)
    yield from (("bank", number, kind) for kind in board.KINDS for number in ("2", "3", "4"))
    yield ("bank", "1", "cloth", "1", "coin")
    yield ("offer", "1", rng.choice(board.RESOURCES), "for", "1", "jewel")
    yield from (("swap", SEATS[opponent], "wool") for opponent in game.opponents(seat))
    yield from (("play", card) for card in player.cards)


def _few_of(rng: Random, game: Mmn, seat: int) -> list[int]:
    return game.network.knight_spots(seat)[:3] or [rng.randrange(game.size.geometry.node_count)]


def again(game: Mmn) -> Mmn:
    """Return the game with its tables computed again."""
    rebuilt = Mmn(type(game.state)(**{name: getattr(game.state, name) for name in game.state.__struct_fields__}))
    return rebuilt.copy()


def correct_reasons(game: Mmn, seat: int, action: Action) -> list[str]:
    """Correct one reason after the other, and return them. Raises AssertionError when one comes twice."""
    corrected: list[str] = []
    while (why := refusal(game, seat, action)) is not None:
        id = why.id.removeprefix("mmn.refuse.")
        if id in NO_QUANTITY:
            break
        named = f"{id} {why.args.get('track', '')}{why.args.get('level', '')}"
        assert named not in corrected, (action, corrected, why)
        corrected.append(named)
        CORRECTIONS[id](game, seat, action, why)
        if id in ENDS:
            break
        game = again(game)
    else:
        assert action in game.legal(seat) or action[0] in game.prompt(seat).open, (action, corrected)
    return [entry.split()[0] for entry in corrected]


def test_what_a_reason_names_is_what_is_missing() -> None:
    """The test looks at some turns of random games in which the active player is given cards."""
    named = Counter[str]()
    for seed in range(4):
        rng = Random(seed)
        game = Mmn.new(3 + seed % 4, seed, robber_lock=rng.choice(("on", "off")))
        for _ in range(900):
            if not game.to_act:
                break
            if isinstance(game.state.stack[-1], Turn) and rng.random() < 0.05:
                game = helped(game, rng)
                seat = game.to_act[0]
                for action in attempts(game, seat, rng):
                    if action not in game.legal(seat):
                        named.update(correct_reasons(game.copy(), seat, action))
            seat = rng.choice(game.to_act)
            game.play(seat, chosen(game, seat, rng))
    assert set(named) >= {*CORRECTIONS} - {name for name, *_ in RARE}, set(CORRECTIONS) - set(named)


LEVELS = dict.fromkeys(board.TRACKS, 2)
RARE: list[tuple[str, Changes, Changes, str]] = [
    ("card_cost", {"cards": ["medicine"], "buildings": ["settlement n25"], "hand": "1 ore"}, {}, "play medicine"),
    ("crane", {"cards": ["crane"], "buildings": ["city n25"], "hand": "1 ore", "levels": LEVELS}, {}, "play crane"),
    ("too_few_cards", {"cards": ["black_market"], "hand": "1 wool"}, {}, "play black_market"),
    ("level", {"levels": {"power": 2}, "hand": ENOUGH}, {"others": {1: {"knights": ["n42"]}}}, "strike n42"),
    (
        "struck",
        {"levels": {"power": 3}, "hand": ENOUGH},
        {"others": {1: {"knights": ["n42"]}}, "now": {"struck": True}},
        "strike n42",
    ),
    ("has_captain", {"knights": ["n25 captain"], "hand": ENOUGH}, {}, "captain n25"),
    ("figure_elsewhere", {"knights": ["n53 active"], "hand": "1 ore"}, {"pirate": 5}, "chase robber n53"),
    ("locked", {"knights": ["n25 active"], "hand": "1 ore"}, {"attacked": False, "sound": False}, "chase robber n25"),
]


@pytest.mark.parametrize(("name", "me", "changes", "line"), RARE)
def test_rarer_reasons_name_what_is_missing_too(name: str, me: Changes, changes: dict[str, Any], line: str) -> None:
    assert correct_reasons(position(me=me, **changes), 0, tuple(line.split()))[0] == name


def test_who_stands_beside_the_pirate_does_not_chase_the_robber() -> None:
    game = position(me={"knights": ["n53 active"], "hand": "1 ore"}, pirate=5, robber=place("h01"))
    assert reason(game, "chase robber n53") == Message(
        "mmn.refuse.figure_elsewhere", {"figure": "robber", "place": "n53"}
    )
    assert reason(game, "chase merchant n53") == Message("mmn.refuse.no_figure", {"typed": "merchant"})
    assert ("chase", "pirate", "n53") in game.legal(0)


def test_a_settlement_is_no_city_that_could_be_repaired() -> None:
    game = position(me={"buildings": ["settlement n25", "city n42"], "hand": "1 lumber 1 ore"})
    assert [reason(game, f"repair {node}").id for node in ("n25", "n42")] == [
        "mmn.refuse.needs_city",
        "mmn.refuse.not_sabotaged",
    ]


def test_a_rate_is_not_blamed_where_the_bank_has_nothing_to_give() -> None:
    empty = " ".join(f"{5 * (kind == 'wool')} {kind}" for kind in board.KINDS)
    game = position(seats=4, me={"hand": "4 wool"}, bank=empty)
    assert reason(game, "bank 4 wool").id == "mmn.refuse.bank_gives_nothing"
    assert reason(game, "bank 3 wool") == Message("mmn.refuse.rate", {"kind": "wool", "n": 4})


def test_a_refused_swap_says_what_is_wrong_with_it() -> None:
    game = position(
        me={"hand": "1 wool 1 coin"}, others={1: {"hand": "1 coin 1 ore"}}, now={"harbour": True, "swapped": []}
    )
    wanted = {
        "seat3 wool": "no_cards",
        "seat1 wool": "yourself",
        "seat2 coin": "no_resource",
        "seat2 ore": "not_in_hand",
    }
    assert {words: reason(game, f"swap {words}").id.removeprefix("mmn.refuse.") for words in wanted} == wanted


@pytest.mark.parametrize(
    ("action", "reason"),
    [
        ("wall n03", "needs_city"),
        ("settlement n31", "taken"),
        ("road n01-n04", "not_connected"),
        ("city n18", "is_city"),
        ("activate n13", "is_active"),
    ],
)
def test_what_is_wrong_with_a_place_comes_before_the_price(action: str, reason: str) -> None:
    """Rules 12, 14.2: no trade helps with a place that is taken."""
    game = decisions()["turn"].copy()
    seat = game.state.active
    game.state.players[seat].hand[:] = [0] * len(board.KINDS)
    with pytest.raises(IllegalAction) as refusal:
        game.check(seat, tuple(action.split()))
    assert refusal.value.reason.id == f"mmn.refuse.{reason}"
