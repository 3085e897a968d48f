"""Files that take longest begin first, so that no worker is left with one at the end."""

LONGEST = (
    "test_networks.py", "test_slow_clients.py", "test_packages.py", "test_hostile_texts.py", "test_schemathesis.py",
    "test_fuzz_requests.py", "test_hostile_search.py", "test_long_threads.py", "test_words.py", "test_page_sizes.py",
)


def pytest_collection_modifyitems(items):
    items.sort(key=lambda item: LONGEST.index(item.path.name) if item.path.name in LONGEST else len(LONGEST))
