"""What a referee has said of an irregularity so far, and the hand it is about.

Everything follows from the form's fields: the page can be opened at any step by its address.
"""

from collections.abc import Sequence, Set
from dataclasses import dataclass, replace
from functools import cached_property

from django.http import QueryDict

from games.engine.gin.irregularities.effects import effects_of
from games.engine.gin.irregularities.remedies import Effect
from games.engine.gin.irregularities.row import PHASES, Irregularity
from games.engine.gin.irregularities.table import IRREGULARITIES, questions
from games.engine.gin.partnership import PartnershipRules
from games.engine.gin.scoring.hand import HandCounts
from games.engine.scoring.counted import CountedHand
from games.models import HandFact, Match
from games.ruled_games import standing
from games.selectors.matches import MatchRecord, players_of, proposed_dealer, proposed_players
from games.services.rulings import RulingEntry
from games.services.scoresheet import HandEntry
from kernel.seats import SIDES, Seat, opponent, others
from pages.match.forms import said_between
from web.numbers import number_in

#: When it was found, as a referee would say it, and the phases of the rulebook that this covers.
WHEN: dict[str, tuple[str, ...]] = {
    "deal": ("DEALING", "UPCARD_OFFER"),
    "play": ("PLAY",),
    "knock": ("KNOCK_SHOWN", "OPP_EXPOSED", "LAYOFF"),
    "count": ("SHOWDOWN", "COUNTED"),
    "later": ("NEXT_DEAL", "GAME_END"),
}
#: Found in these phases, it concerns a hand that is written down already.
AFTERWARDS = ("COUNTED", "NEXT_DEAL", "GAME_END")
#: In these the hand is over, and what it came to is written down with the ruling.
ENDED = ("KNOCK_SHOWN", "OPP_EXPOSED", "LAYOFF", "SHOWDOWN", "COUNTED")
#: With one of these the hand is not over after all, or is nobody's.
GOES_ON = frozenset({"reject_knock", "void_hand", "redeal", "another_row"})
CONFIRMED = "result_confirmed"
#: Where nobody says otherwise this holds: it is so nearly always.
USUAL = frozenset({"count_only_fault", "hands_unseen", "too_few", "in_turn", "cards_unmixed"})


