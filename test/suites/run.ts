/** The command `npm run suites`: see README.md in this folder. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type CaseOutcome, compareWithKnown, countSets, readKnown } from './known.ts';
import { runPublished } from './run-published.ts';
import { runQt3 } from './run-qt3.ts';
import { runSchematronSuites } from './run-schematron.ts';

const HERE = fileURLToPath(new URL('.', import.meta.url));
const SHARED = join(HERE, '../../../shared/suites');

type Suite = {
  readonly title: string;
  readonly variable: string;
  readonly folder: string;
  readonly known: string;
  readonly run: (folder: string) => CaseOutcome[] | Promise<CaseOutcome[]>;
  /** Whether a checkout may lack sets; listed cases of missing sets are then ignored. */
  readonly isInParts?: boolean;
};

const SUITES: readonly Suite[] = [
  {
    title: 'Schematron',
    variable: 'SCHEMATRON_SUITES',
    folder: process.env.SCHEMATRON_SUITES ?? SHARED,
    known: join(HERE, 'schematron-known.csv'),
    run: runSchematronSuites,
  },
  {
    title: 'QT3',
    variable: 'QT3_SUITE',
    folder: process.env.QT3_SUITE ?? join(SHARED, 'qt3'),
    known: join(HERE, 'qt3-known.csv'),
    run: runQt3,
  },
  {
    title: 'Published schemas',
    variable: 'PUBLISHED_SCHEMAS',
    folder: process.env.PUBLISHED_SCHEMAS ?? join(SHARED, 'published'),
    known: join(HERE, 'published-known.csv'),
    run: runPublished,
    isInParts: true,
  },
];

let passed = 0;
let faults = 0;
for (const { title, variable, folder, known, run, isInParts = false } of SUITES) {
  const outcomes = existsSync(folder) ? await run(folder) : [];
  if (outcomes.length === 0) {
    console.log(`${title}: no suite at ${folder}, skipped (${variable} names its checkout)`);
    continue;
  }
  if (process.argv.includes('--sets')) for (const line of countSets(outcomes)) console.log(line);
  const sets = new Set(outcomes.map(({ set }) => set));
  const isThere = (key: string): boolean => !isInParts || sets.has(key.slice(0, key.indexOf('/')));
  const listed = new Map([...readKnown(known)].filter(([key]) => isThere(key)));
  const found = compareWithKnown(outcomes, listed);
  for (const fault of found) console.log(fault);
  const good = outcomes.filter(({ outcome }) => outcome === 'passed').length;
  const applicable = outcomes.filter(({ outcome }) => outcome !== 'excluded').length;
  const share = ((100 * good) / applicable).toFixed(2);
  console.log(`${title}: ${good} of ${applicable} applicable cases (${share} %), ${listed.size} known failures`);
  passed += good;
  faults += found.length;
}
console.log(`${passed} passed, ${faults} failed`);
process.exitCode = faults === 0 ? 0 : 1;
