"""The Debian packages are installed, serve and post, are upgraded, and leave the class when they are removed."""

import os
import re
import shutil
import subprocess

import pytest

from machine import Machine
from noteitd import PATIENCE, PROGRAM, ROOT, SAMPLE
from people import PASSWORD, member

NAMES = ("noteit", "noteitd")
MOST = {"noteit": 90_000_000, "noteitd": 105_000_000}  # bytes
DATA = ("/var/lib/noteit", "/var/backups/noteit")


def run(*command, **options):
    done = subprocess.run(command, capture_output=True, timeout=10 * PATIENCE, **options)
    assert done.returncode == 0, f"{command}: {done.stdout}{done.stderr}"
    return done.stdout


@pytest.fixture(scope="module")
def packages(tmp_path_factory):
    """The folder with the packages of the programs that are tested, with newer ones, and with the sample term."""
    folder = tmp_path_factory.mktemp("packages")
    programs = folder / "programs"
    programs.mkdir()
    (folder / "unpacked").mkdir()
    for name in NAMES:
        (programs / name).symlink_to(PROGRAM.parent / name)
    run("make", "--no-print-directory", "-C", ROOT, "deb", f"RELEASE={programs}", f"--assume-old={programs}/.built",
        f"OUTPUT={folder}", "COMPRESSION=-Znone", env={"PATH": os.environ["PATH"], "HOME": str(folder)})
    for name in NAMES:
        next(folder.glob(f"{name}_*.deb")).rename(folder / f"{name}.deb")
        next(folder.glob(f"{name}-dbgsym_*.deb")).rename(folder / f"{name}-dbgsym.deb")
        unpacked = folder / "unpacked" / name
        run("dpkg-deb", "--raw-extract", folder / f"{name}.deb", unpacked)
        control = unpacked / "DEBIAN/control"
        control.write_text(re.sub(r"^(Version: .*)$", r"\1+newer", control.read_text(), flags=re.M))
        run("dpkg-deb", "--root-owner-group", "-Znone", "--build", unpacked, folder / f"{name}-newer.deb")
    shutil.copy(SAMPLE, folder / "term.csv")
    folder.chmod(0o755)  # for the user noteit
    yield folder
    shutil.rmtree(folder)  # a gigabyte and a half


@pytest.fixture
def new_machine(packages, tmp_path):
    """Makes machines that have no NoteIt yet."""
    machines = []

    def make():
        machines.append(Machine(tmp_path / f"machine{len(machines)}", packages))
        return machines[-1]

    yield make
    for machine in machines:
        machine.end()


def install_server(machine):
    """A server from its package, on a free port, with the sample term; returns what systemd would do."""
    calls = machine.apt("install", "/mnt/noteitd.deb")
    machine.write("/etc/noteit/noteitd.env", f"NOTEIT_PORT={machine.port}\n")
    machine.serve()
    admin(machine, "catalog", "import", "/mnt/term.csv", "--time-zone", "America/Vancouver")
    return calls


def admin(machine, *command):
    return machine.run("setpriv", "--reuid=noteit", "--regid=noteit", "--init-groups", "noteitd", *command,
                       "--database", "/var/lib/noteit/noteit.db")


def version(machine, package):
    return machine.run("dpkg-query", "-Wf", "${Version}", package)


