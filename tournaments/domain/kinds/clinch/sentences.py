"""What is said of an entry: where it is sure to stand, where it can't, and what it takes."""

from kernel.text import N_, Text

FIRST = Text("first", N_("First"))
THROUGH = Text("through", N_("Through"))

STILL_OPEN = Text("still_open", N_("Still open"))
IN_THE_FINAL = Text("in_the_final", N_("In the final"))
SURE_OF_FIRST = Text("sure_of_first", N_("Sure of first place"))
NOT_FIRST = Text("not_first", N_("Can't come first any more"))
SURE = ("sure_of_top", N_("Sure of the top %(take)d"))
SURE_IN_GROUP = ("sure_of_top_of_group", N_("Sure of the top %(take)d of the group"))
OUT = ("out_of_top", N_("Can't reach the top %(take)d any more"))
OUT_IN_GROUP = ("out_of_top_of_group", N_("Can't reach the top %(take)d of the group any more"))

WITH_WIN = ("with_win", N_("%(goal)s with a win"))
WITH_DRAW = ("with_draw", N_("%(goal)s with a win or a draw"))
WITH_NET = ("with_net", N_("%(goal)s with a win, or a loss by less than %(margin)d"))
WITH_GAMES = ("with_games", N_("%(goal)s with a win, or a loss by fewer than %(margin)d games"))
WITH_DRAW_OR_NET = (
    "with_draw_or_net",
    N_("%(goal)s with a win, a draw, or a loss by less than %(margin)d"),
)
WITH_DRAW_OR_GAMES = (
    "with_draw_or_games",
    N_("%(goal)s with a win, a draw, or a loss by fewer than %(margin)d games"),
)
OF_PLACES = (FIRST, THROUGH, STILL_OPEN, IN_THE_FINAL, SURE_OF_FIRST, NOT_FIRST)
OF_CUTS = (SURE, SURE_IN_GROUP, OUT, OUT_IN_GROUP)
OF_RESULTS = (WITH_WIN, WITH_DRAW, WITH_NET, WITH_GAMES, WITH_DRAW_OR_NET, WITH_DRAW_OR_GAMES)
SENTENCES = (*OF_PLACES, *OF_CUTS, *OF_RESULTS)


def with_result(said: tuple[str, str], take: int, margin: int | None = None) -> Text:
    """It will stand among so many if its next match comes out like this."""
    values: dict[str, object] = {"goal": FIRST if take == 1 else THROUGH}
    if margin is not None:
        values["margin"] = margin
    return Text(*said, values)
