"""Tools of the people who develop Portolan: measurements, and games between computer players.

They run from a checkout (``python -m tools.bench --help``) and are no part of the package that is installed.
"""
