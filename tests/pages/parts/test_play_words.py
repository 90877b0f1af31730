"""Where an event is played, in words: every clock, flag and view of spectators."""

import pytest
from django.utils import translation

from games.tables.clock import FIGURES, FLAGS, SPECTATORS, clock_from
from pages.parts import play_words
from pages.parts.play_words import ASSIST, CLOCKS, FAIRNESS, PLAYS, clock_words, in_short
from tournaments.models import Tournament
from tournaments.selectors.events.play import OnlinePlay
from web.actors import say

MOVE = {"kind": "move", "seconds": 45, "reserve": 180}
NO_CLOCK = {"kind": "none"}


@pytest.mark.parametrize(
    ("clock", "english", "german"),
    [
        (
            MOVE,
            "Each turn within 45 s; what it takes beyond that comes from a reserve of 3:00 min for "
            "the game.",
            "Jeder Zug binnen 45 s; was er länger dauert, geht von einer Reserve von 3:00 min für "
            "die Partie ab.",
        ),
        (
            MOVE | {"reserve": 3_599},
            "Each turn within 45 s; what it takes beyond that comes from a reserve of 59:59 min "
            "for the game.",
            "Jeder Zug binnen 45 s; was er länger dauert, geht von einer Reserve von 59:59 min für "
            "die Partie ab.",
        ),
        (
            MOVE | {"seconds": 1, "reserve": 0},
            "Each turn within 1 s; there is no reserve.",
            "Jeder Zug binnen 1 s; es gibt keine Reserve.",
        ),
        (
            {"kind": "game", "minutes": 15, "increment": 3},
            "Each player has 15 min for a game, and 3 s more after each turn.",
            "Für eine Partie hat jede Seite 15 min, und nach jedem Zug 3 s mehr.",
        ),
        (
            {"kind": "game", "minutes": 1, "increment": 0},
            "Each player has 1 min for a game.",
            "Für eine Partie hat jede Seite 1 min.",
        ),
        ({"kind": "days", "days": 1}, "Each turn within one day.", "Jeder Zug binnen einem Tag."),
        (
            {"kind": "days", "days": 30},
            "Each turn within 30 days.",
            "Jeder Zug binnen 30 Tagen.",
        ),
        (NO_CLOCK, "There is no clock.", "Es gibt keine Uhr."),
    ],
)
def test_a_clock_says_its_numbers(clock: dict[str, object], english: str, german: str) -> None:
    words = clock_words(clock_from(clock))
    assert str(words) == english
    with translation.override("de"):
        assert say(words) == german


def test_there_are_words_for_all_that_can_be_chosen() -> None:
    assert tuple(CLOCKS) == tuple(FIGURES)
    assert tuple(play_words.FLAGS) == FLAGS
    assert tuple(play_words.SPECTATORS) == SPECTATORS
    assert tuple(PLAYS) == tuple(Tournament.Plays.values)


def test_no_two_say_the_same() -> None:
    chosen = (PLAYS, play_words.FLAGS, play_words.SPECTATORS)
    for words in (*(said for choices in chosen for said in zip(*choices.values(), strict=True)),):
        assert len(set(words)) == len(words)
    assert len(set(CLOCKS.values())) == len(CLOCKS)


@pytest.mark.parametrize("flag", FLAGS)
@pytest.mark.parametrize("spectators", SPECTATORS)
def test_an_event_says_clock_flag_and_spectators(flag: str, spectators: str) -> None:
    timed = OnlinePlay(clock_from(MOVE), flag, spectators, assist=True)
    untimed = OnlinePlay(clock_from(NO_CLOCK), flag, spectators, assist=True)
    costs, seen = play_words.FLAGS[flag][1], play_words.SPECTATORS[spectators][1]
    assert list(map(str, in_short(timed))) == [str(clock_words(timed.clock)), costs, seen]
    assert list(map(str, in_short(untimed))) == ["There is no clock.", seen]  # nothing runs out


@pytest.mark.parametrize("assist", [True, False])
def test_the_chapter_says_all_of_it_and_what_the_deal_shows_and_does_not(assist: bool) -> None:
    online = OnlinePlay(clock_from(MOVE), "game_loss", "none", assist=assist)
    chapter = play_words.online_chapter(online)
    assert chapter.sentences[:3] == in_short(online)
    assert str(chapter.sentences[3]) == ASSIST[assist]
    assert tuple(chapter.sentences[4:]) == FAIRNESS
    shows, does_not = map(str, FAIRNESS)
    assert "fixed before play by the server and both players together" in shows
    assert "Whoever runs the server could look at them" in does_not
