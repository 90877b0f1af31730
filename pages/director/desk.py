"""The desk: from here the director runs the evening. Beside it the page on which time is added."""

from collections import Counter
from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Any, ClassVar

from django import forms
from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.levels import ResultLevel
from kernel.text import N_, Refusal, Text
from pages.director.missing_words import missing_context, names_of
from pages.director.tonight_panel import PanelWords
from pages.director.waiting_words import WaitingWords
from pages.parts.fields import PageForm
from pages.parts.rooms import TournamentRoomPage
from pages.parts.table_cards import Tile, Tiles
from tournaments.domain.open_results import CountedAs
from tournaments.domain.tonight.director import panel_of
from tournaments.domain.tonight.director_blocks import MORE_MINUTES, draws_with
from tournaments.domain.tonight.director_facts import DirectorFacts
from tournaments.domain.tonight.director_line import line_of
from tournaments.models import Board, ClockEvent
from tournaments.selectors.desk.corrections import newest_correction
from tournaments.selectors.desk.tonight_director import director_facts
from tournaments.selectors.events.access import acting_at, boards_visible_to
from tournaments.selectors.events.audiences import seen_as
from tournaments.services.desk import results
from tournaments.services.desk.summoning import summon_players
from tournaments.services.events import announcements
from tournaments.services.events.setup import move_tournament
from tournaments.services.stages import rounds
from tournaments.services.stages.leaving_open import draw_without
from web.numbers import number_sent
from web.page import new_key

