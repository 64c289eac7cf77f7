"""Sumeria complete: ``SUMERIA`` is the game behind the seam of ``engine.game``."""

from engine.sumeria.game import SUMERIA

__all__ = ["SUMERIA"]
