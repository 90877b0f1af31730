"""Cutthroat: games added up by hand, who sits out, and many evenings folded a second time."""

import random
from dataclasses import replace

import pytest

from games.engine.gin.cutthroat import CutthroatRules
from games.engine.gin.rules import Rules, rules_from
from games.engine.gin.scoring.hand import HandCounts
from games.engine.gin.scoring.remedies import Award, HandRemedies
from games.engine.scoring.facts import LostHand, SheetAdjustment, WrittenHand
from games.engine.scoring.table_score import TableScore
from kernel.text import Refusal
from tests.conftest import IS_LONG
from tests.games.engine.gin.table_matches import Table

#: As the source has it: to 100, the game 100, a box 25, from somebody with nothing 100 more.
THREE = rules_from({"preset": "rummy-games", "variant": "cutthroat", "match_type": "single"})
MATCHES = 5_000 if IS_LONG else 250


def rules(**knobs: object) -> CutthroatRules:
    return CutthroatRules(replace(THREE, **knobs))  # type: ignore[arg-type]


def played(own: CutthroatRules, *hands: tuple[int | None, int], first: int = 0) -> Table:
    table = Table(own, first)
    for winner, points in hands:
        table.play(winner, points)
    return table


def last_game(table: Table) -> TableScore:
    game = table.sheet.games[-1].score
    assert isinstance(game, TableScore)
    return game


def test_the_loser_sits_out_and_who_comes_in_deals_to_the_winner() -> None:
    table = Table(rules())
    found = [table.deal()]
    for winner, points in [(0, 40), (2, 30), (2, 45), (0, 20)]:
        table.play(winner, points)
        found.append(table.deal())
    assert found == [((0, 1), 0), ((0, 2), 2), ((1, 2), 1), ((0, 2), 0), ((0, 1), 1)]


def test_a_game_in_which_one_has_nothing() -> None:
    """A 40 + 20 + 41 = 101 in three hands, B nothing, C 30 + 45 = 75 in two.

    A 101 + 100 + 3 x 25 = 276, B 0, C 75 + 2 x 25 = 125. A has of B 276 and 100 more, of C 151;
    C has of B 125. So A 376 + 151 = 527, B -376 - 125 = -501, C 125 - 151 = -26.
    """
    game = last_game(played(rules(), (0, 40), (2, 30), (2, 45), (0, 20), (0, 41)))
    assert (game.finished, game.winner, game.net, game.shutout) == (True, 0, 527, True)
    assert (game.points, game.boxes) == ((101, 0, 75), (3, 0, 2))
    assert game.totals == (276, 0, 125)
    assert game.bonuses.shutout == (100, -100, 0)
    assert game.accounts == (527, -501, -26)


def test_a_game_in_which_everybody_has_something() -> None:
    """A beats B by 10, C beats A by 50, B beats C by 30, B beats A by 25, B beats C by 50.

    A 10 + 25 = 35, B 30 + 25 + 50 = 105 + 100 + 75 = 280, C 50 + 25 = 75. B has of A 245, of C 205;
    C has of A 40. So A -245 - 40 = -285, B 450, C 40 - 205 = -165.
    """
    game = last_game(played(rules(), (0, 10), (2, 50), (1, 30), (1, 25), (1, 50)))
    assert (game.winner, game.totals) == (1, (35, 280, 75))
    assert game.accounts == (-285, 450, -165)
    assert not game.shutout


