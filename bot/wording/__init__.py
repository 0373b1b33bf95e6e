"""Everything that is said to people, in English, German and Dutch: catalogues in ``locale/<language>/``.

Two ways lead in: ``texts.py`` says things; ``typed.py`` reads what people type (``understanding.py`` one decision,
``conversing.py`` several). ``docs/architecture.md`` tells what the others do for these.
"""

from bot.wording.catalogue import language
from bot.wording.languages import LANGUAGES
from bot.wording.texts import Texts, texts_in

__all__ = ["LANGUAGES", "Texts", "language", "texts_in"]
