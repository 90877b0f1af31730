"""What everybody at the event is told: announced, and taken back."""

from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from pages.parts.fields import PageForm
from pages.parts.rooms import TournamentRoomPage
from tournaments.models import ANNOUNCEMENT_LENGTH
from tournaments.services.events import announcements

SHOWN = 10


class AnnouncementForm(PageForm):
    """What everybody is to be told."""

    text = forms.CharField(
        label=gettext_lazy("What everybody is told"),
        max_length=ANNOUNCEMENT_LENGTH,
        widget=forms.Textarea(attrs={"rows": 3, "autocomplete": "off"}),
        error_messages={"required": gettext_lazy("Write what everybody is to be told.")},
    )


class AnnouncementPage(TournamentRoomPage):
    """A word to everybody, and those that were said before."""

    action = "tournament.announce"
    template = "director/announcement.html"
    tab = "desk"
    acts = ("announce", "take_back")
    form_classes = {"announce": AnnouncementForm}

    def announce(self, _key: str) -> str:
        announcements.announce(**self.sent("announce"), **self.write())
        return self.address("announcement")

    def take_back(self, _key: str) -> str:
        announcements.take_back_announcement(**self.write())
        said = _("The announcement is taken back from every page.")
        return self.done(said, self.address("announcement"))

    def context(self) -> dict[str, Any]:
        return super().context() | {"said": self.tournament.announcements.order_by("-id")[:SHOWN]}
