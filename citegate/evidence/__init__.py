"""A claim to passages: cut, retrieve, judge, evaluate."""
