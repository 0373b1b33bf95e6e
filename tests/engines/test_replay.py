"""A random test that fails says what it was given, and how to run it again."""

from __future__ import annotations

import asyncio

import pytest

from tests.engines.replay import replayable

HERE = "tests/engines/test_replay.py"


class Fixture:
    """Something that a test is given and that decides nothing."""


@replayable
def lost(seed: int, name: str, fixture: Fixture) -> None:
    raise LookupError(f"{name} {seed} {fixture}")


@replayable
async def lost_later(seed: int, name: str, fixture: Fixture) -> None:
    await asyncio.sleep(0)
    pytest.fail(f"{name} {seed} {fixture}")


def notes(seed: int, test: str) -> list[str]:
    return [f"seed {seed}, name 'Ada', the same again: python -m pytest '{HERE}::{test}'"]


def test_a_failure_tells_its_parameters_and_the_command() -> None:
    with pytest.raises(LookupError) as failure:
        lost(seed=7, name="Ada", fixture=Fixture())
    assert failure.value.__notes__ == notes(7, "test_a_failure_tells_its_parameters_and_the_command")


async def test_a_failure_of_a_coroutine_tells_them_too() -> None:
    with pytest.raises(pytest.fail.Exception) as failure:
        await lost_later(seed=8, name="Ada", fixture=Fixture())
    assert failure.value.__notes__ == notes(8, "test_a_failure_of_a_coroutine_tells_them_too")


@pytest.mark.parametrize("seed", [3])
@replayable
async def test_a_coroutine_is_awaited_and_given_its_parameters(seed: int) -> None:
    await asyncio.sleep(0)
    assert seed == 3
