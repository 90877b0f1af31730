"""A whole club evening, 395 hands in 10 matches, from its counts to its champion."""

import json

import pytest

from config.embedded.options import ROOT
from games.engine.gin.game_rules import GinRules
from games.engine.gin.rules import rules_from, with_length
from games.engine.gin.scoring.hand import HandCounts
from games.engine.scoring.facts import WrittenHand
from games.engine.scoring.match import score_match
from games.engine.scoring.sheet import match_sheet

NIGHT = ROOT / "tests" / "data" / "night-11"
EXPECTED = json.loads((NIGHT / "expected.json").read_text())
MATCHES = [json.loads(line) for line in (NIGHT / "matches.jsonl").read_text().splitlines()]
RULES = with_length(rules_from(EXPECTED["rules"]), best_of=EXPECTED["best_of"])


def _written(game: int, hand: dict) -> WrittenHand:
    kind = "knock" if hand["kind"] == "undercut" else hand["kind"]
    counts = (hand.get(name) for name in ("knocker", "knocker_count", "defender_count"))
    return WrittenHand(game, HandCounts.of(kind, *counts), hand["dealer"])


def _sheet(match: dict):
    hands = [_written(game["game"], hand) for game in match["games"] for hand in game["hands"]]
    return match_sheet(GinRules(RULES), hands[0].dealer, hands, {})


@pytest.mark.parametrize("match", MATCHES, ids=lambda match: f"{match['round']}-{match['match']}")
def test_match(match) -> None:
    sheet = _sheet(match)
    assert len(sheet.games) == len(match["games"])
    for game, played in zip(sheet.games, match["games"], strict=True):
        for row, hand in zip(game.hands, played["hands"], strict=True):
            assert row.score.kind == hand["kind"]
            assert row.score.winner == hand.get("winner")
            assert row.score.points == hand.get("points", 0)
            assert not row.dealer_differs
            assert not row.after_end
        expected = played["expected"]
        assert (game.score.winner, game.score.net) == (expected["winner"], expected["net"])
        assert game.score.shutout == expected["shutout"]
        for pair in ("points", "boxes", "totals"):
            assert list(getattr(game.score, pair)) == expected[pair]
    assert list(sheet.score.games_won) == match["expected"]["games_won"]
    assert match["players"][sheet.score.winner] == match["expected"]["winner"]
    assert sheet.score == score_match(RULES, [game.score for game in sheet.games])


def test_the_evening() -> None:
    hands = sum(len(game["hands"]) for match in MATCHES for game in match["games"])
    assert (hands, len(MATCHES)) == (EXPECTED["hands"], EXPECTED["matches"])
    final = max(MATCHES, key=lambda match: match["round"])
    assert final["players"] == EXPECTED["final"]
    assert list(_sheet(final).score.games_won) == EXPECTED["final_games"]
    assert final["players"][_sheet(final).score.winner] == EXPECTED["champion"]
