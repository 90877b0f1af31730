"""A club in the middle of its year: every state of a tournament and of a match, every link."""

from dataclasses import dataclass
from datetime import timedelta
from urllib.parse import urlsplit

from django.contrib.auth.tokens import default_token_generator
from django.test import Client
from django.urls import reverse
from django.utils.encoding import force_bytes
from django.utils.http import urlsafe_base64_encode

from games.models import Ruling
from games.selectors.deal_records import hand_record
from games.services.opponents import add_opponent
from kernel.permissions import Actor, Role
from players.models import Club, User
from players.services import links, passes
from players.services.reset_links import create_reset_link
from tests.browser.table_nights import TableNights, make_table_nights
from tests.builders import board_of, boards_at, make_user, say_games, sign_in
from tests.counted_hands import CarefulMatch
from tests.friendlies import FriendlyPair
from tests.games.online import OnlineMatch
from tests.trials import Trial
from tournaments.management.commands.demo import DemoClub
from tournaments.models import Board, Staff, Tournament
from tournaments.selectors.events.access import acting_at
from tournaments.selectors.events.door import door_token, tablet_token
from tournaments.services.desk import results
from tournaments.services.desk.appeals import AppealEntry, make_appeal
from tournaments.services.desk.arranging import propose_times
from tournaments.services.desk.online import open_table
from tournaments.services.desk.penalties import PenaltyEntry, give_penalty
from tournaments.services.desk.table_staff import disclose_table
from tournaments.services.events import club_play, entries, setup, staff, teams
from tournaments.services.events.friendlies import Asked
from tournaments.services.events.memos import write_memo
from tournaments.services.events.rule_sets import add_rule_set
from tournaments.services.stages import pairing, rounds
from tournaments.services.stages.plans import StagePlan, set_stages
from web.db.clock import now

# Finished, running, open for registration, at check-in, drawn but not published, just begun.
SUMMER, AUTUMN, WINTER, SPRING, NIGHT, HARVEST = (
    f"{name}-cup" for name in ("summer", "autumn", "winter", "spring", "night", "harvest")
)
LEAGUE = "club-league"  # two groups, half played, of which four go on to a knock-out
SWISS = "swiss-night"  # its first round a draft
TEAMS = "team-night"  # four teams on three boards at two tables, a semi-final half played
ONLINE = "online-night"  # two sit at an online table, the first hand is dealt
IN_WINDOW = "winter-league"  # two who agree on a time
PLAYED_ONLINE = "online-cup"  # the same two, whose match is over
TEAMS_TO_COME = "team-cup"  # the same four, not drawn yet


@dataclass(frozen=True, slots=True)
class DemoEvening:
    """What the addresses of the pages are made of, and the session of each reader."""

    club: Club
    tokens: dict[str, str]
    matches: dict[str, int]
    """A match in each state, by its word; `own` is the player's. The last two are
    Harvest Cup's."""
    sessions: dict[str, str]
    player: int
    account: int
    """Of somebody who plays and has no role."""
    entry: int
    ruling: int
    """Of the match that is running."""
    penalty: int
    """Of the match that is running, under appeal; the next one is the player's."""
    own_penalty: int
    appeal: int
    swiss_entry: int
    """Of the Swiss whose first round is a draft."""
    team_match: int
    """The pairing that is half played."""
    board: int
    """Its match that is over; the next one is not begun."""
    open_board: int
    team: int
    """Of those that are not drawn."""
    online: int
    """The match at an online table; `seat` is the reader who is in turn there."""
    played_online: tuple[int, int]
    """A match that was played online, and how many steps its first hand has."""
    trial: str
    """The address of a table at which the referee plays both seats."""
    friendly: tuple[str, str, str]
    """A table by link that the player has opened; the opponent's link to one that a guest has
    opened, and the guest's own."""
    in_window: int
    """A match of `seat` that is played within a week, with times that the other one proposes."""
    opponent: int
    """A computer player that the player has made."""
    nights: TableNights


