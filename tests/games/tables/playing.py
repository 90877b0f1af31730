"""A match at an online table without a database: the log, the secrets, and who acts."""

import random
from dataclasses import dataclass, field, replace

from games.engine.cards import DECK
from games.engine.gin.fair.dealing import dealt, drawn, seed_of
from games.engine.gin.fair.secrets import commitment_of, secret_of
from games.engine.gin.fair.words import word_hash
from games.engine.gin.forms import gin_rules
from games.engine.gin.play import result
from games.engine.gin.rules import Rules
from games.engine.gin.scoring.hand import HandCounts
from games.engine.scoring.facts import WrittenHand
from games.engine.scoring.sheet import MatchSheet, match_sheet
from games.tables import requests
from games.tables.clock import DEFAULT_CLOCK, Clock
from games.tables.events import Event
from games.tables.fold import after, fold
from games.tables.requests import Said
from games.tables.state import Dealing, TableSettings, TableState, empty_table
from games.tables.steps import MatchNow, Outages, next_step

START = 1_800_000_000_000
WORDS = ("first", "second", "third", "fourth", "fifth", "sixth")


@dataclass
class PlayedTable:
    """One match: `now` goes on as the test says, `log` is all that is kept of it."""

    rules: Rules
    clock: Clock = DEFAULT_CLOCK
    flag: str = "game_loss"
    assist: bool = True
    now: int = START
    outages: Outages = ()
    log: list[Event] = field(default_factory=list)
    hands: list[WrittenHand] = field(default_factory=list)
    first_dealer: int | None = None
    is_lost: bool = False

    def __post_init__(self) -> None:
        self._folded = empty_table(self.settings)

    @property
    def settings(self) -> TableSettings:
        seats = gin_rules(self.rules).seats
        return TableSettings(7, self.rules, self.clock, self.flag, self.assist, seats=seats)

    @property
    def seats(self) -> range:
        return range(self.settings.seats)

    @property
    def state(self) -> TableState:
        """Where it stands; the events that have come since are taken one by one."""
        for event in self.log[self._folded.number :]:
            self._folded = after(self._folded, event, self.cards)
        return self._folded

    @property
    def state_of_the_log(self) -> TableState:
        """The same from the whole log anew."""
        return fold(self.settings, self.log, self.cards)

    @property
    def state_since_the_deal(self) -> TableState:
        """The same, without what was before the newest dealing."""
        begins = [at for at, event in enumerate(self.log) if event.kind == "deal"]
        return fold(self.settings, self.log[begins[-1] if begins else 0 :], self.cards)

    @property
    def sheet(self) -> MatchSheet:
        return match_sheet(gin_rules(self.rules), self.first_dealer, self.hands, {})

    @property
    def match(self) -> MatchNow:
        sheet = self.sheet
        if self.is_lost or sheet.running_game is None:
            return MatchNow(True)
        number = 1 + sum(hand.game == sheet.running_game for hand in self.hands)
        dealer = sheet.next_dealer if self.hands else self.first_dealer
        return MatchNow(
            False, dealer, len(self.hands) + 1, sheet.running_game, number, self._plays(sheet)
        )

    def _plays(self, sheet: MatchSheet) -> tuple[tuple[int, ...], ...]:
        rules, drawn = gin_rules(self.rules), self.state.draw
        if rules.hands_in_round > 1:
            return tuple(rules.still_to_play(sheet.running_game, sheet.dealt))
        if rules.sides > 2 and not self.hands and drawn is not None:
            return (rules.drawn_players([str(card) for card in drawn.cards]),)
        return (sheet.next_players,) if sheet.next_players else ()

    @property
    def draws(self) -> bool:
        return self.first_dealer is None

    def cards(self, dealing: Dealing):
        secret = secret_of(_last(dealing.seating), dealing.j)
        seed = seed_of(secret, 7, dealing.seating, dealing.d, dealing.words)
        if dealing.dealer is None:
            return drawn(seed, gin_rules(self.rules).sides)
        return dealt(seed, dealing.dealer_place, self.rules)

    def write(self, kind, seat=None, at=None, deal=None, **data) -> None:
        """One more event; what it ends is written down."""
        before = self.state.at_seat(seat).at_deal(deal)
        d = before.dealing.d if deal is None and before.dealing else deal
        at = self.now if at is None else at
        self.log.append(Event(len(self.log) + 1, kind, at, seat, d, data))
        state = after(before, self.log[-1], self.cards).at_deal(d)
        if before.stage == "playing" and state.stage == "hand_over":
            self._write_down(state)
        if state.stage == "drawing" and kind in ("deal", "choice"):
            self.first_dealer = state.draw.dealer
        if kind in ("flag", "resignation"):
            self.is_lost = data.get("cost") == "game_loss" or data.get("of") == "match"

    def _write_down(self, state: TableState) -> None:
        score = result(state.hand) if not state.cut_off else None
        counts = HandCounts("void")
        assert state.n == len(self.hands) + 1
        if score is not None and score.kind != "void":
            table = state.hand.table
            counts = HandCounts(
                state.hand.ending.kind,
                state.hand.ending.ended_by,
                state.hand.ending.counts,
                self._card(table.upcard) if self.rules.knock_limit == "upcard" else None,
                self._card(table.limit_card),
                state.hand.doubling.factor,
            )
        dealing = state.dealing
        self.hands.append(
            WrittenHand(dealing.game, counts, dealing.dealer, players=dealing.players)
        )

    @staticmethod
    def _card(index):
        return None if index is None else str(DECK[index])

    def settle(self) -> None:
        """All that the table does by itself up to now."""
        while (step := self.due()) is not None:
            data = dict(step.data or {})
            if step.kind == "commitment":
                data["commitment"] = commitment_of(_last(data["seating"]))
            deal = self.state.next_d(draws=self.draws) if step.kind == "deal" else step.deal
            self.write(step.kind, step.seat, step.at, deal, **data)

    def due(self):
        step = next_step(self.state, self.match, self.outages)
        return step if step is not None and step.at <= self.now else None

    def said(self, seat: int, *said: Said) -> None:
        for one in said:
            self.write(one.kind, seat, **one.data)
        self.settle()

    def ready(self, seat: int, **more) -> None:
        """A seat is ready for whatever comes next."""
        self.settle()
        state = self.state
        d = requests.table_d(state.at_seat(seat), draws=self.draws)
        self.said(seat, *requests.get_ready(state, seat, d, draws=self.draws, **more))

    def sit_down(self) -> None:
        """All sit down and open their words: the first cards are dealt."""
        for seat in self.seats:
            self.ready(seat)
        for seat in self.seats:
            self.ready(seat, hash=word_hash(WORDS[seat]))
        for seat in self.seats:
            self.ready(seat, word=WORDS[seat])

    def act(self, seat: int, text: str, version: int | None = None) -> None:
        self.settle()
        state = self.state
        version = state.at_seat(seat).version if version is None else version
        over = self.match.is_over
        self.said(
            seat,
            requests.act(state, seat, version, text, self.now, is_over=over, outages=self.outages),
        )

    def play_on(self, chance: random.Random, actions: int) -> None:
        """So many actions by whoever is in turn, ready as soon as a hand is over."""
        for _ in range(actions):
            self.settle()
            state = self.state
            if self.match.is_over:
                return
            if state.stage == "hand_over":
                for seat in self.seats:
                    self.ready(seat)
                continue
            self.now += chance.randrange(0, 3_000)
            turns = [play.turn for play in state.plays if play.turn is not None]
            turn = turns[0] if len(turns) == 1 else chance.choice(turns)
            self.act(turn, self.choose(chance, requests.legal_of(state, turn)))

    def choose(self, chance: random.Random, legal: list[str]) -> str:
        """One of what may be done; who may end the hand mostly does."""
        endings = [text for text in legal if text.split()[0] in ("knock", "gin", "big_gin", "done")]
        return chance.choice(endings if endings and chance.random() < 0.8 else legal)


def _last(seating: int) -> bytes:
    return seating.to_bytes(32, "big")


def without_history(state: TableState) -> TableState:
    """What the events before a deal leave in a state and no later one needs."""
    clean = state._replace(draw=None, late=None, staled=0)
    hashes = (None,) * state.settings.seats
    return clean._replace(seating=replace(state.seating, hashes=hashes))
