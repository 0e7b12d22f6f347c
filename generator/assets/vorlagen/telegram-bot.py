"""Regeln im Telegram-Chat: /regel Angst, im Einzelgespräch auch ohne Befehl, überall sonst mit @name_des_bots Angst.

    TELEGRAM_TOKEN=… SPIEL=t9a python telegram-bot.py

Braucht Python 3.11, keine weiteren Pakete und keinen eigenen Server. Das Token gibt der Bot @BotFather, dort schaltet /setinline die
Antworten mit @name ein. Gelesen werden die Dateien der Regelseite; DIENST=https://… fragt ihren Dienst, der auch Tippfehler versteht.
"""

import html
import http.client
import json
import os
import re
import sys
import time
import urllib.error
import urllib.parse
import urllib.request

SITE = os.environ.get("SITE", "https://regeln.example.org/").rstrip("/")
SERVICE = os.environ.get("DIENST", "").rstrip("/")
GAME = os.environ.get("SPIEL", "")
API = os.environ.get("TELEGRAM_API", "https://api.telegram.org")
TOKEN = os.environ.get("TELEGRAM_TOKEN", "").strip()
#: Seconds for which the names of a game are kept, and those that Telegram waits for messages.
KEPT, WAIT = 600, int(os.environ.get("WARTEN", "50"))
MOST = 5
#: Telegram takes no longer messages, counted without their markup.
LONGEST = 4096
#: Raised where a server does not answer, or not as documented.
FAILED = (OSError, ValueError, LookupError, TypeError, AttributeError, http.client.HTTPException)
_names = (0.0, {})


def fetched(address, data=None, seconds=20):
    """The JSON at an address."""
    body = None if data is None else json.dumps(data).encode()
    request = urllib.request.Request(address, body, {"Content-Type": "application/json", "User-Agent": "nachschlag-bot"})
    with urllib.request.urlopen(request, timeout=seconds) as answer:
        return json.load(answer)


def rules(text):
    """The rules that a text means, best first: title, short rule, address, attribution."""
    text = text[:200]
    if SERVICE:
        search = urllib.parse.urlencode({"q": text, "system": GAME, "limit": MOST})
        resolve = urllib.parse.urlencode({"text": text, "system": GAME})
        hits = fetched(f"{SERVICE}/api/v1/search?{search}")["hits"]
        meant = {one["id"] for one in fetched(f"{SERVICE}/api/v1/resolve?{resolve}")["candidates"]}
        shown = [hit for hit in hits if hit["id"] in meant] or hits  # a name means its rule alone
        return [(hit["title"], hit["short"], SITE + hit["url"], hit["attribution"]) for hit in shown]
    index = names()
    found = [index["rules"][place] for place in places(index, text)[:MOST]]
    return [(rule["title"], rule["short"], SITE + rule["url"], index["attribution"]) for rule in found]


def names():
    """The names of the game, fetched again after ten minutes."""
    global _names
    if time.monotonic() - _names[0] > KEPT or not _names[1]:
        _names = (time.monotonic(), fetched(f"{SITE}/api/v1/names/{GAME}.json"))
    return _names[1]


def places(index, text):
    """Where a number, a name or a question leads; else names that begin so, else the names in a sentence."""

    def key(name):
        plain = re.sub(r"\s*\([^()]*\)$", "", name.casefold())
        return [index["words"].get(word, word) for word in re.findall(r"[^\W_]+", plain)]

    asked = key(text)
    part, _, number = text.strip().rpartition(" ")
    known = [
        one["numbers"] for one in index["parts"] if not part or part.casefold() in [name.casefold() for name in one["names"]]
    ]
    numbered = [numbers[form] for numbers in known for form in (number, f"{number}.0") if form in numbers]
    named = [place for name, place, *_ in index["names"] if key(name) == asked]
    questions = [place for question, there in index["questions"].items() if key(question) == asked for place in there]
    begun = [place for name, place, *_ in index["names"] if name.casefold().startswith(text.strip().casefold())]
    sure = {}  # no words of every day: "deckung" in a sentence may mean none of the rules
    for name, place, *kind in index["names"]:
        if "everyday" not in kind:
            sure.setdefault(tuple(key(name)), []).append(place)
    return list(dict.fromkeys(numbered or named or questions or begun or within(asked, sure))) if asked else []


