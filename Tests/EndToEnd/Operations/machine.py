"""A Debian machine that forgets every change: a root folder whose changes are in memory.

Below the changes is this machine's own root. `NOTEIT_DEBIAN=FOLDER` takes another one, such as a bare Debian by debootstrap.
"""

import os
import re
import subprocess

import requests

from noteitd import PATIENCE, free_port, wait_until

BELOW = os.environ.get("NOTEIT_DEBIAN", "/")
AS_ROOT = [] if os.geteuid() == 0 else ["sudo"]
ENVIRONMENT = ["env", "-i", "PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", "HOME=/root", "LANG=C.UTF-8",
               "DEBIAN_FRONTEND=noninteractive"]
CALLS = "/var/log/systemctl-calls"

# The mounts end with this shell, and the shell with its standard input.
HOLD = r"""
set -e
mount -t tmpfs none "$1"
cd "$1"
mkdir changes work root
mount -t overlay none -o lowerdir="$2",upperdir=changes,workdir=work root
mount --rbind /dev root/dev
mount -t proc none root/proc
mount -t tmpfs none root/tmp
mount --bind "$3" root/mnt
echo $$
exec cat
"""

# Stands for systemd, which runs on no machine of a test: writes down what it would start and stop.
SYSTEMCTL = rf"""#!/bin/sh
case "$*" in
*start*|*stop*) echo "$*" >> {CALLS};;
*is-active*) exit 3;;
*) SYSTEMD_OFFLINE=1 exec /usr/bin/systemctl "$@";;
esac
"""


class Machine:
    """A machine, with a folder of the test below /mnt."""

    def __init__(self, folder, mnt):
        folder.mkdir()
        self.root = folder / "root"
        self.output = folder.with_suffix(".log")
        self.holder = subprocess.Popen(
            [*AS_ROOT, "unshare", "--mount", "bash", "-c", HOLD, "bash", folder, BELOW, mnt], stdin=subprocess.PIPE,
            stdout=subprocess.PIPE, text=True)
        pid = self.holder.stdout.readline().strip()
        assert pid, "a test of packages needs root, and a system that lets root mount an overlay"
        self.enter = [*AS_ROOT, "nsenter", f"--target={pid}", "--mount", "chroot", self.root, *ENVIRONMENT]
        self.server, self.port = None, free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        # Containers forbid services to start.
        self.run("rm", "-f", "/usr/sbin/policy-rc.d")
        self.run("mkdir", "-p", "/run/systemd/system")
        self.write("/usr/local/sbin/systemctl", SYSTEMCTL)
        self.run("chmod", "755", "/usr/local/sbin/systemctl")

    def run(self, *command, text=None, check=True):
        """Runs a command on the machine; returns its output."""
        done = subprocess.run([*self.enter, *command], input=text, capture_output=True, text=True, timeout=PATIENCE)
        assert not check or done.returncode == 0, f"{command}: {done.stdout}{done.stderr}"
        return done.stdout

    def write(self, path, text):
        self.run("tee", path, text=text)

    def apt(self, *command):
        """Runs apt-get; returns what systemd would do: pairs of a verb and one of our units."""
        self.write(CALLS, "")
        # apt's own PATH lacks the folder with our systemctl.
        self.run("apt-get", "-o", "DPkg::Path=", "-o", "APT::Sandbox::User=root", "-y", "--no-install-recommends", *command)
        return re.findall(r"(\S+) (noteit\S+)$", self.run("cat", CALLS), re.M)

    def files(self):
        """The files and folders that have our name."""
        return set(self.run("find", "/etc", "/usr", "/var", "-xdev", "-name", "*noteit*").split())

    def serve(self):
        """Runs the server as its unit says."""
        unit = dict(re.findall(r"^(\w+)=(.*)$", self.run("cat", "/lib/systemd/system/noteitd.service"), re.M))
        user, group, state = unit["User"], unit["Group"], unit["StateDirectory"]
        self.run("install", "-d", "-o", user, "-g", group, "-m", unit["StateDirectoryMode"], f"/var/lib/{state}")
        script = f"""
            set -ea; {unit["Environment"]}; . {unit["EnvironmentFile"].removeprefix("-")}; umask {unit["UMask"]}
            cd {unit["WorkingDirectory"]}; exec setpriv --reuid={user} --regid={group} --init-groups {unit["ExecStart"]}"""
        with open(self.output, "ab") as log:
            self.server = subprocess.Popen([*self.enter, "bash", "-c", script], stdout=log, stderr=log)
        wait_until(self.is_ready, f"noteitd to be ready; it said: {self.output.read_text()}")

    def is_ready(self):
        assert self.server.poll() is None, f"noteitd ended: {self.output.read_text()}"
        try:
            return requests.get(f"{self.url}/readyz", timeout=PATIENCE).status_code == 200
        except requests.RequestException:
            return False

    def stop(self):
        """Asks the server to end, as systemd does."""
        if self.server is not None:
            self.server.terminate()
            assert self.server.wait(timeout=PATIENCE) == 0
            self.server = None

    def end(self):
        try:
            self.stop()
        finally:
            self.holder.communicate()
