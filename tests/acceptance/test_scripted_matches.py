"""Online tables, played by script through the API: under every rule set that can be played, and a
best-of-five match in its bracket. With `UNDERCUT_LONG=1` more than 300 hands."""

import os

import pytest
from django.core.management import call_command

from games.engine.gin.rules import PLAYABLE_RULE_SETS
from tests.acceptance.scripted_match import ScriptedMatch
from tests.builders import board_of
from tests.games.engine.playing import FORMS
from tests.online import OnlineEvent
from tournaments.selectors.desk.snapshot import snapshot

pytestmark = pytest.mark.django_db(transaction=True)

IS_LONG = os.environ.get("UNDERCUT_LONG") == "1"
HANDS = 10 if IS_LONG else 3
TARGET = 100 if IS_LONG else 10


def play_hands(rules: object, seed: int) -> None:
    """So many hands under these rules; of a match that is over before that, another is played."""
    hands = 0
    while hands < HANDS:
        event = OnlineEvent(rules=rules)
        match = ScriptedMatch(event.board.match_id, event.seats, seed + hands)
        match.play_hands(HANDS - hands)
        hands += match.check()


@pytest.mark.parametrize("code", [rule_set.code for rule_set in PLAYABLE_RULE_SETS])
def test_hands_under_each_rule_set_come_to_what_their_records_say(code: str) -> None:
    play_hands(code, seed=sum(code.encode()))


@pytest.mark.parametrize("form", FORMS)
def test_hands_under_single_knobs_come_to_what_their_records_say(form: str) -> None:
    play_hands(FORMS[form], seed=sum(form.encode()))


def test_a_best_of_five_moves_the_bracket() -> None:
    event = OnlineEvent(entrants=4, rules={"preset": "club", "target": TARGET})
    match = ScriptedMatch(event.board.match_id, event.seats, seed=5)
    view = match.play(lambda _view: False)
    winner = view["games_won"].index(3)
    match.check()

    final = board_of(event.tournament, 2, 1).match
    (through,) = final.seats.filter(player__isnull=False)
    assert through.player.user == event.users[winner]
    event.tournament.refresh_from_db()
    seen = snapshot(event.tournament)
    call_command("verify_audit", tournament=event.tournament.pk)
    call_command("rebuild", event.tournament.pk)
    event.tournament.refresh_from_db()
    assert snapshot(event.tournament).splitlines() == seen.splitlines()
