"""Accounts for a whole roster: who is chosen gets a link by mail, or a pass on paper."""

from collections.abc import Mapping, Sequence
from datetime import datetime, time, timedelta
from functools import cached_property
from typing import Any
from zoneinfo import ZoneInfo

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from kernel.text import N_, Refusal, Text
from pages.parts.fields import PageForm
from pages.parts.rooms import ClubRoomPage
from players.selectors import open_passes, players_visible_to, search_players
from players.services import links, passes
from players.services.outbox import is_mail_on
from tournaments.selectors.events.access import tournaments_visible_to
from tournaments.selectors.events.entries import entered_players
from tournaments.selectors.stages.calendar import OVER
from web.numbers import number_sent, numbers_in

SEASON = timedelta(days=365)
MORNING = time(10)
NO_MAIL = N_("Mail is not set up: print passes.")
NOBODY = N_("Choose at least one player.")


class PassesForm(PageForm):
    good = forms.ChoiceField(label=gettext_lazy("The passes are good"))


class PassesPage(ClubRoomPage):
    """The roster, to choose from; below it the passes that hold."""

    action = "player.edit"
    template = "club/passes.html"
    tab = "edit_players"
    acts = ("print", "send", "revoke", "revoke_all")
    form_classes = {"passes": PassesForm}

    @cached_property
    def events(self) -> Mapping[str, Any]:
        """The evenings that are not over, by the address of each."""
        coming = tournaments_visible_to(self.actor).filter(club=self.club).exclude(state__in=OVER)
        return {event.slug: event for event in coming.order_by("starts_at", "id")}

    @cached_property
    def event(self) -> Any:
        """The evening whose entrants the address asks for."""
        return self.events.get(self.request.GET.get("event", ""))

    def form_options(self, name: str) -> dict[str, Any]:
        first = self.event.slug if self.event else next(iter(self.events), "")
        return {"initial": {"good": first}}

    def form(self, name: str, data: Any = None) -> PageForm:
        form = super().form(name, data)
        until = _("until the morning after %(event)s")
        evenings = [(slug, until % {"event": event.name}) for slug, event in self.events.items()]
        form.offer("good", [*evenings, ("season", _("for the season: one year"))])
        return form

    def print(self, _key: str) -> str:
        until = self._until(self.sent("passes")["good"])
        made = passes.issue_passes(
            club=self.club, players=self._chosen(), until=until, **self.write()
        )
        # What is secret is known now and never again: it goes to the next page by the session.
        self.request.session["passes"] = {
            "club": self.club.pk,
            "made": [[one.player.name, one.url, one.code] for one in made],
            "until": until.isoformat(),
        }
        return self.address("print_passes")

    def send(self, _key: str) -> str:
        if not is_mail_on():
            raise Refusal(Text("wrong_state", NO_MAIL))
        chosen = self._listed().filter(pk__in=self._chosen(), user__email=None)
        with_address = [player for player in chosen if player.email]
        for player in with_address:
            links.create_claim_link(player=player, email=player.email, **self.write())
        sent, without = len(with_address), len(chosen) - len(with_address)
        said = ngettext("%(n)d link is on its way.", "%(n)d links are on their way.", sent)
        said %= {"n": sent}
        if without:
            more = ngettext(
                "%(n)d player has no e-mail address: print a pass.",
                "%(n)d players have no e-mail address: print passes.",
                without,
            )
            said = f"{said} {more % {'n': without}}"
        return self.done(said, self.address("passes"))

    def revoke(self, key: str) -> str:
        return self._revoke([number_sent(key)])

    def revoke_all(self, _key: str) -> str:
        return self._revoke([held.pk for held in self._held()])

    def _revoke(self, which: Sequence[int]) -> str:
        number = passes.revoke_passes(club=self.club, passes=which, **self.write())
        said = ngettext("%(n)d pass is revoked.", "%(n)d passes are revoked.", number)
        return self.done(said % {"n": number}, self.address("passes") + "#held")

    def context(self) -> dict[str, Any]:
        query = self.request.GET.get("q", "")
        found = search_players(self._listed(), query, names_hidden=False)
        if self.event:
            found = found.filter(pk__in=entered_players(self.event))
        sent = self.request.POST.getlist("player")
        choose = self.request.GET.get("choose") == "all"
        held = self._held()
        until = {one.player_id: one.expires_at for one in held}
        return super().context() | {
            "query": query,
            "no_mail": "" if is_mail_on() else _(NO_MAIL),
            "event": self.event,
            "rows": [
                {
                    "player": player,
                    "chosen": str(player.pk) in sent or (choose and not sent),
                    "until": until.get(player.pk),
                }
                for player in found.order_by("sort_key", "id")
            ],
            "held": held,
        }

    def _listed(self) -> Any:
        return players_visible_to(self.actor).filter(club=self.club).select_related("user")

    def _held(self) -> Any:
        return open_passes(self.now).filter(player__club=self.club)

    def _chosen(self) -> Sequence[int]:
        chosen = numbers_in(self.request.POST.getlist("player"), digits=18)
        if not chosen:
            raise Refusal(Text("invalid", NOBODY))
        return chosen

    def _until(self, good: str) -> datetime:
        """The morning after an evening, or the end of the season."""
        if good == "season":
            return self.now + SEASON
        event = self.events[good]
        return morning_after(event.starts_at, self.now, ZoneInfo(self.club.time_zone))


def morning_after(starts_at: datetime | None, now: datetime, zone: ZoneInfo) -> datetime:
    """Ten o'clock on the day after an event begins, or after today where it has begun already."""
    day = max(starts_at or now, now).astimezone(zone).date() + timedelta(days=1)
    return datetime.combine(day, MORNING, zone)
