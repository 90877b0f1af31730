"""The stages in plain words, as the tab of the rules has them."""

import pytest

from games.engine.gin.rules import as_dict, rules_from
from pages.parts.stage_words import stage_chapters
from tournaments.domain.formats.registry import FORMATS
from tournaments.services.stages.plans import StagePlan

CLUB = as_dict(rules_from("club"))
BEST_OF_7 = {"match_type": "best_of", "match_n": 7}


def said(*stages):
    return [
        (str(chapter.title), " ".join(str(sentence) for sentence in chapter.sentences))
        for chapter in stage_chapters(CLUB, stages)
    ]


@pytest.mark.parametrize("format", FORMATS, ids=[format.code for format in FORMATS])
def test_every_format_is_told_with_what_it_has_of_itself(format):
    ((title, words),) = said(StagePlan(format.code))
    assert title == str(format.name)
    assert "stage" not in words
    assert "%" not in words


def test_a_swiss_and_the_knock_out_of_its_best():
    swiss = {
        "rounds": 5,
        "first_round": "random",
        "apart_rounds": 2,
        "draws": True,
        "tiebreaks": ["match_points", "buchholz", "net_points", "lots"],
    }
    last = {"final_rounds": 1, "final_rules": BEST_OF_7}
    stages = said(
        StagePlan("swiss", swiss, rules={"match_type": "best_of", "match_n": 3}),
        StagePlan("single_elimination", {"third_place": True}, take=4, **last),
        StagePlan("ladder", {"rounds": 3}, take=4, skip=4, rules={"gin_bonus": 30}),
    )
    assert [title for title, _ in stages] == [
        "Stage 1: Swiss",
        "Stage 2: Single elimination",
        "Stage 3: Ladder",
    ]
    first, second, third = (words for _, words in stages)
    assert "Everybody plays in it." in first
    assert "Rounds: 5. First round: By lot." in first
    assert "A match may end level" in first
    assert "Match points, then Buchholz, then Net points, then Drawing of lots;" in first
    assert "A game counts at most 300 net points" in first
    assert "In this stage: A match is the best of 3 games: who first wins 2" in first
    assert "half a point each" not in first
    assert "The best 4 of the stage before play in it." in second
    assert "play for place 3" in second
    assert "In the last round: A match is the best of 7 games" in second
    assert "best of 5" not in second
    assert "Places 5 to 8 of the stage before play in it." in third
    assert "Gin scores 30" in third
    assert "best of" not in third


def test_how_many_last_rounds():
    ((_, words),) = said(StagePlan("single_elimination", final_rounds=3, final_rules=BEST_OF_7))
    assert "In the last 3 rounds: A match is the best of 7 games" in words


@pytest.mark.parametrize("rounds", [0, 3])
def test_no_number_of_rounds_is_as_many_as_it_takes(rounds):
    ((_, words),) = said(StagePlan("swiss", {"rounds": rounds}))
    assert ("until only one can have won" in words) == (rounds == 0)
