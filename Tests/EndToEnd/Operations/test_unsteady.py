"""`Tests/run` runs what failed once more: planted tests that pass then are told, and others fail the run."""

import os
import signal
import subprocess
import sys

import pytest

from noteitd import ROOT, wait_until
from planted import plant

SWIFT = "Some.Suite/{}()/Suite.swift:1:6"


def named(half, name):
    """In the plan, and in what the runner says."""
    return (name, f"test_{name}.py::test_{name}") if half == "outside" else (SWIFT.format(name),) * 2


@pytest.fixture
def runner(tmp_path):
    return lambda plan, *options, **more: Runner(tmp_path, plan, *options, **more)


class Runner:
    def __init__(self, folder, plan, *options, outside="./outside", swift="swift"):
        plant(folder, sys.executable, plan)
        if any("/" in name for name in plan):
            part = {"swift": "part", "beside": "beside-part"}[swift]
            options += (f"--{swift}", "swift test --skip-build", f"--{part}=--filter Some")
        if not outside.startswith("./") or any("/" not in name for name in plan):
            options += ("--outside", outside)
        self.process = subprocess.Popen(
            [ROOT / "Tests/run", *options], cwd=folder, text=True,
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
            env={"PATH": f"{folder}:{os.environ['PATH']}", "HOME": str(folder), "PYTHONPATH": f"{ROOT / 'Tests/Runner'}:{folder}",
                "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"})

    def end(self):
        """The exit status, the lines that were said, and the last one."""
        said = self.process.communicate()[0]
        return self.process.returncode, said.splitlines(), said.splitlines()[-1]


HALVES = [("swift", "swift"), ("swift", "beside"), ("outside", "swift"), ("outside", "beside")]


@pytest.mark.parametrize("half, swift", HALVES)
def test_an_unsteady_test_is_told_and_the_run_passes(runner, half, swift):
    plan, name = named(half, "shaky")
    status, said, last = runner({plan: "F.", "steady": ".", SWIFT.format("firm"): "."}, swift=swift).end()
    assert (status, last) == (0, "3 passed, 0 failed"), "\n".join(said)
    at = said.index(f"unsteady: {name}")
    assert said[at + 1] == "  at first: failed:" and "shaky" in said[at + 2] and "was planted to fail" in said[at + 2]
    assert said[at + 3].startswith("  alone: passed in ")
    count = 2 if half == "swift" else 1
    assert said[at + 4:] == [f"All passed: {count} Swift tests, {3 - count} tests from outside.", last]


@pytest.mark.parametrize("half, swift", HALVES)
def test_a_test_that_fails_twice_fails_the_run(runner, half, swift):
    plan, name = named(half, "broken")
    status, said, last = runner({plan: "F", "steady": "."}, swift=swift).end()
    assert (status, last) == (1, "1 passed, 1 failed"), "\n".join(said)
    at = said.index(f"failed: {name}")
    assert sum("was planted to fail" in line for line in said[at:]) >= 2, "both outcomes are shown"
    assert not any(line.startswith("unsteady") for line in said)


def test_three_unsteady_tests_of_both_halves_pass_and_four_fail(runner, tmp_path):
    for count in (3, 4):
        folder = tmp_path / str(count)
        folder.mkdir()
        plan = {SWIFT.format("one"): "F.", SWIFT.format("two"): "F.", "three": "F.", "four": "F." if count == 4 else "."}
        status, said, last = Runner(folder, plan).end()
        assert sum(line.startswith("unsteady: ") for line in said) == count
        assert (status, last) == ((0, "4 passed, 0 failed") if count == 3 else (1, "0 passed, 4 failed")), "\n".join(said)


def test_a_test_that_ends_its_worker_runs_again(runner):
    workers = "./outside -p xdist -n 2 --dist loadfile"
    status, said, last = runner({"deadly": "C.", "steady": "."}, outside=workers).end()
    assert (status, last) == (0, "2 passed, 0 failed"), "\n".join(said)
    assert "unsteady: test_deadly.py::test_deadly" in said
    assert any("crashed while running" in line for line in said[said.index("unsteady: test_deadly.py::test_deadly"):])


@pytest.mark.parametrize("swift", ["swift", "beside"])
def test_a_crash_of_the_swift_tests_fails_the_run(runner, swift):
    test = SWIFT.format("deadly")
    status, said, last = runner({SWIFT.format("firm"): ".", test: "C."}, swift=swift).end()
    assert (status, last) == (1, "1 passed, 1 failed"), "\n".join(said)
    at = said.index("failed, and belongs to no test:")
    assert f"      {test}" in said[at:] and "    error: Exited with unexpected signal code 5" in said[at:]
    assert not any(line.startswith("==> Again") for line in said)


def test_a_file_that_cannot_be_read_fails_the_run(runner, tmp_path):
    (tmp_path / "test_unreadable.py").write_text("import nothing_of_this_name\n")
    status, said, last = runner({"steady": "."}).end()
    assert status == 1 and last.endswith(", 1 failed") and "failed, and belongs to no test:" in said, "\n".join(said)


@pytest.mark.parametrize("command", ["false", "true"])
def test_a_command_that_runs_no_test_fails_the_run(runner, command):
    status, said, last = runner({SWIFT.format("firm"): "."}, outside=command).end()
    assert (status, last) == (1, "1 passed, 1 failed"), "\n".join(said)


def test_what_is_to_run_once_does_not_run_again(runner):
    status, said, last = runner({"shaky": "F."}, "--once").end()
    assert (status, last) == (1, "0 passed, 1 failed"), "\n".join(said)


@pytest.mark.parametrize("plan, swift", [({"endless": "E"}, "swift"), ({SWIFT.format("endless"): "E", "steady": "."}, "beside")])
def test_an_interrupted_run_ends_what_it_started(runner, tmp_path, plan, swift):
    run, file = runner(plan, swift=swift), tmp_path / "endless.pid"
    wait_until(lambda: file.exists() and file.read_text().endswith("\n"), "the endless test to begin")
    run.process.send_signal(signal.SIGINT)
    status, said, last = run.end()
    assert (status, last) == (130, "Interrupted."), "\n".join(said)
    with pytest.raises(ProcessLookupError):
        os.kill(int(file.read_text()), 0)
