"""Where a record of a hand goes wrong."""

from typing import Any

from kernel.text import Refusal, Text


class IllegalStep(Refusal):
    """A record that goes wrong at action number `at` (from 0); `legal` was possible there."""

    def __init__(self, text: Text, at: int, action: object, legal: list[str]) -> None:
        super().__init__(text, "actions")
        self.at = at
        self.action = action
        self.legal = legal

    def details(self) -> dict[str, Any]:
        """The place, as JSON."""
        return {"at": self.at, "action": self.action, "legal": self.legal}
