# Every target sets up what it needs in .venv first. `make help` lists them.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
SOURCES := keltis keltis_tui engine protocol bots words server tests screenshots benchmarks examples
ARGS ?=
unexport PYTHONDONTWRITEBYTECODE  # pytest keeps what it made of the tests for the next time

.DEFAULT_GOAL := help
.PHONY: help setup play serve test quick check format compiled train bench mutants differences screenshots walk words clean

help: ## show this list
	@awk -F ':.*## ' '/^[a-z]+:.*## / {printf "  make %-12s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

$(READY): pyproject.toml constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
		|| { echo "Keltis needs Python 3.11 or newer: make PYTHON=/path/to/python3.11 ..."; exit 1; }
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@echo "Setting up $(VENV) ..."
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt --editable '.[dev]'
	@touch $@

setup: $(READY) ## make .venv and install everything into it

play: $(READY) ## a game against bots, no network (ARGS="--bots 3")
	@$(BIN)/keltis play $(ARGS)

serve: $(READY) ## a server for your friends (ARGS="--port 2222")
	@$(BIN)/keltis serve $(ARGS)

test: $(READY) ## the whole test-suite (ARGS="-k rules")
	@$(BIN)/python -m pytest -n auto $(ARGS)

quick: $(READY) ## in under a minute: every unit test, the laws at small volume, one story through ssh
	@$(BIN)/python -m pytest -n auto --dist loadfile --no-loadscope-reorder --quick -o faulthandler_timeout=0 $(ARGS)

check: $(READY) ## format, lint, types, import contracts, tests
	@$(BIN)/ruff format --check $(SOURCES)
	@$(BIN)/ruff check $(SOURCES)
	@$(BIN)/mypy
	@$(BIN)/lint-imports
	@$(MAKE) --no-print-directory test

format: $(READY) ## put every file in the house's form
	@$(BIN)/ruff format $(SOURCES)
	@$(BIN)/ruff check --fix $(SOURCES)

compiled: $(READY) ## the engine as a C extension, for PYTHONPATH=build/compiled
	@$(BIN)/python engine/compile.py build/compiled

train: $(READY) ## make what the masters learned anew, from nothing (ARGS="--on" goes on)
	@nice -n 15 $(BIN)/python -m keltis_bots.learning.train $(ARGS)
	@nice -n 15 $(BIN)/python -m keltis_bots.learning.train_dice

bench: $(READY) ## measure speed and memory
	@for file in benchmarks/[a-z]*.py; do $(BIN)/python -m benchmarks.$$(basename $$file .py) $(ARGS) || exit 1; done

mutants: $(READY) ## break the rules in small ways and see whether the tests notice
	@$(BIN)/python -m tests.mutants $(ARGS)

walk: $(READY) ## the functions of ours between one player's Enter and the other player's picture
	@$(BIN)/python -m tests.walk

differences: $(READY) ## one page of every picture that a change changes (ARGS="main")
	@$(BIN)/python -m tests.tui.differences $(ARGS)

screenshots: $(READY) ## draw screenshots/ from what ssh shows
	@$(BIN)/python -m screenshots.make $(ARGS)

words: $(READY) ## collect every text for translators into words/keltis_words/locale/keltis.pot
	@$(BIN)/pybabel --quiet extract --no-location --sort-output --omit-header -k N_ -k ngettext:1,2 -k N_n:1,2 -o words/keltis_words/locale/keltis.pot words keltis_tui keltis

clean: ## remove .venv and what the tools left
	rm -rf $(VENV) .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache build dist