def within(words, names):
    """Where the names in a sentence lead, the longest first; no word belongs to two."""
    found = []
    for size in range(len(words), 0, -1):
        for start in range(len(words) - size + 1):
            if there := names.get(tuple(words[start : start + size])):
                found += there
                words = [*words[:start], *[None] * size, *words[start + size :]]
    return found


def together(found):
    """The first rules in one message, as many as there is room for."""
    kept, room = [], LONGEST
    for title, short, address, attribution in found:
        rule = (title[:256], short[:3000], address, attribution)
        room -= sum(len(part or "") for part in rule) + 4
        if room >= 0:
            kept.append(shown(rule))
    return "\n\n".join(kept)


def shown(rule):
    title, short, address, attribution = (html.escape(part or "") for part in rule)
    return f'<b><a href="{address}">{title}</a></b>\n{short}\n<i>{attribution}</i>'


def call(method, **data):
    return fetched(f"{API}/bot{TOKEN}/{method}", data, WAIT + 20)


def answer_message(message):
    """Answer a command, or any text in a private chat."""
    text = message.get("text") or ""
    command = re.match(r"/(\w+)(?:@\w+)?\s*(.*)", text, re.DOTALL)
    if command and command[1] not in ("regel", "start"):
        return
    if not command and message["chat"]["type"] != "private":
        return
    asked = (command[2] if command else text).strip()
    try:
        found = rules(asked) if asked else []
    except FAILED:
        reply(message, "Die Regelseite antwortet gerade nicht.")
        raise
    otherwise = f"„{html.escape(asked[:60])}“ kenne ich nicht." if asked else "Welche Regel? Zum Beispiel: /regel Angst"
    reply(message, together(found) if found else otherwise)


def reply(message, text):
    call(
        "sendMessage",
        chat_id=message["chat"]["id"],
        text=text,
        parse_mode="HTML",
        reply_parameters={"message_id": message["message_id"], "allow_sending_without_reply": True},
        link_preview_options={"is_disabled": True},
    )


def answer_inline(query):
    """Offer rules for a name typed after @bot in any chat."""
    results = [
        {
            "type": "article",
            "id": str(number),
            "title": rule[0],
            "description": rule[1],
            "input_message_content": {
                "message_text": together([rule]),
                "parse_mode": "HTML",
                "link_preview_options": {"is_disabled": True},
            },
        }
        for number, rule in enumerate(rules(query["query"]) if query["query"].strip() else [])
    ]
    call("answerInlineQuery", inline_query_id=query["id"], results=results, cache_time=300)


def main():
    offset = 0
    while True:
        try:
            updates = call("getUpdates", offset=offset, timeout=WAIT, allowed_updates=["message", "inline_query"])["result"]
            for update in updates:
                offset = update["update_id"] + 1  # once answered or not: no message may stop the bot for ever
                if "message" in update:
                    answer_message(update["message"])
                elif "inline_query" in update:
                    answer_inline(update["inline_query"])
        except urllib.error.HTTPError as refused:
            if refused.code in (401, 404) and refused.url.startswith(API):
                sys.exit("Telegram kennt dieses Token nicht: Prüfe TELEGRAM_TOKEN.")
            print(f"{refused.url.replace(TOKEN, '…')}: {refused.code}", file=sys.stderr)
            asked = refused.headers.get("Retry-After") or ""
            time.sleep(min(int(asked), KEPT) if asked.isdecimal() else 3)  # it may be a date
        except FAILED as problem:
            print(f"Keine Antwort: {problem!r}. Neuer Versuch in 3 s.".replace(TOKEN, "…"), file=sys.stderr)
            time.sleep(3)


if __name__ == "__main__":
    if not re.fullmatch(r"\d+:[\w-]+", TOKEN, re.ASCII) or not GAME:
        sys.exit(
            "TELEGRAM_TOKEN und SPIEL fehlen oder sind unvollständig, etwa: TELEGRAM_TOKEN=… SPIEL=t9a python telegram-bot.py"
        )
    main()
