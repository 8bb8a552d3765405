import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { compile } from '@e-invoice/schematron/compile';
import { SchemaRefused } from '@e-invoice/schematron/source';
import type { CaseOutcome } from './known.ts';

/** A part of a schema is in a separate file and is compiled with the schema that includes it. */
const IS_SCHEMA = /<(?:[\w.-]+:)?schema[\s>]/;

/**
 * Compiles every schema in a folder of published packages: a set is a subfolder (`package@version`), a case is one of
 * its `.sch` files.
 */
export function runPublished(folder: string): CaseOutcome[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort()
    .flatMap((set) =>
      readdirSync(join(folder, set), { recursive: true, encoding: 'utf8' })
        .filter((name) => name.endsWith('.sch'))
        .sort()
        .map((name) => ({ set, name, ...outcomeOf(join(folder, set, name)) })),
    );
}

function outcomeOf(file: string): Pick<CaseOutcome, 'outcome' | 'detail'> {
  if (!IS_SCHEMA.test(readFileSync(file, 'utf8'))) return { outcome: 'excluded', detail: 'a part that others include' };
  try {
    const { rules } = compile({ file, readFile: (path) => readFileSync(path) });
    return { outcome: 'passed', detail: `${rules.length} assertions` };
  } catch (error) {
    if (!(error instanceof SchemaRefused)) throw error;
    const [{ line, reason } = { line: 0, reason: '' }] = error.faults;
    return { outcome: 'failed', detail: `${error.faults.length} refused; line ${line}: ${reason}` };
  }
}
