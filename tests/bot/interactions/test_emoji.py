"""The application's own emoji: uploaded when they have changed, shown next to the words and never instead of them."""

from __future__ import annotations

import asyncio
from functools import cache
from io import BytesIO
from types import SimpleNamespace
from typing import Any

import pytest
from PIL import Image

from bot.client.portolan import Portolan
from bot.interactions import emoji
from bot.interactions.emoji import KNOWN, all_pictures, emoji_for, emoji_in_list, emoji_of_lists
from bot.interactions.error_codes import FIRST_WAIT_SECONDS
from storage.database import Database
from tests.bot.english import english
from tests.bot.fake_discord import FakeDiscord, connected, serving, shorten_waits, until
from tests.bot.parts import controls
from tests.bot.room import Room
from tests.bot.wording.test_trading import market
from tools.bench.load.discord import EMOJI, Json

pytestmark = pytest.mark.parametrize("backend", ["sqlite"], indirect=True)

PATH = "/applications/30/emojis"


@cache
def wanted_names() -> set[str]:
    """Return the names of all emoji that the bot wants; drawing them takes a while."""
    return {sign.name for sign in all_pictures().values()}


def known_names() -> set[str]:
    return {sign.name for sign in KNOWN.values()}


@pytest.fixture
def short_waits(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """Shorten the waits between attempts, and record the seconds that were asked for."""
    return shorten_waits(monkeypatch, emoji)


def emoji_payload(number: int, name: str) -> Json:
    return EMOJI | {"id": str(10**17 + number), "name": name}


async def upload_emoji(fake: FakeDiscord, database: Database, monkeypatch: pytest.MonkeyPatch, **options: Any) -> None:
    """Let a bot come and find all emoji, or upload them."""
    async with serving(monkeypatch, fake):
        bot = Portolan(database, **options)
        await bot.login("token")
        await asyncio.wait_for(bot.wait_registered(), 20)
        await bot.close()


async def test_they_are_uploaded_once_and_again_when_they_look_different(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    fake = FakeDiscord()
    old_name = sorted(wanted_names())[0]
    foreign_emoji = [emoji_payload(1, "operators_own"), emoji_payload(2, "another_0a1b2c3d")]
    fake.emoji = [*foreign_emoji, emoji_payload(3, f"{old_name[:-8]}00000000")]
    await upload_emoji(fake, database, monkeypatch)
    uploaded_names = [item.body["name"] for item in fake.requests_to("POST", PATH)]
    assert sorted(uploaded_names) == sorted(wanted_names()), "each once, whatever it is a sign of"
    assert len(fake.requests_to("DELETE", f"{PATH}/{10**17 + 3}")) == 1, (
        "what is replaced goes, when what replaces it is there"
    )
    assert {item["name"] for item in fake.emoji} == wanted_names() | {item["name"] for item in foreign_emoji}
    assert known_names() == wanted_names()
    fake.requests.clear()
    KNOWN.clear()
    await upload_emoji(fake, database, monkeypatch)
    assert {item.method for item in fake.requests_to("GET|POST|DELETE", f"{PATH}.*")} <= {"GET"}
    assert known_names() == wanted_names()


async def test_where_they_may_not_be_uploaded_the_words_stand_alone(
    database: Database, monkeypatch: pytest.MonkeyPatch, short_waits: list[float]
) -> None:
    missing = sorted(wanted_names())[0]
    refused_upload = ("POST", PATH, 403, {"code": 50013, "message": "Missing Permissions"})
    refused_list = ("GET", PATH, 403, {"code": 50001, "message": "Missing Access"})
    fake = FakeDiscord()
    fake.emoji = [item for item in fake.emoji if item["name"] != missing]
    fake.faults += [refused_upload, refused_list, refused_upload]
    await upload_emoji(fake, database, monkeypatch)
    assert known_names() == wanted_names(), "in the end it was allowed"
    assert short_waits == [FIRST_WAIT_SECONDS * times for times in (1, 2, 4)]


async def test_a_process_without_the_first_shard_waits_for_the_one_that_uploads(
    database: Database, monkeypatch: pytest.MonkeyPatch, short_waits: list[float]
) -> None:
    fake = FakeDiscord()
    all_emoji = FakeDiscord().emoji
    fake.emoji = all_emoji[1:]

    async def bring_emoji(seconds: float) -> None:
        short_waits.append(seconds)
        fake.emoji = all_emoji

    monkeypatch.setattr(emoji, "asyncio", SimpleNamespace(**vars(asyncio) | {"sleep": bring_emoji}))
    await upload_emoji(fake, database, monkeypatch, shard_count=2, shard_ids=[1])
    assert fake.requests_to("POST", PATH) == []
    assert short_waits == [emoji.LOOK_AGAIN_SECONDS]
    assert known_names() == wanted_names()


async def test_a_bot_that_logs_in_sees_to_it(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    async with connected(database, monkeypatch) as (fake, _):
        await until(lambda: known_names() == wanted_names())
        assert len(fake.requests_to("GET", PATH)) == 1


def test_each_is_a_small_picture_with_a_name_that_discord_takes(backend: str) -> None:
    assert len(wanted_names()) < 2000
    assert len({sign.png for sign in all_pictures().values()}) == len(wanted_names())
    for sign in all_pictures().values():
        assert 2 <= len(sign.name) <= 32
        assert sign.name.replace("_", "").isalnum()
        assert len(sign.png) < 256 * 1024
        assert Image.open(BytesIO(sign.png)).size == (128, 128)


@pytest.mark.usefixtures("emoji_learnt")
def test_words_about_one_thing_have_its_sign(backend: str) -> None:
    def name(game: str, *words: str) -> str | None:
        sign = emoji_for(game, words)
        return sign.name[:-9] if sign else None

    assert name("navegador", "process", "spice", "3") == "spice"
    assert name("macao", "pay", "red") == "red"
    assert name("macao", "pay", "red", "green") is None, "it would say half of it"
    assert name("burgundy", "take", "1", "ship", "die", "4") == "die_4"
    assert name("burgundy", "sell", "brown", "die", "4") == "brown"
    assert name("mmn", "improve", "trade") == "trade"
    assert name("mmn", "bank", "3", "ore", "wool") is None
    assert name("macao", "colour", "orange") == "colour_orange"
    assert name("navegador", "ships", "3") is None
    assert name("unheard-of", "red") is None
    signs = emoji_of_lists("burgundy", {"workers": 3, "dice": ["3", "3", "5"], "storage": ["ship"]})
    assert [sign_text.split(":")[1][:-9] for sign_text in signs.split(" ")] == ["die_3", "die_5"]
    assert emoji_of_lists("burgundy", {"storage": ["ship"], "workers": 1}) == ""
    equal_actions = [("take", "1", tile, "die", "4") for tile in ("ship", "mine")]
    assert emoji_in_list("burgundy", equal_actions) == [None, None], "it would tell nothing"
    differing_signs = emoji_in_list("burgundy", [*equal_actions, ("take", "1", "ship", "die", "5"), ("end",)])
    assert [sign_text and sign_text.name[:-9] for sign_text in differing_signs] == ["die_4", "die_4", "die_5", None]


@pytest.mark.usefixtures("plain_pictures", "emoji_learnt")
@pytest.mark.room("anna", "ben", "carla")
async def test_panels_and_lobbies_have_them_beside_the_words(room: Room) -> None:
    await room.ask(room["anna"], "game new", game="mmn", seats=3)
    extras = next(control for control in controls(room.last) if control["custom_id"].startswith("pt:q:"))
    colours = {option["value"]: option["emoji"]["name"][:-9] for option in extras["options"] if option.get("emoji")}
    assert colours == {
        f"colour={name}": f"colour_{name}" for name in ("red", "blue", "white", "orange", "black", "green")
    }
    await room["anna"].select(room.last, ["colour=red"], custom_id=extras["custom_id"])
    red = KNOWN["mmn", "colour red"]
    assert f"(host) · {english('lobby.colour.red')} {red}" in room.last.content
    await room["anna"].click(room.last, label="Cancel")
    await room.open_table("mmn", order="joining")
    await room.replace_game(market())
    panel = await room.ask(await room.person_at(0), "play")
    line = next(line for line in panel.content.splitlines() if "wool" in line)
    words, _, signs = line.partition(" <")
    assert ":" not in words.split("wool")[1]
    assert {sign.split(":")[1][:-9] for sign in f"<{signs}".split(" ")} >= {"wool", "ore"}