def test_a_game_of_four_in_which_one_never_won() -> None:
    """Four at the table. A beats B by 60; C, who waits before D, comes in and loses to A by 35; D
    comes in and beats A by 20; B, who has waited longest, comes in and loses to D by 12; C comes in
    and beats D by 8; A comes in and beats C by 5: A has 100.

    A 100 + 100 + 3 x 25 = 275, B 0, C 8 + 25 = 33, D 32 + 50 = 82. A has of B 275 + 100, of C 242,
    of D 193: 810. B pays A 375, C 33, D 82: -490. C -242 + 33 - 49 = -258. D -193 + 82 + 49 = -62.
    """
    table = Table(rules(table_size=4))
    found = []
    for winner, points in [(0, 60), (0, 35), (3, 20), (3, 12), (2, 8), (0, 5)]:
        found.append(table.deal())
        table.play(winner, points)
    assert found == [
        *(((0, 1), 0), ((0, 2), 2), ((0, 3), 3), ((1, 3), 1), ((2, 3), 2), ((0, 2), 0)),
    ]
    game = last_game(table)
    assert game.totals == (275, 0, 33, 82)
    assert game.accounts == (810, -490, -258, -62)


@pytest.mark.parametrize(
    ("rule", "more"),
    [
        # The winner has 101 points, three boxes, a game bonus of 100.
        ("none", 0),
        ("add_100", 100),
        ("double_game_bonus", 100),
        ("double_hand_points", 101),
        ("double_excl_boxes", 201),
        ("double_all", 276),
    ],
)
def test_whoever_is_shut_out_pays_what_a_shutout_adds_between_two(rule: str, more: int) -> None:
    hands = (0, 40), (2, 30), (2, 45), (0, 20), (0, 41)
    game = last_game(played(rules(shutout_rule=rule), *hands))
    assert game.accounts == (427 + more, -401 - more, -26)


@pytest.mark.parametrize(("void_dealer", "dealer"), [("same", 2), ("alternate", 0)])
def test_after_a_hand_that_nobody_wins_the_same_two_play_again(
    void_dealer: str, dealer: int
) -> None:
    table = played(rules(void_dealer=void_dealer), (0, 10), (None, 0))
    assert table.deal() == ((0, 2), dealer)


def test_a_hand_that_was_awarded_is_played_by_the_same_two_again() -> None:
    table = played(rules(), (0, 10), (0, 10))
    awarded = HandRemedies(awarded=Award(1, 25, 1))
    table.hands[1] = table.hands[1]._replace(remedies=awarded)
    assert table.sheet.games[0].score.points == (10, 0, 25)
    assert table.deal() == ((0, 2), 2)


def test_who_said_otherwise_is_gone_on_from() -> None:
    table = played(rules(table_size=5), (0, 10))
    table.play(4, 12, players=[4, 1])
    # 2 and 3 have not played yet, so that 2 comes in.
    assert table.deal() == ((2, 4), 2)


@pytest.mark.parametrize(
    ("said", "code"),
    [
        ([2, 1], None),
        ([1, 1], "bad_players"),
        ([1], "bad_players"),
        ("12", "bad_players"),
        ([1, 3], "bad_seat"),
        ([True, 2], "bad_seat"),
    ],
)
def test_who_may_play(said: object, code: str | None) -> None:
    own = rules()
    if code is None:
        assert own.checked_players((), said) == (1, 2)
        return
    with pytest.raises(Refusal) as refused:
        own.checked_players((), said)
    assert refused.value.text.code == code


def test_the_two_highest_cards_play_and_the_second_deals() -> None:
    own = rules(table_size=4)
    assert own.drawn(["7H", "KD", "7S", "2C"]) == (["7H", "KD", "7S", "2C"], 2)
    assert own.drawn_players(["7H", "KD", "7S", "2C"]) == (1, 2)
    for cards, code in [(["7H", "KD"], "bad_draw"), (["7H", "KD", "7H", "2C"], "duplicate_card")]:
        with pytest.raises(Refusal) as refused:
            own.drawn(cards)
        assert refused.value.text.code == code


def test_the_first_deal_goes_round_from_game_to_game() -> None:
    own = rules(match_type="best_of", match_n=3, target=10)
    table = Table(own, 1)
    assert table.deal() == ((1, 2), 1)
    table.play(1, 20)
    assert table.deal() == ((0, 2), 2)
    table.play(2, 20)
    assert table.deal() == ((0, 1), 0)
    table.play(1, 20)
    score = table.sheet.score
    assert (score.finished, score.winner, score.games_won) == (True, 1, (0, 2, 1))
    # Each game brings its winner 20 + 100 + 25 and 100 more of both: 490; the others lose 245.
    assert score.nets == (-735, 735, 0)


