"""Firefox and WebKit for the long checks, driven by the W3C's WebDriver commands over the wire, without downloading a driver.

Firefox speaks them itself (Marionette); WebKitGTK, and the older WPE WebKit that stands in for an old Safari, include a WebDriver server.
`python -m tests.tools.engines` lists which of them are installed, and the Debian packages of the others.
"""

from __future__ import annotations

import base64
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx

from tests.serving import until

#: WebDriver's key for an element in JSON.
ELEMENT = "element-6066-11e4-a52e-4f735466cecf"
#: Keys of the keyboard by their WebDriver code points.
KEYS = {"Enter": "\ue007", "Escape": "\ue00c", "ArrowDown": "\ue015", "Tab": "\ue004"}

Size = tuple[int, int]


class Driver(ABC):
    """A running browser with one window."""

    #: Its reported capabilities: {"browserName": "firefox", "browserVersion": "153.7.0", …}.
    about: dict[str, Any]

    @abstractmethod
    def call(self, command: str, **parameters: Any) -> Any:
        """Run a WebDriver command ("Navigate", "ExecuteScript", …) and return its value. Raises RuntimeError where it fails."""

    @abstractmethod
    def resize(self, size: Size) -> None:
        """Resize the page's viewport."""

    def visit(self, address: str) -> None:
        """Go to a page and wait until it has loaded."""
        self.call("Navigate", url=address)

    def run(self, script: str, *arguments: Any) -> Any:
        """Run a script in the page and return its value."""
        return self.call("ExecuteScript", script=script, args=list(arguments))

    def wait(self, script: str, *arguments: Any) -> Any:
        """Wait until a script returns something true, and return that."""
        found: list[Any] = [None]

        def fine() -> bool:
            found[0] = self.run(script, *arguments)
            return bool(found[0])

        until(fine)
        return found[0]

    def ask(self, script: str) -> Any:
        """Call an async function in the page (`async () => …`) and return its result."""
        return self.call(
            "ExecuteAsyncScript", script=f"const done = arguments[0]; ({script})().then(done, (e) => done(String(e)))", args=[]
        )

    def element(self, selector: str) -> dict[str, str]:
        """Wait for the first element of a selector; return it in the form of the commands."""
        self.wait("return document.querySelector(arguments[0])", selector)
        return dict(self.run("return document.querySelector(arguments[0])", selector))

    def click(self, selector: str) -> None:
        """Click an element with the mouse."""
        self.call("ElementClick", id=self.element(selector)[ELEMENT])

    def type(self, selector: str, text: str) -> None:
        """Type into an element; names of KEYS are pressed."""
        self.call("ElementSendKeys", id=self.element(selector)[ELEMENT], text=KEYS.get(text, text))

    def point(self, selector: str) -> None:
        """Move the mouse onto an element from outside it."""
        self.run("document.querySelector(arguments[0]).scrollIntoView({ block: 'center' })", selector)
        target = {"type": "pointerMove", "duration": 50, "origin": self.element(selector), "x": 0, "y": 0}
        away = {"type": "pointerMove", "duration": 0, "origin": "viewport", "x": 2, "y": 2}
        mouse = {"type": "pointer", "id": "maus", "parameters": {"pointerType": "mouse"}, "actions": [away, target]}
        self.call("PerformActions", actions=[mouse])

    def tap(self, selector: str) -> None:
        """Touch an element with a finger."""
        self.run("document.querySelector(arguments[0]).scrollIntoView({ block: 'center' })", selector)
        there = {"type": "pointerMove", "duration": 0, "origin": self.element(selector), "x": 0, "y": 0}
        steps = [
            there,
            {"type": "pointerDown", "button": 0},
            {"type": "pause", "duration": 50},
            {"type": "pointerUp", "button": 0},
        ]
        self.call(
            "PerformActions",
            actions=[{"type": "pointer", "id": "finger", "parameters": {"pointerType": "touch"}, "actions": steps}],
        )

    def back(self) -> None:
        self.call("Back")

    def screenshot(self, file: Path) -> None:
        file.write_bytes(base64.b64decode(self.call("TakeScreenshot", full=False)))


