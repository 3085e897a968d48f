"""Handles: made from names in any script, and given to nobody again, without keeping them."""

import contextlib
import sqlite3

import pytest

from people import PASSWORD, register

HANDLES = {
    "Søren Lund": "soren.lund", "Łucja Nowak": "lucja.nowak", "Đặng Thị Hà": "dang.thi.ha", "Þóra Ægisdóttir": "thora.aegisdottir",
    "Jürgen Groß": "jurgen.gross", "Œuvre Ħal": "oeuvre.hal", "İpek Işık": "ipek.isik", "Ada Lovelace": "ada.lovelace",
}


@pytest.mark.parametrize("name", HANDLES)
def test_a_handle_has_every_letter_of_the_name(own_server, name):
    assert register(own_server, name).account["handle"] == HANDLES[name]


def leave(person):
    person.call("DELETE", "/v1/me", 204, json={"currentPassword": PASSWORD})


def test_the_database_does_not_keep_the_handle_of_a_person_who_left(own_server):
    name, given = "Very Particular", []
    for _ in range(12):
        person = register(own_server, name)
        given.append(person.account["handle"])
        leave(person)
    again = register(own_server, name)
    assert len({*given, again.account["handle"]}) == 13, "and gives it to nobody"
    leave(again)
    own_server.stop()
    with contextlib.closing(sqlite3.connect(own_server.database)) as database:
        kept = "\n".join(database.iterdump())
    assert "particular" not in kept.lower()
    assert own_server.admin("check", check=False).returncode == 0
