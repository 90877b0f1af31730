"""The one table of who may do what.

A role is what a person is towards the club, tournament or match at hand; a person has several, and
may do what any of them may. Roles are found where the facts are (`players.selectors.club_roles`,
`tournaments.selectors.tournament_roles`) and handed in.
"""

from dataclasses import dataclass
from enum import StrEnum


class Role(StrEnum):
    """What somebody is towards the thing at hand, the weightiest first.

    Those that may enter a result come before `PLAYER`: whoever is both does it as staff.
    """

    SYSTEM = "system"  # the program itself, in tasks and commands
    OWNER = "owner"  # of the club
    ORGANISER = "organiser"  # of the club
    CLUB_REFEREE = "club_referee"  # at every tournament of the club
    DIRECTOR = "director"  # of the tournament
    HEAD_REFEREE = "head_referee"  # of the tournament
    REFEREE = "referee"  # of the tournament, all tables
    TABLE_REFEREE = "table_referee"  # of the match's table
    PLAYER = "player"  # sits in the match
    SEAT = "seat"  # sits in the match of a friendly, with an account or as a guest
    ENTRANT = "entrant"  # plays in the tournament
    MEMBER = "member"  # of the club
    USER = "user"  # has signed in
    ANYONE = "anyone"


_OWNER = frozenset({Role.OWNER})
_ORGANISERS = frozenset({Role.OWNER, Role.ORGANISER})
_CLUB_STAFF = _ORGANISERS | {Role.CLUB_REFEREE}
_CLUB = _CLUB_STAFF | {Role.MEMBER}
_DIRECTORS = _ORGANISERS | {Role.DIRECTOR}
_HEADS = _DIRECTORS | {Role.HEAD_REFEREE}
_REFEREES = _HEADS | {Role.CLUB_REFEREE, Role.REFEREE}
_TABLE = _REFEREES | {Role.TABLE_REFEREE}
_SCORERS = _TABLE | {Role.PLAYER}
_SEATS = frozenset({Role.SEAT})
_USERS = frozenset({Role.USER})
_ANYONE = frozenset({Role.ANYONE})
_SYSTEM = frozenset({Role.SYSTEM})

TABLE: dict[str, frozenset[Role]] = {
    # Everybody's
    "site.view": _ANYONE,
    "account.sign_in": _ANYONE,
    "account.edit": _USERS,
    "club.create": _USERS,
    "rules.view": _USERS,
    # The club
    "club.view": _ANYONE,
    "club.edit": _ORGANISERS,
    "club.rule_sets": _ORGANISERS,
    "club.members": _ORGANISERS,
    "club.invite": _ORGANISERS,
    "club.try_rules": _CLUB,
    "club.play": _USERS,  # who belongs to it, as one of its players too
    "club.reset_link": _ORGANISERS,
    "club.hand_over": _OWNER,
    "club.leave": _CLUB,
    "club.test_mail": _OWNER,
    "club.delete": _OWNER,
    "club.audit": _ORGANISERS,
    # Its players
    "player.list": _ANYONE,
    "player.claim": _USERS,
    "player.show_own_figures": _USERS,
    "player.contact": _CLUB_STAFF,
    "player.edit": _ORGANISERS,
    "player.import": _ORGANISERS,
    "player.merge": _ORGANISERS,
    "player.anonymise": _ORGANISERS,
    # The tournament
    "tournament.view": _ANYONE,
    "tournament.view_draft": _TABLE,
    "tournament.create": _ORGANISERS,
    "tournament.edit": _DIRECTORS,
    "tournament.delete": _ORGANISERS,
    "tournament.cancel": _ORGANISERS,
    "tournament.archive": _DIRECTORS,
    "tournament.staff": _DIRECTORS,
    "tournament.tables": _DIRECTORS,
    "tournament.audit": _DIRECTORS,
    "tournament.settlement": _REFEREES | {Role.PLAYER},  # of any match of it
    "tournament.register": _USERS,
    "tournament.withdraw_self": frozenset({Role.ENTRANT}),
    "tournament.vacation": frozenset({Role.ENTRANT}),
    "tournament.fill_bye": frozenset({Role.ENTRANT}),  # their own, with a computer player
    "tournament.entries": _DIRECTORS,
    "tournament.check_in": _REFEREES,
    "tournament.announce": _DIRECTORS,
    "tournament.start": _DIRECTORS,
    "tournament.draw": _DIRECTORS,
    "round.publish": _DIRECTORS,
    "round.drop": _DIRECTORS,
    "round.redraw": _DIRECTORS,
    "round.clock": _REFEREES,
    "round.window": _DIRECTORS,
    "tournament.advance": _DIRECTORS | _SYSTEM,
    # The match
    "match.view": _ANYONE,
    "match.score": _SCORERS | _SYSTEM,
    "match.enter": _TABLE | _SYSTEM,  # what was not played in its window
    "match.report": frozenset({Role.PLAYER}),
    "match.arrange": frozenset({Role.PLAYER}),  # its hour, with the other player
    "match.answer": _SCORERS,
    "match.correct": _TABLE,
    "match.correct_own": _SCORERS,
    "match.move": _SCORERS,  # who runs its online table at once, its players together
    # Its online table
    "table.view": _ANYONE,
    "table.play": _SEATS | {Role.PLAYER},
    "table.run": _TABLE,
    "table.disclose": _TABLE,
    "table.report": frozenset({Role.PLAYER}),
    # A friendly
    "friendly.open": _ANYONE,
    "friendly.claim": _ANYONE,
    "friendly.answer": _USERS,  # a challenge to them, or take one's own back
    "friendly.block": _USERS,
    "friendly.take_along": _USERS,
    "opponent.edit": _USERS,  # of their own, whom they alone see
    "friendly.invite": _SEATS,
    "friendly.rematch": _SEATS,
    "friendly.report_name": _SEATS,
    # The referee's desk
    "call.make": _SCORERS,
    "call.take": _TABLE,
    "call.end": _SCORERS,
    "penalty.view": _TABLE,
    "penalty.give": _REFEREES,
    "penalty.severe": _HEADS,
    "ruling.make": _TABLE,
    "ruling.view": _ANYONE,
    "ruling.facts": _SCORERS,
    "ruling.case_law": _TABLE,
    "evidence.view": _REFEREES,  # but for who plays in the event
    "memo.view": _HEADS,
    "memo.write": _HEADS,
    "appeal.view": _SCORERS,
    "appeal.make": _DIRECTORS | {Role.PLAYER},
    "appeal.decide": _HEADS,
}


