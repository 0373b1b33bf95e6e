"""The private move panel: a question, the words so far, and the next words to choose from."""

from bot.panel.actions import ITEMS, open_panel, play_words, show_panel

__all__ = ["ITEMS", "open_panel", "play_words", "show_panel"]
