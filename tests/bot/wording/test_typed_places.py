"""Places of boards as people point at them: by row and number, what is printed there, what they lie between."""

from __future__ import annotations

import pytest

import engines
import render
from bot.wording import texts_in
from bot.wording.offered import Understood
from bot.wording.typed import understand
from engines.burgundy.estate import ESTATES
from engines.record import parse
from tests.bot import ear
from tests.engines.burgundy import positions as burgundy
from tests.engines.mmn import positions as mmn
from tools.bench.phrases import Position, played, where_legal


def typed(position: Position, language: str, text: str) -> Understood:
    return understand(texts_in(language), position.game, position.seat, position.names, text)


def found(key: str, action: str) -> Position:
    return where_legal(key, [parse(action)])[parse(action)]


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "my first castle goes on the fifth hex of the third row"),
        ("en", "castle in row 3, no. 5"),
        ("de", "Burg in die dritte Reihe, fünftes Feld"),
        ("nl", "kasteel op het vijfde vakje van rij drie"),
    ],
)
def test_a_hex_is_called_by_its_row_and_number(language: str, text: str) -> None:
    assert typed(found("burgundy", "start c5"), language, text) == Understood(("start", "c5"))


@pytest.mark.parametrize(
    ("language", "text", "hex"),
    [
        ("en", "castle on the last hex of the bottom row", "g4"),
        ("de", "Burg auf das letzte Feld der untersten Reihe", "g4"),
        ("nl", "kasteel op het laatste vakje van de onderste rij", "g4"),
        ("en", "castle on the fourth hex of the middle row", "d4"),
        ("de", "Burg auf das vierte Feld der mittleren Reihe", "d4"),
        ("nl", "kasteel op het vierde vakje van de middelste rij", "d4"),
    ],
)
def test_the_last_of_a_row_the_last_row_and_the_one_in_the_middle(language: str, text: str, hex: str) -> None:
    assert typed(found("burgundy", f"start {hex}"), language, text) == Understood(("start", hex))


@pytest.mark.parametrize("board", sorted(ESTATES))
def test_the_number_in_a_row_without_an_order_is_the_printed_one(board: str) -> None:
    """ "the 5 in row two": of the castles that may begin, the one on a printed 5 of that row."""
    game = engines.new("burgundy", seats=2, seed=1, mode="free", boards="extra")
    seat = game.to_act[0]
    game.play(seat, ("board", board))
    while game.to_act[0] != seat or game.kinds(seat) != {"start"}:
        other = game.to_act[0]
        game.play(other, game.legal(other)[0])
    for castle in ESTATES[board].by_colour["castle"]:
        at = game.rows(seat)[castle.id]
        alike = [id for id, row in game.rows(seat).items() if (row.row, row.printed) == (at.row, at.printed)]
        said = understand(texts_in("en"), game, seat, ("Ann", "Ben"), f"castle on the {at.printed} in row {at.row}")
        assert said.action == ("start", castle.id) or len(alike) > 1
        assert not said.asked or len(alike) > 1


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "move my ship between Antwerp and Hamburg"),
        ("de", "ich fahre auf das Feld zwischen Hamburg und Antwerpen"),
        ("nl", "naar het vak tussen Antwerpen en Hamburg"),
    ],
)
def test_a_sea_space_lies_between_two_ports(language: str, text: str) -> None:
    assert typed(found("macao", "ship s21"), language, text) == Understood(("ship", "s21"))


def test_where_two_spaces_lie_between_two_ports_none_of_them_is_played() -> None:
    position = found("macao", "ship s12")
    assert typed(position, "en", "sail between Lisbon and London").action not in position.game.legal(position.seat)


@pytest.mark.parametrize(("language", "text"), [("en", "both dice on four"), ("de", "beide auf vier")])
def test_both_dice_show_the_same(language: str, text: str) -> None:
    assert typed(found("mmn", "dice 4 4"), language, text) == Understood(("dice", "4", "4"))


def test_a_field_is_called_by_its_side_where_two_are_alike() -> None:
    position = found("mmn", "choose h21")
    name = texts_in("en").at(position.game).action("mmn", ("choose", "h21"), position.names)
    assert name == "brick 3 south-west", "the bot itself calls it so"
    assert typed(position, "en", "the brick 3 in the southwest") == Understood(("choose", "h21"))


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
    position = found("burgundy", "start c5")
    said = typed(position, language, text)
    assert said.asked or said.unknown or position.refusal(said.action)


@pytest.mark.parametrize(
    ("language", "text"), [("en", "no goods"), ("de", "ich nehme keine Waren"), ("nl", "geen goederen voor mij")]
)
def test_nothing_of_something_is_no_denial(language: str, text: str) -> None:
    assert typed(found("burgundy", "goods none"), language, text) == Understood(("goods", "none"))


def test_a_tile_that_is_not_there_gets_its_reason() -> None:
    position = found("burgundy", "take 3 sheep2 die 4 workers 1")
    lying = position.game.state.depots
    absent = next(tile for tile in ("bank", "market", "church", "castle", "mine") if tile not in lying["3"])
    called = texts_in("en").words("burgundy", (absent,))
    said = typed(position, "en", f"take the {called} from depot 3")
    assert [reason.id for reason in said.refused] == ["burgundy.refuse.not_in_depot"]


