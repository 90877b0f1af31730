"""A club is made, its settings changed; it is left, handed over, deleted."""

from typing import Any

from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from kernel.text import N_, Refusal, Text
from pages.club.forms import ROLES, ClubForm, ClubNameForm, InviteForm
from pages.club.stuck_mail import StuckMailPage
from pages.parts.rooms import ClubRoomPage, RoomPage
from players.models import Club, Membership, User
from players.selectors import memberships_of, open_invitations, removed_from
from players.services import clubs, links
from web.certificate import own_fingerprint
from web.links import absolute_url, opens_only_here, qr_code
from web.numbers import number_in


class NewClubPage(RoomPage):
    """Whoever has an account makes a club here, and owns it."""

    action = "club.create"
    template = "club/new_club.html"
    acts = ("make",)
    form_classes = {"club": ClubForm}

    def form_options(self, name: str) -> dict[str, Any]:
        return {"initial": {"language": get_language()}}

    def make(self, _key: str) -> str:
        club = clubs.create_club(**self.sent("club"), **self.write())
        said = _("%(club)s is there.") % {"club": club.name}
        return self.done(said, reverse("club", args=[club.slug]))


class ClubSettingsPage(StuckMailPage):
    """Name, time zone and language of a club; its end."""

    action = "club.edit"
    template = "club/club_settings.html"
    tab = "club_settings"
    acts = (*StuckMailPage.acts, "edit", "delete")
    form_classes = {"club": ClubForm, "delete": ClubNameForm}

    def form_options(self, name: str) -> dict[str, Any]:
        if name == "delete":
            return named(self.club, name, _("Type %(name)s to delete the club"))
        names = ClubForm.base_fields
        return {"initial": {name: getattr(self.club, name) for name in names}}

    def edit(self, _key: str) -> str:
        clubs.edit_club(club=self.club, **self.sent("club"), **self.write())
        return self.done(_("Saved."), self.address("club_settings"))

    def delete(self, _key: str) -> str:
        self.require("club.delete")
        clubs.delete_club(club=self.club, **self.sent("delete"), **self.write())
        said = _("%(club)s is deleted.") % {"club": self.club.name}
        return self.done(said, reverse("home"))

    def context(self) -> dict[str, Any]:
        link = absolute_url(self.address("club"))
        return super().context() | {
            "link": link,
            "fingerprint": own_fingerprint(),
            "qr": "" if opens_only_here() else qr_code(link),
            "tournaments": self.club.tournaments.listed().count(),
            "players": self.club.players.count(),
        }


class MembersPage(StuckMailPage):
    """Who belongs to a club, as what; who is invited."""

    action = "club.members"
    template = "club/members.html"
    tab = "members"
    acts = (
        *StuckMailPage.acts,
        *("invite", "withdraw", "role", "remove", "restore", "hand_over"),
    )
    form_classes = {"invite": InviteForm, "hand_over": ClubNameForm}

    def form_options(self, name: str) -> dict[str, Any]:
        if name == "invite":
            return {}
        return named(self.club, name, _("Type %(name)s to hand the club over"))

    def invite(self, _key: str) -> str:
        self.require("club.invite")
        made = links.invite(club=self.club, **self.sent("invite"), **self.write())
        # The token is known now and never again: it goes to the next page by the session alone.
        self.request.session["invited"] = {
            "email": made.link.email,
            "url": made.url,
        }
        return self.address("members")

    def withdraw(self, key: str) -> str:
        self.require("club.invite")
        link = open_invitations(self.club, self.now).filter(pk=number_in(key) or 0).first()
        if link is None:
            return self.address("members")
        links.withdraw_invitation(link=link, **self.write())
        return self.done(_("The invitation is taken back."), self.address("members"))

    def role(self, key: str) -> str:
        """`key` is the account; the role stands in a field of its own."""
        role = self.request.POST.get(f"role-{key}", "")
        clubs.change_role(club=self.club, user=self._user(key), role=role, **self.write())
        return self.done(_("Saved."), self.address("members"))

    def remove(self, key: str) -> str:
        user = self._user(key)
        clubs.remove_member(club=self.club, user=user, **self.write())
        return f"{self.address('members')}?removed={user.pk}"

    def restore(self, key: str) -> str:
        """Take a removal back."""
        back = clubs.restore_member(club=self.club, user_id=number_in(key) or 0, **self.write())
        said = _("%(name)s belongs to the club again.") % {"name": back.user.name}
        return self.done(said, self.address("members"))

    def hand_over(self, _key: str) -> str:
        self.require("club.hand_over")
        self.sent("hand_over")
        heir = self._user(self.request.POST.get("heir", ""))
        clubs.hand_over_ownership(club=self.club, to=heir, **self.write())
        said = _("%(name)s owns the club now; you are an organiser.") % {"name": heir.name}
        return self.done(said, self.address("members"))

    def context(self) -> dict[str, Any]:
        members = memberships_of(self.club)
        return super().context() | {
            "members": members,
            "heirs": [member for member in members if member.role != Membership.Roles.OWNER],
            "roles": [(code, _(title), _(says)) for code, (title, says) in ROLES.items()],
            "invitations": open_invitations(self.club, self.now),
            "invited": self.request.session.pop("invited", None),
            "removed": removed_from(self.club, number_in(self.request.GET.get("removed")) or 0),
        }

    def _user(self, key: str) -> User:
        found = self.club.memberships.filter(user=number_in(key)).select_related("user").first()
        if found is None:
            raise Refusal(Text("not_member", N_("This account is not a member of the club.")))
        return found.user


def named(club: Club, form: str, label: str) -> dict[str, Any]:
    """The options of a form in which the name of the club is typed to be sure."""
    return {"name": club.name, "label": label, "as_written": True, "auto_id": f"{form}_%s"}


class LeaveClubPage(ClubRoomPage):
    """A member goes."""

    action = "club.leave"
    template = "club/leave.html"
    acts = ("leave",)

    def leave(self, _key: str) -> str:
        clubs.leave_club(club=self.club, **self.write())
        said = _("You have left %(club)s.") % {"club": self.club.name}
        return self.done(said, reverse("account"))

    def context(self) -> dict[str, Any]:
        return super().context() | {"owns": self.actor.may("club.hand_over")}
