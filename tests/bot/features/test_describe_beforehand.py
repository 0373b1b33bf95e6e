"""What a description says before it matters: limits and their price, exchange rates, effects of cards, ways at sea."""

from __future__ import annotations

import pytest

from bot.language.board_search import Chapter, find, open_kinds
from bot.language.read.conversation.questions import possible_actions, why_not
from bot.panel.choice_labels import distinct_labels
from bot.wording import LANGUAGES, texts_in
from bot.wording.escaping import unformatted
from engines import Game, Message
from engines.burgundy import box
from engines.macao import board
from engines.mmn import board as mmn_board
from tests.engines.burgundy import positions as burgundy
from tests.engines.macao import positions as macao
from tests.engines.mmn import positions as mmn
from tests.engines.navegador import positions as navegador
from tests.engines.navegador.moves import on

NAMES = ("Anna", "Ben", "Carla")
EVERY_LANGUAGE = pytest.mark.parametrize("language", LANGUAGES)


def described_chapters(game: Game, language: str = "en", seat: int = 0) -> list[Chapter]:
    texts = texts_in(language).at(game)
    return [
        Chapter(
            texts.message(game.key, area.heading, NAMES),
            [unformatted(texts.message(game.key, line, NAMES)) for line in area.lines],
        )
        for area in game.areas(seat)
    ]


def described_lines(game: Game, language: str = "en", seat: int = 0) -> list[str]:
    return [line for chapter in described_chapters(game, language, seat) for line in chapter.lines]


@EVERY_LANGUAGE
def test_progress_cards_in_hand_are_told_with_what_they_do(language: str) -> None:
    texts = texts_in(language)
    game = mmn.holding("harvest", "crane")
    for card in ("harvest", "crane"):
        line = f"{texts.word('mmn', card)}: {texts.say(f'mmn.card.{card}.text')}"
        assert line in described_lines(game, language)
        assert line not in described_lines(game, language, seat=1)


def test_the_own_rates_of_exchange_are_told() -> None:
    game = mmn.position(me={"buildings": ["settlement n25"]})
    assert "The bank gives a card for 4 identical ones." in described_lines(game)
    wool = next(place for place in game.view(0).harbours if place.kind == "wool")
    game = mmn.position(me={"buildings": [f"settlement {wool.nodes[0]}"], "levels": {"trade": 4}})
    assert "It takes only 2 of these for a card: wool, crystal, paper, cloth, meat, coin and jewel." in described_lines(
        game
    )
    assert "For a nugget the bank gives a brick, lumber, wool, grain or ore." in described_lines(game)
    game = mmn.position(options={"gold_mode": "choice"})
    assert not any("For a nugget" in line for line in described_lines(game))


@EVERY_LANGUAGE
def test_offers_of_trade_are_told_among_what_may_be_done(language: str) -> None:
    texts = texts_in(language)
    game = mmn.position(me={"hand": "1 grain"})
    assert open_kinds(texts, game, 0, "") == [texts.say("mmn.open.offer")]
    assert open_kinds(texts, game, 0, texts.word("mmn", "offer")) == [texts.say("mmn.open.offer")]
    assert open_kinds(texts, mmn.position(), 0, "") == [], "who has no card offers none"


def test_how_many_cards_a_tableau_holds_is_told_before_there_are_too_many() -> None:
    game = macao.position(me={"tableau": ["brunnen"]})
    limit = "Not active yet: 1 of at most 5 cards. A player with more discards one and gets a penalty marker"
    assert f"{limit}, which costs 3 PP." in described_lines(game)
    game = macao.position(phase="cards", display=["brunnen", "bank"], me={"tableau": ["universitaet"]})
    question = texts_in("en").message("macao", game.prompt(0).message, NAMES)
    assert "Places taken on your tableau: 1 of 5" in question


def test_cards_that_are_called_alike_are_told_with_their_price() -> None:
    game = macao.position(phase="cards", display=["justiz_3", "justiz_4", "bank"])
    labels = list(
        distinct_labels(texts_in("en"), game, 0, NAMES, [("take", card) for card in ("justiz_3", "justiz_4", "bank")])
    )
    assert labels[2] == "Take Bank"
    assert [label.partition(" (")[0] for label in labels[:2]] == ["Take Justice"] * 2
    assert ["blue ×3" in labels[0], "blue ×4" in labels[1]] == [True, True]


@pytest.mark.parametrize(("language", "typed"), [("en", "sea"), ("de", "meer"), ("nl", "zee")])
def test_the_sea_is_found_with_neighbours_ships_and_routes(language: str, typed: str) -> None:
    game = macao.position()
    texts = texts_in(language)
    chapter, *_ = find(texts, "macao", described_chapters(game, language), typed)
    assert len(chapter.lines) == len(board.SPACES)
    start = chapter.lines[list(board.SPACES).index(board.START)]
    assert all(name in start for name in NAMES), "all ships are there"
    port = next(line for line in described_lines(game, "en") if line.startswith("Lisboa takes"))
    assert port.endswith("3 steps from your ship, over space 1 and space 2.")


