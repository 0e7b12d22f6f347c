// The searches that run in a browser, each behind the same two functions: start(name), ask(name, query, system, limit) → ids.

const searches = {};

const json = async (path) => (await fetch(path)).json();

const script = (path) => new Promise((done, failed) => {
  const element = document.createElement('script');
  element.src = path;
  element.onload = done;
  element.onerror = () => failed(new Error(path));
  document.head.append(element);
});

const folded = (text) => text.toLowerCase().replaceAll('ä', 'ae').replaceAll('ö', 'oe').replaceAll('ü', 'ue').replaceAll('ß', 'ss');

const BOOST = { title: 6, en: 5, number: 8, part: 1, body: 1 };

const openers = {
  async ours() {
    const { gathered, opened } = await import('./suche-kern.js');
    const search = opened(await gathered(json));
    return (query, system, limit) => search.search(query, { system, limit }).hits.map((hit) => search.document(hit.at).id);
  },

  async minisearch() {
    const { default: MiniSearch } = await import('./minisearch.js');
    const search = new MiniSearch({
      fields: Object.keys(BOOST),
      storeFields: ['system'],
      processTerm: folded,
      searchOptions: { boost: BOOST, prefix: true, fuzzy: 0.2 },
    });
    search.addAll(await json('documents.json'));
    return (query, system, limit) => search
      .search(query, system ? { filter: (found) => found.system === system } : {})
      .slice(0, limit)
      .map((found) => found.id);
  },

  // As in Material's worker: titles weigh a thousand times the text, German stop words and trimmer, every word followed by a wildcard.
  async lunr() {
    await script('lunr.js');
    await script('lunr.stemmer.support.min.js');
    await script('lunr.de.min.js');
    const documents = await json('documents.json');
    const index = lunr(function build() {
      this.use(lunr.de);
      this.pipeline.reset();
      this.pipeline.add(lunr.de.trimmer, lunr.de.stopWordFilter);
      this.searchPipeline.reset();
      this.tokenizer.separator = /[\s-]+/;
      this.field('title', { boost: 1e3 });
      this.field('text');
      this.ref('id');
      for (const row of documents) this.add({ id: row.id, title: row.title, text: `${row.en} ${row.part} ${row.number} ${row.body}` });
    });
    const systems = new Map(documents.map((row) => [row.id, row.system]));
    return (query, system, limit) => {
      const terms = query.replace(/[*+\-:^~"]/g, ' ').split(/\s+/).filter(Boolean).map((term) => `${term}*`).join(' ');
      const found = index.search(terms).map((hit) => hit.ref);
      return found.filter((id) => !system || systems.get(id) === system).slice(0, limit);
    };
  },

  async pagefind() {
    const search = await import('./pagefind/pagefind.js');
    await search.options({ baseUrl: '/' });
    await search.init();
    return async (query, system, limit) => {
      const { results } = await search.search(query, system ? { filters: { system } } : {});
      const data = await Promise.all(results.slice(0, limit).map((result) => result.data()));
      return data.map((page) => page.url.replace(/^\/|\/$/g, ''));
    };
  },
};

async function start(name) {
  searches[name] = await openers[name]();
}

async function ask(name, query, system, limit) {
  return searches[name](query, system, limit);
}
