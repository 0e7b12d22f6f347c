"""Bots, and extensions for forums and blogs, as the site gives them: against the documented wire format of Telegram and Discord."""

from __future__ import annotations

import html
import json
import os
import queue
import re
import runpy
import shutil
import socket
import subprocess
import sys
import threading
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from io import BytesIO
from pathlib import Path
from typing import Any

import httpx
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from nachschlag.generator.site.ready_made import BELOW, ready_made

from tests.serving import answering_for

NODE = shutil.which("node")


@pytest.fixture(scope="module")
def site(mini_site: Path) -> Iterator[str]:
    """The address of the mini project's site with its service."""
    with answering_for(mini_site) as client:
        yield str(client.base_url).rstrip("/")


@contextmanager
def running(program: list[str], file: str, folder: Path, **settings: str) -> Iterator[subprocess.Popen[str]]:
    """A bot as a visitor takes it from the site, as a process."""
    (folder / file).write_bytes(dict(ready_made(""))[f"{BELOW}/{file}"])
    env = {"PATH": os.environ["PATH"], "PYTHONIOENCODING": "utf-8", **settings}
    process = subprocess.Popen([*program, file], cwd=folder, env=env, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        yield process
    finally:
        process.kill()
        process.communicate(timeout=20)


class Provider:
    """What a chat's provider does on the wire: takes calls as JSON, keeps them, and hands out messages to those who poll."""

    def __init__(self) -> None:
        self.calls: queue.Queue[tuple[str, str, dict[str, Any]]] = queue.Queue()
        self.updates: queue.Queue[dict[str, Any]] = queue.Queue()
        provider = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                given = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                result: Any = True
                if self.path.endswith("/getUpdates"):
                    try:
                        result = [provider.updates.get(timeout=given["timeout"])]
                    except queue.Empty:
                        result = []
                else:
                    provider.calls.put((self.path, self.headers.get("Authorization", ""), given))
                self._answer({"ok": True, "result": result})

            do_PUT = do_POST

            def _answer(self, value: dict[str, Any]) -> None:
                raw = json.dumps(value).encode()
                self.send_response(200)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(raw)))
                self.end_headers()
                self.wfile.write(raw)

            def log_message(self, *_: object) -> None:
                """Say nothing."""

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        threading.Thread(target=self._server.serve_forever, daemon=True).start()
        self.address = f"http://127.0.0.1:{self._server.server_port}"

    def called(self) -> tuple[str, str, dict[str, Any]]:
        """The next call: path, authorisation, body."""
        return self.calls.get(timeout=60)

    def close(self) -> None:
        """Stop."""
        self._server.shutdown()
        self._server.server_close()


@pytest.fixture
def provider() -> Iterator[Provider]:
    provider = Provider()
    yield provider
    provider.close()


# -- Telegram -----------------------------------------------------------------------------------------------------------------


def message(number: int, text: str, chat: str) -> dict[str, Any]:
    """An update with a message, as Telegram sends it."""
    return {
        "update_id": number,
        "message": {"message_id": 10 + number, "date": 1, "chat": {"id": 77, "type": chat}, "from": {"id": 5}, "text": text},
    }


@pytest.mark.parametrize("over", ["files", "service"])
def test_the_telegram_bot_answers(provider: Provider, site: str, tmp_path: Path, over: str) -> None:
    asked = {
        "SITE": site,
        "SPIEL": "wuerfelkrieg",
        "TELEGRAM_TOKEN": "12:geheim",
        "TELEGRAM_API": provider.address,
        "WARTEN": "1",
    }
    asked |= {"DIENST": site} if over == "service" else {}
    group = ("nur so", "/regel@bot Brawling")
    for number, text in enumerate([*group, "Grundregeln 17.0", "Was heißt [[Brawling]] denn?", "<qzx>", "/start"]):
        provider.updates.put(message(number, text, "group" if text in group else "private"))
    provider.updates.put({"update_id": 9, "inline_query": {"id": "q1", "from": {"id": 5}, "query": "Gerangel", "offset": ""}})
    with running([sys.executable], "telegram-bot.py", tmp_path, **asked):
        named, numbered, within, unknown, start, inline = (provider.called() for _ in range(6))
    assert named[2]["text"].count("<b>") == 1  # a name means its rule alone
    for path, _, sent in (named, numbered, within):
        assert path == "/bot12:geheim/sendMessage"
        assert (sent["chat_id"], sent["parse_mode"], sent["link_preview_options"]) == (77, "HTML", {"is_disabled": True})
        link = f'<b><a href="{site}/wuerfelkrieg/kaempfen/">Kämpfen</a></b>\nWer an der Reihe ist'
        assert link in sent["text"]
        assert "<i>Nachschlag, Würfelkrieg (1)</i>" in sent["text"]
    assert named[2]["reply_parameters"]["message_id"] == 11  # chatter in a group is not answered
    assert unknown[2]["text"] == "„&lt;qzx&gt;“ kenne ich nicht."
    assert "/regel" in start[2]["text"]
    path, _, offered = inline
    assert (path, offered["inline_query_id"]) == ("/bot12:geheim/answerInlineQuery", "q1")
    first = offered["results"][0]
    assert (first["type"], first["id"], first["title"]) == ("article", "0", "Kämpfen")
    assert first["input_message_content"]["parse_mode"] == "HTML"


