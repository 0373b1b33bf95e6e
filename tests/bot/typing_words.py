"""Positions in which something is typed."""

from __future__ import annotations

import pytest

from bot.wording import LANGUAGES
from engines import Game
from tests.engines.navegador.moves import on
from tests.engines.navegador.positions import up_to

NAMES = ("Anna", "Ben", "Carla", "Dirk", "Émile Ñandú", "Finn_6")


EVERY_LANGUAGE = pytest.mark.parametrize("language", LANGUAGES)


def sailing() -> Game:
    return on("sailing", phase=3, me={"fleet": {"portugal": 5, "bahia": 2}}, discovered=up_to("timor"))
