/** `npm run fuzz -- --advice`: checks the advice on documents with mistakes; see README.md of the parent folder. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { loadCodeLists } from '../../../src/app.ts';
import { findRoot } from '../../../src/platform/index.ts';
import { makeFileValidator } from '../../validation/root-causes/file-validator.ts';
import { makeAdviceCheck } from './check-advice.ts';
import { corpusDocuments, makeMutant, projectDocuments } from './make-mutant.ts';

const { values: options } = parseArgs({
  options: {
    advice: { type: 'boolean' },
    corpus: { type: 'boolean' },
    seed: { type: 'string', default: '1' },
    count: { type: 'string' },
    minutes: { type: 'string' },
  },
});

const first = Number(options.seed);
const last = options.count === undefined ? Number.POSITIVE_INFINITY : first + Number(options.count);
const until = options.minutes === undefined ? Number.POSITIVE_INFINITY : Date.now() + Number(options.minutes) * 60_000;

const own = projectDocuments();
const documents = [...own.map((document) => () => document), ...(options.corpus ? corpusDocuments() : [])];
const check = makeAdviceCheck(await makeFileValidator(), loadCodeLists(findRoot()));
const folder = join(findRoot(), 'dist/fuzz');
mkdirSync(folder, { recursive: true });

/** Faults by property, rule or cause, with the first details of each. */
const kinds = new Map<string, { count: number; readonly examples: string[] }>();
const EXAMPLES = 3;

function count(xml: string, name: string, file: string): void {
  for (const { property, of, detail } of check(xml)) {
    const kind = `${property} ${of}`;
    const known = kinds.get(kind) ?? { count: 0, examples: [] };
    known.count += 1;
    if (known.examples.length < EXAMPLES) {
      known.examples.push(`${file} (${name}): ${detail}`);
      writeFileSync(join(folder, `${file}.xml`), xml);
    }
    kinds.set(kind, known);
  }
}

function print(): void {
  const sorted = [...kinds].sort(([, a], [, b]) => b.count - a.count);
  for (const [kind, { count: times, examples }] of sorted) {
    console.log(`${String(times).padStart(6)}  ${kind}\n${examples.map((it) => `          ${it}`).join('\n')}`);
  }
  console.log(`${checked} documents, ${kinds.size} kinds of faults`);
  process.exitCode = kinds.size === 0 ? 0 : 1;
}

let checked = 0;
process.once('SIGINT', () => {
  print();
  process.exit();
});
for (const [index, { name, xml }] of own.entries()) {
  count(xml, name, `advice-document-${index}`);
  checked += 1;
}
for (let seed = first; seed < last && Date.now() < until; seed += 1) {
  const { name, xml } = makeMutant(seed, documents);
  count(xml, name, `advice-${seed}`);
  checked += 1;
  if (checked % 1000 === 0) console.log(`${checked} documents, ${kinds.size} kinds of faults`);
  // Lets the process receive signals.
  if (checked % 50 === 0) await new Promise((resolve) => setImmediate(resolve));
}
print();
