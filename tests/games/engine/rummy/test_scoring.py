"""Matches of rummy: what hands come to, and how all settle. The sums are added by hand."""

import random

import pytest

from games.engine.rummy import play
from games.engine.rummy.presets import RULE_SETS
from games.engine.rummy.rules import RummyRules
from games.engine.rummy.scoring import RummyScoring
from games.engine.scoring.counted import CountedHand
from games.engine.scoring.facts import LostHand, SheetAdjustment, WrittenHand
from games.engine.scoring.sheet import match_sheet
from kernel.text import Refusal
from tests.games.engine.rummy.playing import random_hand, random_rules


def sheet(rules: RummyRules, *hands: CountedHand, said: object = ()):
    written = [WrittenHand(1, hand) for hand in hands]
    return match_sheet(RummyScoring(rules), 0, written, {}, said)


def out(seat: int, *counts: int) -> CountedHand:
    return CountedHand("out", seat, counts)


def test_penalties_are_written_by_the_losers_and_the_fewest_win():
    # 0, 17 and 40; then 23, 0 and 61: 23, 17 and 101.
    found = sheet(RummyRules(table_size=3), out(0, 0, 17, 40), out(1, 23, 0, 61))
    game = found.games[0].score
    assert (game.points, game.winner) == ((23, 17, 101), 1)
    # Each gets what the others have more: (17 - 23) + (101 - 23), and so on.
    assert game.accounts == (72, 90, -162)
    assert game.net == 90


def test_the_winner_collects():
    rules = RummyRules(table_size=3, scoring="winner_collects", target=50)
    found = sheet(rules, out(0, 0, 17, 40))
    game = found.games[0].score
    assert (game.points, game.winner, game.accounts) == ((57, 0, 0), 0, (114, -57, -57))


def test_two_play_the_best_of_three():
    rules = RummyRules(table_size=2, match_type="best_of", match_n=3, target=30)
    found = sheet(rules, out(0, 0, 31))
    assert (found.score.games_won, found.score.finished) == ((1, 0), False)
    assert found.games[0].score.net == 31


def test_a_rummy_doubles_where_the_rules_say_so():
    rules = RummyRules(table_size=3, rummy_doubles=True)
    found = sheet(rules, CountedHand("rummy", 2, (12, 30, 0)))
    assert found.games[0].score.points == (24, 60, 0)


def test_a_beaten_knocker_pays_ten_more():
    rules = RummyRules(table_size=3, variant="knock", scoring="winner_collects")
    scoring = RummyScoring(rules)
    # 7 beats the knocker's 9 by 2 and 10, and the third's 30 by 23: 35.
    score = scoring.score_hand(WrittenHand(1, CountedHand("knock", 0, (9, 7, 30))))
    assert (score.winner, score.entries) == (1, (0, 35, 0))


def test_in_a_blocked_hand_the_lowest_wins():
    rules = RummyRules(table_size=3, block=True)
    scoring = RummyScoring(rules)
    score = scoring.score_hand(WrittenHand(1, CountedHand("blocked", None, (9, 7, 30))))
    assert (score.winner, score.entries) == (1, (2, 0, 23))
    level = scoring.score_hand(WrittenHand(1, CountedHand("blocked", None, (7, 7, 30))))
    assert (level.winner, level.entries) == (None, (0, 0, 0))


@pytest.mark.parametrize(
    ("hand", "code", "field"),
    [
        (CountedHand("gin", 0, (0, 1, 2)), "bad_kind", "kind"),
        (CountedHand("blocked", None, (0, 1, 2)), "bad_kind", "kind"),
        (CountedHand("out", None, (0, 1, 2)), "missing_knocker", "knocker"),
        (CountedHand("void", 1), "not_used", "knocker"),
        (CountedHand("out", 3, (0, 1, 2)), "bad_seat", "knocker"),
        (CountedHand("out", 0, (0, None, 2)), "missing_count", "counts.1"),
        (CountedHand("out", 0, (0, 4)), "missing_count", "counts.2"),
        (CountedHand("out", 0, (0, 4, 2, 5)), "bad_count", "counts"),
        (CountedHand("out", 0, (5, 4, 2)), "bad_count", "counts.0"),
        (CountedHand("out", 0, (0, 0, 2)), "bad_count", "counts.1"),
        (CountedHand("out", 0, (0, True, 2)), "bad_count", "counts.1"),
        (CountedHand("out", 0, (0, 1000, 2)), "bad_count", "counts.1"),
    ],
)
def test_what_can_not_have_happened_is_refused(hand: CountedHand, code: str, field: str):
    scoring = RummyScoring(RummyRules(table_size=3))
    with pytest.raises(Refusal) as refused:
        scoring.score_hand(WrittenHand(1, hand))
    assert (refused.value.text.code, refused.value.field) == (code, field)


