"""Who reads a page, as the browser may know it."""

from typing import Any

from django import template
from django.http import HttpRequest

from web.actors import actor_of
from web.known_devices import digest

register = template.Library()


@register.simple_tag(takes_context=True)
def reader(context: dict[str, Any]) -> str:
    """A name for whoever is signed in, by an account or a pass, that tells nothing of them; "" for
    a visitor."""
    request = context.get("request")
    # A page that is made for all visitors, or what is answered before anybody is known.
    if not isinstance(request, HttpRequest) or not hasattr(request, "user"):
        return ""
    actor = actor_of(request)
    if actor.user_id is None and actor.staff_id is None:
        return ""
    return digest(f"reader:{actor.user_id}:{actor.staff_id}")
