"""Setup (rules 3), the numbers of the board (rules 4) and what is hidden (rules 13)."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec
import pytest

import engines
from engines.contract import Game
from engines.navegador import board
from tests.engines.navegador.moves import idle, on, seen
from tests.engines.navegador.positions import CATEGORIES, FIELDS, STACKS, SUPPLIES, position, up_to
from tests.engines.navegador.test_sailing import SEAS
from tests.engines.playing import act

SEATS = (2, 3, 4, 5)


def new(seats: int, seed: int = 1, royal: str = "end") -> Game:
    return engines.new("navegador", seats=seats, seed=seed, royal=royal)


# -- setup -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("royal", ["end", "goa"])
@pytest.mark.parametrize("seats", SEATS)
def test_every_player_starts_alike(seats: int, royal: str) -> None:
    view = seen(new(seats, royal=royal))
    assert len(view.players) == view.seats == seats
    for seat, player in enumerate(view.players):
        assert player.seat == seat
        assert (player.money, player.workers, player.stone) == (200, 3, None)
        assert (player.fleet, player.supply) == ({"portugal": 2}, 5)
        assert player.colonies == {"sugar": 0, "gold": 0, "spice": 0}
        assert player.factories == {"sugar": 0, "gold": 0, "spice": 0, "joker": 1}
        assert (player.explorers, player.shipyards, player.churches) == (0, 1, 1)
        assert player.privileges == dict.fromkeys(CATEGORIES, 0)
        assert player.royal is True


@pytest.mark.parametrize("seats", SEATS)
def test_market_gallery_and_phase_start_as_the_rules_say(seats: int) -> None:
    view = seen(new(seats))
    assert view.market == {"sugar": 4, "gold": 4, "spice": 4}
    assert view.gallery == dict.fromkeys(CATEGORIES, 1)
    assert (view.phase, view.coming_phase, view.trigger, view.turns_left) == (1, None, None, None)
    assert (view.turn, view.over) == (1, False)


@pytest.mark.parametrize("seats", SEATS)
def test_the_buildings_on_the_board_are_those_for_the_number_of_players(seats: int) -> None:
    """Rules 4.4."""
    factories = [40, 70, 100, 130, 160, 190]
    rows = seen(new(seats)).buildings
    assert rows == {
        "factory_sugar": factories,
        "factory_gold": factories,
        "factory_spice": factories,
        "shipyard": [100, 150, 200, 250, 300, 350, 400, 450][: 10 - seats],
        "church": [150, 200, 250, 300, 350, 400, 450, 500][: 10 - seats],
    }
    assert sum(len(prices) for prices in rows.values()) == {2: 34, 3: 32, 4: 30, 5: 28}[seats]


@pytest.mark.parametrize("seats", SEATS)
def test_ships_are_lost_twice_in_nagasaki_and_with_two_or_three_players_in_macau(seats: int) -> None:
    needed = {region.id: region.ships_needed for region in seen(new(seats)).regions if region.id != "portugal"}
    double = {"nagasaki", "macau"} if seats < 4 else {"nagasaki"}
    assert needed == {region: 3 if region in double else 2 for region in STACKS}


@pytest.mark.parametrize("seats", SEATS)
def test_the_stacks_lie_face_down(seats: int) -> None:
    """Rules 4.2."""
    regions = seen(new(seats)).regions
    assert [region.id for region in regions] == ["portugal", *STACKS]
    portugal, *others = regions
    assert (portugal.discovered, portugal.good, portugal.tokens or [], portugal.hidden) == (True, None, [], 0)
    for region in others:
        assert (region.good, region.hidden) == STACKS[region.id]
        assert (region.discovered, region.tokens) == (False, None)


def test_every_token_is_in_a_stack_but_one_of_each_good() -> None:
    """Rules 2."""
    removed = {good: set() for good in SUPPLIES}  # type: dict[str, set[int]]
    cheapest = set()
    for seed in range(40):
        state = new(2, seed).state
        for good, prices in SUPPLIES.items():
            dealt = [price for region, (kind, _) in STACKS.items() if kind == good for price in state.stacks[region]]
            assert sorted([*dealt, state.removed[good]]) == list(prices)
            removed[good].add(state.removed[good])
        assert {region: len(state.stacks[region]) for region in STACKS} == {
            region: size for region, (_, size) in STACKS.items()
        }
        cheapest.add(tuple(state.stacks["bahia"]))
    assert all(len(prices) > 3 for prices in removed.values())
    assert len(cheapest) > 10


@pytest.mark.parametrize("seats", SEATS)
def test_a_random_player_starts_and_the_last_one_gets_the_card(seats: int) -> None:
    starts = set()
    for seed in range(60):
        game = new(seats, seed)
        view = seen(game)
        starts.add(view.start)
        assert game.to_act == (view.start,)
        assert (view.card.holder, view.card.mark, view.card.left) == ((view.start - 1) % seats, None, 8)
    assert starts == set(range(seats))


@pytest.mark.parametrize("seats", SEATS)
def test_a_fresh_game_is_sound_and_comes_from_its_seed(seats: int) -> None:
    assert new(seats).audit() == []
    assert new(seats).dump() == new(seats).dump()
    assert new(seats).dump() != new(seats, seed=2).dump()


@pytest.mark.parametrize("seats", [0, 1, 6])
def test_two_to_five_play(seats: int) -> None:
    with pytest.raises(ValueError, match="navegador"):
        new(seats)


def test_an_option_is_where_the_royal_privilege_lies() -> None:
    assert seen(new(3)).options["royal"] == "end"
    assert seen(new(3, royal="goa")).options["royal"] == "goa"
    with pytest.raises(ValueError, match="royal"):
        new(3, royal="lisboa")


# -- the board ---------------------------------------------------------------------------------------------------------


def test_the_rondel_has_its_eight_fields_in_their_order() -> None:
    """Rules 4.1."""
    assert board.RONDEL == FIELDS


def test_the_borders_are_those_of_the_map_and_two_are_red() -> None:
    """Rules 4.2."""
    borders = {frozenset((here, there)) for here, others in board.NEIGHBOURS.items() for there in others}
    assert borders == {frozenset(border) for border in SEAS}
    assert {frozenset(border) for border in board.RED_BORDERS} == {
        frozenset(("angola", "cabo")),
        frozenset(("goa", "malaca")),
    }


def test_the_points_on_the_mat_rise_with_the_privileges() -> None:
    """Rules 4.5."""
    view = seen(position())
    assert view.players[0].multipliers == {"colony": 1, "factory": 2, "explorer": 4, "shipyard": 3, "church": 3}
    taken = seen(position(me={"privileges": dict.fromkeys(CATEGORIES, 1)}))
    assert taken.players[0].multipliers == {"colony": 2, "factory": 3, "explorer": 5, "shipyard": 5, "church": 5}
    full = seen(position(me={"privileges": dict.fromkeys(CATEGORIES, 3)}))
    assert full.players[0].multipliers == {"colony": 4, "factory": 5, "explorer": 7, "shipyard": 9, "church": 9}


def test_the_bonuses_on_the_mat_rise_from_slot_to_slot() -> None:
    """Rules 4.5."""
    bonuses = [
        list(seen(position(me={"privileges": dict.fromkeys(CATEGORIES, taken)})).players[0].next_bonus.values())
        for taken in range(4)
    ]
    assert bonuses == [[10, 20, 10, 30, 30], [20, 30, 20, 40, 40], [30, 40, 30, 50, 50], [None] * 5]


# -- information -------------------------------------------------------------------------------------------------------


def plain(game: Game, seat: int | None) -> Any:
    return msgspec.to_builtins(game.view(seat))


def leaves(tree: Any) -> Iterator[Any]:
    if isinstance(tree, dict):
        yield from tree
        for value in tree.values():
            yield from leaves(value)
    elif isinstance(tree, list):
        for value in tree:
            yield from leaves(value)
    else:
        yield tree


def reshuffled(game: Game) -> Game:
    """The same position with every hidden price changed and another seed."""
    dump = game.dump()
    for good, prices in SUPPLIES.items():
        hidden = [region for region, (kind, _) in STACKS.items() if kind == good and region not in dump["discovered"]]
        pool = sorted([dump["removed"][good], *(price for region in hidden for price in dump["stacks"][region])])
        assert set(pool) <= set(prices)
        pool = pool[::-1]
        for region in hidden:
            size = len(dump["stacks"][region])
            dump["stacks"][region] = sorted(pool[:size])
            pool = pool[size:]
        (dump["removed"][good],) = pool
    dump["dice"]["seed"] = "f" * 32
    return type(game).load(dump)


@pytest.mark.parametrize("known", [[], up_to("angola"), up_to("goa"), list(STACKS)])
def test_hidden_tokens_and_the_seed_change_nothing_that_is_seen(known: list[str]) -> None:
    game = position(discovered=known, me={"fleet": {"portugal": 4}})
    other = reshuffled(game)
    assert other.dump() != game.dump()
    for seat in (None, 0, 1, 2):
        assert plain(game, seat) == plain(other, seat)
        assert game.describe(seat) == other.describe(seat)
    assert game.legal(0) == other.legal(0)
    assert [game.hint(0, action) for action in game.legal(0)] == [other.hint(0, action) for action in other.legal(0)]
    assert game.prompt(0) == other.prompt(0)


def test_the_hints_of_a_sailing_do_not_tell_what_lies_face_down() -> None:
    game = on("sailing", me={"fleet": {"portugal": 4}})
    other = reshuffled(game)
    assert game.legal(0) == other.legal(0)
    assert [game.hint(0, action) for action in game.legal(0)] == [other.hint(0, action) for action in other.legal(0)]
    assert game.prompt(0) == other.prompt(0)


def test_no_view_shows_the_seed_or_the_removed_tokens() -> None:
    for seed in (0, 1, 2**127 + 12345):
        game = new(4, seed)
        secret = game.dump()["dice"]["seed"]
        for seat in (None, 0, 3):
            told = list(leaves(plain(game, seat)))
            assert "removed" not in told
            assert "dice" not in told
            assert "stack" not in told
            assert not any(isinstance(value, str) and secret in value for value in told)


def test_tokens_of_discovered_regions_are_open_to_everybody() -> None:
    game = position(discovered=["guine", "bahia"], tokens={"guine": [60, 90], "bahia": [40]})
    for seat in (None, 0, 1, 2):
        regions = {region.id: region for region in seen(game, seat).regions}
        assert (regions["guine"].tokens, regions["guine"].hidden) == ([60, 90], 0)
        assert (regions["bahia"].tokens, regions["bahia"].hidden) == ([40], 0)
        assert (regions["rio"].tokens, regions["rio"].hidden) == (None, 4)


@pytest.mark.parametrize("seats", SEATS)
def test_nobody_sees_more_than_a_spectator(seats: int) -> None:
    game = new(seats, 5)
    for _ in range(2 * seats):
        idle(game)
    spectator = plain(game, None)
    for seat in range(seats):
        own = plain(game, seat)
        assert bool(own["quotes"]) == (seat in game.to_act)
        assert own == spectator | {"viewer": seat, "quotes": own["quotes"]}


def test_everything_else_is_public() -> None:
    game = position(
        seats=4,
        me={"money": 370, "workers": 5, "stone": "colony", "fleet": {"portugal": 1, "rio": 2}, "explorers": 2},
        others={2: {"shipyards": 3, "churches": 2, "colonies": {"gold": 1}, "privileges": {"church": 1}}},
        discovered=["guine", "bahia", "rio"],
        market={"gold": 9},
        gallery={"church": 0},
        holder=2,
        moved=3,
        mark=5,
    )
    view = seen(game, 1)
    mine = view.players[0]
    assert (mine.money, mine.workers, mine.stone, mine.explorers) == (370, 5, 3, 2)
    assert (mine.fleet, mine.supply) == ({"portugal": 1, "rio": 2}, 4)
    other = view.players[2]
    assert (other.shipyards, other.churches) == (3, 2)
    assert other.colonies == {"sugar": 0, "gold": 1, "spice": 0}
    assert other.privileges["church"] == 1
    assert view.market == {"sugar": 4, "gold": 9, "spice": 4}
    assert view.gallery["church"] == 0
    assert (view.card.holder, view.card.mark, view.card.left) == (2, 5, 5)
    assert view.to_act == (0,)
    assert [score.seat for score in view.scores] == [0, 1, 2, 3]
    assert view.scores == game.scores()
    assert [player.projected for player in view.players] == [score.total for score in view.scores]


@pytest.mark.parametrize("known", [[], up_to("angola"), up_to("malaca")])
def test_determinize_redraws_what_is_hidden_and_nothing_else(known: list[str]) -> None:
    game = position(discovered=known, me={"colonies": {"gold": 1}} if "guine" in known else {})
    before = game.dump()
    sound = game.audit()
    drawn = set()
    for seed in range(12):
        for seat in (None, 0, 2):
            other = game.determinize(seat, Random(seed))
            assert game.dump() == before
            assert plain(other, seat) == plain(game, seat)
            assert other.audit() == sound
            assert other.legal(0) == game.legal(0)
            dump = other.dump()
            for region in STACKS:
                if region in known:
                    assert dump["stacks"][region] == before["stacks"][region]
                assert len(dump["stacks"][region]) == len(before["stacks"][region])
            for good in SUPPLIES:
                assert tokens(dump, good, known) == tokens(before, good, known)
            drawn.add(str((dump["stacks"], dump["removed"])))
    assert len(drawn) > 5


def tokens(dump: dict[str, Any], good: str, known: list[str]) -> list[int]:
    """All hidden prices of a good, with the removed one."""
    hidden = [region for region, (kind, _) in STACKS.items() if kind == good and region not in known]
    return sorted([dump["removed"][good], *(price for region in hidden for price in dump["stacks"][region])])


def test_determinize_draws_the_removed_token_anew() -> None:
    game = position()
    removed = {good: {game.determinize(0, Random(seed)).state.removed[good] for seed in range(60)} for good in SUPPLIES}
    assert all(len(prices) > 4 for prices in removed.values())


def test_a_determinized_game_is_independent_and_plays_on() -> None:
    game = on("sailing", me={"fleet": {"portugal": 2}})
    before = game.dump()
    other = game.determinize(None, Random(3))
    act(other, "discover guine portugal portugal")
    assert game.dump() == before
    assert other.state.players[0].money == 200 + min(other.state.stacks["guine"])


def test_only_a_discovery_reveals() -> None:
    game = new(3, 9)
    for _ in range(9):
        seat = game.to_act[0]
        for action in game.legal(seat)[:1]:
            events = game.copy().play(seat, action)
            assert not any(event.barrier for event in events)
        idle(game)
    sailing = on("sailing", me={"fleet": {"portugal": 2}})
    assert any(event.barrier for event in act(sailing, "discover bahia portugal portugal"))
