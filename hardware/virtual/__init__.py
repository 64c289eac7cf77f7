"""A virtual table: its board and pieces, the people around it and the camera above it.

What leaves this package for the companion is a frame of pixels, as from any other camera.
"""
