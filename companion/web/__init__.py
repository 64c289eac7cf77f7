"""The page for phones on the local network: the game as plain data, and who may ask for it."""
