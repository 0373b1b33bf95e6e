"""The panel's buttons and select. Each carries the table, the version it was made for, and words."""

from __future__ import annotations

import re
from typing import Any, ClassVar, Self

import discord

from bot.attendance import Attendance
from bot.custom_ids import LONGEST, NUMBER, WORDS, join, split
from bot.items import GAME, PLACE, GuardedButton, GuardedSelect
from bot.replies import acknowledge, texts_for
from bot.services import Interaction, PanelActions, services_of
from bot.shapes import ShapeButton, shape_template
from bot.tables import Refused
from bot.tables.announcement import waiting_for
from bot.wording.texts import bold
from engines import Action


class OfPanel:
    """Which panel an item belongs to: ``letter`` begins its custom id, ``panel`` has what it does."""

    letter: ClassVar[str]

    def panel(self, interaction: Interaction) -> PanelActions:
        return services_of(interaction).panel


class WordsButton(OfPanel, GuardedButton, template=rf"pt:w:{PLACE}:(?P<words>{WORDS})"):
    """The next word, or a whole action."""

    letter = "w"

    def __init__(self, game_id: int, version: int, words: Action, label: str = "…", *, quiet: bool = False) -> None:
        self.game_id, self.version, self.words = game_id, version, words
        style = discord.ButtonStyle.secondary if quiet else discord.ButtonStyle.primary
        super().__init__(
            discord.ui.Button(style=style, label=label, custom_id=f"pt:{self.letter}:{game_id}:{version}:{join(words)}")
        )

    @classmethod
    async def from_custom_id(cls, interaction: Interaction, item: Any, match: re.Match[str], /) -> Self:
        return cls(int(match["game"]), int(match["version"]), split(match["words"]))

    async def press(self, interaction: Interaction) -> None:
        await acknowledge(interaction)
        await self.panel(interaction).play_words(interaction, self.game_id, self.words, version=self.version)


class WordsSelect(OfPanel, GuardedSelect, template=rf"pt:s:{PLACE}:(?P<place>[0-9])"):
    """The next word, or a whole action, out of up to 25; ``place`` tells the selects of a panel apart."""

    letter = "s"

    def __init__(
        self,
        game_id: int,
        version: int,
        placeholder: str,
        options: list[discord.SelectOption] | None = None,
        place: int = 0,
    ) -> None:
        self.game_id, self.version = game_id, version
        super().__init__(
            discord.ui.Select(
                placeholder=placeholder,
                options=options or [discord.SelectOption(label="…", value="-")],
                custom_id=f"pt:{self.letter}:{game_id}:{version}:{place}",
            )
        )

    @classmethod
    async def from_custom_id(cls, interaction: Interaction, item: Any, match: re.Match[str], /) -> Self:
        return cls(int(match["game"]), int(match["version"]), "…", place=int(match["place"]))

    async def choose(self, interaction: Interaction) -> None:
        await acknowledge(interaction)
        words, panel = split(self.chosen[0]), self.panel(interaction)
        await panel.play_words(interaction, self.game_id, words, version=self.version)


class PartSelect(OfPanel, GuardedSelect, template=rf"pt:x:{PLACE}:(?P<words>{WORDS})"):
    """One piece of an action that is put together: several choices at once."""

    letter = "x"

    def __init__(
        self,
        game_id: int,
        version: int,
        words: Action,
        placeholder: str = "…",
        options: list[discord.SelectOption] | None = None,
        most: int = 1,
    ) -> None:
        self.game_id, self.version, self.words = game_id, version, words
        super().__init__(
            discord.ui.Select(
                placeholder=placeholder,
                options=options or [discord.SelectOption(label="…", value="-")],
                min_values=1,
                max_values=most,
                custom_id=f"pt:{self.letter}:{game_id}:{version}:{join(words)}",
            )
        )

    @classmethod
    async def from_custom_id(cls, interaction: Interaction, item: Any, match: re.Match[str], /) -> Self:
        return cls(int(match["game"]), int(match["version"]), split(match["words"]))

    async def choose(self, interaction: Interaction) -> None:
        await acknowledge(interaction)
        chosen, panel = [split(value) for value in self.chosen], self.panel(interaction)
        await panel.play_part(interaction, self.game_id, self.words, chosen, version=self.version)


class PageButton(OfPanel, GuardedButton, template=rf"pt:p:{PLACE}:(?P<page>{NUMBER}):(?P<words>.{{0,{LONGEST}}})"):
    """Another page of choices, or back to fewer words."""

    letter = "p"

    def __init__(self, game_id: int, version: int, page: int, prefix: Action, label: str = "…") -> None:
        self.game_id, self.version, self.page, self.prefix = game_id, version, page, prefix
        custom_id = f"pt:{self.letter}:{game_id}:{version}:{page}:{join(prefix)}"
        super().__init__(discord.ui.Button(style=discord.ButtonStyle.secondary, label=label, custom_id=custom_id))

    @classmethod
    async def from_custom_id(cls, interaction: Interaction, item: Any, match: re.Match[str], /) -> Self:
        return cls(int(match["game"]), int(match["version"]), int(match["page"]), split(match["words"]))

    async def press(self, interaction: Interaction) -> None:
        await acknowledge(interaction)
        await self.panel(interaction).show_panel(
            interaction, self.game_id, prefix=self.prefix, page=self.page, version=self.version
        )


