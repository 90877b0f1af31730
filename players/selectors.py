"""What the doors may read of people and clubs, and who somebody is in a club."""

from django.db.models import OuterRef, QuerySet, Subquery

from players.models import Club, Membership, Player, Rating
from players.permissions import Actor, Role

CLUB_ROLES = {
    Membership.Roles.OWNER: Role.OWNER,
    Membership.Roles.ORGANISER: Role.ORGANISER,
    Membership.Roles.REFEREE: Role.CLUB_REFEREE,
    Membership.Roles.MEMBER: Role.MEMBER,
}


def base_roles(actor: Actor) -> frozenset[Role]:
    """What somebody is before any club or tournament comes in."""
    if actor.system:
        return frozenset({Role.SYSTEM, Role.ANYONE})
    return frozenset({Role.ANYONE, Role.USER}) if actor.user_id else frozenset({Role.ANYONE})


def club_roles(actor: Actor, club_id: int) -> frozenset[Role]:
    """What `actor` is in a club, the roles that everybody has included."""
    if actor.user_id is None:
        return base_roles(actor)
    found = Membership.objects.filter(club_id=club_id, user_id=actor.user_id)
    return base_roles(actor) | {CLUB_ROLES[role] for role in found.values_list("role", flat=True)}


def clubs_visible_to(actor: Actor) -> QuerySet[Club]:
    """A club's page is public."""
    return Club.objects.all()


def players_visible_to(actor: Actor) -> QuerySet[Player]:
    """Players as they are listed now: merged and anonymised ones are left out.

    How much of a name is shown is `shown_name`'s business.
    """
    newest = Rating.objects.filter(player=OuterRef("pk")).values("value")[:1]
    return Player.objects.filter(merged_into__isnull=True, anonymised_at__isnull=True).annotate(
        rating=Subquery(newest)
    )
