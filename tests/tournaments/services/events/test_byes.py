"""A computer player takes the free seat of a bye: a match beside it, of which the event knows
nothing."""

from typing import Any

import pytest
from django.db import IntegrityError, transaction

from games.models import Bot, Match, MatchSeat, OnlineTable
from kernel.permissions import SYSTEM, Actor
from kernel.text import Refusal
from players.models import AuditEntry
from players.services.clubs import delete_club
from tests.builders import DIRECTOR, NOW, board_of, make_tournament, make_user, team_event, win
from tests.byes import ByeEvent
from tournaments.models import Board, Pairing, Round, Stage, StandingTable, Tournament
from tournaments.selectors.desk.snapshot import snapshot
from tournaments.selectors.stages.byes import own_byes
from tournaments.selectors.stages.people import exported_data
from tournaments.services.events.byes import fill_bye
from tournaments.services.events.copying import copy_tournament
from tournaments.services.events.editing import edit_tournament
from tournaments.services.events.lone_matches import remove_expired
from tournaments.services.events.setup import delete_tournament, move_tournament
from tournaments.services.events.ticking import tick
from tournaments.services.stages import rounds
from tournaments.services.stages.plans import StagePlan, set_stages
from web.db import clock

pytestmark = pytest.mark.django_db

ROWS = (Tournament, Stage, Round, Pairing, Board, Match, MatchSeat, OnlineTable, Bot)


def counted() -> list[int]:
    return [model.objects.count() for model in ROWS]


@pytest.fixture
def event() -> ByeEvent:
    return ByeEvent()


def fill(event: ByeEvent, **other: Any) -> Board:
    asked = {"pairing": event.bye.pk, "by": event.actor, "now": NOW} | other
    return fill_bye(tournament_id=event.tournament.pk, **asked)


def refused(event: ByeEvent, **other: Any) -> str:
    before = counted()
    with pytest.raises(Refusal) as caught:
        fill(event, **other)
    assert counted() == before
    return caught.value.text.code


def edit(event: ByeEvent, **fields: Any) -> None:
    edit_tournament(tournament_id=event.tournament.pk, by=DIRECTOR, now=NOW, **fields)


