"""What the ladder shows where only computers are rated."""

from __future__ import annotations

from typing import Any

from bot.features.statistics import ON_LADDER, of_ladder
from bot.wording import LANGUAGES, texts_in
from engines.ratings import EVERYBODY
from storage.columns import utcnow
from storage.models import RatingRow
from storage.results import Ladder

LADDER = Ladder(1, "burgundy", 3)


WHERE: dict[str, Any] = {"guild_id": 1, "key": "burgundy", "seats": 3, "game_id": 1, "at": utcnow()}


def rating_row(level: str, mu: float) -> RatingRow:
    return RatingRow(**WHERE, user_id=0, computer=level, mu=mu, sigma=4.0, games=5)


def test_computers_stand_on_the_sheet_below_their_heading() -> None:
    for language in LANGUAGES:
        texts = texts_in(language)
        page = of_ladder(LADDER, [], [rating_row("strong", 31), rating_row(EVERYBODY, 22)], {}, "Here", str, texts)
        heading, strong, people = page.sheet.lines
        assert (heading.heading, heading.cells) == (True, (texts.say("ladder.computers.short"),))
        assert strong.cells == (texts.say("computer.strong"), texts.decimal(31.0), "5", "–", "–")
        assert people.cells[0] == texts.say("ladder.people")
        assert strong.span == (27, 31, 35)


def test_people_come_first_and_a_full_sheet_has_no_computers() -> None:
    people = [RatingRow(**WHERE, user_id=user_id, mu=30, sigma=2, games=9) for user_id in (1, 2)]
    full_ladder = [*people] * 4
    texts = texts_in("en")
    short_sheet = of_ladder(LADDER, people, [rating_row("easy", 12)], {}, "Here", str, texts).sheet
    assert [line.cells[0] for line in short_sheet.lines] == [
        "1  1",
        "2  2",
        texts.say("ladder.computers.short"),
        "Easy",
    ]
    full_sheet = of_ladder(LADDER, full_ladder, [rating_row("easy", 12)], {}, "Here", str, texts).sheet
    assert len(full_sheet.lines) == ON_LADDER
    assert not any(line.heading for line in full_sheet.lines)
