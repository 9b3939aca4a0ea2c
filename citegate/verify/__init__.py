"""CHECKS, in order; one file for each hundred of rule codes."""
