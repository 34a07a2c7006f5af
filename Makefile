PYTHON ?= python3
VENV   ?= .venv
UV      = $(VENV)/bin/uv
BIN     = $(VENV)/bin
SOURCES = pyproject.toml hatch_build.py \
          $(shell find src -path src/kingdoms/server/static -prune -o -type f \( -name '*.p*' -o -name '*.json' \) -not -path '*/__pycache__/*' -print) \
          $(shell find web -path web/node_modules -prune -o -type f -not -name '*.test.ts' -print)

# The client's requests are written by hand: of what the server says of itself, only the shapes are taken.
define OPENAPI
import json
from kingdoms.server.app import create_app
print(json.dumps(create_app().openapi() | {"paths": {}}, indent=1))
endef
export OPENAPI

.DEFAULT_GOAL := help
.PHONY: help play test lint web-test types bench docs lock clean

help:  ## List what can be made
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## /\1\t/' | expand -t 12

play: $(VENV)/.installed  ## Start a server, and print the address of the page to play on
	@$(BIN)/kingdoms serve

# The interpreted engine is tested by all that has to do with rules; the server and the pages run on the compiled one.
test: lint $(VENV)/.test  ## Check everything: lint, types, imports, tests on both engines, the server and its pages, docs
	@if command -v npm >/dev/null; then $(MAKE) --no-print-directory web-test; \
	else echo "No npm here: the types and tests of the browser client were NOT checked."; fi
	PYTHONPATH=src $(BIN)/python -m pytest -q -n auto --ignore=tests/server --ignore=tests/browser
	$(BIN)/python -m pytest -q -n auto

lint: $(VENV)/.test  ## Check style, types and the direction of imports
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	PYTHONPATH=src $(BIN)/lint-imports

web-test: web/node_modules/.made build/openapi.json  ## Check the browser client: types (against the server's too), warnings, tests
	cd web && npm run -s types -- --check && npm run -s check && npm test -s

types: web/node_modules/.made build/openapi.json  ## Write the client's types anew from what the server says of itself
	cd web && npm run -s types

bench: $(VENV)/.test  ## Measure, beside OpenSpiel, Catanatron and python-chess
	$(UV) pip install -q --python $(BIN)/python --group peers
	$(BIN)/python benchmarks/bench.py
	$(BIN)/python benchmarks/server.py

docs: $(VENV)/.test  ## Build the documentation into site/
	PYTHONPATH=src $(BIN)/python docs/generate.py
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict

lock: $(UV)  ## Write requirements.lock anew
	$(UV) pip compile -q pyproject.toml --group test --group docs --universal --generate-hashes --no-header -o requirements.lock

clean:  ## Remove what was made
	rm -rf $(VENV) web/node_modules src/kingdoms/server/static artifacts site build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache

$(UV):
	@echo "Making $(VENV)."
	@$(PYTHON) -m venv $(VENV)
	@$(BIN)/pip install -q --disable-pip-version-check uv

build/openapi.json: $(VENV)/.test
	@mkdir -p build
	@PYTHONPATH=src $(BIN)/python -c "$$OPENAPI" > $@

web/node_modules/.made: web/package-lock.json
	@echo "Installing what the browser client is checked with."
	@cd web && npm ci --no-audit --no-fund --silent
	@touch $@

$(VENV)/.installed: $(UV) $(SOURCES)
	@echo "Installing; compiling the engine and building the page take about a minute."
	@$(UV) pip install -q --python $(BIN)/python --reinstall-package kingdoms .
	@touch $@

$(VENV)/.test: $(VENV)/.installed pyproject.toml $(shell find examples -name '*.py' -o -name pyproject.toml)
	@$(UV) pip install -q --python $(BIN)/python --group test --group docs
	@$(UV) pip install -q --python $(BIN)/python --no-deps --reinstall $(wildcard examples/*)
	@touch $@
