"""The socket of a tournament, over the real ASGI application and a real Redis."""
