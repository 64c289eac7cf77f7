"""The outside world: cameras and the panel, each with its real back end and its double.

No game logic.
"""
