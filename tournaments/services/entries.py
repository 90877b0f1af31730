"""Who takes part: entered, registered, approved, seeded, checked in, withdrawn, swapped."""

from collections.abc import Mapping, Sequence
from datetime import datetime

from players.models import Player
from players.permissions import Actor
from players.text import N_, Refusal, Text
from tournaments.domain import lifecycle
from tournaments.domain.formats.base import open_round
from tournaments.models import (
    Approval,
    CheckIn,
    Draw,
    Entry,
    EntryMember,
    PairingSide,
    Stage,
    Swap,
    Tournament,
    Withdrawal,
)
from tournaments.selectors.entries import entry_rows, waitlist_of
from tournaments.selectors.stages import stage_facts
from tournaments.services.advancing import advance_stage
from tournaments.services.changes import Change, changing

NOT_ENTERED = N_("This entry is not of this tournament.")


def enter_players(
    *,
    tournament_id: int,
    players: Sequence[tuple[Player, int | None]],
    by: Actor,
    now: datetime,
) -> list[Entry]:
    """Enter players with their seeds (or None), as the director does: they are in at once.

    All or nothing. A player who is in already, or who was withdrawn, is refused; one who asked to
    come in is approved by it.
    """
    with changing(tournament_id, by=by, now=now) as change:
        _require_open(change.tournament)
        _require_of_club(change.tournament, [player for player, _ in players])
        _check_seeds(change.tournament, [seed for _, seed in players], [])
        entries = _enter(change, players)
        Approval.objects.bulk_create(Approval(entry=entry, **change.facts) for entry in entries)
        if entries:
            change.record(
                "entries.enter", {"entries": [entry.pk for entry in entries]}, changed="entrants"
            )
    return entries


def register_player(*, tournament_id: int, player: Player, by: Actor, now: datetime) -> Entry:
    """A player asks to take part; the director approves. Asking twice changes nothing."""
    with changing(tournament_id, by=by, now=now) as change:
        tournament = change.tournament
        lifecycle.require(tournament.state, "register")
        if tournament.registration == Tournament.Registration.CLOSED:
            sentence = N_("The director enters the players of this tournament. Ask him.")
            raise Refusal(Text("wrong_state", sentence))
        _require_of_club(tournament, [player])
        known = Entry.objects.filter(tournament=tournament, members__player=player).first()
        if known:
            return known
        (entry,) = _enter(change, [(player, None)])
        change.record("entries.register", {"entry": entry.pk}, changed="entrants", public=False)
    return entry


def approve_entry(*, tournament_id: int, entry_id: int, by: Actor, now: datetime) -> Entry:
    """Let one in who asked. Approving twice changes nothing."""
    with changing(tournament_id, by=by, now=now) as change:
        _require_open(change.tournament)
        entry = _entry(change.tournament, entry_id)
        if not Approval.objects.filter(entry=entry).exists():
            Approval.objects.create(entry=entry, **change.facts)
            change.record("entries.approve", {"entry": entry.pk}, changed="entrants")
    return entry


def withdraw_entry(
    *, tournament_id: int, entry_id: int, by: Actor, now: datetime, reason: str = ""
) -> Entry:
    """Take an entrant out for good; while the event runs, his undecided match goes to the
    opponent. Withdrawing twice changes nothing."""
    with changing(tournament_id, by=by, now=now) as change:
        lifecycle.require(change.tournament.state, "withdraw")
        entry = _entry(change.tournament, entry_id)
        if Withdrawal.objects.filter(entry=entry).exists():
            return entry
        stage = Stage.objects.filter(
            tournament=change.tournament, draws__superseded_at=None
        ).first()
        drawn = stage is not None and stage.rounds.exists()
        facts = stage_facts(stage) if drawn and stage else None
        from_round = open_round(facts.resolved(), entry.pk) if facts else None
        if facts and from_round is None and entry.pk in facts.table.entries:
            sentence = N_("%(name)s has no match left to withdraw from.")
            raise Refusal(Text("not_ready", sentence, {"name": entry.name}))
        Withdrawal.objects.create(entry=entry, from_round=from_round, reason=reason, **change.facts)
        change.record("entries.withdraw", {"entry": entry.pk}, changed="entrants")
        if stage is not None and drawn:
            advance_stage(change, stage)
    return entry


def check_in_entry(*, tournament_id: int, entry_id: int, by: Actor, now: datetime) -> Entry:
    """The entrant is here. Checking in twice changes nothing."""
    with changing(tournament_id, by=by, now=now) as change:
        lifecycle.require(change.tournament.state, "check_in")
        entry = _entry(change.tournament, entry_id)
        if not Approval.objects.filter(entry=entry).exists():
            raise Refusal(Text("not_ready", N_("Approve this entry before you check it in.")))
        if not CheckIn.objects.filter(entry=entry).exists():
            CheckIn.objects.create(entry=entry, **change.facts)
            change.record("entries.check_in", {"entry": entry.pk}, changed="entrants")
    return entry


def take_back_check_in(*, tournament_id: int, entry_id: int, by: Actor, now: datetime) -> Entry:
    """The entrant is not here after all."""
    with changing(tournament_id, by=by, now=now) as change:
        lifecycle.require(change.tournament.state, "check_in")
        entry = _entry(change.tournament, entry_id)
        if CheckIn.objects.filter(entry=entry).delete()[0]:
            change.record("entries.check_in_undone", {"entry": entry.pk}, changed="entrants")
    return entry


