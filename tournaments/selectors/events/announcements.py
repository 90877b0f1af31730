"""What everybody at an event was told."""

from django.db.models import QuerySet

from tournaments.models import Announcement, Tournament


def announcements_of(tournament: Tournament) -> QuerySet[Announcement]:
    """All that was announced, the newest first, also what was taken back."""
    return Announcement.objects.filter(tournament=tournament).order_by("-id")
