# make app: set up and start the application.  make test: set up and run every check and test.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.current
PORT ?= 8501
export PIP_ROOT_USER_ACTION := ignore
export PIP_DISABLE_PIP_VERSION_CHECK := 1

.PHONY: app test setup check bench lock clean help

help:            ## list the targets
	@grep -hE '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:[^#]*## /\t/'

setup: $(STAMP)  ## make .venv with all that the application and the tests need; nothing when it is current

$(STAMP): requirements.lock pyproject.toml
	@echo "Setting up $(VENV) (two to five minutes the first time, nothing afterwards) ..."
	@$(PYTHON) -c 'import sys; sys.exit(not (3, 11) <= sys.version_info < (3, 14))' || \
	  { echo "graphkit needs Python 3.11, 3.12 or 3.13; say which: make PYTHON=python3.11 $(MAKECMDGOALS)"; exit 2; }
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@echo "  1/2 installing the locked packages with their hashes"
	@$(BIN)/python -m pip install --quiet --no-deps --require-hashes -r requirements.lock
	@echo "  2/2 installing graphkit itself"
	@$(BIN)/python -m pip install --quiet --no-deps --no-build-isolation --editable .
	@$(BIN)/python -m compileall -q graphkit
	@touch $(STAMP)
	@echo "Set up."

app: setup       ## start the application with the sample at hand
	@$(BIN)/graphkit app --demo --port $(PORT)

check: setup     ## layers, lint, types
	@echo "Checking style (ruff) ..."
	@$(BIN)/ruff check --quiet .
	@$(BIN)/ruff format --quiet --check .
	@echo "Checking layers (lint-imports) ..."
	@$(BIN)/lint-imports --no-logo >/dev/null || $(BIN)/lint-imports --no-cache
	@echo "Checking types (mypy) ..."
	@$(BIN)/mypy

test: check      ## every check and every test
	@echo "Running the tests (pytest) ..."
	@$(BIN)/python -m pytest

bench: setup     ## measure every figure and write docs/benchmarks.md
	@$(BIN)/python -m benchmarks

lock: setup      ## compile requirements.lock again from pyproject.toml
	@$(BIN)/uv pip compile pyproject.toml --group dev --universal --python-version 3.11 --generate-hashes \
	  --no-emit-index-url --no-emit-find-links --no-annotate --no-header --quiet --output-file requirements.lock

clean:           ## remove the environment
	rm -rf $(VENV)
