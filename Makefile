# The manual: `make help`. Debian 12 with Swift on the PATH is all that must be there.

SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DELETE_ON_ERROR:
.PHONY: help run build test check bench release install uninstall clean packages test-packages bench-packages

DATABASE ?= noteit.db
PORT ?= 8080
PREFIX ?= /usr/local
# So many tests at once: all at once would open thousands of files.
WIDTH ?= 16
DESTDIR ?=
RELEASE := .build/release
SHARE = $(DESTDIR)$(PREFIX)/share
SAMPLE := deploy/sample
SWIFT_SOURCES := Package.swift $(wildcard Sources client-cli Tests bench)

PACKAGES := ca-certificates git libc6-dev libcmark-gfm-dev libcmark-gfm-extensions-dev libexpat1-dev libsodium-dev libsqlite3-dev libstdc++-12-dev pkg-config python3 tzdata zlib1g-dev
TEST_PACKAGES := fish groff libical3 libpcre2-8-0 libssl3 man-db mandoc openssl postgresql python3-venv sqlite3 systemd zsh
BENCH_PACKAGES := gcc libnginx-mod-nchan litmus mosquitto nats-server nginx procps python3-pexpect python3-venv wrk

# Installs what is missing of a list of Debian packages; touches nothing if nothing is.
define need
missing=(); for package in $(1); do \
    dpkg-query -W -f='$${db:Status-Status}\n' $$package 2>/dev/null | grep -qx installed || missing+=($$package); \
