"""Positions to try: asked and answered by the address alone."""

from collections.abc import Sequence
from typing import Any

from pages.learn.laid import shown, text
from pages.learn.page import LearnPage
from pages.learn.position import Position
from pages.learn.positions import positions
from pages.learn.royal_positions import royal_positions
from pages.learn.rummy_positions import rummy_positions
from web.actors import say


class LearnTryPage(LearnPage):
    """One position a page: `at` its number, `say` what was chosen."""

    tab = "learn_try"
    template = "learn/try.html"

    def matter(self) -> dict[str, Any]:
        every = self.positions()
        asked = self.request.GET.get("at", "1")
        number = int(asked) if asked in {str(n) for n in range(1, len(every) + 1)} else 1
        position = every[number - 1]
        return {
            "number": number,
            "numbers": range(1, len(every) + 1),
            "next": number + 1 if number < len(every) else None,
            **_shown(position, self.request.GET.get("say", "")),
        }

    def positions(self) -> Sequence[Position]:
        """All that are asked, in their order."""
        return positions()


class RummyTryPage(LearnTryPage):
    """The same of rummy."""

    tab = "learn_rummy_try"
    game = "rummy"
    template = "learn/rummy_try.html"

    def positions(self) -> Sequence[Position]:
        return rummy_positions()


class RoyalTryPage(LearnTryPage):
    """The same of Battle Royal and Jersey."""

    tab = "learn_royal_try"
    game = "royal"
    template = "learn/royal_try.html"

    def positions(self) -> Sequence[Position]:
        return royal_positions()


def _shown(position: Position, said: str) -> dict[str, Any]:
    """The position, and once something was chosen the engine's count."""
    choices = [
        {
            "code": choice.code,
            "words": say(choice.words),
            "told": say(choice.told),
            "is_right": choice.code == position.right,
        }
        for choice in position.choices
    ]
    chosen = next((choice for choice in choices if choice["code"] == said), None)
    return {
        "title": say(text(position.title)),
        "question": say(position.question),
        "laid": shown(position.laid),
        "choices": choices,
        "chosen": chosen,
        "why": say(position.why),
        "answer": shown(position.answer),
    }
