"""Buttons and selects of imagined tables and of plans; where others name the table's version, these name the revision
of what the person has tried and planned there."""

from __future__ import annotations

import re
from typing import Any, Self

import discord

from bot.custom_ids import LONGEST, NUMBER, WORDS
from bot.items import PLACE, GuardedButton, GuardedSelect
from bot.panel.items import OfPanel, PageButton, PanelShape, PartSelect, WordsButton, WordsSelect
from bot.replies import acknowledge
from bot.services import Interaction, PanelActions, services_of
from bot.shapes import shape_template


class OfTrying(OfPanel):
    """What is pressed here happens on the imagined table."""

    def panel(self, interaction: Interaction) -> PanelActions:
        return services_of(interaction).trying


class TriedWords(OfTrying, WordsButton, template=rf"pt:W:{PLACE}:(?P<words>{WORDS})"):
    """The next word, or a whole action."""

    letter = "W"


class TriedSelect(OfTrying, WordsSelect, template=rf"pt:S:{PLACE}:(?P<place>[0-9])"):
    """The next word, or a whole action, out of up to 25."""

    letter = "S"


class TriedPart(OfTrying, PartSelect, template=rf"pt:X:{PLACE}:(?P<words>{WORDS})"):
    """One piece of an action that is put together."""

    letter = "X"


class TriedPage(OfTrying, PageButton, template=rf"pt:P:{PLACE}:(?P<page>{NUMBER}):(?P<words>.{{0,{LONGEST}}})"):
    """Another page of choices, or back to fewer words."""

    letter = "P"


class TriedShape(OfTrying, PanelShape, template=shape_template("try")):
    """Under the picture of an imagined table."""

    place = "try"


TRYING = ("back", "over", "turn", "instead", "keep", "plan", "try")
"""Takes the last step back, starts over, lets others decide until the own turn, asks for an alternative, keeps the
steps as a plan, shows the plan, shows the imagined table."""


class TryButton(GuardedButton, template=rf"pt:T:{PLACE}:(?P<what>{'|'.join(TRYING)})"):
    """Does something with what was tried."""

    def __init__(self, game_id: int, revision: int, what: str, label: str = "…") -> None:
        self.game_id, self.revision, self.what = game_id, revision, what
        style = discord.ButtonStyle.success if what == "keep" else discord.ButtonStyle.secondary
        custom_id = f"pt:T:{game_id}:{revision}:{what}"
        super().__init__(discord.ui.Button(style=style, label=label, custom_id=custom_id))

    @classmethod
    async def from_custom_id(cls, interaction: Interaction, item: Any, match: re.Match[str], /) -> Self:
        return cls(int(match["game"]), int(match["version"]), match["what"])

    async def press(self, interaction: Interaction) -> None:
        await acknowledge(interaction)
        await services_of(interaction).trying.press(interaction, self.game_id, self.what, revision=self.revision)


PLANNING = ("go", "wait", "wishes", "strict", "drop")
"""The plan goes on or waits; what does not fit is passed over, or not; there is no plan any more."""


class PlanButton(GuardedButton, template=rf"pt:N:{PLACE}:(?P<what>{'|'.join(PLANNING)})"):
    """Changes the own plan."""

    def __init__(self, game_id: int, revision: int, what: str, label: str = "…") -> None:
        self.game_id, self.revision, self.what = game_id, revision, what
        styles = {"go": discord.ButtonStyle.success, "drop": discord.ButtonStyle.danger}
        style = styles.get(what, discord.ButtonStyle.secondary)
        custom_id = f"pt:N:{game_id}:{revision}:{what}"
        super().__init__(discord.ui.Button(style=style, label=label, custom_id=custom_id))

    @classmethod
    async def from_custom_id(cls, interaction: Interaction, item: Any, match: re.Match[str], /) -> Self:
        return cls(int(match["game"]), int(match["version"]), match["what"])

    async def press(self, interaction: Interaction) -> None:
        await acknowledge(interaction)
        await services_of(interaction).trying.change(interaction, self.game_id, self.what, (), revision=self.revision)


EDITING = ("first", "remove", "if")
"""Brings a move to the front, takes one out, makes conditions."""


class PlanSelect(GuardedSelect, template=rf"pt:E:{PLACE}:(?P<what>{'|'.join(EDITING)})"):
    """Changes one move of the own plan, or its conditions."""

    def __init__(
        self,
        game_id: int,
        revision: int,
        what: str,
        placeholder: str = "…",
        options: list[discord.SelectOption] | None = None,
    ) -> None:
        self.game_id, self.revision, self.what = game_id, revision, what
        options = options or [discord.SelectOption(label="…", value="-")]
        many = what == "if"
        super().__init__(
            discord.ui.Select(
                placeholder=placeholder,
                options=options,
                min_values=0 if many else 1,
                max_values=len(options) if many else 1,
                custom_id=f"pt:E:{game_id}:{revision}:{what}",
            )
        )

    @classmethod
    async def from_custom_id(cls, interaction: Interaction, item: Any, match: re.Match[str], /) -> Self:
        return cls(int(match["game"]), int(match["version"]), match["what"])

    async def choose(self, interaction: Interaction) -> None:
        await acknowledge(interaction)
        chosen = self.item.values if self.what == "if" else self.chosen  # no condition is a choice, too
        trying = services_of(interaction).trying
        await trying.change(interaction, self.game_id, self.what, chosen, revision=self.revision)


ITEMS = (TriedWords, TriedSelect, TriedPart, TriedPage, TriedShape, TryButton, PlanButton, PlanSelect)
