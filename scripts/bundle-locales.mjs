import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

const TABLE = /[\\/]locales[\\/]([\w-]+)[\\/]index\.ts$/;
/** Language of a table; null for `locales/index.ts` in a checkout whose folder has the same name. */
const languageOf = (path) => {
  const language = TABLE.exec(path)[1];
  return language === 'locales' ? null : language;
};
const PARSER = /[\\/]locales[\\/]icu[\\/]parse-message\.ts$/;

/** Messages and their parser, as one module: this script runs in Node.js without TypeScript. */
const ENTRY = `export { LANGUAGES } from './locales/index.ts';
export { parseMessage } from './locales/icu/parse-message.ts';
export { findUsedKeys } from './scripts/find-used-messages.ts';`;

let loaded = null;

async function loadMessages() {
  const { outputFiles } = await build({
    stdin: { contents: ENTRY, resolveDir: root, loader: 'ts' },
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'node',
    logLevel: 'warning',
  });
  return import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString('base64')}`);
}

/** Sources that are part of the output of a build. */
async function listSources(options) {
  const { metafile } = await build({
    ...options,
    plugins: options.plugins.map((plugin) => (plugin.name === locales.name ? withoutMessages : plugin)),
    write: false,
    metafile: true,
  });
  const inputs = Object.values(metafile.outputs).flatMap(({ inputs }) => Object.keys(inputs));
  return [...new Set(inputs)]
    .map((path) => resolve(options.absWorkingDir ?? process.cwd(), path))
    .filter((path) => !path.startsWith(join(root, 'locales')) && !path.includes('node_modules') && existsSync(path))
    .map((path) => readFileSync(path, 'utf8'));
}

const withoutMessages = {
  name: 'without messages',
  setup: ({ onLoad }) => {
    onLoad({ filter: TABLE }, ({ path }) => {
      const language = languageOf(path);
      return language === null ? null : { contents: `export const ${language} = {};` };
    });
    onLoad({ filter: PARSER }, () => ({ contents: 'export const parseMessage = null;' }));
  },
};

/** Subjects of the messages that a source mentions, by literals, templates and tables. */
const subjectsOf = (source, subjects) =>
  [
    ...new Set(
      [...source.matchAll(/(?:['"`](?=[a-z-]+\.)|\bmessagesOf\(\s*')([a-z-]+)/g)].map(([, subject]) => subject),
    ),
  ].filter((subject) => subjects.has(subject));

/**
 * Puts only those messages into a bundle that its modules use, parsed, and no parser: half of the sentences would
 * otherwise be of pages that the bundle does not have, and the parser is larger than most bundles. Each subject is a
 * module that the modules with its keys import, so that a page does not load the sentences of other pages.
 */
export const locales = {
  name: 'locales',
  setup: ({ initialOptions, onStart, onResolve, onLoad }) => {
    let subjects;
    onStart(async () => {
      loaded ??= loadMessages();
      const { LANGUAGES, findUsedKeys } = await loaded;
      const keys = Object.keys(Object.values(LANGUAGES)[0]);
      subjects = new Map();
      for (const key of findUsedKeys(await listSources(initialOptions), keys)) {
        const [subject] = key.split('.', 1);
        subjects.set(subject, [...(subjects.get(subject) ?? []), key]);
      }
    });
    onLoad({ filter: TABLE }, ({ path }) => {
      const language = languageOf(path);
      return language === null ? null : { contents: `export const ${language} = {};` };
    });
    onLoad({ filter: PARSER }, () => ({
      contents: "export const parseMessage = (message) => typeof message === 'string' ? [message] : message;",
    }));
    onLoad({ filter: /\.ts$/, namespace: 'file' }, ({ path }) => {
      if (path.includes('node_modules')) return null;
      const source = readFileSync(path, 'utf8');
      const imports = subjectsOf(source, subjects).map((subject) => `import 'messages:${subject}';`);
      return imports.length === 0 ? null : { contents: `${imports.join(' ')} ${source}`, loader: 'ts' };
    });
    onResolve({ filter: /^messages:/ }, ({ path }) => ({
      path: path.slice('messages:'.length),
      namespace: 'messages',
    }));
    onLoad({ filter: /.*/, namespace: 'messages' }, async ({ path }) => {
      const { LANGUAGES, parseMessage } = await loaded;
      const parts = Object.entries(LANGUAGES).map(([language, table]) => {
        const messages = subjects.get(path).map((key) => {
          const pattern = parseMessage(table[key]);
          const isText = pattern.length === 1 && typeof pattern[0] === 'string';
          return `${JSON.stringify(key)}: ${JSON.stringify(isText ? pattern[0] : pattern)},\n`;
        });
        const place = JSON.stringify(join(root, 'locales', language, 'index.ts'));
        return `import { ${language} } from ${place};\nObject.assign(${language}, {\n${messages.join('')}});\n`;
      });
      return { contents: parts.join(''), resolveDir: root, loader: 'js' };
    });
  },
};
