"""What may be read of people and clubs, and who somebody is in a club."""

from collections.abc import Collection, Hashable, Mapping
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, NamedTuple, TypedDict, TypeVar

from django.db.models import Case, Count, Exists, F, OuterRef, Q, QuerySet, Subquery, Value, When
from django.db.models.expressions import Combinable
from django.utils.translation import gettext

from kernel.names import search_key, sort_key
from kernel.permissions import Actor, Role
from kernel.text import N_, refusal
from kernel.tokens import token_hash
from players.models import (
    ApiToken,
    AuditEntry,
    Block,
    Club,
    Link,
    Mail,
    Membership,
    NoticeWish,
    Player,
    PlayerPass,
    Rating,
    RosterImport,
    User,
)
from players.short_names import short_name, short_names

if TYPE_CHECKING:
    from django_stubs_ext import WithAnnotations

    class _Rating(TypedDict):
        rating: int | None

    RatedPlayer = WithAnnotations[Player, _Rating]
else:
    RatedPlayer = Player  # with the newest rating, as a list of players has them

_Key = TypeVar("_Key", bound=Hashable)

MEMBERS_ONLY = Club.Names.MEMBERS
SENT_WITHIN = timedelta(minutes=2)  # a mail that nobody has tried by then is late

CLUB_ROLES = {
    Membership.Roles.OWNER: Role.OWNER,
    Membership.Roles.ORGANISER: Role.ORGANISER,
    Membership.Roles.REFEREE: Role.CLUB_REFEREE,
    Membership.Roles.MEMBER: Role.MEMBER,
}
CLUB_ROLES_GIVEN = frozenset(CLUB_ROLES.values())


def base_roles(actor: Actor) -> frozenset[Role]:
    """What somebody is before any club or tournament comes in."""
    if actor.system:
        return frozenset({Role.SYSTEM, Role.ANYONE})
    return frozenset({Role.ANYONE, Role.USER}) if actor.user_id else frozenset({Role.ANYONE})


def club_role(actor: Actor, club_id: int) -> Role:
    """The one word for what `actor` is in a club, as the audit keeps it."""
    if actor.user_id is not None:
        found = Membership.objects.filter(club_id=club_id, user_id=actor.user_id).first()
        return CLUB_ROLES[Membership.Roles(found.role)] if found else Role.USER
    return Role.SYSTEM if actor.system else Role.ANYONE


def club_roles(actor: Actor, club_id: int) -> frozenset[Role]:
    """What `actor` is in a club, the roles that everybody has included."""
    return base_roles(actor) | {club_role(actor, club_id)}


def clubs_visible_to(actor: Actor) -> QuerySet[Club]:
    """A club's page is public."""
    return Club.objects.filter(is_hidden=False)


def clubs_run_by(actor: Actor) -> QuerySet[Club]:
    """The clubs whose evenings `actor` prepares, the one that they are longest in first."""
    runs = Q(memberships__role__in=[Membership.Roles.OWNER, Membership.Roles.ORGANISER])
    own = Q(memberships__user=actor.user_id) if actor.user_id else Q(pk__in=[])
    return Club.objects.filter(runs & own).order_by("memberships__since", "pk")


def memberships_of(club: Club) -> list[Membership]:
    """Who is what in a club: by role, the owner first, then by name."""
    ranks = list(CLUB_ROLES)

    def place(row: Membership) -> tuple[int, str, int]:
        return ranks.index(Membership.Roles(row.role)), sort_key(row.user.name), row.pk

    return sorted(club.memberships.select_related("user"), key=place)


def club_audit(club: Club) -> QuerySet[AuditEntry]:
    """What was done in a club, the newest first."""
    return AuditEntry.objects.filter(scope=f"club:{club.pk}").order_by("-number")


def account_with(email: str) -> User | None:
    """The account with an e-mail address, None where nobody has one that is in use."""
    return User.objects.filter(email=email.lower(), is_active=True).first()


def account(user_id: int) -> User:
    """The account with this id, which there is."""
    return User.objects.get(pk=user_id)


