"""The pages name files, tests and headings that exist."""

import re

import pytest
import yaml

from noteitd import ROOT

PAGES = ["README.md", "CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md", *(f"docs/{page.name}" for page in (ROOT / "docs").glob("*.md"))]
PAGES += ["bench/README.md", "deploy/README.md"]
FOLDERS = ("Sources", "client-cli", "client-web", "Tests", "bench", "deploy", "docs")
FILES = [path.relative_to(ROOT).as_posix() for folder in FOLDERS for path in (ROOT / folder).rglob("*") if path.is_file()]
FILES += [path.name for path in ROOT.iterdir() if path.is_file()]
SUFFIXES = ("swift", "py", "js", "md", "yaml", "sql", "conf", "svg", "env")


def anchors(page):
    """The anchors of a page's headings, as GitHub makes them."""
    heads = re.findall(r"^#+ (.*)$", page.read_text(), re.M)
    return {re.sub(r"[^\w\- ]", "", head.lower()).replace(" ", "-") for head in heads}


@pytest.mark.parametrize("page", PAGES)
def test_every_link_leads_to_a_file_and_a_heading(page):
    folder = (ROOT / page).parent
    for target in re.findall(r"\]\(([^)]+)\)", (ROOT / page).read_text()):
        if target.startswith("http"):
            continue
        path, _, anchor = target.partition("#")
        linked = (folder / path).resolve() if path else ROOT / page
        assert linked.is_file(), f"{page} links to {target}"
        assert not anchor or anchor in anchors(linked), f"{page} links to {target}"


@pytest.mark.parametrize("page", PAGES)
def test_every_file_and_test_that_a_page_names_exists(page):
    for word in re.findall(r"`([^`\s]+)`", (ROOT / page).read_text()):
        if re.fullmatch(r"\w[\w./+-]*\.(" + "|".join(SUFFIXES) + ")", word):
            assert any(f"/{file}".endswith(f"/{word}") for file in FILES), f"{page} names {word}"
        elif re.fullmatch(r"(\w+Tests/)\w+Tests", word):
            target, test = word.split("/")
            assert any(file.startswith(f"Tests/{target}/") and file.endswith(f"/{test}.swift") for file in FILES), f"{page} names {word}"
        elif re.match(r"(Sources|client-web|Tests|deploy|bench|docs)/", word) and "*" not in word:
            assert (ROOT / word).exists(), f"{page} names {word}"


def test_the_cost_of_each_route_is_listed_once():
    section = re.search(r"^## Work of a request\n(.*?)^## ", (ROOT / "docs/security.md").read_text(), re.M | re.S)[1]
    found = re.findall(r"`(?:[A-Z]+ )?(/[^`?]*)", section)
    whole, beginnings = {word for word in found if not word.endswith("...")}, [word[:-3] for word in found if word.endswith("...")]
    paths = yaml.safe_load((ROOT / "openapi.yaml").read_text())["paths"]
    assert [path for path in paths if path not in whole and not path.startswith(tuple(beginnings))] == []
    assert [word for word in beginnings if not any(path.startswith(word) for path in paths)] == []
