"""What every notice owes: words in both languages, and to be told once to whoever wishes for it."""

import re

import pytest
from django.db import IntegrityError, transaction
from django.utils.translation import gettext, override

from players.models import Club, Mail
from tests.builders import DIRECTOR, NOW, board_of, entry_at, make_user, wish_for
from tests.tournaments.services.stages.test_swiss import play, swiss
from tournaments.models import Notice
from tournaments.services.desk import results
from tournaments.services.stages.notice_kinds import NOTICES
from tournaments.services.stages.notices import send_notices
from web.db.clock import now

pytestmark = pytest.mark.django_db

OF_THEIR_OWN = {"adjourned", "challenged", "match_time", "summoned", "times_proposed"}
"""What no match brings about that is played in the room at its time; each has its own tests."""

every_notice = pytest.mark.parametrize("kind", NOTICES, ids=lambda kind: kind.code)


@every_notice
def test_it_has_a_code_and_words_in_both_languages(kind):
    assert re.fullmatch(r"[a-z_]{1,16}", kind.code)
    assert kind.code not in Mail.Kinds.values
    assert [listed.code for listed in NOTICES].count(kind.code) == 1
    for words in (kind.asks, kind.called, kind.foretold):
        with override("de"):
            assert gettext(words) != words
    assert type(kind).__doc__


def accounts_of(tournament, seeds):
    for seed in seeds:
        player = entry_at(tournament, seed).members.get().player
        player.user = make_user()
        player.save()
        yield player.user


@pytest.mark.parametrize(
    "kind", [kind for kind in NOTICES if kind.code not in OF_THEIR_OWN], ids=lambda kind: kind.code
)
def test_in_an_event_who_wishes_for_it_is_told_of_each_thing_once(
    kind, django_capture_on_commit_callbacks, mailoutbox
):
    commits = django_capture_on_commit_callbacks
    tournament = swiss(commits, entrants=4, publishing="automatic", rounds_=2)
    english, german, asleep, silent = accounts_of(tournament, (1, 2, 3, 4))
    for user in (english, german, asleep):
        wish_for(user, kind.code)
    # Who has chosen none is written to in the language of the club.
    Club.objects.update(language="de")
    english.language, asleep.is_active = "en", False
    english.save()
    asleep.save()
    wish_for(silent, "another")
    play(commits, tournament, 1)
    play(commits, tournament, 2)
    with commits(execute=True):  # the first two have met: whatever happens to a match, they see it
        board = board_of(tournament, 2, 1)
        results.record_result(
            board=board,
            version=board.match.version,
            level="games_won",
            payload={"games_won": [2, 3]},
            reason="swapped",
            by=DIRECTOR,
            now=now(),
        )
    assert set(Notice.objects.values_list("user", flat=True)) == {english.pk, german.pk}
    assert not Notice.objects.filter(sent_at=None).exists()
    for stage in tournament.stages.all():
        send_notices(stage_id=stage.pk, by=DIRECTOR, now=NOW)
    assert Mail.objects.filter(kind=kind.code).count() == Notice.objects.count()
    assert len(mailoutbox) == Notice.objects.count()
    letters = {letter.to[0]: f"{letter.subject} {letter.body}" for letter in mailoutbox}
    assert not [text for text in letters.values() if "%(" in text]
    assert words_of(letters[german.email]) != words_of(letters[english.email])


def words_of(letter):
    """The words in small letters, which are those of the language."""
    return {word for word in letter.split() if word.islower()}


@pytest.fixture
def notice(django_capture_on_commit_callbacks):
    tournament = swiss(django_capture_on_commit_callbacks, entrants=4)
    return Notice(stage=tournament.stages.get(), user=make_user(), kind="other", about="7")


def test_the_database_keeps_a_notice_once_with_or_without_a_pairing(notice):
    notice.save()
    notice.pk = None
    with pytest.raises(IntegrityError), transaction.atomic():
        notice.save()
    notice.about = "8"
    notice.save()
    assert Notice.objects.count() == 2


def test_a_kind_that_is_no_more_is_left_alone(notice):
    notice.save()
    send_notices(stage_id=notice.stage_id, by=DIRECTOR, now=NOW)
    assert not Mail.objects.exists()
