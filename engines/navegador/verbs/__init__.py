"""What may be done in a game of Navegador; one module per section of the rules, with the question it answers."""
