"""The words of a hint: how good moves are, reasons and trades."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

import engines
from bot.delivery.reason_phrases import better_phrases, reason_lines
from bot.features.hint import describe_ideas, gap_words, hint_panel, offer_words
from bot.thinking.ideas import Hint, Idea, hint, ideas
from bot.thinking.reasons import Reason
from bot.wording import LANGUAGES, texts_in
from bot.wording.escaping import unformatted
from engines import Message
from engines.players.skills import SKILLS
from tests.bot.english import english
from tests.bot.hinted import WORDS, a_table, idea, idea_lines, money, position_with_ideas
from tests.bot.stubs import stub_game, stub_table
from tests.engines.mmn.positions import about_to_win
from tests.engines.mmn.test_computers_offers import OFFER, wanting
from tests.engines.test_beam import at_a_decision
from tests.engines.tiny import Pebbles

NAVEGADOR = stub_table(stub_game(), people=3)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("seed", [2, 5, *(pytest.param(seed, marks=pytest.mark.proof) for seed in range(20))])
@pytest.mark.parametrize("key", engines.GAMES)
def test_every_hint_has_its_words(key: str, seed: int, language: str) -> None:
    game, seat, suggestions = position_with_ideas(key, seed)
    panel = hint_panel(a_table(game), texts_in(language), seat, Hint(suggestions))
    assert "hint." not in panel.content
    assert f"{key}." not in panel.content
    assert len(panel.content) <= 2000
    assert len(panel.view.children) == panel.content.count("\n**")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("key", engines.GAMES)
def test_every_subject_and_every_source_has_a_name(key: str, language: str) -> None:
    table = a_table(at_a_decision(key, 1))
    texts = texts_in(language)
    for subject, compared in SKILLS[key].compare.subjects.items():
        points = tuple((source, 2) for source in compared.sources)
        alternative = idea(reasons=(Reason(subject, 1.0),), points_ahead_at_once=points)
        for line in (*reason_lines(table, texts, alternative), *better_phrases(table, texts, alternative)):
            assert f"{key}." not in line


FACTORIES = Reason("factories", 2.9, Message("navegador.reason.factories", {"good": "sugar", "own": 1, "other": 0}))
BUILT = "factories (sugar): 1, not 0"


def test_of_the_best_it_is_told_what_its_turn_brings_and_of_others_what_they_lack_and_have() -> None:
    best = idea(gains=(money(160, 80), FACTORIES), gained_points=(("money", -1), ("factory", 2)))
    points = (("factory", 2), ("money", -2))
    second = idea(gap=3.1, reasons=(FACTORIES, money(120, 40, -0.8)), points_ahead_at_once=points)
    third = idea(gap=0.5, reasons=(FACTORIES, money(60, 20)))
    assert idea_lines(best, second, third) == [
        [
            "Points this turn: +1 (by source: Factories +2, Money −1)",
            f"Better than now: money: 160 Cr, not 80; {BUILT}",
        ],
        [
            "Points this turn, compared with move 1: ±0 (by source: Factories −2, Money +2)",
            f"In favour of move 1: {BUILT}",
            "In favour of this move: money: 120 Cr, not 40",
        ],
        [f"In favour of move 1: {BUILT}; money: 60 Cr, not 20"],
    ]


def test_in_a_review_the_points_at_once_come_first() -> None:
    alternative = idea(gap=2.0, reasons=(FACTORIES, money(9, 5, -1.0)), points_ahead_at_once=(("factory", 2),))
    assert better_phrases(NAVEGADOR, WORDS, alternative) == ["2 more points this turn", BUILT]
    assert better_phrases(NAVEGADOR, WORDS, replace(alternative, points_ahead_at_once=(("factory", -2),))) == [BUILT]


SHORT: dict[str, int | str | list[str]] = {
    "cards": ["ore", "ore", "grain"],
    "missing": ["ore", "grain"],
}


def test_what_is_left_after_discarding_is_told_before_what_else_the_turn_brings() -> None:
    keeps = Message("mmn.reason.short_of_city", SHORT)
    table = stub_table(stub_game(legal=[("pass",)]), people=3, key="mmn")
    spared = Reason("barbarians", 1.0, Message("mmn.reason.spared", {"all": 6, "barbarians": 6}))
    ((_, below),) = describe_ideas(table, WORDS, 0, [idea(kept_hand=keeps, gains=(spared,))])
    assert below[1:] == [
        "-# In hand then: ore ×2 and grain (missing for a city: ore and grain)",
        "-# Better than now: no city that the barbarians would take from you (active knights of all: 6; barbarians: 6)",
        "-# Nothing else seems worth it.",
    ]


def test_of_cards_that_are_called_alike_it_is_said_which_are_meant() -> None:
    table = stub_table(stub_game(legal=[("pass",)]), people=3, key="macao")
    active = Reason("cards", 6.0, Message("macao.reason.activated_more", {"card": ["zoll_1", "kran"]}))
    assert better_phrases(table, WORDS, idea(reasons=(active,))) == ["Customs (card: red) and Crane active"]
    twin = idea(later_actions=(("activate", "kran"),), beginnings=(("use", "zoll_2"),))
    ((_, below),) = describe_ideas(table, WORDS, 0, [twin])
    assert below[-1] == "-# You could just as well begin with: Use Customs (card: red ×2)"


def test_what_nobody_knows_yet_is_named_as_such() -> None:
    unknown = Reason("money", 1.0)
    assert better_phrases(NAVEGADOR, WORDS, idea(reasons=(unknown,))) == ["more money (not known yet how much)"]
    least_money = money(160, 80, is_least=True)
    assert better_phrases(NAVEGADOR, WORDS, idea(reasons=(least_money,))) == ["money: 160 Cr, not 80 (at least)"]


@pytest.mark.parametrize(
    ("alternative", "text"),
    [
        (idea(gap=0.2), [english("hint.even")]),
        (idea(gap=0.2, reasons=(FACTORIES,)), [f"In favour of move 1: {BUILT}"]),
        (idea(gap=0.3), [english("hint.outlook")]),
        (
            idea(gap=0.3, points_ahead_at_once=(("factory", 2), ("money", None))),
            ["Points this turn, compared with move 1: −2 (by source: Factories −2, Money ?)"],
        ),
        (
            idea(gap=0.3, points_ahead_at_once=(("money", 1),)),
            ["Points this turn, compared with move 1: −1 (by source: Money −1)"],
        ),
        (
            idea(gap=0.3, points_ahead_at_once=(("money", -1),)),
            ["Points this turn, compared with move 1: +1 (by source: Money +1)", english("hint.outlook")],
        ),
        (idea(gap=49.0, measure="chances"), []),
    ],
)
def test_where_nothing_explains_the_gap_that_is_said(alternative: Idea, text: list[str]) -> None:
    assert idea_lines(idea(), alternative)[1] == text


@pytest.mark.parametrize(
    ("alternative", "text"),
    [
        (idea(gap=0.04), "just as good"),
        (idea(gap=0.24), "hardly worse"),
        (idea(gap=2.46), "about 2.5 points worse"),
        (idea(gap=48.7, measure="chances"), english("hint.chances")),
        (idea(measure="win"), "does not win"),
    ],
)
def test_a_move_is_told_with_what_it_is_behind(alternative: Idea, text: str) -> None:
    assert gap_words(WORDS, alternative, 2) == text
    assert gap_words(WORDS, idea(), 1) == "its first choice"


@pytest.mark.parametrize(
    ("language", "wins"),
    [("en", "This wins the game."), ("de", "Damit gewinnst du die Partie."), ("nl", "Hiermee win je de partij.")],
)
def test_what_wins_the_game_says_so_and_others_are_told_without_points(language: str, wins: str) -> None:
    game = about_to_win()
    texts = texts_in(language)
    suggestions = ideas(game, 0, Random(1))
    assert [entry.wins for entry in suggestions] == [True, *[False] * (len(suggestions) - 1)]
    assert [entry.measure for entry in suggestions] == ["points", *["win"] * (len(suggestions) - 1)]
    assert not any(entry.reasons for entry in suggestions)
    text = hint_panel(a_table(game), texts, 0, Hint(suggestions)).content.split("\n")
    names = a_table(game).names
    settlement = texts.at(game, names).action("mmn", ("settlement", "n37"), names)
    assert text[1].startswith(f"**1. {settlement}: ")
    assert text[1].endswith(f"** · {texts.say('hint.best')}"), "with what it costs"
    assert f"-# {wins}" in text
    not_so = [line.rpartition(" · ")[2] for line in text if line.startswith(("**2.", "**3."))]
    assert not_so == [texts.say("hint.no_win")] * (len(suggestions) - 1)
    assert len(suggestions) > 1


def test_of_moves_that_win_the_shortest_comes_first() -> None:
    game = about_to_win("2 brick 2 lumber 1 wool 1 grain 1 ore")
    suggestions = ideas(game, 0, Random(1))
    winning = [entry for entry in suggestions if entry.wins]
    assert winning[0].later_actions == ()
    assert winning == suggestions[: len(winning)]
    steps = [len(entry.later_actions) for entry in winning]
    assert steps == sorted(steps)
    content = hint_panel(a_table(game), WORDS, 0, Hint(suggestions)).content
    assert content.count("-# This wins the game.") == len(winning)
    assert "worse" not in content


def test_actions_that_could_begin_a_turn_are_named_apart_from_those_that_take_its_place() -> None:
    passing = WORDS.action("navegador", ("pass",))
    assert idea_lines(idea(twins=(("pass",),)))[0] == [f"Just as good: {passing}"]
    sales = (("sell", "gold", "1"), ("sell", "spice", "1"))
    first_sale = idea(later_actions=sales[:1], twins=(("pass",),), beginnings=sales)
    assert idea_lines(first_sale)[0] == [
        "Then: Sell 1 gold",
        "You could just as well begin with: Sell 1 gold or Sell 1 spice",
        f"Just as good: {passing}",
    ]


def test_where_to_do_nothing_is_all_there_is_that_is_said() -> None:
    assert idea_lines(idea()) == [["Nothing else seems worth it."]]
    assert "Nothing else" not in str(idea_lines(idea(twins=(("pass",),))))
    assert "Nothing else" not in str(idea_lines(idea(), idea(gap=1.0)))


def test_what_no_button_has_room_for_is_told_as_it_is_typed() -> None:
    long = ("sell", *(f"a{number}of_something" for number in range(8)))
    panel = hint_panel(NAVEGADOR, WORDS, 0, Hint([idea(long)]))
    assert panel.view.children == []
    named = unformatted(WORDS.action("navegador", long))
    assert panel.content.endswith(f"-# /play {named}"), "as a button would say it, not in the notation of the engine"


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_trade_is_told_with_whom_it_is_offered_to(language: str) -> None:
    texts = texts_in(language)
    table = a_table(wanting())
    offer = ("offer", "1", "wool", "for", "2", "brick")
    to_all, to_one = (offer_words(table, texts, entry) for entry in (offer, (*offer, "to", "seat2")))
    terms = {"give": texts.words("mmn", ("1", "wool")), "get": texts.words("mmn", ("2", "brick"))}
    assert to_all == texts.say("hint.to_all", **terms)
    assert to_one == texts.say("hint.to_one", **terms, player="ben")
    road = ("road", "n25-n31")
    content = hint_panel(table, texts, 0, Hint([idea()], offer, ((road,),))).content
    steps = texts.at(table.game, table.names).action("mmn", road)
    assert content.split("\n")[1] == texts.say("hint.trade", offer=to_all, steps=steps)


def test_a_trade_is_told_where_the_strong_player_would_offer_one() -> None:
    game = wanting()
    suggestions = hint(game, 0, Random(5))
    assert suggestions.ideas == ideas(game, 0, Random(5))
    assert suggestions.offer is not None
    assert suggestions.offer[:6] == OFFER
    (step,) = suggestions.made_possible
    assert step[0][0] == "settlement", "the brick was all that it lacked"
    assert hint(game.determinize(0, Random(99)), 0, Random(5)) == suggestions, "nothing hidden shows in it"


def test_who_can_win_needs_no_trade(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.thinking.ideas.trade", lambda *arguments: OFFER)
    assert hint(wanting(), 0, Random(5)).offer == OFFER
    suggestions = hint(about_to_win(), 0, Random(5))
    assert suggestions.ideas[0].wins
    assert suggestions.offer is None


@pytest.mark.parametrize("key", ["navegador", "burgundy", "macao"])
def test_other_games_know_no_trades(key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game, seat, suggestions = position_with_ideas(key, 2)
    assert not suggestions[0].wins
    monkeypatch.setattr("bot.thinking.ideas.ideas", lambda *arguments: suggestions)
    assert hint(game, seat, Random(5)) == Hint(suggestions)


def test_a_game_without_values_has_no_ideas() -> None:
    assert hint(Pebbles.new(2, 1), 0, Random(1)) == Hint([])


def test_a_hint_of_one_language_is_not_that_of_another() -> None:
    alternative = replace(idea(), gap=1.0, reasons=(money(60, 20),))
    contents = {hint_panel(NAVEGADOR, texts_in(name), 0, Hint([idea(), alternative])).content for name in LANGUAGES}
    assert len(contents) == len(LANGUAGES)
