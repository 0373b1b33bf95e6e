"""Labels of buttons and options are short enough for their place: nothing in recorded games is ever cut."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import product
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import discord
import pytest

import engines
import render
from bot.features.play import choices
from bot.interactions.limits import LABEL, OPTION, SELECT
from bot.panel.choice_labels import Labels
from bot.panel.layout import Panel, move_panel
from bot.panel.offers import offer
from bot.wording import LANGUAGES, texts_in
from engines import Action, Game, Message
from engines.macao.cards import CARDS
from engines.macao.game import Macao
from engines.record import decode, parse, replay
from tests import records
from tests.bot.panels_fit import LONG_NAME
from tests.bot.stubs import stub_table
from tests.engines.macao.positions import position

GAMES = Path(records.__file__).parent
WITH_EQUAL_CARDS = ("macao", "mmn")
"""Games in which two cards may come to the same action."""
Met = tuple[Game, int, list[Action], dict[Action, Message]]


PARTS = 16
PART = pytest.mark.parametrize("part", [0, *(pytest.param(part, marks=pytest.mark.proof) for part in range(1, PARTS))])
"""A sixteenth of all recorded games, and in ``make proof`` the others."""


@cache
def new_decisions(key: str, part: int = 0) -> list[Met]:
    """Return decisions of recorded games, each with the actions and notes that are new in it."""
    decisions = list[Met]()
    known = set[Action]()
    for file in sorted((GAMES / key).glob("*.json"))[part::PARTS]:
        played = decode(file.read_bytes())
        game = replay(played, engines.GAMES, 0)
        for move in played.moves:
            fresh = [action for action in game.legal(move.seat) if action not in known]
            known.update(fresh)
            hints = {action: hint for action in fresh if (hint := game.hint(move.seat, action))}
            if fresh:
                decisions.append((game.copy(), move.seat, fresh, hints))
            game.play(move.seat, parse(move.words))
    return decisions


@PART
@pytest.mark.parametrize("key", engines.GAMES)
def test_no_label_of_a_recorded_game_is_cut(key: str, part: int) -> None:
    for (game, seat, actions, hints), language in product(new_decisions(key, part), LANGUAGES):
        names = [LONG_NAME] * game.state.seats
        table: Any = SimpleNamespace(game=game, row=SimpleNamespace(key=key), names=names)
        texts = texts_in(language).at(game)
        labels = Labels(table, seat, texts, render.marks(game.view(seat), game.legal(seat)))
        for action in actions:
            for label in (labels.button(action), labels.option(action), labels.option(action, titled=True)):
                assert not label.endswith("…"), label
            if action in hints:
                assert len(texts.message(key, hints[action], names)) <= OPTION


@PART
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("key", engines.GAMES)
def test_no_list_and_no_row_of_buttons_offers_two_of_one_label(key: str, language: str, part: int) -> None:
    """Labels differ as a whole and after a first word.

    Looked at are decisions in which something new may be done, a third of them in each language, and all where a game
    has cards that come to the same.
    """
    texts = texts_in(language)
    number = LANGUAGES.index(language)
    decisions = new_decisions(key, part)
    equal = [
        decision
        for decision in decisions
        if len(decision[0].distinct(decision[0].legal(decision[1]))) < len(decision[0].legal(decision[1]))
    ]
    assert equal or part or key not in WITH_EQUAL_CARDS, "in the run of all tests there are some"
    for game, seat, actions, _ in [*equal, *decisions[number :: len(LANGUAGES)]]:
        names = [f"{LONG_NAME[:-1]}{number}" for number in range(game.state.seats)]
        row = SimpleNamespace(key=key, id=1, version=1)
        table: Any = SimpleNamespace(game=game, kind=type(game), row=row, names=names, seats=names)
        begun = {offer(game.distinct(game.legal(seat)), action[:1]).prefix for action in actions}
        for prefix in {(), *begun}:
            buttons, *lists = labels_in(move_panel(table, seat, texts, None, prefix))
            for labels_shown in (buttons, *lists):
                assert [label for label, times in Counter(labels_shown).items() if times > 1] == [], (
                    prefix,
                    labels_shown,
                )


def labels_in(panel: Panel) -> Iterator[list[str]]:
    """Yield the labels of the buttons of a panel, then the options of each of its lists."""
    items = [child.item for child in panel.view.children if isinstance(child, discord.ui.DynamicItem)]
    yield [str(item.label) for item in items if isinstance(item, discord.ui.Button)]
    for item in items:
        if isinstance(item, discord.ui.Select):
            yield [option.label for option in item.options]


def test_where_moves_of_several_kinds_are_offered_a_long_name_keeps_its_kind_and_not_its_price() -> None:
    game = engines.new("mmn", 4, 5)
    texts = texts_in("en").at(game)
    servants = [("servant", f"n{number:02}", "h10") for number in range(1, 55)]
    table: Any = SimpleNamespace(
        game=SimpleNamespace(legal=lambda seat: servants, hint=lambda *_: Message("mmn.word.matching_pair")),
        row=SimpleNamespace(key="mmn"),
        names=(),
    )
    labels = Labels(table, 0, texts)
    long = 0
    for action in servants:
        name = texts.action("mmn", action, ())
        price = " · a resource and its commodity"
        if len(name + price) > LABEL:
            long += 1
            assert labels.button(action, is_kind_named=False) == name
            assert labels.button(action) in (name, f"{texts.words('mmn', action[1:])}{price}")
        else:
            assert labels.button(action, is_kind_named=False) == labels.button(action) == name + price
    assert 0 < long < len(servants)


def test_an_action_that_names_two_places_names_them_by_their_letters_and_says_which_the_last_is() -> None:
    actions = [("move", "n01", "n04"), ("store", "n01", "h10")]
    table: Any = SimpleNamespace(
        game=SimpleNamespace(legal=lambda seat: actions, hint=lambda *_: None), row=SimpleNamespace(key="mmn"), names=()
    )
    texts = texts_in("en").at(engines.new("mmn", 4, 5))
    labels = Labels(table, 0, texts, {"n01": "L1", "n04": "H2", "h10": "K3"})
    moved, stored = (texts.word("mmn", place) for place in ("n04", "h10"))
    assert labels.button(actions[0]) == labels.option(actions[0]) == f"Knight L1 to H2 · {moved}"
    assert labels.button(actions[1]) == f"Store on K3 (at L1) · {stored}"
    assert Labels(table, 0, texts, {"n01": "L" * 60, "n04": "H2"}).button(actions[0]) == f"Knight {'L' * 60} to H2"


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_card_of_macao_keeps_price_and_effect_on_its_button(language: str) -> None:
    """Where there is no room for both, the question tells the effect."""
    game = Macao.new(2, 7)
    texts = texts_in(language)
    seat = game.to_act[0]
    for word in ("take", "discard", "activate"):
        for card in game.presentation.cards:
            action = (word, card)
            cost = game.listed(CARDS[card].cost)
            note = Message("macao.hint.card", {"cubes": cost, "effect": f"{card}.short"})
            answers: dict[str, Any] = {
                "legal": lambda seat, action=action: [action],
                "hint": lambda *_, note=note: note,
            }
            table: Any = SimpleNamespace(
                game=SimpleNamespace(**answers), row=SimpleNamespace(key="macao"), names=("anna", "ben")
            )
            label = Labels(table, seat, texts).button(action)
            assert label.endswith(f" · {texts.message('macao', note, ())}"), label
            assert texts.say(f"macao.card.{card}.name") in label
            assert len(label) <= LABEL


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_card_is_activated_by_a_button_with_its_price(language: str) -> None:
    texts = texts_in(language)
    for card in CARDS:
        game = position(me={"stock": "RRRRGGGGBBBBVVVVKKKKYYYY", "tableau": [card]})
        label = Labels(stub_table(game, people=3, key="macao"), 0, texts).button(
            ("activate", card), is_kind_named=False
        )
        hint = game.hint(0, ("activate", card))
        assert hint is not None
        price = texts.message("macao", Message("macao.hint.cubes", {"cubes": hint.args["cubes"]}), ())
        assert label.startswith(f"{texts.action('macao', ('activate', card))} · {price}")


@pytest.mark.parametrize("language", LANGUAGES)
def test_completions_that_read_alike_differ_by_their_price(language: str) -> None:
    cards = Counter(texts_in(language).word("macao", card) for card in CARDS)
    title = next(title for title, count in cards.items() if count > 1)
    twins = [card for card in sorted(CARDS) if texts_in(language).word("macao", card) == title][:2]
    game = position(phase="cards", display=twins)
    offered = choices(texts_in(language), stub_table(game, people=3, key="macao"), 0, game.legal(0), title)
    names = [action.name for action in offered if action.value in {f"take {card}" for card in twins}]
    assert len({*names}) == 2
    assert all(" · " in name and ": " not in name.partition(" · ")[0] for name in names)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_list_of_places_says_what_lies_around_its_first_and_last(language: str) -> None:
    game = engines.new("mmn", seats=3, seed=5)
    seat = game.to_act[0]
    names = ("anna", "ben", "carla")
    texts = texts_in(language).at(game, names)
    actions = game.legal(seat)
    marks = render.marks(game.view(seat), actions, names)
    placeholder = Labels(stub_table(game, people=3, key="mmn"), seat, texts, marks).ends(actions)
    first, last = (texts.word("mmn", action[-1]) for action in (actions[0], actions[-1]))
    assert placeholder == f"{texts.word('mmn', actions[0][0])} {first} … {last}"
    assert first.startswith(f"{marks[actions[0][-1]]} (")
    assert len(placeholder) <= SELECT
