"""Whole online matches made from a seed, as `verify_deals` reads them: the answer of `GET deals`
with the records. Nothing is taken from the verification: who deals says the sheet of the match."""

import random
from typing import Any

from games.engine.cards import DECK, Deal, indexes
from games.engine.gin import play
from games.engine.gin.fair.dealing import dealt, drawn, seed_of
from games.engine.gin.fair.log import log_digest
from games.engine.gin.fair.secrets import commitment_of, secret_of
from games.engine.gin.fair.words import word_hash
from games.engine.gin.first_deal import read_dealt_draw
from games.engine.gin.forms import gin_rules
from games.engine.gin.hand.state import HandState
from games.engine.gin.notation.actions import format_action
from games.engine.gin.notation.record import outcome
from games.engine.gin.rules import PARTNERSHIP, Rules, as_dict
from games.engine.gin.scoring.hand import HandCounts
from games.engine.scoring.facts import WrittenHand
from games.engine.scoring.sheet import match_sheet
from kernel.seats import Seat
from tests.games.engine.playing import choose

#: Short in tests: what is hashed 2,000 times in play.
WORDS = ("", "wörld", "0123456789abcdef" * 2, "Šimek: 7♠", "a b")


class OnlineMatch:
    """A match that is played by chance. `eventful`: now and then a chain is given up, a new one
    begun, a hand dealt anew or cut off, and a ruling makes a hand void."""

    def __init__(self, rules: Rules, seed: int, *, eventful: bool, with_draw: bool) -> None:
        self.rules, self.eventful = rules, eventful
        self.game_rules = gin_rules(rules)
        self.rng = random.Random(seed)
        self.match = self.rng.randrange(1, 10**6)
        self.seatings: list[dict[str, Any]] = []
        self.deals: list[dict[str, Any]] = []
        self.records: list[dict[str, Any]] = []
        self.hands: list[WrittenHand] = []
        self.dealt = 0
        self.sit_down()
        self.first_dealer = self.rng.randrange(2)
        if with_draw:
            draw = read_dealt_draw(rules, drawn(self.next_seed(0, None, "draw")))
            self.first_dealer = self.first_dealer if draw.dealer is None else draw.dealer

    def happens(self, chance: float) -> bool:
        return self.eventful and self.rng.random() < chance

    def sit_down(self) -> None:
        """A new chain; one whose words were never opened may have been given up before."""
        if self.happens(0.3):
            self.begin_chain([None] * self.game_rules.seats, "unopened")
        self.begin_chain([self.rng.choice(WORDS) for _ in range(self.game_rules.seats)], None)

    def begin_chain(self, words: list[str | None], ended: str | None) -> None:
        self.last, self.j = self.rng.randbytes(32), 0
        hashes = [None if word is None else word_hash(word) for word in words]
        number = len(self.seatings) + 1
        for seating in self.seatings[-1:]:
            seating["ended"] = seating["ended"] or "moved"
        self.seatings.append(
            {
                "number": number,
                "commitment": commitment_of(self.last),
                "word_hashes": hashes,
                "words": words,
                "ended": ended,
            }
        )

    def next_seed(self, d: int, n: int | None, why: str | None) -> bytes:
        seating = self.seatings[-1]
        secret = secret_of(self.last, self.j)
        place = {"d": d, "seating": seating["number"], "j": self.j}
        self.deals.append({**place, "secret": secret.hex(), "n": n, "why": why})
        self.j += 1
        words = tuple(seating["words"])
        return seed_of(secret, self.match, seating["number"], d, words)

    def play_hand(self) -> bool:
        """One more hand; whether there was one to play."""
        sheet = match_sheet(self.game_rules, self.first_dealer, self.hands, {})
        if sheet.running_game is None or sheet.next_dealer is None:
            return False
        if self.happens(0.1):
            self.sit_down()
        if self.happens(0.1):
            self.dealt += 1
            self.next_seed(self.dealt, None, "redeal")
        game, n = sheet.running_game, len(self.records) + 1
        number = 1 + sum(hand.game == game for hand in self.hands)
        self.dealt += 1
        cards = dealt(self.next_seed(self.dealt, n, None), sheet.next_dealer, self.rules)
        state, log = self.played(sheet.next_dealer, cards)
        record = self.record(sheet.next_dealer, cards, state, log)
        record |= {"n": n, "game": game, "number": number, "rulings": []}
        written = written_down(state)
        if self.happens(0.1):
            record |= {"result": "void", "winner": None, "points": [0, 0], "boxes": [0, 0]}
            record |= {"rulings": [{"id": 1}]}
            written = HandCounts("void")
        self.records.append(record)
        self.hands.append(WrittenHand(game, written, sheet.next_dealer))
        return True

    def played(self, dealer: Seat, cards: Deal) -> tuple[HandState, list[dict[str, Any]]]:
        state, log = play.begin(self.rules, dealer, cards), []
        styles = [self.rng.choice(("quick", "quick", "patient")) for _ in range(2)]
        most = self.rng.randrange(25) if self.happens(0.1) else 3000
        while play.legal_actions(state) and len(log) < most:
            action = play.complete(state, choose(self.rng, state, styles[state.turn]))
            done = {
                "seat": state.turn,
                "action": format_action(action, state.table.form),
                "at": f"2026-05-01T18:{len(log) // 60 % 60:02}:{len(log) % 60:02}.250+02:00",
                "left": self.rng.choice((None, 45_000, 31_250)),
            }
            log.append(done | ({"by": "clock"} if self.rng.random() < 0.05 else {}))
            state = play.apply(state, action)
        return state, log

    def record(
        self, dealer: Seat, cards: Deal, state: HandState, log: list[dict[str, Any]]
    ) -> dict[str, Any]:
        score, deal = play.result(state), self.deals[-1]
        end = outcome(score) | {"counts": score and score.counts and list(score.counts)}
        if score is None:
            end |= {"result": "cut_off", "reason": "resigned"}
        has_limit_card = self.rules.knock_limit == "second_deck"
        return {
            "match": self.match,
            "d": deal["d"],
            "seating": deal["seating"],
            "rules": as_dict(self.rules),
            "dealer": dealer,
            "hands": [[str(DECK[card]) for card in indexes(hand.bits)] for hand in cards.hands],
            "upcard": cards.upcard and str(cards.upcard),
            "limit_card": str(cards.limit_card) if has_limit_card else None,
            "stock": [str(card) for card in cards.stock],
            "actions": log,
            **end,
            "secret": deal["secret"],
            "log": log_digest(log),
        }


