"""A new tournament in three steps, or made after an earlier one.

The steps are forms that are sent by GET, each with all that the others hold: nothing is kept on the
server, nothing is lost by going back, by the browser's own button neither, and only the last step
writes.
"""

from collections.abc import Mapping
from typing import Any

from django.forms import BaseForm
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from games.rule_books import GIN, RUMMY, AgreedRules
from kernel.text import N_, Refusal
from pages.director.forms import CopyForm, NewForm, PlayForm
from pages.parts import consequences, single_rules
from pages.parts.book_form import BookForm, rules_outcome
from pages.parts.offered_rules import keep_rules, rule_set_options
from pages.parts.play_words import FAIRNESS, FLAGS, PLAYS, SPECTATORS
from pages.parts.rooms import ClubRoomPage, TournamentRoomPage
from pages.parts.rules_form import RulesForm
from pages.parts.rummy_form import RummyForm
from tournaments.domain.formats.registry import format_class
from tournaments.models import Tournament
from tournaments.selectors.events.access import tournaments_visible_to
from tournaments.selectors.events.play import ONLINE
from tournaments.selectors.events.rule_sets import rule_sets_of
from tournaments.services.events.copying import copy_tournament, players_to_copy, teams_to_copy
from tournaments.services.events.setup import create_tournament, set_tables
from web.actors import say
from web.errors import status_of
from web.numbers import number_in

STEPS = (N_("What and when"), N_("Rules and length"), N_("Format, tables, players"))
SEEN = "seen"  # the numbers of the steps that were filled in
EARLIER_SHOWN = 5
RULES_OF = "rules_of"  # the game of which rules were chosen
RULES_FORMS: Mapping[str, type[BookForm]] = {GIN.game: RulesForm, RUMMY.game: RummyForm}


class NewTournamentPage(ClubRoomPage):
    """The wizard."""

    action = "tournament.create"
    template = "director/new.html"
    steps: tuple[NewForm, BookForm, PlayForm]

    def get(self, request: HttpRequest, **kwargs: Any) -> HttpResponse:
        self._fill(request.GET)
        return self._show(self._reached(_number(request.GET.get("step"))))

    def post(self, request: HttpRequest, **kwargs: Any) -> HttpResponse:
        if request.POST.get("step") != "make":  # back, from the step that writes
            query = request.POST.copy()
            for name in ("csrfmiddlewaretoken", "key"):
                query.pop(name, None)
            return redirect(f"{request.path}?{query.urlencode()}")
        self._fill(request.POST, all_seen=True)
        wrong = next((n for n, form in enumerate(self.steps, 1) if not form.is_valid()), None)
        if wrong is not None:
            return self._show(wrong, 400)
        try:
            return self.once(self._make)
        except Refusal as refusal:
            return self._refused(refusal)

    def _fill(self, data: QueryDict, *, all_seen: bool = False) -> None:
        seen = set(data.getlist(SEEN))
        self.data = data
        first, second, third = (
            data if all_seen or str(number) in seen else None for number in (1, 2, 3)
        )
        what = NewForm(first)
        game = str(what["game"].value())
        form = RULES_FORMS.get(game, RulesForm)
        if data.get(RULES_OF, GIN.game) != form.book.game:
            second = None  # rules of a game that is not chosen any more
        may_keep = self.actor.may("club.rule_sets")
        rules = form(second, own=rule_sets_of(self.club.pk), may_keep=may_keep)
        self.steps = (what, rules, PlayForm(third, rules=_rules_of(rules)))

    def _reached(self, wanted: int) -> int:
        """The step to show: the one that is wanted, or the first before it that is not right."""
        return next(
            (n for n, form in enumerate(self.steps[: wanted - 1], 1) if not form.is_valid()), wanted
        )

    def _make(self) -> str:
        data = {name: value for form in self.steps for name, value in form.cleaned_data.items()}
        del data["game"]  # the rules say it
        tables, format = data.pop("tables") or 0, format_class(data.pop("format"))
        is_online = data["play"] == ONLINE
        ways = Tournament.Publishing
        # What is played by days begins with the end of a window.
        by_hand = format.drawn_by_round and data["window_days"] is None
        usual = ways.BY_HAND if by_hand else ways.AUTOMATIC
        data["publishing"] = data["publishing"] or usual
        rules = self.steps[1]
        keep_rules(rules.kept_as, rules.chosen, club_id=self.club.pk, **self.write())
        made = create_tournament(
            club=self.club, stages=self.steps[2].plans(), **data, **self.write()
        )
        if tables and not is_online:
            numbers = [(number, "") for number in range(1, tables + 1)]
            set_tables(tournament_id=made.pk, tables=numbers, **self.write())
        sentence = _("%(name)s is made, as a draft that only the club's staff see.")
        return self.done(sentence % {"name": made.name}, self.address("entries", made.slug))

    def _refused(self, refusal: Refusal) -> HttpResponse:
        """On the step of the field that is at fault."""
        for number, form in enumerate(self.steps, 1):
            if form.refuse(refusal):
                return self._show(number, status_of(refusal.text.code))
        return self._show(len(STEPS), status_of(refusal.text.code), refused=say(refusal.text))

    def _show(self, number: int, status: int = 200, **more: Any) -> HttpResponse:
        form = self.steps[number - 1]
        names = form.names() if isinstance(form, PlayForm) else form.fields
        shown = {*names, "csrfmiddlewaretoken", "key", "step", SEEN}
        if form is self.steps[1]:
            shown.add(RULES_OF)
        carried = [
            (name, value)
            for name, values in self.data.lists()
            if name not in shown
            for value in values
        ]
        seen = sorted({*self.data.getlist(SEEN), str(number)})
        context: dict[str, Any] = {
            "step": number,
            "steps": [_(title) for title in STEPS],
            "form": form,
            "carried": [*carried, *((SEEN, value) for value in seen)],
        }
        context |= (self._first, self._second, self._third)[number - 1]()
        return self.page(status, **context, **more)

    def _first(self) -> dict[str, Any]:
        earlier = tournaments_visible_to(self.actor).filter(club=self.club).order_by("-id")
        return {"earlier": earlier[:EARLIER_SHOWN], **option_words(self.steps[0])}

    def _second(self) -> dict[str, Any]:
        form = self.steps[1]
        return {
            **rule_set_options(form.book, str(form["rules"].value()), form.own),
            "rules_of": form.book.game,
            "game_called": _(form.book.called),
            "outcome": rules_outcome(form),
            "single_rules": single_rules.groups(form, form.chosen),
            "renewed": single_rules.renewed(form.book),
        }

    def _third(self) -> dict[str, Any]:
        form = self.steps[2]
        tables, cap = (number_in(str(form[name].value()), digits=5) for name in ("tables", "cap"))
        says = {
            "tables_say": consequences.of_tables(tables or 0),
            "cap_says": consequences.of_cap(cap),
            "fairness": [say(sentence) for sentence in FAIRNESS],
        }
        return says | option_words(form)


