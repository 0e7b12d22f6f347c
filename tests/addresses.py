"""One address of our own site for each kind of page, for the browser tests and the screenshots."""

from __future__ import annotations

#: Name (of a screenshot) → address.
ADDRESSES = {
    "start": "/",
    "spiel": "/t9a/",
    "spiel-mit-vielem": "/aos/",
    "teil": "/t9a/teil/sonderregeln/",
    "eintrag": "/t9a/angst/",
    "eintrag-mit-karte": "/aos/rettungswurf/",
    "eintrag-mit-tabelle": "/t9a/kontrollverlust-tabelle/",
    "eintrag-lang": "/aos/die-attackenabfolge/",
    "eintrag-mit-fakten": "/hdd/schuetzen/",
    "begriff": "/t9a/glossar/basekontakt/",
    "glossar": "/t9a/glossar/",
    "a-z": "/t9a/a-z/",
    "phase": "/t9a/phase/nahkampfphase/",
    "art": "/aos/art/weapon-ability/",
    "seite": "/aos/seite/28/",
    "eintrag-mit-tabellen": "/aos/speerspitze-referenz/",
    "eintrag-viel-erwaehnt": "/conquest/regimenter/",
    "begriffe": "/begriffe/",
    "begriff-in-spielen": "/begriffe/ansturm/",
    "tabellen": "/conquest/art/tabellen/",
    "aenderungen": "/t9a/aenderungen/",
    "suche": "/suche/",
    "suche-treffer": "/suche/?q=angst",
    "suche-nichts": "/suche/?q=xyzzyplugh",
    "spickzettel": "/spickzettel/",
    "liste": "/liste/",
    "nicht-gefunden": "/gibt/es/nicht/",
    "hilfe": "/hilfe/",
    "hilfe-suchen": "/hilfe/suchen/",
    "hilfe-befunde": "/hilfe/befunde/",
    "impressum": "/impressum/",
}

#: More kinds for the screenshots; they have browser tests of their own.
SELDOM = {
    "eintrag-mit-bild": "/conquest/sichtlinie/",
    "stand": "/hdd/stand/",
    "ohne-netz": "/offline/",
    "tabelle-lang": "/conquest/sonderregeln/",
    "tabelle-breit": "/hdd/tabelle-6-2/",
    "hilfe-spickzettel": "/hilfe/spickzettel/",
    "hilfe-mitschreiben": "/hilfe/mitschreiben/",
    "hilfe-felder": "/hilfe/felder/",
    "hilfe-einlesen": "/hilfe/einlesen/",
    "hilfe-profil": "/hilfe/profil/",
    "hilfe-uebersetzen": "/hilfe/uebersetzen/",
    "hilfe-mitnehmen": "/hilfe/mitnehmen/",
    "hilfe-einbetten": "/hilfe/einbetten/",
    "entwickler": "/hilfe/entwickler/",
    "developers": "/hilfe/developers/",
    "eingebettet": "/embed/aos/rettungswurf/",
}

#: The kinds that Lighthouse checks (`make audit`).
AUDITED = (
    "start",
    "spiel",
    "teil",
    "eintrag",
    "eintrag-lang",
    "eintrag-mit-tabellen",
    "eintrag-viel-erwaehnt",
    "tabelle-breit",
    "tabelle-lang",
    "phase",
    "glossar",
    "a-z",
    "begriffe",
    "begriff-in-spielen",
    "suche",
    "suche-treffer",
    "spickzettel",
    "liste",
)

PHONE = (390, 844)
TABLET = (820, 1180)
DESKTOP = (1280, 800)
