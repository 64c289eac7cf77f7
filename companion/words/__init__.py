"""What is said, and how it is said in the reader's language."""
