PYTHON ?= python3
VENV   ?= .venv
UV      = $(VENV)/bin/uv
BIN     = $(VENV)/bin
WHEEL   = build/wheel/.built
SOURCES = pyproject.toml hatch_build.py compile_engine.py \
          $(shell find src -path src/kingdoms/server/static -prune -o -type f -not -path '*/__pycache__/*' -print) \
          $(shell find web -path web/node_modules -prune -o -type f -not -name '*.test.ts' -print)

# The shapes of requests and answers, for the client. Its functions are written by hand, so it needs no paths; and the titles
# only repeat the names of fields.
define OPENAPI
import json
from kingdoms.server.app import create_app
def untitled(schema):
    if isinstance(schema, list):
        return [untitled(each) for each in schema]
    if isinstance(schema, dict):
        return {key: untitled(value) for key, value in schema.items() if not (key == "title" and isinstance(value, str))}
    return schema
document = create_app().openapi()
print(json.dumps(document | {"paths": {}, "components": untitled(document["components"])}, indent=1))
endef
export OPENAPI

# Recreate a .venv whose Python is missing, or differs from the one given by PYTHON=...
WHICH = import sys; print(*sys.version_info[:3], sys.base_prefix)
ifneq ($(wildcard $(UV)),)
THERE := $(shell $(BIN)/python -c '$(WHICH)' 2>/dev/null)
ASKED := $(if $(filter file,$(origin PYTHON)),$(THERE),$(shell $(PYTHON) -c '$(WHICH)' 2>/dev/null))
ifneq ($(THERE),$(or $(ASKED),nothing that runs))
.PHONY: $(UV)
endif
endif

.DEFAULT_GOAL := help
.PHONY: help play check checked test collect test-all dist dist-test rl-test sanitize mutants soak lint web-test types texts bench docs docs-version lock clean

help:  ## List the targets
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## /\1\t/' | expand -t 12

play: $(VENV)/.installed  ## Start a server, and print the address of the page to play on
	@$(BIN)/kingdoms --version | grep -q compiled || \
	echo "The engine runs interpreted, some seventy times slower than compiled. Compiling needs a C compiler and Python's" \
	"headers (Debian: apt install gcc python3-dev; Fedora: dnf install gcc python3-devel; macOS: xcode-select --install);" \
	"when they are there: make -B play"
	@$(BIN)/kingdoms serve

# Tests start hundreds of programs; without cached bytecode, each would compile all of its modules again.
unexport PYTHONDONTWRITEBYTECODE
# The tests of compiled code (engines, players and search) also run interpreted, where an index out of range is an error: the
# inner ring does, and test_builds.py plays thousands of games on both. Tests of texts, pictures, the command line, the server,
# the pages and the docs depend only on an engine's results, as do comparisons with naive models: they run on the installed one.
ENGINE_TESTS = tests/core tests/nets tests/search tests/contract tests/games tests/golden tests/examples \
               $(foreach part,reference test_reference test_position_text test_messages test_texts test_piecepack test_picture \
               test_commands test_terminal test_server test_browser,--ignore-glob='tests/*/$(part)*')
PAGE_TESTS = tests/browser $(wildcard tests/games/*/test_browser*.py)
OTHER_TESTS = $(PAGE_TESTS:%=--ignore=%) --ignore=tests/dist --ignore=tests/rl
# Two processes per core, since tests of servers mostly wait. Page tests get one: with two, browsers on a busy machine miss deadlines.
PROCESSES = $(shell expr 2 '*' $$(getconf _NPROCESSORS_ONLN))
PAGE_PROCESSES ?= auto
PYTEST = $(BIN)/python -m pytest -q --dist worksteal
define tested
$(PYTEST) -n $(PROCESSES) --ring $(1) $(OTHER_TESTS)
$(PYTEST) -n $(PAGE_PROCESSES) --ring $(1) $(PAGE_TESTS) $(2)
endef

test: $(VENV)/.test checked  ## Check every property once: lint, types, imports, tests on the compiled engine, the server and its pages, docs
	$(call tested,inner)

# Without a C compiler there is no wheel to test.
DIST = $(if $(shell command -v $(CC)),dist)
test-all: $(VENV)/.test checked $(DIST)  ## Check everything: also interpreted, on PostgreSQL, in all sizes and themes, for longer
	$(call tested,all,$(DIST:%=tests/%))
	PYTHONPATH=src $(PYTEST) -n auto --ring inner $(ENGINE_TESTS)
	@test -n '$(DIST)' || echo "No C compiler here: what make dist builds was NOT tried."

# Compile tests and packages to cached bytecode meanwhile; in a fresh clone, each test process would compile all of it at the same
# time. The test run itself reports the faults of tests that cannot be collected.
checked: $(VENV)/.test
	@if command -v npm >/dev/null; then $(MAKE) --no-print-directory -j 3 lint web-test collect; else \
	$(MAKE) --no-print-directory -j 2 lint collect && echo "No npm here: the types and tests of the browser client were NOT checked."; fi

collect: $(VENV)/.test
	@$(BIN)/python -m pytest -q --collect-only --ring inner $(OTHER_TESTS) >/dev/null 2>&1 || true

check: $(VENV)/.test $(if $(shell command -v npm),web/node_modules/.made)  ## Check what has changed since main: style, types, imports, and the tests nearest to the changes
	$(BIN)/python tests/support/nearest.py

# Sanitizer builds of the engine, which abort at an error, run on untrusted positions, games and lines, and on searches.
SANITIZED = build/sanitized
SANITIZERS = -fsanitize=address,undefined -fno-sanitize-recover=all
FEEDS = tests/core tests/env tests/nets tests/search tests/contract tests/golden \
        $(foreach part,contract laws perft position* record referee values greedy knowledge describing net,$(wildcard tests/games/*/test_$(part).py))
