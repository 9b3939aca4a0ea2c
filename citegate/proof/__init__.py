"""Real browsers as witnesses."""
