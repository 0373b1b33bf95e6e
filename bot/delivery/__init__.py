"""Carrying what tables have to say from the outbox to Discord."""

from bot.delivery.drain import Delivery

__all__ = ["Delivery"]
