"""A match as a printed gin sheet: two columns and a spine.

The running total stands outside, the points of a hand inside, what happened in the spine. A won
hand is underlined, as on paper: that is a box.
"""

from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.cut_offs import CutOff
from games.engine.gin.irregularities.table import IRREGULARITIES
from games.engine.gin.partnership import PlayedRound, rounds_of
from games.engine.gin.rules import Rules
from games.engine.gin.scoring.hand import HandScore
from games.engine.gin.scoring.hollywood import HollywoodScore
from games.engine.scoring.counted import CountedScore
from games.engine.scoring.facts import SheetAdjustment
from games.engine.scoring.game_score import GameScore
from games.engine.scoring.game_sheet import SheetGame, SheetHand
from games.engine.scoring.table_score import TableScore
from games.models import HandFact, Submission
from games.selectors.matches import MatchRecord, is_ruled_on, written_hand
from kernel.names import search_key
from kernel.seats import SIDES, nothing
from kernel.text import N_
from pages.parts.card_words import card_words
from pages.parts.game_words import (
    Game,
    columns_words,
    game_figures,
    outcome_words,
    standing_words,
)
from pages.parts.hollywood_sheet import EnteredHand, HollywoodSheet, hollywood_sheet
from pages.parts.table_sheet import SeatCell, SeatHead, cells_of, figure, heads_of, listed, signed
from players.models import Player
from players.selectors import name_as
from players.short_names import given_name
from tournaments.selectors.desk.match_history import Replaced

KINDS: Mapping[str, str] = {
    "knock": N_("Knock"),
    "gin": N_("Gin"),
    "big_gin": N_("Big gin"),
    "undercut": N_("Undercut"),
    "tie": N_("Tie"),
    "refused": N_("Double refused"),
    "out": N_("Went out"),
    "rummy": N_("Rummy"),
    "blocked": N_("Blocked"),
    "void": N_("Void"),
}
GAME_STATES: Mapping[str, str] = {
    "void": N_("void, by a referee's decision"),
    "undecided": N_("unfinished: a referee decides"),
    "after_end": N_("played after the end of the match, does not count"),
}
CUT_OFF: Mapping[str, str] = {
    CutOff.FLAG: N_("cut off, the time was over"),
    CutOff.RESIGNED: N_("cut off, resigned"),
    CutOff.PENALTY: N_("cut off by a penalty"),
    CutOff.RULED: N_("cut off by a referee"),
}


@dataclass(frozen=True, slots=True)
class EarlierFact:
    """What a hand or a result was before, and who said it anew, when and why."""

    before: str
    at: datetime
    role: str
    reason: str

    @classmethod
    def of(cls, replaced: Replaced[HandFact] | Replaced[Submission], before: str) -> "EarlierFact":
        back = _("the correction was taken back")
        reason = back if replaced.put_back else replaced.reason
        return cls(before, replaced.at, role_words(replaced.role), reason)


@dataclass(frozen=True, slots=True)
class HandRow:
    """A hand. `kind` is one of KINDS or `after_end`; `counts` are the knocker's, then the other's.

    `winner` is the seat that got its `points`, and has the `total` after it; None where nobody did.
    Between partners `players` are who met, and only the round has a total, which the last of its
    hands `closes`. At a table of three or more `cells` say what everybody has of it.
    """

    n: int
    number: int
    kind: str
    word: str
    counts: str
    note: str
    winner: int | None
    points: int
    total: int
    corrections: Sequence[EarlierFact]
    rulings: Sequence[str]
    players: tuple[str, ...] = ()
    closes: "RoundRow | None" = None
    cells: Sequence[SeatCell] = ()


@dataclass(frozen=True, slots=True)
class RoundRow:
    """What a round between partners comes to: its `points` for the side `winner`, which has the
    `total` after it; None where it is nobody's."""

    word: str
    note: str
    winner: int | None
    points: int
    total: int


@dataclass(frozen=True, slots=True)
class FootRow:
    """A line below the hands of a finished game; `kind` is `total` for the one that counts."""

    label: str
    values: tuple[str, ...]
    kind: str = ""


@dataclass(frozen=True, slots=True)
class GamePage:
    """A game; `figures`, `boxes` and `needs` are by seat. `figures` say how it stands: its points;
    of a series on a Hollywood sheet, which is then its `series`, the columns won. `said` are the
    points as they stand, in words. `rows` are empty where only its points were handed in, `remarks`
    are what penalties did to it, and notice. `seats` are those of a table of three or more."""

    number: int
    state: str
    note: str
    figures: tuple[int, ...]
    said: str
    boxes: tuple[str, ...]
    needs: tuple[str, ...]
    winner: int | None
    outcome: str
    rows: Sequence[HandRow]
    foot: Sequence[FootRow]
    remarks: Sequence[str]
    series: HollywoodSheet[HandRow] | None = None
    seats: Sequence[SeatHead] = ()

    @property
    def is_running(self) -> bool:
        return self.state == "running"


