"""What the players see: each part of a screen is frozen data that draws itself."""
