"""A ruling that is taken back leaves its hand as it was before, whatever it did to it."""

from itertools import permutations

import pytest

from games.engine.gin.irregularities.effects import effects_of
from games.engine.gin.irregularities.remedies import effect_from_json
from games.engine.gin.irregularities.table import IRREGULARITIES
from games.engine.gin.scoring.hand import HandCounts
from games.models import HandFact, Submission
from games.services import adjustments, rulings
from games.services.rulings import RulingEntry
from games.services.scoresheet import HandEntry
from kernel.permissions import Actor, Role
from kernel.text import Refusal
from tests.builders import knock, make_user
from tests.games.services.table import REFEREE, Table
from tournaments.selectors.desk.snapshot import HAND_FIELDS

pytestmark = pytest.mark.django_db

RECOUNTED = knock(0, 8, 22)
CHOICES = [
    (row, option)
    for row in IRREGULARITIES.values()
    for option in [*(option.code for option in row.options), *([""] if "" in row.effects else [])]
]
SITUATIONS = ("said anew", "written", "written with it", "being played")
FALSE_GIN = HandEntry(HandCounts.of("gin", 0, 7, 20))
TWELVE_V_NINE = knock(0, 12, 9)
RECOUNT = {"option": "claim_recount", "conditions": ["cards_unmixed"]}
ACCEPTED = {"option": "accept_as_legal", "conditions": ["count_only_fault"]}


def said(record):
    """All that a match comes to and says, but for who replaced what and when."""
    facts = [[getattr(fact, name) for name in HAND_FIELDS] for fact in record.facts]
    places = [(fact.hand.sequence, fact.hand.game, fact.at) for fact in record.facts]
    ruled = [(ruling.rule, ruling.option, ruling.n) for ruling in record.rulings]
    level = record.submission and record.submission.level
    left = (record.state, record.winner, record.score, record.sheet, level)
    return *left, facts, places, ruled, record.decisions or {}


def rule(table, row, n, hand=None, *, by=REFEREE, option="", conditions=(), **more):
    """A ruling that stands, as it was made."""
    seats, cards, word = more.get("seats", (0, 0)), more.get("cards", 1), more.get("if_unfinished")
    effects = effects_of(row, option, conditions, *seats, cards=cards)
    entry = RulingEntry(effects, rule=row, option=option, n=n, hand=hand, offender=seats[0])
    made = {}

    def service(*, record, by, now):
        record, made["ruling"] = rulings.rule(
            record=record, entry=entry, by=by, now=now, if_unfinished=word
        )
        return record

    table.do(service, by)
    return made["ruling"]


def take_back(table, ruling, by=REFEREE, **choices):
    return table.do(
        rulings.take_back_ruling, by, ruling=ruling, reason="the other player", **choices
    )


def refused(call, *args, **fields):
    with pytest.raises(Refusal) as found:
        call(*args, **fields)
    return found.value


def possible_conditions(row, option):
    """The least that has to hold for a choice, and all that may hold with it."""
    opened = next((offered.open for offered in row.options if offered.code == option), ())
    least = {condition for condition in opened if not condition.startswith("!")}
    whens = {
        condition
        for many in row.effects.values()
        for consequence in many
        for condition in consequence.when
    }
    closed = {condition.removeprefix("!") for condition in opened if condition.startswith("!")}
    return [
        sorted(least),
        sorted(least | {condition.removeprefix("!") for condition in whens} - closed),
    ]


@pytest.mark.parametrize(("row", "option"), CHOICES, ids=lambda value: getattr(value, "id", value))
def test_taken_back_everything_is_as_it_was_for_every_row_and_choice(row, option):
    table, recorded, refused_as = Table(), 0, set()
    table.hands(knock(1, 5, 9), knock(0, 8, 32))
    before = said(table.record)
    for situation in SITUATIONS:
        for conditions in possible_conditions(row, option):
            n = 2 if situation in ("said anew", "written") else 3
            hand = RECOUNTED if situation in ("said anew", "written with it") else None
            try:
                ruling = rule(table, row.id, n, hand, option=option, conditions=conditions)
            except Refusal as refusal:
                refused_as.add(refusal.text.code)
                continue
            recorded += 1
            take_back(table, ruling)
            assert said(table.record) == before, (situation, conditions)
    assert refused_as <= {"wrong_phase", "option_needed"}
    assert recorded or effects_only_name_rows(row, option)


