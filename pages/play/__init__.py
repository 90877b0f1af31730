"""Friendlies: a table is opened, a link followed, a seat taken, without an account."""
