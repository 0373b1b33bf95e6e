"""Carrying what tables have to say from the outbox to Discord."""

from bot.delivery.outbox_worker import OutboxWorker

__all__ = ["OutboxWorker"]
