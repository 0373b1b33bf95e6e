"""The steps of a turn as hints name them."""

from __future__ import annotations

from dataclasses import replace

from bot.features.hint import MOST_STEPS, describe_ideas, hint_panel, idea_words, later_steps
from bot.thinking.ideas import Hint
from engines import Action, Message
from engines.macao.board import COLOURS
from tests.bot.hinted import WORDS, a_table, idea
from tests.bot.stubs import stub_game, stub_table
from tests.engines.burgundy.positions import position as of_burgundy
from tests.engines.macao.positions import position as of_macao
from tests.engines.navegador.positions import position as of_navegador

NAVEGADOR, MACAO, MMN = (stub_table(stub_game(), people=3, key=key) for key in ("navegador", "macao", "mmn"))


def test_the_moves_of_which_a_turn_consists_are_named_but_not_how_it_ends() -> None:
    sale = ("sell", "gold", "2")
    processing = ("process", "spice", "1")
    end_of_turn = ("done",)
    assert (
        later_steps(NAVEGADOR, WORDS, 0, idea())
        == later_steps(NAVEGADOR, WORDS, 0, idea(later_actions=(end_of_turn,)))
        == ""
    )
    assert (
        later_steps(NAVEGADOR, WORDS, 0, idea(later_actions=(sale, processing, end_of_turn)))
        == "Then: Sell 2 gold; Process 1 spice"
    )
    long_turn = idea(later_actions=(sale, sale, *[processing, sale] * 2), is_settled=False)
    first_steps = "Then, for example: 2× Sell 2 gold; Process 1 spice; Sell 2 gold"
    assert later_steps(NAVEGADOR, WORDS, 0, long_turn) == f"{first_steps}; Process 1 spice; Sell 2 gold"
    assert later_steps(NAVEGADOR, WORDS, 0, long_turn, most_steps=3) == f"{first_steps}; …"


def test_what_is_chosen_or_paid_for_a_step_is_no_step_of_its_own() -> None:
    later_actions = (
        ("choose", "seat2"),
        ("play", "teleport"),
        ("choose", "seat1"),
        ("pay", "ore"),
        ("pay", "wool"),
        ("choose", "seat3"),
    )
    assert (
        later_steps(MMN, WORDS, 0, idea(later_actions=later_actions))
        == "Then: Choose ben; Play Teleport (anna) (carla)"
    )


def test_steps_say_what_is_done_where_nobody_sees_the_question() -> None:
    sailing = (("giveup", "portugal"), ("done",), ("rondel", "ships"), ("ships", "2"))
    assert (
        later_steps(NAVEGADOR, WORDS, 0, idea(later_actions=sailing))
        == "Then: Give up a ship from Portugal; Ships; Build 2 ships"
    )
    discover = ("discover", "bahia", *["portugal"] * 2, "guine")
    assert WORDS.action("navegador", discover) == "Discover Bahia: 2 ships from Portugal and 1 ship from Guiné"
    placed = later_steps(MACAO, WORDS, 0, idea(later_actions=(("place", "red", "red"),)))
    assert placed == "Then: 1 red cube on space 1, 2 red cubes on space 2"
    assert later_steps(MACAO, WORDS, 0, idea(later_actions=(("tribute",), ("pass",)))) == "Then: Pay tribute"


def test_a_trade_is_named_with_what_it_is_for() -> None:
    trade = (("bank", "4", "wool"), ("take", "ore"), ("bank", "1", "nugget"), ("take", "ore"))
    road = ("road", "e01")
    steps = f"Bank: 1 nugget for ore; {WORDS.action('mmn', road)}"
    assert later_steps(MMN, WORDS, 0, idea(later_actions=(*trade, road))) == f"Then: Bank: 4 wool for ore; {steps}"
    begun_trade = idea(trade[0], later_actions=(*trade[1:], road))
    assert later_steps(MMN, WORDS, 0, begun_trade) == f"Then: {steps}", "it is named with the trade"
    assert later_steps(MMN, WORDS, 0, replace(begun_trade, is_settled=False)) == f"Then, for example: Take ore; {steps}"
    short = idea(("bank", "1", "nugget"), later_actions=(("take", "ore"),))
    assert idea_words(MMN, WORDS, 0, short) == "Bank: 1 nugget for ore"
    assert idea_words(MMN, WORDS, 0, replace(short, is_settled=False)) == "Bank: 1 nugget for a card"


