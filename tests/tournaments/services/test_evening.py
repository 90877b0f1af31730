"""A whole real evening through the services."""

import json

import pytest

from config.embedded.options import ROOT
from games.engine.gin.scoring.hand import HandCounts
from games.selectors.matches import match_record
from games.services.scoresheet import HandEntry
from players.models import Player
from tests.builders import DIRECTOR, NOW, board_of, make_club
from tournaments.models import Stage
from tournaments.selectors.stages.kept_standings import standing_table
from tournaments.services.desk import results
from tournaments.services.events import entries, setup
from tournaments.services.stages import rounds

DATA = ROOT / "tests" / "data" / "night-11"
MATCHES = [json.loads(line) for line in (DATA / "matches.jsonl").read_text().splitlines()]


@pytest.mark.django_db
def test_the_evening_is_played_to_its_champion(django_capture_on_commit_callbacks):
    club = make_club()
    names = {
        seed: name
        for match in MATCHES
        for seed, name in zip(match["seeds"], match["players"], strict=True)
    }
    players = {seed: Player.objects.create(club=club, name=names[seed]) for seed in names}
    tournament = setup.create_tournament(club=club, name="Night 11", by=DIRECTOR, now=NOW)
    entries.enter_players(
        tournament_id=tournament.pk,
        players=[(player, seed) for seed, player in players.items()],
        by=DIRECTOR,
        now=NOW,
    )
    rounds.start_tournament(tournament_id=tournament.pk, by=DIRECTOR, now=NOW)
    for match in MATCHES:
        board = board_of(tournament, match["round"], match["match"])
        seated = [seat.player.name for seat in board.match.seats.all()]
        assert seated == match["players"]
        with django_capture_on_commit_callbacks(execute=True):
            record = _play(board, match)
        assert list(record.score.games_won) == match["expected"]["games_won"]
    tournament.refresh_from_db()
    assert tournament.state == "finished"
    table = standing_table(Stage.objects.get(tournament=tournament))
    champion = next(row for row in table.rows if row["rank"] == 1)
    assert champion["name"] == json.loads((DATA / "expected.json").read_text())["champion"]


def _play(board, match):
    for game in match["games"]:
        for hand in game["hands"]:
            kind = "knock" if hand["kind"] == "undercut" else hand["kind"]
            counts = HandCounts.of(
                kind, hand.get("knocker"), hand.get("knocker_count"), hand.get("defender_count")
            )
            board.match.refresh_from_db()
            left = results.record_hand(
                board=board,
                version=board.match.version,
                entry=HandEntry(counts, hand["dealer"]),
                by=DIRECTOR,
                now=NOW,
            )
        score = left.record.sheet.games[game["game"] - 1].score
        expected = game["expected"]
        found = [score.winner, list(score.points), list(score.boxes), list(score.totals), score.net]
        assert found == [expected[key] for key in ("winner", "points", "boxes", "totals", "net")]
        stored = match_record(board.match)
        assert stored.score == left.record.score
    return left.record
