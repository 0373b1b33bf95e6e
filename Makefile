# make sandbox   play in the browser, without a Discord account (GAME=navegador PLAYERS=3 seats players at once)
# make test      everything that is checked before a change is accepted
# make check     quick checks between changes: format, lint, types, layers, tests of what changed; engines and storage also on
#                the newest other Python that is installed
# make bare      make sandbox and make test on bare Debians and with another Python (needs root and debootstrap)
# make image     every instruction of the Dockerfile without a container daemon (needs root and debootstrap)
# make proof     what takes too long for make test, and ten thousand random games, everything in them checked (slow)
# make mutants   how many small faults in the code the tests find (hours)
# make browser   look again for a browser for the tests of the sandbox's page
# make pictures  make the pictures of the README anew
# make site      the documents as a site, in out/site, links checked (minutes: computers play for its pictures)
# make lock      write requirements/ anew from pyproject.toml (UPGRADE=1: with the newest versions)
# make bounds    engines' and storage's tests with the lowest and the newest dependencies that pyproject.toml allows
# make package   sdist and wheel, in dist/ in place of those of earlier versions
# make audit     known vulnerabilities of the locked requirements (or that their list cannot be reached)
# make hosting   what looks at Dockerfile, workflows and compose files (ALL=1: fails where one of them is not to be had)
# make clean     remove the virtual environment and the files of tools

PYTHON ?= python3
GAME ?=
PLAYERS ?=
# The folder of the package's files.
DIST ?= dist

VENV := .venv
BIN := $(VENV)/bin
export PIP_DISABLE_PIP_VERSION_CHECK := 1
# Where Python is told to keep nothing it has compiled, finding the tests takes longer than running a thousand of them.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: sandbox test check bare image proof mutants browser pictures site lock bounds package audit hosting clean

sandbox: $(VENV)/.sandbox
	$(BIN)/portolan sandbox $(if $(GAME),--game $(GAME)) $(if $(PLAYERS),--seats $(PLAYERS))

# Types are checked while the tests begin, here and in check. The first time one process finds and compiles all tests
# before there are several: they would all compile the same at once.
test: $(VENV)/.dev $(VENV)/.browser
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/lint-imports
	@$(BIN)/mypy & types=$$!; test -e tests/engines/__pycache__ || $(BIN)/pytest --collect-only -qq >/dev/null; \
	  $(BIN)/pytest -n auto; tests=$$?; wait $$types && exit $$tests

check: $(VENV)/.dev
	$(BIN)/ruff format --check
	$(BIN)/ruff check
	$(BIN)/lint-imports
	@$(BIN)/mypy & types=$$!; $(BIN)/python -m tests.touched; tests=$$?; wait $$types && exit $$tests
	$(BIN)/python -m tests.newest

# MACHINES="trixie python3.12": some of them.
bare:
	$(PYTHON) -m tests.bare $(MACHINES)

image:
	$(PYTHON) -m tests.image

proof: $(VENV)/.dev $(VENV)/.browser
	$(BIN)/pytest -n auto -m proof
	TEST_POSTGRESQL=18 $(BIN)/pytest -n auto tests/storage -k postgresql
	$(BIN)/python -m tests.proof

mutants: $(VENV)/.dev requirements/mutants.txt
	$(BIN)/pip install --quiet -r requirements/mutants.txt
	$(BIN)/python -m tests.mutants $(MUTANTS)

browser: $(VENV)/.dev
	$(BIN)/python -m tests.browser

pictures: $(VENV)/.browser
	$(BIN)/python -m tests.readme_pictures
	$(BIN)/python -m tests.render.sights
	$(BIN)/python -m tools.icon_sheet

# Versions already in the files stay unless UPGRADE is set; the larger sets keep to the versions of the smaller ones.
LOCK = $(BIN)/uv pip compile --quiet --universal --python-version 3.11 --no-emit-index-url --no-emit-find-links --annotation-style line --generate-hashes \
	--custom-compile-command "make lock" $(if $(UPGRADE),--upgrade)