def test_workers_add_up_in_navegador() -> None:
    assert any("their workers add up" in line for line in described_lines(on("builder", me={"workers": 4})))


def test_a_stored_tile_that_fits_nowhere_says_so() -> None:
    game = burgundy.position(me={"storage": ["pig2", "bank"], "dice": []})
    storage_lines = [line for line in described_lines(game) if ", in storage," in line]
    assert storage_lines == [
        "Pigs 2, in storage, fits nowhere now, whatever the die.",
        "Bank, in storage, fits with another die on: c3 (3) and e4 (3).",
    ]


@EVERY_LANGUAGE
def test_what_a_privilege_costs_and_that_the_card_is_used_are_told(language: str) -> None:
    game = navegador.position(me={"fleet": {"portugal": 2}}, discovered=navegador.up_to("bahia"), holder=0)
    texts = texts_in(language)
    assert texts.message("navegador", Message("navegador.tell.privilege_costs", {"n": 2}), NAMES) in described_lines(
        game, language
    )
    card_used = Message("navegador.tell.card_used", {"holder_seat": 0, "next_seat": 2})
    used_line = unformatted(texts.message("navegador", card_used, NAMES))
    assert used_line not in described_lines(game, language)
    game.play(0, ("navegador",))
    assert used_line in described_lines(game, language)


REGION = {"en": "what is a region worth", "de": "was ist ein Gebiet wert", "nl": "wat is een gebied waard"}


@EVERY_LANGUAGE
def test_what_a_region_is_worth_in_the_phase_is_told(language: str) -> None:
    game = burgundy.position()
    chapters = find(texts_in(language), "burgundy", described_chapters(game, language), REGION[language])
    (line,) = (line for chapter in chapters for line in chapter.lines)
    for vp in (7, 9, 12, 16, 21, 27, 34, 42):
        assert str(vp) in line


@pytest.mark.parametrize(("edition", "vp"), [("2011", "3"), ("2019", "2")])
def test_knowledge_says_how_much_the_edition_brings(edition: str, vp: str) -> None:
    game = burgundy.position(depots={"1": ["k15"]}, edition=edition)
    assert any(
        line.startswith("Knowledge 15: ") and line.endswith(f", {vp} VP each.") for line in described_lines(game)
    )


MY_MAT = {"en": "my mat", "de": "meine Ablage", "nl": "mijn bord"}


@EVERY_LANGUAGE
def test_the_own_mat_is_told_alone(language: str) -> None:
    game = navegador.position()
    (chapter,) = find(
        texts_in(language), "navegador", described_chapters(game, language), MY_MAT[language], own_name="Anna"
    )
    assert "Anna" in chapter.heading


@EVERY_LANGUAGE
def test_where_somebody_stands_everything_is_possible(language: str) -> None:
    game = on("market1", me={"colonies": {"sugar": 2}})
    texts = texts_in(language)
    typed = {
        "en": "what can I do in the market",
        "de": "was kann ich auf dem Markt tun",
        "nl": "wat kan ik op de markt",
    }
    assert possible_actions(texts, game, 0, NAMES, typed[language]) == game.legal(0)


KNIGHT = {"en": "what does a knight cost", "de": "was kostet ein Ritter", "nl": "wat kost een ridder"}


@EVERY_LANGUAGE
def test_what_things_cost_is_told(language: str) -> None:
    game = mmn.position()
    texts = texts_in(language)
    chapters = find(texts, "mmn", described_chapters(game, language), KNIGHT[language])
    lines = [line.lower() for chapter in chapters for line in chapter.lines]
    cards = [texts.word("mmn", kind).lower() for kind in ("wool", "ore")]
    assert any(all(card in line for card in cards) for line in lines), lines


WITH_ROADS = {"buildings": ["settlement n25"], "roads": ["n25-n31", "n31-n37"]}


@EVERY_LANGUAGE
def test_where_there_is_room_for_a_settlement_is_told_to_whose_roads_they_are(language: str) -> None:
    """Rules 13.2: next to an own road, no building next to it; and what one or two more roads would reach."""
    texts = texts_in(language)
    game = mmn.position(me=WITH_ROADS)
    places = {
        further_roads: [node for node, roads in game.network.outlook(0).items() if roads == further_roads]
        for further_roads in range(3)
    }
    assert all(places.values())
    for further_roads, id in enumerate(("sites", "sites_1", "sites_2")):
        nodes = [game.words.node[node][0] for node in places[further_roads]]
        line = unformatted(texts.at(game).message("mmn", Message(f"mmn.tell.{id}", {"nodes": nodes}), NAMES))
        assert line in described_lines(game, language)
        assert line not in described_lines(game, language, seat=1)


