"""The program that `bots` starts. As a package it is not imported again by the worker processes of the bot."""
