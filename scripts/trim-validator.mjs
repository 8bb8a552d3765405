/**
 * An esbuild plugin that bundles only the functions of the library validator.js that bysquare calls. bysquare imports
 * the whole library, of which it needs four functions.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Names of the functions that the sources below the folder call, as in `validator.isIBAN(…)`. */
function calledFunctions(folder) {
  const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.js'))
    .map((name) => readFileSync(join(folder, name), 'utf8'));
  return [...new Set(sources.flatMap((text) => [...text.matchAll(/\bvalidator\.(is\w+)\(/g)].map(([, name]) => name)))];
}

export const trimmedValidator = {
  name: 'trim-validator',
  setup: ({ onResolve, onLoad }) => {
    onResolve({ filter: /^validator$/ }, ({ importer, resolveDir }) =>
      /[\\/]bysquare[\\/]lib[\\/]/.test(importer)
        ? {
            path: importer.replace(/([\\/]bysquare[\\/]lib)[\\/].*$/, '$1'),
            namespace: 'trim-validator',
            pluginData: { resolveDir },
          }
        : undefined,
    );
    onLoad({ filter: /.*/, namespace: 'trim-validator' }, ({ path }) => {
      const names = calledFunctions(path);
      const imports = names.map((name) => `import ${name} from 'validator/es/lib/${name}';`);
      return { contents: `${imports.join('\n')}\nexport default { ${names.join(', ')} };`, resolveDir: dirname(path) };
    });
  },
};
