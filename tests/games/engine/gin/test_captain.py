"""Captain: games added up by hand, who is in the box, and many evenings folded a second time."""

import random
from dataclasses import replace

import pytest

from games.engine.gin.captain import CaptainRules
from games.engine.gin.rules import Rules, rules_from
from games.engine.scoring.facts import SheetAdjustment
from games.engine.scoring.table_score import TableScore
from kernel.text import Refusal
from tests.conftest import IS_LONG
from tests.games.engine.gin.table_matches import Table

CAPTAIN = rules_from({"preset": "rummy-games", "variant": "captain", "match_type": "single"})
BY_HAND = {"solo_change": "per_hand", "match_type": "rounds", "game_bonus": 0}
MATCHES = 5_000 if IS_LONG else 250


def rules(**knobs: object) -> CaptainRules:
    return CaptainRules(replace(CAPTAIN, **knobs))  # type: ignore[arg-type]


def played(own: CaptainRules, *hands: tuple[int | None, int], first: int = 1) -> Table:
    table = Table(own, first)
    for winner, points in hands:
        table.play(winner, points)
    return table


def last_game(table: Table) -> TableScore:
    game = table.sheet.games[-1].score
    assert isinstance(game, TableScore)
    return game


def test_the_captain_stays_while_they_win() -> None:
    table = Table(rules())
    table.first = 1
    found = [table.deal()]
    for winner, points in [(1, 10), (0, 20), (2, 30), (0, 10), (None, 0)]:
        table.play(winner, points)
        found.append(table.deal())
    # The winner deals; seat 1 is captain and wins, then loses to the box; 2 wins, then loses.
    assert found == [
        *(((0, 1), 1), ((0, 1), 1), ((0, 2), 0), ((0, 2), 2), ((0, 1), 0), ((0, 1), 0)),
    ]


def test_the_highest_card_is_in_the_box_and_the_second_captain() -> None:
    own = rules(table_size=4)
    assert own.drawn_players(["7H", "2D", "7S", "KC"]) == (3, 2)
    assert own.drawn(["7H", "2D", "7S", "KC"])[1] == 2


def test_the_published_example() -> None:
    """The box wins 40 in all: 40 of each of two (RT)."""
    own = rules(target=40, game_bonus=0, box_bonus=0, shutout_rule="none")
    game = last_game(played(own, (0, 40)))
    assert (game.winner, game.accounts, game.net) == (0, (80, -40, -40), 80)


def test_a_game_that_the_box_wins() -> None:
    """Box 60 + 50 = 110 in two hands, the others 25 in one.

    Box 110 + 100 + 50 = 260, the others 25 + 25 = 50: 210 of each of two.
    """
    game = last_game(played(rules(), (0, 60), (2, 25), (0, 50)))
    assert (game.points, game.totals) == ((110, 25, 25), (260, 50, 50))
    assert (game.winner, game.accounts) == (0, (420, -210, -210))


def test_a_game_that_the_others_win_without_a_hand_of_the_box() -> None:
    """Of four: B beats A, who is in the box, by 60 and by 45.

    The others 105 + 100 + 50 = 255, and 100 more for the shutout: A pays 355 to each of three.
    """
    game = last_game(played(rules(table_size=4), (1, 60), (1, 45)))
    assert (game.points, game.totals) == ((0, 105, 105, 105), (0, 255, 255, 255))
    assert game.bonuses.shutout == (-300, 100, 100, 100)
    assert (game.winner, game.accounts) == (1, (-1065, 355, 355, 355))


def test_a_game_of_the_others_is_won_by_the_captain_of_its_last_hand() -> None:
    """B wins 60 and loses 30 to the box; C comes in and wins 40: the others have 100.

    100 + 100 + 50 = 250 against 30 + 25 = 55: the box pays 195 to each.
    """
    game = last_game(played(rules(), (1, 60), (0, 30), (2, 40)))
    assert (game.winner, game.net, game.accounts) == (2, 195, (-390, 195, 195))


@pytest.mark.parametrize(
    ("change", "winner", "following"),
    [
        # Seat 0 has the box and meets 1, who has won or lost the last hand; 2 was pausing.
        ("per_game_rotate", 0, (1, 2)),
        ("per_game_rotate", 1, (1, 2)),
        ("per_game_last_hand", 0, (0, 2)),
        ("per_game_last_hand", 1, (1, 2)),
        ("never", 0, (0, 2)),
        ("never", 1, (0, 1)),
    ],
)
def test_who_is_in_the_box_in_the_next_game(
    change: str, winner: int, following: tuple[int, int]
) -> None:
    own = rules(solo_change=change, match_type="best_of", match_n=3, target=10)
    table = played(own, (winner, 20))
    assert table.sheet.running_game == 2
    # The captain deals.
    assert table.deal() == (following, following[1])


