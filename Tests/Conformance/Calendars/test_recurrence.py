"""Recurrence rules beside python-dateutil and libical, and the samples of calendars."""

import datetime
import random
import zoneinfo

import pytest

from recurrences import HORIZON, WEEKDAYS, Dateutil, Libical, ask, data, of_the_rule, question, seconds

LIMIT = 20


class Rules:
    """Random rules that RFC 5545 allows, and their starts."""

    def __init__(self, seed):
        self.dice = random.Random(seed)

    def start(self):
        day = datetime.datetime(1995, 1, 1) + datetime.timedelta(days=self.dice.randrange(40 * 365))
        return day + datetime.timedelta(minutes=30 * self.dice.randrange(48))

    def rule(self):
        dice = self.dice
        frequency = dice.choice(["DAILY", "WEEKLY", "MONTHLY", "YEARLY"])
        rule = {"FREQ": frequency}
        if dice.random() < 0.5:
            rule["INTERVAL"] = dice.choice([1, 2, 2, 3, 4, 5, 7, 12])
        if dice.random() < 0.4:
            rule["COUNT"] = dice.randint(1, 20)
        if dice.random() < 0.3:
            rule["BYMONTH"] = self.numbers(12, signed=False)
        if frequency == "YEARLY" and dice.random() < 0.2:
            rule["BYWEEKNO"] = self.numbers(53) if dice.random() < 0.5 else dice.choice(["1", "52", "53", "-1", "1,53"])
        if frequency == "YEARLY" and dice.random() < 0.2:
            rule["BYYEARDAY"] = self.numbers(366)
        if frequency != "WEEKLY" and dice.random() < 0.3:
            rule["BYMONTHDAY"] = self.numbers(31)
        if dice.random() < 0.5:
            rule["BYDAY"] = self.weekdays(rule)
        if len(rule.keys() - {"FREQ", "INTERVAL", "COUNT"}) and dice.random() < 0.25:
            rule["BYSETPOS"] = self.numbers(dice.choice([2, 4, 20]))
        if dice.random() < 0.25:
            rule["WKST"] = dice.choice(WEEKDAYS)
        return ";".join(f"{name}={value}" for name, value in rule.items())

    def numbers(self, last, signed=True):
        dice = self.dice
        numbers = {dice.randint(1, last) * (-1 if signed and dice.random() < 0.3 else 1) for _ in range(dice.randint(1, 4))}
        return ",".join(map(str, sorted(numbers)))

    def weekdays(self, rule):
        dice = self.dice
        last = 5 if rule["FREQ"] == "MONTHLY" or "BYMONTH" in rule else 53
        with_ordinals = rule["FREQ"] in ("MONTHLY", "YEARLY") and "BYWEEKNO" not in rule and dice.random() < 0.6
        days = set()
        for _ in range(dice.randint(1, 4)):
            ordinal = dice.randint(1, last) * dice.choice([1, 1, -1]) if with_ordinals and dice.random() < 0.8 else ""
            days.add(f"{ordinal}{dice.choice(WEEKDAYS)}")
        return ",".join(sorted(days))


def compare(oracle, seed, count, least):
    """Compares so many random rules, less those that the oracle is known to get wrong; that leaves a share of at least `least`."""
    rules = Rules(seed)
    cases = [(rules.rule(), rules.start()) for _ in range(count)]
    kept = [(rule, start) for rule, start in cases if not oracle.fails(rule, start)]
    assert len(kept) > least * count
    answers = ask([question(start, rule, limit=LIMIT + 1) for rule, start in kept])
    for (rule, start), answer in zip(kept, answers):
        starts = of_the_rule(answer)[:LIMIT]
        if starts or oracle.asked_for_nothing:
            assert starts == oracle.expand(rule, start, LIMIT), f"{rule} from {start:%a %Y-%m-%d %H:%M}"


@pytest.mark.parametrize("seed", range(5))
def test_random_rules_equal_dateutil(monkeypatch, seed):
    compare(Dateutil(monkeypatch), seed, 1000, least=0.95)


@pytest.mark.parametrize("seed", range(100, 105))
def test_random_rules_equal_libical(seed):
    compare(Libical(), seed, 1000, least=0.65)


@pytest.mark.parametrize("zone", ["America/Vancouver", "Europe/Berlin", "Australia/Lord_Howe", "Asia/Tehran", "America/Sao_Paulo"])
def test_wall_clock_times_of_a_zone_follow_the_rfc(monkeypatch, zone):
    # With fold=0, zoneinfo reads a doubled time as the first, and a skipped one with the offset before the gap.
    oracle, rules, place = Dateutil(monkeypatch), Rules(zone), zoneinfo.ZoneInfo(zone)
    cases = []
    for year in range(1996, 2026):
        for change in changes(place, year):
            start = change - datetime.timedelta(days=rules.dice.randrange(3), minutes=15 * rules.dice.randrange(-8, 8))
            rule = rules.dice.choice(["FREQ=DAILY;COUNT=6", "FREQ=YEARLY;COUNT=5", "FREQ=WEEKLY;BYDAY=SA,SU,MO;COUNT=6"])
            cases.append((rule, start))
    answers = ask([question(start, rule, zone=zone) for rule, start in cases])
    for (rule, start), answer in zip(cases, answers):
        expected = [int(local.replace(tzinfo=place).timestamp()) for local in oracle.expand(rule, start, LIMIT)]
        starts = answer["starts"] if answer["startMatchesRule"] else answer["starts"][1:]
        assert starts == expected, f"{rule} from {start} in {zone}"