# Python itself is not instrumented, so its own threads cause no reports, and no suppressions are needed.
RACES = tests/core/test_threads.py tests/env/test_batch.py tests/env/test_crew.py tests/search/test_threads.py tests/search/test_searcher.py
# Old builds of ThreadSanitizer do not start if addresses are randomised over too wide a range.
FIXED_ADDRESSES = $(shell setarch -R true 2>/dev/null && echo setarch -R)
define sanitized
rm -rf $(1)
KINGDOMS_CFLAGS="-O1 -g1 $(2)" LDFLAGS="$(2)" KINGDOMS_COMPILE=require KINGDOMS_WEB=no \
$(BIN)/pip install -q --disable-pip-version-check --no-deps --target $(1) .
endef
sanitize: $(VENV)/.test  ## Test sanitizer builds of the engine for errors in memory, arithmetic and threads; takes minutes, needs GCC
	$(call sanitized,$(SANITIZED)/memory,$(SANITIZERS))
	export LD_PRELOAD="$$(gcc -print-file-name=libasan.so) $$(gcc -print-file-name=libubsan.so)" PYTHONMALLOC=malloc \
	ASAN_OPTIONS=detect_leaks=0 UBSAN_OPTIONS=print_stacktrace=1 PYTHONPATH=$(SANITIZED)/memory:tests/support:. && \
	$(BIN)/python tests/support/digest.py 1000 1 >/dev/null && $(BIN)/python -m pytest -q -x -n auto $(FEEDS)
	$(call sanitized,$(SANITIZED)/threads,-fsanitize=thread)
	LD_PRELOAD="$$(gcc -print-file-name=libtsan.so)" TSAN_OPTIONS=halt_on_error=1 PYTHONPATH=$(SANITIZED)/threads \
	$(FIXED_ADDRESSES) $(BIN)/python -m pytest -q -x -k thread $(RACES)

# By default one module. Name others as in: make mutants OF='kingdoms.lab.estimates* kingdoms.lab.worth*'
OF ?= kingdoms.games.middlesea.engine.victory*
mutants: $(VENV)/.test  ## Run mutation tests, and show the changes of code that the tests do not notice
	$(UV) pip install -q --python $(BIN)/python --group mutation
	$(BIN)/python tests/support/mutants.py $(OF:%='%') $(TESTS:%=--tests=%)

MINUTES ?= 10
soak: $(VENV)/.test  ## Kill servers, restart their database, attack them and play, all at once; report lost data. MINUTES=10
	PYTHONPATH=.:tests/support $(BIN)/python tests/soak/soak.py --minutes $(MINUTES)
	$(BIN)/python -m pytest -q --hypothesis-profile=soak tests/server/table/test_hostile.py

dist: $(WHEEL)  ## Build the sdist, and from it a wheel with the engine compiled and the page built, into dist/
	@rm -rf dist
	KINGDOMS_COMPILE=require KINGDOMS_WEB=require KINGDOMS_STORE=$(CURDIR)/build/engine $(UV) build --python $(BIN)/python

dist-test: dist $(VENV)/.test  ## Install the built distributions without a compiler or Node, and test them
	$(BIN)/python -m pytest -q tests/dist

# PyTorch is too large for the usual environment. To use a certain build: make rl-test TORCH='torch==2.13.0+cpu'
TORCH ?= torch
rl-test: $(WHEEL)  ## Test the environments with TorchRL and Stable-Baselines3, and the tutorials that need them, in build/rl
	@test -x build/rl/bin/python || $(UV) venv -q --python $(BIN)/python build/rl
	@$(UV) pip install -q --python build/rl/bin/python --group rl-tests -r pyproject.toml --extra rl '$(TORCH)'
	@$(UV) pip install -q --python build/rl/bin/python --no-deps --reinstall $(WHEEL:.built=*.whl)
	build/rl/bin/python -m pytest -q -c /dev/null --rootdir . --import-mode=importlib --noconftest -p no:cacheprovider tests/rl

lint: $(VENV)/.test  ## Check style, types and the direction of imports
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	PYTHONPATH=src $(BIN)/lint-imports

