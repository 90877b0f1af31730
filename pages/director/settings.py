"""The settings of a tournament: a list of short pages, each with one form and one Save."""

from collections.abc import Sequence
from typing import Any, ClassVar

from django.contrib import messages
from django.forms import BoundField
from django.http import HttpRequest, HttpResponse, QueryDict
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.engine.gin.rules import Rules
from games.engine.rummy.rules import RummyRules
from games.rule_books import RUMMY, AgreedRules, book_of, from_stored
from kernel.seats import SIDES
from kernel.text import N_
from pages.director.play_form import initial_of as initial_of_play
from pages.director.settings_forms import (
    BookSettings,
    DealSettings,
    PlayersSettings,
    PlaySettings,
    RulesSettings,
    RummySettings,
    TablesForm,
    VersionedForm,
    WhenSettings,
)
from pages.director.wizard import option_words
from pages.parts import consequences, single_rules
from pages.parts.book_form import rules_outcome
from pages.parts.bye_words import rule_words
from pages.parts.fields import PageForm
from pages.parts.first_deal_words import reading_of
from pages.parts.length_form import initial_of
from pages.parts.offered_rules import (
    OWN_RULES,
    keep_rules,
    names_by_code,
    rule_set_of,
    rule_set_options,
)
from pages.parts.play_words import FAIRNESS, in_short
from pages.parts.rooms import ClubRoomPage, TournamentRoomPage, UnfitError
from pages.parts.rules_form import said_of, set_of
from pages.parts.rummy_form import initial_of as initial_of_rummy
from pages.parts.settlement_words import value_words
from pages.parts.stage_words import stage_title
from tournaments.domain.lifecycle import TournamentState
from tournaments.models import Tournament
from tournaments.selectors.desk.settlement import Worth
from tournaments.selectors.events.play import online_play
from tournaments.selectors.events.rule_sets import NamedRules, rule_sets_of
from tournaments.services.events.editing import edit_tournament
from tournaments.services.events.setup import set_tables
from tournaments.services.stages.plans import has_byes_to_fill, plans_of
from web.actors import say

DRAWN = N_("The draw is made: take it back before you change rules, length or format.")


class OvertakenError(UnfitError):
    """Somebody else has changed meanwhile what is to be changed."""

    status = 409


class SettingsPage(TournamentRoomPage):
    """One of the pages of settings; `part` is its name in their list."""

    action = "tournament.edit"
    tab = "settings"
    part: ClassVar[str] = ""

    def context(self) -> dict[str, Any]:
        return super().context() | {"part": self.part, "why_not": self.why_not()}

    def why_not(self) -> str:
        """Why nothing on this page can be changed now; "" where it can."""
        return self.blocked("change_settings")

    def why_not_drawn_with(self) -> str:
        """Why what a draw is made with can't be changed now; "" where it can."""
        drawn = self.tournament.stages.filter(rounds__isnull=False).exists()
        return self.blocked("change_settings") or (_(DRAWN) if drawn else "")

    def seen_by(self) -> str:
        """Who can see the tournament."""
        is_draft = self.tournament.state == TournamentState.DRAFT
        return _("Only the club's staff see it.") if is_draft else _("Everybody can see it.")

    def table_lines(self) -> list[str]:
        tables = self.tournament.tables.all()
        return [f"{table.number} {table.label}".strip() for table in tables]


class SettingsIndexPage(SettingsPage):
    """All settings at a glance, each leading to the page where it is changed."""

    template = "director/settings.html"

    def context(self) -> dict[str, Any]:
        return super().context() | {"says": self._says()}

    def _says(self) -> dict[str, str]:
        """What is set, by the names of the pages."""
        event, tables = self.tournament, len(self.table_lines())
        at = event.starts_at
        starts = date_format(localtime(at), "DATETIME_FORMAT") if at else ""
        seeding, _says = consequences.SEEDING[Tournament.Seeding(event.seeding)]
        staff = event.staff.filter(ended_at=None).count()
        return {
            "when": ", ".join(filter(None, (event.name, starts, event.place))),
            "rules": _rules_in_short(event),
            "players": f"{consequences.of_cap(event.cap)} {_('Seeds')}: {_(seeding)}.",
            "rounds": " · ".join(say(stage_title(plan)) for plan in plans_of(event)),
            "play": _play_in_short(event),
            "deal": _deal_in_short(event),
            "tables": ngettext("%(n)d table", "%(n)d tables", tables) % {"n": tables},
            "staff": ngettext("%(n)d in office", "%(n)d in office", staff) % {"n": staff}
            if staff
            else _("Nobody but the club's organisers."),
            "public": self.seen_by(),
            "danger": _("Archive, cancel, delete"),
        }


