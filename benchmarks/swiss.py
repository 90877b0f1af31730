"""What a large Swiss costs through the services: `python -m benchmarks.swiss`, with DATABASE_URL on
PostgreSQL.

The services are called in this process, on a new database, at a Swiss of 1,024 entrants of which
two rounds are over. A round's results are written straight to the matches: what is measured is the
round that follows from them, from the database to its rows, and the standings after it. Each figure
is printed with its goal, and a missed goal fails the run.
"""

import random
import sys
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from benchmarks.figures import Figure, cpu_seconds, timed
from benchmarks.running import in_this_process

ENTRANTS = 1024
ROUNDS = 9
ROUND_SECONDS, STANDINGS_MS = 3, 500


def measure() -> Iterator[Figure]:
    from tests.builders import DIRECTOR, NOW, make_tournament
    from tournaments.services.stages.rounds import draw_stage, publish_round

    tournament = make_tournament(
        entrants=ENTRANTS,
        format="swiss",
        format_settings={"rounds": ROUNDS},
        publishing="by_hand",
    )
    who = {"tournament_id": tournament.pk, "by": DIRECTOR, "now": NOW}
    for number in range(1, ROUNDS):
        played(tournament, number)
        with timed() as spent:
            draw_stage(**who)
            publish_round(number=number + 1, **who)
        name = f"round {number + 1} of {ENTRANTS} entrants drafted and published"
        yield Figure(name, spent.wall, ROUND_SECONDS, "s")
    yield Figure("  of which CPU", spent.cpu, None, "s")
    played(tournament, ROUNDS)
    yield from standings(tournament)


def played(tournament: Any, number: int) -> None:
    """Every match of a round is over, three games to one, by chance."""
    from games.levels import ResultLevel
    from games.models import Match, Submission
    from tests.builders import NOW

    chance = random.Random(number)
    matches = list(
        Match.objects.filter(
            board__pairing__round__number=number,
            board__pairing__round__stage__tournament=tournament,
        )
    )
    for match in matches:
        match.winner = chance.randrange(2)
        match.state = Match.States.FINISHED
        match.games_won = [3, 1] if match.winner == 0 else [1, 3]
        nets = [[match.winner, chance.randint(20, 250)] for _ in range(3)]
        match.tally = {"games": [*nets, [1 - match.winner, 30]], "gins": [1, 0]}
    Match.objects.bulk_update(matches, ["winner", "state", "games_won", "tally"], batch_size=200)
    Submission.objects.bulk_create(
        Submission(
            match=match,
            revision=1,
            level=ResultLevel.GAMES_WON,
            payload={"games_won": match.games_won},
            at=NOW,
            role="owner",
            via="command",
        )
        for match in matches
    )


def standings(tournament: Any) -> Iterator[Figure]:
    """From the database to the stored rows, with all tie-breaks, as a worker does it after a result
    of the last round; beside it all that a worker does then."""
    from tests.builders import DIRECTOR, NOW
    from tournaments.domain.tiebreaks import TIEBREAKS
    from tournaments.models import Stage, StandingTable
    from tournaments.selectors.stages.reading import stage_record
    from tournaments.services.gate.changes import changing
    from tournaments.services.stages.settling import settle_stage
    from tournaments.services.stages.standings import write_standings

    stage = Stage.objects.select_related("tournament").get(tournament=tournament)
    stage.settings |= {"tiebreaks": [tiebreak.code for tiebreak in TIEBREAKS]}
    stage.save()
    settle = partial(settle_stage, stage_id=stage.pk, by=DIRECTOR, now=NOW)
    settle()

    def rank() -> None:
        with changing(tournament.pk, by=DIRECTOR, now=NOW) as change:
            write_standings(change, stage_record(stage), None)

    def least(work: Callable[[], object]) -> float:
        found = []
        for _ in range(5):
            StandingTable.objects.filter(stage=stage, round__number=ROUNDS).update(basis="")
            found.append(cpu_seconds(work))
        return min(found) * 1000

    name = f"standings after round {ROUNDS}, from the database to stored rows, CPU"
    yield Figure(name, least(rank), STANDINGS_MS, "ms")
    yield Figure("  with all that is settled then, CPU", least(settle), None, "ms")


if __name__ == "__main__":
    sys.exit(in_this_process(measure))
