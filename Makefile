# Everything runs in .venv, which the targets create. Needs Python 3.11 or newer and make.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
comma := ,

# The tests start hundreds of processes; let them share compiled bytecode.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: help install serve build test suite lint types content browser servers dictionary omegat engines accuracy relevance bench bilder audit lighthouse soak release clean

help:
	@echo "make serve   install, build and serve the site with search on http://127.0.0.1:8000"
	@echo "make test    install what tests need, then lint, types, tests (browser included)"
	@echo "make build   build the site into site/"
	@echo "make accuracy  measure how well references are found (BOOKS=folder with the labelled rulebooks, AGAINST=revision to compare with)"
	@echo "make relevance measure how often the right rule ranks first, in our searches and others (AGAINST=revision to compare with)"
	@echo "make bench   measure how long loading, building and searching take"
	@echo "make bilder  save screenshots of every kind of page in build/bilder"
	@echo "make audit   run the long checks: other site builders, the other Whoosh distribution, OmegaT, Weblate, WordPress, clients from our OpenAPI documents, Firefox and WebKit, the oldest browsers, React, Vue and Svelte, Lighthouse (make lighthouse: Lighthouse alone; needs Node)"
	@echo "make soak    load the service for half an hour while things go wrong, and try thousands of made-up inputs; about two hours"
	@echo "make release  make all that a release hands out, in build/release: program, site, bundles, list of parts, checksums"

install: $(VENV)/installed

# uv installs in a tenth of pip's time; pip does it where uv cannot be had, or reaches no index.
PIP_INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check
define installed
@{ { [ -x $(BIN)/uv ] || $(PIP_INSTALL) uv; } && UV_HTTP_RETRIES=1 $(BIN)/uv pip install --quiet --python $(BIN)/python --editable $(1); } || $(PIP_INSTALL) --editable $(1)
@touch $@
endef

# The stamps record what is installed; they depend on pyproject.toml alone.
$(VENV)/installed: pyproject.toml | $(VENV)/bin/python
	$(call installed,'.[site$(comma)server]')

$(VENV)/installed-dev: pyproject.toml | $(VENV)/bin/python
	$(call installed,'.[dev]')
	@touch $(VENV)/installed

$(VENV)/installed-peers: pyproject.toml | $(VENV)/installed-dev
	$(call installed,'.[dev$(comma)peers]')
	@touch $(VENV)/installed-dev $(VENV)/installed

$(VENV)/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Python 3.11 or newer is needed (PYTHON=python3.12 make ...)."; exit 1; }
	$(PYTHON) -m venv $(VENV)

serve: install
	$(BIN)/nachschlag serve

build: install
	$(BIN)/nachschlag build

# With `--jobs 2` the types are checked beside everything else.
test: types suite

# Two processes more than cores: browser tests wait at times. With four more it takes longer.
suite: $(VENV)/installed-dev browser servers dictionary lint content
	$(BIN)/python -m pytest -q -n $$(( $$(nproc 2>/dev/null || echo 2) + 2 )) --dist loadfile --no-loadscope-reorder -m "not audit"

lint: $(VENV)/installed-dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/lint-imports --no-logo

content: $(VENV)/installed-dev
	$(BIN)/nachschlag check --strict

# mypy does not follow setuptools' package-dir, so give it the two folders as a namespace package.
types: $(VENV)/installed-dev
	@mkdir -p build/types/nachschlag
	@ln -sfn ../../../generator build/types/nachschlag/generator
	@ln -sfn ../../../search build/types/nachschlag/search
	$(BIN)/mypy -p nachschlag.generator -p nachschlag.search

