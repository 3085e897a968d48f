"""The calendars of other programs are read, or refused with a reason, and mean the same when they are written again."""

import ctypes
import json
import subprocess

import icalendar
import pytest

from ics import IMPORTED, REFUSED, SAMPLES, Recur, ask_each, title
from ics_mutations import Mutations
from noteitd import PATIENCE
from processes import memory, work
from recurrences import RECUR, Libical


@pytest.fixture(scope="module")
def answers():
    return dict(zip(SAMPLES, ask_each(SAMPLES, asksText=True)))


@pytest.fixture(scope="module")
def libical():
    """Counts the errors of libical in a text; None if it reads no component."""
    library = Libical().library
    library.icalparser_parse_string.argtypes = [ctypes.c_char_p]
    library.icalparser_parse_string.restype = ctypes.c_void_p
    library.icalcomponent_count_errors.argtypes = [ctypes.c_void_p]
    library.icalcomponent_free.argtypes = [ctypes.c_void_p]

    def errors(text):
        component = library.icalparser_parse_string(text)
        if not component:
            return None
        count = library.icalcomponent_count_errors(component)
        library.icalcomponent_free(component)
        return count

    return errors


@pytest.mark.parametrize("path", SAMPLES, ids=title)
def test_a_sample_is_read_or_refused(answers, path):
    answer = answers[path]
    if title(path) not in REFUSED:
        assert "error" not in answer
        assert answer["calendars"] == path.read_bytes().upper().count(b"BEGIN:VCALENDAR")
        return
    line, words = REFUSED[title(path)]
    assert answer["error"]["line"] == line
    assert words in answer["error"]["detail"]


def test_a_program_may_not_send_malformed_lines():
    small = [path for path in SAMPLES if path.stat().st_size <= 256 * 1024]
    for path, answer in zip(small, ask_each(small, isObject=True)):
        line, words = (REFUSED | IMPORTED).get(title(path), (None, ""))
        error = answer.get("error", {"line": None, "detail": ""})
        # The first malformed line is refused, which an import may leave out.
        assert (error["line"] or 0) <= (line or 0), f"{path.name}: {error}"
        assert ("error" in answer) == (title(path) in REFUSED | IMPORTED), path.name
        if title(path) in IMPORTED:
            assert error["line"] == line and words in error["detail"]


def test_a_calendar_that_is_written_again_means_the_same(answers):
    read = {path: answer for path, answer in answers.items() if "error" not in answer}
    assert all(answer["isSame"] for answer in read.values())
    again = ask_each([answer["text"].encode() for answer in read.values()], asksText=True)
    for path, answer, second in zip(read, read.values(), again):
        assert second["text"] == answer["text"], path.name
        lines = answer["text"].encode().split(b"\r\n")
        assert max(map(len, lines)) <= 75, path.name
        assert not any(b"\n" in line or b"\r" in line for line in lines), path.name


# icalendar decodes escapes before it splits a line, and writes them as % meanwhile; in RFC 5545 escapes belong to TEXT alone.
PLAIN = str.maketrans({"\\": "\ue000", "%": "\ue001"})


def content(text):
    """The components of a calendar as icalendar splits it into lines."""
    stack = [("", [], [])]
    for line in filter(None, icalendar.parser.Contentlines.from_ical(text.translate(PLAIN))):
        name, parameters, value = line.parts()
        if name.upper() == "BEGIN":
            stack.append((value.strip().upper(), [], []))
        elif name.upper() == "END":
            done = stack.pop()
            stack[-1][2].append(done)
        else:
            # icalendar 7 drops the space around the values of parameters.
            listed = {key.upper(): [each.strip() for each in ([one] if isinstance(one, str) else one)] for key, one in parameters.items()}
            stack[-1][1].append((name.upper(), listed, value))
    return stack[0][2]


def components(read):
    """The same of what `recur` read."""

    def parameters(prop):
        return {name: [value.translate(PLAIN).strip() for value in values] for [name], values in prop["parameters"]}

    return [
        (
            one["name"],
            [(prop["name"], parameters(prop), prop["value"].translate(PLAIN)) for prop in one["properties"]],
            components(one["components"]),
        )
        for one in read
    ]


def test_icalendar_reads_what_was_read_and_what_is_written(answers):
    for path, answer in answers.items():
        if "error" in answer:
            continue
        assert content(answer["text"]) == components(answer["components"]), path.name
        if title(path) not in IMPORTED:
            assert content(path.read_bytes().decode("utf-8-sig")) == components(answer["components"]), path.name


def test_libical_reads_what_is_written(answers, libical):
    for path, answer in answers.items():
        if "error" not in answer:
            after = libical(answer["text"].encode())
            assert after is not None, path.name
            assert title(path) in IMPORTED or after <= libical(path.read_bytes()), path.name


def test_icalendar_and_libical_read_what_is_written_of_random_calendars(libical):
    mutations = Mutations(31, most=3_000)
    read = [answer for answer in ask_each([mutations.next() for _ in range(3_000)], asksText=True) if "error" not in answer]
    assert len(read) > 500
    for answer in read:
        assert content(answer["text"]) == components(answer["components"]), answer["text"]
        assert libical(answer["text"].encode()) is not None, answer["text"]


def test_a_file_is_read_and_written_from_the_command_line(tmp_path):
    def recur(*arguments):
        return subprocess.run([RECUR, *map(str, arguments)], capture_output=True, text=True, timeout=PATIENCE)

    sample = next(path for path in SAMPLES if title(path) == "own__01-dst-weekly")
    written = recur("write", sample)
    assert written.returncode == 0
    again = tmp_path / "again.ics"
    again.write_bytes(written.stdout.encode())
    first, second = recur("read", sample), recur("read", again)
    assert first.stdout == second.stdout
    assert json.loads(first.stdout)[0]["name"] == "VCALENDAR"
    again.write_text("\nnothing\n")
    refused = recur("read", again)
    assert refused.returncode == 1
    assert json.loads(refused.stdout) == {"error": {"line": 2, "detail": '"nothing" has no value; write NAME:VALUE.'}}
    assert recur("sing").returncode == 64


HUGE = {
    "a line of 10 MB": b"X:" + b"a" * 10_000_000,
    "100,000 EXDATEs": b"EXDATE:20260101T000000Z\n" * 100_000,
    "100,000 times in one EXDATE": b"EXDATE:" + b"20260101T000000Z," * 100_000,
    "components 1,000 deep": b"BEGIN:VEVENT\n" * 1_000 + b"END:VEVENT\n" * 1_000,
    "endless nesting": b"BEGIN:VEVENT\n" * 1_000_000,
    "endless folds": b"X:a\n" + b" a\n" * 2_000_000,
    "endless components": b"BEGIN:VEVENT\nEND:VEVENT\n" * 200_000,
    "endless parameters": b"X" + b";A=b" * 2_000_000 + b":c\n",
    "many parameters": (b"X" + b";A=b" * 50_000 + b":c\n") * 20,
    "empty lines": b"\r\n" * 4_000_000,
}


def test_huge_calendars_are_refused_soon_in_little_memory():
    with Recur() as recur:
        recur.ask(b"BEGIN:VCALENDAR\nEND:VCALENDAR\n")
        before = memory(recur.process)
        for name, huge in HUGE.items():
            answer, seconds = work(lambda: recur.ask(b"BEGIN:VCALENDAR\n" + huge), recur.process)
            assert answer["error"]["line"] > 1, name
            assert seconds < 5, name
        # The question itself is 13 MB of base64, and is copied a few times.
        assert memory(recur.process) - before < 250e6
