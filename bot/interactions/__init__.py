"""Shared parts of all button presses, forms and commands: component records, replies, services, limits of input."""