@pytest.mark.parametrize("token", ["", "12:ge heim", "geheim"])
def test_a_telegram_bot_without_its_settings_says_so(tmp_path: Path, token: str) -> None:
    with running([sys.executable], "telegram-bot.py", tmp_path, TELEGRAM_TOKEN=token, SPIEL="t9a") as process:
        shown = process.communicate(timeout=60)[1]
    assert process.returncode == 1
    assert shown.startswith("TELEGRAM_TOKEN")
    assert "heim" not in shown


def test_a_telegram_bot_says_that_the_site_does_not_answer(provider: Provider, tmp_path: Path) -> None:
    nowhere = "http://127.0.0.1:1"
    asked = {"SITE": nowhere, "SPIEL": "x", "TELEGRAM_TOKEN": "12:geheim", "TELEGRAM_API": provider.address, "WARTEN": "1"}
    provider.updates.put(message(1, "/regel Angst", "group"))
    with running([sys.executable], "telegram-bot.py", tmp_path, **asked):
        path, _, sent = provider.called()
    assert (path, sent["text"]) == ("/bot12:geheim/sendMessage", "Die Regelseite antwortet gerade nicht.")


def test_a_telegram_bot_outlives_broken_answers(tmp_path: Path) -> None:
    """Cut off, no HTTP, not what is documented, or with a date to come back."""
    broken = (
        b"HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{",
        b"Nein\r\n\r\n",
        b"HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nnull",
        b"HTTP/1.1 503 Nein\r\nRetry-After: Wed, 21 Oct 2026 07:28:00 GMT\r\nContent-Length: 0\r\n\r\n",
    )
    with socket.create_server(("127.0.0.1", 0)) as listener:
        listener.settimeout(60)
        api = f"http://127.0.0.1:{listener.getsockname()[1]}"
        asked = {"SITE": api, "SPIEL": "x", "TELEGRAM_TOKEN": "12:geheim", "TELEGRAM_API": api, "WARTEN": "1"}
        with running([sys.executable], "telegram-bot.py", tmp_path, **asked):
            for answer in (*broken, b""):  # it asks again after each
                connection = listener.accept()[0]
                with connection, connection.makefile("rb") as request:
                    length = next(int(line.split()[1]) for line in request if line.lower().startswith(b"content-length"))
                    while request.readline().strip():
                        pass
                    request.read(length)
                    connection.sendall(answer)


def test_a_telegram_bot_cuts_no_rule_in_two(tmp_path: Path) -> None:
    (tmp_path / "bot.py").write_bytes(dict(ready_made(""))[f"{BELOW}/telegram-bot.py"])
    text = runpy.run_path(str(tmp_path / "bot.py"))["together"]([("Angst", "<" * 900, "https://x.example/", "Ausgabe")] * 5)
    assert text.count("<b>") == text.count("</i>") == 4
    assert text.endswith("</i>")
    assert len(html.unescape(re.sub(r"<[^>]+>", "", text))) <= 4096


# -- Discord ------------------------------------------------------------------------------------------------------------------


class Discord:
    """Sends interactions to a bot as Discord does, signed."""

    def __init__(self) -> None:
        self._key = Ed25519PrivateKey.generate()
        self.public = self._key.public_key().public_bytes(Encoding.Raw, PublicFormat.Raw).hex()

    def sends(self, address: str, interaction: dict[str, Any], signature: str = "") -> httpx.Response:
        """The bot's answer to an interaction."""
        body = json.dumps(interaction).encode()
        signature = signature or self._key.sign(b"1700000000" + body).hex()
        headers = {"X-Signature-Ed25519": signature, "X-Signature-Timestamp": "1700000000", "Content-Type": "application/json"}
        return httpx.post(address, content=body, headers=headers, timeout=60)


def rule_command(kind: int, text: str) -> dict[str, Any]:
    """An interaction of /regel."""
    return {
        "type": kind,
        "id": "1",
        "token": "t",
        "data": {"name": "regel", "options": [{"type": 3, "name": "name", "value": text}]},
    }


