# `make demo` and `make test` set everything up by themselves: Python >= 3.11, make and (for speed) a C compiler.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check -q
DATA ?= $(wildcard ../shared/data)
TYPES := $(wildcard src/weblode/*/compiled/*.pxd)
KERNELS := $(wildcard src/weblode/kernels/*.pyx src/weblode/kernels/*.px[di]) src/weblode/kernels/effort.py \
	$(TYPES) $(patsubst %.pxd,%.py,$(subst /compiled/,/,$(TYPES)))

.PHONY: demo test test-pure test-newest test-scale newest lint bench gate fuzz asan clean lock

# Each worker begins with tests that stand together, so that what a module or a package of them shares is made once.
# Modules are compiled once, not in each of the thousand processes that the tests start.
export PYTHONDONTWRITEBYTECODE :=
PYTEST := -m pytest -n auto --dist worksteal

demo: $(VENV)/.run
	$(BIN)/weblode demo

test: $(VENV)/.test
	$(BIN)/python $(PYTEST)

# A fast part of the tests, for what differs between machines: no compiled kernels, another Python.
FAST := tests/kernels tests/records tests/rules tests/tables tests/values tests/test_tree.py tests/test_paths.py
test-pure: $(VENV)/.test
	@rm -rf build/pure && mkdir -p build/pure && cp -r src/weblode build/pure/ \
		&& rm -f build/pure/weblode/kernels/*.so build/pure/weblode/*/compiled/*.so
	@PYTHONPATH=build/pure $(BIN)/python -c 'from weblode import kernels as k; assert k.native() is None; print("tests without compiled kernels:", k.missing())'
	PYTHONPATH=build/pure $(BIN)/python $(PYTEST) $(FAST)

NEWEST ?= $(shell .ci/newest-python)
newest:
	@$(NEWEST) --version
	$(MAKE) --no-print-directory VENV=build/newest PYTHON=$(NEWEST) build/newest/.test
test-newest: newest
	build/newest/bin/python $(PYTEST) $(FAST)

# Spark, Daft and Ray on crawls that the tests make.
SCALE := build/scale
test-scale: $(SCALE)/.scale
	@java -version >/dev/null 2>&1 || { echo "test-scale: Spark needs Java: apt install openjdk-17-jre-headless"; exit 1; }
	$(SCALE)/bin/python -m pytest -n 2 --dist loadfile tests/scale

lint: $(VENV)/.lint
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/oxfmt --check src/weblode/workbench/static
	$(BIN)/oxlint --deny-warnings src/weblode/workbench/static

bench: $(VENV)/.test
	$(BIN)/python -m bench.speed $(DATA)

gate: $(VENV)/.test
	$(BIN)/python -m bench.gate $(DATA)

# Pages mutated by a fixed seed through every stage, for SECONDS; a longer search: make fuzz SECONDS=3600 SEED=7 JOBS=2
SECONDS ?= 60
SEED ?= 0
JOBS ?= 1
fuzz: $(VENV)/.test
	$(BIN)/python -m bench.fuzz $(DATA) --seconds $(SECONDS) --seed $(SEED) --jobs $(JOBS)

# The same with kernels that watch every access to memory and every undefined step of C, built in a folder of their own.
# The interpreter keeps what it has until its end, so leaks are not looked for; small objects get their own memory, so
# that reading beyond one is seen.
ASAN := build/asan
SANITIZE := -fsanitize=address,undefined -fno-sanitize-recover=undefined -fno-omit-frame-pointer -g -O1
PRELOAD = $(foreach name,libasan.so libubsan.so libstdc++.so,$(shell $${CC:-cc} -print-file-name=$(name)))
asan: $(VENV)/.test
	@echo 'int main(void) { return 0; }' | $${CC:-cc} $(SANITIZE) -x c -o /dev/null - 2>/dev/null \
		|| { echo "asan: this compiler ($${CC:-cc}) has no sanitizers; install libasan and libubsan, or set CC to gcc"; exit 1; }
	@rm -rf $(ASAN)
	CFLAGS="$(SANITIZE)" LDFLAGS="$(SANITIZE)" $(BIN)/python setup.py -q build --build-lib $(ASAN)/lib --build-temp $(ASAN)/temp
	LD_PRELOAD="$(PRELOAD)" PYTHONMALLOC=malloc PYTHONPATH=$(ASAN)/lib \
		ASAN_OPTIONS=detect_leaks=0:halt_on_error=1:abort_on_error=1 UBSAN_OPTIONS=print_stacktrace=1:halt_on_error=1 \
		$(BIN)/python -m bench.fuzz $(DATA) --sanitized --seconds $(SECONDS) --seed $(SEED) --jobs $(JOBS) --failures build/fuzz-asan

clean:
	rm -rf $(VENV) build dist src/*.egg-info src/weblode/kernels/*.so src/weblode/kernels/*.c \
		src/weblode/*/compiled/*.so $(patsubst %.pxd,%.c,$(subst /compiled/,/,$(TYPES)))

# Pins with hashes, build tools included, so that tomorrow's machine gets today's bytes: hence no dependencies beyond the
# pins and no build isolation. The package itself declares ranges (pyproject.toml).
HASHED := install --require-hashes --no-deps --no-build-isolation
LOCKED := $(PIP) $(HASHED)

$(VENV)/.run: pyproject.toml setup.py requirements/run.txt $(KERNELS)
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "weblode needs Python 3.11 or newer: make PYTHON=python3.12 ..."; exit 1; }
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@echo "installing weblode into $(VENV) ..."
	@$(LOCKED) -r requirements/run.txt
	@$(PIP) install --no-deps --no-build-isolation -e .
	@$(PIP) check
	@$(BIN)/python -m weblode.kernels
	@touch $@

$(VENV)/.test $(VENV)/.lint: $(VENV)/.%: $(VENV)/.run requirements/%.txt
	@$(LOCKED) -r requirements/$*.txt
	@$(PIP) check
	@test $* = lint || $(BIN)/python tests/workbench/browser/chromium.py
	@touch $@

# The engines are in an environment of their own over that of the tests: they are half a gigabyte, and Daft needs a
# pyarrow that is not the newest. pyspark comes as sources; a wheel that is not compressed is made in half of the time.
SITE = -c 'import sysconfig; print(sysconfig.get_path("purelib"))'
$(SCALE)/.scale: $(VENV)/.test requirements/scale.txt
	@echo "installing Spark, Daft and Ray into $(SCALE) ..."
	@$(BIN)/python -m venv --without-pip $(SCALE)
	@echo "import site; site.addsitedir('$$($(BIN)/python $(SITE))')" > "$$($(SCALE)/bin/python $(SITE))/tests.pth"
	@$(SCALE)/bin/python -m pip --disable-pip-version-check -q $(HASHED) --no-cache-dir --no-compile --use-pep517 \
		--config-settings=--build-option=--compression=stored -r requirements/scale.txt
	@touch $@

# Writes the pins anew, with the hashes of all files of a release: they hold for every Python that pyproject.toml allows
# and on every system that has wheels. What run.txt has is not said again in the others. What is pinned stays, unless a
# range of pyproject.toml has changed: UPGRADE=--upgrade takes the newest of everything, UPGRADE='-P numpy' of one. Needs
# uv (`pip install uv`), which nothing else does. The engines have versions of their OWN of what Daft bounds.
UV ?= uv
UPGRADE ?=
OWN := pyarrow|tqdm
COMPILE = $(UV) pip compile -q --no-config --universal --generate-hashes --no-annotate $(UPGRADE) --custom-compile-command 'make lock'

lock:
	$(PYTHON) -c 'import tomllib; print(*tomllib.load(open("pyproject.toml", "rb"))["build-system"]["requires"], sep="\n")' \
	| $(COMPILE) pyproject.toml --extra all - -o requirements/run.txt
	for extra in test lint; do $(COMPILE) pyproject.toml --extra $$extra -c requirements/run.txt \
	$$(sed -n 's/^\([a-z0-9-]*\)==.*/--no-emit-package \1/p' requirements/run.txt) -o requirements/$$extra.txt || exit 1; done
	mkdir -p build && sed -nE '/^($(OWN))==/!s/^([a-z0-9-]+==[^ ;]*).*/\1/p' requirements/run.txt requirements/test.txt > build/below.txt
	$(COMPILE) pyproject.toml --extra spark --extra daft --extra ray -c build/below.txt \
	$$(sed 's/^\(.*\)==.*/--no-emit-package \1/' build/below.txt) -o requirements/scale.txt
