"""Findings to fixes."""
