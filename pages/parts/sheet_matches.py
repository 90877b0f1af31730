"""The matches of a stage as pages show them, each said in words as well.

A *line* is one of the two lines of a match, with a name on it or the words that stand for one.
What is `said` of a match is a sentence: it is read out in place of the lines, and the live page
tells it when it changes; the points of the running game, which change every minute, are not in it.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Mapping, Sequence
from functools import cache, cached_property

from django.utils.translation import gettext as _

from games.selectors.matches import MatchRecord, next_hand
from kernel.seats import SIDES, opponent
from pages.parts.game_words import open_columns, running_points
from pages.parts.sheet_match import (
    IN_PLAY,
    NOW,
    ON_THE_GAMES,
    MatchLine,
    SheetMatch,
    is_third_place,
)
from pages.parts.sheet_words import (
    BOARDS_IN_PLAY,
    BYE,
    DECIDED,
    FREE,
    HAS_FREE,
    LOSER_OF_MATCH,
    MATCHES,
    SAID_IN_PLAY,
    WINNERS_OF,
    WINNERS_TO,
    WON_BY,
    WORDS,
)
from pages.parts.tables import table_name
from players.short_names import narrow_name
from tournaments.domain.crosstable import PairingKey
from tournaments.domain.lifecycle import MatchState
from tournaments.domain.standings import shown
from tournaments.selectors.stages.bracket import BracketRound, Slot, names_by_side, slots_of
from web.actors import say

# With more rounds than these side by side, a column holds a name of this length.
WIDE_ROUNDS = 4
NARROW_NAME = 13


class SheetMatches:
    """Makes the matches of a stage of any format.

    `records` hold what was written down of the running matches, by id. A table with a name is
    called by its number as well where they are `numbered`.
    """

    def __init__(
        self,
        bracket: Sequence[BracketRound],
        records: Mapping[int, MatchRecord] | None = None,
        *,
        numbered: bool = False,
    ) -> None:
        self.bracket = bracket
        self.records = records or {}
        self.numbered = numbered
        self.last = bracket[-1].number
        self.rounds = {round.number: round for round in bracket}
        self.slots: Mapping[PairingKey, Slot] = {
            slot.key: slot for round in bracket for slot in round.slots
        }
        self.winner_to: dict[PairingKey, Slot] = {}
        self.loser_to: dict[PairingKey, Slot] = {}
        alike: defaultdict[tuple[int, str], list[PairingKey]] = defaultdict(list)
        for slot in self.slots.values():
            alike[slot.round, str(slot.name or "")].append(slot.key)
            for feeder, loses in zip(slot.feeders, slot.loses, strict=True):
                if feeder:
                    (self.loser_to if loses else self.winner_to)[feeder] = slot
        # The place of each among those of its round that are called alike, and how many these are.
        self.place_of = {
            key: (place, len(keys)) for keys in alike.values() for place, key in enumerate(keys, 1)
        }
        self._made: dict[tuple[PairingKey, int], SheetMatch] = {}
        self._ = cache(_)  # the same few words at every match

    @property
    def current(self) -> int:
        """The number of the first round that is not over, or of the last. A match without which a
        later round was paired holds nobody up."""
        left_open = {key for round in self.bracket for key, _result in round.left_open}
        undecided = [
            slot.round
            for slot in self.slots.values()
            if not slot.decision and slot.key not in left_open
        ]
        return min(undecided, default=self.last)

    @cached_property
    def narrow(self) -> Mapping[str, str]:
        """The names that a narrow column has shorter, by the whole name."""
        return narrow_names(self.names)

    @property
    def names(self) -> frozenset[str]:
        """What they are called."""
        players = (side for slot in slots_of(self.bracket) for side in slot.players)
        return frozenset(side.name for side in players if side)

    @property
    def entries(self) -> frozenset[int]:
        """Who is in any of them."""
        players = (side for slot in self.slots.values() for side in slot.players)
        return frozenset(side.entry for side in players if side)

    @property
    def champion(self) -> str:
        """Who won the final of a bracket, empty while (or for good) nobody did."""
        finals = [slot for slot in self.slots.values() if slot.side == "final"]
        needed = [slot for slot in finals if slot.decision != "not_needed"]
        final = needed[-1] if needed else self.slots[self.last, 1]
        player = final.players[final.winner] if final.winner is not None else None
        return player.name if player else ""

    @property
    def slots_in_play(self) -> list[Slot]:
        """What is in play, then what is about to begin, each by table."""
        slots = [slot for slot in self.slots.values() if slot.state in NOW]
        return sorted(slots, key=lambda slot: (slot.state not in IN_PLAY, slot.table or 10_000))

    def now_playing(self) -> list[SheetMatch]:
        """The same as they are shown."""
        return [self.match(slot) for slot in self.slots_in_play]

    def match(self, slot: Slot) -> SheetMatch:
        """One match, made once: a page has it among those in play or the results as well."""
        key = (slot.key, slot.board)
        if key in self._made:
            return self._made[key]
        sides = SIDES if slot.has_partners else len(slot.players)
        lines = tuple(self._line(slot, side) for side in range(sides))
        made = self._made[key] = SheetMatch(
            slot=slot,
            name=self._board_name(slot) if slot.board else self._name(slot),
            state=slot.state,
            word=self._word(slot),
            table=self._table(slot),
            lines=lines,
            sentence=self._sentence(slot, lines),
            goes_to=self._goes_to(slot),
            progress=self._progress(slot),
            loser_to=self._loser_to(slot),
        )
        return made

    def _knock_out(self, slot: Slot) -> str:
        """The code of its round's name, of a match in the draw of a knock-out; else empty."""
        code = self.rounds[slot.round].name.code
        return code if slot.name is None and code in MATCHES else ""

    def _name(self, slot: Slot) -> str:
        place, count = self.place_of[slot.key]
        round = self.rounds[slot.round].name
        code = self._knock_out(slot)
        if code:
            return self._(MATCHES[code]) % {**round.values, "number": place}
        name = say(slot.name or round)
        if slot.name and slot.name.code == "group":
            name = f"{name}, {say(round)}"
        if count == 1:
            return name
        return self._("%(name)s, match %(number)d") % {"name": name, "number": place}

    def _board_name(self, slot: Slot) -> str:
        values = {"match": self._name(slot), "board": slot.board}
        return self._("%(match)s, board %(board)d") % values

    def _goes_to(self, slot: Slot) -> str:
        """Where the winner goes, and where the loser goes, unless only to play for third place."""
        target, other = self.winner_to.get(slot.key), self.loser_to.get(slot.key)
        if target is None:
            return ""
        code = self._knock_out(target)
        if code:
            winner = self._(WINNERS_TO[code]) % {"number": self.place_of[target.key][0]}
        else:
            winner = self._("Winner to %(match)s") % {"match": self._name(target)}
        if other is None or other is target or is_third_place(other):
            return winner
        values = {"winner": winner, "match": self._name(other)}
        return self._("%(winner)s, loser to %(match)s") % values

    def _loser_to(self, slot: Slot) -> str:
        other = self.loser_to.get(slot.key)
        if other is None or other is self.winner_to.get(slot.key) or is_third_place(other):
            return ""
        return self._("Loser to %(match)s") % {"match": self._name(other)}

    def _line(self, slot: Slot, seat: int) -> MatchLine:
        player = slot.players[seat]
        if player is None:
            return self._line_without_player(slot, seat)
        if slot.is_table:
            return self._line_of_table(slot, seat)
        if slot.decision not in (None, "drawn") and slot.state != BYE:
            kind = "win" if slot.winner == seat else "out"
        else:
            kind = "live" if slot.state in IN_PLAY else "known"
        has_games = slot.state in IN_PLAY or slot.decision in ON_THE_GAMES
        games = slot.games_won[seat] if has_games else None
        short = self.narrow.get(player.name, "") if self.last > WIDE_ROUNDS else ""
        points = self._points(slot, seat)
        seed = None if slot.board else player.stage_seed
        return MatchLine(player.name, kind, short, seed, games, points, player.team)

    def _line_of_table(self, slot: Slot, seat: int) -> MatchLine:
        """One who plays alone, with what they settle with the others; or two partners."""
        name, player = names_by_side(slot)[seat], slot.players[seat]
        settled = slot.settled if any(slot.settled) else ()
        goes_on = player is not None and player.entry in (slot.goes_on or ())
        if not slot.decision:
            kind = "live" if slot.state in IN_PLAY else "known"
        elif slot.goes_on is not None:
            kind = "win" if goes_on else "out"
        elif settled:
            kind = "win" if settled[seat] == max(settled) else "out"
        else:
            kind = "win" if slot.winner == seat else "out"
        has_games = slot.state in IN_PLAY or slot.decision in ON_THE_GAMES
        figures = settled or slot.games_won
        points = self._points(slot, seat)
        games = figures[seat] if has_games else None
        return MatchLine(name, kind, games=games, points=points, goes_on=goes_on)

    def _line_without_player(self, slot: Slot, seat: int) -> MatchLine:
        feeder = slot.feeders[seat]
        if slot.decision == "not_needed":
            return MatchLine(self._("Not needed"), "bye")
        if feeder is None:
            return MatchLine(self._(FREE) if slot.is_free else self._("Bye"), "bye")
        if self.slots[feeder].decision:
            return MatchLine(self._("Nobody"), "bye")
        return MatchLine(
            self._who_comes(slot, seat, feeder),
            "tbd",
            short=self._who_comes_in_short(slot, seat, feeder),
            is_from_elsewhere=slot.loses[seat] or self.slots[feeder].side != slot.side,
        )

    def _who_comes(self, slot: Slot, seat: int, feeder: PairingKey) -> str:
        number, _count = self.place_of[feeder]
        if is_third_place(slot):
            return self._("Loser of semi-final %(number)d") % {"number": number}
        code = self._knock_out(self.slots[feeder])
        if code and not slot.loses[seat]:
            return self._(WINNERS_OF[code]) % {"number": number}
        words = self._("Loser of %(match)s") if slot.loses[seat] else self._("Winner of %(match)s")
        return words % {"match": self._name(self.slots[feeder])}

    def _who_comes_in_short(self, slot: Slot, seat: int, feeder: PairingKey) -> str:
        """The same below the name of the feeder's round; empty where it is no shorter."""
        if not self.is_one_of_several(feeder) or (
            self._knock_out(self.slots[feeder]) and not slot.loses[seat]
        ):
            return ""
        words = LOSER_OF_MATCH if slot.loses[seat] else WINNERS_OF["round_of"]
        return self._(words) % {"number": self.place_of[feeder][0]}

    def is_one_of_several(self, key: PairingKey) -> bool:
        """Whether a match is told from others of its round by its number alone."""
        code = self._knock_out(self.slots[key])
        return code == "round_of" if code else self.place_of[key][1] > 1

    def _running(self, slot: Slot) -> MatchRecord | None:
        if slot.state != MatchState.RUNNING or slot.match is None:
            return None
        return self.records.get(slot.match.pk)

    def _points(self, slot: Slot, seat: int) -> int | None:
        """The points in the running game, of a series in the first column that is open; None
        between two games."""
        record = self._running(slot)
        if record is None or record.sheet is None or not record.sheet.games:
            return None
        points = running_points(record.sheet.games[-1].score)
        return None if points is None else points[seat]

    def _progress(self, slot: Slot) -> str:
        if slot.boards and slot.state == MatchState.RUNNING:
            done = sum(board.decision is not None for board in slot.boards)
            values = {"done": done, "all": len(slot.boards)}
            return self._("%(done)d of %(all)d boards finished") % values
        record = self._running(slot)
        if record is None:
            return ""
        _n, game, hand = next_hand(record)
        if not game:
            return ""
        begun = record.sheet.games[-1] if record.sheet and hand > 1 else None
        columns = open_columns(begun.score) if begun else ()
        words = self._("Game %(game)d, hand %(hand)d")
        if columns:
            words = self._("Game %(game)d, column %(column)d, hand %(hand)d")
        return words % {"game": game, "column": columns[0] if columns else 0, "hand": hand}

    def _table(self, slot: Slot) -> str:
        if not slot.table:
            return ""
        if self.numbered:
            return table_name(slot.table, slot.table_label)
        return slot.table_label or table_name(slot.table, "")

    def _sentence(self, slot: Slot, lines: Sequence[MatchLine]) -> str:
        if slot.decision == "not_needed":
            return self._("not needed.")
        if slot.state == BYE:
            names = [line.name for line in lines if line.kind != "bye"]
            if not names:
                return self._("nobody plays.")
            words = self._(HAS_FREE) if slot.is_free else self._("%(name)s has a bye.")
            return words % {"name": names[0]}
        if len(lines) > SIDES:
            return self._said_of_table(slot, lines)
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
            said = BOARDS_IN_PLAY if slot.boards else SAID_IN_PLAY[slot.state]
            return self._(said) % values
        if slot.state == MatchState.READY and slot.table:
            return self._("%(first)s against %(second)s, %(table)s.") % values
        return self._("%(first)s against %(second)s.") % values

    def _said_of_table(self, slot: Slot, lines: Sequence[MatchLine]) -> str:
        """Who sits at a table of more than two, what came of it, and who goes on from it."""
        said = self._said_of_those_at(slot, lines)
        if not slot.goes_on:
            return said
        names = ", ".join(line.name for line in lines if line.goes_on)
        return f"{said} {self._('Goes on: %(names)s.') % {'names': names}}"

    def _said_of_those_at(self, slot: Slot, lines: Sequence[MatchLine]) -> str:
        values = {"names": ", ".join(line.name for line in lines), "table": self._table(slot)}
        if slot.decision in ON_THE_GAMES:
            by_place = sorted(lines, key=lambda line: -(line.games or 0))
            made = (f"{line.name} {shown(line.games or 0)}" for line in by_place)
            return self._("it is over: %(figures)s.") % {"figures": ", ".join(made)}
        if slot.decision == "withdrawal":
            return self._("%(names)s: somebody left, and the others share the places.") % values
        if slot.winner is not None:
            return self._("%(winner)s has a walkover.") % {"winner": lines[slot.winner].name}
        if slot.decision:
            return self._("%(names)s: nobody has anything of it.") % values
        return self._("%(names)s, %(table)s.") % values if slot.table else f"{values['names']}."

    def _word(self, slot: Slot) -> str:
        if slot.decision and (decided := DECIDED.get(slot.decision)):
            return self._(decided)
        if slot.is_second_final and not all(slot.players):
            return self._("If needed")
        if slot.state == BYE and slot.is_free:
            return self._(FREE)
        return self._(WORDS[slot.state])

    def _said_of_result(self, slot: Slot, lines: Sequence[MatchLine]) -> str:
        values: dict[str, object] = {"first": lines[0].name, "second": lines[1].name}
        if slot.decision == "drawn":
            values |= {"games": lines[0].games, "other_games": lines[1].games}
            return self._("%(first)s and %(second)s drew, %(games)d–%(other_games)d.") % values
        if slot.is_table and slot.decision == "withdrawal":
            names = ", ".join(line.name for line in lines)
            return self._("%(names)s: somebody left, and the others have won.") % {"names": names}
        if slot.winner is None:
            if not slot.board and (slot.key in self.winner_to or self._is_last(slot)):
                return self._("neither %(first)s nor %(second)s goes on.") % values
            return self._("%(first)s and %(second)s both forfeited.") % values
        winner, loser = lines[slot.winner], lines[opponent(slot.winner)]
        values = {"winner": winner.name, "loser": loser.name}
        if slot.margin:
            won, lost = (slot.margin.figures[seat] for seat in (slot.winner, opponent(slot.winner)))
            figures = {"won": won, "lost": lost, "board": slot.margin.board}
            return self._(WON_BY[slot.margin.by]) % {**values, **figures}
        if winner.games is None:
            return self._("%(winner)s has a walkover against %(loser)s.") % values
        values |= {"games": winner.games, "other_games": loser.games}
        return self._("%(winner)s beat %(loser)s, %(games)d–%(other_games)d.") % values

    def _is_last(self, slot: Slot) -> bool:
        """Whether it ends a knock-out."""
        return bool(self._knock_out(slot)) or slot.side is not None or is_third_place(slot)


def narrow_names(names: Collection[str]) -> Mapping[str, str]:
    """`G. Abu-Hassan` for a long name, where nobody else is then read in the same way."""
    found = {name: narrow_name(name) if len(name) > NARROW_NAME else name for name in sorted(names)}
    alike = Counter(found.values())
    return {name: narrow for name, narrow in found.items() if narrow != name and alike[narrow] == 1}
