"""Who takes part: entered, registered, approved, seeded, checked in, withdrawn, swapped."""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime

from kernel.names import match_key
from kernel.permissions import Actor
from kernel.text import N_, Refusal, Text
from players.models import Player
from tournaments.domain import lifecycle
from tournaments.models import (
    Approval,
    CheckIn,
    Draw,
    Entry,
    EntryMember,
    PairingSide,
    Swap,
    Tournament,
    Withdrawal,
)
from tournaments.selectors.events.entries import entry_rows, waitlist_of
from tournaments.selectors.stages.reading import stage_record
from tournaments.services.gate.changes import Change, changing, difference
from tournaments.services.stages.advancing import advance_stage

LARGEST_SEED = 9999
NOT_ENTERED = N_("This entry is not of this tournament.")
WITHDRAWN = N_("%(name)s has withdrawn from this tournament, and that is final.")
ENTERED = N_("%(name)s is in this tournament already.")
SEEDED = N_(
    "Somebody has changed the seed of %(names)s meanwhile. Look at the seeds, then give them again."
)
TEAMS_ENTER = N_("Teams meet in this tournament: enter a team with its players.")
TEAM_STAYS = N_("You play for a team: the director takes it out. Tell them.")
SAME_NAME = N_(
    "Somebody else plays here as %(name)s. On the club's list, write behind the name what tells "
    "the two apart, then enter the player."
)
NAMED_TWICE = N_("%(name)s is named twice. Enter each player once.")


def enter_players(
    *,
    tournament_id: int,
    players: Sequence[tuple[Player, int | None]],
    by: Actor,
    now: datetime,
) -> list[Entry]:
    """Enter players with their seeds (or None), as the director does: they are in at once.

    All or nothing. A player who is in already, or who was withdrawn, is refused; one who asked to
    come in is approved by it, and keeps their seed where none is given.
    """
    with changing(tournament_id, by=by, now=now) as change:
        require_open(change.tournament)
        require_of_club(change.tournament, [player for player, _ in players])
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
        if tournament.registration == Tournament.Registration.CLOSED or tournament.has_teams:
            sentence = N_("The director enters the players of this tournament. Ask them.")
            raise Refusal(Text("wrong_state", sentence))
        require_of_club(tournament, [player])
        known = Entry.objects.filter(tournament=tournament, members__player=player).first()
        if known:
            require_not_withdrawn(known)
            return known
        (entry,) = _enter(change, [(player, None)])
        change.record("entries.register", {"entry": entry.pk}, changed="entrants", public=False)
    return entry


def approve_entry(*, tournament_id: int, entry_id: int, by: Actor, now: datetime) -> Entry:
    """Let one in who asked. Approving twice changes nothing."""
    with changing(tournament_id, by=by, now=now) as change:
        require_open(change.tournament)
        entry = _entry(change.tournament, entry_id)
        require_not_withdrawn(entry)
        if not Approval.objects.filter(entry=entry).exists():
            Approval.objects.create(entry=entry, **change.facts)
            change.record("entries.approve", {"entry": entry.pk}, changed="entrants")
    return entry


def withdraw_entry(
    *, tournament_id: int, entry_id: int, by: Actor, now: datetime, reason: str = ""
) -> Entry:
    """Take an entrant out for good; while the event runs, their undecided match goes to the
    opponent. Withdrawing twice changes nothing."""
    with changing(tournament_id, by=by, now=now) as change:
        lifecycle.require(change.tournament.state, "withdraw")
        entry = _entry(change.tournament, entry_id)
        if Withdrawal.objects.filter(entry=entry).exists():
            return entry
        draw = _standing_draw(change.tournament)
        facts = stage_record(draw.stage) if draw else None
        from_round = facts.format.leaves_from(facts.table, entry.pk) if facts else None
        if facts and from_round is None and entry.pk in facts.table.entries:
            sentence = N_("%(name)s has no match left to withdraw from.")
            raise Refusal(Text("not_ready", sentence, {"name": entry.name}))
        Withdrawal.objects.create(
            entry=entry,
            stage=draw.stage if draw and from_round else None,
            from_round=from_round,
            reason=reason,
            **change.facts,
        )
        change.record("entries.withdraw", {"entry": entry.pk}, changed="entrants")
        if draw:
            advance_stage(change, draw.stage)
    return entry


