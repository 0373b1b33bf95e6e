"""Carrying what tables have to say to Discord."""

from bot.delivery.message_jobs import Delivery

__all__ = ["Delivery"]
