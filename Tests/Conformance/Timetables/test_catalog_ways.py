"""`noteitd catalog ways`: the file, its faults, and the searches that mind it."""

import pytest

from noteitd import Noteitd
from people import register
from registrar import import_term

SEARCH = "/v1/terms/202530/schedules/search"
ROWS = """
202530,1001,ABC,101,Early,D100,LEC,3,M,0930,1020,2025-09-03,2025-12-02,Burnaby,AQ,3005,,,,In Person,
202530,1002,ABC,102,Later,D100,LEC,3,M,1030,1120,2025-09-03,2025-12-02,Surrey,SRYC,2600,,,,In Person,
202530,1003,ABC,103,Next door,D100,LEC,3,M,1030,1120,2025-09-03,2025-12-02,Burnaby,WMC,3210,,,,In Person,
202530,1004,ABC,104,Same house,D100,LEC,3,M,1030,1120,2025-09-03,2025-12-02,Burnaby,AQ,4100,,,,In Person,
202530,1005,ABC,105,Other day,D100,LEC,3,T,1030,1120,2025-09-03,2025-12-02,Surrey,SRYC,2600,,,,In Person,
""".strip()


@pytest.fixture(scope="module")
def campus(tmp_path_factory):
    folder = tmp_path_factory.mktemp("ways")
    server = Noteitd(folder)
    import_term(server, folder, ROWS.splitlines())
    with server.serving():
        yield server


@pytest.fixture
def student(campus):
    return register(campus)


@pytest.fixture
def set_ways(campus, tmp_path):
    def set_ways(*rows, check=True):
        (tmp_path / "ways.csv").write_text("\n".join(["from,to,minutes", *rows]) + "\n")
        return campus.admin("catalog", "ways", str(tmp_path / "ways.csv"), check=check)

    yield set_ways
    campus.admin("catalog", "ways", "--none")


def count(student, other, **more):
    return int(student.call("POST", SEARCH, 200, json={"courses": ["ABC101", other]} | more).json()["feasible"])


def test_a_search_leaves_the_time_between_campuses_without_being_asked(student, set_ways):
    assert [count(student, other) for other in ("ABC102", "ABC103", "ABC104", "ABC105")] == [1, 1, 1, 1]
    set_ways("Burnaby,Surrey,60")
    assert [count(student, other) for other in ("ABC102", "ABC103", "ABC104", "ABC105")] == [0, 1, 1, 1]


def test_the_way_with_the_longest_names_counts(student, set_ways):
    set_ways("Burnaby,Surrey,60", "Surrey SRYC,Burnaby AQ,5", "Burnaby AQ,Burnaby WMC,15")
    assert [count(student, other) for other in ("ABC102", "ABC103", "ABC104")] == [1, 0, 1]


def test_ways_and_breaks_of_the_request_win(student, set_ways):
    set_ways("Burnaby,Surrey,60", "Burnaby AQ,Burnaby WMC,5")
    assert count(student, "ABC102", ways=[]) == 0, "only a way of its own replaces a stored one"
    assert count(student, "ABC102", ways=[{"from": "Surrey", "to": "Burnaby", "minutes": 0}]) == 1
    assert count(student, "ABC103", ways=[{"from": "Burnaby AQ", "to": "Burnaby WMC", "minutes": 11}]) == 0
    assert count(student, "ABC103", breakMinutes=30) == 1, "the stored way names these buildings"
    set_ways("Burnaby,Surrey,60")
    assert count(student, "ABC103", breakMinutes=30) == 0, "the break counts between buildings of a campus"
    assert count(student, "ABC104", breakMinutes=30) == 1


def test_a_search_without_a_result_names_the_ways(student, set_ways):
    set_ways("Burnaby,Surrey,60")
    found = student.call("POST", SEARCH, 200, json={"courses": ["ABC101", "ABC102"]}).json()["conflicts"]
    travel = "time between classes (Burnaby to Surrey 60 minutes)"
    assert found["minimal"] == [["course ABC 101", "course ABC 102", travel]]
    assert {"drop": [travel], "timetables": "1"} in found["relaxations"] and found["complete"]


