# `make demo` and `make test` set everything up by themselves: Python >= 3.11, make and (for speed) a C compiler.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check -q
DATA ?= $(wildcard ../shared/data)
KERNELS := $(wildcard src/weblode/kernels/*.pyx)

.PHONY: demo test lint bench gate clean

demo: $(VENV)/.run
	$(BIN)/weblode demo

test: $(VENV)/.test
	$(BIN)/python -m pytest -n auto

lint: $(VENV)/.lint
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

bench: $(VENV)/.test
	$(BIN)/python -m bench.speed $(DATA)

gate: $(VENV)/.test
	$(BIN)/python -m bench.gate $(DATA)

clean:
	rm -rf $(VENV) build dist src/*.egg-info src/weblode/kernels/*.so src/weblode/kernels/*.c

# Build tools come from the same pins, so that the kernels are the same tomorrow: hence no build isolation.
$(VENV)/.run: pyproject.toml setup.py constraints.txt $(KERNELS)
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "weblode needs Python 3.11 or newer: make PYTHON=python3.12 ..."; exit 1; }
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@echo "installing weblode into $(VENV) ..."
	@$(PIP) install -c constraints.txt -U setuptools Cython
	@$(PIP) install -c constraints.txt --no-build-isolation -e .
	@$(BIN)/python -m weblode.kernels
	@touch $@

$(VENV)/.test $(VENV)/.lint: $(VENV)/.%: $(VENV)/.run
	@$(PIP) install -c constraints.txt --no-build-isolation -e '.[$*]'
	@test $* = lint || $(BIN)/python tests/workbench/browser/chromium.py
	@touch $@
