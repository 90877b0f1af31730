"""The nights of the demo club at which three and more sit at a table, or partners share a match."""

from collections.abc import Sequence
from dataclasses import dataclass

from games.models import Ruling
from games.selectors.matches import match_by_id
from games.services.rulings import RulingEntry
from players.models import Player, User
from tests.builders import board_of
from tests.client import Api
from tests.tournaments.online_seats import SeatsOnline
from tests.tournaments.tables import play_out, write_hand
from tournaments.management.commands.demo import DemoClub
from tournaments.models import Board, Tournament
from tournaments.services.desk import rulings
from tournaments.services.desk.online import open_table
from tournaments.services.events import entries, setup, teams
from tournaments.services.stages import rounds, settling
from web.db.clock import now

# The second round of each is running; the Chouette has one round, and is over.
CUTTHROAT, SCRAMBLE = "cutthroat-night", "scramble-night"
CHOUETTE, PAIRS = "chouette", "pairs-night"
KNOCK_OUT = "knock-out-night"  # its last table is drawn
DRAFT = "draft-night"  # its first round is a draft
PAIRS_ONLINE = "pairs-online"  # the first round of its match is dealt

SHORT = {"preset": "rummy-games", "match_type": "single", "target": 50}
PARTNERS = {**SHORT, "variant": "partnership", "dealer_policy": "winner", "roodle": True}


@dataclass(frozen=True, slots=True)
class TableNights:
    """What their addresses are made of."""

    over: dict[str, int]
    """A match of each that is over, by the slug of its night."""
    running: dict[str, int]
    """One in which a few hands are written down, and a ruling."""
    ruling: int
    """That of the Cutthroat."""
    online: int
    seat: User
    """Who plays there."""


def make_table_nights(demo: DemoClub) -> TableNights:
    """All of them, with as many of the club's players as each needs."""
    cutthroat = _night(demo, "Cutthroat Night", 9, "cutthroat", table_size=3)
    scramble = _night(demo, "Scramble Night", 8, "partnership")
    chouette = _night(demo, "Chouette", 5, "captain", rounds_of=1, table_size=5)
    pairs = _pairs(demo, "Pairs Night", 4, format="swiss")
    over, running = {}, {}
    for made in (cutthroat, scramble, chouette, pairs):
        over[made.slug] = _play_round(made, 1)
    for made in (cutthroat, scramble, pairs):
        _publish(demo, made, 2)
        running[made.slug] = _begin(demo, board_of(made, 2, 1))
    ruling = Ruling.objects.get(match=running[CUTTHROAT]).pk
    _publish(demo, _played_knock_out(demo), 2)
    draft = _night(demo, "Draft Night", 10, "cutthroat", start=False, table_size=3)
    key = {"tournament_id": draft.pk, "by": demo.by, "now": now()}
    rounds.draw_stage(seed="11", **key)
    return TableNights(over, running, ruling, *_online(demo))


def _night(
    demo: DemoClub,
    name: str,
    players: int,
    variant: str,
    *,
    rounds_of: int = 3,
    format: str = "",
    start: bool = True,
    **knobs: int,
) -> Tournament:
    """Those with the longest names play, each for themselves."""
    rules = PARTNERS if variant == "partnership" else {**SHORT, "variant": variant, **knobs}
    made = setup.create_tournament(
        club=demo.club,
        name=name,
        rules=rules,
        format=format or ("scramble" if variant == "partnership" else "table_rounds"),
        format_settings={} if format else {"rounds": rounds_of},
        settles=True,
        point_value="0.5",
        point_unit="Cent",
        by=demo.by,
        now=now(),
    )
    entered = [(player, None) for player in _longest(demo)[:players]]
    key = {"tournament_id": made.pk, "by": demo.by, "now": now()}
    setup.set_tables(tables=[(1, "Window"), (2, ""), (3, "")], **key)
    entries.enter_players(players=entered, **key)
    if start:
        rounds.start_tournament(seed="11", **key)
    return made


def _played_knock_out(demo: DemoClub) -> Tournament:
    made = _night(demo, "Knock-out Night", 9, "cutthroat", format="table_knock_out", table_size=3)
    _play_round(made, 1)
    return made


def _longest(demo: DemoClub) -> Sequence[Player]:
    return sorted(demo.players, key=lambda player: -len(player.name))


def _pairs(demo: DemoClub, name: str, pairs: int, **fields: object) -> Tournament:
    key = {"by": demo.by, "now": now()}
    made = setup.create_tournament(
        club=demo.club, name=name, rules=PARTNERS, settles=True, **fields, **key
    )
    players = _longest(demo)
    both = [players[2 * place : 2 * place + 2] for place in range(pairs)]
    entered = [teams.Team(" & ".join(one.name for one in two)[:60], two) for two in both]
    setup.set_tables(tournament_id=made.pk, tables=[(1, "Window"), (2, "")], **key)
    teams.enter_teams(tournament_id=made.pk, teams=entered, **key)
    rounds.start_tournament(tournament_id=made.pk, seed="11", **key)
    return made


def _play_round(made: Tournament, number: int) -> int:
    """All its matches to the end; the first of them."""
    played = Board.objects.filter(
        pairing__round__stage__tournament=made, pairing__round__number=number
    )
    for board in played:
        play_out(board)
    return board_of(made, number, 1).match_id


def _publish(demo: DemoClub, made: Tournament, number: int) -> None:
    settling.settle_stage(stage_id=made.stages.get().pk, by=demo.by, now=now())
    rounds.publish_round(tournament_id=made.pk, number=number, by=demo.by, now=now())


def _begin(demo: DemoClub, board: Board) -> int:
    """Three hands, the second of them ruled on."""
    for points in (20, 15, 5):
        write_hand(board, points)
    entry = RulingEntry(
        effects=[], rule="LOOK_BACK", phase="PLAY", offender=0, n=2, facts="Abhebestapel."
    )
    version = match_by_id(board.match_id).version
    rulings.record_ruling(board=board, version=version, entry=entry, by=demo.by, now=now())
    return board.match_id


def _online(demo: DemoClub) -> tuple[int, User]:
    made = _pairs(demo, "Pairs Online", 2, play="online")
    match = board_of(made, 1, 1).match_id
    open_table(by=demo.by, match=match)
    four = SeatsOnline(Api(demo.users["owner"]), f"matches/{match}/")
    four.sit_down()
    seated = four.api[0].user
    assert seated is not None
    return match, seated
