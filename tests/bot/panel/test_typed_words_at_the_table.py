"""Moves typed in words of a language at a table: played, narrowed, asked about with buttons, or answered."""

from __future__ import annotations

import pytest
from simcord.actors import MemberActor

from bot.language.read.tokens.utterance import LONGEST
from engines import Game
from tests.bot.english import english
from tests.bot.language.test_typed_words import game_with_equal_offices, game_with_offices
from tests.bot.parts import labels, shown_message
from tests.bot.room import Room
from tests.bot.typing_words import sailing
from tests.engines.macao import positions as macao
from tests.engines.mmn import positions as mmn
from tests.engines.navegador import positions as navegador
from tests.engines.navegador.moves import on

pytestmark = [
    pytest.mark.usefixtures("plain_pictures"),
    pytest.mark.parametrize("backend", ["sqlite"], indirect=True),
]


async def open_position(room: Room, game: Game, language: str) -> MemberActor:
    """Open a table at a position; return the first person to act, who speaks this language."""
    await room.open_table(game.key, order="joining")
    await room.replace_game(game)
    person = await room.person_at(0)
    await room.ask(person, "language", language=language)
    return person


@pytest.mark.room("anna", "ben", "carla")
async def test_a_move_typed_in_german_is_played(room: Room) -> None:
    person = await open_position(room, on("workers"), "de")
    panel = await room.ask(person, "play", move="ARBEITER 1")
    assert panel.content.startswith("✓ 1 Arbeiter")
    assert [move.words for move in await room.moves()] == ["workers 1"]


@pytest.mark.room("anna", "ben", "carla")
async def test_a_verb_typed_in_german_narrows_the_panel(room: Room) -> None:
    person = await open_position(room, sailing(), "de")
    by_word = await room.ask(person, "play", move="Segeln")
    by_id = await room.ask(person, "play", move="sail")
    assert (by_word.content, labels(by_word)) == (by_id.content, labels(by_id))
    assert await room.moves() == []


@pytest.mark.room("anna", "ben", "carla")
async def test_what_could_mean_two_things_is_asked_about_and_played_with_a_button(room: Room) -> None:
    person = await open_position(room, game_with_equal_offices(), "nl")
    asking_panel = await room.ask(person, "play", move="TOL activeren")
    question = asking_panel.content.split("\n")[0]
    assert question.startswith("Bedoelde je **Tol activeren · ")
    assert question.endswith("**?")
    assert "** of **" in question
    assert "`" not in question, "a person's words, not the game's notation"
    assert len({*labels(asking_panel)}) == 3, "each says what it costs"
    assert "**Macao**" in asking_panel.content, "what is being asked stands below"
    again = await room.ask(person, "play", move="ja")
    assert (again.content, labels(again)) == (asking_panel.content, labels(asking_panel)), "yes says neither"
    assert await room.moves() == []
    await person.click(again, label=labels(again)[1])
    assert [move.words for move in await room.moves()] == ["activate zoll_4"]


@pytest.mark.room("anna", "ben", "carla")
async def test_equal_cards_are_one_choice_and_used_at_once(room: Room) -> None:
    person = await open_position(room, game_with_offices(), "de")
    panel = await room.ask(person, "play")
    assert sum(label.startswith("Zoll ·") for label in labels(panel)) == 1
    await room.ask(person, "play", move="Karte nutzen Zoll")
    assert [move.words for move in await room.moves()] == ["use zoll_1"]


@pytest.mark.room("anna", "ben", "carla")
async def test_what_was_asked_about_is_left_with_the_whole_panel(room: Room) -> None:
    person = await open_position(room, game_with_equal_offices(), "de")
    question = await room.ask(person, "play", move="Zoll aktivieren")
    assert question.content.startswith("Meintest du **")
    panel = shown_message(await person.click(question, label="Zurück"))
    assert labels(panel) == labels(await room.ask(person, "play"))


@pytest.mark.room("anna", "ben", "carla")
async def test_no_more_than_three_are_asked_about(room: Room) -> None:
    four = [f"zoll_{number}" for number in range(1, 5)]
    person = await open_position(room, macao.position(me={"stock": "RRRRRR", "tableau": four}), "en")
    question = await room.ask(person, "play", move="activate customs")
    assert len(labels(question)) == 4
    assert question.content.startswith("Did you mean **")
    assert "`" not in question.content


@pytest.mark.room("anna", "ben", "carla")
async def test_what_nothing_is_called_is_told_so_with_examples_of_what_is(room: Room) -> None:
    person = await open_position(room, on("workers"), "nl")
    answer = await room.ask(person, "play", move="xyz")
    head, _, question = answer.content.partition("\n")
    assert head == (
        "✗ Ik begrijp “xyz” niet. Kies hieronder, of typ wat op een knop staat, bijvoorbeeld **1 arbeider**."
    ), head
    assert question == (await room.ask(person, "play")).content
    assert await room.moves() == []