def withdraw_oneself(*, tournament_id: int, entry_id: int, by: Actor, now: datetime) -> Entry:
    """An entrant withdraws without the director. Who plays for a team can't take it out."""
    if Tournament.objects.filter(pk=tournament_id, boards__gt=1).exists():
        raise Refusal(Text("wrong_state", TEAM_STAYS))
    return withdraw_entry(tournament_id=tournament_id, entry_id=entry_id, by=by, now=now)


def check_in_entry(*, tournament_id: int, entry_id: int, by: Actor, now: datetime) -> Entry:
    """The entrant is here. Checking in twice changes nothing."""
    with changing(tournament_id, by=by, now=now) as change:
        lifecycle.require(change.tournament.state, "check_in")
        entry = _entry(change.tournament, entry_id)
        if not Approval.objects.filter(entry=entry).exists():
            raise Refusal(Text("not_ready", N_("Approve this entry before you check it in.")))
        require_not_withdrawn(entry)
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
    *,
    tournament_id: int,
    seeds: Mapping[int, int | None],
    by: Actor,
    now: datetime,
    was: Mapping[int, int | None] | None = None,
) -> list[Entry]:
    """Give entries their seeds by hand, None for none; all or nothing.

    `was` are seeds of some of them as whoever gives them has seen them: where one has another seed
    than that, it is refused as `stale`.
    """
    with changing(tournament_id, by=by, now=now) as change:
        require_open(change.tournament)
        entries = {entry.pk: entry for entry in Entry.objects.filter(tournament=change.tournament)}
        if not seeds.keys() <= entries.keys():
            raise Refusal(Text("invalid", NOT_ENTERED), "entry")
        chosen = [entries[key] for key in seeds]
        _require_seen(chosen, seeds, was or {})
        check_seeds(change.tournament, list(seeds.values()), list(seeds))
        before = {str(entry.pk): entry.seed for entry in chosen}
        give_seeds([(entry, seeds[entry.pk]) for entry in chosen])
        after = {str(key): seed for key, seed in seeds.items()}
        data = {"entries": sorted(seeds)} | difference(before, after)
        change.record("entries.seed", data, changed="entrants")
    return chosen


def _require_seen(
    entries: Sequence[Entry], seeds: Mapping[int, int | None], was: Mapping[int, int | None]
) -> None:
    """Refuse to overwrite what was not seen; to give what is given already overwrites nothing."""
    others = [
        entry.name
        for entry in entries
        if entry.seed not in (seeds[entry.pk], was.get(entry.pk, entry.seed))
    ]
    if others:
        raise Refusal(Text("stale", SEEDED, {"names": ", ".join(others)}), "seed")


def swap_no_show(*, tournament_id: int, entry_id: int, by: Actor, now: datetime) -> Entry:
    """Put the first on the waitlist in the place of somebody who did not come.

    Who is checked in comes before who is not. Seed and slot pass over to who comes in, whose entry
    is returned; refused once anything is played.
    """
    with changing(tournament_id, by=by, now=now) as change:
        lifecycle.require(change.tournament.state, "swap_entry")
        out = _entry(change.tournament, entry_id)
        done = Swap.objects.filter(out=out).select_related("entry").first()
        if done:
            return done.entry
        rows = entry_rows(change.tournament)
        if not any(row.entry == out and row.status == "entered" for row in rows):
            sentence = N_("%(name)s has no place in the field that another could take.")
            raise Refusal(Text("not_ready", sentence, {"name": out.name}))
        waiting = waitlist_of(rows)
        if not waiting:
            raise Refusal(Text("not_ready", N_("Nobody is on the waitlist to take this place.")))
        entry = waiting[0].entry
        Swap.objects.create(out=out, entry=entry, **change.facts)
        change.record("entries.swap", {"out": out.pk, "entry": entry.pk}, changed="entrants")
        give_seeds([(out, None), (entry, out.seed)])
        _hand_over_slot(change, out, entry)
    return entry


