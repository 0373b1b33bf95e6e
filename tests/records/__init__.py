"""Recorded games, one folder per game, replayed for ever by ``tests/engines/test_records.py``.

``python -m tests.records.make`` plays the tables named there that have no record yet and writes them. A record stays
as it is once it is written; only rules that really change (``rules_version`` rises) are a reason to play it again.
"""