class ConfirmButton(GuardedButton, template=rf"pt:c:{PLACE}:(?P<words>{WORDS})"):
    """Yes, reveal it."""

    def __init__(self, game_id: int, version: int, words: Action, label: str = "…") -> None:
        self.game_id, self.version, self.words = game_id, version, words
        custom_id = f"pt:c:{game_id}:{version}:{join(words)}"
        super().__init__(discord.ui.Button(style=discord.ButtonStyle.success, label=label, custom_id=custom_id))

    @classmethod
    async def from_custom_id(cls, interaction: Interaction, item: Any, match: re.Match[str], /) -> Self:
        return cls(int(match["game"]), int(match["version"]), split(match["words"]))

    async def press(self, interaction: Interaction) -> None:
        await acknowledge(interaction)
        panel = services_of(interaction).panel
        await panel.play_words(interaction, self.game_id, self.words, version=self.version, confirmed=True)


class UndoButton(GuardedButton, template=rf"pt:u:{PLACE}"):
    """Takes the own last decision back."""

    def __init__(self, game_id: int, version: int, label: str = "…") -> None:
        self.game_id, self.version = game_id, version
        custom_id = f"pt:u:{game_id}:{version}"
        super().__init__(discord.ui.Button(style=discord.ButtonStyle.danger, label=label, custom_id=custom_id))

    @classmethod
    async def from_custom_id(cls, interaction: Interaction, item: Any, match: re.Match[str], /) -> Self:
        return cls(int(match["game"]), int(match["version"]))

    async def press(self, interaction: Interaction) -> None:
        await acknowledge(interaction)
        await services_of(interaction).panel.take_back(interaction, self.game_id, version=self.version)


class StartOverButton(GuardedButton, template=rf"pt:over:{PLACE}:(?P<sure>ask|yes)"):
    """Takes back all of the own turn that can freely be taken back, once it is ``sure``."""

    def __init__(self, game_id: int, version: int, label: str = "…", *, sure: bool = False) -> None:
        self.game_id, self.version, self.sure = game_id, version, sure
        custom_id = f"pt:over:{game_id}:{version}:{'yes' if sure else 'ask'}"
        super().__init__(discord.ui.Button(style=discord.ButtonStyle.danger, label=label, custom_id=custom_id))

    @classmethod
    async def from_custom_id(cls, interaction: Interaction, item: Any, match: re.Match[str], /) -> Self:
        return cls(int(match["game"]), int(match["version"]), sure=match["sure"] == "yes")

    async def press(self, interaction: Interaction) -> None:
        await acknowledge(interaction)
        panel = services_of(interaction).panel
        await panel.start_over(interaction, self.game_id, version=self.version, confirmed=self.sure)


class NudgeButton(GuardedButton, template=rf"pt:n:{GAME}"):
    """Calls those for whom the table waits."""

    def __init__(self, game_id: int, label: str = "…") -> None:
        self.game_id = game_id
        super().__init__(discord.ui.Button(label=label, custom_id=f"pt:n:{game_id}"))

    @classmethod
    async def from_custom_id(cls, interaction: Interaction, item: Any, match: re.Match[str], /) -> Self:
        return cls(int(match["game"]))

    async def press(self, interaction: Interaction) -> None:
        await acknowledge(interaction)
        await self.nudge(interaction)

    async def nudge(self, interaction: Interaction) -> None:
        """Calls them, and shows the panel with whom."""
        services, words = services_of(interaction), await texts_for(interaction)
        said = await self._who_is_gone(interaction)
        try:
            nudged = await services.tables.nudging.nudge(self.game_id, interaction.user.id)
        except Refused:
            if not said:
                raise
        else:
            names = [bold(nudged.table.names[seat]) for seat in nudged.called]
            reasons = [words.message(nudged.table.row.key, reason, nudged.table.names) for reason in nudged.refused]
            said += [words.say("panel.nudged", players=names), *reasons]
        await services.panel.show_panel(interaction, self.game_id, heading="\n".join(said))

    async def _who_is_gone(self, interaction: Interaction) -> list[str]:
        """Tells of those whom nobody can call, since they have left the server; the table waits for them no more."""
        services, words = services_of(interaction), await texts_for(interaction)
        table = await services.tables.table(self.game_id)
        if not table.running or table.seat_of(interaction.user.id) is None:
            return []
        others = [seat for seat in waiting_for(table) if table.user_at(seat) != interaction.user.id]
        gone = await Attendance(services).call(table, others)
        return [words.say("say.gone", player=bold(table.names[seat])) for seat in gone]


class PanelShape(OfPanel, ShapeButton, template=shape_template("panel")):
    """Under the picture of a decision."""

    place = "panel"

    async def show_again(self, interaction: Interaction) -> None:
        await self.panel(interaction).show_panel(interaction, self.game_id, prefix=self.words)


ITEMS = (
    WordsButton,
    WordsSelect,
    PartSelect,
    PageButton,
    ConfirmButton,
    UndoButton,
    StartOverButton,
    NudgeButton,
    PanelShape,
)