class SheetMaker:
    """Makes the sheets of a match; `names` are short names by seat. Between partners they are those
    of the sides, and `people` those of the players, by seat."""

    def __init__(
        self,
        record: MatchRecord,
        names: Sequence[str],
        earlier: Mapping[int, Sequence[Replaced[HandFact]]] | None = None,
        people: Sequence[str] = (),
    ) -> None:
        self.record = record
        self.rules: Rules = record.rules
        self.names = names
        self.people = people
        self.earlier = earlier or {}
        self.facts = {fact.hand.sequence: fact for fact in record.facts}

    def games(self) -> list[GamePage]:
        """Every game that is written down or handed in with its points."""
        if self.record.sheet is not None:
            return [self._sheet_game(game) for game in self.record.sheet.games]
        games = [game for game in self.record.games if isinstance(game, Game)]
        return [self._game(number, "finished", game) for number, game in enumerate(games, 1)]

    def row(self, hand: SheetHand) -> HandRow:
        """One hand."""
        score, fact = hand.score, self.facts[hand.n]
        winner = None if hand.after_end else score.winner
        return HandRow(
            n=hand.n,
            number=hand.number,
            kind="after_end" if hand.after_end else score.kind,
            word=_(KINDS[score.kind]),
            counts=counts_of(score),
            note=self._note(hand, fact),
            winner=winner,
            points=score.points,
            total=0 if winner is None else hand.points[winner],
            corrections=[
                EarlierFact.of(correction, self.fact_words(correction.old))
                for correction in self.earlier.get(hand.n, ())
            ],
            rulings=[
                rule_name(ruling.rule)
                for ruling in self.record.rulings
                if is_ruled_on(self.record, ruling, hand.n, fact.players)
            ],
            players=tuple(self.people[seat] for seat in fact.players) if self.people else (),
        )

    def said(self, score: HandScore | CountedScore) -> str:
        """A hand in words: "Knock 4 v 19, 15 to Anna"."""
        words = " ".join(part for part in (_(KINDS[score.kind]), counts_of(score)) if part)
        if isinstance(score, CountedScore):
            return ": ".join(filter(None, (words, entries_words(score, self.names))))
        if score.winner is None:
            return words
        values = {"what": words, "points": score.points, "name": self.names[score.winner]}
        return _("%(what)s, %(points)d to %(name)s") % values

    def outcome(self, number: int, score: Game) -> str:
        """A finished game in words: "Game 2 to Anna, 104–71"."""
        return outcome_words(self.rules, number, score, self.names)

    def _penalty(self, adjustment: SheetAdjustment) -> str:
        """What a penalty did to the score."""
        others = [self.names[seat] for seat in self.record.game_rules.other_sides(adjustment.seat)]
        values = {
            "name": self.names[self.record.game_rules.side_of(adjustment.seat)],
            "other": listed(others),
            "points": adjustment.points,
        }
        words = {
            "points": _("Penalty for %(name)s: %(points)d to %(other)s."),
            "in_columns": _("Penalty for %(name)s: %(points)d to %(other)s in %(columns)s."),
            "game_loss": _("Penalty for %(name)s: the game goes to %(other)s."),
            "match_loss": _("Penalty for %(name)s: the match goes to %(other)s."),
        }
        if adjustment.resigned:
            words["game_loss"] = _("%(name)s resigned: the game goes to %(other)s.")
            words["match_loss"] = _("%(name)s resigned: the match goes to %(other)s.")
        if self.record.game_rules.counts_against:
            words["points"] = _("Penalty for %(name)s: +%(points)d.")
        if adjustment.columns:
            return words["in_columns"] % {**values, "columns": columns_words(adjustment.columns)}
        return words[adjustment.kind] % values

    def _notice(self, game: SheetGame) -> str:
        """Who gave notice in a series, and when."""
        assert game.notice is not None
        played = sum(hand.n <= game.notice.after for hand in game.hands)
        values = {"name": self.names[game.notice.seat or 0], "n": played}
        if game.notice.seat is None:
            return _("Notice after hand %(n)d: the columns open then are the last.") % values
        words = _("%(name)s gave notice after hand %(n)d: the columns open then are the last.")
        return words % values

    def fact_words(self, fact: HandFact) -> str:
        """A fact that may not stand any more, in words."""
        return self.said(self.record.game_rules.score_hand(written_hand(self.record, fact)))

    def _resigned_in(self, game: SheetGame) -> Sequence[SheetAdjustment]:
        """By what the match was given up, in its last game."""
        sheet = self.record.sheet
        lost = sheet.lost if sheet and game.number == sheet.games[-1].number else None
        return [lost] if lost and lost.resigned else []

    def rows(self, game: SheetGame) -> list[HandRow]:
        """The hands of a game; between partners the last of a round with what the round came to."""
        rows = [self.row(hand) for hand in game.hands]
        if len(self.names) > SIDES or self.record.game_rules.endings:
            cells = cells_of(game)
            return [replace(row, cells=of_row) for row, of_row in zip(rows, cells, strict=True)]
        if not self.record.has_partners:
            return rows
        last = {one.hands[-1].n: one for one in rounds_of(self.rules, game) if one.score}
        return [
            replace(row, closes=self._round(last[row.n])) if row.n in last else row for row in rows
        ]

    def _round(self, played: PlayedRound) -> RoundRow:
        """What a round came to."""
        score = played.score
        assert score is not None
        notes = [_("roodle")] if score.is_roodle else []
        if score.boxes > 1:
            notes.append(_boxes(score.boxes))
        total = 0 if score.winner is None else played.hands[-1].points[score.winner]
        word = _("Round %(number)d") % {"number": played.number}
        note = ", ".join(notes) or ("" if score.winner is not None else _("no points"))
        return RoundRow(word, note, score.winner, score.points, total)

    def _sheet_game(self, game: SheetGame) -> GamePage:
        rows = self.rows(game)
        rounds = rounds_of(self.rules, game) if self.record.has_partners else ()
        columns = {one.hands[-1].n: one.columns for one in rounds}
        given = [*game.adjustments, *self._resigned_in(game)]
        remarks = [self._penalty(adjustment) for adjustment in given]
        if game.notice:
            remarks.append(self._notice(game))
        entered = [
            EnteredHand(
                row,
                row.closes.winner if row.closes else row.winner,
                columns.get(hand.n, hand.columns),
                hand.so_far,
            )
            for row, hand in zip(rows, game.hands, strict=True)
        ]
        return self._game(game.number, game.state, game.score, entered, remarks)

    def _game(
        self,
        number: int,
        state: str,
        score: Game,
        hands: Sequence[EnteredHand[HandRow]] = (),
        remarks: Sequence[str] = (),
    ) -> GamePage:
        series: HollywoodSheet[HandRow] | None = None
        foot: Sequence[FootRow] = ()
        if isinstance(score, HollywoodScore):
            series = hollywood_sheet(self.rules, score, hands, self.names)
        elif state == "finished" and score.winner is not None:
            foot = self._foot(score)
        shows_boxes = score.boxes_known and self.record.game_rules.has_boxes
        return GamePage(
            number=number,
            state=state,
            note=_(GAME_STATES[state]) if state in GAME_STATES else "",
            figures=game_figures(self.rules, score),
            said=standing_words(number, score, self.names),
            boxes=tuple(_boxes(count) if shows_boxes else "" for count in score.boxes),
            needs=tuple(str(max(0, self.rules.target - points)) for points in score.points),
            winner=score.winner if state == "finished" else None,
            outcome=self.outcome(number, score) if state == "finished" else "",
            rows=[hand.row for hand in hands],
            foot=foot,
            remarks=remarks,
            series=series,
            seats=heads_of(score, self.names),
        )

    def _foot(self, score: GameScore) -> Sequence[FootRow]:
        bonuses = score.bonuses
        if isinstance(score, TableScore) and not score.points_known:
            return [FootRow(_("Account"), _signed(score.accounts), "net")]
        lines = [FootRow(_("Points"), _figures(score.points))]
        if score.boxes_known and any(bonuses.box):
            bonus = self.rules.box_bonus
            boxes = tuple(f"{count} × {bonus} = {count * bonus}" for count in score.boxes)
            lines.append(FootRow(_("Boxes"), boxes))
        shutout = nothing(len(self.names)) if isinstance(score, TableScore) else bonuses.shutout
        for word, given in ((_("Game bonus"), bonuses.game), (_("Shutout"), shutout)):
            if any(given):
                lines.append(FootRow(word, _shown(given)))
        if any(bonuses.box) or any(bonuses.game) or any(bonuses.shutout):
            lines.append(FootRow(_("Total"), _figures(score.totals), "total"))
        if isinstance(score, TableScore):
            if any(bonuses.shutout):
                lines.append(FootRow(_("Shutout"), _signed(bonuses.shutout)))
            return [*lines, FootRow(_("Account"), _signed(score.accounts), "net")]
        if score.net is not None and score.winner is not None:
            net = (str(score.net).replace("-", "−"), "")
            lines.append(FootRow(_("Net"), net if score.winner == 0 else (net[1], net[0]), "net"))
        return lines

    def _note(self, hand: SheetHand, fact: HandFact) -> str:
        cut_off = _(CUT_OFF[fact.cut_off]) if fact.cut_off else ""
        ended = self._how_it_ended(hand, fact)
        parts = [cut_off, "" if cut_off and hand.score.winner is None else ended]
        if self.people:
            first, second = (self.people[seat] for seat in fact.players)
            parts.append(_("%(first)s v %(second)s") % {"first": first, "second": second})
        if hand.score.boxes > 1:
            parts.append(_boxes(hand.score.boxes))
        if fact.upcard or fact.limit_card:
            parts.append(card_words(fact.upcard or fact.limit_card))
        if hand.score.multiplier > 1:
            parts.append(f"× {hand.score.multiplier}")
        if hand.dealer_differs and hand.dealer is not None:
            dealer = (self.people or self.names)[hand.dealer]
            parts.append(_("%(name)s dealt") % {"name": dealer})
        if self.record.match.moved_to:
            parts.append(_("online") if fact.hand.deal is not None else _("at the table"))
        return ", ".join(filter(None, parts))

    def _how_it_ended(self, hand: SheetHand, fact: HandFact) -> str:
        score = hand.score
        if hand.after_end:
            return _("after the end of the game")
        if score.kind == "void":
            if score.winner is None:
                return _("no points")
            return _("awarded to %(name)s") % {"name": self.names[score.winner]}
        is_told = self.record.game_rules.has_columns and score.knocker == score.winner
        if score.knocker is None or is_told:
            return ""
        words = {**dict.fromkeys(("gin", "big_gin", "out", "rummy"), "%(name)s")}
        words["refused"] = _("%(name)s doubled")
        said = words.get(score.kind, _("%(name)s knocked"))
        # Between partners a hand is told by sides, at a table of three by seats.
        names = [self.people[seat] for seat in fact.players] if self.people else self.names
        return said % {"name": names[score.knocker]}


