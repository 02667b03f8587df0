# High Table. `make play` and `make test` do all the set-up on a fresh machine; they need Python 3.11 or newer and make.
PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
PIP    := $(BIN)/python -m pip install --quiet --disable-pip-version-check
SOURCES := $(shell find src -name '*.py')

.PHONY: play test lint format bench golden rules shots clean
.DEFAULT_GOAL := play

$(VENV)/play: pyproject.toml setup.py
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "High Table needs Python 3.11 or newer")'
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	HIGHTABLE_PURE=1 $(PIP) --editable .
	@touch $@

$(VENV)/test: $(VENV)/play
	HIGHTABLE_PURE=1 $(PIP) --editable '.[test,lint,bench]'
	@touch $@

# The same sources compiled, in a folder of their own, for the bench and for the tests that compare both forms.
build/compiled: $(SOURCES) setup.py pyproject.toml | $(VENV)/test
	@rm -rf $@ build/lib* build/bdist* build/temp*
	$(PIP) --no-deps --target $@ .
	@touch $@

play: $(VENV)/play
	@$(BIN)/hightable serve --open

test: $(VENV)/test
	@-$(MAKE) --no-print-directory build/compiled
	$(BIN)/python -m pytest

lint: $(VENV)/test
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

format: $(VENV)/test
	$(BIN)/ruff check --fix-only --quiet .
	$(BIN)/ruff format --quiet .

bench: build/compiled
	$(BIN)/python -m bench

golden: $(VENV)/test
	$(BIN)/python -m tests.the_feast.make_golden
	$(BIN)/python -m tests.kings_feast.make_golden
	$(BIN)/python -m tests.royal_feast.make_golden
	$(BIN)/python -m tests.henrys_feast.make_golden
	$(BIN)/python -m tests.festo.make_golden

rules: $(VENV)/test
	@$(BIN)/python -m tests.rules

shots: $(VENV)/test
	$(BIN)/python -m docs.shots

clean:
	rm -rf build dist $(VENV) src/*.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis
