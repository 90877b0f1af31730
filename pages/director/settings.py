"""The settings of a tournament, each part a form of its own; its tables; the steps of its life."""

from collections.abc import Callable, Mapping
from functools import cached_property
from typing import Any

from django.contrib import messages
from django.core.exceptions import BadRequest
from django.http import HttpResponse
from django.utils.translation import gettext as _

from games.engine.gin.rules import from_stored
from kernel.text import N_, Refusal, Text
from pages.director.format_forms import StageForm
from pages.director.forms import (
    OWN_RULES,
    CourseSettings,
    RegistrationSettings,
    RulesSettings,
    TablesForm,
    VersionedForm,
    WhenSettings,
    rule_set_of,
)
from pages.director.stages import StagesPart
from pages.director.wizard import option_words, rule_set_options, rules_outcome
from pages.parts import consequences
from pages.parts.fields import NamedForm
from pages.parts.rooms import ClubRoomPage, TournamentRoomPage
from tournaments.selectors.stages.order import has_drawn_rounds
from tournaments.services.events.editing import edit_tournament
from tournaments.services.events.setup import (
    MOVES,
    delete_tournament,
    move_tournament,
    set_tables,
)
from web.actors import say
from web.errors import status_of

# The steps of a tournament's life that are one button here, with what follows from them.
STEPS: Mapping[str, tuple[str, str]] = {
    "open_registration": (
        N_("Announce it"),
        N_("Everybody can see its page; players can ask to take part where that is allowed."),
    ),
    "close_registration": (
        N_("Take the announcement back"),
        N_("It is a draft again, which only the club's staff see."),
    ),
    "archive": (
        N_("Put it into the archive"),
        N_("Nothing can be changed any more. It stays where it is, for everybody to read."),
    ),
    "unarchive": (N_("Take it out of the archive"), N_("Results can be corrected again.")),
}
PAIRS = (("open_registration", "close_registration"), ("archive", "unarchive"))
DRAWN = N_("The draw is made: take it back before you change rules, length or format.")


class OvertakenError(Exception):
    """Somebody else has changed meanwhile what is to be changed."""