def test_games_to_points_are_those_of_the_accounts() -> None:
    own = rules(match_type="points", match_n=600, target=10)
    table = played(own, (0, 20), first=0)
    assert not table.sheet.score.finished
    table.play(1, 20)
    table.play(1, 20, players=[1, 0])
    score = table.sheet.score
    assert (score.finished, score.winner) == (True, 1)
    assert score.nets == (0, 735, -735)


def test_a_number_of_hands_has_no_target_and_no_bonus() -> None:
    """A 20 + 25, then B beats A by 20: level at 45, so that one hand more is played."""
    own = rules(match_type="rounds", match_n=3)
    table = played(own, (0, 20), (None, 0), (None, 0))
    assert table.sheet.score.winner == 0
    table = played(own, (0, 20), (2, 20), (None, 0))
    assert not table.sheet.score.finished
    table.play(2, 5)
    game = last_game(table)
    assert (game.winner, game.totals) == (2, (45, 0, 75))
    # 45 - 75 + 45, -45 - 75, 75 + 30.
    assert game.accounts == (15, -120, 105)


def test_penalties_go_to_each_of_the_others() -> None:
    table = played(rules(), (0, 60))
    table.said = (SheetAdjustment("points", 0, 1, 1, 25),)
    assert last_game(table).points == (60, 25, 25)
    # Both others reach the target at once: level, so that the game goes on.
    table.said = (SheetAdjustment("points", 0, 1, 1, 100),)
    assert not last_game(table).finished
    table.play(2, 5)
    assert (last_game(table).winner, last_game(table).points) == (2, (60, 100, 105))


def test_a_lost_game_goes_to_who_leads_of_the_others() -> None:
    """A has 60 and a box: 85. C has 30 and a box: 55, B nothing. A loses the game: it is C's.

    Boxes are paid, no bonus. What A has more than the others costs them nothing; C has 55 of B.
    """
    table = played(rules(), (0, 60), (2, 30))
    table.said = (SheetAdjustment("game_loss", 0, 1, 2),)
    game = last_game(table)
    assert (game.winner, game.totals, game.accounts) == (2, (85, 0, 55), (0, -55, 55))
    table.said = (SheetAdjustment("game_loss", 2, 1, 2),)
    assert last_game(table).accounts == (85 + 30, -85, -30)
    nobody_has_begun = Table(rules())
    nobody_has_begun.said = (SheetAdjustment("game_loss", 2, 1, 0),)
    game = last_game(nobody_has_begun)
    assert (game.finished, game.winner, game.net) == (True, None, None)


def test_a_leader_takes_an_unfinished_game() -> None:
    own = rules()
    game = own.taken_by_leader(last_game(played(own, (0, 60), (2, 30))))
    assert (game.winner, game.totals, game.accounts) == (0, (85, 0, 55), (115, -140, 25))
    with pytest.raises(Refusal, match="level"):
        own.taken_by_leader(last_game(played(own, (0, 30), (2, 30))))


def test_a_hand_is_stored_by_seat_and_read_by_place() -> None:
    own = rules(table_size=4)
    fields = own.stored(HandCounts.of("knock", 3, 4, 20), HandRemedies(), (1, 3))
    assert (fields["knocker"], fields["counts"]) == (3, [None, 20, None, 4])
    with pytest.raises(Refusal, match="one of the two"):
        own.stored(HandCounts.of("knock", 2, 4, 20), HandRemedies(), (1, 3))
    score = own.score_hand(WrittenHand(1, HandCounts.of("knock", 1, 4, 20), players=(1, 3)))
    assert (score.winner, score.points, score.counts) == (3, 16, (None, 20, None, 4))


