"""The words of a hint: reasons, differences and trades, in all games."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest

import engines
from bot.panel.hint_steps import STEPS, following
from bot.panel.hinting import (
    ahead,
    hint_panel,
    offered,
    reason,
    reasons,
    signed,
    worth,
)
from bot.tables.beside.hints import stocks
from bot.thinking.gains import OTHERS, POINTS, STOCK
from bot.thinking.idea import Idea
from bot.thinking.ideas import Hint, hint, ideas
from bot.thinking.leads import lead
from bot.thinking.turns import same
from bot.wording import LANGUAGES, texts_in
from bot.wording.escaping import unformatted
from engines.players import Prospect
from tests.bot.english import english
from tests.bot.hinted import SCORING, WORDS, a_table, idea, lines, thought
from tests.bot.stubs import stub_game, stub_table
from tests.engines.mmn.positions import about_to_win
from tests.engines.mmn.test_computers_offers import OFFER, wanting
from tests.engines.test_beam import at_a_decision
from tests.engines.tiny import Pebbles

NAVEGADOR = stub_table(stub_game(), people=3)


def prospect(**options: Any) -> Prospect:
    return Prospect(("pass",), **({"value": 0.0, "wins": False, "won": 0.0} | options))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("key", "seed"), SCORING.items())
def test_every_reason_has_its_words(key: str, seed: int, language: str) -> None:
    game, _, found = thought(key, seed)
    panel = hint_panel(a_table(game), texts_in(language), Hint(found))
    assert "hint." not in panel.content
    assert f"{key}." not in panel.content
    assert len(panel.content) <= 2000
    assert len(panel.view.children) == panel.content.count("\n**")


@pytest.mark.parametrize("key", engines.GAMES)
def test_every_source_and_every_stock_that_may_be_named_has_a_name(key: str) -> None:
    game = at_a_decision(key, 1)
    seat, words = game.to_act[0], a_table(game)
    stocks = [name for name in game.belongings(seat) if WORDS.has(f"{key}.stock.{name}")]
    assert len(stocks) >= 3
    brings = {(POINTS, source): 1 for source in game.scores()[seat].sources} | {(STOCK, name): -1 for name in stocks}
    for language in LANGUAGES:
        for said in reasons(words, texts_in(language), idea(brings)):
            assert f"{key}." not in said


def test_reasons_are_composed_of_what_changes() -> None:
    table = stub_table(stub_game(), people=3)
    changes = {(POINTS, "colony"): 4, (POINTS, "church"): -1, (OTHERS, "1"): -2, (STOCK, "money"): 120}
    assert reasons(table, WORDS, idea(changes)) == [
        "21 points at the end of the turn, as now: Colonies +4 and Churches −1",
        "Points of the others: **ben** −2",
        "Your resources: money +120 Cr",
    ]
    assert reasons(table, WORDS, idea({})) == ["21 points at the end of the turn, as now"]
    assert reasons(table, WORDS, idea({}), scoring=False) == []


def test_what_is_points_as_well_is_named_once_and_a_number_of_points_never_seems_one_of_things() -> None:
    brings = {(POINTS, "church"): 4, (POINTS, "ships"): 1, (POINTS, "workers"): -2, (STOCK, "ships"): 1}
    assert reasons(stub_table(stub_game(), people=3), WORDS, idea(brings, points=(21, 24, 24))) == [
        "21 → 24 points at the end of the turn: Churches +4, −2 for Workers and resources +1",
        "Your resources: ships +1 (+1 point)",
    ]


def test_cards_that_score_are_not_those_in_hand() -> None:
    brings = idea({(STOCK, "cards"): -4, (POINTS, "cards"): 1, (POINTS, "cities"): 1})
    points, stock = reasons(stub_table(stub_game(), people=3, key="mmn"), WORDS, brings)
    assert "+1 for VP cards" in points
    assert stock == "Your resources: cards in hand −4"


def test_the_points_are_told_of_each_that_changes_none_where_others_do() -> None:
    table = stub_table(stub_game(), people=3, key="mmn")
    answer = replace(idea({(STOCK, "cards"): -4}), turn=False)
    assert len(reasons(table, WORDS, answer)) == 2
    only_worth = replace(idea({(STOCK, "autarky"): 1, (POINTS, "autarky"): 1}), turn=False)
    assert len(reasons(table, WORDS, only_worth)) == 1, "the stock has it"


def test_the_moves_of_which_a_turn_consists_are_named_but_not_how_it_ends() -> None:
    table = stub_table(stub_game(), people=3)
    sold, worked, done = ("sell", "gold", "2"), ("process", "spice", "1"), ("done",)
    assert following(table, WORDS, idea({})) == following(table, WORDS, idea({}, then=(done,))) == []
    assert following(table, WORDS, idea({}, then=(sold, worked, done))) == ["Then: Sell 2 gold; Process 1 spice"]
    then = idea({}, then=(sold, sold, *[worked, sold] * 2), settled=False)
    named = "Then, for example: 2× Sell 2 gold; Process 1 spice; Sell 2 gold"
    assert following(table, WORDS, then) == [f"{named}; Process 1 spice; Sell 2 gold"]
    assert following(table, WORDS, then, most=3) == [f"{named}; …"]


def test_what_is_chosen_or_paid_for_a_step_is_no_step_of_its_own() -> None:
    table = stub_table(stub_game(), people=3, key="mmn")
    then = (
        ("choose", "seat2"),
        ("play", "teleport"),
        ("choose", "seat1"),
        ("pay", "ore"),
        ("pay", "wool"),
        ("choose", "seat3"),
    )
    assert following(table, WORDS, idea({}, then=then)) == ["Then: Choose ben; Play Teleport (anna) (carla)"]


def test_steps_say_what_is_done_where_nobody_sees_the_question() -> None:
    table, macao, mmn = (stub_table(stub_game(), people=3, key=key) for key in ("navegador", "macao", "mmn"))
    sailing = (("giveup", "portugal"), ("done",), ("rondel", "ships"), ("ships", "2"))
    assert following(table, WORDS, idea({}, then=sailing)) == [
        "Then: Give up a ship from Portugal; Ships; Build 2 ships"
    ]
    discover = ("discover", "bahia", *["portugal"] * 2, "guine")
    assert WORDS.action("navegador", discover) == "Discover Bahia: 2 ships from Portugal and 1 ship from Guiné"
    assert following(macao, WORDS, idea({}, then=(("place", "red", "red"),))) == [
        "Then: 1 red cube on space 1, 2 red cubes on space 2"
    ]
    assert following(macao, WORDS, idea({}, then=(("tribute",), ("pass",)))) == ["Then: Pay tribute"]
    trade = (("bank", "4", "wool"), ("take", "ore"), ("bank", "1", "nugget"), ("take", "ore"))
    road = ("road", "e01")
    named = f"Bank: 1 nugget for ore; {WORDS.action('mmn', road)}"
    assert following(mmn, WORDS, idea({}, then=(*trade, road))) == [f"Then: Bank: 4 wool for ore; {named}"]
    begun = replace(idea({}, then=(*trade[1:], road)), action=trade[0])
    assert following(mmn, WORDS, begun) == [f"Then: {named}"], "it is named with the trade"
    assert following(mmn, WORDS, replace(begun, settled=False)) == [f"Then, for example: Take ore; {named}"]


def test_of_what_follows_so_much_is_named_as_the_message_has_room_for() -> None:
    table = stub_table(stub_game(legal=[("pass",)]), people=3)
    road, knight = ("road", "long" * 12), ("knight", "long" * 10)
    few, many = (idea({}, then=(road, knight) * half) for half in (5, STEPS // 2))
    told_few, told_many = (hint_panel(table, WORDS, Hint([each] * 3)).content for each in (few, many))
    assert "…" not in told_few
    assert "…" in told_many
    assert len(told_few) < 1.5 * len(told_many) <= 3000
    assert told_many.startswith(WORDS.say("hint.head")), "the steps make room, not the best idea"


@pytest.mark.parametrize(
    ("points", "said"),
    [
        ((21, 24, 24), "21 → 24 points at the end of the turn"),
        ((21, 23, 25), "21 → 23 to 25 points at the end of the turn"),
        ((21, 21, 25), "21 → 21 to 25 points at the end of the turn"),
        ((-3, -1, -1), "−3 → −1 point at the end of the turn"),
        ((0, 0, 0), "0 points at the end of the turn, as now"),
    ],
)
def test_the_points_of_now_and_then_are_told_as_they_are_counted(points: tuple[int, int, int], said: str) -> None:
    assert reasons(stub_table(stub_game(), people=3), WORDS, idea({(STOCK, "money"): 1}, points=points))[0] == said


def test_what_ends_no_turn_is_told_as_what_comes_right_afterwards() -> None:
    table = stub_table(stub_game(), people=3)
    for points, said in (
        ((21, 24, 24), "21 → 24 points right afterwards"),
        ((21, 21, 21), "21 points right afterwards, as now"),
    ):
        assert reasons(table, WORDS, idea({}, points=points, turn=False)) == [said]


def test_of_ideas_alike_the_figures_are_told_once() -> None:
    money = idea({(STOCK, "money"): 50})
    same = [f"{which} comes to the same as {move} 1." for which, move in (("The turn", "with move"), ("It", "move"))]
    assert lines(money, replace(money, same=1), replace(money, same=1, turn=False)) == [
        ["Your resources: money +50 Cr", "It makes no difference which of these you choose."],
        [same[0]],
        [same[1]],
    ]
    alike = "the same points and resources as with move 1."
    unchanged = ["Your points and resources stay as they are."]
    assert lines(money, idea({}), money)[1:] == [unchanged, [f"At the end of the turn {alike}"]]
    answers = [replace(each, turn=False) for each in (money, idea({}), money)]
    assert lines(*answers)[1:] == [[], [f"Right afterwards {alike}"]]
    wins = replace(money, wins=True)
    assert lines(wins, wins)[1] == ["This wins the game.", "Your resources: money +50 Cr"]
    scoring = idea({}, points=(21, 22, 22))
    still = "21 points at the end of the turn, as now"
    assert lines(scoring, idea({}), idea({})) == [["21 → 22 points at the end of the turn"], [still], [still]]


@pytest.mark.parametrize(
    ("better", "other", "why"),
    [
        (
            idea({}, points=(21, 25, 25)),
            idea({}, behind=5.0, terms={"workers": 0.2}),
            "4 more points at the end of the turn",
        ),
        (idea({}, points=(21, 22, 22), turn=False), idea({}, behind=0.5), "1 more point right afterwards"),
        (idea({}, points=(21, 22, 22)), idea({}, behind=5.0, terms={"workers": 0.2, "money": -1.0}), "more workers"),
        (idea({(STOCK, "money"): 50}), idea({(STOCK, "money"): 20}, behind=0.4), "more money"),
        (idea({}), idea({(STOCK, "money"): 20}, behind=0.4), ""),
    ],
)
def test_in_a_phrase_a_move_is_better_for_its_points_or_what_it_leads_to(better: Idea, other: Idea, why: str) -> None:
    assert reason(stub_table(stub_game(), people=3), WORDS, better, other) == why


def test_ideas_are_named_with_what_they_are_behind() -> None:
    table = stub_table(stub_game(legal=[("pass",)]), people=3)
    further = [idea({}), idea({}, behind=0.01), idea({}, behind=2.46)]
    named = [line for line in hint_panel(table, WORDS, Hint(further)).content.split("\n") if line.startswith("**")]
    passing = WORDS.action("navegador", ("pass",))
    assert named == [
        f"**1. {passing}** · its first choice",
        f"**2. {passing}** · just as good",
        f"**3. {passing}** · about 2.5 points worse",
    ]


@pytest.mark.parametrize(
    ("behind", "said"), [(0.24, "hardly worse"), (0.25, "about 0.2 points worse"), (0.3, "about 0.3 points worse")]
)
def test_a_small_part_of_a_point_is_no_number(behind: float, said: str) -> None:
    assert worth(WORDS, [idea({}), idea({}, behind=behind)], 2) == said


@pytest.mark.parametrize("language", LANGUAGES)
def test_as_good_is_said_of_nothing_that_has_other_figures(language: str) -> None:
    texts, best = texts_in(language), idea({(STOCK, "money"): 50})
    other, termed = idea({(STOCK, "money"): 20}), replace(best, terms={"workers": 0.3})
    ideas = [best, best, other, termed, replace(best, same=1), replace(best, same=4)]
    level = ["as_good", "hardly", "hardly", "as_good", "hardly"]
    assert [worth(texts, ideas, place) for place in range(2, 7)] == [texts.say(f"hint.{each}") for each in level]
    assert texts.say("hint.hardly") != texts.say("hint.as_good")


@pytest.mark.parametrize(
    ("language", "more", "fewer"),
    [
        ("en", "3 more penalty points", "1 fewer penalty point"),
        ("de", "3 Strafpunkte mehr", "1 Strafpunkt weniger"),
        ("nl", "3 strafpunten meer", "1 strafpunt minder"),
    ],
)
def test_of_points_that_are_taken_away_it_is_told_how_many_more_or_fewer(language: str, more: str, fewer: str) -> None:
    table, texts = a_table(thought("macao", 2)[0]), texts_in(language)
    for by, said in ((-3, more), (1, fewer)):
        (line,) = reasons(table, texts, idea({(POINTS, "penalties"): by}, points=(21, 21 + by, 21 + by)))
        assert line.endswith(f": {said}")


@pytest.mark.parametrize(
    ("language", "wins", "not_so"),
    [
        ("en", "This wins the game.", "does not win"),
        ("de", "Damit gewinnst du die Partie.", "gewinnt nicht"),
        ("nl", "Hiermee win je de partij.", "wint niet"),
    ],
)
def test_what_wins_the_game_says_so_and_no_points_are_told_beside_it(language: str, wins: str, not_so: str) -> None:
    game = about_to_win()
    texts = texts_in(language)
    found = ideas(game, 0, Random(1), stocks(game, 0))
    assert [each.wins for each in found] == [True, *[False] * (len(found) - 1)]
    assert [each.lacks for each in found] == ["points", *["win"] * (len(found) - 1)]
    lines = hint_panel(a_table(game), texts, Hint(found)).content.split("\n")[1:]
    names = a_table(game).names
    settlement = texts.at(game, names).action("mmn", ("settlement", "n37"), names)
    assert lines[0].startswith(f"**1. {settlement}: ")
    assert lines[0].endswith(f"** · {texts.say('hint.best')}"), "with what it costs"
    assert lines[1] == f"-# {wins}"
    assert [line.rpartition(" · ")[2] for line in lines if line.startswith(("**2.", "**3."))] == [not_so] * (
        len(found) - 1
    )
    assert len(found) > 1


def test_where_every_idea_wins_what_tells_them_apart_is_told_as_well() -> None:
    game = about_to_win("2 brick 2 lumber 1 wool 1 grain 1 ore")
    found = ideas(game, 0, Random(1), stocks(game, 0))
    assert [each.wins for each in found] == [True, True, True]
    steps = [len(each.then) for each in found]
    assert steps == sorted(steps), "the shortest comes first"
    assert any(each.brings for each in found)
    lines = hint_panel(a_table(game), WORDS, Hint(found)).content.split("\n")
    assert lines.count("-# This wins the game.") == 3
    assert [line.rpartition(" · ")[2] for line in lines if line.startswith(("**2.", "**3."))] == ["just as good"] * 2
    assert "does not win" not in "".join(lines)


def test_a_win_that_is_only_likely_is_told_without_points() -> None:
    table = stub_table(stub_game(legal=[("pass",)]), people=3)
    less = idea({}, behind=48.7, lacks="chances")
    assert worth(WORDS, [idea({}), less], 2) == english("hint.chances")
    assert "48" not in hint_panel(table, WORDS, Hint([idea({}), less])).content


def test_a_win_comes_before_chances_and_those_before_points() -> None:
    win, later, likely, none = prospect(wins=True, won=1.0), prospect(won=1.0), prospect(won=0.5), prospect(value=9.0)
    assert [lead(win, other) for other in (win, later, likely, none)] == ["points", "win", "win", "win"]
    assert [lead(later, other) for other in (later, likely, none)] == ["points", "chances", "chances"]
    assert [lead(none, other) for other in (none, likely, later)] == ["points", "points", "points"]


def test_what_no_button_has_room_for_is_told_as_it_is_typed() -> None:
    table = stub_table(stub_game(), people=3)
    long = ("sell", *(f"a{number}of_something" for number in range(8)))
    panel = hint_panel(table, WORDS, Hint([replace(idea({}), action=long)]))
    assert panel.view.children == []
    named = unformatted(WORDS.action("navegador", long))
    assert panel.content.endswith(f"-# /play {named}"), "as a button would say it, not in the notation of the engine"


def test_positions_are_the_same_in_whatever_order_things_came_to_lie() -> None:
    game = engines.new("mmn", 3, 1)
    other = game.copy()
    other.state.decks["trade"].reverse()
    assert game != other
    assert same(game, other)
    hands = [game.copy() for _ in range(2)]
    for each, hand in zip(hands, ([1, 0], [0, 1]), strict=True):
        each.state.players[0].hand[:2] = hand
    assert not same(*hands), "one card is not the other"


def test_positions_are_not_the_same_where_cubes_come_in_other_rounds_or_discs_lie_elsewhere() -> None:
    games = [engines.new("macao", 2, 1) for _ in range(3)]
    for game, coming in zip(games, ([{"red": 1}, {}], [{}, {"red": 1}], [{"red": 1}, {}]), strict=True):
        game.state.players[0].rose[1:3] = coming
    games[2].state.wall.advance(0, 1, None)
    assert not same(games[0], games[1])
    assert not same(games[0], games[2])


def test_numbers_have_a_sign() -> None:
    assert [signed(number) for number in (3, -3)] == ["+3", "−3"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_trade_is_told_with_whom_it_is_offered_to(language: str) -> None:
    texts, table = texts_in(language), a_table(wanting())
    offer = ("offer", "1", "wool", "for", "2", "brick")
    to_all, to_one = (offered(table, texts, each) for each in (offer, (*offer, "to", "seat2")))
    terms = {"give": texts.words("mmn", ("1", "wool")), "get": texts.words("mmn", ("2", "brick"))}
    assert to_all == texts.say("hint.to_all", **terms)
    assert to_one == texts.say("hint.to_one", **terms, player="ben")
    content = hint_panel(table, texts, Hint([idea({})], offer)).content
    assert content.split("\n")[1] == texts.say("hint.trade", offer=to_all)


def test_a_trade_is_told_where_the_strong_player_would_offer_one() -> None:
    game = wanting()
    found = hint(game, 0, Random(5), stocks(game, 0))
    assert found.ideas == ideas(game, 0, Random(5), stocks(game, 0))
    assert found.offer is not None
    assert found.offer[:6] == OFFER
    assert hint(game.determinize(0, Random(99)), 0, Random(5), stocks(game, 0)) == found, "nothing hidden shows in it"


def test_who_can_win_needs_no_trade(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.thinking.ideas.trade", lambda *asked: OFFER)
    assert hint(wanting(), 0, Random(5), ()).offer == OFFER
    game = about_to_win()
    found = hint(game, 0, Random(5), ())
    assert found.ideas[0].wins
    assert found.offer is None


@pytest.mark.parametrize("key", ["navegador", "burgundy", "macao"])
def test_other_games_know_no_trades(key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game, seat, found = thought(key, 2)
    assert not found[0].wins
    monkeypatch.setattr("bot.thinking.ideas.ideas", lambda *asked: found)
    assert hint(game, seat, Random(5), ()) == Hint(found)


def test_a_game_without_values_has_no_ideas() -> None:
    assert hint(Pebbles.new(2, 1), 0, Random(1), ()) == Hint([])


def test_what_only_playing_on_tells_is_said_to_be_so() -> None:
    table = stub_table(stub_game(), people=3, key="burgundy")
    best, other = idea({}), replace(idea({}), behind=4.0, played_on=0.0)
    (said,) = ahead(table, WORDS, [best, other])
    assert said == "After your next turn probably better than move 2: more points if you continue as the computer would"
    (scored,) = ahead(table, WORDS, [best, replace(other, played_on=0.5)])
    assert scored.endswith(": 0.5 points more on average")
    assert (
        reason(table, WORDS, best, replace(other, played_on=0.5)) == "after your next turn 0.5 points more on average"
    )
    (said,) = ahead(table, WORDS, [best, replace(other, played_on=None, reckoned=True)])
    assert said == "Later on better than move 2: more points, as the computer reckons from many games"