@pytest.mark.room("anna", "ben", "carla")
async def test_hostile_words_are_answered(room: Room) -> None:
    person = await open_position(room, game_with_offices(), "de")
    for typed in (
        "Karte nutzen " + "Zoll " * 197,
        "🚢" * LONGEST,
        "\u202eשלום",
        " ",
        "{w1} {0}",
        "x" * LONGEST,
    ):
        answer = await room.ask(person, "play", move=typed)
        assert answer.content.startswith(("✗ „", "✗ Mit *w1* kann ich nichts anfangen.")) or not typed.strip()
    assert await room.moves() == []
    assert [entry for entry in room.logs if entry["log_level"] == "error"] == []


@pytest.mark.parametrize(("language", "no"), [("en", "no"), ("de", "nein"), ("nl", "nee")])
@pytest.mark.room("anna", "ben", "carla")
async def test_no_ends_no_turn_where_nothing_was_asked(room: Room, language: str, no: str) -> None:
    person = await open_position(room, mmn.position(), language)
    panel = (await room.ask(person, "play")).content
    assert (await room.ask(person, "play", move=no)).content == panel
    assert await room.moves() == []


@pytest.mark.room("anna", "ben", "carla")
async def test_who_is_not_to_act_is_told_so_whatever_is_typed(room: Room) -> None:
    await open_position(room, on("workers"), "de")
    answer = await room.ask(await room.person_at(1), "play", move="Arbeiter 1")
    assert answer.content == english("error.not_your_turn", seats=["**anna**"])


@pytest.mark.parametrize(
    ("language", "slip", "no", "yes"),
    [
        ("en", "wrokres 1", "no", "Yes!"),
        ("de", "1 Arbietre", "nein", "ja, bitte"),
        ("nl", "wrekesr 1", "Terug", "oké"),
    ],
)
@pytest.mark.room("anna", "ben", "carla")
async def test_whether_a_guess_was_meant_is_answered_in_words(
    room: Room, language: str, slip: str, no: str, yes: str
) -> None:
    person = await open_position(room, on("workers"), language)
    fresh = await room.ask(person, "play")
    assert "\n" in (await room.ask(person, "play", move=slip)).content
    assert (await room.ask(person, "play", move=no)).content == fresh.content
    assert "✗" in (await room.ask(person, "play", move=yes)).content, "nothing is asked any more"
    await room.ask(person, "play", move=slip)
    played = await room.ask(person, "play", move=yes)
    assert played.content.startswith("✓"), played.content
    assert [move.words for move in await room.moves()] == ["workers 1"]


@pytest.mark.parametrize("yes", ["end turn", "Yes", "yes, reveal"])
@pytest.mark.room("anna", "ben", "carla")
async def test_the_words_of_the_button_confirm_what_is_asked_once_more(room: Room, yes: str) -> None:
    room.questions = True
    person = await open_position(room, on("workers", trigger="nagasaki", turns_left=1), "en")
    question = await room.ask(person, "play", move="workers 1")
    assert question.content.startswith("**1 worker · 50 Cr?**"), question.content
    assert (await room.ask(person, "play", move=yes)).content.startswith("✓")
    assert [move.words for move in await room.moves()] == ["workers 1"]


@pytest.mark.room("anna", "ben", "carla")
async def test_a_question_is_not_answered_once_the_table_has_moved_on(room: Room) -> None:
    person = await open_position(room, on("workers"), "en")
    await room.ask(person, "play", move="wrokres 1")
    await room.replace_game(on("workers"))
    assert "✗" in (await room.ask(person, "play", move="yes")).content
    assert await room.moves() == []


@pytest.mark.room("anna", "ben", "carla")
async def test_a_number_alone_goes_on_with_what_is_chosen(room: Room) -> None:
    person = await open_position(room, sailing(), "en")
    game = (await room.table()).game
    begun = game.legal(0)[0][:-1]
    last = {action[-1] for action in game.legal(0) if action[:-1] == begun}
    assert len(last) > 1
    await room.ask(person, "play", move=" ".join(begun))
    await room.ask(person, "play", move=min(last))
    assert [move.words for move in await room.moves()] == [" ".join((*begun, min(last)))]


@pytest.mark.room("anna", "ben", "carla")
async def test_what_stands_behind_a_decision_is_played_as_it_was_said(room: Room) -> None:
    me = {"stone": "ships", "colonies": {"sugar": 1, "spice": 3}, "factories": {"spice": 2}}
    person = await open_position(room, navegador.position(me=me), "en")
    question = await room.ask(person, "play", move="to the market before Builder; sell my sugar and process two spices")
    assert question.content.startswith("✓ Market (before Builder)\n✓ Sell 1 sugar\n✓ Process 2 spice\n")
    assert [move.words for move in await room.moves()] == ["rondel market2", "sell sugar 1", "process spice 2"]


@pytest.mark.room("anna", "ben", "carla")
async def test_what_waits_for_a_payment_is_named(room: Room) -> None:
    person = await open_position(room, macao.position(me={"stock": "RRKK"}), "en")
    question = await room.ask(person, "play", move="wall 1 and pass")
    assert [move.words for move in await room.moves()] == ["wall 1"]
    assert "After that: “pass”." in question.content
