"""Who somebody is in a tournament, and what they may see of it."""

from datetime import timedelta

import pytest

from kernel.permissions import SYSTEM, Actor, Role
from players.models import Membership
from tests.builders import (
    DIRECTOR,
    board_of,
    entry_at,
    make_club,
    make_tournament,
    make_user,
    owner_of,
)
from tournaments.models import Staff
from tournaments.selectors.events.access import (
    acting_at,
    acting_in,
    boards_visible_to,
    sees_drafts,
    tournaments_visible_to,
)
from tournaments.selectors.events.audiences import Audience, seen_by
from tournaments.services.events import setup
from tournaments.services.events.staff import appoint_staff, end_staff, issue_pass
from tournaments.services.stages import rounds
from web.db.clock import now

pytestmark = pytest.mark.django_db

VISITOR = Actor(via="page")


def actor(user):
    return Actor(via="page", user_id=user.pk)


def member(club, role):
    user = make_user()
    Membership.objects.create(club=club, user=user, role=role)
    return actor(user)


def staff(tournament, role, tables=()):
    user = make_user()
    appoint_staff(
        tournament_id=tournament.pk, user=user, role=role, tables=tables, by=DIRECTOR, now=now()
    )
    return actor(user)


def a_pass(tournament, **fields):
    made = issue_pass(
        tournament_id=tournament.pk, name="Rita", by=DIRECTOR, now=fields.pop("at", now()), **fields
    )
    return Actor(via="page", staff_id=made.staff.pk)


def entrant(tournament, seed):
    user = make_user()
    entry_at(tournament, seed).members.get().player.__class__.objects.filter(
        entry_members__entry=entry_at(tournament, seed)
    ).update(user=user)
    return actor(user)


def tabled(**fields):
    """A tournament with matches at tables 1 and 2."""
    tournament = make_tournament(start=False, **fields)
    setup.set_tables(tournament_id=tournament.pk, tables=[(1, ""), (2, "")], by=DIRECTOR, now=now())
    rounds.start_tournament(tournament_id=tournament.pk, by=DIRECTOR, now=now())
    tournament.refresh_from_db()
    return tournament


def everybody(tournament):
    """By what they are: those who run the tournament, and those who do not."""
    club, other = tournament.club, make_tournament(make_club())
    running = {
        "owner": actor(owner_of(club)),
        "organiser": member(club, "organiser"),
        "club referee": member(club, "referee"),
        "director": staff(tournament, "director"),
        "referee": staff(tournament, "referee"),
        "pass": a_pass(tournament),
        "system": SYSTEM,
    }
    others = {
        "visitor": VISITOR,
        "account": actor(make_user()),
        "member": member(club, "member"),
        "entrant": entrant(tournament, 1),
        "another club's owner": actor(owner_of(other.club)),
        "another club's director": staff(other, "director"),
        "another club's pass": a_pass(other),
        "ended pass": ended(tournament),
        "old pass": a_pass(tournament, at=now() - timedelta(hours=19)),
    }
    return running, others


def ended(tournament):
    made = a_pass(tournament)
    end_staff(tournament_id=tournament.pk, staff_id=made.staff_id, by=DIRECTOR, now=now())
    return made


def who(seen, people):
    return {name for name, person in people.items() if seen(person)}


def test_a_draft_is_seen_by_those_who_run_it_alone():
    tournament = make_tournament(start=False)
    running, others = everybody(tournament)

    def seen(person):
        return tournaments_visible_to(person).filter(pk=tournament.pk).exists()

    assert who(seen, running) == running.keys()
    assert who(seen, others) == set()
    setup.move_tournament(
        tournament_id=tournament.pk, action="open_registration", by=DIRECTOR, now=now()
    )
    assert who(seen, running | others) == {*running, *others}


def test_a_draft_that_is_cancelled_stays_with_those_who_ran_it():
    draft, known = make_tournament(start=False), make_tournament(start=False, name="Other Cup")
    for tournament, actions in ((draft, []), (known, ["open_registration", "close_registration"])):
        for action in [*actions, "cancel"]:
            setup.move_tournament(
                tournament_id=tournament.pk,
                action=action,
                name=tournament.name,
                by=DIRECTOR,
                now=now(),
            )
    assert list(tournaments_visible_to(VISITOR)) == [known]
    assert tournaments_visible_to(actor(owner_of(draft.club))).filter(pk=draft.pk).exists()


