"""Discord's limits on components and forms; discord.py does not check them before it sends."""

from __future__ import annotations

LABEL = 80
"""Characters of a button's label."""
OPTION = 100
"""Characters of a select's option, of the option's description, and of a completion."""
SELECT = 150
"""Characters of the placeholder that a select shows before something is chosen."""
FORM_LABEL = 45
"""Characters of a form's title and of the label of a field."""
FORM_PARTS = 5
"""The largest number of fields in a form."""
FORM_CHOICES = 10
"""The largest number of choices in a form's field that shows all of them at once (radio buttons, boxes to tick)."""
CHOICES = 25
"""The largest number of a select's options, of completions, and of buttons below a message."""
THREAD_NAME = 100
"""Characters of a thread's name."""
