"""What the players see: each part of the screen draws itself from a scene."""