def make_demo_evening() -> DemoEvening:
    """The demo club, with an evening at check-in, a draft, a report, a dispute and every link."""
    tokens = {"setup": links.create_setup_link(now=now()).token}
    demo = DemoClub(now())
    demo.make()
    club = demo.club
    spring = _at_check_in(demo)
    night = _entered(demo, "Night Cup")
    rounds.draw_stage(tournament_id=night.pk, by=demo.by, now=now(), seed="11")
    harvest = _entered(demo, "Harvest Cup")
    rounds.start_tournament(tournament_id=harvest.pk, by=demo.by, now=now(), seed="11")
    begun = Board.objects.filter(pairing__round__stage__tournament=harvest)
    _, disputed, reported, _ = begun.filter(pairing__round__number=1).order_by("pk")
    _report(reported, dispute=False)
    _report(disputed, dispute=True)
    _league(demo)
    swiss_entry = _swiss(demo)
    club.tournaments.filter(slug=AUTUMN).update(settles=True, point_value="0.5", point_unit="Cent")
    own_rules = {"preset": "pagat", "gin_bonus": 25, "undercut_bonus": 25}
    add_rule_set(club_id=club.pk, name="Dienstag", rules=own_rules, by=demo.by, now=now())
    running = club.tournaments.get(slug=AUTUMN)
    team_match = _teams(demo)
    tokens |= _links(demo, running) | {"door": door_token(spring), "tablet": tablet_token(spring)}
    sessions = {role: _session(user) for role, user in demo.users.items()}
    online, seated = _online(demo)
    sessions["seat"] = _session(seated)
    _would_play(demo, seated)
    in_window = _in_window(demo, seated)
    sessions["pass"] = _pass_session(reverse("staff_pass", args=[tokens["pass"]]))
    address = reverse("player_pass", args=[tokens["player_pass"]])
    sessions["player's pass"] = _pass_session(address)
    matches = {
        "finished": board_of(running, 2, 1).match_id,
        "running": board_of(running, 2, 3).match_id,
        "own": board_of(running, 3, 1).match_id,
        "reported": reported.match_id,
        "disputed": disputed.match_id,
    }
    entry = spring.entries.get(seed=7).pk
    ruling = Ruling.objects.get(match=matches["running"]).pk
    desk = _at_the_referees_desk(demo, running, matches)
    people = (demo.players[4].pk, demo.users["player"].pk)
    numbers = (*people, entry, ruling, *desk, swiss_entry, *team_match, online)
    trial = Trial(club, demo.users["referee"]).page
    tables = _played_online(demo), trial, _friendly(demo)
    nights = make_table_nights(demo)
    sessions["partner"] = _session(nights.seat)
    last = in_window, _opponent(demo), nights
    return DemoEvening(club, tokens, matches, sessions, *numbers, *tables, *last)


def _opponent(demo: DemoClub) -> int:
    """The player has made an opponent."""
    by = Actor("page", user_id=demo.users["player"].pk)
    manner = {"level": "strong", "until_turn": 4}
    return add_opponent(name="Max", portrait="mats", manner=manner, by=by, now=now()).number


def _friendly(demo: DemoClub) -> tuple[str, str, str]:
    """A table that the player opens, and the two links of one that a guest opens."""
    opened = FriendlyPair(opener=demo.users["player"]).page
    links = FriendlyPair().opened
    return opened, urlsplit(links["opponent_url"]).path, urlsplit(links["url"]).path


def _would_play(demo: DemoClub, user: User) -> None:
    """A player of the club would play, and has opened a table for it."""
    by = Actor("page", user_id=user.pk)
    club_play.say_would_play(club=demo.club.pk, by=by, now=now())
    club_play.open_table(club=demo.club.pk, asked=Asked(by, now(), "192.0.2.1"), rules="pagat")


def _at_the_referees_desk(
    demo: DemoClub, event: Tournament, matches: dict[str, int]
) -> tuple[int, int, int]:
    """A lost game under appeal, a warning for the player, a private memo."""
    write = {"by": demo.by, "now": now()}
    given = []
    for state, infraction, step, facts in (
        ("running", "T_CONDUCT_MINOR", "point_penalty", "He shouted at the table."),
        ("own", "T_SLOW", None, "A minute a turn."),
    ):
        board = Board.objects.get(match=matches[state])
        entry = board.pairing.sides.exclude(entry=None).order_by("seat").first().entry_id
        said = PenaltyEntry(entry, infraction, 1, step, facts=facts)
        version = board.match.version
        given += give_penalty(board=board, version=version, entry=said, **write)
    disputed, own = given
    asked = AppealEntry("He raised his voice.", "Nobody was meant.", penalty=disputed.pk)
    board = Board.objects.get(match=matches["running"])
    appeal = make_appeal(board=board, entry=asked, **write)
    text = "He was asked twice to lower his voice."
    write_memo(tournament_id=event.pk, entry_id=disputed.entry_id, text=text, **write)
    return disputed.pk, own.pk, appeal.pk


