"""What other apps hear of a match."""

from django.dispatch import Signal

# Sent inside the transaction in which a result begins to stand, is corrected or stops standing:
# `match`.
match_finished = Signal()
