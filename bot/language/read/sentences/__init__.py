"""Stage 3: put words into the context of their sentence: mood, negation, units of numbers."""
