"""Corners and paths of MMN's map named by their surroundings, as people at a table name them."""

from __future__ import annotations

import pytest

import engines
from bot.wording import texts_in
from engines import Game
from tests.bot.reading import Outcome as Understood
from tests.bot.reading import understand
from tools.bench.phrases import played, where_legal

NAMES = ("Anna", "Ben", "Carla")


@pytest.fixture
def opening() -> Game:
    """Return a game before the first settlement.

    n10 lies between grain 11, grain 6 and brick 9, n14 between grain 11, brick 9, nugget 8.
    """
    return engines.new("mmn", seats=3, seed=7)


def outcome_of(game: Game, language: str, text: str) -> Understood:
    return understand(texts_in(language), game, game.to_act[0], NAMES, text)


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "settlement between the 6 wheat, the 9 hills and the 11 wheat"),
        ("en", "settle 11 grain / 9 clay / 6 grain"),
        ("de", "Siedlung Hügel 9, Acker 11 und Acker 6"),
        ("nl", "dorp tussen de 9 heuvels, akker 6 en akker 11"),
    ],
)
def test_a_corner_is_called_by_its_fields_in_any_order(opening: Game, language: str, text: str) -> None:
    assert outcome_of(opening, language, text) == Understood(("settlement", "n10"))


def test_two_fields_that_several_corners_share_are_asked_about(opening: Game) -> None:
    outcome = outcome_of(opening, "en", "settlement at the 9 hills and the 11 wheat")
    assert set(outcome.asked) == {("settlement", "n10"), ("settlement", "n14")}


def test_fields_of_one_kind_are_counted_and_their_numbers_listed(opening: Game) -> None:
    outcome = outcome_of(opening, "en", "settlement between the two grain 11 and 6")
    assert set(outcome.asked) == {("settlement", "n06"), ("settlement", "n10")}, "no other corner lies at both"


def test_a_path_is_called_by_the_fields_beside_it(opening: Game) -> None:
    opening.play(opening.to_act[0], ("settlement", "n10"))
    assert outcome_of(opening, "en", "road between the 9 hills and the 11 wheat") == Understood(("road", "n10-n14"))


def test_a_corner_that_is_taken_is_refused_and_never_another(opening: Game) -> None:
    opening.play(opening.to_act[0], ("settlement", "n10"))
    opening.play(opening.to_act[0], ("road", "n10-n14"))
    outcome = outcome_of(opening, "en", "settlement at 6 wheat, 9 hills, 11 wheat")
    assert outcome.refused
    assert not outcome.asked


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "settlement grain11/brick9/grain6"),
        ("en", "settlement at grain eleven, clay nine and grain six"),
        ("de", "eine Siedlung bitte, an Lehm neun, Korn sechs und Korn elf"),
        ("nl", "bij steen negen, graan zes en graan elf wil ik een dorp"),
    ],
)
def test_fields_may_be_written_together_and_numbers_as_words(opening: Game, language: str, text: str) -> None:
    assert outcome_of(opening, language, text) == Understood(("settlement", "n10"))


@pytest.mark.parametrize(
    ("language", "text", "corner"),
    [
        ("en", "settlement between grain 11 and 6 and the 9 hills", "n10"),
        ("de", "Siedlung an Acker 11 und 6 und 9er Hügel", "n10"),
        ("en", "settlement at the wool harbour and ore 11", "n16"),
        ("nl", "dorp bij erts 11, wol haven", "n16"),
    ],
)
def test_a_corner_is_called_by_several_numbers_of_a_kind_and_by_the_ware_of_its_harbour(
    opening: Game, language: str, text: str, corner: str
) -> None:
    assert outcome_of(opening, language, text) == Understood(("settlement", corner))


@pytest.mark.parametrize(("harbour", "text"), [("any", "3:1 harbour"), ("any", "Hafen 3:1"), ("own", "{kind}hafen")])
def test_a_corner_at_a_harbour_is_called_by_it(opening: Game, harbour: str, text: str) -> None:
    texts = texts_in("de")
    seat = opening.to_act[0]
    for id, place in opening.places().items():
        field = place.neighbours[0]
        last = place.neighbours[-1]
        if place.kind == "node" and len(place.neighbours) == 2 and last.id.endswith(f"{harbour}_harbour"):
            kind = texts.word("mmn", str(last.args["kind"])) if harbour == "own" else ""
            named = f"Siedlung {texts.word('mmn', str(field.args['kind']))} {field.args['number']}"
            outcome = outcome_of(opening, "de", f"{named} / {text.format(kind=kind)}")
            readings = {outcome.action, *outcome.asked}
            assert ("settlement", id) in readings or ("settlement", id) not in opening.legal(seat)
            assert all(action[0] == "settlement" for action in readings)


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "settlement at the 3:1 harbour, wool 9"),
        ("en", "3:1 harbour at wool 9: settlement"),
        ("de", "3:1 Hafen an Schaf 9: Siedlung"),
    ],
)
def test_the_rate_of_a_harbour_may_begin_the_text(opening: Game, language: str, text: str) -> None:
    assert outcome_of(opening, language, text) == Understood(("settlement", "n43"))


