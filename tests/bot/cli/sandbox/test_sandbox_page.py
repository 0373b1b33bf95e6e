"""The sandbox as a newcomer meets it: the real command, a real browser, two people and a computer."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import NoReturn

import pytest
from playwright.sync_api import Page, TimeoutError, expect

import engines
from bot.wording import texts_in
from tests.bot.english import english
from tests.browser import HOW_TO_GET_ONE, opened

pytestmark = pytest.mark.slow

PEOPLE = ["Anna", "Ben", "Carla", "Dirk", "Emma", "Finn"]
PATIENCE = 180_000
"""Milliseconds; a loaded machine is slow."""
UNTIL_READY = """viewer => new Promise(resolve => {
  const look = () => {
    const { ready, viewerId } = simcordPreview;
    if (ready && (!viewer || viewerId === viewer)) resolve(); else setTimeout(look, 50);
  };
  look();
})"""
"""Wait for what the page says of itself: no action is pending, all is drawn, and it shows the view of ``viewer``.

The page's own security policy forbids ``wait_for_function``, which evaluates strings.
"""


@contextmanager
def sandbox(folder: Path, *, patience: float = 60) -> Iterator[str]:
    """Run ``portolan sandbox`` and yield the address it prints; it has ``patience`` seconds to end."""
    command = [str(Path(sys.executable).with_name("portolan")), "sandbox", "--folder", str(folder)]
    environment = {**os.environ, "PYTHONUNBUFFERED": "1", "COLUMNS": "200"}
    process = subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        env=environment,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # ignored by what a shell runs beside itself
    )
    assert process.stdout is not None
    lines = []
    try:
        for line in process.stdout:
            lines.append(line)
            if address := re.search(r"http://127\.0\.0\.1:\d+/#\S+", line):
                yield address.group()
                break
        else:
            pytest.fail("the sandbox printed no address:\n" + "".join(lines))
    finally:
        process.send_signal(signal.SIGINT)
        try:
            process.wait(patience)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        process.stdout.close()
    assert process.returncode in (0, 130, -signal.SIGINT)


def skip_without_browser() -> NoReturn:
    """Skip a test that needs a browser where there is none; in CI it fails."""
    reason = f"no browser starts: {HOW_TO_GET_ONE}"
    if os.environ.get("CI"):
        pytest.fail(reason)
    pytest.skip(reason)


@pytest.fixture
def page() -> Iterator[Page]:
    with opened() as browser:
        if browser is None:
            skip_without_browser()
        page = browser.new_page(viewport={"width": 1200, "height": 1000})
        page.set_default_timeout(PATIENCE)
        expect.set_options(timeout=PATIENCE)
        yield page


def become(page: Page, name: str) -> None:
    """Choose who uses the page, and wait until it shows the channel as this person sees it."""
    [viewer] = page.locator("select").first.select_option(label=name)
    page.evaluate(UNTIL_READY, viewer)
    expect(page.locator("body")).to_contain_text("Message")


def press(page: Page, label: str) -> None:
    """Press the newest button of that name, as soon as the page has drawn everything it knows.

    The page drops a click that falls into the moment in which a message changes, as when its picture arrives.
    """
    page.evaluate(UNTIL_READY)
    page.get_by_role("button", name=label, exact=True).last.click()


def press_for(page: Page, label: str, answer: str) -> None:
    """Press the newest button of that name until the page shows the answer.

    A click is repeated only while the button is still there, and the button may vanish before it is pressed.
    """
    button = page.get_by_role("button", name=label, exact=True)
    press(page, label)
    for patience in (20_000, 60_000):
        try:
            expect(page.locator("body")).to_contain_text(answer, timeout=patience)
            return
        except AssertionError:
            if button.count():
                with suppress(TimeoutError):
                    button.last.click(timeout=patience)
    expect(page.locator("body")).to_contain_text(answer)


def send_command(
    page: Page, command: str, argument: str, typed: str, option: str, answer: str, *, at_once: Sequence[str] = ()
) -> None:
    """Type a command and the beginning of its argument, take the option, send it and wait for the answer.

    A page that is still loading forgets what was typed, and a command that was just sent: then everything is done
    once more (a bot that was only slow refuses the second command). ``at_once`` are the options that the page offers
    before anything is typed.
    """
    composer = page.locator("#channel-composer-input")
    field = page.get_by_role("combobox", name=f"{argument}, required")
    for patience in (2_000, 10_000, 20_000, PATIENCE):
        try:
            if field.is_visible():
                page.get_by_role("button", name="Exit command mode").click(timeout=patience)
            composer.fill(command, timeout=patience)
            page.get_by_role("option").filter(has_text=command).first.click(timeout=patience)
            for offered_option in at_once:
                expect(page.get_by_role("option", name=offered_option, exact=True)).to_be_visible(timeout=patience)
            field.press_sequentially(typed, delay=20, timeout=patience)
            expect(field).to_have_value(typed, timeout=patience)
            page.get_by_role("option", name=option).click(timeout=patience)
            expect(field).not_to_have_value(typed, timeout=patience)
            press(page, "Send")
            expect(field).not_to_be_visible(timeout=patience)
            expect(page.locator("body")).to_contain_text(answer, timeout=patience)
            break
        except (TimeoutError, AssertionError):
            if patience == PATIENCE:
                raise


def test_a_game_is_played_on_the_page_from_the_first_command_to_the_second_turn(page: Page, tmp_path: Path) -> None:
    """The sandbox is then started a second time, in the same browser, which takes longest to start."""
    body = page.locator("body")
    with sandbox(tmp_path) as url:
        page.goto(url)
        become(page, "Anna")
        expect(page.locator("select").first.locator("option")).to_have_text(PEOPLE)
        titles = [texts_in("en").title(key) for key in engines.GAMES]
        send_command(page, "/game new", "game", "nav", "Navegador", "Press Join to take a seat", at_once=titles)

        become(page, "Ben")
        press_for(page, "Join", "There are enough players")
        become(page, "Anna")
        press_for(page, "Options …", "claimed in Goa (variant)")
        page.get_by_label("claimed in Goa (variant)").check(force=True)
        press_for(page, "Submit", "King's privilege: claimed in Goa (variant)")
        red = page.locator("img[alt*='colour_red']")
        page.get_by_role("combobox", name="Choose your colour").last.click()
        expect(red.last).to_be_visible()
        page.keyboard.press("Escape")
        easy = "Easy: goes for quick points and makes mistakes now and then"
        press_for(page, "Add computer", easy)
        press_for(page, easy, "Easy 1")
        press_for(page, "Start", "it is your turn (turn")
        board = page.locator("img[alt*='Market: sugar 50']").last
        expect(board).to_be_visible()

        caller = re.findall(r"▶️?\s*@(\w+), it is your turn", body.inner_text())[-1]
        become(page, caller)
        press_for(page, "Your move", "Where do you start on the rondel?")
        press_for(page, "Workers", "How many workers do you recruit?")
        press_for(page, "1 worker · 50 Cr", f"{caller} recruits 1 worker for 50 Cr")
        expect(body).to_contain_text("✓ 1 worker")

    with sandbox(tmp_path, patience=20) as url:
        page.goto(url)
        expect(body).to_contain_text(english("say.posted_again"))
        # The page shows the newest move; on a slow machine the computer has moved by then.
        expect(body).to_contain_text(re.compile(f"{caller} recruits 1 worker for 50 Cr|Easy 1 moves to"))
        caller = re.findall(r"▶️?\s*@(\w+), it is your turn", body.inner_text())[-1]
        become(page, caller)
        press_for(page, "Your move", "Where do you start on the rondel?")
        press_for(page, "Builder", "What do you build?")
        loading = begin_to_load(url)  # an unfinished request keeps nothing from ending
    loading.close()


def begin_to_load(url: str) -> socket.socket:
    """Begin to load a second page, which sends less to the sandbox than it has announced."""
    address, token = url.removeprefix("http://").split("/#")
    name, port = address.split(":")
    connection = socket.create_connection((name, int(port)), timeout=PATIENCE / 1000)
    headers = ("POST /api/pages HTTP/1.1", f"Host: {address}", f"X-Simcord-Capability: {token}", "Content-Length: 99")
    connection.sendall("\r\n".join([*headers, "Expect: 100-continue", "", ""]).encode())
    assert connection.recv(99).startswith(b"HTTP/1.1 100 Continue")
    connection.sendall(b"{")
    return connection