web-test: web/node_modules/.made build/openapi.json  ## Check the browser client: types (against the server's too), warnings, tests
	PYTHONPATH=src $(BIN)/python web/text_types.py --check
	cd web && npm run -s types -- --check && npm run -s check && npm test -s

types: web/node_modules/.made build/openapi.json  ## Regenerate the client's types from the server's OpenAPI schema and from all texts
	cd web && npm run -s types
	PYTHONPATH=src $(BIN)/python web/text_types.py

texts: $(VENV)/.dependencies  ## Regenerate what follows from sentences: narrated games, samples and types for the client, pages of rules
	PYTHONPATH=src $(BIN)/python tests/support/golden_games.py
	PYTHONPATH=src $(BIN)/python tests/support/messages.py
	PYTHONPATH=src $(BIN)/python web/text_types.py
	PYTHONPATH=src $(BIN)/python docs/generate.py > /dev/null

bench: $(VENV)/.test  ## Run the benchmarks, compared with OpenSpiel, Catanatron and python-chess
	$(UV) pip install -q --python $(BIN)/python --group peers
	$(BIN)/python benchmarks/bench.py
	$(BIN)/python benchmarks/server.py
	$(BIN)/python benchmarks/start.py
	$(BIN)/python benchmarks/env.py --peers

docs: $(VENV)/.test  ## Build the documentation into site/
	PYTHONPATH=src $(BIN)/python docs/generate.py
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict

# Built into the branch that a host of pages serves; nothing is pushed. VERSION=0.2 ALIAS=latest
VERSION ?= $(shell sed -n 's/^version = "\(.*\)"/\1/p' pyproject.toml)
ALIAS   ?= latest
docs-version: docs  ## Commit the documentation as a version to the local branch gh-pages. VERSION=0.2 ALIAS=latest
	PATH="$(CURDIR)/$(BIN):$$PATH" NO_MKDOCS_2_WARNING=1 mike deploy --update-aliases $(VERSION) $(ALIAS)
	$(BIN)/mike set-default $(ALIAS)

lock: $(UV)  ## Regenerate requirements.lock
	$(UV) pip compile -q pyproject.toml --all-extras --group test --group docs --universal --generate-hashes --no-header -o requirements.lock

clean:  ## Remove everything that make creates
	rm -rf $(VENV) web/node_modules src/kingdoms/server/static artifacts site build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache

# Without pip at first, since venv takes seconds to unpack it and uv does not. A Python without pip of its own has no choice.
$(UV):
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || { \
	echo "Python 3.11 or newer is needed, and $(PYTHON)" \
	"$$(if v=$$($(PYTHON) --version 2>&1); then echo "is $$v"; else echo "is not here"; fi)." \
	"Say which one to take, as in: make $(MAKECMDGOALS) PYTHON=python3.13" >&2; exit 1; }
	@echo "Making $(VENV) with $$($(PYTHON) --version)."
	@$(PYTHON) -m venv --clear --without-pip $(VENV)
	@$(PYTHON) -m pip --python $(BIN)/python install -q --disable-pip-version-check uv 2>/dev/null || \
	{ $(PYTHON) -m venv --clear $(VENV) && $(BIN)/pip install -q --disable-pip-version-check uv; }

build/openapi.json: $(VENV)/.test
	@mkdir -p build
	@PYTHONPATH=src $(BIN)/python -c "$$OPENAPI" > $@

web/node_modules/.made: web/package-lock.json
	@echo "Installing what the browser client is checked with."
	@cd web && npm ci --no-audit --no-fund --silent
	@touch $@

# Run a step, and print its duration.
define timed
@start=$$(date +%s); echo "  $(1) ..."; $(2) && echo "  $(1): $$(($$(date +%s) - start)) s"
endef

$(VENV)/.dependencies: $(UV) pyproject.toml
	$(call timed,Dependencies,$(UV) pip install -q --python $(BIN)/python pip -r pyproject.toml --extra all)
	@touch $@

$(WHEEL): $(UV) $(SOURCES)
	@rm -rf build/wheel
	@$(UV) build --wheel --python $(BIN)/python --out-dir build/wheel
	@touch $@

$(VENV)/.installed: $(UV) $(SOURCES)
	@echo "Installing kingdoms. The first time takes about a minute on two cores, most of it for compiling the engine:"
	@$(MAKE) --no-print-directory -j 2 $(VENV)/.dependencies $(WHEEL)
	@$(UV) pip install -q --python $(BIN)/python --no-deps --reinstall build/wheel/*.whl
	@touch $@

$(VENV)/.test: $(VENV)/.installed pyproject.toml $(shell find examples -name '*.py' -o -name pyproject.toml)
	@$(UV) pip install -q --python $(BIN)/python --group test --group docs
	@$(UV) pip install -q --python $(BIN)/python --no-deps --reinstall $(wildcard examples/*)
	@touch $@
