"""What an action at an online table is compared with: a bare Django view that writes one row and,
once that is committed, sends one frame to a group of two sockets."""

from secrets import token_hex

from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer
from django.contrib.sessions.models import Session
from django.db import transaction
from django.http import HttpRequest, JsonResponse
from django.urls import include, path
from django.utils import timezone
from django.views.decorators.csrf import csrf_exempt


def group_of(pair: int) -> str:
    return f"bare.{pair}"


@csrf_exempt
def write(request: HttpRequest, pair: int, number: int) -> JsonResponse:
    """Write a row, tell the pair of it by its number."""

    def tell() -> None:
        message = {"type": "bare.frame", "number": number}
        async_to_sync(get_channel_layer().group_send)(group_of(pair), message)

    with transaction.atomic():
        Session.objects.create(session_key=token_hex(16), expire_date=timezone.now())
        transaction.on_commit(tell)
    return JsonResponse({"number": number})


urlpatterns = [
    path("api/bare/<int:pair>/<int:number>/", write),
    path("", include("config.urls")),
]
