import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Difference } from '../../src/reference/index.ts';
import { findRoot } from '../../src/runtime/index.ts';
import { makeInvoice } from '../support/invoice-builder.ts';
import type { BothJudges } from '../support/reference.ts';
import { type Sketch, sketch } from './sketch.ts';

/** The documents of the project from which others are made: canaries, goldens, the builder's. */
export function projectBases(): Sketch[] {
  const root = findRoot();
  const files = ['schematron/canaries', 'test/golden'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.xml') && !name.startsWith('not-well-formed'))
      .map((name) => readFileSync(join(root, folder, name))),
  );
  return [...files, Buffer.from(makeInvoice())].map(sketch);
}

/** What both judges say differently of a file, as stable words: `BR-01 2/1 at /Invoice`. */
export function differencesIn(both: BothJudges, bytes: Uint8Array): { rule: string; says: string }[] {
  try {
    const { comparison, local, reference } = both(bytes);
    const unexplained = comparison.differences.filter(({ explanation }) => explanation === null);
    const levels =
      local.valid === reference.valid ? [] : [{ rule: 'valid', says: `${local.valid}/${reference.valid}` }];
    return [...unexplained.map(tell), ...(comparison.differences.length === 0 ? levels : [])];
  } catch (error) {
    const says = error instanceof Error ? error.message : String(error);
    return [{ rule: 'stopped', says }];
  }
}

const tell = ({ rule_id, local, schematron, places }: Difference) => ({
  rule: rule_id,
  says: `${local}/${schematron} ${[...places.local.map((it) => `+${it}`), ...places.schematron.map((it) => `-${it}`)].join(' ')}`,
});
