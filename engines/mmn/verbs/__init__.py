"""The action phase by families (rules 11 to 17): what is legal, what it does, why not, what it costs."""
