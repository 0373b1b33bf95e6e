"""Actions of Macao, with a module for each section of the rules, which also has the steps that follow from them."""
