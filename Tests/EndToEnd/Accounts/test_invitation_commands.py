"""Invitations in the terminal: making one, using it, registering by it, taking it back."""

import os
import subprocess

from noteitd import PATIENCE
from people import PASSWORD, register, small_class
from terminal import NOTEIT, Terminal, failing

COURSE = "202530.CMPT225"


def test_an_invitation_is_made_used_and_taken_back_in_the_terminal(server, tmp_path):
    people = small_class(server, COURSE)
    grace = Terminal(server, tmp_path / "grace", people["grace"])
    people["grace"].call("PUT", f"/v1/courses/{COURSE}/joining", 200, json={"joining": "approval"})
    codes = [each["code"] for each in people["grace"].get(f"/v1/courses/{COURSE}")["sections"]]
    made = grace.noteit("invitation", "create", "CMPT225", "--uses", "2", "--plain").strip()
    id, link, code = made.split("\t")
    assert link == f"{server.url}/join#{code}"
    charles = Terminal(server, tmp_path / "charles", register(server, "Charles"))
    assert "section" in failing(charles, "invitation", "use", link)
    charles.noteit("invitation", "use", link, codes[0])
    assert "CMPT225" in charles.noteit("course", "list")
    environment = {"PATH": os.environ["PATH"], "HOME": str(tmp_path / "new"), "NOTEIT_SERVER": server.url, "LANG": "C.UTF-8"}
    (tmp_path / "new").mkdir()
    new = [NOTEIT, "auth", "register", "dora.new@example.edu", "--name", "Dora", "--invitation", link]
    done = subprocess.run(new, input=PASSWORD + "\n", capture_output=True, text=True, timeout=PATIENCE, env=environment)
    assert done.returncode == 0, done.stderr
    subprocess.run([NOTEIT, "invitation", "use", code, codes[0]], check=True, capture_output=True, timeout=PATIENCE, env=environment)
    late = Terminal(server, tmp_path / "late", register(server, "Late"))
    assert "used already" in failing(late, "invitation", "use", code, codes[0])
    one = grace.noteit("invitation", "create", "CMPT225", "--section", codes[0], "--plain").split("\t")[0]
    rows = [line.split("\t") for line in grace.noteit("invitation", "list", "CMPT225", "--plain").splitlines()]
    assert {(row[0], row[1], row[5], row[6]) for row in rows} == {(id, "used", "2", "2"), (one, "open", "0", "1")}
    wrong = failing(grace, "invitation", "create", "CMPT225", "--days", "0", "--uses", "0")
    assert "--days: must be in the next 366 days" in wrong and "--uses: must be 1 to 10000" in wrong
    grace.noteit("invitation", "revoke", one)
    assert "revoked" in grace.noteit("invitation", "list", "CMPT225", "--plain")
    failing(late, "invitation", "create", "CMPT225")