# A browser for the tests: an installed one, else Debian's (as root), else Playwright's own.
browser: $(VENV)/installed-dev
	@$(BIN)/python tests/browser.py || \
	  { [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null && apt-get update -qq && apt-get install -y -qq chromium-headless-shell fonts-dejavu-core >/dev/null; } || \
	  $(BIN)/python -m playwright install chromium

# nginx, Apache and PostgreSQL for the tests of hosting and the service: installed ones, else Debian's (as root), else the tests are skipped, except in CI.
servers:
	@{ { command -v nginx || [ -x /usr/sbin/nginx ]; } && { command -v apache2 || command -v httpd || [ -x /usr/sbin/apache2 ]; } && \
	     { command -v initdb || ls /usr/lib/postgresql/*/bin/initdb; }; } >/dev/null 2>&1 || \
	  { [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null && apt-get update -qq && \
	    apt-get install -y -qq --no-install-recommends nginx-light apache2-bin media-types postgresql >/dev/null; } || true

# A dictionary for `check --spelling`: an installed one, else Debian's (as root), else its test is skipped, except in CI.
dictionary: $(VENV)/installed-dev
	@$(BIN)/python -c 'from nachschlag.generator.proofing.spelling import dictionary; dictionary()' 2>/dev/null || \
	  { [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null && apt-get update -qq && \
	    apt-get install -y -qq --no-install-recommends hunspell-de-de >/dev/null; } || true

accuracy: $(VENV)/installed-dev
	$(BIN)/python -m tests.accuracy --wrong $(if $(BOOKS),--books $(BOOKS)) --against $(or $(AGAINST),HEAD~1)

relevance: $(VENV)/installed-peers browser
	$(BIN)/python -m tests.relevance --wrong --browser --peers --against $(or $(AGAINST),HEAD~1)

bench: $(VENV)/installed-peers browser
	$(BIN)/python -m tests.tools.bench
	$(BIN)/python -m tests.tools.bench.search
	$(BIN)/python -m tests.tools.bench.site_browser
	$(BIN)/python -m tests.tools.bench.service
	$(BIN)/python -m tests.tools.bench.service_kinds
	$(BIN)/python -m tests.tools.bench.several

bilder: $(VENV)/installed-dev browser
	$(BIN)/python -m tests.tools.screenshots

# OmegaT, through which `make audit` sends our translations: an installed one, else Debian's (as root).
omegat:
	@command -v omegat >/dev/null || \
	  { [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null && apt-get update -qq && apt-get install -y -qq --no-install-recommends omegat >/dev/null; }

# npm packages run no scripts on installation and stay in build.
LIGHTHOUSE := build/lighthouse/node_modules/.package-lock.json
BASELINE := build/baseline/node_modules/.package-lock.json
FRAMEWORKS := build/frameworks/node_modules/.package-lock.json
CLIENTS := build/clients/installed
WEBLATE := build/weblate/installed
WORDPRESS := build/wordpress/usr/share/wordpress
RELEASE := build/release-tools/installed

# Firefox and WebKit, new and old: installed ones, else Debian's (as root). Tests of missing ones are skipped, except in CI.
engines: $(VENV)/installed-dev
	@missing=$$($(BIN)/python -m tests.tools.engines) || ! [ "$$(id -u)" = 0 ] || ! command -v apt-get >/dev/null || \
	  { apt-get update -qq; for name in $$missing; do apt-get install -y -qq --no-install-recommends $$name >/dev/null || true; done; }

audit: $(VENV)/installed-dev browser omegat engines $(BASELINE) $(FRAMEWORKS) $(CLIENTS) $(WEBLATE) $(WORDPRESS) $(RELEASE)
	$(BIN)/python -m pytest -q -m audit
	NACHSCHLAG_FUZZ=300 $(BIN)/python -m pytest -q -m "hypothesis and not audit"
	$(MAKE) lighthouse

# Weblate's checks and loaders, without its server: most of what it requires must be compiled and is not used here.
$(WEBLATE): tests/tools/audit/weblate/requirements.txt
	$(PYTHON) -m venv build/weblate
	build/weblate/bin/pip install --quiet --disable-pip-version-check -r $<
	build/weblate/bin/pip install --quiet --disable-pip-version-check --no-deps 'weblate>=5.14,<5.15'
	@touch $@

# Generators of clients from our OpenAPI documents.
$(CLIENTS): tests/tools/audit/clients/package.json tests/tools/audit/clients/requirements.txt
	$(PYTHON) -m venv build/clients/venv
	build/clients/venv/bin/pip install --quiet --disable-pip-version-check -r tests/tools/audit/clients/requirements.txt
	@cp $< build/clients/package.json
	npm install --prefix build/clients --ignore-scripts --no-audit --no-fund --silent
	@touch $@

# PHP, and WordPress' files, without its database and servers: Debian's (PHP as root).
$(WORDPRESS):
	@command -v php >/dev/null || { apt-get update -qq && apt-get install -y -qq --no-install-recommends php-cli >/dev/null; }
	@mkdir -p build/wordpress
	cd build/wordpress && apt-get download -qq wordpress && dpkg -x wordpress_*.deb .
	@rm build/wordpress/wordpress_*.deb

# Programs that build packages, list what they consist of, and know vulnerabilities.
$(RELEASE): tests/tools/release/requirements.txt
	$(PYTHON) -m venv build/release-tools
	build/release-tools/bin/pip install --quiet --disable-pip-version-check -r $<
	@touch $@

release: $(VENV)/installed-dev $(RELEASE)
	$(BIN)/python -m tests.tools.release --tools build/release-tools/bin

# Long and never part of CI. libfaketime (Debian: faketime) lets the clock jump.
soak: $(VENV)/installed-dev
	NACHSCHLAG_FUZZ=2000 $(BIN)/python -m pytest -q -n $$(nproc 2>/dev/null || echo 2) -m "hypothesis and not audit and not browser"
	$(BIN)/python -m pytest -q -m audit tests/search/test_service_openapi.py
	$(BIN)/python -m tests.tools.soak

lighthouse: $(VENV)/installed-dev browser $(LIGHTHOUSE)
	$(BIN)/python -m tests.tools.audit.lighthouse

$(LIGHTHOUSE): tests/tools/audit/package.json
	@mkdir -p build/lighthouse
	@cp $< build/lighthouse/package.json
	npm install --prefix build/lighthouse --ignore-scripts --no-audit --no-fund --silent
	@touch $@

$(BASELINE): tests/tools/audit/baseline/package.json
	@mkdir -p build/baseline
	@cp $< build/baseline/package.json
	npm install --prefix build/baseline --ignore-scripts --no-audit --no-fund --silent
	@touch $@

$(FRAMEWORKS): tests/tools/audit/frameworks/package.json
	@mkdir -p build/frameworks
	@cp $< build/frameworks/package.json
	npm install --prefix build/frameworks --ignore-scripts --no-audit --no-fund --silent
	@touch $@

clean:
	rm -rf build site .mypy_cache .ruff_cache .pytest_cache .hypothesis
