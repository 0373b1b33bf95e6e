"""The bot: channels, people, tables and texts on Discord."""

__version__ = "1.1.0"