lock: $(VENV)/.made
	$(BIN)/pip install --quiet uv
	$(LOCK) pyproject.toml -o requirements/runtime.txt
	$(LOCK) pyproject.toml --extra sandbox --extra dev -c requirements/runtime.txt -o requirements/dev.txt
	$(LOCK) pyproject.toml --extra sandbox -c requirements/dev.txt -o requirements/sandbox.txt
	$(LOCK) pyproject.toml --extra sandbox --group bench -c requirements/dev.txt -o requirements/bench.txt
	$(LOCK) pyproject.toml --extra sandbox --extra dev --extra mutants --no-strip-extras -c requirements/dev.txt -o requirements/mutants.txt
	$(LOCK) --group build -c requirements/dev.txt -o requirements/build.txt
	$(LOCK) --group pip -o requirements/pip.txt
	$(LOCK) --group audit -o requirements/audit.txt
	$(LOCK) --group site -o requirements/site.txt
	$(LOCK) --group hosting -o requirements/hosting.txt
	$(LOCK) --group actionlint -o requirements/actionlint.txt

# PYTHONS="3.12 3.13": with these, too.
bounds: $(VENV)/.dev
	$(BIN)/pip install --quiet uv
	$(BIN)/python -m tests.bounds
	set -e; for python in $(PYTHONS); do $(BIN)/python -m tests.bounds --python $$python; done

# Files of earlier versions would be installed together with the new one by a pattern such as dist/*.whl.
package: $(VENV)/.build
	rm -f $(DIST)/portolan_bot-*.whl $(DIST)/portolan_bot-*.tar.gz
	$(VENV)/build/bin/python -m hatchling build -d $(DIST)

# In an environment of its own: what audits is no part of what is audited.
audit: $(VENV)/.audit
	$(PYTHON) -m tests.audit $(VENV)/audit/bin/pip-audit

# actionlint comes from elsewhere than the other packages: where that cannot be reached, the rest is looked at.
hosting: $(VENV)/.hosting
	@test -x $(VENV)/hosting/bin/actionlint || \
	  $(VENV)/hosting/bin/pip install --quiet --no-build-isolation --no-deps -r requirements/actionlint.txt 2>/dev/null || true
	$(PYTHON) -m tests.linted $(VENV)/hosting/bin $(if $(ALL),--all)

site: $(VENV)/.dev $(VENV)/.site
	$(BIN)/python -m tests.website $(VENV)/site/bin/mkdocs

$(VENV)/.build: $(VENV)/.made requirements/build.txt
	$(PYTHON) -m venv --clear $(VENV)/build
	$(VENV)/build/bin/pip install --quiet -r requirements/build.txt
	@touch $@

$(VENV)/.site: $(VENV)/.made requirements/site.txt
	$(PYTHON) -m venv $(VENV)/site
	$(VENV)/site/bin/pip install --quiet -r requirements/site.txt
	@touch $@

$(VENV)/.hosting: $(VENV)/.made requirements/hosting.txt requirements/actionlint.txt
	$(PYTHON) -m venv --clear $(VENV)/hosting
	$(VENV)/hosting/bin/pip install --quiet -r requirements/hosting.txt
	@touch $@

$(VENV)/.audit: $(VENV)/.made requirements/audit.txt
	$(PYTHON) -m venv $(VENV)/audit
	$(VENV)/audit/bin/pip install --quiet -r requirements/audit.txt
	@touch $@

clean:
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .import_linter_cache .hypothesis *.egg-info $(DIST)
	find bot engines render storage tests tools -name __pycache__ -type d -prune -exec rm -rf {} +

$(VENV)/.made: requirements/pip.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || { \
	  echo "Portolan needs Python 3.11 or newer; name one with: make PYTHON=/path/to/python3.11 ..." >&2; exit 1; }
	$(PYTHON) -m venv $(VENV) || { echo "On Debian and its kin: sudo apt-get install python3-venv" >&2; exit 1; }
	$(BIN)/pip install --quiet -r requirements/pip.txt
	@touch $@

# Everything comes with the hashes in requirements/, also what builds the package.
LINK = $(BIN)/pip install --quiet --no-build-isolation --no-deps -e .

# What is never imported need not be compiled, and what is, Python compiles when it first is.
INSTALL = $(BIN)/pip install --no-compile -r requirements/build.txt

# What tests need holds what the sandbox needs, so the smaller set is never installed over the larger one.
$(VENV)/.sandbox: $(VENV)/.made requirements/build.txt requirements/sandbox.txt pyproject.toml
	$(INSTALL) -r requirements/sandbox.txt
	$(LINK)
	@touch $@

$(VENV)/.dev: $(VENV)/.made requirements/build.txt requirements/dev.txt pyproject.toml
	$(INSTALL) -r requirements/dev.txt
	$(LINK)
	@touch $@ $(VENV)/.sandbox

# Tried once: where no browser can be had, the tests say at their end what did not run and how to get it.
$(VENV)/.browser: $(VENV)/.dev
	$(BIN)/python -m tests.browser
	@touch $@