def effects_only_name_rows(row, option):
    return all(consequence.remedy == "another_row" for consequence in row.effects.get(option, ()))


def test_a_recount_gives_the_points_back():
    table = Table()
    table.hands(knock(0, 8, 32))
    ruling = rule(table, "COUNT_ERROR", 1, RECOUNTED, **RECOUNT)
    assert table.record.games[0].points == (14, 0)
    assert take_back(table, ruling).games[0].points == (24, 0)


ON_THE_HAND = {"COUNT_ERROR": knock(0, 8, 22), "COUNT_RELIED_ON": knock(0, 7, 20)}


@pytest.mark.parametrize(
    "made", list(permutations(["COUNT_ERROR", "COUNT_RELIED_ON", "correction"]))
)
@pytest.mark.parametrize("back", list(permutations(["COUNT_ERROR", "COUNT_RELIED_ON"])))
def test_a_correction_stands_whatever_rulings_on_its_hand_are_taken_back(made, back):
    """Nobody is asked about what they wrote themselves."""
    table = Table()
    table.hands(knock(0, 8, 32))
    ruled = {}
    for step in made:
        if step == "correction":
            table.correct(1, knock(0, 6, 31))
        else:
            more = RECOUNT if step == "COUNT_ERROR" else {}
            ruled[step] = rule(table, step, 1, ON_THE_HAND[step], **more)
    for step in back:
        take_back(table, ruled[step])
    assert table.record.games[0].points == (25, 0)
    assert table.record.rulings == ()


@pytest.mark.parametrize("back", list(permutations([0, 1, 2])))
def test_rulings_on_one_hand_leave_what_the_last_of_the_others_said(back):
    table = Table()
    table.hands(knock(0, 8, 32))
    before = said(table.record)
    counts = [knock(0, 8, 22), knock(0, 8, 21), knock(0, 8, 20)]
    ruled = [rule(table, "COUNT_RELIED_ON", 1, count) for count in counts]
    standing = [0, 1, 2]
    for place in back:
        take_back(table, ruled[place])
        standing.remove(place)
        points = (14, 13, 12)[standing[-1]] if standing else 24
        assert table.record.games[0].points == (points, 0)
    assert said(table.record) == before


def test_a_hand_that_somebody_else_has_said_anew_since_is_asked_about():
    table = Table()
    table.hands(knock(0, 8, 32))
    ruling = rule(table, "COUNT_RELIED_ON", 1, RECOUNTED)
    other = Actor("page", make_user("Rob").pk, roles=frozenset({Role.REFEREE, Role.ANYONE}))
    table.correct(1, knock(0, 4, 30), by=other)
    refusal = refused(take_back, table, ruling)
    assert (refusal.text.code, refusal.field) == ("choice_needed", "if_changed")
    assert take_back(table, ruling, if_changed="keep").games[0].points == (26, 0)


def test_what_held_before_the_ruling_can_be_chosen_instead_of_what_was_said_since():
    table = Table()
    table.hands(knock(0, 8, 32))
    ruling = rule(table, "COUNT_RELIED_ON", 1, RECOUNTED)
    other = Actor("page", make_user("Rob").pk, roles=frozenset({Role.REFEREE, Role.ANYONE}))
    table.correct(1, knock(0, 4, 30), by=other)
    assert take_back(table, ruling, if_changed="restore").games[0].points == (24, 0)


def test_a_report_is_confirmed_again_with_the_hand_that_the_players_had_written():
    table = Table(match_n=1, target=20)
    table.hands(knock(0, 8, 32), by=table.ada)
    table.confirm(table.bob)
    before = said(table.record)
    ruling = rule(table, "COUNT_RELIED_ON", 1, RECOUNTED)
    assert table.record.state == "running"
    take_back(table, ruling)
    assert said(table.record) == before
    assert table.record.state == "finished"


@pytest.mark.parametrize(
    ("row", "hand", "more"),
    [
        ("KNOCK_ILLEGAL_EARLY", TWELVE_V_NINE, ACCEPTED),
        ("KNOCK_FALSE_GIN", FALSE_GIN, {"option": "lay_off"}),
        ("MELD_NON_MINIMAL", knock(0, 8, 22), {}),
        ("STOCK_51ST", None, {}),
    ],
)
def test_the_first_hand_goes_with_its_ruling_and_the_match_has_not_begun(row, hand, more):
    table = Table()
    ruling = rule(table, row, 1, hand, **more)
    assert table.record.state == "running"
    take_back(table, ruling)
    assert (table.record.state, table.record.submission) == ("open", None)
    assert not Submission.objects.filter(superseded_at__isnull=True).exists()
    table.hands(knock(0, 8, 32))
    assert [fact.hand.sequence for fact in table.record.facts] == [1]


