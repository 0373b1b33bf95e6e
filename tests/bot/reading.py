"""What becomes of a typed text, in the form in which tests look at it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from bot.language.read.decisions.reader import Reader
from bot.language.read.readings import Ask, Begin, Play, Refuse, Unknown
from bot.language.read.tokens.utterance import Utterance
from bot.wording import Texts
from engines import Action, Game, Message
from engines.record import parse


class Outcome(NamedTuple):
    """An action, the actions that are asked about, the reasons against it, or the words that mean nothing."""

    action: Action
    asked: Sequence[Action] = ()
    refused: Sequence[Message] = ()
    unknown: Sequence[str] = ()


def understand(texts: Texts, game: Game, seat: int, names: Sequence[str], typed: str) -> Outcome:
    """Return the outcome of a text at a position."""
    match Reader(texts, game, seat, names).read(Utterance.of(typed)):
        case Play(action):
            return Outcome(action)
        case Ask(actions, unknown):
            return Outcome(actions[0], list(actions), unknown=list(unknown) or ())
        case Begin(prefix):
            return Outcome(prefix)
        case Refuse(action, reasons):
            return Outcome(action, refused=list(reasons))
        case Unknown(words):
            return Outcome(parse(typed.lower()), unknown=list(words) or [typed])


def read(texts: Texts, game: Game, seat: int, names: Sequence[str], typed: str) -> list[Action]:
    """Return the one action that a text means, or the beginning of one; several where it may mean each of them."""
    outcome = understand(texts, game, seat, names, typed)
    if outcome.unknown and not outcome.asked:
        return [parse(typed.lower())]
    return list(outcome.asked) or [outcome.action]