def account_name(user_id: int) -> str:
    """What an account is called."""
    return User.objects.values_list("name", flat=True).get(pk=user_id)


class Wisher(NamedTuple):
    """An account that wishes for some kinds of mail."""

    user: User
    kinds: frozenset[str]


def wishers(users: Collection[int], kinds: Collection[str]) -> Mapping[int, Wisher]:
    """Those of these accounts that wish for any of these kinds of mail, and for which."""
    wishes = NoticeWish.objects.filter(user__in=users, user__is_active=True, kind__in=kinds)
    found: dict[int, Wisher] = {}
    for wish in wishes.select_related("user"):
        before = found.get(wish.user_id, Wisher(wish.user, frozenset()))
        found[wish.user_id] = Wisher(wish.user, before.kinds | {wish.kind})
    return found


def blocks_of(user_id: int) -> QuerySet[Block]:
    """Whom an account has blocked, by name."""
    return Block.objects.filter(by=user_id).order_by("called", "pk")


def blocked_with(user_id: int) -> QuerySet[User]:
    """The accounts that an account has blocked, and those that have blocked it."""
    own, others = Block.objects.filter(by=user_id), Block.objects.filter(user=user_id)
    return User.objects.filter(Q(pk__in=own.values("user")) | Q(pk__in=others.values("by")))


def are_blocked(user_id: int | None, other_id: int | None) -> bool:
    """Whether one of two accounts has blocked the other; never where one of them has none."""
    if user_id is None or other_id is None:
        return False
    return blocked_with(user_id).filter(pk=other_id).exists()


def challengeable_by(actor: Actor) -> QuerySet[RatedPlayer]:
    """The players whom the actor may challenge: those with an account of their own in the clubs to
    which the actor belongs, but for whom neither of the two wishes to meet."""
    found = challengeable_players(actor)
    if actor.user_id is None:
        return found.none()
    in_own_clubs = found.filter(club__in=own_clubs(actor))
    return in_own_clubs.exclude(Q(user=actor.user_id) | Q(user__in=blocked_with(actor.user_id)))


def challengeable_players(actor: Actor) -> QuerySet[RatedPlayer]:
    """The players whom others of their club may challenge at all: those with an account of their
    own and a name that is shown."""
    listed = players_visible_to(actor).filter(user__email__isnull=False, user__is_active=True)
    return listed.exclude(shown=Player.Shown.HIDDEN)


def own_clubs(actor: Actor) -> QuerySet[Club]:
    """The clubs to which `actor` belongs, as a member or as one of the players by their account."""
    if actor.user_id is None:
        return Club.objects.none()
    member = Membership.objects.filter(club=OuterRef("pk"), user=actor.user_id)
    plays = Player.objects.filter(club=OuterRef("pk"), user=actor.user_id, merged_into=None)
    return Club.objects.filter(Q(Exists(member)) | Q(Exists(plays)))


def clubs_to_play_in(actor: Actor) -> QuerySet[Club]:
    """The clubs of `actor` that have a page on which those who belong to them find each other."""
    return own_clubs(actor).filter(play_page=True, is_hidden=False)


def removed_from(club: Club, user_id: int) -> tuple[User, str] | None:
    """The account whose removal from a club is the last that was said of it there, and what it was
    before; None when there is nothing to take back."""
    last = club_audit(club).filter(data__user=user_id).first()
    user = User.objects.filter(pk=user_id, is_active=True).first()
    if last is None or user is None or last.action != "member.remove" or "role" not in last.data:
        return None
    return user, last.data["role"]


def players_visible_to(actor: Actor) -> QuerySet[RatedPlayer]:
    """Players as they are listed now: merged and anonymised ones are left out, and those of a club
    that shows them to its members alone.

    How much of a name is shown is `shown_name`'s business.
    """
    newest = Rating.objects.filter(player=OuterRef("pk")).values("value")[:1]
    listed = Player.objects.filter(merged_into__isnull=True, anonymised_at__isnull=True)
    if not actor.system:
        listed = listed.filter(Q(club__in=open_clubs(actor)))
    return listed.select_related("club").annotate(rating=Subquery(newest))


