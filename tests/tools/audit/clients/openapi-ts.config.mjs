// Imports with extensions, as Node wants them.
export default ['seite', 'dienst'].map((name) => ({ input: `${name}.json`, output: { path: `hey-${name}`, module: { extension: '.js' } } }));
