"""The helper's own side: it ends in silence when whoever asked is gone."""

from __future__ import annotations

import pickle
import subprocess
import sys

import pytest

from bot.work.serving import HEADER

SLOW = """
import time
from bot.work.serving import serve
def carry_out(order):
    time.sleep(order)
    return b"x" * (1 << 20)
serve(carry_out, 0)
"""


def packed(order: object) -> bytes:
    said = pickle.dumps(order)
    return HEADER.pack(len(said)) + said


def helper() -> subprocess.Popen[bytes]:
    pipe = subprocess.PIPE
    return subprocess.Popen([sys.executable, "-c", SLOW], stdin=pipe, stdout=pipe, stderr=pipe)


def ended(process: subprocess.Popen[bytes]) -> tuple[int, bytes]:
    assert process.stderr is not None
    said = process.stderr.read()
    return process.wait(20), said


def test_a_helper_whose_answer_nobody_reads_any_more_ends_without_a_traceback() -> None:
    with helper() as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(packed(0.3))
        process.stdin.flush()
        process.stdout.close()
        assert ended(process) == (0, b"")


@pytest.mark.parametrize("cut", [2, HEADER.size, HEADER.size + 3])
def test_a_helper_whose_order_breaks_off_ends_without_a_traceback(cut: int) -> None:
    with helper() as process:
        assert process.stdin is not None
        process.stdin.write(packed(0.3)[:cut])
        process.stdin.close()
        assert ended(process) == (0, b"")
