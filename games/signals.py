"""What others hear of an online table."""

from django.dispatch import Signal

# Sent when what was done at a table has committed: `now`, the table as it is then (`TableNow`).
table_changed = Signal()

# Sent when a table has written into its match and that has committed: `match_id`.
match_written = Signal()

# Sent when a phrase that was said at a table has committed: `now`, the table as it is then,
# and the `seat` that has said it.
phrase_said = Signal()
