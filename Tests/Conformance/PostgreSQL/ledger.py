"""What was acknowledged, and what everybody may see of it: the oracle of the failures.

Each event has one writer, who does one thing after another, each until it is acknowledged. So the ledger knows at every moment the
versions that an event may have: the last that was acknowledged, and the one under way. Each version has a title of its own."""

import collections
import time


class Version:
    """A title, and whether only its author may read it. Without a title: deleted."""

    def __init__(self, event, number, title, is_private):
        self.event, self.number, self.title, self.is_private = event, number, title, is_private
        self.sent = time.monotonic()


class Entry:
    """An event, with the versions that were sent, in order; the first `acknowledged` of them are stored."""

    def __init__(self, id, author):
        self.id, self.author, self.versions, self.acknowledged = id, author, [], 0

    @property
    def last(self):
        """The version that was acknowledged last."""
        return self.versions[self.acknowledged - 1] if self.acknowledged else None

    def title_for(self, person):
        """What a person sees at a quiet moment; None if nothing."""
        last = self.last
        return last.title if last and (person == self.author or not last.is_private) else None


class Ledger:
    """All events of a course. `faults` are sentences."""

    def __init__(self):
        self.entries, self.versions, self.faults, self.tally = {}, {}, [], collections.Counter()
        # Whether rows may be lost, until everybody was told; how often that was so; and how many versions of each event came before.
        self.is_losing, self.losses, self.kept = False, 0, {}

    def fault(self, text):
        self.faults.append(text)

    # What writers do.

    def send(self, entry, title, is_private=False):
        """A version is under way. It replaces the one before if nobody acknowledged that."""
        self.entries[entry.id] = entry
        del entry.versions[entry.acknowledged:]
        version = Version(entry.id, len(entry.versions), title, is_private)
        entry.versions.append(version)
        if title:
            self.versions[title] = version

    def acknowledge(self, entry):
        entry.acknowledged = len(entry.versions)
        self.tally["acknowledged writes"] += 1

    # What readers get.

    def check_seen(self, person, event, title, where):
        """A reader got a title: somebody wrote it, for them too."""
        version = self.versions.get(title)
        if version is None or version.event != event:
            self.fault(f"{where} tells of {title!r} in {event}, which nobody wrote there")
        elif version.is_private and self.entries[event].author != person:
            self.fault(f"{where} shows {title!r} to {person}, which is private to {self.entries[event].author}")

    def check_fresh(self, entry, before, person, title, where):
        """A read that began when `before` versions, at least one, were acknowledged; title None if nothing was found."""
        now = entry.versions[before - 1:]
        allowed = {version.title if person == entry.author or not version.is_private else None for version in now}
        if title not in allowed:
            self.fault(f"{where} is stale: {title!r} in {entry.id}, not one of {sorted(map(str, allowed))}")

    # Quiet moments.

    def expected(self, person):
        """Everything that a person sees."""
        seen = {id: entry.title_for(person) for id, entry in self.entries.items()}
        return {id: title for id, title in seen.items() if title is not None}

    def check_all(self, person, found, where):
        """Compares everything that a person sees: event -> title."""
        wanted = self.expected(person)
        for id in sorted(wanted.keys() | found.keys()):
            if wanted.get(id) != found.get(id):
                self.fault(f"{where} has {found.get(id)!r} in {id} for {person}, not {wanted.get(id)!r}")

    def start_losing(self):
        """What is acknowledged from now on may be lost."""
        self.is_losing, self.losses = True, self.losses + 1
        self.kept = {id: entry.acknowledged for id, entry in self.entries.items()}

    def take_loss(self, stored):
        """Takes what the database has after a loss: event -> title. Nothing from before may be lost, and nothing be made up.

        - Returns: how many acknowledged versions are lost."""
        lost = 0
        for id, entry in list(self.entries.items()):
            titles = [version.title for version in entry.versions]
            least = self.kept.get(id, 0)
            # An event that is not there: none of its versions came through, or the last that did deleted it.
            possible = [number + 1 for number, title in enumerate(titles) if title == stored.get(id)]
            possible += [0] if id not in stored else []
            found = [number for number in possible if number >= least]
            if not found:
                self.fault(f"{id} has {stored.get(id)!r}, and {titles[:least][-1:]} was stored before any row could be lost")
                continue
            lost += max(0, entry.acknowledged - max(found))
            entry.acknowledged = max(found)
            del entry.versions[entry.acknowledged:]
        for id in stored.keys() - self.entries.keys():
            self.fault(f"nobody wrote {id}, {stored[id]!r}")
        return lost
