"""The page of a tournament with its bracket, which everybody may read."""

from typing import Any

from games.engine.gin.rules import from_stored
from pages.parts.correction_words import MARK
from pages.parts.live_page import LivePage
from pages.parts.tournament_page import match_words, page_of, state_of
from tournaments.domain.formats.registry import format_of
from tournaments.selectors.events.entries import entry_rows, field_of
from web.actors import say
from web.links import absolute_url


class TournamentPage(LivePage):
    """State, what is played now, the bracket or the pairs of a round, results."""

    tab = "tournament"
    asks = ("section", "round")

    def matter(self) -> dict[str, Any]:
        tournament, stage = self.tournament, self.stage
        is_bracket = stage.format_class.is_bracket
        part = self.asked_number("section" if is_bracket else "round")
        is_last = stage == self.stages[-1]
        page = page_of(tournament, stage, self.seen, part, is_last=is_last)
        rules = from_stored(tournament.rules | stage.rules, tournament.rules_version)
        return {
            "state": state_of(tournament, page),
            "format": say(format_of(stage.format, stage.settings).name),
            "rules": rules,
            "match_words": match_words(rules),
            "entrants": page.entrants if page else len(field_of(entry_rows(tournament))),
            "page": page,
            "is_last": is_last,
            "link": absolute_url(self.address("tournament")),
            "mark": MARK,
        }
