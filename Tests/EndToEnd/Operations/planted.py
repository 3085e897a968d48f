"""Planted tests. `plant` copies this file beside them, where it is their helper and the `swift` that runs the Swift ones.

A plan names, for each test, what happens each time that it runs: it passes (.), fails (F), crashes (C) or goes on for ever
(E). The last letter holds for all later times.
"""

import json
import os
import pathlib
import re
import signal
import sys

HERE = pathlib.Path(__file__).resolve().parent


def plant(folder, python, plan):
    """Writes tests into `folder`: those with a slash in their names are Swift tests."""
    (folder / "planted.py").write_text(pathlib.Path(__file__).read_text())
    (folder / "plan.json").write_text(json.dumps(plan))
    for name in plan:
        if "/" not in name:
            (folder / f"test_{name}.py").write_text(f"from planted import act\n\n\ndef test_{name}():\n    act({name!r})\n")
    program(folder / "swift", f'exec {python} -B {folder}/planted.py "$@"')
    program(folder / "outside", f'exec {python} -B -m pytest -p no:cacheprovider -p recorder --tb=short -q "$@"')


def program(path, script):
    path.write_text(f"#!/bin/sh\n{script}\n")
    path.chmod(0o755)


def turn(name):
    """What happens to a test this time."""
    path = HERE / f"{name.replace('/', ' ')}.turns"
    before = len(path.read_text()) if path.exists() else 0
    path.write_text("x" * (before + 1))
    turns = json.loads((HERE / "plan.json").read_text())[name]
    return turns[min(before, len(turns) - 1)]


def act(name):
    what = turn(name)
    assert what != "F", f"{name} was planted to fail"
    if what == "C":
        os.kill(os.getpid(), signal.SIGKILL)
    if what == "E":
        go_on()


def go_on():
    (HERE / "endless.pid").write_text(f"{os.getpid()}\n")
    signal.pause()


def swift(options):
    """Writes the event stream that swift-testing 6.3.1 writes, and returns the exit status."""
    chosen = {flag: value for flag, value in zip(options, options[1:]) if flag.startswith("--")}
    assert chosen["--event-stream-version"] == "6.3"
    tests = [name for name in json.loads((HERE / "plan.json").read_text()) if "/" in name]
    tests = [name for name in tests if re.search(chosen.get("--filter", ""), name)]
    with open(chosen["--event-stream-output-path"], "w") as stream:
        def write(kind, /, **payload):
            stream.write(json.dumps({"kind": kind, "payload": payload, "version": "6.3"}) + "\n")

        def event(kind, test=None, symbol=None, text="", **more):
            instant = {"absolute": 1000.25, "since1970": 1_790_000_000.5}
            messages = [{"symbol": symbol, "text": text}] if symbol else []
            write("event", kind=kind, instant=instant, messages=messages, **{"testID": test} if test else {}, **more)

        for test in tests:
            module, suite, name, place = re.split(r"[./]", test, maxsplit=3)
            write("test", kind="function", id=test, isParameterized=False, name=name,
                sourceLocation={"fileID": f"{module}/{suite}.swift", "filePath": f"{suite}.swift", "line": 1, "column": 6})
        event("runStarted", symbol="default", text="Test run started.")
        failed = 0
        for test in tests:
            event("testStarted", test, "default", "Test started.")
            what = turn(test)
            if what == "C":
                print("error: Exited with unexpected signal code 5")
                return 1
            if what == "E":
                go_on()
            if what == "F":
                failed += 1
                issue = {"isFailure": True, "isKnown": False, "severity": "error"}
                event("issueRecorded", test, "fail", f"{test} was planted to fail", issue=issue)
            event("testEnded", test, "fail" if what == "F" else "pass", "Test ended.")
        event("runEnded", symbol="fail" if failed else "pass", text="Test run ended.")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(swift(sys.argv[1:]))
