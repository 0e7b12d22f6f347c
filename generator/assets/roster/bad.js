/* Why a file is no readable army list: German sentences with what to do. */

/** Real lists have less than two million bytes and fewer than 20 levels. */
export const MOST_BYTES = 4_000_000;
export const MOST_DEEP = 100;

const REMEDY = 'Speichere sie in einem Texteditor als UTF-8 oder gib die Liste neu aus.';

export const WHY = {
  big: 'Die Datei ist zu groß für eine Armeeliste. Gib die Liste einzeln aus, als JSON oder .ros.',
  bigInside: 'Die Armeeliste in der ZIP-Datei ist zu groß. Gib die Liste neu aus.',
  unknown: 'Das ist keine Armeeliste, die wir lesen können. Wir lesen JSON aus New Recruit, .ros und .rosz aus BattleScribe '
    + 'und als Text, was die Apps der Spiele ausgeben, wenn darin Einheiten mit Punkten stehen.',
  encoding: (name) => `Die Kodierung „${name}“ der Datei kennen wir nicht. ${REMEDY}`,
  letters: (name) => `Die Datei ist nicht durchgehend in ${name.toUpperCase()}. ${REMEDY}`,
  zip: 'Die ZIP-Datei ist nicht lesbar. Gib die Liste neu aus, oder pack sie aus und nimm die .ros darin.',
  zipFiles: (count) => `In der ZIP-Datei liegen ${count} Dateien, gebraucht wird eine Armeeliste.`,
  json: 'Das JSON ist fehlerhaft oder abgeschnitten. Gib die Liste neu aus.',
  otherJson: 'In dem JSON steht keine Armeeliste: „roster“ mit „forces“ fehlt. Gib sie in New Recruit als JSON aus.',
  xml: 'Das XML ist fehlerhaft oder abgeschnitten. Gib die Liste neu aus.',
  otherXml: (name) => `Das XML ist keine Armeeliste: Es beginnt mit „${name.slice(0, 40)}“. Nimm die .ros aus BattleScribe oder das JSON aus New Recruit.`,
  doctype: 'Das XML hat eine DOCTYPE, die keine Armeeliste braucht. Gib die Liste neu aus.',
  deep: 'Das XML ist zu tief verschachtelt. Gib die Liste neu aus.',
  empty: 'In der Armeeliste steht keine Einheit. Wähle welche und gib sie neu aus.',
};

/** An error whose message is one of these sentences. */
export class BadRoster extends Error {}
