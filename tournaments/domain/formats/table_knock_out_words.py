"""What a knock-out by tables says: of its rounds, and of each who plays in it."""

from collections.abc import Mapping

from kernel.text import N_, Text
from tournaments.domain.kinds.table_places import TablePlace

NOT_SO_MANY_GO_ON = N_(
    "From each table the first 1 to %(most)d go on, not %(go_on)d: somebody goes out."
)
WAITS = N_(
    "In a knock-out the results say who sits down next: the round waits for them. Enter the "
    "result, or a walkover."
)
WHY_NO_LATE = N_("A knock-out has begun: nobody can come into it any more.")

LAST_TABLE = Text("last_table", N_("Last table"))

PLAYS = ("tables_plays", N_("%(round)s: still in"))
GOES_ON = ("tables_goes_on", N_("%(round)s: place %(place)d at the table, and goes on"))
GOES_ON_BY_SEED = (
    "tables_goes_on_by_seed",
    N_(
        "%(round)s: place %(place)d at the table by the order of seed, level with %(opponent)s, "
        "and goes on"
    ),
)
FILLS = (
    "tables_fills",
    N_("%(round)s: place %(place)d at the table, and goes on as one of the best of those after it"),
)
MAY_FILL = (
    "tables_may_fill",
    N_(
        "%(round)s: place %(place)d at the table, and may go on as one of the best of those after "
        "it"
    ),
)
BY_WALKOVER = ("tables_by_walkover", N_("%(round)s: walkover, and goes on"))
STAYED = ("tables_stayed", N_("%(round)s: somebody left the table, and all others go on"))
HAD_BYE = ("tables_bye", N_("%(round)s: bye"))
PLACE = ("tables_place", N_("%(round)s: place %(place)d at the table"))
BY_SEED = (
    "tables_by_seed",
    N_("%(round)s: place %(place)d at the table by the order of seed, level with %(opponent)s"),
)
LEFT_OVER = ("tables_left_over", N_("%(round)s: then too few were left for a table"))
FORFEITED = ("tables_forfeited", N_("%(round)s: gave up the match"))
NOT_THERE = ("tables_not_there", N_("%(round)s: was not there"))
WITHDREW = ("tables_withdrew", N_("%(round)s: withdrew"))
PUT_OUT = ("tables_put_out", N_("%(round)s: put out of the event"))
SENTENCES = (
    LAST_TABLE,
    *(PLAYS, GOES_ON, GOES_ON_BY_SEED, FILLS, MAY_FILL, BY_WALKOVER, STAYED, HAD_BYE),
    *(PLACE, BY_SEED, LEFT_OVER, FORFEITED, NOT_THERE, WITHDREW, PUT_OUT),
)

_GOES_ON: Mapping[str, tuple[str, str]] = {
    "played": GOES_ON,
    "won": BY_WALKOVER,
    "stayed": STAYED,
    "bye": HAD_BYE,
}


def reason_on(at: TablePlace, round: Text, fills: str) -> Text:
    """Why somebody is in after a table; `fills` as a `Stay` has it."""
    if at.how == "open":
        return Text(*PLAYS, {"round": round})
    values = {"round": round, "place": at.place, "opponent": at.level_with}
    if fills:
        return Text(*(FILLS if fills == "does" else MAY_FILL), values)
    by_seed = at.level_with is not None
    return Text(*(GOES_ON_BY_SEED if by_seed else _GOES_ON[at.how]), values)


def reason_out(at: TablePlace, round: Text) -> Text:
    """Why somebody stands where they stand after a table at which they stayed to the end."""
    values = {"round": round, "place": at.place, "opponent": at.level_with}
    if at.how == "forfeited":
        return Text(*FORFEITED, values)
    return Text(*(PLACE if at.level_with is None else BY_SEED), values)
