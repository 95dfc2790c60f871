# Allranks. `make run` is all it takes; `make help` lists the rest.
#
# Each set-up step has a file that it makes, so what is up to date is not done again. A step prints one line, and
# everything it wrote lies under .venv/logs.

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.NOTPARALLEL:
MAKEFLAGS += --no-print-directory

PORT ?= 8000
RUNS ?= 500
VENV := .venv
BIN := $(VENV)/bin
BOOTSTRAP := PYTHONPATH=backend $(BIN)/python -m bootstrap
STEP := $(BOOTSTRAP).step --log $(VENV)/logs
GIGABYTES := 6
FIND_PYTHON := sh backend/bootstrap/find_python.sh $(PYTHON)
export PATH := $(CURDIR)/$(BIN):$(PATH)

PYTHON_PACKAGES := $(VENV)/.packages
TEST_PACKAGES := $(VENV)/.test-packages
NODE := $(VENV)/.node
PAGE_PACKAGES := frontend/node_modules/.package-lock.json
PAGE_LINTER := frontend/public/pyodide/manifest.json
PAGE := frontend/dist/index.html

PAGE_SOURCES := $(filter-out frontend/public/pyodide/% frontend/public/rules/% frontend/public/offline/%,$(shell find frontend/src frontend/public -type f)) \
                $(wildcard frontend/*.html frontend/*.json frontend/*.js frontend/*.ts)
LINTER_SOURCES := $(shell find backend/trainlint frontend/pyodide frontend/completion -type f -not -name '*.pyc')
EXERCISE_SOURCES := $(shell find exercises -type f -not -name '*.pyc')
PROTOCOL_SOURCES := $(shell find backend/allranks/protocol frontend/scripts -type f -not -name '*.pyc')

.PHONY: help setup run test setup-test lint lint-python lint-page test-page test-fast test-ray test-browser test-sandbox test-gpu soak recordings screenshots format clean

help: ## List these targets
	@sed -nE 's/^([a-z-]+):.*## (.*)/  make \1|\2/p' $(firstword $(MAKEFILE_LIST)) | awk -F'|' '{ printf "%-20s %s\n", $$1, $$2 }'

setup: $(PYTHON_PACKAGES) $(PAGE) ## Install the pinned Python packages and build the page
	@:

run: ## Set up what has changed and serve the playground (PORT=8000)
	@python=$$(test -x $(BIN)/python && echo $(BIN)/python || $(FIND_PYTHON)) && \
	PYTHONPATH=backend "$$python" -m bootstrap.preflight --port $(PORT)
	@$(MAKE) setup
	@$(BOOTSTRAP).sandbox
	@exec $(BIN)/allranks serve --port $(PORT)

test: setup-test lint test-page test-fast test-sandbox test-ray test-gpu test-browser ## Set up and run everything that CI runs

setup-test: setup $(TEST_PACKAGES) ## Install what only tests need, Chromium and bubblewrap included
	@$(BOOTSTRAP).tools chromium bubblewrap

lint: lint-python lint-page ## Check form, types and floors, without running anything

lint-python: $(TEST_PACKAGES) ## ruff, mypy and the floors
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	PYTHONPATH=backend $(BIN)/lint-imports

lint-page: $(PAGE_PACKAGES) ## eslint, prettier, TypeScript, and that the page's protocol types are fresh
	npm --prefix frontend run lint
	npm --prefix frontend run check
	npm --prefix frontend run protocol -- --check

test-page: $(PAGE_LINTER) ## The page's specs
	npm --prefix frontend run test

test-fast: $(TEST_PACKAGES) $(PAGE) ## The tests that need neither Ray nor a browser; under a minute
	$(BIN)/python -m pytest -n auto --dist worksteal

test-ray: $(TEST_PACKAGES) ## The tests that start a real Ray
	$(BIN)/python -m pytest -m ray --durations=20

test-browser: setup-test ## The tests that drive the page in Chromium
	$(BIN)/python -m pytest -m browser --durations=20

test-sandbox: setup-test ## The tests of what the sandbox promises
	$(BIN)/python -m pytest -m sandbox --durations=10

soak: setup-test ## RUNS=500 real runs in a row and 200 hostile ones; more than an hour
	ALLRANKS_SOAK_RUNS=$(RUNS) $(BIN)/python -m pytest -m sandbox tests/sandbox/test_soak.py -s

test-gpu: $(TEST_PACKAGES) ## The tests that need an NVIDIA GPU, where there is one
	@if [ -e /dev/nvidia0 ]; then $(BIN)/python -m pytest -m gpu; else echo "No NVIDIA GPU here: NCCL in the sandbox is not proved."; fi

recordings: setup ## Record a real run of each exercise anew, for the page without a server
	$(BIN)/python -m allranks.authoring.record

screenshots: setup-test ## Take the README's pictures anew, of the recorded run of train04
	PYTHONPATH=backend $(BIN)/python frontend/screenshots/capture.py

format: $(TEST_PACKAGES) $(PAGE_PACKAGES) ## Lay out Python and the page as the checks want them
	$(BIN)/ruff check --fix --select I
	$(BIN)/ruff format
	npm --prefix frontend run format

clean: ## Remove what setup made
	rm -rf $(VENV) frontend/node_modules frontend/dist frontend/public/pyodide frontend/public/rules frontend/public/offline

$(BIN)/python:
	@python=$$($(FIND_PYTHON)) && export PYTHONPATH=backend && \
	"$$python" -m bootstrap.preflight --python --venv --disk $(GIGABYTES) && \
	echo "Setting up: some minutes the first time" && \
	rm -rf $(VENV) && \
	"$$python" -m bootstrap.step --log $(VENV)/logs/venv.log "Virtual environment" "$$python" -m venv $(VENV)

$(PYTHON_PACKAGES): pyproject.toml backend/constraints.txt | $(BIN)/python
	@$(BOOTSTRAP).preflight --disk $(GIGABYTES)
	@$(STEP)/pip.log "pip" $(BIN)/python -m pip install --upgrade "pip>=25.1"
	@$(STEP)/packages.log "Python packages (Ray and PyTorch are large)" \
	  $(BIN)/python -m pip install --constraint backend/constraints.txt --editable .
	@touch $@

$(TEST_PACKAGES): $(PYTHON_PACKAGES)
	@$(STEP)/test-packages.log "Python packages for tests" \
	  $(BIN)/python -m pip install --constraint backend/constraints.txt --group dev
	@touch $@

$(NODE): backend/bootstrap/node.py | $(BIN)/python
	@package=$$($(BOOTSTRAP).node) || \
	  $(STEP)/node.log "Node, since none is installed that will do" $(BIN)/python -m pip install "$$package"
	@touch $@

$(PAGE_PACKAGES): frontend/package.json frontend/package-lock.json | $(NODE)
	@$(STEP)/page-packages.log "Packages of the page" npm --prefix frontend ci
	@touch $@

$(PAGE_LINTER): $(LINTER_SOURCES) backend/allranks/__init__.py $(PAGE_PACKAGES) | $(PYTHON_PACKAGES)
	@$(STEP)/page-linter.log "Linter of the page (Pyodide) and the pages of its rules" npm --prefix frontend run pyodide
	@touch $@

$(PAGE): $(PAGE_SOURCES) $(PROTOCOL_SOURCES) $(EXERCISE_SOURCES) $(PAGE_LINTER)
	@$(STEP)/protocol.log "Protocol types of the page" npm --prefix frontend run protocol -- --check
	@$(STEP)/page.log "Page" npm --prefix frontend run build
	@touch $@
