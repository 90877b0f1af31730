"""The addresses of the sockets."""

from django.urls import re_path

from tournaments import live, live_tables
from web.sockets import NowhereConsumer

websocket_urlpatterns = [
    *live.websocket_urlpatterns,
    *live_tables.websocket_urlpatterns,
    re_path("", NowhereConsumer.as_asgi()),
]
