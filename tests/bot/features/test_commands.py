"""What commands complete, refuse and answer, called without Discord."""

from __future__ import annotations

from typing import Any

import pytest

import engines
from bot.features import cards, leaving, moving, play, server_settings, table_option
from bot.features.games import games as games_command
from bot.features.leaving import ConfirmLeavingButton
from bot.features.lobby import new_table
from bot.features.lobby.new_table import ThreadButton
from bot.features.log import LINES, log_lines, pages_from_end, show_log
from bot.interactions import components
from bot.interactions.controls import LONGEST_PAGE
from bot.tables import Refused, Table, TableBroken, Tables
from bot.tables.analysis.seat_knowledge import SeatKnowledge
from bot.wording import texts_in
from storage import games, jobs
from storage.database import Database
from storage.models import MoveKind, MoveRow, SeatOrder
from tests.bot.clicking import Click, call
from tests.bot.lobbies import next_click, raises_refusal, run_table_jobs, sqlite
from tests.bot.stubs import stub_game, stub_table
from tests.storage.sample import unsent

WORDS = texts_in("en")
ANNA = 11
BEN = 12
CARLA = 13
ZOE = 99


async def started(database: Database, channel: int = 5, key: str = "navegador") -> Table:
    """Open and start a table of Anna, Ben and a computer in joining order, up to a person's decision."""
    tables = Tables(database)
    lobby = tables.lobby
    table = await lobby.open(
        key, guild_id=9, channel_id=channel, host=(ANNA, "anna"), click=next_click(), order=SeatOrder.JOINING
    )
    await lobby.join(table.row.id, BEN, "Ben", click=next_click())
    await lobby.add_computer(table.row.id, "random", "Benjamin", user_id=ANNA, click=next_click())
    await lobby.start(table.row.id, user_id=ANNA)
    return await run_table_jobs(tables, table.row.id)


def values(choices: list[Any]) -> list[Any]:
    return [choice.value for choice in choices]


# -- cards, tiles, topics ----------------------------------------------------------------------------------------------


