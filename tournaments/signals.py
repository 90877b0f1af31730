"""What live pages and other apps hear of a tournament."""

from django.dispatch import Signal

# Sent when a change has committed: `tournament_id`, `public_version` (None when visitors may not
# know of it), `staff_version`, `changed` (sorted names of the parts of the pages that changed).
tournament_changed = Signal()
