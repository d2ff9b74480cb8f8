# Everything a newcomer needs: `make run` serves the dashboard, `make test` passes the tests; both set up first.
# Python 3.11 is needed and nothing else. PYTHON=… names another interpreter, PORT=… another port.

PYTHON ?= python3.11
PORT ?= 8501
BIN := .venv/bin
STAMP := .venv/.installed

# What is compiled once is not compiled again by every process that a test starts; some machines forbid it by default.
export PYTHONDONTWRITEBYTECODE :=

.PHONY: run test test-fast check bench install install-locked lock clean

run: $(STAMP)
	@echo "Glassbox is served at http://localhost:$(PORT)  (stop it with Ctrl+C)"
	@$(BIN)/streamlit run streamlit_app.py --server.port $(PORT)

test: $(STAMP)
	@$(BIN)/python -m pytest -n auto --maxprocesses 4 --dist loadfile --no-loadscope-reorder

# Without PostgreSQL, Neo4j, a cluster and Chromium, without what is slow by its nature, and with fewer examples of each
# property: after every change.
test-fast: $(STAMP)
	@$(BIN)/python -m pytest -n auto --maxprocesses 4 --dist loadfile --no-loadscope-reorder -m "not server and not browser and not slow" \
		--hypothesis-profile=fast

check: $(STAMP)
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/mypy
	@$(BIN)/lint-imports
	@$(BIN)/python .ci/dead_code.py

bench: $(STAMP)
	@$(BIN)/python -m benchmarks

install: $(STAMP)

$(STAMP): requirements.txt requirements-dev.txt
	@command -v $(PYTHON) >/dev/null || { echo "Python 3.11 is needed: $(PYTHON) is not here."; exit 1; }
	@test -x $(BIN)/python || { echo "Making the environment .venv …"; $(PYTHON) -m venv .venv; }
	@echo "Installing what Glassbox needs (about 0.6 GB to download the first time; some minutes) …"
	@$(BIN)/pip install --quiet --disable-pip-version-check -r requirements-dev.txt
	@touch $(STAMP)
	@echo "Installed."

# What runs Glassbox and nothing else, every file by its hash: for servers.
install-locked:
	@test -x $(BIN)/python || $(PYTHON) -m venv .venv
	@$(BIN)/pip install --disable-pip-version-check --require-hashes -r requirements.lock

# After a change of requirements: the locks anew, for every platform. What need not change stays; UPGRADE=--upgrade renews all.
UV := 0.13.9
lock:
	@tool=$$(mktemp -d) && trap 'rm -rf "$$tool"' EXIT && $(PYTHON) -m venv $$tool && \
	$$tool/bin/pip install --quiet --disable-pip-version-check uv==$(UV) && \
	$$tool/bin/uv pip compile --quiet $(LOCKED) requirements.txt -o requirements.lock && \
	$$tool/bin/uv pip compile --quiet $(LOCKED) -c requirements.lock requirements-dev.txt -o requirements-dev.lock
LOCKED := --universal --generate-hashes --python-version 3.11 --no-header --no-annotate --no-config $(UPGRADE)

clean:
	rm -rf .venv .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis
