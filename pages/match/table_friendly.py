"""The forms of a friendly, beside its play: a new link for the opponent, the table closed, another
game, a name that is an insult, and who is to be met no more."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _

from kernel.text import Refusal
from pages.match.online_table import OnlineTablePage
from tournaments.selectors.events.friendlies import table_of
from tournaments.services.events.challenges import block_other, unblock_other
from tournaments.services.events.friendlies import (
    Asked,
    ask_rematch,
    close_friendly,
    make_new_link,
    report_name,
)
from web.actors import say
from web.addresses import client_address


class FriendlyTablePage(OnlineTablePage):
    """The forms of a friendly; there is nothing else at their address."""

    action = "friendly.rematch"
    http_method_names = ("post",)

    def post(self, request: HttpRequest, **_kwargs: object) -> HttpResponse:
        acts = {
            "link": self._new_link,
            "close": self._close,
            "rematch": self._rematch,
            "name": self._report_name,
            "block": self._block,
            "unblock": self._unblock,
        }
        act = acts.get(request.POST.get("act", ""))
        if act is None:
            raise Http404
        try:
            return redirect(act())
        except Refusal as refused:
            # Said on the page of the table: nothing could be fetched anew at this address.
            messages.warning(request, say(refused.text))
            return redirect(self.address("online_table"))

    def _new_link(self) -> str:
        make_new_link(board=self.board, by=self.actor, now=self.now)
        return self.address("online_table")

    def _close(self) -> str:
        close_friendly(board=self.board, by=self.actor)
        messages.success(self.request, _("The table is closed."))
        return reverse("play")

    def _rematch(self) -> str:
        asked = Asked(self.actor, self.now, client_address(self.request))
        made = ask_rematch(board=self.board, asked=asked)
        return self.address("online_table") if made is None else table_of(made)

    def _report_name(self) -> str:
        report_name(board=self.board, by=self.actor)
        return self.address("online_table")

    def _block(self) -> str:
        block_other(match=self.board.match_id, by=self.actor, now=self.now)
        messages.success(self.request, _("You two meet no more. They are not told."))
        return self.address("online_table")

    def _unblock(self) -> str:
        unblock_other(match=self.board.match_id, by=self.actor, now=self.now)
        messages.success(self.request, _("You two may meet again."))
        return self.address("online_table")
