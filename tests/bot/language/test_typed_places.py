"""Places of boards as people name them: by row and number, by what is printed there, by what they lie between."""

from __future__ import annotations

import pytest

from bot.wording import texts_in
from engines.burgundy.verbs.ship import Goods
from engines.record import parse
from tests.bot import ear
from tests.bot.reading import Outcome as Understood
from tests.bot.reading import understand
from tests.engines.mmn import positions as mmn
from tools.bench.phrases import Position, played, where_legal


def outcome_of(position: Position, language: str, text: str) -> Understood:
    return understand(texts_in(language), position.game, position.seat, position.names, text)


def position_with(key: str, action: str) -> Position:
    return where_legal(key, [parse(action)])[parse(action)]


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "move my ship between Antwerp and Hamburg"),
        ("de", "ich fahre auf das Feld zwischen Hamburg und Antwerpen"),
        ("nl", "naar het vak tussen Antwerpen en Hamburg"),
    ],
)
def test_a_sea_space_lies_between_two_ports(language: str, text: str) -> None:
    assert outcome_of(position_with("macao", "ship s21"), language, text) == Understood(("ship", "s21"))


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "not the castle"),
        ("en", "anything but never the castle in c5"),
        ("de", "nicht die Burg auf c5"),
        ("nl", "niet het kasteel op c5"),
    ],
)
def test_what_is_denied_is_never_played(language: str, text: str) -> None:
    position = position_with("burgundy", "start c5")
    outcome = outcome_of(position, language, text)
    assert outcome.asked or outcome.unknown or position.refusal(outcome.action)


@pytest.mark.parametrize(
    ("language", "text"), [("en", "no goods"), ("de", "ich nehme keine Waren"), ("nl", "geen goederen voor mij")]
)
def test_nothing_of_something_is_no_denial(language: str, text: str) -> None:
    assert outcome_of(position_with("burgundy", "goods none"), language, text) == Understood(("goods", "none"))


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "goods from depots 3 and 5"),
        ("en", "load the goods of 3 and 5"),
        ("de", "Waren aus Depot 3 und 5"),
        ("nl", "goederen uit depot 3 en 5"),
    ],
)
def test_numbers_that_do_not_go_together_get_the_reason(language: str, text: str) -> None:
    outcome = outcome_of(position_with("burgundy", "goods none"), language, text)
    assert outcome.action == ("goods", "3", "5")
    assert [reason.id for reason in outcome.refused] == ["burgundy.refuse.two_depots"]


@pytest.mark.parametrize("text", ["goods double 3", "3 twice"])
def test_a_number_that_says_how_often_is_none_of_them(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    position = position_with("burgundy", "goods none")
    monkeypatch.setattr(Goods, "choices", lambda *_: [("3", "3"), ("5",)])
    outcome = outcome_of(Position(position.game.copy(), position.seat), "en", text)
    assert (outcome.action, outcome.refused) == (("goods", "3", "3"), ())


def test_a_tile_that_is_not_there_gets_its_reason() -> None:
    position = position_with("burgundy", "take 3 sheep2 die 4 workers 1")
    lying = position.game.state.depots
    absent = next(tile for tile in ("bank", "market", "church", "castle", "mine") if tile not in lying["3"])
    called = texts_in("en").words("burgundy", (absent,))
    outcome = outcome_of(position, "en", f"take the {called} from depot 3")
    assert [reason.id for reason in outcome.refused] == ["burgundy.refuse.not_in_depot"]


@pytest.mark.parametrize(
    ("language", "text"), [("en", "take quarter 4"), ("de", "Stadtviertel 4 nehmen"), ("nl", "wijk 4 nemen")]
)
def test_a_quarter_that_cannot_be_had_is_never_a_space_of_the_sea(language: str, text: str) -> None:
    position = next(
        candidate
        for seed in range(40)
        for candidate in played("macao", seed)
        if ("ship", "s04") in candidate.game.legal(candidate.seat)
        and ("quarter", "q04") not in candidate.game.legal(candidate.seat)
        if "quarter" in candidate.game.kinds(candidate.seat)
    )
    outcome = outcome_of(position, language, text)
    assert [reason.id for reason in outcome.refused] == [position.refusal(("quarter", "q04")).id]  # type: ignore[union-attr]


@pytest.mark.parametrize(("language", "text"), [("de", "weiter zu Feld zwei"), ("nl", "naar vak twee")])
def test_a_space_to_go_to_is_no_number_of_steps(language: str, text: str) -> None:
    position = next(
        candidate
        for seed in range(40)
        for candidate in played("macao", seed)
        if {("ship", "s02"), ("wall", "2")} <= set(candidate.game.legal(candidate.seat))
    )
    assert outcome_of(position, language, text).action == ("ship", "s02")


def test_an_order_of_which_there_are_not_as_many_means_nothing() -> None:
    position = position_with("macao", "spend violet")
    assert outcome_of(position, "en", "the seventh").unknown


@pytest.mark.parametrize(
    ("language", "text"),
    [("en", "the city goes to {}"), ("de", "Stadt auf {} bauen"), ("nl", "bouw een stad op {}")],
)
def test_what_a_picture_calls_a_place_is_that_place_and_no_other_of_the_notation(language: str, text: str) -> None:
    game = mmn.position(me={"hand": mmn.ENOUGH, "buildings": ["settlement n08"]})
    assert ear.played_action(game, language, text.format("J5")) == "city n08", "the picture says J5"
    assert ear.played_action(game, language, text.format("n08")) == "city n08"
    assert "n08" not in ear.understand_fully(game, language, text.format("N8")).action, "the picture says N8 elsewhere"
