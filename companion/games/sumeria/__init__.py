"""What the companion draws, says and asks for Sumeria alone."""