def _hand_over_slot(change: Change, out: Entry, entry: Entry) -> None:
    draw = _standing_draw(change.tournament)
    if draw is None:
        return
    if stage_record(draw.stage).begun:
        sentence = N_("Something is played already: withdraw instead, and the opponent goes on.")
        raise Refusal(Text("not_ready", sentence))
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
        raise Refusal(Text("invalid", TEAMS_ENTER), "player")
    members = EntryMember.objects.filter(
        tournament=tournament, player__in=[player for player, _ in players]
    ).select_related("entry__approval", "entry__withdrawal")
    known = {member.player_id: member.entry for member in members}
    _require_not_in(players, known)
    seeds = [seed for _, seed in players if seed is not None]
    check_seeds(tournament, seeds, [entry.pk for entry in known.values()])
    new = [player for player, _ in players if player.pk not in known]
    entries = Entry.objects.bulk_create(
        Entry(tournament=tournament, name=player.name) for player in new
    )
    EntryMember.objects.bulk_create(
        EntryMember(entry=entry, tournament=tournament, player=player)
        for entry, player in zip(entries, new, strict=True)
    )
    known |= {player.pk: entry for entry, player in zip(entries, new, strict=True)}
    give_seeds([(known[player.pk], seed) for player, seed in players if seed is not None])
    return [known[player.pk] for player, _ in players]


def entry_for(change: Change, player: Player, *, taken: Collection[int]) -> Entry:
    """The entry of a player who comes late, inside a change that has begun: made, or found where
    the player had asked or waits. Refused for who plays already (`taken`), or has withdrawn."""
    require_of_club(change.tournament, [player])
    known = Entry.objects.filter(tournament=change.tournament, members__player=player).first()
    _require_another_name(change.tournament, player, known)
    if known is None:
        return _enter(change, [(player, None)])[0]
    require_not_withdrawn(known)
    if known.pk in taken:
        raise Refusal(Text("already_entered", ENTERED, {"name": player.name}), "player")
    return known


def _require_another_name(tournament: Tournament, player: Player, own: Entry | None) -> None:
    """Refuse a name that an entry has had since the draw, though its player is called otherwise
    on the list by now."""
    others = tournament.entries.exclude(pk=own.pk if own else None)
    if match_key(player.name) in {
        match_key(name) for name in others.values_list("name", flat=True)
    }:
        raise Refusal(Text("name_taken", SAME_NAME, {"name": player.name}), "player")


def _require_not_in(
    players: Sequence[tuple[Player, int | None]], known: Mapping[int, Entry]
) -> None:
    seen = set()
    for player, _ in players:
        entry = known.get(player.pk)
        if entry:
            require_not_withdrawn(entry)
        if player.pk in seen or (entry and hasattr(entry, "approval")):
            sentence = NAMED_TWICE if player.pk in seen else ENTERED
            raise Refusal(Text("already_entered", sentence, {"name": player.name}), "player")
        seen.add(player.pk)


def require_not_withdrawn(entry: Entry) -> None:
    """Refuse who has withdrawn for good."""
    if hasattr(entry, "withdrawal"):
        raise Refusal(Text("wrong_state", WITHDRAWN, {"name": entry.name}))


def give_seeds(seeds: Sequence[tuple[Entry, int | None]]) -> None:
    """Give entries their seeds. The numbers are given up first: a constraint keeps each of them
    unique at every moment."""
    Entry.objects.filter(pk__in=[entry.pk for entry, _ in seeds]).update(seed=None)
    for entry, seed in seeds:
        entry.seed = seed
    Entry.objects.bulk_update([entry for entry, _ in seeds], ["seed"])


def check_seeds(
    tournament: Tournament, given: Sequence[int | None], instead_of: Sequence[int]
) -> None:
    """Refuse seeds that are out of range, or that anybody but these entries has."""
    numbers = [seed for seed in given if seed is not None]
    possible = all(1 <= seed <= LARGEST_SEED for seed in numbers)
    others = Entry.objects.filter(tournament=tournament).exclude(pk__in=instead_of)
    if (
        not possible
        or len(set(numbers)) != len(numbers)
        or others.filter(seed__in=numbers).exists()
    ):
        sentence = N_("Give each seed, from 1 to %(most)d, to one entrant only.")
        raise Refusal(Text("invalid", sentence, {"most": LARGEST_SEED}), "seed")


def require_open(tournament: Tournament) -> None:
    """Refuse where entries are fixed: the event has begun, or its draw is made."""
    lifecycle.require(tournament.state, "change_entries")
    if _standing_draw(tournament):
        raise Refusal(
            Text("not_ready", N_("The draw is made. Take it back before you change the entries."))
        )


def _standing_draw(tournament: Tournament) -> Draw | None:
    """The draw of the current stage, None while there is none."""
    draws = Draw.objects.filter(stage__tournament=tournament, superseded_at__isnull=True)
    return draws.select_related("stage").order_by("-stage__number").first()


def require_of_club(tournament: Tournament, players: Sequence[Player]) -> None:
    """Refuse who is not on the list of the tournament's club."""
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
