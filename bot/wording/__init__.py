"""Texts for people in English, German and Dutch, from the catalogues in ``locale/<language>/``.

``texts.py`` turns ids and arguments into sentences. The other modules contain the language-specific parts of that, and
of the parsing of typed text in ``bot.language``.
"""

from bot.wording.languages import LANGUAGES, language
from bot.wording.texts import Texts, texts_in

__all__ = ["LANGUAGES", "Texts", "language", "texts_in"]
