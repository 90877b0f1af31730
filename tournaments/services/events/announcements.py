"""What everybody at an event is told: announced, replaced by the next word, taken back."""

from datetime import datetime

from kernel.permissions import Actor
from kernel.text import N_, refusal
from tournaments.models import Announcement, Tournament
from tournaments.services.gate.changes import Change, changing


def announce(*, tournament_id: int, text: str, by: Actor, now: datetime) -> Announcement:
    """Tell everybody `text`, in place of what was announced before. The same text twice is said
    once."""
    text = " ".join(text.split())
    if not text:
        raise refusal("invalid", N_("Write what everybody is to be told."), "text")
    with changing(tournament_id, by=by, now=now) as change:
        standing = _standing(change.tournament)
        if standing and standing.text == text:
            return standing
        _end(change, standing)
        said = change.tournament.announcements.create(text=text, **change.facts)
        copy_announcement(change.tournament)
        change.record("tournament.announce", "announcement", announcement=said.pk)
    return said


def take_back_announcement(*, tournament_id: int, by: Actor, now: datetime) -> None:
    """Take the standing announcement off every page; with none, nothing changes."""
    with changing(tournament_id, by=by, now=now) as change:
        standing = _standing(change.tournament)
        if standing is None:
            return
        _end(change, standing)
        copy_announcement(change.tournament)
        change.record("tournament.take_back_announcement", "announcement", announcement=standing.pk)


def copy_announcement(tournament: Tournament) -> None:
    """Note on the tournament, which the caller saves, what its pages show."""
    standing = _standing(tournament)
    tournament.announcement = standing.text if standing else ""
    tournament.announced_at = standing.at if standing else None


def _standing(tournament: Tournament) -> Announcement | None:
    return Announcement.objects.filter(tournament=tournament, superseded_at__isnull=True).first()


def _end(change: Change, standing: Announcement | None) -> None:
    if standing:
        standing.superseded_at = change.now
        standing.save(update_fields=["superseded_at"])
