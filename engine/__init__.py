"""The rules: boards, states, events, legality, explanations and records."""
