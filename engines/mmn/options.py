"""What is agreed on before a game (rules 24); the first value of each is the default."""

from __future__ import annotations

from engines.contract import Option
from engines.mmn import board

_ON, _OFF = ("on", "off"), ("off", "on")

OPTIONS = (
    Option("gold_mode", ("nugget", "choice")),
    Option("progress_threshold", ("calendar", "literal")),
    Option("robber_lock", _ON),
    Option("journeyman_keeps_servant_bonus", _OFF),
    Option("shortage_single_claimant_gets_rest", _OFF),
    Option("gold_replaces", ("random", *board.SMALL.given_up)),
    Option("opening_shared_hex_counts_twice", _ON),
    Option("reconstructed_cards", _ON),
    Option("first_acceptance_trades", _ON, since=2),
)