@pytest.mark.parametrize(
    ("language", "text"), [("en", "take quarter 4"), ("de", "Stadtviertel 4 nehmen"), ("nl", "wijk 4 nemen")]
)
def test_a_quarter_that_cannot_be_had_is_never_a_space_of_the_sea(language: str, text: str) -> None:
    position = next(
        here
        for seed in range(40)
        for here in played("macao", seed)
        if ("ship", "s04") in here.game.legal(here.seat) and ("quarter", "q04") not in here.game.legal(here.seat)
        if "quarter" in here.game.kinds(here.seat)
    )
    said = typed(position, language, text)
    assert [reason.id for reason in said.refused] == [position.refusal(("quarter", "q04")).id]  # type: ignore[union-attr]


@pytest.mark.parametrize(("language", "text"), [("de", "weiter zu Feld zwei"), ("nl", "naar vak twee")])
def test_a_space_to_go_to_is_no_number_of_steps(language: str, text: str) -> None:
    position = next(
        here
        for seed in range(40)
        for here in played("macao", seed)
        if {("ship", "s02"), ("wall", "2")} <= set(here.game.legal(here.seat))
    )
    assert typed(position, language, text).action == ("ship", "s02")


@pytest.mark.parametrize(
    ("language", "text"), [("en", "the second one"), ("de", "den zweiten"), ("nl", "die tweede"), ("en", "the last")]
)
def test_an_order_alone_is_never_a_number(language: str, text: str) -> None:
    """It may name one of several that are listed, which is asked about."""
    position = found("burgundy", "workers die 2")
    said = typed(position, language, text)
    assert said.asked[0] == said.action
    assert text == "the last" or ("workers", "die", "2") in said.asked, "the number may have been meant"
    assert said.action == position.game.distinct(position.game.legal(position.seat))[-1 if text == "the last" else 1]


def test_an_order_of_which_there_are_not_as_many_means_nothing() -> None:
    position = found("macao", "spend violet")
    assert typed(position, "en", "the seventh").unknown


@pytest.mark.parametrize(("language", "text"), [("en", "road between {} and {}"), ("de", "Straße zwischen {} und {}")])
def test_a_path_between_fields_without_their_numbers_is_asked_about(language: str, text: str) -> None:
    """Where a road may be built between two kinds of fields, that one is among what is asked."""
    texts, seen = texts_in(language), 0
    for seed in range(6):
        game = engines.new("mmn", seats=3, seed=seed)
        seat = game.to_act[0]
        game.play(seat, game.legal(seat)[seed])
        for road in [action for action in game.legal(seat) if action[0] == "road"]:
            around = game.places()[road[1]].around
            kinds = [str(each.args["kind"]) for each in around if "number" in each.args and "kind" in each.args]
            if len(kinds) == 2:
                named = (texts.words("mmn", (kind,)) for kind in kinds)
                said = understand(texts, game, seat, ("A", "B", "C"), text.format(*named))
                seen += road in said.asked
                assert said.asked or said.unknown or said.refused or said.action not in game.legal(seat)
                assert said.action in (said.asked[:1] or [said.action])
    assert seen


@pytest.mark.parametrize(
    ("language", "text"),
    [("en", "the city goes to {}"), ("de", "Stadt auf {} bauen"), ("nl", "bouw een stad op {}")],
)
def test_what_a_picture_calls_a_place_is_that_place_and_no_other_of_the_notation(language: str, text: str) -> None:
    game = mmn.position(me={"hand": mmn.ENOUGH, "buildings": ["settlement n08"]})
    assert ear.played(game, language, text.format("J5")) == "city n08", "the picture says J5"
    assert ear.played(game, language, text.format("n08")) == "city n08"
    assert "n08" not in ear.heard(game, language, text.format("N8")).action, "the picture says N8 elsewhere"


@pytest.mark.parametrize(
    ("language", "text", "action"),
    [
        ("en", "take cows 3 from depot 4", "take 4 cow3"),
        ("de", "Kühe 3 aus Depot 4 nehmen", "take 4 cow3"),
        ("en", "take knowledge 19 from depot 2", "take 2 k19"),
        ("en", "buy the black church with 2 workers", "buy black church workers 2"),
        ("nl", "koop de kerk uit het zwarte depot voor 2 arbeiders", "buy black church workers 2"),
    ],
)
def test_every_number_of_what_is_refused_belongs_to_its_word(language: str, text: str, action: str) -> None:
    game = burgundy.position(me={"dice": [4, 1], "workers": 3, "silverlings": 2})
    found = ear.heard(game, language, text)
    assert (found.action, found.asked, len(found.refused)) == (parse(action), (), 1)


@pytest.mark.parametrize(
    ("language", "text"),
    [("en", "move my knight to {}"), ("de", "meinen Ritter nach {} ziehen"), ("nl", "verplaats mijn ridder naar {}")],
)
def test_a_knight_that_is_moved_is_none_that_is_hired(language: str, text: str) -> None:
    """Be its new corner called as in the notation, or as the pictures label it."""
    roads = ["n12-n17", "n17-n22"]
    me = {"hand": "2 wool 2 ore", "buildings": ["city n12"], "roads": roads, "knights": ["n17 basic active"]}
    game = mmn.position(me=me)
    assert {("knight", "n22"), ("move", "n17", "n22")} <= {*game.legal(0)}
    for place in ("n22", render.marks(game.view(0), [("knight", "n22")], ("Anna", "Ben", "Carla"))["n22"]):
        said = understand(texts_in(language), game, 0, ("Anna", "Ben", "Carla"), text.format(place))
        assert said.action == ("move", "n17", "n22")
        assert set(said.asked) <= {said.action}
