"""One event on a player's page: the facts of their step, and what stands around it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.selectors.matches import match_by_id, match_record
from kernel.seats import SIDES, PerSeat, opponent, others
from kernel.text import N_
from pages.match.answering import Answer
from pages.match.move_words import MovePanel, panel_of_asked
from pages.match.result_forms import GamesWonForm
from pages.parts.bye_words import ByeWords, newest_bye_words
from pages.parts.call_words import ShownCall
from pages.parts.clocks import ShownClock, shown_clock
from pages.parts.place_words import PlaceWords
from pages.parts.sheet_match import AT_TABLE, NOW, SheetMatch
from pages.parts.sheet_matches import SheetMatches
from pages.parts.times_words import TimesWords, hour_words, times_words
from pages.parts.tournament_page import StateWord, state_of
from tournaments.domain.cuts import line
from tournaments.domain.formats.sentences import text_from
from tournaments.domain.kinds.clinch import sentences
from tournaments.domain.lifecycle import MatchState, TournamentState
from tournaments.domain.tonight.next_step import NextStep, Urgency
from tournaments.domain.tonight.player import (
    Does,
    Follows,
    OwnCall,
    OwnMatch,
    OwnTime,
    PlayerFacts,
    next_step,
)
from tournaments.domain.windows import Hour
from tournaments.selectors.desk.arranging import Arrangement, arrangement_at
from tournaments.selectors.desk.own_evening import OwnEvening
from tournaments.selectors.stages.bracket import Slot
from tournaments.selectors.stages.byes import own_byes
from tournaments.selectors.stages.calendar import NEXT, OVER
from tournaments.selectors.stages.clocks import clocks_of
from web.actors import say

EYEBROWS: Mapping[Urgency, str] = {
    Urgency.CALLED: N_("You are called"),
    Urgency.ASKED: N_("Your answer is wanted"),
    Urgency.NOW: N_("It is your turn"),
    Urgency.GOING_ON: N_("Going on"),
    Urgency.LATER: N_("To come"),
    Urgency.OVER: N_("Over"),
    Urgency.NOTHING: N_("Nothing now"),
}
SURE = {sentences.SURE_OF_FIRST.code, sentences.IN_THE_FINAL.code, sentences.SURE[0]}
SURE |= {sentences.SURE_IN_GROUP[0]}
WITH_RESULT = {code for code, _template in sentences.OF_RESULTS}


@dataclass(frozen=True, slots=True)
class OwnTable:
    """Where somebody plays: `number` is None where there is no table yet, `rival` says how the
    other one stands, `met` how their matches in this event came out."""

    number: int | None
    label: str
    opponent: str
    team: str
    rival: str
    met: str


@dataclass(frozen=True, slots=True)
class Need:
    """How somebody stands among so many `entrants` of their table or group. `line` says who goes
    on, `place` and `won` are in words, `chance` is what is known for certain, empty while nothing
    is; `is_sure`: yes, part or no."""

    line: str
    place: str
    entrants: int
    won: str
    chance: str
    is_sure: str


@dataclass(frozen=True, slots=True)
class Later:
    """What comes after that, and when, where that is said."""

    title: str
    words: str
    at: datetime | None


@dataclass(frozen=True, slots=True)
class Evening:
    """An event in which somebody is entered, as their page shows it.

    `match` is the own one that is open, `names` those of its two by seat; `answer` and `report` are
    there where the step asks for them; `address` is where its button leads, empty where it acts.
    """

    own: OwnEvening
    state: StateWord
    step: NextStep
    match: SheetMatch | None
    team: str
    names: Sequence[str]
    answer: Answer | None
    report: GamesWonForm | None
    may_withdraw: bool
    table: OwnTable | None
    need: Need | None
    later: Later | None
    clock: ShownClock | None
    times: TimesWords | None
    move: MovePanel | None
    """What the other one asks: that the match move."""
    call: ShownCall | None
    """The call that stands at the match."""
    beside: ByeWords | None
    """What they play, or may play, beside their newest bye."""
    address: str

    @property
    def sentence(self) -> str:
        return say(self.step.sentence)

    @property
    def button(self) -> str:
        return say(self.step.button.words)

    @property
    def does(self) -> str:
        return self.step.button.does

    @property
    def eyebrow(self) -> str:
        return _(EYEBROWS[self.step.urgency])

    @property
    def is_calm(self) -> bool:
        """Whether nobody waits for them."""
        return self.step.urgency > Urgency.ASKED

    @property
    def is_by_appointment(self) -> bool:
        """Whether the time of their match is not now, in an event by windows."""
        return self.times is not None and self.times.is_by_appointment

    @property
    def is_ahead(self) -> bool:
        """Whether they have agreed on a time that is to come."""
        return self.times is not None and self.times.hour == Hour.AHEAD

    @property
    def is_to_come(self) -> bool:
        return self.own.tournament.state in NEXT

    @property
    def match_id(self) -> int | None:
        return self.match.slot.match.pk if self.match and self.match.slot.match else None

    @property
    def team_match(self) -> int | None:
        """The pairing of their team, of which the newest of their matches is a board."""
        at = self.own.slot or self.own.newest
        return at.pairing if at and (at.board or at.boards) else None

    @property
    def version(self) -> int | None:
        """That of the match."""
        return self.match.slot.match.version if self.match and self.match.slot.match else None

    @property
    def forms(self) -> Mapping[str, bool]:
        """As the match's page has it for a call: whether a referee can be called, and none is."""
        is_here = self.match is not None and self.match.state in NOW
        return {"call": is_here and self.match_id is not None and self.call is None}

    @property
    def plays_online(self) -> bool:
        """Whether their online table is open to them, and the step leads elsewhere."""
        if not self.own.plays_online or self.does == Does.ONLINE or self.match_id is None:
            return False
        return self.match is not None and self.match.state in AT_TABLE

    @property
    def can_play(self) -> bool:
        """Whether the score pad is open to them."""
        if self.own.plays_online or self.match_id is None:
            return False
        return self.match is not None and self.match.state in AT_TABLE


