"""What the hand that is typed on the pad would score, before it is saved."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from games.engine.gin.partnership import rounds_of
from games.engine.gin.scoring.hand import HandScore
from games.engine.gin.scoring.sums import sum_of
from games.engine.scoring.counted import CountedScore
from games.engine.scoring.game_sheet import SheetGame, SheetHand
from games.selectors.matches import MatchRecord, proposed_players
from games.services.scoresheet import preview_correction, preview_hand
from kernel.seats import Seat
from kernel.text import Refusal
from pages.match.counted_form import CountedForm
from pages.match.forms import HandForm, players_in
from pages.match.match import MatchPage
from pages.parts.score_sheet import SheetMaker
from pages.parts.table_sheet import figure, signed
from web.actors import say

TWO_SEATS = re.compile("[0-9]{1,2},[0-9]{1,2}")


@dataclass(frozen=True, slots=True)
class ColumnStep:
    """What a hand does for its winner in one column of a Hollywood sheet."""

    number: int
    before: int
    total: int


class SeatEntry(NamedTuple):
    """What somebody writes down of a hand, and what they have then."""

    name: str
    points: str
    total: str


@dataclass(frozen=True, slots=True)
class PadPreviewVerdict:
    """What a hand would score, before it is saved.

    `kind` is `red` for an undercut, `bad` for what can't be. `after` says what ends with it. On a
    Hollywood sheet `columns` are those that it goes into, in place of `before` and `total`. Where
    everybody's count is written down `entries` say what each gets, in place of `points` and `to`.
    """

    what: str
    sum: str = ""
    points: int = 0
    to: str = ""
    before: int = 0
    total: int = 0
    kind: str = ""
    after: str = ""
    columns: Sequence[ColumnStep] = ()
    entries: Sequence[SeatEntry] = ()


TypedHand = HandForm | CountedForm
"""A hand as it is typed on the pad, by the rules of its match."""


class PadPage(MatchPage):
    """What the pad and its preview have in common."""

    action = "match.score"

    def form(self, data: Any = None, **options: Any) -> TypedHand:
        if self.is_counted:
            return CountedForm(data, rules=self.record.game_rules, names=self.names, **options)
        said = data.get("players", "") if data else (options.get("initial") or {}).get("players")
        names = self.names_in_hand(self.players_of(said or ""))
        return HandForm(data, rules=self.record.rules, names=names, **options)

    def players_of(self, said: str) -> tuple[int, ...]:
        """Where not all play every hand, the two seats of one: as they are said, else those whose
        hand is due; of any other match nobody."""
        due = proposed_players(self.record)
        seats = players_in(said) if TWO_SEATS.fullmatch(said) else due
        are_there = all(seat < self.record.game_rules.seats for seat in seats)
        return seats if due and are_there else due

    def names_in_hand(self, players: Sequence[int]) -> tuple[str, str]:
        """What the two are called who play a hand."""
        called = self.people or self.names
        first, second = (called[seat] for seat in players or (0, 1))
        return first, second

    def verdict_of(self, after: MatchRecord, n: int) -> PadPreviewVerdict:
        """What the n-th hand of a record comes to."""
        assert after.sheet is not None
        sheet = SheetMaker(after, self.names, people=self.people)
        game = next(game for game in after.sheet.games if any(row.n == n for row in game.hands))
        hand = next(row for row in game.hands if row.n == n)
        score = hand.score
        what = sheet.row(hand).word
        if isinstance(score, CountedScore):
            return self._of_counts(sheet, game, after, hand)
        if self.record.has_partners:
            return self._of_round(sheet, game, after, hand)
        if score.winner is None:
            return PadPreviewVerdict(what, _("no points"), after=self._ends(sheet, game, after, n))
        total = hand.points[score.winner]
        return PadPreviewVerdict(
            what,
            sum_of(after.rules, score),
            score.points,
            self.names[score.winner],
            total - self._added(score),
            total,
            "red" if score.kind == "undercut" else "",
            self._ends(sheet, game, after, n),
            self._steps(hand, hand.columns, score.winner, self._added(score)),
        )

    def _of_counts(
        self, sheet: SheetMaker, game: SheetGame, after: MatchRecord, hand: SheetHand
    ) -> PadPreviewVerdict:
        """What a hand comes to of which everybody's count is written down."""
        entries = [
            SeatEntry(name, signed(entry), figure(total))
            for name, entry, total in zip(self.names, hand.score.entries, hand.points, strict=True)
            if entry
        ]
        return PadPreviewVerdict(
            sheet.row(hand).word,
            "" if entries else _("no points"),
            kind="red" if hand.score.kind == "undercut" else "",
            after=self._ends(sheet, game, after, hand.n),
            entries=entries,
        )

    def _of_round(
        self, sheet: SheetMaker, game: SheetGame, after: MatchRecord, hand: SheetHand
    ) -> PadPreviewVerdict:
        """What a hand between partners comes to: with its round, where that is over."""
        row = next(row for row in sheet.rows(game) if row.n == hand.n)
        own = f"{row.word} {row.counts}".strip()
        sum_said = sum_of(after.rules, hand.score) if hand.score.winner is not None else ""
        if row.closes is None:
            waits = _("The round counts when all its hands are written down.")
            return PadPreviewVerdict(own, sum_said, after=waits)
        ends = self._ends(sheet, game, after, hand.n)
        if row.closes.winner is None:
            return PadPreviewVerdict(f"{own}. {row.closes.word}", _("no points"), after=ends)
        to, points, total = row.closes.winner, row.closes.points, row.closes.total
        said = f"{own}. {row.closes.word}"
        before = total - points
        played = rounds_of(after.rules, game)[-1]
        steps = self._steps(hand, played.columns, to, points)
        return PadPreviewVerdict(
            said, sum_said, points, self.names[to], before, total, after=ends, columns=steps
        )

    def _steps(
        self, hand: SheetHand, columns: Sequence[int], seat: Seat, added: int
    ) -> Sequence[ColumnStep]:
        """What a hand, or the round that it closes, does for its winner in these columns."""
        series = hand.so_far
        totals = [(n, series.columns[n - 1].points[seat]) for n in columns]
        return [ColumnStep(n, total - added, total) for n, total in totals]

    def _added(self, score: HandScore) -> int:
        rules = self.record.rules
        immediate = rules.box_bonus if rules.box_timing == "immediate" else 0
        return score.points + score.boxes * immediate

    def _ends(self, sheet: SheetMaker, game: SheetGame, after: MatchRecord, n: int) -> str:
        """What is over with this hand, where it is the last one."""
        if n != len(after.facts) or not game.score.finished:
            return ""
        ended = sheet.outcome(game.number, game.score)
        if after.score.finished and after.score.winner is not None:
            return _("%(game)s. Match to %(name)s.") % {
                "game": ended,
                "name": self.names[after.score.winner],
            }
        return f"{ended}."


class PadPreviewPage(PadPage):
    """What the hand that is being typed would score: a fragment, nothing is written."""

    def get(self, request: HttpRequest, **_kwargs: object) -> HttpResponse:
        form = self.form(request.GET)
        verdict = self._verdict(form) if form.is_begun else None
        return self.answer("match/pad.html#verdict", verdict=verdict)

    def _verdict(self, form: TypedHand) -> PadPreviewVerdict:
        if not form.is_valid():
            words = [str(word) for errors in form.errors.values() for word in errors]
            return PadPreviewVerdict(words[0], kind="bad")
        n, entry = form.cleaned_data["n"], form.entry()
        try:
            if n:
                return self.verdict_of(preview_correction(record=self.record, n=n, entry=entry), n)
            after = preview_hand(record=self.record, entry=entry)
            return self.verdict_of(after, len(after.facts))
        except Refusal as refusal:
            return PadPreviewVerdict(say(refusal.text), kind="bad")
