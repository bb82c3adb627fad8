# Cairn: `make run` starts it, `make test` tests it, `make help` lists the rest.

SHELL := bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help
# Targets share the Go build cache and two cores; one at a time reads better.
.NOTPARALLEL:

GO      ?= go
# One set of flags for whatever is compiled: with and without paths the compiler's
# cache would hold everything twice, and the page's build is without.
export GOFLAGS := $(strip -trimpath $(filter-out -trimpath,$(GOFLAGS)))
PKG     ?= ./...
VERSION ?= $(shell git describe --tags --always --dirty 2>/dev/null || echo dev)
# What `make run` starts.
RUN     ?= serve
# Where `make static` puts the site.
STATIC  ?= build/static

BENCH    ?= .
COUNT    ?= 1
FUZZTIME ?= 30s
# The systems `make release` builds for; all of them where this is empty.
SYSTEMS  ?=

# The packages that start goroutines or share memory; race_test.go holds the list.
RACE := ./cmd/cairn ./cmd/cairn-chaos ./cmd/cairn-chaos/load ./cmd/cairn-wasm/engine ./engine ./game ./internal/files \
	./internal/people/account ./internal/people/bot ./internal/people/bus ./internal/people/client ./internal/people/contest/director ./internal/people/host ./internal/people/notify ./internal/people/rate ./internal/people/server ./internal/people/store ./internal/people/store/pgtest \
	./internal/people/store/storetest ./internal/people/explore ./internal/people/settle ./internal/people/table ./internal/people/table/tabletest ./internal/play ./internal/study/games ./internal/terminal/computer \
	./internal/terminal/line ./internal/terminal/line/online ./internal/terminal/tui ./internal/learn ./match ./ugi ./ugi/codecup

# The page and the browser build are part of the whole where their sources are.
# `make WEB= build` leaves the page out.
WEB  ?= $(wildcard web/package.json)
WASM := $(wildcard cmd/cairn-wasm/*.go cmd/cairn-wasm/*/*.go)

GO_FILES = $(shell find . -name '*.go' -not -path './web/node_modules/*' -not -path './build/*' -not -path './.*/*')

TOOLS := build/tools
LINT  := $(TOOLS)/staticcheck

.PHONY: help
help: ## list the targets
	@echo "make TARGET, where TARGET is one of:"
	@sed -nE 's/^([a-z-]+):.*## (.*)$$/  \1|\2/p' $(firstword $(MAKEFILE_LIST)) \
		| while IFS='|' read -r t d; do printf '%-12s %s\n' "$$t" "$$d"; done
	@echo "Variables: RUN='$(RUN)' STATIC=$(STATIC) BENCH=$(BENCH) COUNT=$(COUNT) FUZZTIME=$(FUZZTIME) PKG=$(PKG) VERSION=$(VERSION)"

# --- build ---

.PHONY: build
build: $(if $(WEB),ahead web) ## build bin/cairn, the web page first
	@echo "== build bin/cairn $(VERSION)"
	@mkdir -p bin
	@$(GO) build -ldflags '-X main.version=$(VERSION)' -o bin/cairn ./cmd/cairn

# What takes longest to compile needs one processor for most of its time: the first build
# begins with it while packages are fetched and the page is made.
.PHONY: ahead
ahead:
	@[ -e bin/cairn ] || $(GO) build ./internal/people/server ./internal/people/store ./internal/terminal/tui 2>/dev/null &

.PHONY: run
run: build ## build everything and serve the page (RUN='play --plain' plays in the terminal)
	@exec bin/cairn $(RUN)

.PHONY: static
static: packed ## make a folder that any static web server can host (STATIC=build/static)
	@cd web && node scripts/static.mjs '$(abspath $(STATIC))'

.PHONY: figures
figures: build ## measure loading and moving in a real browser
	@cd web && npm run figures --silent </dev/null

.PHONY: pictures
pictures: build ## take the pictures in docs/pictures anew, which tests ask for (needs chromium)
	@tools/need.sh chromium
	@echo "== pictures of the terminal"
	@$(GO) generate ./internal/terminal/tui
	@echo "== pictures of the page"
	@cd web && npm run pictures --silent </dev/null

.PHONY: release
release: $(if $(WEB),packed) ## cross-build into dist/ (SYSTEMS='darwin/arm64 ...', else all)
	@echo "== release $(VERSION)"
	@tools/release.sh '$(VERSION)' $(SYSTEMS)

.PHONY: clean
clean: ## remove what was built
	@rm -rf bin build dist web/gen web/shots web/.svelte-check
	@if [ -d web/dist ] && [ -d .git ]; then git clean -fdXq -- web/dist; fi

