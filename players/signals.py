"""What the apps above hear of people and clubs.

All are sent inside the transaction of the change, by `send`: a receiver may raise `Refusal`, and
then nothing of it happens.
"""

from django.dispatch import Signal

# `other` is about to be merged into `kept` (both Player; `by` Actor, `now`): rows that hang on
# `other` and stand for the present move to `kept`.
player_merged = Signal()

# A player's name is about to go for good (`player`, `by`, `now`): copies of it go too.
player_anonymised = Signal()

# Players are about to be taken off the list as if they had never been on it (`players`): a receiver
# refuses where anything hangs on one of them.
players_leaving = Signal()

# A player is called otherwise from now on (`player`, `by`, `now`).
player_renamed = Signal()

# A player's name is shown in another way from now on (`player`, `by`, `now`).
player_shown = Signal()

# How a club shows the names of its players is another from now on (`club`, `by`, `now`).
club_names_shown = Signal()

# A club is about to be deleted (`club`, `by`, `now`): what hangs on it goes first.
club_deleted = Signal()

# An account is about to be deleted for good (`user`): what it holds goes first.
account_deleted = Signal()

# Somebody asks in which clubs an account is staff of an evening (`user`): a receiver returns the
# set of their ids.
asking_where_staff = Signal()

# Somebody asks for their data (`user`): a receiver returns a dict of lists that joins the export.
collecting_data = Signal()
