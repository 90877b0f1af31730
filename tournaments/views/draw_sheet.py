"""The bracket as a page shows it: rounds side by side, and each match said in words as well.

A *line* is one of the two lines of a match, with a name on it or the words that stand for one.
What is `said` of a match is a sentence: it is read out in place of the lines, and the live page
tells it when it changes; the points of the running game, which change every minute, are not in it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from django.utils.translation import gettext as _

from games.selectors import MatchRecord, next_hand
from players.doors.actors import say
from players.text import N_
from tournaments.domain.crosstable import Key
from tournaments.domain.lifecycle import MatchState
from tournaments.selectors.bracket import BracketRound, Slot

BYE = "bye"
IN_PLAY = (MatchState.RUNNING, MatchState.REPORTED, MatchState.DISPUTED)
NOW = (*IN_PLAY, MatchState.READY)
FORFEITS = ("walkover", "withdrawal", "double_forfeit")
AT_TABLE = (MatchState.READY, MatchState.RUNNING)

# By the number of matches in a round: what one of them is called, who comes from it, who goes to
# it. Those of larger rounds go by their number.
MATCHES: Mapping[int, str] = {
    1: N_("Final"),
    2: N_("Semi-final %(number)d"),
    4: N_("Quarter-final %(number)d"),
}
WINNERS_OF: Mapping[int, str] = {
    2: N_("Winner of semi-final %(number)d"),
    4: N_("Winner of quarter-final %(number)d"),
}
WINNERS_TO: Mapping[int, str] = {
    1: N_("Winner to the final"),
    2: N_("Winner to semi-final %(number)d"),
    4: N_("Winner to quarter-final %(number)d"),
}

WORDS: Mapping[str, str] = {
    BYE: N_("Bye"),
    MatchState.LOCKED: N_("Not yet open"),
    MatchState.WAITING: N_("Waiting"),
    MatchState.READY: N_("Ready"),
    MatchState.RUNNING: N_("In play"),
    MatchState.REPORTED: N_("Reported"),
    MatchState.DISPUTED: N_("Disputed"),
    MatchState.FINISHED: N_("Finished"),
}
SAID_IN_PLAY: Mapping[str, str] = {
    MatchState.RUNNING: N_("%(first)s against %(second)s, %(games)d–%(other_games)d in games."),
    MatchState.REPORTED: N_("%(first)s against %(second)s, a result waits to be confirmed."),
    MatchState.DISPUTED: N_("%(first)s against %(second)s, the result is disputed."),
}

# A bracket with more slots is shown in sections of 64 slots, and its last six rounds by themselves.
MOST_SLOTS = 128
SECTION_ROUNDS = 6
# With more rounds than these side by side, a column holds a name of this length.
WIDE_ROUNDS = 4
NARROW_NAME = 13


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a match. `kind`: `win`, `out`, `live`, `known`, `tbd` (not known yet), `bye`.

    `games` won and `points` of the running game are None where there is nothing to show. `short`
    is the name with an initial where the whole one would not fit beside many other rounds.
    """

    name: str
    kind: str
    short: str = ""
    seed: int | None = None
    games: int | None = None
    points: int | None = None


@dataclass(frozen=True, slots=True)
class SheetMatch:
    """A match on the sheet. `state` is a state of a match or `bye`, `word` what it is called.

    `table` is empty where none is assigned, `progress` says how far a running match is ("Game 4,
    hand 6"). `lines` are by seat.
    """

    slot: Slot
    name: str
    state: str
    word: str
    table: str
    lines: tuple[Line, Line]
    sentence: str
    goes_to: str
    progress: str

    @property
    def said(self) -> str:
        """The match by its name, and what there is to say of it."""
        words = f"{self.name}: {self.sentence}"
        return f"{words} {_('Under appeal.')}" if self.slot.under_appeal else words

    @property
    def sign(self) -> str:
        """The state whose sign stands before the mark: its own, or `forfeit`."""
        return "forfeit" if self.slot.decision in FORFEITS else self.state

    @property
    def mark(self) -> str:
        """What stands beside the lines: while it is played, where; else the word."""
        return self.table if self.table and self.state in AT_TABLE else self.word

    @property
    def anchor(self) -> str:
        return f"match-{self.slot.round}-{self.slot.number}"

    @property
    def leader(self) -> int | None:
        """The seat that has won more games, of a match in play."""
        first, second = (line.games or 0 for line in self.lines)
        return None if first == second else int(second > first)


@dataclass(frozen=True, slots=True)
class SheetRound:
    """A column of the sheet. The match for third place stands below the final."""

    number: int
    name: str
    note: str
    matches: tuple[SheetMatch, ...]
    third_place: SheetMatch | None


