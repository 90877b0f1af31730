"""The page of a tournament with its bracket, which everybody may read."""

from typing import Any

from django.http import Http404, HttpRequest

from games.engine.gin.rules import from_stored
from pages.parts.correction_words import MARK
from pages.parts.live_page import LivePage
from pages.parts.tournament_page import match_words, page_of, state_of
from tournaments.domain.formats.registry import format_of
from tournaments.selectors.events.entries import entry_rows, field_of
from web.actors import say
from web.numbers import number_in


class TournamentPage(LivePage):
    """State, what is played now, the bracket or the pairs of a round, results."""

    tab = "tournament"
    asks = ("section", "round")

    def matter(self) -> dict[str, Any]:
        tournament, stage = self.tournament, self.stage
        is_bracket = stage.format_class.is_bracket
        part = _number(self.request, "section" if is_bracket else "round")
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
            "mark": MARK,
        }


def _number(request: HttpRequest, name: str) -> int | None:
    """The number of that name in the address, None when it is left out."""
    given = request.GET.get(name)
    if given is None:
        return None
    number = number_in(given, digits=4)
    if number is None:
        raise Http404
    return number