KINDS = ClockEvent.Kinds
# What the desk offers beside the next step; nothing where nothing more happens.
_PHASES = {
    **dict.fromkeys(("draft", "registration", "check_in"), "before"),
    "running": "play",
    "finished": "after",
}
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
    """The next step with what blocks it, the line of the evening, what else waits, the tables; at
    every state of the event, and live."""

    action = "round.publish"
    template = "director/desk.html"
    acts = (
        *("open_registration", "open_check_in", "draw", "publish", "start", "cure", "archive"),
        *("confirm", "pause", "resume", "extend", "take_back", "summon"),
    )

    @cached_property
    def facts(self) -> DirectorFacts:
        return director_facts(self.tiles.at)

    def get(self, request: HttpRequest, **kwargs: Any) -> HttpResponse:
        """The page; who is missing by itself, as the event is not told who comes and goes."""
        if request.GET.get("part") == "missing":
            shown = {"key": new_key()} | missing_context(self.tiles)
            return render(request, f"{self.template}#missing", shown)
        return super().get(request, **kwargs)

    # Acts of the next step

    def open_registration(self, _key: str) -> str:
        return self._move("open_registration", "tournament.edit", _("Everybody sees its page now."))

    def open_check_in(self, _key: str) -> str:
        return self._move("open_check_in", "tournament.edit", _("Check-in is open."))

    def archive(self, _key: str) -> str:
        return self._move("archive", "tournament.archive", _("It is in the archive."))

    def _move(self, step: str, action: str, said: str) -> str:
        self.require(action)
        move_tournament(action=step, **self.write())
        return self.done(said, self.address("desk"))

    def draw(self, _key: str) -> str:
        self.require("tournament.draw")
        rounds.draw_stage(**self.write())
        return self.address("desk")

    def publish(self, key: str) -> str:
        rounds.publish_round(number=number_sent(key), **self.write())
        return self.done(_("The round is published. Everybody sees it."), self.address("desk"))

    def start(self, key: str) -> str:
        return self._run(KINDS.START, number_sent(key))

    def cure(self, _key: str) -> str:
        """What was chosen about a match that others wait for: `walkover:12:0`."""
        name, _colon, key = self.request.POST.get("cure", "").partition(":")
        if name not in self.cures:
            raise BadRequest(f"no cure {name!r}")
        act: Callable[[str], str] = getattr(self, name)
        return act(key)

    cures = ("confirm", "walkover", "more_time", "without", "as_it_stands")

    def confirm(self, key: str) -> str:
        """Confirm a report, as far as it is still the one that was shown."""
        board = self.board(key)
        results.confirm_result(
            board=board, version=self._version(), by=acting_at(self.actor, board), now=self.now
        )
        return self.done(_("The result is confirmed."), self.address("desk"))

    def walkover(self, key: str) -> str:
        """One of the two wins without play; with the last match of a round the next is drawn."""
        match, _colon, seat = key.partition(":")
        board, winner = self.board(match), number_sent(seat, digits=1)
        draws = draws_with(self.facts, board.match_id)
        results.record_result(
            board=board,
            version=self._version(),
            level=ResultLevel.WALKOVER,
            payload={"walkover": winner},
            by=acting_at(self.actor, board),
            now=self.now,
        )
        if draws:
            self.require("tournament.draw")
            rounds.draw_stage(**self.write())
        return self.done(_("The walkover is entered."), self.address("desk"))

    def more_time(self, key: str) -> str:
        """Some minutes more at the table of a match."""
        pairing = self.board(key).pairing
        if pairing.table is None:
            raise BadRequest("a match without a table has no clock of its own")
        number = pairing.table.number
        rounds.run_clock(
            number=pairing.round.number,
            kind=KINDS.EXTEND,
            table_number=number,
            seconds=60 * MORE_MINUTES,
            **self.write(),
        )
        values = {"where": self.tiles.table_names[number], "minutes": MORE_MINUTES}
        return self.done(_("%(where)s: %(minutes)d minutes more.") % values, self.address("desk"))

    def without(self, _key: str) -> str:
        """The next round is drawn while what is open goes on, counted as level."""
        return self._draw_without(CountedAs.LEVEL)

    def as_it_stands(self, _key: str) -> str:
        """The same, counted with what has been played so far."""
        return self._draw_without(CountedAs.AS_IT_STANDS)

    def _draw_without(self, counted_as: CountedAs) -> str:
        self.require("tournament.draw")
        draw_without(
            number=self.tiles.rounds[-1].number + 1,
            open_results={match.pairing: counted_as for match in self.facts.open},
            **self.write(),
        )
        return self.address("desk")

    def summon(self, key: str) -> str:
        """Call who is missing to their online tables: one of them (`12:0`), or all."""
        self.require("tournament.announce")
        match, _colon, seat = key.partition(":")
        seats = [(number_sent(match), number_sent(seat, digits=1))] if key else None
        called = summon_players(seats=seats, **self.write())
        said = _("Called to their tables: %(names)s.") % {"names": names_of(called)}
        return self.done(said, self.address("desk"))

    def _version(self) -> int:
        """The version of the match that was shown."""
        return number_sent(self.request.POST.get("version"))

    # The clock, and what everybody is told

    def pause(self, _key: str) -> str:
        return self._run(KINDS.PAUSE, self.round_number)

    def resume(self, _key: str) -> str:
        return self._run(KINDS.RESUME, self.round_number)

    def extend(self, _key: str) -> str:
        """Some minutes more for all."""
        self._run(KINDS.EXTEND, self.round_number, 60 * MORE_MINUTES)
        values = {"where": _("All tables"), "minutes": MORE_MINUTES}
        return self.done(_("%(where)s: %(minutes)d minutes more.") % values, self.address("desk"))

    def take_back(self, _key: str) -> str:
        announcements.take_back_announcement(**self.write())
        return self.address("desk")

    def _run(self, kind: str, number: int, seconds: int = 0) -> str:
        rounds.run_clock(number=number, kind=kind, seconds=seconds, **self.write())
        return self.address("desk")

    def context(self) -> dict[str, Any]:
        tiles = sorted(self.tiles.all(), key=lambda tile: tile.place)
        words = PanelWords(self.address, by_round=self.tiles.stage.format_class.drawn_by_round)
        panel = panel_of(self.facts)
        but = panel.block.match.key if panel.block else None
        return super().context() | {
            "phase": _PHASES.get(self.tournament.state, ""),
            "panel": words.panel(panel),
            "line": words.line(line_of(self.facts)),
            "waiting": WaitingWords(self.tiles, self.address, but).waiting(),
            **missing_context(self.tiles),
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
