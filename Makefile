# make sandbox   play in the browser, without a Discord account (GAME=navegador PLAYERS=3 seats players at once)
# make test      everything that is checked before a change is accepted
# make proof     ten thousand random games, watched (slow)
# make lock      write requirements/ anew from pyproject.toml (UPGRADE=1: with the newest versions)
# make clean     remove the virtual environment and whatever tools leave behind

PYTHON ?= python3
GAME ?=
PLAYERS ?=

VENV := .venv
BIN := $(VENV)/bin
export PIP_DISABLE_PIP_VERSION_CHECK := 1

.PHONY: sandbox test proof lock clean

sandbox: $(VENV)/.sandbox
	$(BIN)/portolan sandbox $(if $(GAME),--game $(GAME)) $(if $(PLAYERS),--players $(PLAYERS))

test: $(VENV)/.dev
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/pytest -n auto

proof: $(VENV)/.dev
	$(BIN)/python -m tests.proof

# Versions already in the files stay unless UPGRADE is set; the larger sets keep to the versions of the smaller ones.
LOCK = $(BIN)/uv pip compile --quiet --universal --python-version 3.11 --no-emit-index-url --no-emit-find-links --annotation-style line \
	--custom-compile-command "make lock" $(if $(UPGRADE),--upgrade)

lock: $(VENV)/.made
	$(BIN)/pip install --quiet uv
	$(LOCK) pyproject.toml -o requirements/runtime.txt
	$(LOCK) pyproject.toml --extra sandbox --extra dev -c requirements/runtime.txt -o requirements/dev.txt
	$(LOCK) pyproject.toml --extra sandbox -c requirements/dev.txt -o requirements/sandbox.txt
	$(LOCK) pyproject.toml --extra sandbox --extra bench -c requirements/dev.txt -o requirements/bench.txt

clean:
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .import_linter_cache .hypothesis *.egg-info dist
	find bot engines render storage tests -name __pycache__ -type d -prune -exec rm -rf {} +

$(VENV)/.made:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || { \
	  echo "Portolan needs Python 3.11 or newer; name one with: make PYTHON=/path/to/python3.11 ..." >&2; exit 1; }
	$(PYTHON) -m venv $(VENV)
	@touch $@

# What tests need holds what the sandbox needs, so the smaller set is never installed over the larger one.
$(VENV)/.sandbox: $(VENV)/.made requirements/sandbox.txt pyproject.toml
	$(BIN)/pip install -r requirements/sandbox.txt
	$(BIN)/pip install --quiet --no-deps -e .
	@touch $@

$(VENV)/.dev: $(VENV)/.made requirements/dev.txt pyproject.toml
	$(BIN)/pip install -r requirements/dev.txt
	$(BIN)/pip install --quiet --no-deps -e .
	@command -v chromium >/dev/null || command -v chromium-browser >/dev/null || command -v google-chrome >/dev/null || \
	  $(BIN)/playwright install --only-shell chromium
	@touch $@ $(VENV)/.sandbox
