"""What may be done in Burgundy; one module per section of the rules, with the steps that follow from it."""
