"""The catalogues have every text that the bot uses, and no other."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from string import Formatter

import pytest
from babel.messages.catalog import Message as TranslatableText
from babel.messages.pofile import read_po

import engines
from bot.panel.layout import learn_id
from bot.wording import LANGUAGES, language, texts_in
from bot.wording.escaping import NOTHING_SEEN, bold, plain, unformatted
from bot.wording.languages import catalogue, catalogue_files
from bot.wording.texts import COMMAND_IDS, Texts
from engines import Event, Message
from engines.macao.cards import CARDS
from engines.navegador import board
from engines.record import parse
from render import score_chart
from render.burgundy import words as burgundy
from render.kit import turn
from render.macao import words as macao
from render.mmn import words as mmn
from render.navegador import words as navegador
from tests.bot.everything_said import NAMES, check_words
from tests.engines.contract_suite import Case, sample
from tests.engines.mmn.positions import position
from tests.engines.playing import act
from tests.render.comparing import ids_in

ROOT = Path(__file__).parents[3]
MOST = 20
"""Different texts of one kind that are worded in a random game; ``make proof`` words them all."""
EVERY_LANGUAGE = pytest.mark.parametrize("name", LANGUAGES)
OF_GRAMMAR = re.compile(rf"({'|'.join(engines.GAMES)})\.(as|counted|does)\..+")
"""Ids of texts that one language may have alone, because of its grammar; they are said in place of general ones."""


def placeholders(forms: tuple[str, ...]) -> set[str]:
    return {field for form in forms for _, field, _, _ in Formatter().parse(form) if field is not None}


def entries(name: str) -> dict[str, TranslatableText]:
    """Return every entry of a language's files by id."""
    return {
        entry.id if isinstance(entry.id, str) else entry.id[0]: entry
        for file in catalogue_files(name)
        for entry in read_po(file.open("rb"), locale=name)
        if entry.id
    }


@EVERY_LANGUAGE
def test_every_language_has_every_text_with_the_same_blanks(name: str) -> None:
    english = catalogue("en").texts
    texts = catalogue(name).texts
    assert sorted(set(english) - set(texts)) == []
    assert [id for id in sorted(set(texts) - set(english)) if not OF_GRAMMAR.fullmatch(id)] == []
    plural_forms = {len(texts[id]) for id, forms in english.items() if len(forms) > 1}
    assert len(plural_forms) == 1, "texts that count have as many forms as the language"
    for id, forms in texts.items():
        assert all(forms), f"{id} is empty"
        if id in english:
            assert {len(forms)} == (plural_forms if len(english[id]) > 1 else {1}), f"{id} counts in one language only"
            assert placeholders(forms) == placeholders(english[id]), id


@EVERY_LANGUAGE
def test_every_text_stands_once_in_the_file_of_its_game(name: str) -> None:
    counts = Counter(
        (file.name, id)
        for file in catalogue_files(name)
        for id in re.findall(r'^msgid "(.+)"$', file.read_text(encoding="utf-8"), re.MULTILINE)
    )
    for (file, id), times in counts.items():
        area = id.partition(".")[0]
        assert file == f"{area if area in engines.GAMES else 'portolan'}.po", id
        assert times == 1, id


@EVERY_LANGUAGE
def test_every_text_tells_its_translator_where_it_is_read_and_what_fills_its_blanks(name: str) -> None:
    english = entries("en")
    for id, entry in entries(name).items():
        comment = " ".join(entry.auto_comments)
        assert comment, id
        if id in english:
            assert comment == " ".join(english[id].auto_comments), id
        blanks = {blank for blank in placeholders(catalogue(name).texts[id]) if not blank.startswith("/")}
        assert set(re.findall(r"{(\w+)}: \w", comment)) == blanks, id


@EVERY_LANGUAGE
def test_a_button_is_short_without_what_fills_its_blanks(name: str) -> None:
    buttons = {id: entry.string for id, entry in entries(name).items() if id.startswith("button.")}
    long = {id: text for id, text in buttons.items() if len(re.sub(r"{[^}]*}", "", str(text))) > 25}
    assert long == {}


@EVERY_LANGUAGE
@pytest.mark.parametrize("key", engines.GAMES)
def test_every_question_is_explained_to_whom_the_game_is_new(name: str, key: str) -> None:
    questions = [Message(id) for id in catalogue("en").texts if id.startswith(f"{key}.prompt.")]
    assert questions
    explained = {id for id in catalogue(name).texts if id.startswith(f"{key}.learn.")}
    assert explained == {learn_id(key, question) for question in questions}


