"""Names are shown as text that everybody can see, and that does nothing to the text around it."""

from __future__ import annotations

from string import ascii_uppercase
from unicodedata import category

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.wording.texts import texts_in
from render.caption import Caption
from render.kit import fonts
from render.kit.initials import initials, told_apart
from render.names import LONGEST, clusters, displayed_name, isolated, shortened

FAMILY = "\U0001f468\u200d\U0001f469\u200d\U0001f467"
SCOTLAND = "\U0001f3f4\U000e0067\U000e0062\U000e0073\U000e0063\U000e0074\U000e007f"
NAMES = st.one_of(
    st.text(max_size=40),
    st.text(st.characters(categories=["Cc", "Cf", "Zs", "Mn", "Lo", "Co", "So"]), max_size=12),
    st.text(
        st.sampled_from("\u200b\u200d\u2800\u3164\u0301\ufe0f\U0001f468\U0001f1e9aA\u0410\u0645 \\*<@>"), max_size=12
    ),
)


@pytest.mark.parametrize(
    ("stored", "visible"),
    [
        ("Ａｎｎａ Müller", "Anna Müller"),
        ("ⓐnna", "anna"),
        ("𝓐𝓷𝓷𝓪", "Anna"),
        ("\U0001d504\U0001d52b\U0001d52b\U0001d51e", "Anna"),
        ("o´Brien", "o´Brien"),
        ("a\u202eb\u2066c\u2069", "abc"),
        ("soft\u00adhyphen", "softhyphen"),
        ("two\n  lines\u2028here", "two lines here"),
        ("\u0301e\u0301", "é"),
        ("\\", "\\"),
        ("мария", "мария"),
        ("مريم", "مريم"),
        (f"{FAMILY} Fam", f"{FAMILY} Fam"),
        (SCOTLAND, SCOTLAND),
        ("❤\ufe0f", "❤\ufe0f"),
        ("1\ufe0f\u20e3", "1\ufe0f\u20e3"),
        ("x\ufe0f", "x"),
        ("a\u200db", "ab"),
    ],
)
def test_a_name_is_shown_in_plain_visible_characters(stored: str, visible: str) -> None:
    assert displayed_name(stored) == visible


@pytest.mark.parametrize(
    "stored",
    ["", " ", "\u3164", "\uffa0", "\u2800", "\u200e", "\u115f\u1160", "\u200b\u200c\u200d", "\u2060\ufeff", "\ufe0f",
     "\u0301", "\U000e0061\U000e007f", "\ue000", "\U0010ffff", "\u034f", "\u180e", "\u00ad", "\x00\x07",
     "\u3000\u00a0"],
)  # fmt: skip
def test_nothing_is_shown_of_a_name_that_nobody_can_see(stored: str) -> None:
    assert displayed_name(stored) == ""


def test_a_letter_keeps_no_more_marks_than_any_script_needs() -> None:
    assert [category(letter)[0] for letter in displayed_name("x" + "\u0336" * 60 + "y")] == ["L", "M", "M", "M", "L"]


def test_a_long_name_is_cut_between_what_readers_see_as_characters() -> None:
    visible = displayed_name(FAMILY * 100)
    assert len(clusters(visible)) == LONGEST
    assert visible == FAMILY * (LONGEST - 1) + "…"
    assert shortened("e\u0301x\u0302" * 3, 3) == "e\u0301x\u0302…"


@pytest.mark.parametrize("name", ["مريم", "אבי", "Anna مريم", "٣٤"])
def test_a_name_written_from_right_to_left_is_isolated(name: str) -> None:
    assert isolated(name) == f"\u2068{name}\u2069"


@pytest.mark.parametrize("name", ["Anna", "Анна", "ランナ", "12 (3)", "🎲"])
def test_a_name_that_turns_nothing_around_is_left_alone(name: str) -> None:
    assert isolated(name) == name


@given(NAMES)
def test_what_is_shown_of_a_name_is_short_and_shown_again_the_same(stored: str) -> None:
    visible = displayed_name(stored)
    assert displayed_name(visible) == visible
    assert len(clusters(visible)) <= LONGEST
    assert visible == visible.strip()
    assert "  " not in visible


@given(st.lists(NAMES, min_size=1, max_size=6))
def test_initials_are_letters_from_a_to_z_and_no_two_alike(names: list[str]) -> None:
    letters = initials(names)
    assert len(letters) == len({*letters}) == len(names)
    assert {*letters} <= {*ascii_uppercase}


def test_names_that_look_alike_are_told_apart_by_their_letters() -> None:
    names = ["Anna", "\u0410nn\u0430", "Ａｎｎａ", "Ben"]
    assert [told_apart(name, seat, names) for seat, name in enumerate(names)] == [
        "Anna (A)", "\u0410nn\u0430 (C)", "Ａｎｎａ (D)", "Ben",
    ]  # fmt: skip


@pytest.mark.parametrize("name", ["ランナ", "مريم", "지민", "ธิดา", "देवी", "אבי", "🎲", "\u3164", "!ラ", ""])
@pytest.mark.parametrize(("language", "called"), [("en", "Player 2"), ("de", "Spieler 2"), ("nl", "Speler 2")])
def test_a_picture_calls_a_player_by_number_whose_name_it_cannot_draw(name: str, language: str, called: str) -> None:
    caption = Caption(("Anna", name), (), texts_in(language).say, language)
    assert caption.name(1) == called


@pytest.mark.parametrize(
    ("name", "drawn"),
    [("지민 Kim", "Kim"), ("Мария", "Мария"), ("Ωμέγα", "Ωμέγα"), ("Đặng", "Đặng"), ("\\", "\\"), ("🎲 Zoë", "Zoë")],
)
def test_a_picture_shows_what_it_can_draw_of_a_name(name: str, drawn: str) -> None:
    assert Caption((name,), (), texts_in("en").say, "en").name(0) == drawn


@given(st.lists(NAMES, min_size=1, max_size=6))
def test_a_picture_never_leaves_a_name_empty(names: list[str]) -> None:
    caption = Caption(tuple(names), (), texts_in("en").say, "en")
    for seat in range(len(names)):
        assert caption.name(seat) == fonts.drawable(caption.name(seat)) != ""
