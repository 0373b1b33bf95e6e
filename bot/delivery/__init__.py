"""Carrying what tables have to say to Discord."""

from bot.delivery.delivery import Delivery

__all__ = ["Delivery"]