class PartnersMatch(OnlineMatch):
    """The same between partners: the hands of a round are dealt at once, and numbered as they
    end."""

    def play_hand(self) -> bool:
        sheet = match_sheet(self.game_rules, self.first_dealer, self.hands, {})
        game = sheet.running_game
        if game is None or sheet.next_dealer is None:
            return False
        if self.happens(0.1):
            self.sit_down()
        side, ended = self.game_rules.side_of(sheet.next_dealer), []
        for players in self.game_rules.still_to_play(game, sheet.dealt):
            self.dealt += 1
            cards = dealt(self.next_seed(self.dealt, None, None), side, self.rules)
            state, log = self.played(side, cards)
            record = self.record(side, cards, state, log) | {"players": list(players)}
            ended.append((record, self.deals[-1], written_down(state), players))
        self.rng.shuffle(ended)
        for record, deal, written, players in ended:
            n, number = len(self.records) + 1, 1 + sum(hand.game == game for hand in self.hands)
            record |= {"n": n, "game": game, "number": number, "rulings": []}
            deal["n"] = n
            if self.happens(0.1):
                record |= {"result": "void", "winner": None, "points": [0, 0], "boxes": [0, 0]}
                record |= {"rulings": [{"id": 1}]}
                written = HandCounts("void")
            self.records.append(record)
            self.hands.append(WrittenHand(game, written, players[side], players=players))
        return True


def written_down(state: HandState) -> HandCounts:
    """What is stored of a hand; one that was cut off is void."""
    ending, table = state.ending, state.table
    if ending is None or ending.kind == "void":
        return HandCounts("void")
    by_upcard = table.upcard is not None and table.rules.knock_limit == "upcard"
    return HandCounts(
        ending.kind,
        ending.ended_by,
        ending.counts or (None, None),
        str(DECK[table.upcard]) if by_upcard else None,
        None if table.limit_card is None else str(DECK[table.limit_card]),
        state.doubling.factor,
    )


def honest_match(
    rules: Rules,
    seed: int,
    *,
    most_hands: int = 100,
    eventful: bool = False,
    with_draw: bool = True,
) -> dict[str, Any]:
    """What is published of a match, up to its end or as many hands."""
    made = PartnersMatch if rules.variant == PARTNERSHIP else OnlineMatch
    match = made(rules, seed, eventful=eventful, with_draw=with_draw)
    while len(match.records) < most_hands and match.play_hand():
        pass
    return published(match)


def honest_match_played_anew(rules: Rules, seed: int) -> dict[str, Any]:
    """A match that was made void after two hands, and begins again: whoever dealt last deals."""
    match = OnlineMatch(rules, seed, eventful=False, with_draw=True)
    match.play_hand()
    match.play_hand()
    match.first_dealer = match.hands[-1].dealer
    for deal in match.deals[1:]:
        deal |= {"n": None, "why": "set_aside"}
    match.records.clear()
    match.hands.clear()
    match.play_hand()
    return published(match)


def published(match: OnlineMatch) -> dict[str, Any]:
    """What anybody gets who checks it."""
    return {
        "match": match.match,
        "dealt": match.dealt,
        "seatings": match.seatings,
        "deals": match.deals,
        "records": match.records,
    }
