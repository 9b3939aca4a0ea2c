"""What stands behind #:~:text=."""