done; \
if (( $${#missing[@]} )); then \
    echo "Installing $${missing[*]}"; \
    root=(); if (( $$(id -u) )); then root=(sudo); fi; \
    $${root[@]+"$${root[@]}"} apt-get update -q; \
    $${root[@]+"$${root[@]}"} env DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends $${missing[*]}; \
fi
endef

# Runs the Swift tests that the options select, and repeats what failed where the eye falls: at the end. The store's random
# histories take both cores for minutes; they run apart from tests that wait for answers.
define swift_test
NOTEIT_STATEMENTS=$(CURDIR)/.build/statements.jsonl SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH=$(WIDTH) \
    swift test --skip-build $(1) 2>&1 | tee -a .build/swift-test.log \
    || { echo "Failed:"; grep -E '^✘|^error:' .build/swift-test.log | tail -40; exit 1; }
endef

help: ## List the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-10s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

run: packages $(RELEASE)/.built ## Build, load the sample term into DATABASE (noteit.db), serve it on PORT (8080)
	@if [[ ! -e "$(DATABASE)" ]]; then \
	    $(RELEASE)/noteitd catalog import $(SAMPLE)/term.csv --links $(SAMPLE)/links.csv \
	        --term-name "Fall 2025" --time-zone America/Vancouver --database "$(DATABASE)" && \
	    $(RELEASE)/noteitd catalog import $(SAMPLE)/courses.csv --database "$(DATABASE)" | sed '/^~/d' && \
	    $(RELEASE)/noteitd courses import $(SAMPLE)/courses.csv --database "$(DATABASE)" | sed '/^+/d' && \
	    $(RELEASE)/noteitd programmes import $(SAMPLE)/programmes.json --database "$(DATABASE)" | sed '/^+/d' \
	        || { rm -f "$(DATABASE)" "$(DATABASE)"-wal "$(DATABASE)"-shm; exit 1; }; \
	fi
	@echo
	@echo "Try this in another terminal:"
	@echo
	@echo "  $(CURDIR)/$(RELEASE)/noteit auth register --server http://127.0.0.1:$(PORT)"
	@echo "  $(CURDIR)/$(RELEASE)/noteit course search data structures"
	@echo "  $(CURDIR)/$(RELEASE)/noteit course add CMPT225"
	@echo
	@exec $(RELEASE)/noteitd serve --database "$(DATABASE)" --port $(PORT)

build: packages ## Build everything, for debugging
	swift build

test: test-packages ## Build and run every test
	@mkdir -p .build
	@echo "==> Building"
	swift build --build-tests 2>&1 | tee .build/build.log
	@if grep -E '^$(CURDIR)/(Sources|client-cli|Tests)/.*: warning:' .build/build.log; then echo "Our code has warnings."; exit 1; fi
	@echo "==> Swift tests"
	@rm -f .build/statements.jsonl .build/swift-test.log
	$(call swift_test,--skip NoteItStoreTests)
	$(call swift_test,--filter NoteItStoreTests)
	@echo "==> Tests from outside: contract, streams, crashes, deployment"
	Tests/Conformance/run .build/debug/noteitd 2>&1 | tee .build/outside.log
	@echo
	@echo "All passed: $$(awk '/Test run with [0-9]+ tests?.* passed/ { for (i = 1; i < NF; i++) if ($$i == "with") sum += $$(i + 1) } END { print sum + 0 }' .build/swift-test.log) Swift tests," \
	    "$$(awk '/^[0-9]+ passed/ { sum += $$1 } END { print sum + 0 }' .build/outside.log) tests from outside."

check: ## Check format, scripts and forbidden words
	swift format lint --strict -r $(SWIFT_SOURCES)
	@bash -n .ci/run $$(grep -rlE '^#!.*bash' Tests deploy)
	@if grep -rnE '\bTODO\b|FIXME|\bXXX\b|\btry!|\bas!|@unchecked|nonisolated\(unsafe\)|fatalError' --include='*.swift' $(SWIFT_SOURCES); then \
	    echo "These words are not for this repository."; exit 1; fi
	@if grep -rnIE '/(work|tmp)/|\bTODO\b|FIXME' --exclude-dir=__pycache__ Sources client-cli Tests deploy docs schema.sql openapi.yaml; then \
	    echo "Neither paths of one machine nor unfinished work belong here."; exit 1; fi
	@echo "Nothing to complain about."

bench: bench-packages $(RELEASE)/.built ## Measure, beside what we compare with, and draw bench/live.svg
	@for bench in bench/*/run; do echo "==> $$bench"; "$$bench"; done
	@bench/report.py bench/live.svg

release: packages $(RELEASE)/.built ## Make a tarball that needs no Swift where it is installed
	@rm -rf .build/stage && mkdir -p .build/stage
	@$(MAKE) --no-print-directory install DESTDIR=$(CURDIR)/.build/stage
	tar -C .build/stage --owner=0 --group=0 -czf .build/noteit-$$(uname -m).tar.gz .
	@echo "Made .build/noteit-$$(uname -m).tar.gz; unpack it in / as root."

install: ## Install what was built below PREFIX (/usr/local), with manual pages, completions and systemd units
	@[[ -x $(RELEASE)/noteitd && -x $(RELEASE)/noteit ]] || { echo "Build it first: make release"; exit 1; }
	install -D -t $(DESTDIR)$(PREFIX)/bin $(RELEASE)/noteitd $(RELEASE)/noteit deploy/backup/noteit-backup deploy/backup/noteit-restore
	install -D -m 644 -t $(DESTDIR)$(PREFIX)/share/noteit openapi.yaml schema.sql deploy/nginx/noteit.conf
	deploy/manual/pages $(RELEASE) $(DESTDIR)$(PREFIX)/share/man
	install -d $(foreach folder,bash-completion/completions zsh/site-functions fish/vendor_completions.d,$(SHARE)/$(folder))
	for program in noteit noteitd; do \
	    write() { if [[ $$program == noteit ]]; then $(RELEASE)/noteit completion $$1; else $(RELEASE)/noteitd --generate-completion-script $$1; fi; }; \
	    write bash > $(SHARE)/bash-completion/completions/$$program; \
	    write zsh > $(SHARE)/zsh/site-functions/_$$program; \
	    write fish > $(SHARE)/fish/vendor_completions.d/$$program.fish; done
	install -d $(DESTDIR)$(PREFIX)/lib/systemd/system $(DESTDIR)$(PREFIX)/lib/sysusers.d
	for unit in deploy/systemd/*.service deploy/systemd/*.timer; do \
	    sed 's|/usr/local/bin|$(PREFIX)/bin|' $$unit > $(DESTDIR)$(PREFIX)/lib/systemd/system/$$(basename $$unit); done
	install -m 644 deploy/systemd/noteit.sysusers $(DESTDIR)$(PREFIX)/lib/sysusers.d/noteit.conf
	install -D -m 644 deploy/systemd/noteitd.env $(DESTDIR)/etc/noteit/noteitd.env.example

uninstall: ## Remove what install put there; databases and settings stay
	cd $(DESTDIR)$(PREFIX) && rm -f bin/noteitd bin/noteit bin/noteit-backup bin/noteit-restore \
	    lib/systemd/system/noteit{d,-backup}.{service,timer} lib/sysusers.d/noteit.conf \
	    share/man/man1/noteit{,-*}.1 share/man/man8/noteitd.8 share/bash-completion/completions/noteit{,d} \
	    share/zsh/site-functions/_noteit{,d} share/fish/vendor_completions.d/noteit{,d}.fish && rm -rf share/noteit
	rm -f $(DESTDIR)/etc/noteit/noteitd.env.example

clean: ## Remove what was built; databases stay
	rm -rf .build

packages:
	@$(call need,$(PACKAGES))

test-packages:
	@$(call need,$(PACKAGES) $(TEST_PACKAGES))

bench-packages:
	@$(call need,$(PACKAGES) $(BENCH_PACKAGES))

# Built anew when a source is newer. With Swift's library inside, commands take 0.7 of the time.
$(RELEASE)/.built: Package.swift schema.sql openapi.yaml $(shell find Sources client-cli -type f 2>/dev/null)
	swift build -c release --static-swift-stdlib
	@touch $@
