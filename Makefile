# The manual: `make help`. Debian 12 with Swift on the PATH is all that must be there.

SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DELETE_ON_ERROR:
.PHONY: help run demo cluster build test endure built-tests check bench release deb install uninstall clean packages cluster-packages deb-packages check-packages test-packages bench-packages

DATABASE ?= noteit.db
PORT ?= 8080
PREFIX ?= /usr/local
# So many tests at once: all at once would open thousands of files.
WIDTH ?= 16
DESTDIR ?=
# Leaves the symbols out; `make release` and `make deb` keep them in files of their own.
INSTALL_PROGRAM ?= install -s
RELEASE := .build/release
# What `make release` and `make deb` make.
OUTPUT ?= .build
# The Debian revision of a package: a second package of one version has 2.
REVISION ?= 1
SHARE = $(DESTDIR)$(PREFIX)/share
SAMPLE := deploy/sample
SWIFT_SOURCES := Package.swift $(wildcard Sources client-cli Tests bench)

PACKAGES := binutils ca-certificates git libc6-dev libcmark-gfm-dev libcmark-gfm-extensions-dev libcurl4-openssl-dev libexpat1-dev libpq-dev libqrencode-dev libsodium-dev libsqlite3-dev libssl-dev libstdc++-12-dev pkg-config python3 tzdata zlib1g-dev
TEST_PACKAGES := chromium-headless-shell firefox-esr fish groff iproute2 libical3 libpcre2-8-0 libsasl2-modules libssl3 man-db mandoc openssl postgresql python3-venv sqlite3 systemd webkit2gtk-driver xvfb zsh
DEB_PACKAGES := debhelper
CHECK_PACKAGES := python3-venv
CLUSTER_PACKAGES := nginx postgresql
BENCH_PACKAGES := chromium-headless-shell gcc libnginx-mod-nchan mosquitto nats-server nginx procps postgresql python3-pexpect python3-venv wrk

STEPS := .build/steps.jsonl
# The store's random histories take both cores; they run apart from tests that wait for answers. On PostgreSQL they wait for it most of
# the time, and run beside the tests from outside.
RUN_TESTS = Tests/run --steps $(STEPS) --outside 'Tests/Conformance/run $(RELEASE)/noteitd' \
    --swift 'env NOTEIT_STATEMENTS=$(CURDIR)/.build/statements.jsonl SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH=$(WIDTH) swift test --skip-build -c release'

# The engines on which the store's tests and random histories run: `make test ENGINES=sqlite` leaves PostgreSQL out, and
# ENGINES=postgresql SQLite.
ENGINES ?= sqlite postgresql
RUN_ON_POSTGRESQL = --beside-part='--filter NoteItStoreTests' \
    --beside 'nice -n 5 env NOTEIT_TEST_ENGINE=postgresql SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH=$(WIDTH) swift test --skip-build -c release'

# What `make endure` runs, and how much of it.
SEEDS ?= 500
PAGE_SEEDS ?= 100
DEGREES ?= 200
TIMETABLES ?= 50
KILLS ?= 300
FAILURES ?= 64
FUZZ_SECONDS ?= 600
REPLIES ?= 10000
EXAMPLES ?= 300
TRIES ?= 10000
# The next version, which nodes of this one run beside.
SECOND_BUILD := .build/second
HISTORIES := HistoryTests|StudyTimeObstacleTests|copiesFollowTheirCalendars|followingTheChangesGivesWhatAFreshSnapshotGives
ENDURING := $(addprefix Tests/EndToEnd/,Events/test_long_threads.py Live/test_words.py Live/test_soak.py Live/test_soak_nodes.py Live/test_joining.py Live/test_large_lists.py Live/test_stuck_crowd.py Operations/test_crash.py Page/Copy/test_convergence.py Page/Engines/test_hostile_firefox.py Page/Rooms/test_degree_numbers.py Page/Rooms/test_timetable_numbers.py Page/Text/test_markdown.py) \
    $(addprefix Tests/Conformance/,Contract/test_schemathesis.py Limits/test_fuzz_requests.py Limits/test_fuzz_streams.py Limits/test_fuzz_writers.py Limits/test_hostile_paths.py Limits/test_hostile_search.py Limits/test_hostile_texts.py Calendars/test_ics_fuzz.py Mail/test_mail.py Mail/test_postfix.py PostgreSQL/test_nodes.py PostgreSQL/test_nodes_sign_in.py PostgreSQL/test_failures.py PostgreSQL/test_two_builds.py Push/test_push.py Staff/test_roster_histories.py Webhooks/test_webhooks.py)

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

