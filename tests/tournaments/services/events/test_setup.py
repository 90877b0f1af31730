"""A tournament is made, changed, moved through its life, cancelled and deleted."""

import pytest

from games.engine.gin.rules import PLAYABLE_RULE_SETS, RULE_SETS, from_stored
from games.models import Match
from kernel.text import Refusal
from players.models import AuditEntry, Player
from tests.builders import DIRECTOR, NOW, board_of, make_club, make_tournament, win
from tournaments.models import OldSlug, Table, Tournament
from tournaments.services.events import editing, setup
from tournaments.services.stages import rounds
from tournaments.services.stages.plans import StagePlan, set_stages

pytestmark = pytest.mark.django_db

PLAYABLE = {rule_set.code for rule_set in PLAYABLE_RULE_SETS}


@pytest.fixture
def club():
    return make_club()


@pytest.fixture
def draft(club):
    return create(club)


def create(club, name="Autumn Cup", **fields):
    return setup.create_tournament(club=club, name=name, by=DIRECTOR, now=NOW, **fields)


def edit(tournament, **fields):
    return editing.edit_tournament(tournament_id=tournament.pk, by=DIRECTOR, now=NOW, **fields)


def move(tournament, action, name=""):
    return setup.move_tournament(
        tournament_id=tournament.pk, action=action, name=name, by=DIRECTOR, now=NOW
    )


def set_tables(tournament, *tables):
    return setup.set_tables(tournament_id=tournament.pk, tables=tables, by=DIRECTOR, now=NOW)


def refusal(call, *args, **fields):
    with pytest.raises(Refusal) as refused:
        call(*args, **fields)
    return refused.value


def state_of(tournament):
    """All that a refused change must leave alone."""
    row = Tournament.objects.filter(pk=tournament.pk).values().get()
    return row, list(tournament.stages.values()), AuditEntry.objects.count()


# Made


@pytest.mark.parametrize("code", sorted(PLAYABLE))
def test_every_rule_set_that_can_be_kept_makes_a_tournament(club, code):
    own = next(rule_set.rules for rule_set in RULE_SETS if rule_set.code == code)
    assert from_stored(create(club, rules=code).rules) == own


@pytest.mark.parametrize("variant", ["rummy"])
def test_rules_that_cannot_be_kept_yet_are_refused(club, variant):
    assert refusal(create, club, rules={"variant": variant}).text.code == "bad_rules"
    assert not Tournament.objects.exists()


@pytest.mark.parametrize("variant", ["cutthroat", "captain", "battle_royal", "jersey"])
def test_where_no_format_is_said_it_is_the_usual_one_by_the_rules(club, variant):
    made = create(club, rules={"variant": variant})
    assert made.stages.get().format == "table_rounds"


def test_length_left_out_is_the_rule_sets_own_and_given_is_taken(club):
    rules = from_stored(create(club, rules="club").rules)
    assert (rules.match_type, rules.match_n, rules.target) == ("best_of", 5, 100)
    rules = from_stored(create(club, rules="pagat").rules)
    assert (rules.match_type, rules.match_n, rules.target) == ("single", 1, 100)
    rules = from_stored(create(club, rules="pagat", best_of=3, target=150).rules)
    assert (rules.match_n, rules.target, rules.gin_bonus) == (3, 150, 20)


def test_single_knobs_stand_over_a_rule_set(club):
    rules = from_stored(create(club, rules={"preset": "pagat", "gin_bonus": 25}).rules)
    assert (rules.gin_bonus, rules.undercut_bonus) == (25, 10)