@EVERY_LANGUAGE
def test_that_the_own_roads_reach_no_free_place_is_told(language: str) -> None:
    line = unformatted(texts_in(language).say("mmn.tell.no_sites"))
    assert line in described_lines(mmn.position(me={"buildings": ["settlement n25"], "roads": ["n25-n31"]}), language)
    assert line not in described_lines(mmn.position(me={"buildings": ["settlement n25"]}), language)


WHERE = {
    "en": "where can I build a settlement",
    "de": "wo kann ich eine Siedlung bauen",
    "nl": "waar kan ik een dorp bouwen",
}


@EVERY_LANGUAGE
def test_why_a_question_has_no_answer_now_is_told(language: str) -> None:
    texts = texts_in(language)
    game = mmn.position(me={**WITH_ROADS, "hand": "2 wool"})
    refusal = why_not(texts.at(game), game, 0, NAMES, WHERE[language])
    assert refusal is not None
    assert (refusal.action[0], [reason.id for reason in refusal.reasons]) == ("settlement", ["mmn.refuse.cost"])


@pytest.mark.parametrize(
    ("edition", "description"),
    [
        ("2011", "you may also buy from depots 1 to 6, still once a turn for 2 silverlings."),
        ("2019", "you may also buy from depots 1 to 6, and pay the 2 silverlings with workers, still once a turn."),
        ("special", "once a turn you may buy a building from depots 1 to 6 for 2 workers."),
    ],
)
def test_how_knowledge_6_buys_in_the_edition_is_told(edition: str, description: str) -> None:
    game = burgundy.position(depots={"1": ["k6"]}, edition=edition)
    assert f"Knowledge 6: {description}" in described_lines(game)


def test_which_goods_a_die_sells_is_told() -> None:
    """Rules 6.4; the numbers are printed on the estate."""
    (sales,) = [line for line in described_lines(burgundy.position()) if line.startswith("With a die you sell")]
    for goods, die in box.DIE_OF.items():
        assert f"{die} {texts_in('en').word('burgundy', goods)}" in sales


LEADING = {"en": "who is winning?", "de": "Wer führt gerade?", "nl": "wie staat er voor?"}


@EVERY_LANGUAGE
def test_who_is_ahead_is_answered_with_the_points(language: str) -> None:
    texts = texts_in(language)
    points = Chapter(texts.say("words.points"), ["**Anna**: 3"])
    assert find(texts, "macao", [points, *described_chapters(macao.position(), language)], LEADING[language]) == [
        points
    ]


@pytest.mark.parametrize("game", [burgundy.position(), macao.position(), mmn.position(), navegador.position()])
def test_the_own_things_are_told_however_they_are_called(game: Game) -> None:
    chapters = find(texts_in("en"), game.key, described_chapters(game), "what is on my mat", "Anna")
    assert chapters
    assert all("Anna" in chapter.heading for chapter in chapters)


def test_what_may_be_done_is_told_with_its_price_where_there_is_room() -> None:
    game = navegador.position()
    labels = distinct_labels(texts_in("en"), game, 0, NAMES, game.legal(0), room=500)
    assert "Colony (costs 1 ship)" in labels
    assert "Colony" in distinct_labels(texts_in("en"), game, 0, NAMES, game.legal(0))


@EVERY_LANGUAGE
def test_what_things_are_for_is_told(language: str) -> None:
    texts = texts_in(language)
    game = mmn.position()
    for item in ("hall", "serf", "settlement"):
        assert unformatted(texts.say(f"mmn.advice.{item}")) in described_lines(game, language)
    for track in mmn_board.TRACKS:
        (line,) = [
            line
            for line in described_lines(game, language)
            if line == unformatted(texts.say(f"mmn.tell.track_{track}"))
        ]
        assert texts.word("mmn", track).split()[0][:4].lower() in line.lower()


@EVERY_LANGUAGE
def test_what_the_navegador_card_does_is_told(language: str) -> None:
    assert unformatted(texts_in(language).say("navegador.tell.card_does")) in described_lines(
        navegador.position(), language
    )


def test_what_the_wall_costs_and_that_the_ship_is_in_port_is_told() -> None:
    """Rules 5.3: 1, 3, 5, 7, ... cubes."""
    lines = described_lines(macao.position(me={"ship": "hamburg"}))
    assert any(
        line.startswith("Advancing on the wall costs, by the number of spaces, 1, 3, 5, 7 and 9 cubes")
        for line in lines
    )
    assert any(line.startswith("Hamburg takes rice") and line.endswith("Your ship is here.") for line in lines)
