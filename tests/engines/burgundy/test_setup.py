"""Setting up: what everybody gets, boards and start castles, the first depots (rules 1, 3, 4)."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import pytest

import engines
from engines.burgundy import box
from engines.burgundy.estate import ESTATES
from engines.contract import Game
from tests.engines.burgundy.land import NAMES, neighbours
from tests.engines.burgundy.moves import all_goods, data, seen
from tests.engines.playing import act, kinds, refused, words

SEATS = [2, 3, 4]
SEEDS = range(6)
DIE = "6543 21654 543123 6126541 254312 61256 3413"
BOARDS = {
    "1": "ACCY/AACYO/AAOYOO/SSSCSSS/OOMOOA/OMYOO/MYYO",
    "2": "SOAC/ASOAO/AAAOYO/OOOOOYC/YYMYMS/OOMYS/CSSC",
    "3": "AAAA/SSCSS/OMYYSO/OOYCYOO/OOYYOO/CAMMC/OASO",
    "4": "CAOS/AAOSS/OOOSCM/AAAYYMS/OCYOOO/OMOYY/SOYC",
    "5": "AOOS/AAOMM/OCYSSS/OOAYCOO/YCAYSO/OAOCS/YYOM",
    "6": "YYCS/YOOSO/AAMSOO/YOOCSOO/YOOMSO/YMAAS/CAAC",
    "7": "YCCS/YAAAS/SMOOMA/SYOOOAO/OYOOAO/OSMYO/SCCY",
    "8": "OOSO/SCYCO/OYMYYS/OAYMAYO/SAAAMO/OCACS/OSOO",
    "9": "OOCY/OOAAS/OOAASS/CYYMSCY/SSYMOA/YOOOA/MCOO",
}
CITIES = {
    "1": [5, 3, 3, 1],
    "2": [8, 2, 2],
    "3": [5, 5, 1, 1],
    "4": [5, 5, 2],
    "5": [3, 3, 3, 2, 1],
    "6": [6, 4, 2],
    "7": [7, 3, 2],
    "8": [2] * 6,
    "9": [6, 6],
}
LETTER = {"A": "animal", "O": "building", "Y": "knowledge", "S": "ship", "C": "castle", "M": "mine"}
FILL = {
    "1": "OSYA",
    "2": "YCOO",
    "3": "AOSY",
    "4": "SOAM",
    "5": "MYOO",
    "6": "OACS",
}
"""A depot's spaces: the first two are always used, the third by three players, the fourth by four."""


def new(seats: int, seed: int, **options: str) -> Game:
    return engines.new("burgundy", seats, seed, **options)


def ready(game: Game) -> Game:
    """Everybody takes the last castle hex offered."""
    while not game.state.turn:
        act(game, words(game)[-1])
    return game


def test_there_are_164_tiles_in_seven_supplies() -> None:
    own = {"building": 40, "animal": 20, "knowledge": 20, "ship": 20, "castle": 14, "mine": 10, "black": 40}
    assert {back: len(tiles) for back, tiles in box.SUPPLIES.items()} == own
    assert box.TILES.total() == 164
    assert all(box.TILES[building] == 7 and box.SUPPLIES["building"].count(building) == 5 for building in box.BUILDINGS)
    for kind in ("chicken", "sheep", "cow", "pig"):
        assert [box.TILES[f"{kind}{count}"] for count in (2, 3, 4)] == [2, 3, 2]
        assert [box.SUPPLIES["black"].count(f"{kind}{count}") for count in (2, 3, 4)] == [0, 1, 1]
    black = {tile for tile in box.SUPPLIES["black"] if tile in box.KNOWLEDGE}
    assert black == {"k7", "k12", "k14", "k15", "k24", "k25"}
    assert [box.TILES[f"k{number}"] for number in range(1, 27)] == [1] * 26


def test_goods_belong_to_die_numbers() -> None:
    assert [box.DIE_OF[goods] for goods in ("turquoise", "purple", "pink", "red", "brown", "orange")] == [*range(1, 7)]


@pytest.mark.parametrize("board", BOARDS)
def test_boards_of_the_first_edition_are_those_of_the_rules(board: str) -> None:
    """Rules 2."""
    hexes = ESTATES[board].hexes
    rows = BOARDS[board].split("/")
    assert list(hexes) == NAMES
    assert [hex.colour for hex in hexes.values()] == [LETTER[letter] for row in rows for letter in row]
    assert [str(hex.die) for hex in hexes.values()] == list(DIE.replace(" ", ""))
    assert all(set(hex.neighbours) == neighbours(name) for name, hex in hexes.items())
    sizes = [len(region.hexes) for region in ESTATES[board].regions if region.colour == "building"]
    assert sorted(sizes, reverse=True) == CITIES[board]


