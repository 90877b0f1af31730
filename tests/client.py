"""A client of the API as programs use it: a token, JSON, real requests through the whole stack."""

from typing import Any

from django.http import HttpResponse
from django.test import Client

from players.models import ApiToken, User

BASE = "/api/v1/"


class Api:
    """Calls of one account, or of nobody."""

    def __init__(self, user: User | None = None) -> None:
        self.user = user
        self.client = Client()
        self.headers = {}
        if user is not None:
            _, token = ApiToken.objects.create(user)
            self.headers["Authorization"] = f"Token {token}"

    def get(self, path: str, status: int = 200, **query: object) -> Any:
        return self.read(self.client.get(BASE + path, query, headers=self.headers), status)

    def post(self, path: str, body: object = None, status: int = 200, key: str = "") -> Any:
        return self.send("POST", path, body, status, key)

    def patch(self, path: str, body: object, status: int = 200) -> Any:
        return self.send("PATCH", path, body, status)

    def put(self, path: str, body: object, status: int = 200) -> Any:
        return self.send("PUT", path, body, status)

    def delete(self, path: str, status: int = 204) -> Any:
        return self.send("DELETE", path, None, status)

    def send(
        self, method: str, path: str, body: object = None, status: int = 200, key: str = ""
    ) -> Any:
        """Send a JSON body and read the answer, which has this status."""
        headers = {**self.headers, "Idempotency-Key": key} if key else self.headers
        response = self.client.generic(
            method,
            BASE + path,
            self.client._encode_json({} if body is None else body, "application/json"),
            content_type="application/json",
            headers=headers,
        )
        return self.read(response, status)

    @staticmethod
    def read(response: HttpResponse, status: int) -> Any:
        assert response.status_code == status, (response.status_code, response.content[:500])
        return response.json() if response.content else None
