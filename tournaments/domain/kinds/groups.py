"""Groups: how a field is divided into them, and who meets whom in one of them."""

from collections.abc import Sequence

from tournaments.domain.crosstable import Crosstable


def snake(entries: Sequence[int], groups: int) -> list[list[int]]:
    """The entries, given in order of seed, in so many groups."""
    found: list[list[int]] = [[] for _ in range(groups)]
    for place, entry in enumerate(entries):
        row, number = divmod(place, groups)
        found[groups - 1 - number if row % 2 else number].append(entry)
    return found


def berger_round(count: int, number: int) -> list[tuple[int, int]]:
    """One round, from 1, of the Berger table of an even number of entrants: their numbers from 1,
    by seat."""
    others = count - 1
    odd = number % 2 == 1
    first = (number + 1) // 2 if odd else number // 2 + count // 2
    pairs = [(first, count) if odd else (count, first)]
    for step in range(1, count // 2):
        above, below = (first - 1 + step) % others + 1, (first - 1 - step) % others + 1
        pairs.append((above, below))
    return pairs


def groups_as_drawn(table: Crosstable) -> list[list[int]]:
    """The groups as they were drawn, each in order of seed: who is paired with whom at all."""
    group: dict[int, set[int]] = {}
    for plan in sorted(table.plan, key=lambda plan: plan.key):
        together = {side.entry for side in plan.sides if side.entry is not None}
        for entry in tuple(together):
            together |= group.get(entry, set())
        group.update(dict.fromkeys(together, together))
    # Those of a group share one set, which stands for it.
    found: dict[int, list[int]] = {id(members): [] for members in group.values()}
    for entry in table.entries:
        if entry in group:
            found[id(group[entry])].append(entry)
    return list(found.values())