def test_who_goes_out_needs_no_count():
    scoring = RummyScoring(RummyRules(table_size=3))
    stored = scoring.stored(CountedHand("out", 1, (5, None, 8)), scoring.remedies((), None), ())
    assert (stored["kind"], stored["knocker"], stored["counts"]) == ("out", 1, [5, 0, 8])


def test_a_penalty_of_points_is_written_by_who_is_penalised():
    points = SheetAdjustment("points", 1, 1, 1, 25)
    penalties = sheet(RummyRules(table_size=3), out(0, 0, 17, 40), said=[points])
    assert penalties.games[0].score.points == (0, 42, 40)
    collecting = RummyRules(table_size=3, scoring="winner_collects")
    assert sheet(collecting, out(0, 0, 17, 40), said=[points]).games[0].score.points == (82, 0, 25)


def test_a_lost_hand_and_a_lost_game():
    scoring = RummyScoring(RummyRules(table_size=3))
    lost = scoring.remedies((), LostHand(1, 25, 1))
    score = scoring.score_hand(WrittenHand(1, CountedHand("void"), remedies=lost))
    assert (score.kind, score.entries, score.brings_nothing) == ("void", (0, 25, 0), False)
    ended = [SheetAdjustment("game_loss", 0, 1, 1)]
    game = sheet(RummyRules(table_size=3), out(0, 0, 17, 40), said=ended).games[0].score
    # The next best has won it; who lost it gets nothing of what they were ahead.
    assert (game.winner, game.accounts) == (1, (0, 23, -23))


def test_rulings_change_the_price():
    scoring = RummyScoring(RummyRules(table_size=3))
    hand = out(0, 0, 17, 40)

    def ruled(*effects: object):
        return scoring.score_hand(WrittenHand(1, hand, remedies=scoring.remedies(effects, None)))

    surcharge = {"remedy": "deadwood_surcharge", "seats": [2], "amount": 10, "cards": 2}
    assert ruled(surcharge).entries == (0, 17, 60)
    assert ruled({"remedy": "cannot_win", "seats": [0]}).brings_nothing
    assert ruled({"remedy": "void_hand", "seats": []}).kind == "void"
    assert ruled(surcharge, {"remedy": "redeal", "seats": [], "dealer": "same"}).entries == (
        0,
        17,
        40,
    )


def test_the_deal_goes_round_or_follows_the_winner():
    in_turn = sheet(RummyRules(table_size=3), out(2, 3, 17, 0))
    assert in_turn.next_dealer == 1
    winner = sheet(RummyRules(table_size=3, dealer_policy="winner"), out(2, 3, 17, 0))
    assert winner.next_dealer == 2


def test_the_lowest_card_deals():
    scoring = RummyScoring(RummyRules(table_size=3))
    assert scoring.drawn(["KS", "2D", "7C"]) == (["KS", "2D", "7C"], 1)
    with pytest.raises(Refusal):
        scoring.drawn(["2S", "2D", "7C"])


@pytest.mark.parametrize("variant", ["basic", "knock"])
def test_the_accounts_of_random_games_sum_to_nothing(variant: str):
    chance = random.Random(variant)
    for _ in range(200):
        rules = random_rules(chance, variant)
        seats = rules.table_size
        hands = []
        for _hand in range(12):
            counts = [chance.randint(1, 60) for _ in range(seats)]
            kind = "out" if variant == "basic" else "knock"
            ended_by = chance.randrange(seats)
            counts[ended_by] = 0 if kind == "out" else counts[ended_by]
            hands.append(CountedHand(kind, ended_by, tuple(counts)))
        for game in sheet(rules, *hands).games:
            assert sum(game.score.accounts) == 0
            if game.score.winner is not None:
                best = max(game.score.accounts)
                assert game.score.accounts[game.score.winner] == best


@pytest.mark.parametrize("variant", ["basic", "knock"])
def test_a_hand_played_is_worth_what_its_counts_are(variant: str):
    """What the engine counts at the end is what somebody would write down of it."""
    chance = random.Random(f"counts {variant}")
    for _ in range(20):
        rules = random_rules(chance, variant)
        *_before, (_state, _action, last) = random_hand(chance, rules, rules.table_size)
        result, ending = play.result(last), last.ending
        assert result is not None
        assert ending is not None
        void = ending.kind == "void"
        hand = CountedHand(ending.kind, ending.ended_by, () if void else play.counts_of(last))
        score = RummyScoring(rules).score_hand(WrittenHand(1, hand))
        assert (score.winner, score.entries) == (result.winner, result.points)


def test_every_rule_set_is_told_apart():
    assert len({rule_set.rules for rule_set in RULE_SETS}) == len(RULE_SETS)