AREAS = (
    "error",
    "say",
    "panel",
    "button",
    "lobby",
    "reply",
    "score",
    "log",
    "games",
    "help",
    "me",
    "settings",
    "rules",
    "command",
    "record",
    "avoid",
    "forget",
    "my",
    "privacy",
)
ID = re.compile(rf"({'|'.join([*AREAS, 'permission', 'computer', 'picture', *engines.GAMES])})(\.\w+)+")


@cache
def ids_in_code() -> list[tuple[str, str]]:
    """Return the pattern of every id in the code with its file: literals, and f-strings with gaps."""
    files = [file for layer in ("bot", "engines", "render") for file in sorted(ROOT.glob(f"{layer}/**/*.py"))]
    return [pattern for file in files if "cli" not in file.parts for pattern in patterns_in(file)]


def patterns_in(file: Path) -> Iterator[tuple[str, str]]:
    nodes = list(ast.walk(ast.parse(file.read_text(encoding="utf-8"))))
    joined = [node for node in nodes if isinstance(node, ast.JoinedStr)]
    inside = {id(part) for node in joined for part in node.values}
    for node in nodes:
        text = node.value if isinstance(node, ast.Constant) and id(node) not in inside else None
        if isinstance(text, str) and ID.fullmatch(text):
            yield re.escape(text), f"{file.name}: {text}"
    for node in joined:
        parts = [re.escape(str(part.value)) if isinstance(part, ast.Constant) else r"[\w.-]+" for part in node.values]
        pattern = "".join(parts)
        if "\\." in pattern and re.fullmatch(r"[\w.\\\[\]+-]+", pattern):
            yield pattern, f"{file.name}: {pattern}"


def test_every_id_in_the_code_is_in_the_catalogue() -> None:
    known = {".".join(id.split(".")[:depth]) for id in catalogue("en").texts for depth in range(1, 9)}
    for pattern, place in ids_in_code():
        literal = "[" not in pattern
        if literal and not place.endswith((".json", ".png")):
            assert pattern.replace("\\", "") in known, place


def test_the_catalogue_holds_nothing_that_nobody_says() -> None:
    used = re.compile("|".join({r"command\.[\w.]+\.(name|description)", *(pattern for pattern, _ in ids_in_code())}))
    assert [id for id in catalogue("en").texts if not used.fullmatch(id)] == []


COMMANDS = {
    id.removeprefix("command.").removesuffix(".name").replace(".", " ")
    for id in catalogue("en").texts
    if re.fullmatch(r"command\..+\.name", id)
}


@EVERY_LANGUAGE
def test_no_text_names_a_command_otherwise_than_as_one(name: str) -> None:
    """As bare text it would be in one language alone, and nobody could press it."""
    for id, forms in catalogue(name).texts.items():
        for form in forms:
            assert not re.search(r"(?<![\w/:}<.{])/[^\W\d]\w+", form), id
            assert set(re.findall(r"{/([^}]+)}", form)) <= COMMANDS, id


