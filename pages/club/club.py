"""A club is made, its settings changed; it is left, handed over, deleted."""

from collections.abc import Callable, Mapping
from typing import Any

from django.contrib import messages
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from kernel.text import N_, Refusal, Text
from pages.club.forms import ROLES, ClubForm, InviteForm
from pages.club.stuck_mail import StuckMailPage
from pages.parts.certificate import own_fingerprint
from pages.parts.fields import NamedForm
from pages.parts.rooms import ClubRoomPage, RoomPage
from players.models import Membership, User
from players.selectors import memberships_of, open_invitations, removed_from
from players.services import clubs, links
from web.links import absolute_url, opens_only_here, qr_code
from web.numbers import number_in


class NewClubPage(RoomPage):
    """Whoever has an account makes a club here, and owns it."""

    action = "club.create"
    template = "club/new_club.html"

    def acts(self) -> Mapping[str, Callable[[str], str]]:
        return {"make": self.make}

    def make(self, _key: str) -> str:
        data = self.sent("club", ClubForm(self.request.POST))
        club = clubs.create_club(**data, by=self.actor, now=self.now)
        messages.success(self.request, _("%(club)s is there.") % {"club": club.name})
        return reverse("club", args=[club.slug])

    def context(self) -> dict[str, Any]:
        self.forms.setdefault("club", ClubForm(initial={"language": get_language()}))
        return super().context()


class ClubSettingsPage(StuckMailPage):
    """Name, time zone and language of a club; its end."""

    action = "club.edit"
    template = "club/club_settings.html"
    tab = back = "club_settings"

    def acts(self) -> Mapping[str, Callable[[str], str]]:
        return {**super().acts(), "edit": self.edit, "delete": self.delete}

    def edit(self, _key: str) -> str:
        data = self.sent("club", self._form(self.request.POST))
        clubs.edit_club(club=self.club, **data, **self.write())
        messages.success(self.request, _("Saved."))
        return self.here("club_settings")

    def delete(self, _key: str) -> str:
        self.require("club.delete")
        typed = self.sent("delete", self._delete_form(self.request.POST))["typed"]
        clubs.delete_club(club=self.club, typed=typed, **self.write())
        messages.success(self.request, _("%(club)s is deleted.") % {"club": self.club.name})
        return reverse("home")

    def context(self) -> dict[str, Any]:
        self.forms.setdefault("club", self._form())
        self.forms.setdefault("delete", self._delete_form())
        link = absolute_url(self.here("club"))
        return super().context() | {
            "link": link,
            "fingerprint": own_fingerprint(),
            "qr": "" if opens_only_here() else qr_code(link),
            "tournaments": self.club.tournaments.count(),
            "players": self.club.players.count(),
        }

    def _form(self, *data: Any) -> ClubForm:
        names = ("name", "time_zone", "language")
        first = {name: getattr(self.club, name) for name in names}
        return ClubForm(*data, initial=first)

    def _delete_form(self, *data: Any) -> NamedForm:
        label = _("Type %(name)s to delete the club") % {"name": self.club.name}
        return NamedForm(*data, label=label, auto_id="delete_%s")


class MembersPage(StuckMailPage):
    """Who belongs to a club, as what; who is invited."""

    action = "club.members"
    template = "club/members.html"
    tab = back = "members"

    def acts(self) -> Mapping[str, Callable[[str], str]]:
        return {
            **super().acts(),
            "invite": self.invite,
            "withdraw": self.withdraw,
            "role": self.change_role,
            "remove": self.remove,
            "restore": self.restore,
            "hand_over": self.hand_over,
        }

    def invite(self, _key: str) -> str:
        self.require("club.invite")
        data = self.sent("invite", InviteForm(self.request.POST))
        made = links.invite(club=self.club, **data, **self.write())
        # The token is known now and never again: it goes to the next page by the session alone.
        self.request.session["invited"] = {
            "email": made.link.email,
            "url": made.url,
        }
        return self.here("members")

    def withdraw(self, key: str) -> str:
        self.require("club.invite")
        link = open_invitations(self.club, self.now).filter(pk=number_in(key) or 0).first()
        if link:
            links.withdraw_invitation(link=link, **self.write())
            messages.success(self.request, _("The invitation is taken back."))
        return self.here("members")

    def change_role(self, key: str) -> str:
        """`key` is the account; the role stands in a field of its own."""
        role = self.request.POST.get(f"role-{key}", "")
        clubs.change_role(club=self.club, user=self._user(key), role=role, **self.write())
        messages.success(self.request, _("Saved."))
        return self.here("members")

    def remove(self, key: str) -> str:
        user = self._user(key)
        clubs.remove_member(club=self.club, user=user, **self.write())
        return f"{self.here('members')}?removed={user.pk}"

    def restore(self, key: str) -> str:
        """Take a removal back."""
        back = clubs.restore_member(club=self.club, user_id=number_in(key) or 0, **self.write())
        sentence = _("%(name)s belongs to the club again.")
        messages.success(self.request, sentence % {"name": back.user.name})
        return self.here("members")

    def hand_over(self, _key: str) -> str:
        self.require("club.hand_over")
        form = self._hand_over_form(self.request.POST)
        typed = self.sent("hand_over", form)["typed"]
        if " ".join(typed.split()) != self.club.name:
            sentence = N_("Type the name of the club: %(name)s")
            raise Refusal(Text("name_differs", sentence, {"name": self.club.name}), "typed")
        heir = self._user(self.request.POST.get("heir", ""))
        clubs.hand_over_ownership(club=self.club, to=heir, **self.write())
        sentence = _("%(name)s owns the club now; you are an organiser.")
        messages.success(self.request, sentence % {"name": heir.name})
        return self.here("members")

    def context(self) -> dict[str, Any]:
        self.forms.setdefault("invite", InviteForm())
        self.forms.setdefault("hand_over", self._hand_over_form())
        members = memberships_of(self.club)
        return super().context() | {
            "members": members,
            "heirs": [member for member in members if member.role != Membership.Roles.OWNER],
            "roles": [(code, _(title), _(says)) for code, (title, says) in ROLES.items()],
            "invitations": open_invitations(self.club, self.now),
            "invited": self.request.session.pop("invited", None),
            "removed": removed_from(self.club, number_in(self.request.GET.get("removed")) or 0),
        }

    def _hand_over_form(self, *data: Any) -> NamedForm:
        label = _("Type %(name)s to hand the club over") % {"name": self.club.name}
        return NamedForm(*data, label=label, auto_id="hand_over_%s")

    def _user(self, key: str) -> User:
        found = self.club.memberships.filter(user=number_in(key)).select_related("user").first()
        if found is None:
            raise Refusal(Text("not_member", N_("This account is not a member of the club.")))
        return found.user


class LeaveClubPage(ClubRoomPage):
    """A member goes."""

    action = "club.leave"
    template = "club/leave.html"

    def acts(self) -> Mapping[str, Callable[[str], str]]:
        return {"leave": self.leave}

    def leave(self, _key: str) -> str:
        clubs.leave_club(club=self.club, **self.write())
        messages.success(self.request, _("You have left %(club)s.") % {"club": self.club.name})
        return reverse("account")

    def context(self) -> dict[str, Any]:
        return super().context() | {"owns": self.actor.may("club.hand_over")}
