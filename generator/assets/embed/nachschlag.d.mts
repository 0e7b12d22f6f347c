/** A reference in a text: where it stands, what it points to, and the value behind the name ("2" of "Spalten (2)", else ""). */
export interface Found {
  start: number;
  end: number;
  id: string;
  parameter: string;
  url: string;
}

/** A rule's record or a term's, as below `/api/v1/`; further fields as described there. */
export interface Rule {
  id: string;
  system: string;
  title: string;
  title_en: string;
  short: string;
  url: string;
  attribution: string;
  html?: string;
  [field: string]: unknown;
}

/** The same as the attributes of the script's element; `site` is the address of the rules, needed where a bundler moved this module. */
export interface Options {
  site?: string;
  links?: boolean;
  spielfarbe?: boolean;
  zeichen?: boolean;
  titel?: boolean;
  einmal?: boolean;
  sprache?: 'de' | 'en';
}

export function configure(options: Options): void;

/** All references of a text, in order. `part` is the title or id of the part of the rulebook that the text belongs to. */
export function find(text: string, game: string, part?: string): Promise<Found[]>;

/** By an id ("t9a/angst") or a game with words ("t9a:Angst"); null where there is no such rule. Rejects where the site does not answer. */
export function rule(ref: string): Promise<Rule | null>;

/** Show a rule's hint at an element, for `ref` or what the element itself names; resolves to whether there is one. */
export function show(element: HTMLElement, ref?: string): Promise<boolean>;
export function hide(): void;

/** Link, mark and prepare everything in a part of the page; from then on links and `data-regel` have hints. */
export function refresh(root?: ParentNode): Promise<void>;

/** Refresh a part of the page and whatever comes into it; returns a function that stops this. */
export function observe(root?: Node & ParentNode): () => void;
