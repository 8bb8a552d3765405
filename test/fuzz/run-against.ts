/** Fuzzing of one rule release against another: see README.md in this folder. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { loadPacks } from '../../src/modules/rules/loader/index.ts';
import { findRoot, readConfig } from '../../src/platform/index.ts';
import { allBases, projectBases } from './bases.ts';
import { type ComparePacks, findPacks, makeComparePacks } from './compare-releases.ts';
import type { Discrepancy } from './find-differences.ts';
import { type Mutant, mutate } from './mutate.ts';
import { makeRandom } from './random.ts';
import { shrink } from './shrink.ts';
import { type Sketch, write } from './sketch.ts';

const { values: options } = parseArgs({
  options: {
    against: { type: 'string' },
    ours: { type: 'string' },
    seed: { type: 'string', default: '1' },
    count: { type: 'string', default: 'Infinity' },
    minutes: { type: 'string', default: 'Infinity' },
    corpus: { type: 'boolean', default: false },
    out: { type: 'string', default: join(findRoot(), 'dist/fuzz') },
    shrink: { type: 'string', default: '150' },
  },
});

const today = new Date().toISOString().slice(0, 10);
const { loaded, refused } = await loadPacks(readConfig(), today);
for (const { id, version, reason } of refused) console.error(`${id}@${version} cannot be used: ${reason}`);

function pair() {
  try {
    return findPacks(loaded, options.against ?? '', options.ours ?? null);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    return process.exit(2);
  }
}

/** Number of stored documents per rule, enough to find the cause. */
const MAX_EXAMPLES = 3;

/** Writes the document, minimised as long as it shows the difference. */
function saveExample(
  compare: ComparePacks,
  { root, bytes }: Mutant,
  { rule, detail }: Discrepancy,
  name: string,
): string {
  const shows = (candidate: Sketch): boolean =>
    (compare(Buffer.from(write(candidate))) ?? []).some((it) => it.rule === rule && it.detail === detail);
  mkdirSync(options.out, { recursive: true });
  const file = join(options.out, `${name}-${rule}.xml`);
  // A difference in the encoding disappears in the text: the original file is then stored.
  writeFileSync(file, shows(root) ? `${write(shrink(root, shows, Number(options.shrink)))}\n` : bytes);
  return file;
}

const { ours, theirs } = pair();
const nameOf = ({ info }: typeof ours): string => `${info.id}@${info.version}`;
const compare = makeComparePacks(ours, theirs, Date.parse(today));
const bases = options.corpus ? allBases() : projectBases();
const first = Number(options.seed);
const limit = performance.now() + Number(options.minutes) * 60_000;
const seen = new Map<string, number>();
console.log(`${nameOf(ours)} / ${nameOf(theirs)}, from ${new Set(bases).size} documents`);

let isStopped = false;
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    isStopped = true;
  });
}

let seed = first;
let differing = 0;
for (; seed < first + Number(options.count) && performance.now() < limit && !isStopped; seed += 1) {
  // Validation is synchronous, so signals are handled only here.
  await setImmediate();
  const mutant = mutate(bases, makeRandom(seed));
  const found = compare(mutant.bytes) ?? [];
  if (found.length > 0) differing += 1;
  for (const discrepancy of found) {
    const times = (seen.get(discrepancy.rule) ?? 0) + 1;
    seen.set(discrepancy.rule, times);
    if (times > MAX_EXAMPLES) continue;
    console.log(
      `seed ${seed}: ${discrepancy.rule} ${discrepancy.detail}  ${saveExample(compare, mutant, discrepancy, String(seed))}`,
    );
  }
}

for (const [rule, times] of [...seen].sort(([, a], [, b]) => b - a)) console.log(`${times} × ${rule}`);
console.log(`${seed - first} documents, ${differing} with differences, in ${seen.size} rules`);
process.exit(differing === 0 ? 0 : 1);
