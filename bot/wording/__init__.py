"""Everything that is said to people, in English, German and Dutch: catalogues in ``locale/<language>/``."""

from bot.wording.catalogue import language
from bot.wording.languages import LANGUAGES
from bot.wording.texts import Texts, texts_in

__all__ = ["LANGUAGES", "Texts", "language", "texts_in"]
