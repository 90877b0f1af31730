"""What is asked before a ruling or a penalty is made or taken back: what becomes of a game that
does not end any more, and of a hand that somebody else has changed."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext_lazy

from games.services.hands_before import IfChanged
from kernel.text import Refusal
from pages.match.forms import DECISIONS
from web.actors import say

CHANGED = (
    (IfChanged.KEEP, gettext_lazy("It stays as it is now")),
    (IfChanged.RESTORE, gettext_lazy("It is what it was before the ruling")),
)
CHOICES: Mapping[str, Sequence[tuple[str, Any]]] = {
    "if_changed": CHANGED,
    "if_unfinished": DECISIONS,
}


def answer_to(name: str, sent: Mapping[str, Any]) -> str | None:
    """What was answered to a question, None where nothing was."""
    said = sent.get(name)
    return said if said in [str(code) for code, _word in CHOICES[name]] else None


def asked_by(refusal: Refusal, sent: Mapping[str, Any]) -> dict[str, Any]:
    """What a page shows of a refusal that is a question, with what was answered before; nothing
    where it is none."""
    name = refusal.field
    if name not in CHOICES:
        return {}
    given = {other: answer_to(other, sent) for other in CHOICES}
    return {
        "asked": {"name": name, "words": say(refusal.text), "choices": CHOICES[name]},
        "answered": [(other, word) for other, word in given.items() if word and other != name],
    }
