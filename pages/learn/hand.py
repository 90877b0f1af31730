"""A hand in ten pictures: from the deal to the end, with what the engine says of each."""

from functools import cache
from typing import Any

from pages.learn import pictures_of_play as play
from pages.learn import pictures_of_the_end as end
from pages.learn.laid import shown, text
from pages.learn.page import LearnPage
from pages.learn.picture import Picture
from web.actors import say


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
        return {
            "pictures": [
                {
                    "code": picture.code,
                    "title": say(text(picture.title)),
                    "laid": shown(picture.laid),
                    "sentences": [say(sentence) for sentence in picture.sentences],
                    "outcome": say(picture.outcome) if picture.outcome else "",
                }
                for picture in pictures()
            ]
        }
