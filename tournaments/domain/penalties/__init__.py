"""Penalties of the event, rulebook 5.1."""
