"""A model's answer to what a reader sees."""
