"""A turn ends by what says so, never by a small word of such a phrase; whoever declines ends what cannot be passed."""

from __future__ import annotations

import pytest

from bot.wording import texts_in
from engines import Game
from engines.record import notation
from tests.bot.ear import NAMES, heard
from tests.bot.reading import understand
from tests.engines.mmn import positions as mmn
from tests.engines.navegador.moves import on

SMALL = [("de", word) for word in ("danke", "bin", "mehr")] + [("nl", word) for word in ("meer", "niet", "was", "het")]
WHOLE = [
    *(("en", typed) for typed in ("no", "none", "no thanks", "no more", "done", "nothing more")),
    *(("de", typed) for typed in ("danke, das war's", "ich bin fertig", "nein danke", "nichts mehr", "nein")),
    *(("nl", typed) for typed in ("nee bedankt", "niet meer", "dat was het", "ik ben klaar", "geen")),
]


def builder() -> Game:
    return on("builder", me={"workers": 6, "money": 500})


@pytest.mark.parametrize(("language", "typed"), SMALL)
def test_a_small_word_ends_nothing(language: str, typed: str) -> None:
    game = builder()
    assert ("done",) in game.legal(0)
    reading = understand(texts_in(language), game, 0, NAMES, typed)
    assert reading.action != ("done",)


@pytest.mark.parametrize(
    ("language", "typed"), [("en", "next"), ("en", "player"), ("nl", "volgende"), ("nl", "speler"), ("de", "nächste")]
)
def test_the_next_one_alone_is_no_end_of_a_turn(language: str, typed: str) -> None:
    reading = understand(texts_in(language), mmn.position(), 0, NAMES, typed)
    assert reading.action != ("pass",)


@pytest.mark.parametrize(
    ("language", "typed"), [("en", "next player"), ("de", "der nächste"), ("nl", "volgende speler"), ("en", "end turn")]
)
def test_the_next_player_ends_a_turn(language: str, typed: str) -> None:
    assert notation(heard(mmn.position(), language, typed).action) == "pass"
