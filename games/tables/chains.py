"""The secrets of a seating, as a table draws them (the contract of the online table, the deal,
2)."""

from games.engine.gin.fair import secrets

#: So many bytes of chance are at the end of a chain.
BYTES = secrets.BYTES


def commitment_of(last: bytes) -> str:
    """What is shown of the chain that ends with these bytes, as hex."""
    return secrets.commitment_of(last)