class FormSettingsPage(SettingsPage):
    """A page of settings with a form that carries what it showed."""

    acts: ClassVar[Sequence[str]] = ("save",)

    def form_options(self, name: str) -> dict[str, Any]:
        fields = self.form_classes[name].base_fields
        return {"initial": {field: getattr(self.tournament, field) for field in fields}}

    def save(self, _key: str) -> str:
        self.sent("part")
        form = self.forms["part"]
        assert isinstance(form, VersionedForm)
        if form.overtaken():
            self._show_both(form)
            raise OvertakenError
        if form.changed_data:
            self.tournament = edit_tournament(**self.fields(form), **self.write())
        self.keep_besides(form)
        if form.changed_data:
            messages.success(self.request, _("Saved."))
        return self.address(f"settings_{self.part}")

    def keep_besides(self, form: VersionedForm) -> None:
        """Write what is not the tournament's."""

    def fields(self, form: VersionedForm) -> dict[str, Any]:
        """What the service is told: the changed fields alone."""
        return {field: form.cleaned_data[field] for field in form.changed_data}

    def _show_both(self, form: VersionedForm) -> None:
        """Say at each field what stands there by now; sent again, it is written over."""
        data, current, overtaken = self.request.POST.copy(), self.form("part"), form.overtaken()
        for field in overtaken:
            value = current[field].value()
            data[current[field].html_initial_name] = "" if value is None else str(value)
        again = self.form("part", data)
        again.is_valid()
        sentence = _("Somebody has set this to “%(now)s” meanwhile. Save again to keep yours.")
        for field in overtaken:
            again.add_error(field, sentence % {"now": _shown(current[field])})
        self.forms["part"] = again

    def context(self) -> dict[str, Any]:
        return super().context() | {"form": self.forms["part"], **option_words(self.forms["part"])}


class WhenSettingsPage(FormSettingsPage):
    """Name, time and place, which can be put right until the archive."""

    part = "when"
    template = "director/settings_when.html"
    form_classes = {"part": WhenSettings}

    def why_not(self) -> str:
        return ""


class RulesSettingsPage(FormSettingsPage):
    """Who meets whom by which rules, and how long a match is."""

    part = "rules"
    template = "director/settings_rules.html"
    form_classes = {"part": BookSettings}

    def form(self, name: str, data: QueryDict | None = None) -> PageForm:
        kind = RummySettings if self.tournament.game == RUMMY.game else RulesSettings
        return kind(data, **self.form_options(name))

    def form_options(self, name: str) -> dict[str, Any]:
        rules = from_stored(self.tournament.rules, self.tournament.rules_version)
        own = rule_sets_of(self.club.pk)
        return {
            "kept": rules,
            "own": own,
            "may_keep": self.actor.may("club.rule_sets"),
            "initial": rules_chosen(rules, self.tournament.boards, own),
        }

    def keep_besides(self, form: VersionedForm) -> None:
        assert isinstance(form, BookSettings)
        write = ClubRoomPage.write(self)
        if keep_rules(form.kept_as, form.chosen, club_id=self.club.pk, **write):
            said = _("The club keeps these rules as “%(name)s”.") % {"name": form.kept_as}
            messages.success(self.request, said)

    def get(self, request: HttpRequest, **kwargs: Any) -> HttpResponse:
        """With what is chosen on the page already, to say at once where it leads."""
        if "rules" in request.GET:
            self.forms["part"] = self.form("part", request.GET)
            self.forms["part"].is_valid()
        return super().get(request, **kwargs)

    def fields(self, form: VersionedForm) -> dict[str, Any]:
        """Of rules and length all that is shown: they are one thing."""
        return form.cleaned_data

    def why_not(self) -> str:
        return self.why_not_drawn_with()

    def context(self) -> dict[str, Any]:
        rules = self.forms["part"]
        assert isinstance(rules, BookSettings)
        kept = rules.sets.get(OWN_RULES)
        return super().context() | {
            **rule_set_options(rules.book, str(rules["rules"].value()), rules.own, kept),
            "outcome": rules_outcome(rules),
            "single_rules": single_rules.groups(rules, rules.chosen),
            "renewed": single_rules.renewed(rules.book),
        }


