"""Health, readiness, metrics, the served contract."""

import re
import subprocess

from noteitd import PATIENCE, PROGRAM, ROOT, wait_until
from people import member, register


def test_health_and_readiness_tell_the_version_of_the_programs(anyone):
    programs = [PROGRAM, PROGRAM.with_name("noteit")]
    versions = {subprocess.run([each, "--version"], capture_output=True, text=True, check=True).stdout.strip() for each in programs}
    assert len(versions) == 1
    assert anyone.get("/healthz") == anyone.get("/readyz") == {"status": "ok", "version": versions.pop()}


def test_a_port_in_use_is_one_sentence_that_says_what_to_do(server, tmp_path):
    command = [PROGRAM, "serve", "--database", tmp_path / "new.db", "--port", str(server.port)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE)
    said = done.stderr.splitlines()
    assert done.returncode == 1 and "is in use" in said[-1] and "--port" in said[-1]
    assert not [line for line in said + done.stdout.splitlines() if "warning" in line], done


def test_the_served_contract_is_the_one_in_the_repository(anyone):
    assert anyone.call("GET", "/openapi.yaml", 200).content == (ROOT / "openapi.yaml").read_bytes()


def test_metrics_are_prometheus_text_and_count(server, anyone):
    register(server)
    text = anyone.call("GET", "/metrics", 200).text
    line = re.compile(r'[a-zA-Z_:][a-zA-Z0-9_:]*(\{[a-z_]+="[^"]*"(,[a-z_]+="[^"]*")*\})? [-+0-9.eEinfNa]+')
    for each in text.strip().splitlines():
        assert each.startswith("# HELP ") or each.startswith("# TYPE ") or line.fullmatch(each), each
    assert "example.edu" not in text
    assert re.search(r"^noteit_\w+ [1-9]", text, re.MULTILINE)


def test_each_family_is_declared_once_and_its_samples_follow(anyone):
    families, samples = {}, {}
    for each in anyone.call("GET", "/metrics", 200).text.splitlines():
        if each.startswith("# "):
            _, what, name, text = each.split(" ", 3)
            assert (name, what) not in families
            families[name, what] = text
        else:
            series, _, value = each.rpartition(" ")
            family = re.match(r"\w+", series)[0]
            if (name, "TYPE") in families and families[name, "TYPE"] == "histogram":
                family = re.sub("_(bucket|sum|count)$", "", family)
            assert family == name and series not in samples
            samples[series] = float(value)
    assert {"counter", "gauge", "histogram"} == {text for (_, what), text in families.items() if what == "TYPE"}


def test_histograms_count_what_happens(server):
    person, course = member(server)
    with person.stream() as stream:
        stream.frame()
        before = histograms(person)
        for number in range(5):
            person.post(course, f"post {number}")
            stream.change()

    def more(series, what="count"):
        return histograms(person)[series][what] - before.get(series, {what: 0})[what]

    wait_until(lambda: more("noteit_commit_writes{", "sum") >= 5, "the writes to be counted, which is after they are answered")
    assert more('noteit_http_request_seconds{method="POST",route="/v1/courses/{course}/events"') >= 5
    assert more("noteit_commit_writes{") >= 1 and more("noteit_commit_seconds{") >= 1
    after = histograms(person)
    assert "noteit_write_to_last_reader_seconds{" in after
    for buckets in after.values():
        bounds, counts = zip(*((float(bound), count) for bound, count in buckets["bucket"]))
        assert list(bounds) == sorted(set(bounds)) and bounds[-1] == float("inf")
        assert list(counts) == sorted(counts) and counts[-1] == buckets["count"]
        assert buckets["sum"] >= 0 and (buckets["sum"] > 0 or buckets["count"] == 0)


def histograms(person):
    """Each series as {bucket: [(bound, count)], sum, count}."""
    found = {}
    text = person.http.get(person.server.url + "/metrics").text
    for name in re.findall(r"^# TYPE (\w+) histogram$", text, re.MULTILINE):
        for kind, labels, value in re.findall(rf"^{name}_(bucket|sum|count)(\S*) (\S+)$", text, re.MULTILINE):
            bound = re.search(r',?le="([^"]+)"', labels)
            labels = labels.replace(bound[0] if bound else "", "").rstrip("}") or "{"
            series = found.setdefault(name + labels, {"bucket": []})
            if kind == "bucket":
                series["bucket"].append((bound[1], int(value)))
            else:
                series[kind] = float(value)
    return found
