"""A crowd of WebSocket listeners (listeners.c), on the core of the load."""
import json
import queue
import subprocess
import threading

from noteitd import load, program
from results import require


class Crowd:
    """Connected when made. `end` tells, for each marker, how many got it and after how many milliseconds the last did."""

    def __init__(self, server_port, folder, count, tokens=(), jitter=2_000, path="/v1/ws", bare=False):
        command = load(program("listeners"), "-p", server_port, "-u", path, "-n", count, "-j", jitter)
        if tokens:
            file = folder / "listeners"
            file.write_text("\n".join(tokens) + "\n")
            command += ["-F", str(file)]
        self.process = subprocess.Popen(
            command + ["-b"] * bare, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.said = queue.Queue()
        threading.Thread(target=self.listen, daemon=True).start()
        self.await_("up" if bare else "live")

    def listen(self):
        for line in self.process.stdout:
            self.said.put(line)
        self.said.put("")

    def line(self, seconds):
        try:
            return self.said.get(timeout=seconds)
        except queue.Empty:
            return ""

    def await_(self, what, seconds=120):
        """Waits for a line of this kind; its nanoseconds (CLOCK_MONOTONIC)."""
        while line := self.line(seconds):
            said = json.loads(line)
            if said["is"] == what:
                return said["at"]
        self.process.kill()
        require(False, f"the listeners were not all {what} within {seconds} s")

    def end(self):
        self.process.stdin.close()
        while (line := self.line(60)) and '"end"' not in line:
            pass
        require(line, "the listeners did not end")
        found = json.loads(line)
        require(found["broken"] == 0, f"{found['broken']} changes were doubled or out of order")
        lines = [line.split() for line in iter(lambda: self.line(60), "")]
        self.process.wait()
        return found, {int(sequence): (int(count), float(last)) for sequence, count, last in lines}


def marker(sequence, nanoseconds):
    """As pub.c writes it."""
    return f"~NB{sequence:08x}{nanoseconds:016x}"
