"""Penalties of the event, gin.md 5.1."""
