"""What a player holds stays hidden wherever somebody else could see it: with everything hidden from a person redrawn,
all that person sees of the bot stays letter for letter the same (MMN)."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

import msgspec
import pytest

import engines
from bot.features.log import log_lines
from bot.tables import Table, event_log
from bot.tables.analysis.seat_knowledge import SeatKnowledge
from engines.record import decode, verify
from storage.models import MoveRow
from storage.moves import LoggedEvents
from tests import records
from tests.bot.parts import shown_message
from tests.bot.room import Room
from tests.bot.seen import WORDS, table, texts_for_viewer
from tests.engines.contract_suite import mutations
from tests.engines.mmn.moves import load_dice
from tests.engines.mmn.positions import position
from tests.engines.replay import replayable

NAMES = ("anna", "ben", "carla")
RECORD = Path(records.__file__).parent / "mmn" / "3-61.json"


@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.proof) for seed in (1, 2, 3))])
@replayable
def test_what_a_person_sees_does_not_depend_on_what_is_hidden_from_that_person(seed: int) -> None:
    """Panels, alt texts, tables of points, refusals and public answers, for every seat and a spectator."""
    rng = Random(seed)
    game = engines.new("mmn", 3, seed)
    compared = 0
    for number in range(420):
        if not game.to_act:
            break
        seat = rng.choice(game.to_act)
        if number % 7 == 0:
            refused_actions = list(mutations(rng.choice(game.legal(seat)), rng))
            for viewer in (None, 0, 1, 2):
                other_world = game.determinize(viewer, rng)
                assert texts_for_viewer(other_world, viewer, refused_actions) == texts_for_viewer(
                    game, viewer, refused_actions
                )
                compared += other_world.dump() != game.dump()
        game.play(seat, rng.choice(game.legal(seat)))
    assert compared > 50


def test_the_summary_tells_nothing_that_stays_hidden() -> None:
    game = verify(decode(RECORD.read_bytes()), engines.GAMES)
    rng = Random(2)
    for viewer in (None, 0, 1, 2):
        other_world = game.determinize(viewer, rng)
        assert other_world.dump() != game.dump()
        assert texts_for_viewer(other_world, viewer, []) == texts_for_viewer(game, viewer, [])


def lines_for_seat(log_table: Table, row: MoveRow, seat: int | None) -> list[str]:
    """Return the lines of the log about a decision without the numbers of their turns."""
    return [re.sub(r"^` *\d+` ", "", line) for line in log_lines(log_table, [row], WORDS, SeatKnowledge.always(seat))]


@pytest.mark.parametrize("seed", [5])
@replayable
def test_the_log_tells_private_news_to_those_they_are_meant_for_alone(seed: int) -> None:
    game = engines.new("mmn", 3, seed)
    rng = Random(seed)
    private_events = 0
    for _ in range(600):
        if not game.to_act:
            break
        mover = rng.choice(game.to_act)
        events = game.play(mover, rng.choice(game.legal(mover)))
        row = MoveRow(game_id=1, version=1, seat=mover, words="", turn=1, events=msgspec.to_builtins(events), scores=[])
        log_table = table(game)
        public_events = [event for event in events if event.seen_by is None]
        assert lines_for_seat(log_table, row, None) == WORDS.events("mmn", public_events, log_table.names)
        assert event_log.public_events(LoggedEvents(1, mover, row.events, False, False)) == [
            event for event in events if event.seen_by is None
        ]
        for seat in range(3):
            known_events = [event for event in events if event.seen_by is None or seat in event.seen_by]
            assert lines_for_seat(log_table, row, seat) == WORDS.events("mmn", known_events, log_table.names)
        private_events += sum(event.seen_by is not None for event in events)
    assert private_events > 20


@pytest.mark.usefixtures("plain_pictures")
@pytest.mark.parametrize("backend", ["sqlite"], indirect=True)
@pytest.mark.room(*NAMES)
async def test_a_theft_is_told_to_thief_and_victim_and_to_nobody_else(room: Room) -> None:
    await room.open_table("mmn", order="joining")
    await room.replace_game(position(me={"cards": ["clairvoyance"]}, others={1: {"hand": "1 jewel 1 coin"}}))
    for words in ("play clairvoyance", "choose seat2"):
        await room.ask(room["anna"], "play", move=words)
    assert "coin" not in room.last.content
    for person in ("ben", "carla"):
        assert await room[person].autocomplete(room.channel, "play", "move", "") == []
    panel = await room.open_panel(room["anna"])
    answer = shown_message(await room["anna"].click(panel, label="Take coin"))
    assert "**anna** took coin from **ben** (only you two see this)" in answer.content
    public_contents = [message.content for message in room.history()]
    assert not any("coin" in text for text in public_contents)
    line = "took coin from **ben**"
    assert line in (await room.ask(room["ben"], "log")).content
    assert line not in (await room.ask(room["carla"], "log")).content


@pytest.mark.usefixtures("plain_pictures")
@pytest.mark.parametrize("backend", ["sqlite"], indirect=True)
@pytest.mark.room(*NAMES)
async def test_who_is_still_missing_is_shown_but_not_what_was_chosen(room: Room) -> None:
    """All who must discard are called at once, and each decides in private."""
    await room.open_table("mmn", order="joining")
    game = position(phase="roll", others={1: {"hand": "8 wool"}, 2: {"hand": "8 ore"}})
    load_dice(game, 3, 4)
    await room.replace_game(game)
    await room.ask(room["anna"], "play", move="roll")
    ben = room["ben"]
    carla = room["carla"]
    assert room.pinged_users()[-1] == [ben.id, carla.id]
    panel = await room.ask(ben, "play", move="discard 4 wool")
    assert "wool" not in room.last.content
    assert f"<@{carla.id}>: discard cards for the seven" in room.last.content, "it is anna's turn"
    assert f"<@{ben.id}>" not in room.last.content
    assert panel.flags.ephemeral
    await room.ask(carla, "play", move="discard 4 ore")
    assert "**ben** discards wool ×4" in room.last.content
    assert "**carla** discards ore ×4" in room.last.content