def open_clubs(actor: Actor) -> QuerySet[Club]:
    """The clubs of which `actor` sees more than the name: all but those that are for their members
    alone, and these for who is a member, or one of the players by their account."""
    shown = ~Q(names=Club.Names.MEMBERS)
    if actor.user_id is None:
        return Club.objects.filter(shown)
    member = Membership.objects.filter(club=OuterRef("pk"), user=actor.user_id)
    plays = Player.objects.filter(club=OuterRef("pk"), user=actor.user_id)
    return Club.objects.filter(shown | Q(Exists(member)) | Q(Exists(plays)))


def own_player(actor: Actor, club_id: int) -> Player | None:
    """Who `actor` is on the list of a club; None for whom it does not list."""
    if actor.user_id is None:
        return None
    return players_visible_to(actor).filter(club=club_id, user=actor.user_id).first()


def players_by_id(ids: Collection[int]) -> dict[int, Player]:
    """These players, also those who are merged or anonymised by now: for who has their ids from
    what they may see."""
    return Player.objects.in_bulk(ids)


def search_players(
    players: QuerySet[RatedPlayer], text: str, *, names_hidden: bool = True
) -> QuerySet[RatedPlayer]:
    """Those whose name holds `text`, accents and case apart.

    With `names_hidden` only names that are shown in full are searched, so that nobody finds out by
    searching what a list does not show them.
    """
    if names_hidden:
        players = players.alias(way=way_shown()).filter(way=Player.Shown.FULL)
    return players.filter(search_key__contains=search_key(" ".join(text.split())))


def way_shown(player: str = "") -> Combinable:
    """How a player's name is shown to everybody, one of `Player.Shown`: as the player wishes, and
    in short at most where the club shows names so. `player` leads there from the row, with its
    underscores."""
    bound = When(
        **{f"{player}club__names": Club.Names.SHORT, f"{player}shown": Player.Shown.FULL},
        then=Value(Player.Shown.SHORT),
    )
    return Case(bound, default=F(f"{player}shown"))


def way_of(player: Player, roles: Collection[Role] = ()) -> str:
    """The same of a player at hand, for who has these roles in the club: to its members names are
    shown as the players wish."""
    is_short = player.club.names == Club.Names.SHORT and player.shown == Player.Shown.FULL
    return Player.Shown.SHORT if is_short and not is_member(roles) else player.shown


def is_member(roles: Collection[Role]) -> bool:
    """Whether these roles in a club are those of somebody who belongs to it."""
    return not CLUB_ROLES_GIVEN.isdisjoint(roles)


def shown_name(player: Player, roles: Collection[Role] = ()) -> str:
    """The name that somebody with these roles in the club may read: whole, `Anna S.`, or none."""
    return name_as(player.name, way_of(player, roles))


def figures_shown(player: Player) -> bool:
    """Whether others see a player's figures. Who hides their name has no page that could lead to
    them."""
    return player.figures_shown and player.shown != Player.Shown.HIDDEN


def name_as(name: str, shown: str) -> str:
    """A name in one of the ways of `Player.Shown`, for everybody to read."""
    if shown == Player.Shown.HIDDEN:
        return gettext("A player")
    return short_name(name) if shown == Player.Shown.SHORT else name


def names_as(people: Mapping[_Key, tuple[str, str]]) -> dict[_Key, str]:
    """The names of people who are read together, each with its way of being shown, for everybody:
    no two of them look alike. Who is hidden has a number beside others who are."""
    ways = {shown for _name, shown in people.values()}
    if ways <= {Player.Shown.FULL}:
        return {key: name for key, (name, _shown) in people.items()}
    found = {key: name_as(name, shown) for key, (name, shown) in people.items()}
    hidden = [key for key, (_name, shown) in people.items() if shown == Player.Shown.HIDDEN]
    if len(hidden) > 1:
        found |= {key: f"{found[key]} {number}" for number, key in enumerate(hidden, 1)}
    short = {key: name for key, (name, shown) in people.items() if shown == Player.Shown.SHORT}
    others = [name for key, name in found.items() if key not in short]
    return found | short_names(short, others)