help: ## List the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-10s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

run: packages $(RELEASE)/.built ## Build, load the sample term into DATABASE (noteit.db), serve it on PORT (8080)
	@if [[ ! -e "$(DATABASE)" ]]; then \
	    $(RELEASE)/noteitd catalog import $(SAMPLE)/term.csv --links $(SAMPLE)/links.csv \
	        --term-name "Fall 2025" --time-zone America/Vancouver --database "$(DATABASE)" && \
	    $(RELEASE)/noteitd catalog import $(SAMPLE)/courses.csv --database "$(DATABASE)" | sed '/^~/d' && \
	    $(RELEASE)/noteitd catalog ways $(SAMPLE)/ways.csv --database "$(DATABASE)" && \
	    $(RELEASE)/noteitd courses import $(SAMPLE)/courses.csv --database "$(DATABASE)" | sed '/^+/d' && \
	    $(RELEASE)/noteitd programmes import $(SAMPLE)/programmes.json --database "$(DATABASE)" | sed '/^+/d' \
	        || { rm -f "$(DATABASE)" "$(DATABASE)"-wal "$(DATABASE)"-shm; exit 1; }; \
	fi
	@echo
	@echo "The page: http://127.0.0.1:$(PORT)/"
	@echo
	@echo "Or try this in another terminal:"
	@echo
	@echo "  $(CURDIR)/$(RELEASE)/noteit auth register --server http://127.0.0.1:$(PORT)"
	@echo "  $(CURDIR)/$(RELEASE)/noteit course search data structures"
	@echo "  $(CURDIR)/$(RELEASE)/noteit course add CMPT225"
	@echo
	@$(if $(DEMO),deploy/demo/fill $(RELEASE)/noteitd "$(DATABASE)" http://127.0.0.1:$(PORT) &) \
	exec $(RELEASE)/noteitd serve --database "$(DATABASE)" --port $(PORT)

demo: ## As run, in demo.db, with a course to look at: DEMO 100. `make run DEMO=1` fills DATABASE
	@$(MAKE) --no-print-directory run DEMO=1 DATABASE="$(if $(filter file,$(origin DATABASE)),demo.db,$(DATABASE))"

cluster: packages cluster-packages $(RELEASE)/.built ## Try out a cluster: three nodes, a primary, its synchronous standby and nginx, until Ctrl-C
	@exec deploy/cluster/start $(RELEASE)/noteitd $(if $(filter command,$(origin PORT)),$(PORT))

build: packages ## Build everything, for debugging
	swift build

test: built-tests ## Build and run every test, with few random histories; what fails runs once more at the end
	@rm -f .build/statements.jsonl
	@$(RUN_TESTS) --part='--skip NoteItStoreTests' $(if $(filter sqlite,$(ENGINES)),--part='--filter NoteItStoreTests') $(if $(filter postgresql,$(ENGINES)),$(RUN_ON_POSTGRESQL))

endure: built-tests ## Run what is random at length: SEEDS histories, PAGE_SEEDS of pages, DEGREES plans, TIMETABLES requests to each real term, KILLS kills, FAILURES failures of a cluster, threads of REPLIES, FUZZ_SECONDS in each fuzzer, EXAMPLES, TRIES of reads; and nodes of this version beside the next one
	@Tests/Runner/timed $(STEPS) "second build" Tests/Conformance/PostgreSQL/second_build $(SECOND_BUILD)
	@NOTEIT_SECOND_BUILD=$(SECOND_BUILD)/.build/release/noteitd NOTEIT_SEEDS=$(SEEDS) NOTEIT_PAGE_SEEDS=$(PAGE_SEEDS) NOTEIT_DEGREES=$(DEGREES) NOTEIT_TIMETABLES=$(TIMETABLES) NOTEIT_KILLS=$(KILLS) NOTEIT_FAILURES=$(FAILURES) NOTEIT_FUZZ_SECONDS=$(FUZZ_SECONDS) NOTEIT_REPLIES=$(REPLIES) NOTEIT_EXAMPLES=$(EXAMPLES) NOTEIT_TRIES=$(TRIES) \
	    $(RUN_TESTS) --once $(if $(filter sqlite,$(ENGINES)),--part='--filter $(HISTORIES)') \
	    $(if $(filter postgresql,$(ENGINES)),$(RUN_ON_POSTGRESQL) --beside-part='--filter $(HISTORIES)') $(ENDURING)

# The programs and the Swift tests, all at once: the tests of one module are compiled while another is. The tests run the programs, and
# on the modules, as they are released.
built-tests: test-packages
	@mkdir -p .build && rm -f $(STEPS)
	@echo "==> Building"
	@Tests/Runner/timed $(STEPS) "build" swift build --build-tests -c release --disable-build-manifest-caching 2>&1 | tee .build/build.log
	@touch $(RELEASE)/.built
	@if grep -E '^$(CURDIR)/(Sources|client-cli|Tests)/.*: warning:' .build/build.log; then echo "Our code has warnings."; exit 1; fi

check: check-packages ## Check format, types, scripts and forbidden words
	swift format lint --strict -r $(SWIFT_SOURCES)
	@Tests/EndToEnd/Page/check
	@bash -n .ci/run $$(grep -rlE '^#!.*bash' Tests deploy)
	@if grep -rnE '\bTODO\b|FIXME|\bXXX\b|\btry!|\bas!|@unchecked|nonisolated\(unsafe\)|fatalError' --include='*.swift' $(SWIFT_SOURCES); then \
	    echo "These words are not for this repository."; exit 1; fi
	@if grep -rnIE '/(work|tmp)/|\bTODO\b|FIXME' --exclude-dir=__pycache__ Sources client-cli client-web Tests deploy docs schema.sql openapi.yaml; then \
	    echo "Neither paths of one machine nor unfinished work belong here."; exit 1; fi
	@echo "Nothing to complain about."

bench: bench-packages $(RELEASE)/.built ## Measure, beside what we compare with, and draw bench/live.svg
	@for bench in bench/*/run; do echo "==> $$bench"; "$$bench"; done
	@bench/report.py bench/live.svg

# All files of a commit have its time, so that a repeated build gives the same archives.
release deb: export SOURCE_DATE_EPOCH ?= $(shell git log -1 --format=%ct 2>/dev/null || date +%s)

release: packages $(RELEASE)/.built ## Make a tarball that needs no Swift where it is installed, and one of its symbols
	@rm -rf $(OUTPUT)/stage
	@$(MAKE) --no-print-directory install DESTDIR=$(abspath $(OUTPUT)/stage/programs)
	@symbols=$(OUTPUT)/stage/symbols/usr/lib/debug/.build-id; \
	for program in $(RELEASE)/noteit $(RELEASE)/noteitd; do \
	    id=$$(readelf -n $$program | awk '/Build ID:/ { print $$3 }'); \
	    mkdir -p $$symbols/$${id:0:2}; \
	    objcopy --only-keep-debug --compress-debug-sections $$program $$symbols/$${id:0:2}/$${id:2}.debug; \
	    chmod 644 $$symbols/$${id:0:2}/$${id:2}.debug; done
	@pack() { tar -C $(OUTPUT)/stage/$$1 --owner=0 --group=0 --sort=name --mtime=@$$SOURCE_DATE_EPOCH -czf $(OUTPUT)/$$2.tar.gz .; }; \
	    pack programs noteit-$$(uname -m); pack symbols noteit-symbols-$$(uname -m)
	@echo "Made $(OUTPUT)/noteit-$$(uname -m).tar.gz and $(OUTPUT)/noteit-symbols-$$(uname -m).tar.gz; unpack them in / as root."

deb: packages deb-packages $(RELEASE)/.built ## Make Debian packages of the server, of the client, and of their symbols
	@rm -rf $(OUTPUT)/deb && mkdir -p $(OUTPUT)/deb && cp -r deploy/debian $(OUTPUT)/deb/debian
	@version=$$($(RELEASE)/noteitd --version); \
	printf 'noteit (%s) bookworm; urgency=medium\n\n  * Release %s.\n\n -- %s  %s\n' $${version/-/\~}-$(REVISION) $$version \
	    "$$(sed -n 's/^Maintainer: //p' deploy/debian/control)" "$$(date -uRd @$$SOURCE_DATE_EPOCH)" > $(OUTPUT)/deb/debian/changelog
	cd $(OUTPUT)/deb && debian/rules binary SOURCE=$(CURDIR) RELEASE=$(abspath $(RELEASE))
	@ls -l $(OUTPUT)/*.deb

install: ## Install what was built below PREFIX (/usr/local), with manual pages, completions and systemd units
	@[[ -x $(RELEASE)/noteitd && -x $(RELEASE)/noteit ]] || { echo "Build it first: make release"; exit 1; }
	$(INSTALL_PROGRAM) -D -t $(DESTDIR)$(PREFIX)/bin $(RELEASE)/noteitd $(RELEASE)/noteit
	install -t $(DESTDIR)$(PREFIX)/bin deploy/backup/noteit-backup deploy/backup/noteit-restore
	install -D -m 644 -t $(DESTDIR)$(PREFIX)/share/noteit openapi.yaml schema.sql deploy/nginx/noteit.conf
	deploy/manual/pages $(RELEASE) $(DESTDIR)$(PREFIX)/share/man
	install -d $(foreach folder,bash-completion/completions zsh/site-functions fish/vendor_completions.d,$(SHARE)/$(folder))
	for program in noteit noteitd; do \
	    write() { if [[ $$program == noteit ]]; then $(RELEASE)/noteit completion $$1; else $(RELEASE)/noteitd --generate-completion-script $$1; fi; }; \
	    write bash > $(SHARE)/bash-completion/completions/$$program; \
	    write zsh > $(SHARE)/zsh/site-functions/_$$program; \
	    write fish > $(SHARE)/fish/vendor_completions.d/$$program.fish; done
	install -d $(DESTDIR)$(PREFIX)/lib/systemd/system
	for unit in deploy/systemd/*.service deploy/systemd/*.timer; do \
	    sed 's|/usr/local/bin|$(PREFIX)/bin|' $$unit > $(DESTDIR)$(PREFIX)/lib/systemd/system/$$(basename $$unit); done
	install -D -m 644 deploy/systemd/noteit.sysusers $(DESTDIR)$(PREFIX)/lib/sysusers.d/noteit.conf
	install -D -m 644 deploy/systemd/noteit.tmpfiles $(DESTDIR)$(PREFIX)/lib/tmpfiles.d/noteit.conf
	install -D -m 644 deploy/systemd/noteitd.env $(DESTDIR)/etc/noteit/noteitd.env.example

uninstall: ## Remove what install put there; databases and settings stay
	cd $(DESTDIR)$(PREFIX) && rm -f bin/noteitd bin/noteit bin/noteit-backup bin/noteit-restore \
	    lib/systemd/system/noteit{d,-backup}.{service,timer} lib/{sysusers,tmpfiles}.d/noteit.conf \
	    share/man/man1/noteit{,-*}.1 share/man/man8/noteitd.8 share/bash-completion/completions/noteit{,d} \
	    share/zsh/site-functions/_noteit{,d} share/fish/vendor_completions.d/noteit{,d}.fish && rm -rf share/noteit
	rm -f $(DESTDIR)/etc/noteit/noteitd.env.example

clean: ## Remove what was built; databases stay
	rm -rf .build

packages:
	@$(call need,$(PACKAGES))

cluster-packages:
	@$(call need,$(CLUSTER_PACKAGES))

deb-packages:
	@$(call need,$(DEB_PACKAGES))

check-packages:
	@$(call need,$(CHECK_PACKAGES))

test-packages:
	@$(call need,$(PACKAGES) $(DEB_PACKAGES) $(TEST_PACKAGES))

bench-packages:
	@$(call need,$(PACKAGES) $(BENCH_PACKAGES))

# Built anew when a source is newer: the two programs, without those of benches and tests.
$(RELEASE)/.built: Package.swift schema.sql openapi.yaml $(shell find Sources client-cli client-web -type f 2>/dev/null)
	# A cached plan would name files of the page that are gone.
	NOTEIT_BUILD=programs swift build -c release --disable-build-manifest-caching
	@touch $@