class TestSittingDown:
    def test_the_player_sits_there_and_the_computer_opposite(self, event: ByeEvent) -> None:
        board = fill(event)
        own, house = board.match.seats.order_by("seat")
        assert (own.player, house.bot.code) == (event.player, "club")
        assert board.match.rules == board_of(event.tournament, 1, 1).match.rules
        beside = board.pairing.round.stage.tournament
        assert (beside.beside, beside.expires_at) == (event.bye, None)
        assert (beside.kind, beside.clock) == ("friendly", {"kind": "none"})

    def test_twice_is_once(self, event: ByeEvent) -> None:
        first = fill(event)
        before = counted()
        assert fill(event) == first
        assert counted() == before

    def test_the_database_knows_one_match_a_bye(self, event: ByeEvent) -> None:
        fill(event)
        with pytest.raises(IntegrityError), transaction.atomic():
            Tournament.objects.create(
                club=event.tournament.club,
                slug="another",
                kind="friendly",
                rules={},
                rules_version=1,
                beside=event.bye,
            )
        with pytest.raises(IntegrityError), transaction.atomic():
            Tournament.objects.filter(beside=event.bye).update(kind="event")

    def test_the_rules_are_those_of_the_round(self, event: ByeEvent) -> None:
        Round.objects.filter(stage__tournament=event.tournament).update(rules={"target": 77})
        assert fill(event).match.rules["target"] == 77

    @pytest.mark.parametrize("format", ["round_robin", "ladder", "qualifying"])
    def test_so_it_is_in_every_format_in_which_a_bye_ends_nothing(self, format: str) -> None:
        event = ByeEvent(format=format)
        fill(event)
        assert [bye.round for bye in own_byes(event.actor, event.tournament)] == [1]

    def test_only_whose_bye_it_is(self, event: ByeEvent) -> None:
        other = board_of(event.tournament, 1, 1).match.seats.first().player
        other.user = make_user("Other")
        other.save()
        by = Actor("page", user_id=other.user_id)
        assert refused(event, by=by) == "not_found"
        assert refused(event, by=Actor("page", user_id=make_user().pk)) == "not_found"
        assert refused(event, by=Actor("page")) == "not_found"
        assert refused(event, by=SYSTEM) == "not_found"

    def test_only_at_a_bye(self, event: ByeEvent) -> None:
        assert refused(event, pairing=board_of(event.tournament, 1, 1).pairing_id) == "not_found"
        assert refused(event, pairing=ByeEvent().bye.pk) == "not_found"

    def test_only_where_the_event_has_it_so(self) -> None:
        event = ByeEvent(bye_opponent="")
        assert refused(event) == "wrong_state"
        assert own_byes(event.actor, event.tournament) == []

    def test_not_at_a_bye_of_a_knock_out(self) -> None:
        event = ByeEvent(format="single_elimination", entrants=3, bye_opponent="")
        Tournament.objects.update(bye_opponent="club")
        event.tournament.refresh_from_db()
        assert refused(event) == "not_found"

    def test_only_while_the_round_is_on(self, event: ByeEvent) -> None:
        for state in ("draft", "complete"):
            Round.objects.filter(pk=event.bye.round_id).update(state=state)
            assert refused(event) in ("not_found", "wrong_state")
        Round.objects.filter(pk=event.bye.round_id).update(state="running")
        fill(event)

    def test_not_by_who_has_withdrawn(self, event: ByeEvent) -> None:
        event.api.delete(f"tournaments/{event.tournament.pk}/registration/", 200)
        assert refused(event) == "wrong_state"

    def test_it_is_played_to_its_end_after_the_round_and_the_event(self, event: ByeEvent) -> None:
        event.begin()
        Round.objects.filter(pk=event.bye.round_id).update(state="complete")
        Tournament.objects.filter(pk=event.tournament.pk).update(state="finished")
        while event.go_on():
            pass
        assert event.board.match.state == "finished"

    def test_a_new_choice_is_for_the_next_one(self, event: ByeEvent) -> None:
        fill(event)
        edit(event, bye_opponent="expert")
        event.tournament.refresh_from_db()
        assert own_byes(event.actor, event.tournament)[0].opponent == "club"

    def test_it_is_in_the_export_of_the_account(self, event: ByeEvent) -> None:
        assert exported_data(event.user)["beside_byes"] == []
        board = fill(event)
        assert exported_data(event.user)["beside_byes"] == [{"match": board.match_id}]
        assert exported_data(make_user())["beside_byes"] == []


class TestTheEvent:
    """Nothing of it reads what is played beside it."""

    @pytest.mark.parametrize("seat", [None, 0, 1])
    def test_the_bye_stands_whatever_happens_at_the_table(
        self, seat: int | None, django_capture_on_commit_callbacks: Any
    ) -> None:
        with django_capture_on_commit_callbacks(execute=True):
            event = ByeEvent()
            tick(by=SYSTEM, now=clock.now())
        event.tournament.refresh_from_db()
        tables = list(StandingTable.objects.values_list("rows", flat=True))
        before, version = snapshot(event.tournament), event.tournament.version
        audit = AuditEntry.objects.filter(scope=f"tournament:{event.tournament.pk}")
        said = audit.count()
        with django_capture_on_commit_callbacks(execute=True):
            event.begin()
            if seat is not None:
                event.give_up(seat)
            tick(by=SYSTEM, now=clock.now())
        match = event.board.match
        assert match.winner == (None if seat is None else 1 - seat)
        assert (match.state == "finished") == (seat is not None)
        event.tournament.refresh_from_db()
        assert snapshot(event.tournament) == before
        assert event.tournament.version == version
        assert audit.count() == said
        assert list(StandingTable.objects.values_list("rows", flat=True)) == tables

    def test_the_round_ends_with_its_own_matches_and_counts_the_bye(
        self, django_capture_on_commit_callbacks: Any
    ) -> None:
        results = []
        for is_filled in (False, True):
            event = ByeEvent(rules="club", best_of=5)
            if is_filled:
                event.begin()
                event.give_up(0)
            with django_capture_on_commit_callbacks(execute=True):
                for number in (1, 2):
                    win(board_of(event.tournament, 1, number), 0)
            of_event = Round.objects.filter(stage__tournament=event.tournament)
            assert of_event.get(number=1).state == "complete"
            table = StandingTable.objects.get(round=of_event.get(number=1))
            [own] = event.bye.sides.filter(entry__isnull=False).values_list("entry", flat=True)
            results.append(
                sorted(
                    (row["rank"], row["tiebreaks"]["match_points"], row["entry"] == own)
                    for row in table.rows
                )
            )
        assert results[0] == results[1]
        assert (3, 1.0, True) in results[0]