def _at_check_in(demo: DemoClub) -> Tournament:
    """An evening at the door, half of its entrants here."""
    made = _entered(demo, "Spring Cup")
    key = {"tournament_id": made.pk, "by": demo.by, "now": now()}
    setup.move_tournament(action="open_check_in", **key)
    for entry in list(made.entries.all())[:6]:
        entries.check_in_entry(entry_id=entry.pk, **key)
    return made


def _league(demo: DemoClub) -> None:
    made = _entered(demo, "Club League")
    key = {"tournament_id": made.pk, "by": demo.by, "now": now()}
    plans = [StagePlan("round_robin", {"groups": 2}), StagePlan("single_elimination", take=4)]
    set_stages(stages=plans, **key)
    rounds.start_tournament(seed="11", **key)
    demo.play(made, until=4)


def _entered(demo: DemoClub, name: str, **fields: object) -> Tournament:
    made = setup.create_tournament(club=demo.club, name=name, by=demo.by, now=now(), **fields)
    key = {"tournament_id": made.pk, "by": demo.by, "now": now()}
    setup.set_tables(tables=[(number, "") for number in range(1, 7)], **key)
    listed = [(player, seed) for seed, player in enumerate(demo.players[:12], 1)]
    entries.enter_players(players=listed, **key)
    return made


def _swiss(demo: DemoClub) -> int:
    """A Swiss whose first round is a draft in which two were exchanged."""
    made = _entered(demo, "Swiss Night", format="swiss")
    key = {"tournament_id": made.pk, "by": demo.by, "now": now()}
    rounds.draw_stage(seed="11", **key)
    two = [made.entries.get(seed=seed).pk for seed in (1, 2)]
    pairing.swap_in_draft(round=1, entries=two, **key)
    return two[0]


def _teams(demo: DemoClub) -> tuple[int, int, int, int]:
    """Four teams, each with one who stands by; of a match one board is over. And four to come."""
    made, to_come = _entered_teams(demo, "Team Night"), _entered_teams(demo, "Team Cup")
    key = {"tournament_id": made.pk, "by": demo.by, "now": now()}
    setup.set_tables(tables=[(1, ""), (2, "")], **key)
    rounds.start_tournament(seed="11", **key)
    board, other, _ = boards_at(made, 1, 1)
    say_games(board, [3, 1])
    return board.pairing_id, board.match_id, other.match_id, to_come.entries.earliest("pk").pk


def _online(demo: DemoClub) -> tuple[int, User]:
    """A match that is played online, whose hands a referee sees, and who is in turn in its first
    hand."""
    made, match = _begun_online(demo, "Online Night")
    key = {"tournament_id": made.pk, "by": demo.by, "now": now()}
    played = OnlineMatch(match)
    while played.now.state.stage != "playing":
        played.step(played.now)
    staff.appoint_staff(user=demo.users["referee"], role=Staff.Roles.REFEREE, **key)
    board = board_of(made, 1, 1)
    by = acting_at(Actor("page", user_id=demo.users["referee"].pk), board)
    disclose_table(board=board, reason="Two do not agree on a card.", by=by, now=now())
    player = board.match.seats.get(seat=played.now.state.turn).player
    player.user = make_user(player.name)
    player.save()
    return match, player.user


def _played_online(demo: DemoClub) -> tuple[int, int]:
    """A match that was given up after its first hand, and the steps of this."""
    made, match = _begun_online(demo, "Online Cup")
    played = CarefulMatch(match)
    played.play_hand()
    played.resign(1, "match")
    record = hand_record(played.record, 1)
    assert record is not None
    # Whoever played there reads of the vacation that such an event has.
    made.clock = {"kind": "days", "days": 2, "vacation": 14}
    made.save(update_fields=["clock"])
    return match, len(record["actions"])


