"""Random games of a table beside the reference implementation of its game: ``python -m tests.proof`` plays them long,
over every table and with other seeds each time; the tests of each game a few of them."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from tests.engines.burgundy import test_reference as burgundy
from tests.engines.contract_suite import Case
from tests.engines.macao import test_reference as macao
from tests.engines.mmn import test_reference as mmn
from tests.engines.navegador import test_reference as navegador

STEPS = 1000
"""Decisions of the longer games."""


def of_navegador(case: Case, seed: int) -> None:
    navegador.compare(case.new(seed), Random(seed), STEPS)


def of_macao(case: Case, seed: int) -> None:
    macao.turns_beside(seed)


def of_burgundy(case: Case, seed: int) -> None:
    rng = Random(seed)
    burgundy.side_by_side(burgundy.started(case.seats, seed, rng, **case.options), rng)


def of_mmn(case: Case, seed: int) -> None:
    options = {**case.options, "gold_mode": "nugget"}  # what a gold river gives the reference
    mmn.play_beside(case.seats, seed, options, STEPS)


BESIDE: dict[str, Callable[[Case, int], None]] = {
    "navegador": of_navegador,
    "macao": of_macao,
    "burgundy": of_burgundy,
    "mmn": of_mmn,
}
"""Raises AssertionError where engine and reference differ, by game."""
