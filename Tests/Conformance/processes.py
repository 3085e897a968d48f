"""What a program costs. Other programs, which make it wait for a processor, do not change that."""

import pathlib
import resource
import time

MB = 1 << 20


def processor_seconds(process=None):
    """The processor time of a running process, with its ended threads; or of all commands that ended and were waited for."""
    if process:
        return time.clock_gettime(~process.pid << 3 | 2)  # the clock that clock_getcpuclockid(3) returns
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def work(act, process=None):
    """What `act` returns, and the processor seconds meanwhile."""
    before = processor_seconds(process)
    answer = act()
    return answer, processor_seconds(process) - before


def cheaply(limit, server, act, what="it"):
    """What `act` returns. Fails if the server uses more processor seconds meanwhile."""
    answer, seconds = work(act, server.process)
    assert seconds < limit, f"{what} took {seconds:.2f} s of a processor; {limit} s are allowed"
    return answer


def states(process):
    """The states of its threads: R if one runs or could, S if it sleeps, T if it is stopped (proc(5))."""
    found = set()
    for file in pathlib.Path(f"/proc/{process.pid}/task").glob("*/stat"):
        try:
            found.add(file.read_text().rpartition(")")[2].split()[0])
        except OSError:
            pass  # the thread has ended
    return found


def memory(process, kind="VmRSS"):
    """Resident bytes; with `VmHWM`, the most that there were."""
    status = pathlib.Path(f"/proc/{process.pid}/status").read_text()
    return int(status.split(f"{kind}:")[1].split()[0]) << 10