@pytest.mark.parametrize(
    ("fields", "code", "field"),
    [
        ({"rules": "canasta"}, "unknown_rules", "rules"),
        ({"rules": {"gin": 20}}, "unknown_rules", "rules"),
        ({"best_of": 4}, "bad_rules", "best_of"),
        ({"target": 0}, "bad_rules", "target"),
        ({"target": 10**40}, "bad_rules", "target"),
        ({"format": "swiss_of_sorts"}, "invalid", "format"),
        ({"format_settings": {"third_place": 1}}, "invalid", "third_place"),
        ({"format_settings": {"fourth_place": True}}, "invalid", "fourth_place"),
        ({"name": "A" * 300}, "name_too_long", "name"),
        ({"name": "Cup\x00\x07"}, "name_control", "name"),
        ({"name": " \t "}, "name_missing", "name"),
    ],
)
def test_what_cannot_be_is_refused_with_the_field_at_fault(club, fields, code, field):
    refused = refusal(create, club, **fields)
    assert (refused.text.code, refused.field) == (code, field)
    assert not Tournament.objects.exists()


def test_slugs_are_unique_in_a_club_and_free_in_another(club):
    slugs = [create(club, name).slug for name in ("Autumn Cup", "Autumn  Cup", "Autumn cup!")]
    assert slugs == ["autumn-cup", "autumn-cup-2", "autumn-cup-3"]
    assert create(make_club(), "Autumn Cup").slug == "autumn-cup"


def test_a_name_without_latin_letters_has_an_address_too(club):
    assert create(club, "秋の大会").slug == "tournament"
    assert create(club, "Škoda Pokal Nguyễn").slug == "skoda-pokal-nguyen"


# Changed


def test_a_field_left_out_resets_nothing(club):
    tournament = create(
        club,
        rules={"preset": "pagat", "gin_bonus": 25},
        best_of=3,
        target=150,
        place="Back room",
        cap=8,
        seeding="random",
        publishing="by_hand",
        protest_minutes=5,
        registration="approval",
        starts_at=NOW,
        format_settings={"third_place": True},
    )
    before, stages, _ = state_of(tournament)
    for fields in ({"place": "Hall"}, {"target": 120}, {"cap": None}, {"name": "Winter Cup"}):
        edit(tournament, **fields)
    after, stages_after, _ = state_of(tournament)
    changed = {name for name in before if before[name] != after[name]}
    counted = {"version", "staff_version", "audit_digest"}
    assert changed == {"place", "rules", "cap", "name", "slug"} | counted
    assert after["rules"] == before["rules"] | {"target": 120}
    assert stages_after == stages


def test_rules_named_anew_bring_their_own_length(draft):
    assert from_stored(edit(draft, rules="pagat").rules).match_n == 1
    assert from_stored(edit(draft, rules="club", best_of=7).rules).match_n == 7


def test_a_refused_change_leaves_everything_as_it_was(draft):
    before = state_of(draft)
    refusal(edit, draft, place="Hall", best_of=4)
    refusal(edit, draft, place="Hall", name="A" * 300)
    refusal(edit, draft, place="Hall", format_settings={"third_place": "yes"})
    assert state_of(draft) == before


def test_an_old_address_leads_on_and_is_nobody_elses(draft, club):
    edit(draft, name="Winter Cup")
    draft.refresh_from_db()
    assert draft.slug == "winter-cup"
    assert OldSlug.objects.get(slug="autumn-cup").tournament == draft
    assert create(club, "Autumn Cup").slug == "autumn-cup-2"


def test_another_spelling_of_the_name_keeps_the_address(draft):
    edit(draft, name="AUTUMN cup")
    draft.refresh_from_db()
    assert (draft.name, draft.slug) == ("AUTUMN cup", "autumn-cup")
    assert not OldSlug.objects.exists()


def test_a_tournament_may_have_its_old_address_back(draft):
    edit(draft, name="Winter Cup")
    edit(draft, name="Autumn Cup")
    draft.refresh_from_db()
    assert draft.slug == "autumn-cup"
    assert [old.slug for old in draft.old_slugs.all()] == ["winter-cup"]