def test_of_what_follows_so_much_is_named_as_the_message_has_room_for() -> None:
    table = stub_table(stub_game(legal=[("pass",)]), people=3)
    road = ("road", "long" * 12)
    knight = ("knight", "long" * 10)
    few_steps, many_steps = (idea(later_actions=(road, knight) * repetitions) for repetitions in (5, MOST_STEPS // 2))
    short_hint, long_hint = (
        hint_panel(table, WORDS, 0, Hint([suggestion] * 3)).content for suggestion in (few_steps, many_steps)
    )
    assert "…" not in short_hint
    assert "…" in long_hint
    assert len(short_hint) < 1.5 * len(long_hint) <= 3000
    assert long_hint.startswith(WORDS.say("hint.head")), "the steps make room, not the best idea"


def test_that_nothing_is_done_on_a_space_is_said() -> None:
    rondel = idea(("rondel", "privilege"))
    assert later_steps(NAVEGADOR, WORDS, 0, rondel) == "Then: the computer would do nothing there"
    selling = replace(rondel, later_actions=(("sell", "gold", "1"),))
    assert later_steps(NAVEGADOR, WORDS, 0, selling) == "Then: Sell 1 gold"


def test_of_a_payment_all_is_named() -> None:
    paying = idea(("spend", "blue"), later_actions=(("pay", "red", "red"), ("wall", "1")))
    assert later_steps(MACAO, WORDS, 0, paying) == "Then: Pay red ×2; Wall: 1 space"
    building = replace(paying, action=("activate", "zunft"))
    assert later_steps(MACAO, WORDS, 0, building) == "Then: Wall: 1 space", "for a step it goes without saying"


def test_of_cards_that_are_called_alike_each_is_headed_with_its_price() -> None:
    prices: dict[Action, list[str]] = {("take", f"verwaltung_{count}"): ["violet"] * count for count in (3, 4)}
    hints = {
        card: Message("macao.hint.card", {"cubes": cubes, "effect": f"{card[1]}.short"})
        for card, cubes in prices.items()
    }
    table = stub_table(stub_game(legal=[*prices], hints=hints), people=3, key="macao")
    heads = [lines[0] for _, lines in describe_ideas(table, WORDS, 0, [idea(card) for card in prices])]
    assert ["violet ×3" in head for head in heads] == [True, False]
    assert ["violet ×4" in head for head in heads] == [False, True]


def test_of_offices_that_have_one_name_a_step_says_which() -> None:
    taking = idea(("take", "kapelle"), later_actions=(("discard", "bau_3"), ("activate", "kran")))
    assert later_steps(MACAO, WORDS, 0, taking) == "Then: Discard Construction (card: green ×3); Activate Crane"


def test_what_an_action_costs_or_brings_stands_behind_it() -> None:
    dice = of_macao(phase="dice")
    dice.state.rolled = dict(zip(COLOURS, (1, 2, 3, 4, 5, 6), strict=False))
    head = idea_words(a_table(dice), WORDS, 0, idea(("dice", "green", "blue")))
    assert head == "Take the dice green and blue (2 and 3)"
    game = of_navegador(me={"stone": "builder", "fleet": {"portugal": 3}})
    far = next(action for action in game.legal(0) if (price := game.hint(0, action)) and price.id.endswith(".ships"))
    assert idea_words(a_table(game), WORDS, 0, idea(far)).endswith("costs 1 ship)")


def test_what_a_tile_does_stands_behind_its_name() -> None:
    game = of_burgundy(depots={"1": ["k8"]}, me={"dice": [1, 1]})
    (taking,) = (action for action in game.legal(0) if action[0] == "take" and "k8" in action)
    head = idea_words(a_table(game), WORDS, 0, idea(taking))
    assert head == "Take Knowledge 8 from depot 1 (die 1; 1 worker adjusts by up to 2)"
    game = of_burgundy(depots={"1": ["castle"]}, me={"dice": [1, 1]})
    (taking,) = (action for action in game.legal(0) if action[0] == "take" and "castle" in action)
    head = idea_words(a_table(game), WORDS, 0, idea(taking))
    assert head == "Take Castle from depot 1 (die 1; once placed: One more action at once)"
