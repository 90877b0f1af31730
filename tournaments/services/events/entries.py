"""Who takes part: entered, registered, approved, checked in, withdrawn, swapped."""

from collections.abc import Collection, Sequence
from datetime import datetime

from kernel.names import match_key
from kernel.permissions import Actor
from kernel.text import N_, refusal
from players.models import Player
from tournaments.domain import lifecycle
from tournaments.models import (
    Approval,
    CheckIn,
    Entry,
    EntryMember,
    PairingSide,
    Swap,
    Tournament,
    Withdrawal,
)
from tournaments.selectors.events.entries import entry_rows, waitlist_of
from tournaments.selectors.stages.reading import stage_record
from tournaments.services.events.entering import (
    check_seeds,
    entry_of,
    give_seeds,
    let_in,
    remaining_entry,
    require_not_withdrawn,
    require_open,
    standing_draw,
)
from tournaments.services.events.people import ENTERED, require_new, require_of_club
from tournaments.services.gate.changes import Change, changing
from tournaments.services.stages.advancing import advance_stage

TEAMS_ENTER = N_("Teams meet in this tournament: enter a team with its players.")
TEAM_STAYS = N_("You play for a team: the director takes it out. Tell them.")
SAME_NAME = N_(
    "Somebody else plays here as %(name)s. On the club's list, write behind the name what tells "
    "the two apart, then enter the player."
)


def enter_players(
    *, tournament_id: int, players: Sequence[tuple[Player, int | None]], by: Actor, now: datetime
) -> list[Entry]:
    """Enter players with their seeds (or None), as the director does: they are in at once.

    All or nothing. A player who is in already, or who was withdrawn, is refused; one who asked to
    come in is approved by it, and keeps their seed where none is given.
    """
    with changing(tournament_id, by=by, now=now) as change:
        require_open(change.tournament)
        require_of_club(change.tournament, [player for player, _ in players])
        entries = _enter(change, players)
        let_in(change, entries)
    return entries


def register_player(*, tournament_id: int, player: Player, by: Actor, now: datetime) -> Entry:
    """A player asks to take part; the director approves. Asking twice changes nothing."""
    with changing(tournament_id, by=by, now=now) as change:
        tournament = change.tournament
        lifecycle.require(tournament.state, "register")
        if tournament.registration == Tournament.Registration.CLOSED or tournament.has_teams:
            sentence = N_("The director enters the players of this tournament. Ask them.")
            raise refusal("wrong_state", sentence)
        require_of_club(tournament, [player])
        known = Entry.objects.filter(tournament=tournament, members__player=player).first()
        if known:
            require_not_withdrawn(known)
            return known
        (entry,) = _enter(change, [(player, None)])
        change.record("entries.register", "entrants", public=False, entry=entry.pk)
    return entry


def approve_entry(*, tournament_id: int, entry_id: int, by: Actor, now: datetime) -> Entry:
    """Let one in who asked. Approving twice changes nothing."""
    with changing(tournament_id, by=by, now=now) as change:
        require_open(change.tournament)
        entry = remaining_entry(change.tournament, entry_id)
        if not Approval.objects.filter(entry=entry).exists():
            Approval.objects.create(entry=entry, **change.facts)
            change.record("entries.approve", "entrants", entry=entry.pk)
    return entry


def withdraw_entry(
    *, tournament_id: int, entry_id: int, by: Actor, now: datetime, reason: str = ""
) -> Entry:
    """Take an entrant out for good; while the event runs, their undecided match goes to the
    opponent. Withdrawing twice changes nothing."""
    with changing(tournament_id, by=by, now=now, action="withdraw") as change:
        entry = entry_of(change.tournament, entry_id)
        if Withdrawal.objects.filter(entry=entry).exists():
            return entry
        draw = standing_draw(change.tournament)
        facts = stage_record(draw.stage) if draw else None
        from_round = facts.format.leaves_from(facts.table, entry.pk) if facts else None
        if facts and from_round is None and entry.pk in facts.table.entries:
            sentence = N_("%(name)s has no match left to withdraw from.")
            raise refusal("not_ready", sentence, name=entry.name)
        Withdrawal.objects.create(
            entry=entry,
            stage=draw.stage if draw and from_round else None,
            from_round=from_round,
            reason=reason,
            **change.facts,
        )
        change.record("entries.withdraw", "entrants", entry=entry.pk)
        if draw:
            advance_stage(change, draw.stage)
    return entry


def withdraw_oneself(*, tournament_id: int, entry_id: int, by: Actor, now: datetime) -> Entry:
    """An entrant withdraws without the director. Who plays for a team can't take it out."""
    if Tournament.objects.filter(pk=tournament_id, boards__gt=1).exists():
        raise refusal("wrong_state", TEAM_STAYS)
    return withdraw_entry(tournament_id=tournament_id, entry_id=entry_id, by=by, now=now)


