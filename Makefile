PYTHON ?= python3
VENV   ?= .venv
BIN     = $(VENV)/bin
UV      = $(BIN)/uv
INSTALL = $(UV) pip install -q --python $(BIN)/python
NPM    := $(shell command -v npm)

# What the targets need and do not name here: $(WHEEL), and the files in $(VENV), web/node_modules and build.
include scripts/environment.mk

.DEFAULT_GOAL := help
.PHONY: help play site check test test-all checked collect lint platforms web-test rl-test sanitize mutants soak \
        types texts docs lock clean bench dist dist-test docs-version

help:  ## List the targets
	@awk -F ':.*## ' '/^##@/ { print "\n" substr($$0, 5) } /^[a-z-]+:.*## / { printf "  %-14s%s\n", $$1, $$2 }' Makefile

##@ Play

play: $(VENV)/.installed  ## Start a server, and print the address of the page to play on
	@sh scripts/play.sh $(BIN)

# Not in `play`: it fetches Pyodide with npm. The documentation that is built next has it as play/.
SITE ?= build/site
site: $(VENV)/.installed  ## Write the page that plays on the visitor's device, for any host of static files. SITE=build/site
	$(BIN)/kingdoms site '$(SITE)'

##@ Check

check: $(VENV)/.test $(if $(NPM),web/node_modules/.made)  ## Check what has changed since main: style, types, imports, and the tests nearest to the changes
	$(BIN)/python tests/support/suite/nearest.py

test: $(VENV)/.test checked  ## Check every property once: lint, types, imports, tests on the compiled engine, the server and its pages, docs
	@sh scripts/test.sh $(BIN) inner

# Without a C compiler there is no wheel to test.
DIST = $(if $(shell command -v $(CC)),dist)
test-all: $(VENV)/.test checked platforms $(DIST)  ## Check everything: also interpreted, on PostgreSQL, in all sizes and themes, for longer
	@sh scripts/test.sh $(BIN) all $(DIST:%=tests/%)
	@test -n '$(DIST)' || echo "No C compiler here: what make dist builds was NOT tried."

# Compile tests and packages to cached bytecode meanwhile; in a fresh clone, each test process would compile all of it at the same
# time.
checked: $(VENV)/.test
	@$(MAKE) --no-print-directory -j 3 lint $(if $(NPM),web-test) collect
	@test -n '$(NPM)' || echo "No npm here: the types and tests of the browser client were NOT checked."

collect: $(VENV)/.test
	@sh scripts/test.sh $(BIN) collect

lint: $(VENV)/.test $(if $(shell command -v npm),web/node_modules/.made)  ## Check style, types and the direction of imports
	$(BIN)/ruff check .
	$(BIN)/ruff check --preview --select PLW1514 .  # text files name their encoding: the usual one is another on Windows
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	PYTHONPATH=src $(BIN)/lint-imports
	@if command -v npm >/dev/null; then cd web && npm run -s lint; else echo "No npm here: the style of the browser client was NOT checked."; fi

# Each platform takes half a minute of its own when nothing is in its cache, and the tests need POSIX: so not in `lint`.
platforms: $(VENV)/.test  ## Check the types of the package as on Windows and on macOS
	for platform in win32 darwin; do $(BIN)/mypy --platform $$platform --cache-dir .mypy_cache/$$platform src hatch_build.py compile_engine.py || exit; done

web-test: web/node_modules/.made build/openapi.json  ## Check the browser client: types (against the server's too), warnings, tests
	cd web && npm run -s types -- --check && npm run -s check && npm test -s

# PyTorch is too large for the usual environment. To use a certain build: make rl-test TORCH='torch==2.13.0+cpu'
TORCH ?= torch
rl-test: $(WHEEL)  ## Test the environments with TorchRL and Stable-Baselines3, and the tutorials that need them, in build/rl
	@test -x build/rl/bin/python || $(UV) venv -q --python $(BIN)/python build/rl
	@$(UV) pip install -q --python build/rl/bin/python --group rl-tests -r pyproject.toml --extra rl '$(TORCH)'
	@$(UV) pip install -q --python build/rl/bin/python --no-deps --reinstall $(WHEEL:.built=*.whl)
	build/rl/bin/python -m pytest -q -c /dev/null --rootdir . --import-mode=importlib --noconftest -p no:cacheprovider tests/rl

