"""Why a file is no readable army list: German sentences with what to do, for the command and the site's page."""

from __future__ import annotations

from ...model.unusable import Unusable

#: Limits for a roster: real ones have less than two million bytes and fewer than 20 levels.
MOST_BYTES = 4_000_000
MOST_DEEP = 100

_REMEDY = "Speichere sie in einem Texteditor als UTF-8 oder gib die Liste neu aus."

#: Reason → its sentence, with a place for a value.
WHY = {
    "big": "Die Datei ist zu groß für eine Armeeliste. Gib die Liste einzeln aus, als JSON oder .ros.",
    "bigInside": "Die Armeeliste in der ZIP-Datei ist zu groß. Gib die Liste neu aus.",
    "unknown": "Das ist keine Armeeliste, die wir lesen können. Wir lesen JSON aus New Recruit, .ros und .rosz aus BattleScribe "
    "und als Text, was die Apps der Spiele ausgeben, wenn darin Einheiten mit Punkten stehen.",
    "encoding": f"Die Kodierung „{{}}“ der Datei kennen wir nicht. {_REMEDY}",
    "letters": f"Die Datei ist nicht durchgehend in {{}}. {_REMEDY}",
    "zip": "Die ZIP-Datei ist nicht lesbar. Gib die Liste neu aus, oder pack sie aus und nimm die .ros darin.",
    "zipFiles": "In der ZIP-Datei liegen {} Dateien, gebraucht wird eine Armeeliste.",
    "json": "Das JSON ist fehlerhaft oder abgeschnitten. Gib die Liste neu aus.",
    "otherJson": "In dem JSON steht keine Armeeliste: „roster“ mit „forces“ fehlt. Gib sie in New Recruit als JSON aus.",
    "xml": "Das XML ist fehlerhaft oder abgeschnitten{}. Gib die Liste neu aus.",
    "otherXml": "Das XML ist keine Armeeliste: Es beginnt mit „{}“. Nimm die .ros aus BattleScribe oder das JSON aus New Recruit.",
    "doctype": "Das XML hat eine DOCTYPE, die keine Armeeliste braucht. Gib die Liste neu aus.",
    "deep": "Das XML ist zu tief verschachtelt. Gib die Liste neu aus.",
    "empty": "In der Armeeliste steht keine Einheit. Wähle welche und gib sie neu aus.",
}


class BadRoster(Unusable):
    """A file that is no readable roster; `args[0]` is the German sentence for a reason of WHY."""

    def __init__(self, why: str, value: object = "") -> None:
        super().__init__(WHY[why].replace("{}", str(value)[:40]))
