"""What everybody at the event is told: announced, and taken back."""

from collections.abc import Callable, Mapping
from typing import Any

from django.contrib import messages
from django.utils.translation import gettext as _

from pages.director.desk_forms import AnnouncementForm
from pages.parts.rooms import TournamentRoomPage
from tournaments.selectors.events.announcements import announcements_of
from tournaments.services.events import announcements

SHOWN = 10


class AnnouncementPage(TournamentRoomPage):
    """A word to everybody, and those that were said before."""

    action = "tournament.announce"
    template = "director/announcement.html"
    tab = "desk"

    def acts(self) -> Mapping[str, Callable[[str], str]]:
        return {"announce": self.announce, "take_back": self.take_back}

    def announce(self, _key: str) -> str:
        form = AnnouncementForm(self.request.POST)
        announcements.announce(**self.sent("announce", form), **self.write())
        return self.here("announcement")

    def take_back(self, _key: str) -> str:
        announcements.take_back_announcement(**self.write())
        messages.success(self.request, _("The announcement is taken back from every page."))
        return self.here("announcement")

    def context(self) -> dict[str, Any]:
        self.forms.setdefault("announce", AnnouncementForm())
        return super().context() | {"said": announcements_of(self.tournament)[:SHOWN]}