def seed_entries(
    *, tournament_id: int, seeds: Mapping[int, int | None], by: Actor, now: datetime
) -> list[Entry]:
    """Give entries their seeds by hand, None for none; all or nothing."""
    with changing(tournament_id, by=by, now=now) as change:
        _require_open(change.tournament)
        entries = {entry.pk: entry for entry in Entry.objects.filter(tournament=change.tournament)}
        if not seeds.keys() <= entries.keys():
            raise Refusal(Text("invalid", NOT_ENTERED), "entry")
        _check_seeds(change.tournament, list(seeds.values()), list(seeds))
        chosen = [entries[key] for key in seeds]
        # The numbers are given up first: a constraint keeps each of them unique at every moment.
        Entry.objects.filter(pk__in=seeds).update(seed=None)
        for entry in chosen:
            entry.seed = seeds[entry.pk]
        Entry.objects.bulk_update(chosen, ["seed"])
        change.record("entries.seed", {"entries": sorted(seeds)}, changed="entrants")
    return chosen


def swap_no_show(*, tournament_id: int, entry_id: int, by: Actor, now: datetime) -> Entry:
    """Put the first on the waitlist in the place of somebody who did not come.

    Seed and slot pass over to him; refused once anything is played. Returns who came in.
    """
    with changing(tournament_id, by=by, now=now) as change:
        lifecycle.require(change.tournament.state, "swap_entry")
        out = _entry(change.tournament, entry_id)
        done = Swap.objects.filter(out=out).select_related("entry").first()
        if done:
            return done.entry
        waiting = waitlist_of(entry_rows(change.tournament))
        if not waiting:
            raise Refusal(Text("not_ready", N_("Nobody is on the waitlist to take this place.")))
        entry = waiting[0].entry
        _hand_over_slot(change, out, entry)
        Swap.objects.create(out=out, entry=entry, **change.facts)
        change.record("entries.swap", {"out": out.pk, "entry": entry.pk}, changed="entrants")
    return entry


def _hand_over_slot(change: Change, out: Entry, entry: Entry) -> None:
    seed = out.seed
    Entry.objects.filter(pk=out.pk).update(seed=None)
    Entry.objects.filter(pk=entry.pk).update(seed=seed)
    draw = Draw.objects.filter(
        stage__tournament=change.tournament, superseded_at__isnull=True
    ).first()
    if draw is None:
        return
    facts = stage_facts(draw.stage)
    if facts.begun():
        sentence = N_("Something is played already: withdraw him instead, his opponent goes on.")
        raise Refusal(Text("not_ready", sentence))
    draw.order = [entry.pk if one == out.pk else one for one in draw.order]
    draw.save()
    PairingSide.objects.filter(entry=out).update(entry=entry)
    advance_stage(change, draw.stage)


def _enter(change: Change, players: Sequence[tuple[Player, int | None]]) -> list[Entry]:
    """The entries of these players: made, or found where one had asked; in the order given."""
    tournament = change.tournament
    members = EntryMember.objects.filter(
        tournament=tournament, player__in=[player for player, _ in players]
    ).select_related("entry__approval")
    known = {member.player_id: member.entry for member in members}
    for player, seed in players:
        entry = known.get(player.pk)
        if entry and hasattr(entry, "approval"):
            sentence = N_("%(name)s is in this tournament already.")
            raise Refusal(Text("already_entered", sentence, {"name": player.name}), "player")
        if entry:
            entry.seed = seed
            entry.save()
    new = [(player, seed) for player, seed in players if player.pk not in known]
    entries = Entry.objects.bulk_create(
        Entry(tournament=tournament, name=player.name, seed=seed) for player, seed in new
    )
    EntryMember.objects.bulk_create(
        EntryMember(entry=entry, tournament=tournament, player=player)
        for entry, (player, _) in zip(entries, new, strict=True)
    )
    known |= {player.pk: entry for entry, (player, _) in zip(entries, new, strict=True)}
    return [known[player.pk] for player, _ in players]


def _check_seeds(
    tournament: Tournament, given: Sequence[int | None], instead_of: Sequence[int]
) -> None:
    numbers = [seed for seed in given if seed is not None]
    others = Entry.objects.filter(tournament=tournament, seed__in=numbers).exclude(
        pk__in=instead_of
    )
    if len(set(numbers)) != len(numbers) or any(seed < 1 for seed in numbers) or others.exists():
        raise Refusal(Text("invalid", N_("Give each seed, from 1, to one player only.")), "seed")


def _require_open(tournament: Tournament) -> None:
    lifecycle.require(tournament.state, "change_entries")
    if Draw.objects.filter(stage__tournament=tournament, superseded_at__isnull=True).exists():
        raise Refusal(
            Text("not_ready", N_("The draw is made. Take it back before you change the entries."))
        )


def _require_of_club(tournament: Tournament, players: Sequence[Player]) -> None:
    for player in players:
        if player.club_id != tournament.club_id or player.merged_into_id or player.anonymised_at:
            raise Refusal(
                Text("invalid", N_("This player is not on the list of this club.")), "player"
            )


def _entry(tournament: Tournament, entry_id: int) -> Entry:
    entry = Entry.objects.filter(tournament=tournament, pk=entry_id).first()
    if entry is None:
        raise Refusal(Text("not_found", NOT_ENTERED))
    return entry
