"""People and clubs, and the two things every app above needs: recorded facts and the audit."""

from typing import Any, ClassVar

from django.conf import settings
from django.contrib.auth.hashers import UNUSABLE_PASSWORD_PREFIX
from django.contrib.auth.models import AbstractBaseUser, BaseUserManager
from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Lower
from knox.models import AbstractAuthToken

from kernel.names import MAX_LENGTH, search_key, sort_key
from kernel.permissions import Scope
from kernel.text import N_


class UserManager(BaseUserManager["User"]):
    def create_user(self, email: str, password: str | None = None, **fields: Any) -> "User":
        user = self.model(email=email.strip().lower(), **fields)
        user.set_password(password)
        user.save(using=self._db)
        return user

    def create_for_pass(self, name: str) -> "User":
        """The account of a player who signs in by a pass alone."""
        user = self.model(name=name)
        user.set_unusable_password()
        user.save(using=self._db, force_insert=True)
        return user

    def get_by_natural_key(self, username: str | None) -> "User":
        return self.get(email=(username or "").strip().lower())


class User(AbstractBaseUser):  # type: ignore[django-manager-missing]  # knox has no types
    """An account: somebody who can sign in. What they may do is in memberships and staff rows.

    One that only a player's pass opens has no e-mail address and no password. `language` is empty
    until somebody chooses one.
    """

    email = models.EmailField(unique=True, max_length=254, null=True)
    name = models.CharField(max_length=MAX_LENGTH)
    language = models.CharField(max_length=8, choices=settings.LANGUAGES, blank=True)
    is_active = models.BooleanField(default=True)
    created_at = models.DateTimeField(auto_now_add=True)

    objects: ClassVar[UserManager] = UserManager()

    USERNAME_FIELD = "email"
    REQUIRED_FIELDS: ClassVar[list[str]] = ["name"]

    class Meta:
        constraints = [
            models.UniqueConstraint(Lower("email"), name="user_email_once"),
            models.CheckConstraint(
                condition=Q(email__isnull=False) | Q(password__startswith=UNUSABLE_PASSWORD_PREFIX),
                name="a_password_needs_an_email",
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def is_of_pass(self) -> bool:
        """Whether only a pass opens this account."""
        return self.email is None

    def reads(self, club: "Club") -> str:
        """The language of what a club writes to them: the one they have chosen, else its own."""
        return self.language or club.language


class NoticeWish(models.Model):
    """A kind of notice that somebody wishes for."""

    user = models.ForeignKey(User, models.CASCADE, related_name="notice_wishes")
    kind = models.CharField(max_length=16)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["user", "kind"], name="notice_wished_for_once")
        ]


class Block(models.Model):
    """Two people who meet in no friendly any more, because one of them, `by`, wishes so.

    `called` is what `by` called the other one then."""

    by = models.ForeignKey(User, models.CASCADE, related_name="blocks")
    user = models.ForeignKey(User, models.CASCADE, related_name="blocked_by")
    called = models.CharField(max_length=MAX_LENGTH, blank=True)
    at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["by", "user"], name="blocked_once"),
            models.CheckConstraint(condition=~Q(by=F("user")), name="nobody_blocks_themselves"),
        ]


class Club(models.Model):
    """A club. `names` is how much of a name its pages show at most, whatever a player wishes; what
    is for members alone is there for nobody else. `ratings_shown` and `people_found` (by search
    engines, on the players' pages) are said of everybody on its list. `play_page`: those who belong
    to it have a page on which they find each other for friendlies. One club at most `is_hidden`:
    it holds the friendlies by link, has no members, and is seen nowhere."""

    class Names(models.TextChoices):
        FULL = "full"
        SHORT = "short"
        MEMBERS = "members"

    slug = models.SlugField(max_length=60, unique=True)
    name = models.CharField(max_length=MAX_LENGTH)
    time_zone = models.CharField(max_length=64, default="UTC")
    language = models.CharField(max_length=8, choices=settings.LANGUAGES, default="en")
    names = models.CharField(
        max_length=8, choices=Names.choices, default=Names.FULL, db_default=Names.FULL
    )
    ratings_shown = models.BooleanField(default=True, db_default=True)
    people_found = models.BooleanField(default=False, db_default=False)
    play_page = models.BooleanField(default=True, db_default=True)
    is_hidden = models.BooleanField(default=False, db_default=False)
    audit_digest = models.CharField(max_length=64, blank=True)  # of the newest entry of its audit
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["name", "id"]
        constraints = [
            models.UniqueConstraint(
                fields=["is_hidden"], condition=Q(is_hidden=True), name="one_hidden_club"
            )
        ]

    def __str__(self) -> str:
        return self.name