def test_a_busy_time_with_a_place_leaves_the_time_of_the_way(student, set_ways):
    def answer(other, **place):
        busy = {"days": "M", "start": "09:30", "end": "10:20"} | place
        return student.call("POST", SEARCH, 200, json={"courses": [other], "busy": [busy]}).json()

    assert answer("ABC102", place="Burnaby AQ 3005")["feasible"] == "1", "no way is known"
    set_ways("Burnaby,Surrey,60")
    assert [answer(other, place="Burnaby AQ 3005")["feasible"] for other in ("ABC102", "ABC103", "ABC104", "ABC105")] == ["0", "1", "1", "1"]
    assert answer("ABC102")["feasible"] == answer("ABC102", place="Surrey")["feasible"] == answer("ABC102", place="Moon")["feasible"] == "1"
    found = answer("ABC102", place="Burnaby AQ 3005")["conflicts"]
    assert found["minimal"] == [["course ABC 102", "busy M 09:30-10:20 at Burnaby AQ 3005"]]
    assert {"drop": ["busy M 09:30-10:20 at Burnaby AQ 3005"], "timetables": "1"} in found["relaxations"]


def test_a_file_replaces_all_ways_and_both_directions_are_one(campus, set_ways):
    assert "Burnaby to Surrey  60 minutes" in set_ways("Burnaby,Surrey,60", "Burnaby,SEGAL,30")
    told = set_ways("Surrey,Burnaby,70")
    assert told.splitlines()[0] == "Surrey to Burnaby  70 minutes" and "SEGAL" not in told
    assert campus.admin("catalog", "ways") == "Surrey to Burnaby  70 minutes\n"
    assert campus.admin("catalog", "ways", "--none") == "there are no ways\n"


def test_a_misspelt_place_is_named(set_ways):
    told = set_ways("burnaby,Surrey,60", "Surrey,Moon,200")
    assert "no class is at a place that begins with 'burnaby', did you mean 'Burnaby'?" in told
    assert "no class is at a place that begins with 'Moon' (yet)" in told and "'Surrey'" not in told


@pytest.mark.parametrize("rows, faults", [
    (["Burnaby,Surrey,soon"], ["line 2", "'soon' must be a whole number from 0 to 240"]),
    (["Burnaby,Surrey,241"], ["line 2", "from 0 to 240"]),
    (["Burnaby,Surrey,-1"], ["line 2", "from 0 to 240"]),
    (["Burnaby,,5"], ["line 2", "the place in to is missing"]),
    (["Burnaby,Burnaby,5"], ["line 2", "a way leads to another place"]),
    (["Burnaby,Surrey,5", "Surrey,Burnaby,6"], ["line 3", "is on line 2 already"]),
    (["Burnaby,Surrey,x", f"{'a' * 201},Surrey,5"], ["line 2", "line 3"]),
    ([], ["no rows", "--none"]),
])
def test_a_bad_file_changes_nothing_and_names_its_lines(rows, faults, campus, set_ways):
    set_ways("Burnaby,Surrey,60")
    done = set_ways(*rows, check=False)
    assert done.returncode != 0 and all(fault in done.stderr for fault in faults), done.stderr
    assert campus.admin("catalog", "ways") == "Burnaby to Surrey  60 minutes\n"


def test_a_file_with_other_columns_says_which_it_needs(campus, tmp_path):
    (tmp_path / "ways.csv").write_text("a,b,c\nBurnaby,Surrey,5\n")
    done = campus.admin("catalog", "ways", str(tmp_path / "ways.csv"), check=False)
    assert done.returncode != 0 and "the header must be from,to,minutes" in done.stderr
