"""WSGI: pages and API under gunicorn."""

import os

from django.core.wsgi import get_wsgi_application

from config.collecting import leave_alone
from config.schema_level import require

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
application = get_wsgi_application()
require()
leave_alone()