# --- the web page ---

# npm writes this file last, so it stands for a whole installation.
web/node_modules/.package-lock.json: web/package-lock.json
	@tools/need.sh node npm
	@echo "== npm ci"
	@cd web && npm ci --no-audit --no-fund </dev/null
	@mkdir -p $(@D) && touch $@

WEB_SOURCES = $(shell find web \( -path web/node_modules -o -path web/dist -o -path web/gen -o -path web/shots -o -path web/.svelte-check \) -prune \
	-o -type f -print 2>/dev/null)

# Whatever may end up in the browser build, embedded data included.
WASM_SOURCES = $(shell find . \( -path './.*' -o -path ./web -o -path ./docs -o -path ./tools -o -path ./bin -o -path ./build \
	-o -path ./dist -o -path ./cmd/cairn -o -name testdata \) -prune -o -type f -not -name '*_test.go' -not -name '*.md' -print)

build/web.stamp: web/node_modules/.package-lock.json $(if $(WEB),$(WEB_SOURCES) $(if $(WASM),$(WASM_SOURCES)))
	@tools/need.sh node npm
	@echo "== web page"
	@cd web && $(if $(WASM),npm run wasm </dev/null &&) npm run build </dev/null
	@mkdir -p build && touch $@

# What is handed out is compressed as well as it can be.
.PHONY: packed
packed: web
	@cd web && PACK=best node scripts/compress.mjs

.PHONY: web
web: build/web.stamp ## build the web page into web/dist

# --- tests ---

# The order is cheap before dear, and go test last: its lines close the output.
.PHONY: test
test: need lint $(if $(WASM),test-wasm) $(if $(WEB),test-web) test-go ## install what tests need, then run all of them

# What takes too long for every change: in a browser more than the main flow of each
# page, all sizes and languages, the other browsers, and the race detector. The order stays, so that go test closes the output here too.
.PHONY: test-all
test-all: export SWEEP := full
test-all: need-all lint $(if $(WASM),test-wasm) $(if $(WEB),test-web test-others) test-go test-race ## test, with every test in a browser, size and language, other browsers, and the race detector

.PHONY: need-all
need-all: need
	@$(if $(WEB),tools/need.sh firefox-esr WebKitWebDriver Xvfb)

.PHONY: test-others
test-others: build
	@echo "== whole games in Firefox and WebKit"
	@cd web && CAIRN='$(abspath bin/cairn)' npm run e2e:others </dev/null

# Part of test-all, and by itself. PostgreSQL is a real one, started for the test; NATS is a library.
.PHONY: whole-games
whole-games: build ## play whole games between people in browsers, also at two processes that are killed
	@tools/need.sh initdb chromium-headless-shell
	@echo "== whole games between people"
	@cd web && SWEEP=full CAIRN='$(abspath bin/cairn)' npm run e2e -- e2e/whole.spec.mjs </dev/null

.PHONY: need
need: ## install (root on Debian) or name what the tests need
	@echo "== needed programs"
	@tools/need.sh git gcc zsh fish groff initdb strace $(if $(WEB),node npm chromium-headless-shell)

# The packages that have benchmarks: a test program need not be linked to find none.
BENCHED = $(sort $(dir $(shell grep -l '^func Benchmark' $(filter %_test.go,$(GO_FILES)))))

# Benchmarks run once each, for the counts they assert; nothing here judges a timing.
# `make lint` vets everything, so the tests do not do it again.
.PHONY: test-go
test-go: ## run the Go tests, and the benchmarks once
	@echo "== go test"
	@$(GO) test -vet=off -timeout 15m $(PKG)
	@echo "== benchmarks, once each"
	@$(GO) test -vet=off -timeout 15m -short -run '^$$' -bench . -benchtime 1x $(if $(filter ./...,$(PKG)),$(BENCHED),$(PKG))

# With a small load, since the detector is about ten times slower, and only those that
# could race at all. A program built with the detector sleeps for a second before it
# exits unless GORACE says otherwise, and the tests start hundreds of them. SQLite,
# which is C translated into Go, is built without the detector: a second of clocks
# and claims is some hundred of its queries, and its own memory is not ours to check.
.PHONY: test-race
test-race: ## run the Go tests of what could race under the race detector
	@echo "== go test -race"
	@CGO_ENABLED=1 GORACE=atexit_sleep_ms=20 $(GO) test -vet=off -race -gcflags='modernc.org/...=-race=false' -short -timeout 15m \
		$(if $(filter ./...,$(PKG)),$(RACE),$(PKG))

