"""What comes by mail, with the program, on a server that sends none."""

from people import register
from terminal import Terminal, failing, said


def test_a_person_chooses_what_comes_by_mail(server, tmp_path):
    person = register(server, name="Ada Lovelace")
    ada = Terminal(server, tmp_path / "ada", person)
    assert "Digest:    none" in ada.noteit("mail")
    shown = ada.noteit("mail", "set", "--digest", "weekly", "--on", "w", "--at", "07:30", "--at-once", "notices,mentions", "--quiet",
        "22:00-07:00", "--must-read", "no", "--language", "en-CA", "--plain")
    assert shown.splitlines()[1:] == [
        "verified\tfalse", "digest\tweekly", "digestAt\t07:30", "digestDay\tW", "atOnce\tnotices\tmentions", "mustRead\tfalse",
        "quiet\t22:00-07:00", "language\ten-CA"]
    assert "Quiet:     never" in ada.noteit("mail", "set", "--quiet", "none")
    for wrong in (["--quiet", "22-7"], ["--quiet", "07:00-07:00"], ["--at-once", "all"], ["--digest", "hourly"], ["--must-read", "x"], []):
        failing(ada, "mail", "set", *wrong)
    assert "noteitd account" in failing(ada, "mail", "verify") and "noteitd account" in failing(ada, "auth", "reset", "a@example.edu", "--mail")
    by_hand = f"noteitd account verify {person.email}"
    assert by_hand in said(ada, "mail")
    server.admin("account", "verify", person.email)
    assert "sends no mail" in said(ada, "mail") and by_hand not in said(ada, "mail")
