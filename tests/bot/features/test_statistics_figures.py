"""Times and changes as figures tell them."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import engines
from bot.delivery.result import signed
from bot.features.statistics import (
    MANY,
    Person,
    Played,
    SeatChoices,
    favourites,
    of_ladder,
    of_person,
    of_server,
    time,
    unusual_options,
)
from bot.wording import LANGUAGES
from bot.wording.texts import texts_in
from storage.columns import utcnow
from storage.models import OutcomeRow, RatingRow, ResultRow
from storage.results import Ladder
from storage.statistics import Sums

EN = texts_in("en")


def test_times_are_told_in_the_largest_unit_of_which_there_are_two() -> None:
    times = [time(seconds, EN) for seconds in (1, 119, 120, 3600, 7199, 7200, 100_000)]
    assert times == ["1 second", "119 seconds", "2 minutes", "60 minutes", "120 minutes", "2 hours", "28 hours"]


def test_a_change_has_a_sign_unless_it_rounds_to_nothing() -> None:
    assert [signed(change, EN) for change in (1.24, -0.36, 0.04, -0.04, 0)] == ["+1.2", "−0.4", "0.0", "0.0", "0.0"]
    assert signed(-1.5, texts_in("de")) == "−1,5"


NO_EDITION: tuple[None, None] = (None, None)


def test_an_option_is_told_of_that_is_chosen_often_and_is_not_the_usual_one() -> None:
    goa = {"royal": "goa"}
    default = {"royal": "end"}
    assert favourites(
        "navegador",
        [SeatChoices(goa, *NO_EDITION), SeatChoices(default, *NO_EDITION), SeatChoices(goa, *NO_EDITION)],
        EN,
    ) == ["-# Favourite option: King's privilege: claimed in Goa (variant) (2 of 3)"]
    assert favourites("navegador", [SeatChoices(goa, *NO_EDITION), SeatChoices(default, *NO_EDITION)], EN) == []
    assert favourites("navegador", [SeatChoices(default, *NO_EDITION), SeatChoices(default, *NO_EDITION)], EN) == []
    assert favourites("navegador", [SeatChoices({"gone": "on"}, *NO_EDITION)] * 2, EN) == []


@pytest.mark.parametrize(("rules", "default"), [(8, "off"), (9, "on")])
def test_what_was_usual_by_the_rules_of_a_game_is_no_choice(rules: int, default: str) -> None:
    options = {"shortage_single_claimant_gets_rest": default, "gold_mode": "choice"}
    assert unusual_options("mmn", rules, options) == {"gold_mode": "choice"}


def test_what_a_later_version_does_not_know_is_left_out() -> None:
    assert favourites("chess", [SeatChoices({"clock": "on"}, {"pawn": 3}, None)] * 2, EN) == []
    assert favourites("navegador", [SeatChoices({}, {"colony": 2, "pawn": 9}, None)], EN) == [
        "-# Per game: Colonies 2.0"
    ]


@pytest.mark.parametrize("key", sorted(key for key, kind in engines.GAMES.items() if kind.presentation.opening))
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_word_of_an_opening_is_one_of_the_language(key: str, language: str) -> None:
    kind = engines.GAMES[key]
    texts = texts_in(language)
    rng = Random(1)
    opening = kind.presentation.opening
    assert opening is not None
    verb = opening.verb
    place = opening.word
    length = opening.length
    game = engines.new(key, kind.seats.start, 7)
    openings = dict[int, list[str]]()
    while any(len(openings.get(seat, ())) < length for seat in range(kind.seats.start)):
        seat = game.to_act[0]
        opening_words = [action[place] for action in game.legal(seat) if action[0] == verb and len(action) > place]
        assert all(texts.word(key, word) != word for word in opening_words), opening_words
        action = rng.choice(game.legal(seat))
        if action[0] == verb and len(action) > place:
            openings.setdefault(seat, []).append(action[place])
        game.play(seat, action)


def rated_game(game_id: int, seats: int, mu: float) -> tuple[OutcomeRow, ResultRow]:
    """Return a game of Navegador after which somebody's rating was ``mu``."""
    outcome = OutcomeRow(game_id=game_id, key="navegador", seats=seats, rules_version=1, how="played")
    before: dict[str, Any] = {"mu_before": 25.0, "sigma_before": 8.0, "sigma": 8.0}
    return outcome, ResultRow(game_id=game_id, seat=0, name="anna", total=80, rank=1, place=1, mu=mu, **before)