def test_random_sets_have_additions_less_exceptions_with_overrides_in_place(monkeypatch):
    oracle, rules, dice = Dateutil(monkeypatch), Rules(11), random.Random(12)
    asked, expected = [], []
    for _ in range(1000):
        rule, start = rules.rule(), rules.start()
        if oracle.fails(rule, start):
            continue
        found = [start, *oracle.expand(rule, start, LIMIT)]
        # A rule may go on after the last time that is compared.
        end = HORIZON if len(found) <= LIMIT else max(found)
        additions = [rules.start() for _ in range(dice.randrange(4))]
        exceptions = dice.sample(found, min(len(found), dice.randrange(4))) + [rules.start()]
        overrides = {time: rules.start() for time in found if time not in exceptions and dice.random() < 0.2}
        more = {
            "range": [-1e11, seconds(end) + 1],
            "additions": [written(time) for time in additions],
            "exceptions": [written(time) for time in exceptions],
            "overrides": [{"id": written(time), "start": written(to)} for time, to in overrides.items()],
        }
        asked.append(question(start, rule, **more))
        whole = {*found, *additions}.difference(exceptions)
        starts = [overrides.get(time, time) for time in whole]
        expected.append(sorted(seconds(time) for time in starts if time <= end))
    for one, answer, starts in zip(asked, ask(asked), expected):
        assert answer["starts"] == starts, one


def written(time):
    return {"value": time.strftime("%Y%m%dT%H%M%S")}


def changes(zone, year):
    """The wall-clock times, to the hour, at which the offset of a zone changes in a year."""
    utc = datetime.datetime(year, 1, 1, tzinfo=datetime.timezone.utc)
    for _ in range(366 * 24):
        later = utc + datetime.timedelta(hours=1)
        if utc.astimezone(zone).utcoffset() != later.astimezone(zone).utcoffset():
            yield utc.astimezone(zone).replace(tzinfo=None)
        utc = later


def test_the_listed_rules_start_as_listed():
    lines = [line.split("\t") for line in (data("ics") / "rrule.tsv").read_text().splitlines()]
    answers = ask(
        [
            {"start": {"value": start, "zone": zone}, "rule": rule, "range": [0, 1e11], "limit": 16}
            for _, zone, start, rule, _ in lines
        ]
    )
    compared = 0
    for (kind, _, start, rule, listed), answer in zip(lines, answers):
        # dateutil, which made the list, counts positions of the first week from the start on.
        first = datetime.datetime.strptime(start[:8], "%Y%m%d")
        if kind == "wsp" and first.weekday() != 0 and "BYSETPOS=-1" not in rule:
            continue
        compared += 1
        starts = [f"{when:%Y-%m-%dT%H:%M:%SZ}" for when in of_the_rule(answer)]
        expected = listed.split(",")
        assert starts[: len(expected)] == expected, f"{rule} from {start}"
    assert compared > 0.9 * len(lines)


def every(last):
    return ",".join(map(str, range(1, last + 1)))


@pytest.mark.parametrize(
    "rule",
    [
        "FREQ=DAILY;COUNT=1000000000",
        "FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30",
        "FREQ=WEEKLY;INTERVAL=999999999;BYDAY=MO,TU,WE,TH,FR,SA,SU",
        f"FREQ=MONTHLY;COUNT=1000000000;BYMONTHDAY={every(31)};BYSETPOS={every(31)}",
        f"FREQ=YEARLY;COUNT=1000000000;BYYEARDAY={every(366)};BYSETPOS={every(366)}",
        f"FREQ=YEARLY;BYWEEKNO={every(53)};BYDAY=MO;BYMONTH=2;BYMONTHDAY=30",
        f"FREQ=YEARLY;BYDAY={','.join(f'-{n}{day}' for n in range(1, 54) for day in WEEKDAYS)};BYSETPOS=-366",
    ],
)
def test_no_rule_takes_long(rule):
    hostile = {"start": {"value": "00010101T093000", "zone": "Europe/Berlin"}, "rule": rule, "range": [2e11, 2.4e11], "limit": 100}
    (answer,) = ask([hostile])
    assert answer["steps"] < 301_000


def test_texts_that_are_no_rules_are_refused():
    dice = random.Random(7)
    alphabet = "FREQ=DAILY;BYDAY=MO,-1TU;UNTIL=20261224T000000Z;COUNT=INTERVAL=BYSETPOS=0123456789,;=-+\x00é "
    texts = ["".join(dice.choice(alphabet) for _ in range(dice.randrange(60))) for _ in range(2000)]
    rules = Rules(8)
    for _ in range(2000):
        rule = list(rules.rule())
        for _ in range(dice.randint(1, 3)):
            rule[dice.randrange(len(rule))] = dice.choice(alphabet)
        texts.append("".join(rule))
    for text, answer in zip(texts, ask([question(datetime.datetime(2026, 1, 1), text) for text in texts])):
        assert "error" in answer and 10 < len(answer["error"]) < 300 or answer["rule"].startswith("FREQ="), text


def test_a_rule_that_is_written_again_means_the_same():
    rules = Rules(9)
    cases = [(rules.rule(), rules.start()) for _ in range(1000)]
    first = ask([question(start, rule) for rule, start in cases])
    second = ask([question(start, answer["rule"]) for (_, start), answer in zip(cases, first)])
    assert first == second
    assert seconds(HORIZON) > max(max(answer["starts"]) for answer in first)
