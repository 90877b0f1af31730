"""The draw for the first deal: asked on the pad before the first hand, put right on a page."""

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.http import HttpResponse, QueryDict
from django.utils.translation import gettext as _

from games.engine.gin.rules import Rules
from games.rule_books import AgreedRules
from games.selectors.matches import MatchRecord
from kernel.seats import SIDES
from kernel.text import Refusal
from pages.match.form_page import FormPage
from pages.match.forms import LONGEST_REASON, RANKS, SUITS, VersionForm, seat_field
from pages.match.match import MatchPage
from pages.parts.first_deal_words import first_deal_words, meanings, reading_of
from tournaments.domain.lifecycle import MatchState
from tournaments.services.desk.played_online import WRITTEN_BY_TABLE
from tournaments.services.desk.results import note_first_deal
from web.actors import say
from web.page import new_key

#: As they are drawn: the highest first.
RANKS_DOWN = RANKS[::-1]


class FirstDealForm(VersionForm):
    """The cards of all seats, or none, and who deals: the button that was pressed."""

    dealer = seat_field(required=False)
    reason = forms.CharField(max_length=LONGEST_REASON, required=False)

    def __init__(self, *args: Any, names: Sequence[str], **options: Any) -> None:
        super().__init__(*args, **options)
        self.names = names
        seats = [(str(seat), str(seat)) for seat in range(len(names))]
        self.fields["dealer"].choices = seats  # type: ignore[attr-defined]
        ranks = [(rank, rank) for rank in RANKS]
        for seat, _seat in seats:
            self.fields[f"rank_{seat}"] = forms.ChoiceField(choices=ranks, required=False)
            self.fields[f"suit_{seat}"] = forms.ChoiceField(choices=SUITS, required=False)

    def clean(self) -> None:
        super().clean()
        halves = [
            [self.cleaned_data.get(f"{part}_{seat}") for part in ("rank", "suit")]
            for seat in range(len(self.names))
        ]
        if not any(map(any, halves)):
            return
        for seat, half in enumerate(halves):
            if not all(half):
                sentence = _("Give the card of %(name)s by its rank and its suit, or no card.")
                self.add_error(None, sentence % {"name": self.names[seat]})

    @property
    def cards(self) -> list[str]:
        """As the service takes them; none where it was agreed."""
        said, seats = self.cleaned_data, range(len(self.names))
        cards = [said[f"rank_{seat}"] + said[f"suit_{seat}"] for seat in seats]
        return cards if all(cards) else []


class FirstDealPage(FormPage[FirstDealForm], MatchPage):
    """The form of the pad as a page of its own: there it is put right, or said why it was refused.
    Once a hand is written down it asks for a reason."""

    action = "match.score"

    def form(self, data: QueryDict | None = None) -> FirstDealForm:
        return FirstDealForm(data, names=self.names)

    def write(self, form: FirstDealForm) -> str:
        data = form.cleaned_data
        left = note_first_deal(
            cards=form.cards,
            dealer=data["dealer"],
            reason=data["reason"].strip(),
            **self.told(data["version"]),
        )
        return self.address("match" if left.record.facts else "pad")

    def refused(self, form: FirstDealForm, refusal: Refusal) -> dict[str, Any]:
        if refusal.text.code in ("stale", "idempotency_mismatch"):
            meanwhile = self.meanwhile(form.cleaned_data["version"])
            return {"meanwhile": meanwhile, "key": new_key()}
        form.add_error("reason" if refusal.field == "reason" else None, say(refusal.text))
        return {}

    def show(self, form: FirstDealForm, status: int = 200, **context: Any) -> HttpResponse:
        asked = asked_of(form, self.record, self.names)
        shown = {"asked": asked, "blocked": why_closed(self)} | context
        return self.answer("match/first_deal.html", status, **shown)


def asked_of(form: FirstDealForm, record: MatchRecord, names: Sequence[str]) -> Mapping[str, Any]:
    """What the form of the draw asks and says."""
    rules: AgreedRules = record.game_rules.knobs
    return {
        "form": form,
        "version": record.match.version,
        "said": said_of(record, names),
        "reading": reading_of(rules, len(names)),
        "is_table": len(names) > SIDES,
        "meanings": meanings(rules, names),
        "ranks": [(rank, "10" if rank == "T" else rank) for rank in RANKS_DOWN],
        "suits": SUITS,
        "drawn": [_drawn(form, seat, name) for seat, name in enumerate(names)],
        "low_deals": isinstance(rules, Rules) and rules.first_dealer == "low_card_deals",
        "asks_reason": bool(record.facts),
    }


def asks_draw(page: MatchPage) -> bool:
    """Whether the pad is to ask for the draw: where the event has it so, before the first hand, and
    until somebody wants to go straight there."""
    record = page.record
    is_noted = record.match.first_dealer is not None
    is_later = page.request.GET.get("draw") == "later"
    return page.tournament.draws_first_deal and not (is_noted or record.facts or is_later)


def draw_of(page: MatchPage) -> Mapping[str, object]:
    """How the first dealer was found, and whether the reader may put it right; nothing where it is
    not noted."""
    record = page.record
    noted = record.first_deal
    if noted is None:
        return {}
    may = page.actor.may("match.correct" if record.facts else "match.score")
    return {
        "said": said_of(record, page.names),
        "reason": noted.reason,
        "is_open": may and not why_closed(page),
    }


def why_closed(page: MatchPage) -> str:
    """Why nothing can be noted now; empty where it can."""
    if page.is_online:
        return _(WRITTEN_BY_TABLE)
    is_finished = page.place.state == MatchState.FINISHED
    return page.blocked("correct_result" if is_finished else "enter_result")


def said_of(record: MatchRecord, names: Sequence[str]) -> str:
    """How the first dealer of a match was found; empty where nothing is noted."""
    noted = record.first_deal
    if noted is None:
        return ""
    dealer = record.game_rules.side_of(noted.dealer)
    return first_deal_words(record.game_rules.knobs, noted.cards, dealer, names)


def _drawn(form: FirstDealForm, seat: int, name: str) -> Mapping[str, object]:
    """The fields for the card of a seat, each by its name and what is chosen."""
    rank, suit = form[f"rank_{seat}"], form[f"suit_{seat}"]
    return {
        "name": name,
        "rank_field": rank.html_name,
        "rank": rank.value(),
        "suit_field": suit.html_name,
        "suit": suit.value(),
    }
