"""A hand in ten pictures: from the deal to the end, with what the engine says of each."""

from functools import cache
from typing import Any

from pages.learn import pictures_of_play as play
from pages.learn import pictures_of_the_end as end
from pages.learn.page import LearnPage
from pages.learn.picture import Picture, shown_pictures


@cache
def pictures() -> tuple[Picture, ...]:
    """The ten, in their order."""
    return (
        play.deal(),
        play.melds(),
        play.values(),
        play.turn(),
        end.knock(),
        end.laying_off(),
        end.undercut(),
        end.gin(),
        end.big_gin(),
        end.end_of_the_stock(),
    )


class LearnHandPage(LearnPage):
    """The hand in ten pictures."""

    tab = "learn"
    template = "learn/hand.html"

    def matter(self) -> dict[str, Any]:
        return {"pictures": shown_pictures(pictures())}
