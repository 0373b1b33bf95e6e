"""Texts for people in English, German and Dutch, from the catalogues in ``locale/<language>/``.

``texts.py`` turns ids and arguments into sentences. The other modules hold what a language needs for that and for
reading what people type, which ``bot.language`` does.
"""

from bot.wording.catalogue import language
from bot.wording.languages import LANGUAGES
from bot.wording.texts import Texts, texts_in

__all__ = ["LANGUAGES", "Texts", "language", "texts_in"]