# With the flags of the page's own build, which then finds most of it compiled;
# it links the programs too, so here that is done where there is no page.
.PHONY: test-wasm
test-wasm: ## check that the browser build compiles
	@echo "== WebAssembly"
	@GOOS=js GOARCH=wasm $(GO) vet ./cmd/cairn-wasm/...
	@$(if $(WEB),,mkdir -p build/wasm && GOOS=js GOARCH=wasm $(GO) build -o build/wasm/ ./cmd/cairn-wasm/...)

.PHONY: test-web
test-web: build ## lint and test the page, in a real browser too
	@echo "== web lint"
	@cd web && npm run lint </dev/null
	@echo "== web types and tests"
	@cd web && npm run precheck </dev/null && { npm run check --ignore-scripts </dev/null & types=$$!; \
		npm test </dev/null; tests=$$?; wait $$types && exit $$tests; }
	@echo "== web tests in a browser"
	@cd web && CAIRN='$(abspath bin/cairn)' npm run e2e $(if $(SWEEP),,-- --grep @main) </dev/null

.PHONY: fuzz
fuzz: ## run every fuzz target for FUZZTIME (30s) each
	@tools/fuzz.sh $(FUZZTIME) $(PKG)

.PHONY: bench
bench: build ## run the benchmarks (BENCH=regexp, COUNT=n)
	@$(GO) test -run '^$$' -bench '$(BENCH)' -benchmem -count $(COUNT) $(PKG)

# --- what a server of tables promises ---

# A version before this one that sends the same messages: with it and with the next,
# two versions serve one database.
OLDER ?= 5161444

# The program once more with faults in it, which the experiments must find, and once
# as the version after this one.
.PHONY: chaos-programs
chaos-programs: build
	@tools/need.sh strace initdb
	@mkdir -p build
	@$(GO) build -o build/cairn-chaos ./cmd/cairn-chaos
	@$(GO) build -tags planted -o build/cairn-planted ./cmd/cairn
	@$(GO) build -tags next -o build/cairn-next ./cmd/cairn

CHAOS = build/cairn-chaos -binary bin/cairn -planted build/cairn-planted -next build/cairn-next

.PHONY: chaos
chaos: chaos-programs build/cairn-older-$(OLDER) ## kill, cut and overload servers of tables; prints what was asked beside what was measured (CHAOS_FLAGS='-only crash')
	@tools/need.sh gcc
	@CGO_ENABLED=1 $(GO) build -race -o build/cairn-race ./cmd/cairn
	@$(CHAOS) -older build/cairn-older-$(OLDER) -race build/cairn-race -within 16m $(CHAOS_FLAGS)

.PHONY: chaos-small
chaos-small: chaos-programs ## the same with a small load, within minutes
	@$(CHAOS) -small $(CHAOS_FLAGS)

# Built from the repository's history, without the page.
build/cairn-older-$(OLDER):
	@echo "== the version before, $(OLDER)"
	@rm -rf build/older && mkdir -p build/older
	@git archive $(OLDER) | tar -x -C build/older
	@cd build/older && $(GO) build -o '$(abspath $@)' ./cmd/cairn
	@rm -rf build/older

# --- code style ---

# Pinned in tools/go.mod, apart from what the program itself depends on.
$(LINT): tools/go.mod tools/go.sum $(wildcard tools/lint/*.go)
	@echo "== development tools"
	@mkdir -p $(TOOLS)
	@cd tools && $(GO) build -o ../$(TOOLS)/ tool ./lint
	@touch $@

.PHONY: lint
lint: $(LINT) ## go vet with more analyzers, staticcheck, gofumpt
	@echo "== go vet"
	@$(GO) vet -vettool=$(abspath $(TOOLS)/lint) $(PKG)
	@echo "== staticcheck"
	@$(TOOLS)/staticcheck $(PKG)
	@echo "== gofumpt"
	@bad=$$($(TOOLS)/gofumpt -l $(GO_FILES)); if [ -n "$$bad" ]; then \
		echo "not formatted, 'make fmt' does it:"; echo "$$bad"; exit 1; fi
	@echo "== sizes"
	@bad=$$(git ls-files 2>/dev/null | while IFS= read -r f; do [ ! -f "$$f" ] || find "$$f" -size +2048k; done); if [ -n "$$bad" ]; then \
		echo "larger than 2 MB, which every clone would have for ever:"; echo "$$bad"; exit 1; fi

.PHONY: fmt
fmt: $(LINT) ## format the Go code
	@$(TOOLS)/gofumpt -w $(GO_FILES)
