"""The verbs of Navegador, a module for each section of the rules, with the questions that they answer."""
