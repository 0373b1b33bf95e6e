"""The program that ``bots`` starts; it is a package so that the worker processes of the bot do not import it again."""
