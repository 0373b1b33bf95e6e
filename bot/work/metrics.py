"""Metrics for the operator, in the format of Prometheus. No label has a value for each table or person."""

from __future__ import annotations

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, ProcessCollector

REGISTRY = CollectorRegistry()
PROCESS = ProcessCollector(registry=REGISTRY)  # memory, processor time, open files

QUICK = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10)
"""Upper bounds of histogram buckets for short durations, in seconds."""
SLOW = (0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2, 3, 5, 10, 30, 60)
"""Upper bounds of histogram buckets for long durations, in seconds."""

# -- metrics that are read when Prometheus asks for them ---------------------------------------------------------------

CONNECTED = Gauge("portolan_gateway_connected", "1: connected to Discord, every shard.", registry=REGISTRY)
LATENCY = Gauge("portolan_gateway_latency_seconds", "Between a heartbeat and its answer.", registry=REGISTRY)
SERVERS = Gauge("portolan_servers", "Discord servers that this process sees.", registry=REGISTRY)
TABLES = Gauge("portolan_tables", "Open tables in the database.", ["status"], registry=REGISTRY)
WAITING = Gauge("portolan_outbox_waiting", "Messages that wait to be sent.", registry=REGISTRY)
OLDEST = Gauge(
    "portolan_outbox_oldest_seconds",
    "Age of the oldest waiting message, without tables whose messages Discord refuses.",
    registry=REGISTRY,
)
SET_ASIDE = Gauge("portolan_outbox_set_aside", "Messages given up in the last month.", registry=REGISTRY)
BACKUP = Gauge("portolan_backup_age_seconds", "Age of the newest backup; NaN: the bot makes none.", registry=REGISTRY)
BACKUP.set(float("nan"))
KEPT = Gauge(
    "portolan_drawing_kept_bytes",
    "Cache of drawn parts: in the bot's process, and in all drawing processes.",
    ["process"],
    registry=REGISTRY,
)

# -- metrics that are recorded when something happens ------------------------------------------------------------------

MOVES = Counter("portolan_moves", "Decisions played, of people and computers.", ["game"], registry=REGISTRY)
ACKNOWLEDGED = Histogram(
    "portolan_interaction_acknowledged_seconds",
    "From a click or command to Discord's knowing that it has arrived.",
    ["kind"],
    buckets=QUICK,
    registry=REGISTRY,
)
ANSWERED = Histogram(
    "portolan_interaction_answered_seconds",
    "From a click or command to its whole answer.",
    ["kind"],
    buckets=SLOW,
    registry=REGISTRY,
)
CROWDED = Counter(
    "portolan_interactions_crowded", "Clicks and commands that were told to come back later.", registry=REGISTRY
)
GATEWAY_LOST = Counter(
    "portolan_gateway_lost", "Gateway connections that ended or could not be opened.", registry=REGISTRY
)
GATEWAY_ATTEMPTS = Counter("portolan_gateway_attempts", "Attempts to connect to the gateway.", registry=REGISTRY)
UNREADABLE = Counter(
    "portolan_gateway_unreadable", "Events of the gateway that could not be read.", ["kind"], registry=REGISTRY
)
MESSAGES = Counter("portolan_messages", "What became of attempts to send.", ["outcome"], registry=REGISTRY)
DELIVERY = Histogram(
    "portolan_delivery_seconds", "An attempt to send a message, with its picture.", buckets=SLOW, registry=REGISTRY
)
DRAWING = Histogram("portolan_drawing_seconds", "Drawing a picture.", ["picture"], buckets=SLOW, registry=REGISTRY)
TRANSACTION = Histogram(
    "portolan_transaction_seconds", "A transaction that writes, and its waiting.", buckets=QUICK, registry=REGISTRY
)
LAG = Histogram("portolan_loop_lag_seconds", "By how much the event loop is late.", buckets=QUICK, registry=REGISTRY)
