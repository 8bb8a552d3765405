/** Fuzzing of validation results: see README.md in this folder. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { findRoot } from '../../src/platform/index.ts';
import { makeBothValidators, ruleIdsOfPacks, type ValidateWithBoth } from '../support/reference.ts';
import { allBases, projectBases } from './bases.ts';
import { type Discrepancy, differencesIn } from './find-differences.ts';
import { type Mutant, mutate } from './mutate.ts';
import { makeRandom } from './random.ts';
import { makeSaxonHe } from './saxon-he.ts';
import { SAXON_HE_FAULTS } from './saxon-he-faults.data.ts';
import { shrink } from './shrink.ts';
import { type Sketch, write } from './sketch.ts';
import { add, count, readTally, reportTally, writeTally } from './tally.ts';

const { values: options } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    count: { type: 'string', default: 'Infinity' },
    minutes: { type: 'string', default: 'Infinity' },
    corpus: { type: 'boolean', default: false },
    out: { type: 'string', default: join(findRoot(), 'dist/fuzz') },
    shrink: { type: 'string', default: '150' },
    'saxon-he': { type: 'string' },
    'saxon-js-every': { type: 'string', default: '100' },
    tally: { type: 'string' },
    ruleset: { type: 'string' },
  },
});

/** All documents are validated with this rule set. */
const only = options.ruleset ?? null;

type Bench = {
  readonly name: string;
  /** It validates each n-th document. */
  readonly every: number;
  readonly both: ValidateWithBoth;
  /** Known bug that explains all of the differences, as text. */
  readonly faultBehind: (mutant: Mutant, found: readonly Discrepancy[]) => string | null;
};

/** Validators that the engine is compared with. */
async function startValidators(): Promise<Bench[]> {
  const js = { name: 'SaxonJS', every: 1, both: await makeBothValidators(undefined, only), faultBehind: () => null };
  const jar = options['saxon-he'];
  if (jar === undefined) return [js];
  const he = makeSaxonHe(jar);
  const both = await makeBothValidators(he.makeValidator, only);
  const faultBehind: Bench['faultBehind'] = ({ bytes, root, ruleset }, found) => {
    const text = write(root);
    const fault = SAXON_HE_FAULTS.find(
      ({ rules, shows }) => shows.test(text) && found.every((it) => rules.test(it.rule)),
    );
    return fault === undefined || differencesIn(js.both, bytes, ruleset).length > 0 ? null : fault.detail;
  };
  const every = Number(options['saxon-js-every']);
  return [{ name: await he.start(), every: 1, both, faultBehind }, ...(every > 0 ? [{ ...js, every }] : [])];
}

/** Writes the minimised document and its differences, and returns the lines to print. */
function saveExample(
  both: ValidateWithBoth,
  name: string,
  { root, bytes, ruleset }: Mutant,
  found: readonly Discrepancy[],
): string {
  const rule = found[0]!.rule;
  const shows = (candidate: Sketch): boolean =>
    differencesIn(both, Buffer.from(write(candidate)), ruleset).some((it) => it.rule === rule);
  mkdirSync(options.out, { recursive: true });
  const file = join(options.out, `${name}.xml`);
  // A difference in the encoding disappears in the text: the original file is then stored.
  if (shows(root)) writeFileSync(file, `${write(shrink(root, shows, Number(options.shrink)))}\n`);
  else writeFileSync(file, bytes);
  return `  ${file} (${ruleset ?? 'ruleset of its profile'}): ${describeAll(differencesIn(both, readFileSync(file), ruleset))}`;
}

const describeAll = (found: readonly Discrepancy[]): string =>
  found
    .map(({ rule, detail }) => `${rule} ${detail}`)
    .join('; ')
    .slice(0, 600);

const validators = await startValidators().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(2);
});
const ruleIds = await ruleIdsOfPacks();
const bases = options.corpus ? allBases() : projectBases();
const tally = readTally(options.tally, Number(options.seed));
const last = Number(options.seed) + Number(options.count);
const [began, before] = [performance.now(), tally.seconds];
const limit = began + Number(options.minutes) * 60_000;
const seen = new Map<string, number>();
console.log(
  `${new Set(bases).size} documents to start from; the engine compared with ${validators.map(({ name, every }) => (every === 1 ? name : `${name} (1 in ${every})`)).join(', ')}`,
);

/** Compares one validator with the engine on a document, and reports differences. */
function differs({ name, both, faultBehind }: Bench, mutant: Mutant, seed: number): boolean {
  const found = differencesIn(both, mutant.bytes, mutant.ruleset);
  if (found.length === 0) return false;
  const fault = faultBehind(mutant, found);
  if (fault !== null) {
    add(tally.faults, fault);
    return false;
  }
  const key = `${name}: ${found.map(({ rule }) => rule).join(' ')}`;
  const times = (seen.get(key) ?? 0) + 1;
  seen.set(key, times);
  console.log(`seed ${seed}, ${name}: ${describeAll(found)}`);
  // Three documents per kind are enough to find the cause.
  if (times <= 3) console.log(saveExample(both, `${seed}-${name.replace(/\W+/g, '-')}`, mutant, found));
  return true;
}

/** Wraps the engine to record its result in the tally when it validates a document for the first time. */
function counted(bench: Bench): Bench {
  let isCounted = false;
  const both: ValidateWithBoth = (bytes, ruleset) => {
    const results = bench.both(bytes, ruleset);
    if (!isCounted) count(tally, results.local, bytes.length);
    isCounted = true;
    return results;
  };
  return { ...bench, both };
}

const NOTE_EVERY = 30_000;
let noted = began;
const note = (): void => {
  noted = performance.now();
  tally.seconds = before + (noted - began) / 1000;
  writeTally(options.tally, tally);
};

let isStopped = false;
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    isStopped = true;
  });
}

for (; tally.next < last && performance.now() < limit && !isStopped; ) {
  // Validators are synchronous, so signals are handled only here.
  await setImmediate();
  const seed = tally.next;
  const made = mutate(bases, makeRandom(seed));
  const mutant = only === null ? made : { ...made, ruleset: only };
  const differing = validators
    .filter(({ every }) => seed % every === 0)
    .map((bench, index) => (index === 0 ? counted(bench) : bench));
  tally.documents += 1;
  tally.next += 1;
  if (differing.filter((bench) => differs(bench, mutant, seed)).length > 0) tally.differing += 1;
  if (performance.now() - noted > NOTE_EVERY) {
    note();
    console.log(reportTally(tally, [])[0]);
  }
}

note();
for (const [key, times] of seen) console.log(`${times} × ${key}`);
for (const line of reportTally(tally, ruleIds)) console.log(line);
process.exit(tally.differing === 0 ? 0 : 1);