def test_a_penalty_for_a_hand_hits_who_played_it() -> None:
    own = rules()
    lost = own.remedies([], LostHand(2, 25, 1), (0, 2)).awarded
    assert lost == Award(0, 25, 1)
    assert own.remedies([], LostHand(1, 25, 1), (0, 2)).awarded is None


def test_a_game_is_handed_in_by_its_accounts() -> None:
    game = rules().game_from_result({"winner": 1, "accounts": [-150, 250, -100]})
    assert (game.winner, game.net, rules().accounts(game)) == (1, 250, (-150, 250, -100))


@pytest.mark.parametrize(
    "accounts", [[-150, 250], [-150, 250, -99], [0, 0, 0, 0], [True, 0, -1], ["0", 0, 0], 0, None]
)
def test_accounts_are_one_for_each_and_sum_to_nothing(accounts: object) -> None:
    with pytest.raises(Refusal) as refused:
        rules().game_from_result({"winner": 1, "accounts": accounts})
    assert refused.value.text.code == "bad_game"


def test_games_are_not_handed_in_as_points() -> None:
    with pytest.raises(Refusal, match="hand by hand"):
        rules().game_from_result({"winner": 0, "points": [100, 0, 0]})


def test_evenings_folded_a_second_time() -> None:
    """Random evenings come to the same accounts in a program that knows queues and pairs alone."""
    chance = random.Random(4)
    for _ in range(MATCHES):
        own = rules(
            table_size=chance.randint(3, 6),
            match_type="best_of",
            match_n=chance.choice([1, 3, 5]),
            shutout_rule=chance.choice(["none", "add_100", "double_all"]),
            target=chance.choice([40, 100]),
            void_dealer=chance.choice(["same", "alternate"]),
        )
        first = chance.randrange(own.seats)
        table = Table(own, first)
        evening: list[tuple[int | None, int]] = []
        while not (sheet := table.sheet).score.finished and len(evening) < 60:
            two = sheet.next_players
            winner = None if chance.random() < 0.1 else chance.choice(two)
            points = chance.randint(1, 60)
            evening.append((winner, points))
            table.play(winner, points)
        found = [list(game.score.accounts) for game in sheet.games if game.score.finished]
        dealt = [(list(hand.players), hand.dealer) for hand in table.hands]
        assert (found, dealt) == queues(own.knobs, first, evening)


def queues(
    rules: Rules, first: int, evening: list[tuple[int | None, int]]
) -> tuple[list[list[int]], list[tuple[list[int], int | None]]]:
    """The accounts of every game of these hands, and who played and dealt each hand."""
    n, found, dealt = rules.table_size, [], []
    hands = iter(evening)
    for game in range(len(evening)):
        dealer = (first + game) % n
        line = [(dealer + step) % n for step in range(n)]
        points, boxes = [0] * n, [0] * n
        for winner, scored in hands:
            one, other, *waiting = line
            dealt.append((sorted([one, other]), dealer))
            if winner is None:
                if rules.void_dealer == "alternate":
                    dealer = other if dealer == one else one
                continue
            loser = other if winner == one else one
            points[winner] += scored
            boxes[winner] += 1
            line = [winner, *waiting, loser]
            dealer = waiting[0]
            if points[winner] >= rules.target:
                found.append(settled(rules, points, boxes, winner))
                break
    return found, dealt


def settled(rules: Rules, points: list[int], boxes: list[int], winner: int) -> list[int]:
    """What each has of the others, pair by pair."""
    account = [0] * len(points)
    for payer in range(len(points)):
        for other in range(payer):
            worth = {seat: points[seat] + 25 * boxes[seat] for seat in (payer, other)}
            if winner in worth:
                loser = other if winner == payer else payer
                worth[winner] += 100
                if not boxes[loser]:
                    more = {"none": 0, "add_100": 100, "double_all": worth[winner]}
                    worth[winner] += more[rules.shutout_rule]
            account[payer] += worth[payer] - worth[other]
            account[other] += worth[other] - worth[payer]
    return account