def test_the_course_of_a_rating_is_of_games_with_so_many_players_alone() -> None:
    latest = [rated_game(4, 3, 27.0), rated_game(3, 2, 23.0), rated_game(2, 3, 26.0), rated_game(1, 2, 24.0)]
    kinds = {("navegador", seats): Sums(2, 1, 3, 160, 80, 0, 0, 0.0) for seats in (2, 3)}
    person = Person(1, kinds, [], latest)
    page = of_person(person, "Lisbon", lambda user: "anna", EN)
    courses = {line.cells[0]: line.course for line in page.sheet.lines}
    assert courses == {"Navegador (2)": (24.0, 23.0), "Navegador (3)": (26.0, 27.0)}, "the oldest first"


def test_so_many_people_stand_on_a_ladder_whether_they_have_played_much_or_little() -> None:
    fields: dict[str, Any] = {"guild_id": 1, "key": "burgundy", "seats": 3, "game_id": 1, "at": utcnow()}
    settled = [RatingRow(**fields, user_id=user_id, mu=30, sigma=2, games=9) for user_id in range(5)]
    provisional = [RatingRow(**fields, user_id=user_id, mu=30, sigma=8, games=1) for user_id in range(100, 100 + MANY)]
    lines = of_ladder(Ladder(1, "burgundy", 3), [*settled, *provisional], [], {}, "Here", str, EN).lines
    _, *rated_lines = lines[:6]
    heading, *provisional_lines = lines[6:]
    assert [line.partition(" ")[0] for line in rated_lines] == ["1.", "2.", "3.", "4.", "5."]
    assert heading == f"{EN.say('ladder.provisional')}:"
    assert len(rated_lines) + len(provisional_lines) == MANY
    full = of_ladder(Ladder(1, "burgundy", 3), [*settled * 4, *provisional], [], {}, "Here", str, EN).lines
    assert len(full) == 1 + MANY, "no heading without people below it"


UNDRAWN = {1: "ランナ", 2: "مريم", 3: "Ａｎｎａ", 4: "\u3164"}


@pytest.mark.parametrize(("language", "word"), [("en", "Player"), ("de", "Spieler"), ("nl", "Speler")])
def test_a_picture_of_the_ladder_numbers_those_whose_names_it_cannot_draw(language: str, word: str) -> None:
    fields: dict[str, Any] = {"guild_id": 1, "key": "burgundy", "seats": 3, "game_id": 1, "at": utcnow()}
    rows = [RatingRow(**fields, user_id=user, mu=40 - user, sigma=2 if user < 4 else 8, games=9) for user in UNDRAWN]
    texts = texts_in(language)
    page = of_ladder(
        Ladder(1, "burgundy", 3), rows, [], {}, "Here", lambda user: texts.person(UNDRAWN[user], user), texts
    )
    names = [line.cells[0] for line in page.sheet.lines if not line.heading]
    assert names == [f"1  {word} 1", f"2  {word} 2", "3  Anna", f"{word} 4"]
    assert page.lines[2].startswith("2. **\u2068مريم\u2069** **")
    assert f"**{word} 4**" in page.lines[-1]


def test_a_picture_of_a_person_or_server_has_a_title_whatever_they_are_called() -> None:
    person = Person(1, {("navegador", 2): Sums(2, 1, 3, 160, 80, 0, 0, 0.0)}, [], [])
    assert of_person(person, "サーバー", lambda user: EN.person("ธิดา", 1), EN).sheet.title == "Player 1"
    assert of_server(Played([], {}, {}, [], []), "サーバー", str, EN).sheet.title == "This server"