def _in_window(demo: DemoClub, user: User) -> int:
    """A match of this account that is played within a week, with times that the other proposes."""
    fields = {"play": "online", "window_days": 7, "unplayed": "who_tried"}
    made = setup.create_tournament(
        club=demo.club, name="Winter League", by=demo.by, now=now(), **fields
    )
    key = {"tournament_id": made.pk, "by": demo.by, "now": now()}
    listed = [(player, seed) for seed, player in enumerate(demo.players[12:14], 1)]
    entries.enter_players(players=listed, **key)
    rounds.start_tournament(seed="11", **key)
    board = board_of(made, 1, 1)
    other = board.match.seats.exclude(player__user=user).get().player
    other.user = make_user(other.name)
    other.save()
    by = acting_at(Actor("page", user_id=other.user_id), board)
    evenings = [now() + timedelta(days=day) for day in (1, 2, 4)]
    propose_times(board=board, times=evenings, by=by, now=now())
    return board.match_id


def _begun_online(demo: DemoClub, name: str) -> tuple[Tournament, int]:
    """An online event of two, and its match with its table."""
    made = setup.create_tournament(club=demo.club, name=name, play="online", by=demo.by, now=now())
    key = {"tournament_id": made.pk, "by": demo.by, "now": now()}
    listed = [(player, seed) for seed, player in enumerate(demo.players[12:14], 1)]
    entries.enter_players(players=listed, **key)
    rounds.start_tournament(seed="11", **key)
    match = board_of(made, 1, 1).match_id
    open_table(by=demo.by, match=match)
    return made, match


def _entered_teams(demo: DemoClub, name: str) -> Tournament:
    made = setup.create_tournament(club=demo.club, name=name, boards=3, by=demo.by, now=now())
    entered = [
        teams.Team(team, demo.players[first : first + 4])
        for team, first in (("Aces", 0), ("Knockers", 4), ("Deadwood", 8), ("Layoffs", 12))
    ]
    teams.enter_teams(tournament_id=made.pk, teams=entered, by=demo.by, now=now())
    return made


def _report(board: Board, *, dispute: bool) -> None:
    """The first player reports a result, the second may object."""
    for seat, act in enumerate((_hand_in, results.dispute_result)):
        player = board.match.seats.get(seat=seat).player
        player.user = player.user or make_user(player.name)
        player.save()
        board.match.refresh_from_db()
        by = acting_at(Actor("page", user_id=player.user_id), board)
        if seat == 0 or dispute:
            act(board=board, version=board.match.version, reason=_REASONS[seat], by=by, now=now())


_REASONS = ("", "The second game was mine.")


def _hand_in(**write: object) -> None:
    results.record_result(level="games_won", payload={"games_won": [3, 1]}, **write)


def _links(demo: DemoClub, running: Tournament) -> dict[str, str]:
    owner = Actor("page", user_id=demo.users["owner"].pk, roles=frozenset({Role.OWNER}))
    by = {"by": owner, "now": now()}
    invited = links.invite(club=demo.club, email="new@demo.example", role="member", **by)
    claimed = links.create_claim_link(player=demo.players[0], **by)
    reader = demo.users["director"]
    forgetful = {"club": demo.club, "user": demo.users["player"], **by}
    passed = {"players": [demo.players[1].pk], "until": now() + timedelta(days=1), **by}
    return {
        "invitation": invited.token,
        "claim": claimed.token,
        "pass": staff.issue_pass(tournament_id=running.pk, name="Gast", **by).token,
        "player_pass": passes.issue_passes(club=demo.club, **passed)[0].token,
        "in_person": create_reset_link(**forgetful).token,
        "uid": urlsafe_base64_encode(force_bytes(reader.pk)),
        "reset": default_token_generator.make_token(reader),
    }


def _session(user: User) -> str:
    client = Client()
    sign_in(client, user)
    return client.cookies["sessionid"].value


def _pass_session(address: str) -> str:
    client = Client()
    client.post(address)
    return client.cookies["sessionid"].value