# -- Firefox ------------------------------------------------------------------------------------------------------------------


class Marionette(Driver):
    """Firefox: sends `[0, number, command, parameters]` and reads the answer, both JSON prefixed by its length."""

    def __init__(self, port: int) -> None:
        until(lambda: self._connected(port))
        self.number = 0
        self._receive()  # its greeting
        self.about = self.command("WebDriver:NewSession", capabilities={})["capabilities"]

    def _connected(self, port: int) -> bool:
        try:
            self.socket = socket.create_connection(("127.0.0.1", port), 120)
        except OSError:
            return False
        self.stream = self.socket.makefile("rb")
        return True

    def _receive(self) -> Any:
        length = b""
        while (byte := self.stream.read(1)) not in (b":", b""):
            length += byte
        return json.loads(self.stream.read(int(length)))

    def command(self, name: str, **parameters: Any) -> Any:
        self.number += 1
        message = json.dumps([0, self.number, name, parameters]).encode()
        self.socket.sendall(b"%d:%s" % (len(message), message))
        _, _, error, value = self._receive()
        if error:
            raise RuntimeError(f"{name}: {error['error']}: {error['message']}")
        return value

    def call(self, command: str, **parameters: Any) -> Any:
        value = self.command(f"WebDriver:{command}", **parameters)
        return value["value"] if isinstance(value, dict) and set(value) == {"value"} else value

    def resize(self, size: Size) -> None:
        # A Firefox window has a minimum width; its page may be narrower, as in its own responsive view.
        script = """const browser = gBrowser.selectedBrowser;
          for (const [name, length] of Object.entries({ width: arguments[0], height: arguments[1] })) {
            for (const way of ['', 'min-', 'max-']) browser.style.setProperty(way + name, `${length}px`, 'important');
          }"""
        self.chrome(script, *size)
        self.wait("return innerWidth === arguments[0]", size[0])

    def chrome(self, script: str, *arguments: Any) -> Any:
        """Run a script in Firefox's own chrome and return its value."""
        self.command("Marionette:SetContext", value="chrome")
        try:
            return self.run(script, *arguments)
        finally:
            self.command("Marionette:SetContext", value="content")


#: No requests of its own, German pages, scrollbar and pointer as on a phone.
_PREFERENCES = {
    "app.normandy.enabled": False,
    "app.update.auto": False,
    "browser.aboutwelcome.enabled": False,
    "browser.shell.checkDefaultBrowser": False,
    "datareporting.policy.dataSubmissionEnabled": False,
    "intl.accept_languages": "de-DE",
    "messaging-system.rsexperimentloader.enabled": False,
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "services.settings.server": "",
    "widget.non-native-theme.scrollbar.size.override": 0,
    "ui.useOverlayScrollbars": 1,
}


@contextmanager
def firefox() -> Iterator[Driver]:
    """A headless Firefox with a fresh profile."""
    with tempfile.TemporaryDirectory(prefix="nachschlag-firefox-") as profile:
        port = _free_port()
        values = {"marionette.port": port, **_PREFERENCES}
        lines = [f"user_pref({json.dumps(name)}, {json.dumps(value)});" for name, value in values.items()]
        Path(profile, "user.js").write_text("\n".join(lines), "utf-8")
        options = ["--headless", "--marionette", "--remote-allow-system-access", "--no-remote", "--profile", profile]
        with _running([_FIREFOX.program(), *options], {"HOME": profile}):
            yield Marionette(port)


# -- WebKit -------------------------------------------------------------------------------------------------------------------

