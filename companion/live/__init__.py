"""The program while it runs: threads, the window, the loop; nothing of it knows the game."""