def entries_words(score: CountedScore, names: Sequence[str]) -> str:
    """What everybody writes down of a hand, whoever does: "Anna +47, Bo −20"."""
    return ", ".join(
        f"{name} {signed(entry)}" for name, entry in zip(names, score.entries, strict=True) if entry
    )


def counts_of(score: HandScore | CountedScore) -> str:
    """The counts of a hand, the knocker's first: "4 v 19"; where everybody has one, nothing: they
    stand with the seats."""
    if isinstance(score, CountedScore):
        return ""
    if score.counts is None or score.knocker is None:
        return ""
    held, left = score.count(score.knocker), score.count(score.other(score.knocker))
    return _("%(held)d v %(left)d") % {"held": held, "left": left}


def role_words(role: str) -> str:
    """As what somebody wrote something down."""
    words = {
        "player": N_("a player"),
        "system": N_("the program"),
        "director": N_("the director"),
        "owner": N_("the director"),
        "organiser": N_("the director"),
        "anyone": N_("somebody"),
    }
    return _(words.get(role, N_("a referee")))


def rule_name(rule: str) -> str:
    """The name of an irregularity; a free ruling has none."""
    return _(IRREGULARITIES[rule].name) if rule in IRREGULARITIES else _("Free ruling")


def names_at_table(names: Sequence[str], namesakes: Container[str]) -> tuple[str, ...]:
    """Given names, as one calls those at a table; whole names where two of those are the same, and
    of somebody whose namesake may sit at another table."""
    called = [name if name in namesakes else _called(name) for name in names]
    differ = len({search_key(name) for name in called}) == len(called)
    return tuple(called if differ else names)


def _called(name: str) -> str:
    """Who hides the name is called as the name is shown, and has no given name."""
    return name if name.startswith(name_as("", Player.Shown.HIDDEN)) else given_name(name)


def _boxes(count: int) -> str:
    return ngettext("%(count)d box", "%(count)d boxes", count) % {"count": count}


def _signed(values: Sequence[int]) -> tuple[str, ...]:
    return tuple(map(signed, values))


def _figures(values: Sequence[int]) -> tuple[str, ...]:
    return tuple(map(figure, values))


def _shown(values: Sequence[int]) -> tuple[str, ...]:
    return tuple(figure(value) if value else "" for value in values)
