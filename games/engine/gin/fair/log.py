"""The digest of what was done in a hand, as the audit keeps it (the contract of the online table,
record of a hand)."""

import hashlib
import json
from collections.abc import Mapping, Sequence
from typing import Any


def log_digest(actions: Sequence[Mapping[str, Any]]) -> str:
    """Hex SHA-256 over the `actions` of a record, each `{"seat", "action", "at", "left", "by"?}`.

    What is hashed is their list as JSON in UTF-8, keys sorted, without spaces.
    """
    text = json.dumps(actions, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    # Whatever can be read from JSON has a digest, half of a surrogate pair too.
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
