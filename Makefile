# High Table. `make play` and `make test` do all the set-up on a fresh machine; they need Python 3.11 or newer and make.
PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
PIP    := $(BIN)/python -m pip install --quiet --disable-pip-version-check
SOURCES := $(shell find src -name '*.py')

.PHONY: play wheels test lint format bench load faults golden rules shots clean
.DEFAULT_GOAL := play

$(VENV)/play: pyproject.toml setup.py
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "High Table needs Python 3.11 or newer")'
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(PIP) --editable .
	@touch $@

$(VENV)/test: $(VENV)/play
	$(PIP) --editable '.[test,lint,bench]'
	@touch $@

# A wheel, made from a copy of the sources, so that nothing disturbs it meanwhile and nothing of it stays behind.
WHEEL := mkdir -p build dist && copy=$$(mktemp -d build/making.XXXXXX) && trap 'rm -rf $$copy' EXIT && \
	touch $$copy/begun && cp -r src setup.py pyproject.toml README.md LICENSE $$copy && \
	$(BIN)/python -m pip wheel --quiet --disable-pip-version-check --no-deps --wheel-dir $$copy/dist ./$$copy

# The same sources compiled, in a folder of their own: for playing, for the bench and for the tests that compare both
# forms. It appears when it is whole.
build/compiled: $(SOURCES) setup.py pyproject.toml | $(VENV)/play
	@$(WHEEL) && $(PIP) --no-deps --target $$copy/made $$copy/dist/*.whl && \
	test -n "$$(find $$copy/made -name 'contract.*.so' -o -name 'contract.*.pyd')" && \
	rm -rf $@ dist/*-cp*.whl && mv $$copy/made $@ && mv $$copy/dist/*.whl dist && touch -r $$copy/begun $@

# Wheels for this kind of machine and for any, each tried where nothing else is installed.
wheels: build/compiled
	@export HIGHTABLE_PURE=1; $(WHEEL) && mv $$copy/dist/*.whl dist
	@for wheel in dist/*.whl; do $(PYTHON) -m venv --clear build/trial && \
	  build/trial/bin/python -m pip install --quiet --disable-pip-version-check $$wheel && ls $$wheel && \
	  build/trial/bin/hightable --version && \
	  build/trial/bin/hightable simulate the-feast --bots greedy,random,random,random --games 200 --seed 1 || exit 1; done

# The first page is there at once, on plain Python; meanwhile the engine is compiled for the next time.
play: $(VENV)/play
	@if $(MAKE) --question build/compiled 2>/dev/null; then export PYTHONPATH=$(CURDIR)/build/compiled; \
	elif command -v cc >/dev/null; then mkdir -p build; nice $(MAKE) build/compiled >build/compile.log 2>&1 & \
	  echo "The engine is being compiled, for the next time you say make play: bots think twenty times as fast then."; \
	else echo "There is no C compiler here: bots think slowly."; fi; \
	$(BIN)/hightable serve --open

test: $(VENV)/test
	@-$(MAKE) --no-print-directory build/compiled
	$(BIN)/python -m pytest --numprocesses auto --dist loadfile

lint: $(VENV)/test
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

format: $(VENV)/test
	$(BIN)/ruff check --fix-only --quiet .
	$(BIN)/ruff format --quiet .

bench: $(VENV)/test build/compiled
	$(BIN)/python -m bench

load: $(VENV)/test build/compiled
	$(BIN)/python -m bench.load

faults: $(VENV)/test build/compiled
	$(BIN)/python -m bench.faults

golden: $(VENV)/test
	$(BIN)/python -m tests.golden

rules: $(VENV)/test
	@$(BIN)/python -m tests.rules

shots: $(VENV)/test
	$(BIN)/python -m docs.shots

clean:
	rm -rf build dist $(VENV) src/*.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis
