"""Who has a table of their own plays there, whoever they meet, and whoever would have it else."""

from collections import Counter

import pytest
from django.test import Client
from django.urls import reverse

from tests.builders import (
    DIRECTOR,
    NOW,
    board_of,
    entry_at,
    knock,
    make_tournament,
    owner_of,
    say_games,
    sign_in,
    team_event,
    win,
)
from tests.formats import OF_TWO
from tests.pages.match.test_match import text_of
from tournaments.models import Pairing, Stage
from tournaments.selectors.stages.reading import stage_record
from tournaments.services.desk import results
from tournaments.services.events import entries, presence, setup
from tournaments.services.events.editing import edit_tournament
from tournaments.services.stages import rounds
from tournaments.services.stages.settling import settle_stage

pytestmark = [pytest.mark.django_db, pytest.mark.sampled]

SETTINGS = {"swiss": {"rounds": 4}, "ladder": {"rounds": 3}, "qualifying": {"rounds": 3}}
"""Of formats that would be longer or shorter than it takes, by code."""


def event(*fixed, entrants=8, tables=4, **fields):
    """An event that has begun; `fixed` are pairs of a seed and the number of a table."""
    fields.setdefault("publishing", "automatic")
    made = make_tournament(entrants=entrants, start=False, **fields)
    numbers = [(number, "") for number in range(1, tables + 1)]
    setup.set_tables(tournament_id=made.pk, tables=numbers, by=DIRECTOR, now=NOW)
    for seed, number in fixed:
        fix(made, seed, number)
    rounds.start_tournament(tournament_id=made.pk, by=DIRECTOR, now=NOW)
    return made


def fix(tournament, seed, number):
    entry = entry_at(tournament, seed).pk
    fields = {"entry_id": entry, "table": number, "by": DIRECTOR, "now": NOW}
    presence.fix_table(tournament_id=tournament.pk, **fields)


def tables(tournament):
    """The tables of the matches that can be played now, by their seeds."""
    found = {}
    for stage in Stage.objects.filter(tournament=tournament):
        facts = stage_record(stage)
        seeds = {entry: entrant.seed for entry, entrant in facts.entrants.items()}
        for pairing in facts.resolved():
            if pairing.decision is None and len(pairing.entries) == 2:
                table = facts.pairings[pairing.plan.key].table_number
                two = tuple(sorted(seeds[entry] for entry in pairing.entries))
                state = Pairing.objects.get(pk=facts.pairings[pairing.plan.key].pk).round.state
                if state != "draft":
                    found[two] = table
    return found


def table_of(tournament, seed):
    return next((table for two, table in tables(tournament).items() if seed in two), "out")


@pytest.mark.parametrize("play", ["table", "online"])
def test_online_nobody_is_sent_to_a_table(play):
    """Not to one of their own either, and nothing waits for one."""
    tournament = event((2, 3), tables=3, entrants=4, play=play)
    given = {table for table in tables(tournament).values() if table}
    assert given == ({3, 1} if play == "table" else set())


def test_a_table_from_before_is_given_back_online():
    """The event was played at tables, its round was taken back, and now it is played online."""
    tournament = event((2, 3))
    rounds.unpublish_round(tournament_id=tournament.pk, number=1, by=DIRECTOR, now=NOW)
    edit_tournament(tournament_id=tournament.pk, play="online", by=DIRECTOR, now=NOW)
    rounds.publish_round(tournament_id=tournament.pk, number=1, by=DIRECTOR, now=NOW)
    go_on(tournament)
    assert set(tables(tournament).values()) == {None}
    assert not Pairing.objects.filter(table__isnull=False).exists()


def begin(board):
    entry, version = knock(0, 5, 20), board.match.version
    results.record_hand(board=board, version=version, entry=entry, by=DIRECTOR, now=NOW)


def go_on(tournament):
    for stage in Stage.objects.filter(tournament=tournament):
        settle_stage(stage_id=stage.pk, by=DIRECTOR, now=NOW)


@pytest.mark.parametrize("format", OF_TWO)
@pytest.mark.parametrize("count", [3, 4, 8])
def test_in_every_round_of_every_format(django_capture_on_commit_callbacks, format, count):
    """Seed 2 has table 3, seed 5 table 1."""
    with django_capture_on_commit_callbacks(execute=True):
        settings = {"format": format, "format_settings": SETTINGS.get(format, {})}
        tournament = event((2, 3), (5, 1), tables=count, **settings)
    played = Counter()
    while True:
        seen = tables(tournament)
        given = [table for table in seen.values() if table]
        assert len(given) == len(set(given)), seen
        for two, table in seen.items():
            own = {{2: 3, 5: 1}[seed] for seed in two if seed in (2, 5)}
            assert table in own | {None} if own else table not in {3, 1} & reserved(seen), seen
        ready = [two for two, table in seen.items() if table]
        if not ready:
            break
        played.update(seed for seed in ready[0] if seed in (2, 5))
        with django_capture_on_commit_callbacks(execute=True):
            win_of(tournament, ready[0])
    assert not tables(tournament)
    tournament.refresh_from_db()
    assert tournament.state == "finished"
    assert played[2] > 1


def reserved(seen):
    """The tables whose holders have a match that is not over."""
    return {{2: 3, 5: 1}[seed] for two in seen for seed in two if seed in (2, 5)}


def win_of(tournament, two):
    """The better seed wins the match of these two."""
    entrants = [entry_at(tournament, seed).pk for seed in two]
    pairings = Pairing.objects.filter(
        round__stage__tournament=tournament, round__stage__isnull=False
    )
    for entry in entrants:
        pairings = pairings.filter(sides__entry=entry)
    pairing = pairings.exclude(boards__match__state="finished").earliest("round__number")
    seat = pairing.sides.get(entry=entrants[0]).seat
    win(board_of(tournament, pairing.round.number, pairing.number), seat)


def test_it_is_theirs_in_the_first_round_and_nobody_elses():
    tournament = event((3, 1), format="swiss", format_settings={"rounds": 3})
    assert tables(tournament) == {(1, 5): 2, (2, 6): 3, (3, 7): 1, (4, 8): 4}


def test_the_table_of_who_is_named_first_where_two_meet():
    tournament = event((1, 4), (5, 2), format="swiss", format_settings={"rounds": 3})
    first = board_of(tournament, 1, 1).pairing.sides.get(seat=0).entry.seed
    assert table_of(tournament, 1) == {1: 4, 5: 2}[first]
    assert Counter(tables(tournament).values()).most_common(1)[0][1] == 1


def test_of_two_with_the_same_table_one_waits():
    tournament = event((1, 4), (2, 4), format="swiss", format_settings={"rounds": 3})
    assert (table_of(tournament, 1), table_of(tournament, 2)) == (4, None)
    win(board_of(tournament, 1, 1), 0)
    go_on(tournament)
    assert table_of(tournament, 2) == 4


def test_it_is_kept_free_for_who_has_to_wait_for_an_opponent():
    tournament = event((1, 1), entrants=8, tables=3)
    assert tables(tournament) == {(1, 8): 1, (4, 5): 2, (2, 7): 3, (3, 6): None}
    win(board_of(tournament, 1, 1), 0)
    go_on(tournament)
    assert table_of(tournament, 3) is None
    win(board_of(tournament, 1, 2), 0)
    go_on(tournament)
    assert tables(tournament) == {(1, 4): 1, (2, 7): 3, (3, 6): 2}


def test_others_have_it_once_its_holder_is_out():
    tournament = event((8, 1), entrants=8, tables=3)
    assert table_of(tournament, 3) is None
    win(board_of(tournament, 1, 1), 0)
    go_on(tournament)
    assert table_of(tournament, 3) == 1


def test_named_before_the_round_begins_tables_are_exchanged():
    tournament = event(format="swiss", format_settings={"rounds": 3})
    assert tables(tournament) == {(1, 5): 1, (2, 6): 2, (3, 7): 3, (4, 8): 4}
    fix(tournament, 3, 1)
    assert tables(tournament) == {(1, 5): 3, (2, 6): 2, (3, 7): 1, (4, 8): 4}


def test_once_a_round_has_begun_nobody_moves_in_it():
    tournament = event(format="swiss", format_settings={"rounds": 3})
    begin(board_of(tournament, 1, 2))
    before = tables(tournament)
    fix(tournament, 3, 1)
    assert tables(tournament) == before


def test_they_have_it_in_the_next_round_then(django_capture_on_commit_callbacks):
    with django_capture_on_commit_callbacks(execute=True):
        tournament = event(format="swiss", format_settings={"rounds": 3})
    begin(board_of(tournament, 1, 2))
    with django_capture_on_commit_callbacks(execute=True):
        fix(tournament, 3, 4)
    for number in (1, 3, 4):
        with django_capture_on_commit_callbacks(execute=True):
            win(board_of(tournament, 1, number), 0)
    board = board_of(tournament, 1, 2)
    while board.match.state != "finished":
        with django_capture_on_commit_callbacks(execute=True):
            results.record_hand(
                board=board,
                version=board.match.version,
                entry=knock(0, 1, 91),
                by=DIRECTOR,
                now=NOW,
            )
        board.match.refresh_from_db()
    assert board_of(tournament, 2, 1).pairing.table is not None
    assert table_of(tournament, 3) == 4


def test_a_team_has_one_too():
    tournament = team_event(4, start=False)
    numbers = [(1, ""), (2, "")]
    setup.set_tables(tournament_id=tournament.pk, tables=numbers, by=DIRECTOR, now=NOW)
    fix(tournament, 1, 2)
    rounds.start_tournament(tournament_id=tournament.pk, by=DIRECTOR, now=NOW)
    assert tables(tournament) == {(1, 4): 2, (2, 3): 1}


def test_who_is_out_of_the_event_keeps_nothing_free():
    tournament = event((3, 1), format="swiss", format_settings={"rounds": 3}, tables=3)
    assert table_of(tournament, 4) is None
    entries.withdraw_entry(
        tournament_id=tournament.pk, entry_id=entry_at(tournament, 3).pk, by=DIRECTOR, now=NOW
    )
    assert table_of(tournament, 4) == 1


def test_where_all_tables_are_somebodys_own_the_event_goes_on():
    tournament = event((1, 1), tables=1)
    assert tables(tournament)[1, 8] == 1
    win(board_of(tournament, 1, 1), 0)
    go_on(tournament)
    assert table_of(tournament, 4) == 1


def test_pages_slips_and_sheets_name_it():
    tournament = event(entrants=4)
    client, where = Client(), [tournament.club.slug, tournament.slug]
    sign_in(client, owner_of(tournament.club))
    entry = reverse("entry_presence", args=[*where, entry_at(tournament, 1).pk])
    assert "kept free for them" in text_of(client.get(entry))
    assert client.post(entry, {"act": "table", "table": "4", "key": "k"}).status_code == 302
    match = board_of(tournament, 1, 1).match_id
    assert "Table 4" in text_of(client.get(reverse("match", args=[*where, match])))
    for name in ("print_slips", "print_sheets", "print_tables"):
        text = text_of(client.get(reverse(name, args=where)))
        assert "Table 4" in text, name
        assert "Table 1" not in text, name


# The others in order of standing -------------------------------------------------------------


def after_one_round(django_capture_on_commit_callbacks, *fixed, tables=4):
    """A Swiss of eight in its second round: of those who won seed 4 has lost no game, and of those
    who lost seed 7 has won two."""
    with django_capture_on_commit_callbacks(execute=True):
        made = event(*fixed, tables=tables, format="swiss", format_settings={"rounds": 3})
    for number, games in enumerate(([3, 1], [3, 1], [3, 2], [3, 0]), 1):
        with django_capture_on_commit_callbacks(execute=True):
            say_games(board_of(made, 1, number), games)
    return made


def test_table_1_goes_to_the_leader_and_so_on(django_capture_on_commit_callbacks):
    made = after_one_round(django_capture_on_commit_callbacks)
    assert tables(made) == {(2, 4): 1, (1, 3): 2, (6, 8): 4, (5, 7): 3}


def test_a_table_of_ones_own_comes_before_the_standing(django_capture_on_commit_callbacks):
    made = after_one_round(django_capture_on_commit_callbacks, (8, 1))
    assert tables(made) == {(6, 8): 1, (2, 4): 2, (1, 3): 3, (5, 7): 4}


def test_who_waits_for_a_table_gets_the_next_one_in_order(django_capture_on_commit_callbacks):
    made = after_one_round(django_capture_on_commit_callbacks, tables=2)
    assert tables(made) == {(2, 4): 1, (1, 3): 2, (6, 8): None, (5, 7): None}
    leaders = next(
        number
        for number in (1, 2)
        if board_of(made, 2, number).pairing.table == made.tables.get(number=1)
    )
    with django_capture_on_commit_callbacks(execute=True):
        win(board_of(made, 2, leaders), 0)
    assert tables(made) == {(1, 3): 2, (6, 8): None, (5, 7): 1}


def test_the_first_of_each_group_sit_before_the_others():
    plans = {"groups": 2, "rounds": 3}
    made = event(format="qualifying", format_settings=plans, tables=4)
    # Groups by snake: 1, 4, 5, 8 and 2, 3, 6, 7. Before the first round the seeds stand.
    assert [table_of(made, seed) for seed in (1, 2)] == [1, 2]
