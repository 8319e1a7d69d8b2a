# Two commands do everything from a fresh clone: `make story` solves a story, `make test` runs all checks.
# Each sets up what it needs in $(VENV).

PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin
STORY ?= examples/kitchen.story

.PHONY: story test lint types check bench integrations fuzz picture page clean

story: $(VENV)/core
	$(BIN)/qsr solve $(STORY) --explain

test: lint types check

lint: $(VENV)/tools
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(VENV)/tools
	$(BIN)/mypy

# A test that waits for ever fails with its trace after ten minutes and does not hold up the rest.
check: $(VENV)/tools
	$(BIN)/python -m pytest -n auto --dist worksteal -q --timeout 600

# Every benchmark in a short form, in three minutes at most; each is a program of its own with the full one.
bench: $(VENV)/core
	$(BIN)/python benchmarks

# The adapters against the libraries that are too heavy for every run of the tests. The page is tested in Debian's Chromium
# where it is installed.
integrations: $(VENV)/tools
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable ".[inspect,ray]" lm-eval playwright axe-core-python schemathesis
	$(BIN)/python -m pytest -q tests/adapters tests/report

# Coverage-guided fuzzing of every reader; SECONDS_EACH per reader.
SECONDS_EACH ?= 600
fuzz: $(VENV)/core
	$(BIN)/python -m pip install --quiet --disable-pip-version-check atheris
	$(BIN)/python tools/fuzz/coverage_guided.py --seconds $(SECONDS_EACH)

# The page of `qsr serve` as files that need no server of their own; needs npm.
PAGE ?= build/page
page: $(VENV)/tools
	$(BIN)/python tools/static_page/build.py $(PAGE)

# The picture of the README, drawn by the program.
picture: $(VENV)/core
	$(BIN)/qsr solve examples/kitchen.story --draw docs/kitchen.svg

$(VENV)/core: pyproject.toml
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable .
	touch $@

$(VENV)/tools: $(VENV)/core
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable ".[test]"
	touch $@

clean:
	rm -rf $(VENV) build dist .pytest_cache .mypy_cache .ruff_cache
