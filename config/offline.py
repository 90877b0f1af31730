"""What a browser keeps for the time without a network: one page that says what to do.

A service worker (`templates/service-worker.js`) is the only thing that can answer then. It must be
served from the root to see to all pages, and holds no page of anybody.
"""

import json

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.urls import reverse
from django.views import View

from config.styles import sheet


class Offline(View):
    """The page for the time without a network. Made without the request: it is the same for all."""

    action = "site.view"

    def get(self, request: HttpRequest) -> HttpResponse:
        return HttpResponse(render_to_string("offline.html"))


class ServiceWorker(View):
    """The worker, with the files that it keeps."""

    action = "site.view"

    def get(self, request: HttpRequest) -> HttpResponse:
        kept = {
            "name": f"undercut-{settings.RELEASE}",
            "page": reverse("offline"),
            "files": [sheet().address, static("js/away.js")],
        }
        context = {"kept": json.dumps(kept)}
        response = render(request, "service-worker.js", context, content_type="text/javascript")
        response["Cache-Control"] = "no-cache"
        return response