def test_the_box_goes_round_until_everybody_had_it() -> None:
    own = rules(table_size=5, match_type="best_of", match_n=11, target=10)
    table = Table(own, 1)
    boxes = []
    for _ in range(6):
        solo, lead = table.deal()[0]
        boxes.append(solo)
        table.play(lead, 20)
    assert boxes == [0, 1, 2, 3, 4, 0]


def test_where_the_box_changes_from_hand_to_hand() -> None:
    """Three hands. B beats A in the box by 20: B and C have 20 and a box of 25 each. B, now in the
    box, beats C by 10: B 30 and two boxes. A comes in and beats B by 40: A and C have 40 each.

    A 40 + 25 = 65, B 30 + 50 = 80, C 60 + 50 = 110. So A 3 x 65 - 255 = -60, B -15, C 75.
    Hand by hand, each with its box: A pays 45 to each of two, B gets 35 of each, B pays 65 to each:
    A -90 - 35 + 65 = -60, B 45 + 70 - 130 = -15, C 45 - 35 + 65 = 75.
    """
    table = Table(rules(**BY_HAND, match_n=3), 1)
    found = []
    for winner, points in [(1, 20), (1, 10), (0, 40)]:
        found.append(table.deal()[0])
        table.play(winner, points)
    assert found == [(0, 1), (1, 2), (1, 0)]
    game = last_game(table)
    assert (game.winner, game.totals, game.accounts) == (2, (65, 80, 110), (-60, -15, 75))


@pytest.mark.parametrize(
    ("policy", "winner", "dealer"),
    [
        ("winner", 0, 0),
        ("winner", 1, 1),
        ("loser", 0, 2),
        ("loser", 1, 0),
        ("alternate", 0, 0),
        ("alternate", 1, 0),
        ("winner", None, 1),
    ],
)
def test_who_deals(policy: str, winner: int | None, dealer: int) -> None:
    assert played(rules(dealer_policy=policy), (winner, 5)).deal()[1] == dealer


def test_who_is_in_the_box_stays_for_the_game() -> None:
    table = played(rules(), (1, 10))
    assert table.rules.checked_players(table.sheet.dealt, [2, 0]) == (0, 2)
    with pytest.raises(Refusal, match="in the box"):
        table.rules.checked_players(table.sheet.dealt, [1, 2])
    # Who begins a game is said with the box first.
    assert table.rules.checked_players((), [2, 0]) == (2, 0)
    table = Table(rules(match_type="best_of", match_n=3, target=10), 1)
    table.play(2, 20, players=[2, 0])
    assert table.deal() == ((0, 1), 1)


def test_a_penalty_goes_to_the_other_side() -> None:
    table = Table(rules(), 1)
    table.said = (SheetAdjustment("points", 0, 1, 0, 25),)
    assert last_game(table).points == (0, 0, 0)  # nobody is in the box yet
    table.play(1, 10)
    assert last_game(table).points == (0, 35, 35)
    table.said = (SheetAdjustment("points", 2, 1, 1, 25),)
    assert last_game(table).points == (25, 10, 10)


@pytest.mark.parametrize(
    ("loser", "winner", "accounts"),
    [
        # Box 60 + 25 = 85, the others 30 + 25 = 55.
        (0, 2, (0, 0, 0)),
        (1, 0, (60, -30, -30)),
        (2, 0, (60, -30, -30)),
    ],
)
def test_a_lost_game(loser: int, winner: int, accounts: tuple[int, ...]) -> None:
    table = played(rules(), (0, 60), (2, 30))
    table.said = (SheetAdjustment("game_loss", loser, 1, 2),)
    game = last_game(table)
    assert (game.winner, game.accounts) == (winner, accounts)
    unbegun = Table(rules(), 1)
    unbegun.said = (SheetAdjustment("game_loss", loser, 1, 0),)
    assert (last_game(unbegun).finished, last_game(unbegun).winner) == (True, None)


def test_a_leader_takes_an_unfinished_game() -> None:
    own = rules()
    game = own.taken_by_leader(last_game(played(own, (0, 60), (2, 30))))
    assert (game.winner, game.accounts) == (0, (60, -30, -30))
    with pytest.raises(Refusal, match="level"):
        own.taken_by_leader(last_game(played(own, (0, 30), (2, 30))))
    with pytest.raises(Refusal, match="level"):
        own.taken_by_leader(own.score_game(()))


