"""The addresses of the sockets."""

from django.urls import re_path

from tournaments import live
from web.sockets import NowhereConsumer

websocket_urlpatterns = [
    *live.websocket_urlpatterns,
    re_path("", NowhereConsumer.as_asgi()),
]