def may(roles: frozenset[Role], action: str) -> bool:
    """Whether somebody with these roles may do `action`. KeyError for an unknown action."""
    return Role.ANYONE in TABLE[action] or not TABLE[action].isdisjoint(roles)


class Scope(StrEnum):
    """What a token of the API is for. It never gives more than its account may do."""

    READ = "read"
    ENTER = "enter"  # results, and what corrects them
    ALL = "all"


ENTERING = frozenset(
    {
        "match.score",
        "match.enter",
        "match.report",
        "match.answer",
        "match.correct",
        "match.correct_own",
    }
)


IN_ONES_NAME = frozenset({"friendly.open", "friendly.claim"})
"""What anybody may do, but who has an account does in its name."""


def reaches(scope: Scope, action: str, *, writes: bool) -> bool:
    """Whether a token of this scope is for `action`. What anybody may do needs no token at all, and
    reading changes nothing. KeyError for an unknown action."""
    if not writes or (Role.ANYONE in TABLE[action] and action not in IN_ONES_NAME):
        return True
    return scope is Scope.ALL or (scope is Scope.ENTER and action in ENTERING)


@dataclass(frozen=True, slots=True)
class Actor:
    """Who acts, and by which way: handed to every service, kept with every fact.

    `user_id` is an account, `staff_id` a pass for one night (a row of the tournament's staff);
    both None is a visitor, or the program itself when `system` is set. `via` is one of page, api,
    command, task, online (a table itself), bot (a computer player). `roles` is what they are
    towards the thing at hand, as was found for it. `scope` is what the token is for with which they
    ask the API. `seat_key` is the digest of the secret by which a guest's browser or program has
    its seats, "" without one; `is_seat_sent` where a program has sent it, that of one seat.
    """

    via: str
    user_id: int | None = None
    staff_id: int | None = None
    system: bool = False
    roles: frozenset[Role] = frozenset()
    scope: Scope = Scope.ALL
    seat_key: str = ""
    is_seat_sent: bool = False

    @property
    def account_id(self) -> int:
        """The account of whoever acts. Raises LookupError where it is nobody with an account."""
        if self.user_id is None:
            raise LookupError("nobody with an account acts")
        return self.user_id

    @property
    def role(self) -> Role:
        """The weightiest of the roles: the one that is kept with what the actor does."""
        return next((role for role in Role if role in self.roles), Role.ANYONE)

    def may(self, action: str) -> bool:
        """Whether the roles allow `action`."""
        return may(self.roles, action)

    def may_besides(self, action: str) -> bool:
        """Whether the roles allow another change that comes with the one that was asked for, and
        the token is for that, too."""
        return self.may(action) and reaches(self.scope, action, writes=True)


SYSTEM = Actor(via="task", system=True, roles=frozenset({Role.SYSTEM, Role.ANYONE}))
ONLINE = Actor(via="online", system=True, roles=frozenset({Role.SYSTEM, Role.ANYONE}))
"""An online table, which deals, judges and keeps time by itself."""
COMPUTER = Actor(via="bot", roles=frozenset({Role.SEAT, Role.ANYONE}))
"""A computer player, in its seat at an online table."""
