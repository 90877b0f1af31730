"""WSGI: pages and API under gunicorn."""

import os

import django

from config.collecting import leave_alone
from config.schema_level import require

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
django.setup(set_prefix=False)

from players.doors.legible import WsgiPages  # noqa: E402

application = WsgiPages()
require()
leave_alone()
