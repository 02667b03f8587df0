# High Table. `make play` and `make test` do all the set-up on a fresh machine; they need Python 3.11 or newer and make.
PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
PIP    := $(BIN)/python -m pip install --quiet --disable-pip-version-check
SOURCES := $(shell find src -name '*.py')

# The versions that were tested, also for what builds the package (pip before 25.3 knows the first name only).
export PIP_CONSTRAINT := constraints.txt
export PIP_BUILD_CONSTRAINT := constraints.txt

.PHONY: play compile wheels test lint format bench load faults golden rules shots lock clean-room clean
.DEFAULT_GOAL := play

$(VENV)/play: pyproject.toml setup.py constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "High Table needs Python 3.11 or newer")'
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(PIP) --editable .
	@touch $@

$(VENV)/test: $(VENV)/play
	$(PIP) --editable '.[test,lint,bench]'
	@touch $@

# The first page is there at once, on plain Python if need be; meanwhile the engine is compiled.
play: $(VENV)/play
	@MAKE='$(MAKE)' sh tools/play.sh $(BIN)

# The same sources compiled, in a folder of their own: for playing, for the bench and for the tests that compare both.
compile: build/compiled

build/compiled: $(SOURCES) setup.py pyproject.toml constraints.txt | $(VENV)/play
	@sh tools/compile.sh $(BIN)/python

# Wheels for this kind of machine and for any, each tried where nothing else is installed.
wheels: build/compiled
	@HIGHTABLE_PURE=1 $(BIN)/python -m pip wheel --quiet --disable-pip-version-check --no-deps --wheel-dir dist .
	@for wheel in dist/*.whl; do $(PYTHON) -m venv --clear build/trial && \
	  build/trial/bin/python -m pip install --quiet --disable-pip-version-check $$wheel && ls $$wheel && \
	  build/trial/bin/hightable --version && \
	  build/trial/bin/hightable simulate the-feast --bots greedy,random,random,random --games 200 --seed 1 || exit 1; done

# The newest versions that the requirements allow, written down for everybody. Run the tests before you commit them.
lock: $(VENV)/play
	@mkdir -p build
	$(PIP) uv
	@echo '# Written by `make lock`: the versions that were tested.' >build/lock
	echo 'setuptools>=77' | $(BIN)/uv pip compile --quiet --upgrade --universal --python-version 3.11 --all-extras \
	  --no-header --no-annotate pyproject.toml - >>build/lock
	mv build/lock constraints.txt

# Installs and plays as a newcomer would: a fresh clone, an empty home, nothing installed.
clean-room:
	$(PYTHON) tools/clean_room.py

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
