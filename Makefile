PYTHON ?= python3
VENV   ?= .venv
UV      = $(VENV)/bin/uv
BIN     = $(VENV)/bin
SOURCES = pyproject.toml hatch_build.py $(shell find src -type f -name '*.p*' -not -path '*/__pycache__/*')

.DEFAULT_GOAL := help
.PHONY: help play test lint bench docs lock clean

help:  ## List what can be made
	@grep -hE '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/^([a-z]+):.*## /\1\t/' | expand -t 8

play: $(VENV)/.installed  ## Play Kingdoms of the Middle Sea in the terminal, you against three bots
	@$(BIN)/kingdoms play

test: lint $(VENV)/.test  ## Check everything: lint, types, imports, tests on both engines, docs
	$(BIN)/python -m pytest -q -n auto
	PYTHONPATH=src $(BIN)/python -m pytest -q -n auto

lint: $(VENV)/.test  ## Check style, types and the direction of imports
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	PYTHONPATH=src $(BIN)/lint-imports

bench: $(VENV)/.test  ## Measure, beside OpenSpiel, Catanatron and python-chess
	$(UV) pip install -q --python $(BIN)/python --group peers
	$(BIN)/python benchmarks/bench.py

docs: $(VENV)/.test  ## Build the documentation into site/
	PYTHONPATH=src $(BIN)/python docs/generate.py
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict

lock: $(UV)  ## Write requirements.lock anew
	$(UV) pip compile -q pyproject.toml --group test --group docs --universal --generate-hashes --no-header -o requirements.lock

clean:  ## Remove what was made
	rm -rf $(VENV) site build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache

$(UV):
	@echo "Making $(VENV)."
	@$(PYTHON) -m venv $(VENV)
	@$(BIN)/pip install -q --disable-pip-version-check uv

$(VENV)/.installed: $(UV) $(SOURCES)
	@echo "Installing; compiling the engine takes about half a minute."
	@$(UV) pip install -q --python $(BIN)/python --reinstall-package kingdoms .
	@touch $@

$(VENV)/.test: $(VENV)/.installed pyproject.toml
	@$(UV) pip install -q --python $(BIN)/python --group test --group docs
	@touch $@
