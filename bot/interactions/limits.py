"""How much Discord takes, in characters unless said otherwise. Nothing of it is checked before it is sent."""

from __future__ import annotations

LABEL = 80
"""Of a button."""
OPTION = 100
"""Of an option of a select, of its description, and of what a command offers while somebody types."""
SELECT = 150
"""Of what stands in a select before anything is chosen."""
FORM_LABEL = 45
"""Of a form's title, and of what a part of it is called."""
FORM_PARTS = 5
"""Parts of a form."""
FORM_CHOICES = 10
"""Choices in a part of a form that shows everything at once."""
CHOICES = 25
"""Options of a select, what a command offers, and buttons of a message."""
THREAD_NAME = 100
"""Of a thread."""
