"""WSGI: pages and API under gunicorn."""

import os

import django

from config.gc_tuning import leave_alone
from web.db.schema_level import require

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
django.setup(set_prefix=False)

from config import web_heartbeat  # noqa: E402
from web.malformed import WsgiPages  # noqa: E402

application = WsgiPages()
require()
web_heartbeat.begin()
leave_alone()
