// Answers the questions of tests/cases/search with the browser's search: [[function, input, given], …] → answers.
async ([base, questions]) => {
  const load = (name) => import(`${base}/assets/suche/${name}.js`);
  const json = async (name) => (await fetch(`${base}/assets/suche/${name}`)).json();
  const [german, { parse }, { distance }, { gathered, opened }] = await Promise.all(['search_words', 'query', 'lexicon', 'suche-kern'].map(load));
  const search = opened(await gathered(json));
  const alone = {};
  for (const { id } of search.games) alone[id] = opened(await gathered(json, id));
  const systems = ['begriffe', ...search.games.map(({ id }) => id)];
  const texts = Object.assign({}, ...await Promise.all(systems.map((id) => json(`texte-${id}.json`))));

  const plain = (value) => (value instanceof Set ? [...value].sort() : value);
  const idOf = ({ at }) => search.document(at).id;
  const parsed = (text) => {
    const query = parse(text, search.games);
    const { words, ...others } = query;
    const shown = words.map(({ text: word, last, also, raw }) => ({ text: word, last, also, raw }));
    return { ...Object.fromEntries(Object.entries(others).map(([name, value]) => [name, plain(value)])), words: shown };
  };
  const asked = (query) => {
    const found = search.asked(query);
    const fields = ['text', 'phrases', 'without', 'names', 'english', 'systems', 'kinds', 'parts', 'phases', 'narrows', 'notices'];
    return Object.fromEntries(fields.map((name) => [name, plain(found[name])]));
  };
  const expanded = (text) => search.expansion.ofQuery(parse(text, search.games), false).map((word) => {
    const terms = word.expansions.map(([term, inName, inText]) => [search.lexicon.terms[term], inName, inText]);
    terms.sort(([one], [other]) => german.compareText(one, other));
    return { stem: word.stem, meant: word.meant ?? '', idf: word.idf, terms: terms.map(([term]) => term), weights: terms.map(([, ...weights]) => weights) };
  });
  const foundIn = (search, query, { system = null, kind = null, phase = null, limit = 10 }) => {
    const options = { system, kind, phase, limit };
    for (const at of search.search(query, options).missing) search.addText(at, texts[search.document(at).id] ?? '');
    const { hits, words, terms, missing } = search.search(query, options);
    if (missing.length) throw new Error(`texts are missing for ${query}`);
    const idOf = ({ at }) => search.document(at).id;
    const snippet = ({ at }) => (at < search.size ? search.snippet(texts[search.document(at).id] ?? '', words, at) : '');
    const marks = ({ at }) => search.marked(search.document(at).short, terms).filter(([, isMeant]) => isMeant).map(([text]) => text);
    return {
      found: hits.map(idOf),
      first: hits.length ? idOf(hits[0]) : null,
      scores: hits.map(({ score }) => score),
      sections: hits.map(({ section }) => section?.id ?? ''),
      rows: hits.map(({ row }) => row ?? ''),
      snippets: hits.map(snippet),
      marked: hits.map(marks),
      unknown: search.unknown(query, system ?? ''),
      corrected: hits.length ? search.corrected(query, words, hits[0].at) : '',
    };
  };
  // The search in one system, which has only its files, must find what the whole one finds there.
  const found = (query, given) => {
    const answer = foundIn(search, query, given);
    const own = alone[given.system] ? foundIn(alone[given.system], query, given) : answer;
    if (JSON.stringify(own) !== JSON.stringify(answer)) throw new Error(`${query}: ${JSON.stringify(own)} instead of ${JSON.stringify(answer)}`);
    return answer;
  };
  const answers = {
    fold: (text) => german.fold(text),
    fold_letters: (text) => german.foldLetters(text),
    tokens: (text) => german.tokens(german.fold(text)),
    joined: (text) => german.joined(text),
    key: (text) => german.nameKey(text),
    strip_parameters: (text) => german.stripParameters(text),
    without_ending: (word) => german.withoutEnding(word),
    base_of: (word, { vocabulary }) => german.baseOf(word, new Set(vocabulary)),
    split_compound: (word, { vocabulary }) => german.splitCompound(word, new Set(vocabulary)),
    distance: (word, { other, limit }) => distance(word, other, limit),
    parse: parsed,
    take_apart: asked,
    expand: expanded,
    search: found,
    nearest: (query, { system = null }) => search.nearest(query, 5, system).map(idOf),
    document: (at) => search.document(at).id,
    postings: (term) => {
      const { docs, packed } = search.fields.postings(search.lexicon.termIds.get(term));
      return Array.from(docs, (document, at) => [document, packed[at]]);
    },
  };
  return questions.map(([name, input, given]) => answers[name](input, given));
}