#: WebDriver command → method and address below the session; {id} is a parameter.
_ADDRESSES = {
    "Navigate": ("POST", "url"),
    "ExecuteScript": ("POST", "execute/sync"),
    "ExecuteAsyncScript": ("POST", "execute/async"),
    "TakeScreenshot": ("GET", "screenshot"),
    "PerformActions": ("POST", "actions"),
    "Back": ("POST", "back"),
    "ElementClick": ("POST", "element/{id}/click"),
    "ElementSendKeys": ("POST", "element/{id}/value"),
    "SetWindowRect": ("POST", "window/rect"),
    "SwitchToFrame": ("POST", "frame"),
    "Print": ("POST", "print"),
}


class Http(Driver):
    """A browser behind a WebDriver server."""

    def __init__(self, port: int, options: dict[str, Any]) -> None:
        self.client = httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=120)
        until(self._answers)
        made = self._asked("POST", "/session", {"capabilities": {"alwaysMatch": options}})
        self.session, self.about = made["sessionId"], made["capabilities"]

    def _answers(self) -> bool:
        try:
            return self.client.get("/status").is_success
        except httpx.TransportError:
            return False

    def _asked(self, method: str, address: str, parameters: dict[str, Any] | None = None) -> Any:
        value = self.client.request(method, address, json=parameters).json()["value"]
        if isinstance(value, dict) and "error" in value:
            raise RuntimeError(f"{address}: {value['error']}: {value['message']}")
        return value

    def call(self, command: str, **parameters: Any) -> Any:
        method, address = _ADDRESSES[command]
        address = f"/session/{self.session}/{address.format(**parameters)}"
        return self._asked(method, address, None if method == "GET" else parameters)

    def tap(self, selector: str) -> None:
        # In one WebKit touches act as mice, in the other they hang inside frames: only the final click of a touch works.
        script = (
            "arguments[0].dispatchEvent(new PointerEvent('click', { pointerType: 'touch', bubbles: true, cancelable: true }))"
        )
        self.run(script, self.element(selector))

    def back(self) -> None:
        # WebDriver's Back skips states that a page made without a touch, like a browser's button, or waits for ever if they are in a frame.
        self.run("history.back()")

    def end(self) -> None:
        self._asked("DELETE", f"/session/{self.session}")
        self.client.close()


class WebKitGtk(Http):
    def resize(self, size: Size) -> None:
        # The window has a bar above the page.
        bar = self.run("return outerHeight - innerHeight")
        self.call("SetWindowRect", x=0, y=0, width=size[0], height=size[1] + bar)
        self.wait("return innerWidth === arguments[0]", size[0])


class WpeWebKit(Http):
    """WPE's window is always 1280 by 720 pixels: smaller pages are put into a frame on a page of the same site."""

    frame: Size | None = None

    def resize(self, size: Size) -> None:
        self.frame = size if size[0] < 1280 else None

    def visit(self, address: str) -> None:
        self.call("SwitchToFrame", id=None)
        if self.frame is None or address.startswith("file:"):
            super().visit(address)
            return
        super().visit("/".join([*address.split("/")[:3], "assets", "apple-touch-icon.png"]))
        script = """document.documentElement.innerHTML = '<body style="margin: 0"><iframe style="border: 0"></iframe>';
          const frame = document.querySelector('iframe');
          [frame.width, frame.height] = [arguments[0], Math.min(720, arguments[1])];
          frame.onload = () => { frame.title = 'da'; };
          frame.src = arguments[2];"""
        self.run(script, *self.frame, address)
        self.wait("return document.querySelector('iframe').title === 'da'")
        self.call("SwitchToFrame", id=0)


#: Small buttons and fields, so that the window can be as narrow as a phone.
_NARROW = "* { min-width: 0; padding: 0; margin: 0; font-size: 6px; }"