@pytest.mark.parametrize("seats", SEATS)
def test_the_start_player_is_drawn_and_gets_the_fewest_workers(seats: int) -> None:
    starters = set()
    for seed in range(12):
        game = new(seats, seed, mode="first")
        state = game.state
        first = state.order[0]
        starters.add(first)
        assert state.order == [(first + place) % seats for place in range(seats)]
        assert [state.players[seat].workers for seat in state.order] == [1, 2, 3, 4][:seats]
        assert [player.silverlings for player in state.players] == [1] * seats
        assert state.track.spaces[0] == state.order
        assert not any(state.track.spaces[1:])
        assert game.to_act == (first,)
    assert len(starters) == seats


@pytest.mark.parametrize("seats", SEATS)
def test_everybody_gets_three_goods_and_the_others_leave_unseen(seats: int) -> None:
    for seed in SEEDS:
        game = new(seats, seed, mode="first")
        state = game.state
        assert [sum(player.goods.values()) for player in state.players] == [3] * seats
        assert len(state.leftover) == {2: 11, 3: 8, 4: 5}[seats]
        assert [len(stack) for stack in state.stacks] == [5] * 4
        assert len(state.coming) == 4
        assert all_goods(game) == dict.fromkeys(box.GOODS, 7)
        assert not any(any(player.earned.values()) for player in state.players)


@pytest.mark.parametrize("seats", SEATS)
def test_large_bonus_tiles_lie_on_small_ones(seats: int) -> None:
    game = new(seats, 1, mode="first")
    assert game.state.bonus == {colour: ["large", "small"] for colour in box.COLOURS}
    assert [box.bonus_vp(size, seats) for size in ("large", "small")] == [3 + seats, seats]


@pytest.mark.parametrize("seats", SEATS)
def test_phase_A_fills_the_depots_by_colour(seats: int) -> None:
    for seed in SEEDS:
        state = new(seats, seed, mode="first").state
        for depot, colours in FILL.items():
            expected = Counter(LETTER[letter] for letter in colours[:seats])
            assert Counter(box.COLOUR[tile] for tile in state.depots[depot]) == expected
        assert len(state.depots["black"]) == 2 * seats
        assert state.removed == []
        assert len(state.supplies["black"]) == 40 - 2 * seats
        assert len(state.supplies["castle"]) == 14 - seats - {2: 1, 3: 2, 4: 2}[seats]


@pytest.mark.parametrize("seats", SEATS)
def test_the_first_round_has_dice_and_one_good_on_a_goods_space(seats: int) -> None:
    for seed in SEEDS:
        state = new(seats, seed, mode="first").state
        assert state.turn == 1
        assert 1 <= state.white <= 6
        assert {depot: sum(goods.values()) for depot, goods in state.lying.items()} == {
            depot: int(depot == str(state.white)) for depot in box.DEPOTS
        }
        for player in state.players:
            assert len(player.rolled) == 2
            assert player.unused == sorted(player.rolled)


def test_in_the_first_game_everybody_has_board_1_and_the_centre() -> None:
    """Rules 3.1."""
    game = new(4, 3, mode="first")
    assert [player.board for player in game.state.players] == ["1"] * 4
    assert [player.covered for player in game.state.players] == [{"d4": "castle"}] * 4
    assert game.state.turn == 1


def test_case_3_the_hexes_around_the_centre_of_board_1_are_those_of_the_rules() -> None:
    around = {"c3": ("building", 3), "c4": ("knowledge", 1), "d3": ("ship", 2)}
    around |= {"d5": ("ship", 5), "e3": ("mine", 4), "e4": ("building", 3)}
    hexes = ESTATES["1"].hexes
    assert {hex: (hexes[hex].colour, hexes[hex].die) for hex in hexes["d4"].neighbours} == around


@pytest.mark.parametrize("seats", SEATS)
def test_standard_boards_are_drawn_without_repetition_and_castles_chosen_in_player_order(seats: int) -> None:
    """Rules 3.1."""
    drawn = set()
    for seed in range(20):
        game = new(seats, seed)
        boards = [player.board for player in game.state.players]
        drawn.update(boards)
        assert len(set(boards)) == seats
        assert game.state.turn == 0
        assert not any(any(tiles) for tiles in game.state.depots.values())
        for seat in list(game.state.order):
            assert game.to_act == (seat,)
            castles = [hex.id for hex in ESTATES[boards[seat]].by_colour["castle"]]
            assert words(game) == [f"start {hex}" for hex in castles]
            refused(game, f"start {next(hex for hex in NAMES if hex not in castles)}", "start", "start z9", "board 1")
            events = act(game, f"start {castles[1]}")
            assert game.state.players[seat].covered == {castles[1]: "castle"}
            assert data(events, "castle") == [{"hex": castles[1]}]
        assert game.state.turn == 1
    assert len(drawn) > 6