class CopyTournamentPage(TournamentRoomPage):
    """A tournament made after this one."""

    action = "tournament.create"
    template = "director/copy.html"
    acts = ("copy",)
    form_classes = {"copy": CopyForm}

    def form_options(self, name: str) -> dict[str, Any]:
        first = {"name": self.tournament.name, "place": self.tournament.place}
        event = self.tournament
        are = {"has_teams": event.has_teams, "has_partners": event.has_partners}
        return {**are, "initial": first}

    def copy(self, _key: str) -> str:
        made = copy_tournament(
            source=self.tournament, **self.sent("copy"), by=self.actor, now=self.now
        )
        sentence = _("%(name)s is made after %(source)s, as a draft.")
        values = {"name": made.name, "source": self.tournament.name}
        return self.done(sentence % values, ClubRoomPage.address(self, "entries", made.slug))

    def context(self) -> dict[str, Any]:
        entrants = teams_to_copy if self.tournament.has_teams else players_to_copy
        return super().context() | {
            "entrants": len(entrants(self.tournament)),
            "tables": self.tournament.tables.count(),
            "staff": self.tournament.staff.filter(user__isnull=False, ended_at=None).count(),
        }


def option_words(form: BaseForm) -> dict[str, Any]:
    """The exclusive choices of a form, each with its title and what it leads to."""
    at_first = isinstance(form, PlayForm)
    words = {
        "game": consequences.GAMES,
        "registration": consequences.REGISTRATION,
        "seeding": consequences.SEEDING,
        "publishing": consequences.PUBLISHING_AT_FIRST if at_first else consequences.PUBLISHING,
        "unplayed": consequences.UNPLAYED,
        "play": PLAYS,
        "flag": FLAGS,
        "spectators": SPECTATORS,
    }
    return {
        f"{name}_options": [
            (code, _(title), _(says), form[name].value() == code)
            for code, (title, says) in options.items()
        ]
        for name, options in words.items()
        if name in form.fields
    }


def _number(given: str | None) -> int:
    return int(given) if given in {"1", "2", "3"} else 1


def _rules_of(form: BookForm) -> AgreedRules | None:
    """The rules that a valid form leads to; of one that is not every format is offered."""
    return form.chosen if form.is_valid() else None
