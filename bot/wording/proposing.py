"""A trade that somebody proposes, among all else that may be typed."""

from __future__ import annotations

from re import split as parted

from bot.wording.offered import MOST_MEANT, Understood, is_readable
from bot.wording.reasons import says_why
from bot.wording.trading import PROPOSED, Trade, trade
from bot.wording.understanding import Understanding


class Proposing(Understanding):
    """Reads trades."""

    def _proposed(self, typed: str) -> Trade | None:
        """The trade that somebody proposes; None: none, or there is no trade now."""
        if not is_readable(typed) or self.game.kinds(self.seat).isdisjoint(PROPOSED):
            return None
        key, sentences = self.game.key, parted(r"[.?!;]\s", typed)
        parts = [typed, *(sentences if len(sentences) > 1 else ())]
        found = (trade(key, texts.name, self._here, part) for part in parts for texts in self.languages)
        return next((told for told in found if told and (told.named or told.bank or len(sentences) == 1)), None)

    def _turned_round(self, found: Understood, told: Trade) -> bool:
        """Whether an offer was read in the order of its cards, where other words say who gives what: "could I have a
        wool for a grain"."""
        verb = found.action[0] if found.action else ""
        same = {self.game.normal(self.seat, action) for action in told.actions(verb)} if verb in PROPOSED else set()
        return bool(same) and self.game.normal(self.seat, found.action) not in same

    def _traded(self, told: Trade) -> Understood | None:
        """A trade with the bank or the others, or why they cannot have it; None: nobody trades so."""
        verbs = [verb for verb in PROPOSED if verb in self.game.kinds(self.seat)]
        offered = list(told.with_the_bank()) if told.bank else [each for verb in verbs for each in told.actions(verb)]
        reasons = [(action, self.refusal(action)) for action in offered]
        legal = [self.game.normal(self.seat, action) for action, reason in reasons if reason is None]
        if legal:
            unsaid = told.bank and not all(told.give.values())  # how many it costs
            return Understood(legal[0], legal[:MOST_MEANT] if len(legal) > 1 or told.unclear or unsaid else ())
        own = [(action, why) for action, why in reasons if why and says_why(why) and not told.bank]
        return Understood(own[0][0], refused=[own[0][1]]) if own else None

    def _perhaps_traded(self, told: Trade) -> Understood | None:
        """The same where somebody may have meant a trade: asked about, unless it cannot be had. What the bank gives for
        it nobody else is asked for."""
        traded = self._traded(told._replace(bank=True)) or self._traded(told)
        if traded is None or traded.refused:
            return traded
        return traded._replace(asked=traded.asked or [traded.action])