def test_case_24_the_start_castle_is_no_placement() -> None:
    """Rules 3 and ruling A2: no points even on a one-hex region, as d4 of board 1 is, and no extra action."""
    for board in BOARDS:
        game = new(2, 1, mode="free")
        seat = game.to_act[0]
        act(game, f"board {board}")
        for hex in ESTATES[board].by_colour["castle"]:
            copy = game.copy()
            events = act(copy, f"start {hex.id}")
            assert copy.to_act != (seat,)
            assert not any(copy.state.players[seat].earned.values())
            assert copy.state.players[seat].bonus == []
            assert "region" not in kinds(events)


def test_the_own_board_can_be_left_for_number_1_before_the_castle_is_chosen() -> None:
    """Rules 3.1."""
    for seed in SEEDS:
        game = new(3, seed, beginners_board="on")
        for seat in list(game.state.order):
            own = game.state.players[seat].board
            assert game.to_act == (seat,)
            if own != "1":
                assert set(words(game)) == {"board 1", f"board {own}"}
                refused(game, f"board {next(board for board in BOARDS if board not in ('1', own))}", "start d4")
                kept = game.copy()
                act(kept, f"board {own}")
                assert kept.state.players[seat].board == own
                assert kept.to_act == (seat,)
                act(game, "board 1")
            assert game.state.players[seat].board == "1"
            assert set(words(game)) == {"start a2", "start a3", "start b3", "start d4"}
            act(game, "start a3")
        assert [player.board for player in game.state.players] == ["1"] * 3
        assert game.state.turn == 1


def test_free_choice_of_boards_allows_duplicates() -> None:
    """Rules 3.1."""
    game = new(3, 5, mode="free")
    for seat in list(game.state.order):
        assert game.to_act == (seat,)
        assert set(words(game)) == {f"board {board}" for board in "123456789"}
        refused(game, "board 10", "board 2019-2", "board", "start d4")
        events = act(game, "board 4")
        assert data(events, "board")[0] == {"board": "4"}
        assert game.to_act == (seat,)
        act(game, "start a1")
    assert [(player.board, player.covered) for player in game.state.players] == [("4", {"a1": "castle"})] * 3


def test_free_choice_knows_the_boards_of_later_editions() -> None:
    """Rules 3.1."""
    game = new(2, 5, mode="free", boards="extra")
    assert set(words(game)) == {f"board {board}" for board in (*"123456789", "2019-2", "se-4r", "se-8r")}
    assert {f"board {board}" for board in ESTATES} == set(words(game))


def test_random_boards_and_castles_ask_nothing() -> None:
    """Rules 3.1."""
    drawn = set()
    hexes = set()
    for seed in range(30):
        game = new(4, seed, mode="random")
        assert game.state.turn == 1
        boards = [player.board for player in game.state.players]
        assert len(set(boards)) == 4
        drawn.update(boards)
        for player in game.state.players:
            ((hex, tile),) = player.covered.items()
            assert tile == "castle"
            assert ESTATES[player.board].hexes[hex].colour == "castle"
            hexes.add((player.board, hex))
    assert drawn == set("123456789")
    assert len(hexes) > 20


def test_extra_boards_are_drawn_only_where_they_are_chosen() -> None:
    drawn = {player.board for seed in range(30) for player in new(4, seed, mode="random", boards="extra").state.players}
    assert drawn == set(ESTATES)


def test_what_lies_face_down_is_not_shown() -> None:
    """Rules 14: supplies by number only, neither later goods nor goods that left the game."""
    game = ready(new(3, 4))
    for seat in (None, 0, 1, 2):
        view = seen(game, seat)
        assert view.supplies == {back: len(tiles) for back, tiles in game.state.supplies.items()}
        assert view.coming == game.state.coming
        assert not hasattr(view, "stacks")
        assert not hasattr(view, "leftover")
    one = game.dump()
    other = game.dump()
    for back, tiles in other["supplies"].items():
        other["supplies"][back] = tiles[::-1]
    other["stacks"] = other["stacks"][::-1]
    assert one != other
    assert seen(engines.load(one)) == seen(engines.load(other))


def test_options_have_their_values_the_default_first() -> None:
    found = {option.id: option.values for option in engines.GAMES["burgundy"].options}
    assert found == {
        "mode": ("standard", "first", "random", "free"),
        "boards": ("2011", "extra"),
        "beginners_board": ("off", "on"),
        "edition": ("2011", "2019", "special"),
        "tie_break": ("most_empty", "fewest_empty"),
    }


def test_two_to_four_may_play() -> None:
    assert list(engines.GAMES["burgundy"].seats) == [2, 3, 4]
    for seats in (0, 1, 5):
        with pytest.raises(ValueError, match="burgundy"):
            new(seats, 1)


def test_the_same_seed_is_the_same_game() -> None:
    games = [ready(new(3, seed)).dump() for seed in (1, 1, 2, 3)]
    assert games[0] == games[1]
    assert all(one != other for one, other in pairwise(games[1:]))