def check_in_entry(*, tournament_id: int, entry_id: int, by: Actor, now: datetime) -> Entry:
    """The entrant is here. Checking in twice changes nothing."""
    with changing(tournament_id, by=by, now=now, action="check_in") as change:
        entry = entry_of(change.tournament, entry_id)
        if not Approval.objects.filter(entry=entry).exists():
            raise refusal("not_ready", N_("Approve this entry before you check it in."))
        require_not_withdrawn(entry)
        if not CheckIn.objects.filter(entry=entry).exists():
            CheckIn.objects.create(entry=entry, **change.facts)
            change.record("entries.check_in", "entrants", entry=entry.pk)
    return entry


def take_back_check_in(*, tournament_id: int, entry_id: int, by: Actor, now: datetime) -> Entry:
    """The entrant is not here after all."""
    with changing(tournament_id, by=by, now=now, action="check_in") as change:
        entry = entry_of(change.tournament, entry_id)
        if CheckIn.objects.filter(entry=entry).delete()[0]:
            change.record("entries.check_in_undone", "entrants", entry=entry.pk)
    return entry


def swap_no_show(*, tournament_id: int, entry_id: int, by: Actor, now: datetime) -> Entry:
    """Put the first on the waitlist in the place of somebody who did not come.

    Who is checked in comes before who is not. Seed and slot pass over to who comes in, whose entry
    is returned; refused once anything is played.
    """
    with changing(tournament_id, by=by, now=now, action="swap_entry") as change:
        out = entry_of(change.tournament, entry_id)
        done = Swap.objects.filter(out=out).select_related("entry").first()
        if done:
            return done.entry
        rows = entry_rows(change.tournament)
        if not any(row.entry == out and row.status == "entered" for row in rows):
            sentence = N_("%(name)s has no place in the field that another could take.")
            raise refusal("not_ready", sentence, name=out.name)
        waiting = waitlist_of(rows)
        if not waiting:
            raise refusal("not_ready", N_("Nobody is on the waitlist to take this place."))
        entry = waiting[0].entry
        Swap.objects.create(out=out, entry=entry, **change.facts)
        change.record("entries.swap", "entrants", out=out.pk, entry=entry.pk)
        give_seeds([(out, None), (entry, out.seed)])
        _hand_over_slot(change, out, entry)
    return entry


def _hand_over_slot(change: Change, out: Entry, entry: Entry) -> None:
    draw = standing_draw(change.tournament)
    if draw is None:
        return
    if stage_record(draw.stage).begun:
        sentence = N_("Something is played already: withdraw instead, and the opponent goes on.")
        raise refusal("not_ready", sentence)
    draw.order = [entry.pk if key == out.pk else key for key in draw.order]
    others = [[key, seed] for key, seed in draw.given if key != entry.pk]
    draw.given = [[entry.pk if key == out.pk else key, seed] for key, seed in others]
    draw.save()
    PairingSide.objects.filter(pairing__round__stage=draw.stage, entry=out).update(entry=entry)
    advance_stage(change, draw.stage)


def _enter(change: Change, players: Sequence[tuple[Player, int | None]]) -> list[Entry]:
    """The entries of these players: made, or found where one had asked; in the order given."""
    tournament = change.tournament
    if tournament.has_teams:
        raise refusal("invalid", TEAMS_ENTER, "player")
    members = EntryMember.objects.filter(
        tournament=tournament, player__in=[player for player, _ in players]
    ).select_related("entry__approval", "entry__withdrawal")
    known = {member.player_id: member.entry for member in members}
    for entry in known.values():
        require_not_withdrawn(entry)
    taken = [player for player, entry in known.items() if hasattr(entry, "approval")]
    require_new([player for player, _ in players], taken, "player")
    seeds = [seed for _, seed in players if seed is not None]
    check_seeds(tournament, seeds, [entry.pk for entry in known.values()])
    new = {
        player.pk: Entry(tournament=tournament, name=player.name)
        for player, _ in players
        if player.pk not in known
    }
    Entry.objects.bulk_create(new.values())
    EntryMember.objects.bulk_create(
        EntryMember(entry=entry, tournament=tournament, player_id=player)
        for player, entry in new.items()
    )
    known |= new
    give_seeds([(known[player.pk], seed) for player, seed in players if seed is not None])
    return [known[player.pk] for player, _ in players]


def entry_for(change: Change, player: Player, *, taken: Collection[int]) -> Entry:
    """The entry of a player who comes late, inside a change that has begun: made, or found where
    the player had asked or waits. Refused for who plays already (`taken`), or has withdrawn."""
    require_of_club(change.tournament, [player])
    others = change.tournament.entries.exclude(members__player=player)
    # A name stays as it is at the draw, though its player is called otherwise by now.
    if match_key(player.name) in map(match_key, others.values_list("name", flat=True)):
        raise refusal("name_taken", SAME_NAME, "player", name=player.name)
    known = change.tournament.entries.filter(members__player=player).first()
    if known is None:
        return _enter(change, [(player, None)])[0]
    require_not_withdrawn(known)
    if known.pk in taken:
        raise refusal("already_entered", ENTERED, "player", name=player.name)
    return known
