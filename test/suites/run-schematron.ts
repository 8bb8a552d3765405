import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { load } from '@e-invoice/schematron';
import { compile, SchemaRefused } from '@e-invoice/schematron/compile';
import { toSvrl } from '@e-invoice/schematron/svrl';
import { compileCondition } from '../../packages/schematron/src/xpath/compile/index.ts';
import { assemble, makeScope, parseDocument } from '../engine/support/evaluate.ts';
import { moduleOf } from '../engine/support/run-schema.ts';
import { type CaseOutcome, readKnown } from './known.ts';
import { readSchematronCase, type SchematronCase } from './schematron-case.ts';

/** The folder of the cases of each suite, below the common folder. */
const SUITES = [
  'schematron-conformance/tests',
  'schxslt2-conformance/conformance/testcases',
  'schxslt2-conformance/bugs',
  'schxslt2-conformance/features',
];

/** Schemas without a query binding use a later one: the cases have separate schemas for `xslt`. */
const optionsOf = ({ hasUniqueNames }: SchematronCase) =>
  ({ svrl: true, defaultBinding: 'xslt2', uniqueNames: hasUniqueNames }) as const;

const NOW = Date.UTC(2026, 0, 1);
const encoder = new TextEncoder();

/** Schemas of cases that do not apply to an XPath 2.0 processor: `set/case/number` to the evidence. */
const inapplicable = readKnown(join(import.meta.dirname, 'schematron-inapplicable.csv'), 3);

/** Runs every case of the suites below the folder. */
export function runSchematronSuites(folder: string): CaseOutcome[] {
  const outcomes: CaseOutcome[] = [];
  for (const suite of SUITES.filter((path) => existsSync(join(folder, path)))) {
    const paths = readdirSync(join(folder, suite), { recursive: true, encoding: 'utf8' });
    for (const path of paths.filter((name) => name.endsWith('.xml')).sort()) {
      const whole = join(folder, suite, path);
      const set = relative(folder, join(whole, '..')).replace('conformance/testcases/', '');
      const name = path
        .split('/')
        .at(-1)!
        .replace(/\.xml$/, '');
      const test = readSchematronCase(readFileSync(whole));
      const schemas = test.schemas.filter((_, index) => !inapplicable.has(`${set}/${name}/${index + 1}`));
      if (schemas.length === 0) {
        outcomes.push({ set, name, outcome: 'excluded', detail: inapplicable.get(`${set}/${name}/1`)! });
        continue;
      }
      const detail = faultOf({ ...test, schemas });
      outcomes.push({ set, name, outcome: detail === null ? 'passed' : 'failed', detail: detail ?? '' });
    }
  }
  return outcomes;
}

/** The difference from the expected result of the case with any of its schemas; null if all pass. */
export function faultOf(test: SchematronCase): string | null {
  const faults = test.schemas.map((schema) => faultBy(schema, test));
  return faults.find((fault) => fault !== null) ?? null;
}

function faultBy(schema: string, test: SchematronCase): string | null {
  const readFile = (path: string): Uint8Array => {
    const text = path === 'schema.sch' ? schema : test.files.get(path);
    if (text === undefined) throw new Error('no such file');
    return encoder.encode(text);
  };
  try {
    const rules = load(moduleOf(compile({ file: 'schema.sch', readFile }, optionsOf(test)).code));
    const outcome = toSvrl(rules, encoder.encode(test.files.get(test.primary)!), {
      now: NOW,
      uri: test.primary,
      readDocument: readFile,
      ...(test.phase !== null && { phase: test.phase }),
    });
    if (!outcome.wellFormed) return `not well-formed: ${outcome.faults[0]?.reason}`;
    return faultOfReport(test, outcome.svrl);
  } catch (error) {
    if (test.expect === 'error') return null;
    if (error instanceof SchemaRefused) return `refused: ${error.faults.map(({ reason }) => reason).join('; ')}`;
    return `ends with: ${(error as Error).message}`;
  }
}

function faultOfReport({ expect, assertions }: SchematronCase, svrl: string): string | null {
  if (/engine:undetermined="/.test(svrl)) return expect === 'error' ? null : 'a test could not be decided';
  const found = /<svrl:(failed-assert|successful-report)\b/.test(svrl) ? 'invalid' : 'valid';
  if (found !== expect) return `is ${found}, expected ${expect}`;
  const document = parseDocument(svrl);
  for (const { test, namespaces } of assertions) {
    const scope = makeScope({ namespaces });
    if (assemble(scope, compileCondition(test, scope)).run(document) !== true) return `the report lacks ${test}`;
  }
  return null;
}