def test_one_of_two_corners_alike_is_asked_about_although_the_other_is_not_legal(opening: Game) -> None:
    alike: dict[tuple[str, ...], list[str]] = {}
    for id, place in opening.places().items():
        if place.kind == "node" and place.neighbours[-1].id == "mmn.place.coast":
            alike.setdefault(tuple(map(str, place.neighbours)), []).append(id)
    corner, twin, *_ = next(ids for ids in alike.values() if len(ids) > 1)
    field = opening.places()[corner].neighbours[0]
    text = f"settlement {field.args['kind']} {field.args['number']} / coast"
    assert {("settlement", corner), ("settlement", twin)} <= set(outcome_of(opening, "en", text).asked)
    opening.play(opening.to_act[0], ("settlement", corner))
    opening.play(opening.to_act[0], opening.legal(opening.to_act[0])[0])
    outcome = outcome_of(opening, "en", text)
    assert outcome.asked or outcome.refused or outcome.action not in opening.legal(opening.to_act[0])


@pytest.mark.parametrize(
    ("language", "side"), [("en", "in the north-east"), ("de", "im Nordosten"), ("nl", "in het noordoosten")]
)
def test_one_of_two_alike_is_called_by_its_side(language: str, side: str) -> None:
    game = engines.new("mmn", seats=3, seed=7)
    texts = texts_in(language)
    legal = {action[1] for action in game.legal(game.to_act[0]) if action[0] == "settlement"}
    corners = [
        (id, place.neighbours[0])
        for id, place in game.places().items()
        if id in legal and place.side == "north_east" and place.neighbours[-1].id.endswith("coast")
    ]
    assert corners
    for id, field in corners:
        named = f"{texts.word('mmn', 'settlement')} {texts.word('mmn', str(field.args['kind']))} {field.args['number']}"
        outcome = outcome_of(game, language, f"{named} / {texts.say('mmn.place.coast')} {side}")
        assert ("settlement", id) in {outcome.action, *outcome.asked}
        assert len(outcome.asked) <= 2


@pytest.mark.parametrize(
    ("text", "corner"),
    [
        ("settlement grain 6 / coast in the north-east", "n07"),
        ("settlement at grain and the coast in the north-east", "n07"),
        ("settlement at lumber and the coast in the south-west", "n28"),
    ],
)
def test_of_several_alike_none_is_meant_but_that_on_the_side_that_was_said(
    opening: Game, text: str, corner: str
) -> None:
    outcome = outcome_of(opening, "en", text)
    assert {outcome.action, *outcome.asked} == {("settlement", corner)}


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "the nine goes on the fourth field of row two"),
        ("de", "Ich lege die 9 auf das Getreidefeld in Reihe 2, Nr. 4."),
        ("nl", "op het graan in rij twee, het vierde veld, komt de negen"),
    ],
)
def test_a_field_without_number_is_called_by_its_row(language: str, text: str) -> None:
    position = where_legal("mmn", [("lay", "9", "h07")])["lay", "9", "h07"]
    reading = understand(texts_in(language), position.game, position.seat, position.names, text)
    assert ("lay", "9", "h07") in {reading.action, *reading.asked}


def test_the_parts_of_a_place_may_stand_apart() -> None:
    position = where_legal("mmn", [("knight", "n16")])["knight", "n16"]
    text = "bij de houthaven 2:1 wil ik een nieuwe ridder, aan wol negen"
    reading = understand(texts_in("nl"), position.game, position.seat, position.names, text)
    assert ("knight", "n16") in {reading.action, *reading.asked}


def test_a_field_and_a_corner_beside_each_other_are_two_places() -> None:
    action = ("journeyman", "n46", "h23")
    position = next(candidate for candidate in played("mmn", 46) if action in candidate.game.legal(candidate.seat))
    text = "gezel op hout 10, bij steen 6 / hout 4 zuidoost / hout 10"
    reading = understand(texts_in("nl"), position.game, position.seat, position.names, text)
    assert action in {reading.action, *reading.asked}


def test_one_thing_may_be_called_by_two_names() -> None:
    position = where_legal("mmn", [("improve", "trade")])["improve", "trade"]
    for language, text in (("en", "improve trade, the yellow one"), ("nl", "de handel verbeteren, geel dus")):
        reading = understand(texts_in(language), position.game, position.seat, position.names, text)
        assert reading == Understood(("improve", "trade"))
