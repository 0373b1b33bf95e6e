"""How hints name what is done, and how much worse a move is where the figures do not show it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.panel.hint_steps import following, headed
from bot.panel.hinting import reasons, told, worth
from bot.thinking.gains import POINTS, STOCK
from bot.wording import LANGUAGES, texts_in
from engines import Action, Message
from engines.macao.board import COLOURS
from tests.bot.hinted import WORDS, a_table, idea
from tests.bot.stubs import stub_game, stub_table
from tests.engines.burgundy.positions import position as of_burgundy
from tests.engines.macao.positions import position as of_macao
from tests.engines.navegador.positions import position as of_navegador

NAVEGADOR, MACAO, MMN = (stub_table(stub_game(), people=3, key=key) for key in ("navegador", "macao", "mmn"))
DICE: Action = ("dice", "green", "blue")


def test_that_nothing_is_done_on_a_space_is_said() -> None:
    rondel = replace(idea({}), action=("rondel", "privilege"))
    giving = replace(rondel, then=(("giveup", "bahia"), ("done",)))
    assert following(NAVEGADOR, WORDS, rondel) == ["Then: the computer would do nothing there"]
    (given,) = following(NAVEGADOR, WORDS, giving)
    assert given == "Then: Give up a ship from Bahia; the computer would do nothing there"
    selling = replace(rondel, then=(("sell", "gold", "1"),))
    assert following(NAVEGADOR, WORDS, selling) == ["Then: Sell 1 gold"]


def test_a_card_that_goes_at_once_is_said_to_go_so_that_the_others_stay() -> None:
    taking = replace(idea({}, then=(("discard", "zunft"),)), action=("take", "zunft"))
    assert following(MACAO, WORDS, taking) == ["Then: Discard it at once and keep your other cards"]
    (other,) = following(MACAO, WORDS, replace(taking, action=("take", "apotheke")))
    assert "keep" not in other


def test_what_nothing_in_the_turn_is_paid_with_is_traded_for_later() -> None:
    trade = (("bank", "1", "nugget"), ("take", "ore"))
    knight = ("activate", "n01")
    said = following(MMN, WORDS, idea({}, then=(*trade, knight, *trade)))
    assert said[0].startswith("Then: Bank: 1 nugget for ore; ")
    assert said[0].endswith("; Bank: 1 nugget for ore (for later)")


def test_of_a_payment_all_is_named() -> None:
    paying = replace(idea({}, then=(("pay", "red", "red"), ("wall", "1"))), action=("spend", "blue"))
    assert following(MACAO, WORDS, paying) == ["Then: Pay red ×2; Wall: 1 space"]
    building = replace(paying, action=("activate", "zunft"))
    assert following(MACAO, WORDS, building) == ["Then: Wall: 1 space"], "for a step it goes without saying"


def test_of_cards_that_are_called_alike_each_is_headed_with_its_price() -> None:
    prices: dict[Action, list[str]] = {("take", f"verwaltung_{count}"): ["violet"] * count for count in (3, 4)}
    hints = {
        card: Message("macao.hint.card", {"cubes": cubes, "effect": f"{card[1]}.short"})
        for card, cubes in prices.items()
    }
    table = stub_table(stub_game(legal=[*prices], hints=hints), people=3, key="macao")
    heads = [lines[0] for _, lines in told(table, WORDS, 0, [replace(idea({}), action=card) for card in prices])]
    assert ["violet ×3" in head for head in heads] == [True, False]
    assert ["violet ×4" in head for head in heads] == [False, True]


def test_of_offices_that_have_one_name_a_step_says_which() -> None:
    taking = replace(idea({}, then=(("discard", "bau_3"), ("activate", "kran"))), action=("take", "kapelle"))
    (said,) = following(MACAO, WORDS, taking)
    assert said == "Then: Discard Construction (green ×3); Activate Crane"


def test_a_trade_is_headed_by_what_it_is_for() -> None:
    trade = replace(idea({}, then=(("take", "ore"),)), action=("bank", "1", "nugget"))
    assert headed(MMN, WORDS, 0, trade) == "Bank: 1 nugget for ore"
    assert headed(MMN, WORDS, 0, replace(trade, settled=False)) == "Bank: 1 nugget for a card"


def test_what_an_action_costs_or_brings_stands_behind_it() -> None:
    dice = of_macao(phase="dice")
    dice.state.rolled = dict(zip(COLOURS, (1, 2, 3, 4, 5, 6), strict=False))
    head = headed(a_table(dice), WORDS, 0, replace(idea({}), action=DICE))
    assert head == "Take the dice green and blue (2 and 3)"
    game = of_navegador(me={"stone": "builder", "fleet": {"portugal": 3}})
    far = next(action for action in game.legal(0) if (price := game.hint(0, action)) and price.id.endswith(".ships"))
    assert headed(a_table(game), WORDS, 0, replace(idea({}), action=far)).endswith("costs 1 ship)")


def test_what_a_tile_does_stands_behind_its_name() -> None:
    game = of_burgundy(depots={"1": ["k8"]}, me={"dice": [1, 1]})
    (taking,) = (action for action in game.legal(0) if action[0] == "take" and "k8" in action)
    head = headed(a_table(game), WORDS, 0, replace(idea({}), action=taking))
    assert head == "Take Knowledge 8 from depot 1 (die 1; 1 worker adjusts by up to 2)"
    game = of_burgundy(depots={"1": ["castle"]}, me={"dice": [1, 1]})
    (taking,) = (action for action in game.legal(0) if action[0] == "take" and "castle" in action)
    head = headed(a_table(game), WORDS, 0, replace(idea({}), action=taking))
    assert head == "Take Castle from depot 1 (die 1; once placed: One more action at once)"


@pytest.mark.parametrize(
    ("best", "other", "behind", "said"),
    [
        (24, 22, 2.0, "about 2.0 points worse"),
        (24, 22, 6.9, "about 6.9 points worse"),
        (24, 22, 8.2, "clearly worse"),
        (24, 24, 6.0, "clearly worse"),
        (38, 49, 2.4, "worse in the long run"),
        (38, 40, 2.4, "about 2.4 points worse"),
        (162, 143, 1.8, "worse, though it can still make up for much of it"),
        (38, 38, 6.2, "clearly worse"),
        (166, 152, 0.01, "hardly worse: fewer points now, but not in the long run"),
        (17, 19, 0.01, "more points now, hardly worse in the long run"),
    ],
)
def test_a_gap_that_the_figures_do_not_show_is_told_without_a_number(
    best: int, other: int, behind: float, said: str
) -> None:
    ideas = [idea({}, points=(20, best, best)), idea({}, points=(20, other, other), behind=behind)]
    assert worth(WORDS, ideas, 2) == said


@pytest.mark.parametrize("language", LANGUAGES)
def test_such_gaps_have_words_of_their_own(language: str) -> None:
    named = ["hint.clearly", "hint.in_the_end", "hint.catches_up", "hint.hardly"]
    texts, named = texts_in(language), [*named, "hint.hardly_later", "hint.hardly_in_the_end"]
    assert len({texts.say(id) for id in named}) == len(named)


def test_a_card_that_is_not_paid_for_costs_points_at_the_end_and_is_no_penalty() -> None:
    taken = idea({(POINTS, "tableau"): -3, (STOCK, "tableau"): 1}, points=(-4, -7, -7), turn=False)
    assert reasons(MACAO, WORDS, taken) == [
        "Your resources: cards on the tableau +1 (−3 points at the end if not paid for)"
    ]
    paid = idea({(POINTS, "tableau"): 3, (STOCK, "tableau"): -1}, points=(-4, -1, -1))
    assert reasons(MACAO, WORDS, paid)[1] == "Your resources: cards on the tableau −1 (+3 points)"
    thrown = {(POINTS, "tableau"): 3, (POINTS, "penalties"): -3, (STOCK, "tableau"): -1}
    assert reasons(MACAO, WORDS, idea(thrown, points=(46, 46, 46), turn=False)) == [
        "46 points right afterwards, as now: 3 more penalty points and resources +3",
        "Your resources: cards on the tableau −1 (+3 points)",
    ]


def test_what_comes_to_the_same_is_named_with_the_idea_and_a_thing_instead_of_what_is_weighed() -> None:
    first = replace(idea({}), also=(("pass",),))
    fact = Message("navegador.term.money")
    other = idea({}, behind=1.0, terms={"workers": 0.4}, facts={"workers": fact})
    table = stub_table(stub_game(legal=[("pass",)]), people=3)
    (_, said), _ = told(table, WORDS, 0, [first, other])
    passing = WORDS.action("navegador", ("pass",))
    assert said[1:] == [
        f"-# You could just as well begin with: {passing}",
        "-# Later on better than move 2: more money",
    ]


def test_that_it_makes_no_difference_is_said_once() -> None:
    table = stub_table(stub_game(legal=[("pass",)]), people=3)
    said = [line for _, lines in told(table, WORDS, 0, [idea({}), idea({}), idea({})]) for line in lines]
    assert said.count("-# It makes no difference which of these you choose.") == 1
    said = [line for _, lines in told(table, WORDS, 0, [idea({}), idea({}), idea({}, behind=1.0)]) for line in lines]
    assert "makes no difference" not in "".join(said)


def test_where_to_do_nothing_is_all_there_is_that_is_said() -> None:
    table = stub_table(stub_game(legal=[("pass",)]), people=3)
    ((_, alone),) = told(table, WORDS, 0, [idea({})])
    assert alone[1:] == ["-# Nothing else seems worth it."]
    ((_, acting),) = told(table, WORDS, 0, [idea({}, also=(("pass",),))])
    assert "Nothing else" not in "".join(acting)