class TestTheEnd:
    """It is there as long as the bye is."""

    def test_it_does_not_expire(self, event: ByeEvent) -> None:
        event.play()
        before = counted()
        remove_expired(now=clock.now().replace(year=2100))
        assert counted() == before

    def test_drawn_again_it_goes_with_the_bye(self, event: ByeEvent) -> None:
        before = counted()
        event.begin()
        do = {"tournament_id": event.tournament.pk, "by": DIRECTOR, "now": NOW}
        rounds.unpublish_round(number=1, **do)
        assert Tournament.objects.filter(beside=event.bye).exists()
        rounds.drop_round(number=1, **do)
        assert not Bot.objects.exists()
        rounds.draw_stage(**do)
        rounds.publish_round(number=1, **do)
        assert counted() == before
        fill(event)

    @pytest.mark.parametrize("is_set_aside", [False, True])
    def test_it_goes_with_the_event(self, event: ByeEvent, is_set_aside: bool) -> None:
        event.play()
        if is_set_aside:
            Round.objects.filter(pk=event.bye.round_id).update(
                set_aside_from=event.bye.round.stage_id, stage=None
            )
        do = {"tournament_id": event.tournament.pk, "name": "Autumn Cup", "by": DIRECTOR}
        move_tournament(action="cancel", now=NOW, **do)
        delete_tournament(now=NOW, **do)
        assert counted() == [0] * len(ROWS)

    def test_it_goes_with_the_club(self, event: ByeEvent) -> None:
        event.play()
        club = event.tournament.club
        delete_club(club=club, typed=club.name, by=DIRECTOR, now=NOW)
        assert counted() == [0] * len(ROWS)


class TestTheSetting:
    def test_is_copied_and_audited(self, event: ByeEvent) -> None:
        edit(event, bye_opponent="expert")
        event.tournament.refresh_from_db()
        made = copy_tournament(source=event.tournament, name="Next", by=DIRECTOR, now=NOW)
        assert made.bye_opponent == "expert"
        newest = AuditEntry.objects.filter(action="tournament.edit").latest("pk")
        assert newest.data["after"] == {"bye_opponent": "expert"}

    def test_is_refused_where_nobody_has_a_bye_to_fill(self) -> None:
        knock_out = make_tournament(start=False)
        teams = team_event(start=False, format="swiss")
        for tournament in (knock_out, teams):
            with pytest.raises(Refusal) as caught:
                edit_tournament(
                    tournament_id=tournament.pk, bye_opponent="club", by=DIRECTOR, now=NOW
                )
            assert (caught.value.text.code, caught.value.field) == ("invalid", "bye_opponent")
        with pytest.raises(Refusal):
            make_tournament(start=False, bye_opponent="club")

    def test_keeps_the_format_from_becoming_a_knock_out(self) -> None:
        event = make_tournament(start=False, format="swiss", bye_opponent="club")
        do = {"tournament_id": event.pk, "by": DIRECTOR, "now": NOW}
        with pytest.raises(Refusal):
            set_stages(stages=[StagePlan("single_elimination")], **do)
        with pytest.raises(Refusal):
            edit_tournament(format="single_elimination", **do)
        set_stages(stages=[StagePlan("swiss"), StagePlan("single_elimination", take=2)], **do)
        edit_tournament(format="single_elimination", bye_opponent="", **do)
