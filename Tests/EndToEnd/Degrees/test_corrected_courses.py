"""What the registrar corrected in a course is told by `noteit course show`."""

import pytest

from degree_people import HEADER
from noteitd import Noteitd
from people import register
from terminal import Terminal, said

LINKS = "Which sections go together was corrected by hand: See the handbook."


@pytest.fixture
def desk(tmp_path):
    server = Noteitd(tmp_path)
    server.load_sample()
    rows = ["CMPT,225,Data Structures,3,UGRD,Breadth-Sci,CMPT 125.,,,", "CMPT,125,Programming,3,UGRD,,,,,"]
    (tmp_path / "courses.csv").write_text("\n".join([HEADER, *rows]) + "\n")
    server.admin("courses", "import", str(tmp_path / "courses.csv"))
    with server.serving():
        yield server, Terminal(server, tmp_path / "desk", register(server))


def test_corrected_prerequisites_links_and_attributes_are_told(desk, tmp_path):
    server, terminal = desk
    before = terminal.noteit("course", "show", "CMPT225")
    assert "Prerequisites" in before and "orrected" not in before and "reads" not in before
    codes = [line.split("\t")[1:4:2] for line in terminal.noteit("course", "sections", "CMPT225", "--plain").splitlines()]
    lecture, other = codes[0][0], next(code for code, kind in codes if kind != codes[0][1])
    server.admin("courses", "correct", "CMPT225", "--prerequisites", "CMPT 125")
    server.admin("courses", "link", "CMPT225", lecture, "--with", other, "--note", "See the handbook.")
    (tmp_path / "spellings.csv").write_text("spelling,attribute\nBreadth-Sci,Breadth-Science\n")
    server.admin("courses", "attributes", str(tmp_path / "spellings.csv"))
    page = terminal.noteit("course", "show", "CMPT225")
    assert "Corrected by the registrar." in page and LINKS in page and "The registrar reads Breadth-Sci as Breadth-Science." in page
    assert LINKS in said(terminal, "course", "sections", "CMPT225")
