"""An example of every screen: what the screenshots show, and what is tested to be legible."""