class SettingsPage(TournamentRoomPage):
    """What can still be changed of a tournament."""

    action = "tournament.edit"
    template = "director/settings.html"
    tab = "settings"

    def acts(self) -> Mapping[str, Callable[[str], str]]:
        return {
            "when": lambda _key: self.edit("when"),
            "rules": lambda _key: self.edit("rules"),
            "format": lambda _key: self.edit("format"),
            "registration": lambda _key: self.edit("registration"),
            "stage": self.stages.save,
            "add_stage": self.stages.add,
            "remove_stage": self.stages.remove,
            "tables": self.set_tables,
            "move": self.move,
            "cancel": self.cancel,
            "delete": self.delete,
        }

    def post(self, request: Any, **kwargs: Any) -> HttpResponse:
        try:
            return super().post(request, **kwargs)
        except OvertakenError:
            return self.page(409)

    @cached_property
    def stages(self) -> StagesPart:
        """The part that sets up the stages."""
        return StagesPart(self)

    def refused(self, refusal: Refusal) -> HttpResponse:
        form = self.forms.get(self._sent)
        if isinstance(form, StageForm) and form.refuse(refusal.field, say(refusal.text)):
            return self.page(status_of(refusal.text.code))
        return super().refused(refusal)

    # What is done

    def edit(self, name: str) -> str:
        form = self._forms(self.request.POST)[name]
        self.sent(name, form)
        if form.overtaken():
            self._show_both(name, form)
            raise OvertakenError
        if form.changed_data:
            tournament = edit_tournament(**_fields(name, form), **self.write())
            self.tournament = tournament
            messages.success(self.request, _("Saved."))
        return self.here("settings") + f"#{name}"

    def set_tables(self, _key: str) -> str:
        self.require("tournament.tables")
        data = self.sent("tables", TablesForm(self.request.POST))
        set_tables(tables=data["tables"], **self.write())
        messages.success(self.request, _("Saved."))
        return self.here("settings") + "#tables"

    def move(self, action: str) -> str:
        if action not in MOVES or action not in STEPS:
            raise BadRequest("no such step")
        if "archive" in action:
            self.require("tournament.archive")
        move_tournament(action=action, **self.write())
        return self.here("settings") + "#life"

    def cancel(self, _key: str) -> str:
        self.require("tournament.cancel")
        self._typed("cancel")
        move_tournament(action="cancel", name=self.tournament.name, **self.write())
        messages.success(self.request, _("The tournament is cancelled."))
        return self.here("settings")

    def delete(self, _key: str) -> str:
        self.require("tournament.delete")
        self._typed("delete")
        delete_tournament(name=self.tournament.name, **self.write())
        sentence = _("%(name)s is deleted.") % {"name": self.tournament.name}
        messages.success(self.request, sentence)
        return ClubRoomPage.here(self, "club")

    def _typed(self, name: str) -> None:
        """Refuse what is not asked for by typing the name."""
        data = self.sent(name, self._named(name, self.request.POST))
        if " ".join(data["typed"].split()) != self.tournament.name:
            sentence = N_("Type the name as it stands here: %(name)s")
            raise Refusal(Text("name_needed", sentence, {"name": self.tournament.name}), "typed")

    def _show_both(self, name: str, form: VersionedForm) -> None:
        """Say at each field what stands there by now; sent again, it is written over."""
        data, current = self.request.POST.copy(), self._forms()[name]
        overtaken = form.overtaken()
        for field in overtaken:
            data[current[field].html_initial_name] = _as_text(current[field].value())
        again = self._forms(data)[name]
        again.is_valid()
        sentence = _("Somebody has set this to “%(now)s” meanwhile. Save again to keep yours.")
        for field in overtaken:
            again.add_error(field, sentence % {"now": _shown(current[field])})
        self.forms[name] = again

    # What is shown

    def context(self) -> dict[str, Any]:
        for name, form in self._forms().items():
            self.forms.setdefault(name, form)
        lines = [f"{table.number} {table.label}".strip() for table in self.tournament.tables.all()]
        first = {"tables": "\n".join(lines)}
        self.forms.setdefault("tables", TablesForm(initial=first))
        for name in ("cancel", "delete"):
            self.forms.setdefault(name, self._named(name))
        rules = self.forms["rules"]
        assert isinstance(rules, RulesSettings)
        drawn = has_drawn_rounds(self.tournament)
        why_not = self.blocked("change_settings") or (_(DRAWN) if drawn else "")
        shown = super().context() | self.stages.shown()
        return shown | {
            "why_not_drawn_with": why_not,
            "why_not": self.blocked("change_settings"),
            "rule_sets": rule_set_options(str(rules["rules"].value())),
            "outcome": rules_outcome(rules),
            "format_options": option_words(self.forms["format"]),
            "registration_options": option_words(self.forms["registration"]),
            "cap_says": consequences.of_cap(self.tournament.cap),
            "tables_say": consequences.of_tables(len(lines)),
            "life": self._life(),
            "why_not_cancel": self.blocked("cancel"),
            "why_not_delete": self.blocked("delete"),
        }

    def _life(self) -> list[tuple[str, str, str, str]]:
        """The steps that there are now, of each pair the one that leads on: code, title,
        consequence, and why it can't be taken."""
        shown = []
        for there, back in PAIRS:
            code = back if self.blocked(there) and not self.blocked(back) else there
            if self.actor.may("tournament.archive" if "archive" in code else "tournament.edit"):
                title, says = STEPS[code]
                shown.append((code, _(title), _(says), self.blocked(code)))
        return shown

    def _named(self, name: str, *data: Any) -> NamedForm:
        label = {
            "cancel": _("Type %(name)s to cancel it"),
            "delete": _("Type %(name)s to delete it"),
        }[name]
        values = {"name": self.tournament.name}
        return NamedForm(*data, label=label % values, auto_id=f"{name}_%s")

    def _forms(self, *data: Any) -> dict[str, VersionedForm]:
        """The parts that are edited, as they stand now."""
        tournament = self.tournament
        rules = from_stored(tournament.rules, tournament.rules_version)
        when = {name: getattr(tournament, name) for name in ("name", "starts_at", "place")}
        length = {
            "boards": tournament.boards,
            "rules": rule_set_of(rules),
            "best_of": rules.match_n if rules.match_type in ("single", "best_of") else None,
            "target": rules.target,
        }
        how = {
            name: getattr(tournament, name) for name in ("seeding", "publishing", "protest_minutes")
        }
        entry = {"registration": tournament.registration, "cap": tournament.cap}
        has_teams = tournament.has_teams
        return {
            "when": WhenSettings(*data, initial=when),
            "rules": RulesSettings(*data, initial=length, kept=rules),
            "format": CourseSettings(*data, initial=how),
            "registration": RegistrationSettings(*data, initial=entry, has_teams=has_teams),
        }


def _fields(name: str, form: VersionedForm) -> dict[str, Any]:
    """What the service is told: the changed fields alone, but of rules and length what is shown."""
    data = form.cleaned_data
    if name == "rules":
        kept = {} if data["rules"] == OWN_RULES else {"rules": data["rules"]}
        return kept | {name: data[name] for name in ("boards", "best_of", "target")}
    return {field: data[field] for field in form.changed_data}


def _as_text(value: object) -> str:
    return "" if value is None else str(value)


def _shown(bound: Any) -> str:
    """A field's value as a person reads it."""
    choices = dict(getattr(bound.field, "choices", ()))
    return str(choices.get(bound.value(), bound.value() or _("nothing")))