class Membership(models.Model):
    """What an account is in a club. Every club has exactly one owner."""

    class Roles(models.TextChoices):
        OWNER = "owner", N_("Owner")
        ORGANISER = "organiser", N_("Organiser")
        REFEREE = "referee", N_("Referee")
        MEMBER = "member", N_("Member")

    club = models.ForeignKey(Club, models.CASCADE, related_name="memberships")
    user = models.ForeignKey(User, models.CASCADE, related_name="memberships")
    role = models.CharField(max_length=16, choices=Roles.choices)
    since = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["club", "user"], name="membership_once"),
            models.UniqueConstraint(
                fields=["club"], condition=Q(role="owner"), name="club_has_one_owner"
            ),
        ]


class Player(models.Model):
    """Somebody who plays in a club, with an account or without.

    `home_club` is the club that a guest comes from. `figures_shown`: they let others see what they
    won by gin, how they knock and the like. A player merged into another one stays as a row, so
    that old facts keep their meaning.
    """

    class Shown(models.TextChoices):
        FULL = "full"
        SHORT = "short"
        HIDDEN = "hidden"

    club = models.ForeignKey(Club, models.CASCADE, related_name="players")
    name = models.CharField(max_length=MAX_LENGTH)
    sort_key = models.CharField(max_length=2 * MAX_LENGTH, editable=False)
    search_key = models.CharField(max_length=2 * MAX_LENGTH, editable=False)
    email = models.EmailField(blank=True, max_length=254)
    home_club = models.CharField(max_length=MAX_LENGTH, blank=True)
    shown = models.CharField(max_length=8, choices=Shown.choices, default=Shown.FULL)
    figures_shown = models.BooleanField(default=False, db_default=False)
    user = models.ForeignKey(User, models.SET_NULL, null=True, blank=True, related_name="players")
    merged_into = models.ForeignKey(
        "self", models.PROTECT, null=True, blank=True, related_name="merged_from"
    )
    anonymised_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["sort_key", "id"]
        constraints = [
            models.UniqueConstraint(
                fields=["club", "user"],
                condition=Q(user__isnull=False, merged_into__isnull=True),
                name="account_plays_once_in_a_club",
            ),
        ]
        indexes = [models.Index(fields=["club", "sort_key"])]

    def __str__(self) -> str:
        return self.name

    def save(self, *args: Any, **kwargs: Any) -> None:
        self.set_keys()
        super().save(*args, **kwargs)

    @property
    def own_account(self) -> User | None:
        """The account that is theirs, with e-mail address and password, not that of a pass."""
        return None if self.user is None or self.user.is_of_pass else self.user

    def set_keys(self) -> None:
        """Sort and find the player by the name; bulk statements, which pass `save` by, need it."""
        self.sort_key, self.search_key = sort_key(self.name), search_key(self.name)


class Rating(models.Model):
    """What a player was rated, said by whom, from when on. The newest one holds."""

    player = models.ForeignKey(Player, models.CASCADE, related_name="ratings")
    value = models.IntegerField()
    source = models.CharField(max_length=40)
    at = models.DateTimeField()

    class Meta:
        ordering = ["-at", "-id"]


class Link(models.Model):
    """A secret link that was handed out: only the hash of its token is kept."""

    class Kinds(models.TextChoices):
        SETUP = "setup"  # the first owner of a new installation
        INVITATION = "invitation"  # an account and a role in a club
        CLAIM = "claim"  # a player's row becomes an account's
        RESET = "reset"  # an account gets a new password

    kind = models.CharField(max_length=12, choices=Kinds.choices)
    token_hash = models.CharField(max_length=64, unique=True)
    club = models.ForeignKey(Club, models.CASCADE, null=True, related_name="links")
    player = models.ForeignKey(Player, models.CASCADE, null=True, related_name="links")
    user = models.ForeignKey(User, models.CASCADE, null=True, related_name="reset_links")
    role = models.CharField(max_length=16, blank=True)
    email = models.EmailField(blank=True)
    created_by = models.ForeignKey(User, models.SET_NULL, null=True, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)
    expires_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True)
    used_by = models.ForeignKey(User, models.SET_NULL, null=True, related_name="+")


class ApiToken(AbstractAuthToken):  # type: ignore[misc]  # knox has no types
    """A token of the API. Its secret was shown once; `digest` is what is kept of it."""

    class Scopes(models.TextChoices):
        READ = Scope.READ
        ENTER = Scope.ENTER
        ALL = Scope.ALL

    name = models.CharField(max_length=MAX_LENGTH, blank=True)  # none where a program signed in
    scope = models.CharField(max_length=8, choices=Scopes.choices, default=Scopes.ALL)
    last_used_at = models.DateTimeField(null=True)