@pytest.mark.parametrize(
    ("knobs", "field"),
    [
        ({"sheet": "hollywood"}, "sheet"),
        ({"game_winner_by": "grand_total"}, "game_winner_by"),
        ({"points_by": "gross"}, "points_by"),
        ({"match_type": "rounds", "match_n": 5}, "match_type"),
        ({"solo_change": "per_hand"}, "solo_change"),
        ({**BY_HAND, "match_n": 5, "round_of": "deal_each"}, "round_of"),
    ],
)
def test_what_makes_no_sense_is_refused(knobs: dict[str, object], field: str) -> None:
    with pytest.raises(Refusal) as refused:
        rules(**knobs)
    assert refused.value.field == field


def test_evenings_folded_a_second_time() -> None:
    """Random evenings come to the same accounts in a program that pays every hand and every game
    from one purse to the other."""
    chance = random.Random(4)
    for _ in range(MATCHES):
        by_hand = chance.random() < 0.3
        changes = ["per_game_rotate", "per_game_last_hand", "never"]
        own = rules(
            table_size=chance.randint(3, 6),
            shutout_rule=chance.choice(["none", "add_100", "double_all"]),
            target=chance.choice([40, 100]),
            **(
                {**BY_HAND, "match_n": chance.randint(1, 12)}
                if by_hand
                else {
                    "match_type": "best_of",
                    "match_n": chance.choice([1, 3, 5]),
                    "solo_change": chance.choice(changes),
                }
            ),
        )
        table = Table(own, chance.randrange(own.seats))
        evening: list[tuple[int, int | None, int]] = []
        while not (sheet := table.sheet).score.finished and len(evening) < 60:
            two = sheet.next_players
            winner = None if chance.random() < 0.1 else chance.choice(two)
            points = chance.randint(1, 60)
            evening.append((two[0], winner, points))
            table.play(winner, points)
        found = [list(game.score.accounts) for game in sheet.games if game.score.finished]
        assert found == purses(own.knobs, evening)
        assert all(sum(accounts) == 0 for accounts in found)
        assert in_the_box(own.knobs, table) == [hand.players for hand in table.hands]


def purses(rules: Rules, evening: list[tuple[int, int | None, int]]) -> list[list[int]]:
    """What is in everybody's purse after each game of these hands."""
    seats, found = range(rules.table_size), []
    by_hand = rules.solo_change == "per_hand"
    purse = [0] * rules.table_size
    sides = {True: [0, 0], False: [0, 0]}  # points and boxes of the box, and of the others

    def pay(solo: int, amount: int) -> None:
        for seat in seats:
            purse[seat] += (rules.table_size - 1) * amount if seat == solo else -amount

    for n, (solo, winner, points) in enumerate(evening, start=1):
        is_solo = winner == solo
        if winner is not None:
            pay(solo, (points + 25) * (1 if is_solo else -1))
            sides[is_solo][0] += points
            sides[is_solo][1] += 1
        if by_hand:
            first = max(purse)
            if n >= rules.match_n and purse.count(first) == 1:
                return [purse]
        elif max(sides[True][0], sides[False][0]) >= rules.target:
            won, lost = sides[is_solo], sides[not is_solo]
            more = 100
            if not lost[1]:
                worth = won[0] + 25 * won[1] + 100
                more += {"none": 0, "add_100": 100, "double_all": worth}[rules.shutout_rule]
            pay(solo, more if is_solo else -more)
            found.append([*purse])
            purse[:] = [0] * rules.table_size
            sides = {True: [0, 0], False: [0, 0]}
    return found


def in_the_box(rules: Rules, table: Table) -> list[tuple[int, ...]]:
    """Who should have met in each hand, from a line in which the others stand."""
    n = rules.table_size
    lead = table.first or 0
    solo = (lead - 1) % n
    line = [(lead + step) % n for step in range(1, n - 1)]
    met, game, last, before = [], 1, None, (solo, lead)
    for hand in table.hands:
        if hand.game != game:
            game = hand.game
            if rules.solo_change == "per_game_rotate":
                solo = (solo + 1) % n
                lead, line = (solo + 1) % n, [(solo + step) % n for step in range(2, n)]
            else:
                # Who won the last hand has the box, or it stays; who came in after it meets them.
                if rules.solo_change == "per_game_last_hand" and last == before[1]:
                    solo, lead = before[1], line[0]
                line = began(solo, lead, n)
        met.append((solo, lead))
        kind, knocker = hand.counts.kind, hand.counts.knocker
        last = None if kind == "void" else hand.players[knocker]
        before = (solo, lead)
        if last == solo:
            line, lead = [*line[1:], lead], line[0]
        elif last == lead and rules.solo_change == "per_hand":
            line, solo, lead = [*line[1:], solo], lead, line[0]
    return met


def began(solo: int, lead: int, n: int) -> list[int]:
    """The line of a game that these two begin."""
    return [seat for step in range(1, n) if (seat := (lead + step) % n) != solo]