def test_a_penalty_that_opened_a_match_leaves_it_as_before_too():
    table = Table()
    made = {}

    def give(*, record, by, now):
        record, made["points"] = adjustments.adjust(
            record=record, kind="points", seat=0, by=by, now=now
        )
        return record

    def lift(*, record, by, now):
        return adjustments.end_adjustment(record=record, adjustment=made["points"], now=now)

    table.do(give, REFEREE)
    assert table.do(lift, REFEREE).state == "open"


def test_the_hand_of_a_ruling_that_ended_the_match_is_played_on():
    table = Table(match_n=1, target=20)
    before = said(table.record)
    ruling = rule(table, "MELD_NON_MINIMAL", 1, knock(0, 8, 32))
    assert table.record.state == "finished"
    take_back(table, ruling)
    assert said(table.record) == before


def test_a_hand_of_a_ruling_with_others_behind_it_is_void():
    table = Table()
    ruling = rule(table, "KNOCK_ILLEGAL_EARLY", 1, TWELVE_V_NINE, **ACCEPTED)
    table.hands(knock(1, 5, 30))
    record = take_back(table, ruling)
    assert [fact.kind for fact in record.facts] == ["void", "knock"]
    assert record.games[0].points == (0, 25)


def two_games():
    """Hand 2 has ended game 1, hand 3 is of game 2."""
    table = Table(target=50)
    table.hands(knock(0, 4, 30), knock(0, 4, 40), knock(1, 5, 20))
    assert [fact.hand.game for fact in table.record.facts] == [1, 1, 2]
    return table


def test_a_ruling_that_leaves_a_game_unfinished_asks_what_becomes_of_it():
    table = two_games()
    before = said(table.record)
    refusal = refused(rule, table, "HAND_COUNT_END_MANY", 2)
    assert (refusal.text.code, refusal.field) == ("choice_needed", "if_unfinished")
    assert said(table.record) == before


@pytest.mark.parametrize(
    ("word", "won", "running"), [("play_on", 0, 1), ("leader", 1, 2), ("void", 0, 2)]
)
def test_the_game_is_what_was_chosen_until_the_ruling_is_taken_back(word, won, running):
    table = two_games()
    before = said(table.record)
    ruling = rule(table, "HAND_COUNT_END_MANY", 2, if_unfinished=word)
    record = table.record
    assert (record.score.games_won[0], record.sheet.running_game) == (won, running)
    take_back(table, ruling)
    assert said(table.record) == before


def test_taking_back_asks_where_the_ruling_had_ended_a_game():
    table = Table(target=50)
    table.hands(knock(0, 4, 30), knock(0, 8, 22))
    ruling = rule(table, "COUNT_RELIED_ON", 2, knock(0, 8, 40))
    table.hands(knock(1, 5, 20))
    assert [fact.hand.game for fact in table.record.facts] == [1, 1, 2]
    refusal = refused(take_back, table, ruling)
    assert (refusal.text.code, refusal.field) == ("choice_needed", "if_unfinished")
    record = take_back(table, ruling, if_unfinished="leader")
    assert record.score.games_won == (1, 0)


def test_a_free_ruling_names_the_hand_that_is_void():
    void = [effect_from_json({"remedy": "void_hand", "seats": []})]

    def service(*, record, by, now):
        return rulings.rule(record=record, entry=RulingEntry(void), by=by, now=now)[0]

    assert refused(Table().do, service, REFEREE).text.code == "hand_needed"
    by_games = Table()
    by_games.won(3, 0)
    assert refused(by_games.do, service, REFEREE).text.code == "not_by_hands"


def test_nothing_of_what_was_said_is_lost():
    table = Table()
    table.hands(knock(0, 8, 32))
    take_back(table, rule(table, "COUNT_RELIED_ON", 1, RECOUNTED))
    facts = HandFact.objects.order_by("revision")
    counts = [fact.counts[1] for fact in facts]
    assert counts == [32, 22, 32]
    assert [fact.superseded_at is None for fact in facts] == [False, False, True]
    assert facts[2].restores == facts[0]