def evening_of(own: OwnEvening, now: datetime) -> Evening:
    """The evening in words, as it is at an instant."""
    return _Maker(own, now).evening()


class _Maker:
    """Makes the evening of one entrant."""

    def __init__(self, own: OwnEvening, now: datetime) -> None:
        self.own, self.now = own, now
        self.tournament = own.tournament
        records = {own.record.match.pk: own.record} if own.record else {}
        self.matches = SheetMatches(own.rounds, records, numbered=True) if own.rounds else None
        self.match = self._sheet(own.slot)
        self.stands = self._arrangement()
        self.step = next_step(self._facts())

    def evening(self) -> Evening:
        is_over, does = self.step.urgency == Urgency.OVER, self.step.button.does
        return Evening(
            own=self.own,
            state=state_of(self.tournament),
            step=self.step,
            match=self.match,
            team=self.own.member.entry.name if self.tournament.has_teams else "",
            names=self._names,
            answer=self._answer() if does == Does.CONFIRM else None,
            report=self._report() if does == Does.REPORT else None,
            may_withdraw=self._may_withdraw(),
            table=None if is_over else self._table(),
            need=None if is_over else self._need(),
            later=None if is_over else self._later(),
            clock=None if is_over else self._clock(),
            times=None if is_over else self._times(),
            move=None if is_over else self._move(),
            call=ShownCall.of(self.own.call, self.now) if self.own.call else None,
            beside=self._beside(),
            address=self._address(),
        )

    def _sheet(self, slot: Slot | None) -> SheetMatch | None:
        return self.matches.match(slot) if self.matches and slot else None

    def _facts(self) -> PlayerFacts:
        own, newest = self.own, self._sheet(self.own.newest)
        is_played = newest is not None and newest.slot.decision is not None and not newest.is_bye
        at = own.slot or own.newest
        row = own.row(own.member.entry_id) if self.tournament.state in OVER else None
        return PlayerFacts(
            event=self.tournament.pk,
            state=TournamentState(self.tournament.state),
            entry=own.entry,
            for_team=self.tournament.has_teams,
            match=self._own_match(),
            round=own.round,
            away=own.is_away,
            bye=own.bye,
            last=f"{newest.name}: {newest.sentence}" if newest and is_played else "",
            under_appeal=at is not None and at.under_appeal,
            follows=own.follows if own.facts else Follows.ROUND,
            place=self._place(row) if row and row["rank"] is not None else "",
        )

    def _own_match(self) -> OwnMatch | None:
        own, match = self.own, self.match
        if match is None:
            return None
        slot, record = match.slot, own.record
        return OwnMatch(
            state=MatchState(match.state),
            opponent=self._rivals(match, own.seat, in_full=True),
            key=slot.match.pk if slot.match else None,
            is_known=all(slot.players),
            table=match.where if match.table else "",
            is_online=own.plays_online,
            is_summoned=own.is_summoned_at(self.now),
            is_by_hands=record is not None and record.sheet is not None,
            reported_by_me=own.reported_it,
            score=self._score(),
            call=OwnCall(own.call.pk, own.call.taker) if own.call else None,
            stands_by=slot.pairing if slot.boards else None,
            time=self._time(),
        )

    def _score(self) -> PerSeat | None:
        """The games that are reported, the own ones first."""
        record, seat = self.own.record, self.own.seat
        if record is None or record.submission is None:
            return None
        won = record.score.games_won
        own = slot.side_of(seat) if (slot := self.own.slot) else seat
        return (won[own], *(won[other] for other in others(own, len(won))))

    @staticmethod
    def _rivals(match: SheetMatch, seat: int, *, in_full: bool = False) -> str:
        """Who is met from a seat: one, two partners, or all others at a table."""
        slot, own = match.slot, match.slot.side_of(seat)
        if in_full and not slot.is_table and (rival := slot.players[opponent(seat)]):
            return rival.in_full
        return ", ".join(line.name for side, line in enumerate(match.lines) if side != own)

    @property
    def _names(self) -> tuple[str, str]:
        """The two of the match, by seat; partners by side."""
        lines = self.match.lines if self.match else None
        return (lines[0].name, lines[1].name) if lines else ("", "")

    def _arrangement(self) -> Arrangement | None:
        """When the match is played that is not begun, in an event by windows."""
        slot = self.own.slot
        if slot is None or slot.state != MatchState.READY or slot.match is None:
            return None
        if self.tournament.window_days is None:
            return None
        return arrangement_at(slot.match.pk, self.now)

    def _time(self) -> OwnTime | None:
        if self.stands is None:
            return None
        agreed, zone = self.stands.agreed, self.tournament.club.time_zone
        return OwnTime(hour_words(agreed, zone).said if agreed else "", self.stands.hour)

    def _times(self) -> TimesWords | None:
        if self.stands is None:
            return None
        zone = self.tournament.club.time_zone
        return times_words(self.stands, self._names, self.own.seat, zone, sees_proposals=True)

    def _move(self) -> MovePanel | None:
        """The ask of the other one, in a hybrid event."""
        own, slot = self.own, self.own.slot
        if not self.tournament.is_hybrid or slot is None:
            return None
        if slot.state not in AT_TABLE:
            return None
        return panel_of_asked(slot, self._names, own.seat, is_online=own.plays_online)

    def _answer(self) -> Answer | None:
        own = self.own
        if own.record is None or self.match is None or len(self.match.lines) > SIDES:
            return None
        seat = self.match.slot.side_of(own.seat)
        return Answer(own.record, self._names, seat, own.stage.knows_draws)

    def _report(self) -> GamesWonForm | None:
        """The form for games won; None where the match is to points, or changes a report."""
        slot = self.own.slot
        if slot is None or slot.match is None or slot.state != MatchState.READY:
            return None
        if slot.is_table and not slot.has_partners:
            return None
        rules = match_record(match_by_id(slot.match.pk)).rules
        if rules.match_type == "points":
            return None
        return GamesWonForm(rules=rules, names=self._names)

    def _beside(self) -> ByeWords | None:
        has_any = self.own.rounds and not self.own.stage.format_class.is_bracket
        return newest_bye_words(own_byes(self.own.actor, self.tournament)) if has_any else None

    def _may_withdraw(self) -> bool:
        own = self.own
        is_in = self.step.urgency != Urgency.OVER and not self.tournament.has_teams
        return is_in and (own.slot is not None or own.may_be_paired)

    def _address(self) -> str:
        """Where the button leads, where it leads to a page."""
        button = self.step.button
        if button.does in (Does.CONFIRM, Does.END_CALL):
            return ""
        key = () if button.key is None else (button.key,)
        event = self.tournament.club.slug, self.tournament.slug
        name = "tournament" if button.does == Does.EVENT else button.does
        return reverse(name, args=[*event, *key])

    def _table(self) -> OwnTable | None:
        match = self.match
        if match is None or match.state not in NOW:
            return None
        slot = match.slot
        return OwnTable(
            number=slot.table,
            label=slot.table_label,
            opponent=self._rivals(match, self.own.seat),
            team="" if slot.is_table else match.lines[opponent(self.own.seat)].team,
            rival=self._standing_of_rival(),
            met=self._met(),
        )

    def _standing_of_rival(self) -> str:
        row = self.own.row(self.own.rival)
        if row is None or not row["played"]:
            return ""
        won = self._won(row)
        if row["rank"] is None:
            return f"{won}."
        return _("Place %(place)s, %(won)s.") % {"place": self._place(row), "won": won}

    def _met(self) -> str:
        own, other = self.own.meetings
        times = own + other
        if not times:
            return ""
        said = ngettext(
            "You have met once: %(own)d–%(other)d.",
            "You have met %(times)d times: %(own)d–%(other)d.",
            times,
        )
        return said % {"times": times, "own": own, "other": other}

    def _need(self) -> Need | None:
        row = self.own.row(self.own.member.entry_id)
        if row is None or not row["played"]:
            return None
        chance = text_from(row["chance"]) if row.get("chance") else None
        peers = [other for other in self._rows if other.get("group") == row.get("group")]
        cut = self.own.cut
        said = line(cut, len({other.get("group") for other in self._rows})) if cut else None
        is_placed = row["rank"] is not None
        return Need(
            line=say(said) if said else "",
            place=self._place(row) if is_placed else "",
            entrants=len(peers),
            won=self._won(row),
            chance=say(chance) if chance else "",
            is_sure=_is_sure(chance.code) if chance else "",
        )

    @property
    def _rows(self) -> Sequence[Mapping[str, Any]]:
        return self.own.standing.rows if self.own.standing else ()

    def _place(self, row: Mapping[str, Any]) -> str:
        return PlaceWords(self._rows).words(row)

    @staticmethod
    def _won(row: Mapping[str, Any]) -> str:
        return ngettext("%(won)d win", "%(won)d wins", row["won"]) % {"won": row["won"]}

    def _later(self) -> Later | None:
        """What comes after the open match, or after a round without one."""
        own, open_ones = self.own, [slot for slot in self.own.own if not slot.decision]
        if len(open_ones) > 1:
            following = self._sheet(open_ones[1])
            assert following is not None
            rival = self._rivals(following, own.seat_in(open_ones[1]))
            words = _("You then meet %(opponent)s.") % {"opponent": rival}
            return Later(following.name, words, self._planned(open_ones[1].round))
        if self.match and self.match.goes_to:
            return Later(self.match.goes_to, "", None)
        if own.facts and own.follows == Follows.ROUND:
            words = _("It is drawn as this one ends. You read here first at which table you play.")
            title = _("Round %(number)d") % {"number": own.round + 1}
            return Later(title, words, self._planned(own.round + 1))
        return None

    def _clock(self) -> ShownClock | None:
        """The clock of the round that they play in, or that they sit out."""
        own, slot = self.own, self.own.slot
        number = slot.round if slot else own.round
        playing = [round for round in own.rounds if round.number == number]
        if not playing:
            return None
        clocks = clocks_of(own.stage, playing)
        return shown_clock(clocks, number, say(playing[0].name), slot.table if slot else None)

    def _planned(self, number: int) -> datetime | None:
        """When a round is to begin, where that was said."""
        return next(
            (round.planned_start for round in self.own.rounds if round.number == number), None
        )


def _is_sure(code: str) -> str:
    if code in SURE:
        return "yes"
    return "part" if code in WITH_RESULT else "no"
