"""The desk: from here the director runs the evening. Beside it the page on which time is added."""

from collections import Counter
from collections.abc import Sequence
from functools import cached_property
from typing import Any, ClassVar

from django import forms
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from kernel.text import N_, Refusal, Text
from pages.director.next_step_words import NextStepWords
from pages.director.waiting_words import WaitingWords
from pages.parts.fields import PageForm
from pages.parts.rooms import TournamentRoomPage
from pages.parts.table_cards import Tile, Tiles
from tournaments.models import Board, ClockEvent
from tournaments.selectors.desk.corrections import newest_correction
from tournaments.selectors.events.access import acting_at, boards_visible_to
from tournaments.selectors.events.audiences import seen_as
from tournaments.services.desk import results
from tournaments.services.events import announcements
from tournaments.services.stages import rounds
from web.numbers import number_sent

KINDS = ClockEvent.Kinds
EXTENSIONS = ((2, gettext_lazy("2 min")), (5, gettext_lazy("5 min")), (10, gettext_lazy("10 min")))


class TimeForm(PageForm):
    """How much time, and at which table; `table` is None for all."""

    minutes = forms.TypedChoiceField(choices=EXTENSIONS, coerce=int)
    table = forms.TypedChoiceField(
        label=gettext_lazy("For whom"), coerce=int, empty_value=None, required=False
    )

    def __init__(self, *args: Any, tables: Sequence[tuple[int, str]], **options: Any) -> None:
        super().__init__(*args, **options)
        self.offer("table", [("", _("All tables")), *tables])


class EveningRoomPage(TournamentRoomPage):
    """A page from which a running evening is led."""

    tab: ClassVar[str] = "desk"

    @cached_property
    def tiles(self) -> Tiles:
        return Tiles(self.tournament, self.actor, self.now)

    @property
    def round_number(self) -> int:
        """The round that is played."""
        if not self.tiles.rounds:
            sentence = N_("Nothing is drawn yet: there is no round whose clock could run.")
            raise Refusal(Text("not_ready", sentence))
        return self.tiles.maker.current

    def context(self) -> dict[str, Any]:
        return super().context() | {"clock": self.tiles.clock}


class LiveRoomPage(EveningRoomPage):
    """A page that is made anew for htmx while the evening goes on."""

    def page(self, status: int = 200, **more: Any) -> HttpResponse:
        """The page, or to htmx its live part alone."""
        if not self.request.htmx or self.request.method != "GET":
            return super().page(status, **more)
        return render(self.request, f"{self.template}#live", self.shown() | more)

    def board(self, match: str | None) -> Board:
        """The board at which the match of that number is played."""
        return get_object_or_404(
            boards_visible_to(self.actor),
            match=number_sent(match),
            pairing__round__stage__tournament=self.tournament,
        )

    def context(self) -> dict[str, Any]:
        return super().context() | {"seen": seen_as(self.actor, self.tournament)}


class DeskPage(LiveRoomPage):
    """What waits, what blocks the next step and why, the tables; live."""

    action = "round.publish"
    template = "director/desk.html"
    acts = ("publish", "confirm", "start", "pause", "resume", "take_back")

    def publish(self, key: str) -> str:
        rounds.publish_round(number=number_sent(key), **self.write())
        return self.done(_("The round is published. Everybody sees it."), self.address("desk"))

    def confirm(self, key: str) -> str:
        """Confirm a report, as far as it is still the one that was shown."""
        board = self.board(key)
        version = number_sent(self.request.POST.get("version"))
        results.confirm_result(
            board=board, version=version, by=acting_at(self.actor, board), now=self.now
        )
        return self.done(_("The result is confirmed."), self.address("desk"))

    def start(self, key: str) -> str:
        return self._run(KINDS.START, number_sent(key))

    def pause(self, _key: str) -> str:
        return self._run(KINDS.PAUSE, self.round_number)

    def resume(self, _key: str) -> str:
        return self._run(KINDS.RESUME, self.round_number)

    def take_back(self, _key: str) -> str:
        announcements.take_back_announcement(**self.write())
        return self.address("desk")

    def _run(self, kind: str, number: int) -> str:
        rounds.run_clock(number=number, kind=kind, **self.write())
        return self.address("desk")

    def context(self) -> dict[str, Any]:
        waiting = WaitingWords(self.tiles, self.address).waiting()
        tiles = sorted(self.tiles.all(), key=lambda tile: tile.place)
        current = self.tiles.maker.current if self.tiles.rounds else None
        return super().context() | {
            "round_name": self.tiles.round_name(current) if current else "",
            "waiting": waiting,
            "main": next((task for task in waiting if task.main), None),
            "step": NextStepWords(self.tiles, self.address).step(),
            "tiles": tiles,
            "free": len(self.tiles.tables) - len({tile.number for tile in tiles} - {None}),
            "states": _counted(tiles),
            "undo": newest_correction(self.tournament),
        }


class ClockPage(EveningRoomPage):
    """Time for all tables or for one: added, stopped, let go. `?table=` names one."""

    action = "round.clock"
    template = "director/clock.html"
    acts = ("extend", "pause", "resume")
    form_classes = {"time": TimeForm}

    def form_options(self, name: str) -> dict[str, Any]:
        names = self.tiles.table_names if self.tiles.rounds else {}
        first = {"table": self.request.GET.get("table", ""), "minutes": 5}
        return {"tables": list(names.items()), "initial": first}

    def extend(self, _key: str) -> str:
        return self._run(KINDS.EXTEND, _("%(where)s: %(minutes)d minutes more."))

    def pause(self, _key: str) -> str:
        return self._run(KINDS.PAUSE, _("%(where)s: the clock stands still."))

    def resume(self, _key: str) -> str:
        return self._run(KINDS.RESUME, _("%(where)s: the clock runs again."))

    def _run(self, kind: str, said: str) -> str:
        data = self.sent("time")
        minutes, table = data["minutes"], data["table"]
        seconds = 60 * minutes if kind == KINDS.EXTEND else 0
        rounds.run_clock(
            number=self.round_number,
            kind=kind,
            table_number=table,
            seconds=seconds,
            **self.write(),
        )
        where = self.tiles.table_names[table] if table else _("All tables")
        own = self.address("table", table) if table else self.address("tables")
        leads_to = self.address("desk") if self.actor.may("round.publish") else own
        return self.done(said % {"where": where, "minutes": minutes}, leads_to)

    def context(self) -> dict[str, Any]:
        clock = self.tiles.clock
        why_not = "" if clock else _("No clock is running: start the clock of the round first.")
        return super().context() | {"why_not": why_not}


def _counted(tiles: Sequence[Tile]) -> list[tuple[str, str, int]]:
    """How many tables are in each state: the state, its word, their number."""
    counted = Counter((tile.state, tile.match.word) for tile in tiles)
    return [(state, word, count) for (state, word), count in counted.items()]