@contextmanager
def _webkit(program: str, kind: type[Http], capability: str, browser: str, *arguments: str) -> Iterator[Driver]:
    with tempfile.TemporaryDirectory(prefix="nachschlag-webkit-") as home, ExitStack() as stack:
        settings = Path(home, "gtk-3.0")
        settings.mkdir()
        (settings / "gtk.css").write_text(_NARROW, "utf-8")
        places = dict.fromkeys(("HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME"), home)
        port = _free_port()
        stack.enter_context(_running([program, f"--port={port}"], {**places, "LANG": "de_DE.UTF-8", **_display(stack, kind)}))
        driver = kind(port, {capability: {"binary": browser, "args": ["--automation", *arguments]}})
        stack.callback(driver.end)
        yield driver


def _display(stack: ExitStack, kind: type[Http]) -> dict[str, str]:
    """A virtual display for programs that need one."""
    if kind is not WebKitGtk:
        return {}
    read, write = os.pipe()
    options = ["-displayfd", str(write), "-screen", "0", "1400x1000x24", "-nolisten", "tcp"]
    stack.enter_context(_running([_WEBKIT.program(1), *options], {}, write))
    os.close(write)
    with os.fdopen(read) as answer:
        return {"DISPLAY": f":{answer.readline().strip()}"}


@contextmanager
def webkit() -> Iterator[Driver]:
    """WebKitGTK: the engine of today's Safari."""
    with _webkit(_WEBKIT.program(), WebKitGtk, "webkitgtk:browserOptions", _WEBKIT.browser()) as driver:
        yield driver


@contextmanager
def old_webkit() -> Iterator[Driver]:
    """WPE WebKit 2.38: the engine of Safari 16.0."""
    with _webkit(_OLD.program(), WpeWebKit, "wpe:browserOptions", _OLD.browser(), "--headless") as driver:
        yield driver


# -- what is there ------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Engine:
    """A browser that may be installed: its programs (each with alternative names), its Debian packages, and its start function."""

    name: str
    programs: tuple[tuple[str, ...], ...]
    packages: tuple[str, ...]
    start: Callable[[], AbstractContextManager[Driver]]
    #: The path, below /usr/lib, of the small browser that comes with an engine's library.
    small: str = "."
    #: Whether it can print by remote control.
    prints: bool = False

    def program(self, at: int = 0) -> str:
        return next(filter(None, map(shutil.which, self.programs[at])), "")

    def browser(self) -> str:
        return next(map(str, Path("/usr/lib").glob(self.small)), "") if self.small != "." else ""

    @property
    def is_there(self) -> bool:
        return all(map(self.program, range(len(self.programs)))) and bool(self.small == "." or self.browser())


_FIREFOX = Engine("firefox", (("firefox-esr", "firefox"),), ("firefox-esr",), firefox, prints=True)
_WEBKIT = Engine(
    "webkit", (("WebKitWebDriver",), ("Xvfb",)), ("webkit2gtk-driver", "xvfb"), webkit, "*/webkit2gtk-4.*/MiniBrowser"
)
_OLD = Engine("webkit-alt", (("WPEWebDriver",),), ("wpewebkit-driver",), old_webkit, "*/wpe-webkit-1.*/MiniBrowser")

#: Debian 12 has the WPE WebKit of 2022, no longer updated and therefore useful here.
ENGINES = [_FIREFOX, _WEBKIT, _OLD]


def _free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return int(listener.getsockname()[1])


@contextmanager
def _running(command: list[str], environment: dict[str, str], *descriptors: int) -> Iterator[None]:
    """Run a program silently in the background."""
    process = subprocess.Popen(
        command,
        env={**os.environ, **environment},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        pass_fds=descriptors,
        start_new_session=True,
    )
    try:
        yield
    finally:
        # Kill the whole process group: a browser would outlive its WebDriver server.
        os.killpg(process.pid, signal.SIGTERM)
        try:
            process.wait(20)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)


if __name__ == "__main__":
    missing = [package for engine in ENGINES if not engine.is_there for package in engine.packages]
    print(" ".join(missing))
    sys.exit(bool(missing))
