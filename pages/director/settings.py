"""The settings of a tournament, each part a form of its own; its tables; the steps of its life."""

from collections.abc import Mapping
from typing import Any

from django.contrib import messages
from django.core.exceptions import BadRequest
from django.forms import BoundField
from django.utils.translation import gettext as _

from games.engine.gin.rules import Rules, from_stored
from kernel.text import N_
from pages.director.forms import OWN_RULES, rule_set_of
from pages.director.settings_forms import (
    CourseSettings,
    RegistrationSettings,
    RulesSettings,
    TablesForm,
    VersionedForm,
    WhenSettings,
)
from pages.director.stages import StagesRoomPage
from pages.director.wizard import option_words, rule_set_options, rules_outcome
from pages.parts import consequences
from pages.parts.fields import NamedForm
from pages.parts.rooms import ClubRoomPage, UnfitError
from tournaments.services.events.editing import edit_tournament
from tournaments.services.events.setup import (
    MOVES,
    delete_tournament,
    move_tournament,
    set_tables,
)

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


class OvertakenError(UnfitError):
    """Somebody else has changed meanwhile what is to be changed."""

    status = 409


class SettingsPage(StagesRoomPage):
    """What can still be changed of a tournament."""

    action = "tournament.edit"
    template = "director/settings.html"
    acts = (
        *StagesRoomPage.acts,
        *("when", "rules", "format", "registration", "tables", "move", "cancel", "delete"),
    )
    form_classes = {
        "when": WhenSettings,
        "rules": RulesSettings,
        "format": CourseSettings,
        "registration": RegistrationSettings,
        "tables": TablesForm,
        "cancel": NamedForm,
        "delete": NamedForm,
    }

    def form_options(self, name: str) -> dict[str, Any]:
        tournament = self.tournament
        if name in ("cancel", "delete"):
            labels = {
                "cancel": _("Type %(name)s to cancel it"),
                "delete": _("Type %(name)s to delete it"),
            }
            typed = {"name": tournament.name, "as_written": True, "auto_id": f"{name}_%s"}
            return {"label": labels[name], **typed}
        if name == "tables":
            return {"initial": {"tables": "\n".join(self._table_lines)}}
        if name == "rules":
            rules = from_stored(tournament.rules, tournament.rules_version)
            return {"kept": rules, "initial": rules_chosen(rules, tournament.boards)}
        fields = self.form_classes[name].base_fields
        options: dict[str, Any] = {field: getattr(tournament, field) for field in fields}
        teams = {"has_teams": tournament.has_teams} if name == "registration" else {}
        return {"initial": options, **teams}

    @property
    def _table_lines(self) -> list[str]:
        tables = self.tournament.tables.all()
        return [f"{table.number} {table.label}".strip() for table in tables]

    # What is done

    def when(self, _key: str) -> str:
        return self._edit("when")

    def rules(self, _key: str) -> str:
        return self._edit("rules")

    def format(self, _key: str) -> str:
        return self._edit("format")

    def registration(self, _key: str) -> str:
        return self._edit("registration")

    def _edit(self, name: str) -> str:
        self.sent(name)
        form = self.forms[name]
        assert isinstance(form, VersionedForm)
        if form.overtaken():
            self._show_both(name, form)
            raise OvertakenError
        if form.changed_data:
            self.tournament = edit_tournament(**_fields(name, form), **self.write())
            messages.success(self.request, _("Saved."))
        return self.address("settings") + f"#{name}"

    def tables(self, _key: str) -> str:
        self.require("tournament.tables")
        set_tables(**self.sent("tables"), **self.write())
        return self.done(_("Saved."), self.address("settings") + "#tables")

    def move(self, action: str) -> str:
        if action not in MOVES or action not in STEPS:
            raise BadRequest("no such step")
        if "archive" in action:
            self.require("tournament.archive")
        move_tournament(action=action, **self.write())
        return self.address("settings") + "#life"

    def cancel(self, _key: str) -> str:
        self.require("tournament.cancel")
        self.sent("cancel")
        move_tournament(action="cancel", name=self.tournament.name, **self.write())
        return self.done(_("The tournament is cancelled."), self.address("settings"))

    def delete(self, _key: str) -> str:
        self.require("tournament.delete")
        self.sent("delete")
        delete_tournament(name=self.tournament.name, **self.write())
        said = _("%(name)s is deleted.") % {"name": self.tournament.name}
        return self.done(said, ClubRoomPage.address(self, "club"))

    def _show_both(self, name: str, form: VersionedForm) -> None:
        """Say at each field what stands there by now; sent again, it is written over."""
        data, current, overtaken = self.request.POST.copy(), self.form(name), form.overtaken()
        for field in overtaken:
            value = current[field].value()
            data[current[field].html_initial_name] = "" if value is None else str(value)
        again = self.form(name, data)
        again.is_valid()
        sentence = _("Somebody has set this to “%(now)s” meanwhile. Save again to keep yours.")
        for field in overtaken:
            again.add_error(field, sentence % {"now": _shown(current[field])})
        self.forms[name] = again

    # What is shown

    def context(self) -> dict[str, Any]:
        rules = self.forms["rules"]
        assert isinstance(rules, RulesSettings)
        drawn = self.tournament.stages.filter(rounds__isnull=False).exists()
        why_not = self.blocked("change_settings") or (_(DRAWN) if drawn else "")
        return super().context() | {
            "why_not_drawn_with": why_not,
            "why_not": self.blocked("change_settings"),
            "rule_sets": rule_set_options(str(rules["rules"].value())),
            "outcome": rules_outcome(rules),
            "format_options": option_words(self.forms["format"]),
            "registration_options": option_words(self.forms["registration"]),
            "cap_says": consequences.of_cap(self.tournament.cap),
            "tables_say": consequences.of_tables(len(self._table_lines)),
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


def rules_chosen(rules: Rules, boards: int) -> dict[str, Any]:
    """What the form of the rules shows of those that are kept."""
    return {
        "boards": boards,
        "rules": rule_set_of(rules),
        "best_of": rules.match_n if rules.match_type in ("single", "best_of") else None,
        "target": rules.target,
    }


def _fields(name: str, form: VersionedForm) -> dict[str, Any]:
    """What the service is told: the changed fields alone, but of rules and length what is shown."""
    data = form.cleaned_data
    if name == "rules":
        kept = {} if data["rules"] == OWN_RULES else {"rules": data["rules"]}
        return kept | {name: data[name] for name in ("boards", "best_of", "target")}
    return {field: data[field] for field in form.changed_data}


def _shown(bound: BoundField) -> str:
    """A field's value as a person reads it."""
    choices = dict(getattr(bound.field, "choices", ()))
    return str(choices.get(bound.value(), bound.value() or _("nothing")))