sanitize: $(VENV)/.test  ## Test sanitizer builds of the engine for errors in memory, arithmetic and threads; takes minutes, needs GCC
	sh scripts/sanitize.sh $(BIN)

# By default one module. Name others as in: make mutants OF='kingdoms.lab.estimates* kingdoms.lab.worth*'
OF ?= kingdoms.games.middlesea.engine.victory*
mutants: $(VENV)/.test  ## Run mutation tests, and show the changes of code that the tests do not notice
	$(INSTALL) --group mutation
	$(BIN)/python tests/support/suite/mutants.py $(OF:%='%') $(TESTS:%=--tests=%)

MINUTES ?= 10
soak: $(VENV)/.test  ## Kill servers, restart their database, attack them and play, all at once; report lost data. MINUTES=10
	PYTHONPATH=. $(BIN)/python tests/soak/soak.py --minutes $(MINUTES)
	$(BIN)/python -m pytest -q --hypothesis-profile=soak tests/server/table/test_hostile.py

##@ Build

types: web/node_modules/.made build/openapi.json  ## Regenerate the client's types from the server's OpenAPI schema
	cd web && npm run -s types

texts: $(VENV)/.dependencies  ## Regenerate what follows from sentences: narrated games, samples for the client, pages of rules
	PYTHONPATH=src $(BIN)/python -m tests.support.games.golden_games
	PYTHONPATH=src $(BIN)/python -m tests.support.texts.message_samples
	PYTHONPATH=src $(BIN)/python -m tests.support.games.fronts
	PYTHONPATH=src $(BIN)/python docs/generate.py > /dev/null

docs: $(VENV)/.test  ## Build the documentation into site/
	PYTHONPATH=src $(BIN)/python docs/generate.py
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict

lock: $(UV)  ## Regenerate requirements.lock
	$(UV) pip compile -q pyproject.toml --all-extras --group test --group docs --universal --generate-hashes --no-header -o requirements.lock

clean:  ## Remove everything that make creates
	rm -rf $(VENV) web/node_modules web/.declared src/kingdoms/server/static artifacts site build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache

##@ Study

bench: $(VENV)/.test  ## Run the benchmarks, compared with OpenSpiel, Catanatron and python-chess
	$(INSTALL) --group peers
	$(BIN)/python benchmarks/bench.py
	$(BIN)/python benchmarks/server.py
	$(BIN)/python benchmarks/start.py
	$(BIN)/python benchmarks/env.py --peers

##@ Publish

dist: $(WHEEL)  ## Build the sdist, and from it a wheel with the engine compiled and the page built, into dist/
	@rm -rf dist
	KINGDOMS_COMPILE=require KINGDOMS_WEB=require KINGDOMS_STORE=$(CURDIR)/build/engine $(UV) build --python $(BIN)/python

dist-test: dist $(VENV)/.test  ## Install the built distributions without a compiler or Node, and test them
	$(BIN)/python -m pytest -q tests/dist

# Built into the branch that a host of pages serves; nothing is pushed. VERSION=0.2 ALIAS=latest
VERSION ?= $(shell sed -n 's/^version = "\(.*\)"/\1/p' pyproject.toml)
ALIAS   ?= latest
docs-version: site docs  ## Commit the documentation as a version to the local branch gh-pages. VERSION=0.2 ALIAS=latest
	PATH="$(CURDIR)/$(BIN):$$PATH" NO_MKDOCS_2_WARNING=1 mike deploy --update-aliases $(VERSION) $(ALIAS)
	$(BIN)/mike set-default $(ALIAS)
