"""Health, readiness, metrics, the contract as it is served."""

import re

from noteitd import ROOT
from people import register


def test_health_and_readiness(anyone):
    assert anyone.get("/healthz") == anyone.get("/readyz") == {"status": "ok"}


def test_the_contract_is_served_as_it_stands_in_the_repository(anyone):
    assert anyone.call("GET", "/openapi.yaml", 200).content == (ROOT / "openapi.yaml").read_bytes()


def test_metrics_are_prometheus_text_and_count(server, anyone):
    register(server)
    text = anyone.call("GET", "/metrics", 200).text
    line = re.compile(r'[a-zA-Z_:][a-zA-Z0-9_:]*(\{[a-z_]+="[^"]*"(,[a-z_]+="[^"]*")*\})? [-+0-9.eEinfNa]+')
    for each in text.strip().splitlines():
        assert each.startswith("# HELP ") or each.startswith("# TYPE ") or line.fullmatch(each), each
    assert "example.edu" not in text
    assert re.search(r"^noteit_\w+ [1-9]", text, re.MULTILINE)
