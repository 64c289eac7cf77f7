"""Proposals for calibration: what an unknown board's picture suggests, for its owner to correct."""
