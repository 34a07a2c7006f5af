# The environment, the wheel and what the client needs: made when a target needs them, and again when their sources have changed.
WHEEL   = build/wheel/.built
SOURCES = pyproject.toml hatch_build.py compile_engine.py \
          $(shell find src -path src/kingdoms/server/static -prune -o -type f -not -path '*/__pycache__/*' -print) \
          $(shell find web \( -path web/node_modules -o -path web/.declared \) -prune -o -type f -not -name '*.test.ts' -print)

# Tests start hundreds of programs; without cached bytecode, each would compile all of its modules again.
unexport PYTHONDONTWRITEBYTECODE

# Recreate a .venv whose Python is missing, or differs from the one given by PYTHON=...
STALE = $(shell sh scripts/stale_venv.sh $(VENV) $(if $(filter-out file,$(origin PYTHON)),$(PYTHON)))
ifneq ($(and $(wildcard $(UV)),$(STALE)),)
.PHONY: $(UV)
endif

$(UV):
	@sh scripts/make_venv.sh $(VENV) '$(PYTHON)' $(MAKECMDGOALS)

$(VENV)/.dependencies: $(UV) pyproject.toml
	@echo "  Dependencies ..."; start=$$(date +%s); \
	$(INSTALL) pip -r pyproject.toml --extra all && echo "  Dependencies: $$(($$(date +%s) - start)) s"
	@touch $@

$(WHEEL): $(UV) $(SOURCES)
	@rm -rf build/wheel
	@$(UV) build --wheel --python $(BIN)/python --out-dir build/wheel
	@touch $@

$(VENV)/.installed: $(UV) $(SOURCES)
	@echo "Installing kingdoms. The first time takes about a minute on two cores, most of it for compiling the engine:"
	@$(MAKE) --no-print-directory -j 2 $(VENV)/.dependencies $(WHEEL)
	@$(INSTALL) --no-deps --reinstall build/wheel/*.whl
	@touch $@

$(VENV)/.test: $(VENV)/.installed pyproject.toml $(shell find examples -name '*.py' -o -name pyproject.toml)
	@$(INSTALL) --group test --group docs
	@$(INSTALL) --no-deps --reinstall $(wildcard examples/*)
	@touch $@

web/node_modules/.made: web/package-lock.json
	@echo "Installing what the browser client is checked with."
	@cd web && npm ci --no-audit --no-fund --silent
	@touch $@

build/openapi.json: $(VENV)/.test web/openapi.py
	@mkdir -p build
	@PYTHONPATH=src $(BIN)/python web/openapi.py > $@
