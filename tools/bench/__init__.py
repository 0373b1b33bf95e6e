"""Measurements of Portolan, each compared with a yardstick that runs in the same minutes: ``python -m tools.bench``."""
