"""What was ruled before in this club: by rule, with what was off the rule's default marked."""

from django.http import HttpRequest, HttpResponse

from games.engine.gin.irregularities.table import IRREGULARITIES
from games.selectors.matches import rules_at
from pages.match.ruling_words import nameless, ruling_words
from pages.parts.event_page import EventPage
from pages.parts.score_sheet import rule_name
from tournaments.selectors.desk.rulings import case_law

MOST = 50


class CaseLawPage(EventPage):
    """Without names: it is about the rule."""

    action = "ruling.case_law"

    def get(self, request: HttpRequest, **_kwargs: object) -> HttpResponse:
        rule, text = request.GET.get("rule", ""), request.GET.get("q", "").strip()[:60]
        found = case_law(self.tournament.club_id, rule if rule in IRREGULARITIES else "", text)
        rules = sorted((rule_name(irregularity), irregularity) for irregularity in IRREGULARITIES)
        return self.answer(
            "referee/case_law.html",
            found=[
                (
                    ruling_words(ruling, nameless(), rules_at(ruling.match)),
                    ruling.match.board.pairing.round.stage.tournament,
                )
                for ruling in found[:MOST]
            ],
            rule=rule,
            q=text,
            rules=[(key, name) for name, key in rules],
        )
