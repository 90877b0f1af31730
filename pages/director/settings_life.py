"""The settings that are steps of a tournament's life: who sees it, and its end."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from django.core.exceptions import BadRequest
from django.utils.translation import gettext as _

from kernel.text import N_
from pages.director.settings import FormSettingsPage, SettingsPage
from pages.director.settings_forms import RegistrationSettings
from pages.parts.fields import NamedForm
from pages.parts.rooms import ClubRoomPage
from tournaments.domain.lifecycle import TournamentState
from tournaments.services.events.setup import delete_tournament, move_tournament

# The steps that are one button, with what follows from them.
STEPS: Mapping[str, tuple[str, str]] = {
    "open_registration": (
        N_("Make it public"),
        N_("Everybody can see its page; players can ask to take part where that is allowed."),
    ),
    "close_registration": (
        N_("Make it a draft again"),
        N_("Only the club's staff see it then."),
    ),
    "archive": (
        N_("Put it into the archive"),
        N_("Nothing can be changed any more. It stays where it is, for everybody to read."),
    ),
    "unarchive": (N_("Take it out of the archive"), N_("Results can be corrected again.")),
}


class StepsPage(SettingsPage):
    """A page with a step that leads on from one state, `begins`, and back from the others."""

    acts: ClassVar[Sequence[str]] = ("move",)
    begins: ClassVar[TournamentState]
    steps: ClassVar[tuple[str, str]]
    step_action: ClassVar[str]

    def move(self, action: str) -> str:
        if action not in self.steps:
            raise BadRequest("no such step")
        self.require(self.step_action)
        move_tournament(action=action, **self.write())
        return self.address(f"settings_{self.part}")

    def context(self) -> dict[str, Any]:
        there, back = self.steps
        code = there if self.tournament.state == self.begins else back
        title, says = STEPS[code]
        step = {"code": code, "title": _(title), "says": _(says), "why_not": self.blocked(code)}
        return super().context() | {"step": step if self.actor.may(self.step_action) else None}


class PublicSettingsPage(StepsPage, FormSettingsPage):
    """Who sees it, and who may ask to come in."""

    part = "public"
    template = "director/settings_public.html"
    acts = ("move", "save")
    form_classes = {"part": RegistrationSettings}
    begins = TournamentState.DRAFT
    steps = ("open_registration", "close_registration")
    step_action = "tournament.edit"

    def form_options(self, name: str) -> dict[str, Any]:
        return super().form_options(name) | {"has_teams": self.tournament.has_teams}

    def context(self) -> dict[str, Any]:
        return super().context() | {"seen_by": self.seen_by()}


class DangerSettingsPage(StepsPage):
    """The archive, and what can't be undone."""

    part = "danger"
    template = "director/settings_danger.html"
    acts = ("move", "cancel", "delete")
    form_classes = {"cancel": NamedForm, "delete": NamedForm}
    begins = TournamentState.ARCHIVED
    steps = ("unarchive", "archive")
    step_action = "tournament.archive"

    def form_options(self, name: str) -> dict[str, Any]:
        labels = {
            "cancel": _("Type %(name)s to cancel it"),
            "delete": _("Type %(name)s to delete it"),
        }
        typed = {"name": self.tournament.name, "as_written": True, "auto_id": f"{name}_%s"}
        return {"label": labels[name], **typed}

    def cancel(self, _key: str) -> str:
        self.require("tournament.cancel")
        self.sent("cancel")
        move_tournament(action="cancel", name=self.tournament.name, **self.write())
        return self.done(_("The tournament is cancelled."), self.address("settings_danger"))

    def delete(self, _key: str) -> str:
        self.require("tournament.delete")
        self.sent("delete")
        delete_tournament(name=self.tournament.name, **self.write())
        said = _("%(name)s is deleted.") % {"name": self.tournament.name}
        return self.done(said, ClubRoomPage.address(self, "club"))

    def context(self) -> dict[str, Any]:
        return super().context() | {
            "why_not_cancel": self.blocked("cancel"),
            "why_not_delete": self.blocked("delete"),
        }
