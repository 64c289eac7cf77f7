"""Games as files: one in a zip for others, all of them as a backup."""
