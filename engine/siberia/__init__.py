"""Siberia complete: ``SIBERIA`` is the game behind the seam of ``engine.game``."""

from engine.siberia.game import SIBERIA

__all__ = ["SIBERIA"]
