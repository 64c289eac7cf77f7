# `make help` lists what can be made. demo, test, lint and bench set up what they need first.
# install needs none of that: it has an environment of its own.

.DEFAULT_GOAL := help
PYTHON := .venv/bin/python
# On all cores, each with tests of the same files: what these share is then made but once.
SPREAD := -n auto --dist worksteal
# Compiled modules are kept even where that is switched off: tests start many processes of their own.
export PYTHONDONTWRITEBYTECODE :=

.PHONY: help
help:  ## list what can be made
	@sed -n 's/^\([a-z-]*\):.*  ## /\1\t/p' $(MAKEFILE_LIST) | expand -t 18

.PHONY: demo
demo:  ## watch a game being tracked on a virtual table (ARGS="--seed 7 --headless")
	@tools/setup.sh
	@.venv/bin/dubsar demo $(ARGS)

.PHONY: install
install:  ## with sudo: install the appliance, or bring it up to date (FOR=desktop)
	@FOR=$(FOR) tools/install.sh

.PHONY: uninstall
uninstall:  ## with sudo: remove the appliance; games stay (PURGE=1: they go too)
	@PURGE=$(PURGE) tools/uninstall.sh

.PHONY: test
test:  ## run the tests (ARGS="tests/engine -x": only those)
	@tools/setup.sh dev
	$(PYTHON) -m pytest $(SPREAD) $(ARGS)

.PHONY: test-old-opencv
test-old-opencv:  ## run the eye's tests with OpenCV 4.11, as `.ci/run` does
	@tools/setup.sh dev
	@tools/old_opencv.sh $(ARGS)

.PHONY: test-long
test-long:  ## run all tests, the long ones too
	@tools/setup.sh dev
	$(PYTHON) -m pytest $(SPREAD) --hypothesis-profile thorough -m "long or not long" $(ARGS)

.PHONY: lint
lint:  ## ruff with all rules, ruff's format, mypy strict, the order of imports
	@tools/setup.sh dev
	$(PYTHON) -m ruff check
	$(PYTHON) -m ruff format --check
	$(PYTHON) -m mypy
	.venv/bin/lint-imports --no-cache --no-logo

.PHONY: bench
bench:  ## measure what the engine, the eye and the running program cost
	@tools/setup.sh dev
	@$(PYTHON) -m tools.bench $(ARGS)

.PHONY: screenshots
screenshots:  ## draw every screen, in each language and size (ARGS="--only play")
	@tools/setup.sh dev
	@$(PYTHON) -m tools.screenshots screenshots $(ARGS)

.PHONY: clean
clean:  ## remove the environment and everything generated
	rm -rf .venv build screenshots *.egg-info .hypothesis .mypy_cache .pytest_cache .ruff_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
