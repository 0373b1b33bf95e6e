"""Delivery of the tables' queued messages and pictures to Discord."""

from bot.delivery.message_jobs import Delivery

__all__ = ["Delivery"]
