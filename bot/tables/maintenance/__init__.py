"""Maintenance of tables: expired deadlines, repair, transfer, retention, erasure, servers and undelivered messages."""
