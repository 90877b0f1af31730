"""Matches of rummy, Battle Royal and Jersey at an online table without a database."""

import random
from functools import cached_property

from games.engine.gin.fair.dealing import seed_of
from games.engine.gin.fair.secrets import commitment_of, secret_of
from games.engine.gin.fair.words import word_hash
from games.engine.scoring.counted import CountedHand, CountedRules
from games.engine.scoring.facts import WrittenHand
from games.engine.scoring.sheet import MatchSheet, match_sheet
from games.rule_books import rules_from, scoring_of
from games.tables.fold import dealings_of
from games.tables.hands.listing import AnyHands, hands_of
from games.tables.records import actions_of, digest_of
from games.tables.state import Dealing, TableSettings, TableState
from tests.games.tables.playing import WORDS, PlayedTable

ROYAL = rules_from(
    {"preset": "rummy-games", "variant": "battle_royal", "table_size": 3, "target": 150}
)
JERSEY = rules_from({"preset": "rummy-games", "variant": "jersey", "table_size": 3, "target": 150})
RUMMY = rules_from({"game": "rummy", "table_size": 4, "target": 150})
WILD = rules_from(
    {"game": "rummy", "table_size": 5, "packs": 2, "jokers": 4, "ace": "around", "rounds": 3}
    | {"end": "rounds", "melds_per_turn": "any", "max_reuse": 9}
)
KNOCK = rules_from({"game": "rummy", "variant": "knock", "table_size": 3, "target": 150})
OF_TWO = rules_from({"game": "rummy", "table_size": 2, "dealer_policy": "winner"})
GAMES = {
    "royal": ROYAL,
    "jersey": JERSEY,
    "rummy": RUMMY,
    "wild": WILD,
    "knock": KNOCK,
    "of_two": OF_TWO,
}


class CountedTable(PlayedTable):
    """One match of a game in which everybody plays every hand."""

    @cached_property
    def scoring(self) -> CountedRules:
        return scoring_of(self.rules)

    @property
    def hands_played(self) -> AnyHands:
        return hands_of(self.rules)

    @property
    def settings(self) -> TableSettings:
        seats = self.scoring.seats
        return TableSettings(7, self.rules, self.clock, self.flag, self.assist, seats=seats)

    @property
    def sheet(self) -> MatchSheet:
        return match_sheet(self.scoring, self.first_dealer, self.hands, {})

    def _plays(self, sheet: MatchSheet) -> tuple[tuple[int, ...], ...]:
        return ()

    def cards(self, dealing: Dealing):
        secret = secret_of(_last(dealing.seating), dealing.j)
        seed = seed_of(secret, 7, dealing.seating, dealing.d, dealing.words)
        if dealing.dealer is None:
            return self.hands_played.draw(self.rules, self.settings.seats, seed)
        return self.hands_played.deal(self.rules, len(dealing.seats), dealing.dealer, seed)

    def _write_down(self, state: TableState) -> None:
        said = None if state.cut_off else self.hands_played.said(state.hand, ())
        said = said or CountedHand("void")
        dealing = state.dealing
        self.hands.append(WrittenHand(dealing.game, said, dealing.dealer))

    def choose(self, chance: random.Random, legal: list[str]) -> str:
        """What ends the hand, and what goes to the table, mostly before what is thrown; then what
        is played for who plays nothing."""
        kinds = ("knock", "gin", "done", "meld", "lay_off", "free")
        wanted = [text for text in legal if text.split()[0] in kinds]
        if wanted and chance.random() < 0.8:
            return chance.choice(wanted)
        if chance.random() < 0.7:
            return self.hands_played.automatic(self.state.hand._replace(drawn=None))
        return chance.choice(legal)

    def play_hand(self, chance: random.Random) -> TableState:
        """The hand that is dealt, to its end."""
        while self.state.stage == "playing":
            self.play_on(chance, 1)
        return self.state

    def published(self) -> dict:
        """What is published of the match when no hand of it is played."""
        words, commitment = list(WORDS[: self.settings.seats]), commitment_of(_last(1))
        hashes = [word_hash(word) for word in words]
        seating = {"number": 1, "commitment": commitment, "word_hashes": hashes, "words": words}
        dealings = [one for event in self.log if event.kind == "deal" for one in dealings_of(event)]
        return {
            "match": 7,
            "dealt": dealings[-1].d,
            "seatings": [seating | {"ended": None}],
            "deals": [self._deal(dealing) for dealing in dealings],
            "records": [self.record(dealing) for dealing in dealings if dealing.d],
        }

    def _deal(self, dealing: Dealing) -> dict:
        why = None if dealing.d else "draw"
        return {**self._place(dealing), "j": dealing.j, "n": dealing.n, "why": why}

    def _place(self, dealing: Dealing) -> dict:
        secret = secret_of(_last(dealing.seating), dealing.j).hex()
        return {"d": dealing.d, "seating": dealing.seating, "secret": secret}

    def record(self, dealing: Dealing) -> dict:
        """The record of a hand that is over."""
        actions = actions_of(self.log, dealing.d, dealing.seats)
        cards, dealer = self.cards(dealing), dealing.dealer
        return {
            "match": 7,
            "n": dealing.n,
            "game": dealing.game,
            "number": dealing.number,
            **self._place(dealing),
            **self.hands_played.record(self.rules, dealer, cards, actions),
            "log": digest_of(self.log, dealing.d, dealing.seats),
            "rulings": [],
        }


def _last(seating: int) -> bytes:
    return seating.to_bytes(32, "big")