@dataclass(frozen=True)
class RulingState:
    """The fields of the form, read; what can't be read is as if it were left out."""

    data: QueryDict
    record: MatchRecord

    @property
    def q(self) -> str:
        return self.data.get("q", "").strip()[:40]

    @property
    def when(self) -> str:
        return self.data.get("when", "") if self.data.get("when") in WHEN else ""

    @property
    def rule(self) -> str:
        return self.row.id if self.row else ""

    @cached_property
    def row(self) -> Irregularity | None:
        """What happened; None as well where it does not apply in this form of the game."""
        row = IRREGULARITIES.get(self.data.get("rule", ""))
        return row if row and standing(row, self.record.rules).applies else None

    @property
    def changes(self) -> Sequence[str]:
        """What is otherwise with it in this form."""
        return standing(self.row, self.record.rules).words if self.row else ()

    @property
    def free(self) -> bool:
        return self.row is None and self.data.get("free") == "1"

    @property
    def phases(self) -> Sequence[str]:
        """The phases in which it can have been found."""
        return self.row.phases if self.row else PHASES

    @property
    def phase(self) -> str:
        said = self.data.get("phase", "")
        if said in self.phases:
            return said
        usual = "PLAY" if self.free else self.phases[0]
        return next((phase for phase in self.phases if phase in WHEN.get(self.when, ())), usual)

    @property
    def game(self) -> int | None:
        """The game that it is about, where it is about no single hand: "g3"."""
        said = self.data.get("n", "")
        return number(said[1:]) if said.startswith("g") else None

    @cached_property
    def n(self) -> int | None:
        """The hand, through the match: as said, else the one that is being played, or the last one
        where it was found afterwards. None: it is about a game, or about the match ("m")."""
        written = len(self.record.facts)
        said = self.data.get("n", "")
        if said == "m" or self.game is not None:
            return None
        n = number(said.partition(":")[0])
        if n is not None and 1 <= n <= written + 1:
            return n
        afterwards = self.phase in AFTERWARDS or self.record.score.finished
        return max(1, written) if afterwards else written + 1

    @property
    def target(self) -> str:
        """What it is about, as the form says it."""
        if self.chosen:
            return target_of(self.n or 0, self.chosen)
        return str(self.n or (f"g{self.game}" if self.game else "m"))

    @cached_property
    def chosen(self) -> tuple[Seat, ...]:
        """Who play the hand, if it is one of several that partners play at once: as said, "5:2,3",
        else those who are due."""
        rules = self.record.game_rules
        if self.n is None or self.fact is not None or not isinstance(rules, PartnershipRules):
            return ()
        due = running_pairs(self.record)
        said = self.data.get("n", "").partition(":")[2]
        return next((two for two in due if ",".join(map(str, two)) == said), (*due[0],))

    @property
    def fact(self) -> HandFact | None:
        """What is written down of the hand."""
        return next((fact for fact in self.record.facts if fact.hand.sequence == self.n), None)

    @property
    def players(self) -> Sequence[Seat]:
        """Who play the hand where not all do. Where it is about none, nobody: a seat is then as it
        is said. All other seats here are the places of the two; between partners these are the
        sides."""
        if self.n is None:
            return ()
        return self.chosen or players_of(self.record, self.n)

    @property
    def dealer(self) -> Seat:
        """The place of who dealt."""
        dealer = self.fact.dealer if self.fact else proposed_dealer(self.record)
        return self.record.game_rules.place_of(dealer, self.players) or 0

    @property
    def offender(self) -> Seat | None:
        """Whose it was: as said, or as it follows from the hand."""
        by_deal = {"dealer": self.dealer}
        if self.is_of_two:
            by_deal["non_dealer"] = opponent(self.dealer)
        if self.row is not None and self.row.offender in by_deal:
            return by_deal[self.row.offender]
        is_said = self.row is None or self.asks_offender
        return self.seat(self.data.get("offender")) if is_said else None

    @property
    def others_too(self) -> Sequence[Seat]:
        """Of a free ruling where several play the hand: for whom it holds besides the offender."""
        named = [self.seat(text) for text in self.data.getlist("with")] if self.free else []
        return [seat for seat in dict.fromkeys(named) if seat not in (None, self.offender)]

    @property
    def asks_offender(self) -> bool:
        if self.row is None:
            return self.free
        asked = self.row.offender in ("player", "knocker", "defender", "non_dealer")
        if self.is_of_two:
            asked = asked and self.row.offender != "non_dealer"
        return asked and (self.row.names_a_player or self.row.offender == "player")

    @property
    def is_of_two(self) -> bool:
        """Whether two play the hand, so that one of them says who the other is."""
        return self.record.game_rules.seats_of_hand == SIDES

    @property
    def knocker(self) -> Seat | None:
        """Who ended the hand: as written down, as it follows from the offender, or as said."""
        if self.fact is not None and self.fact.knocker is not None:
            return self.record.game_rules.place_of(self.fact.knocker, self.players)
        if self.row is not None and self.row.offender in ("knocker", "defender"):
            offender = self.seat(self.data.get("offender"))
            if self.row.offender == "knocker" or offender is None:
                return offender
            if self.is_of_two:
                return opponent(offender)
        return self.seat(self.data.get("knocker"))

    @property
    def kind(self) -> str:
        first, *more = self.kinds
        said = self.data.get("kind", "")
        return said if said in more else first

    @property
    def kinds(self) -> Sequence[str]:
        """How somebody can have ended the hand, the usual way first."""
        endings = self.record.game_rules.endings
        if not endings:
            return ("knock", "gin", "big_gin")
        return [one.code for one in endings if one.by_somebody]

    @property
    def cards(self) -> int | None:
        """How many cards are missing."""
        return number(self.data.get("cards"))

    @property
    def counts(self) -> Sequence[int | None]:
        seats = range(self.record.game_rules.seats_of_hand)
        return [number(self.data.get(f"count_{seat}")) for seat in seats]

    @property
    def questions(self) -> list[str]:
        """The conditions that only the referee can know."""
        asked = questions(self.row, self.phase) if self.row else ()
        return [code for code in asked if code != CONFIRMED]

    @cached_property
    def conditions(self) -> frozenset[str]:
        """What holds: what is ticked, or before it could be ticked what is usual."""
        if self.row is None:
            return frozenset()
        asked = self.data.get("asked", "") == self.rule
        ticked = set(self.data.getlist("c")) if asked else USUAL
        confirmed = {CONFIRMED} if self.record.state == Match.States.FINISHED else set()
        return frozenset(ticked & set(self.questions) | confirmed)

    @property
    def option(self) -> str:
        return self.data.get("option", "")

    @property
    def remedy(self) -> str:
        return self.data.get("remedy", "")

    @property
    def facts(self) -> str:
        return self.data.get("facts", "").strip()[:500]

    @property
    def extra(self) -> int:
        return min(number(self.data.get("extra")) or 0, 30)

    def seat(self, text: str | None) -> Seat | None:
        """A place of the form, None where it is none."""
        found = number(text)
        there = self.record.game_rules.seats_of_hand
        return found if found is not None and found < there else None

    def asks_hand(self, remedies: Set[str]) -> bool:
        """Whether with these the hand is over, and is not written down."""
        over = self.phase in ENDED and self.n is not None and self.fact is None
        return over and not remedies & GOES_ON

    @property
    def hand(self) -> HandEntry | None:
        """The hand as the counts say it, None as long as they are missing."""
        counts = list(self.counts)
        if self.knocker is not None and self.kind != "knock":
            counts[self.knocker] = 0
        if self.knocker is None or None in counts:
            return None
        if self.record.game_rules.endings:
            return HandEntry(CountedHand(self.kind, self.knocker, tuple(counts)))
        said = HandCounts(self.kind, self.knocker, tuple(counts))
        players = self.chosen or proposed_players(self.record)
        return HandEntry(said_between(said, players) if players else said)

    def effects(self, option: str) -> tuple[Effect, ...]:
        """What follows from an option. Refused where it is not open, or something is missing."""
        assert self.row is not None
        return effects_of(
            self.row.id,
            option,
            self.conditions,
            self.offender,
            self.knocker,
            phase=self.phase,
            cards=self.cards or 0,
            seats=self.record.game_rules.seats_of_hand,
        )

    def entry(self, effects: Sequence[Effect], option: str) -> RulingEntry:
        """The ruling with this option, by the seats of the match."""
        seat_at, players = self.record.game_rules.seat_at, self.players
        offender = self.offender
        return RulingEntry(
            effects=[
                replace(one, seats=tuple(seat_at(place, players) for place in one.seats))
                for one in effects
            ],
            rule=self.rule,
            phase=self.phase,
            conditions=sorted(self.conditions),
            offender=None if offender is None else seat_at(offender, players),
            option=option,
            chosen_by=self.chosen_by(option),
            facts=self.facts,
            discretionary=self.free,
            n=self.n,
            players=self.chosen or None,
            game=self.game,
            hand=self.hand if self.asks_hand({effect.remedy for effect in effects}) else None,
        )

    def chosen_by(self, option: str) -> str:
        """Whose choice an option is."""
        chooser = self.row.chooser if self.row and option else ""
        if self.offender is None or chooser not in ("opponent", "offender"):
            return "referee"
        place = self.offender
        if chooser == "opponent":
            place = others(self.offender, self.record.game_rules.seats_of_hand)[0]
        return str(self.record.game_rules.seat_at(place, self.players))


def running_pairs(record: MatchRecord) -> Sequence[tuple[Seat, ...]]:
    """Who play the hands of the running round of partners that are not written down, those who are
    due first; of any other match nobody."""
    rules, sheet = record.game_rules, record.sheet
    if not isinstance(rules, PartnershipRules):
        return ()
    if sheet is None:
        return rules.still_to_play(1, ())
    return rules.still_to_play(sheet.running_game or 1, sheet.dealt)


def target_of(n: int, players: Sequence[Seat]) -> str:
    """A hand that is being played, by its number and who play it, as the form says it."""
    return f"{n}:{','.join(map(str, players))}"


def number(text: str | None) -> int | None:
    """A figure of a form, None where it is none."""
    return number_in(text, digits=4)
