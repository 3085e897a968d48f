"""Requests a second by wrk, on the core of the load."""
import re
import subprocess

from noteitd import ROOT, load
from results import require

# Each request is one of its own, so that no page that the server keeps ready answers it.
FRESH = ("-s", str(ROOT / "bench/fresh.lua"))


def requests_per_second(server, path, token, seconds, connections=16, options=()):
    command = load("wrk", "-t1", f"-c{connections}", f"-d{seconds}s", *options, "-H", f"Authorization: Bearer {token}", server.url + path)
    said = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    require("Non-2xx" not in said and "Socket errors" not in said, f"{path} failed under wrk: {said}")
    return float(re.search(r"Requests/sec:\s+([\d.]+)", said)[1])
