"""The options of a table: what its players chose, and what is usual by the rules that it was opened with."""

from __future__ import annotations

import pytest

from bot.features.lobby.new_table import changed_options
from engines.mmn.game import Mmn
from tests.bot.stubs import stub_table

SHORTAGE = "shortage_single_claimant_gets_rest"


@pytest.mark.parametrize(("rules", "usual"), [(8, "off"), (9, "on")])
def test_an_option_that_a_table_does_not_name_is_the_usual_one_of_its_rules(rules: int, usual: str) -> None:
    table = stub_table(Mmn.by_rules(rules, 3, 1), people=3, key="mmn", options={}, rules_version=rules)
    assert table.options[SHORTAGE] == usual


@pytest.mark.parametrize(("rules", "chosen", "changed"), [(8, "off", {}), (8, "on", {SHORTAGE: "on"}), (9, "on", {})])
def test_a_rematch_keeps_what_was_chosen_but_no_default_of_earlier_rules(
    rules: int, chosen: str, changed: dict[str, str]
) -> None:
    table = stub_table(Mmn.by_rules(rules, 3, 1), people=3, key="mmn", options={SHORTAGE: chosen}, rules_version=rules)
    assert changed_options(table) == changed