class PlayersSettingsPage(FormSettingsPage):
    """How many play, and their seeds."""

    part = "players"
    template = "director/settings_players.html"
    form_classes = {"part": PlayersSettings}

    def context(self) -> dict[str, Any]:
        return super().context() | {"cap_says": consequences.of_cap(self.tournament.cap)}


class PlaySettingsPage(FormSettingsPage):
    """Whether it is played at the table or online, with which clock, and who may watch."""

    part = "play"
    template = "director/settings_play.html"
    form_classes = {"part": PlaySettings}

    def form_options(self, name: str) -> dict[str, Any]:
        return {"initial": initial_of_play(online_play(self.tournament))}

    def fields(self, form: VersionedForm) -> dict[str, Any]:
        assert isinstance(form, PlaySettings)
        return form.settings()

    def context(self) -> dict[str, Any]:
        return super().context() | {"fairness": [say(sentence) for sentence in FAIRNESS]}


class DealSettingsPage(FormSettingsPage):
    """Whether the players draw for the first deal and settle, and who fills byes, which can be
    changed at any time."""

    part = "deal"
    template = "director/settings_deal.html"
    form_classes = {"part": DealSettings}

    def why_not(self) -> str:
        return ""

    def form_options(self, name: str) -> dict[str, Any]:
        options, value = super().form_options(name), self.tournament.point_value
        options["initial"]["point_value"] = value and value.normalize()
        return options | {"has_byes": has_byes_to_fill(self.tournament)}

    def context(self) -> dict[str, Any]:
        rules = from_stored(self.tournament.rules, self.tournament.rules_version)
        return super().context() | {"deal_says": reading_of(rules, SIDES)}


class TablesSettingsPage(SettingsPage):
    """The tables of the evening, which can be changed at any time."""

    part = "tables"
    template = "director/settings_tables.html"
    acts = ("save",)
    form_classes = {"part": TablesForm}

    def form_options(self, name: str) -> dict[str, Any]:
        return {"initial": {"tables": "\n".join(self.table_lines())}}

    def save(self, _key: str) -> str:
        self.require("tournament.tables")
        set_tables(**self.sent("part"), **self.write())
        return self.done(_("Saved."), self.address("settings_tables"))

    def context(self) -> dict[str, Any]:
        return super().context() | {"tables_say": consequences.of_tables(len(self.table_lines()))}


def rules_chosen(rules: AgreedRules, boards: int, own: Sequence[NamedRules]) -> dict[str, Any]:
    """What the form of the rules shows of those that are kept."""
    if isinstance(rules, RummyRules):
        chosen = {"table_size": rules.table_size, "rules": rule_set_of(rules, own)}
        return chosen | initial_of_rummy(rules)
    return {
        "boards": said_of(rules, boards),
        "rules": set_of(rules, own),
        **initial_of(rules),
    }


def _rules_in_short(event: Tournament) -> str:
    """The rule set by its name, and how long a match is."""
    rules = from_stored(event.rules, event.rules_version)
    own = rule_sets_of(event.club_id)
    code = set_of(rules, own) if isinstance(rules, Rules) else rule_set_of(rules, own)
    name = names_by_code(book_of(rules), own).get(code) or _("Rules of its own")
    return f"{name}. {consequences.of_length(rules)}"


def _play_in_short(event: Tournament) -> str:
    """Where it is played; online with clock, flag and spectators."""
    online = online_play(event)
    if online and online.is_hybrid:
        where = _("At the table, and online.")
    else:
        where = _("Online.") if online else _("At the table.")
    return " ".join([where, *map(say, in_short(online) if online else ())])


def _deal_in_short(event: Tournament) -> str:
    """Whether players draw for the first deal, whether they settle, and who fills byes."""
    drawn = _("Players draw for the first deal.") if event.draws_first_deal else ""
    settled = _("It is said who owes whom.") if event.settles else ""
    worth = value_words(Worth.of(event)) if settled else ""
    byes = " ".join(map(say, rule_words(event.bye_opponent)))
    return " ".join(filter(None, (drawn, settled, worth, byes))) or _("Neither is kept.")


def _shown(bound: BoundField) -> str:
    """A field's value as a person reads it."""
    choices = dict(getattr(bound.field, "choices", ()))
    return str(choices.get(bound.value(), bound.value() or _("nothing")))