@dataclass(frozen=True, slots=True)
class DrawSheet:
    """A bracket, or a part of one. `current` is the number of the round to look at first.

    `sections` counts the parts in which the first rounds of a large bracket are shown (0: it is
    shown whole); `section` is the one on this sheet, None for the last rounds or the whole.
    """

    rounds: tuple[SheetRound, ...]
    current: int
    sections: int
    section: int | None

    @property
    def is_long(self) -> bool:
        """Whether its columns are narrow where they stand side by side."""
        return len(self.rounds) > WIDE_ROUNDS


class DrawSheetMaker:
    """Makes the sheet of a bracket of single elimination.

    `records` hold what was written down of the running matches, by id; `tables` are the names of
    the tables by their number. A bracket of more than `most_slots` is shown in sections, and its
    last `section_rounds` (half of all rounds at least) by themselves.
    """

    def __init__(
        self,
        bracket: Sequence[BracketRound],
        records: Mapping[int, MatchRecord],
        tables: Mapping[int, str],
        most_slots: int = MOST_SLOTS,
        section_rounds: int = SECTION_ROUNDS,
    ) -> None:
        self.bracket = bracket
        self.most_slots = most_slots
        self.records = records
        self.tables = tables
        self.last = bracket[-1].number
        # At least half of them: what comes before the last rounds must fit into a section.
        self.section_rounds = max(section_rounds, (self.last + 1) // 2)
        self.slots: Mapping[Key, Slot] = {
            (slot.round, slot.number): slot for round in bracket for slot in round.slots
        }
        self._made: dict[Key, SheetMatch] = {}
        self._ = cache(_)  # the same few words at every match

    @property
    def champion(self) -> str:
        """Who won the final, empty while (or for good) nobody did."""
        final = self.slots[self.last, 1]
        player = final.players[final.winner] if final.winner is not None else None
        return player.name if player else ""

    @property
    def sections(self) -> int:
        """In how many parts the first rounds are shown, 0 when the bracket is shown whole."""
        return 0 if 1 << self.last <= self.most_slots else 1 << (self.last - self.section_rounds)

    @property
    def current(self) -> int:
        """The number of the first round that is not over, or of the last."""
        undecided = [slot.round for slot in self.slots.values() if not slot.decision]
        return min(undecided, default=self.last)

    def sheet(self, section: int | None = None) -> DrawSheet:
        """The bracket: the whole, the last rounds of a large one, or one of its sections."""
        rounds = [
            (round, shown)
            for round in self.bracket
            if (shown := [slot for slot in round.slots if self._is_in(slot, section)])
        ]
        numbers = [round.number for round, _shown in rounds]
        return DrawSheet(
            rounds=tuple(self._round(round, shown) for round, shown in rounds),
            current=min(max(self.current, numbers[0]), numbers[-1]),
            sections=self.sections,
            section=section,
        )

    def _is_in(self, slot: Slot, section: int | None) -> bool:
        if not self.sections:
            return True
        is_late = slot.round > self.last - self.section_rounds
        if section is None or is_late:
            return section is None and is_late
        matches = 1 << (self.section_rounds - slot.round)
        return (slot.number - 1) // matches == section - 1

    def now_playing(self) -> list[SheetMatch]:
        """What is in play, then what is about to begin, each by table."""
        slots = [slot for slot in self.slots.values() if slot.state in NOW]
        slots.sort(key=lambda slot: (slot.state not in IN_PLAY, slot.table or 10_000))
        return [self.match(slot) for slot in slots]

    def match(self, slot: Slot) -> SheetMatch:
        """One match, made once: a page has it among those in play or the results as well."""
        key = (slot.round, slot.number)
        if key not in self._made:
            self._made[key] = self._make(slot)
        return self._made[key]

    def _make(self, slot: Slot) -> SheetMatch:
        lines = (self._line(slot, 0), self._line(slot, 1))
        return SheetMatch(
            slot=slot,
            name=self._name(slot),
            state=slot.state,
            word=self._word(slot),
            table=self._table(slot),
            lines=lines,
            sentence=self._sentence(slot, lines),
            goes_to=self._goes_to(slot),
            progress=self._progress(slot),
        )

    def _round(self, round: BracketRound, shown: Sequence[Slot]) -> SheetRound:
        third = next((slot for slot in shown if self._is_third_place(slot)), None)
        return SheetRound(
            number=round.number,
            name=say(round.name),
            note=_note(shown),
            matches=tuple(self.match(slot) for slot in shown if slot is not third),
            third_place=self.match(third) if third else None,
        )

    def _is_third_place(self, slot: Slot) -> bool:
        return (slot.round, slot.number) == (self.last, 2)

    def _size(self, round: int) -> int:
        """How many matches a round has, the one for third place not counted."""
        return 1 << (self.last - round)

    def _name(self, slot: Slot) -> str:
        if slot.name:
            return say(slot.name)
        size = self._size(slot.round)
        if size in MATCHES:
            return self._(MATCHES[size]) % {"number": slot.number}
        return self._("Round of %(size)d, match %(number)d") % {
            "size": 2 * size,
            "number": slot.number,
        }

    def _goes_to(self, slot: Slot) -> str:
        if slot.round == self.last:
            return ""
        size, number = self._size(slot.round + 1), (slot.number + 1) // 2
        words = WINNERS_TO.get(size) or self._("Winner to match %(number)d of the next round")
        return self._(words) % {"number": number}

    def _line(self, slot: Slot, seat: int) -> Line:
        player = slot.players[seat]
        if player is None:
            return self._line_without_player(slot, seat)
        if slot.decision and slot.state != BYE:
            kind = "win" if slot.winner == seat else "out"
        else:
            kind = "live" if slot.state in IN_PLAY else "known"
        has_games = slot.state in IN_PLAY or slot.decision == "played"
        games = slot.games_won[seat] if has_games else None
        short = _short(player.name) if self.last > WIDE_ROUNDS else ""
        return Line(player.name, kind, short, player.seed, games, self._points(slot, seat))

    def _line_without_player(self, slot: Slot, seat: int) -> Line:
        feeder = slot.feeders[seat]
        if feeder is None:
            return Line(self._("Bye"), "bye")
        if self.slots[feeder].decision:
            return Line(self._("Nobody"), "bye")
        return Line(self._who_comes(slot, feeder), "tbd")

    def _who_comes(self, slot: Slot, feeder: Key) -> str:
        round, number = feeder
        if self._is_third_place(slot):
            return self._("Loser of semi-final %(number)d") % {"number": number}
        words = WINNERS_OF.get(self._size(round)) or self._("Winner of match %(number)d")
        return self._(words) % {"number": number}

    def _running(self, slot: Slot) -> MatchRecord | None:
        if slot.state != MatchState.RUNNING or slot.match is None:
            return None
        return self.records.get(slot.match.pk)

    def _points(self, slot: Slot, seat: int) -> int | None:
        """The points in the running game, None between two games."""
        record = self._running(slot)
        if record is None or record.sheet is None or not record.sheet.games:
            return None
        score = record.sheet.games[-1].score
        return None if score.finished else score.points[seat]

    def _progress(self, slot: Slot) -> str:
        record = self._running(slot)
        if record is None:
            return ""
        _n, game, hand = next_hand(record)
        return self._("Game %(game)d, hand %(hand)d") % {"game": game, "hand": hand} if game else ""

    def _table(self, slot: Slot) -> str:
        return self.tables[slot.table] if slot.table else ""

    def _sentence(self, slot: Slot, lines: tuple[Line, Line]) -> str:
        if slot.state == BYE:
            name = next((line.name for line in lines if line.kind != "bye"), "")
            return (
                self._("%(name)s has a bye.") % {"name": name} if name else self._("nobody plays.")
            )
        if slot.state == MatchState.FINISHED:
            return self._said_of_result(slot, lines)
        values = {
            "first": lines[0].name,
            "second": lines[1].name,
            "games": lines[0].games or 0,
            "other_games": lines[1].games or 0,
            "table": self._table(slot),
        }
        if slot.state in IN_PLAY:
            return self._(SAID_IN_PLAY[slot.state]) % values
        if slot.state == MatchState.READY and slot.table:
            return self._("%(first)s against %(second)s, %(table)s.") % values
        return self._("%(first)s against %(second)s.") % values

    def _word(self, slot: Slot) -> str:
        if slot.decision == "double_forfeit":
            return self._("Both forfeited")
        if slot.decision in FORFEITS:
            return self._("Walkover")
        return self._(WORDS[slot.state])

    def _said_of_result(self, slot: Slot, lines: tuple[Line, Line]) -> str:
        if slot.winner is None:
            return self._("neither %(first)s nor %(second)s goes on.") % {
                "first": lines[0].name,
                "second": lines[1].name,
            }
        winner, loser = lines[slot.winner], lines[1 - slot.winner]
        values = {"winner": winner.name, "loser": loser.name}
        if winner.games is None:
            return self._("%(winner)s has a walkover against %(loser)s.") % values
        values |= {"games": winner.games, "other_games": loser.games}
        return self._("%(winner)s beat %(loser)s, %(games)d–%(other_games)d.") % values


def _short(name: str) -> str:
    """`G. Abu-Hassan` for a long name of more than one word, else nothing."""
    first, _space, rest = name.partition(" ")
    return f"{first[0]}. {rest}" if rest and len(name) > NARROW_NAME else ""


def _note(slots: Sequence[Slot]) -> str:
    states = [slot.state for slot in slots if slot.state != BYE]
    done = states.count(MatchState.FINISHED)
    if done == len(states):
        return _("finished")
    return _("%(done)d of %(all)d finished") % {"done": done, "all": len(states)} if done else ""
