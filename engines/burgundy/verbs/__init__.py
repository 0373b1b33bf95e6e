"""The verbs of Burgundy, a module for each section of the rules, with the steps that follow from them."""
