"""The results board: results by table, typed as fast as slips come in; each row is a form."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from games.models import Match
from games.selectors.matches import MatchRecord, match_record
from kernel.seats import SIDES
from kernel.text import Refusal
from pages.director.board_form import BoardForm
from pages.director.desk import LiveRoomPage
from pages.parts.sheet_match import SheetMatch
from pages.parts.table_cards import LAST
from tournaments.models import Board, Stage
from tournaments.selectors.desk.results import latest_results
from tournaments.selectors.events.access import acting_at
from tournaments.selectors.stages.bracket import Slot, matches_of
from tournaments.services.desk import results
from web.actors import say
from web.errors import status_of
from web.page import KEY, new_key

SAVED_SHOWN = 12
STALE = ("stale", "idempotency_mismatch")


@dataclass(frozen=True, slots=True)
class BoardRow:
    """A match on the board. `form` is None where nothing is typed: a result stands since `at`, or
    `why` says what keeps it from being typed here."""

    number: int | None
    match: SheetMatch
    form: BoardForm | None = None
    key: str = ""
    version: int = 0
    at: datetime | None = None
    why: str = ""
    stale: bool = False
    is_dealt_online: bool = False

    @property
    def is_by_hand(self) -> bool:
        """Whether it is written down on its pad: it is begun there, or several settle by it."""
        return self.match.state == "running" or len(self.match.lines) > SIDES

    @property
    def has_figures(self) -> bool:
        """Whether it shows what each of the two has; a walkover is said in a sentence."""
        is_of_two = len(self.match.lines) == SIDES
        return is_of_two and (self.at is None or self.match.lines[0].games is not None)

    @property
    def order(self) -> tuple[int, int, int, int]:
        slot = self.match.slot
        return (self.number or LAST, slot.round, slot.number, slot.board)

    @property
    def seats(self) -> tuple[int | None, int]:
        """Where it is played: the table, and the board."""
        return (self.number, self.match.slot.board)


@dataclass(frozen=True, slots=True)
class Sent:
    """The row that was sent and is shown again, as it was typed."""

    match_id: int
    form: BoardForm
    stale: bool = False


class ResultsBoardPage(LiveRoomPage):
    """A row for each table in play, and for the results that came in last."""

    action = "match.enter"
    template = "director/board.html"
    tab = "board"
    row_sent: Sent | None = None

    def post(self, request: HttpRequest, **kwargs: Any) -> HttpResponse:
        board = self.board(request.POST.get("match"))
        if not acting_at(self.actor, board).may(self.action):
            raise PermissionDenied
        stage = board.pairing.round.stage
        form = self._form(match_record(board.match), stage, request.POST)
        self.row_sent = Sent(board.match_id, form)
        if not form.is_valid():
            return self.page(400)
        try:
            return self.once(lambda: self._save(board, form))
        except Refusal as refusal:
            return self._refused(form, refusal)

    def _save(self, board: Board, form: BoardForm) -> str:
        results.record_result(
            board=board,
            version=form.cleaned_data["version"],
            level=form.level,
            payload=form.payload(),
            by=acting_at(self.actor, board),
            now=self.now,
        )
        return f"{self.address('board')}?saved={board.match_id}"

    def _refused(self, form: BoardForm, refusal: Refusal) -> HttpResponse:
        code = refusal.text.code
        assert self.row_sent is not None
        self.row_sent = Sent(self.row_sent.match_id, form, stale=code in STALE)
        form.add_error(None, say(refusal.text))
        return self.page(status_of(code))

    # What is shown

    def context(self) -> dict[str, Any]:
        rows = sorted(self._rows(), key=lambda row: row.order)
        return super().context() | {
            "rows": rows,
            "missing": sum(row.at is None for row in rows),
            "is_typed_here": any(row.form is not None for row in rows),
            "saved": self.request.GET.get("saved", ""),
            # A part that is fetched anew leaves the focus where it is.
            "wanted": "" if self.request.htmx else self.request.GET.get("table", ""),
            "why_not": self.blocked("enter_result"),
            "who": f"{self.actor.user_id}-{self.actor.staff_id}",
        }

    def _rows(self) -> list[BoardRow]:
        """What is open, and of what stands the newest at each table, or board, that is free by
        now."""
        rows = [self._row(tile.number, tile.match) for tile in self.tiles.all() if tile.mine]
        taken = {row.seats for row in rows if row.number}
        for row in self._saved():
            match = row.match.slot.match
            is_asked_for = match and str(match.pk) == self.request.GET.get("saved")
            if is_asked_for or self._sent_for(row.match.slot) or row.seats not in taken:
                rows.append(row)
            if row.number:
                taken.add(row.seats)
        return rows

    def _row(self, number: int | None, match: SheetMatch) -> BoardRow:
        assert match.slot.match is not None
        record = self.tiles.maker.records[match.slot.match.pk]
        why = self.blocked("enter_result") or self._why_not_here(record)
        sent = self._sent_for(match.slot)
        if why:
            said = f"{_typed(sent.form)} {why}" if sent else why
            return BoardRow(number, match, why=said, is_dealt_online=self._is_dealt(match.slot))
        form = sent.form if sent else self._form(record, self.tiles.stage)
        # What was refused may be sent again as the same form; over what is newer, as a new one.
        kept = sent and not sent.stale and self.request.POST.get(KEY)
        return BoardRow(
            number,
            match,
            form,
            kept or new_key(),
            match.slot.match.version,
            stale=bool(sent and sent.stale),
        )

    def _saved(self) -> list[BoardRow]:
        if not self.tiles.rounds:
            return []
        slots = {slot.match.pk: slot for slot in matches_of(self.tiles.rounds) if slot.match}
        latest = latest_results(self.tiles.stage, SAVED_SHOWN)
        return [
            self._standing(slots[match], at)
            for match, at in latest
            if match in slots and self.tiles.is_mine(slots[match].table)
        ]

    def _standing(self, slot: Slot, at: datetime) -> BoardRow:
        """A result that stands; over it stands what was typed, when somebody else was faster."""
        sent, match = self._sent_for(slot), self.tiles.maker.match(slot)
        said = _typed(sent.form) if sent else ""
        return BoardRow(slot.table, match, at=at, why=said, is_dealt_online=self._is_dealt(slot))

    def _is_dealt(self, slot: Slot) -> bool:
        return slot.match is not None and slot.match.pk in self.tiles.dealt_online

    def _sent_for(self, slot: Slot) -> Sent | None:
        """What was sent for this match, if it was this one."""
        sent = self.row_sent
        return sent if sent and slot.match and sent.match_id == slot.match.pk else None

    def _why_not_here(self, record: MatchRecord) -> str:
        if record.match.pk in self.tiles.dealt_online:
            return _("Played at its online table.")
        if record.sheet is not None and record.state == Match.States.RUNNING:
            return _("Written down hand by hand.")
        if record.game_rules.sides > SIDES:
            return _("Written down hand by hand, on its pad.")
        if record.rules.match_type not in ("best_of", "single"):
            return _("Counted by points: enter the games.")
        return ""

    def _form(
        self, record: MatchRecord, stage: Stage, data: Mapping[str, Any] | None = None
    ) -> BoardForm:
        return BoardForm(
            data,
            rules=record.rules,
            knows_draws=stage.knows_draws,
            auto_id=f"{record.match.pk}-%s",
        )


def _typed(form: BoardForm) -> str:
    values = {"first": form["first"].value(), "second": form["second"].value()}
    return (
        _("Somebody else was faster. You typed %(first)s–%(second)s: correct it if you are right.")
        % values
    )
