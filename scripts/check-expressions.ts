/**
 * Checks that the regular expressions of the sources match in linear time and adds new results to the committed file.
 * Only expressions without a result are analysed.
 */

import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { readSources } from '../test/support/import-reader.ts';
import {
  findNotLinear,
  listExpressions,
  readVerdicts,
  VERDICTS,
  verdictKeyOf,
} from '../test/support/regular-expressions.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const sources = ['locales', 'packages', 'src', 'web', 'workers'].flatMap((folder) => readSources(root, folder));
const { expressions, built } = listExpressions(root, sources);
const known = readVerdicts();
const fresh = expressions.filter((expression) => !known.has(verdictKeyOf(expression)));
const reasons = await findNotLinear(fresh);

// Drop the results of expressions that the sources no longer contain.
const used = new Set(expressions.map(verdictKeyOf));
const linear = [
  ...[...known].filter((key) => used.has(key)),
  ...fresh.filter((_, at) => reasons[at] === null).map(verdictKeyOf),
];
writeFileSync(VERDICTS, `${[...new Set(linear)].sort().join('\n')}\n`);

const faults = [...reasons.filter((reason) => reason !== null), ...built.map((at) => `${at}: built at run time`)];
for (const fault of faults) console.error(fault);
process.exitCode = faults.length === 0 ? 0 : 1;