@pytest.mark.parametrize(("name", "typed"), [("en", "/game new"), ("de", "/spiel neu"), ("nl", "/spel nieuw")])
def test_a_command_is_mentioned_once_its_number_is_known(
    name: str, typed: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert typed in texts_in(name).say("error.no_table_here")
    monkeypatch.setitem(COMMAND_IDS, "game", 42)
    assert "</game new:42>" in texts_in(name).say("error.no_table_here")
    assert f" {typed}" not in texts_in(name).say("error.no_table_here")


@EVERY_LANGUAGE
def test_every_word_of_the_board_has_a_text(name: str) -> None:
    texts = texts_in(name)
    for word in [*board.RONDEL, *board.GOODS, *board.CATEGORIES, *board.REGIONS, *board.BUILDINGS, "pass", "done"]:
        assert texts.has(f"navegador.word.{word}"), word
    for id in ids_in(burgundy, macao, mmn, navegador, turn, score_chart) - MAY_BE_MISSING:
        assert texts.has(id), id


MAY_BE_MISSING = {
    id for optional in (burgundy.NOTES, burgundy.BOARDS, macao.NOTES, mmn.NOTES) for id in optional.values()
}
"""Not every card of the pictures needs these."""


@pytest.mark.parametrize("case", [*sample(engines.GAMES.values())], ids=str)
def test_everything_a_game_says_can_be_worded_in_every_language(case: Case) -> None:
    check_words(case, seed=8, most=MOST)


@pytest.mark.parametrize(
    ("word", "name"), [("seat1", "Ann"), ("seat2", "B\\*n"), ("seat3", "seat3"), ("seat0", "seat0")]
)
def test_a_seat_is_called_by_its_name_where_there_is_one(word: str, name: str) -> None:
    assert texts_in("en").words("mmn", (word,), ["Ann", "B*n"]) == name


@EVERY_LANGUAGE
def test_every_option_has_texts(name: str) -> None:
    texts = texts_in(name)
    for key, kind in engines.GAMES.items():
        assert texts.has(f"{key}.title")
        for option in kind.options:
            for id in (option.id, *(f"{option.id}.{value}" for value in option.values)):
                assert texts.has(f"{key}.option.{id}"), id


def test_languages_are_chosen_from_discords_locales() -> None:
    assert [language(wish) for wish in ("de", "en-GB", "nl", "fr", None, "de_AT")] == [
        "de",
        "en",
        "nl",
        "en",
        "en",
        "de",
    ]
    assert language(None, "nl") == "nl"


@pytest.mark.parametrize(
    ("written", "action", "text_id"),
    [
        (["sell"], "sell gold 3", "navegador.action.sell"),
        (["sell", "sell.gold"], "sell gold 3", "navegador.action.sell.gold"),
        (["sell", "sell.gold", "sell_3"], "sell gold 3", "navegador.action.sell_3"),
        (["sell", "sell.gold", "sell_3", "sell.gold.3"], "sell gold 3", "navegador.action.sell.gold.3"),
        (["sell", "sell.gold", "sell_3"], "sell gold 2 for 9", "navegador.action.sell.gold"),
        (["sell", "sell.gold", "sell.for"], "sell gold for 9", "navegador.action.sell.for"),
        ([], "sell", "navegador.action.sell"),
    ],
)
def test_an_action_has_the_text_that_is_made_for_it_most_closely(
    monkeypatch: pytest.MonkeyPatch, written: list[str], action: str, text_id: str
) -> None:
    ids = {f"navegador.action.{suffix}" for suffix in written}
    for method in ("has", "owns"):
        monkeypatch.setattr(Texts, method, lambda texts, id: id in ids)
    assert texts_in("en").action_id("navegador", parse(action)) == text_id


def test_counting_texts_follow_the_number() -> None:
    texts = texts_in("en")
    assert texts.action("navegador", ("workers", "1")) == "1 worker"
    assert texts.action("navegador", ("workers", "3")) == "3 workers"
    assert texts.action("navegador", ("discover", "angola", "guine", "guine")) == "Discover Angola: 2 ships from Guiné"


@pytest.mark.parametrize(
    ("name", "single", "several"), [("en", "ship", "ships"), ("de", "Schiff", "Schiffe"), ("nl", "schip", "schepen")]
)
def test_what_a_far_field_would_cost_is_counted(name: str, single: str, several: str) -> None:
    for ships, noun in ((1, single), (2, several)):
        refusal = Message("navegador.refuse.rondel_ships", {"field": "ships", "n": ships, "ships": 0})
        assert f" {ships} {noun} " in texts_in(name).message("navegador", refusal, NAMES).replace(";", " ")


@pytest.mark.parametrize(
    ("name", "singular", "plural"),
    [
        ("en", "Sell 1 spice", "Sell 2 spice"),
        ("de", "1 Gewürz verkaufen", "2 Gewürze verkaufen"),
        ("nl", "1 specerij verkopen", "2 specerijen verkopen"),
    ],
)
def test_a_good_takes_the_form_of_its_number(name: str, singular: str, plural: str) -> None:
    texts = texts_in(name)
    assert [texts.action("navegador", ("sell", "spice", n)) for n in "12"] == [singular, plural]


@pytest.mark.parametrize(
    ("name", "singular", "plural", "offer"),
    [
        ("en", "1 spice", "2 spices", "2 coins and 1 jewel for 1 ore"),
        ("de", "1 Gewürz", "2 Gewürze", "2 Münzen und 1 Juwel gegen 1 Erz"),
        ("nl", "1 kruid", "2 kruiden", "2 munten en 1 juweel voor 1 erts"),
    ],
)
def test_so_does_one_that_is_delivered_or_offered(name: str, singular: str, plural: str, offer: str) -> None:
    texts = texts_in(name)
    for count, good in ((1, singular), (2, plural)):
        event = engines.Event("delivered", 0, {"count": count, "ware": "spices", "port": "lisboa", "prestige": 5})
        line = texts.event("macao", event, NAMES)
        assert f" {good} " in line
        assert " in Lisboa" in line
    assert offer in texts.action("mmn", parse("offer 2 coin 1 jewel for 1 ore"))


def test_the_cards_of_macao_have_dutch_names() -> None:
    german = catalogue("de").texts
    dutch = catalogue("nl").texts
    names = [f"macao.card.{card}.name" for card in engines.GAMES["macao"].presentation.cards]
    alike = {dutch[name][0] for name in names if dutch[name] == german[name]}
    ladies = {"Donna Blu", "Frau Rot", "Lady Black", "Madame Vert", "Miss Grey", "Senora Violetta"}
    baronesses = {"Baronesa Um", "Baronesa Dois", "Baronesa Três"}
    assert alike == ladies | baronesses | {"Bank", "Mik's Taverne", "Abt", "Gouverneur", "Professor"}
    assert len({dutch[name] for name in names}) == len({german[name] for name in names}), "no two have the same name"


def test_english_lists_are_british() -> None:
    assert texts_in("en").say("panel.words", words=["red", "green", "blue"]) == "So far: red, green and blue"


def test_a_depot_has_its_article_in_german() -> None:
    texts = texts_in("de")
    for depot, where in (("3", "in Depot 3"), ("black", "in dem schwarzen Depot")):
        fact = Message("burgundy.fact.lies", {"tile": "castle", "depot": depot})
        assert texts.message("burgundy", fact, NAMES) == f"Burg liegt {where}"


def test_goods_of_the_rounds_to_come_are_told_in_their_order() -> None:
    """Other lists count equal things, the most first."""
    texts = texts_in("en")
    goods = ["turquoise", "brown", "purple", "brown"]
    for text in (
        texts.event("burgundy", Event("phase", None, {"phase": "B", "goods": goods}), ["anna"]),
        texts.message("burgundy", Message("burgundy.tell.coming", {"goods": goods}), ["anna"]),
        texts.message("burgundy", Message("burgundy.describe.coming", {"goods": goods}), ["anna"]),
    ):
        assert "turquoise, brown, purple and brown" in text.lower()
    lost = texts.message("burgundy", Message("burgundy.hint.goods", {"goods": goods}), ["anna"])
    assert lost.lower().startswith("brown ×2")


def test_the_phase_of_macao_is_named_for_who_listens() -> None:
    described = engines.new("macao", seats=2, seed=1).describe(None)[0]
    assert [texts_in(name).message("macao", described, NAMES) for name in LANGUAGES] == [
        "Round 0, Draft.",
        "Runde 0, Startkarten.",
        "Ronde 0, Startkaarten.",
    ]


def test_names_cannot_break_a_text_or_mention_anybody() -> None:
    line = texts_in("en").event("navegador", engines.Event("card_used", 0), ["**@everyone** `x`"])
    assert "@everyone" not in line
    assert "`x`" not in line.replace("\\`", "")


LIVE = {
    "a link": r"https?://\S|discord\.gg/\w",
    "a mention, a time, a command or an emoji of a server": r"<(?:[@#/]|t:|a?:|id:|https?:)",
    "everybody": r"@(?:everyone|here)",
    "an emoji": r":[a-z_+\d]+:",
    "formatting": r"[*_~`|]|\[[^\]]*\]\(",
    "the look of a line": r"^(?:#{1,3}|-#|>|>>>|-|\*) ",
}
"""What Discord makes something of, once what is behind a backslash is gone."""

NASTY = (
    "https://evil.example",
    "<https://evil.example>",
    "[free](https://evil.example)",
    "discord.gg/evil",
    "<t:1700000000:R>",
    "<#123456789012345678>",
    "</game end:123456789012345678>",
    "<:kappa:123456789012345678>",
    "<a:kappa:123456789012345678>",
    "<id:customize>",
    "<@123456789012345678>",
    "<@&123456789012345678>",
    "@everyone and @here",
    ":skull:",
    "||spoiler||",
    "**bold** __under__ ~~gone~~",
    "_*`mixed`*_",
    "# heading",
    "-# small",
    "> quote",
    ">>> quotes",
    "- item",
    "```code",
    "end\\",
    "two\nlines",
)


@pytest.mark.parametrize("name", NASTY)
def test_a_name_is_shown_as_it_is_and_nothing_is_made_of_it(name: str) -> None:
    shown = plain(name)
    escaped = re.sub(r"\\[^0-9A-Za-z\s]", "", shown)  # as Discord reads a backslash
    assert [kind for kind, live in LIVE.items() if re.search(live, escaped)] == [], shown
    assert "\\" not in escaped
    assert "\n" not in shown
    assert re.sub(r"\\(.)", r"\1", shown).replace(NOTHING_SEEN, "") == name.replace("\n", " ")
    assert unformatted(bold("foo_bar <3")) == "foo_bar <3"


def test_a_name_turns_no_text_around() -> None:
    assert plain("a\u202eb\u2067 \u2028c ") == "a b c"


def test_what_is_typed_is_shown_up_to_eighty_characters() -> None:
    assert plain("x" * 80) == "x" * 80
    assert plain("x" * 81) == "x" * 79 + "…"


def test_what_somebody_typed_is_shown_as_typed() -> None:
    """This holds even for a word that the game knows by another name."""
    refusal = Message("mmn.refuse.no_kind", {"typed": "gold *now*"})
    assert (
        texts_in("de").message("mmn", refusal, NAMES)
        == "Karten der Sorte „gold \\*now\\*“ gibt es nicht. Wähle einen der Vorschläge."
    )
    assert "“gold”" in texts_in("en").message("mmn", Message("mmn.refuse.no_kind", {"typed": "gold"}), NAMES)


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("en", "**Anna** pays brick and lumber and builds a road n01-n04"),
        ("de", "**Anna** zahlt Lehm und Holz und baut eine Straße n01-n04"),
        ("nl", "**Anna** betaalt baksteen en hout en bouwt een straat n01-n04"),
    ],
)
def test_what_was_paid_stands_in_the_line_of_what_it_bought(language: str, line: str) -> None:
    events = act(position(me={"hand": "2 brick 2 lumber", "roads": ["n04-n08"]}), "road n01-n04")
    assert texts_in(language).events("mmn", events, ["Anna", "Ben", "Carla"])[0] == line
    unrelated = [engines.Event("paid", 0, {"cards": ["brick"]}), engines.Event("turn", 1, {"turn": 2})]
    assert len(texts_in(language).events("mmn", unrelated, ["Anna", "Ben", "Carla"])) == 2


