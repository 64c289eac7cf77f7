"""Calibration: the owner shows a board and a camera to the companion, step by step."""
