"""Weblate's own settings without a server: no database file, no cache, no log."""

from weblate.settings_example import *  # noqa: F403

DATABASES = {"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": ":memory:"}}
CACHES = {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}}
LOGGING: dict[str, object] = {}
INSTALLED_APPS = [app for app in INSTALLED_APPS if "sidecar" not in app]  # noqa: F405
