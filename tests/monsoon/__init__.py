"""What an option more costs a game: a line beside its other options, and texts, which are in ``locale``."""

from __future__ import annotations

from engines.contract import Option
from engines.navegador.game import Navegador


class Monsoon(Navegador):
    """Navegador as a later version has it, its rules the same: with an option that no table of before names."""

    options = (*Navegador.options, Option("monsoon", ("late", "early")))  # type: ignore[assignment]
