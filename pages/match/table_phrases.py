"""The forms of the ready phrases at an online table: say one, mute the other player, report them.
Each answers with the table as it is then."""

from collections.abc import Callable, Mapping

from games.selectors.table_now import now_at
from games.services.tables import talking
from games.services.tables.acting import Answer
from kernel.text import N_, refusal
from pages.match.online_table import OnlineTablePage
from tournaments.services.desk.calls import report_phrases


class TablePhrasesPage(OnlineTablePage):
    """Its forms stand on the page of the table; there is nothing else at its address."""

    action = "table.play"
    http_method_names = ("post",)
    exchanged = "#live"
    refusal_name = "talk_refused"

    def _asked(self) -> Answer:
        code = self.request.POST.get("code")
        if code is not None:
            return talking.say_phrase(request=self._asks, code=code)
        acts: Mapping[str, Callable[[], Answer]] = {
            "mute": lambda: talking.mute(request=self._asks),
            "unmute": lambda: talking.unmute(request=self._asks),
            "report": self._report,
        }
        act = acts.get(self.request.POST.get("act", ""))
        if act is None:
            raise refusal("invalid", N_("This form asks for nothing. Load the page again."))
        return act()

    def _report(self) -> Answer:
        seat = self.found.reader.seat
        assert seat is not None, "the page has looked"
        report_phrases(board=self.board, seat=seat, by=self.actor, now=self.now)
        return Answer(now_at(self.found.board.match.table))
