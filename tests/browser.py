"""Find and start a real Chromium for tests and screenshots.

Run as a program, it tells whether one is installed (exit status 0 or 1).
"""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Browser

#: A script that waits until a page has painted twice, at most five seconds.
PAINTED = "() => new Promise((done) => { requestAnimationFrame(() => requestAnimationFrame(done)); setTimeout(done, 5000); })"

#: Disabled features. The first group is Playwright's own (Chromium heeds only the last list it gets); the second are pages
#: that every window of a desktop Chromium loads for suggestions in its address bar, costlier than the small page under test.
FEATURES_OFF = [
    "AvoidCorsURLLoaderRestartOnRedirect",
    "AvoidUnnecessaryBeforeUnloadCheckSync",
    "DestroyProfileOnBrowserClose",
    "HttpsFirstBalancedModeAutoEnable",
    "HttpsUpgrades",
    "LensOverlay",
    "MediaRouter",
    "NetworkTimeServiceQuerying",
    "OptimizationHints",
    "PaintHolding",
    "PreconnectToSearch",
    "AimEnabled",
    "SpareRendererForSitePerProcess",
    "ThirdPartyStoragePartitioning",
    "WebUIOmniboxAimPopup",
    "WebUIOmniboxFullPopup",
    "WebUIOmniboxPopup",
]

#: Keeps Chromium from contacting anything but the page under test.
ARGUMENTS = [
    f"--disable-features={','.join(FEATURES_OFF)}",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    # Its remaining requests (for a form: how to fill it in) reach no host.
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost",
]

#: Programs, best first: the one without windows is the same browser and takes a quarter less of a processor's time.
INSTALLED = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")

#: How long tests wait for what a page shows late, in milliseconds: a busy machine takes several times as long as an idle one.
PATIENCE = 20_000


def executable() -> str | None:
    """The path of a Chromium: $CHROMIUM, Debian's, Google's, or Playwright's; None where none is installed."""
    named = [os.environ.get("CHROMIUM"), *map(shutil.which, INSTALLED)]
    found = next((path for path in named if path and Path(path).exists()), None)
    return found or _playwrights()


def _playwrights() -> str | None:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        path = playwright.chromium.executable_path
    return path if Path(path).exists() else None


def arguments() -> list[str]:
    """The command-line arguments of Chromium. As root it runs without a sandbox."""
    return [*ARGUMENTS, *(["--no-sandbox"] if hasattr(os, "geteuid") and os.geteuid() == 0 else [])]


@contextmanager
def chromium() -> Iterator[Browser]:
    """A running headless Chromium. Raises RuntimeError where none is installed: a missing browser fails, it does not skip."""
    from playwright.sync_api import expect, sync_playwright

    expect.set_options(timeout=PATIENCE)
    path = executable()
    if path is None:
        raise RuntimeError("Kein Chromium gefunden. Abhilfe: make browser, oder CHROMIUM=/pfad/zu/chromium setzen.")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=arguments())
        try:
            yield browser
        finally:
            browser.close()


if __name__ == "__main__":
    sys.exit(0 if executable() else 1)