def test_settings_are_fixed_once_it_runs_but_name_and_place_are_not():
    tournament = make_tournament()
    for fields in ({"rules": "pagat"}, {"best_of": 3}, {"cap": 3}, {"format_settings": {}}):
        assert refusal(edit, tournament, **fields).text.code == "wrong_state"
    edit(tournament, name="Autumn Cup II", place="Hall", protest_minutes=30)
    tournament.refresh_from_db()
    assert (tournament.name, tournament.place, tournament.protest_minutes) == (
        "Autumn Cup II",
        "Hall",
        30,
    )


def test_rules_and_format_cannot_change_under_a_draw_that_is_made():
    tournament = make_tournament(start=False)
    rounds.draw_stage(tournament_id=tournament.pk, by=DIRECTOR, now=NOW)
    before = Match.objects.first().rules
    for fields in ({"best_of": 3}, {"rules": "pagat"}, {"target": 50}, {"format_settings": {}}):
        assert refusal(edit, tournament, **fields).text.code == "not_ready"
    assert Match.objects.first().rules == before
    rounds.drop_round(tournament_id=tournament.pk, number=1, by=DIRECTOR, now=NOW)
    edit(tournament, best_of=3, format_settings={"third_place": True})
    rounds.draw_stage(tournament_id=tournament.pk, by=DIRECTOR, now=NOW)
    assert {match.rules["match_n"] for match in Match.objects.all()} == {3}
    assert Match.objects.count() == 4


def test_the_audit_keeps_what_the_stages_became(club):
    made = create(club)
    edit(made, format="swiss", format_settings={"rounds": 5})
    set_stages(
        tournament_id=made.pk, stages=[StagePlan("ladder", {"rounds": 3})], by=DIRECTOR, now=NOW
    )
    kept = AuditEntry.objects.filter(data__has_key="stages").order_by("pk")
    assert [(entry.action, entry.data["stages"][0]["format"]) for entry in kept] == [
        ("tournament.create", "single_elimination"),
        ("tournament.edit", "swiss"),
        ("tournament.stages", "ladder"),
    ]
    assert kept[1].data["stages"][0]["settings"] == {"rounds": 5}


def test_rules_that_a_stage_cannot_be_played_by_are_refused(club):
    made = create(club, stages=[StagePlan("swiss", rules={"match_n": 3})])
    before = state_of(made)
    assert refusal(edit, made, rules="pagat").text.code == "bad_rules"
    assert state_of(made) == before


# Its life


def test_the_steps_of_a_life_and_their_repeats(draft):
    for action, state in (
        ("open_registration", "registration"),
        ("open_registration", "registration"),
        ("close_registration", "draft"),
        ("open_check_in", "check_in"),
        ("open_registration", "registration"),
    ):
        assert move(draft, action).state == state
    states = list(draft.state_changes.values_list("state", flat=True))
    assert states == ["registration", "draft", "check_in", "registration"]


@pytest.mark.parametrize(
    ("action", "code"),
    [("archive", "wrong_state"), ("unarchive", "wrong_state")],
)
def test_steps_that_are_not_open_are_refused(draft, action, code):
    assert refusal(move, draft, action).text.code == code


@pytest.mark.parametrize("action", ["start", "publish_round", "finish", "resume", "delete"])
def test_what_more_belongs_to_than_a_state_is_no_step_of_its_own(draft, action):
    with pytest.raises(ValueError, match=action):
        move(draft, action)
    draft.refresh_from_db()
    assert draft.state == "draft"


def test_archived_when_finished_and_taken_out_again(django_capture_on_commit_callbacks):
    with django_capture_on_commit_callbacks(execute=True):
        tournament = make_tournament(entrants=2)
    assert refusal(move, tournament, "archive").text.code == "wrong_state"
    with django_capture_on_commit_callbacks(execute=True):
        win(board_of(tournament, 1, 1), seat=0)
    assert move(tournament, "archive").state == "archived"
    assert refusal(edit, tournament, place="Hall").text.code == "wrong_state"
    assert move(tournament, "unarchive").state == "finished"


