"""The same core behind other doors: for agents, and for web pages."""