@sqlite
async def test_cards_that_begin_with_what_was_typed_come_first(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    titles = [("Old mill", "a.1"), ("Mill (x)", "a.2"), ("Bank", "a.3"), ("Milliner", "a.4"), ("Sawmill", "a.5")]
    monkeypatch.setattr(cards, "card_titles", lambda words: titles)
    assert values(await cards.complete_card(Click(database).given, "MILL")) == ["a.2", "a.4", "a.1", "a.5"]
    monkeypatch.setattr(
        cards, "card_titles", lambda words: [(f"{number:02}" + "x" * 118, str(number)) for number in range(30)]
    )
    choices = await cards.complete_card(Click(database).given, "")
    assert values(choices) == [str(number) for number in range(25)]
    assert {len(choice.name) for choice in choices} == {100}
    monkeypatch.setattr(cards, "card_titles", lambda words: [("Office", "b.1"), ("Bank", "b.2"), ("Office", "b.3")])
    assert values(await cards.complete_card(Click(database).given, "")) == ["b.1", "b.2"]


@sqlite
@pytest.mark.parametrize("typed", ["old mill", " Old Mill (Macao) ", "macao.mill"])
async def test_a_card_is_found_by_its_name_its_title_and_its_id(
    database: Database, monkeypatch: pytest.MonkeyPatch, typed: str
) -> None:
    shown: list[tuple[str, str]] = []

    async def show(interaction: object, words: object, key: str, id: str) -> None:
        shown.append((key, id))

    monkeypatch.setattr(
        cards, "card_titles", lambda words: [("Bank (x)", "x.bank"), ("Old mill (Macao)", "macao.mill")]
    )
    monkeypatch.setattr(cards, "show", show)
    await call(cards.card, Click(database), typed)
    assert shown == [("macao", "mill")]
    with pytest.raises(Refused) as raised:
        await call(cards.card, Click(database), "mill")
    assert raised.value.message.args == {"typed": "mill", "near": "Old mill (Macao)"}


@sqlite
async def test_numbered_tiles_are_found_by_number(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    tiles = cards.numbered()
    assert min(tiles) == 1
    assert sorted(tiles) == list(range(1, max(tiles) + 1))
    choices = values(await cards.complete_tile(Click(database).given, "2"))
    assert choices == [number for number in sorted(tiles) if str(number).startswith("2")][:25]
    assert len(await cards.complete_tile(Click(database).given, "")) == min(25, len(tiles))
    for missing_number in (0, max(tiles) + 1):
        with pytest.raises(Refused) as raised:
            await call(cards.tile, Click(database), missing_number)
        assert raised.value.message.args == {"typed": str(missing_number), "n": max(tiles)}


# -- moves, players, tables, options -----------------------------------------------------------------------------------


@sqlite
async def test_a_move_is_completed_from_all_that_was_typed_for_whoever_sits_here(database: Database) -> None:
    table = await started(database)
    mover = table.user_at(table.game.to_act[0]) or 0
    assert values(await play.complete_move(Click(database, mover).given, "RON ship")) == ["rondel ships"]
    assert values(await play.complete_move(Click(database, mover).given, "rondel")) == [
        f"rondel {field}" for _, field in table.game.legal(table.game.to_act[0])
    ]
    (choice,) = await play.complete_move(Click(database, mover).given, "sailing")
    assert choice.name == "Sailing"
    assert await play.complete_move(Click(database, mover).given, "ships nowhere") == []
    other_user = next(user for user in (ANNA, BEN) if user != mover)
    for click in (Click(database, other_user), Click(database, ZOE), Click(database, mover, channel=6)):
        assert await play.complete_move(click.given, "") == []
    assert await play.complete_move(Click(database, mover, channel=None).given, "") == []


@sqlite
async def test_at_most_25_moves_are_completed_and_none_too_long(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    legal = [
        ("x" * 30, "y" * 30),
        ("x" * 95, "1234"),
        ("x" * 95, "12345"),
        *(("y", str(number)) for number in range(40)),
    ]
    table = stub_table(stub_game(legal=legal))

    async def stubbed_table(self: object, channel_id: int) -> Table:
        return table

    monkeypatch.setattr(Tables, "table_in", stubbed_table)
    choices = await play.complete_move(Click(database, 100).given, "")
    assert len(choices) == 25
    assert values(choices)[:3] == [*map(" ".join, legal[:2]), "y 0"]
    assert [choice.name[-9:] for choice in choices[:3]] == ["y" * 9, "xxx… 1234", "y 0"]
    assert all(len(choice.name) <= 100 for choice in choices)


@sqlite
async def test_people_who_still_play_are_completed_by_name(database: Database) -> None:
    table = await started(database)
    complete = table_option.complete_player
    assert [(choice.name, choice.value) for choice in await complete(Click(database).given, "")] == [
        ("anna", 0),
        ("Ben", 1),
    ]
    assert values(await complete(Click(database).given, "bEN")) == [1]
    await Tables(database).seating.resign(table.row.id, BEN)
    assert values(await complete(Click(database).given, "")) == [0]
    assert await complete(Click(database, channel=77).given, "") == []
    assert await complete(Click(database, channel=None).given, "") == []


@sqlite
@pytest.mark.parametrize(
    ("names", "typed", "offered"),
    [
        (("Ａｎｎａ", "Zoë"), "anna", [("Anna", 0)]),
        (("Ａｎｎａ", "Zoë"), "zoe", [("Zoë", 1)]),
        (("\u3164", "مريم"), "", [("Player 1", 0), ("\u2068مريم\u2069", 1)]),
        (("Anna", "\u0410nn\u0430"), "", [("Anna (A)", 0), ("\u0410nn\u0430 (C)", 1)]),
    ],
)
async def test_people_are_completed_as_they_are_shown(
    database: Database, names: tuple[str, str], typed: str, offered: list[tuple[str, int]]
) -> None:
    table = await started(database)
    for user, name in zip((ANNA, BEN), names, strict=True):
        await Tables(database).present_names.learn(user, table.row.guild_id, name)
    choices = await table_option.complete_player(Click(database).given, typed)
    assert [(choice.name, choice.value) for choice in choices] == offered


@sqlite
async def test_own_tables_of_the_server_are_completed_by_number_and_title(database: Database) -> None:
    """Tables that the person may move, as their host or as an administrator, are completed."""
    first = await started(database)
    second = await started(database, 6)

    async def complete(user: int, typed: str = "", **click: Any) -> list[Any]:
        return await moving.complete_movable_table(Click(database, user, **click).given, typed)

    choices = await complete(ANNA)
    assert [(choice.name, choice.value) for choice in choices] == [
        (f"#{table.row.id} Navegador", table.row.id) for table in (first, second)
    ]
    assert values(await complete(ANNA, f"#{second.row.id}")) == [second.row.id]
    assert values(await complete(BEN, manages=True)) == [first.row.id, second.row.id]
    for completion in (complete(BEN), complete(ANNA, guild=8), complete(ZOE, admin=True)):
        assert await completion == []


@sqlite
async def test_an_option_is_completed_behind_those_already_chosen(database: Database) -> None:
    def click(**namespace: str) -> Click:
        return Click(database, namespace=type("Namespace", (), namespace)())

    assert await new_table.complete_options(click().given, "") == []
    assert await new_table.complete_options(click(game="chess").given, "") == []
    for key in ("navegador", "burgundy"):
        choices = values(await new_table.complete_options(click(game=key).given, ""))
        assert choices == [
            f"{any_option.id}={value}" for any_option in engines.GAMES[key].options for value in any_option.values
        ]
    all_options = ", ".join(f"{name}={value}" for name, value in engines.GAMES["navegador"].defaults().items())
    assert await new_table.complete_options(click(game="navegador").given, f"{all_options}, ") == []
    further_choices = values(await new_table.complete_options(click(game="burgundy").given, "mode=free, "))
    assert further_choices == [
        f"mode=free, {option.id}={value}"
        for option in engines.GAMES["burgundy"].options
        if option.id != "mode"
        for value in option.values
    ]
    narrowed = values(await new_table.complete_options(click(game="burgundy").given, "mode=free,  EDITION=SPEC "))
    assert narrowed == ["mode=free, edition=special"]
    long_text = "mode=free, " + "x" * 75 + ", "
    fitting = values(await new_table.complete_options(click(game="burgundy").given, long_text))
    assert fitting == [
        long_text + further_option for further_option in ("boards=2011", "boards=extra", "edition=2011", "edition=2019")
    ]
    assert max(map(len, fitting)) == 100
    for length in range(66, 86):
        prefix = "mode=free, " + "x" * length + ", "
        choices = [prefix + further_option.rpartition(", ")[2] for further_option in further_choices]
        assert values(await new_table.complete_options(click(game="burgundy").given, prefix)) == [
            text for text in choices if len(text) <= 100
        ]


def test_options_are_read_as_typed() -> None:
    assert new_table.parse_options(" royal = goa ,, speed=fast,") == {"royal": "goa", "speed": "fast"}
    assert new_table.parse_options("") == {}
    with pytest.raises(Refused) as raised:
        new_table.parse_options("royal=goa, fast")
    assert raised.value.message.args == {"typed": "fast"}


def test_options_survive_in_a_button_as_digits() -> None:
    options = {"mode": "free", "edition": "special"}
    digits = new_table.packed("burgundy", options)
    assert digits.isdecimal()
    unpacked = new_table.parse_options(new_table.unpacked("burgundy", digits))
    assert {name: unpacked[name] for name in options} == options
    assert new_table.packed("burgundy", unpacked) == digits
    assert set(new_table.packed("navegador", {})) == {"0"}
    assert new_table.packed("navegador", {"royal": "gone"}) == new_table.packed("navegador", {}), "a value it had once"
    assert new_table.unpacked("navegador", "1") == "royal=goa", "as a button of before the game's other options"
    assert new_table.unpacked("navegador", "2") == "", "an option that has lost a value since is left at its default"
    request = new_table.TableRequest("navegador", None, "random", "royal=goa")
    digits = new_table.packed("navegador", {"royal": "goa"})
    assert new_table.thread_button(request).custom_id == f"pt:t:navegador::random:{digits}"
    assert components.read("pt:t:navegador:3:joining:1") == ThreadButton("navegador", 3, "joining", "1")


# -- leaving -----------------------------------------------------------------------------------------------------------


@sqlite
@pytest.mark.parametrize(
    ("user", "deed", "seat", "manages", "reason"),
    [
        (101, "resign", 1, False, None),
        (101, "resign", 2, False, "error.not_host"),
        (100, "resign", 2, False, "error.in_time"),
        (ZOE, "resign", 2, True, None),
        (ZOE, "resign", None, True, "error.not_seated"),
        (ZOE, "resign", None, False, "error.not_seated"),
        (100, "resign", 4, False, "error.nobody_there"),
        (100, "resign", 5, False, "error.nobody_there"),
        (100, "resign", 3, False, "error.nobody_there"),
        (100, "end", 0, False, "error.end_by_vote"),
        (ZOE, "end", None, True, None),
        (101, "end", 1, False, "error.not_host"),
    ],
)
async def test_people_leave_themselves_and_the_host_decides_about_others(
    database: Database, user: int, deed: str, seat: int | None, manages: bool, reason: str | None
) -> None:
    table = stub_table(stub_game(), people=4, computers=1, resigned=[3], guild_id=9)
    click = Click(database, user, manages=manages).given
    if reason is None:
        await leaving.check_allowed(table, click, deed, seat)
        return
    with raises_refusal(reason):
        await leaving.check_allowed(table, click, deed, seat)


@sqlite
async def test_leaving_is_asked_twice_in_words_that_fit(database: Database) -> None:
    table = await started(database)
    for user, deed, seat, question, custom_id in (
        (BEN, "resign", None, WORDS.say("reply.sure_resign", game="Navegador"), "resign:1"),
        (ANNA, "resign", 0, WORDS.say("reply.sure_resign", game="Navegador"), "resign:0"),
        (ZOE, "resign", 1, WORDS.say("reply.sure_replace", game="Navegador", name="**Ben**"), "resign:1"),
        (ZOE, "end", None, WORDS.say("reply.sure_end", game="Navegador"), "end:"),
    ):
        click = Click(database, user, manages=True, called={ANNA: "Anna", BEN: "Ben"}.get(user))
        await leaving.ask_first(click.given, deed, seat)
        assert click.said == [question]
        button, stay_button = click.options[0]["view"].children
        assert button.custom_id == f"pt:y:{table.row.id}:{custom_id}"
        assert stay_button.item.label == WORDS.say("button.stay")
    assert components.read(f"pt:y:{table.row.id}:end:") == ConfirmLeavingButton(table.row.id or 0, "end", None)


# -- looking -----------------------------------------------------------------------------------------------------------


def log_rows(count: int, text: str = "") -> list[MoveRow]:
    rondel = {"kind": "rondel", "seat": 1, "data": {"field": text or "ships"}}
    return [
        MoveRow(game_id=1, version=number, seat=1, words="", turn=number, events=[rondel]) for number in range(count)
    ]


def test_the_log_says_what_was_paid_in_the_line_of_what_it_was_paid_for() -> None:
    table = stub_table(engines.new("macao", 3, 1))
    events = [
        {"kind": "paid", "seat": 1, "data": {"cubes": ["blue", "green"]}},
        {"kind": "ship", "seat": 1, "data": {"space": "lisboa", "steps": 2}},
    ]
    table.row.key = "macao"
    row = MoveRow(game_id=1, version=1, seat=1, words="", turn=3, events=events)
    (line,) = log_lines(table, [row], WORDS)
    assert line == "`  3` **ben** pays blue and green and sails to Lisboa"


def test_the_log_has_a_line_per_event_that_the_reader_may_know() -> None:
    table = stub_table(stub_game())
    rondel, market = ({"kind": "rondel", "seat": 1, "data": {"field": field}} for field in ("ships", "workers"))
    log = [
        MoveRow(game_id=1, version=1, seat=1, words="", turn=2, events=[rondel, {**market, "seen_by": [2]}]),
        MoveRow(game_id=1, version=2, seat=1, words="", turn=13, events=[rondel], undone=True),
        MoveRow(game_id=1, version=3, seat=1, words="", turn=13, kind=MoveKind.RESIGN),
    ]
    public_line = "`  2` **ben** moves to **Ships**"
    informed_seat = 2
    further_lines = ["` 13` ~~**ben** moves to **Ships**~~", "` 13` 🏳 **ben** resigned."]
    assert (
        log_lines(table, log, WORDS)
        == log_lines(table, log, WORDS, SeatKnowledge.always(0))
        == [public_line, *further_lines]
    )
    private_line = public_line.replace("Ships", "Workers")
    assert log_lines(table, log, WORDS, SeatKnowledge.always(informed_seat)) == [
        public_line,
        private_line,
        *further_lines,
    ]


@sqlite
@pytest.mark.parametrize(
    ("count", "page", "first", "last", "ways"),
    [
        (LINES, 0, 0, LINES - 1, []),
        (LINES + 1, 0, 1, LINES, ["◀"]),
        (LINES + 1, 1, 0, 0, ["▶"]),
        (LINES + 1, 9, 0, 0, ["▶"]),
        (3 * LINES, 1, LINES, 2 * LINES - 1, ["◀", "▶"]),
        (3 * LINES, 2, 0, LINES - 1, ["▶"]),
    ],
)
async def test_pages_of_the_log_end_where_the_next_begins(
    database: Database, monkeypatch: pytest.MonkeyPatch, count: int, page: int, first: int, last: int, ways: list[str]
) -> None:
    async def log(self: object, game_id: int) -> list[MoveRow]:
        return log_rows(count)

    monkeypatch.setattr(Tables, "log", log)
    click = Click(database)
    await show_log(click.given, stub_table(stub_game()), WORDS, page)
    lines = click.said[0].split("\n")
    assert (lines[0][:5], lines[-1][:5], len(lines)) == (f"`{first:>3}`", f"`{last:>3}`", last - first + 1)
    assert [button.item.label for button in click.options[0]["view"].children] == ways
    pages: list[Any] = [components.read(button.custom_id) for button in click.options[0]["view"].children]
    numbers = [page.page for page in pages]
    page = min(page, -(-count // LINES) - 1)
    assert numbers == [page + 1 if arrow == "◀" else page - 1 for arrow in ways]


def test_the_pages_of_the_log_lose_no_line() -> None:
    lines = [f"{number} " + "z" * (number * 37 % 400) for number in range(100)]
    pages = pages_from_end(lines)
    assert [line for page in reversed(pages) for line in page.split("\n")] == lines
    assert max(len(page) for page in pages) <= LONGEST_PAGE
    (cut,) = pages_from_end(["z" * 3000])
    assert len(cut) == LONGEST_PAGE
    assert pages_from_end([]) == [""]


@sqlite
async def test_games_lists_first_where_one_is_to_move_or_to_help(database: Database) -> None:
    waiting_table, own_table, lost_table, broken_table = [await started(database, channel) for channel in (1, 2, 3, 4)]
    assert {waiting_table.game.to_act, own_table.game.to_act} <= {(0,), (1,)}
    user = own_table.user_at(own_table.game.to_act[0]) or 0
    async with database.transaction() as session:
        for entry in await unsent(session, lost_table.row.id):
            await jobs.give_up(session, entry, "gone")
        await games.advance(session, broken_table.row.id, broken_table.row.version, state={"game": 5})
        await games.set_messages(session, own_table.row.id, live=777)
    tables = Tables(database)
    passed_table = waiting_table
    while passed_table.user_at(passed_table.game.to_act[0]) == user:
        seat = passed_table.game.to_act[0]
        await tables.play.act(passed_table.row.id, user, passed_table.game.legal(seat)[0])
        passed_table = await run_table_jobs(tables, passed_table.row.id)
    click = Click(database, user)
    await call(games_command, click)
    lines = click.said[0].split("\n")
    assert [line.split("#")[1].split(",")[0].split(":")[0] for line in lines] == [
        str(table.row.id) for table in (own_table, lost_table, waiting_table, broken_table)
    ]
    assert lines[0].endswith("your turn! https://discord.com/channels/9/2/777")
    assert lines[1].startswith("⚠")
    assert "waiting for" in lines[2]
    link = lines[2].partition(" · ")[0]  # the number of moves since one's own may follow
    assert link.endswith("https://discord.com/channels/9/1")
    assert "I cannot read this table" in lines[3]


@sqlite
async def test_a_long_list_of_games_has_pages(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    table = stub_table(stub_game(blocking=(1,)), guild_id=None)

    async def mine(self: object, user_id: int) -> list[Any]:
        return [(table.row, table.seats[1], table)] * 40

    monkeypatch.setattr(Tables, "tables_of_user", mine)
    click = Click(database)
    await call(games_command, click)
    lines = click.said[0].split("\n")
    assert LONGEST_PAGE - len(f"\n{lines[0]}") < len(click.said[0]) <= LONGEST_PAGE, "as many as there is room for"
    assert set(lines) == {lines[0]}
    assert "https://discord.com/channels/@me/6" in lines[0]


@sqlite
async def test_a_broken_table_is_no_reason_to_complete_nothing_elsewhere(database: Database) -> None:
    table = await started(database)
    async with database.transaction() as session:
        await games.advance(session, table.row.id, table.row.version, state={"game": 5})
    with pytest.raises(TableBroken):
        await Tables(database).table_in(5)
    assert await table_option.complete_player(Click(database).given, "") == []
    assert await play.complete_move(Click(database).given, "") == []
    click = Click(database)
    await call(server_settings.settings, click)
    assert click.said[0].startswith(WORDS.say("settings.head"))
