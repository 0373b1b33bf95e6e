"""The verbs of the action phase by families, and the steps that follow from them (rules 11 to 18)."""