class PublicName(NamedTuple):
    """A name as everybody may read it; who `is_hidden` has no page."""

    name: str
    is_hidden: bool


def public_names(ids: Collection[int]) -> dict[int, PublicName]:
    """The public names of these players, told apart, by id."""
    players = Player.objects.filter(pk__in=ids).annotate(way=way_shown())
    ways = {pk: (name, way) for pk, name, way in players.values_list("pk", "name", "way")}
    names = names_as(ways)
    hidden = Player.Shown.HIDDEN
    return {pk: PublicName(names[pk], way == hidden) for pk, (_name, way) in ways.items()}


def imports_of(club: Club) -> QuerySet[RosterImport]:
    """The rosters that a club has taken in, the newest first, with how many players each brought
    (`created`) and changed (`updated`)."""
    new = Count("players", filter=Q(players__created=True))
    known = Count("players", filter=Q(players__created=False))
    rows = club.imports.select_related("by").annotate(created=new, updated=known)
    return rows.order_by("-id")


def accounts_of(club: Club) -> QuerySet[User]:
    """The accounts that people of a club sign in with: of its members and of its players."""
    ours = Q(memberships__club=club) | Q(players__club=club, players__merged_into=None)
    return User.objects.filter(ours, email__isnull=False).distinct()


def open_invitations(club: Club, now: datetime) -> QuerySet[Link]:
    """The invitations to a club that can still be taken up, the newest first."""
    found = Link.objects.filter(club=club, kind=Link.Kinds.INVITATION)
    return found.filter(used_at__isnull=True, expires_at__gt=now).order_by("-id")


def link_by_token(token: str, kind: Link.Kinds, now: datetime) -> Link:
    """The link that a token opens. Raises Refusal when there is none, or it no longer holds."""
    links = Link.objects.select_related("club", "player", "user", "created_by")
    link = links.filter(token_hash=token_hash(token), kind=kind).first()
    if link is None:
        sentence = N_("This link does not exist, or a newer one took its place.")
        raise refusal("link_unknown", sentence)
    if link.used_at is not None:
        raise refusal("link_used", N_("This link has been used. It works only once."))
    if link.expires_at <= now:
        raise refusal("link_expired", N_("This link has expired. Ask for a new one."))
    return link


def open_passes(now: datetime) -> QuerySet[PlayerPass]:
    """The passes of listed players that hold, with player, account and club."""
    listed = {"player__merged_into": None, "player__anonymised_at": None}
    found = PlayerPass.objects.filter(ended_at=None, expires_at__gt=now, **listed)
    return found.select_related("player__club", "player__user").order_by("player__sort_key", "id")


def stuck_mail(club: Club, now: datetime) -> QuerySet[Mail]:
    """What should have gone out and has not, of a club and to those who have an account in it."""
    members = User.objects.filter(memberships__club=club).values("email")
    ours = Q(club=club) | Q(kind=Mail.Kinds.PASSWORD_RESET, to__in=members)
    late = Q(tries__gt=0) | Q(made_at__lt=now - SENT_WITHIN)
    return Mail.objects.filter(ours, late, sent_at=None).order_by("made_at", "id")


def masked(email: str) -> str:
    """An address as those may read it who know whose it is: a…@club.example."""
    name, _, domain = email.rpartition("@")
    return f"{name[:1]}…@{domain}"


def is_fresh_installation() -> bool:
    """Whether nobody has an account yet: the time of the set-up link."""
    return not User.objects.exists()


def tokens_of(user: User, at: datetime) -> list[ApiToken]:
    """The API tokens of an account that hold, the newest first."""
    holding = Q(expiry__isnull=True) | Q(expiry__gt=at)
    return list(ApiToken.objects.filter(holding, user=user).order_by("-created", "digest"))