def test_cancelled_by_typing_the_name(draft):
    for name in ("", "autumn cup", "Autumn"):
        refused = refusal(move, draft, "cancel", name)
        assert (refused.text.code, refused.field) == ("name_needed", "name")
    assert move(draft, "cancel", " Autumn  Cup ").state == "cancelled"
    assert move(draft, "cancel").state == "cancelled"
    assert refusal(edit, draft, place="Hall").text.code == "wrong_state"
    assert refusal(move, draft, "open_registration").text.code == "wrong_state"


def test_deleted_by_typing_the_name_with_all_that_is_in_it(club):
    tournament = make_tournament(club)
    keep = make_tournament(make_club(), name="Other Cup")
    delete = {"tournament_id": tournament.pk, "by": DIRECTOR, "now": NOW}
    refused = refusal(setup.delete_tournament, name="Autumn Cup", **delete)
    assert refused.text.code == "wrong_state"
    move(tournament, "cancel", "Autumn Cup")
    assert refusal(setup.delete_tournament, name="", **delete).text.code == "name_needed"
    setup.delete_tournament(name="Autumn Cup", **delete)
    setup.delete_tournament(name="Autumn Cup", **delete)
    assert list(Tournament.objects.all()) == [keep]
    assert Match.objects.count() == 3
    assert Player.objects.filter(club=club).count() == 4
    last = AuditEntry.objects.filter(scope=f"club:{club.pk}").last()
    assert (last.action, last.data["tournament"]) == ("tournament.delete", tournament.pk)


# Its tables


def test_tables_are_set_relabelled_and_removed(draft):
    set_tables(draft, (1, ""), (2, "Window"))
    before = Table.objects.get(number=2).pk
    assert [(table.number, table.label) for table in set_tables(draft, (2, "Bar"), (3, ""))] == [
        (2, "Bar"),
        (3, ""),
    ]
    assert Table.objects.get(number=2).pk == before


def test_tables_set_as_they_are_change_nothing(draft):
    set_tables(draft, (1, ""), (2, "Window"))
    before = state_of(draft)
    set_tables(draft, (2, "Window"), (1, ""))
    assert state_of(draft) == before


@pytest.mark.parametrize(
    "tables",
    [
        [(1, ""), (1, "")],
        [(0, "")],
        [(100_000, "")],
        [(1, "x" * 41)],
        [(1, "a\x00b")],
        [(number, "") for number in range(1, 514)],
    ],
)
def test_tables_that_cannot_be_are_refused(draft, tables):
    assert refusal(set_tables, draft, *tables).field == "tables"
    assert not Table.objects.exists()


def test_a_table_with_a_match_stays():
    tournament = make_tournament(start=False)
    set_tables(tournament, (1, ""), (2, ""), (3, ""))
    rounds.start_tournament(tournament_id=tournament.pk, by=DIRECTOR, now=NOW)
    assert refusal(set_tables, tournament, (2, "")).text.code == "not_ready"
    set_tables(tournament, (1, ""), (2, ""))
    assert Table.objects.count() == 2


def test_waiting_matches_go_to_tables_that_are_set_while_it_runs(
    django_capture_on_commit_callbacks,
):
    tournament = make_tournament(entrants=4)
    assert board_of(tournament, 1, 1).pairing.table is None
    with django_capture_on_commit_callbacks(execute=True):
        set_tables(tournament, (4, ""))
    assert board_of(tournament, 1, 1).pairing.table.number == 4
    assert board_of(tournament, 1, 2).pairing.table is None


def test_a_name_that_is_a_page_of_the_club_gets_another_address():
    club = make_club()
    for name, slug in (("New", "new-2"), ("Players", "players-2")):
        made = setup.create_tournament(club=club, name=name, by=DIRECTOR, now=NOW)
        assert made.slug == slug
