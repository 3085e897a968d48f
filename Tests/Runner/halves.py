"""The two halves of the tests, Swift's and pytest's: how they are run, and what became of each test."""

import collections
import dataclasses
import json
import re
import shlex

import streamed

TAIL = 40  # lines of a log that are shown


@dataclasses.dataclass
class Outcome:
    passed: bool
    seconds: float
    why: str = ""  # the error itself
    said: str = ""  # all that was said about it


@dataclasses.dataclass
class Results:
    outcomes: dict = dataclasses.field(default_factory=dict)  # of each test that ran, by its name
    broken: list = dataclasses.field(default_factory=list)  # texts about failures that belong to no test
    files: dict = dataclasses.field(default_factory=dict)  # seconds of each file, and processor's seconds if they are known

    def failed(self):
        return {name: outcome for name, outcome in self.outcomes.items() if not outcome.passed}

    def add(self, other):
        self.outcomes |= other.outcomes
        self.broken += other.broken
        self.files |= other.files


class Half:
    """Tests that one command runs. `again` runs one of them alone."""

    def __init__(self, command, folder):
        self.command, self.folder, self.runs = shlex.split(command), folder, 0

    def begin(self):
        """A name for the files of the next run: what became of the tests (.jsonl), and the log."""
        self.runs += 1
        return self.folder / f"{self.title}-{self.runs}"

    def results(self, files, status):
        record, log = files.with_suffix(".jsonl"), files.with_suffix(".log")
        # Not splitlines(): a JSON string may have U+2028.
        lines = record.read_text().rstrip("\n").split("\n") if record.exists() else []
        said = re.sub(r"\x1b\[[\d;]*m", "", log.read_text(errors="replace")).splitlines()
        results = self.understood(map(json.loads, whole(lines)), said)
        if status != 0 and not results.failed() and not results.broken:
            results.broken.append(f"`{shlex.join(self.command)}` ended with {status}.")
        elif not results.outcomes and not results.broken:
            results.broken.append(f"`{shlex.join(self.command)}` ran no test.")
        if results.broken:
            telling = [line for line in said if re.search(self.telling, line)] or said
            results.broken[-1] = "\n".join([results.broken[-1], *telling[-TAIL:]])
        return results

    def again(self, name):
        results = self.run(self.only(name))
        outcome = results.outcomes.get(name, Outcome(False, 0, "It did not run."))
        if results.broken:
            return Outcome(False, outcome.seconds, "\n".join([outcome.why, *results.broken]).strip())
        return outcome


def whole(lines):
    """Without a last line that a crash cut off."""
    return lines if not lines or lines[-1].endswith("}") else lines[:-1]


def told(said, function):
    """What the console says of a function's issues, with their details."""
    title, found, is_within = f'"{function["displayName"]}"' if "displayName" in function else function["name"], [], False
    for line in said:
        is_within = line.startswith(f"✘ Test {title} recorded an issue") or is_within and line.startswith("↳")
        if is_within:
            found.append(line)
    return found


class Started:
    """Tests that run in the background."""

    def __init__(self, half, files, running):
        self.half, self.files, self.running = half, files, running

    def results(self):
        """Waits for the tests."""
        return self.half.results(self.files, self.running.wait())

    def end(self):
        self.running.end()


class SwiftTests(Half):
    title = "swift"
    telling = r"^✘|error:|Fatal error"

    def only(self, name):
        return ["--filter", f"^{re.escape(name)}$"]

    def run(self, options):
        return self.start(options, is_shown=True).results()

    def start(self, options, is_shown=False):
        files = self.begin()
        stream = ["--event-stream-output-path", f"{files}.jsonl", "--event-stream-version", "6.3"]
        return Started(self, files, streamed.Running([*self.command, *options, *stream], f"{files}.log", is_shown))

    def understood(self, records, said):
        """Reads swift-testing's event stream (its Documentation/ABI/JSON.md)."""
        results, functions, begun, issues = Results(), {}, {}, collections.defaultdict(list)

        def end(test, seconds, texts):
            # The console tells the arguments too, which the stream does not.
            texts = texts and (told(said, functions[test]) or texts)
            results.outcomes[test] = Outcome(not texts, seconds, "".join(texts[:1]), "\n".join(texts))

        for record in records:
            payload = record["payload"]
            if record["kind"] == "test":
                if payload["kind"] == "function":
                    functions[payload["id"]] = payload
                continue
            kind, test, now = payload["kind"], payload.get("testID"), payload["instant"]["absolute"]
            messages = payload.get("messages", [])
            if kind == "testStarted" and test in functions:
                begun[test] = now
            elif kind == "issueRecorded" and payload["issue"]["isFailure"]:
                issues[test] += [message["text"] for message in messages]
            elif kind == "testEnded" and test in functions:
                seconds, file = now - begun.pop(test, now), functions[test]["sourceLocation"]["fileID"]
                end(test, seconds, issues.pop(test, []) or [message["text"] for message in messages if message["symbol"] == "fail"])
                results.files[file] = results.files.get(file, (0, None))[0] + seconds, None
        for test, texts in issues.items():
            if test in functions:  # its arguments failed before it began, or it did not end
                end(test, 0, texts or ["It did not end."])
            else:
                results.broken.append("\n".join(texts))
        if begun:
            results.broken.append("\n  ".join(["The tests ended while these ran:", *begun]))
        return results


class OutsideTests(Half):
    title = "outside"
    telling = r"^(?:E  |FAILED|ERROR|INTERNALERROR)|[Ee]rror:"

    def only(self, name):
        return [name]

    def run(self, arguments):
        files = self.begin()
        outcomes = str(files.with_suffix(".jsonl").resolve())
        return self.results(files, streamed.Running([*self.command, *arguments], f"{files}.log", NOTEIT_OUTCOMES=outcomes).wait())

    def understood(self, records, said):
        """Reads what `recorder.py` wrote."""
        results, running = Results(), 0
        for record in records:
            kind, name = record["kind"], record.get("name")
            if kind == "began":
                running += 1
            elif kind == "ended":
                running -= 1
                if record["status"] not in (0, 1):  # pytest's: all passed, some failed
                    results.broken.append(f"pytest ended with {record['status']}.")
            elif kind == "broken":
                results.broken.append(f"{name}\n{record['said']}")
            elif kind == "file":
                results.files[name] = record["seconds"], record["processor"]
            else:
                before = results.outcomes.get(name, Outcome(True, 0))
                now = Outcome(kind == "passed", record["seconds"], record["why"], record["said"])
                results.outcomes[name] = now if before.passed else before
        if running:
            results.broken.append("pytest ended in the middle of the tests.")
        return results
