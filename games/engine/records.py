"""What records of hands share, whatever the game: how they are read, and where they go wrong."""

import re
from collections.abc import Mapping
from typing import Any

from kernel.text import N_, Refusal, Text, refusal

_SEED = re.compile("[0-9a-fA-F]{64}")


class IllegalStep(Refusal):
    """A record that goes wrong at action number `at` (from 0); `legal` was possible there."""

    def __init__(self, text: Text, at: int, action: object, legal: list[str]) -> None:
        super().__init__(text, "actions")
        self.at = at
        self.action = action
        self.legal = legal

    @classmethod
    def of(
        cls,
        refused: Refusal,
        at: int,
        action: object,
        legal: list[str],
        code: str = "illegal_action",
    ) -> "IllegalStep":
        """The same by what was refused there."""
        return cls(Text(code, refused.text.template, refused.text.values), at, action, legal)

    def details(self) -> dict[str, Any]:
        """The place, as JSON."""
        return {"at": self.at, "action": self.action, "legal": self.legal}


def read_object(value: object, field: str) -> Mapping[str, Any]:
    """A JSON object, or a refusal `bad_json`."""
    if not isinstance(value, Mapping):
        sentence = N_("%(field)s is missing or not an object.")
        raise refusal("bad_json", sentence, field, field=field)
    return value


def read_list(value: object, field: str) -> list[Any]:
    """A JSON list, or a refusal `bad_json`."""
    if not isinstance(value, list):
        sentence = N_("%(field)s is missing or not a list.")
        raise refusal("bad_json", sentence, field, field=field)
    return value


def read_actions(request: Mapping[str, Any]) -> tuple[Any, ...]:
    """The actions of a record, unread; one may be an object with its text as `action`."""
    found = read_list(request.get("actions"), "actions")
    return tuple(one.get("action") if isinstance(one, Mapping) else one for one in found)


def read_seed(request: Mapping[str, Any]) -> bytes:
    """The seed that dealt a hand, or a refusal `bad_json`."""
    text = request.get("seed")
    if not isinstance(text, str) or not _SEED.fullmatch(text):
        sentence = N_("The seed of a record is 64 hexadecimal digits.")
        raise refusal("bad_json", sentence, "seed")
    return bytes.fromhex(text)
