"""Machines of a cluster on one machine: a network namespace for each, and a cable to each of two switches. The tests are plugged into
the switch of the clients, `front`; databases and nodes talk over the other, `back`. Where namespaces are not allowed, as without root
and in most containers, the machines are addresses of the loopback, and have no cables."""

import contextlib
import os
import pathlib
import random
import subprocess

from noteitd import wait_until


def may_be_real():
    """Whether namespaces, bridges, and cables between them and our own may be made here. Those of this trial go with it."""
    cable = f"ip link add name trial type veth peer name noteit-{os.getpid()} netns {os.getpid()}"
    trial = ["unshare", "--net", "sh", "-ec", f"ip link add name front type bridge; {cable}"]
    return os.geteuid() == 0 and subprocess.run(trial, capture_output=True).returncode == 0


IS_REAL = may_be_real()


class Namespace:
    """It belongs to a process that does nothing, and goes with it; that one ends with the tests, however they end."""

    def __init__(self, exit):
        self.process = subprocess.Popen(["setpriv", "--pdeathsig", "KILL", "unshare", "--net", "sleep", "infinity"])
        exit.callback(self.end)
        self.path = f"/proc/{self.process.pid}/ns/net"
        ours = os.readlink("/proc/self/ns/net")
        asleep = pathlib.Path(f"/proc/{self.process.pid}/comm")
        wait_until(lambda: asleep.read_text() == "sleep\n" and os.readlink(self.path) != ours, "a network namespace")

    @property
    def within(self):
        """The beginning of a command line that runs in it."""
        return ["nsenter", f"--net={self.path}", "--"]

    def ip(self, words):
        run(*self.within, "ip", *words.split())

    def end(self):
        self.process.kill()
        self.process.wait()


def run(*words):
    done = subprocess.run(words, capture_output=True, text=True)
    assert done.returncode == 0, f"{words}: {done.stderr}"
    return done.stdout


class Machine:
    """A machine: its addresses for clients and for databases, and the beginning of a command line that runs there."""

    def __init__(self, network, number):
        self.network, self.number = network, number
        self.front, self.back = (f"{net}.{number}" for net in network.nets)
        self.within = []
        if IS_REAL:
            self.own = Namespace(network.exit)
            self.within = self.own.within
            self.own.ip("link set lo up")
            for side, address in (("front", self.front), ("back", self.back)):
                run("ip", *f"link add name {side} netns {self.own.process.pid} type veth "
                    f"peer name {side}{number} netns {network.switch.process.pid}".split())
                self.own.ip(f"addr add {address}/24 dev {side}")
                self.own.ip(f"link set {side} up")
                network.switch.ip(f"link set {side}{number} master {side} up")

    def unplug(self):
        """Nothing passes between this machine and the databases. Neither end is told."""
        self.network.switch.ip(f"link set back{self.number} nomaster")

    def plug(self):
        self.network.switch.ip(f"link set back{self.number} master back")


class Network:
    """The switches, and the cable of the tests."""

    def __init__(self):
        self.exit = contextlib.ExitStack()
        self.count = 0
        chance = random.SystemRandom()
        if not IS_REAL:
            self.nets = [f"127.{chance.randrange(1, 255)}.{chance.randrange(1, 255)}"] * 2
            return
        taken = run("ip", "-brief", "address")
        # Of the addresses that are set aside for measurements (RFC 2544).
        number = chance.choice([number for number in range(256) if f" 198.18.{number}." not in taken])
        self.nets = [f"198.{net}.{number}" for net in (18, 19)]
        self.switch = Namespace(self.exit)
        for side in ("front", "back"):
            self.switch.ip(f"link add {side} type bridge")
            self.switch.ip(f"link set {side} up")
        ours = f"noteit{number}"
        run("ip", *f"link add name {ours} type veth peer name tests netns {self.switch.process.pid}".split())
        run("ip", *f"addr add {self.nets[0]}.254/24 dev {ours}".split())
        run("ip", *f"link set {ours} up".split())
        self.switch.ip("link set tests master front up")

    def machine(self):
        self.count += 1
        return Machine(self, self.count)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.exit.close()
