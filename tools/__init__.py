"""Tools for developers of Portolan: measurements, games between computer players, sheets of texts and pictures.

They run from a checkout (``python -m tools.bench --help``) and are not part of the installed package.
"""