@pytest.mark.skipif(NODE is None and not os.environ.get("CI"), reason="Node fehlt: apt-get install nodejs")
@pytest.mark.parametrize("over", ["files", "service"])
def test_the_discord_bot_answers(site: str, tmp_path: Path, over: str) -> None:
    discord = Discord()
    asked = {"SITE": site, "SPIEL": "wuerfelkrieg", "DISCORD_PUBLIC_KEY": discord.public, "PORT": "0", "GEDULD": "60000"}
    asked |= {"DIENST": site} if over == "service" else {}
    with running([str(NODE)], "discord-bot.mjs", tmp_path, **asked) as process:
        assert process.stdout is not None
        port = re.search(r"\d+", process.stdout.readline())
        assert port
        address = f"http://127.0.0.1:{port[0]}/"
        assert discord.sends(address, {"type": 1}).json() == {"type": 1}
        assert discord.sends(address, {"type": 1}, signature="00" * 64).status_code == 401
        assert discord.sends(address, {"type": 1}, signature="kein hex").status_code == 401
        for text in ("Brawling", "Grundregeln 17.0", "Was heißt [[Brawling]] denn?"):
            answer = discord.sends(address, rule_command(2, text)).json()
            assert answer["type"] == 4
            assert len(answer["data"]["embeds"]) == 1 or (text.startswith("Was") and over == "service")
            assert answer["data"]["allowed_mentions"] == {"parse": []}
            embed = answer["data"]["embeds"][0]
            assert (embed["title"], embed["url"]) == ("Kämpfen", f"{site}/wuerfelkrieg/kaempfen/")
            assert embed["footer"] == {"text": "Nachschlag, Würfelkrieg (1)"}
        for text in ("qzxvjk", *(("constructor", "17\n17\n17") if over == "files" else ())):
            unknown = discord.sends(address, rule_command(2, text)).json()
            assert (unknown["type"], unknown["data"]["flags"]) == (4, 64)
            assert "kenne ich nicht" in unknown["data"]["content"]
        offered = discord.sends(address, rule_command(4, "käm")).json()
        assert offered["type"] == 8
        assert {"name": "Kämpfen", "value": "Kämpfen"} in offered["data"]["choices"]


def registering(folder: Path, **settings: str) -> subprocess.CompletedProcess[str]:
    """The bot, asked to register its command."""
    (folder / "discord-bot.mjs").write_bytes(dict(ready_made(""))[f"{BELOW}/discord-bot.mjs"])
    env = {"PATH": os.environ["PATH"], **settings}
    return subprocess.run([str(NODE), "discord-bot.mjs", "anmelden"], cwd=folder, env=env, capture_output=True, text=True)


@pytest.mark.skipif(NODE is None and not os.environ.get("CI"), reason="Node fehlt: apt-get install nodejs")
def test_the_discord_bot_registers_its_command(provider: Provider, tmp_path: Path) -> None:
    asked = {"DISCORD_API": provider.address, "DISCORD_APP": "42", "DISCORD_TOKEN": "geheim"}
    run = registering(tmp_path, **asked)
    assert run.returncode == 0, run.stderr
    path, authorisation, commands = provider.called()
    assert (path, authorisation) == ("/applications/42/commands", "Bot geheim")
    [command] = commands  # type: ignore[misc]
    assert re.fullmatch(r"[-_\w]{1,32}", command["name"])  # type: ignore[index]
    assert command["options"][0] | {"description": ""} == {  # type: ignore[index]
        "type": 3,
        "name": "name",
        "description": "",
        "required": True,
        "autocomplete": True,
        "max_length": 200,
    }


@pytest.mark.skipif(NODE is None and not os.environ.get("CI"), reason="Node fehlt: apt-get install nodejs")
@pytest.mark.parametrize("wrong", [{"DISCORD_TOKEN": "ge\nheim"}, {"DISCORD_APP": ""}, {"DISCORD_API": "http://127.0.0.1:1"}])
def test_a_discord_bot_that_cannot_register_says_so(tmp_path: Path, wrong: dict[str, str]) -> None:
    asked = {"DISCORD_API": "http://127.0.0.1:1", "DISCORD_APP": "42", "DISCORD_TOKEN": "geheim", **wrong}
    run = registering(tmp_path, **asked)
    assert run.returncode in (1, 2)
    shown = run.stdout + run.stderr
    assert "DISCORD_APP" in shown
    assert "heim" not in shown
    assert "    at " not in shown


# -- forums and blogs ---------------------------------------------------------------------------------------------------------


def test_visitors_take_them_with_the_address_of_the_site(mini_site: Path) -> None:
    shown = dict(ready_made("https://regeln.verein.example/"))
    assert {path: (mini_site / path).is_file() for path in shown} == dict.fromkeys(shown, True)
    assert shown == dict(ready_made("https://regeln.verein.example"))
    packed = {
        f"{path}/{name}": archive.read(name).decode()
        for path, raw in shown.items()
        if path.endswith(".zip")
        for archive in [zipfile.ZipFile(BytesIO(raw))]
        for name in archive.namelist()
    }
    script = '<script src="https://regeln.verein.example/einbetten-1.js" async data-titel></script>\n'
    later = script.replace("></script>", " data-beobachten></script>")
    assert packed[f"{BELOW}/nachschlag-discourse.zip/common/head_tag.html"] == later
    event = "nachschlag/regeln/styles/all/template/event/overall_header_head_append.html"
    assert packed[f"{BELOW}/nachschlag-phpbb.zip/{event}"] == script
    assert json.loads(packed[f"{BELOW}/nachschlag-discourse.zip/about.json"])["component"] is True
    assert json.loads(packed[f"{BELOW}/nachschlag-phpbb.zip/nachschlag/regeln/composer.json"])["type"] == "phpbb-extension"
    assert not [path for path, text in packed.items() if "regeln.example.org" in text]
