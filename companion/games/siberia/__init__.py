"""What the companion draws, says and asks for Siberia alone."""