def test_a_match_that_is_not_published_is_seen_by_those_who_run_it_alone():
    tournament = make_tournament(start=False)
    setup.move_tournament(
        tournament_id=tournament.pk, action="open_check_in", by=DIRECTOR, now=now()
    )
    rounds.draw_stage(tournament_id=tournament.pk, by=DIRECTOR, now=now())
    board = board_of(tournament, 1, 1)
    running, others = everybody(tournament)

    def seen(person):
        found = list(boards_visible_to(person).filter(pk=board.pk))
        assert len(found) <= 1
        return bool(found)

    assert who(seen, running) == running.keys()
    assert who(seen, others) == set()
    for publish, known in ((True, set(others)), (False, set()), (True, set(others))):
        service = rounds.publish_round if publish else rounds.unpublish_round
        service(tournament_id=tournament.pk, number=1, by=DIRECTOR, now=now())
        assert who(seen, others) == known
        assert who(seen, running) == running.keys()


def test_a_friendly_is_seen_by_nobody():
    make_tournament(kind="friendly")
    for actor in (VISITOR, SYSTEM):
        assert not tournaments_visible_to(actor).exists()
        assert not boards_visible_to(actor).exists()


def test_drafts_are_shown_to_the_staff_and_their_version_counts_for_them():
    tournament = tabled()
    running, others = everybody(tournament)
    tournament.refresh_from_db()
    system = running.pop("system")

    def seen(person):
        return sees_drafts(acting_in(person, tournament))

    assert who(seen, running) == running.keys()
    assert who(seen, others) == set()
    assert not seen(system)
    assert seen_by(running["pass"], tournament).audience is Audience.STAFF
    assert seen_by(VISITOR, tournament).version == tournament.public_version


def test_roles_are_those_of_the_tournament_its_club_and_the_account():
    tournament = tabled()
    everybodys = {Role.ANYONE}
    accounts = everybodys | {Role.USER}
    assert acting_in(VISITOR, tournament).roles == everybodys
    assert acting_in(member(tournament.club, "member"), tournament).roles == (
        accounts | {Role.MEMBER}
    )
    assert acting_in(member(tournament.club, "referee"), tournament).roles == (
        accounts | {Role.CLUB_REFEREE}
    )
    assert acting_in(staff(tournament, "head_referee"), tournament).roles == (
        accounts | {Role.HEAD_REFEREE}
    )
    assert acting_in(entrant(tournament, 2), tournament).roles == accounts | {Role.ENTRANT}
    assert acting_in(a_pass(tournament), tournament).roles == everybodys | {Role.REFEREE}


def test_a_referee_of_some_tables_is_one_at_those_alone():
    tournament = tabled()
    first, second = board_of(tournament, 1, 1), board_of(tournament, 1, 2)
    assert (first.pairing.table.number, second.pairing.table.number) == (1, 2)
    for person in (staff(tournament, "referee", tables=[2]), a_pass(tournament, tables=[2])):
        assert not acting_at(person, first).may("match.enter")
        assert acting_at(person, second).may("match.enter")
        assert not acting_at(person, board_of(tournament, 2, 1)).may("match.enter")
        assert acting_in(person, tournament).may("tournament.view_draft")
    everywhere = a_pass(tournament)
    assert acting_at(everywhere, first).may("match.enter")
    assert acting_at(everywhere, board_of(tournament, 2, 1)).may("match.enter")


def test_a_pass_opens_its_own_tournament_alone_and_no_longer_than_it_holds():
    tournament, other = tabled(), tabled()
    board = board_of(tournament, 1, 1)
    for person in (
        a_pass(other),
        ended(tournament),
        a_pass(tournament, at=now() - timedelta(hours=19)),
    ):
        assert (
            acting_at(person, board).roles == acting_in(person, tournament).roles == {Role.ANYONE}
        )


def test_a_player_is_one_at_their_own_match_alone():
    tournament = tabled()
    person = entrant(tournament, 1)
    assert acting_at(person, board_of(tournament, 1, 1)).role == Role.PLAYER
    assert not acting_at(person, board_of(tournament, 1, 2)).may("match.score")


def test_who_was_staff_is_so_no_longer():
    tournament = tabled()
    director = staff(tournament, "director")
    row = Staff.objects.get(user_id=director.user_id)
    end_staff(tournament_id=tournament.pk, staff_id=row.pk, by=DIRECTOR, now=now())
    assert acting_in(director, tournament).roles == {Role.ANYONE, Role.USER}