class Mail(models.Model):
    """A message that is to go out by e-mail, or has: what the worker needs to write and send it.

    Of a link there is the `seed` of its token, of a forgotten password nothing but the address;
    `subject` and `body` stand only where no secret is in them: in a notice, whose kind is its own.
    All three go when it is sent.
    """

    class Kinds(models.TextChoices):
        """What is written when it goes out."""

        INVITATION = "invitation"
        CLAIM = "claim"
        PASSWORD_RESET = "password_reset"  # noqa: S105 - a kind of mail
        RESET_LINK = "reset_link"  # that somebody has made one in person

    class Errors(models.TextChoices):
        """Why the last try failed."""

        UNREACHABLE = "unreachable"
        SILENT = "silent"
        LOGIN = "login"
        SENDER = "sender"
        RECIPIENT = "recipient"
        REFUSED = "refused"

    kind = models.CharField(max_length=16)
    to = models.EmailField(max_length=254)
    language = models.CharField(max_length=8, choices=settings.LANGUAGES)
    club = models.ForeignKey(Club, models.CASCADE, null=True, related_name="mails")
    link = models.ForeignKey(Link, models.CASCADE, null=True, related_name="mails")
    user = models.ForeignKey(User, models.CASCADE, null=True, related_name="mails")
    seed = models.CharField(max_length=64, blank=True)
    subject = models.CharField(max_length=400, blank=True)
    body = models.TextField(blank=True)
    made_at = models.DateTimeField()
    give_up_at = models.DateTimeField()
    tries = models.PositiveSmallIntegerField(default=0)
    next_try_at = models.DateTimeField()
    sent_at = models.DateTimeField(null=True)
    error = models.CharField(max_length=16, choices=Errors.choices, blank=True)

    class Meta:
        indexes = [
            models.Index(
                fields=["next_try_at"], condition=Q(sent_at__isnull=True), name="mail_unsent"
            )
        ]


class Recorded(models.Model):
    """A fact with who said it, as what, when, and by which way."""

    at = models.DateTimeField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    by_staff = models.BigIntegerField(null=True)  # a pass for one night: its row in the staff
    role = models.CharField(max_length=16)
    via = models.CharField(max_length=8)

    class Meta:
        abstract = True


class PlayerPass(Recorded):
    """A pass on paper: whoever scans its QR code, or types its code, signs in as the player.

    Only the hashes of its token and of its code are kept.
    """

    player = models.ForeignKey(Player, models.CASCADE, related_name="passes")
    token_hash = models.CharField(max_length=64, unique=True)
    code_hash = models.CharField(max_length=64, unique=True)
    expires_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True)  # for the first time
    ended_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(
                fields=["player"], condition=Q(ended_at__isnull=True), name="one_open_pass_a_player"
            )
        ]


class RosterImport(Recorded):
    """A roster that was taken into a club, and can be undone while nobody whom it brought plays."""

    club = models.ForeignKey(Club, models.CASCADE, related_name="imports")
    undone_at = models.DateTimeField(null=True)
    undone_by = models.ForeignKey(User, models.SET_NULL, null=True, related_name="+")

    class Meta:
        ordering = ["-id"]


class ImportedPlayer(models.Model):
    """Whom an import brought (`created`) or changed: `changes` has each field with what was there
    before and what the import wrote; `rating` is the one that it added."""

    roster_import = models.ForeignKey(RosterImport, models.CASCADE, related_name="players")
    player = models.ForeignKey(Player, models.CASCADE, related_name="+")
    created = models.BooleanField()
    changes = models.JSONField(default=dict)
    rating = models.ForeignKey(Rating, models.SET_NULL, null=True, related_name="+")


class AuditEntry(models.Model):
    """One link of the append-only chain of a tournament or of a club.

    Ids and codes only, so that a person can be anonymised with the chain intact. `digest` covers
    the entry and the digest before it.
    """

    scope = models.CharField(max_length=40)  # "tournament:12" or "club:3"
    number = models.PositiveIntegerField()
    at = models.DateTimeField()
    by = models.BigIntegerField(null=True)
    by_staff = models.BigIntegerField(null=True)
    role = models.CharField(max_length=16)
    via = models.CharField(max_length=8)
    action = models.CharField(max_length=48)
    data = models.JSONField(default=dict)
    previous = models.CharField(max_length=64)
    digest = models.CharField(max_length=64)

    class Meta:
        ordering = ["scope", "number"]
        constraints = [
            models.UniqueConstraint(fields=["scope", "number"], name="audit_number_once")
        ]


class SchemaLevel(models.Model):
    """One row: the lowest level that a program must have to write here (`web.db.schema_level`)."""

    level = models.PositiveIntegerField()

    class Meta:
        constraints = [models.CheckConstraint(condition=Q(pk=1), name="one_schema_level")]


class Answer(models.Model):
    """What was answered to a write that carried an idempotency key; kept 48 hours."""

    who = models.CharField(max_length=40)  # "user:3", "staff:8" or "anyone"
    method = models.CharField(max_length=8)
    path = models.CharField(max_length=200)
    key = models.CharField(max_length=200)
    body_digest = models.CharField(max_length=64)
    status = models.PositiveSmallIntegerField(null=True)
    body = models.JSONField(null=True)
    at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["who", "method", "path", "key"], name="idempotency_key_once"
            )
        ]