def test_a_server_is_started_restarted_and_stopped_and_its_class_outlives_the_package(new_machine):
    machine = new_machine()
    before = machine.files()
    assert install_server(machine) == [("start", "noteitd.service")]
    person, course = member(machine)
    post = person.post(course, "Kept")
    machine.run("setpriv", "--reuid=noteit", "--regid=noteit", "--init-groups", "noteit-backup",
                "/var/lib/noteit/noteit.db", "/var/backups/noteit")

    first = version(machine, "noteitd")
    assert machine.apt("install", "/mnt/noteitd-newer.deb") == [("restart", "noteitd.service")]
    assert version(machine, "noteitd") == f"{first}+newer"
    machine.stop()
    machine.serve()  # on the same port: the settings outlived the upgrade
    assert person.events(course) == [post]

    assert machine.apt("remove", "noteitd") == [("stop", "noteit-backup.timer"), ("stop", "noteitd.service")]
    machine.stop()
    left = machine.files() - before
    assert "/etc/noteit/noteitd.env" in left and not [file for file in left if file.startswith("/usr")]

    machine.apt("purge", "noteitd")
    left = machine.files() - before
    assert left and all(file.startswith(DATA) for file in left), left
    assert machine.run("getent", "passwd", "noteit").endswith(":/var/lib/noteit:/usr/sbin/nologin\n")

    machine.apt("install", "/mnt/noteitd.deb")
    machine.write("/etc/noteit/noteitd.env", f"NOTEIT_PORT={machine.port}\n")
    machine.serve()
    assert person.events(course) == [post]


def test_the_server_owns_its_data_alone_and_starts_with_the_machine(new_machine):
    machine = new_machine()
    install_server(machine)
    for folder in DATA:
        assert machine.run("stat", "-c", "%U:%G %a", folder) == "noteit:noteit 700\n"
    enabled = machine.run("find", "/etc/systemd/system", "-name", "noteit*").split()
    assert enabled == ["/etc/systemd/system/multi-user.target.wants/noteitd.service"]
    assert machine.run("dpkg-query", "-Wf", "${Conffiles}", "noteitd").split()[0] == "/etc/noteit/noteitd.env"


def test_a_client_alone_posts_to_a_packaged_server_and_leaves_nothing(new_machine):
    server, machine = new_machine(), new_machine()
    install_server(server)
    person, course = member(server)
    code = course.split(".")[1]
    before = machine.files()
    machine.apt("install", "/mnt/noteit.deb")
    assert {"/usr/bin/noteit", "/usr/share/man/man1/noteit.1.gz", "/usr/share/zsh/vendor-completions/_noteit"} <= machine.files()
    assert not [file for file in machine.files() - before if "noteitd" in file]
    machine.run("noteit", "auth", "login", person.email, "--server", server.url, text=PASSWORD + "\n")
    machine.run("noteit", "post", code, "From the package")
    machine.apt("install", "/mnt/noteit-newer.deb")
    assert "From the package" in machine.run("noteit", "event", "list", code)
    assert [event["title"] for event in person.events(course)] == ["From the package"]
    machine.apt("remove", "noteit")
    assert {file for file in machine.files() - before if not file.startswith("/root")} == set()


@pytest.mark.parametrize("name", NAMES)
def test_a_program_is_small_and_its_symbols_are_in_a_package_of_their_own(name, packages, tmp_path):
    program = packages / "unpacked" / name / "usr/bin" / name
    assert program.stat().st_size <= MOST[name]
    sections = run("readelf", "--sections", "--wide", program, text=True)
    assert ".symtab" not in sections and ".debug_info" not in sections
    identity = re.search(r"Build ID: (\w+)", run("readelf", "--notes", program, text=True))[1]
    assert identity in run("readelf", "--notes", PROGRAM.parent / name, text=True)
    run("dpkg-deb", "--extract", packages / f"{name}-dbgsym.deb", tmp_path)
    symbols = tmp_path / "usr/lib/debug/.build-id" / identity[:2] / f"{identity[2:]}.debug"
    assert ".debug_info" in run("readelf", "--sections", "--wide", symbols, text=True)


def test_a_package_depends_on_the_libraries_of_its_program(packages):
    depends = {name: run("dpkg-deb", "--field", packages / f"{name}.deb", "Depends", text=True) for name in NAMES}
    assert all("libsqlite3-0" in depends[name] and "libc6 (>=" in depends[name] for name in NAMES)
    assert "libcmark-gfm" in depends["noteit"] and "systemd" not in depends["noteit"]
    assert "libsodium23" in depends["noteitd"] and "systemd" in depends["noteitd"]