def test_what_is_paid_piece_by_piece_is_said_in_one_line() -> None:
    paid = [engines.Event("paid", 1, {"cubes": [colour]}) for colour in ("black", "green", "black")]
    sailed = engines.Event("ship", 1, {"space": "marseille", "steps": 3})
    others = engines.Event("paid", 2, {"cubes": ["red"]})
    lines = texts_in("en").events("macao", [*paid, sailed, others], ["Anna", "Ben", "Carla"])
    assert lines == ["**Ben** pays black ×2 and green and sails to Marseille", "**Carla** pays red"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_in_the_log_of_macao_each_card_is_told_apart_from_all_others(language: str) -> None:
    taken = [engines.Event("took", 0, {"card": card}) for card in CARDS]
    assert len(set(texts_in(language).events("macao", taken, ["Anna"]))) == len(CARDS)


@pytest.mark.parametrize(
    ("seats", "language", "lines"),
    [
        ((0, 1, 2, 3), "en", ["⚠ everybody gets a penalty marker (card left)"]),
        ((2, 3, 0), "en", ["⚠ everybody but **Ben** gets a penalty marker (card left)"]),
        ((2, 3, 0), "de", ["⚠ jeder außer **Ben** erhält einen Strafmarker (Karte übrig)"]),
        ((2, 3, 0), "nl", ["⚠ iedereen behalve **Ben** krijgt een strafmarker (kaart over)"]),
        ((2,), "en", ["⚠ **Carla** gets a penalty marker (card left)"]),
        ((2, 2), "en", ["⚠ **Carla** gets a penalty marker (card left) (×2)"]),
    ],
)
def test_what_everybody_does_or_all_but_one_is_said_once(
    seats: tuple[int, ...], language: str, lines: list[str]
) -> None:
    events = [engines.Event("penalty", seat, {"reason": "tableau"}) for seat in seats]
    assert texts_in(language).events("macao", events, ["Anna", "Ben", "Carla", "Dirk"]) == lines
    passed = [engines.Event("passed", seat) for seat in (0, 1)]
    assert len(texts_in("en").events("macao", passed, ["Anna", "Ben", "Carla"])) == 2, "two of three are named"
    assert len(texts_in("en").events("macao", passed, ["Anna", "Ben"])) == 2
    assert len(texts_in("en").events("macao", [events[0], passed[1]], ["Anna", "Ben", "Carla"])) == 2
